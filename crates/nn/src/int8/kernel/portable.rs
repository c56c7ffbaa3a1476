//! Kernel without special instructions.

use std::ops::Range;

use super::super::layout::{DEPTH, INPUTS, JOINED_WEIGHTS, OUTPUTS, WeightStep};
use super::convolution::Convolution;

/// Most points of a tile. For each tile the weights are put into another order, so a tile has more
/// points than the registers can sum.
const MAX_TILE: usize = 32;

/// Sums of a group of outputs.
type Sums = [i32; OUTPUTS];

/// Computes a convolution.
pub(super) fn run(convolution: &mut Convolution) {
    for group in 0..convolution.groups() {
        for points in convolution.tiles(MAX_TILE) {
            tile(convolution, group, points);
        }
    }
}

/// Computes a group of outputs of some points.
fn tile(convolution: &mut Convolution, group: usize, points: Range<usize>) {
    let channels = convolution.sums.len();
    let first = group * OUTPUTS;
    let mut sums = [[0; OUTPUTS]; MAX_TILE];
    let sums = &mut sums[..points.len()];
    let starts = &convolution.starts[points.clone()];
    let mut weights = convolution.group(group).chunks_exact(DEPTH / INPUTS);
    for tap in convolution.taps {
        let depths = (0..convolution.steps * INPUTS).step_by(DEPTH);
        for (depth, weights) in depths.zip(&mut weights) {
            let weights = by_input(weights);
            for (sums, start) in sums.iter_mut().zip(starts) {
                let values = &convolution.input[start + tap + depth..][..DEPTH];
                for joined in JOINED_WEIGHTS {
                    add_products(sums, joined, values, &weights);
                }
            }
        }
    }
    let scale = &convolution.scale[first..][..OUTPUTS];
    let weight_sums = &convolution.sums[first..][..OUTPUTS];
    for (point, sums) in points.zip(sums) {
        let (zero, unit) = (convolution.zeros[point], convolution.units[point]);
        let output = &mut convolution.output[point * channels + first..][..OUTPUTS];
        let operands = sums.iter().zip(weight_sums).zip(scale);
        for (output, ((sum, weights), scale)) in output.iter_mut().zip(operands) {
            let sum = sum.wrapping_sub(zero.wrapping_mul(*weights));
            let result = sum as f32 * *scale * unit;
            *output = if convolution.add {
                *output + result
            } else {
                result
            };
        }
    }
}

/// Adds four products of each output, which fit into 16 bits: their weights sum to at most 258.
#[inline(always)]
fn add_products(
    sums: &mut Sums,
    joined: [usize; 4],
    values: &[u8],
    weights: &[[i16; OUTPUTS]; DEPTH],
) {
    let mut products = [0i16; OUTPUTS];
    for input in joined {
        let value = i16::from(values[input]);
        for output in 0..OUTPUTS {
            products[output] += value * weights[input][output];
        }
    }
    for output in 0..OUTPUTS {
        sums[output] = sums[output].wrapping_add(i32::from(products[output]));
    }
}

/// Puts the weights of two steps into the order `[input][output]`.
fn by_input(steps: &[WeightStep]) -> [[i16; OUTPUTS]; DEPTH] {
    let mut weights = [[0; OUTPUTS]; DEPTH];
    for (step, weights) in steps.iter().zip(weights.chunks_exact_mut(INPUTS)) {
        for (output, from) in step.0.chunks_exact(INPUTS).enumerate() {
            for (weights, from) in weights.iter_mut().zip(from) {
                weights[output] = i16::from(*from);
            }
        }
    }
    weights
}
