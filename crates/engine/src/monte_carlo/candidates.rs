//! A small set of points from which one is picked at random.

use rand::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::board::NOWHERE;

/// Number of points that a set of candidates holds.
const MAX_POINTS: usize = 24;

/// A small set of points without duplicates, in fixed memory.
pub struct Candidates {
    points: [u16; MAX_POINTS],
    count: usize,
}

impl Candidates {
    /// Returns an empty set.
    pub fn new() -> Candidates {
        Candidates {
            points: [NOWHERE as u16; MAX_POINTS],
            count: 0,
        }
    }

    /// Adds a point unless it is in the set already or the set is full.
    pub fn add(&mut self, point: usize) {
        let point = point as u16;
        if self.count < MAX_POINTS && !self.points[..self.count].contains(&point) {
            self.points[self.count] = point;
            self.count += 1;
        }
    }

    /// Returns all points, in the order in which they were added.
    #[cfg(test)]
    pub fn points(&self) -> Vec<usize> {
        let points = &self.points[..self.count];
        points.iter().map(|&point| usize::from(point)).collect()
    }

    /// Returns a random point of the set, each with the same probability; `None` if it is empty.
    pub fn pick(&self, rng: &mut Xoshiro256PlusPlus) -> Option<usize> {
        match self.count {
            0 => None,
            1 => Some(self.points[0] as usize),
            n => Some(self.points[below(rng, n)] as usize),
        }
    }
}

/// Returns a random number below `n`, by one 32-bit multiplication: nearly uniform, which suffices
/// for a playout.
#[inline]
pub fn below(rng: &mut Xoshiro256PlusPlus, n: usize) -> usize {
    ((u64::from(rng.next_u32()) * n as u64) >> 32) as usize
}
