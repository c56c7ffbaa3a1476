//! Reading: a local and exhaustive search for the life of one chain.
//!
//! A problem is cut out of the board: the chain, the weak chains that fight with it or lean on it, and
//! the empty points they fight for. Everything around is a wall that nobody can take. In the problem
//! one side, the *prover*, tries to reach a goal; the other tries to prevent it and may pass at any
//! time. A ko may not be retaken at once, and a side that has no other move passes; nobody has threats
//! elsewhere, so that whoever takes a ko first wins it. A position that comes again is a failure to
//! prove.

mod cut;
mod lean;
mod moves;
mod search;

use std::cell::RefCell;
use std::collections::HashMap;

use crate::board::{Color, Point};
pub(super) use lean::Reach;
use moves::State;
use search::Search;

/// What the prover wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Goal {
    /// The opponent of the chain's owner takes it.
    Capture,
    /// The owner gives it two eyes or joins it to the wall.
    Independence,
}

/// A set of points of a problem.
type Bits = u128;

/// Answers remembered by each thread.
const MOST_REMEMBERED: usize = 4096;

/// A question and its answer with the positions it took; `None` if they were not enough.
type Remembered = HashMap<(Problem, Goal, Color), (Option<bool>, u32)>;

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
    pub(super) fn solve(&self, goal: Goal, first: Color, budget: &mut u32) -> Option<bool> {
        let question = (self.clone(), goal, first);
        let remembered = REMEMBERED.with_borrow(|known| known.get(&question).copied());
        let spend = |budget: &mut u32, (answer, cost): (Option<bool>, u32)| {
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
        let answer = self.search(goal, first, &mut left);
        let found = (answer, *budget - left);
        REMEMBERED.with_borrow_mut(|known| {
            if known.len() >= MOST_REMEMBERED {
                known.clear();
            }
            known.insert(question, found);
        });
        spend(budget, found)
    }

    fn search(&self, goal: Goal, first: Color, budget: &mut u32) -> Option<bool> {
        let start = State {
            stones: self.start,
            to_move: first,
            ko: None,
            broken_out: false,
        };
        Search::new(self, goal, budget).solve(start)
    }
}
