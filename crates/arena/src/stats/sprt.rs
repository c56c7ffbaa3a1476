//! Sequential probability ratio test.
//!
//! After each pair of games the log likelihood ratio of H1 to H0 is compared with two bounds; the
//! test ends when the ratio passes one of them (A. Wald, *Sequential Analysis*, 1947). The
//! hypotheses are not two distributions of pair results but two expected shares of the points, each
//! with the most likely distribution that has this share: the generalised test of M. Van den Bergh
//! (<https://www.cantate.be/Fishtest/support_MLE_multinomial.pdf>), as implemented by fishtest and
//! fastchess, with Elo on the logistic curve.
//!
//! In simulations of 20,000 matches, the test without its virtual pair ([`Weights::virtual_pair`])
//! exceeded Wald's bounds on the error rates where openings decide most games and the test is
//! short: 5.8 % for 0..20 and 6.0 % for 0..100 instead of 5.3 %, since a run of 1–1 from the start
//! seemed to show that pairs are always 1–1. With it, no rate was more than two standard errors
//! above its bound (see `crates/arena/tests/arena/sprt.rs`). With even openings, the virtual pair
//! makes tests less than 1 % longer for 0..20, 2 % for 0..50 and 7 % for 0..100.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::pairs::{Pairs, Weights};
use super::statistics::{ELO_PER_LOG_ODDS, share_of_elo, signed};

/// Hypotheses and error rates of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Sprt {
    /// Elo difference under the hypothesis H0.
    pub elo0: f64,
    /// Elo difference under the hypothesis H1; larger than `elo0`.
    pub elo1: f64,
    /// Bound on the probability of accepting H1 when H0 holds.
    pub alpha: f64,
    /// Bound on the probability of accepting H0 when H1 holds.
    pub beta: f64,
}

impl Default for Sprt {
    fn default() -> Sprt {
        Sprt {
            elo0: 0.0,
            elo1: 20.0,
            alpha: 0.05,
            beta: 0.05,
        }
    }
}

/// Hypothesis about the Elo difference of two engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hypothesis {
    /// The difference is `elo0`.
    H0,
    /// The difference is `elo1`.
    H1,
}

/// Writes `H0` or `H1`.
impl fmt::Display for Hypothesis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Hypothesis::H0 => "H0",
            Hypothesis::H1 => "H1",
        })
    }
}

/// Reason why the parameters do not define a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SprtError {
    /// The Elo differences are out of range or not in ascending order.
    #[error("a sequential test needs elo0 < elo1, both from -2000 to 2000")]
    Elo,
    /// An error rate is out of range.
    #[error("a sequential test needs alpha and beta above 0 and below 0.5")]
    Rates,
}

/// Largest absolute Elo difference of a hypothesis.
const MAX_ELO: f64 = 2000.0;

impl Sprt {
    /// Checks the constraints that the types do not express.
    ///
    /// # Errors
    /// Returns an error if the parameters do not define a test.
    pub fn validate(&self) -> Result<(), SprtError> {
        let elo = |elo: f64| elo.abs() <= MAX_ELO;
        let rate = |rate: f64| 0.0 < rate && rate < 0.5;
        if !(elo(self.elo0) && elo(self.elo1) && self.elo0 < self.elo1) {
            return Err(SprtError::Elo);
        }
        if !(rate(self.alpha) && rate(self.beta)) {
            return Err(SprtError::Rates);
        }
        Ok(())
    }

    /// Returns the log likelihood ratios, in natural logarithms, at which H0 and H1 are accepted:
    /// Wald's `ln(β/(1−α))` and `ln((1−β)/α)`. They bound the error rates by `β/(1−α)` and
    /// `α/(1−β)`.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        let (alpha, beta) = (self.alpha, self.beta);
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    /// Returns the generalised log likelihood ratio of H1 to H0 after these pairs, in natural
    /// logarithms; 0 for no pairs.
    #[must_use]
    pub fn llr(&self, pairs: &Pairs) -> f64 {
        if pairs.count() == 0 {
            return 0.0;
        }
        let [share0, share1] =
            [self.elo0, self.elo1].map(|elo| share_of_elo(elo.clamp(-MAX_ELO, MAX_ELO)));
        let weights = Weights::of(pairs).virtual_pair(self.neutral_share());
        weights.lost_at(share0) - weights.lost_at(share1)
    }

    /// Returns the hypothesis that is accepted at this log likelihood ratio; `None` if the test
    /// continues.
    #[must_use]
    pub fn verdict(&self, llr: f64) -> Option<Hypothesis> {
        let (lower, upper) = self.bounds();
        match llr {
            llr if llr >= upper => Some(Hypothesis::H1),
            llr if llr <= lower => Some(Hypothesis::H0),
            _ => None,
        }
    }

