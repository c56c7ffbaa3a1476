//! Priors of moves: an estimate of each move before the search tries it, given to the search as
//! visits and wins with which the move begins.
//!
//! Each feature of a move and each pattern around it has a weight, learned from the moves of strong
//! players and from the visits that deeper searches gave to moves. The probability that a move is
//! the best one is the softmax of the sums of weights (after Coulom 2007, *Computing Elo Ratings of
//! Move Patterns in the Game of Go*). The program that learned them is in the history of this
//! repository up to 2026-11: a net has taken its place.

use std::collections::HashMap;
use std::sync::LazyLock;

use halfpoint_core::board::{Point, Size};

use super::features::{BOARDS, FeatureExtractor, kind_of_board, names};
use super::patterns::Dictionary;

/// Estimate of a move before the search tries it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Prior {
    /// Probability that it is the best move.
    pub chance: f32,
    /// Visits with which the move begins.
    pub visits: f32,
    /// Wins among these visits.
    pub wins: f32,
}

/// Visits with which every move begins, half of them won.
const EVEN: f32 = 10.0;
/// Additional visits, all won or all lost, of a move that is e times as likely, or as unlikely, as
/// the average move; they are proportional to the logarithm of that ratio.
const LIKELY: f32 = 8.0;
/// Lowest ratio of a move's probability to the average that is distinguished.
const MIN_RATIO: f32 = 1e-4;

impl Prior {
    /// Returns the prior of a move with that probability of being the best one of `moves` moves.
    fn of(chance: f32, moves: usize) -> Prior {
        let log = (chance * moves as f32).max(MIN_RATIO).ln();
        Prior {
            chance,
            visits: EVEN + LIKELY * log.abs(),
            wins: EVEN / 2.0 + LIKELY * log.max(0.0),
        }
    }
}

/// Returns the priors of moves; their probabilities sum to one.
pub fn of<const W: usize, const N: usize>(
    scene: &mut FeatureExtractor<'_, W, N>,
    points: &[Point],
) -> Vec<Prior> {
    let (field, own, last) = scene.parts();
    let weights = FeatureWeights::of(field.size());
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

/// Returns probabilities in proportion to the exponentials of numbers.
pub fn softmax(worth: &[f32]) -> impl Iterator<Item = f32> + '_ {
    let max = worth.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let all: f32 = worth.iter().map(|worth| (worth - max).exp()).sum();
    worth.iter().map(move |worth| (worth - max).exp() / all)
}

/// Weights of all features, for each kind of board.
pub struct FeatureWeights([Vec<f32>; BOARDS]);

/// The weights in use.
static WEIGHTS: LazyLock<FeatureWeights> =
    LazyLock::new(|| FeatureWeights::parse(include_str!("weights.txt")));

impl FeatureWeights {
    /// Returns the weights in use on boards of that size.
    fn of(size: Size) -> &'static [f32] {
        &WEIGHTS.0[kind_of_board(size)]
    }

    /// Reads lines of a feature's name and a weight for each kind of board, separated by tabs.
    /// Features without a line have weight 0, and lines that cannot be read are ignored.
    fn parse(text: &str) -> FeatureWeights {
        let known: HashMap<&str, [f32; BOARDS]> =
            text.lines().filter_map(FeatureWeights::line).collect();
        let names = names();
        FeatureWeights(std::array::from_fn(|board| {
            let of = |name: &String| {
                known
                    .get(name.as_str())
                    .map_or(0.0, |weights| weights[board])
            };
            names.iter().map(of).collect()
        }))
    }

    /// Reads the name and the weights of a line; `None` if it has another form.
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
    fn each_weight_names_a_feature_and_most_features_have_one() {
        let names = names();
        let known: HashSet<&str> = names.iter().map(String::as_str).collect();
        assert_eq!(known.len(), names.len(), "two features of one name");
        let mut names_seen = HashSet::new();
        for line in include_str!("weights.txt").lines() {
            let (name, weights) = FeatureWeights::line(line).expect("a name and weights");
            assert!(known.contains(name), "{name}");
            assert!(weights.iter().all(|weight| weight.is_finite()));
            assert!(names_seen.insert(name), "{name} twice");
        }
        assert!(names_seen.len() > names.len() / 2);
    }

    #[test]
    fn likely_moves_begin_with_wins_and_unlikely_ones_with_losses() {
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
