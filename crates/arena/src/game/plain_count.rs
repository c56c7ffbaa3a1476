//! Explanation of scores by engines that do not know all rules of a match.
//!
//! An engine that does not know buttons, pass stones or group tax cannot give the score of a game
//! in which they count. Its score can still be right for the rules that it knows: then the same
//! moves, counted under such rules, give exactly this score.

use halfpoint_core::board::PointSet;
use halfpoint_core::game::Game;
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::life::proven_dead;
use halfpoint_core::rules::{ButtonRule, PassRule, Rules, ScoringRule};
use halfpoint_engine::player::Player;

/// Explains Black's margin `margin`, as given by an engine that knows only plain rules, in words
/// such as `without the button`; `None` if no plain rules explain it. `dead` are the stones that
/// the result removed.
///
/// Costs a replay of the game for each of the plain rule sets ([`Rules::plain`]). A rule set that
/// forbids a move of the game explains nothing.
#[must_use]
pub fn explanation(
    referee: &Player,
    game: &Game,
    dead: &PointSet,
    margin: HalfPoints,
) -> Option<String> {
    let rules = game.rules();
    let others = match rules.removes_dead() {
        true => None,
        false => proven_dead(game.board()).filter(|proven| proven != dead),
    };
    rules.plain().into_iter().find_map(|plain| {
        let game = game.under(plain).ok()?;
        let gives = |dead: &PointSet| referee.outcome(&game, dead).margin() == Some(margin);
        let takes_off = !gives(dead);
        let is_right = !takes_off || others.as_ref().is_some_and(gives);
        is_right.then(|| words(&game, rules, takes_off))
    })
}

/// Describes the differences between the rules of a match and those of `game`, under which an
/// engine counted. `takes_off` says whether the engine removed stones that the rules of the match
/// leave on the board.
fn words(game: &Game, rules: &Rules, takes_off: bool) -> String {
    let plain = game.rules();
    let mut missing = Vec::new();
    match rules.buttons {
        ButtonRule::None => (),
        ButtonRule::Take | ButtonRule::Give | ButtonRule::OnLastPass => missing.push("the button"),
        ButtonRule::OnPasses | ButtonRule::AsMoves => missing.push("the buttons"),
    }
    match rules.pass {
        PassRule::Free => (),
        PassRule::Stone => missing.push("pass stones"),
        PassRule::HalfThenStone => missing.push("half-passes and pass stones"),
        PassRule::Delay => missing.push("delays"),
    }
    if rules.tax != plain.tax && rules.scoring == plain.scoring {
        missing.push("the tax");
    }
    let mut parts = Vec::new();
    if rules.scoring != plain.scoring {
        parts.push(match plain.scoring {
            ScoringRule::Area => "by area".to_string(),
            ScoringRule::Territory => "by territory".to_string(),
            ScoringRule::Spare => "by spare moves".to_string(),
        });
    }
    if !missing.is_empty() {
        parts.push(format!("without {}", missing.join(" and ")));
    }
    if takes_off {
        parts.push("with dead stones taken off".to_string());
    }
    if rules.white_bonus != plain.white_bonus && game.setup().handicap() > 1 {
        parts.push("with another bonus for the handicap".to_string());
    }
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use halfpoint_core::rules::PRESETS;

    #[test]
    fn plain_rules_are_valid_and_count_no_token_moves() {
        for preset in &PRESETS {
            let plain = preset.rules.plain();
            assert!(!plain.is_empty(), "{}", preset.id);
            for rules in plain {
                assert_eq!(rules.validate(), Ok(()), "{}", preset.id);
                assert!(!rules.tokens_count(), "{}", preset.id);
            }
        }
    }
}
