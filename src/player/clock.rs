//! The clock: time settings, the time each side has left, and how much of it a move may take.
//!
//! Numbers only: the clock knows neither rules nor moves. The time for a move is meant so that no
//! game is lost on time: some is kept for the way of the answer, and for more moves than expected.

use std::time::Duration;

use crate::board::Color;

/// How time is given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeSystem {
    /// No limit.
    #[default]
    Unlimited,
    /// So much for all moves.
    Absolute {
        /// Time for the game.
        main: Duration,
    },
    /// Then periods, each of which comes back after a move made within it.
    ByoYomi {
        /// Time before the first period.
        main: Duration,
        /// Length of a period.
        period: Duration,
        /// Number of periods, at least 1.
        periods: u32,
    },
    /// Then blocks of time for a number of moves.
    Canadian {
        /// Time before the first block.
        main: Duration,
        /// Length of a block.
        period: Duration,
        /// Moves to make in it, at least 1.
        stones: u32,
    },
    /// Every move gives some time.
    Fischer {
        /// Time at the start.
        main: Duration,
        /// Time that a move adds.
        increment: Duration,
        /// The most that a player may have saved.
        most: Option<Duration>,
        /// The most that one move may take.
        most_a_move: Option<Duration>,
    },
}

impl TimeSystem {
    /// The system that GTP's `time_settings` means: overtime without moves to make in it says that
    /// there is no limit, no overtime that the main time is all.
    #[must_use]
    pub fn gtp(main: Duration, period: Duration, stones: u32) -> TimeSystem {
        match (period.is_zero(), stones) {
            (false, 0) => TimeSystem::Unlimited,
            (true, _) => TimeSystem::Absolute { main },
            (false, stones) => TimeSystem::Canadian {
                main,
                period,
                stones,
            },
        }
    }

    /// What a player has at the start of a game.
    fn start(&self) -> Option<Left> {
        match *self {
            TimeSystem::Unlimited => None,
            TimeSystem::Absolute { main } | TimeSystem::Fischer { main, .. } => {
                Some(Left::Main(main))
            }
            TimeSystem::ByoYomi { main, .. } | TimeSystem::Canadian { main, .. } => {
                if main.is_zero() {
                    Some(self.overtime())
                } else {
                    Some(Left::Main(main))
                }
            }
        }
    }

    /// What a player has when the main time is used up.
    fn overtime(&self) -> Left {
        match *self {
            TimeSystem::ByoYomi {
                period, periods, ..
            } => Left::Overtime {
                time: period,
                count: periods,
            },
            TimeSystem::Canadian { period, stones, .. } => Left::Overtime {
                time: period,
                count: stones,
            },
            _ => Left::Main(Duration::ZERO),
        }
    }

    /// The main time.
    fn main(&self) -> Option<Duration> {
        match *self {
            TimeSystem::Unlimited => None,
            TimeSystem::Absolute { main }
            | TimeSystem::ByoYomi { main, .. }
            | TimeSystem::Canadian { main, .. }
            | TimeSystem::Fischer { main, .. } => Some(main),
        }
    }
}

/// What a player has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    /// Main time.
    Main(Duration),
    /// Time in a period of overtime.
    Overtime {
        /// Left of this period.
        time: Duration,
        /// Moves still to make in it; for byo-yomi the periods left, this one included.
        count: u32,
    },
}

impl Left {
    /// What remains after a move.
    #[must_use]
    pub fn after(self, system: &TimeSystem, used: Duration) -> Left {
        match self {
            Left::Main(time) => match *system {
                TimeSystem::Fischer {
                    increment, most, ..
                } => {
                    let saved = time.saturating_sub(used) + increment;
                    Left::Main(most.map_or(saved, |most| saved.min(most)))
                }
                TimeSystem::ByoYomi { .. } | TimeSystem::Canadian { .. } if used >= time => {
                    let over = used - time;
                    if over.is_zero() {
                        system.overtime()
                    } else {
                        system.overtime().after(system, over)
                    }
                }
                _ => Left::Main(time.saturating_sub(used)),
            },
            Left::Overtime { time, count } => match *system {
                TimeSystem::ByoYomi { period, .. } => {
                    let mut over = used.saturating_sub(time);
                    let mut count = count;
                    if used > time {
                        count = count.saturating_sub(1);
                    }
                    while over > period && count > 1 && !period.is_zero() {
                        over -= period;
                        count -= 1;
                    }
                    Left::Overtime {
                        time: period,
                        count: count.max(1),
                    }
                }
                _ if count <= 1 => system.overtime(),
                _ => Left::Overtime {
                    time: time.saturating_sub(used),
                    count: count - 1,
                },
            },
        }
    }
}

