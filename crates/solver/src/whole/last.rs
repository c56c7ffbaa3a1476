//! The last four moves of each line: two of the other player and two placements of the player who
//! may get the board.
//!
//! Four of five situations of a search lie there. So they have no place in the table, and are
//! decided by the player's stones: on which points one more makes a leaf depends on these alone,
//! not on the other stones. Only his placements that capture are searched, since a capture gives
//! its moves back; one at the very end does not.

use super::grid::{NOWHERE, Stones, numbers};
use super::leaves::Completion;
use super::prover::{DEPTH_OF_LAST, Prover};
use super::table::Outcome;

impl Prover<'_> {
    /// Returns the outcome of a situation in which the other player is to move and two moves of
    /// each remain, and the move that decides it.
    pub(super) fn last_defence(
        &mut self,
        stones: Stones,
        most: u8,
        first: u8,
        may_go_on: &dyn Fn(u64) -> bool,
    ) -> (Outcome, u8) {
        let most = most.max(stones.number());
        let mut least = u8::MAX;
        for (at, after) in self.moves_of_other(stones, first) {
            match self.last_attack(after, most, may_go_on) {
                Outcome::Whole(number) => least = least.min(number),
                Outcome::Hopeless | Outcome::Open(_) => {
                    return (Outcome::Open(DEPTH_OF_LAST), at);
                }
            }
        }
        (Outcome::Whole(least), NOWHERE)
    }

    /// Returns the outcome of a situation in which the player is to move, for the last but one time
    /// unless he captures.
    fn last_attack(
        &mut self,
        stones: Stones,
        most: u8,
        may_go_on: &dyn Fn(u64) -> bool,
    ) -> Outcome {
        let search = self.search;
        if self.is_repeated(stones, true) {
            return Outcome::Open(0);
        }
        let empty = search.grid.empty(stones);
        let captures = search.grid.last_liberties(stones.other, empty);
        for at in numbers(empty & !captures) {
            let lacks = self.leaves.completion(&search.grid, stones.own | 1 << at);
            // The other player may pass.
            if !lacks.is_leaf && lacks.points & empty == 0 {
                continue;
            }
            let Some(after) = self.after_attack(stones, at, most) else {
                continue;
            };
            self.path
                .push((stones.key(true), [stones.own, stones.other]));
            let least = self.least_after_reply(after, lacks, most);
            self.path.pop();
            if let Some(least) = least {
                return Outcome::Whole(least.min(after.number()));
            }
        }
        for at in numbers(captures) {
            let Some(after) = self.after_attack(stones, at, most) else {
                continue;
            };
            let outcome = self.after_capture(stones, after, most, may_go_on);
            if let Outcome::Whole(least) = outcome {
                return Outcome::Whole(least.min(after.number()));
            }
        }
        Outcome::Open(DEPTH_OF_LAST - 1)
    }

    /// Returns the least number of the player's stones on the boards that he makes from here on, if
    /// he comes to a leaf though the other one moves before his last placement. She refutes that by
    /// a capture, or by a stone on the only point that would complete a leaf.
    fn least_after_reply(&mut self, stones: Stones, lacks: Completion, most: u8) -> Option<u8> {
        let (search, number) = (self.search, stones.number());
        // The further placements make boards that have not occurred.
        if most > number {
            return None;
        }
        if lacks.is_leaf {
            return Some(number + 1);
        }
        let empty = search.grid.empty(stones);
        let points = lacks.points & empty;
        if points == 0 {
            return None;
        }
        let captures = search.grid.last_liberties(stones.own, empty);
        let replies = match points.is_power_of_two() {
            true => captures | points,
            false => captures,
        };
        self.path
            .push((stones.key(false), [stones.own, stones.other]));
        let mut replies = numbers(replies).filter(|&at| at != stones.ko);
        let least = replies.try_fold(number + 1, |least, at| {
            match search.grid.after_other(stones, at, search.may_suicide()) {
                Some(after) => Some(least.min(self.last_placement(after, number)?)),
                None => Some(least),
            }
        });
        self.path.pop();
        least
    }

    /// Returns the number of the player's stones after a last placement that makes a leaf; `None`
    /// if there is none.
    fn last_placement(&mut self, stones: Stones, most: u8) -> Option<u8> {
        let grid = &self.search.grid;
        let lacks = self.leaves.completion(grid, stones.own);
        let points = lacks.points & grid.empty(stones);
        let placed = numbers(points).filter_map(|at| self.after_attack(stones, at, most));
        placed.map(Stones::number).find(|&number| number >= most)
    }
}

#[cfg(test)]
mod tests {
    use rand::seq::IteratorRandom;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use halfpoint_core::board::Size;

    use super::super::grid::Grid;
    use super::super::leaves::Leaves;
    use super::super::prover::{ProofSearch, Root};
    use super::super::table::Table;
    use super::*;

