//! Outputs of a net before their numbers are given a meaning.

/// Outputs of a net as they leave its last layers, seen by the player to move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RawOutputs {
    /// Logit of each point, row by row from the top.
    pub policy: Vec<f32>,
    /// Logits of the optimistic policy, in the same order; empty if the net has none.
    pub optimistic: Vec<f32>,
    /// Logits of token moves; the first one is that of a plain pass in a net of KataGo, the
    /// second one that of its optimistic policy.
    pub tokens: Vec<f32>,
    /// Logits of the outcome: win, loss and no result in a net of KataGo.
    pub outcome: Vec<f32>,
    /// Numbers of the score. A net of KataGo has mean, deviation, lead, time, and from version
    /// 9 on two errors.
    pub score: Vec<f32>,
    /// Ownership of each point before tanh, positive for the player to move.
    pub ownership: Vec<f32>,
}

/// Largest size of an output: points and probabilities that are made of it are finite.
const MAX_OUTPUT: f32 = 1e6;

impl RawOutputs {
    /// Returns whether all outputs are numbers of a reasonable size. Those of a net with extreme
    /// weights may overflow.
    pub(super) fn is_usable(&self) -> bool {
        let Self {
            policy,
            optimistic,
            tokens,
            outcome,
            score,
            ownership,
        } = self;
        [policy, optimistic, tokens, outcome, score, ownership]
            .into_iter()
            .flatten()
            .all(|output| output.abs() <= MAX_OUTPUT)
    }

    /// Moves the policy towards the optimistic one by a share of `optimism`.
    pub(super) fn hope(&mut self, optimism: f32) {
        let towards = |logit: &mut f32, other: f32| *logit += (other - *logit) * optimism;
        for (logit, &other) in self.policy.iter_mut().zip(&self.optimistic) {
            towards(logit, other);
        }
        if let [pass, other, ..] = &mut self.tokens[..] {
            towards(pass, *other);
        }
    }

    /// Replaces all outputs by zeros, by which the position is even and all moves are equal.
    pub(super) fn forget(&mut self) {
        let Self {
            policy,
            optimistic,
            tokens,
            outcome,
            score,
            ownership,
        } = self;
        for outputs in [policy, optimistic, tokens, outcome, score, ownership] {
            outputs.fill(0.0);
        }
    }
}
