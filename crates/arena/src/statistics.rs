//! Results of matches as numbers: shares of points, Elo differences and what they can be trusted for.
//!
//! What pairs of games say about Elo rests on one quantity, the log likelihood that they lose when their
//! expected share of the points is forced to be some number ([`Weights::lost_at`]): its zero is the
//! estimate, the region where it is small is the interval, and its difference at two numbers is the log
//! likelihood ratio of the sequential test. No law of results is assumed.

use std::f64::consts::LN_10;
use std::fmt;
use std::iter::Sum;
use std::ops::AddAssign;

/// Standard deviations from the mean to the ends of an interval of 95 %, under a normal law.
pub const Z95: f64 = 1.959_963_984_540_054;

/// Elo for each unit of log odds; Elo, *The Rating of Chessplayers*, 1978, with the logistic curve.
pub const ELO_PER_LOG_ODDS: f64 = 400.0 / LN_10;

/// The Elo difference at which a player can expect that share of the points. 0 gives −∞, 1 gives +∞.
#[must_use]
pub fn elo_of_share(share: f64) -> f64 {
    let share = share.clamp(0.0, 1.0);
    ELO_PER_LOG_ODDS * (share / (1.0 - share)).ln()
}

/// The share of the points, 0 to 1, that a player can expect who is that many Elo stronger.
#[must_use]
pub fn share_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo / ELO_PER_LOG_ODDS).exp())
}

/// Mean and spread of numbers that come one by one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moments {
    count: u32,
    mean: f64,
    /// Sum of squares of the differences from the mean.
    squares: f64,
}

impl Moments {
    /// Takes one number in; what is not finite is left out. B. P. Welford, *Note on a method for
    /// calculating corrected sums of squares and products*, Technometrics 4 (1962).
    pub fn add(&mut self, number: f64) {
        if !number.is_finite() {
            return;
        }
        self.count += 1;
        let step = number - self.mean;
        self.mean += step / f64::from(self.count);
        self.squares += step * (number - self.mean);
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.count
    }

    /// Their mean; `None` without one.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then_some(self.mean)
    }

    /// Their standard deviation, estimated for all that could come; `None` without two.
    #[must_use]
    pub fn deviation(&self) -> Option<f64> {
        (self.count > 1).then(|| (self.squares / f64::from(self.count - 1)).sqrt())
    }
}

/// A number and the interval that has the true one with a chance of 95 %.
///
/// Elo differences can be infinite where everything was won or lost; no part is ever NaN.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The most likely number.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

/// `+35 (−10 to +80)`, in whole numbers; `+∞` where there is no bound.
impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [value, low, high] = [self.value, self.low, self.high].map(|n| signed(n, 0));
        f.pad(&format!("{value} ({low} to {high})"))
    }
}

/// A number with its sign, a real minus, and that many decimals: `+1.5`, `−2`, `0`, `+∞`.
#[must_use]
pub fn signed(number: f64, decimals: usize) -> String {
    let size = match number.is_infinite() {
        true => "∞".to_string(),
        false => format!("{:.decimals$}", number.abs()),
    };
    // What is rounded to nothing has no sign.
    let nothing = !size.contains(|c: char| c == '∞' || ('1'..='9').contains(&c));
    let sign = match number {
        _ if nothing => "",
        n if n < 0.0 => "−",
        _ => "+",
    };
    format!("{sign}{size}")
}

/// Results of games of an engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games that it has won.
    pub wins: u32,
    /// Games that nobody has won.
    pub draws: u32,
    /// Games that it has lost.
    pub losses: u32,
}

impl Tally {
    /// Counts a game with 1, ½ or 0 points; what is nearest, and nothing for what is no number.
    pub fn add(&mut self, points: f64) {
        match points {
            p if p.is_nan() => (),
            p if p > 0.75 => self.wins += 1,
            p if p < 0.25 => self.losses += 1,
            _ => self.draws += 1,
        }
    }

