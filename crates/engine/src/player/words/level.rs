//! Levels of playing strength.

/// Level of full strength: the player is limited by its other settings alone.
pub const MAX_LEVEL: u8 = 20;

/// Bounds of a level below the highest one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelBounds {
    /// Playouts for a move, or visits if a net evaluates.
    pub playouts: u64,
    /// Temperature at which placements are drawn from the policy of a net; 0 to take the most
    /// likely ones.
    pub temperature: f32,
}

impl LevelBounds {
    /// Bounds of full strength.
    pub const NONE: LevelBounds = LevelBounds {
        playouts: u64::MAX,
        temperature: 0.0,
    };
}

/// Number of levels with bounds.
const BOUNDED: usize = MAX_LEVEL as usize - 1;

/// Playouts of the levels from 1 on where no net evaluates. Each has about 1.5 times those of
/// the level below it.
const PLAYOUTS: [u64; BOUNDED] = [
    1, 2, 3, 5, 8, 12, 18, 26, 40, 60, 90, 130, 200, 300, 450, 660, 1000, 1500, 2200,
];

/// Bounds of the levels from 1 on where a net evaluates. With the embedded net a step is worth
/// some 100 Elo, measured 35 to 223: docs/strength.md, "Levels". A single visit plays a move that
/// is drawn from the policy, as a player of that strength would see it.
const WITH_NET: [LevelBounds; BOUNDED] = [
    drawn(4.0),
    drawn(3.2),
    drawn(2.7),
    drawn(2.35),
    drawn(2.05),
    drawn(1.75),
    drawn(1.45),
    drawn(1.1),
    drawn(0.75),
    drawn(0.15),
    searched(2),
    searched(5),
    searched(11),
    searched(26),
    searched(55),
    searched(110),
    searched(220),
    searched(450),
    searched(1000),
];

/// Returns bounds with that many visits or playouts.
const fn searched(playouts: u64) -> LevelBounds {
    LevelBounds {
        playouts,
        temperature: 0.0,
    }
}

/// Returns bounds with one visit, to a move drawn at a temperature.
const fn drawn(temperature: f32) -> LevelBounds {
    LevelBounds {
        playouts: 1,
        temperature,
    }
}

/// Returns the bounds of a level, with a net or without; `None` at full strength.
#[must_use]
pub fn bounds(level: u8, with_net: bool) -> Option<LevelBounds> {
    let index = usize::from(level.max(1)) - 1;
    match with_net {
        true => WITH_NET.get(index).copied(),
        false => PLAYOUTS.get(index).copied().map(searched),
    }
}
