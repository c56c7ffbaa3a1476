//! Levels of playing strength.

/// Level of full strength: the player is limited by its other settings alone.
pub const MAX_LEVEL: u8 = 10;

/// Bounds of a level below the highest one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelBounds {
    /// Playouts for a move.
    pub playouts: u64,
    /// Share (0 to 1) of the moves on the board that are seen at all, drawn anew for each move.
    pub sees: f64,
}

/// Bounds of the levels from 1 on. All steps are worth about as many Elo: docs/strength.md,
/// "Levels".
const BOUNDS: [LevelBounds; MAX_LEVEL as usize - 1] = [
    of(8, 0.12),
    of(8, 0.3),
    of(8, 0.72),
    of(12, 1.0),
    of(48, 1.0),
    of(120, 1.0),
    of(390, 1.0),
    of(1100, 1.0),
    of(3000, 1.0),
];

const fn of(playouts: u64, sees: f64) -> LevelBounds {
    LevelBounds { playouts, sees }
}

/// Returns the bounds of a level; `None` at full strength.
#[must_use]
pub fn bounds(level: u8) -> Option<LevelBounds> {
    let index = usize::from(level.max(1)) - 1;
    BOUNDS.get(index).copied()
}
