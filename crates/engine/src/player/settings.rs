//! Settings of a player, and the limits of one decision.

use std::time::Duration;

use super::level::{self, MAX_LEVEL};

/// Maximum number of search threads.
pub const MAX_THREADS: u16 = 256;
/// Maximum of [`Settings::memory_mb`], in MiB.
pub const MAX_MEMORY_MB: u32 = 1_000_000;

/// Settings of a player. All of them may be changed between moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Playouts for each move; `None` if only time limits them.
    pub playouts: Option<u64>,
    /// Time for a move when no clock gives one.
    pub time_per_move: Duration,
    /// Number of search threads, which share one tree; at most [`MAX_THREADS`].
    pub threads: usize,
    /// Bound on the memory of the search tree, in MiB; at most [`MAX_MEMORY_MB`].
    pub memory_mb: usize,
    /// Seed of the random generator (xoshiro256++). With one thread and a fixed number of playouts,
    /// equal positions get equal moves.
    pub seed: u64,
    /// Whether the player goes on searching while the opponent thinks.
    pub ponder: bool,
    /// Strength, from 1 to [`MAX_LEVEL`]. Below [`MAX_LEVEL`] the number of playouts is bounded,
    /// and at the lowest levels the player overlooks moves.
    pub level: u8,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            playouts: None,
            time_per_move: Duration::from_secs(1),
            threads: 1,
            memory_mb: 256,
            seed: 1,
            ponder: false,
            level: MAX_LEVEL,
        }
    }
}

impl Settings {
    /// Returns the smaller of the bounds on playouts that [`Settings::playouts`] and the level set;
    /// `None` if there is neither.
    #[must_use]
    pub fn max_playouts(&self) -> Option<u64> {
        let by_level = level::bounds(self.level).map(|bounds| bounds.playouts);
        self.playouts.into_iter().chain(by_level).min()
    }

    /// Returns the share (0 to 1) of the legal placements that the player sees at its level.
    pub(super) fn sees(&self) -> f64 {
        level::bounds(self.level).map_or(1.0, |bounds| bounds.sees)
    }
}

/// Limits of one decision.
#[derive(Clone, Copy, Debug)]
pub struct MoveLimits {
    /// Time for the decision. `None` stands for [`Settings::time_per_move`], or for no limit if the
    /// number of playouts is bounded.
    pub time: Option<Duration>,
}
