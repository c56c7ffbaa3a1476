//! Clocks of the page as the times of a record, and back.
//!
//! The standard of records has no words for overtime. Read and written are those of most
//! programs: `3x30 byo-yomi`, `25/600 Canadian` and `10 fischer`; for Fischer time with limits
//! `10 fischer, saved at most 90, for a move at most 20`.

use std::time::Duration;

use halfpoint_core::board::Color;
use halfpoint_core::excerpt::excerpt;
use halfpoint_engine::clock::{Clock, Left, TimeSystem};
use halfpoint_sgf::{TimeLeft, Times};

use super::clock::{ClockText, SideTimes};
use super::error::RequestError;

/// Clock of a game that was read from a record.
#[derive(Debug, Default, PartialEq)]
pub struct RecordedClock {
    /// The clock at the end; `None` if the record has none that is understood.
    pub clock: Option<ClockText>,
    /// Time that each side has left after each move; `None` for a move without times.
    pub after: Vec<Option<SideTimes>>,
    /// Reason why the record's limits were left out.
    pub warning: Option<String>,
}

/// Returns the times of a record. `clock` is that at the end of the game, `after` the time that
/// each side has left after each move, of which the last may be missing. `movers` are the players
/// of the moves.
///
/// # Errors
/// If the clock or a time is impossible.
pub fn times(
    clock: &ClockText,
    after: &[Option<SideTimes>],
    movers: &[Color],
) -> Result<Times, RequestError> {
    let system = *clock.read()?.system();
    let mut times = Times {
        main: system.main(),
        overtime: overtime(&system),
        left: Vec::with_capacity(movers.len()),
    };
    let mut known = Clock::new(system);
    for (index, &mover) in movers.iter().enumerate() {
        let is_last = index + 1 == movers.len();
        let own = after.get(index).copied().flatten();
        let sides = own.or_else(|| clock.left.filter(|_| is_last));
        let Some(sides) = sides else {
            times.left.push([None; 2]);
            continue;
        };
        times.left.push(times_left(&mut known, sides, mover)?);
    }
    Ok(times)
}

/// Returns the times of a record after a move of `mover`, which leaves these to both sides. `known`
/// is the clock before, and then that after the move: the time of the other side is written only
/// if it has changed.
///
/// # Errors
/// If a time is impossible.
pub fn times_left(
    known: &mut Clock,
    sides: SideTimes,
    mover: Color,
) -> Result<[Option<TimeLeft>; 2], RequestError> {
    let text = ClockText {
        left: Some(sides),
        ..ClockText::write(known)
    };
    let before = std::mem::replace(known, text.read()?);
    Ok(Color::BOTH.map(|color| {
        let is_new = color == mover || known.left(color) != before.left(color);
        known.left(color).filter(|_| is_new).map(time_left)
    }))
}

fn time_left(left: Left) -> TimeLeft {
    match left {
        Left::Main(time) => TimeLeft { time, count: None },
        Left::Overtime { time, count } => TimeLeft {
            time,
            count: Some(count),
        },
    }
}

/// Returns the clock of a record with these times and a number of moves.
pub fn recorded_clock(times: &Times, moves: usize) -> RecordedClock {
    let system = match time_system(times) {
        Ok(Some(system)) => system,
        Ok(None) => return RecordedClock::default(),
        Err(text) => {
            return RecordedClock {
                warning: Some(format!(
                    "OT[{}] is not understood: the clock is left out",
                    excerpt(text)
                )),
                ..RecordedClock::default()
            };
        }
    };
    let mut clock = Clock::new(system);
    let mut after = Vec::with_capacity(moves);
    let mut begun = false;
    for index in 0..moves {
        let left = times.left.get(index).copied().unwrap_or_default();
        let sides = set_times(&mut clock, left);
        begun |= sides.is_some();
        after.push(sides);
    }
    let text = ClockText::write(&clock);
    RecordedClock {
        clock: Some(ClockText {
            left: text.left.filter(|_| begun),
            ..text
        }),
        after,
        warning: None,
    }
}

