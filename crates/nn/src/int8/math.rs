//! Functions on floats that give equal bits on every processor.

use std::sync::atomic::{Ordering, compiler_fence};

use super::isa::compiled_for_each_isa;
use super::layout::OUTPUTS;
use crate::network::Activation;

/// Smallest range of a tensor and smallest scale of weights, so that their inverses are finite.
pub(super) const MIN_WIDTH: f32 = 1e-30;

/// Number whose sum with a float of small size has the rounded float in its last bits.
pub(super) const ROUNDER: f32 = 12_582_912.0;

/// Returns eˣ with a relative error below 2e-7 for x from −87 to 88, and the value of the nearer
/// bound outside. The polynomial is that of Cephes' `expf`.
#[inline(always)]
pub(super) fn exp(value: f32) -> f32 {
    let value = value.clamp(-87.0, 88.0);
    let shifted = value * std::f32::consts::LOG2_E + ROUNDER;
    let whole = shifted - ROUNDER;
    let rest = value - whole * 0.693_359_4 - whole * -2.121_944_4e-4;
    let mut sum = 1.987_569_1e-4;
    for factor in [
        1.398_2e-3,
        8.333_452e-3,
        4.166_579_6e-2,
        1.666_666_5e-1,
        5e-1,
    ] {
        sum = sum * rest + factor;
    }
    let sum = sum * rest * rest + rest + 1.0;
    let power = shifted.to_bits().wrapping_sub(ROUNDER.to_bits());
    sum * f32::from_bits(power.wrapping_add(127) << 23)
}

#[inline(always)]
fn relu(value: f32) -> f32 {
    if value > 0.0 { value } else { 0.0 }
}

/// Returns x · tanh(ln(1 + eˣ)), where the hyperbolic tangent is (e² + 2e) / (e² + 2e + 2), e = eˣ.
#[inline(always)]
fn mish(value: f32) -> f32 {
    let power = exp(if value > 20.0 { 20.0 } else { value });
    let part = power * (power + 2.0);
    value * (part / (part + 2.0))
}

#[inline(always)]
fn silu(value: f32) -> f32 {
    value / (1.0 + exp(-value))
}

/// Evaluates an expression with the function of an activation, so that each activation has loops of
/// its own.
macro_rules! with_activation {
    ($activation:expr, $function:ident => $body:expr) => {
        match $activation {
            Activation::Identity => {
                let $function = |value: f32| value;
                $body
            }
            Activation::Relu => {
                let $function = relu;
                $body
            }
            Activation::Mish => {
                let $function = mish;
                $body
            }
            Activation::Silu => {
                let $function = silu;
                $body
            }
        }
    };
}

compiled_for_each_isa! {
    /// Applies an activation to each of `values`.
    fn activate(activation: Activation, values: &mut [f32]) {
        with_activation!(activation, activate => {
            for value in values {
                *value = activate(*value);
            }
        });
    }
}

/// Ends an iteration over groups of [`OUTPUTS`] channels without an instruction.
///
/// Each group fills whole registers. Without the fence, LLVM computes a channel of several groups
/// together for AVX-512, and gathers and scatters them: 13 instead of 0.9 ns for a quantised group.
#[inline(always)]
fn keep_groups_apart() {
    compiler_fence(Ordering::SeqCst);
}

compiled_for_each_isa! {
    /// Scales and shifts each channel of `tensor`, then applies the activation.
    fn normalise(scale: &[f32], bias: &[f32], activation: Activation, tensor: &mut [f32]) {
        let (scale, _) = scale.as_chunks::<OUTPUTS>();
        let (bias, _) = bias.as_chunks::<OUTPUTS>();
        let (groups, _) = tensor.as_chunks_mut::<OUTPUTS>();
        with_activation!(activation, activate => {
            for point in groups.chunks_exact_mut(scale.len()) {
                for ((values, scale), bias) in point.iter_mut().zip(scale).zip(bias) {
                    for channel in 0..OUTPUTS {
                        let value = values[channel] * scale[channel] + bias[channel];
                        values[channel] = activate(value);
                    }
                    keep_groups_apart();
                }
            }
        });
    }
}

