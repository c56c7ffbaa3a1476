//! The search: depth first, with an answer for each position that was met.

use std::collections::HashMap;

use super::{Bits, Goal, Problem, State};
use crate::board::Color;

/// Moves in a row beyond which a line is not followed.
const MOST_DEPTH: usize = 150;
/// Attempts to find an answer that rests on no repetition.
const ATTEMPTS: usize = 4;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    /// It lies on the line that is being read.
    Open,
    Proven,
    /// Not proven. That may rest on a line that came back to a position above it.
    Failed,
}

/// The budget is spent.
struct Spent;

pub(super) struct Search<'a> {
    problem: &'a Problem,
    goal: Goal,
    prover: Color,
    known: HashMap<State, Known>,
    budget: &'a mut u32,
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
            budget,
        }
    }

    /// Whether the prover reaches the goal; `None` if the budget did not reach that far. A proof never rests on a repetition; a failure may rest on one
    /// that another line would not have made (the graph history interaction), so it is checked, and if
    /// it does not hold the search is repeated with what was proven meanwhile.
    pub fn solve(mut self, start: State) -> Option<bool> {
        for _ in 0..ATTEMPTS {
            if self.proves(start, 0).ok()? {
                return Some(true);
            }
            self.drop_unfounded();
            if self.answer(&start) == Some(false) {
                return Some(false);
            }
            self.known.retain(|_, known| *known == Known::Proven);
        }
        None
    }

    /// What is known of a position, without search.
    fn answer(&self, state: &State) -> Option<bool> {
        let problem = self.problem;
        if state.stones[problem.owner] >> problem.target & 1 == 0 {
            return Some(self.goal == Goal::Capture);
        }
        match self.known.get(state)? {
            Known::Open => None,
            Known::Proven => Some(true),
            Known::Failed => Some(false),
        }
    }

    /// Forgets failures until those that are left found each other: the opponent of the prover has a move
    /// to another of them in each, the prover no move out of them.
    fn drop_unfounded(&mut self) {
        loop {
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
            let failures = self
                .known
                .iter()
                .filter(|(_, known)| **known == Known::Failed);
            let unfounded: Vec<State> = failures
                .map(|(state, _)| *state)
                .filter(|state| !founded(state))
                .collect();
            if unfounded.is_empty() {
                return;
            }
            for state in unfounded {
                self.known.remove(&state);
            }
        }
    }

    /// Whether the prover seems to reach the goal, where a position that comes again is a failure.
    fn proves(&mut self, state: State, depth: usize) -> Result<bool, Spent> {
        let problem = self.problem;
        if state.stones[problem.owner] >> problem.target & 1 == 0 {
            return Ok(self.goal == Goal::Capture);
        }
        if let Some(&known) = self.known.get(&state) {
            return Ok(known == Known::Proven);
        }
        if depth >= MOST_DEPTH {
            return Ok(false);
        }
        *self.budget = self.budget.checked_sub(1).ok_or(Spent)?;
        let proven = if problem.is_independent(&state) {
            self.goal == Goal::Independence
        } else {
            self.known.insert(state, Known::Open);
            let proving = state.to_move == self.prover;
            let mut proven = !proving;
            for after in self.moves(&state) {
                if self.proves(after, depth + 1)? == proving {
                    proven = proving;
                    break;
                }
            }
            proven
        };
        let known = if proven { Known::Proven } else { Known::Failed };
        self.known.insert(state, known);
        Ok(proven)
    }

    /// Positions after the moves of the side to move, those that promise most first.
    fn moves(&self, state: &State) -> Vec<State> {
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
            // Whoever only has to hold out passes first, unless there is something to take or to save.
            let hangs = self.goal == Goal::Capture && liberties.count_ones() == 1;
            let takes = found
                .iter()
                .any(|(_, after)| after.stones[color.opponent()] != state.stones[color.opponent()]);
            let place = match (hangs, takes) {
                (true, _) => i32::MAX,
                (false, true) => -7,
                (false, false) => i32::MIN,
            };
            found.push((place, pass));
        }
        found.sort_by_key(|&(worth, _)| worth);
        found.into_iter().map(|(_, after)| after).collect()
    }
}