/// Sets a clock to the times that a record gives after a move. Returns the time that each side has
/// then, if the record gives any.
pub fn set_times(clock: &mut Clock, left: [Option<TimeLeft>; 2]) -> Option<SideTimes> {
    let has_overtime = matches!(
        clock.system(),
        TimeSystem::ByoYomi { .. } | TimeSystem::Canadian { .. }
    );
    for color in Color::BOTH {
        if let Some(TimeLeft { time, count }) = left[color] {
            clock.set_left(color, time, count.filter(|_| has_overtime).unwrap_or(0));
        }
    }
    let is_given = left != [None; 2];
    ClockText::write(clock).left.filter(|_| is_given)
}

/// Describes the overtime of a system in the words that records use; `None` if it has none.
fn overtime(system: &TimeSystem) -> Option<String> {
    let s = |time: Duration| time.as_secs_f64();
    match *system {
        TimeSystem::Unlimited | TimeSystem::Absolute { .. } => None,
        TimeSystem::ByoYomi {
            period, periods, ..
        } => Some(format!("{periods}x{} byo-yomi", s(period))),
        TimeSystem::Canadian { period, stones, .. } => {
            Some(format!("{stones}/{} Canadian", s(period)))
        }
        TimeSystem::Fischer {
            increment,
            max_saved: None,
            max_a_move: None,
            ..
        } => Some(format!("{} fischer", s(increment))),
        TimeSystem::Fischer {
            increment,
            max_saved,
            max_a_move,
            ..
        } => {
            let [saved, a_move] = [max_saved, max_a_move].map(|most| s(most.unwrap_or_default()));
            let increment = s(increment);
            Some(format!(
                "{increment} fischer, saved at most {saved}, for a move at most {a_move}"
            ))
        }
    }
}

/// Returns the time system of a record; `None` if it has none.
///
/// # Errors
/// The text of an overtime that is not understood.
fn time_system(times: &Times) -> Result<Option<TimeSystem>, &str> {
    let main = times.main.unwrap_or_default();
    let Some(text) = &times.overtime else {
        // Some programs write no time as the time 0.
        let system = (!main.is_zero()).then_some(TimeSystem::Absolute { main });
        return Ok(system);
    };
    let lower = text.to_lowercase();
    if ["none", "no", "-"].contains(&lower.as_str()) {
        return Ok((!main.is_zero()).then_some(TimeSystem::Absolute { main }));
    }
    let numbers = numbers(&lower);
    let words = match (divided(&lower), numbers.as_slice()) {
        (_, [increment, saved, a_move])
            if lower.contains("fischer") && lower.contains("at most") =>
        {
            format!(
                "fischer-capped {} {increment} {saved} {a_move}",
                main.as_secs_f64()
            )
        }
        (_, [increment]) if lower.contains("fischer") => {
            format!("fischer {} {increment}", main.as_secs_f64())
        }
        (Some('x'), [periods, period]) => {
            format!("byoyomi {} {period} {periods}", main.as_secs_f64())
        }
        (Some('/'), [stones, period]) => {
            format!("canadian {} {period} {stones}", main.as_secs_f64())
        }
        _ => return Err(text),
    };
    words.parse().map(Some).map_err(|_| text.as_str())
}

/// Returns the numbers of a text, as it writes them.
fn numbers(text: &str) -> Vec<&str> {
    let other = |c: char| !c.is_ascii_digit() && c != '.';
    let has_digit = |word: &&str| word.contains(|c: char| c.is_ascii_digit());
    text.split(other).filter(has_digit).collect()
}

/// Returns the sign after the first number of a text.
fn divided(text: &str) -> Option<char> {
    let digits = |c: char| c.is_ascii_digit();
    text.trim_start()
        .trim_start_matches(digits)
        .trim_start()
        .chars()
        .next()
}

#[cfg(test)]
mod tests {
    use halfpoint_core::board::Color::{Black, White};
    use halfpoint_core::game::{Game, Move};
    use halfpoint_core::half_points::HalfPoints;
    use halfpoint_core::rules::PRESETS;
    use halfpoint_sgf::{Info, read, write};

    use super::*;
    use crate::wire::Pair;

    const SYSTEMS: [&str; 9] = [
        "absolute 60",
        "byoyomi 60 10 3",
        "byoyomi 0 10 2",
        "canadian 60 30 5",
        "canadian 0 30 5",
        "move 30",
        "fischer 60 5.5",
        "fischer-capped 60 5 90 20",
        "fischer-capped 60 5 0 20",
    ];

