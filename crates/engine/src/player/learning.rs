//! Learning the weights of the features of moves and of the patterns around them, from the moves of
//! strong players and from the shares of visits that a deeper search gave to all moves.

pub use super::playouts::features::{BOARDS, kind_of_board};
pub use super::playouts::patterns::{Dictionary, Key};
use halfpoint_core::board::{Board, Color, Point, Size};
use halfpoint_core::game::{Game, Move};

use super::decision::MoveInfo;
use super::playouts::{Playouts, features, softmax};
use crate::eye::placements_but_eyes;

/// The moves of one position: their features, and the target share of each.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// Features and patterns of all moves, those of each move contiguous.
    features: Box<[u32]>,
    /// For each move the end of its features, and its share.
    moves: Box<[(u32, f32)]>,
}

impl Lesson {
    /// Creates a lesson from the visits of a search to the placements of the side to move; `None`
    /// if it visited none.
    #[must_use]
    pub fn of_search(game: &Game, considered: &[MoveInfo], known: &Dictionary) -> Option<Lesson> {
        let visits = |point: Point| {
            let is_it = |c: &&MoveInfo| c.mv == Move::Place(point);
            considered.iter().find(is_it).map_or(0, |c| c.visits) as f32
        };
        Lesson::of(game, visits, known)
    }

    /// Creates a lesson from the move that a player chose; `None` if the engine does not consider
    /// that move.
    #[must_use]
    pub fn of_choice(game: &Game, chosen: Point, known: &Dictionary) -> Option<Lesson> {
        let is_chosen = |point: Point| f32::from(u8::from(point == chosen));
        Lesson::of(game, is_chosen, known)
    }

    fn of(game: &Game, share: impl Fn(Point) -> f32, known: &Dictionary) -> Option<Lesson> {
        let color = game.to_move();
        let points = placements_but_eyes(game.position(), color);
        let all: f32 = points.iter().map(|&point| share(point)).sum();
        if all == 0.0 {
            return None;
        }
        let mut playouts = Playouts::new(game.board());
        playouts.rewind(game.last_placements());
        let seen = playouts.extract(color, &points);
        let (mut list, mut moves) = (Vec::new(), Vec::new());
        for (&point, seen) in points.iter().zip(seen) {
            list.extend(seen.list().iter().map(|&feature| u32::from(feature)));
            playouts.walk(color, point, |key| {
                let found = known.find(key);
                list.extend(found.map(|place| (features::count() + place) as u32));
                found.is_some()
            });
            moves.push((list.len() as u32, share(point) / all));
        }
        Some(Lesson {
            features: list.into(),
            moves: moves.into(),
        })
    }

    /// Returns the features and the share of each move.
    fn moves(&self) -> impl Iterator<Item = (&[u32], f32)> {
        let mut start = 0;
        self.moves.iter().map(move |&(end, share)| {
            let list = &self.features[start as usize..end as usize];
            start = end;
            (list, share)
        })
    }

    /// Returns the probability of each move under the given weights.
    fn chances(&self, weights: &[f32]) -> Vec<f32> {
        let worth = |list: &[u32]| list.iter().map(|&at| weights[at as usize]).sum();
        let worth: Vec<f32> = self.moves().map(|(list, _)| worth(list)).collect();
        softmax(&worth).collect()
    }
}

/// Quality of the predictions that weights make on lessons.
#[derive(Clone, Copy, Debug)]
pub struct Loss {
    /// Mean cross-entropy, in nats.
    pub entropy: f64,
    /// Share of the lessons in which the most visited move is predicted to be best.
    pub first: f64,
    /// Share of the lessons in which the most visited move is among the three predicted to be best.
    pub first_three: f64,
}

