//! Clocks of a game: the arithmetic of [`halfpoint_engine::clock`] for the page.
//!
//! The clock travels with the game, as everything does: a request has the time that each side has
//! left, and the answer to a move the time after it.

use std::time::Duration;

use halfpoint_core::board::Color;
use halfpoint_core::excerpt::excerpt;
use halfpoint_engine::clock::{Clock, Left, MAX_SECONDS, TimeSystem};
use serde::{Deserialize, Serialize};

use super::error::{RequestError, wrong};
use super::pair::Pair;

/// A clock in JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ClockText {
    /// Time system in the words of `kata-time_settings`.
    pub system: String,
    /// Seconds that each side has left, and the moves or periods left in overtime, 0 in main time;
    /// absent at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<SideTimes>,
}

/// Seconds that each side has left, and the moves or periods left in overtime.
pub type SideTimes = Pair<(f64, u32)>;

impl ClockText {
    /// Returns the clock.
    ///
    /// # Errors
    /// If the system or a time is impossible.
    pub fn read(&self) -> Result<Clock, RequestError> {
        let system = self.system.parse::<TimeSystem>();
        let system = system
            .map_err(|error| wrong("clock", format!("{} is {error}", excerpt(&self.system))))?;
        let mut clock = Clock::new(system);
        let Some(left) = &self.left else {
            return Ok(clock);
        };
        for (color, (seconds, count)) in [(Color::Black, left.black), (Color::White, left.white)] {
            if !(0.0..=MAX_SECONDS).contains(&seconds) {
                return Err(wrong("clock", "a time has 0 to 2147483647 seconds"));
            }
            if clock.left(color).is_some() {
                clock.set_left(color, Duration::from_secs_f64(seconds), count);
            }
        }
        Ok(clock)
    }

    /// Returns the text of a clock.
    pub fn write(clock: &Clock) -> ClockText {
        let side = |color| match clock.left(color) {
            None => (0.0, 0),
            Some(Left::Main(time)) => (time.as_secs_f64(), 0),
            Some(Left::Overtime { time, count }) => (time.as_secs_f64(), count),
        };
        ClockText {
            system: clock.system().to_string(),
            left: Some(Color::BOTH.map(side).into()),
        }
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// Time systems of each kind, with and without main time.
    pub const SYSTEMS: [&str; 7] = [
        "absolute 60",
        "byoyomi 60 10 3",
        "byoyomi 0 10 2",
        "canadian 60 30 5",
        "canadian 0 30 5",
        "fischer 60 5",
        "fischer-capped 60 5 90 20",
    ];

    fn begun(system: &str) -> Clock {
        let text = ClockText {
            system: system.to_string(),
            left: None,
        };
        text.read().expect("a clock")
    }

    #[test]
    fn clocks_are_read_as_they_were_written() {
        for system in SYSTEMS {
            let mut clock = begun(system);
            for tenths in [0, 5, 31, 120, 700] {
                let read = ClockText::write(&clock).read().expect("a clock");
                assert_eq!(read, clock, "{system}");
                clock.spend(Color::Black, Duration::from_millis(100 * tenths));
            }
        }
        for bad in ["sundial", "absolute", "byoyomi 1 2"] {
            let text = ClockText {
                system: bad.to_string(),
                left: None,
            };
            assert!(text.read().is_err(), "{bad}");
        }
    }
}
