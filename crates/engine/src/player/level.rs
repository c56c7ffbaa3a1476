//! Levels: how strong the player may be.

/// Full strength: as much as the other settings allow.
pub const MAX_LEVEL: u8 = 10;

/// What bounds a level below the highest one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Playouts for a move.
    pub playouts: u64,
    /// The share (0 to 1) of the moves on the board that are seen at all, each time others.
    pub sees: f64,
}

/// From level 1 on. A step is worth about as many Elo as the next one: docs/strength.md, "Levels".
const BOUNDS: [Bounds; MAX_LEVEL as usize - 1] = [
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

const fn of(playouts: u64, sees: f64) -> Bounds {
    Bounds { playouts, sees }
}

/// The bounds of a level; none at full strength.
#[must_use]
pub fn bounds(level: u8) -> Option<Bounds> {
    let index = usize::from(level.max(1)) - 1;
    BOUNDS.get(index).copied()
}
