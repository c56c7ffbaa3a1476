//! A plain exhaustive solver of one local question: is this chain taken?
//!
//! It shares nothing with the engine, is slow, and has no opinion: it lists every board that play in a
//! region can reach, and works out from them who wins. A game is a sequence of placements and
//! passes in turn; two passes in a row end it. The attacker, the opponent of the target's owner, wins
//! once the target is off the board; an end by passes and, under simple ko, play without an end are
//! the owner's. Suicide is illegal.
//!
//! Stones outside the region are never taken, and neither is a chain that holds on to one of them.
//! Empty points outside are never played on: they are liberties for ever, of either colour.

use std::collections::{BTreeSet, HashMap};

/// Placements that a repetition rule bans, going by boards since the start of the local game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ko {
    /// Those that recreate the board before the opponent's last move.
    Simple,
    /// Those that recreate any earlier board.
    Positional,
    /// Those that recreate an earlier board with the other side to move.
    Situational,
}

/// The fate of a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The attacker can take it.
    Captured,
    /// Its owner can prevent that.
    Kept,
    /// There are more boards or states than the bound allows.
    Unknown,
}

const EMPTY: u8 = 0;

/// The number that stands for a colour on a board.
fn stone(black: bool) -> u8 {
    if black { 1 } else { 2 }
}

/// A region of a board on which both sides play.
#[derive(Clone, Debug)]
pub struct Local {
    /// Of each point of the region, its neighbours in the region.
    beside: Vec<Vec<usize>>,
    /// Whether a Black, a White stone on the point is held by something outside.
    held: Vec<[bool; 2]>,
    /// Where each point of the whole board is in the region.
    place: HashMap<(usize, usize), usize>,
    start: Vec<u8>,
}

/// All boards that play can reach, by number; 0 is the start.
struct Boards {
    /// Of each board, the numbers of those after a placement of White's and of Black's.
    after: Vec<[Vec<usize>; 2]>,
    /// Whether the target is off the board.
    taken: Vec<bool>,
    /// Boards that can be reached from one another have one number.
    component: Vec<usize>,
}

/// Where a game stands: the board, whether Black is to move, whether the last move was a pass, and the
/// numbers of the boards (with the side then to move, if that matters) that could be banned.
type State = (usize, bool, bool, BTreeSet<(usize, bool)>);

impl Local {
    /// A region of a board. Rows go from the top, `X` is Black, `O` White, `.` empty; `*` marks the points
    /// of the region, which may hold stones.
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

    /// The fate of the chain with a stone on the target, a column and a row counted from 0 at the top
    /// left, if that side moves first. Looks at no more than `limit` boards and `limit` states.
    pub fn answer(
        &self,
        target: (usize, usize),
        black_first: bool,
        ko: Ko,
        limit: usize,
    ) -> Answer {
        let target = self.place[&target];
        assert_ne!(self.start[target], EMPTY, "a target is a stone");
        let attacker = self.start[target] != stone(true);
        let Some(boards) = self.boards(target, limit) else {
            return Answer::Unknown;
        };
        let before = match ko {
            Ko::Simple => BTreeSet::new(),
            _ => BTreeSet::from([(0, ko == Ko::Situational && black_first)]),
        };
        let start = (0, black_first, false, before);
        match boards.attacker_wins(start, attacker, ko, limit) {
            Some(true) => Answer::Captured,
            Some(false) => Answer::Kept,
            None => Answer::Unknown,
        }
    }

    /// The chain of a point and whether anything keeps it on the board.
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

    /// The board after a placement; nothing if that is illegal whatever was there before.
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

    fn boards(&self, target: usize, limit: usize) -> Option<Boards> {
        let owner = self.start[target];
        let mut numbers = HashMap::from([(self.start.clone(), 0)]);
        let mut list = vec![self.start.clone()];
        let mut after = Vec::new();
        let mut taken = Vec::new();
        while after.len() < list.len() {
            let board = list[after.len()].clone();
            // Once the target is off, nothing else matters. Its point is empty then: the owner
            // cannot have played there since.
            taken.push(board[target] != owner);
            let mut found = [Vec::new(), Vec::new()];
            if board[target] == owner {
                for point in 0..board.len() {
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
            }
            after.push(found);
        }
        let component = components(&after);
        Some(Boards {
            after,
            taken,
            component,
        })
    }
}

fn grid(rows: &[&str]) -> Vec<Vec<u8>> {
    rows.iter().map(|row| row.bytes().collect()).collect()
}

impl Boards {
    /// Whether the attacker can take the target: lists all states of the game, marks those in which it is
    /// off, and goes on marking states in which the attacker has a move to a marked one, or the owner
    /// has no other, until there are none left. Whatever is not marked is the owner's.
    fn attacker_wins(&self, start: State, attacker: bool, ko: Ko, limit: usize) -> Option<bool> {
        let mut numbers = HashMap::from([(start.clone(), 0)]);
        let mut list = vec![start];
        // Of each state, how many moves it has; of each, the states with a move to it.
        let mut moves = Vec::new();
        let mut before: Vec<Vec<usize>> = vec![Vec::new()];
        let mut won = Vec::new();
        while moves.len() < list.len() {
            let number = moves.len();
            let state = list[number].clone();
            if self.taken[state.0] {
                won.push(number);
                moves.push(0);
                continue;
            }
            let next = self.next(&state, ko);
            // A second pass leads to no state, but to an end that is the owner's.
            moves.push(next.len() + usize::from(state.2));
            for state in next {
                let next = *numbers.entry(state).or_insert_with_key(|state| {
                    list.push(state.clone());
                    before.push(Vec::new());
                    list.len() - 1
                });
                before[next].push(number);
            }
            if list.len() > limit {
                return None;
            }
        }
        let mut is_won = vec![false; list.len()];
        while let Some(number) = won.pop() {
            if is_won[number] {
                continue;
            }
            is_won[number] = true;
            for &earlier in &before[number] {
                moves[earlier] -= 1;
                if list[earlier].1 == attacker || moves[earlier] == 0 {
                    won.push(earlier);
                }
            }
        }
        Some(is_won[0])
    }

    /// The states after each move, but for a second pass in a row.
    fn next(&self, state: &State, ko: Ko) -> Vec<State> {
        let (board, black, passed, banned) = state;
        let mut next = Vec::new();
        for &after in &self.after[*board][usize::from(*black)] {
            let mark = (after, ko == Ko::Situational && !black);
            if banned.contains(&mark) {
                continue;
            }
            let mut banned = match ko {
                Ko::Simple => BTreeSet::from([(*board, false)]),
                _ => banned.clone(),
            };
            if ko != Ko::Simple {
                banned.insert(mark);
                // A component that cannot be reached any more need not be remembered.
                let now = self.component[after];
                banned.retain(|&(earlier, _)| self.component[earlier] == now);
            }
            next.push((after, !black, false, banned));
        }
        if !passed {
            let mut banned = banned.clone();
            match ko {
                // The opponent's last move is the pass, and the board before it the one that stands.
                Ko::Simple => banned.clear(),
                Ko::Positional => {}
                Ko::Situational => {
                    banned.insert((*board, !black));
                }
            }
            next.push((*board, !black, true, banned));
        }
        next
    }
}

/// Numbers boards by which of them can be reached from one another (Tarjan's algorithm, with a stack
/// of its own).
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
