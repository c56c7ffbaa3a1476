//! Which stones are dead when players stop.

use std::collections::HashMap;
use std::sync::Arc;

use super::search::{Goal, Searcher};
use super::shared::{Bound, Shared};
use super::symmetry::Images;
use crate::board::{Board, Color, Point, PointSet, Size};
use crate::game::{Position, Terms};
use crate::rules::Rules;

/// Memory for reading what is dead, in MiB.
const MEMORY_MB: usize = 64;

/// The dead stones of positions in which both passed, under some rules.
///
/// Where playing on costs nothing, only what is proven dead is taken off: whoever doubts it plays on. Where
/// it costs points, a stone is dead if its point ends as the other side's though its owner moves first, in a
/// game that is played out by area ([`Rules::played_out`]).
pub struct DeadStones {
    reading: Option<Reading>,
}

struct Reading {
    rules: Rules,
    searcher: Box<Searcher>,
    images: Images,
    /// The dead stones of boards, by the least key of their images, as they lie in that image.
    known: HashMap<u64, PointSet>,
}

impl DeadStones {
    /// Reads positions of one size, as far as `bound` allows.
    #[must_use]
    pub fn new(rules: &Rules, size: Size, bound: Bound) -> DeadStones {
        let reading = rules.playing_on_costs().then(|| {
            let rules = rules.played_out();
            let terms = Terms::default();
            let shared = Shared::new(rules, terms, Images::new(size), MEMORY_MB, bound);
            let start = Position::new(rules, Board::new(size), Color::Black);
            Reading {
                rules,
                searcher: Box::new(Searcher::at(&Arc::new(shared), &start, Goal::Margin)),
                images: Images::new(size),
                known: HashMap::new(),
            }
        });
        DeadStones { reading }
    }

    /// The dead stones of a position; `None` if there was no time to read it.
    #[must_use]
    pub fn of(&mut self, position: &Position) -> Option<PointSet> {
        match &mut self.reading {
            Some(reading) => reading.of(position),
            None => Some(position.proven_dead()),
        }
    }
}

impl Reading {
    fn of(&mut self, position: &Position) -> Option<PointSet> {
        let board = position.board();
        let keys = self.images.keys(board);
        let all = (0..self.images.len()).map(|image| (keys[image], image));
        let (key, image) = all.min().unwrap_or_default();
        if let Some(dead) = self.known.get(&key) {
            let here = |point| self.images.point_back(image, point);
            return Some(PointSet::of(board.size(), dead.iter().map(here)));
        }
        let mut dead = PointSet::new(board.size());
        for (stone, _) in board.stones() {
            if board.head(stone) == stone && self.is_dead(position, stone)? {
                board.chain(stone).for_each(|point| {
                    dead.insert(point);
                });
            }
        }
        let there = dead.iter().map(|point| self.images.point(image, point));
        let there = PointSet::of(board.size(), there);
        self.known.insert(key, there);
        Some(dead)
    }

    /// Whether a chain is lost though its owner moves first.
    fn is_dead(&mut self, position: &Position, stone: Point) -> Option<bool> {
        let board = position.board();
        let Some(owner) = board.get(stone) else {
            return Some(false);
        };
        let start = Position::new(self.rules, board.clone(), owner);
        self.searcher.begin(&start, Goal::Point(stone));
        // Black's point is worth 1, White's −1.
        match owner.opponent().sign() {
            1 => self.searcher.ask(1),
            _ => self.searcher.ask(0).map(|held| !held),
        }
    }
}
