//! Learns what the features of moves and the patterns around them are worth: from moves that strong players chose,
//! and from what a deeper search thought of all moves.

pub use super::playouts::features::{BOARDS, kind_of_board};
pub use super::playouts::patterns::{Dictionary, Key};
use halfpoint_core::board::{Board, Color, Point, Size};
use halfpoint_core::game::{Game, Move};

use super::playouts::{Playouts, features, softmax};
use super::{MoveInfo, placements_but_eyes};

/// The moves of one position: their features, and what share of a search each got.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// Features and patterns of all moves, those of a move side by side.
    features: Box<[u32]>,
    /// Where the features of each move end, and its share.
    moves: Box<[(u32, f32)]>,
}

impl Lesson {
    /// What a search found out about the placements of the side to move; `None` if it looked at none.
    #[must_use]
    pub fn of_search(game: &Game, considered: &[MoveInfo], known: &Dictionary) -> Option<Lesson> {
        let visits = |point: Point| {
            let is_it = |c: &&MoveInfo| c.play == Move::Place(point);
            considered.iter().find(is_it).map_or(0, |c| c.visits) as f32
        };
        Lesson::of(game, visits, known)
    }

    /// The move that somebody chose; `None` if it is none that the player thinks of.
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

    /// The features and the share of each move.
    fn moves(&self) -> impl Iterator<Item = (&[u32], f32)> {
        let mut start = 0;
        self.moves.iter().map(move |&(end, share)| {
            let list = &self.features[start as usize..end as usize];
            start = end;
            (list, share)
        })
    }

    /// The chance of each move by those weights.
    fn chances(&self, weights: &[f32]) -> Vec<f32> {
        let worth = |list: &[u32]| list.iter().map(|&at| weights[at as usize]).sum();
        let worth: Vec<f32> = self.moves().map(|(list, _)| worth(list)).collect();
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

/// Weights on their way.
#[derive(Clone, Debug)]
pub struct Learner {
    weights: Vec<f32>,
    /// The sum of the squares of what each weight was wrong by.
    squares: Vec<f32>,
    /// Weights from this one on stay as they are.
    fixed: usize,
}

impl Learner {
    /// Length of a step.
    const RATE: f32 = 0.1;

    /// Knows nothing yet, and will weigh those patterns, too.
    #[must_use]
    pub fn new(known: &Dictionary) -> Learner {
        let count = features::count() + known.places();
        Learner {
            weights: vec![0.0; count],
            squares: vec![1e-4; count],
            fixed: count,
        }
    }

    /// Goes on from what it knows to another kind of board; patterns stay what they are worth.
    #[must_use]
    pub fn for_another_board(&self) -> Learner {
        Learner {
            weights: self.weights.clone(),
            squares: vec![1.0; self.squares.len()],
            fixed: features::count(),
        }
    }

    /// One round over lessons, by steps whose length each feature has for itself (Duchi, Hazan and Singer 2011,
    /// *Adaptive Subgradient Methods*).
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

    /// How well it foretells lessons.
    #[must_use]
    pub fn loss(&self, lessons: &[Lesson]) -> Loss {
        loss(&self.weights, lessons)
    }

    /// The patterns of those keys as the player reads them.
    #[must_use]
    pub fn patterns(&self, known: &Dictionary, keys: &[Key]) -> Vec<u8> {
        known.bytes(keys, &self.weights[features::count()..])
    }
}

/// The weights as the player reads them: a line of a name and a number for each kind of board, by
/// tabulators, for each feature that is worth something.
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

/// The patterns that the moves of a game make, one move after the other.
pub struct PatternsOfMoves(Playouts);

impl PatternsOfMoves {
    /// Before the first move on an empty board.
    #[must_use]
    pub fn new(size: Size) -> PatternsOfMoves {
        PatternsOfMoves(Playouts::new(&Board::new(size)))
    }

    /// Plays a legal move. The keys of the patterns around it, the smallest first.
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

    /// Somebody who always plays on the second line, next to a stone if there is such a point.
    #[test]
    fn habits_are_learned() {
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
        // On another kind of board patterns stay what they are worth.
        let mut other = learner.for_another_board();
        other.learn(&lessons);
        assert_eq!(
            other.patterns(&known, &keys),
            learner.patterns(&known, &keys)
        );
        assert!(text([&learner, &learner, &other]).lines().count() > 20);
    }
}
