//! Probabilities, points and ownership from the outputs of a net.

use super::network::{OutputScales, RawOutputs};
use super::reference::softplus;

/// Opinion of a net on a position, seen by the player to move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// Probability of a win.
    pub win: f32,
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
    /// Logit of each point, row by row from the top.
    pub policy: Vec<f32>,
    /// Logit of a pass.
    pub pass: f32,
    /// Ownership of each point from −1 to 1, positive for the player to move.
    pub ownership: Vec<f32>,
}

impl Evaluation {
    /// Computes the opinion from the outputs of the last layers.
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
            loss: loss / sum,
            no_result: void / sum,
            // The net's numbers hold for games with a result; one without counts as even.
            lead: outputs.score[2] * scales.lead * decided,
            score_mean: mean * decided,
            score_mean_square: (mean * mean + deviation * deviation) * decided,
            policy: outputs.policy.clone(),
            pass: outputs.tokens[0],
            ownership: outputs.ownership.iter().map(|value| value.tanh()).collect(),
        }
    }
}
