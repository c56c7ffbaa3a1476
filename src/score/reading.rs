//! Reading: a local and exhaustive search for the life of one chain.
//!
//! A problem is cut out of the board: the chain, the weak chains that fight with it or lean on it, and
//! the empty points they fight for. Everything around is a wall that nobody can take. In the problem
//! one side, the *prover*, tries to reach a goal; the other tries to prevent it and may pass at any
//! time. A ko may not be retaken at once, and a side that has no other move passes; nobody has threats
//! elsewhere, so that whoever takes a ko first wins it. A position that comes again is a failure to
//! prove.

use std::cell::RefCell;
use std::collections::HashMap;

use crate::board::{Board, Color, Point, PointSet};

/// What the prover wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Goal {
    /// The opponent of the chain's owner takes it.
    Capture,
    /// The owner gives it two eyes or joins it to the wall.
    Independence,
}

/// Points of a problem beyond which it is not read.
const MOST_POINTS: usize = 128;
/// Empty points of a problem beyond which it is not read.
const MOST_EMPTY: usize = 13;
/// Moves in a row beyond which a line is not followed.
const MOST_DEPTH: usize = 150;
/// Stones which, taken at a stroke, leave room for two eyes: no nakade is larger than six.
const ROOMY_CAPTURE: u32 = 7;
/// Attempts to find an answer that rests on no repetition.
const ATTEMPTS: usize = 4;

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
    /// Cuts out the problem of the chain with a stone on `target`; `None` if it is too large. Stones in
    /// `wall` cannot be taken.
    pub(super) fn around(board: &Board, wall: &PointSet, target: Point) -> Option<Problem> {
        let size = board.size();
        let owner = board.get(target)?;
        let mut members = PointSet::new(size);
        let mut empties = 0;
        let mut points = Vec::new();
        let mut chains = vec![target];
        for stone in board.chain(target) {
            members.insert(stone);
            points.push(stone);
        }
        let mut next_chain = 0;
        while let Some(&chain) = chains.get(next_chain) {
            next_chain += 1;
            // The regions of its liberties become part of the problem.
            for liberty in board.liberties(chain).iter() {
                if members.contains(liberty) {
                    continue;
                }
                for point in region(board, liberty) {
                    members.insert(point);
                    points.push(point);
                    empties += 1;
                }
                if empties > MOST_EMPTY {
                    return None;
                }
            }
            // Weak chains beside the stones and liberties of this one.
            let of_chain: Vec<Point> = board.chain(chain).collect();
            let near: Vec<Point> = of_chain
                .into_iter()
                .chain(board.liberties(chain).iter())
                .flat_map(|p| size.neighbours(p))
                .collect();
            for stone in near {
                if board.get(stone).is_none() || members.contains(stone) || wall.contains(stone) {
                    continue;
                }
                chains.push(stone);
                for member in board.chain(stone) {
                    members.insert(member);
                    points.push(member);
                }
                if points.len() > MOST_POINTS {
                    return None;
                }
            }
        }
        if points.len() > MOST_POINTS {
            return None;
        }
        // In the order of the board, whatever the order in which they were found.
        points.sort_unstable();
        let place = |point: Point| points.binary_search(&point).ok();
        let mut problem = Problem {
            around: vec![0; points.len()],
            wall: [0; 2],
            all: (0..points.len()).fold(0, |all, i| all | 1 << i),
            start: [0; 2],
            target: place(target)? as u32,
            owner,
            chains,
        };
        for (i, &point) in points.iter().enumerate() {
            if let Some(color) = board.get(point) {
                problem.start[color] |= 1 << i;
            }
            for next in size.neighbours(point) {
                if let Some(j) = place(next) {
                    problem.around[i] |= 1 << j;
                } else if let Some(color) = board.get(next) {
                    problem.wall[color] |= 1 << i;
                }
            }
        }
        Some(problem)
    }

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
        let mut search = Search {
            problem: self,
            goal,
            prover: match goal {
                Goal::Capture => self.owner.opponent(),
                Goal::Independence => self.owner,
            },
            known: HashMap::new(),
            budget,
        };
        let start = State {
            stones: self.start,
            to_move: first,
            ko: None,
            broken_out: false,
        };
        search.solve(start).ok().flatten()
    }

    fn bits_around(&self, mut set: Bits) -> Bits {
        let mut found = 0;
        while set != 0 {
            found |= self.around[set.trailing_zeros() as usize];
            set &= set - 1;
        }
        found
    }

    /// The part of `within` that hangs together with `seed`, and the neighbours of that part.
    fn flood(&self, seed: Bits, within: Bits) -> (Bits, Bits) {
        let mut found = seed;
        let mut open = seed;
        let mut around = 0;
        while open != 0 {
            let next = self.around[open.trailing_zeros() as usize];
            open &= open - 1;
            around |= next;
            let new = next & within & !found;
            found |= new;
            open |= new;
        }
        (found, around)
    }

    fn chain_at(&self, state: &State, color: Color, point: u32) -> (Bits, Bits) {
        self.flood(1 << point, state.stones[color])
    }

    fn empty(&self, state: &State) -> Bits {
        self.all & !(state.stones[0] | state.stones[1])
    }

    /// The state after a placement; `None` if it is suicide.
    fn play(&self, state: &State, point: u32) -> Option<State> {
        let (own, other) = (state.to_move, state.to_move.opponent());
        let bit: Bits = 1 << point;
        let mut after = *state;
        after.stones[own] |= bit;
        after.to_move = other;
        after.ko = None;
        let mut captured = 0;
        let mut near = self.around[point as usize] & state.stones[other];
        while near != 0 {
            let (chain, around) = self.flood(near & near.wrapping_neg(), state.stones[other]);
            near &= !chain;
            if chain & self.wall[other] == 0 && around & self.empty(&after) == 0 {
                captured |= chain;
            }
        }
        after.stones[other] &= !captured;
        after.broken_out |= own == self.owner && captured.count_ones() >= ROOMY_CAPTURE;
        let (chain, around) = self.flood(bit, after.stones[own]);
        let liberties = around & self.empty(&after);
        if chain & self.wall[own] == 0 && liberties == 0 {
            return None;
        }
        let lone = chain == bit && chain & self.wall[own] == 0;
        if lone && captured.count_ones() == 1 && liberties == captured {
            after.ko = Some(captured.trailing_zeros());
        }
        Some(after)
    }

    /// Whether the target stands by itself: joined to the wall, or alive even if its owner always
    /// passes (Benson's criterion within the problem; the wall has eyes of its own).
    fn is_independent(&self, state: &State) -> bool {
        if state.broken_out {
            return true;
        }
        let owner = self.owner;
        let own = state.stones[owner];
        let (target, target_around) = self.chain_at(state, owner, self.target);
        if target & self.wall[owner] != 0 {
            return true;
        }
        // Two eyes need at least two empty points.
        if (target_around & self.empty(state)).count_ones() < 2 {
            return false;
        }
        let empty = self.empty(state);
        let mut chains: Vec<(Bits, Bits)> = Vec::new();
        let mut rest = own;
        while rest != 0 {
            let (chain, around) = self.flood(rest & rest.wrapping_neg(), own);
            rest &= !chain;
            if chain & self.wall[owner] == 0 {
                chains.push((chain, around));
            }
        }
        // Enclosures that no enemy wall opens, with the points around them.
        let not_own = self.all & !own;
        let mut enclosures: Vec<(Bits, Bits)> = Vec::new();
        rest = not_own;
        while rest != 0 {
            let (enclosure, around) = self.flood(rest & rest.wrapping_neg(), not_own);
            rest &= !enclosure;
            let open = enclosure & self.wall[owner.opponent()] != 0;
            if !open && enclosure & empty != 0 {
                enclosures.push((enclosure, around));
            }
        }
        loop {
            let before = chains.len();
            chains.retain(|&(_, around)| {
                let vital = |&&(enclosure, _): &&(Bits, Bits)| enclosure & empty & !around == 0;
                enclosures.iter().filter(vital).count() >= 2
            });
            if !chains.iter().any(|&(chain, _)| chain & target != 0) {
                return false;
            }
            if chains.len() == before {
                return true;
            }
            let alive = chains.iter().fold(0, |all, &(chain, _)| all | chain);
            let walled = self.walled(state);
            enclosures.retain(|&(_, around)| around & own & !(alive | walled) == 0);
        }
    }

    /// Stones of the owner that are joined to the wall.
    fn walled(&self, state: &State) -> Bits {
        let own = state.stones[self.owner];
        self.flood(own & self.wall[self.owner], own).0
    }
}

