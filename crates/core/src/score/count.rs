//! Counting of a finished board.

use super::breakdown::{Score, ScoreBreakdown, ScoreTerm};
use super::final_state::Final;
use super::spare::settle_spare;
use super::term_points::TermPoints;
use super::territory::Territory;
use crate::board::Color;
use crate::half_points::HalfPoints;
use crate::rules::{Rules, ScoringRule};

/// Counts a finished game. Dead stones that the rules do not take off must not be in `dead`.
#[must_use]
pub fn count(rules: &Rules, game: &Final<'_>) -> Score {
    let territory = Territory::new(game.board, game.dead, game.seki);
    let mut score = Score {
        sides: [ScoreBreakdown::default(); 2],
        certain: true,
    };
    let points = TermPoints::of_territory(rules, game, &territory);
    for color in Color::BOTH {
        let side = &mut score.sides[color];
        for (term, number) in points.numbers(color) {
            let number = HalfPoints::from_points(number as i32);
            let is_taken = term == ScoreTerm::Tax;
            side.add(term, if is_taken { -number } else { number });
        }
        side.add(ScoreTerm::Buttons, game.ledger.buttons[color]);
        match rules.scoring {
            ScoringRule::Area => (),
            ScoringRule::Territory => {
                side.add_points(ScoreTerm::Captures, game.captures[color] as usize);
                side.add(ScoreTerm::PassStones, game.ledger.pass_stones[color]);
                side.add(ScoreTerm::HalfPasses, game.ledger.half_passes[color]);
            }
            ScoringRule::Spare => {
                let prisoners = HalfPoints::from_points(game.bowls.regular[color]);
                side.add(ScoreTerm::Bowl, prisoners);
            }
        }
    }
    if rules.last_mover_wins() {
        settle_spare(&mut score, game, &territory);
        return score;
    }
    if game
        .last_passer
        .is_some_and(|last| rules.gives_extra_stone(last))
    {
        score.sides[Color::Black].add(ScoreTerm::ExtraStone, HalfPoints::ONE);
    }
    let white = &mut score.sides[Color::White];
    white.add(ScoreTerm::Komi, game.komi);
    white.add_points(ScoreTerm::Bonus, rules.white_bonus.points(game.handicap));
    score
}