/// Rounds to the nearest of −127 to 127; a number that is none becomes 0.
#[inline(always)]
pub(super) fn round_weight(value: f32) -> i8 {
    (value.clamp(-127.0, 127.0) + ROUNDER).to_bits() as i8
}

compiled_for_each_isa! {
    /// Scales and shifts each channel of `input`, applies the activation and multiplies the channel
    /// by its factor. Extends `range` by the results.
    fn balance(
        scale: &[f32],
        bias: &[f32],
        activation: Activation,
        factors: &[f32],
        input: &[f32],
        output: &mut [f32],
        range: &mut Range,
    ) {
        let (scale, _) = scale.as_chunks::<OUTPUTS>();
        let (bias, _) = bias.as_chunks::<OUTPUTS>();
        let (factors, _) = factors.as_chunks::<OUTPUTS>();
        let (input, _) = input.as_chunks::<OUTPUTS>();
        let (output, _) = output.as_chunks_mut::<OUTPUTS>();
        let count = scale.len();
        let mut extended = *range;
        with_activation!(activation, activate => {
            let points = input.chunks_exact(count).zip(output.chunks_exact_mut(count));
            for (input, output) in points {
                let groups = output.iter_mut().zip(input).zip(scale).zip(bias).zip(factors);
                for ((((output, input), scale), bias), factor) in groups {
                    for channel in 0..OUTPUTS {
                        let value = input[channel] * scale[channel] + bias[channel];
                        let value = activate(value) * factor[channel];
                        output[channel] = value;
                        extended.extend(channel, value);
                    }
                    keep_groups_apart();
                }
            }
        });
        *range = extended;
    }
}

/// Returns the inverse of the root of the mean square of padded values, of which `numbers` are no
/// padding. Sums of 1,024 squares are added, since the values may be those of a whole board.
#[inline(always)]
fn inverse_rms(values: &[f32], numbers: f32, epsilon: f32) -> f32 {
    let mut sum = 0.0;
    for values in values.chunks(1024) {
        let mut squares = [0.0; OUTPUTS];
        for values in values.as_chunks::<OUTPUTS>().0 {
            for lane in 0..OUTPUTS {
                squares[lane] += values[lane] * values[lane];
            }
        }
        sum += squares.into_iter().sum::<f32>();
    }
    1.0 / (sum / numbers + epsilon).sqrt()
}

compiled_for_each_isa! {
    /// Divides each point of `input` by the root of the mean square of its `channels`, and
    /// multiplies each channel by its factor. Extends a range as [`balance`] does.
    fn balance_rms(
        channels: f32,
        epsilon: f32,
        factors: &[f32],
        input: &[f32],
        output: &mut [f32],
        range: &mut Range,
    ) {
        let (factors, _) = factors.as_chunks::<OUTPUTS>();
        let (input, _) = input.as_chunks::<OUTPUTS>();
        let (output, _) = output.as_chunks_mut::<OUTPUTS>();
        let count = factors.len();
        let mut extended = *range;
        let points = input.chunks_exact(count).zip(output.chunks_exact_mut(count));
        for (input, output) in points {
            let root = inverse_rms(input.as_flattened(), channels, epsilon);
            for ((output, input), factor) in output.iter_mut().zip(input).zip(factors) {
                for channel in 0..OUTPUTS {
                    let value = input[channel] * root * factor[channel];
                    output[channel] = value;
                    extended.extend(channel, value);
                }
                keep_groups_apart();
            }
        }
        *range = extended;
    }
}

compiled_for_each_isa! {
    /// Multiplies SiLU of the first half of each point's channels by the second half, and each
    /// channel by its factor. Extends a range as [`balance`] does.
    fn gate(
        factors: &[f32],
        input: &[f32],
        output: &mut [f32],
        range: &mut Range,
    ) {
        let (factors, _) = factors.as_chunks::<OUTPUTS>();
        let (input, _) = input.as_chunks::<OUTPUTS>();
        let (output, _) = output.as_chunks_mut::<OUTPUTS>();
        let count = factors.len();
        let mut extended = *range;
        let points = input.chunks_exact(2 * count).zip(output.chunks_exact_mut(count));
        for (input, output) in points {
            let (first, gate) = input.split_at(count);
            let groups = output.iter_mut().zip(first).zip(gate).zip(factors);
            for (((output, first), gate), factor) in groups {
                for channel in 0..OUTPUTS {
                    let value = silu(first[channel]) * gate[channel] * factor[channel];
                    output[channel] = value;
                    extended.extend(channel, value);
                }
                keep_groups_apart();
            }
        }
        *range = extended;
    }
}

