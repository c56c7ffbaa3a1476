//! The search: depth first, with an answer for each position that was met.

use std::collections::{HashMap, HashSet};

use super::{Bits, Goal, Problem, State};
use crate::board::Color;

/// Moves in a row beyond which a line is not followed.
const MOST_DEPTH: usize = 150;
/// Attempts to find an answer that rests on no repetition.
const ATTEMPTS: usize = 40;

/// The state of knowledge about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    /// Neither yet.
    Open(Hard),
    /// Proven, as the proof of that number: it rests on proofs of lower numbers alone.
    Proven(u32),
    /// Not proven. That may rest on a line that came back to a position above it.
    Failed,
}

/// Never.
const MOST: u32 = 1 << 24;

/// How hard it is to prove a position, and to show that it fails: the positions that would have to
/// turn out so, as far as can be seen. 0 is done, and [`MOST`] never.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Hard {
    to_prove: u32,
    to_fail: u32,
}

impl Hard {
    const NEW: Hard = Hard {
        to_prove: 1,
        to_fail: 1,
    };
    const PROVEN: Hard = Hard {
        to_prove: 0,
        to_fail: MOST,
    };
    const FAILED: Hard = Hard {
        to_prove: MOST,
        to_fail: 0,
    };

    fn for_side(self, proving: bool) -> Sides {
        if proving {
            Sides {
                own: self.to_prove,
                other: self.to_fail,
            }
        } else {
            Sides {
                own: self.to_fail,
                other: self.to_prove,
            }
        }
    }
}

/// [`Hard`] as the side to move sees it: what she wants, and what the other side wants.
#[derive(Clone, Copy)]
struct Sides {
    own: u32,
    other: u32,
}

impl Sides {
    fn of_side(self, proving: bool) -> Hard {
        if proving {
            Hard {
                to_prove: self.own,
                to_fail: self.other,
            }
        } else {
            Hard {
                to_prove: self.other,
                to_fail: self.own,
            }
        }
    }
}

/// The budget is spent.
pub(super) struct Spent;

/// A search and all that it has found out, under the ban on taking a ko back at once and no other.
pub(super) struct Search<'a> {
    pub problem: &'a Problem,
    goal: Goal,
    pub prover: Color,
    known: HashMap<State, Known>,
    proofs: u32,
    /// Positions from the one that was asked about to the one that is searched.
    line: HashSet<State>,
    /// Failures of which it is not yet known whether they hold.
    fresh: Vec<State>,
    pub budget: &'a mut u32,
}

