//! Probabilities, points and ownership from the outputs of a net.

use halfpoint_core::Token;

use super::network::OutputScales;
use super::raw_outputs::RawOutputs;
use super::reference::softplus;

/// Opinion of a net on a position, seen by the player to move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// Probability of a win.
    pub win: f32,
    /// Probability of a draw; a net of KataGo has none and counts one as half a win.
    pub draw: f32,
    /// Probability of a loss.
    pub loss: f32,
    /// Probability of a game without a result.
    pub no_result: f32,
    /// Points by which the player to move is ahead: the komi that makes the game even.
    pub lead: f32,
    /// Mean of the final score in games of the net against itself, in points.
    pub score_mean: f32,
    /// Mean of the square of that score.
    pub score_mean_square: f32,
    /// Standard deviation of that score in games with a result, in points.
    pub score_deviation: f32,
    /// Errors that the net expects of its own judgement; `None` if it does not tell.
    pub short_term: Option<ShortTermErrors>,
    /// Logit of each point, row by row from the top.
    pub policy: Vec<f32>,
    /// Logits of token moves: that of a plain pass alone in a net of KataGo, else one for each
    /// [`Token`], in the order of the enum.
    pub tokens: Vec<f32>,
    /// Ownership of each point from −1 to 1, positive for the player to move.
    pub ownership: Vec<f32>,
}

impl Evaluation {
    /// Returns the evaluation of the same position with so many points more for the player to move,
    /// where they are too many to change who wins.
    #[must_use]
    pub(crate) fn with_points(&self, points: f32) -> Evaluation {
        let mean = self.score_mean;
        Evaluation {
            lead: self.lead + points,
            score_mean: mean + points,
            score_mean_square: self.score_mean_square + points * (2.0 * mean + points),
            ..self.clone()
        }
    }
}

/// Roots of the mean squares by which a net expects its judgement to be off from the one that it
/// will have a few moves later.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShortTermErrors {
    /// Error of the chance of a win less that of a loss: 0 to 2.
    pub value: f32,
    /// Error of the score, in points.
    pub score: f32,
}

impl ShortTermErrors {
    /// Computes the errors from the outputs of a net of KataGo; `None` before model version 9,
    /// which has none. The curve depends on the version (`NNEvaluator::evaluate` in
    /// `cpp/neuralnet/nneval.cpp` of KataGo).
    #[must_use]
    pub fn from_outputs(outputs: &RawOutputs, scales: OutputScales, version: u32) -> Option<Self> {
        let [.., value, score] = outputs.score[..] else {
            return None;
        };
        let root = |output: f32, factor: f32| match version {
            14.. => softplus(0.5 * output) * factor.sqrt(),
            _ => (softplus(output) * factor).sqrt(),
        };
        match version {
            ..9 => None,
            9 => Some(Self {
                value: softplus(value),
                score: 10.0 * softplus(score),
            }),
            _ => Some(Self {
                value: root(value, scales.value_error),
                score: root(score, scales.score_error),
            }),
        }
    }
}

impl Evaluation {
    /// Returns the value of the outcome, 0 to 1: half a win for a draw and for no result.
    #[must_use]
    pub fn win_rate(&self) -> f32 {
        self.win + 0.5 * (self.draw + self.no_result)
    }

    /// Returns the logit of a token move; `None` if the net does not know it. `is_plain` says
    /// whether a plain pass has this effect now.
    #[must_use]
    pub fn token_logit(&self, token: Token, is_plain: bool) -> Option<f32> {
        match self.tokens[..] {
            [pass] => is_plain.then_some(pass),
            ref all => all.get(token as usize).copied(),
        }
    }

    /// Computes the opinion of a net of KataGo from the outputs of its last layers, without the
    /// errors of [`ShortTermErrors::from_outputs`].
    ///
    /// `no_result` says whether the rules allow a game without a result: simple ko or territory
    /// scoring (`NNEvaluator::evaluate` in `cpp/neuralnet/nneval.cpp` of KataGo).
    #[must_use]
    pub fn from_outputs(outputs: &RawOutputs, scales: OutputScales, no_result: bool) -> Self {
        let [win, loss, void] = [0, 1, 2].map(|at| outputs.outcome[at]);
        let highest = if no_result {
            win.max(loss).max(void)
        } else {
            win.max(loss)
        };
        let win = (win - highest).exp();
        let loss = (loss - highest).exp();
        let void = if no_result {
            (void - highest).exp()
        } else {
            0.0
        };
        let sum = win + loss + void;
        let decided = (win + loss) / sum;
        let mean = outputs.score[0] * scales.score_mean;
        let deviation = softplus(outputs.score[1]) * scales.score_stdev;
        Self {
            win: win / sum,
            draw: 0.0,
            loss: loss / sum,
            no_result: void / sum,
            // The net's numbers hold for games with a result; one without counts as even.
            lead: outputs.score[2] * scales.lead * decided,
            score_mean: mean * decided,
            score_mean_square: (mean * mean + deviation * deviation) * decided,
            score_deviation: deviation,
            short_term: None,
            policy: outputs.policy.clone(),
            tokens: outputs.tokens[..1].to_vec(),
            ownership: outputs.ownership.iter().map(|value| value.tanh()).collect(),
        }
    }
}

/// Returns the probabilities that logits stand for.
pub(super) fn softmax<const N: usize>(logits: [f32; N]) -> [f32; N] {
    let highest = logits.into_iter().fold(f32::NEG_INFINITY, f32::max);
    let powers = logits.map(|logit| (logit - highest).exp());
    let sum: f32 = powers.iter().sum();
    powers.map(|power| power / sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of KataGo's formulas, computed by hand with softplus(2) = 2.126928 and softplus(1) =
    /// 1.313262.
    #[test]
    fn short_term_errors_follow_the_curve_of_the_version() {
        let scales = OutputScales {
            score_mean: 20.0,
            score_stdev: 20.0,
            lead: 20.0,
            variance_time: 40.0,
            value_error: 0.25,
            score_error: 30.0,
        };
        let outputs = RawOutputs {
            outcome: vec![0.0; 3],
            score: vec![0.5, 2.0, 0.5, 0.0, 2.0, 2.0],
            tokens: vec![0.0],
            ..RawOutputs::default()
        };
        for (version, expected) in [
            (8, None),
            (9, Some([2.126_928, 21.26928])),
            (10, Some([0.729200, 7.987981])),
            (13, Some([0.729200, 7.987981])),
            (14, Some([0.656631, 7.193031])),
            (15, Some([0.656631, 7.193031])),
        ] {
            let found = ShortTermErrors::from_outputs(&outputs, scales, version);
            let found = found.map(|errors| [errors.value, errors.score]);
            let is_close = match (found, expected) {
                (Some(found), Some(expected)) => {
                    let mut pairs = found.into_iter().zip(expected);
                    pairs.all(|(found, expected): (f32, f32)| (found - expected).abs() < 1e-4)
                }
                (found, expected) => found == expected,
            };
            assert!(is_close, "{version}: {found:?}");
        }
        let evaluation = Evaluation::from_outputs(&outputs, scales, false);
        assert!((evaluation.score_deviation - 42.53856).abs() < 1e-4);
    }
}
