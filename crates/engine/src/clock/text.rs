//! Time systems as text.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use super::TimeSystem;

/// Names of the time systems that GTP clients may set, in the order of KataGo's list.
pub const NAMES: [&str; 6] = [
    "none",
    "absolute",
    "byoyomi",
    "canadian",
    "fischer",
    "fischer-capped",
];

/// Error for a text that is not a time system.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "not `none`, `move S`, `absolute S`, `byoyomi MAIN PERIOD N`, `canadian MAIN PERIOD MOVES`, \
     `fischer MAIN INCREMENT` or `fischer-capped MAIN INCREMENT MOST MOST_A_MOVE`"
)]
pub struct ParseTimeError;

/// Parses the words of `kata-time_settings`, and `move S` for S seconds a move.
impl FromStr for TimeSystem {
    type Err = ParseTimeError;

    fn from_str(text: &str) -> Result<TimeSystem, ParseTimeError> {
        let mut words = text.split_ascii_whitespace();
        let name = words.next().unwrap_or("").to_ascii_lowercase();
        let numbers: Vec<&str> = words.collect();
        let count = |text: &str| match text.parse() {
            Ok(0) | Err(_) => Err(ParseTimeError),
            Ok(count) => Ok(count),
        };
        // A bound of zero stands for no bound, as a negative one does for KataGo.
        let cap = |text: &str| {
            let time = seconds(text.strip_prefix('-').unwrap_or(text))?;
            Ok((!time.is_zero() && !text.starts_with('-')).then_some(time))
        };
        Ok(match (name.as_str(), numbers.as_slice()) {
            ("none", []) => TimeSystem::Unlimited,
            ("move", [time]) => TimeSystem::Canadian {
                main: Duration::ZERO,
                period: seconds(time)?,
                stones: 1,
            },
            ("absolute", [main]) => TimeSystem::Absolute {
                main: seconds(main)?,
            },
            ("byoyomi", [main, period, periods]) => TimeSystem::ByoYomi {
                main: seconds(main)?,
                period: seconds(period)?,
                periods: count(periods)?,
            },
            ("canadian", [main, period, stones]) => TimeSystem::Canadian {
                main: seconds(main)?,
                period: seconds(period)?,
                stones: count(stones)?,
            },
            ("fischer", [main, increment]) => TimeSystem::Fischer {
                main: seconds(main)?,
                increment: seconds(increment)?,
                max_saved: None,
                max_a_move: None,
            },
            ("fischer-capped", [main, increment, max_saved, max_a_move]) => TimeSystem::Fischer {
                main: seconds(main)?,
                increment: seconds(increment)?,
                max_saved: cap(max_saved)?,
                max_a_move: cap(max_a_move)?,
            },
            _ => return Err(ParseTimeError),
        })
    }
}

/// Maximum time that a text may name, in seconds: 2³¹ − 1 (68 years), as KataGo asks of engines.
pub const MAX_SECONDS: f64 = 2_147_483_647.0;

/// Parses seconds: a decimal number without a sign, up to [`MAX_SECONDS`].
pub(super) fn seconds(text: &str) -> Result<Duration, ParseTimeError> {
    let plain = |c: char| c.is_ascii_digit() || c == '.';
    let number: f64 = match text.chars().all(plain) && text.starts_with(|c: char| c != '.') {
        true => text.parse().map_err(|_| ParseTimeError)?,
        false => return Err(ParseTimeError),
    };
    match number <= MAX_SECONDS {
        true => Ok(Duration::from_secs_f64(number)),
        false => Err(ParseTimeError),
    }
}

impl fmt::Display for TimeSystem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let s = |time: Duration| time.as_secs_f64();
        match *self {
            TimeSystem::Unlimited => write!(f, "none"),
            TimeSystem::Absolute { main } => write!(f, "absolute {}", s(main)),
            TimeSystem::ByoYomi {
                main,
                period,
                periods,
            } => write!(f, "byoyomi {} {} {periods}", s(main), s(period)),
            TimeSystem::Canadian {
                main,
                period,
                stones: 1,
            } if main.is_zero() => write!(f, "move {}", s(period)),
            TimeSystem::Canadian {
                main,
                period,
                stones,
            } => write!(f, "canadian {} {} {stones}", s(main), s(period)),
            TimeSystem::Fischer {
                main,
                increment,
                max_saved: None,
                max_a_move: None,
            } => write!(f, "fischer {} {}", s(main), s(increment)),
            TimeSystem::Fischer {
                main,
                increment,
                max_saved,
                max_a_move,
            } => {
                let [max_saved, max_a_move] =
                    [max_saved, max_a_move].map(|cap| s(cap.unwrap_or_default()));
                write!(
                    f,
                    "fischer-capped {} {} {max_saved} {max_a_move}",
                    s(main),
                    s(increment)
                )
            }
        }
    }
}
