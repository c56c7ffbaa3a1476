//! Meaning of the outputs of a net.

use crate::evaluation::{Evaluation, softmax};
use crate::network::OutputScales;
use crate::raw_outputs::RawOutputs;
use crate::reference::softplus;

/// Logistics of which the distribution of the margin is mixed.
pub const LOGISTICS: usize = 3;
/// Place of the means among the numbers of the score.
const MEANS: usize = LOGISTICS;
/// Place of the scales.
const SPREADS: usize = 2 * LOGISTICS;
/// Place of the lead.
const LEAD: usize = 3 * LOGISTICS;
/// Points below which the scale of a logistic does not fall.
pub const MIN_SPREAD: f32 = 0.1;
/// Variance of the logistic distribution of scale 1.
const LOGISTIC_VARIANCE: f32 = std::f32::consts::PI * std::f32::consts::PI / 3.0;

/// Returns the opinion of a net from its outputs. `may_be_void` says whether the rules allow a game
/// without a result: simple ko.
///
/// # Panics
///
/// The outputs are not those of a net of our own.
pub(crate) fn evaluation(
    outputs: &RawOutputs,
    scales: OutputScales,
    may_be_void: bool,
) -> Evaluation {
    let mut outcome = [0, 1, 2, 3].map(|at| outputs.outcome[at]);
    if !may_be_void {
        outcome[3] = f32::NEG_INFINITY;
    }
    let [win, draw, loss, no_result] = softmax(outcome);
    let decided = 1.0 - no_result;
    let (mean, square) = moments(&outputs.score, scales);
    Evaluation {
        win,
        draw,
        loss,
        no_result,
        // The numbers hold for games with a result; one without counts as even.
        lead: outputs.score[LEAD] * scales.lead * decided,
        score_mean: mean * decided,
        score_mean_square: square * decided,
        score_deviation: (square - mean * mean).max(0.0).sqrt(),
        short_term: None,
        policy: outputs.policy.clone(),
        tokens: outputs.tokens.clone(),
        ownership: outputs.ownership.iter().map(|value| value.tanh()).collect(),
    }
}

/// Returns the mean of the margin in points, and that of its square.
fn moments(score: &[f32], scales: OutputScales) -> (f32, f32) {
    let weights: [f32; LOGISTICS] = softmax(std::array::from_fn(|at| score[at]));
    let parts = weights.into_iter().enumerate().map(|(at, weight)| {
        let mean = score[MEANS + at] * scales.score_mean;
        let spread = softplus(score[SPREADS + at]) * scales.score_stdev + MIN_SPREAD;
        let square = mean * mean + LOGISTIC_VARIANCE * spread * spread;
        (weight * mean, weight * square)
    });
    parts.fold((0.0, 0.0), |(mean, square), part| {
        (mean + part.0, square + part.1)
    })
}

#[cfg(test)]
mod tests {
    use super::super::SCALES;
    use super::*;

    /// Moments from the probabilities of all half-points, as the net is trained to give them.
    fn summed_moments(score: &[f32]) -> (f64, f64) {
        let number = |at: usize| f64::from(score[at]);
        let sigmoid = |x: f64| 1.0 / (1.0 + (-x).exp());
        let total: f64 = (0..3).map(|at| number(at).exp()).sum();
        let mut sums = (0.0, 0.0);
        for halves in -2000..=2000 {
            let points = f64::from(halves) / 2.0;
            let chance: f64 = (0..3)
                .map(|at| {
                    let mean = 20.0 * number(3 + at);
                    let spread = 10.0 * number(6 + at).exp().ln_1p() + 0.1;
                    let up_to = |x: f64| sigmoid((x - mean) / spread);
                    number(at).exp() / total * (up_to(points + 0.25) - up_to(points - 0.25))
                })
                .sum();
            sums.0 += chance * points;
            sums.1 += chance * points * points;
        }
        sums
    }

    #[test]
    fn moments_are_those_of_the_sum_over_half_points() {
        for score in [
            [
                0.0, 0.0, 0.0, 0.5, 0.5, 0.5, -3.0, -3.0, -3.0, 0.0, 0.0, 0.0,
            ],
            [
                1.0, -0.5, 0.2, 0.3, -1.2, 2.0, 0.4, -1.0, 0.1, 0.0, 0.0, 0.0,
            ],
            [9.0, 0.0, 0.0, -0.8, 3.0, 3.0, 0.9, 0.0, 0.0, 0.0, 0.0, 0.0],
        ] {
            let (mean, square) = moments(&score, SCALES);
            let (wanted_mean, wanted_square) = summed_moments(&score);
            assert!(
                (f64::from(mean) - wanted_mean).abs() < 0.01,
                "{mean} {wanted_mean}"
            );
            // Rounding to half-points adds a little to the square.
            let error = (f64::from(square) - wanted_square).abs();
            assert!(
                error < 0.03 + 1e-3 * wanted_square,
                "{square} {wanted_square}"
            );
        }
    }

    #[test]
    fn a_game_without_a_result_has_no_chance_where_the_rules_have_none() {
        let outputs = RawOutputs {
            optimistic: Vec::new(),
            policy: vec![0.0; 4],
            tokens: vec![0.0; 8],
            outcome: vec![0.0, 0.0, 0.0, 0.0],
            score: [vec![0.0; 9], vec![0.5, 0.0, 0.0]].concat(),
            ownership: vec![0.0; 4],
        };
        let open = evaluation(&outputs, SCALES, true);
        let closed = evaluation(&outputs, SCALES, false);
        assert_eq!((open.win, open.draw, open.no_result), (0.25, 0.25, 0.25));
        assert_eq!((closed.no_result, closed.lead), (0.0, 10.0));
        assert!((closed.draw - 1.0 / 3.0).abs() < 1e-6);
        assert!((open.lead - 7.5).abs() < 1e-6);
    }
}
