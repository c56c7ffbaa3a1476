//! Attention of each point to all points with 8-bit integers.
//!
//! Both products are convolutions of 1×1 for the kernels: the scores of a head have its queries as
//! inputs and its keys as weights, the sums of values have the shares of the points as inputs and
//! the values as weights. Queries and keys have a step for each point, values one for each channel,
//! all of them measured at each evaluation.

use halfpoint_core::board::MAX_SIDE;

use super::isa::{Isa, compiled_for_each_isa};
use super::kernel::Convolution;
use super::layout::{INPUTS, OUTPUTS, Precision, WeightStep, stride};
use super::math::{MIN_WIDTH, ROUNDER};
use crate::network::{AttentionBlock, Conv, Dense};
use crate::reference::BoardSize;

/// Queries whose scores are computed at a time, so that these stay in the cache.
const TILE: usize = 32;

/// Heads of an attention block, and where they find their channels in a tensor that has queries,
/// keys and values one behind the other.
#[derive(Clone, Debug)]
pub(super) struct Heads {
    heads: usize,
    key_heads: usize,
    key_channels: usize,
    value_channels: usize,
    keys_at: usize,
    values_at: usize,
    turns: Option<Turns>,
}

/// Cosines and sines of the angles by which pairs of channels are turned.
#[derive(Clone, Debug)]
pub(super) struct Turns {
    /// Pairs of channels of all heads of the keys.
    pairs: usize,
    /// `[column][cosines, sines][pair]`.
    columns: Vec<f32>,
    /// `[row][cosines, sines][pair]`.
    rows: Vec<f32>,
}

impl Turns {
    fn of(turns: &[[f32; 2]]) -> Self {
        let table = |axis: usize| -> Vec<f32> {
            let places = (0..MAX_SIDE).flat_map(|place| {
                let angle = move |turn: &[f32; 2]| place as f32 * turn[axis];
                let cosines = turns.iter().map(move |turn| angle(turn).cos());
                cosines.chain(turns.iter().map(move |turn| angle(turn).sin()))
            });
            places.collect()
        };
        Self {
            pairs: turns.len(),
            columns: table(0),
            rows: table(1),
        }
    }
}

/// Memory of the attention of one block.
#[derive(Clone, Debug, Default)]
pub(super) struct Buffers {
    queries: Vec<u8>,
    query_units: Vec<f32>,
    keys: Vec<u8>,
    key_units: Vec<f32>,
    key_weights: Vec<WeightStep>,
    key_sums: Vec<i32>,
    value_weights: Vec<WeightStep>,
    value_units: Vec<f32>,
    /// Zeros for each channel of the values: shares have no quantised zero that sums would take.
    value_sums: Vec<i32>,
    scores: Vec<f32>,
    shares: Vec<u8>,
    share_units: Vec<f32>,
    read: Vec<f32>,
    starts: Vec<usize>,
    zeros: Vec<i32>,
}

impl Heads {
    pub(super) fn of(block: &AttentionBlock) -> Self {
        let keys_at = stride(block.query.outputs);
        Self {
            heads: block.heads,
            key_heads: block.key_heads,
            key_channels: block.key_channels(),
            value_channels: block.value_channels(),
            keys_at,
            values_at: keys_at + stride(block.key.outputs),
            turns: (!block.turns.is_empty()).then(|| Turns::of(&block.turns)),
        }
    }

    /// Returns the channels that the heads read.
    pub(super) fn channels(&self) -> usize {
        self.heads * self.value_channels
    }

    /// Returns the matrices of queries, keys and values as one convolution. Queries are scaled so
    /// that two to the power of a score is its weight. The first channels of all pairs that are
    /// turned come before the second ones.
    pub(super) fn projections(&self, block: &AttentionBlock) -> Conv {
        let (mut queries, keys) = match self.turns {
            Some(_) => (
                unpaired(&block.query, self.key_channels),
                unpaired(&block.key, self.key_channels),
            ),
            None => (block.query.clone(), block.key.clone()),
        };
        let scale = std::f32::consts::LOG2_E / (self.key_channels as f32).sqrt();
        queries
            .weights
            .iter_mut()
            .for_each(|weight| *weight *= scale);
        joined(&[&queries, &keys, &block.value])
    }

