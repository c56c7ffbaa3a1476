//! The search: depth first, with an answer for each position that was met.

use std::cell::Cell;
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use foldhash::fast::FixedState;

use super::aftermath::Aftermath;
use super::moves::LocalState;
use super::problem::{Bits, Goal, Problem};
use crate::board::Color;

/// Maximal length of a line of either search, in moves.
pub(super) const MAX_DEPTH: usize = 150;
/// Maximal number of looks at the moves of a position before a search is given up. Looks cost
/// little, and nearly all searches run out of new positions long before.
const MAX_LOOKS: u32 = 200_000;
/// Maximal number of attempts to find an answer that rests on no repetition.
const ATTEMPTS: usize = 40;

/// Knowledge about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Knowledge {
    /// Nothing is known, not even whether the fight is over there.
    Nothing,
    /// Neither proven nor failed yet.
    Open(Hard),
    /// Proven, as the proof of this number: it rests on proofs of lower numbers alone.
    Proven(u32),
    /// Not proven. The failure may rest on a line that came back to a position above it.
    Failed,
}

/// Infinite difficulty: the goal cannot be reached.
const MOST: u32 = 1 << 24;

/// Difficulty of proving a position and of showing that it fails (proof and disproof number):
/// estimated numbers of positions that would have to turn out so. 0 is done, [`MOST`] is
/// impossible.
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

    fn for_side(self, proving: bool) -> HardForSides {
        if proving {
            HardForSides {
                own: self.to_prove,
                other: self.to_fail,
            }
        } else {
            HardForSides {
                own: self.to_fail,
                other: self.to_prove,
            }
        }
    }
}

/// [`Hard`] from the view of the side to move: the difficulty of its own goal, and of the other
/// side's.
#[derive(Clone, Copy)]
struct HardForSides {
    own: u32,
    other: u32,
}

impl HardForSides {
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

/// Error: the budget is spent, or a limit is exceeded.
pub(super) struct LimitReached;

/// Number of a position that a search has met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct PositionNumber(u32);

/// Position that a search has met.
struct MetPosition {
    state: LocalState,
    known: Knowledge,
    /// Whether the position lies between the root and the position that is searched now.
    is_on_line: bool,
    /// Range of its moves in the list of all moves, once they were generated.
    moves: Option<(u32, u32)>,
}

/// A search and everything that it has found out, with immediate recapture of a ko as the only ban.
/// Positions have numbers and keep their moves, so that returning to one costs neither a hash nor a
/// placement.
pub(super) struct Search {
    pub problem: Problem,
    pub goal: Goal,
    pub prover: Color,
    /// Searches for what captures lead to.
    pub aftermath: Aftermath,
    numbers: HashMap<LocalState, PositionNumber, FixedState>,
    nodes: Vec<MetPosition>,
    /// Moves of all positions that were looked at, one position after the other.
    moves: Vec<PositionNumber>,
    proofs: u32,
    /// Failures that are not checked yet.
    fresh: Vec<PositionNumber>,
    /// Remaining looks at the moves of a position.
    looks: u32,
    /// Number of positions that this search and those of its aftermath may still judge.
    pub budget: Rc<Cell<u32>>,
}

impl Search {
    /// Creates a search that has found nothing yet. Judging a position for the first time takes one
    /// off `budget`; numbering it is free.
    pub fn new(
        problem: Problem,
        goal: Goal,
        aftermath: Aftermath,
        budget: Rc<Cell<u32>>,
    ) -> Search {
        Search {
            prover: match goal {
                Goal::Capture => problem.owner.opponent(),
                Goal::Independence => problem.owner,
            },
            problem,
            goal,
            aftermath,
            numbers: HashMap::default(),
            nodes: Vec::new(),
            moves: Vec::new(),
            proofs: 0,
            fresh: Vec::new(),
            looks: MAX_LOOKS,
            budget,
        }
    }

