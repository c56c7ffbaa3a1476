//! Margin of a game that has ended in a line of the search.

use halfpoint_core::board::{Point, PointSet};
use halfpoint_core::game::{GameEnd, Position};

use super::search::SearchRequest;

impl SearchRequest<'_> {
    /// Returns Black's margin, in half-points, of a game that has ended in `position` by `over`.
    ///
    /// Stones that were judged dead at the root and still stand are removed as far as the rules
    /// allow it. A player who cannot move loses by the whole board.
    pub fn margin_at_end(&self, position: &Position, over: GameEnd) -> i32 {
        // The margin of the whole board, which no count exceeds.
        let all = 2 * position.board().size().area() as i32;
        match over {
            GameEnd::Passes => {
                let judged = self.margin_without(position, &self.still_dead(position));
                if self.clear {
                    judged
                } else {
                    // The opponent may not agree that any stone is dead.
                    let none = PointSet::new(self.position.board().size());
                    let sign = self.mover.sign();
                    (judged * sign).min(self.margin_without(position, &none) * sign) * sign
                }
            }
            GameEnd::Draw | GameEnd::Void => 0,
            GameEnd::Resign(loser) | GameEnd::NoMove(loser) => -loser.sign() * all,
        }
    }

    /// Returns Black's margin, in half-points, with the `judged` stones removed as far as the rules
    /// allow it.
    fn margin_without(&self, position: &Position, judged: &PointSet) -> i32 {
        let dead = position.counted_dead(judged, self.proposed);
        position
            .count_knowing(self.seki, &dead, self.terms)
            .margin()
            .halves()
    }

    /// Returns those of the stones judged dead at the root that have not changed since.
    fn still_dead(&self, position: &Position) -> PointSet {
        let (now, then) = (position.board(), self.position.board());
        let still = |&point: &Point| now.get(point) == then.get(point);
        PointSet::of(now.size(), self.dead.iter().filter(still))
    }
}