    /// Returns the share of the points at which a virtual pair favours neither hypothesis: the root
    /// of `s ln(s₁/s₀) + (1−s) ln((1−s₁)/(1−s₀)) = 0`.
    fn neutral_share(&self) -> f64 {
        let lost0 = 1.0 - share_of_elo(self.elo0);
        let lost1 = 1.0 - share_of_elo(self.elo1);
        // The log of the ratio of the odds of s₁ and s₀ is the Elo difference in other units.
        let odds = (self.elo1 - self.elo0) / ELO_PER_LOG_ODDS;
        let share = (lost0 / lost1).ln() / odds;
        if share.is_finite() {
            share.clamp(0.0, 1.0)
        } else {
            0.5
        }
    }
}

/// Writes `0..20 (α 0.05, β 0.05)`.
impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [elo0, elo1] = [self.elo0, self.elo1].map(|elo| elo.to_string().replace('-', "−"));
        write!(f, "{elo0}..{elo1} (α {}, β {})", self.alpha, self.beta)
    }
}

/// State of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Parameters of the test.
    pub sprt: Sprt,
    /// Log likelihood ratio after all pairs so far, in natural logarithms.
    pub llr: f64,
    /// First accepted hypothesis, with the number of pairs at that time. Later pairs do not change
    /// it.
    pub verdict: Option<(Hypothesis, u32)>,
}

impl Progress {
    /// Creates a test without any pairs.
    #[must_use]
    pub fn new(sprt: Sprt) -> Progress {
        Progress {
            sprt,
            llr: 0.0,
            verdict: None,
        }
    }

    /// Updates the test after another pair; `pairs` are all pairs so far.
    pub fn update(&mut self, pairs: &Pairs) {
        self.llr = self.sprt.llr(pairs);
        if self.verdict.is_none() {
            let accepted = self.sprt.verdict(self.llr);
            self.verdict = accepted.map(|hypothesis| (hypothesis, pairs.count()));
        }
    }
}