impl<'a> Search<'a> {
    /// A search that has found nothing yet, and takes off the budget each position that it looks at.
    pub fn new(problem: &'a Problem, goal: Goal, budget: &'a mut u32) -> Search<'a> {
        Search {
            problem,
            goal,
            prover: match goal {
                Goal::Capture => problem.owner.opponent(),
                Goal::Independence => problem.owner,
            },
            known: HashMap::new(),
            proofs: 0,
            line: HashSet::new(),
            fresh: Vec::new(),
            budget,
        }
    }

    /// Takes so much off the budget.
    pub fn spend(&mut self, cost: u32) -> Result<(), Spent> {
        *self.budget = self.budget.checked_sub(cost).ok_or(Spent)?;
        Ok(())
    }

    /// Whether the prover reaches the goal. A proof never rests on a repetition; a failure may rest on one
    /// that another line would not have made (the graph history interaction), so it is checked, and if
    /// it does not hold the search is repeated with what was found meanwhile: something was, since a
    /// failure is unfounded only if a position above it was proven later.
    pub fn reaches(&mut self, state: State) -> Result<bool, Spent> {
        for _ in 0..ATTEMPTS {
            if let Some(reached) = self.answer(&state) {
                return Ok(reached);
            }
            self.line.clear();
            match self.end(&state) {
                Some(reached) => self.settle(state, reached),
                None => self.expand(
                    state,
                    Hard {
                        to_prove: MOST,
                        to_fail: MOST,
                    },
                    0,
                )?,
            }
            self.drop_unfounded();
        }
        Err(Spent)
    }

    /// The answer for a position if it is known without search.
    pub fn answer(&self, state: &State) -> Option<bool> {
        if self.problem.is_taken(state) {
            return Some(self.goal == Goal::Capture);
        }
        match self.known.get(state)? {
            Known::Open(_) => None,
            Known::Proven(_) => Some(true),
            Known::Failed => Some(false),
        }
    }

    /// Whether the fight is over, and how.
    pub fn end(&self, state: &State) -> Option<bool> {
        if self.problem.is_taken(state) {
            return Some(self.goal == Goal::Capture);
        }
        let is_over = self.problem.is_independent(state);
        is_over.then_some(self.goal == Goal::Independence)
    }

    /// Forgets failures until those that are left found each other: the opponent of the prover has a move
    /// to another of them in each, the prover no move out of them.
    fn drop_unfounded(&mut self) {
        let mut fresh = std::mem::take(&mut self.fresh);
        loop {
            let before = fresh.len();
            let founded = |state: &State| {
                if self.problem.is_independent(state) {
                    return true;
                }
                let failed = |after: &State| self.answer(after) == Some(false);
                let moves = self.moves(state);
                if state.to_move == self.prover {
                    moves.iter().all(failed)
                } else {
                    moves.iter().any(failed)
                }
            };
            let (holds, falls): (Vec<State>, Vec<State>) =
                fresh.into_iter().partition(|state| founded(state));
            for state in falls {
                self.known.remove(&state);
            }
            fresh = holds;
            if fresh.len() == before {
                return;
            }
        }
    }

    /// The moves that the answer of a position rests on: one of the side that it favours, all of the other.
    /// Of proofs it is the earliest one, which rests on earlier ones alone.
    pub fn line(&self, state: &State) -> Vec<State> {
        let Some(reached) = self.answer(state).filter(|_| self.end(state).is_none()) else {
            return Vec::new();
        };
        let moves = self.moves(state);
        if reached != (state.to_move == self.prover) {
            return moves;
        }
        let good = moves
            .into_iter()
            .filter(|after| self.answer(after) == Some(reached));
        let best = if reached {
            good.min_by_key(|after| match self.known.get(after) {
                Some(Known::Proven(number)) => *number,
                _ => 0,
            })
        } else {
            good.into_iter().next()
        };
        best.into_iter().collect()
    }

    /// Searches a position until it is proven or has failed, or until that is harder than so much
    /// (depth-first proof-number search, Nagai 2002). A position of the line is a failure where it comes again.
    /// How hard something is to prove is the largest of its parts that must all be proven, and one more
    /// for each other part, since lines join and would be counted many times.
    fn expand(&mut self, state: State, limit: Hard, depth: usize) -> Result<(), Spent> {
        self.spend(1)?;
        let proving = state.to_move == self.prover;
        let moves = self.moves(&state);
        self.line.insert(state);
        loop {
            // Of the side to move: what is hard for one move is her choice, against all moves the sum.
            let mut best: Option<(State, Sides)> = None;
            let mut second = MOST;
            let mut most = 0;
            let mut others = 0;
            for &after in &moves {
                let hard = self.hard(after, depth).for_side(proving);
                if hard.other > 0 {
                    most = most.max(hard.other);
                    others += 1;
                }
                match best {
                    Some((_, least)) if least.own <= hard.own => second = second.min(hard.own),
                    _ => {
                        second = best.map_or(second, |(_, least)| least.own);
                        best = Some((after, hard));
                    }
                }
            }
            let Some((after, least)) = best else {
                // Nothing to play, and the prover has no pass: a failure.
                self.settle(state, false);
                break;
            };
            let other = if most >= MOST {
                MOST
            } else {
                (most + others).saturating_sub(1).min(MOST - 1)
            };
            if least.own == 0 {
                self.settle(state, proving);
                break;
            }
            if least.own >= MOST {
                self.settle(state, !proving);
                break;
            }
            let here = limit.for_side(proving);
            if least.own >= here.own || other >= here.other {
                let hard = Sides {
                    own: least.own,
                    other,
                }
                .of_side(proving);
                self.known.insert(state, Known::Open(hard));
                break;
            }
            let room = Sides {
                own: here.own.min(second.saturating_add(1)),
                other: (least.other + 1).max(here.other.saturating_sub(others - 1)),
            };
            self.expand(after, room.of_side(proving), depth + 1)?;
        }
        self.line.remove(&state);
        Ok(())
    }

    /// How hard a position below one of the line is.
    fn hard(&mut self, state: State, depth: usize) -> Hard {
        let answer = |reached: bool| if reached { Hard::PROVEN } else { Hard::FAILED };
        if self.line.contains(&state) {
            return Hard::FAILED;
        }
        match self.known.get(&state) {
            Some(Known::Open(hard)) => return *hard,
            Some(Known::Proven(_)) => return Hard::PROVEN,
            Some(Known::Failed) => return Hard::FAILED,
            None => (),
        }
        if let Some(reached) = self.end(&state) {
            self.settle(state, reached);
            return answer(reached);
        }
        if depth >= MOST_DEPTH {
            return Hard::FAILED;
        }
        self.known.insert(state, Known::Open(Hard::NEW));
        Hard::NEW
    }

    fn settle(&mut self, state: State, reached: bool) {
        let known = if reached {
            self.proofs += 1;
            Known::Proven(self.proofs)
        } else {
            self.fresh.push(state);
            Known::Failed
        };
        self.known.insert(state, known);
    }

    /// Positions after the moves of the side to move, those that promise most first.
    pub fn moves(&self, state: &State) -> Vec<State> {
        let problem = self.problem;
        let color = state.to_move;
        let empty = problem.empty(state);
        let (_, target_around) = problem.chain_at(state, problem.owner, problem.target);
        let liberties = target_around & empty;
        let near = problem.bits_around(liberties) & empty;
        let mut found: Vec<(i32, State)> = Vec::new();
        let mut rest = empty;
        while rest != 0 {
            let point = rest.trailing_zeros();
            rest &= rest - 1;
            if state.ko == Some(point) {
                continue;
            }
            let Some(after) = problem.play(state, point) else {
                continue;
            };
            let bit: Bits = 1 << point;
            let other = color.opponent();
            let taken = (state.stones[other] & !after.stones[other]).count_ones() as i32;
            let mut worth = 8 * taken.min(8);
            if liberties & bit != 0 {
                worth += 4;
            } else if near & bit != 0 {
                worth += 2;
            }
            let (chain, around) = problem.flood(bit, after.stones[color]);
            let room = (around & problem.empty(&after)).count_ones() as i32;
            if chain & problem.wall[color] != 0 {
                worth += 3;
                if color == problem.owner && chain >> problem.target & 1 != 0 {
                    // It is out.
                    worth = i32::MAX;
                }
            } else {
                worth += room.min(4);
                if room == 1 {
                    worth -= 6;
                }
            }
            found.push((-worth, after));
        }
        let pass = State {
            to_move: color.opponent(),
            ko: None,
            ..*state
        };
        if color == self.prover {
            // For the prover to pass is of use only where that lifts a ban.
            if state.ko.is_some() {
                found.push((i32::MAX, pass));
            }
        } else {
            // The side that only has to hold out passes first, unless there is something to take or to save.
            let hangs = self.goal == Goal::Capture && liberties.count_ones() == 1;
            let takes = found
                .iter()
                .any(|(_, after)| after.stones[color.opponent()] != state.stones[color.opponent()]);
            let place = match (hangs, takes) {
                (true, _) => i32::MAX,
                (false, true) => -7,
                (false, false) => 1 - i32::MAX,
            };
            found.push((place, pass));
        }
        found.sort_by_key(|&(worth, _)| worth);
        found.into_iter().map(|(_, after)| after).collect()
    }
}
