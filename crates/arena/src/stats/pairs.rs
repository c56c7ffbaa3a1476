//! Elo differences from pairs of games.
//!
//! All inference from pairs of games to Elo uses one quantity: the log likelihood that the pairs
//! lose when their expected share of the points is constrained to a given value
//! ([`Weights::lost_at`]). Its zero is the estimate, the region where it is small is the interval,
//! and its difference between two shares is the log likelihood ratio of the sequential test. No
//! distribution of the results is assumed.

use super::statistics::{Estimate, Z95, elo_of_share};

/// Confidence of all intervals.
const CONFIDENCE: f64 = 0.95;

/// Results of pairs of games, which are two games from one opening with exchanged colours: the
/// numbers of pairs in which the first engine scored 0, ½, 1, 1½ and 2 points ("pentanomial").
///
/// The two games of a pair are not independent, since an opening can favour a colour; the pairs
/// are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs(pub [u32; 5]);

impl Pairs {
    /// Fewest pairs that can tell two engines apart: if both are equal, one of them wins five pairs
    /// of five in 6 % of matches, and six of six in 3 %.
    pub const FEWEST_TO_TELL: u32 = 6;

    /// Most pairs of which the interval is always found by exact chances, which takes about a
    /// millisecond for as many. More pairs take as long where the engine that is behind has few
    /// points, and there it is found so, too.
    pub const EXACT: u32 = 50;

    /// Adds a pair in which the first engine scored 0 to 2 points. Other numbers are rounded to the
    /// nearest half point in this range; NaN is ignored.
    pub fn add(&mut self, points: f64) {
        if points.is_nan() {
            return;
        }
        // The cast saturates: a negative float becomes 0.
        let halves = ((2.0 * points).round() as usize).min(4);
        if let Some(count) = self.0.get_mut(halves) {
            *count += 1;
        }
    }

    /// Returns the number of pairs.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.0
            .iter()
            .fold(0, |sum, count| sum.saturating_add(*count))
    }

    /// Returns the share of the points, 0 to 1; `None` without a pair.
    #[must_use]
    pub fn share(&self) -> Option<f64> {
        let pairs = f64::from(self.count());
        (pairs > 0.0).then(|| Weights::of(self).points() / pairs)
    }

    /// Returns the Elo difference of the first engine to the second; `None` without a pair.
    ///
    /// The value is the mean share on the logistic curve. The interval consists of the differences
    /// at which the log likelihood of the pairs is at most `Z95²/2` below the maximum (A. B. Owen,
    /// *Empirical Likelihood*, 2001, section 2.4). With many pairs, this is the mean plus and minus
    /// [`Z95`] standard errors. One virtual pair with the mean of the others is added, so that
    /// three pairs of 1–1 do not prove two engines to be equal; see [`Weights::virtual_pair`].
    ///
    /// Up to [`Pairs::EXACT`] pairs, and where one engine has nearly all points, that limit is too
    /// near. The interval then consists of the differences at which so good a score, or so bad a
    /// one, has a chance of more than 2.5 % under the most likely distribution with that
    /// difference. Where all pairs were won by one engine this is the interval of Clopper and
    /// Pearson for a binomial: it takes [`Pairs::FEWEST_TO_TELL`] such pairs to prove a lead.
    ///
    /// In simulations of engines that differ by 0 to 300 Elo, the interval contained the true
    /// difference in at least 98 % of matches of 10 pairs and 96 % of 20 and 50; that of standard
    /// errors in 82 % of 10 and 93 % of 50.
    #[must_use]
    pub fn elo(&self) -> Option<Estimate> {
        let share = self.share()?;
        let weights = Weights::of(self).virtual_pair(share);
        let halves = (0..)
            .zip(self.0)
            .map(|(halves, count)| halves * count as usize);
        let scored: usize = halves.sum();
        let pairs = self.count() as usize;
        let most = Pairs::EXACT as usize;
        let behind = scored.min(4 * pairs - scored);
        let is_exact = pairs <= most || pairs * behind <= 2 * most * most;
        let is_possible = |expected: f64| match is_exact {
            true => {
                let [below, above] = tails(&weights.law_at(expected), pairs, scored);
                let chance = if expected < share { above } else { below };
                chance > 0.5 * (1.0 - CONFIDENCE)
            }
            false => weights.lost_at(expected) <= 0.5 * Z95 * Z95,
        };
        let end = |extreme| elo_of_share(end_of_interval(share, extreme, is_possible));
        Some(Estimate {
            value: elo_of_share(share),
            low: end(0.0),
            high: end(1.0),
        })
    }
}

