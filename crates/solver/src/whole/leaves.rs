//! Boards at which a search for the whole board stops, because the player gets all of it.

use super::grid::{Grid, Stones, numbers, set_of};
use super::table::mixed;

/// Largest number of sets of stones whose completions are kept, 8 bytes each. On 4×5 the search
/// took 25 % more time with an eighth of that.
const MAX_COMPLETIONS: usize = 1 << 20;
/// Number of places for regions, each with whether it is too small to live in.
const REGIONS: usize = 1 << 16;

/// Boards at which a search stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leaves {
    /// Boards that the player's stones hold, wherever the other stones are.
    Held,
    /// Boards on which the other player probably cannot live, even if the player always passes.
    /// Nearly all of them are won, most within four moves. Some are not, most often because a ko
    /// bans the only good move and every other one hurts the player. So what a search finds with
    /// these leaves is no proof.
    Likely,
}

/// Stones that the player still needs until the board is a leaf, wherever the other stones are.
#[derive(Clone, Copy)]
pub(super) struct Completion {
    /// Whether it is one.
    pub(super) is_leaf: bool,
    /// Points without such a stone on which one more makes a board that is a leaf. Such a stone is
    /// never suicide: a chain that lives keeps a liberty or takes stones.
    pub(super) points: u32,
}

/// A thread's knowledge of leaves: what it was asked for last is kept.
pub(super) struct LeafKnowledge {
    leaves: Leaves,
    /// A word for each set of stones: its complement in the lower half, its points in the upper
    /// one, and [`IS_LEAF`](LeafKnowledge::IS_LEAF). A word of 0 is of no set. The system gives the
    /// memory when it is needed.
    completions: Vec<u64>,
    /// A word for each region, and [`IS_TOO_SMALL`](LeafKnowledge::IS_TOO_SMALL).
    regions: Vec<u32>,
}

impl LeafKnowledge {
    /// Bit of a word that says whether its set makes a leaf; no board has a point for it.
    const IS_LEAF: u64 = 1 << 63;
    /// Bit of a word that says whether its region is too small to live in.
    const IS_TOO_SMALL: u32 = 1 << 31;

    /// Returns the knowledge of leaves on a board of that many points, at first none.
    pub(super) fn new(leaves: Leaves, points: usize) -> LeafKnowledge {
        let regions = match leaves {
            Leaves::Held => 0,
            Leaves::Likely => REGIONS,
        };
        LeafKnowledge {
            leaves,
            completions: vec![0; MAX_COMPLETIONS.min(1 << points)],
            regions: vec![0; regions],
        }
    }

    /// Returns whether a situation with the other player to move is a leaf.
    pub(super) fn is_leaf(&mut self, grid: &Grid, stones: Stones) -> bool {
        match self.leaves {
            Leaves::Held => grid.is_all_held(stones.own),
            Leaves::Likely => self.is_likely(grid, stones.own, stones.other),
        }
    }

    /// Returns what the player needs beside these stones.
    pub(super) fn completion(&mut self, grid: &Grid, own: u32) -> Completion {
        let at = mixed(own.into()) as usize % self.completions.len();
        let mut word = self.completions[at];
        if word as u32 != !own {
            let mut is_leaf = |own| match self.leaves {
                Leaves::Held => grid.is_all_held(own),
                Leaves::Likely => self.is_likely(grid, own, 0),
            };
            let free = numbers(grid.all() & !own);
            let points = set_of(free.filter(|at| is_leaf(own | 1 << at)).map(usize::from));
            let mark = if is_leaf(own) { Self::IS_LEAF } else { 0 };
            word = mark | u64::from(points) << 32 | u64::from(!own);
            self.completions[at] = word;
        }
        Completion {
            is_leaf: word & Self::IS_LEAF != 0,
            points: ((word & !Self::IS_LEAF) >> 32) as u32,
        }
    }

    /// Returns whether the other player probably cannot live: what the player's living chains leave
    /// has no region that is large enough.
    fn is_likely(&mut self, grid: &Grid, own: u32, other: u32) -> bool {
        let living = grid.living(own, other);
        living != 0
            && grid.parts(grid.all() & !living).iter().all(|&region| {
                let at = mixed(region.into()) as usize % REGIONS;
                if self.regions[at] & !Self::IS_TOO_SMALL != region {
                    let is_small = grid.is_too_small(region);
                    let mark = if is_small { Self::IS_TOO_SMALL } else { 0 };
                    self.regions[at] = region | mark;
                }
                self.regions[at] & Self::IS_TOO_SMALL != 0
            })
    }
}
