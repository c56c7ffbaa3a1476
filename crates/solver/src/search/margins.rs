//! Answers that need no search: by the count, and by the margins that can still come.

use halfpoint_core::board::{Color, PointSet};
use halfpoint_core::game::GameEnd;
use halfpoint_core::half_points::HalfPoints;

use super::{Searcher, Static};
use crate::bounds;
use crate::owner::{counted_owner, proven_owner};
use crate::question::{SolverAnswer, SolverGoal};

impl Searcher {
    /// Returns the answer at the end of a game; `None` if a limit ended the reading of dead stones.
    pub(super) fn answer_at_end(&mut self, over: GameEnd, target: i32) -> Option<SolverAnswer> {
        let value = match over {
            GameEnd::Draw | GameEnd::Void => 0,
            GameEnd::NoMove(loser) | GameEnd::Resign(loser) => -loser.sign(),
            GameEnd::Passes => return self.answer_by_count(target),
        };
        Some(SolverAnswer::of(value >= target))
    }

    /// Returns whether a game that ended by passes is worth `target`; unknown if that is put off.
    /// `None` if a limit ended the reading of dead stones.
    pub(super) fn answer_by_count(&mut self, target: i32) -> Option<SolverAnswer> {
        let ply = self.path.last();
        let target = target - self.settled_margin(ply);
        let position = &self.positions[ply];
        let last = position.state().last_passer;
        let last = last.map_or(0, |color| 1 + color as u64);
        let key = position.board().key().low() ^ last ^ self.goal.key();
        let place = key as usize % self.counted.len();
        let known = &mut self.counted[place];
        let is_open = SolverAnswer::within(known.value, target) == SolverAnswer::Unknown;
        if known.key != key || key == 0 || is_open {
            let (goal, terms) = (self.goal, self.shared.terms);
            let readings = &mut self.readings;
            let count = |dead: &PointSet| match goal {
                SolverGoal::Margin => {
                    let margin = position.count_cached(dead, terms, readings).margin();
                    (margin - bounds::settled_margin(position)).halves()
                }
                SolverGoal::Point(point) | SolverGoal::Stone(point) => {
                    counted_owner(position.board(), dead, point)
                }
            };
            let value = self
                .dead
                .values(position, target, self.may_put_off, count)?;
            *known = Static { key, value };
        }
        Some(SolverAnswer::within(known.value, target))
    }

    /// Returns whether the stone that the question is about has been captured.
    pub(super) fn is_stone_taken(&self) -> bool {
        match self.goal {
            SolverGoal::Stone(point) => self.position().board().get(point) != Some(Color::Black),
            SolverGoal::Margin | SolverGoal::Point(_) => false,
        }
    }

    /// Returns the margin that no later move can change if the question is about the margin, else
    /// 0.
    pub(super) fn settled_margin(&self, ply: usize) -> i32 {
        match self.goal {
            SolverGoal::Margin => self.path.settled_margin(ply),
            SolverGoal::Point(_) | SolverGoal::Stone(_) => 0,
        }
    }

    /// Returns bounds of the value that the position proves by itself, from a small table or
    /// computed.
    pub(super) fn score_bounds(&mut self) -> [i32; 2] {
        let ply = self.path.last();
        let position = &self.positions[ply];
        let settled_margin = self.settled_margin(ply);
        let key = bounds::situation(position).low() ^ self.goal.key();
        let place = key as usize % self.proven.len();
        if self.proven[place].key != key || key == 0 {
            let margins = match self.goal {
                SolverGoal::Margin => {
                    bounds::score_bounds(position, self.shared.terms).map(HalfPoints::halves)
                }
                SolverGoal::Point(point) | SolverGoal::Stone(point) => {
                    proven_owner(position.board(), point)
                }
            };
            let value = margins.map(|margin| margin - settled_margin);
            self.proven[place] = Static { key, value };
        }
        self.proven[place]
            .value
            .map(|margin| margin + settled_margin)
    }
}