    /// Writes what each point reads from all points into `read`, `[point][head][channel]`, padded.
    /// `tensor` has queries, keys and values, and is changed.
    pub(super) fn attend(
        &self,
        isa: Isa,
        precision: Precision,
        size: BoardSize,
        tensor: &mut [f32],
        read: &mut Vec<f32>,
        buffers: &mut Buffers,
    ) {
        let points = size.points();
        let row = tensor.len() / points;
        refill(read, points * stride(self.channels()), 0.0);
        if let Some(turns) = &self.turns {
            for (at, heads) in [(0, self.heads), (self.keys_at, self.key_heads)] {
                turn(
                    isa,
                    tensor,
                    row,
                    at,
                    heads,
                    self.key_heads,
                    size.width,
                    turns,
                );
            }
        }
        let shared = self.heads / self.key_heads;
        for key_head in 0..self.key_heads {
            self.take_keys(isa, precision, key_head, points, tensor, buffers);
            self.take_values(isa, precision, key_head, points, tensor, buffers);
            for head in key_head * shared..(key_head + 1) * shared {
                self.read_head(isa, precision, head, points, tensor, read, buffers);
            }
        }
    }

    /// Quantises the keys of a head and packs them as the weights of one output for each point.
    fn take_keys(
        &self,
        isa: Isa,
        precision: Precision,
        key_head: usize,
        points: usize,
        tensor: &[f32],
        buffers: &mut Buffers,
    ) {
        let row = tensor.len() / points;
        let depth = stride(self.key_channels);
        let at = self.keys_at + key_head * self.key_channels;
        refill(&mut buffers.keys, points * depth, 0);
        refill(&mut buffers.key_units, stride(points), 0.0);
        let (limit, channels) = (weight_limit(precision), self.key_channels);
        let (rows, units) = (&mut buffers.keys, &mut buffers.key_units);
        round_rows(isa, tensor, row, at, channels, limit, 0.0, units, rows);
        let steps = depth / INPUTS;
        let groups = points.div_ceil(OUTPUTS);
        refill(
            &mut buffers.key_weights,
            groups * steps,
            WeightStep([0; OUTPUTS * INPUTS]),
        );
        refill(&mut buffers.key_sums, stride(points), 0);
        for (key, row) in buffers.keys.chunks_exact(depth).enumerate() {
            let group = &mut buffers.key_weights[key / OUTPUTS * steps..][..steps];
            let place = key % OUTPUTS * INPUTS;
            let mut sum = 0;
            for (weights, values) in group.iter_mut().zip(row.chunks_exact(INPUTS)) {
                for (weight, value) in weights.0[place..][..INPUTS].iter_mut().zip(values) {
                    *weight = *value as i8;
                    sum += i32::from(*weight);
                }
            }
            buffers.key_sums[key] = sum;
        }
    }

    /// Quantises the values of a head and packs them as weights whose inputs are the points.
    fn take_values(
        &self,
        isa: Isa,
        precision: Precision,
        key_head: usize,
        points: usize,
        tensor: &[f32],
        buffers: &mut Buffers,
    ) {
        let row = tensor.len() / points;
        let at = self.values_at + key_head * self.value_channels;
        let channels = self.value_channels;
        refill(&mut buffers.value_units, stride(channels), 0.0);
        refill(&mut buffers.value_sums, stride(channels), 0);
        let steps = stride(points) / INPUTS;
        let groups = channels.div_ceil(OUTPUTS);
        refill(
            &mut buffers.value_weights,
            groups * steps,
            WeightStep([0; OUTPUTS * INPUTS]),
        );
        let limit = weight_limit(precision);
        let (weights, value_units) = (&mut buffers.value_weights, &mut buffers.value_units);
        pack_values(isa, tensor, row, at, channels, limit, value_units, weights);
    }