    /// Games that count.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.wins
            .saturating_add(self.draws)
            .saturating_add(self.losses)
    }

    /// Points: 1 for a win, ½ for a draw.
    #[must_use]
    pub fn points(&self) -> f64 {
        f64::from(self.wins) + 0.5 * f64::from(self.draws)
    }

    /// The share of the points, 0 to 1; `None` without a game.
    #[must_use]
    pub fn share(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / f64::from(self.games()))
    }

    /// The interval of 95 % for the expected share of the points, with draws as half wins; `None`
    /// without a game. The score interval of E. B. Wilson, *Probable inference, the law of succession,
    /// and statistical inference*, JASA 22 (1927).
    ///
    /// It takes games as independent. Where openings favour a colour, pairs of games vary less, and it
    /// is wider than need be.
    #[must_use]
    pub fn wilson(&self) -> Option<(f64, f64)> {
        let share = self.share()?;
        let games = f64::from(self.games());
        let z2 = Z95 * Z95;
        let middle = share + z2 / (2.0 * games);
        let half = Z95 * (share * (1.0 - share) / games + z2 / (4.0 * games * games)).sqrt();
        let end = |sum: f64| (sum / (1.0 + z2 / games)).clamp(0.0, 1.0);
        Some((end(middle - half), end(middle + half)))
    }

    /// The Elo difference to the opponents, with the ends of the interval of [`Tally::wilson`]; `None`
    /// without a game. Where there are pairs of games, [`Pairs::elo`] is better.
    #[must_use]
    pub fn elo(&self) -> Option<Estimate> {
        let (low, high) = self.wilson()?;
        Some(Estimate {
            value: elo_of_share(self.share()?),
            low: elo_of_share(low),
            high: elo_of_share(high),
        })
    }

    /// The same results as the opponent sees them.
    #[must_use]
    pub fn reversed(self) -> Tally {
        Tally {
            wins: self.losses,
            draws: self.draws,
            losses: self.wins,
        }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

impl Sum for Tally {
    fn sum<I: Iterator<Item = Tally>>(tallies: I) -> Tally {
        let mut sum = Tally::default();
        tallies.for_each(|tally| sum += tally);
        sum
    }
}

/// Results of pairs of games: one opening, played with both colours. The numbers of pairs in which the
/// first engine has got 0, ½, 1, 1½ and 2 points ("pentanomial").
///
/// The two games of a pair are not independent, since an opening can favour a colour; pairs are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs(pub [u32; 5]);

impl Pairs {
    /// Counts a pair with 0 to 2 points of the first engine; what is nearest, and nothing for what is no
    /// number.
    pub fn add(&mut self, points: f64) {
        if points.is_nan() {
            return;
        }
        // A float that is out of range becomes the nearest integer that is not.
        let halves = ((2.0 * points).round() as usize).min(4);
        if let Some(count) = self.0.get_mut(halves) {
            *count += 1;
        }
    }

    /// Pairs of games.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.0
            .iter()
            .fold(0, |sum, count| sum.saturating_add(*count))
    }

    /// The share of the points, 0 to 1; `None` without a pair.
    #[must_use]
    pub fn share(&self) -> Option<f64> {
        let pairs = f64::from(self.count());
        (pairs > 0.0).then(|| Weights::of(self).points() / pairs)
    }

    /// The Elo difference of the first engine to the second; `None` without a pair.
    ///
    /// The value is that of the mean on the logistic curve. The interval has the differences at which
    /// the log likelihood of the pairs is at most `Z95²/2` below the best one (A. B. Owen, *Empirical
    /// Likelihood*, 2001, section 2.4). With many pairs that is the mean plus and minus [`Z95`]
    /// standard errors. Unlike this it is sound for few pairs and when all are alike, too: three pairs
    /// of 1–1 do not prove two engines to be equal, and winning all of five pairs proves some lead. For
    /// that there is one virtual pair with the mean of the others; see [`Weights::virtual_pair`].
    ///
    /// In simulations of engines with 0 to 300 Elo between them, it had the true difference in at least
    /// 93 % of matches of 10 pairs and 94 % of 50; that of standard errors in 82 % and 93 %.
    #[must_use]
    pub fn elo(&self) -> Option<Estimate> {
        let share = self.share()?;
        let weights = Weights::of(self).virtual_pair(share);
        let end = |extreme| elo_of_share(weights.end_of_interval(share, extreme));
        Some(Estimate {
            value: elo_of_share(share),
            low: end(0.0),
            high: end(1.0),
        })
    }
}

/// Points of a pair as a share.
const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Pairs of which some may be virtual.
#[derive(Clone, Copy, Debug)]
pub struct Weights([f64; 5]);

