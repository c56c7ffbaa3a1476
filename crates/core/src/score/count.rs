//! Counting of a finished board.

use super::spare::settle_spare;
use super::{Ledger, Score, ScoreBreakdown, ScoreTerm, Territory};
use crate::board::{Board, Color, PointSet};
use crate::half_points::HalfPoints;
use crate::rules::{EndRule, Rules, ScoringRule, TaxRule};

/// Prisoner bowls of spare-move counting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bowls {
    /// Regular prisoners in each player's bowl.
    pub regular: [i32; 2],
    /// Owner of the bowl with the ultimate stone, once the first delay was made.
    pub ultimate_in: Option<Color>,
}

/// Everything that is counted at the end of a game.
#[derive(Clone, Copy, Debug)]
pub struct Final<'a> {
    /// The stones.
    pub board: &'a Board,
    /// Stones to take off as dead, where the rules allow it.
    pub dead: &'a PointSet,
    /// Stones in seki once the dead ones are off the board. They count where
    /// [`Rules::count_needs_seki`] holds; elsewhere the set may be empty.
    pub seki: &'a PointSet,
    /// Stones captured during play, by capturer.
    pub captures: [u32; 2],
    /// Points that token moves gave.
    pub ledger: Ledger,
    /// Number of handicap stones.
    pub handicap: usize,
    /// White's compensation.
    pub komi: HalfPoints,
    /// Player who made the pass that ended the game.
    pub last_passer: Option<Color>,
    /// The bowls.
    pub bowls: Bowls,
    /// Player to move.
    pub to_move: Color,
}

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
