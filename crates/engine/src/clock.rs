//! The clock: time settings, and the time that each side has left. It is independent of rules and
//! moves.

mod text;

pub use text::{MAX_SECONDS, NAMES, ParseTimeError};

use std::fs::Metadata;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use halfpoint_core::board::Color;

/// Returns the time of day in seconds since 1970 (UTC). Meant for records alone, since the system
/// time may jump.
#[must_use]
pub fn seconds_since_1970() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |time| time.as_secs())
}

/// Returns how long ago a file was changed, by the time of day; `None` if that is not known or lies
/// in the future.
#[must_use]
pub fn age_of(file: &Metadata) -> Option<Duration> {
    SystemTime::now().duration_since(file.modified().ok()?).ok()
}

/// System by which time is allotted to the players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeSystem {
    /// No limit.
    #[default]
    Unlimited,
    /// A fixed time for all moves.
    Absolute {
        /// Time for the game.
        main: Duration,
    },
    /// Main time, then periods, each of which is restored after a move made within it.
    ByoYomi {
        /// Time before the first period.
        main: Duration,
        /// Length of a period.
        period: Duration,
        /// Number of periods, at least 1.
        periods: u32,
    },
    /// Main time, then blocks of time, each for a number of moves.
    Canadian {
        /// Time before the first block.
        main: Duration,
        /// Length of a block.
        period: Duration,
        /// Moves to make in a block, at least 1.
        stones: u32,
    },
    /// Main time, to which every move adds some.
    Fischer {
        /// Time at the start.
        main: Duration,
        /// Time that a move adds.
        increment: Duration,
        /// Maximum time that a player may have saved; `None` for no such bound.
        max_saved: Option<Duration>,
        /// Maximum time for one move; `None` for no such bound.
        max_a_move: Option<Duration>,
    },
}

impl TimeSystem {
    /// Returns the system that GTP's `time_settings` specifies. Overtime with no moves to make in
    /// it means no limit; no overtime means that the main time is all.
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

    /// Returns the time that a player has at the start of a game; `None` without a limit.
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

    /// Returns the time that a player has when the main time is used up.
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

    /// Returns the length of a period of overtime; `None` without overtime.
    #[must_use]
    pub fn period(&self) -> Option<Duration> {
        match *self {
            TimeSystem::ByoYomi { period, .. } | TimeSystem::Canadian { period, .. } => {
                Some(period)
            }
            TimeSystem::Unlimited | TimeSystem::Absolute { .. } | TimeSystem::Fischer { .. } => {
                None
            }
        }
    }

    /// Returns the main time; `None` without a limit.
    #[must_use]
    pub fn main(&self) -> Option<Duration> {
        match *self {
            TimeSystem::Unlimited => None,
            TimeSystem::Absolute { main }
            | TimeSystem::ByoYomi { main, .. }
            | TimeSystem::Canadian { main, .. }
            | TimeSystem::Fischer { main, .. } => Some(main),
        }
    }
}

/// Time that a player has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    /// Main time.
    Main(Duration),
    /// Time in a period of overtime.
    Overtime {
        /// Time left in this period.
        time: Duration,
        /// Moves still to make in it; for byo-yomi the periods left, this one included.
        count: u32,
    },
}

impl Left {
    /// Returns the maximum time that the next move may take.
    #[must_use]
    pub fn allowance(self, system: &TimeSystem) -> Duration {
        match (self, *system) {
            (
                Left::Main(time),
                TimeSystem::ByoYomi {
                    period, periods, ..
                },
            ) => time + period * periods,
            (Left::Main(time), TimeSystem::Canadian { period, .. }) => time + period,
            (
                Left::Main(time),
                TimeSystem::Fischer {
                    max_a_move: Some(max),
                    ..
                },
            ) => time.min(max),
            (Left::Main(time), _) => time,
            (Left::Overtime { time, count }, TimeSystem::ByoYomi { period, .. }) => {
                time + period * count.saturating_sub(1)
            }
            (Left::Overtime { time, .. }, _) => time,
        }
    }

