//! Learns what the features of moves are worth from games in which a deeper search has looked at them.

use super::playouts::{Playouts, features, softmax, worth};
use super::{Considered, placements_but_eyes};
use crate::board::Point;
use crate::game::{Game, Play};

/// The moves of one position: their features, and what share of a search each got.
#[derive(Clone, Debug)]
pub struct Lesson {
    moves: Vec<(Box<[u16]>, f32)>,
}

impl Lesson {
    /// What a search found out about the placements of the side to move; `None` if it looked at none.
    #[must_use]
    pub fn of(game: &Game, considered: &[Considered]) -> Option<Lesson> {
        let color = game.to_move();
        let points = placements_but_eyes(game.position(), color);
        let visits = |point: Point| {
            let is_it = |c: &&Considered| c.play == Play::Place(point);
            considered.iter().find(is_it).map_or(0, |c| c.visits)
        };
        let all: u32 = points.iter().map(|&point| visits(point)).sum();
        if all == 0 {
            return None;
        }
        let mut playouts = Playouts::new(game.board());
        playouts.rewind(game.last_placements());
        let seen = playouts.look(color, &points);
        let share = |&point: &Point| visits(point) as f32 / all as f32;
        let moves = points
            .iter()
            .zip(seen)
            .map(|(point, seen)| (seen.list().into(), share(point)));
        Some(Lesson {
            moves: moves.collect(),
        })
    }

    /// The chance of each move by those weights.
    fn chances(&self, weights: &[f32]) -> Vec<f32> {
        let moves = self.moves.iter();
        let worth: Vec<f32> = moves.map(|(list, _)| worth(weights, list)).collect();
        softmax(&worth).collect()
    }
}

/// How well weights foretell lessons.
#[derive(Clone, Copy, Debug)]
pub struct Loss {
    /// Mean cross-entropy, in nats.
    pub entropy: f64,
    /// How often the most visited move is the one thought best, and among the best three.
    pub first: f64,
    pub first_three: f64,
}

/// Measures weights.
#[must_use]
pub fn loss(weights: &[f32], lessons: &[Lesson]) -> Loss {
    let mut sum = Loss {
        entropy: 0.0,
        first: 0.0,
        first_three: 0.0,
    };
    for lesson in lessons {
        let chances = lesson.chances(weights);
        let best =
            (0..chances.len()).max_by(|&a, &b| lesson.moves[a].1.total_cmp(&lesson.moves[b].1));
        let Some(best) = best else { continue };
        let rank = chances
            .iter()
            .filter(|&&chance| chance > chances[best])
            .count();
        sum.first += f64::from(u8::from(rank == 0));
        sum.first_three += f64::from(u8::from(rank < 3));
        for (chance, (_, share)) in chances.iter().zip(&lesson.moves) {
            sum.entropy -= f64::from(*share) * f64::from(chance.max(1e-9)).ln();
        }
    }
    let n = lessons.len().max(1) as f64;
    Loss {
        entropy: sum.entropy / n,
        first: sum.first / n,
        first_three: sum.first_three / n,
    }
}

/// Fits weights to lessons, by rounds of steps whose length each feature has for itself (Duchi, Hazan and
/// Singer 2011, *Adaptive Subgradient Methods*).
#[must_use]
pub fn fit(lessons: &[Lesson], rounds: usize, rate: f32) -> Vec<f32> {
    let mut weights = vec![0.0f32; features::count()];
    let mut squares = vec![1e-4f32; weights.len()];
    for _ in 0..rounds {
        for lesson in lessons {
            let chances = lesson.chances(&weights);
            for (chance, (list, share)) in chances.iter().zip(&lesson.moves) {
                let miss = chance - share;
                for &feature in list {
                    let at = feature as usize;
                    squares[at] += miss * miss;
                    weights[at] -= rate * miss / squares[at].sqrt();
                }
            }
        }
    }
    weights
}

/// The weights as the player reads them: a line of a name, a tabulator and a number for each that
/// is worth something.
#[must_use]
pub fn text(weights: &[f32]) -> String {
    let lines = features::names().into_iter().zip(weights);
    let told = lines.filter(|(_, weight)| weight.abs() >= 0.005);
    told.map(|(name, weight)| format!("{name}\t{weight:.2}\n"))
        .collect()
}
