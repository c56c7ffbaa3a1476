//! Ladders as KataGo reads them: `searchIsLadderCaptured` in its `cpp/game/board.cpp`.
//!
//! A chain with one liberty is laddered if its owner cannot save it by moves at its liberty and
//! captures beside it; one with two liberties, if the opponent can make it so by a move at one of
//! them. Kos count for the defender.

use halfpoint_core::board::ZobristKey;
use halfpoint_core::{Color, Point, PointSet, Size};

use super::chains::ChainBoard;
use super::history::Snapshot;
use super::places::Places;

/// Number of moves after which a search gives the ladder up as not working.
const MAX_NODES: u32 = 25_000;

/// Ladders of a board, and its chains with few liberties.
#[derive(Clone, Copy)]
pub(crate) struct Ladders {
    /// Stones of chains with one, two and three liberties.
    pub(crate) liberties: [PointSet; 3],
    /// Stones of laddered chains.
    pub(crate) stones: PointSet,
    /// Moves that begin a ladder against a chain with two liberties, by the colour of the chain.
    pub(crate) moves: [PointSet; 2],
}

impl Ladders {
    /// Creates the ladders of a board that has none.
    pub(super) fn none(size: Size) -> Ladders {
        Ladders {
            liberties: [PointSet::new(size); 3],
            stones: PointSet::new(size),
            moves: [PointSet::new(size); 2],
        }
    }
}

/// Number of the boards whose ladders a table keeps.
const TABLE_SIZE: usize = 1024;

/// Ladders of a board with a ko, by the key of its stones.
#[derive(Clone, Copy)]
struct Entry {
    key: ZobristKey,
    ko: Option<Point>,
    ladders: Ladders,
}

/// Reader of ladders with a table of those that it has read last.
pub(crate) struct LadderTable {
    reader: LadderReader,
    entries: Box<[Entry]>,
}

impl LadderTable {
    /// Creates a table for boards of one size.
    pub(crate) fn new(size: Size) -> LadderTable {
        // The empty board has no ladders.
        let empty = Entry {
            key: ZobristKey::EMPTY,
            ko: None,
            ladders: Ladders::none(size),
        };
        LadderTable {
            reader: LadderReader::default(),
            entries: vec![empty; TABLE_SIZE].into(),
        }
    }

    /// Returns the ladders of a board, from the table if they are in it.
    pub(crate) fn of(&mut self, board: &Snapshot, places: &Places) -> &Ladders {
        let at = board.key.low() as usize % TABLE_SIZE;
        let entry = &mut self.entries[at];
        if (entry.key, entry.ko) != (board.key, board.ko) {
            *entry = Entry {
                key: board.key,
                ko: board.ko,
                ladders: self.reader.read(&board.stones, board.ko, places.points()),
            };
        }
        &entry.ladders
    }
}

/// Reader of ladders, with memory that is used again.
#[derive(Default)]
pub(super) struct LadderReader {
    board: ChainBoard,
    moves: Vec<u16>,
    nodes: u32,
    max_depth: usize,
}

impl LadderReader {
    /// Reads all ladders of a board with the point that a simple ko forbids. `points` gives the
    /// points by their indices. Ladders of both colours are read as if either could move.
    pub(super) fn read(
        &mut self,
        stones: &[PointSet; 2],
        ko: Option<Point>,
        points: &[Point],
    ) -> Ladders {
        let mut ladders = Ladders::none(stones[0].size());
        self.board.set_up(stones, ko);
        self.max_depth = self.board.area() * 3 / 2;
        for color in Color::BOTH {
            for stone in stones[color] {
                let index = stone.index() as u16;
                if self.board.is_head(index) {
                    self.read_chain(color, index, points, &mut ladders);
                }
            }
        }
        ladders
    }

    fn read_chain(&mut self, color: Color, stone: u16, points: &[Point], ladders: &mut Ladders) {
        if !self.board.may_have_at_most(stone, 3) {
            return;
        }
        let liberties = self.board.liberties::<4>(stone);
        let count = liberties.points().len();
        if let Some(weak) = ladders.liberties.get_mut(count.wrapping_sub(1)) {
            self.board.each_stone(stone, |at| {
                weak.insert(points[at as usize]);
            });
        }
        let is_laddered = match *liberties.points() {
            [_] => self.is_captured(color, stone),
            [first, second] => {
                let mut works = false;
                for (point, exit) in [(first, second), (second, first)] {
                    if self.move_works(color, stone, point, exit) {
                        works = true;
                        ladders.moves[color].insert(points[point as usize]);
                    }
                }
                works
            }
            _ => false,
        };
        if is_laddered {
            let found = &mut ladders.stones;
            self.board.each_stone(stone, |at| {
                found.insert(points[at as usize]);
            });
        }
    }

