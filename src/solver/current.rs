//! The current score of a spare-move game by search.

use super::solve::{Limits, value_only};
use crate::game::Game;
use crate::rules::{Counting, MAX_BOWL_HANDICAP};

/// The farthest from the first guess that a score is looked for.
const FARTHEST: i32 = 60;

/// The whole number of prisoners, beyond those that there are, with which correct play ends in a draw: added to
/// White's bowl if positive, to Black's if negative (section 6 of the rules). Where several do, the one nearest
/// to nothing. Looked for from `guess`; `None` if there was no time, if the game's moves are illegal with other
/// bowls, or where something is counted.
#[must_use]
pub fn current_score(game: &Game, guess: i32, limits: Limits) -> Option<i32> {
    if game.rules().counting != Counting::Spare {
        return None;
    }
    let outcome = |more: i32| {
        let mut rules = *game.rules();
        let most = i32::from(MAX_BOWL_HANDICAP);
        let handicap = i32::from(rules.bowl_handicap) + more;
        rules.bowl_handicap = i16::try_from(handicap.clamp(-most, most)).ok()?;
        let game = game.under(rules).ok()?;
        value_only(&game, limits).exact()
    };
    let mut score = guess;
    let mut result = outcome(score)?;
    let first = result;
    // More prisoners for White never help Black.
    while result != 0 {
        score += result;
        result = outcome(score)?;
        if result == -first || (score - guess).abs() > FARTHEST {
            return None;
        }
    }
    // Among draws, the one nearest to nothing.
    while score != 0 && outcome(score - score.signum())? == 0 {
        score -= score.signum();
    }
    Some(score)
}
