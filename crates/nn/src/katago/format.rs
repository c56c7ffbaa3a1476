//! Reads a net in KataGo's binary format (an unpacked `.bin.gz`), model versions 8 to 17.
//!
//! The order of the parts and what changed from version to version follow `cpp/neuralnet/desc.cpp`
//! of KataGo, written by David J Wu and contributors. Parts that KataGo does not evaluate either
//! are refused, and nets with an encoder of a game's metadata.

use std::io::BufRead;

use halfpoint_core::excerpt::excerpt;

use super::tokens::Tokens;
use crate::error::NetError;
use crate::network::{
    Activation, AttentionBlock, Block, Conv, Dense, FeedForwardBlock, LastRms, NestedBlock,
    NetKind, Network, Norm, OrdinaryBlock, OutputScales, PassHead, PolicyHead, PoolingBlock,
    RmsNorm, ValueHead,
};
use crate::weights::{Budget, MAX_BLOCKS, MAX_CHANNELS, MAX_FILTER, POOLED};

/// Model versions whose inputs are features V7.
const VERSIONS: std::ops::RangeInclusive<u32> = 8..=17;
/// Planes of features V7.
pub const PLANES: usize = 22;
/// Globals of features V7.
pub const GLOBALS: usize = 19;
/// Depth of nested blocks.
const MAX_NESTING: usize = 4;
/// Largest summand of a mean square. The usual one is a millionth.
const MAX_EPSILON: f32 = 1.0;
/// Largest factor of an output. The usual ones are at most 40.
const MAX_FACTOR: f32 = 10_000.0;

/// Reads a net to the end of the file.
///
/// # Errors
///
/// The file cannot be read, is no net in the binary format, or has parts that are not supported.
pub fn read(input: impl BufRead) -> Result<Network, NetError> {
    let mut reader = Reader {
        tokens: Tokens::new(input),
        version: 0,
        budget: Budget::of_trunk(0, 0),
    };
    let net = reader.network()?;
    reader.tokens.end()?;
    Ok(net)
}

/// Reader of the parts of a net.
struct Reader<R> {
    tokens: Tokens<R>,
    version: u32,
    /// Room for weights, from the declaration of the trunk on.
    budget: Budget,
}

impl<R: BufRead> Reader<R> {
    fn network(&mut self) -> Result<Network, NetError> {
        let name = self.tokens.word("name of the net")?;
        self.version = self.tokens.number("model version")?;
        if !VERSIONS.contains(&self.version) {
            return Err(NetError::Unsupported(format!(
                "model version {}; versions {} to {} can",
                self.version,
                VERSIONS.start(),
                VERSIONS.end()
            )));
        }
        let planes = self.count("planes of the input", MAX_CHANNELS)?;
        let globals = self.count("globals of the input", MAX_CHANNELS)?;
        if (planes, globals) != (PLANES, GLOBALS) {
            return Err(NetError::Unsupported(format!(
                "{planes} planes and {globals} globals in place of {PLANES} and {GLOBALS}"
            )));
        }
        let scales = self.scales()?;
        let areas_under_suicide = self.options()?;
        self.tokens.word("trunk")?;
        let blocks = self.count("blocks", MAX_BLOCKS)?;
        let channels = self.count("channels of the trunk", MAX_CHANNELS)?;
        self.budget = Budget::of_trunk(blocks, channels);
        for thing in ["middle", "regular", "dilated", "pooled"] {
            // Each layer says its own numbers of channels.
            self.tokens.number::<i64>(thing)?;
        }
        let ends_with_rms = self.version >= 15 && self.trunk_options()?;
        let first_conv = self.conv(PLANES, "first convolution")?;
        expect(
            first_conv.outputs,
            channels,
            "channels of the first convolution",
        )?;
        let first_dense = self.dense(GLOBALS, "matrix of the globals")?;
        expect(first_dense.outputs, channels, "channels of the globals")?;
        let blocks = self.blocks(blocks, channels, 0)?;
        let (last_rms, last_norm) = if ends_with_rms {
            let (rms, norm) = self.last_rms(channels)?;
            (Some(rms), norm)
        } else {
            (None, self.norm(channels)?)
        };
        let policy = self.policy(channels)?;
        let value = self.value(channels)?;
        Ok(Network {
            name,
            version: self.version,
            kind: NetKind::KataGo,
            areas_under_suicide,
            planes,
            globals,
            channels,
            scales,
            first_conv,
            first_dense,
            blocks,
            last_rms,
            last_norm,
            policy,
            value,
        })
    }

