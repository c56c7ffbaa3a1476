//! Layers of a quantised net, in the order and form in which they are evaluated.

use super::attention::Heads;
use super::layout::{Precision, Radius, WeightStep};
use crate::network::{Activation, LastRms};

/// Normalisation with padded channels.
#[derive(Clone, Debug)]
pub(super) struct PlainNorm {
    pub scale: Vec<f32>,
    pub bias: Vec<f32>,
    pub activation: Activation,
}

/// Normalisation whose result is quantised for convolutions.
#[derive(Clone, Debug)]
pub(super) struct QuantNorm {
    pub norm: PlainNorm,
    /// Factor of each channel after the activation.
    pub factors: Vec<f32>,
    /// Border that the convolutions of the result need.
    pub border: Radius,
}

/// Division of each point by the root of its mean square, whose result is quantised.
#[derive(Clone, Debug)]
pub(super) struct QuantRms {
    /// Channels that are no padding.
    pub channels: usize,
    /// Summand of the mean square.
    pub epsilon: f32,
    /// Factor of each channel.
    pub factors: Vec<f32>,
}

/// Convolution with quantised weights.
#[derive(Clone, Debug)]
pub(super) struct QuantConv {
    pub radius: Radius,
    pub rows: usize,
    pub columns: usize,
    pub steps: usize,
    /// Channels that a point of the input stores.
    pub input_stride: usize,
    pub weights: Vec<WeightStep>,
    /// Sum of the weights of each output.
    pub sums: Vec<i32>,
    /// Value of one unit of each output for an input of 1.
    pub scale: Vec<f32>,
}

/// Matrix with a bias.
#[derive(Clone, Debug)]
pub(super) struct PlainDense {
    /// Numbers that it gives, without the padding.
    pub outputs: usize,
    pub weights: Vec<f32>,
    pub bias: Vec<f32>,
}

/// Convolution in floats to one channel.
#[derive(Clone, Debug)]
pub(super) struct PointFilter {
    pub rows: usize,
    pub columns: usize,
    pub filter: Vec<f32>,
}

/// Pooled channels of a convolution, and the bias of other channels from them.
#[derive(Clone, Debug)]
pub(super) struct Pooling {
    pub conv: QuantConv,
    pub norm: PlainNorm,
    pub dense: PlainDense,
}

/// Block of the trunk.
#[derive(Clone, Debug)]
pub(super) enum PlanBlock {
    /// Two convolutions, with pooling between them or without.
    Convolutions {
        norm: QuantNorm,
        conv: QuantConv,
        pooling: Option<Box<Pooling>>,
        mid_norm: QuantNorm,
        last_conv: QuantConv,
    },
    /// Attention of each point to all points.
    Attention {
        norm: QuantRms,
        projections: QuantConv,
        heads: Heads,
        read_norm: QuantNorm,
        output: QuantConv,
    },
    /// Two matrices at each point with a gate between them.
    FeedForward {
        norm: QuantRms,
        /// To the inner channels that pass through SiLU, then to the factors of these.
        inner: QuantConv,
        /// Factor of each product.
        factors: Vec<f32>,
        last: QuantConv,
    },
    /// Blocks on the result of a convolution, between it and a last one.
    Nested {
        norm: QuantNorm,
        conv: QuantConv,
        blocks: Vec<PlanBlock>,
        last_norm: QuantNorm,
        last_conv: QuantConv,
    },
}

/// Logit of the pass.
#[derive(Clone, Debug)]
pub(super) struct Pass {
    pub hidden: Option<(PlainDense, Activation)>,
    pub last: PlainDense,
}

/// Head of the policy.
#[derive(Clone, Debug)]
pub(super) struct Policy {
    pub conv: QuantConv,
    pub pooling: Pooling,
    pub norm: PlainNorm,
    pub last_filter: PointFilter,
    /// Filter of the optimistic policy, if there is one.
    pub optimistic: Option<PointFilter>,
    pub pass: Pass,
}

/// Head of the values.
#[derive(Clone, Debug)]
pub(super) struct Value {
    pub conv: QuantConv,
    pub norm: PlainNorm,
    pub dense: PlainDense,
    pub activation: Activation,
    pub outcome: PlainDense,
    pub score: PlainDense,
    pub ownership: PointFilter,
}

/// Net as it is evaluated.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub precision: Precision,
    pub planes: usize,
    pub globals: usize,
    pub planes_norm: QuantNorm,
    pub first_conv: QuantConv,
    pub first_dense: PlainDense,
    pub blocks: Vec<PlanBlock>,
    /// Channels of the trunk, without the padding.
    pub channels: usize,
    pub last_rms: Option<LastRms>,
    pub last_norm: QuantNorm,
    pub policy: Policy,
    pub value: Value,
}

impl Plan {
    /// Returns the bytes of the weights of all filters and matrices.
    pub(super) fn bytes(&self) -> usize {
        let Self { policy, value, .. } = self;
        let pass = policy.pass.hidden.as_ref().map(|(dense, _)| dense);
        let matrices = [&self.first_dense, &policy.pass.last, &value.dense];
        let matrices = matrices.into_iter().chain(pass);
        self.first_conv.bytes()
            + self.blocks.iter().map(PlanBlock::bytes).sum::<usize>()
            + policy.conv.bytes()
            + policy.pooling.bytes()
            + value.conv.bytes()
            + matrices.map(PlainDense::bytes).sum::<usize>()
    }
}

impl PlanBlock {
    fn bytes(&self) -> usize {
        match self {
            PlanBlock::Convolutions {
                conv,
                pooling,
                last_conv,
                ..
            } => {
                let pooling = pooling.as_ref().map_or(0, |pooling| pooling.bytes());
                conv.bytes() + pooling + last_conv.bytes()
            }
            PlanBlock::Attention {
                projections,
                output,
                ..
            } => projections.bytes() + output.bytes(),
            PlanBlock::FeedForward { inner, last, .. } => inner.bytes() + last.bytes(),
            PlanBlock::Nested {
                conv,
                blocks,
                last_conv,
                ..
            } => {
                let inner = blocks.iter().map(PlanBlock::bytes).sum::<usize>();
                conv.bytes() + inner + last_conv.bytes()
            }
        }
    }
}

impl Pooling {
    fn bytes(&self) -> usize {
        self.conv.bytes() + self.dense.bytes()
    }
}

impl QuantConv {
    fn bytes(&self) -> usize {
        size_of_val(&self.weights[..])
    }
}

impl PlainDense {
    fn bytes(&self) -> usize {
        size_of_val(&self.weights[..])
    }
}
