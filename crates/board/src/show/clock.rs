//! Stages of a clock that the page counts down. It decides nothing.

use std::time::Duration;

use halfpoint_core::board::Color;
use halfpoint_engine::clock::{Clock, Left, TimeSystem};

use crate::wire::{ClockStage, Pair};

/// Maximum number of stages that are listed: of many periods only the first ones and the last.
const MAX_STAGES: u32 = 30;

/// Returns the stages through which the time of each side runs while it thinks.
pub fn view(clock: &Clock) -> Pair<Vec<ClockStage>> {
    let of = |color| clock.left(color).map(|left| stages(clock.system(), left));
    Color::BOTH
        .map(|color| of(color).unwrap_or_default())
        .into()
}

/// Returns what a side that begins to think with `left` sees on its clock: the seconds of each
/// stage and the words beside them. At the end of the last stage its time is up.
fn stages(system: &TimeSystem, left: Left) -> Vec<ClockStage> {
    let total = left.allowance(system);
    let mut passed = Duration::ZERO;
    let mut stages = Vec::new();
    let mut stage = |time: Duration, words: String| {
        stages.push(ClockStage {
            seconds: time.as_secs_f64(),
            words,
        });
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::SYSTEMS;

    fn begun(system: &str) -> Clock {
        Clock::new(system.parse().expect("a time system"))
    }

    #[test]
    fn stages_last_as_long_as_the_next_move_may_take() {
        for system in SYSTEMS {
            let mut clock = begun(system);
            for used in [0, 7, 70, 9] {
                let left = clock.left(Color::Black).expect("a limit");
                let stages = stages(clock.system(), left);
                let sum: f64 = stages.iter().map(|stage| stage.seconds).sum();
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
        let stages = stages(clock.system(), left);
        let words: Vec<&str> = stages.iter().map(|stage| stage.words.as_str()).collect();
        assert_eq!(words, ["", "3 periods", "2 periods", "last period"]);
    }
}
