//! Time that a move may take out of the time left.
//!
//! The budget is meant to lose no game on time: a reserve is kept for the transmission of the
//! answer, and for more moves than expected.

use std::time::Duration;

use halfpoint_core::board::Color;

use crate::clock::{Clock, Left, TimeSystem};

/// Time that a move costs beyond the search: starting it, answering, and transmission to the
/// client.
const OVERHEAD: Duration = Duration::from_millis(10);

/// Returns the reserve to keep of a stretch of time that must not be overdrawn: a fifth, but at
/// least 50 ms and at most one second.
fn margin(time: Duration) -> Duration {
    (time / 5).clamp(Duration::from_millis(50), Duration::from_secs(1))
}

/// Returns `time` without its [`margin`].
fn safe(time: Duration) -> Duration {
    time.saturating_sub(margin(time))
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
/// points of the board.
#[must_use]
pub fn budget(system: &TimeSystem, left: Left, area: usize, moves_left: u32) -> Duration {
    let moves_left = moves_left.max(1);
    let time = match left {
        Left::Overtime { time, count } => {
            let moves = match system {
                TimeSystem::ByoYomi { .. } => 1,
                _ => count.max(1),
            };
            return safe(time).saturating_sub(OVERHEAD * (moves - 1)) / moves;
        }
        Left::Main(time) => time,
    };
    match *system {
        TimeSystem::Unlimited | TimeSystem::Absolute { .. } => {
            // Enough to play at once in a game of twice as many moves as the board has points, or
            // with a slow client.
            let main = system.main().unwrap_or(time);
            let reserve = (OVERHEAD * area as u32).max(main / 50).min(main / 4);
            (safe(time).saturating_sub(reserve) / moves_left).min(safe(time))
        }
        TimeSystem::Fischer {
            increment,
            max_a_move,
            ..
        } => {
            let share = safe(time) / moves_left + safe(increment);
            let max = max_a_move.map_or(time, |max| max.min(time));
            share.min(safe(max))
        }
        TimeSystem::ByoYomi { period, .. } => (safe(time) / moves_left)
            .max(safe(period))
            .min(time + safe(period)),
        TimeSystem::Canadian { period, stones, .. } => {
            let stones = stones.max(1);
            let rate = safe(period).saturating_sub(OVERHEAD * (stones - 1)) / stones;
            (safe(time) / moves_left).max(rate).min(time + rate)
        }
    }
}

/// Returns the time for a player's next move on a board of `area` points after `moves` moves of
/// both sides; `None` without a limit.
#[must_use]
pub fn for_move(clock: &Clock, color: Color, area: usize, moves: usize) -> Option<Duration> {
    let moves_left = expected_moves_left(area, moves);
    clock
        .left(color)
        .map(|left| budget(clock.system(), left, area, moves_left))
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
    fn play(system: TimeSystem, area: usize, moves: usize, extra: Duration) -> Option<Duration> {
        let mut clock = Clock::new(system);
        let mut total = Duration::ZERO;
        let mut real = clock.left(Color::Black)?;
        for number in 0..moves {
            let used = for_move(&clock, Color::Black, area, 2 * number)? + extra;
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
    fn budgets_never_lose_on_time() {
        let absolute = |main| TimeSystem::Absolute { main };
        for (name, system, area, moves, extra) in [
            ("5 s, 9x9", absolute(s(5)), 81, 40, ms(15)),
            ("5 s, long 9x9", absolute(s(5)), 81, 120, ms(10)),
            ("5 s, 19x19", absolute(s(5)), 361, 150, ms(10)),
            ("1 s, 9x9", absolute(s(1)), 81, 40, ms(5)),
            ("30 min, 19x19", absolute(s(1800)), 361, 400, ms(100)),
            (
                "1 s a move",
                TimeSystem::gtp(s(0), s(1), 1),
                361,
                400,
                ms(150),
            ),
            (
                "1 s a move, byo-yomi",
                TimeSystem::ByoYomi {
                    main: s(0),
                    period: s(1),
                    periods: 1,
                },
                361,
                400,
                ms(150),
            ),
            (
                "10 s, then 5 of 1 s",
                TimeSystem::ByoYomi {
                    main: s(10),
                    period: s(1),
                    periods: 5,
                },
                81,
                100,
                ms(150),
            ),
            (
                "25 moves in 10 s",
                TimeSystem::Canadian {
                    main: s(20),
                    period: s(10),
                    stones: 25,
                },
                361,
                300,
                ms(30),
            ),
            (
                "Fischer 5 s and 1 s",
                TimeSystem::Fischer {
                    main: s(5),
                    increment: s(1),
                    max_saved: None,
                    max_a_move: None,
                },
                361,
                300,
                ms(150),
            ),
            (
                "Fischer with caps",
                TimeSystem::Fischer {
                    main: s(10),
                    increment: s(2),
                    max_saved: Some(s(10)),
                    max_a_move: Some(s(3)),
                },
                81,
                100,
                ms(150),
            ),
        ] {
            assert!(play(system, area, moves, extra).is_some(), "{name}");
        }
    }

    #[test]
    fn most_of_the_available_time_is_used() {
        let used = play(TimeSystem::Absolute { main: s(5) }, 81, 40, ms(5)).expect("in time");
        assert!(used > s(2), "{used:?}");
        let used = play(TimeSystem::Absolute { main: s(1800) }, 361, 130, ms(5)).expect("in time");
        assert!(used > s(1300), "{used:?}");
        let used = play(TimeSystem::gtp(s(0), s(1), 1), 81, 10, ms(0)).expect("in time");
        assert_eq!(used, s(8));
    }

    #[test]
    fn time_set_by_the_client_limits_a_move_without_time_settings() {
        let mut clock = Clock::default();
        assert_eq!(for_move(&clock, Color::Black, 81, 0), None);
        clock.set_left(Color::Black, s(60), 0);
        let time = for_move(&clock, Color::Black, 81, 0).expect("a limit");
        assert!(time > ms(500) && time < s(3), "{time:?}");
        clock.set_left(Color::Black, ms(20), 0);
        assert_eq!(for_move(&clock, Color::Black, 81, 0), Some(Duration::ZERO));
    }
}