    fn floats(&mut self, count: usize, thing: &str) -> Result<Vec<f32>, NetError> {
        self.tokens.floats(count, thing, &mut self.budget)
    }

    /// Reads a number from 1 to `max`.
    fn count(&mut self, thing: &str, max: usize) -> Result<usize, NetError> {
        let count = self.tokens.number(thing)?;
        if (1..=max).contains(&count) {
            Ok(count)
        } else {
            Err(NetError::Malformed(format!("{thing}: {count}")))
        }
    }

    /// Reads `count` options that have to be zero.
    fn zeros(&mut self, count: usize, thing: &str) -> Result<(), NetError> {
        for _ in 0..count {
            if self.tokens.number::<i64>(thing)? != 0 {
                return Err(NetError::Unsupported(format!("unknown {thing}")));
            }
        }
        Ok(())
    }

    /// Reads the factors of the outputs, which stand in the file from version 13 on.
    fn scales(&mut self) -> Result<OutputScales, NetError> {
        if self.version < 13 {
            return Ok(OutputScales {
                score_mean: 20.0,
                score_stdev: 20.0,
                lead: 20.0,
                variance_time: 40.0,
                value_error: 0.25,
                score_error: 30.0,
            });
        }
        let mut next = |thing| -> Result<f32, NetError> {
            let factor: f32 = self.tokens.number(thing)?;
            if factor > 0.0 && factor <= MAX_FACTOR {
                Ok(factor)
            } else {
                Err(NetError::Malformed(format!("{thing}: {factor}")))
            }
        };
        // The first factor serves training alone.
        next("factor of the score in training")?;
        Ok(OutputScales {
            score_mean: next("factor of the score")?,
            score_stdev: next("factor of the deviation")?,
            lead: next("factor of the lead")?,
            variance_time: next("factor of the time")?,
            value_error: next("factor of the value's error")?,
            score_error: next("factor of the score's error")?,
        })
    }

    /// Reads the options of the whole model, which stand in the file from version 15 on. Returns
    /// whether areas are those under rules with suicide (`preferPassAliveUnderSuicideRules` in
    /// KataGo's `desc.h`).
    fn options(&mut self) -> Result<bool, NetError> {
        if self.version < 15 {
            return Ok(false);
        }
        if self.tokens.number::<i64>("meta encoder")? != 0 {
            return Err(NetError::Unsupported("it has a meta encoder".into()));
        }
        let areas_under_suicide = self.tokens.number::<i64>("areas under suicide")? != 0;
        self.zeros(6, "option of the model")?;
        Ok(areas_under_suicide)
    }

    /// Reads the options of the trunk, which stand in the file from version 15 on. Returns whether
    /// it ends with a division by the root of the mean square.
    fn trunk_options(&mut self) -> Result<bool, NetError> {
        let ends_with_rms = match self.tokens.number::<i64>("normalisation of the trunk")? {
            0 => false,
            1 => true,
            kind => {
                return Err(NetError::Unsupported(format!(
                    "normalisation {kind} of the trunk"
                )));
            }
        };
        self.zeros(5, "option of the trunk")?;
        Ok(ends_with_rms)
    }

    fn conv(&mut self, inputs: usize, thing: &str) -> Result<Conv, NetError> {
        self.tokens.word(thing)?;
        let height = self.count("rows of a filter", MAX_FILTER)?;
        let width = self.count("columns of a filter", MAX_FILTER)?;
        expect(
            self.count("inputs of a layer", MAX_CHANNELS)?,
            inputs,
            thing,
        )?;
        let outputs = self.count("outputs of a layer", MAX_CHANNELS)?;
        if height % 2 == 0 || width % 2 == 0 {
            return Err(NetError::Malformed(format!("{thing}: {height}×{width}")));
        }
        for side in ["rows", "columns"] {
            if self.tokens.number::<i64>(side)? != 1 {
                return Err(NetError::Unsupported(format!("{thing}: dilated {side}")));
            }
        }
        Ok(Conv {
            height,
            width,
            inputs,
            outputs,
            weights: self.floats(height * width * inputs * outputs, thing)?,
        })
    }

