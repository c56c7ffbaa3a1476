//! Answers that need no search: by the count, and by the margins that can still come.

use halfpoint_core::board::{Color, PointSet};
use halfpoint_core::game::{GameEnd, PlayedMove};

use super::{Searcher, Static};
use crate::ghi::PathConditions;
use crate::owner::{counted_owner, proven_owner};
use crate::question::{SolverAnswer, SolverGoal};
use halfpoint_core::bounds::{self, CaptureBounds, ProvenBounds};

impl Searcher {
    /// Returns the answer at the end of a game, and notes on what it rests; `None` if a limit ended
    /// the reading of dead stones.
    pub(super) fn answer_at_end(
        &mut self,
        over: GameEnd,
        target: i32,
        conditions: &mut PathConditions,
    ) -> Option<SolverAnswer> {
        let value = match over {
            GameEnd::Passes => return self.answer_by_count(target),
            GameEnd::Draw => {
                conditions.insert_void();
                0
            }
            GameEnd::Void => {
                // The game is void because of situations that another path may lack.
                conditions.insert_unkept();
                0
            }
            GameEnd::NoMove(loser) => {
                self.note_bans(loser, conditions);
                -loser.sign()
            }
            GameEnd::Resign(loser) => -loser.sign(),
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

    /// Returns the answer that the position proves by itself, and adds the condition of that.
    pub(super) fn proven_answer(
        &mut self,
        target: i32,
        conditions: &mut PathConditions,
    ) -> Option<SolverAnswer> {
        // The bounds know nothing of a void game. One whose play visits a situation at most once
        // cannot become void before a situation has occurred twice.
        if self.path.is_near_void() {
            return None;
        }
        let ply = self.path.last();
        let target = target - self.settled_margin(ply);
        let bounds = self.proven_bounds();
        let answer = SolverAnswer::within(bounds.margins, target);
        if answer != SolverAnswer::Unknown {
            return Some(answer);
        }
        if self.path.has_ko() {
            return None;
        }
        let captures = [bounds.by_captures, self.by_whole_board()];
        captures.into_iter().flatten().find_map(|captures| {
            let answer = SolverAnswer::within(captures.margins, target);
            let winner = answer.winner()?;
            if self.is_superko() {
                let own_stones = captures.own_stones[winner];
                let mut earlier = self.first_of_path()..ply;
                if earlier.any(|ply| self.path.class(ply).1[winner] >= own_stones) {
                    return None;
                }
                conditions.free.insert_own(own_stones);
            }
            Some(answer)
        })
    }

    /// Returns the bounds that a proof of the whole board gives, beyond the settled margin.
    fn by_whole_board(&self) -> Option<CaptureBounds> {
        let is_asked = self.goal == SolverGoal::Margin;
        let whole = self.shared.proven_whole().filter(|_| is_asked)?;
        let position = self.position();
        let answer = whole.find(position.board(), position.to_move())?;
        let margins = bounds::whole_board(position, whole.side(), self.shared.terms)?;
        let settled = self.settled_margin(self.path.last());
        Some(CaptureBounds {
            margins: margins.map(|bound| bound - settled),
            own_stones: [answer.least; 2],
        })
    }

    /// Returns the placement with which the player to move goes on to the whole board, if that is
    /// known.
    pub(crate) fn move_to_whole_board(&self) -> Option<PlayedMove> {
        let (whole, position) = (self.shared.proven_whole()?, self.position());
        let answer = whole.find(position.board(), position.to_move())?;
        answer.best.map(PlayedMove::Place)
    }

    /// Returns bounds of the value beyond the settled margin that the position proves by itself,
    /// from a small table or computed.
    fn proven_bounds(&mut self) -> ProvenBounds {
        let ply = self.path.last();
        let position = &self.positions[ply];
        let key = bounds::situation(position).low() ^ self.goal.key();
        let place = key as usize % self.proven.len();
        if self.proven[place].key != key || key == 0 {
            let value = match self.goal {
                SolverGoal::Margin => bounds::proven_bounds(position, self.shared.terms),
                SolverGoal::Point(point) | SolverGoal::Stone(point) => ProvenBounds {
                    margins: proven_owner(position.board(), point),
                    by_captures: None,
                },
            };
            let value = value.beyond(self.settled_margin(ply));
            self.proven[place] = Static { key, value };
        }
        self.proven[place].value
    }
}
