//! Plain exhaustive solver of one local question: can this chain be captured for good?
//!
//! It shares no code with the engine, is slow, and uses no heuristics: it lists every board that
//! play in a region can reach, and derives the winner from them. A game is a sequence of placements
//! and passes in turn; two passes in a row end it. The attacker, the opponent of the target's
//! owner, has to take the target off the board. If a stone of the captor is named, it has to stay
//! on the board, before and after that: then the owner wins by taking it. Whoever has to take
//! something loses if the game ends by passes and, under simple ko, if play never ends. Suicide is
//! illegal.
//!
//! Stones outside the region are never captured, and neither is a chain that is connected to one of
//! them. Empty points outside are never played on: they are permanent liberties of either colour.

use std::collections::{BTreeSet, HashMap};

/// Ko rule: placements that are banned, judged by the boards since the start of the local game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ko {
    /// Placements that recreate the board before the opponent's last move.
    Simple,
    /// Placements that recreate any earlier board.
    Positional,
    /// Placements that recreate an earlier board with the other side to move.
    Situational,
}

/// Fate of a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The attacker can capture it.
    Captured,
    /// Its owner can prevent capture.
    Kept,
    /// There are more boards or states than the limit allows.
    Unknown,
}

const EMPTY: u8 = 0;

/// Returns the number that stands for a colour on a board.
fn stone(black: bool) -> u8 {
    if black { 1 } else { 2 }
}

/// Region of a board on which both sides play.
#[derive(Clone, Debug)]
pub struct Local {
    /// Neighbours in the region of each point of the region.
    beside: Vec<Vec<usize>>,
    /// Whether something outside keeps a black, or a white, stone on the point from capture.
    held: Vec<[bool; 2]>,
    /// Index in the region of each of its points on the whole board.
    place: HashMap<(usize, usize), usize>,
    start: Vec<u8>,
}

/// All boards that play can reach before it is decided, by number; 0 is the start.
struct Boards {
    /// Numbers of the boards after a placement of White and of Black, for each board.
    after: Vec<[Vec<usize>; 2]>,
    /// Whether the target is off the board, for each board.
    taken: Vec<bool>,
    /// Whether the stone of the captor is off the board, for each board.
    retaken: Vec<bool>,
    /// Whether the capture of the target ends the game.
    is_over: bool,
    /// Component of each board; boards that can be reached from one another have the same
    /// component.
    component: Vec<usize>,
}

/// State of a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    board: usize,
    black: bool,
    /// Whether the last move was a pass.
    passed: bool,
    /// Numbers of the boards that may be banned, with the side to move where that matters.
    banned: BTreeSet<(usize, bool)>,
    /// Whether the target has been captured, so that the captor's stone is attacked now.
    captured: bool,
}

impl Local {
    /// Creates a region of a board. Rows go from the top: `X` is Black, `O` White, `.` empty. In
    /// `region`, `*` marks its points, which may hold stones.
    pub fn new(rows: &[&str], region: &[&str]) -> Local {
        let (rows, region) = (grid(rows), grid(region));
        let is_inside = |x: usize, y: usize| region[y][x] == b'*';
        let mut points = Vec::new();
        for (y, row) in rows.iter().enumerate() {
            points.extend((0..row.len()).filter(|&x| is_inside(x, y)).map(|x| (x, y)));
        }
        let place: HashMap<_, _> = points.iter().enumerate().map(|(i, &at)| (at, i)).collect();
        let mut local = Local {
            beside: Vec::new(),
            held: Vec::new(),
            start: Vec::new(),
            place,
        };
        for &(x, y) in &points {
            let mut beside = Vec::new();
            let mut held = [false; 2];
            for (dx, dy) in [(0, 1), (2, 1), (1, 0), (1, 2)] {
                let (Some(x), Some(y)) = ((x + dx).checked_sub(1), (y + dy).checked_sub(1)) else {
                    continue;
                };
                let Some(&content) = rows.get(y).and_then(|row| row.get(x)) else {
                    continue;
                };
                match local.place.get(&(x, y)) {
                    Some(&next) => beside.push(next),
                    None => {
                        held[0] |= content != b'O';
                        held[1] |= content != b'X';
                    }
                }
            }
            local.beside.push(beside);
            local.held.push(held);
            local.start.push(match rows[y][x] {
                b'X' => stone(true),
                b'O' => stone(false),
                _ => EMPTY,
            });
        }
        local
    }

    /// Returns the fate of the chain on the target if that side moves first. The target is a column
    /// and a row, counted from 0 at the top left. Looks at no more than `limit` boards and `limit`
    /// states.
    pub fn answer(
        &self,
        target: (usize, usize),
        black_first: bool,
        ko: Ko,
        limit: usize,
    ) -> Answer {
        self.fate(target, None, black_first, ko, limit)
    }

