//! Lines of GTP and the values in them.

use std::time::Duration;

use halfpoint_core::board::Size;
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::{self, BoardSize};
use halfpoint_engine::clock::{Clock, TimeSystem};
use halfpoint_gtp::grammar::{self, LineError};

/// Checks the reading of a line of GTP and of each word in it. The length of the input gives the
/// side of the board.
///
/// # Panics
/// If a property does not hold.
pub fn line(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let _ = grammar::is_interrupt(&text);
    let clean = grammar::preprocess(&text);
    assert!(!clean.contains(char::is_control) && !clean.contains('#'));
    assert_eq!(grammar::preprocess(&clean), clean);
    let first = clean.split(' ').next().unwrap_or("");
    let is_number = !first.is_empty() && first.bytes().all(|byte| byte.is_ascii_digit());
    match grammar::line(&clean) {
        Err(LineError::Empty) => assert!(clean.is_empty()),
        Err(LineError::IdTooLarge) => assert!(is_number && first.parse::<i32>().is_err()),
        Ok(line) => {
            assert_eq!(line.id.is_some(), is_number);
            assert!(line.id.is_none_or(|id| first.parse() == Ok(id)));
            let id = line.id.map(|id| id.to_string()).unwrap_or_default();
            let again = format!("{id} {} {}", line.name, line.arguments);
            let again = grammar::preprocess(&again);
            assert_eq!(grammar::line(&again), Ok(line));
            whole(line.arguments);
            for word in grammar::arguments(line.arguments) {
                assert!(!word.is_empty() && !word.contains(' '));
                whole(word);
                vertex(Size::square(1 + data.len() % 25), word);
            }
        }
    }
}

/// Checks that a point is read from its own name, and otherwise only from spellings of it with
/// small letters or leading zeros.
fn vertex(size: Size, word: &str) {
    let point = grammar::whole(grammar::vertex(size), word);
    if let Some(point) = point {
        let name = notation::vertex(size, point);
        assert_eq!(grammar::whole(grammar::vertex(size), &name), Some(point));
        assert!(word.ends_with(&name[1..]));
        assert!(word[..1].eq_ignore_ascii_case(&name[..1]));
    }
    assert_eq!(notation::parse_vertex(size, word), point);
    let _ = grammar::whole(grammar::play(size), word);
    let _ = grammar::whole(grammar::color, word);
}

/// Checks that values printed from a text are read back unchanged.
fn whole(text: &str) {
    if let Some(number) = grammar::whole(grammar::int, text) {
        assert!(number <= grammar::MAX_INT);
        assert_eq!(grammar::whole(grammar::seed, text), Some(number.into()));
    }
    if let Some(time) = grammar::whole(grammar::seconds, text) {
        assert!(time <= Duration::from_secs(1_000_000_000));
    }
    if let Ok(number) = text.parse::<HalfPoints>() {
        assert!(number.abs().halves() <= 2 * HalfPoints::MAX_KOMI_POINTS);
        assert_eq!(number.to_string().parse(), Ok(number));
        assert_eq!(HalfPoints::from_halves(number.halves()), number);
    }
    if let Ok(size) = text.parse::<BoardSize>() {
        assert_eq!(size.to_string().parse(), Ok(size));
    }
    if let Ok(system) = text.parse::<TimeSystem>() {
        let again: TimeSystem = system.to_string().parse().expect("our own words");
        assert_eq!(again.to_string(), system.to_string());
        clock(system, text.len());
    }
}

/// Checks that a clock goes on however much time is used, and that the budget of a move stays
/// within what is left.
fn clock(system: TimeSystem, moves: usize) {
    use halfpoint_core::board::Color::{Black, White};
    use halfpoint_engine::player::budget::{USUAL_LAG, for_move};

    let mut clock = Clock::new(system);
    for (number, used) in [0.0, 0.001, 1.0, 3.7, 86_400.0, 1e9]
        .into_iter()
        .enumerate()
    {
        let allowance = clock.left(Black).map(|left| left.allowance(&system));
        let time = for_move(&clock, Black, 361, moves + number, USUAL_LAG);
        assert_eq!(time.is_some(), allowance.is_some());
        assert!(time <= allowance, "{time:?} of {allowance:?}");
        clock.spend(Black, Duration::from_secs_f64(used));
        clock.set_left(White, Duration::from_secs_f64(used), number as u32);
        let _ = for_move(&clock, White, 361, moves, USUAL_LAG);
    }
}
