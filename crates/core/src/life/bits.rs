//! Small boards as words of bits, for questions asked about millions of positions.

use super::benson::PassAlive;
use crate::board::{Board, Color, PointSet, Size};

/// Stones of a board of at most 64 points: bit `y · width + x` is the point in column `x` and row
/// `y`.
pub(super) struct Bits {
    size: Size,
    stones: [u64; 2],
    all: u64,
    /// All columns but the last.
    not_last: u64,
    /// All columns but the first.
    not_first: u64,
}

impl Bits {
    /// Returns the stones of a board; `None` if it has more than 64 points.
    pub(super) fn of(board: &Board) -> Option<Bits> {
        let size = board.size();
        if size.area() > 64 {
            return None;
        }
        let mut bits = Bits {
            size,
            stones: [0; 2],
            all: 0,
            not_last: 0,
            not_first: 0,
        };
        for (index, point) in size.points().enumerate() {
            let bit = 1 << index;
            let column = index % size.width();
            bits.all |= bit;
            bits.not_last |= if column + 1 < size.width() { bit } else { 0 };
            bits.not_first |= if column > 0 { bit } else { 0 };
            if let Some(color) = board.get(point) {
                bits.stones[color] |= bit;
            }
        }
        Some(bits)
    }

    /// Returns a set together with the points beside it.
    fn grown(&self, set: u64) -> u64 {
        let width = self.size.width() as u32;
        let up = set.checked_shl(width).unwrap_or(0);
        let down = set.checked_shr(width).unwrap_or(0);
        let aside = (set & self.not_last) << 1 | (set & self.not_first) >> 1;
        (set | up | down | aside) & self.all
    }

    /// Returns the maximal connected parts of `set`.
    fn parts(&self, mut set: u64) -> Vec<u64> {
        let mut parts = Vec::with_capacity(8);
        while set != 0 {
            let mut part = set & set.wrapping_neg();
            loop {
                let more = self.grown(part) & set;
                if more == part {
                    break;
                }
                part = more;
            }
            parts.push(part);
            set &= !part;
        }
        parts
    }

    /// Returns the pass-alive chains of a colour and the points they enclose.
    pub(super) fn pass_alive(&self, board: &Board, color: Color) -> PassAlive {
        let own = self.stones[color];
        let empty = self.all & !(self.stones[0] | self.stones[1]);
        // One enclosure makes no two eyes.
        let mut enclosures = self.parts(self.all & !own);
        let mut alive = if enclosures.len() < 2 {
            Vec::new()
        } else {
            self.parts(own)
        };
        loop {
            let before = alive.len();
            let is_vital = |chain: u64, enclosure: u64| {
                enclosure & empty != 0 && enclosure & empty & !self.grown(chain) == 0
            };
            alive.retain(|&chain| {
                let vital = enclosures.iter().filter(|&&e| is_vital(chain, e));
                vital.count() >= 2
            });
            let living = alive.iter().fold(0, |set, chain| set | chain);
            enclosures.retain(|&e| self.grown(e) & own & !living == 0);
            if alive.len() == before {
                enclosures.retain(|&e| alive.iter().any(|&chain| is_vital(chain, e)));
                let enclosed = enclosures.iter().fold(0, |set, e| set | e);
                return PassAlive {
                    stones: self.points(board, living),
                    enclosed: self.points(board, enclosed),
                };
            }
        }
    }

    fn points(&self, board: &Board, set: u64) -> PointSet {
        let size = board.size();
        let points = size.points().enumerate();
        let members = points.filter(|&(index, _)| set >> index & 1 != 0);
        PointSet::of(size, members.map(|(_, point)| point))
    }
}