    /// Takes `cost` off the budget.
    ///
    /// # Errors
    ///
    /// [`LimitReached`] if less than `cost` is left.
    pub fn spend(&mut self, cost: u32) -> Result<(), LimitReached> {
        let left = self.budget.get().checked_sub(cost).ok_or(LimitReached)?;
        self.budget.set(left);
        Ok(())
    }

    /// Returns the number of a position, a new one at its first occurrence.
    pub fn number(&mut self, state: LocalState) -> PositionNumber {
        let new = PositionNumber(self.nodes.len() as u32);
        let number = *self.numbers.entry(state).or_insert(new);
        if number == new {
            self.nodes.push(MetPosition {
                state,
                known: Knowledge::Nothing,
                is_on_line: false,
                moves: None,
            });
        }
        number
    }

    /// Returns the position with a number.
    pub fn state(&self, at: PositionNumber) -> &LocalState {
        &self.nodes[at.0 as usize].state
    }

    fn known(&self, at: PositionNumber) -> Knowledge {
        self.nodes[at.0 as usize].known
    }

    fn learn(&mut self, at: PositionNumber, known: Knowledge) {
        self.nodes[at.0 as usize].known = known;
    }

    /// Returns whether the prover reaches the goal. A proof never rests on a repetition. A failure
    /// may rest on one that another line would not have made (the graph history interaction), so it
    /// is checked. If it does not hold, the search is repeated with the findings so far: there are
    /// some, since a failure is unfounded only if a position above it was proven later.
    ///
    /// # Errors
    ///
    /// [`LimitReached`] if the budget, the looks or the attempts are used up.
    pub fn reaches(&mut self, at: PositionNumber) -> Result<bool, LimitReached> {
        for _ in 0..ATTEMPTS {
            if let Some(reached) = self.answer(at) {
                return Ok(reached);
            }
            match self.end(at)? {
                Some(reached) => self.settle_end(at, reached),
                None => self.expand(
                    at,
                    Hard {
                        to_prove: MOST,
                        to_fail: MOST,
                    },
                    0,
                )?,
            }
            self.drop_unfounded();
        }
        Err(LimitReached)
    }

    /// Returns the answer for a position if it is known.
    pub fn answer(&self, at: PositionNumber) -> Option<bool> {
        match self.known(at) {
            Knowledge::Proven(_) => Some(true),
            Knowledge::Failed => Some(false),
            Knowledge::Nothing | Knowledge::Open(_) => None,
        }
    }

    /// Returns whether the fight is over: a target is captured, or all are independent.
    pub fn is_over(&self, at: PositionNumber) -> bool {
        let state = self.state(at);
        self.problem.is_taken(state) || self.problem.is_independent(state)
    }

    /// Returns whether the prover has reached the goal if the fight is over; `None` while it goes
    /// on. Whether a captor lives on may take a search; apart from that, only the position counts.
    ///
    /// # Errors
    ///
    /// [`LimitReached`] if that search takes more than the budget.
    pub fn end(&mut self, at: PositionNumber) -> Result<Option<bool>, LimitReached> {
        let state = *self.state(at);
        if self.problem.is_taken(&state) {
            return match (self.goal, self.answer(at)) {
                (Goal::Independence, _) => Ok(Some(false)),
                (Goal::Capture, None) => self.captor_lives(&state).map(Some),
                (Goal::Capture, known) => Ok(known),
            };
        }
        let is_over = self.problem.is_independent(&state);
        Ok(is_over.then_some(self.goal == Goal::Independence))
    }

    /// Forgets failures until the remaining ones justify each other: in each, the prover's opponent
    /// has a move to another failure, or the prover has no move to a position that is not one.
    fn drop_unfounded(&mut self) {
        let mut fresh = std::mem::take(&mut self.fresh);
        loop {
            let before = fresh.len();
            let (holds, falls): (Vec<PositionNumber>, Vec<PositionNumber>) =
                fresh.into_iter().partition(|&at| self.is_founded(at));
            for at in falls {
                self.learn(at, Knowledge::Open(Hard::NEW));
            }
            fresh = holds;
            if fresh.len() == before {
                return;
            }
        }
    }