/// What one move costs beyond the search: starting, answering, the way to the client.
const OVERHEAD: Duration = Duration::from_millis(10);

/// What is kept of a stretch of time of which nothing may be overdrawn: a fifth, but no less than
/// 50 ms and no more than a second.
fn margin(time: Duration) -> Duration {
    (time / 5).clamp(Duration::from_millis(50), Duration::from_secs(1))
}

/// `time` without its [`margin`].
fn safe(time: Duration) -> Duration {
    time.saturating_sub(margin(time))
}

/// The number of moves that a player may expect still to make on a board of `area` points after
/// `moves` moves of both: games take some seven moves for ten points, and are never quite over.
#[must_use]
pub fn expected_moves_left(area: usize, moves: usize) -> u32 {
    let typical = (area * 7 / 10).saturating_sub(moves) / 2;
    typical.max(area / 16).max(8) as u32
}

/// The time for the next move.
///
/// `moves_left` are the own moves expected still, `area` the points of the board.
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
            // Enough to play at once in a game of twice as many moves as there are points, or with
            // a slow client.
            let main = system.main().unwrap_or(time);
            let reserve = (OVERHEAD * area as u32).max(main / 50).min(main / 4);
            (safe(time).saturating_sub(reserve) / moves_left).min(safe(time))
        }
        TimeSystem::Fischer {
            increment,
            most_a_move,
            ..
        } => {
            let share = safe(time) / moves_left + safe(increment);
            let most = most_a_move.map_or(time, |most| most.min(time));
            share.min(safe(most))
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

/// A clock for both players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    system: TimeSystem,
    left: [Option<Left>; 2],
}

impl Clock {
    /// A clock with both players at the start.
    #[must_use]
    pub fn new(system: TimeSystem) -> Clock {
        Clock {
            system,
            left: [system.start(); 2],
        }
    }

    /// How time is given.
    #[must_use]
    pub fn system(&self) -> &TimeSystem {
        &self.system
    }

    /// What a player has left; `None` without a limit.
    #[must_use]
    pub fn left(&self, color: Color) -> Option<Left> {
        self.left[color]
    }

    /// Both players are at the start again.
    pub fn restart(&mut self) {
        *self = Clock::new(self.system);
    }

    /// What a client says that a player has left: `count` is 0 in main time, else the moves (or
    /// byo-yomi periods) left.
    pub fn set_left(&mut self, color: Color, time: Duration, count: u32) {
        self.left[color] = Some(match count {
            0 => Left::Main(time),
            _ => Left::Overtime { time, count },
        });
    }

    /// Takes the time of a move off.
    pub fn spend(&mut self, color: Color, used: Duration) {
        if let Some(left) = &mut self.left[color] {
            *left = left.after(&self.system, used);
        }
    }

    /// The time for a player's next move on a board of `area` points after `moves` moves of both;
    /// `None` without a limit.
    #[must_use]
    pub fn budget(&self, color: Color, area: usize, moves: usize) -> Option<Duration> {
        let moves_left = expected_moves_left(area, moves);
        self.left[color].map(|left| budget(&self.system, left, area, moves_left))
    }
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

