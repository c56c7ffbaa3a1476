//! Reading: a local and exhaustive search for the life of one chain.
//!
//! A problem is cut out of the board: the chain, the weak chains that fight with it or lean on it, and
//! the empty points they fight for. Everything around is a wall that nobody can take. In the problem
//! one side, the *prover*, tries to reach a goal; the other tries to prevent it and may pass at any
//! time. A ko may not be taken back at once, and a side that has no other move passes; nobody has threats
//! elsewhere. A position that comes again is no progress, and a failure to prove. Where an answer rests on such
//! a position, it is read again with the bans of each rule on repetition, and certain if all agree.

mod cut;
mod cycles;
mod lean;
mod moves;
mod search;
#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::collections::HashMap;

use crate::board::{Color, Point};
use cycles::all_rules_agree;
pub(super) use lean::Reach;
use moves::State;
use search::Search;

/// The goal of the prover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Goal {
    /// The opponent of the chain's owner takes it.
    Capture,
    /// The owner gives it two eyes or joins it to the wall.
    Independence,
}

/// The answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Answer {
    /// Whether the goal is reached where the only ban is that on taking a ko back at once.
    pub reached: bool,
    /// Whether it was read that this is so under every rule on repetition. `false` if that was not asked.
    pub certain: bool,
}

/// The answer of which it is read whether it holds under every rule on repetition, which may take longer than
/// to find it. Where the answer is another one, that is not asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Check {
    /// None.
    Nothing,
    /// That the goal is reached.
    Reached,
    /// That the goal is not reached.
    NotReached,
}

/// A set of points of a problem.
type Bits = u128;

/// Positions that the check of an answer under each rule on repetition may look at, besides those of the
/// search: so it does not depend on how hard the answer was to find.
const CYCLES: u32 = 10_000;

/// Answers remembered by each thread.
const MAX_REMEMBERED: usize = 4096;

/// A question and its answer with the positions it took; `None` if they were not enough.
type Remembered = HashMap<(Problem, Goal, Color, Check), (Option<Answer>, u32)>;

thread_local! {
    /// A search counts many positions that differ elsewhere. An answer that is remembered costs the same
    /// budget as one that is not, so that what is remembered changes nothing but the time.
    static REMEMBERED: RefCell<Remembered> = RefCell::default();
}

/// A chain whose life is to be read, with everything near it that matters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Problem {
    /// Neighbours of each point.
    around: Vec<Bits>,
    /// Points beside the wall of each colour.
    wall: [Bits; 2],
    all: Bits,
    start: [Bits; 2],
    target: u32,
    /// To whom the chain belongs.
    pub owner: Color,
    /// Chains that take part, a stone of each.
    pub chains: Vec<Point>,
}

impl Problem {
    /// Whether the goal is reached if `first` begins; `None` if the search did not end within so many
    /// positions, which are taken off.
    pub(super) fn solve(
        &self,
        goal: Goal,
        first: Color,
        check: Check,
        budget: &mut u32,
    ) -> Option<Answer> {
        let question = (self.clone(), goal, first, check);
        let remembered = REMEMBERED.with_borrow(|known| known.get(&question).copied());
        let spend = |budget: &mut u32, (answer, cost): (Option<Answer>, u32)| {
            let enough = *budget >= cost;
            *budget = budget.saturating_sub(cost);
            answer.filter(|_| enough)
        };
        match remembered {
            Some((answer, cost)) if answer.is_some() || *budget <= cost => {
                return spend(budget, (answer, cost));
            }
            _ => (),
        }
        let mut left = *budget;
        let answer = self.search(goal, first, check, &mut left);
        let found = (answer, *budget - left);
        REMEMBERED.with_borrow_mut(|known| {
            if known.len() >= MAX_REMEMBERED {
                known.clear();
            }
            known.insert(question, found);
        });
        spend(budget, found)
    }

    fn search(&self, goal: Goal, first: Color, check: Check, budget: &mut u32) -> Option<Answer> {
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
