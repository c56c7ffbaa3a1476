//! The care with which stones are judged, and how much of it fits into the time for a move.

use std::time::Duration;

/// Playouts for a judgement that others rely on.
pub const PLAYOUTS: u32 = 150;
/// Assumed speed, in playouts a second. It turns a bound on playouts into the time that such a move
/// is expected to take.
const PLAYOUTS_A_SECOND: f64 = 10_000.0;
/// Time for a move from which on the stones are judged by all of [`PLAYOUTS`]; with less, by
/// a proportional share. On any board those take a small part of this time.
const ENOUGH_TIME: Duration = Duration::from_millis(500);
/// Time for a move from which on reading may use all of its usual bounds (up to a second); with
/// less, a proportional share.
const TIME_TO_READ: Duration = Duration::from_secs(5);

/// Minimum number of playouts for judging stones, however short the time.
const MIN_JUDGING: u32 = 60;
/// Number of symmetries of a square board.
const ALL_SIDES: usize = 8;
/// Factor on the time that judging takes for its basis when it matters (after a pass, when the game
/// may end, or with a proposal pending) and time is not limited.
const AFTER_PASS: u32 = 8;
/// Factor used in place of [`AFTER_PASS`] where time is limited, since the move must not take
/// longer than its limit.
const JUDGED_IN: u32 = 2;

/// Care with which stones are judged.
#[derive(Clone, Copy, Debug)]
pub struct Care {
    /// Number of playouts.
    pub playouts: u32,
    /// Share (0 to [`THOROUGH`](halfpoint_core::life::THOROUGH)) of its usual bounds that reading
    /// may use.
    pub effort: f64,
    /// Number of symmetries in which a net looks at the board, once for each player to move.
    pub sides: usize,
}

impl Care {
    /// The care of a judgement that others rely on.
    pub const FULL: Care = Care {
        playouts: PLAYOUTS,
        effort: 1.0,
        sides: ALL_SIDES,
    };
    /// The care taken before the first report of an analysis, which has to wait for it.
    pub const GLANCE: Care = Care {
        playouts: 100,
        effort: 0.0,
        sides: 1,
    };

    /// Returns the care that fits into the `usual` time for a move, of which `limit` is the most it
    /// may take. More is taken where the game may end with the move.
    pub fn for_move(usual: Duration, limit: Option<Duration>, may_end: bool) -> Care {
        let time = match limit {
            _ if !may_end => usual,
            Some(limit) => JUDGED_IN * limit,
            None => AFTER_PASS * usual,
        };
        let playouts = f64::from(PLAYOUTS) * share(time, ENOUGH_TIME);
        Care {
            playouts: (playouts as u32).max(MIN_JUDGING),
            effort: share(time, TIME_TO_READ),
            sides: if may_end { ALL_SIDES } else { 1 },
        }
    }

    /// Returns whether this care suffices where `other` is asked for.
    pub fn covers(self, other: Care) -> bool {
        self.playouts >= other.playouts && self.effort >= other.effort && self.sides >= other.sides
    }

    /// Returns the care that covers both.
    pub fn max(self, other: Care) -> Care {
        Care {
            playouts: self.playouts.max(other.playouts),
            effort: self.effort.max(other.effort),
            sides: self.sides.max(other.sides),
        }
    }
}

/// Returns the time that a move of that many playouts is expected to take.
pub fn expected_time(playouts: u64) -> Duration {
    Duration::from_secs_f64(playouts as f64 / PLAYOUTS_A_SECOND)
}

fn share(time: Duration, of: Duration) -> f64 {
    (time.as_secs_f64() / of.as_secs_f64()).min(1.0)
}