    fn dense(&mut self, inputs: usize, thing: &str) -> Result<Dense, NetError> {
        self.tokens.word(thing)?;
        expect(
            self.count("inputs of a matrix", MAX_CHANNELS * POOLED)?,
            inputs,
            thing,
        )?;
        let outputs = self.count("outputs of a matrix", MAX_CHANNELS)?;
        Ok(Dense {
            inputs,
            outputs,
            weights: self.floats(inputs * outputs, thing)?,
        })
    }

    /// Reads a matrix of a given size, which is checked before the weights are read.
    fn matrix(&mut self, inputs: usize, outputs: usize, thing: &str) -> Result<Dense, NetError> {
        self.tokens.word(thing)?;
        for (side, wanted) in [("inputs", inputs), ("outputs", outputs)] {
            let found = self.count(&format!("{side} of a matrix"), MAX_CHANNELS)?;
            expect(found, wanted, &format!("{side} of the {thing}"))?;
        }
        Ok(Dense {
            inputs,
            outputs,
            weights: self.floats(inputs * outputs, thing)?,
        })
    }

    fn bias(&mut self, channels: usize, thing: &str) -> Result<Vec<f32>, NetError> {
        self.tokens.word(thing)?;
        expect(
            self.count("length of a bias", MAX_CHANNELS)?,
            channels,
            thing,
        )?;
        self.floats(channels, thing)
    }

    /// Reads a batch normalisation and the activation after it.
    fn norm(&mut self, channels: usize) -> Result<Norm, NetError> {
        let thing = "normalisation";
        self.tokens.word(thing)?;
        expect(
            self.count("channels of a normalisation", MAX_CHANNELS)?,
            channels,
            thing,
        )?;
        let epsilon = self.epsilon(f32::MAX)?;
        let has_scale = self.tokens.number::<u8>("whether there is a scale")? != 0;
        let has_bias = self.tokens.number::<u8>("whether there is a bias")? != 0;
        let mean = self.floats(channels, "mean")?;
        let variance = self.floats(channels, "variance")?;
        let mut scale = if has_scale {
            self.floats(channels, "scale")?
        } else {
            vec![1.0; channels]
        };
        let mut bias = if has_bias {
            self.floats(channels, "bias")?
        } else {
            vec![0.0; channels]
        };
        for channel in 0..channels {
            scale[channel] /= (variance[channel] + epsilon).sqrt();
            bias[channel] -= scale[channel] * mean[channel];
        }
        if !scale.iter().chain(&bias).all(|number| number.is_finite()) {
            return Err(NetError::Malformed("a variance is negative".into()));
        }
        Ok(Norm {
            scale,
            bias,
            activation: self.activation()?,
        })
    }

    fn epsilon(&mut self, max: f32) -> Result<f32, NetError> {
        let epsilon: f32 = self.tokens.number("epsilon")?;
        if epsilon > 0.0 && epsilon <= max {
            Ok(epsilon)
        } else {
            Err(NetError::Malformed(format!("epsilon: {epsilon}")))
        }
    }

    /// Reads the normalisation of a block by the root of the mean square.
    fn rms_norm(&mut self, channels: usize) -> Result<RmsNorm, NetError> {
        let thing = "normalisation of a block";
        self.tokens.word(thing)?;
        let found = self.count("channels of a normalisation", MAX_CHANNELS)?;
        expect(found, channels, thing)?;
        Ok(RmsNorm {
            epsilon: self.epsilon(MAX_EPSILON)?,
            scale: self.floats(channels, thing)?,
        })
    }

    /// Reads the end of a trunk that divides by the root of the mean square, and the activation
    /// after it.
    fn last_rms(&mut self, channels: usize) -> Result<(LastRms, Norm), NetError> {
        let thing = "normalisation at the end of the trunk";
        self.tokens.word(thing)?;
        let found = self.count("channels of a normalisation", MAX_CHANNELS)?;
        expect(found, channels, thing)?;
        let rms = LastRms {
            epsilon: self.epsilon(MAX_EPSILON)?,
            whole_board: self.tokens.number::<i64>("whether it spans the board")? != 0,
        };
        if self.tokens.number::<i64>("channels of a group")? != 0 {
            return Err(NetError::Unsupported(format!(
                "the {thing} has groups of channels"
            )));
        }
        let norm = Norm {
            scale: self.floats(channels, thing)?,
            bias: self.floats(channels, thing)?,
            activation: self.activation()?,
        };
        Ok((rms, norm))
    }