compiled_for_each_isa! {
    /// Divides `tensor` by the root of its mean square, of which `numbers` are no padding.
    fn divide_by_rms(numbers: f32, epsilon: f32, tensor: &mut [f32]) {
        let root = inverse_rms(tensor, numbers, epsilon);
        tensor.iter_mut().for_each(|value| *value *= root);
    }
}

/// Smallest and largest value of a tensor, or zero; a place has the values of every sixteenth
/// channel.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Range {
    low: [f32; OUTPUTS],
    high: [f32; OUTPUTS],
}

impl Range {
    /// Extends the range by a value of a channel; one that is no number changes nothing.
    #[inline(always)]
    fn extend(&mut self, channel: usize, value: f32) {
        let (low, high) = (&mut self.low[channel], &mut self.high[channel]);
        *low = if value < *low { value } else { *low };
        *high = if value > *high { value } else { *high };
    }

    /// Returns the map of the range to whole numbers from 0 to `most`.
    #[inline(always)]
    pub(super) fn step(self, most: f32) -> Step {
        let low = self.low.into_iter().fold(0.0, f32::min);
        let high = self.high.into_iter().fold(0.0, f32::max);
        Step::of(low, high, most)
    }
}

/// Map of a range of values to whole numbers from 0 to a largest one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// Value of one unit.
    pub unit: f32,
    /// Whole number that zero becomes.
    pub zero: i32,
    /// Units of a value of 1.
    factor: f32,
    /// Zero and [`ROUNDER`], whose sum with a value in units is rounded to its last bits.
    rounder: f32,
    /// [`ROUNDER`] and the largest number.
    highest: f32,
}

impl Step {
    /// Makes the map of a range that holds zero.
    #[inline(always)]
    fn of(low: f32, high: f32, most: f32) -> Self {
        let width = (high - low).clamp(MIN_WIDTH, f32::MAX);
        let rounder = -low / width * most + ROUNDER;
        Self {
            unit: width / most,
            zero: (rounder - ROUNDER) as i32,
            factor: most / width,
            rounder,
            highest: ROUNDER + most,
        }
    }

    /// Rounds a value; one outside the range becomes the number at its end, one that is no number
    /// the lowest.
    #[inline(always)]
    fn round(self, value: f32) -> u8 {
        let sum = value * self.factor + self.rounder;
        let sum = if sum > ROUNDER { sum } else { ROUNDER };
        let sum = if sum < self.highest {
            sum
        } else {
            self.highest
        };
        sum.to_bits() as u8
    }
}

compiled_for_each_isa! {
    /// Quantises each point with a step of its own, whose value and zero are written to `units` and
    /// `zeros`.
    fn round_points(
        most: f32,
        input: &[f32],
        zeros: &mut [i32],
        units: &mut [f32],
        output: &mut [u8],
    ) {
        let count = input.len() / units.len() / OUTPUTS;
        let (input, _) = input.as_chunks::<OUTPUTS>();
        let (output, _) = output.as_chunks_mut::<OUTPUTS>();
        let points = input.chunks_exact(count).zip(output.chunks_exact_mut(count));
        for ((input, output), (zero, unit)) in points.zip(zeros.iter_mut().zip(units)) {
            let mut range = Range::default();
            for input in input {
                for (channel, value) in input.iter().enumerate() {
                    range.extend(channel, *value);
                }
                keep_groups_apart();
            }
            let step = range.step(most);
            (*unit, *zero) = (step.unit, step.zero);
            for (output, input) in output.iter_mut().zip(input) {
                for channel in 0..OUTPUTS {
                    output[channel] = step.round(input[channel]);
                }
                keep_groups_apart();
            }
        }
    }
}

compiled_for_each_isa! {
    /// Quantises values of the range of a step.
    fn quantise(step: Step, input: &[f32], output: &mut [u8]) {
        let (input, _) = input.as_chunks::<OUTPUTS>();
        let (output, _) = output.as_chunks_mut::<OUTPUTS>();
        for (output, input) in output.iter_mut().zip(input) {
            for channel in 0..OUTPUTS {
                output[channel] = step.round(input[channel]);
            }
            keep_groups_apart();
        }
    }
}

