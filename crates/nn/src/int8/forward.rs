//! Evaluation of a quantised net, layer by layer.

mod boards;

use boards::QuantBoard;

use super::attention::{self, Heads};
use super::isa::Isa;
use super::layout::{Precision, Radius, stride};
use super::math::{self, Range};
use super::plan::{
    PlainDense, PlainNorm, Plan, PlanBlock, PointFilter, Policy, Pooling, QuantConv, QuantNorm,
    QuantRms, Value,
};
use crate::network::LastRms;
use crate::raw_outputs::RawOutputs;
use crate::reference::BoardSize;

/// Memory of an evaluation, to be used again by the next one: of any net and board.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    /// Residual streams: that of the net, then those of nested blocks.
    pub(super) trunks: Vec<Vec<f32>>,
    pub(super) parts: Parts,
}

/// Memory that blocks and heads share.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts {
    /// Result of a convolution inside a block or a head.
    pub middle: Vec<f32>,
    /// Result of a convolution that is read within the same step.
    pub passing: Vec<f32>,
    pub vectors: Vectors,
    /// Sums of values that the heads of an attention block have read.
    pub read: Vec<f32>,
    attention: attention::Buffers,
    board: QuantBoard,
}

impl Parts {
    /// Exchanges the memory that is filled and read within one step of an evaluation.
    pub(super) fn swap_scratch(&mut self, other: &mut Parts) {
        std::mem::swap(&mut self.passing, &mut other.passing);
        std::mem::swap(&mut self.attention, &mut other.attention);
        std::mem::swap(&mut self.board, &mut other.board);
    }
}

/// Vectors of a few hundred numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct Vectors {
    /// Means, scaled means and a third number of each pooled channel.
    pooled: Vec<f32>,
    /// Result of a matrix.
    first: Vec<f32>,
    /// Result of a second matrix.
    second: Vec<f32>,
    /// Bias of a normalisation with that of the pooled channels.
    pub bias: Vec<f32>,
}

/// Board and instructions of an evaluation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context {
    pub isa: Isa,
    pub precision: Precision,
    pub size: BoardSize,
}

pub(super) fn evaluate(
    plan: &Plan,
    isa: Isa,
    size: BoardSize,
    planes: &[f32],
    globals: &[f32],
    workspace: &mut Workspace,
    outputs: &mut RawOutputs,
) {
    assert!(size.points() > 0);
    assert_eq!(planes.len(), plan.planes * size.points());
    assert_eq!(globals.len(), plan.globals);
    let context = Context {
        isa,
        precision: plan.precision,
        size,
    };
    let depth = depth(&plan.blocks);
    if workspace.trunks.len() < depth {
        workspace.trunks.resize_with(depth, Vec::new);
    }
    let Workspace { trunks, parts } = workspace;
    let (norm, conv) = (&plan.planes_norm, &plan.first_conv);
    context.start(planes, norm, conv, &mut trunks[0], parts);
    context.add_globals(globals, &plan.first_dense, &mut trunks[0], parts);
    context.run_blocks(&plan.blocks, trunks, parts);
    context.divide_trunk(plan.last_rms, plan.channels, &mut trunks[0]);
    context.quantise(&plan.last_norm, None, &trunks[0], &mut parts.board);
    context.run_policy(&plan.policy, parts, outputs);
    context.run_value(&plan.value, parts, outputs);
}

/// Returns the number of residual streams that blocks need.
fn depth(blocks: &[PlanBlock]) -> usize {
    let inner = blocks.iter().map(|block| match block {
        PlanBlock::Convolutions { .. }
        | PlanBlock::Attention { .. }
        | PlanBlock::FeedForward { .. } => 0,
        PlanBlock::Nested { blocks, .. } => depth(blocks),
    });
    1 + inner.max().unwrap_or(0)
}

/// Puts planes into the order of tensors.
fn interleave(planes: &[f32], count: usize, size: BoardSize, tensor: &mut Vec<f32>) {
    let stride = stride(count);
    tensor.clear();
    tensor.resize(size.points() * stride, 0.0);
    for (plane, values) in planes.chunks_exact(size.points()).enumerate() {
        for (point, value) in tensor.chunks_exact_mut(stride).zip(values) {
            point[plane] = *value;
        }
    }
}

