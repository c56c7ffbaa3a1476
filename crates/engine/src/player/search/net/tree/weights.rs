//! Weights of moves in the value of the position from which they lead.
//!
//! A search visits moves to learn what they are worth, and many turn out to be bad. Their visits
//! shall not count in full. Two corrections of KataGo take weight from them; the constants are its
//! own (`pruneNoiseWeight` and `downweightBadChildrenAndNormalizeWeight` in its search), halved
//! where they are utilities, which go from -1 to 1 there.

/// Loss of utility at which 63 % of the weight beyond the fair share is taken away.
const PRUNING_LOSS: f32 = 0.075;
/// Fair share of a move, as a multiple of what the policy would have given it.
const FAIR_SHARE: f32 = 2.0;
/// Exponent of the chance that a move is better than the mean of all.
const CHANCE_EXPONENT: f32 = 0.25;
/// Precision (the inverse of the variance) of the utility after one visit; it grows with the root
/// of the weight.
const PRECISION: f32 = 6.0;
/// Chance that is added to each, so that none vanishes.
const LEAST_CHANCE: f32 = 0.0001;

/// Move in the mean of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// Index of the node that the move leads to.
    pub node: u32,
    /// Probability by the policy.
    pub prior: f32,
    /// Mean utility to the mover, 0 to 1.
    pub utility: f32,
    /// Weight in the mean, positive.
    pub weight: f32,
}

/// Takes weight from each move that is worse than the mean of those before it, which the policy
/// prefers, and has more weight than is fair: most of the excess where the loss is large.
pub fn prune_noise(shares: &mut [Share]) {
    let (mut utility, mut weight, mut prior) = (0.0, 0.0, 0.0);
    for share in shares {
        if weight > 0.0 && prior > 0.0 {
            let loss: f32 = utility / weight - share.utility;
            let excess = share.weight - FAIR_SHARE * weight * share.prior / prior;
            if loss > 0.0 && excess > 0.0 {
                share.weight -= excess * (1.0 - (-loss / PRUNING_LOSS).exp());
            }
        }
        utility += share.utility * share.weight;
        weight += share.weight;
        prior += share.prior;
    }
}

/// Moves weight from moves that are likely worse than the mean to those that are likely better. The
/// sum of the weights stays.
pub fn favour_better(shares: &mut [Share]) {
    let sum: f32 = shares.iter().map(|share| share.weight).sum();
    let mean = shares.iter().map(|share| share.utility * share.weight);
    let mean = mean.sum::<f32>() / sum;
    for share in &mut *shares {
        let errors = (share.utility - mean) * (PRECISION * share.weight.sqrt()).sqrt();
        share.weight *= (student_3(errors) + LEAST_CHANCE).powf(CHANCE_EXPONENT);
    }
    let scale = sum / shares.iter().map(|share| share.weight).sum::<f32>();
    shares.iter_mut().for_each(|share| share.weight *= scale);
}

/// Returns the distribution function of Student's t with three degrees of freedom.
fn student_3(t: f32) -> f32 {
    let x = t / 3_f32.sqrt();
    0.5 + (x / (1.0 + x * x) + x.atan()) / std::f32::consts::PI
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(all: &[(f32, f32, f32)]) -> Vec<Share> {
        let share = |&(prior, utility, weight)| Share {
            node: 0,
            prior,
            utility,
            weight,
        };
        all.iter().map(share).collect()
    }

    fn weights(shares: &[Share]) -> Vec<f32> {
        shares.iter().map(|share| share.weight).collect()
    }

    #[test]
    fn only_worse_moves_beyond_their_fair_share_lose_weight() {
        // The second is worse and has 40 visits where 20 are fair; the third is worse and has a
        // fair share; the fourth is better.
        let mut all = shares(&[
            (0.6, 0.5, 60.0),
            (0.1, 0.35, 40.0),
            (0.1, 0.3, 10.0),
            (0.1, 0.6, 90.0),
        ]);
        prune_noise(&mut all);
        let wanted = 40.0 - 20.0 * (1.0 - (-2.0_f32).exp());
        for (weight, wanted) in weights(&all).into_iter().zip([60.0, wanted, 10.0, 90.0]) {
            assert!((weight - wanted).abs() < 1e-3, "{all:?}");
        }
    }

    #[test]
    fn better_moves_gain_what_worse_ones_lose() {
        let before = shares(&[(0.5, 0.6, 30.0), (0.3, 0.4, 20.0), (0.2, 0.52, 10.0)]);
        let mut all = before.clone();
        favour_better(&mut all);
        assert!(all[0].weight > 30.0 && all[1].weight < 20.0, "{all:?}");
        let sum: f32 = weights(&all).iter().sum();
        assert!((sum - 60.0).abs() < 1e-3, "{all:?}");
        let mut equal = shares(&[(0.5, 0.4, 30.0), (0.5, 0.4, 3.0)]);
        favour_better(&mut equal);
        assert!((equal[0].weight - 30.0).abs() < 1e-3, "{equal:?}");
    }

    /// Values of tables of the t distribution.
    #[test]
    fn the_distribution_is_that_of_the_tables() {
        for (t, chance) in [
            (0.0, 0.5),
            (2.353_4, 0.95),
            (-1.637_7, 0.1),
            (5.840_9, 0.995),
        ] {
            assert!((student_3(t) - chance).abs() < 1e-4, "{t}");
        }
    }
}
