//! Reading: a local and exhaustive search for the life of one chain.
//!
//! A problem is cut out of the board: the chain, the weak chains that fight with it or lean on it,
//! and the empty points they fight for. Everything around is a wall that cannot be taken. In the
//! problem one side, the *prover*, tries to reach a goal; the other tries to prevent it and may
//! pass at any time. A ko may not be retaken at once, a side that has no other move passes, and
//! there are no ko threats elsewhere. A repeated position is no progress, and a failure to prove.
//! Where an answer rests on such a position, it is read again with the bans of each ko rule, and is
//! certain if all agree.

mod cache;
mod cut;
mod cycles;
mod lean;
mod moves;
mod search;
#[cfg(test)]
mod tests;

use crate::board::{Color, Point};
pub(super) use cache::Reader;
pub use cache::ReadingCache;
use cycles::all_rules_agree;
pub(super) use lean::Reach;
use moves::State;
use search::Search;

/// The goal of the prover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Goal {
    /// The opponent of the chain's owner captures the chain.
    Capture,
    /// The owner gives the chain two eyes or joins it to the wall.
    Independence,
}

/// Answer of a search for a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Answer {
    /// Whether the goal is reached if immediate recapture of a ko is the only ban.
    pub reached: bool,
    /// Whether `reached` was read to hold under every ko rule. `false` if that was not asked.
    pub certain: bool,
}

/// Answer that is to be checked under every ko rule. The check may take longer than the search for
/// the answer, and is left out if the search gives the other answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Check {
    /// No answer is checked.
    Nothing,
    /// The answer is checked if the goal is reached.
    Reached,
    /// The answer is checked if the goal is not reached.
    NotReached,
}

/// Set of points of a problem, a bit for each.
///
/// With sets of the whole board ([`PointSet`](crate::board::PointSet)), to find a chain with its
/// neighbours takes 1.8 to 2.5 times as long, and to hash the stones of a position 3 to 4 times, as
/// measured on a problem of 27 points of 19×19; a search does little else.
type Bits = u128;

/// Maximal length of a line of either search, in moves.
const MAX_DEPTH: usize = 150;

/// Maximal number of positions that the check of an answer under each ko rule may visit, besides
/// those of the search. The limit is separate so that the check does not depend on how hard the
/// answer was to find.
const CYCLES: u32 = 10_000;

/// Chain whose life is to be read, with everything near it that matters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Problem {
    /// Neighbours of each point.
    around: Vec<Bits>,
    /// Points beside the wall of each colour.
    wall: [Bits; 2],
    all: Bits,
    start: [Bits; 2],
    target: u32,
    /// Colour of the chain.
    pub owner: Color,
    /// One stone of each chain that takes part.
    pub chains: Vec<Point>,
}

impl Problem {
    /// Returns whether the goal is reached if `first` moves first, and takes the number of
    /// positions that the search visits off `budget`. `None` if the search does not end within the
    /// budget.
    pub(super) fn solve(
        &self,
        goal: Goal,
        first: Color,
        check: Check,
        budget: &mut u32,
    ) -> Option<Answer> {
        let start = State {
            stones: self.start,
            to_move: first,
            ko: None,
            broken_out: false,
        };
        let mut for_cycles = CYCLES;
        let mut search = Search::new(self, goal, budget);
        let start = search.number(start);
        let reached = search.reaches(start).ok()?;
        search.budget = &mut for_cycles;
        let is_asked = check
            == match reached {
                true => Check::Reached,
                false => Check::NotReached,
            };
        let certain = is_asked && all_rules_agree(&mut search, start).unwrap_or(false);
        Some(Answer { reached, certain })
    }
}
