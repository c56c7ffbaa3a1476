//! The slow model that the fast board is tested against: a grid, flood fill, nothing kept.

use super::{Color, Point, PointSet, Size};

/// A grid of stones, with everything found by flood fill when it is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NaiveBoard {
    size: Size,
    stones: Vec<Option<Color>>,
}

impl NaiveBoard {
    /// An empty board.
    #[must_use]
    pub fn new(size: Size) -> NaiveBoard {
        NaiveBoard {
            size,
            stones: vec![None; size.array_len()],
        }
    }

    /// The stone on a point, if any.
    #[must_use]
    pub fn get(&self, point: Point) -> Option<Color> {
        self.stones[point.index()]
    }

    /// Puts a stone or takes it away; captures nothing.
    pub fn set(&mut self, point: Point, stone: Option<Color>) {
        self.stones[point.index()] = stone;
    }

    /// The points reached from `point` over neighbours of the same content.
    #[must_use]
    pub fn flood(&self, point: Point) -> PointSet {
        let mut reached = PointSet::new(self.size);
        let mut open = vec![point];
        while let Some(at) = open.pop() {
            if reached.insert(at) {
                let same = |&next: &Point| self.get(next) == self.get(at);
                open.extend(self.size.neighbours(at).filter(same));
            }
        }
        reached
    }

    /// The liberties of the chain on `point`.
    #[must_use]
    pub fn liberties(&self, point: Point) -> PointSet {
        let chain = self.flood(point);
        let around = chain.iter().flat_map(|stone| self.size.neighbours(stone));
        PointSet::of(self.size, around.filter(|&next| self.get(next).is_none()))
    }

    /// Plays a stone on an empty point: captures first, suicide after; returns captured opposing
    /// stones and own stones given up.
    pub fn play(&mut self, color: Color, point: Point) -> (usize, usize) {
        self.set(point, Some(color));
        let mut captured = 0;
        for neighbour in self.size.neighbours(point) {
            if self.get(neighbour) == Some(color.opponent()) {
                captured += self.remove_if_captured(neighbour);
            }
        }
        (captured, self.remove_if_captured(point))
    }

    fn remove_if_captured(&mut self, point: Point) -> usize {
        if !self.liberties(point).is_empty() {
            return 0;
        }
        let chain: Vec<Point> = self.flood(point).iter().collect();
        for &stone in &chain {
            self.set(stone, None);
        }
        chain.len()
    }

    /// Whether every chain has a liberty.
    #[must_use]
    pub fn is_legal(&self) -> bool {
        self.size
            .points()
            .all(|point| self.get(point).is_none() || !self.liberties(point).is_empty())
    }
}
