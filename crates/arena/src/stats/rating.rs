//! Ratings of several engines from all games between them.

use super::statistics::{ELO_PER_LOG_ODDS, Estimate, Tally, Z95};

/// Computes Elo ratings with mean 0 for engines 0 to `engines` − 1, from results `(first, second,
/// tally of the first)`. Results of an engine with itself, or with an index that is out of range,
/// are ignored.
///
/// The ratings are the maximum likelihood strengths in the model of Bradley and Terry (*Rank
/// analysis of incomplete block designs*, Biometrika 39, 1952), where a player who is `d` Elo
/// stronger wins with probability `1 / (1 + 10^(−d/400))` and a draw is half a win. The intervals
/// are 95 % intervals from the Fisher information, for the distance from the mean of all engines;
/// they assume that games are independent.
///
/// Each two engines, whether they have met or not, get one virtual draw in addition: Jeffreys'
/// prior for two engines, and similar to the prior of BayesElo (R. Coulom,
/// <https://www.remi-coulom.fr/Bayesian-Elo/>). With it, an engine that has won all its games has a
/// rating, and so have groups that never met; their intervals show how little is known.
#[must_use]
pub fn ratings(engines: usize, results: &[(usize, usize, Tally)]) -> Vec<Estimate> {
    let games = Games::of(engines, results);
    let mut strengths = vec![0.0; engines];
    let mut variances = vec![0.0; engines];
    for _ in 0..MAX_STEPS {
        let Some(inverse) = inverse(games.information(&strengths)) else {
            break;
        };
        let slopes = games.slopes(&strengths);
        let steps: Vec<f64> = inverse.iter().map(|row| dot(row, &slopes)).collect();
        // Removes the term 1/n that made the information matrix invertible.
        variances = (0..engines)
            .map(|i| inverse[i][i] - 1.0 / engines as f64)
            .collect();
        // Newton's method with shorter steps far from the optimum, so that every step ascends: F.
        // Bach, Self-concordant analysis for logistic regression, 2010.
        let spread = steps.iter().fold(0.0, |max: f64, step| max.max(step.abs()));
        for (strength, step) in strengths.iter_mut().zip(&steps) {
            *strength += step / (1.0 + 2.0 * spread);
        }
        if spread < 1e-9 {
            break;
        }
    }
    let estimate = |(strength, variance): (&f64, &f64)| {
        let value = ELO_PER_LOG_ODDS * strength;
        let error = ELO_PER_LOG_ODDS * Z95 * variance.max(0.0).sqrt();
        Estimate {
            value,
            low: value - error,
            high: value + error,
        }
    };
    strengths.iter().zip(&variances).map(estimate).collect()
}

/// Upper limit of the steps of Newton's method; about a dozen are usual.
const MAX_STEPS: usize = 200;

type Matrix = Vec<Vec<f64>>;

/// Games between each two engines, including virtual draws.
struct Games {
    /// Number of games between two engines, indexed by both.
    counts: Matrix,
    /// Points of each engine against all others.
    points: Vec<f64>,
}

impl Games {
    fn of(engines: usize, results: &[(usize, usize, Tally)]) -> Games {
        let mut counts = vec![vec![1.0; engines]; engines];
        for (i, row) in counts.iter_mut().enumerate() {
            row[i] = 0.0;
        }
        let mut points = vec![0.5 * engines.saturating_sub(1) as f64; engines];
        for &(first, second, tally) in results {
            if first == second || first.max(second) >= engines {
                continue;
            }
            let games = f64::from(tally.games());
            counts[first][second] += games;
            counts[second][first] += games;
            points[first] += tally.points();
            points[second] += games - tally.points();
        }
        Games { counts, points }
    }

    /// Returns the gradient of the log likelihood: the points of each engine in excess of the
    /// expected ones.
    fn slopes(&self, strengths: &[f64]) -> Vec<f64> {
        let slope = |(i, points): (usize, &f64)| {
            let expected = |(games, other): (&f64, &f64)| games * chance(strengths[i] - other);
            points
                - self.counts[i]
                    .iter()
                    .zip(strengths)
                    .map(expected)
                    .sum::<f64>()
        };
        self.points.iter().enumerate().map(slope).collect()
    }

    /// Returns the Fisher information, with 1/n added to each entry. The games carry no information
    /// about the mean of all strengths; the added term fixes it, so that the matrix is invertible.
    fn information(&self, strengths: &[f64]) -> Matrix {
        let engines = strengths.len();
        let mut matrix = vec![vec![1.0 / engines as f64; engines]; engines];
        for i in 0..engines {
            for j in 0..engines {
                let won = chance(strengths[i] - strengths[j]);
                let known = self.counts[i][j] * won * (1.0 - won);
                matrix[i][i] += known;
                matrix[i][j] -= known;
            }
        }
        matrix
    }
}

