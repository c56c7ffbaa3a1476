//! Kernel for AVX2.

use std::arch::x86_64::{
    __m256i, _mm256_add_epi16, _mm256_add_epi32, _mm256_add_ps, _mm256_cvtepi32_ps,
    _mm256_load_si256, _mm256_loadu_ps, _mm256_loadu_si256, _mm256_madd_epi16,
    _mm256_maddubs_epi16, _mm256_mul_ps, _mm256_mullo_epi32, _mm256_set1_epi16, _mm256_set1_epi32,
    _mm256_set1_ps, _mm256_setzero_si256, _mm256_storeu_ps, _mm256_sub_epi32,
};

use super::super::layout::{DEPTH, INPUTS, OUTPUTS};
use super::convolution::Convolution;

/// Registers of 8 output channels.
pub(super) const REGISTERS: usize = OUTPUTS / 8;

/// Most points of a tile: four have 8 registers of sums, beside 4 of weights, 2 of values and the
/// ones, of 16.
const MAX_TILE: usize = 4;

/// Computes a convolution.
///
/// # Safety
///
/// The processor has AVX2, and the assertions of [`Convolution::run`] hold.
#[target_feature(enable = "avx2")]
pub(super) unsafe fn run(convolution: &mut Convolution) {
    for group in 0..convolution.groups() {
        for points in convolution.tiles(MAX_TILE) {
            // SAFETY: the points of a tile and `group` are in range, and the rest is demanded of
            // the caller.
            unsafe {
                match points.len() {
                    1 => tile::<1>(convolution, group, points.start),
                    2 => tile::<2>(convolution, group, points.start),
                    3 => tile::<3>(convolution, group, points.start),
                    _ => tile::<MAX_TILE>(convolution, group, points.start),
                }
            }
        }
    }
}

/// Computes a group of outputs of `POINTS` points.
///
/// # Safety
///
/// The processor has AVX2, the assertions of [`Convolution::run`] hold, `group` is below the
/// number of groups and `point + POINTS` at most the number of points.
#[target_feature(enable = "avx2")]
unsafe fn tile<const POINTS: usize>(convolution: &mut Convolution, group: usize, point: usize) {
    let mut sums = [[_mm256_setzero_si256(); REGISTERS]; POINTS];
    let ones = _mm256_set1_epi16(1);
    let mut weights: *const __m256i = convolution.group(group).as_ptr().cast();
    let starts = &convolution.starts[point..][..POINTS];
    for &tap in convolution.taps {
        let mut windows = [std::ptr::null::<i32>(); POINTS];
        for (window, start) in windows.iter_mut().zip(starts) {
            // SAFETY: start + tap + 4 · steps is at most the length of the input.
            *window = unsafe { convolution.input.as_ptr().add(start + tap).cast() };
        }
        for depth in 0..convolution.steps / (DEPTH / INPUTS) {
            // SAFETY: a step of weights is two registers, aligned to 64 bytes. Taps times steps
            // of them are in the group, and the loops read two steps each taps times steps / 2
            // times; after the last, `weights` is the end of the group.
            let [left, right] = unsafe {
                let registers = [
                    [
                        _mm256_load_si256(weights),
                        _mm256_load_si256(weights.add(1)),
                    ],
                    [
                        _mm256_load_si256(weights.add(2)),
                        _mm256_load_si256(weights.add(3)),
                    ],
                ];
                weights = weights.add(4);
                registers
            };
            for place in 0..POINTS {
                // SAFETY: the window has 4 · steps bytes, and 8 · depth + 8 is at most that.
                let [early, late] = unsafe {
                    let values = windows[place].add(depth * (DEPTH / INPUTS));
                    [
                        _mm256_set1_epi32(values.read_unaligned()),
                        _mm256_set1_epi32(values.add(1).read_unaligned()),
                    ]
                };
                for register in 0..REGISTERS {
                    // Four products whose weights sum to at most 258 fit into 16 bits.
                    let products = _mm256_add_epi16(
                        _mm256_maddubs_epi16(early, left[register]),
                        _mm256_maddubs_epi16(late, right[register]),
                    );
                    sums[place][register] =
                        _mm256_add_epi32(sums[place][register], _mm256_madd_epi16(products, ones));
                }
            }
        }
    }
    for (place, sums) in sums.into_iter().enumerate() {
        store(convolution, group, point + place, sums);
    }
}

/// Takes the zeros' share from the sums of a group of outputs of a point, scales them, and stores
/// them or adds them to the output.
#[target_feature(enable = "avx2")]
pub(super) fn store(
    convolution: &mut Convolution,
    group: usize,
    point: usize,
    sums: [__m256i; REGISTERS],
) {
    let channels = convolution.sums.len();
    let first = group * OUTPUTS;
    let scale = &convolution.scale[first..][..OUTPUTS];
    let weights = &convolution.sums[first..][..OUTPUTS];
    let zero = _mm256_set1_epi32(convolution.zeros[point]);
    let unit = _mm256_set1_ps(convolution.units[point]);
    let output = &mut convolution.output[point * channels + first..][..OUTPUTS];
    for (register, sum) in sums.into_iter().enumerate() {
        // SAFETY: `scale`, `weights` and `output` have 16 numbers, 8 at each of the two places.
        unsafe {
            let weights = _mm256_loadu_si256(weights.as_ptr().add(register * 8).cast());
            let sum = _mm256_sub_epi32(sum, _mm256_mullo_epi32(zero, weights));
            let output = output.as_mut_ptr().add(register * 8);
            let scale = _mm256_loadu_ps(scale.as_ptr().add(register * 8));
            let mut result = _mm256_mul_ps(_mm256_mul_ps(_mm256_cvtepi32_ps(sum), scale), unit);
            if convolution.add {
                result = _mm256_add_ps(_mm256_loadu_ps(output), result);
            }
            _mm256_storeu_ps(output, result);
        }
    }
}