compiled_for_each_isa! {
    /// Adds `bias` to each point of `tensor`.
    fn add_bias(tensor: &mut [f32], bias: &[f32]) {
        for values in tensor.chunks_exact_mut(bias.len()) {
            for (value, bias) in values.iter_mut().zip(bias) {
                *value += *bias;
            }
        }
    }
}

compiled_for_each_isa! {
    /// Writes the mean and the maximum of each channel of `tensor`.
    fn pool(tensor: &[f32], means: &mut [f32], maxima: &mut [f32]) {
        let channels = means.len();
        let maxima = &mut maxima[..channels];
        means.fill(0.0);
        maxima.fill(f32::NEG_INFINITY);
        let mut points: f32 = 0.0;
        for values in tensor.chunks_exact(channels) {
            points += 1.0;
            for channel in 0..channels {
                let value = values[channel];
                means[channel] += value;
                maxima[channel] = if value > maxima[channel] { value } else { maxima[channel] };
            }
        }
        means.iter_mut().for_each(|mean| *mean /= points);
    }
}

compiled_for_each_isa! {
    /// Writes the product of `input` and the matrix `weights` (`[input][output]`), plus `bias`.
    fn multiply(weights: &[f32], bias: &[f32], input: &[f32], output: &mut [f32]) {
        output.copy_from_slice(bias);
        for (value, weights) in input.iter().zip(weights.chunks_exact(bias.len())) {
            for (sum, weight) in output.iter_mut().zip(weights) {
                *sum += *value * *weight;
            }
        }
    }
}

/// Partial sums of [`dot`].
const LANES: usize = 8;

/// Returns the sum of the products of two vectors whose length is a multiple of [`LANES`].
#[inline(always)]
fn dot(left: &[f32], right: &[f32]) -> f32 {
    let mut sums = [0.0; LANES];
    for (left, right) in left.chunks_exact(LANES).zip(right.chunks_exact(LANES)) {
        for lane in 0..LANES {
            sums[lane] += left[lane] * right[lane];
        }
    }
    ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]))
}

compiled_for_each_isa! {
    /// Convolves `tensor` to one output channel. The filter of `rows` and `columns` has the order
    /// `[row][column][input]`, padded like the tensor; outside the board are zeros.
    fn convolve_to_one(
        filter: &[f32],
        rows: usize,
        columns: usize,
        width: usize,
        tensor: &[f32],
        output: &mut [f32],
    ) {
        let stride = filter.len() / (rows * columns);
        let height = output.len() / width;
        for (point, output) in output.iter_mut().enumerate() {
            let (row, column) = (point / width, point % width);
            let mut sum = 0.0;
            for (tap, filter) in filter.chunks_exact(stride).enumerate() {
                let row = (row + tap / columns).wrapping_sub(rows / 2);
                let column = (column + tap % columns).wrapping_sub(columns / 2);
                if row < height && column < width {
                    sum += dot(&tensor[(row * width + column) * stride..][..stride], filter);
                }
            }
            *output = sum;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exp_is_right_to_the_last_bits() {
        for step in -8700..=8800 {
            let value = step as f32 / 100.0;
            let wanted = f64::from(value).exp();
            let error = (f64::from(exp(value)) / wanted - 1.0).abs();
            assert!(error < 2e-7, "{value} {error}");
        }
        assert!(exp(-1e30) > 0.0 && exp(1e30).is_finite());
    }

    #[test]
    fn activations_are_those_of_the_reference() {
        for step in -4000..=4000 {
            let value = step as f32 / 100.0;
            let plain = f64::from(value);
            let wanted_mish = plain * plain.exp().ln_1p().tanh();
            let wanted_silu = plain / (1.0 + (-plain).exp());
            for (activation, wanted) in [
                (Activation::Mish, wanted_mish),
                (Activation::Silu, wanted_silu),
            ] {
                let mut got = [value];
                activate(crate::int8::Isa::PORTABLE, activation, &mut got);
                let error = (f64::from(got[0]) - wanted).abs();
                assert!(error < 1e-6 * (1.0 + wanted.abs()), "{value} {error}");
            }
        }
    }
}