/// Returns the probability of a win with the given lead in log odds.
fn chance(lead: f64) -> f64 {
    1.0 / (1.0 + (-lead).exp())
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Inverts a symmetric positive definite matrix by elimination, which needs no pivoting for such a
/// matrix; `None` if the matrix is not positive definite within floating-point precision.
fn inverse(mut matrix: Matrix) -> Option<Matrix> {
    let size = matrix.len();
    for (i, row) in matrix.iter_mut().enumerate() {
        row.resize(2 * size, 0.0);
        row[size + i] = 1.0;
    }
    for i in 0..size {
        let pivot = matrix[i][i];
        if !(pivot > 0.0 && pivot.is_finite()) {
            return None;
        }
        matrix[i].iter_mut().for_each(|entry| *entry /= pivot);
        let row = matrix[i].clone();
        for (_, other) in matrix.iter_mut().enumerate().filter(|(j, _)| *j != i) {
            let factor = other[i];
            for (entry, from) in other.iter_mut().zip(&row) {
                *entry -= factor * from;
            }
        }
    }
    Some(matrix.into_iter().map(|row| row[size..].to_vec()).collect())
}

#[cfg(test)]
mod tests {
    use super::super::statistics::share_of_elo;
    use super::*;

    fn tally(wins: u32, draws: u32, losses: u32) -> Tally {
        Tally {
            wins,
            draws,
            losses,
        }
    }

    fn near(a: f64, b: f64, by: f64) {
        assert!((a - b).abs() <= by, "{a} is not {b}");
    }

    #[test]
    fn two_engines_differ_by_the_elo_of_their_share() {
        let rated = ratings(2, &[(0, 1, tally(7499, 0, 2499)), (0, 1, tally(0, 1, 0))]);
        near(rated[0].value - rated[1].value, 190.848, 1e-3);
        near(rated[0].value + rated[1].value, 0.0, 1e-6);
        // The distance has four times the variance of each rating's distance from the mean: 1 / (N
        // p (1−p)).
        let error = ELO_PER_LOG_ODDS * Z95 / (10_000.0_f64 * 0.1875).sqrt();
        near(rated[0].high - rated[0].low, error, 1e-3);
    }

    #[test]
    fn expected_results_reproduce_the_strengths() {
        let elo: [f64; 5] = [310.0, 120.0, 0.0, -80.0, -350.0];
        let mut results = Vec::new();
        for i in 0..5 {
            for j in 0..i {
                let wins = (1e6 * share_of_elo(elo[i] - elo[j])).round() as u32;
                results.push((i, j, tally(wins, 0, 1_000_000 - wins)));
            }
        }
        for (rated, elo) in ratings(5, &results).iter().zip(elo) {
            near(rated.value, elo, 0.2);
            assert!(rated.low < elo && elo < rated.high);
        }
    }

    #[test]
    fn draws_are_half_wins() {
        let draws = ratings(2, &[(0, 1, tally(10, 20, 0))]);
        let wins = ratings(2, &[(1, 0, tally(10, 0, 20))]);
        assert_eq!(draws, wins);
    }

    #[test]
    fn unbeaten_engines_and_groups_that_never_met_have_ratings() {
        let rated = ratings(3, &[(0, 1, tally(50, 0, 0)), (1, 2, tally(50, 0, 0))]);
        assert!(rated[0].value > rated[1].value + 400.0 && rated[1].value > rated[2].value + 400.0);
        near(rated[0].value, -rated[2].value, 1e-6);
        // Two groups: the games determine the difference within each group, but nothing between
        // them.
        let rated = ratings(4, &[(0, 1, tally(75, 0, 25)), (2, 3, tally(75, 0, 25))]);
        near(rated[0].value, rated[2].value, 1e-6);
        near(rated[0].value - rated[1].value, 190.0, 5.0);
        assert!(rated[0].high - rated[0].low > 200.0);
        for huge in [1, 1000, 1_000_000_000] {
            let rated = ratings(3, &[(0, 1, tally(huge, 0, 0)), (2, 1, tally(0, 0, huge))]);
            assert!(
                rated
                    .iter()
                    .all(|r| r.low.is_finite() && r.low < r.value && r.value < r.high)
            );
        }
    }

    #[test]
    fn results_with_itself_or_an_unknown_engine_are_ignored() {
        assert!(ratings(0, &[]).is_empty());
        let alone = ratings(1, &[(0, 0, tally(3, 0, 0))]);
        assert_eq!(alone.len(), 1);
        near(alone[0].value, 0.0, 1e-9);
        let none = ratings(3, &[(0, 3, tally(9, 0, 0)), (1, 1, tally(9, 0, 0))]);
        assert_eq!(none, ratings(3, &[]));
    }
}
