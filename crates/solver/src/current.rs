//! The current score of a spare-move game, found by search.

use std::time::Instant;

use halfpoint_core::game::Game;
use halfpoint_core::rules::MAX_BOWL_HANDICAP;

use super::solve::{SolverLimits, value};

/// Largest distance from the first guess at which a score is looked for, in prisoners.
const MAX_DISTANCE: i32 = 60;

/// Result of the search for the current score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Current {
    /// Number of prisoners that makes the game a draw: added to White's bowl if positive, to
    /// Black's if negative (section 6 of the rules). If several numbers do, it is the one nearest
    /// to zero.
    Score(i32),
    /// No number makes a draw: Black wins with this number of prisoners, and White with one more.
    Between(i32),
    /// The time ran out, the score is out of range, or the game's moves are illegal with other
    /// bowls.
    Unknown,
}

/// Searches the current score of a game, starting at `guess`; `None` unless the rules are those of
/// a spare-move game. The limit of time covers all values that are searched; the other limits hold
/// for each of them.
#[must_use]
pub fn current_score(game: &Game, guess: i32, limits: SolverLimits) -> Option<Current> {
    (game.rules().last_mover_wins()).then(|| find(game, guess, limits).unwrap_or(Current::Unknown))
}

/// Returns the value of a game with `more` prisoners in White's bowl: 1 if Black wins, 0 for a
/// draw, −1 if White wins. `None` if it is not found or the moves are illegal then.
fn outcome(game: &Game, more: i32, limits: SolverLimits) -> Option<i32> {
    let mut rules = *game.rules();
    let max = i32::from(MAX_BOWL_HANDICAP);
    let handicap = i32::from(rules.bowl_handicap) + more;
    rules.bowl_handicap = i16::try_from(handicap.clamp(-max, max)).ok()?;
    value(&game.under(rules).ok()?, limits).exact()
}

/// Searches as [`current_score`] does; `None` if a value is not found or the score is too far from
/// the guess.
fn find(game: &Game, guess: i32, limits: SolverLimits) -> Option<Current> {
    let end = limits
        .time
        .and_then(|time| Instant::now().checked_add(time));
    let outcome = |more| {
        let time = end.map(|end| end.saturating_duration_since(Instant::now()));
        outcome(game, more, SolverLimits { time, ..limits })
    };
    let mut score = guess;
    let mut result = outcome(score)?;
    let first = result;
    // More prisoners for White never help Black, so the outcome is monotonic.
    while result != 0 {
        if result == -first {
            return Some(Current::Between(score.min(score + result)));
        }
        score += result;
        if (score - guess).abs() > MAX_DISTANCE {
            return None;
        }
        result = outcome(score)?;
    }
    // Among draws, the one nearest to zero.
    while score != 0 && outcome(score - score.signum())? == 0 {
        score -= score.signum();
    }
    Some(Current::Score(score))
}
