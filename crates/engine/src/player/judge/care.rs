//! The care with which stones are judged, and how much of it fits into the time for a move.

use std::time::Duration;

use super::judgement::PLAYOUTS;

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
/// Factor on the time that judging takes for its basis when it matters (after a pass, when the game
/// may end, or with a proposal pending) and time is not limited.
pub const AFTER_PASS: u32 = 8;
/// Factor used in place of [`AFTER_PASS`] where time is limited, since the move must not take
/// longer than its limit.
pub const JUDGED_IN: u32 = 2;

/// Care with which stones were judged.
#[derive(Clone, Copy, Debug)]
pub struct Care {
    /// Number of playouts that were asked for.
    pub playouts: u32,
    /// Share (0 to 1) of its usual bounds that reading could use.
    pub effort: f64,
    /// Whether a net was to decide on stones in doubt.
    pub by_net: bool,
    /// Whether judging was cut short because time had run out.
    pub is_cut: bool,
}

impl Care {
    /// Returns whether this care suffices for a judgement with that many playouts, that share of
    /// reading, and a net or none.
    pub fn covers(self, playouts: u32, effort: f64, by_net: bool) -> bool {
        !self.is_cut
            && self.playouts >= playouts
            && self.effort >= effort
            && (self.by_net || !by_net)
    }
}

/// Returns the time that a move of that many playouts is expected to take.
pub fn expected_time(playouts: u64) -> Duration {
    Duration::from_secs_f64(playouts as f64 / PLAYOUTS_A_SECOND)
}

/// Returns the number of playouts for judging the stones when `time` is available for the move.
pub fn judging_playouts(time: Duration) -> u32 {
    let playouts = f64::from(PLAYOUTS) * share(time, ENOUGH_TIME);
    (playouts as u32).max(MIN_JUDGING)
}

/// Returns the share (0 to 1) of its usual bounds that reading may use when `time` is available for
/// the move.
pub fn reading_effort(time: Duration) -> f64 {
    share(time, TIME_TO_READ)
}

fn share(time: Duration, of: Duration) -> f64 {
    (time.as_secs_f64() / of.as_secs_f64()).min(1.0)
}