impl Context {
    /// Begins a residual stream with the convolution of the planes.
    pub(super) fn start(
        self,
        planes: &[f32],
        norm: &QuantNorm,
        conv: &QuantConv,
        trunk: &mut Vec<f32>,
        parts: &mut Parts,
    ) {
        let count = planes.len() / self.size.points();
        interleave(planes, count, self.size, &mut parts.middle);
        self.quantise(norm, None, &parts.middle, &mut parts.board);
        self.convolve(conv, &mut parts.board, trunk);
    }

    /// Adds the share of the globals to each point of the residual stream.
    pub(super) fn add_globals(
        self,
        globals: &[f32],
        dense: &PlainDense,
        trunk: &mut [f32],
        parts: &mut Parts,
    ) {
        self.multiply(dense, globals, &mut parts.vectors.first);
        math::add_bias(self.isa, trunk, &parts.vectors.first);
    }

    fn run_blocks(self, blocks: &[PlanBlock], trunks: &mut [Vec<f32>], parts: &mut Parts) {
        let Some((trunk, inner)) = trunks.split_first_mut() else {
            return;
        };
        for block in blocks {
            match block {
                PlanBlock::Convolutions {
                    norm,
                    conv,
                    pooling,
                    mid_norm,
                    last_conv,
                } => {
                    let pooling = pooling.as_deref();
                    self.enter_block(norm, conv, pooling, &mid_norm.norm, trunk, parts);
                    self.leave_block(mid_norm, last_conv, trunk, parts);
                }
                PlanBlock::Attention {
                    norm,
                    projections,
                    heads,
                    read_norm,
                    output,
                } => {
                    self.enter_attention(norm, projections, heads, trunk, parts);
                    self.leave_attention(read_norm, output, trunk, parts);
                }
                PlanBlock::FeedForward {
                    norm,
                    inner,
                    factors,
                    last,
                } => {
                    self.enter_feed_forward(norm, inner, trunk, parts);
                    self.leave_feed_forward(factors, last, trunk, parts);
                }
                PlanBlock::Nested {
                    norm,
                    conv,
                    blocks,
                    last_norm,
                    last_conv,
                } => {
                    self.enter_nested(norm, conv, trunk, &mut inner[0], parts);
                    self.run_blocks(blocks, inner, parts);
                    self.leave_nested(last_norm, last_conv, &inner[0], trunk, parts);
                }
            }
        }
    }

    /// Computes the first convolution of a block into `parts.middle`, and the bias of the
    /// normalisation that follows into `parts.vectors.bias`.
    pub(super) fn enter_block(
        self,
        norm: &QuantNorm,
        conv: &QuantConv,
        pooling: Option<&Pooling>,
        mid_norm: &PlainNorm,
        trunk: &[f32],
        parts: &mut Parts,
    ) {
        self.quantise(norm, None, trunk, &mut parts.board);
        self.convolve(conv, &mut parts.board, &mut parts.middle);
        if let Some(pooling) = pooling {
            self.run_pooling(pooling, parts);
            let vectors = &mut parts.vectors;
            merge_bias(mid_norm, &vectors.first, &mut vectors.bias);
        } else {
            mid_norm.bias.clone_into(&mut parts.vectors.bias);
        }
    }

    /// Adds the last convolution of a block to its residual stream.
    pub(super) fn leave_block(
        self,
        norm: &QuantNorm,
        conv: &QuantConv,
        trunk: &mut [f32],
        parts: &mut Parts,
    ) {
        let bias = Some(&parts.vectors.bias[..]);
        self.quantise(norm, bias, &parts.middle, &mut parts.board);
        self.add_convolution(conv, &mut parts.board, trunk);
    }

    /// Computes what the heads of an attention block read into `parts.read`.
    pub(super) fn enter_attention(
        self,
        norm: &QuantRms,
        projections: &QuantConv,
        heads: &Heads,
        trunk: &[f32],
        parts: &mut Parts,
    ) {
        self.quantise_rms(norm, trunk, &mut parts.board);
        self.convolve(projections, &mut parts.board, &mut parts.passing);
        heads.attend(
            self.isa,
            self.precision,
            self.size,
            &mut parts.passing,
            &mut parts.read,
            &mut parts.attention,
        );
    }

