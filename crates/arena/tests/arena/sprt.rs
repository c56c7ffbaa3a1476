//! Tests of the error rates of the sequential test: in simulated matches at each of its two
//! hypotheses, wrong verdicts are as rare as Wald's bounds say, for all kinds of openings and
//! draws.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use halfpoint_arena::stats::pairs::Pairs;
use halfpoint_arena::stats::sprt::{Hypothesis, Sprt};
use halfpoint_arena::stats::statistics::share_of_elo;

/// Number of simulated matches at each hypothesis.
const MATCHES: u32 = 4000;

/// Model of the results of games.
#[derive(Clone, Copy)]
struct Model {
    name: &'static str,
    /// Standard deviation, in Elo, of the advantage that an opening gives Black. In the games of a
    /// pair it has opposite signs for the first engine.
    opening: f64,
    /// Elo by which a side must outplay the other to get more than a draw.
    draws: f64,
}

const MODELS: [Model; 4] = [
    Model {
        name: "even openings",
        opening: 0.0,
        draws: 0.0,
    },
    Model {
        name: "openings of ±200 Elo",
        opening: 200.0,
        draws: 0.0,
    },
    Model {
        name: "decisive openings",
        opening: 1500.0,
        draws: 0.0,
    },
    Model {
        name: "some draws",
        opening: 100.0,
        draws: 100.0,
    },
];

/// Probabilities of a pair with 0, ½, 1, 1½ and 2 points.
type Law = [f64; 5];

impl Model {
    /// Returns the law of pairs in which the first engine has the given expected share of the
    /// points.
    fn law(self, share: f64) -> Law {
        let (mut low, mut high) = (-10_000.0, 10_000.0);
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if expected(&self.law_of_lead(middle)) < share {
                low = middle;
            } else {
                high = middle;
            }
        }
        self.law_of_lead(low)
    }

    /// Returns the law of pairs if the first engine leads by the given Elo in a fair opening.
    fn law_of_lead(self, lead: f64) -> Law {
        let mut law = [0.0; 5];
        let mut weights = 0.0;
        // The sum covers four standard deviations to each side, in steps of a tenth of one.
        for step in -40..=40 {
            let deviation = f64::from(step) / 10.0;
            let weight = (-0.5 * deviation * deviation).exp();
            weights += weight;
            let bias = deviation * self.opening;
            let (first, second) = (self.game(lead + bias), self.game(lead - bias));
            for (i, p) in first.iter().enumerate() {
                for (j, q) in second.iter().enumerate() {
                    law[i + j] += weight * p * q;
                }
            }
        }
        law.map(|chance| chance / weights)
    }

    /// Returns the probabilities of losing, drawing and winning a game with the given lead.
    fn game(self, lead: f64) -> [f64; 3] {
        let win = share_of_elo(lead - self.draws);
        let loss = share_of_elo(-lead - self.draws);
        [loss, 1.0 - win - loss, win]
    }
}

fn expected(law: &Law) -> f64 {
    law.iter()
        .enumerate()
        .map(|(i, p)| p * i as f64 / 4.0)
        .sum()
}

/// Draws the result of a pair, as its number of half-points.
fn draw(law: &Law, rng: &mut Xoshiro256PlusPlus) -> usize {
    let mut at: f64 = rng.random();
    let mut result = 0;
    while result < 4 && at >= law[result] {
        at -= law[result];
        result += 1;
    }
    result
}

/// Match in progress, up to the verdict of its test.
struct Match<'a> {
    sprt: &'a Sprt,
    shares: (f64, f64),
    bounds: (f64, f64),
    pairs: Pairs,
}

