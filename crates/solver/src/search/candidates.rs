//! The moves that a search tries, in their order.

use halfpoint_core::game::{IllegalMove, Move, PlayedMove};

use super::{FIRST, Searcher, tokens};
use crate::ghi::PathConditions;
use crate::order;
use crate::question::{SolverAnswer, SolverGoal};
use halfpoint_core::bounds;

impl Searcher {
    /// Puts first a move whose outcome is in the table, or proven by what it leads to, and is the
    /// one hoped for.
    pub(super) fn put_known_first(
        &mut self,
        target: i32,
        hoped_for: SolverAnswer,
        moves: &mut [(i32, PlayedMove)],
    ) {
        for index in 0..moves.len() {
            self.advance(moves[index].1);
            let is_over = self.position().state().over.is_some();
            let is_open = !is_over && self.path.cycle().is_none();
            let answer = is_open.then(|| {
                let conditions = &mut { PathConditions::NOTHING };
                let proven = match self.shared.proven_whole() {
                    Some(_) => self.proven_answer(target, conditions),
                    None => None,
                };
                proven.or_else(|| {
                    let (key, image, wanted) = self.in_table(target);
                    self.known(key, image, wanted, conditions)
                })
            });
            self.retreat();
            if answer.flatten() == Some(hoped_for) {
                moves.swap(0, index);
                return;
            }
        }
    }

    /// Returns the table's form of the question whether the last situation is worth `target`: its
    /// key, the image that has it, and the half-points asked for beyond the settled margin.
    pub(super) fn in_table(&self, target: i32) -> (u64, usize, i32) {
        let last = self.path.last();
        let (key, image) = self.path.key(last);
        (
            key,
            image,
            self.next_margin(target) - self.settled_margin(last),
        )
    }

    /// Returns the least margin of at least `target` that can occur.
    pub(super) fn next_margin(&self, target: i32) -> i32 {
        // A void game is worth 0, whichever margins can occur.
        if self.goal == SolverGoal::Margin && (self.is_superko() || target != 0) {
            bounds::next_margin(self.position(), target, self.shared.terms)
        } else {
            target
        }
    }

    /// Lists the moves with their ranks, better ones higher, and adds the conditions that ban the
    /// others.
    pub(super) fn list_moves(
        &self,
        first: Option<PlayedMove>,
        moves: &mut Vec<(i32, PlayedMove)>,
        bans: &mut PathConditions,
    ) {
        let position = self.position();
        let (board, color) = (position.board(), position.to_move());
        for &point in board.empties() {
            match position.resolve(color, &Move::Place(point)) {
                Ok(action) => {
                    let rank = if Some(action) == first {
                        FIRST
                    } else {
                        let looks = order::rank(board, color, point, self.begun_open);
                        self.history[color][point.index()].saturating_add(looks)
                    };
                    moves.push((rank, action));
                }
                Err(IllegalMove::Superko) => self.note_ban(color, point, bans),
                Err(_) => (),
            }
        }
        let may_end = position.state().consecutive_passes > 0;
        for token in tokens(position) {
            let action = PlayedMove::Token(token);
            let rank = match action {
                _ if Some(action) == first => FIRST,
                // Such a token often ends the game and is cheap to try.
                _ if may_end => FIRST - 1,
                _ => 0,
            };
            moves.push((rank, action));
        }
    }
}