/// A position of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct State {
    stones: [Bits; 2],
    to_move: Color,
    ko: Option<u32>,
    /// Whether the target's owner has taken so much that the fight is over.
    broken_out: bool,
}

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

struct Search<'a> {
    problem: &'a Problem,
    goal: Goal,
    prover: Color,
    known: HashMap<State, Known>,
    budget: &'a mut u32,
}

impl Search<'_> {
    /// Whether the prover reaches the goal. A proof never rests on a repetition; a failure may rest on one
    /// that another line would not have made (the graph history interaction), so it is checked, and if
    /// it does not hold the search is repeated with what was proven meanwhile.
    fn solve(&mut self, start: State) -> Result<Option<bool>, Spent> {
        for _ in 0..ATTEMPTS {
            if self.proves(start, 0)? {
                return Ok(Some(true));
            }
            self.drop_unfounded();
            if self.answer(&start) == Some(false) {
                return Ok(Some(false));
            }
            self.known.retain(|_, known| *known == Known::Proven);
        }
        Ok(None)
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

/// The empty points that hang together with one.
fn region(board: &Board, start: Point) -> Vec<Point> {
    let size = board.size();
    let mut seen = PointSet::of(size, [start]);
    let mut found = vec![start];
    let mut next = 0;
    while let Some(&at) = found.get(next) {
        next += 1;
        for point in size.neighbours(at) {
            if board.get(point).is_none() && seen.insert(point) {
                found.push(point);
            }
        }
    }
    found
}
