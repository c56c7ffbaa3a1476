//! Counting of a finished board.

use super::breakdown::{Score, ScoreBreakdown, ScoreTerm};
use super::final_state::Final;
use super::spare::settle_spare;
use super::territory::Territory;
use crate::board::Color;
use crate::half_points::HalfPoints;
use crate::rules::{EndRule, Rules, ScoringRule, TaxRule};

/// Counts a finished game. Dead stones that the rules do not take off must not be in `dead`.
#[must_use]
pub fn count(rules: &Rules, game: &Final<'_>) -> Score {
    let territory = Territory::new(game.board, game.dead, game.seki);
    let mut score = Score {
        sides: [ScoreBreakdown::default(); 2],
        certain: true,
    };
    for color in Color::BOTH {
        let side = &mut score.sides[color];
        side.add_points(ScoreTerm::Territory, territory.points(color));
        match rules.tax {
            TaxRule::None => (),
            TaxRule::Seki => side.add(
                ScoreTerm::Territory,
                -HalfPoints::from_points(territory.seki_points(color) as i32),
            ),
            TaxRule::Group => side.add(
                ScoreTerm::Tax,
                -HalfPoints::from_points(territory.group_tax(color) as i32),
            ),
        }
        side.add(ScoreTerm::Buttons, game.ledger.buttons[color]);
        match rules.scoring {
            ScoringRule::Area => side.add_points(ScoreTerm::Stones, territory.stones(color)),
            ScoringRule::Territory => {
                side.add_points(ScoreTerm::Captures, game.captures[color] as usize);
                side.add_points(ScoreTerm::DeadStones, dead_of(game, color.opponent()));
                side.add(ScoreTerm::PassStones, game.ledger.pass_stones[color]);
                side.add(ScoreTerm::HalfPasses, game.ledger.half_passes[color]);
            }
            ScoringRule::Spare => {
                side.add_points(ScoreTerm::DeadStones, dead_of(game, color.opponent()));
                side.add(
                    ScoreTerm::Bowl,
                    HalfPoints::from_points(game.bowls.regular[color]),
                );
            }
        }
    }
    if rules.scoring == ScoringRule::Spare {
        settle_spare(&mut score, game, &territory);
        return score;
    }
    if rules.scoring == ScoringRule::Territory
        && rules.ending == EndRule::TwoPassesWhiteLast
        && game.last_passer == Some(Color::Black)
    {
        score.sides[Color::Black].add(ScoreTerm::ExtraStone, HalfPoints::ONE);
    }
    let white = &mut score.sides[Color::White];
    white.add(ScoreTerm::Komi, game.komi);
    white.add_points(ScoreTerm::Bonus, rules.white_bonus.points(game.handicap));
    score
}

fn dead_of(game: &Final<'_>, color: Color) -> usize {
    (game.board.stones_of(color) & *game.dead).len()
}
