//! Kernel without special instructions.

use super::{Convolution, DEPTH, INPUTS, JOINED_WEIGHTS, OUTPUTS, WeightStep};

/// Most points of a tile.
const MAX_TILE: usize = 4;

/// Computes a convolution.
pub(super) fn run(convolution: &mut Convolution) {
    for group in 0..convolution.groups() {
        for points in convolution.tiles(MAX_TILE) {
            match points.len() {
                1 => tile::<1>(convolution, group, points.start),
                2 => tile::<2>(convolution, group, points.start),
                3 => tile::<3>(convolution, group, points.start),
                _ => tile::<MAX_TILE>(convolution, group, points.start),
            }
        }
    }
}

/// Computes a group of outputs of `POINTS` points.
fn tile<const POINTS: usize>(convolution: &mut Convolution, group: usize, point: usize) {
    let channels = convolution.initial.len();
    let first = group * OUTPUTS;
    let mut sums = [[0i32; OUTPUTS]; POINTS];
    for sums in &mut sums {
        sums.copy_from_slice(&convolution.initial[first..][..OUTPUTS]);
    }
    let starts = &convolution.starts[point..point + POINTS];
    let mut weights = convolution.group(group).chunks_exact(DEPTH / INPUTS);
    for tap in convolution.taps {
        let depth = convolution.steps * INPUTS;
        let windows: [&[u8]; POINTS] =
            std::array::from_fn(|place| &convolution.input[starts[place] + tap..][..depth]);
        for (at, weights) in (0..depth).step_by(DEPTH).zip(&mut weights) {
            let weights = by_input(weights);
            for (sums, window) in sums.iter_mut().zip(windows) {
                let values = &window[at..at + DEPTH];
                for joined in JOINED_WEIGHTS {
                    // Four products whose weights sum to at most 258 fit into 16 bits.
                    let mut products = [0i16; OUTPUTS];
                    for input in joined {
                        let value = i16::from(values[input]);
                        for output in 0..OUTPUTS {
                            products[output] += value * weights[input][output];
                        }
                    }
                    for output in 0..OUTPUTS {
                        sums[output] += i32::from(products[output]);
                    }
                }
            }
        }
    }
    let scale = &convolution.scale[first..][..OUTPUTS];
    for (place, sums) in sums.iter().enumerate() {
        let output = &mut convolution.output[(point + place) * channels + first..][..OUTPUTS];
        for ((output, sum), scale) in output.iter_mut().zip(sums).zip(scale) {
            let result = *sum as f32 * *scale;
            *output = if convolution.add {
                *output + result
            } else {
                result
            };
        }
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
