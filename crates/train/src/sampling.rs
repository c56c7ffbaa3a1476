//! Random choices.

use halfpoint_core::Game;
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Random generator of the data: equal seeds give equal games on every machine.
pub(super) type Random = Xoshiro256PlusPlus;

/// Returns the generator of a game of a seed.
pub(super) fn random_of(seed: u64, number: u64) -> Random {
    Random::seed_from_u64(seed.rotate_left(32) ^ number)
}

/// Returns a number of the normal distribution with mean 0 and deviation 1 (Box and Muller 1958).
pub(super) fn normal(random: &mut impl Rng) -> f32 {
    // Not 0, of which there is no logarithm.
    let first = 1.0 - random.random::<f32>();
    let angle = std::f32::consts::TAU * random.random::<f32>();
    (-2.0 * first.ln()).sqrt() * angle.cos()
}

/// Returns a value that falls in a game from `early` to `late`, with half-lives of as many moves as
/// the board has columns.
pub(super) fn fading(early: f32, late: f32, game: &Game) -> f32 {
    let half_lives = game.records().len() as f32 / game.board().size().width() as f32;
    late + (early - late) * 0.5_f32.powf(half_lives)
}

/// Returns the index of a weight, with a probability in proportion to it; `None` if no weight is
/// above zero.
pub(super) fn pick(weights: &[f32], random: &mut impl Rng) -> Option<usize> {
    let sum: f32 = weights.iter().sum();
    if sum.is_nan() || sum <= 0.0 {
        return None;
    }
    let mut left = sum * random.random::<f32>();
    for (index, &weight) in weights.iter().enumerate() {
        left -= weight;
        if left < 0.0 {
            return Some(index);
        }
    }
    // Rounding can leave a rest.
    weights.iter().rposition(|&weight| weight > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_frequencies() {
        let mut random = random_of(1, 2);
        let weights = [0.0, 1.0, 3.0, 0.0];
        let mut counts = [0; 4];
        for _ in 0..40_000 {
            counts[pick(&weights, &mut random).expect("a weight")] += 1;
        }
        assert_eq!((counts[0], counts[3]), (0, 0));
        assert!((9_500..10_500).contains(&counts[1]), "{counts:?}");
        assert_eq!(pick(&[0.0, 0.0], &mut random), None);
        assert_eq!(pick(&[], &mut random), None);
    }

    #[test]
    fn normal_numbers_have_mean_0_and_deviation_1() {
        let mut random = random_of(3, 4);
        let numbers: Vec<f32> = (0..40_000).map(|_| normal(&mut random)).collect();
        let mean = numbers.iter().sum::<f32>() / 40_000.0;
        let square = numbers.iter().map(|n| n * n).sum::<f32>() / 40_000.0;
        assert!(mean.abs() < 0.03 && (square - 1.0).abs() < 0.05);
    }
}
