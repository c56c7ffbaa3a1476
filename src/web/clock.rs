//! Clocks of a game: the arithmetic of [`halfpoint_engine::clock`] for the page.
//!
//! The clock travels with the game, as everything does: a request has the time that each side has
//! left, and the answer to a move the time after it. The page counts down the stages that a view
//! lists, and decides nothing.

use std::sync::Arc;
use std::time::Duration;

use axum::routing::post;
use axum::{Json, Router};
use halfpoint_core::board::Color;
use halfpoint_core::excerpt::excerpt;
use halfpoint_core::notation::parse_color;
use halfpoint_engine::clock::{Clock, Left, MAX_SECONDS, TimeSystem};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::api::{Refusal, Server};
use super::sent::Sent;

/// Maximum number of stages that are listed: of many periods only the first ones and the last.
const MAX_STAGES: u32 = 30;

/// A clock in JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockText {
    /// Time system in the words of `kata-time_settings`.
    pub system: String,
    /// Seconds that each side has left, and the moves or periods left in overtime, 0 in main time;
    /// absent at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<Sides>,
}

/// Time that each side has left.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sides {
    /// Black's time.
    pub black: (f64, u32),
    /// White's time.
    pub white: (f64, u32),
}

impl ClockText {
    /// Returns the clock.
    ///
    /// # Errors
    /// If the system or a time is impossible, in words.
    pub fn read(&self) -> Result<Clock, String> {
        let system: TimeSystem = self
            .system
            .parse()
            .map_err(|error| format!("clock: {} is {error}", excerpt(&self.system)))?;
        let mut clock = Clock::new(system);
        let Some(left) = &self.left else {
            return Ok(clock);
        };
        for (color, (seconds, count)) in [(Color::Black, left.black), (Color::White, left.white)] {
            if !(0.0..=MAX_SECONDS).contains(&seconds) {
                return Err("clock: a time has 0 to 2147483647 seconds".to_string());
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
        let [black, white] = Color::BOTH.map(side);
        ClockText {
            system: clock.system().to_string(),
            left: Some(Sides { black, white }),
        }
    }
}

/// Returns the stages through which the time of each side runs while it thinks.
pub fn view(clock: &Clock) -> Value {
    let [black, white] = Color::BOTH.map(|color| match clock.left(color) {
        None => Vec::new(),
        Some(left) => stages(clock.system(), left),
    });
    json!({ "black": black, "white": white })
}

/// Returns what a side that begins to think with `left` sees on its clock: the seconds of each
/// stage and the words beside them. At the end of the last stage its time is up.
fn stages(system: &TimeSystem, left: Left) -> Vec<Value> {
    let total = left.allowance(system);
    let mut passed = Duration::ZERO;
    let mut stages = Vec::new();
    let mut stage = |time: Duration, words: String| {
        stages.push(json!({ "seconds": time.as_secs_f64(), "words": words }));
    };
    let periods_left = |count: u32| match count {
        1 => "last period".to_string(),
        count => format!("{count} periods"),
    };
    match (left, *system) {
        (Left::Overtime { time, count }, TimeSystem::Canadian { .. }) => {
            stage(time, format!("{count} to play"));
            return stages;
        }
        (Left::Overtime { time, count }, _) => {
            stage(time, periods_left(count));
            passed += time;
        }
        (Left::Main(time), TimeSystem::Fischer { .. }) => {
            stage(time.min(total), String::new());
            return stages;
        }
        (Left::Main(time), _) => {
            stage(time, String::new());
            passed += time;
        }
    }
    // Each further stage begins with the time that a move at its beginning would have left.
    for _ in 0..MAX_STAGES {
        if passed >= total {
            break;
        }
        match left.after(system, passed + Duration::from_nanos(1)) {
            Left::Overtime { time, count } => {
                let (time, words) = match *system {
                    TimeSystem::Canadian { period, stones, .. } => {
                        (period, format!("{stones} to play"))
                    }
                    _ => (time, periods_left(count)),
                };
                stage(time, words);
                passed += time;
            }
            Left::Main(_) => break,
        }
    }
    stages
}

/// Returns the route of the request.
pub fn routes() -> Router<Arc<Server>> {
    Router::new().route("/api/clock", post(spend))
}

/// Time that a side has used for a move.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Spent {
    clock: ClockText,
    color: String,
    seconds: f64,
}

/// Answers with the clock after a move, and whether the move came too late.
async fn spend(Sent(spent): Sent<Spent>) -> Result<Json<Value>, Refusal> {
    let mut clock = spent.clock.read().map_err(Refusal::because)?;
    let color = parse_color(&spent.color).ok_or_else(|| Refusal::because("no player"))?;
    if !(0.0..=MAX_SECONDS).contains(&spent.seconds) {
        return Err(Refusal::because("seconds: not a time"));
    }
    let used = Duration::from_secs_f64(spent.seconds);
    let is_late = clock
        .left(color)
        .is_some_and(|left| used > left.allowance(clock.system()));
    clock.spend(color, used);
    Ok(Json(
        json!({ "clock": ClockText::write(&clock), "late": is_late }),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SYSTEMS: [&str; 7] = [
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

    #[test]
    fn stages_last_as_long_as_the_next_move_may_take() {
        for system in SYSTEMS {
            let mut clock = begun(system);
            for used in [0, 7, 70, 9] {
                let left = clock.left(Color::Black).expect("a limit");
                let stages = stages(clock.system(), left);
                let sum: f64 = stages
                    .iter()
                    .filter_map(|stage| stage["seconds"].as_f64())
                    .sum();
                let allowance = left.allowance(clock.system()).as_secs_f64();
                assert!(
                    (sum - allowance).abs() < 1e-6,
                    "{system}: {sum} {allowance}"
                );
                clock.spend(Color::Black, Duration::from_secs(used));
            }
        }
    }

    #[test]
    fn stages_of_byo_yomi_count_the_periods_down() {
        let clock = begun("byoyomi 60 10 3");
        let left = clock.left(Color::White).expect("a limit");
        let words: Vec<Value> = stages(clock.system(), left)
            .into_iter()
            .map(|stage| stage["words"].clone())
            .collect();
        assert_eq!(words, ["", "3 periods", "2 periods", "last period"]);
    }
}
