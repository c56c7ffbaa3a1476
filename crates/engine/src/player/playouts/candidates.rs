//! Points to choose from at random.

use rand::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::board::NOWHERE;

/// At most so many are kept.
const MOST: usize = 24;

/// A small list of points.
pub struct Candidates {
    points: [u16; MOST],
    count: usize,
}

impl Candidates {
    /// No point.
    pub fn new() -> Candidates {
        Candidates {
            points: [NOWHERE as u16; MOST],
            count: 0,
        }
    }

    /// Adds a point that is not among them. What is beyond the room for them is forgotten.
    pub fn add(&mut self, point: usize) {
        let point = point as u16;
        if self.count < MOST && !self.points[..self.count].contains(&point) {
            self.points[self.count] = point;
            self.count += 1;
        }
    }

    /// All of them.
    #[cfg(test)]
    pub fn points(&self) -> Vec<usize> {
        let points = &self.points[..self.count];
        points.iter().map(|&point| usize::from(point)).collect()
    }

    /// One of them, each as likely as the others.
    pub fn pick(&self, rng: &mut Xoshiro256PlusPlus) -> Option<usize> {
        match self.count {
            0 => None,
            1 => Some(self.points[0] as usize),
            n => Some(self.points[below(rng, n)] as usize),
        }
    }
}

/// A number below `n`, near enough to evenly for a playout: by multiplication of 32 bits.
#[inline]
pub fn below(rng: &mut Xoshiro256PlusPlus, n: usize) -> usize {
    ((u64::from(rng.next_u32()) * n as u64) >> 32) as usize
}