    /// Computes what a head of queries reads.
    #[allow(clippy::too_many_arguments)]
    fn read_head(
        &self,
        isa: Isa,
        precision: Precision,
        head: usize,
        points: usize,
        tensor: &[f32],
        read: &mut [f32],
        buffers: &mut Buffers,
    ) {
        let row = tensor.len() / points;
        let (depth, keys) = (stride(self.key_channels), stride(points));
        let at = head * self.key_channels;
        refill(&mut buffers.queries, points * depth, 0);
        refill(&mut buffers.query_units, points, 0.0);
        let zero = query_zero(precision);
        let limit = f32::from(precision.most) - zero;
        let (rows, units) = (&mut buffers.queries, &mut buffers.query_units);
        round_rows(
            isa,
            tensor,
            row,
            at,
            self.key_channels,
            limit,
            zero,
            units,
            rows,
        );
        let width = stride(self.value_channels);
        refill(&mut buffers.zeros, TILE, zero as i32);
        let out_row = read.len() / points;
        for first in (0..points).step_by(TILE) {
            let count = TILE.min(points - first);
            buffers.starts.clear();
            buffers
                .starts
                .extend((first..first + count).map(|point| point * depth));
            buffers.scores.resize(count * keys, 0.0);
            Convolution {
                input: &buffers.queries,
                starts: &buffers.starts,
                taps: &[0],
                steps: depth / INPUTS,
                weights: &buffers.key_weights,
                sums: &buffers.key_sums,
                scale: &buffers.key_units,
                zeros: &buffers.zeros[..count],
                units: &buffers.query_units[first..][..count],
                add: false,
                output: &mut buffers.scores,
            }
            .run(isa);
            buffers.shares.resize(count * keys, 0);
            refill(&mut buffers.share_units, count, 0.0);
            let (scores, shares) = (&mut buffers.scores, &mut buffers.shares);
            let most = f32::from(precision.most);
            share(isa, scores, points, most, shares, &mut buffers.share_units);
            buffers.starts.clear();
            buffers.starts.extend((0..count).map(|point| point * keys));
            buffers.read.resize(count * width, 0.0);
            Convolution {
                input: &buffers.shares,
                starts: &buffers.starts,
                taps: &[0],
                steps: keys / INPUTS,
                weights: &buffers.value_weights,
                sums: &buffers.value_sums,
                scale: &buffers.value_units,
                zeros: &buffers.zeros[..count],
                units: &buffers.share_units[..count],
                add: false,
                output: &mut buffers.read,
            }
            .run(isa);
            let rows = read[first * out_row..].chunks_exact_mut(out_row);
            for (row, values) in rows.zip(buffers.read.chunks_exact(width)) {
                row[head * self.value_channels..][..self.value_channels]
                    .copy_from_slice(&values[..self.value_channels]);
            }
        }
    }
}

/// Gives a buffer that many copies of a value.
fn refill<T: Copy>(buffer: &mut Vec<T>, length: usize, value: T) {
    buffer.clear();
    buffer.resize(length, value);
}

/// Returns the largest magnitude of weights that are made at an evaluation.
fn weight_limit(precision: Precision) -> f32 {
    f32::from((precision.weight_sum / 4).min(127))
}

/// Returns the quantised zero of queries.
fn query_zero(precision: Precision) -> f32 {
    f32::from(precision.most / 2 + 1)
}

/// Returns a matrix whose outputs of each head have the first channels of all pairs before the
/// second ones.
fn unpaired(dense: &Dense, channels: usize) -> Dense {
    let mut unpaired = dense.clone();
    let rows = dense.weights.chunks_exact(channels);
    for (from, to) in rows.zip(unpaired.weights.chunks_exact_mut(channels)) {
        let (first, second) = to.split_at_mut(channels / 2);
        for ((pair, first), second) in from.chunks_exact(2).zip(first).zip(second) {
            (*first, *second) = (pair[0], pair[1]);
        }
    }
    unpaired
}

