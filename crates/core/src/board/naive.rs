//! Slow model that the fast board is tested against: a grid with flood fill, without incremental
//! data.

use super::color::Color;
use super::point::{Point, Size};
use super::point_set::PointSet;

/// Grid of stones; chains and liberties are found by flood fill on demand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NaiveBoard {
    size: Size,
    stones: Vec<Option<Color>>,
}

impl NaiveBoard {
    /// Creates an empty board.
    #[must_use]
    pub fn new(size: Size) -> NaiveBoard {
        NaiveBoard {
            size,
            stones: vec![None; size.array_len()],
        }
    }

    /// Returns the colour of the stone on a point, if any.
    #[must_use]
    pub fn get(&self, point: Point) -> Option<Color> {
        self.stones[point.index()]
    }

    /// Puts a stone on a point or removes it; captures nothing.
    pub fn set(&mut self, point: Point, stone: Option<Color>) {
        self.stones[point.index()] = stone;
    }

    /// Returns the points reached from `point` over neighbours with equal content.
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

    /// Returns the liberties of the chain on `point`.
    #[must_use]
    pub fn liberties(&self, point: Point) -> PointSet {
        let chain = self.flood(point);
        let around = chain.iter().flat_map(|stone| self.size.neighbours(stone));
        PointSet::of(self.size, around.filter(|&next| self.get(next).is_none()))
    }

    /// Plays a stone on an empty point: captures first, suicide after. Returns the number of
    /// captured opposing stones and of own stones given up.
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

    /// Returns whether every chain has a liberty.
    #[must_use]
    pub fn is_legal(&self) -> bool {
        self.size
            .points()
            .all(|point| self.get(point).is_none() || !self.liberties(point).is_empty())
    }
}