impl Match<'_> {
    fn new(sprt: &Sprt) -> Match<'_> {
        Match {
            sprt,
            shares: (share_of_elo(sprt.elo0), share_of_elo(sprt.elo1)),
            bounds: sprt.bounds(),
            pairs: Pairs::default(),
        }
    }

    /// Plays until there is a verdict.
    fn play(&mut self, law: &Law, rng: &mut Xoshiro256PlusPlus) -> Hypothesis {
        loop {
            self.pairs.0[draw(law, rng)] += 1;
            if self.far_from_verdict() {
                continue;
            }
            if let Some(verdict) = self.sprt.verdict(self.sprt.llr(&self.pairs)) {
                return verdict;
            }
        }
    }

    /// Returns whether an approximation excludes a verdict at this point, which saves most of the
    /// time.
    fn far_from_verdict(&self) -> bool {
        let pairs = self.pairs.0.map(f64::from);
        let count: f64 = pairs.iter().sum();
        let sum = 0.25 * pairs[1] + 0.5 * pairs[2] + 0.75 * pairs[3] + pairs[4];
        let squares = 0.0625 * pairs[1] + 0.25 * pairs[2] + 0.5625 * pairs[3] + pairs[4];
        let mean = sum / count;
        let variance = squares / count - mean * mean;
        let (share0, share1) = self.shares;
        let about = count * (share1 - share0) * (2.0 * mean - share0 - share1) / (2.0 * variance);
        let (lower, upper) = self.bounds;
        count > 50.0 && 0.5 * lower < about && about < 0.5 * upper
    }
}

/// Returns the rate of wrong verdicts and the mean number of pairs if one hypothesis holds.
fn wrong(sprt: &Sprt, model: Model, truth: Hypothesis) -> (f64, f64) {
    let (elo, seed) = match truth {
        Hypothesis::H0 => (sprt.elo0, 1),
        Hypothesis::H1 => (sprt.elo1, 2),
    };
    let law = model.law(share_of_elo(elo));
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut wrong, mut pairs) = (0, 0);
    for _ in 0..MATCHES {
        let mut one = Match::new(sprt);
        wrong += u32::from(one.play(&law, &mut rng) != truth);
        pairs += u64::from(one.pairs.count());
    }
    let matches = f64::from(MATCHES);
    (f64::from(wrong) / matches, pairs as f64 / matches)
}

/// Fails if a rate is more than two standard errors above its bound.
fn check(elo0: f64, elo1: f64, alpha: f64, beta: f64) {
    let sprt = Sprt {
        elo0,
        elo1,
        alpha,
        beta,
    };
    let mut exceeded = Vec::new();
    for model in MODELS {
        for (truth, bound) in [
            (Hypothesis::H0, alpha / (1.0 - beta)),
            (Hypothesis::H1, beta / (1.0 - alpha)),
        ] {
            let (rate, pairs) = wrong(&sprt, model, truth);
            let error = (bound * (1.0 - bound) / f64::from(MATCHES)).sqrt();
            let line = format!(
                "{sprt}, {truth} holds, {}: {:.2} % wrong, bound {:.2} %, {pairs:.0} pairs",
                model.name,
                100.0 * rate,
                100.0 * bound,
            );
            println!("{line}");
            if rate > bound + 2.0 * error {
                exceeded.push(line);
            }
        }
    }
    assert!(exceeded.is_empty(), "{exceeded:#?}");
}

#[test]
fn the_test_from_0_to_20_keeps_its_error_rates() {
    check(0.0, 20.0, 0.05, 0.05);
}

#[test]
fn the_test_from_0_to_50_keeps_its_error_rates() {
    check(0.0, 50.0, 0.05, 0.05);
}

/// A short test: half of the matches end within 20 pairs.
#[test]
fn the_test_from_0_to_100_keeps_its_error_rates() {
    check(0.0, 100.0, 0.05, 0.05);
}

#[test]
fn the_test_from_minus_20_to_0_keeps_its_error_rates() {
    check(-20.0, 0.0, 0.05, 0.1);
}

/// A difference far from even, at which most pairs are 2–0.
#[test]
fn the_test_from_300_to_400_keeps_its_error_rates() {
    check(300.0, 400.0, 0.05, 0.05);
}

/// [`Match::play`] skips only pairs after which the test has no verdict.
#[test]
fn no_test_is_given_up_before_its_verdict() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut pairs = 0;
    for (elo0, elo1) in [(0.0, 20.0), (-20.0, 0.0), (0.0, 50.0), (300.0, 400.0)] {
        let sprt = Sprt {
            elo0,
            elo1,
            ..Sprt::default()
        };
        for model in MODELS {
            let law = model.law(share_of_elo(elo0));
            for _ in 0..100 {
                let mut one = Match::new(&sprt);
                while sprt.verdict(sprt.llr(&one.pairs)).is_none() {
                    one.pairs.0[draw(&law, &mut rng)] += 1;
                    pairs += 1;
                }
                assert!(!one.far_from_verdict(), "{:?}", one.pairs);
            }
        }
    }
    assert!(pairs > 100_000);
}