/// Returns matrices that read the same channels as one convolution of 1×1, each padded.
pub(super) fn joined(matrices: &[&Dense]) -> Conv {
    let inputs = matrices.first().map_or(0, |dense| dense.inputs);
    let mut weights = Vec::new();
    for input in 0..inputs {
        for dense in matrices {
            let end = weights.len() + stride(dense.outputs);
            weights.extend_from_slice(&dense.weights[input * dense.outputs..][..dense.outputs]);
            weights.resize(end, 0.0);
        }
    }
    Conv {
        height: 1,
        width: 1,
        inputs,
        outputs: matrices.iter().map(|dense| stride(dense.outputs)).sum(),
        weights,
    }
}

compiled_for_each_isa! {
    /// Turns each pair of channels, (x, y), of heads that begin at channel `at` of each point.
    /// As many of them have equal angles as share a head of keys.
    fn turn(
        tensor: &mut [f32],
        row: usize,
        at: usize,
        heads: usize,
        key_heads: usize,
        width: usize,
        turns: &Turns,
    ) {
        let Turns { pairs: all, columns, rows } = turns;
        let (all, pairs, shared) = (*all, all / key_heads, heads / key_heads);
        for (point, values) in tensor.chunks_exact_mut(row).enumerate() {
            let (column_cos, column_sin) = columns[point % width * 2 * all..][..2 * all].split_at(all);
            let (row_cos, row_sin) = rows[point / width * 2 * all..][..2 * all].split_at(all);
            for head in 0..heads {
                let (xs, ys) = values[at + head * 2 * pairs..][..2 * pairs].split_at_mut(pairs);
                let first = head / shared * pairs;
                let (cos_a, sin_a) = (&column_cos[first..][..pairs], &column_sin[first..][..pairs]);
                let (cos_b, sin_b) = (&row_cos[first..][..pairs], &row_sin[first..][..pairs]);
                for pair in 0..pairs {
                    let cos = cos_a[pair] * cos_b[pair] - sin_a[pair] * sin_b[pair];
                    let sin = sin_a[pair] * cos_b[pair] + cos_a[pair] * sin_b[pair];
                    let (x, y) = (xs[pair], ys[pair]);
                    xs[pair] = x * cos - y * sin;
                    ys[pair] = x * sin + y * cos;
                }
            }
        }
    }
}

compiled_for_each_isa! {
    /// Rounds `channels` of each point, from channel `at` on, to whole numbers of a magnitude up to
    /// `limit`, adds `zero`, and writes the value of one unit of each point to `units`.
    fn round_rows(
        tensor: &[f32],
        row: usize,
        at: usize,
        channels: usize,
        limit: f32,
        zero: f32,
        units: &mut [f32],
        output: &mut [u8],
    ) {
        let depth = stride(channels);
        let rows = tensor.chunks_exact(row).zip(output.chunks_exact_mut(depth));
        for ((values, output), unit) in rows.zip(units) {
            let values = &values[at..][..channels];
            let mut largest = [0.0; OUTPUTS];
            for values in values.chunks(OUTPUTS) {
                for (largest, value) in largest.iter_mut().zip(values) {
                    let size = value.abs();
                    *largest = if size > *largest { size } else { *largest };
                }
            }
            let largest = largest.into_iter().fold(MIN_WIDTH, f32::max).min(f32::MAX);
            *unit = largest / limit;
            let factor = limit / largest;
            for (output, value) in output.iter_mut().zip(values) {
                *output = (value * factor + zero + ROUNDER).to_bits() as u8;
            }
        }
    }
}

