//! Heads of a net.

use std::io::BufRead;

use super::{Reader, expect};
use crate::error::NetError;
use crate::network::{PassHead, PolicyHead, ValueHead};
use crate::weights::POOLED;

impl<R: BufRead> Reader<R> {
    pub(super) fn policy(&mut self, channels: usize) -> Result<PolicyHead, NetError> {
        self.tokens.word("policy head")?;
        let logits = match self.version {
            17.. => {
                let logits = self.count("logits of a point", 4)?;
                self.zeros(3, "option of the policy")?;
                logits
            }
            16 => 4,
            12.. => 2,
            _ => 1,
        };
        let conv = self.conv(channels, "convolution")?;
        let pool_conv = self.conv(channels, "convolution")?;
        let pool_norm = self.norm(pool_conv.outputs)?;
        let pooled = POOLED * pool_conv.outputs;
        let pool_dense = self.dense(pooled, "matrix of the pool")?;
        expect(pool_dense.outputs, conv.outputs, "bias of the pool")?;
        let norm = self.norm(conv.outputs)?;
        let last_conv = self.conv(conv.outputs, "convolution")?;
        expect(last_conv.outputs, logits, "logits of a point")?;
        let dense = self.dense(pooled, "matrix of the pass")?;
        let pass = if self.version >= 15 {
            let bias = self.bias(dense.outputs, "bias of the pass")?;
            let activation = self.activation()?;
            let last = self.dense(dense.outputs, "second matrix of the pass")?;
            expect(last.outputs, logits, "logits of the pass")?;
            PassHead::Hidden {
                dense,
                bias,
                activation,
                last,
            }
        } else {
            expect(dense.outputs, logits, "logits of the pass")?;
            PassHead::Linear(dense)
        };
        Ok(PolicyHead {
            conv,
            pool_conv,
            pool_norm,
            pool_dense,
            norm,
            last_conv,
            pass,
        })
    }

    pub(super) fn value(&mut self, channels: usize) -> Result<ValueHead, NetError> {
        self.tokens.word("value head")?;
        if self.version >= 17 {
            self.zeros(3, "option of the value")?;
        }
        let conv = self.conv(channels, "convolution")?;
        let norm = self.norm(conv.outputs)?;
        let dense = self.dense(POOLED * conv.outputs, "matrix of the value")?;
        let bias = self.bias(dense.outputs, "bias of the value")?;
        let activation = self.activation()?;
        let outcome = self.dense(dense.outputs, "matrix of the outcome")?;
        expect(outcome.outputs, 3, "logits of the outcome")?;
        let outcome_bias = self.bias(outcome.outputs, "bias of the outcome")?;
        let score = self.dense(dense.outputs, "matrix of the score")?;
        let numbers = if self.version >= 9 { 6 } else { 4 };
        expect(score.outputs, numbers, "numbers of the score")?;
        let score_bias = self.bias(score.outputs, "bias of the score")?;
        let ownership = self.conv(conv.outputs, "ownership")?;
        expect(ownership.outputs, 1, "channels of the ownership")?;
        Ok(ValueHead {
            conv,
            norm,
            dense,
            bias,
            activation,
            outcome,
            outcome_bias,
            score,
            score_bias,
            ownership,
        })
    }
}
