//! Quantised and padded layers.

use super::layout::{
    DEPTH, INPUTS, JOINED_WEIGHTS, OUTPUTS, Precision, Radius, WeightStep, stride,
};
use super::math::{self, MIN_WIDTH};
use super::plan::{
    Pass, PlainDense, PlainNorm, PointFilter, Policy, Pooling, QuantConv, QuantNorm, Value,
};
use crate::network::{Conv, Dense, Norm, PassHead, PolicyHead, ValueHead};

/// Power of a channel's largest value by which its steps follow that value: 0 gives all channels of
/// a tensor equal steps, 1 gives each as many steps as the others.
///
/// The weights of the convolution take the factors back, so they lose what its inputs gain
/// (SmoothQuant, Xiao et al. 2022). Held against KataGo's answers in 240 positions, with a net of
/// 18 nested bottlenecks of 384 channels and inputs of 8 bits, the mean policy KL was 0.0022 with
/// 0, 0.0014 with 0.4 and 0.0029 with 0.8.
pub(super) const BALANCE: f32 = 0.4;

/// As [`BALANCE`], after a division by a root mean square and for the products of a gate, of which
/// a few channels have very large values. With KataGo's transformer of 10 nested bottlenecks the
/// mean policy KL was 0.0039 with 0.4, 0.0035 with 0.6 and 0.0043 with 0.8, and the error of the
/// winning chance 0.0065, 0.0048 and 0.0056.
pub(super) const OUTLIER_BALANCE: f32 = 0.6;

/// Smallest share of a tensor's largest value that counts as a channel's largest one.
const MIN_SHARE: f32 = 1.0 / 64.0;

/// Factors by which channels are multiplied before they are quantised, and which the weights that
/// read them take back.
pub(super) struct Balance {
    /// Factor of each channel, with the padded ones.
    pub factors: Vec<f32>,
    /// Border that the convolutions of the channels need.
    border: Radius,
}

impl Balance {
    /// Leaves `channels` as they are.
    pub(super) fn none(channels: usize, border: Radius) -> Self {
        Self {
            factors: vec![1.0; channels],
            border,
        }
    }

    /// Gives smaller steps to channels of small values; `largest` has the largest magnitude of each
    /// channel in some positions.
    pub(super) fn of(largest: &[f32], border: Radius, power: f32) -> Self {
        let high = largest.iter().copied().fold(MIN_WIDTH, f32::max);
        let factor = |largest: &f32| (largest / high).max(MIN_SHARE).powf(-power);
        Self {
            factors: largest.iter().map(factor).collect(),
            border,
        }
    }

    /// Returns a normalisation that is quantised after these factors.
    pub(super) fn norm(&self, norm: PlainNorm) -> QuantNorm {
        QuantNorm {
            norm,
            factors: self.factors.clone(),
            border: self.border,
        }
    }

    /// Returns the factors multiplied by others, padded.
    pub(super) fn times(&self, others: &[f32]) -> Vec<f32> {
        let mut product = self.factors.clone();
        for (factor, other) in product.iter_mut().zip(padded(others)) {
            *factor *= other;
        }
        product
    }

    /// Quantises a convolution that reads channels after these factors.
    pub(super) fn conv(&self, conv: &Conv, precision: Precision) -> QuantConv {
        let depth = conv.inputs.next_multiple_of(DEPTH);
        let taps = conv.height * conv.width;
        let outputs = stride(conv.outputs);
        let steps = depth / INPUTS;
        let mut quantised = QuantConv {
            radius: Radius::of(conv),
            rows: conv.height,
            columns: conv.width,
            steps,
            input_stride: stride(conv.inputs),
            weights: vec![WeightStep([0; OUTPUTS * INPUTS]); outputs / OUTPUTS * taps * steps],
            sums: vec![0; outputs],
            scale: vec![0.0; outputs],
        };
        self.weight_scales(conv, precision, &mut quantised.scale);
        let rows = conv.weights.chunks_exact(conv.outputs);
        for (row, weights) in rows.enumerate() {
            let (tap, input) = (row / conv.inputs, row % conv.inputs);
            let place = tap * steps + input / INPUTS;
            let factor = self.factors[input];
            let groups = weights
                .chunks(OUTPUTS)
                .zip(quantised.scale.chunks(OUTPUTS))
                .zip(quantised.sums.chunks_mut(OUTPUTS));
            for (group, ((weights, scale), sums)) in groups.enumerate() {
                let joined = &mut quantised.weights[group * taps * steps + place].0;
                for (output, weight) in weights.iter().enumerate() {
                    let weight = math::round_weight(weight / factor / scale[output]);
                    joined[output * INPUTS + input % INPUTS] = weight;
                    sums[output] += i32::from(weight);
                }
            }
        }
        quantised
    }

