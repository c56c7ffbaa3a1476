//! Points of the board that the terms of a score count.

use super::breakdown::ScoreTerm;
use super::final_state::Final;
use super::territory::Territory;
use crate::board::{Color, PointSet};
use crate::rules::{Rules, ScoringRule, TaxRule};

/// Terms that count points of the board; all others count what lies beside it, or komi.
const ON_BOARD: [ScoreTerm; 4] = [
    ScoreTerm::Stones,
    ScoreTerm::Territory,
    ScoreTerm::Tax,
    ScoreTerm::DeadStones,
];

/// Points of the board that the terms of a score count, by colour and term. Each point is worth one
/// point of the term, and one less for [`ScoreTerm::Tax`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TermPoints {
    sides: [[PointSet; ON_BOARD.len()]; 2],
}

impl TermPoints {
    /// Finds the points that [`count`](super::count) counts.
    #[must_use]
    pub fn new(rules: &Rules, game: &Final<'_>) -> TermPoints {
        let territory = Territory::new(game.board, game.dead, game.seki);
        TermPoints::of_territory(rules, game, &territory)
    }

    pub(super) fn of_territory(
        rules: &Rules,
        game: &Final<'_>,
        territory: &Territory,
    ) -> TermPoints {
        let none = PointSet::new(game.board.size());
        let side = |color: Color| {
            let (stones, dead) = match rules.scoring {
                ScoringRule::Area => (territory.stones_of(color), none),
                ScoringRule::Territory | ScoringRule::Spare => {
                    (none, game.board.stones_of(color.opponent()) & *game.dead)
                }
            };
            let points = territory.points_of(color);
            let (points, taxed) = match rules.tax {
                TaxRule::None => (points, none),
                TaxRule::Seki => (points - territory.seki_eyes_of(color), none),
                TaxRule::Group => (points, territory.taxed(color)),
            };
            [stones, points, taxed, dead]
        };
        TermPoints {
            sides: Color::BOTH.map(side),
        }
    }

    /// Returns the points that a term of a colour counts; `None` for a term that counts no points
    /// of the board.
    #[must_use]
    pub fn of(&self, color: Color, term: ScoreTerm) -> Option<&PointSet> {
        let index = ON_BOARD.iter().position(|&one| one == term)?;
        Some(&self.sides[color][index])
    }

    /// Returns the number of points of each term of a colour.
    pub(super) fn numbers(&self, color: Color) -> [(ScoreTerm, usize); ON_BOARD.len()] {
        let sets = self.sides[color];
        std::array::from_fn(|index| (ON_BOARD[index], sets[index].len()))
    }
}
