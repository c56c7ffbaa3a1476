//! Time that a move may take out of the time left.
//!
//! The budget is meant to lose no game on time: a reserve is kept for the transmission of the
//! answer, and in main time another one for more moves than expected.

use std::time::Duration;

use halfpoint_core::board::Color;

use crate::clock::{Clock, Left, TimeSystem};

/// Time after the end of a search until the answer has reached the client, at most, unless the user
/// names another one. It is enough for a client on the same machine with three processes for each
/// processor.
pub const USUAL_LAG: Duration = Duration::from_millis(30);
/// Time that a move costs beyond the search, at least and on average: starting it, answering, and
/// transmission to the client.
const OVERHEAD: Duration = Duration::from_millis(10);
/// Part of [`Reserves::lag`] that a move costs on average.
const MEAN_LAG: u32 = 3;
/// Maximum of the part of a reserve that grows with the time: see [`Reserves::of`].
const MAX_SHARE: Duration = Duration::from_secs(1);

/// Time that is kept back, given how late answers reach the client.
#[derive(Clone, Copy)]
struct Reserves {
    /// Time after the end of a search until the answer has reached the client, at most.
    lag: Duration,
}

impl Reserves {
    /// Returns the reserve to keep of a stretch of time that must not be overdrawn: the lag, and
    /// 2 % since longer searches end less punctually.
    fn of(self, time: Duration) -> Duration {
        self.lag.saturating_add((time / 50).min(MAX_SHARE))
    }

    /// Returns `time` without its reserve.
    fn safe(self, time: Duration) -> Duration {
        time.saturating_sub(self.of(time))
    }

    /// Returns `time`, the rest of a `period` that comes back after the move, without its reserve,
    /// which is at most half of the period: in shorter ones no move would be searched at all.
    fn safe_in(self, period: Duration, time: Duration) -> Duration {
        time.saturating_sub(self.of(time).min(period / 2))
    }

    /// Returns the time that `moves` further moves cost beyond their searches.
    fn overhead(self, moves: u32) -> Duration {
        OVERHEAD.max(self.lag / MEAN_LAG).saturating_mul(moves)
    }
}

/// Returns the number of moves that a player has to expect still to make on a board of `area`
/// points after `moves` moves of both sides. Games take about seven moves for ten points, and the
/// expectation never drops to zero.
#[must_use]
pub fn expected_moves_left(area: usize, moves: usize) -> u32 {
    let typical = (area * 7 / 10).saturating_sub(moves) / 2;
    typical.max(area / 16).max(8) as u32
}

/// Returns the time for the next move.
///
/// `moves_left` is the number of moves that the player still expects to make, `area` the number of
/// points of the board, and `lag` the time after the end of a search until the answer has reached
/// the client, at most: usually [`USUAL_LAG`].
#[must_use]
pub fn budget(
    system: &TimeSystem,
    left: Left,
    area: usize,
    moves_left: u32,
    lag: Duration,
) -> Duration {
    let moves_left = moves_left.max(1);
    let reserves = Reserves { lag };
    let time = match left {
        Left::Overtime { time, count } => {
            let moves = match system {
                TimeSystem::ByoYomi { .. } => 1,
                _ => count.max(1),
            };
            let period = system.period().unwrap_or(time);
            let safe = reserves.safe_in(period, time);
            return safe.saturating_sub(reserves.overhead(moves - 1)) / moves;
        }
        Left::Main(time) => time,
    };
    let safe = reserves.safe(time);
    match *system {
        TimeSystem::Unlimited | TimeSystem::Absolute { .. } => {
            // Enough to play at once in a game of twice as many moves as the board has points, or
            // with a slow client.
            let main = system.main().unwrap_or(time);
            let reserve = reserves.overhead(area as u32).max(main / 50).min(main / 4);
            safe.saturating_sub(reserve) / moves_left
        }
        TimeSystem::Fischer {
            increment,
            max_a_move,
            ..
        } => {
            let share = safe / moves_left + reserves.safe_in(increment, increment);
            let max = max_a_move.map_or(time, |max| max.min(time));
            share.min(reserves.safe_in(increment, max))
        }
        TimeSystem::ByoYomi { period, .. } => {
            let in_period = reserves.safe_in(period, period);
            (safe / moves_left).max(in_period).min(time + in_period)
        }
        TimeSystem::Canadian { period, stones, .. } => {
            let stones = stones.max(1);
            let in_period = reserves.safe_in(period, period);
            let rate = in_period.saturating_sub(reserves.overhead(stones - 1)) / stones;
            (safe / moves_left).max(rate).min(time + rate)
        }
    }
}

