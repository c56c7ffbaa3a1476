//! Levels of playing strength.

/// Level of full strength: the player is limited by its other settings alone.
pub const MAX_LEVEL: u8 = 10;

/// Bounds of a level below the highest one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelBounds {
    /// Playouts for a move, or visits if a net evaluates.
    pub playouts: u64,
    /// Share (0 to 1) of the moves on the board that are seen at all, drawn anew for each move.
    pub sees: f64,
    /// Temperature at which placements are drawn from the policy of a net; 0 to take the most
    /// likely ones.
    pub temperature: f32,
}

impl LevelBounds {
    /// Bounds of full strength.
    pub const NONE: LevelBounds = LevelBounds {
        playouts: u64::MAX,
        sees: 1.0,
        temperature: 0.0,
    };
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

/// Bounds of the levels from 1 on where a net evaluates, about as strong as those without one if it
/// is the embedded net: docs/net.md, "Levels". A single visit plays a move that is drawn from the
/// policy, as a player of that strength would see it, rather than one of a few.
const BOUNDS_WITH_NET: [LevelBounds; MAX_LEVEL as usize - 1] = [
    drawn(1, 3.2),
    drawn(1, 2.3),
    drawn(1, 1.4),
    drawn(1, 0.75),
    drawn(1, 0.45),
    drawn(1, 0.05),
    drawn(5, 0.0),
    drawn(14, 0.0),
    drawn(30, 0.0),
];

const fn of(playouts: u64, sees: f64) -> LevelBounds {
    LevelBounds {
        playouts,
        sees,
        ..LevelBounds::NONE
    }
}

const fn drawn(visits: u64, temperature: f32) -> LevelBounds {
    LevelBounds {
        playouts: visits,
        temperature,
        ..LevelBounds::NONE
    }
}

/// Returns the bounds of a level, with a net or without; `None` at full strength.
#[must_use]
pub fn bounds(level: u8, with_net: bool) -> Option<LevelBounds> {
    let index = usize::from(level.max(1)) - 1;
    let bounds = if with_net { BOUNDS_WITH_NET } else { BOUNDS };
    bounds.get(index).copied()
}