compiled_for_each_isa! {
    /// Rounds `channels` of all points, from channel `at` on, to whole numbers of a magnitude up to
    /// `limit`, in the order of weights whose outputs are the channels and whose inputs are the
    /// points. Writes the value of one unit of each channel to `units`.
    fn pack_values(
        tensor: &[f32],
        row: usize,
        at: usize,
        channels: usize,
        limit: f32,
        units: &mut [f32],
        weights: &mut [WeightStep],
    ) {
        let each = weights.len() / channels.div_ceil(OUTPUTS);
        let groups = weights.chunks_exact_mut(each).zip(units.chunks_exact_mut(OUTPUTS));
        for (group, (weights, units)) in groups.enumerate() {
            let from = at + group * OUTPUTS;
            let count = OUTPUTS.min(channels - group * OUTPUTS);
            let lanes = |point: &[f32]| -> [f32; OUTPUTS] {
                let mut lanes = [0.0; OUTPUTS];
                lanes[..count].copy_from_slice(&point[from..][..count]);
                lanes
            };
            let mut largest = [MIN_WIDTH; OUTPUTS];
            for point in tensor.chunks_exact(row) {
                let values = lanes(point);
                for lane in 0..OUTPUTS {
                    let size = values[lane].abs();
                    largest[lane] = if size > largest[lane] { size } else { largest[lane] };
                }
            }
            let mut factors = [0.0; OUTPUTS];
            for lane in 0..OUTPUTS {
                let largest = largest[lane].min(f32::MAX);
                units[lane] = largest / limit;
                factors[lane] = limit / largest;
            }
            for (points, weights) in tensor.chunks(INPUTS * row).zip(weights) {
                let mut joined = [0u32; OUTPUTS];
                for (place, point) in points.chunks_exact(row).enumerate() {
                    let values = lanes(point);
                    for lane in 0..OUTPUTS {
                        let rounded = (values[lane] * factors[lane] + ROUNDER).to_bits() & 0xff;
                        joined[lane] |= rounded << (8 * place);
                    }
                }
                for (bytes, joined) in weights.0.chunks_exact_mut(INPUTS).zip(joined) {
                    let joined = joined.to_le_bytes().map(|byte| byte as i8);
                    bytes.copy_from_slice(&joined);
                }
            }
        }
    }
}

/// Coefficients of 2ˣ for x from −0.5 to 0.5, from the fourth power down: the first terms of its
/// series, with a relative error below 5e-5, a hundredth of a quantised unit.
const POWERS_OF_TWO: [f32; 4] = [
    0.009_618_129,
    0.055_504_11,
    0.240_226_5,
    std::f32::consts::LN_2,
];

compiled_for_each_isa! {
    /// Turns each row of scores into shares: 2 to the power of a score, divided by the largest one
    /// of the row, as a whole number up to `most`. Writes the inverse of the sum of each row to
    /// `units`.
    fn share(
        scores: &mut [f32],
        points: usize,
        most: f32,
        output: &mut [u8],
        units: &mut [f32],
    ) {
        let row = stride(points);
        let rows = scores.chunks_exact_mut(row).zip(output.chunks_exact_mut(row));
        for ((scores, output), unit) in rows.zip(units) {
            scores[points..].fill(f32::MIN);
            let (scores, _) = scores.as_chunks::<OUTPUTS>();
            let (output, _) = output.as_chunks_mut::<OUTPUTS>();
            let mut highest = [f32::MIN; OUTPUTS];
            for scores in scores {
                for lane in 0..OUTPUTS {
                    let score = scores[lane];
                    highest[lane] = if score > highest[lane] { score } else { highest[lane] };
                }
            }
            let highest = highest.into_iter().fold(f32::MIN, f32::max);
            let mut total = [0.0; OUTPUTS];
            for (scores, output) in scores.iter().zip(output) {
                for lane in 0..OUTPUTS {
                    let power = scores[lane] - highest;
                    let power = if power > -60.0 { power } else { -60.0 };
                    let shifted = power + ROUNDER;
                    let rest = power - (shifted - ROUNDER);
                    let mut value = POWERS_OF_TWO[0];
                    value = value * rest + POWERS_OF_TWO[1];
                    value = value * rest + POWERS_OF_TWO[2];
                    value = value * rest + POWERS_OF_TWO[3];
                    value = value * rest + 1.0;
                    let exponent = shifted.to_bits().wrapping_sub(ROUNDER.to_bits());
                    let scale = f32::from_bits(exponent.wrapping_add(127) << 23);
                    let rounded = value * scale * most + ROUNDER;
                    total[lane] += rounded - ROUNDER;
                    output[lane] = rounded.to_bits() as u8;
                }
            }
            *unit = 1.0 / total.into_iter().sum::<f32>();
        }
    }
}
