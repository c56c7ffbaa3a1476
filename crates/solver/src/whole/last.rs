//! The last four moves of each line: two of the other player and two placements of the player who
//! may get the board.
//!
//! Four of five situations of a search lie there. So they have no place in the table, and are
//! decided by the player's stones: which boards are held depends on these alone, not on the other
//! stones. Only placements that capture are searched, since a capture gives its moves back.

use super::grid::{Grid, NOWHERE, Stones, numbers};
use super::prover::{DEPTH_OF_LAST, Prover};
use super::table::{Outcome, mixed};

/// Largest number of sets of stones whose completions are kept, 8 bytes each. On 4×5 the search
/// took 25 % more time with an eighth of that.
const MAX_PLACES: usize = 1 << 20;

/// Points that stones of the player lack to hold the board.
#[derive(Clone, Copy)]
struct Completion {
    /// Whether they hold it.
    is_held: bool,
    /// Points without such a stone on which one more makes a board that is held.
    points: u32,
}

/// Completions of the sets of stones that were asked for last.
pub(super) struct Completions {
    /// A word for each set: its complement in the lower half, its points in the upper one, and
    /// [`IS_HELD`](Completions::IS_HELD). A word of 0 is of no set. The system gives the memory
    /// when it is needed.
    kept: Vec<u64>,
}

impl Completions {
    /// Bit of a word that says whether its set holds the board; no board has a point for it.
    const IS_HELD: u64 = 1 << 63;

    /// Returns an empty cache for a board of that many points.
    pub(super) fn new(points: usize) -> Completions {
        Completions {
            kept: vec![0; MAX_PLACES.min(1 << points)],
        }
    }

    /// Returns what stones of the player lack.
    fn of(&mut self, grid: &Grid, own: u32) -> Completion {
        let number = self.kept.len();
        let word = &mut self.kept[mixed(own.into()) as usize % number];
        if *word as u32 != !own {
            let points = u64::from(grid.held_with_one_more(own)) << 32;
            let held = match grid.is_all_held(own) {
                true => Completions::IS_HELD,
                false => 0,
            };
            *word = points | held | u64::from(!own);
        }
        Completion {
            is_held: *word & Completions::IS_HELD != 0,
            points: ((*word & !Completions::IS_HELD) >> 32) as u32,
        }
    }
}

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
            let lacks = self.completions.of(&search.grid, stones.own | 1 << at);
            if !lacks.is_held && lacks.points & empty == 0 {
                continue;
            }
            if let Some(after) = self.after_attack(stones, at, most)
                && self.is_held_after_reply(after, lacks, most)
            {
                return Outcome::Whole(after.number());
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

    /// Returns whether the player gets the board after a placement that captured nothing, though
    /// the other one moves before the last placement. She refutes that by a capture, or by a stone
    /// on the only point that would complete a held board.
    fn is_held_after_reply(&self, after: Stones, lacks: Completion, most: u8) -> bool {
        let number = after.number();
        // The further placements make boards that have not occurred.
        if most <= number && lacks.is_held {
            return true;
        }
        let grid = &self.search.grid;
        let empty = grid.empty(after);
        let left = lacks.points & empty;
        let is_only_and_taken = || {
            let at = left.trailing_zeros() as u8;
            let placed = grid.after_other(after, at, self.search.may_suicide);
            // Suicide leaves the point empty.
            left.is_power_of_two() && placed.is_some_and(|placed| placed.other & left != 0)
        };
        most <= number
            && left != 0
            && !is_only_and_taken()
            && grid.last_liberties(after.own, empty) == 0
    }
}

#[cfg(test)]
mod tests {
    use rand::seq::IteratorRandom;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use halfpoint_core::board::Size;

    use super::super::prover::ProofSearch;
    use super::super::table::Table;
    use super::*;

    /// Returns the stones after each move of the other player, the last one a pass.
    fn replies(search: &ProofSearch, stones: Stones) -> impl Iterator<Item = Stones> {
        let (grid, may_suicide) = (&search.grid, search.may_suicide);
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
            for _ in 0..2000 {
                // A table of its own, since what repeats on one path need not on another one.
                let (grid, table) = (Grid::new(size).expect("few points"), Table::new(1 << 16));
                let search = ProofSearch::new(grid, table, empty, true, may_suicide, 0);
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
