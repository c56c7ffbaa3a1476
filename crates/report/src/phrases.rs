//! Phrases that tables and texts share: the end of a game, the condition of a count, lists
//! of stones, amounts, numbers with their nouns.

use halfpoint_core::board::{Board, Color, PointSet};
use halfpoint_core::game::{CountedEnd, Game, GameEnd};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::vertex;

/// Condition under which the count of an unfinished game holds: both sides pass.
pub const AS_IF_PASSED: &str = "as if both passed now";
/// Condition of a count if no pass could end the game.
pub const AS_IT_STANDS: &str = "of the board as it stands";
/// Maximum number of stones that are named one by one.
const MAX_NAMED: usize = 12;

/// The condition under which a game that is not over is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Condition {
    /// A sign for the condition beside a result, if there is no room for words.
    pub mark: &'static str,
    /// The condition in words.
    pub words: &'static str,
}

/// Returns the condition under which a game is counted; `None` if the players ended it.
#[must_use]
pub fn condition(game: &Game) -> Option<Condition> {
    let (mark, words) = match game.counted_end() {
        CountedEnd::Played => return None,
        CountedEnd::PassedOut => ("*", AS_IF_PASSED),
        CountedEnd::AsItStands => ("+", AS_IT_STANDS),
    };
    Some(Condition { mark, words })
}

/// Lists stones by name, or counts them if there are more than twelve.
#[must_use]
pub fn stones(board: &Board, stones: &PointSet) -> String {
    let count = |color| {
        stones
            .iter()
            .filter(|&p| board.get(p) == Some(color))
            .count()
    };
    let [black, white] = Color::BOTH.map(count);
    if black + white > MAX_NAMED {
        return match [black, white] {
            [black, 0] => format!("{black} black stones"),
            [0, white] => format!("{white} white stones"),
            [black, white] => format!("{black} black and {white} white stones"),
        };
    }
    let names: Vec<String> = stones.iter().map(|p| vertex(board.size(), p)).collect();
    names.join(" ")
}

/// Formats a number with its noun: `1 pass`, `2 passes`.
#[must_use]
pub fn number(count: usize, one: &str, more: &str) -> String {
    let noun = if count == 1 { one } else { more };
    format!("{count} {noun}")
}

/// Formats an absolute amount in words: `half a point`, `1 point`, `1.5 points`.
#[must_use]
pub fn points(amount: HalfPoints) -> String {
    match amount.abs() {
        HalfPoints::ZERO => "nothing".to_string(),
        HalfPoints::HALF => "half a point".to_string(),
        HalfPoints::ONE => "1 point".to_string(),
        amount => format!("{amount} points"),
    }
}

/// Formats an absolute amount as people say it: `half a point`, `1 point`, `6½ points`.
#[must_use]
pub(crate) fn half_points(amount: HalfPoints) -> String {
    let halves = amount.abs().halves();
    match (halves / 2, halves % 2) {
        (0, 1) => "half a point".to_string(),
        (whole, 1) => format!("{whole}½ points"),
        (whole, _) => number(whole as usize, "point", "points"),
    }
}

/// Joins parts of a list as a sentence does: `a, b and c`.
#[must_use]
pub(crate) fn all_of(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [others @ .., last] => format!("{} and {last}", others.join(", ")),
    }
}

/// Returns a text with a capital letter at its start.
#[must_use]
pub(crate) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// Describes how a game ended.
#[must_use]
pub fn ending(over: Option<GameEnd>) -> &'static str {
    match over {
        None => "not over",
        Some(GameEnd::Passes) => "ended by passes",
        Some(GameEnd::Draw) => "ended by a declared draw",
        Some(GameEnd::Resign(Color::Black)) => "Black resigned",
        Some(GameEnd::Resign(Color::White)) => "White resigned",
        Some(GameEnd::Void) => "void by repetition",
        Some(GameEnd::NoMove(Color::Black)) => "Black could not move",
        Some(GameEnd::NoMove(Color::White)) => "White could not move",
    }
}