    /// Returns the fate of the chain on the target as [`Local::answer`] does, if a stone of the
    /// `captor` has to stay on the board.
    pub fn fate(
        &self,
        target: (usize, usize),
        captor: Option<(usize, usize)>,
        black_first: bool,
        ko: Ko,
        limit: usize,
    ) -> Answer {
        let target = self.place[&target];
        let captor = captor.map(|at| self.place[&at]);
        assert_ne!(self.start[target], EMPTY, "a target is a stone");
        let attacker = self.start[target] != stone(true);
        let Some(boards) = self.boards(target, captor, limit) else {
            return Answer::Unknown;
        };
        let banned = match ko {
            Ko::Simple => BTreeSet::new(),
            _ => BTreeSet::from([(0, ko == Ko::Situational && black_first)]),
        };
        let start = State {
            board: 0,
            black: black_first,
            passed: false,
            banned,
            captured: false,
        };
        match boards.attacker_wins(start, attacker, ko, limit) {
            Some(true) => Answer::Captured,
            Some(false) => Answer::Kept,
            None => Answer::Unknown,
        }
    }

    /// Returns the chain of a point, and whether a liberty or something outside keeps it on the
    /// board.
    fn chain(&self, board: &[u8], point: usize) -> (Vec<usize>, bool) {
        let color = board[point];
        let mut chain = vec![point];
        let mut stays = false;
        let mut next = 0;
        while next < chain.len() {
            let at = chain[next];
            next += 1;
            stays |= self.held[at][usize::from(color == stone(false))];
            for &beside in &self.beside[at] {
                stays |= board[beside] == EMPTY;
                if board[beside] == color && !chain.contains(&beside) {
                    chain.push(beside);
                }
            }
        }
        (chain, stays)
    }

    /// Returns the board after a placement; `None` if it is illegal apart from repetition.
    fn place_stone(&self, board: &[u8], point: usize, black: bool) -> Option<Vec<u8>> {
        if board[point] != EMPTY {
            return None;
        }
        let mut after = board.to_vec();
        after[point] = stone(black);
        for &beside in &self.beside[point] {
            if after[beside] == stone(!black) {
                let (chain, stays) = self.chain(&after, beside);
                if !stays {
                    chain.into_iter().for_each(|at| after[at] = EMPTY);
                }
            }
        }
        self.chain(&after, point).1.then_some(after)
    }

    fn boards(&self, target: usize, captor: Option<usize>, limit: usize) -> Option<Boards> {
        let mut numbers = HashMap::from([(self.start.clone(), 0)]);
        let mut list = vec![self.start.clone()];
        let mut after = Vec::new();
        let mut taken = Vec::new();
        let mut retaken = Vec::new();
        while after.len() < list.len() {
            let board = list[after.len()].clone();
            let stands = |at: usize| board[at] == self.start[at];
            taken.push(!stands(target));
            retaken.push(captor.is_some_and(|at| !stands(at)));
            let goes_on = captor.map_or(stands(target), stands);
            let mut found = [Vec::new(), Vec::new()];
            for point in (0..board.len()).filter(|_| goes_on) {
                for black in [false, true] {
                    let Some(next) = self.place_stone(&board, point, black) else {
                        continue;
                    };
                    let number = *numbers.entry(next).or_insert_with_key(|next| {
                        list.push(next.clone());
                        list.len() - 1
                    });
                    found[usize::from(black)].push(number);
                }
            }
            if list.len() > limit {
                return None;
            }
            after.push(found);
        }
        let component = components(&after);
        Some(Boards {
            after,
            taken,
            retaken,
            is_over: captor.is_none(),
            component,
        })
    }
}

/// Returns for each state whether `side` can force a state for which `is_goal` holds, on a way over
/// states for which `counts` holds: those are marked, and then each state with a move of that side
/// to a marked state, or from which all moves of the other side lead to marked states, until there
/// are no more.
fn forced(
    list: &[State],
    next: &[Vec<usize>],
    side: bool,
    counts: impl Fn(usize) -> bool,
    is_goal: impl Fn(usize) -> bool,
) -> Vec<bool> {
    let mut before = vec![Vec::new(); list.len()];
    // A second pass leads to no state: it ends the game, and is no way to the goal.
    let mut moves: Vec<usize> = list.iter().map(|state| usize::from(state.passed)).collect();
    for (at, after) in next.iter().enumerate() {
        moves[at] += after.len();
        after.iter().for_each(|&after| before[after].push(at));
    }
    let mut found = vec![false; list.len()];
    let mut new: Vec<usize> = (0..list.len()).filter(|&at| is_goal(at)).collect();
    while let Some(at) = new.pop() {
        if std::mem::replace(&mut found[at], true) {
            continue;
        }
        for &earlier in before[at].iter().filter(|&&earlier| counts(earlier)) {
            moves[earlier] -= 1;
            if list[earlier].black == side || moves[earlier] == 0 {
                new.push(earlier);
            }
        }
    }
    found
}