    fn is_founded(&mut self, at: PositionNumber) -> bool {
        let proving = self.state(at).to_move == self.prover;
        let mut moves = self.moves(at);
        let failed = |after| self.answer(self.moves[after]) == Some(false);
        if proving {
            moves.all(failed)
        } else {
            moves.any(failed)
        }
    }

    /// Returns the moves that the answer of a position rests on: one of the side that it favours,
    /// all of the other. Among proofs it takes the earliest one, which rests on earlier ones alone.
    pub fn line(&mut self, at: PositionNumber) -> Vec<PositionNumber> {
        let Some(reached) = self.answer(at).filter(|_| !self.is_over(at)) else {
            return Vec::new();
        };
        let moves = self.moves(at);
        let moves = &self.moves[moves];
        if reached != (self.state(at).to_move == self.prover) {
            return moves.to_vec();
        }
        let mut good = moves
            .iter()
            .copied()
            .filter(|&after| self.answer(after) == Some(reached));
        let best = if reached {
            good.min_by_key(|&after| match self.known(after) {
                Knowledge::Proven(number) => number,
                _ => 0,
            })
        } else {
            good.next()
        };
        best.into_iter().collect()
    }

    /// Searches a position until it is proven or has failed, or until its difficulty reaches
    /// `limit` (depth-first proof-number search, Nagai 2002). A position of the line counts as a
    /// failure where it repeats.
    fn expand(
        &mut self,
        at: PositionNumber,
        limit: Hard,
        depth: usize,
    ) -> Result<(), LimitReached> {
        self.looks = self.looks.checked_sub(1).ok_or(LimitReached)?;
        self.nodes[at.0 as usize].is_on_line = true;
        let done = self.look_on(at, limit, depth);
        self.nodes[at.0 as usize].is_on_line = false;
        done
    }

    /// Searches the moves of a position, always the one that seems to be the least work. Where all
    /// parts must be proven, the difficulty is that of the hardest part plus one for each other
    /// part: a sum would count positions many times, since lines join.
    fn look_on(
        &mut self,
        at: PositionNumber,
        limit: Hard,
        depth: usize,
    ) -> Result<(), LimitReached> {
        let proving = self.state(at).to_move == self.prover;
        let moves = self.moves(at);
        loop {
            // For the side to move, its own goal takes one move; the other side's goal takes all of
            // them.
            let mut best: Option<(PositionNumber, HardForSides)> = None;
            let mut second = MOST;
            let mut most = 0;
            let mut others = 0;
            for place in moves.clone() {
                let after = self.moves[place];
                let hard = self.hard(after, depth)?.for_side(proving);
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
                // Without a move, and without a pass of the prover, the position is a failure.
                self.settle(at, false);
                return Ok(());
            };
            let other = if most >= MOST {
                MOST
            } else {
                (most + others).saturating_sub(1).min(MOST - 1)
            };
            if least.own == 0 {
                self.settle(at, proving);
                return Ok(());
            }
            if least.own >= MOST {
                self.settle(at, !proving);
                return Ok(());
            }
            let here = limit.for_side(proving);
            if least.own >= here.own || other >= here.other {
                let hard = HardForSides {
                    own: least.own,
                    other,
                }
                .of_side(proving);
                self.learn(at, Knowledge::Open(hard));
                return Ok(());
            }
            let room = HardForSides {
                own: here.own.min(second.saturating_add(1)),
                other: (least.other + 1).max(here.other.saturating_sub(others - 1)),
            };
            self.expand(after, room.of_side(proving), depth + 1)?;
        }
    }

