//! What is thought of a move before it is tried: as so many results that it begins with.
//!
//! Each feature of a move has a weight, learned from the visits that deeper searches gave to moves; the
//! chance of a move to be the best one is the softmax of the sums (after Coulom 2007, *Computing Elo Ratings of
//! Move Patterns in the Game of Go*). `scripts/learn-priors` learns the weights.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::features::{Scene, Seen, names};
use crate::board::Point;

/// Results that a move begins with: their number, and how many of them were won.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Prior {
    pub visits: f32,
    pub wins: f32,
}

/// Results of every move, half of them won.
const EVEN: f32 = 10.0;
/// Results, all won or all lost, of a move that is e times as likely, or as unlikely, as the average one.
const LIKELY: f32 = 8.0;
/// A move is taken for no less likely than this share of the average.
const LEAST: f32 = 1e-4;

impl Prior {
    /// Of a move that is `ratio` times as likely to be the best one as the average of all.
    fn of(ratio: f32) -> Prior {
        let log = ratio.max(LEAST).ln();
        Prior {
            visits: EVEN + LIKELY * log.abs(),
            wins: EVEN / 2.0 + LIKELY * log.max(0.0),
        }
    }
}

/// The priors of moves.
pub fn of<const W: usize, const N: usize>(
    scene: &mut Scene<'_, W, N>,
    points: &[Point],
) -> Vec<Prior> {
    let weights = Weights::get();
    let look = |&point: &Point| weights.worth(&scene.look(point));
    let worth: Vec<f32> = points.iter().map(look).collect();
    let ratios = softmax(&worth).map(|chance| chance * worth.len() as f32);
    ratios.map(Prior::of).collect()
}

/// Chances that are in proportion to the exponentials of numbers.
pub fn softmax(worth: &[f32]) -> impl Iterator<Item = f32> + '_ {
    let most = worth.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let all: f32 = worth.iter().map(|worth| (worth - most).exp()).sum();
    worth.iter().map(move |worth| (worth - most).exp() / all)
}

/// What features are worth together.
pub fn worth(weights: &[f32], features: &[u16]) -> f32 {
    let weight = |&feature: &u16| weights[feature as usize];
    features.iter().map(weight).sum()
}

/// What each feature is worth.
pub struct Weights(Vec<f32>);

static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| Weights::parse(include_str!("weights.txt")));

impl Weights {
    /// The weights in use.
    fn get() -> &'static Weights {
        &WEIGHTS
    }

    /// Reads lines of a name, a tabulator and a number; what is not named is worth nothing.
    fn parse(text: &str) -> Weights {
        let known: HashMap<&str, f32> = text
            .lines()
            .filter_map(|line| {
                let (name, weight) = line.split_once('\t')?;
                Some((name, weight.parse().ok()?))
            })
            .collect();
        let of = |name: String| known.get(name.as_str()).copied().unwrap_or(0.0);
        Weights(names().into_iter().map(of).collect())
    }

    /// What a move with those features is worth, as a logarithm.
    fn worth(&self, seen: &Seen) -> f32 {
        worth(&self.0, seen.list())
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
            let (name, weight) = line.split_once('\t').expect("a name and a weight");
            assert!(known.contains(name), "{name}");
            assert!(weight.parse::<f32>().expect("a number").is_finite());
            assert!(told.insert(name), "{name} twice");
        }
        assert!(told.len() > names.len() / 2);
    }

    #[test]
    fn a_likely_move_begins_with_wins_an_unlikely_one_with_losses() {
        let average = Prior::of(1.0);
        assert_eq!((average.visits, average.wins), (EVEN, EVEN / 2.0));
        let worth = |prior: Prior| prior.wins / prior.visits;
        assert!(worth(Prior::of(3.0)) > 0.5 && worth(Prior::of(0.3)) < 0.5);
        assert!(Prior::of(0.0).visits.is_finite());
        let chances: Vec<f32> = softmax(&[0.0, 2f32.ln(), f32::NEG_INFINITY]).collect();
        let near = |(a, b): (&f32, &f32)| (a - b).abs() < 1e-6;
        assert!(chances.iter().zip(&[1.0 / 3.0, 2.0 / 3.0, 0.0]).all(near));
    }
}