impl Weights {
    /// Pairs as they were played.
    #[must_use]
    pub fn of(pairs: &Pairs) -> Weights {
        Weights(pairs.0.map(f64::from))
    }

    /// The same with one virtual pair: 2–0 with the chance `share`, else 0–2.
    ///
    /// Few pairs can be all alike, where others are just as possible; likelihood alone takes them
    /// for impossible. The virtual pair says that they are not, while it leaves the expected share of the
    /// points where it is, if that is `share`.
    #[must_use]
    pub fn virtual_pair(mut self, share: f64) -> Weights {
        self.0[0] += 1.0 - share;
        self.0[4] += share;
        self
    }

    /// Points of the first engine as shares of a pair, summed.
    fn points(&self) -> f64 {
        SHARES.iter().zip(self.0).map(|(a, n)| a * n).sum()
    }

    /// The log likelihood that the pairs lose when their expected share of the points is forced to be
    /// `share`, from 0 for the share that they have: `max log L − max {log L | share}` over all laws of
    /// pairs.
    ///
    /// The likeliest law with the expected share `s` gives result `i` the chance `pᵢ / (1 + θ(aᵢ − s))`,
    /// where `pᵢ` of the pairs have that result and `aᵢ` is what it is worth; θ solves
    /// `Σ pᵢ(aᵢ − s) / (1 + θ(aᵢ − s)) = 0` (M. Van den Bergh, *Comments on Normalized Elo*,
    /// proposition 1.1, <https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>). So θ is where
    /// the loss `Σ nᵢ ln(1 + θ(aᵢ − s))`, a concave function, is largest. A result that was never seen may
    /// still be possible: then θ is at most what leaves it a chance, and the largest value may be there.
    #[must_use]
    pub fn lost_at(&self, share: f64) -> f64 {
        // Nothing is certain: an expected share of 0 or 1 would be.
        let share = share.clamp(1e-9, 1.0 - 1e-9);
        // How far each result is from that share. One that was not seen has no part in the sums.
        let distances = SHARES.map(|a| a - share);
        let sum = |of: &dyn Fn(f64) -> f64| -> f64 {
            let seen = distances.iter().zip(&self.0).filter(|(_, n)| **n > 0.0);
            seen.map(|(d, n)| n * of(*d)).sum()
        };
        let squares = sum(&|d| d * d);
        // Nothing is lost where all pairs have that share; and what is no share gives no number.
        if squares <= 0.0 || squares.is_nan() {
            return squares;
        }
        // The slope of the loss, and the slope of that.
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
        let theta = if self.0[0] <= 0.0 && slopes(high).0 >= 0.0 {
            high
        } else if self.0[4] <= 0.0 && slopes(low).0 <= 0.0 {
            low
        } else {
            falling_root((low, high), sum(&|d| d) / squares, slopes)
        };
        sum(&|d| (theta * d).ln_1p()).max(0.0)
    }

    /// The share between that of the pairs and an extreme at which the lost likelihood is that of the end
    /// of an interval of 95 %; the extreme itself if they have it.
    fn end_of_interval(&self, share: f64, extreme: f64) -> f64 {
        let (mut inside, mut outside) = (share, extreme);
        // The loss grows with the distance: halving is enough.
        for _ in 0..50 {
            let middle = 0.5 * (inside + outside);
            if self.lost_at(middle) <= 0.5 * Z95 * Z95 {
                inside = middle;
            } else {
                outside = middle;
            }
        }
        outside
    }
}