    /// Returns the difficulty of a position below one of the line.
    fn hard(&mut self, at: PositionNumber, depth: usize) -> Result<Hard, LimitReached> {
        let node = &self.nodes[at.0 as usize];
        if node.is_on_line {
            return Ok(Hard::FAILED);
        }
        match node.known {
            Knowledge::Open(hard) => return Ok(hard),
            Knowledge::Proven(_) => return Ok(Hard::PROVEN),
            Knowledge::Failed => return Ok(Hard::FAILED),
            Knowledge::Nothing => (),
        }
        self.spend(1)?;
        if let Some(reached) = self.end(at)? {
            self.settle_end(at, reached);
            return Ok(if reached { Hard::PROVEN } else { Hard::FAILED });
        }
        if depth >= MAX_DEPTH {
            return Ok(Hard::FAILED);
        }
        self.learn(at, Knowledge::Open(Hard::NEW));
        Ok(Hard::NEW)
    }

    fn settle(&mut self, at: PositionNumber, reached: bool) {
        self.settle_end(at, reached);
        if !reached {
            self.fresh.push(at);
        }
    }

    /// Records an answer that rests on no other position, so that it holds in any case.
    fn settle_end(&mut self, at: PositionNumber, reached: bool) {
        let known = if reached {
            self.proofs += 1;
            Knowledge::Proven(self.proofs)
        } else {
            Knowledge::Failed
        };
        self.learn(at, known);
    }

    /// Returns the range of a position's moves in the list of all moves.
    fn moves(&mut self, at: PositionNumber) -> Range<usize> {
        let (from, to) = self.nodes[at.0 as usize].moves.unwrap_or_else(|| {
            let from = self.moves.len() as u32;
            for after in self.make_moves(&self.state(at).clone()) {
                let after = self.number(after);
                self.moves.push(after);
            }
            let place = (from, self.moves.len() as u32);
            self.nodes[at.0 as usize].moves = Some(place);
            place
        });
        from as usize..to as usize
    }

    /// Positions after the moves of the side to move, those that promise most first.
    pub fn after_moves(&mut self, at: PositionNumber) -> Vec<PositionNumber> {
        let moves = self.moves(at);
        self.moves[moves].to_vec()
    }

    /// Positions after the moves of the side to move, those that promise most first.
    fn make_moves(&self, state: &LocalState) -> Vec<LocalState> {
        let problem = &self.problem;
        let color = state.to_move;
        let empty = problem.empty(state);
        let (_, target_around) = problem.target_chains(state);
        let liberties = target_around & empty;
        let near = problem.bits_around(liberties) & empty;
        let mut found: Vec<(i32, LocalState)> = Vec::new();
        let mut rest = empty;
        while rest != 0 {
            let point = rest.trailing_zeros();
            rest &= rest - 1;
            if state.ko == Some(point) {
                continue;
            }
            let Some(placed) = problem.place(state, point) else {
                continue;
            };
            let bit: Bits = 1 << point;
            let taken = placed.captured.count_ones() as i32;
            let mut worth = 8 * taken.min(8);
            if liberties & bit != 0 {
                worth += 4;
            } else if near & bit != 0 {
                worth += 2;
            }
            let room = placed.liberties.count_ones() as i32;
            if placed.chain & problem.wall[color] != 0 {
                worth += 3;
                if color == problem.owner && problem.targets & !placed.chain == 0 {
                    // The target is joined to its wall.
                    worth = i32::MAX;
                }
            } else {
                worth += room.min(4);
                if room == 1 {
                    worth -= 6;
                }
            }
            found.push((-worth, placed.after));
        }
        let pass = LocalState {
            to_move: color.opponent(),
            ko: None,
            ..*state
        };
        if color == self.prover {
            // A pass of the prover is of use only where it lifts a ban.
            if state.ko.is_some() {
                found.push((i32::MAX, pass));
            }
        } else {
            // The side that only has to hold out passes first, unless there is something to capture
            // or to save.
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