/// Returns the time for a player's next move on a board of `area` points after `moves` moves of
/// both sides, as [`budget`] does; `None` without a limit.
#[must_use]
pub fn for_move(
    clock: &Clock,
    color: Color,
    area: usize,
    moves: usize,
    lag: Duration,
) -> Option<Duration> {
    let moves_left = expected_moves_left(area, moves);
    clock
        .left(color)
        .map(|left| budget(clock.system(), left, area, moves_left, lag))
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn s(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    /// Plays `moves` moves of one player that each take their budget and `extra`. Returns the total
    /// time used, or `None` if the flag fell. The real time is accounted independently of the
    /// player's clock.
    fn play(
        system: TimeSystem,
        area: usize,
        moves: usize,
        extra: Duration,
        lag: Duration,
    ) -> Option<Duration> {
        let mut clock = Clock::new(system);
        let mut total = Duration::ZERO;
        let mut real = clock.left(Color::Black)?;
        for number in 0..moves {
            let used = for_move(&clock, Color::Black, area, 2 * number, lag)? + extra;
            total += used;
            let lost = used > real.allowance(&system);
            if lost {
                return None;
            }
            real = real.after(&system, used);
            clock.spend(Color::Black, used);
        }
        Some(total)
    }

    #[test]
    fn games_of_many_moves_are_not_lost_on_time() {
        let absolute = |main| TimeSystem::Absolute { main };
        for (name, system, area, moves, extra) in [
            ("5 s, 9x9", absolute(s(5)), 81, 40, ms(15)),
            ("5 s, long 9x9", absolute(s(5)), 81, 120, ms(10)),
            ("5 s, 19x19", absolute(s(5)), 361, 150, ms(10)),
            ("1 s, 9x9", absolute(s(1)), 81, 40, ms(5)),
            ("30 min, 19x19", absolute(s(1800)), 361, 400, ms(100)),
            (
                "25 moves in 10 s",
                TimeSystem::gtp(s(20), s(10), 25),
                361,
                300,
                ms(30),
            ),
        ] {
            let used = play(system, area, moves, extra, USUAL_LAG);
            assert!(used.is_some(), "{name}");
        }
    }

    #[test]
    fn answers_as_late_as_the_lag_lose_no_game_on_time() {
        let byo_yomi = |main, periods| TimeSystem::ByoYomi {
            main: s(main),
            period: s(1),
            periods,
        };
        let fischer = |main, increment, max_saved, max_a_move| TimeSystem::Fischer {
            main: s(main),
            increment: s(increment),
            max_saved,
            max_a_move,
        };
        for lag in [ms(30), ms(150), ms(400)] {
            for (name, system) in [
                ("1 s a move", TimeSystem::gtp(s(0), s(1), 1)),
                ("1 s a move, byo-yomi", byo_yomi(0, 1)),
                ("10 s, then 5 of 1 s", byo_yomi(10, 5)),
                ("10 s, then 1 s a move", TimeSystem::gtp(s(10), s(1), 1)),
                ("10 s, then 2 moves in 2 s", TimeSystem::gtp(s(10), s(2), 2)),
                ("Fischer 5 s and 1 s", fischer(5, 1, None, None)),
                ("Fischer 1 s and 1 s", fischer(1, 1, None, None)),
                ("Fischer with caps", fischer(10, 2, Some(s(10)), Some(s(3)))),
            ] {
                for area in [81, 361] {
                    let used = play(system, area, 400, lag, lag);
                    assert!(used.is_some(), "{name}, {lag:?}, {area} points");
                }
            }
        }
    }

    #[test]
    fn no_more_than_half_of_a_short_period_is_kept_back() {
        for period in [ms(1), ms(20), ms(50)] {
            let system = TimeSystem::gtp(s(0), period, 1);
            let used = play(system, 81, 1, ms(0), USUAL_LAG).expect("in time");
            assert_eq!(used, period / 2);
        }
        // The rest of a period is not a period.
        let left = Left::Overtime {
            time: ms(20),
            count: 1,
        };
        let system = TimeSystem::gtp(s(0), s(1), 1);
        assert_eq!(budget(&system, left, 81, 40, USUAL_LAG), ms(0));
    }

    #[test]
    fn most_of_the_available_time_is_used() {
        for (main, area, moves, least) in [(s(5), 81, 40, ms(3400)), (s(1800), 361, 130, s(1300))] {
            let system = TimeSystem::Absolute { main };
            let used = play(system, area, moves, ms(5), USUAL_LAG).expect("in time");
            assert!(used > least, "{used:?}");
        }
        for (period, expected) in [(s(2), ms(1930)), (ms(500), ms(460)), (ms(100), ms(68))] {
            let used = play(TimeSystem::gtp(s(0), period, 1), 81, 1, ms(0), USUAL_LAG);
            assert_eq!(used, Some(expected));
        }
    }

    #[test]
    fn time_set_by_the_client_limits_a_move_without_time_settings() {
        let mut clock = Clock::default();
        assert_eq!(for_move(&clock, Color::Black, 81, 0, USUAL_LAG), None);
        clock.set_left(Color::Black, s(60), 0);
        let time = for_move(&clock, Color::Black, 81, 0, USUAL_LAG).expect("a limit");
        assert!(time > ms(500) && time < s(3), "{time:?}");
        clock.set_left(Color::Black, ms(30), 0);
        assert_eq!(
            for_move(&clock, Color::Black, 81, 0, USUAL_LAG),
            Some(Duration::ZERO)
        );
    }
}
