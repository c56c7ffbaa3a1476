//! Statistics of match results: shares of points, Elo differences and their confidence intervals.

use std::f64::consts::LN_10;
use std::fmt;
use std::iter::Sum;

/// Standard deviations from the mean to the ends of a 95 % interval of a normal distribution.
pub const Z95: f64 = 1.959_963_984_540_054;

/// Elo per unit of log odds; Elo, *The Rating of Chessplayers*, 1978, with the logistic curve.
pub const ELO_PER_LOG_ODDS: f64 = 400.0 / LN_10;

/// Returns the Elo difference at which a player can expect this share of the points. 0 gives −∞, 1
/// gives +∞.
#[must_use]
pub fn elo_of_share(share: f64) -> f64 {
    let share = share.clamp(0.0, 1.0);
    ELO_PER_LOG_ODDS * (share / (1.0 - share)).ln()
}

/// Returns the share of the points, 0 to 1, that a player can expect who is stronger by `elo`.
#[must_use]
pub fn share_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo / ELO_PER_LOG_ODDS).exp())
}

/// Running mean and standard deviation of a sequence of numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moments {
    count: u32,
    mean: f64,
    /// Sum of the squared differences from the mean.
    squares: f64,
}

impl Moments {
    /// Adds a number; a number that is not finite is ignored. B. P. Welford, *Note on a method for
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

    /// Returns how many numbers were added.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.count
    }

    /// Returns the mean; `None` without a number.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then_some(self.mean)
    }

    /// Returns the standard deviation of the population, estimated from the numbers as a sample;
    /// `None` for fewer than two numbers.
    #[must_use]
    pub fn deviation(&self) -> Option<f64> {
        (self.count > 1).then(|| (self.squares / f64::from(self.count - 1)).sqrt())
    }
}

/// Estimate with its 95 % confidence interval.
///
/// Elo differences can be infinite where all games were won or lost; no field is ever NaN.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Most likely value.
    pub value: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

/// Writes `+35 (−10 to +80)`, in whole numbers; `+∞` where there is no bound.
impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [value, low, high] = [self.value, self.low, self.high].map(|n| signed(n, 0));
        f.pad(&format!("{value} ({low} to {high})"))
    }
}

/// Formats a number with its sign, U+2212 as the minus, and this many decimals: `+1.5`, `−2`, `0`,
/// `+∞`.
#[must_use]
pub fn signed(number: f64, decimals: usize) -> String {
    let size = match number.is_infinite() {
        true => "∞".to_string(),
        false => format!("{:.decimals$}", number.abs()),
    };
    // A number that is rounded to zero has no sign.
    let nothing = !size.contains(|c: char| c == '∞' || ('1'..='9').contains(&c));
    let sign = match number {
        _ if nothing => "",
        n if n < 0.0 => "−",
        _ => "+",
    };
    format!("{sign}{size}")
}

/// Results of an engine's games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Number of games that the engine won.
    pub wins: u32,
    /// Number of drawn games.
    pub draws: u32,
    /// Number of games that the engine lost.
    pub losses: u32,
}

impl Tally {
    /// Adds a game with 1, ½ or 0 points. Other numbers are rounded to the nearest of these; NaN is
    /// ignored.
    pub fn add(&mut self, points: f64) {
        match points {
            p if p.is_nan() => (),
            p if p > 0.75 => self.wins += 1,
            p if p < 0.25 => self.losses += 1,
            _ => self.draws += 1,
        }
    }

    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.wins
            .saturating_add(self.draws)
            .saturating_add(self.losses)
    }

    /// Returns the points: 1 for a win, ½ for a draw.
    #[must_use]
    pub fn points(&self) -> f64 {
        f64::from(self.wins) + 0.5 * f64::from(self.draws)
    }

    /// Returns the share of the points, 0 to 1; `None` without a game.
    #[must_use]
    pub fn share(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / f64::from(self.games()))
    }

    /// Returns the 95 % interval for the expected share of the points, with draws as half wins;
    /// `None` without a game. It is the score interval of E. B. Wilson, *Probable inference, the
    /// law of succession, and statistical inference*, JASA 22 (1927).
    ///
    /// The games are assumed to be independent. Where openings favour a colour, pairs of games vary
    /// less, and the interval is wider than necessary.
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

    /// Returns the Elo difference to the opponents, with the ends of the interval of
    /// [`Tally::wilson`]; `None` without a game. [`Pairs::elo`](super::pairs::Pairs::elo) is more
    /// accurate for games that were played in pairs.
    #[must_use]
    pub fn elo(&self) -> Option<Estimate> {
        let (low, high) = self.wilson()?;
        Some(Estimate {
            value: elo_of_share(self.share()?),
            low: elo_of_share(low),
            high: elo_of_share(high),
        })
    }

    /// Returns the results from the opponent's point of view.
    #[must_use]
    pub fn reversed(self) -> Tally {
        Tally {
            wins: self.losses,
            draws: self.draws,
            losses: self.wins,
        }
    }
}

impl Sum for Tally {
    fn sum<I: Iterator<Item = Tally>>(tallies: I) -> Tally {
        tallies.fold(Tally::default(), |sum, tally| Tally {
            wins: sum.wins + tally.wins,
            draws: sum.draws + tally.draws,
            losses: sum.losses + tally.losses,
        })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub fn near(a: f64, b: f64, by: f64) {
        assert!((a - b).abs() <= by, "{a} is not {b}");
    }

    #[test]
    fn elo_and_share_convert_into_each_other() {
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
    fn signed_numbers_show_minus_sign_and_infinity() {
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
    fn a_tally_counts_wins_draws_and_losses() {
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

    /// Intervals of R: `prop.test(x, n, correct = FALSE)`.
    #[test]
    fn wilson_intervals_equal_those_of_r() {
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

    #[test]
    fn elo_of_a_tally_is_that_of_its_share() {
        let tally = Tally {
            wins: 136,
            draws: 111,
            losses: 96,
        };
        near(tally.elo().expect("games").value, 40.70, 0.01);
    }

    #[test]
    fn moments_give_mean_and_deviation_of_finite_numbers() {
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