    /// Adds the output of an attention block to its residual stream.
    pub(super) fn leave_attention(
        self,
        norm: &QuantNorm,
        output: &QuantConv,
        trunk: &mut [f32],
        parts: &mut Parts,
    ) {
        self.quantise(norm, None, &parts.read, &mut parts.board);
        self.add_convolution(output, &mut parts.board, trunk);
    }

    /// Computes the inner channels of a feed-forward block into `parts.passing`.
    pub(super) fn enter_feed_forward(
        self,
        norm: &QuantRms,
        inner: &QuantConv,
        trunk: &[f32],
        parts: &mut Parts,
    ) {
        self.quantise_rms(norm, trunk, &mut parts.board);
        self.convolve(inner, &mut parts.board, &mut parts.passing);
    }

    /// Adds the output of a feed-forward block to its residual stream.
    pub(super) fn leave_feed_forward(
        self,
        factors: &[f32],
        last: &QuantConv,
        trunk: &mut [f32],
        parts: &mut Parts,
    ) {
        let board = &mut parts.board;
        let range = self.gate(factors, &parts.passing, &mut board.balanced);
        self.round(range, Radius::default(), board);
        self.add_convolution(last, board, trunk);
    }

    /// Multiplies the inner channels of a feed-forward block into `products`.
    pub(super) fn gate(self, factors: &[f32], inner: &[f32], products: &mut Vec<f32>) -> Range {
        products.resize(inner.len() / 2, 0.0);
        let mut range = Range::default();
        math::gate(self.isa, factors, inner, products, &mut range);
        range
    }

    /// Divides each point of a tensor by the root of its mean square, into `output`.
    pub(super) fn divide_points(
        self,
        norm: &QuantRms,
        tensor: &[f32],
        output: &mut Vec<f32>,
    ) -> Range {
        output.resize(tensor.len(), 0.0);
        let mut range = Range::default();
        let channels = norm.channels as f32;
        let (epsilon, factors) = (norm.epsilon, &norm.factors);
        math::balance_rms(
            self.isa, channels, epsilon, factors, tensor, output, &mut range,
        );
        range
    }

    /// Divides a trunk by roots of mean squares, in nets that do.
    pub(super) fn divide_trunk(self, rms: Option<LastRms>, channels: usize, trunk: &mut [f32]) {
        let Some(LastRms {
            epsilon,
            whole_board,
        }) = rms
        else {
            return;
        };
        let (part, numbers) = match whole_board {
            true => (trunk.len(), channels * self.size.points()),
            false => (trunk.len() / self.size.points(), channels),
        };
        for part in trunk.chunks_exact_mut(part) {
            math::divide_by_rms(self.isa, numbers as f32, epsilon, part);
        }
    }

    /// Begins the residual stream of nested blocks.
    pub(super) fn enter_nested(
        self,
        norm: &QuantNorm,
        conv: &QuantConv,
        trunk: &[f32],
        inner: &mut Vec<f32>,
        parts: &mut Parts,
    ) {
        self.quantise(norm, None, trunk, &mut parts.board);
        self.convolve(conv, &mut parts.board, inner);
    }

    /// Adds the convolution of nested blocks' residual stream to that of the block.
    pub(super) fn leave_nested(
        self,
        norm: &QuantNorm,
        conv: &QuantConv,
        inner: &[f32],
        trunk: &mut [f32],
        parts: &mut Parts,
    ) {
        self.quantise(norm, None, inner, &mut parts.board);
        self.add_convolution(conv, &mut parts.board, trunk);
    }

    /// Pools a convolution of the quantised board, and leaves the pooled numbers in
    /// `vectors.pooled` and the bias from them in `vectors.first`.
    fn run_pooling(self, pooling: &Pooling, parts: &mut Parts) {
        self.convolve(&pooling.conv, &mut parts.board, &mut parts.passing);
        self.normalise(&pooling.norm, &pooling.norm.bias, &mut parts.passing);
        let channels = pooling.norm.scale.len();
        let vectors = &mut parts.vectors;
        let shift = self.pool(&parts.passing, channels, &mut vectors.pooled);
        let (means, rest) = vectors.pooled.split_at_mut(channels);
        for (shifted, mean) in rest.iter_mut().zip(means) {
            *shifted = *mean * shift;
        }
        self.multiply(&pooling.dense, &vectors.pooled, &mut vectors.first);
    }

