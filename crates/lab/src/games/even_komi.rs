//! The komi at which both players win equally often.

use super::mean::ERRORS_TO_MARGIN;

/// Iterations of Newton's method; it converges within ten on any data that has a solution.
const ITERATIONS: usize = 50;
/// Most halvings of a step; one that gains nothing then is rounding alone.
const MAX_HALVINGS: i32 = 20;
/// Weight of the prior, which keeps the fit finite where komi divides all results.
const PRIOR: f64 = 1e-3;
/// Smallest slope, in logits a point, of a result that depends on komi.
const MIN_SLOPE: f64 = 0.01;

/// Result of a game at a komi.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KomiResult {
    /// White's compensation in points.
    pub komi: f64,
    /// Result for Black: 1, 0.5 or 0.
    pub won: f64,
}

/// Komi that makes the game even, with its interval of 95 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EvenKomi {
    /// Estimate in points.
    pub komi: f64,
    /// Half of the width of the interval.
    pub margin: f64,
    /// Number of games.
    pub games: usize,
}

impl EvenKomi {
    /// Fits a logistic curve of Black's result over komi by maximum likelihood and returns the komi
    /// where it is one half. `None` if the results do not fall with komi.
    #[must_use]
    pub fn of(games: &[KomiResult]) -> Option<EvenKomi> {
        // The prior draws komi towards zero, so zero is put amid the games.
        let middle = games.iter().map(|game| game.komi).sum::<f64>() / games.len() as f64;
        let centred: Vec<KomiResult> = games
            .iter()
            .map(|game| KomiResult {
                komi: game.komi - middle,
                ..*game
            })
            .collect();
        let (intercept, slope) = fit(&centred)?;
        if !(slope >= MIN_SLOPE && intercept.is_finite()) {
            return None;
        }
        let komi = intercept / slope;
        let (_, information) = slopes(&centred, intercept, slope);
        let [[aa, ab], [_, bb]] = inverse(information)?;
        // Error of a ratio to first order (delta method).
        let variance = (aa - 2.0 * komi * ab + komi * komi * bb) / (slope * slope);
        Some(EvenKomi {
            komi: middle + komi,
            margin: ERRORS_TO_MARGIN * variance.max(0.0).sqrt(),
            games: games.len(),
        })
    }
}

/// Returns intercept and slope of the curve by Newton's method, whose steps are halved until they
/// gain: where komi divides all results a whole step goes too far. `None` if a step cannot be
/// computed.
fn fit(games: &[KomiResult]) -> Option<(f64, f64)> {
    let (mut intercept, mut slope) = (0.0, 0.1);
    let mut reached = log_likelihood(games, intercept, slope);
    for _ in 0..ITERATIONS {
        let (gradient, information) = slopes(games, intercept, slope);
        let step = inverse(information)?.map(|row| row[0] * gradient[0] + row[1] * gradient[1]);
        let after = |halvings: i32| {
            let part = 0.5_f64.powi(halvings);
            let next = (intercept + part * step[0], slope + part * step[1]);
            let likelihood = log_likelihood(games, next.0, next.1);
            (likelihood > reached).then_some((next, likelihood))
        };
        let Some((next, likelihood)) = (0..MAX_HALVINGS).find_map(after) else {
            break;
        };
        (intercept, slope) = next;
        reached = likelihood;
    }
    Some((intercept, slope))
}

/// Returns the logarithm of the likelihood of a curve, with that of the prior.
fn log_likelihood(games: &[KomiResult], intercept: f64, slope: f64) -> f64 {
    let of = |game: &KomiResult| {
        let exponent = slope * game.komi - intercept;
        // ln(1 + exp(x)) without overflow.
        let softplus = exponent.max(0.0) + (-exponent.abs()).exp().ln_1p();
        (1.0 - game.won) * exponent - softplus
    };
    let prior = 0.5 * PRIOR * (intercept * intercept + slope * slope);
    games.iter().map(of).sum::<f64>() - prior
}

/// Returns gradient and information of the log-likelihood of
/// `won` = 1 / (1 + exp(`slope` · `komi` − `intercept`)).
fn slopes(games: &[KomiResult], intercept: f64, slope: f64) -> ([f64; 2], [[f64; 2]; 2]) {
    let mut gradient = [-PRIOR * intercept, -PRIOR * slope];
    let mut information = [[PRIOR, 0.0], [0.0, PRIOR]];
    for game in games {
        let chance = 1.0 / (1.0 + (slope * game.komi - intercept).exp());
        let inputs = [1.0, -game.komi];
        for (row, input) in inputs.into_iter().enumerate() {
            gradient[row] += (game.won - chance) * input;
            for (column, other) in inputs.into_iter().enumerate() {
                information[row][column] += chance * (1.0 - chance) * input * other;
            }
        }
    }
    (gradient, information)
}

/// Returns the inverse of a matrix; `None` if it has none.
fn inverse([[a, b], [c, d]]: [[f64; 2]; 2]) -> Option<[[f64; 2]; 2]> {
    let determinant = a * d - b * c;
    let is_regular = determinant.is_finite() && determinant.abs() > f64::MIN_POSITIVE;
    is_regular.then(|| {
        [
            [d / determinant, -b / determinant],
            [-c / determinant, a / determinant],
        ]
    })
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    /// Draws results of games whose even komi is `even`.
    fn drawn(even: f64, games: usize, random: &mut Xoshiro256PlusPlus) -> Vec<KomiResult> {
        let mut game = || {
            let komi = even + random.random_range(-8.0..8.0);
            let chance = 1.0 / (1.0 + (0.4 * (komi - even)).exp());
            let won = f64::from(u8::from(random.random_bool(chance)));
            KomiResult { komi, won }
        };
        (0..games).map(|_| game()).collect()
    }

    #[test]
    fn the_interval_holds_the_komi_that_the_results_were_drawn_with() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut held = 0;
        for number in 0..200 {
            let even = f64::from(number) / 10.0 - 5.0;
            let found = EvenKomi::of(&drawn(even, 300, &mut random)).expect("a komi");
            assert!((0.2..1.5).contains(&found.margin), "{found:?}");
            held += usize::from((found.komi - even).abs() <= found.margin);
        }
        // 95 % of 200, with four standard errors.
        assert!((178..=200).contains(&held), "{held} of 200");
    }

    #[test]
    fn results_that_do_not_fall_with_komi_have_no_even_komi() {
        let of = |won: fn(f64) -> f64| {
            let komi = (-20..20).map(f64::from);
            let games: Vec<_> = komi
                .map(|komi| KomiResult {
                    komi,
                    won: won(komi),
                })
                .collect();
            EvenKomi::of(&games)
        };
        assert_eq!(EvenKomi::of(&[]), None);
        assert_eq!(of(|komi| f64::from(u8::from(komi > 0.0))), None);
        // A draw at the exact value and nothing else between: the curve is steep there.
        let exact =
            of(|komi| 0.5 - 0.5 * (komi - 17.0).signum() * f64::from(u8::from(komi != 17.0)));
        let exact = exact.expect("a komi");
        assert!(
            (exact.komi - 17.0).abs() < 0.1 && exact.margin < 2.0,
            "{exact:?}"
        );
        // All games on one side of 3.5: the curve is steep there.
        let steep = of(|komi| f64::from(u8::from(komi < 3.5))).expect("a komi");
        assert!((3.0..4.0).contains(&steep.komi), "{steep:?}");
    }
}
