//! A first judgement of who owns what: proof where there is one, playouts elsewhere.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::playout::{owner, play_out};
use crate::board::{Board, Color, Point, PointSet};
use crate::score::pass_alive;

/// Playouts behind a judgement that others rely on.
pub const PLAYOUTS: u32 = 400;

/// A stone is dead if its owner keeps its point in fewer playouts than this.
const DEAD_BELOW: f32 = 0.35;

/// A chain's life is in doubt if its owner keeps or loses it less surely (0 to 1) than this.
const CLEAR: f32 = 0.7;

/// Who owns each point, +1 for surely Black to −1 for surely White.
#[derive(Clone, Debug)]
pub struct Ownership {
    black: Vec<f32>,
    board: Board,
}

impl Ownership {
    /// Judges a position by proof and by so many playouts, of which both sides begin half. Depends on the
    /// stones and the number alone.
    #[must_use]
    pub fn of(board: &Board, playouts: u32) -> Ownership {
        let playouts = playouts.max(2);
        let size = board.size();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(board.key().low());
        let mut sums = vec![0i32; size.array_len()];
        let start = board.canonical();
        let mut playout = start.clone();
        for number in 0..playouts {
            playout.copy_from(&start);
            let first = Color::BOTH[number as usize % 2];
            play_out(&mut playout, first, None, &mut rng, |_, _| ());
            for point in size.points() {
                sums[point.index()] += owner(&playout, point).map_or(0, Color::sign);
            }
        }
        let mut black: Vec<f32> = sums
            .iter()
            .map(|&sum| sum as f32 / playouts as f32)
            .collect();
        for color in Color::BOTH {
            let life = pass_alive(board, color);
            for point in life.stones.iter().chain(life.enclosed.iter()) {
                black[point.index()] = color.sign() as f32;
            }
        }
        Ownership {
            black,
            board: start,
        }
    }

    /// How surely a colour owns a point, −1 to 1.
    #[must_use]
    pub fn of_point(&self, color: Color, point: Point) -> f32 {
        self.black[point.index()] * color.sign() as f32
    }

    /// How surely a colour owns the chain on a point: the mean over its stones.
    fn of_chain(&self, color: Color, stone: Point) -> f32 {
        let sum: f32 = self
            .board
            .chain(stone)
            .map(|p| self.of_point(color, p))
            .sum();
        sum / self.board.chain_len(stone) as f32
    }

    /// Whether no chain's life is in doubt.
    #[must_use]
    pub fn is_clear(&self) -> bool {
        let mut stones = self.board.stones();
        stones.all(|(point, color)| self.of_chain(color, point).abs() >= CLEAR)
    }

    /// Whole chains that are more likely captured than not.
    #[must_use]
    pub fn dead(&self) -> PointSet {
        let dead = self.board.stones().filter(|&(point, color)| {
            // From −1…1 to the share of playouts that keep the point.
            (self.of_chain(color, point) + 1.0) / 2.0 < DEAD_BELOW
        });
        PointSet::of(self.board.size(), dead.map(|(point, _)| point))
    }
}