/// Points of the five pair results as shares.
const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Weights of the five pair results: numbers of pairs, some of which may be virtual.
#[derive(Clone, Copy, Debug)]
pub struct Weights([f64; 5]);

impl Weights {
    /// Returns the weights of the pairs as they were played.
    #[must_use]
    pub fn of(pairs: &Pairs) -> Weights {
        Weights(pairs.0.map(f64::from))
    }

    /// Adds one virtual pair: 2–0 with weight `share`, and 0–2 with the remaining weight.
    ///
    /// A few pairs can be all alike although other results are just as possible; maximum likelihood
    /// alone considers these impossible. The virtual pair keeps them possible, and leaves the
    /// expected share of the points unchanged if that is `share`.
    #[must_use]
    pub fn virtual_pair(mut self, share: f64) -> Weights {
        self.0[0] += 1.0 - share;
        self.0[4] += share;
        self
    }

    /// Returns the sum of the first engine's points, as shares of a pair.
    fn points(&self) -> f64 {
        SHARES.iter().zip(self.0).map(|(a, n)| a * n).sum()
    }

    /// Returns the log likelihood that the pairs lose when their expected share of the points is
    /// constrained to `share`; 0 for the share that they have. This is `max log L − max {log L |
    /// share}` over all distributions of pair results.
    ///
    /// The most likely distribution with the expected share `s` gives result `i` the probability
    /// `pᵢ / (1 + θ(aᵢ − s))`, where `pᵢ` is the fraction of pairs with this result and `aᵢ` its
    /// share of the points; θ solves `Σ pᵢ(aᵢ − s) / (1 + θ(aᵢ − s)) = 0` (M. Van den Bergh,
    /// *Comments on Normalized Elo*, proposition 1.1,
    /// <https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>). So θ maximizes the loss `Σ
    /// nᵢ ln(1 + θ(aᵢ − s))`, a concave function. A result that was never seen may still be
    /// possible: its probability must not be negative, which limits θ, and the maximum may be at
    /// that limit.
    #[must_use]
    pub fn lost_at(&self, share: f64) -> f64 {
        let theta = self.tilt(share);
        let share = within(share);
        let seen = SHARES.iter().zip(&self.0).filter(|(_, n)| **n > 0.0);
        let lost: f64 = seen.map(|(a, n)| n * (theta * (a - share)).ln_1p()).sum();
        match lost.is_nan() {
            true => lost,
            false => lost.max(0.0),
        }
    }

    /// Returns θ of [`Weights::lost_at`]; 0 if all pairs have exactly this share, NaN for a share
    /// that is NaN.
    fn tilt(&self, share: f64) -> f64 {
        let share = within(share);
        // Difference of each result from the share. Results that did not occur are not part of the
        // sums.
        let distances = SHARES.map(|a| a - share);
        let sum = |of: &dyn Fn(f64) -> f64| -> f64 {
            let seen = distances.iter().zip(&self.0).filter(|(_, n)| **n > 0.0);
            seen.map(|(d, n)| n * of(*d)).sum()
        };
        let squares = sum(&|d| d * d);
        if squares <= 0.0 || squares.is_nan() {
            return squares;
        }
        // First and second derivative of the loss.
        let slopes = |theta: f64| {
            let mut slopes = (0.0, 0.0);
            for (d, n) in distances.iter().zip(&self.0).filter(|(_, n)| **n > 0.0) {
                let part = d / (1.0 + theta * d);
                slopes.0 += n * part;
                slopes.1 -= n * part * part;
            }
            slopes
        };
        let (low, high) = (-1.0 / (1.0 - share), 1.0 / share);
        if self.0[0] <= 0.0 && slopes(high).0 >= 0.0 {
            high
        } else if self.0[4] <= 0.0 && slopes(low).0 <= 0.0 {
            low
        } else {
            falling_root((low, high), sum(&|d| d) / squares, slopes)
        }
    }