    /// Returns the time that remains after a move that took `used`.
    #[must_use]
    pub fn after(self, system: &TimeSystem, used: Duration) -> Left {
        match self {
            Left::Main(time) => match *system {
                TimeSystem::Fischer {
                    increment,
                    max_saved,
                    ..
                } => {
                    let saved = time.saturating_sub(used).saturating_add(increment);
                    Left::Main(max_saved.map_or(saved, |max| saved.min(max)))
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
                    // This period, if it was too short for the move, and each further one that was
                    // used up completely. Computed without a loop, since a period may be as short
                    // as a nanosecond.
                    let gone = match used.checked_sub(time) {
                        None | Some(Duration::ZERO) => 0,
                        Some(over) => over
                            .as_nanos()
                            .saturating_sub(1)
                            .checked_div(period.as_nanos())
                            .unwrap_or(0)
                            .saturating_add(1),
                    };
                    let gone = u32::try_from(gone).unwrap_or(u32::MAX);
                    Left::Overtime {
                        time: period,
                        count: count.saturating_sub(gone).max(1),
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

/// A clock for both players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    system: TimeSystem,
    left: [Option<Left>; 2],
}

impl Clock {
    /// Creates a clock with both players at the start.
    #[must_use]
    pub fn new(system: TimeSystem) -> Clock {
        Clock {
            system,
            left: [system.start(); 2],
        }
    }

    /// Returns whether time that the next move of a player does not take is left for later ones:
    /// not in byo-yomi, nor at the last move of a period.
    #[must_use]
    pub fn carries_over(&self, color: Color) -> bool {
        match self.left(color) {
            None => false,
            Some(Left::Main(_)) => true,
            Some(Left::Overtime { count, .. }) => {
                // The count of byo-yomi is that of its periods.
                count > 1 && !matches!(self.system, TimeSystem::ByoYomi { .. })
            }
        }
    }

    /// Returns the time system.
    #[must_use]
    pub fn system(&self) -> &TimeSystem {
        &self.system
    }

    /// Returns the time that a player has left; `None` without a limit.
    #[must_use]
    pub fn left(&self, color: Color) -> Option<Left> {
        self.left[color]
    }

    /// Resets both players to the start.
    pub fn restart(&mut self) {
        *self = Clock::new(self.system);
    }

    /// Sets the time that a player has left, as a client reports it: `count` is 0 in main time,
    /// else the number of moves (or byo-yomi periods) left. No time in no moves is no limit where
    /// the system has none.
    pub fn set_left(&mut self, color: Color, time: Duration, count: u32) {
        if self.system == TimeSystem::Unlimited && time.is_zero() && count == 0 {
            return;
        }
        self.left[color] = Some(match count {
            0 => Left::Main(time),
            _ => Left::Overtime { time, count },
        });
    }

    /// Subtracts the time of a move.
    pub fn spend(&mut self, color: Color, used: Duration) {
        if let Some(left) = &mut self.left[color] {
            *left = left.after(&self.system, used);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn s(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn no_time_in_no_moves_is_no_limit_where_there_is_none() {
        for (system, is_limited) in [
            (TimeSystem::Unlimited, false),
            (TimeSystem::Absolute { main: s(9) }, true),
        ] {
            let mut clock = Clock::new(system);
            clock.set_left(Color::Black, s(0), 0);
            assert_eq!(
                clock.left(Color::Black),
                is_limited.then_some(Left::Main(s(0)))
            );
            clock.set_left(Color::Black, s(3), 0);
            assert_eq!(clock.left(Color::Black), Some(Left::Main(s(3))));
        }
    }

    #[test]
    fn gtp_time_settings_give_the_specified_system() {
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
    }

    #[test]
    fn every_listed_name_is_that_of_a_time_system() {
        for name in NAMES {
            let texts = ["", " 9", " 9 2", " 9 2 3", " 9 2 30 4"].map(|end| format!("{name}{end}"));
            let systems = texts
                .iter()
                .filter_map(|text| text.parse::<TimeSystem>().ok());
            assert_eq!(systems.count(), 1, "{name}");
        }
    }

    #[test]
    fn caps_of_fischer_time_are_left_out_by_zero_and_by_negative_numbers() {
        let capped = |caps: &str| format!("fischer-capped 60 5 {caps}").parse();
        let with = |max_saved, max_a_move| {
            Ok(TimeSystem::Fischer {
                main: s(60),
                increment: s(5),
                max_saved,
                max_a_move,
            })
        };
        for (caps, system) in [
            ("120 20", with(Some(s(120)), Some(s(20)))),
            ("120 -1", with(Some(s(120)), None)),
            ("-0.5 20", with(None, Some(s(20)))),
            ("0 0", with(None, None)),
            ("2147483647 -1", with(Some(s(2_147_483_647)), None)),
            ("-1", Err(ParseTimeError)),
            ("--1 -1", Err(ParseTimeError)),
            ("- -1", Err(ParseTimeError)),
            ("2147483648 -1", Err(ParseTimeError)),
        ] {
            assert_eq!(capped(caps), system, "{caps}");
        }
    }

    #[test]
    fn clocks_account_for_byo_yomi_and_canadian_overtime() {
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

        let system = "byoyomi 0 0.000000001 4294967295".parse();
        let mut clock = Clock::new(system.expect("a system"));
        for (used, count) in [(1, u32::MAX), (2, u32::MAX - 1), (11, u32::MAX - 11)] {
            clock.spend(Color::Black, Duration::from_nanos(used));
            let time = Duration::from_nanos(1);
            let left = Some(Left::Overtime { time, count });
            assert_eq!(clock.left(Color::Black), left);
        }
        clock.spend(Color::Black, s(86_400));
        let left = clock.left(Color::Black);
        assert!(matches!(left, Some(Left::Overtime { count: 1, .. })));

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
    fn time_systems_survive_a_round_trip_through_text() {
        for text in [
            "none",
            "move 0.5",
            "absolute 300",
            "byoyomi 60 10 5",
            "canadian 0 30 25",
            "canadian 60 30 1",
            "fischer 5 0.1",
            "fischer-capped 5 1 10 0",
        ] {
            let system: TimeSystem = text.parse().expect(text);
            assert_eq!(system.to_string(), text);
        }
        for text in [
            "",
            "move",
            "move -1",
            "move 1e9",
            "absolute .5",
            "absolute inf",
            "byoyomi 1 1 0",
            "canadian 1 1",
            "sundial 3",
        ] {
            assert_eq!(text.parse::<TimeSystem>(), Err(ParseTimeError), "{text}");
        }
    }

    #[test]
    fn time_is_left_for_later_moves_but_at_the_last_one_of_a_period() {
        for (system, spent, expected) in [
            ("none", 0, false),
            ("move 1", 0, false),
            ("absolute 60", 0, true),
            ("fischer 5 1", 0, true),
            ("byoyomi 60 10 6", 0, true),
            ("byoyomi 60 10 6", 65, false),
            ("canadian 0 30 2", 0, true),
            ("canadian 0 30 2", 5, false),
        ] {
            let mut clock = Clock::new(system.parse().expect(system));
            if spent > 0 {
                clock.spend(Color::Black, s(spent));
            }
            let found = clock.carries_over(Color::Black);
            assert_eq!(found, expected, "{system} after {spent} s");
        }
    }

    /// With a minute of main time and six periods of ten seconds, checks the time left after a move
    /// of the given seconds, and the maximum time for the next move.
    #[test]
    fn a_period_that_runs_out_is_spent() {
        let system: TimeSystem = "byoyomi 60 10 6".parse().expect("a time system");
        let overtime = |count| Left::Overtime { time: s(10), count };
        for (used, left, allowance) in [
            // In main time, up to its last second.
            (59, Left::Main(s(1)), 61),
            (60, overtime(6), 60),
            // A move within the period restores it.
            (61, overtime(6), 60),
            (70, overtime(6), 60),
            // Each period that runs out is spent.
            (71, overtime(5), 50),
            (81, overtime(4), 40),
            (91, overtime(3), 30),
            (101, overtime(2), 20),
            (111, overtime(1), 10),
            (120, overtime(1), 10),
        ] {
            let mut clock = Clock::new(system);
            let at_start = clock.left(Color::Black).expect("a limit");
            assert_eq!(at_start.allowance(&system), s(120));
            clock.spend(Color::Black, s(used));
            let after = clock.left(Color::Black).expect("a limit");
            assert_eq!(after, left, "{used}");
            assert_eq!(after.allowance(&system), s(allowance), "{used}");
        }
        // A move of 15 seconds spends one period; a move of 10 seconds spends none.
        let mut clock = Clock::new(system);
        clock.spend(Color::Black, s(60));
        for left in (1..6).rev() {
            clock.spend(Color::Black, s(15));
            assert_eq!(clock.left(Color::Black), Some(overtime(left)));
            clock.spend(Color::Black, s(10));
            assert_eq!(clock.left(Color::Black), Some(overtime(left)));
        }
    }

    #[test]
    fn a_block_is_renewed_after_its_last_stone() {
        let system: TimeSystem = "canadian 60 100 25".parse().expect("a time system");
        let mut clock = Clock::new(system);
        let block = |time, count| {
            Some(Left::Overtime {
                time: s(time),
                count,
            })
        };
        // The move that uses up the main time is the first stone of the first block.
        clock.spend(Color::Black, s(61));
        assert_eq!(clock.left(Color::Black), block(99, 24));
        for _ in 0..23 {
            clock.spend(Color::Black, s(4));
        }
        assert_eq!(clock.left(Color::Black), block(7, 1));
        // The rest of a block is lost with its last stone. Five more blocks follow.
        clock.spend(Color::Black, s(7));
        for _ in 0..5 {
            assert_eq!(clock.left(Color::Black), block(100, 25));
            for _ in 0..25 {
                clock.spend(Color::Black, s(4));
            }
        }
        let left = clock.left(Color::Black).expect("a limit");
        assert_eq!(Some(left), block(100, 25));
        // A stone may take all of the block, and no more.
        assert_eq!(left.allowance(&system), s(100));
        clock.spend(Color::Black, s(100));
        let left = clock.left(Color::Black).expect("a limit");
        assert_eq!(left.allowance(&system), s(0));
    }

    #[test]
    fn allowances_are_the_time_up_to_the_flag() {
        let all = |text: &str, used: u64| {
            let system: TimeSystem = text.parse().expect(text);
            let mut clock = Clock::new(system);
            clock.spend(Color::Black, s(used));
            clock.left(Color::Black).map(|left| left.allowance(&system))
        };
        assert_eq!(all("none", 3), None);
        assert_eq!(all("absolute 10", 3), Some(s(7)));
        assert_eq!(all("move 2", 1), Some(s(2)));
        assert_eq!(all("byoyomi 10 5 3", 3), Some(s(22)));
        assert_eq!(all("byoyomi 10 5 3", 16), Some(s(10)));
        assert_eq!(all("canadian 10 20 4", 3), Some(s(27)));
        assert_eq!(all("canadian 10 20 4", 13), Some(s(17)));
        assert_eq!(all("fischer 10 2", 3), Some(s(9)));
        assert_eq!(all("fischer-capped 10 2 0 4", 3), Some(s(4)));
    }
}