fn grid(rows: &[&str]) -> Vec<Vec<u8>> {
    rows.iter().map(|row| row.bytes().collect()).collect()
}

impl Boards {
    /// Returns whether the attacker can capture the target for good; `None` beyond the limit.
    ///
    /// All states of the game are listed. Those after the capture are decided first. In each of
    /// both parts the side that has to take something wins the states in which it can force that;
    /// the other side wins the rest.
    fn attacker_wins(&self, start: State, attacker: bool, ko: Ko, limit: usize) -> Option<bool> {
        let mut numbers = HashMap::from([(start.clone(), 0)]);
        let mut list = vec![start];
        let mut next: Vec<Vec<usize>> = Vec::new();
        while next.len() < list.len() {
            let state = list[next.len()].clone();
            let mut found = Vec::new();
            if !(self.retaken[state.board] || state.captured && self.is_over) {
                for mut after in self.next(&state, ko) {
                    after.captured |= self.taken[after.board];
                    found.push(*numbers.entry(after).or_insert_with_key(|after| {
                        list.push(after.clone());
                        list.len() - 1
                    }));
                }
            }
            next.push(found);
            if list.len() > limit {
                return None;
            }
        }
        let retaken = |at: usize| self.retaken[list[at].board];
        let retaken = forced(&list, &next, !attacker, |at| list[at].captured, retaken);
        let captured = |at: usize| list[at].captured && !retaken[at];
        let is_before = |at: usize| !list[at].captured && !self.retaken[list[at].board];
        Some(forced(&list, &next, attacker, is_before, captured)[0])
    }

    /// Returns the states after each move except a second pass in a row.
    fn next(&self, state: &State, ko: Ko) -> Vec<State> {
        let (board, black) = (state.board, state.black);
        let mut next = Vec::new();
        for &after in &self.after[board][usize::from(black)] {
            let mark = (after, ko == Ko::Situational && !black);
            if state.banned.contains(&mark) {
                continue;
            }
            let mut banned = match ko {
                Ko::Simple => BTreeSet::from([(board, false)]),
                _ => state.banned.clone(),
            };
            if ko != Ko::Simple {
                banned.insert(mark);
                // Boards of a component that cannot be reached any more need not be remembered.
                let now = self.component[after];
                banned.retain(|&(earlier, _)| self.component[earlier] == now);
            }
            next.push(State {
                board: after,
                black: !black,
                passed: false,
                banned,
                ..state.clone()
            });
        }
        if !state.passed {
            let mut banned = state.banned.clone();
            match ko {
                // The opponent's last move is the pass, and the board before it is the present one.
                Ko::Simple => banned.clear(),
                Ko::Positional => {}
                Ko::Situational => {
                    banned.insert((board, !black));
                }
            }
            next.push(State {
                black: !black,
                passed: true,
                banned,
                ..state.clone()
            });
        }
        next
    }
}

/// Numbers boards by the sets that can be reached from one another (Tarjan's algorithm with an
/// explicit stack).
fn components(after: &[[Vec<usize>; 2]]) -> Vec<usize> {
    const NONE: usize = usize::MAX;
    let mut order = vec![NONE; after.len()];
    let mut lowest = vec![NONE; after.len()];
    let mut component = vec![NONE; after.len()];
    let mut open = Vec::new();
    let mut count = 0;
    for root in 0..after.len() {
        if order[root] != NONE {
            continue;
        }
        let mut path = vec![(root, 0)];
        while let Some((at, child)) = path.pop() {
            if child == 0 {
                order[at] = count;
                lowest[at] = count;
                count += 1;
                open.push(at);
            }
            match after[at].iter().flatten().nth(child) {
                Some(&next) => {
                    path.push((at, child + 1));
                    if order[next] == NONE {
                        path.push((next, 0));
                    } else if component[next] == NONE {
                        lowest[at] = lowest[at].min(order[next]);
                    }
                }
                None => {
                    if lowest[at] == order[at] {
                        while let Some(member) = open.pop() {
                            component[member] = at;
                            if member == at {
                                break;
                            }
                        }
                    }
                    if let Some(&(parent, _)) = path.last() {
                        lowest[parent] = lowest[parent].min(lowest[at]);
                    }
                }
            }
        }
    }
    component
}