    /// Returns the most likely distribution of pair results with the expected share `share`, from 0
    /// to 1; see [`Weights::lost_at`].
    fn law_at(&self, share: f64) -> [f64; 5] {
        let theta = self.tilt(share);
        let share = within(share);
        let all: f64 = self.0.iter().sum();
        let mut law = self.0;
        for (probability, a) in law.iter_mut().zip(SHARES) {
            if *probability > 0.0 {
                *probability /= all * (1.0 + theta * (a - share));
            }
        }
        // The rest belongs to a result that was never seen, at the end away from the pairs.
        let unseen = (1.0 - law.iter().sum::<f64>()).max(0.0);
        law[if theta > 0.0 { 0 } else { 4 }] += unseen;
        law
    }
}

/// Returns the chances that `pairs` pairs with these probabilities of their results have at most,
/// and at least, `halves` half points of the first engine. The work grows with `pairs` and with
/// the half points of the engine that has fewer.
fn tails(law: &[f64; 5], pairs: usize, halves: usize) -> [f64; 2] {
    let others = 4 * pairs - halves;
    if others < halves {
        let [a, b, c, d, e] = *law;
        let [below, above] = tails(&[e, d, c, b, a], pairs, others);
        return [above, below];
    }
    // Probabilities of the sums up to that number, pair by pair.
    let mut sums = vec![0.0; halves + 1];
    sums[0] = 1.0;
    for _ in 0..pairs {
        // From above, so that each place is read before it is written.
        for sum in (0..=halves).rev() {
            let parts = law.iter().enumerate().take(sum + 1);
            sums[sum] = parts.map(|(more, p)| p * sums[sum - more]).sum();
        }
    }
    let below: f64 = sums[..halves].iter().sum();
    [below + sums[halves], 1.0 - below]
}

/// Finds the end of an interval of shares: the place between `share`, which is possible, and
/// `extreme` beyond which shares are not; `extreme` itself if all are.
fn end_of_interval(share: f64, extreme: f64, is_possible: impl Fn(f64) -> bool) -> f64 {
    let (mut inside, mut outside) = (share, extreme);
    // The games that were played become less likely with the distance, so bisection finds the end.
    for _ in 0..50 {
        let middle = 0.5 * (inside + outside);
        if is_possible(middle) {
            inside = middle;
        } else {
            outside = middle;
        }
    }
    outside
}

/// Returns the nearest share that is not certain: an expected share of 0 or 1 would mean certainty,
/// which no finite number of pairs gives.
fn within(share: f64) -> f64 {
    share.clamp(1e-9, 1.0 - 1e-9)
}