    /// Returns the stones after each move of the other player, the last one a pass.
    fn replies(search: &ProofSearch, stones: Stones) -> impl Iterator<Item = Stones> {
        let (grid, may_suicide) = (&search.grid, search.may_suicide());
        let points = numbers(grid.empty(stones));
        let placed = points.filter_map(move |at| grid.after_other(stones, at, may_suicide));
        let pass = Stones {
            ko: NOWHERE,
            ..stones
        };
        placed.chain([pass])
    }

    /// Returns whether the player comes to hold the board by a number of placements, one after each
    /// move of the other one. Each board has at least `most` of his stones, and more than the one
    /// that his placement before made.
    fn holds_by(search: &ProofSearch, placements: u8, stones: Stones, most: u8) -> bool {
        let grid = &search.grid;
        let goes_on = |after: Stones| {
            let number = after.number();
            let is_held = || grid.is_all_held(after.own);
            let later = || placements > 1 && holds_by(search, placements - 1, after, number + 1);
            number >= most && (is_held() || later())
        };
        replies(search, stones).all(|stones| {
            let mut placed = numbers(grid.empty(stones));
            placed.any(|at| grid.after_own(stones, at).is_some_and(goes_on))
        })
    }

    /// Returns whether the player comes to a board that he holds wherever the other stones are,
    /// with the other one to move, by trying all lines of play without tables. His placements may
    /// not repeat one of the `earlier` boards, and must leave more than `most` of his stones.
    /// `None` if that takes more than a number of nodes.
    fn gets_all(
        search: &ProofSearch,
        stones: Stones,
        most: u8,
        earlier: &mut Vec<[u32; 2]>,
        nodes: &mut u32,
    ) -> Option<bool> {
        let grid = &search.grid;
        if grid.is_all_held(stones.own) {
            return Some(true);
        }
        *nodes = nodes.checked_sub(1)?;
        for after in replies(search, stones) {
            earlier.push([after.own, after.other]);
            let mut is_answered = Some(false);
            for at in numbers(grid.empty(after)) {
                let Some(answer) = grid.after_own(after, at) else {
                    continue;
                };
                let board = [answer.own, answer.other];
                if answer.number() <= most || earlier.contains(&board) {
                    continue;
                }
                earlier.push(board);
                is_answered = gets_all(search, answer, most, earlier, nodes);
                earlier.pop();
                if is_answered != Some(false) {
                    break;
                }
            }
            earlier.pop();
            if is_answered != Some(true) {
                return is_answered;
            }
        }
        Some(true)
    }

    #[test]
    fn the_last_four_moves_need_no_table() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
        let (mut whole, mut refuted, mut by_capture) = (0, 0, 0);
        let sizes = [(1, 5), (2, 4), (3, 3), (2, 5)].into_iter();
        for ((width, height), may_suicide) in sizes.flat_map(|size| [(size, false), (size, true)]) {
            let size = Size::new(width, height).expect("a size");
            let empty = Stones {
                own: 0,
                other: 0,
                ko: NOWHERE,
            };
            let root = Root {
                stones: empty,
                is_own_turn: true,
                may_suicide,
                most_before: 0,
            };
            for _ in 0..2000 {
                // A table of its own, since what repeats on one path need not on another one.
                let (grid, table) = (Grid::new(size).expect("few points"), Table::new(1 << 16));
                let search = ProofSearch::new(grid.into(), table, Leaves::Held, root);
                let (mut prover, grid) = (Prover::new(&search), &search.grid);
                let mut stones = empty;
                for _ in 0..rng.random_range(size.area()..3 * size.area()) {
                    let Some(at) = numbers(grid.empty(stones)).choose(&mut rng) else {
                        break;
                    };
                    let after = match rng.random_ratio(3, 4) {
                        true => grid.after_own(stones, at),
                        false => grid.after_other(stones, at, may_suicide),
                    };
                    stones = after.unwrap_or(stones);
                }
                if grid.is_all_held(stones.own) {
                    continue;
                }
                let most = stones.number();
                let wanted = holds_by(&search, 2, stones, most);
                let (found, at) = prover.last_defence(stones, most, NOWHERE, &|_| true);
                let is_found = matches!(found, Outcome::Whole(_));
                assert!(is_found || !wanted, "{stones:?} {size:?}");
                if let Outcome::Whole(least) = found {
                    let (mut earlier, mut nodes) = (vec![[stones.own, stones.other]], 3000);
                    let by_play = gets_all(&search, stones, least - 1, &mut earlier, &mut nodes);
                    assert_ne!(by_play, Some(false), "{stones:?} {size:?}");
                    // By more moves than these, which captures gave back.
                    by_capture += usize::from(by_play == Some(true) && !wanted);
                }
                whole += usize::from(wanted);
                refuted += usize::from(at != NOWHERE);
            }
        }
        let seen = [whole, refuted, by_capture];
        assert!(seen.iter().all(|&seen| seen > 25), "{seen:?}");
    }
}
