//! Probabilities, points and ownership from the outputs of a net.

use halfpoint_core::Token;

use super::network::{OutputScales, RawOutputs};
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
    /// Logit of each point, row by row from the top.
    pub policy: Vec<f32>,
    /// Logits of token moves: that of a plain pass alone in a net of KataGo, else one for each
    /// [`Token`], in the order of the enum.
    pub tokens: Vec<f32>,
    /// Ownership of each point from −1 to 1, positive for the player to move.
    pub ownership: Vec<f32>,
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

    /// Computes the opinion of a net of KataGo from the outputs of its last layers.
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