    /// Plays `moves` own moves that each take their budget and `extra`; the time used in all, or
    /// `None` if the flag fell. An arbiter of its own keeps the real time.
    fn play(system: TimeSystem, area: usize, moves: usize, extra: Duration) -> Option<Duration> {
        let mut clock = Clock::new(system);
        let mut total = Duration::ZERO;
        let mut real = clock.left(Color::Black)?;
        for number in 0..moves {
            let used = clock.budget(Color::Black, area, 2 * number)? + extra;
            total += used;
            let lost = match (real, system) {
                (
                    Left::Main(time),
                    TimeSystem::ByoYomi {
                        period, periods, ..
                    },
                ) => used > time + period * periods,
                (Left::Main(time), TimeSystem::Canadian { period, .. }) => used > time + period,
                (Left::Main(time), _) => used > time,
                (Left::Overtime { time, count }, TimeSystem::ByoYomi { period, .. }) => {
                    used > time + period * (count - 1)
                }
                (Left::Overtime { time, .. }, _) => used > time,
            };
            if lost {
                return None;
            }
            real = real.after(&system, used);
            clock.spend(Color::Black, used);
        }
        Some(total)
    }

    #[test]
    fn never_loses_on_time() {
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
                    most: None,
                    most_a_move: None,
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
                    most: Some(s(10)),
                    most_a_move: Some(s(3)),
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
    fn uses_what_it_has() {
        let used = play(TimeSystem::Absolute { main: s(5) }, 81, 40, ms(5)).expect("in time");
        assert!(used > s(2), "{used:?}");
        let used = play(TimeSystem::Absolute { main: s(1800) }, 361, 130, ms(5)).expect("in time");
        assert!(used > s(1300), "{used:?}");
        let used = play(TimeSystem::gtp(s(0), s(1), 1), 81, 10, ms(0)).expect("in time");
        assert_eq!(used, s(8));
    }

    #[test]
    fn settings_of_gtp() {
        assert_eq!(TimeSystem::gtp(s(0), s(1), 0), TimeSystem::Unlimited);
        assert_eq!(
            TimeSystem::gtp(s(60), s(0), 0),
            TimeSystem::Absolute { main: s(60) }
        );
        assert_eq!(
            TimeSystem::gtp(s(60), s(0), 25),
            TimeSystem::Absolute { main: s(60) }
        );
        let clock = Clock::new(TimeSystem::gtp(s(0), s(5), 3));
        assert_eq!(
            clock.left(Color::White),
            Some(Left::Overtime {
                time: s(5),
                count: 3
            })
        );
        assert_eq!(Clock::default().budget(Color::Black, 81, 0), None);
    }

    #[test]
    fn accounts() {
        let system = TimeSystem::ByoYomi {
            main: s(10),
            period: s(5),
            periods: 3,
        };
        let mut clock = Clock::new(system);
        clock.spend(Color::Black, s(4));
        assert_eq!(clock.left(Color::Black), Some(Left::Main(s(6))));
        clock.spend(Color::Black, s(8));
        assert_eq!(
            clock.left(Color::Black),
            Some(Left::Overtime {
                time: s(5),
                count: 3
            })
        );
        clock.spend(Color::Black, s(12));
        assert_eq!(
            clock.left(Color::Black),
            Some(Left::Overtime {
                time: s(5),
                count: 1
            })
        );
        assert_eq!(clock.left(Color::White), Some(Left::Main(s(10))));

        let mut clock = Clock::new(TimeSystem::gtp(s(1), s(10), 2));
        clock.spend(Color::White, s(3));
        assert_eq!(
            clock.left(Color::White),
            Some(Left::Overtime {
                time: s(8),
                count: 1
            })
        );
        clock.spend(Color::White, s(3));
        assert_eq!(
            clock.left(Color::White),
            Some(Left::Overtime {
                time: s(10),
                count: 2
            })
        );
        clock.set_left(Color::White, s(7), 1);
        assert_eq!(
            clock.left(Color::White),
            Some(Left::Overtime {
                time: s(7),
                count: 1
            })
        );
        clock.restart();
        assert_eq!(clock.left(Color::White), Some(Left::Main(s(1))));
    }

    #[test]
    fn time_that_only_the_client_knows_of() {
        let mut clock = Clock::default();
        clock.set_left(Color::Black, s(60), 0);
        let time = clock.budget(Color::Black, 81, 0).expect("a limit");
        assert!(time > ms(500) && time < s(3), "{time:?}");
        clock.set_left(Color::Black, ms(20), 0);
        assert_eq!(clock.budget(Color::Black, 81, 0), Some(Duration::ZERO));
    }
}