    fn activation(&mut self) -> Result<Activation, NetError> {
        self.tokens.word("activation")?;
        if self.version < 11 {
            return Ok(Activation::Relu);
        }
        match self.tokens.word("kind of activation")?.as_str() {
            "ACTIVATION_IDENTITY" => Ok(Activation::Identity),
            "ACTIVATION_RELU" => Ok(Activation::Relu),
            "ACTIVATION_MISH" => Ok(Activation::Mish),
            "ACTIVATION_SILU" => Ok(Activation::Silu),
            kind => Err(NetError::Unsupported(format!(
                "activation {}",
                excerpt(kind)
            ))),
        }
    }

    fn blocks(
        &mut self,
        count: usize,
        channels: usize,
        depth: usize,
    ) -> Result<Vec<Block>, NetError> {
        (0..count)
            .map(|_| match self.tokens.word("kind of block")?.as_str() {
                "ordinary_block" => self.ordinary(channels).map(Block::Ordinary),
                "gpool_block" => self.pooling(channels).map(Block::Pooling),
                "nested_bottleneck_block" if depth < MAX_NESTING => {
                    self.nested(channels, depth).map(Block::Nested)
                }
                "transformer_attention_block" => self.attention(channels).map(Block::Attention),
                "transformer_ffn_block" => self.feed_forward(channels).map(Block::FeedForward),
                kind => Err(NetError::Unsupported(format!("block {}", excerpt(kind)))),
            })
            .collect()
    }

    fn ordinary(&mut self, channels: usize) -> Result<OrdinaryBlock, NetError> {
        self.tokens.word("block")?;
        let norm = self.norm(channels)?;
        let conv = self.conv(channels, "convolution")?;
        let mid_norm = self.norm(conv.outputs)?;
        let last_conv = self.conv(conv.outputs, "convolution")?;
        expect(last_conv.outputs, channels, "outputs of a block")?;
        Ok(OrdinaryBlock {
            norm,
            conv,
            mid_norm,
            last_conv,
        })
    }

    fn pooling(&mut self, channels: usize) -> Result<PoolingBlock, NetError> {
        self.tokens.word("block")?;
        let norm = self.norm(channels)?;
        let conv = self.conv(channels, "convolution")?;
        let pool_conv = self.conv(channels, "convolution")?;
        let pool_norm = self.norm(pool_conv.outputs)?;
        let pool_dense = self.dense(POOLED * pool_conv.outputs, "matrix of the pool")?;
        expect(pool_dense.outputs, conv.outputs, "bias of the pool")?;
        let mid_norm = self.norm(conv.outputs)?;
        let last_conv = self.conv(conv.outputs, "convolution")?;
        expect(last_conv.outputs, channels, "outputs of a block")?;
        Ok(PoolingBlock {
            norm,
            conv,
            pool_conv,
            pool_norm,
            pool_dense,
            mid_norm,
            last_conv,
        })
    }

    fn nested(&mut self, channels: usize, depth: usize) -> Result<NestedBlock, NetError> {
        self.tokens.word("block")?;
        let count = self.count("inner blocks", MAX_BLOCKS)?;
        let norm = self.norm(channels)?;
        let conv = self.conv(channels, "convolution")?;
        let blocks = self.blocks(count, conv.outputs, depth + 1)?;
        let last_norm = self.norm(conv.outputs)?;
        let last_conv = self.conv(conv.outputs, "convolution")?;
        expect(last_conv.outputs, channels, "outputs of a block")?;
        Ok(NestedBlock {
            norm,
            conv,
            blocks,
            last_norm,
            last_conv,
        })
    }