/// The root of a falling function between two poles, by Newton's method, which is kept between a number
/// below the root and one above. The function gives its slope, too. Exact to 1e-6 or better.
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

    use super::*;

    fn near(a: f64, b: f64, by: f64) {
        assert!((a - b).abs() <= by, "{a} is not {b}");
    }

    #[test]
    fn elo_and_shares() {
        near(elo_of_share(0.75), 190.848, 1e-3);
        near(share_of_elo(-400.0), 1.0 / 11.0, 1e-12);
        for elo in [-700.0, -3.0, 0.0, 20.0, 1000.0] {
            near(elo_of_share(share_of_elo(elo)), elo, 1e-6);
        }
        assert_eq!(elo_of_share(0.0), f64::NEG_INFINITY);
        assert_eq!(elo_of_share(1.5), f64::INFINITY);
        assert_eq!(share_of_elo(f64::NEG_INFINITY), 0.0);
    }

    #[test]
    fn numbers_with_signs() {
        assert_eq!(signed(35.4, 0), "+35");
        assert_eq!(signed(-0.4, 0), "0");
        assert_eq!(signed(-0.04, 1), "0.0");
        assert_eq!(signed(-1.25, 2), "−1.25");
        assert_eq!(signed(f64::NEG_INFINITY, 0), "−∞");
        let estimate = Estimate {
            value: f64::INFINITY,
            low: -10.3,
            high: f64::INFINITY,
        };
        assert_eq!(estimate.to_string(), "+∞ (−10 to +∞)");
        assert_eq!(format!("{estimate:>16}"), "  +∞ (−10 to +∞)");
    }

    #[test]
    fn tallies() {
        let mut tally = Tally::default();
        assert_eq!(
            (tally.share(), tally.wilson(), tally.elo()),
            (None, None, None)
        );
        for points in [1.0, 1.0, 0.5, 0.0, f64::NAN] {
            tally.add(points);
        }
        assert_eq!((tally.wins, tally.draws, tally.losses), (2, 1, 1));
        assert_eq!((tally.games(), tally.points()), (4, 2.5));
        let sum: Tally = [tally, tally.reversed()].into_iter().sum();
        assert_eq!(sum.share(), Some(0.5));
    }

    /// Intervals as R gives them: `prop.test(x, n, correct = FALSE)`.
    #[test]
    fn wilson_intervals() {
        for (wins, losses, low, high) in [
            (0, 10, 0.0, 0.2775),
            (10, 0, 0.7225, 1.0),
            (15, 5, 0.5313, 0.8881),
            (1, 0, 0.2065, 1.0),
        ] {
            let tally = Tally {
                wins,
                draws: 0,
                losses,
            };
            let (from, to) = tally.wilson().expect("games");
            near(from, low, 1e-4);
            near(to, high, 1e-4);
        }
    }

    /// Values that the tests of fastchess expect, within a hundredth as there.
    #[test]
    fn published_elo_differences() {
        for (pairs, value, error) in [
            ([34, 54, 63, 64, 75], 55.58, 27.65),
            ([332, 433, 498, 333, 334], -8.64, 10.33),
            ([7895, 8757, 5685, 568, 9999], -21.04, 2.95),
        ] {
            let elo = Pairs(pairs).elo().expect("pairs");
            near(elo.value, value, 0.01);
            near(0.5 * (elo.high - elo.low), error, 0.01 * error);
        }
        let tally = Tally {
            wins: 136,
            draws: 111,
            losses: 96,
        };
        near(tally.elo().expect("games").value, 40.70, 0.01);
    }

    #[test]
    fn extreme_pairs() {
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
            // About what Wilson's interval says of twice as many games.
            let games = Tally {
                wins: 2 * count,
                ..Tally::default()
            };
            near(won.low, games.elo().expect("games").low, 40.0);
            assert_eq!(even.value, 0.0);
            near(even.low, -even.high, 1e-6);
            assert!(even.high.is_finite() && even.high > 1.0);
        }
    }

    #[test]
    fn pairs_of_odd_points() {
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

    /// The lost likelihood against the best of many laws of pairs with that expected share: steps uphill
    /// in the simplex, without the theory.
    #[test]
    fn lost_likelihood_is_that_of_the_best_law() {
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

    /// The best log likelihood of laws with that expected share, found by trying.
    fn uphill(counts: &[f64; 5], share: f64, rng: &mut Xoshiro256PlusPlus) -> f64 {
        let likelihood = |law: &[f64; 5]| -> f64 {
            let each = counts.iter().zip(law);
            each.map(|(n, p)| if *n > 0.0 { n * p.ln() } else { 0.0 })
                .sum()
        };
        // Somewhere inside: a mixture of the extremes and of the law that has all results alike.
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
                // A change of three chances that keeps the sum and the expected share.
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

    /// Three different results in any order.
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

    #[test]
    fn moments() {
        let mut moments = Moments::default();
        assert_eq!((moments.mean(), moments.deviation()), (None, None));
        for number in [2.0, 4.0, f64::NAN, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0] {
            moments.add(number);
        }
        assert_eq!((moments.count(), moments.mean()), (8, Some(5.0)));
        near(
            moments.deviation().expect("numbers"),
            (32.0_f64 / 7.0).sqrt(),
            1e-12,
        );
    }
}