    /// Writes the smallest scale for each output with which its weights fit into 8 bits and into
    /// the sums of a precision.
    fn weight_scales(&self, conv: &Conv, precision: Precision, scales: &mut [f32]) {
        let outputs = conv.outputs;
        let mut largest = vec![0.0f32; outputs];
        let mut largest_sum = vec![0.0f32; outputs];
        let mut sums = vec![0.0f32; outputs];
        for tap in conv.weights.chunks_exact(conv.inputs * outputs) {
            for (number, rows) in tap.chunks(DEPTH * outputs).enumerate() {
                for joined in JOINED_WEIGHTS {
                    sums.fill(0.0);
                    for row in joined {
                        // The last rows may be fewer than `DEPTH`.
                        let Some(weights) = rows.chunks_exact(outputs).nth(row) else {
                            continue;
                        };
                        let factor = self.factors[number * DEPTH + row];
                        let sums = sums.iter_mut().zip(&mut largest);
                        for ((sum, largest), weight) in sums.zip(weights) {
                            let size = weight.abs() / factor;
                            *sum += size;
                            *largest = largest.max(size);
                        }
                    }
                    for (largest, sum) in largest_sum.iter_mut().zip(&sums) {
                        *largest = largest.max(*sum);
                    }
                }
            }
        }
        // Rounding adds up to a half to each of the four.
        let most = f32::from(precision.weight_sum - 2);
        for ((scale, largest), sum) in scales.iter_mut().zip(largest).zip(largest_sum) {
            *scale = (largest / 127.0).max(sum / most).clamp(MIN_WIDTH, f32::MAX);
        }
    }
}

/// Quantises the head of the policy; `conv` quantises the convolutions that read the trunk.
pub(super) fn policy(head: &PolicyHead, conv: impl Fn(&Conv) -> QuantConv) -> Policy {
    let pooled = head.pool_conv.outputs;
    Policy {
        conv: conv(&head.conv),
        pooling: Pooling {
            conv: conv(&head.pool_conv),
            norm: plain_norm(&head.pool_norm),
            dense: pooled_dense(&head.pool_dense, &[], pooled),
        },
        norm: plain_norm(&head.norm),
        last_filter: point_filter(&head.last_conv, 0),
        optimistic: (head.last_conv.outputs > 1).then(|| point_filter(&head.last_conv, 1)),
        pass: match &head.pass {
            PassHead::Linear(last) => Pass {
                hidden: None,
                last: pooled_dense(last, &[], pooled),
            },
            PassHead::Hidden {
                dense: first,
                bias,
                activation,
                last,
            } => Pass {
                hidden: Some((pooled_dense(first, bias, pooled), *activation)),
                last: dense(last, &[]),
            },
        },
    }
}

/// Quantises the head of the values; `conv` quantises the convolution that reads the trunk.
pub(super) fn value(head: &ValueHead, conv: impl Fn(&Conv) -> QuantConv) -> Value {
    Value {
        conv: conv(&head.conv),
        norm: plain_norm(&head.norm),
        dense: pooled_dense(&head.dense, &head.bias, head.conv.outputs),
        activation: head.activation,
        outcome: dense(&head.outcome, &head.outcome_bias),
        score: dense(&head.score, &head.score_bias),
        ownership: point_filter(&head.ownership, 0),
    }
}

/// Returns `values` with zeros up to the padded number of channels.
pub(super) fn padded(values: &[f32]) -> Vec<f32> {
    let mut padded = values.to_vec();
    padded.resize(stride(values.len()), 0.0);
    padded
}

/// Pads the channels of a normalisation.
pub(super) fn plain_norm(norm: &Norm) -> PlainNorm {
    PlainNorm {
        scale: padded(&norm.scale),
        bias: padded(&norm.bias),
        activation: norm.activation,
    }
}

/// Pads the outputs of a matrix; an empty `bias` is zero.
pub(super) fn dense(dense: &Dense, bias: &[f32]) -> PlainDense {
    let mut full = padded(bias);
    full.resize(stride(dense.outputs), 0.0);
    PlainDense {
        outputs: dense.outputs,
        weights: dense
            .weights
            .chunks_exact(dense.outputs)
            .flat_map(padded)
            .collect(),
        bias: full,
    }
}

/// Pads the outputs of a matrix, and its inputs: three numbers for each of `channels`.
pub(super) fn pooled_dense(matrix: &Dense, bias: &[f32], channels: usize) -> PlainDense {
    let mut padded = dense(matrix, bias);
    let outputs = padded.bias.len();
    let kinds = padded.weights.chunks_exact(channels * outputs);
    padded.weights = kinds
        .flat_map(|kind| {
            let mut kind = kind.to_vec();
            kind.resize(stride(channels) * outputs, 0.0);
            kind
        })
        .collect();
    padded
}

/// Takes the filter of one output of a convolution.
fn point_filter(conv: &Conv, output: usize) -> PointFilter {
    let taps = conv.weights.chunks_exact(conv.inputs * conv.outputs);
    let one = |tap: &[f32]| -> Vec<f32> {
        padded(
            &tap.iter()
                .skip(output)
                .step_by(conv.outputs)
                .copied()
                .collect::<Vec<_>>(),
        )
    };
    PointFilter {
        rows: conv.height,
        columns: conv.width,
        filter: taps.flat_map(one).collect(),
    }
}