    fn attention(&mut self, channels: usize) -> Result<AttentionBlock, NetError> {
        self.tokens.word("block")?;
        let heads = self.count("heads of queries", MAX_CHANNELS)?;
        let key_heads = self.count("heads of keys", MAX_CHANNELS)?;
        if !heads.is_multiple_of(key_heads) {
            return Err(NetError::Malformed(format!(
                "{heads} heads of queries for {key_heads} heads of keys"
            )));
        }
        let key_channels = self.count("channels of a key", MAX_CHANNELS)?;
        let value_channels = self.count("channels of a value", MAX_CHANNELS)?;
        let turns = self.tokens.number::<i64>("whether pairs are turned")? != 0;
        let learned = self.tokens.number::<i64>("whether turns are learned")? != 0;
        if turns && key_channels % 2 != 0 {
            return Err(NetError::Malformed(format!(
                "pairs of {key_channels} channels"
            )));
        }
        Ok(AttentionBlock {
            norm: self.rms_norm(channels)?,
            heads,
            key_heads,
            query: self.matrix(channels, heads * key_channels, "matrix of the queries")?,
            key: self.matrix(channels, key_heads * key_channels, "matrix of the keys")?,
            value: self.matrix(channels, key_heads * value_channels, "matrix of the values")?,
            output: self.matrix(heads * value_channels, channels, "matrix of the heads")?,
            turns: match (turns, learned) {
                (false, _) => Vec::new(),
                (true, true) => self.learned_turns(key_heads, key_channels / 2)?,
                (true, false) => self.fixed_turns(key_heads, key_channels / 2)?,
            },
        })
    }

    /// Reads an angle to the right and an angle down for each pair of channels of each head.
    fn learned_turns(&mut self, heads: usize, pairs: usize) -> Result<Vec<[f32; 2]>, NetError> {
        let thing = "turns of pairs";
        self.tokens.word(thing)?;
        for wanted in [heads, pairs, 2] {
            expect(self.count(thing, MAX_CHANNELS)?, wanted, thing)?;
        }
        let angles = self.floats(heads * pairs * 2, thing)?;
        Ok(angles.as_chunks().0.to_vec())
    }

    /// Reads the base of the turns that are equal in each head. The first half of the pairs turns
    /// with the row, the second with the column, each half with falling powers of the base.
    fn fixed_turns(&mut self, heads: usize, pairs: usize) -> Result<Vec<[f32; 2]>, NetError> {
        let thing = "base of the turns";
        self.tokens.word(thing)?;
        let base: f32 = self.tokens.number(thing)?;
        if base <= 0.0 || !base.is_finite() {
            return Err(NetError::Malformed(format!("{thing}: {base}")));
        }
        let angle = |pair: usize| base.powf((2 * pair) as f32 / pairs as f32).recip();
        let half = pairs / 2;
        let turns: Vec<[f32; 2]> = (0..pairs)
            .map(|pair| match pair.checked_sub(half) {
                None => [0.0, angle(pair)],
                Some(pair) => [angle(pair), 0.0],
            })
            .collect();
        Ok(turns.repeat(heads))
    }

    fn feed_forward(&mut self, channels: usize) -> Result<FeedForwardBlock, NetError> {
        self.tokens.word("block")?;
        let thing = "channels of a feed-forward block";
        expect(self.count(thing, MAX_CHANNELS)?, channels, thing)?;
        let inner = self.count("inner channels of a feed-forward block", MAX_CHANNELS)?;
        if self.tokens.number::<i64>("whether there is a gate")? == 0 {
            return Err(NetError::Unsupported(
                "a feed-forward block has no gate".into(),
            ));
        }
        Ok(FeedForwardBlock {
            norm: self.rms_norm(channels)?,
            first: self.matrix(channels, inner, "matrix of a feed-forward block")?,
            gate: self.matrix(channels, inner, "matrix of a gate")?,
            last: self.matrix(inner, channels, "last matrix of a feed-forward block")?,
        })
    }

    fn policy(&mut self, channels: usize) -> Result<PolicyHead, NetError> {
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

    fn value(&mut self, channels: usize) -> Result<ValueHead, NetError> {
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

/// Checks a number of the file against the number that the parts before it ask for.
fn expect(found: usize, wanted: usize, thing: &str) -> Result<(), NetError> {
    if found == wanted {
        Ok(())
    } else {
        Err(NetError::Malformed(format!(
            "{thing}: {found} in place of {wanted}"
        )))
    }
}