    fn run_policy(self, head: &Policy, parts: &mut Parts, outputs: &mut RawOutputs) {
        self.convolve(&head.conv, &mut parts.board, &mut parts.middle);
        self.run_pooling(&head.pooling, parts);
        let vectors = &mut parts.vectors;
        merge_bias(&head.norm, &vectors.first, &mut vectors.bias);
        self.normalise(&head.norm, &vectors.bias, &mut parts.middle);
        self.convolve_to_one(&head.last_filter, &parts.middle, &mut outputs.policy);
        if let Some(filter) = &head.optimistic {
            self.convolve_to_one(filter, &parts.middle, &mut outputs.optimistic);
        }
        let mut input = &vectors.pooled;
        if let Some((dense, activation)) = &head.pass.hidden {
            self.multiply(dense, input, &mut vectors.first);
            math::activate(self.isa, *activation, &mut vectors.first);
            input = &vectors.first;
        }
        self.multiply(&head.pass.last, input, &mut vectors.second);
        copy_outputs(&head.pass.last, &vectors.second, &mut outputs.tokens);
    }

    fn run_value(self, head: &Value, parts: &mut Parts, outputs: &mut RawOutputs) {
        self.convolve(&head.conv, &mut parts.board, &mut parts.middle);
        self.normalise(&head.norm, &head.norm.bias, &mut parts.middle);
        self.convolve_to_one(&head.ownership, &parts.middle, &mut outputs.ownership);
        let channels = head.norm.scale.len();
        let vectors = &mut parts.vectors;
        let shift = self.pool(&parts.middle, channels, &mut vectors.pooled);
        let (means, rest) = vectors.pooled.split_at_mut(channels);
        let (first, second) = rest.split_at_mut(channels);
        for ((mean, first), second) in means.iter().zip(first).zip(second) {
            *first = *mean * shift;
            *second = *mean * (shift * shift - 0.1);
        }
        self.multiply(&head.dense, &vectors.pooled, &mut vectors.first);
        math::activate(self.isa, head.activation, &mut vectors.first);
        self.multiply(&head.outcome, &vectors.first, &mut vectors.second);
        copy_outputs(&head.outcome, &vectors.second, &mut outputs.outcome);
        self.multiply(&head.score, &vectors.first, &mut vectors.second);
        copy_outputs(&head.score, &vectors.second, &mut outputs.score);
    }

    /// Writes the mean and, as the third number, the maximum of each channel; returns
    /// (√area − 14) / 10.
    fn pool(self, tensor: &[f32], channels: usize, pooled: &mut Vec<f32>) -> f32 {
        pooled.clear();
        pooled.resize(3 * channels, 0.0);
        let (means, rest) = pooled.split_at_mut(channels);
        math::pool(self.isa, tensor, means, &mut rest[channels..]);
        ((self.size.points() as f32).sqrt() - 14.0) * 0.1
    }

    fn multiply(self, dense: &PlainDense, input: &[f32], output: &mut Vec<f32>) {
        output.clear();
        output.resize(dense.bias.len(), 0.0);
        math::multiply(self.isa, &dense.weights, &dense.bias, input, output);
    }

    fn normalise(self, norm: &PlainNorm, bias: &[f32], tensor: &mut [f32]) {
        math::normalise(self.isa, &norm.scale, bias, norm.activation, tensor);
    }

    fn convolve_to_one(self, filter: &PointFilter, tensor: &[f32], output: &mut Vec<f32>) {
        output.clear();
        output.resize(self.size.points(), 0.0);
        let (rows, columns) = (filter.rows, filter.columns);
        let width = self.size.width;
        math::convolve_to_one(
            self.isa,
            &filter.filter,
            rows,
            columns,
            width,
            tensor,
            output,
        );
    }
}

/// Copies the numbers that a matrix gives, without the padding.
fn copy_outputs(dense: &PlainDense, padded: &[f32], outputs: &mut Vec<f32>) {
    outputs.clear();
    outputs.extend_from_slice(&padded[..dense.outputs]);
}

/// Writes the bias of a normalisation of values to which `extra` is added first.
fn merge_bias(norm: &PlainNorm, extra: &[f32], total: &mut Vec<f32>) {
    total.clear();
    let parts = norm.bias.iter().zip(&norm.scale).zip(extra);
    total.extend(parts.map(|((bias, scale), extra)| bias + extra * scale));
}