    /// Plays four moves by clocks that spend these seconds, writes and reads the record, and
    /// compares.
    #[test]
    fn clocks_of_all_systems_are_read_as_they_were_written() {
        let preset = &PRESETS[1];
        for system in SYSTEMS {
            let mut clock = Clock::new(system.parse().expect("a time system"));
            let size = halfpoint_core::board::Size::square(5);
            let mut game = Game::new(preset.rules, size, HalfPoints::ZERO);
            let mut after = Vec::new();
            for (index, millis) in [1_250, 58_000, 70_001, 9_999].into_iter().enumerate() {
                let point = size.point(index, index).expect("a point");
                let mover = game.to_move();
                game.play(mover, &Move::Place(point)).expect("legal");
                clock.spend(mover, Duration::from_millis(millis));
                after.push(ClockText::write(&clock).left);
            }
            let text = ClockText::write(&clock);
            let movers = [Black, White, Black, White];
            let times = times(&text, &after, &movers).expect("times");
            let info = Info {
                times: Some(&times),
                ..Info::default()
            };
            let file = write(&game, preset.id, &info);
            let loaded = read(file.as_bytes(), preset.rules, HalfPoints::ZERO, None);
            let back = recorded_clock(&loaded.expect("a record").times, 4);
            assert_eq!(back.clock.as_ref(), Some(&text), "{file}");
            assert_eq!(back.after, after, "{file}");
            let again = super::times(&text, &back.after, &movers).expect("times");
            assert_eq!(again, times);
        }
    }

    #[test]
    fn moves_without_times_have_none_and_the_last_one_has_both_sides() {
        let text = ClockText {
            system: "fischer 60 5".to_string(),
            left: Some(Pair {
                black: (12.5, 0),
                white: (33.0, 0),
            }),
        };
        let times = times(&text, &[None, None], &[Black, White]).expect("times");
        let left = |millis| {
            Some(TimeLeft {
                time: Duration::from_millis(millis),
                count: None,
            })
        };
        assert_eq!(times.left, [[None; 2], [left(12_500), left(33_000)]]);
        let back = recorded_clock(&times, 2);
        assert_eq!(back.clock, Some(text));
        assert_eq!(back.after[0], None);
    }

    #[test]
    fn overtime_is_read_as_other_programs_write_it() {
        let read = |main: u64, overtime: Option<&str>| {
            let times = Times {
                main: Some(Duration::from_secs(main)),
                overtime: overtime.map(str::to_string),
                left: Vec::new(),
            };
            let clock = recorded_clock(&times, 0);
            clock.clock.map(|clock| clock.system).ok_or(clock.warning)
        };
        for (main, overtime, system) in [
            (1800, None, "absolute 1800"),
            (1800, Some("none"), "absolute 1800"),
            (1800, Some("5x30 byo-yomi"), "byoyomi 1800 30 5"),
            (0, Some("3 x 60"), "byoyomi 0 60 3"),
            (900, Some("25/600 Canadian"), "canadian 900 600 25"),
            (120, Some("30 fischer"), "fischer 120 30"),
        ] {
            assert_eq!(read(main, overtime).as_deref(), Ok(system), "{overtime:?}");
        }
        assert_eq!(read(0, None), Err(None));
        for bad in [
            "0x30 byo-yomi",
            "sudden death",
            "5x",
            "1e9/2",
            "30",
            "fischer",
        ] {
            let warning = read(60, Some(bad)).expect_err(bad).expect(bad);
            assert!(warning.contains("not understood"), "{warning}");
        }
    }

    #[test]
    fn numbers_of_periods_count_only_where_there_are_any() {
        let times = Times {
            main: Some(Duration::from_secs(60)),
            overtime: None,
            left: vec![[
                Some(TimeLeft {
                    time: Duration::from_secs(9),
                    count: Some(3),
                }),
                None,
            ]],
        };
        let clock = recorded_clock(&times, 1).clock.expect("a clock");
        assert_eq!(clock.left.expect("times").black, (9.0, 0));
    }
}
