//! The current score of a spare-move game by search.

use std::time::Instant;

use halfpoint_core::game::Game;
use halfpoint_core::rules::{MAX_BOWL_HANDICAP, ScoringRule};

use super::solve::{Limits, value};

/// The farthest from the first guess that a score is looked for.
const FARTHEST: i32 = 60;

/// What search says of the current score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Current {
    /// So many prisoners make it a draw: added to White's bowl if positive, to Black's if negative (section 6
    /// of the rules). Where several numbers do, the one nearest to nothing.
    Score(i32),
    /// No number does: Black wins with this one, and White with one prisoner more.
    Between(i32),
    /// There was no time, or the game's moves are illegal with other bowls.
    Unknown,
}

/// Looks for the current score of a game from `guess` on; `None` where something is counted. The limit of time is for
/// all values together that are searched for it, the others are for each of them.
#[must_use]
pub fn current_score(game: &Game, guess: i32, limits: Limits) -> Option<Current> {
    (game.rules().scoring == ScoringRule::Spare)
        .then(|| find(game, guess, limits).unwrap_or(Current::Unknown))
}

/// Who wins with so many prisoners more.
fn outcome(game: &Game, more: i32, limits: Limits) -> Option<i32> {
    let mut rules = *game.rules();
    let most = i32::from(MAX_BOWL_HANDICAP);
    let handicap = i32::from(rules.bowl_handicap) + more;
    rules.bowl_handicap = i16::try_from(handicap.clamp(-most, most)).ok()?;
    value(&game.under(rules).ok()?, limits).exact()
}

fn find(game: &Game, guess: i32, limits: Limits) -> Option<Current> {
    let end = limits
        .time
        .and_then(|time| Instant::now().checked_add(time));
    let outcome = |more| {
        let time = end.map(|end| end.saturating_duration_since(Instant::now()));
        outcome(game, more, Limits { time, ..limits })
    };
    let mut score = guess;
    let mut result = outcome(score)?;
    let first = result;
    // More prisoners for White never help Black.
    while result != 0 {
        if result == -first {
            return Some(Current::Between(score.min(score + result)));
        }
        score += result;
        if (score - guess).abs() > FARTHEST {
            return None;
        }
        result = outcome(score)?;
    }
    // Among draws, the one nearest to nothing.
    while score != 0 && outcome(score - score.signum())? == 0 {
        score -= score.signum();
    }
    Some(Current::Score(score))
}