/// Finds the root of a decreasing function between two poles, accurate to 1e-6, by Newton's method
/// within a bracket that always contains the root. The function returns its value and its slope.
fn falling_root(
    (mut low, mut high): (f64, f64),
    guess: f64,
    function: impl Fn(f64) -> (f64, f64),
) -> f64 {
    let mut at = guess.clamp(0.9 * low, 0.9 * high);
    for _ in 0..60 {
        let (value, slope) = function(at);
        if value > 0.0 {
            low = at;
        } else {
            high = at;
        }
        let newton = at - value / slope;
        let inside = low < newton && newton < high;
        let next = if inside { newton } else { 0.5 * (low + high) };
        let step = next - at;
        at = next;
        if step.abs() < 1e-6 {
            break;
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::super::statistics::{share_of_elo, tests::near};
    use super::*;

    /// Expected values of fastchess's tests, with their tolerance of one hundredth.
    #[test]
    fn elo_differences_match_published_values() {
        for (pairs, value, error) in [
            ([34, 54, 63, 64, 75], 55.58, 27.65),
            ([332, 433, 498, 333, 334], -8.64, 10.33),
            ([7895, 8757, 5685, 568, 9999], -21.04, 2.95),
        ] {
            let elo = Pairs(pairs).elo().expect("pairs");
            near(elo.value, value, 0.01);
            near(0.5 * (elo.high - elo.low), error, 0.01 * error);
        }
    }

    #[test]
    fn elo_intervals_are_sound_for_uniform_pairs() {
        assert_eq!(Pairs::default().elo(), None);
        for count in [1, 2, 5, 1000] {
            let won = Pairs([0, 0, 0, 0, count]).elo().expect("pairs");
            let lost = Pairs([count, 0, 0, 0, 0]).elo().expect("pairs");
            let even = Pairs([0, 0, count, 0, 0]).elo().expect("pairs");
            assert_eq!((won.value, won.high), (f64::INFINITY, f64::INFINITY));
            assert_eq!(
                (lost.value, lost.low),
                (f64::NEG_INFINITY, f64::NEG_INFINITY)
            );
            near(won.low, -lost.high, 1e-6);
            assert_eq!(even.value, 0.0);
            near(even.low, -even.high, 1e-6);
            assert!(even.high.is_finite() && even.high > 1.0);
        }
    }

    /// Intervals of R for pairs that are all won: `binom.test(n, n)$conf.int`.
    #[test]
    fn the_interval_of_won_pairs_is_that_of_a_binomial() {
        for (count, low) in [
            (1, 0.025),
            (2, 0.15811),
            (5, 0.47818),
            (6, 0.54074),
            (20, 0.83157),
            (51, 0.93023),
            (1000, 0.99632),
        ] {
            let elo = Pairs([0, 0, 0, 0, count]).elo().expect("pairs");
            near(share_of_elo(elo.low), low, 1e-5);
            assert_eq!(elo.low > 0.0, count >= Pairs::FEWEST_TO_TELL, "{count}");
        }
        let few = (0..243).map(|code| [1, 3, 9, 27, 81].map(|place| code / place % 3));
        for pairs in few
            .map(Pairs)
            .filter(|pairs| (1..Pairs::FEWEST_TO_TELL).contains(&pairs.count()))
        {
            let elo = pairs.elo().expect("pairs");
            assert!(elo.low <= 0.0 || pairs.0[..3] == [0; 3], "{pairs:?} {elo}");
        }
    }

    /// Compares the chances with those of all sequences of results.
    #[test]
    fn chances_of_sums_equal_those_of_all_sequences() {
        let law = [0.1, 0.25, 0.3, 0.15, 0.2];
        for pairs in 0..5_u32 {
            for halves in 0..=4 * pairs as usize {
                let mut expected = [0.0, 0.0];
                for code in 0..5_usize.pow(pairs) {
                    let results = (0..pairs).map(|place| code / 5_usize.pow(place) % 5);
                    let sum: usize = results.clone().sum();
                    let chance: f64 = results.map(|result| law[result]).product();
                    expected[0] += if sum <= halves { chance } else { 0.0 };
                    expected[1] += if sum >= halves { chance } else { 0.0 };
                }
                let found = tails(&law, pairs as usize, halves);
                near(found[0], expected[0], 1e-12);
                near(found[1], expected[1], 1e-12);
            }
        }
    }

    #[test]
    fn the_most_likely_law_has_the_expected_share() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
        for _ in 0..100 {
            let pairs = random_pairs(&mut rng);
            let share = rng.random_range(0.01..0.99);
            if pairs.count() > 0 {
                let law = Weights::of(&pairs).law_at(share);
                near(law.iter().sum(), 1.0, 1e-6);
                near(
                    SHARES.iter().zip(law).map(|(a, p)| a * p).sum(),
                    share,
                    1e-5,
                );
            }
        }
    }

    #[test]
    fn pair_points_are_rounded_and_clamped() {
        let mut pairs = Pairs::default();
        for points in [0.0, 0.5, 1.0, 1.5, 2.0, 7.0, -1.0, f64::INFINITY, f64::NAN] {
            pairs.add(points);
        }
        assert_eq!(pairs, Pairs([2, 1, 1, 1, 3]));
        assert_eq!((pairs.count(), pairs.share()), (8, Some(18.0 / 32.0)));
    }

    fn random_pairs(rng: &mut Xoshiro256PlusPlus) -> Pairs {
        let mut pairs = Pairs::default();
        for count in &mut pairs.0 {
            if rng.random_ratio(2, 3) {
                *count = rng.random_range(0..200);
            }
        }
        pairs
    }

    /// Compares the lost likelihood with the best of many distributions of that expected share,
    /// which are found by a random ascent in the simplex, independently of the theory.
    #[test]
    fn lost_likelihood_equals_that_of_the_best_distribution() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for _ in 0..40 {
            let pairs = random_pairs(&mut rng);
            let Some(mean) = pairs.share() else { continue };
            let share = rng.random_range(0.05..0.95);
            let weights = Weights::of(&pairs).virtual_pair(mean);
            let all: f64 = weights.0.iter().sum();
            let best = uphill(&weights.0, share, &mut rng);
            let free: f64 = weights
                .0
                .iter()
                .filter(|n| **n > 0.0)
                .map(|n| n * (n / all).ln())
                .sum();
            near(
                weights.lost_at(share),
                free - best,
                1e-3 * (1.0 + free - best),
            );
        }
    }

    /// Finds the best log likelihood of distributions with this expected share by a random ascent.
    fn uphill(counts: &[f64; 5], share: f64, rng: &mut Xoshiro256PlusPlus) -> f64 {
        let likelihood = |law: &[f64; 5]| -> f64 {
            let each = counts.iter().zip(law);
            each.map(|(n, p)| if *n > 0.0 { n * p.ln() } else { 0.0 })
                .sum()
        };
        // Start in the interior: a mixture of the extremes and the uniform distribution.
        let mut law = [0.02; 5];
        law[0] += 0.9 * (1.0 - share) + 0.1 * (0.5 - share);
        law[4] += 0.9 * share + 0.1 * (share - 0.5);
        if law[0] <= 0.0 || law[4] <= 0.0 {
            law = [1e-6; 5];
            law[0] = 1.0 - share - 2.5e-6;
            law[4] = share - 2.5e-6;
        }
        let mut best = likelihood(&law);
        let mut step = 0.1;
        while step > 1e-9 {
            let mut better = false;
            for _ in 0..60 {
                // A change of three probabilities that keeps the sum and the expected share.
                let [i, j, k] = three(rng);
                let (a, b, c) = (SHARES[i], SHARES[j], SHARES[k]);
                let mut next = law;
                next[i] += step * (b - c);
                next[j] += step * (c - a);
                next[k] += step * (a - b);
                if next.iter().any(|p| *p < 0.0) {
                    continue;
                }
                let now = likelihood(&next);
                if now > best {
                    (law, best, better) = (next, now, true);
                }
            }
            if !better {
                step *= 0.7;
            }
        }
        best
    }

    /// Returns three different results in random order.
    fn three(rng: &mut Xoshiro256PlusPlus) -> [usize; 3] {
        let i = rng.random_range(0..5);
        let j = (i + rng.random_range(1..5)) % 5;
        let rest: Vec<usize> = (0..5).filter(|k| *k != i && *k != j).collect();
        [i, j, rest[rng.random_range(0..3)]]
    }

    #[test]
    fn lost_likelihood_grows_with_the_distance() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        for _ in 0..200 {
            let pairs = random_pairs(&mut rng);
            let Some(mean) = pairs.share() else { continue };
            let weights = Weights::of(&pairs);
            near(weights.lost_at(mean), 0.0, 1e-3);
            for side in [0.0, 1.0] {
                let mut before = 0.0;
                for part in 1..=100 {
                    let lost = weights.lost_at(mean + f64::from(part) / 100.0 * (side - mean));
                    assert!(lost >= before, "{pairs:?}: {before} before {lost}");
                    before = lost;
                }
            }
        }
    }
}