/// Measures the predictions of weights on lessons.
fn loss(weights: &[f32], lessons: &[Lesson]) -> Loss {
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

/// Weights during learning.
#[derive(Clone, Debug)]
pub struct Learner {
    weights: Vec<f32>,
    /// For each weight, the sum of the squares of its errors so far, and an initial value.
    squares: Vec<f32>,
    /// Index from which on weights stay unchanged.
    fixed: usize,
}

impl Learner {
    /// Length of a step.
    const RATE: f32 = 0.1;

    /// Creates a learner of the features and of the patterns in `known`, with all weights 0.
    #[must_use]
    pub fn new(known: &Dictionary) -> Learner {
        let count = features::count() + known.places();
        Learner {
            weights: vec![0.0; count],
            squares: vec![1e-4; count],
            fixed: count,
        }
    }

    /// Returns a learner for another kind of board that starts from these weights. The weights of
    /// the patterns stay fixed.
    #[must_use]
    pub fn for_another_board(&self) -> Learner {
        Learner {
            weights: self.weights.clone(),
            squares: vec![1.0; self.squares.len()],
            fixed: features::count(),
        }
    }

    /// Learns one round of the lessons by gradient steps with a step length of its own for each
    /// feature (Duchi, Hazan and Singer 2011, *Adaptive Subgradient Methods*).
    pub fn learn(&mut self, lessons: &[Lesson]) {
        for lesson in lessons {
            let chances = lesson.chances(&self.weights);
            for (chance, (list, share)) in chances.iter().zip(lesson.moves()) {
                let miss = chance - share;
                for at in list.iter().map(|&feature| feature as usize) {
                    if at < self.fixed {
                        self.squares[at] += miss * miss;
                        self.weights[at] -= Self::RATE * miss / self.squares[at].sqrt();
                    }
                }
            }
        }
    }

    /// Returns the quality of its predictions on lessons.
    #[must_use]
    pub fn loss(&self, lessons: &[Lesson]) -> Loss {
        loss(&self.weights, lessons)
    }

    /// Returns the patterns of `keys` with their weights, in the format that the player reads.
    #[must_use]
    pub fn patterns(&self, known: &Dictionary, keys: &[Key]) -> Vec<u8> {
        known.bytes(keys, &self.weights[features::count()..])
    }
}

/// Returns the weights in the format that the player reads: a line for each feature whose weight is
/// at least 0.005 on some kind of board, with its name and a number for each kind of board,
/// separated by tabs.
#[must_use]
pub fn text(learners: [&Learner; BOARDS]) -> String {
    let mut text = String::new();
    for (at, name) in features::names().into_iter().enumerate() {
        let weights = learners.map(|learner| learner.weights[at]);
        if weights.iter().any(|weight| weight.abs() >= 0.005) {
            text.push_str(&name);
            for weight in weights {
                text.push_str(&format!("\t{weight:.2}"));
            }
            text.push('\n');
        }
    }
    text
}

/// The patterns that the moves of a game make, one move after another.
pub struct PatternsOfMoves(Playouts);

impl PatternsOfMoves {
    /// Starts before the first move on an empty board.
    #[must_use]
    pub fn new(size: Size) -> PatternsOfMoves {
        PatternsOfMoves(Playouts::new(&Board::new(size)))
    }

    /// Plays a legal move, and returns the keys of the patterns around it, the smallest pattern
    /// first.
    pub fn play(&mut self, color: Color, point: Point) -> Vec<Key> {
        let mut keys = Vec::new();
        self.0.walk(color, point, |key| {
            keys.push(key);
            true
        });
        self.0.place(color, point);
        keys
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use halfpoint_core::half_points::HalfPoints;
    use halfpoint_core::rules;
    use rand::SeedableRng;
    use rand::seq::IndexedRandom;
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// The learned player always plays on the second line, next to a stone if there is such a
    /// point.
    #[test]
    fn the_habit_of_a_player_is_learned() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let size = Size::square(7);
        let habit = |game: &Game, rng: &mut Xoshiro256PlusPlus| {
            let mut points = placements_but_eyes(game.position(), game.to_move());
            points.retain(|&point| {
                let (x, y) = size.coordinates(point);
                x.min(y).min(6 - x).min(6 - y) == 1
            });
            let beside = |point: &Point| {
                size.neighbours(*point)
                    .any(|near| game.board().get(near).is_some())
            };
            let beside: Vec<Point> = points.iter().copied().filter(beside).collect();
            beside.choose(rng).or(points.choose(rng)).copied()
        };
        let mut games = Vec::new();
        for _ in 0..40 {
            let mut game = Game::new(rules::PRESETS[0].rules, size, HalfPoints::from_halves(13));
            let mut moves = Vec::new();
            while let Some(point) = habit(&game, &mut rng).filter(|_| moves.len() < 12) {
                moves.push((game.clone(), point));
                game.play(game.to_move(), &Move::Place(point))
                    .expect("legal");
            }
            games.push(moves);
        }
        let mut keys = Vec::new();
        for game in &games {
            let mut seen = PatternsOfMoves::new(size);
            keys.extend(
                game.iter()
                    .flat_map(|(before, point)| seen.play(before.to_move(), *point)),
            );
        }
        keys.sort_unstable();
        keys.dedup();
        let known = Dictionary::of(keys.iter().copied());
        let mut lessons: Vec<Lesson> = games
            .iter()
            .flatten()
            .filter_map(|(before, point)| Lesson::of_choice(before, *point, &known))
            .collect();
        let kept = lessons.split_off(lessons.len() * 3 / 4);
        let mut learner = Learner::new(&known);
        let [before, after] = [0, 5].map(|rounds| {
            (0..rounds).for_each(|_| learner.learn(&lessons));
            learner.loss(&kept)
        });
        assert!(after.entropy < 0.7 * before.entropy, "{before:?} {after:?}");
        assert!(after.first_three > 0.5, "{after:?}");
        // Patterns keep their weights on another kind of board.
        let mut other = learner.for_another_board();
        other.learn(&lessons);
        assert_eq!(
            other.patterns(&known, &keys),
            learner.patterns(&known, &keys)
        );
        assert!(text([&learner, &learner, &other]).lines().count() > 20);
    }
}