    /// Returns whether a move of the opponent at one of two liberties captures a chain, whose other
    /// liberty is `exit`.
    fn move_works(&mut self, color: Color, stone: u16, point: u16, exit: u16) -> bool {
        let attacker = color.opponent();
        let filled = usize::from(self.board.are_adjacent(point, exit));
        // With three liberties at its exit the chain is free, and the search would say so.
        if self.board.empty_neighbours(exit) - filled >= 3 || !self.board.is_legal(attacker, point)
        {
            return false;
        }
        let mark = self.board.play(attacker, point);
        let works = self.is_captured(color, stone);
        self.board.undo(mark);
        works
    }

    /// Returns whether a chain in atari is captured if its owner moves first, whom no ko forbids
    /// anything.
    fn is_captured(&mut self, color: Color, stone: u16) -> bool {
        let mark = self.board.mark();
        self.board.lift_ko();
        self.nodes = 0;
        let captured = self.defend(color, stone, 0);
        self.moves.clear();
        self.board.undo(mark);
        captured
    }

    /// Returns whether a chain is captured with its owner to move.
    fn defend(&mut self, color: Color, stone: u16, depth: usize) -> bool {
        if depth >= self.max_depth {
            return true;
        }
        let Some(liberty) = self.board.last_liberty(stone) else {
            return false;
        };
        if self.board.has_ko() {
            return false;
        }
        let start = self.moves.len();
        self.board.add_captures(stone, &mut self.moves);
        if let Some(at) = self.moves[start..].iter().position(|&at| at == liberty) {
            self.moves.remove(start + at);
        }
        self.moves.push(liberty);
        let (at_least, at_most) = self.board.liberty_bounds(color, liberty);
        let end = self.moves.len();
        let captured = if at_least >= 3 {
            false
        } else if end == start + 1 && at_most <= 1 {
            true
        } else {
            (start..end).all(|at| {
                let point = self.moves[at];
                !self.board.is_legal(color, point)
                    || self.after(color, point, |reader| {
                        reader.attack(color, stone, depth + 1)
                    })
            })
        };
        self.moves.truncate(start);
        captured && !self.is_exhausted()
    }

    /// Returns whether a chain is captured with the opponent of its owner to move.
    fn attack(&mut self, color: Color, stone: u16, depth: usize) -> bool {
        if depth >= self.max_depth {
            return true;
        }
        let liberties = self.board.liberties::<3>(stone);
        let [mut first, mut second] = match *liberties.points() {
            [] | [_] => return true,
            [first, second] => [first, second],
            _ => return false,
        };
        let board = &self.board;
        let attacker = color.opponent();
        let mut exits = [first, second].map(|point| board.empty_neighbours(point));
        if exits == [0, 0] && self.is_double_ko(color, stone, [first, second]) {
            return true;
        }
        let mut count = 2;
        if !board.are_adjacent(first, second) {
            match (exits[0] >= 3, exits[1] >= 3) {
                (true, true) => return false,
                (true, false) => count = 1,
                (false, true) => (first, count) = (second, 1),
                (false, false) => (),
            }
        }
        if count == 2 {
            exits[0] = exits[0] * 2 + board.joining_weight(color, first);
            exits[1] = exits[1] * 2 + board.joining_weight(color, second);
            if exits[1] > exits[0] {
                std::mem::swap(&mut first, &mut second);
            }
        }
        [first, second][..count].iter().any(|&point| {
            !self.is_exhausted()
                && self.board.is_legal(attacker, point)
                && self.after(attacker, point, |reader| {
                    reader.defend(color, stone, depth + 1)
                })
        })
    }

    /// Returns whether both liberties of a chain are kos for the attacker, so that its owner can
    /// connect neither with gain.
    fn is_double_ko(&self, color: Color, stone: u16, liberties: [u16; 2]) -> bool {
        let board = &self.board;
        liberties
            .iter()
            .all(|&point| board.would_take_ko(color.opponent(), point))
            && liberties
                .iter()
                .all(|&point| board.liberties_after(color, point) <= 2)
            && !board.has_captures(stone)
    }

    /// Returns the answer of `search` after a legal move; `false` once the nodes are used up.
    fn after(
        &mut self,
        color: Color,
        point: u16,
        search: impl FnOnce(&mut LadderReader) -> bool,
    ) -> bool {
        let mark = self.board.play(color, point);
        self.nodes += 1;
        let captured = !self.is_exhausted() && search(self);
        self.board.undo(mark);
        captured && !self.is_exhausted()
    }

    fn is_exhausted(&self) -> bool {
        self.nodes >= MAX_NODES
    }
}
