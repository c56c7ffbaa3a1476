//! Kernel for AVX-512 VNNI.

use std::arch::x86_64::{
    _mm512_add_ps, _mm512_cvtepi32_ps, _mm512_dpbusd_epi32, _mm512_load_si512, _mm512_loadu_ps,
    _mm512_loadu_si512, _mm512_mul_ps, _mm512_mullo_epi32, _mm512_set1_epi32, _mm512_set1_ps,
    _mm512_setzero_si512, _mm512_storeu_ps, _mm512_sub_epi32,
};

use super::super::layout::{DEPTH, INPUTS, OUTPUTS, WeightStep};
use super::convolution::Convolution;

/// Most points of a tile. Two groups of 8 points have 16 sums, three have 24, of 32 registers:
/// enough to hide that a product waits for the one before, and to load less than to multiply.
const MAX_TILE: usize = 8;

/// Computes a convolution.
///
/// # Safety
///
/// The processor has AVX-512 F and VNNI, and the assertions of [`Convolution::run`] hold.
#[target_feature(enable = "avx512f,avx512vnni")]
pub(super) unsafe fn run(convolution: &mut Convolution) {
    let groups = convolution.groups();
    let mut group = 0;
    while group < groups {
        // SAFETY: the groups are in range, and the rest is demanded of the caller.
        group += unsafe {
            match groups - group {
                1 => run_groups::<1>(convolution, group),
                3 => run_groups::<3>(convolution, group),
                _ => run_groups::<2>(convolution, group),
            }
        };
    }
}

/// Computes `GROUPS` groups of outputs of all points, and returns `GROUPS`.
///
/// # Safety
///
/// The processor has AVX-512 F and VNNI, the assertions of [`Convolution::run`] hold, and
/// `group + GROUPS` is at most the number of groups.
#[target_feature(enable = "avx512f,avx512vnni")]
unsafe fn run_groups<const GROUPS: usize>(convolution: &mut Convolution, group: usize) -> usize {
    for points in convolution.tiles(MAX_TILE) {
        // SAFETY: the points of a tile are in range, and the rest is demanded of the caller.
        unsafe {
            match points.len() {
                1 => tile::<GROUPS, 1>(convolution, group, points.start),
                2 => tile::<GROUPS, 2>(convolution, group, points.start),
                3 => tile::<GROUPS, 3>(convolution, group, points.start),
                4 => tile::<GROUPS, 4>(convolution, group, points.start),
                5 => tile::<GROUPS, 5>(convolution, group, points.start),
                6 => tile::<GROUPS, 6>(convolution, group, points.start),
                7 => tile::<GROUPS, 7>(convolution, group, points.start),
                _ => tile::<GROUPS, MAX_TILE>(convolution, group, points.start),
            }
        }
    }
    GROUPS
}

/// Computes `GROUPS` groups of outputs of `POINTS` points.
///
/// # Safety
///
/// The processor has AVX-512 F and VNNI, the assertions of [`Convolution::run`] hold,
/// `group + GROUPS` is at most the number of groups and `point + POINTS` at most the number of
/// points.
#[target_feature(enable = "avx512f,avx512vnni")]
unsafe fn tile<const GROUPS: usize, const POINTS: usize>(
    convolution: &mut Convolution,
    group: usize,
    point: usize,
) {
    let channels = convolution.sums.len();
    let first = group * OUTPUTS;
    let mut sums = [[_mm512_setzero_si512(); GROUPS]; POINTS];
    let count = convolution.taps.len() * convolution.steps;
    let weights = &convolution.weights[group * count..][..GROUPS * count];
    let mut weights: *const WeightStep = weights.as_ptr();
    let starts = &convolution.starts[point..][..POINTS];
    for &tap in convolution.taps {
        let mut windows = [std::ptr::null::<i32>(); POINTS];
        for (window, start) in windows.iter_mut().zip(starts) {
            // SAFETY: start + tap + 4 · steps is at most the length of the input.
            *window = unsafe { convolution.input.as_ptr().add(start + tap).cast() };
        }
        // The number of steps is even; two at a time spare loads of spilled pointers.
        for pair in 0..convolution.steps / (DEPTH / INPUTS) {
            for step in [2 * pair, 2 * pair + 1] {
                let mut registers = [_mm512_setzero_si512(); GROUPS];
                for (group, register) in registers.iter_mut().enumerate() {
                    // SAFETY: a step of weights is one register, aligned to 64 bytes. Taps times
                    // steps = `count` of them are in each group, and the loops read as many.
                    *register = unsafe { _mm512_load_si512(weights.add(group * count).cast()) };
                }
                // SAFETY: after the last step, `weights` is the end of the first group.
                weights = unsafe { weights.add(1) };
                for place in 0..POINTS {
                    // SAFETY: the window has 4 · steps bytes, and `step` is below `steps`.
                    let values =
                        _mm512_set1_epi32(unsafe { windows[place].add(step).read_unaligned() });
                    for group in 0..GROUPS {
                        sums[place][group] =
                            _mm512_dpbusd_epi32(sums[place][group], values, registers[group]);
                    }
                }
            }
        }
    }
    let scale = &convolution.scale[first..][..GROUPS * OUTPUTS];
    let weights = &convolution.sums[first..][..GROUPS * OUTPUTS];
    for (place, sums) in sums.into_iter().enumerate() {
        let zero = _mm512_set1_epi32(convolution.zeros[point + place]);
        let unit = _mm512_set1_ps(convolution.units[point + place]);
        let from = (point + place) * channels + first;
        let output = &mut convolution.output[from..][..GROUPS * OUTPUTS];
        for (group, sum) in sums.into_iter().enumerate() {
            // SAFETY: `scale`, `weights` and `output` have 16 numbers for each group.
            unsafe {
                let weights = _mm512_loadu_si512(weights.as_ptr().add(group * OUTPUTS).cast());
                let sum = _mm512_sub_epi32(sum, _mm512_mullo_epi32(zero, weights));
                let output = output.as_mut_ptr().add(group * OUTPUTS);
                let scale = _mm512_loadu_ps(scale.as_ptr().add(group * OUTPUTS));
                let mut result = _mm512_mul_ps(_mm512_cvtepi32_ps(sum), scale);
                result = _mm512_mul_ps(result, unit);
                if convolution.add {
                    result = _mm512_add_ps(_mm512_loadu_ps(output), result);
                }
                _mm512_storeu_ps(output, result);
            }
        }
    }
}