/// Writes `SPRT 0..20 (α 0.05, β 0.05): LLR +1.23 (−2.94 to +2.94), going on`.
impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (lower, upper) = self.sprt.bounds();
        let [llr, lower, upper] = [self.llr, lower, upper].map(|llr| signed(llr, 2));
        write!(f, "SPRT {}: LLR {llr} ({lower} to {upper}), ", self.sprt)?;
        match self.verdict {
            Some((accepted, pairs)) => write!(f, "{accepted} accepted after {pairs} pairs"),
            None => f.write_str("going on"),
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    fn sprt(elo0: f64, elo1: f64) -> Sprt {
        Sprt {
            elo0,
            elo1,
            ..Sprt::default()
        }
    }

    #[test]
    fn the_bounds_of_a_test_are_those_of_wald() {
        let (lower, upper) = Sprt::default().bounds();
        assert!((lower + 2.944).abs() < 1e-3 && (upper - 2.944).abs() < 1e-3);
        let test = Sprt {
            beta: 0.2,
            ..Sprt::default()
        };
        let (lower, upper) = test.bounds();
        assert!((lower + 1.558).abs() < 1e-3 && (upper - 2.773).abs() < 1e-3);
        assert_eq!(test.verdict(-1.6), Some(Hypothesis::H0));
        assert_eq!(test.verdict(-1.5), None);
        assert_eq!(test.verdict(2.8), Some(Hypothesis::H1));
        assert_eq!(test.verdict(f64::NAN), None);
    }

    #[test]
    fn invalid_tests_are_refused() {
        assert_eq!(Sprt::default().validate(), Ok(()));
        assert_eq!(sprt(-10.0, 0.0).validate(), Ok(()));
        for (elo0, elo1) in [
            (0.0, 0.0),
            (5.0, 0.0),
            (f64::NAN, 1.0),
            (0.0, f64::INFINITY),
            (0.0, 3000.0),
        ] {
            assert_eq!(sprt(elo0, elo1).validate(), Err(SprtError::Elo));
        }
        for rate in [0.0, 0.5, 1.0, -0.1, f64::NAN] {
            let test = Sprt {
                alpha: rate,
                ..Sprt::default()
            };
            assert_eq!(test.validate(), Err(SprtError::Rates));
            let test = Sprt {
                beta: rate,
                ..Sprt::default()
            };
            assert_eq!(test.validate(), Err(SprtError::Rates));
        }
    }

    /// Expected values of fastchess's tests for long matches, with their tolerance of one
    /// hundredth.
    #[test]
    fn ratios_match_published_values() {
        for (pairs, elo0, elo1, expected) in [
            ([223, 9863, 21279, 10037, 246], 0.5, 2.5, -3.07),
            ([871, 26175, 55983, 26678, 821], 0.0, 2.0, -4.98),
        ] {
            let llr = sprt(elo0, elo1).llr(&Pairs(pairs));
            assert!((llr / expected - 1.0).abs() < 0.01, "{llr} for {expected}");
        }
    }

    /// For many pairs the ratio is about `N (s₁−s₀)(2s − s₀ − s₁) / (2 σ²)`, as M. Van den Bergh
    /// shows (<https://www.cantate.be/Fishtest/GSPRT_approximation.pdf>).
    #[test]
    fn ratios_are_near_the_approximation_for_long_matches() {
        let pairs = Pairs([800, 1200, 3000, 1300, 850]);
        let count = f64::from(pairs.count());
        let share = pairs.share().expect("pairs");
        let squares = (0..5).map(|i| f64::from(pairs.0[i]) * (i as f64 / 4.0 - share).powi(2));
        let variance = squares.sum::<f64>() / count;
        for (elo0, elo1) in [(0.0, 5.0), (-10.0, 0.0), (0.0, 20.0)] {
            let (s0, s1) = (share_of_elo(elo0), share_of_elo(elo1));
            let about = count * (s1 - s0) * (2.0 * share - s0 - s1) / (2.0 * variance);
            let llr = sprt(elo0, elo1).llr(&pairs);
            assert!(
                (llr - about).abs() < 0.02 * (1.0 + about.abs()),
                "{llr} for {about}"
            );
        }
    }

    fn random_pairs(rng: &mut Xoshiro256PlusPlus) -> Pairs {
        let mut pairs = Pairs::default();
        for count in &mut pairs.0 {
            if rng.random_ratio(2, 3) {
                *count = rng.random_range(0..100);
            }
        }
        pairs
    }

    #[test]
    fn better_pairs_never_lower_the_ratio() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for _ in 0..500 {
            let pairs = random_pairs(&mut rng);
            let (worse, better) = (rng.random_range(0..4), rng.random_range(1..5));
            if pairs.0[worse] == 0 || better <= worse {
                continue;
            }
            let mut improved = pairs;
            improved.0[worse] -= 1;
            improved.0[better] += 1;
            let test = sprt(0.0, 20.0);
            // The ratio is certain to grow only while the share lies between the hypotheses;
            // outside, it also depends on the spread of the results.
            let between = |pairs: &Pairs| {
                let share = pairs.share().unwrap_or(0.5);
                (share_of_elo(-20.0)..share_of_elo(40.0)).contains(&share)
            };
            if between(&pairs) && between(&improved) {
                assert!(
                    test.llr(&improved) > test.llr(&pairs),
                    "{pairs:?} {improved:?}"
                );
            }
        }
    }

    #[test]
    fn repeated_wins_raise_the_ratio() {
        let test = sprt(0.0, 50.0);
        let mut before = 0.0;
        for count in 1..100 {
            let llr = test.llr(&Pairs([0, 0, 0, 0, count]));
            assert!(llr > before);
            before = llr;
        }
        assert_eq!(test.verdict(before), Some(Hypothesis::H1));
    }

    #[test]
    fn swapping_the_engines_negates_the_ratio() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        for _ in 0..200 {
            let pairs = random_pairs(&mut rng);
            let mut reversed = pairs;
            reversed.0.reverse();
            let sum = sprt(-10.0, 35.0).llr(&pairs) + sprt(-35.0, 10.0).llr(&reversed);
            assert!(sum.abs() < 1e-6, "{pairs:?}: {sum}");
        }
    }

    #[test]
    fn ratios_of_extreme_tests_are_finite() {
        let some = [
            [0; 5],
            [1, 0, 0, 0, 0],
            [0, 0, 9, 0, 0],
            [0, 0, 0, 0, 999],
            [u32::MAX / 5; 5],
        ];
        for pairs in some.map(Pairs) {
            for (elo0, elo1) in [
                (0.0, 0.0),
                (20.0, 0.0),
                (-1e9, 1e9),
                (1e5, 1e6),
                (-2000.0, -1999.0),
            ] {
                let llr = sprt(elo0, elo1).llr(&pairs);
                assert!(llr.is_finite(), "{pairs:?} {elo0} {elo1}: {llr}");
            }
            assert_eq!(
                sprt(f64::NAN, 0.0).verdict(sprt(f64::NAN, 0.0).llr(&pairs)),
                None
            );
        }
    }

    #[test]
    fn later_pairs_do_not_change_a_verdict() {
        let mut progress = Progress::new(sprt(-10.0, 50.0));
        assert_eq!(
            progress.to_string(),
            "SPRT −10..50 (α 0.05, β 0.05): LLR 0.00 (−2.94 to +2.94), going on"
        );
        let mut pairs = Pairs([0, 0, 0, 0, 20]);
        progress.update(&pairs);
        assert_eq!(progress.verdict, Some((Hypothesis::H1, 20)));
        pairs.0[0] = 100;
        progress.update(&pairs);
        assert_eq!(progress.verdict, Some((Hypothesis::H1, 20)));
        let text = progress.to_string();
        assert!(
            progress.llr < 0.0 && text.ends_with("H1 accepted after 20 pairs"),
            "{text}"
        );
    }
}
