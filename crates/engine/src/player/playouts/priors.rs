//! What is thought of a move before it is tried: as so many results that it begins with.
//!
//! Each feature of a move and each pattern around it has a weight, learned from the moves of strong players and from
//! the visits that deeper searches gave to moves; the chance of a move to be the best one is the softmax of the sums
//! (after Coulom 2007, *Computing Elo Ratings of Move Patterns in the Game of Go*). `scripts/learn-priors` learns
//! the weights.

use std::collections::HashMap;
use std::sync::LazyLock;

use halfpoint_core::board::{Point, Size};

use super::features::{BOARDS, FeatureExtractor, kind_of_board, names};
use super::patterns::Dictionary;

/// What is thought of a move before it is tried.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Prior {
    /// The chance that it is the best move.
    pub chance: f32,
    /// Results that it begins with.
    pub visits: f32,
    /// How many of these were won.
    pub wins: f32,
}

/// Results of every move, half of them won.
const EVEN: f32 = 10.0;
/// Results, all won or all lost, of a move that is e times as likely, or as unlikely, as the average one.
const LIKELY: f32 = 8.0;
/// A move is taken for no less likely than this share of the average.
const LEAST: f32 = 1e-4;

impl Prior {
    /// Of one of `moves` moves that is the best one with that chance.
    fn of(chance: f32, moves: usize) -> Prior {
        let log = (chance * moves as f32).max(LEAST).ln();
        Prior {
            chance,
            visits: EVEN + LIKELY * log.abs(),
            wins: EVEN / 2.0 + LIKELY * log.max(0.0),
        }
    }
}

/// The priors of moves.
pub fn of<const W: usize, const N: usize>(
    scene: &mut FeatureExtractor<'_, W, N>,
    points: &[Point],
) -> Vec<Prior> {
    let (field, own, last) = scene.parts();
    let weights = Weights::of(field.size());
    let extract = |&point: &Point| {
        let features: f32 = scene
            .extract(point)
            .list()
            .iter()
            .map(|&feature| weights[feature as usize])
            .sum();
        features + Dictionary::get().worth(field, own, last, point.index())
    };
    let worth: Vec<f32> = points.iter().map(extract).collect();
    let prior = |chance| Prior::of(chance, worth.len());
    softmax(&worth).map(prior).collect()
}

/// Chances that are in proportion to the exponentials of numbers.
pub fn softmax(worth: &[f32]) -> impl Iterator<Item = f32> + '_ {
    let most = worth.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let all: f32 = worth.iter().map(|worth| (worth - most).exp()).sum();
    worth.iter().map(move |worth| (worth - most).exp() / all)
}

/// What each feature is worth, on each kind of board.
pub struct Weights([Vec<f32>; BOARDS]);

static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| Weights::parse(include_str!("weights.txt")));

impl Weights {
    /// The weights in use on a board.
    fn of(size: Size) -> &'static [f32] {
        &WEIGHTS.0[kind_of_board(size)]
    }

    /// Reads lines of a name and a number for each kind of board, by tabulators; what is not named is
    /// worth nothing.
    fn parse(text: &str) -> Weights {
        let known: HashMap<&str, [f32; BOARDS]> = text.lines().filter_map(Weights::line).collect();
        let names = names();
        Weights(std::array::from_fn(|board| {
            let of = |name: &String| {
                known
                    .get(name.as_str())
                    .map_or(0.0, |weights| weights[board])
            };
            names.iter().map(of).collect()
        }))
    }

    fn line(line: &str) -> Option<(&str, [f32; BOARDS])> {
        let (name, numbers) = line.split_once('\t')?;
        let numbers: Option<Vec<f32>> = numbers.split('\t').map(|n| n.parse().ok()).collect();
        Some((name, numbers?.try_into().ok()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn each_weight_names_a_feature_and_few_features_have_none() {
        let names = names();
        let known: HashSet<&str> = names.iter().map(String::as_str).collect();
        assert_eq!(known.len(), names.len(), "two features of one name");
        let mut told = HashSet::new();
        for line in include_str!("weights.txt").lines() {
            let (name, weights) = Weights::line(line).expect("a name and weights");
            assert!(known.contains(name), "{name}");
            assert!(weights.iter().all(|weight| weight.is_finite()));
            assert!(told.insert(name), "{name} twice");
        }
        assert!(told.len() > names.len() / 2);
    }

    #[test]
    fn a_likely_move_begins_with_wins_an_unlikely_one_with_losses() {
        let average = Prior::of(0.1, 10);
        assert_eq!((average.visits, average.wins), (EVEN, EVEN / 2.0));
        let worth = |prior: Prior| prior.wins / prior.visits;
        assert!(worth(Prior::of(0.3, 10)) > 0.5 && worth(Prior::of(0.03, 10)) < 0.5);
        assert!(Prior::of(0.0, 10).visits.is_finite());
        let chances: Vec<f32> = softmax(&[0.0, 2f32.ln(), f32::NEG_INFINITY]).collect();
        let near = |(a, b): (&f32, &f32)| (a - b).abs() < 1e-6;
        assert!(chances.iter().zip(&[1.0 / 3.0, 2.0 / 3.0, 0.0]).all(near));
    }
}
