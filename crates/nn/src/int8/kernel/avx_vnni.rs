//! Kernel for AVX-VNNI: `vpdpbusd` on 256 bits, for processors without AVX-512.

use std::arch::x86_64::{
    __m256i, _mm256_dpbusd_avx_epi32, _mm256_load_si256, _mm256_set1_epi32, _mm256_setzero_si256,
};

use super::super::layout::{DEPTH, INPUTS};
use super::avx2::{REGISTERS, store};
use super::convolution::Convolution;

/// Most points of a tile: six have 12 registers of sums, beside 2 of weights and one of values, of
/// 16. Fewer sums could not hide that a product waits for the one before.
const MAX_TILE: usize = 6;

/// Computes a convolution.
///
/// # Safety
///
/// The processor has AVX2 and AVX-VNNI, and the assertions of [`Convolution::run`] hold.
#[target_feature(enable = "avx2,avxvnni")]
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
                    4 => tile::<4>(convolution, group, points.start),
                    5 => tile::<5>(convolution, group, points.start),
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
/// The processor has AVX2 and AVX-VNNI, the assertions of [`Convolution::run`] hold, `group` is
/// below the number of groups and `point + POINTS` at most the number of points.
#[target_feature(enable = "avx2,avxvnni")]
unsafe fn tile<const POINTS: usize>(convolution: &mut Convolution, group: usize, point: usize) {
    let mut sums = [[_mm256_setzero_si256(); REGISTERS]; POINTS];
    let mut weights: *const __m256i = convolution.group(group).as_ptr().cast();
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
                // SAFETY: a step of weights is two registers, aligned to 64 bytes. Taps times steps
                // of them are in the group, and the loops read as many; after the last, `weights`
                // is the end of the group.
                let registers: [__m256i; REGISTERS] = unsafe {
                    let registers = [
                        _mm256_load_si256(weights),
                        _mm256_load_si256(weights.add(1)),
                    ];
                    weights = weights.add(2);
                    registers
                };
                for place in 0..POINTS {
                    // SAFETY: the window has 4 · steps bytes, and `step` is below `steps`.
                    let values =
                        _mm256_set1_epi32(unsafe { windows[place].add(step).read_unaligned() });
                    for register in 0..REGISTERS {
                        sums[place][register] = _mm256_dpbusd_avx_epi32(
                            sums[place][register],
                            values,
                            registers[register],
                        );
                    }
                }
            }
        }
    }
    for (place, sums) in sums.into_iter().enumerate() {
        store(convolution, group, point + place, sums);
    }
}
