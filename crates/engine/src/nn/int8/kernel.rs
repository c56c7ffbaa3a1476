//! Convolution of 7-bit by 8-bit integers into exact 32-bit sums.
//!
//! Every kernel walks over groups of [`OUTPUTS`] output channels, inside them over tiles of a few
//! points, and sums over the taps of the filter and the input channels in registers. A kernel for
//! another instruction set reads the same [`Convolution`]: one [`WeightStep`] is one operand of
//! AVX-512's `vpdpbusd`, whose other operand is [`INPUTS`] bytes of a point, broadcast.

use super::isa::Isa;
use super::layout::{DEPTH, INPUTS, OUTPUTS, WeightStep};

/// Largest sum of the magnitudes of the four weights whose products kernels add in 16 bits:
/// 258 · 127 < 2¹⁵.
pub(super) const MAX_WEIGHT_SUM: i32 = 258;

/// Places, in two steps, of the weights whose products are added in 16 bits.
pub(super) const JOINED_WEIGHTS: [[usize; 4]; 2] =
    [[0, 1, INPUTS, INPUTS + 1], [2, 3, INPUTS + 2, INPUTS + 3]];

/// Most points of a tile.
const MAX_TILE: usize = 5;

/// Convolution of one quantised tensor, and the place of its result.
#[derive(Debug)]
pub(super) struct Convolution<'a> {
    /// Quantised board with its border, values 0 to 127.
    pub input: &'a [u8],
    /// Where the window of each point begins in `input`.
    pub starts: &'a [usize],
    /// Place of each tap of the filter in a window.
    pub taps: &'a [usize],
    /// Steps of [`INPUTS`] channels at each tap, a multiple of two.
    pub steps: usize,
    /// Weights in the order `[group of outputs][tap][step]`.
    pub weights: &'a [WeightStep],
    /// First summand of each output channel: the zero points' share with a changed sign.
    pub initial: &'a [i32],
    /// Factor that turns the sum of each output channel into a float.
    pub scale: &'a [f32],
    /// Whether the results are added to `output` instead of replacing it.
    pub add: bool,
    /// Results in the order `[point][output]`.
    pub output: &'a mut [f32],
}

impl Convolution<'_> {
    /// Computes the convolution.
    ///
    /// # Panics
    ///
    /// The lengths of the slices do not fit one another, or a start and a tap lead outside.
    pub(super) fn run(&mut self, isa: Isa) {
        let reach = self.starts.iter().max().copied().unwrap_or(0)
            + self.taps.iter().max().copied().unwrap_or(0)
            + self.steps * INPUTS;
        assert!(reach <= self.input.len(), "a window leaves the input");
        assert_eq!(self.steps % (DEPTH / INPUTS), 0);
        assert_eq!(self.initial.len() % OUTPUTS, 0);
        assert_eq!(self.scale.len(), self.initial.len());
        assert_eq!(self.output.len(), self.starts.len() * self.initial.len());
        let groups = self.initial.len() / OUTPUTS;
        assert_eq!(self.weights.len(), groups * self.taps.len() * self.steps);
        #[cfg(target_arch = "x86_64")]
        if isa.is_avx2() {
            // SAFETY: the processor has AVX2, and the assertions above are the function's demands.
            return unsafe { avx2::run(self) };
        }
        let _ = isa;
        portable(self);
    }

    /// Returns the weights of a group of outputs.
    fn group(&self, group: usize) -> &[WeightStep] {
        let count = self.taps.len() * self.steps;
        &self.weights[group * count..][..count]
    }

    /// Returns the length of the tile that begins with a point.
    ///
    /// Tiles have four points, or five where one would be left, or three where two would.
    fn tile(&self, point: usize) -> usize {
        match self.starts.len() - point {
            left @ (0..=3 | MAX_TILE) => left,
            6 => 3,
            _ => 4,
        }
    }
}

/// Computes a convolution without special instructions.
fn portable(convolution: &mut Convolution) {
    for group in 0..convolution.initial.len() / OUTPUTS {
        let mut point = 0;
        while point < convolution.starts.len() {
            let length = convolution.tile(point);
            match length {
                1 => portable_tile::<1>(convolution, group, point),
                2 => portable_tile::<2>(convolution, group, point),
                3 => portable_tile::<3>(convolution, group, point),
                4 => portable_tile::<4>(convolution, group, point),
                _ => portable_tile::<MAX_TILE>(convolution, group, point),
            }
            point += length;
        }
    }
}

/// Computes a group of outputs of `POINTS` points.
fn portable_tile<const POINTS: usize>(convolution: &mut Convolution, group: usize, point: usize) {
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

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::{
        __m256i, _mm256_add_epi16, _mm256_add_epi32, _mm256_add_ps, _mm256_cvtepi32_ps,
        _mm256_load_si256, _mm256_loadu_ps, _mm256_loadu_si256, _mm256_madd_epi16,
        _mm256_maddubs_epi16, _mm256_mul_ps, _mm256_set1_epi16, _mm256_set1_epi32,
        _mm256_storeu_ps,
    };

    use super::{Convolution, DEPTH, INPUTS, OUTPUTS};

    /// Registers of 8 output channels.
    const REGISTERS: usize = OUTPUTS / 8;

    /// Computes a convolution with AVX2.
    ///
    /// # Safety
    ///
    /// The processor has AVX2, and the assertions of [`Convolution::run`] hold.
    #[target_feature(enable = "avx2")]
    pub(super) unsafe fn run(convolution: &mut Convolution) {
        for group in 0..convolution.initial.len() / OUTPUTS {
            let mut point = 0;
            while point < convolution.starts.len() {
                let length = convolution.tile(point);
                // SAFETY: `tile` returns no more points than are left, so that `point + length` is
                // at most the number of points; `group` is below the number of groups; the rest is
                // demanded of the caller.
                unsafe {
                    match length {
                        1 => tile::<1>(convolution, group, point),
                        2 => tile::<2>(convolution, group, point),
                        3 => tile::<3>(convolution, group, point),
                        4 => tile::<4>(convolution, group, point),
                        _ => tile::<5>(convolution, group, point),
                    }
                }
                point += length;
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
        let channels = convolution.initial.len();
        let first = group * OUTPUTS;
        let initial = &convolution.initial[first..first + OUTPUTS];
        // SAFETY: `initial` has 16 integers, 8 at each of the two places.
        let initial: [__m256i; REGISTERS] = std::array::from_fn(|register| unsafe {
            _mm256_loadu_si256(initial.as_ptr().add(register * 8).cast())
        });
        let mut sums = [initial; POINTS];
        let ones = _mm256_set1_epi16(1);
        let mut weights: *const __m256i = convolution.group(group).as_ptr().cast();
        let starts: [usize; POINTS] =
            std::array::from_fn(|place| convolution.starts[point + place]);
        for &tap in convolution.taps {
            // SAFETY: start + tap + 4 · steps is at most the length of the input.
            let windows: [*const i32; POINTS] = std::array::from_fn(|place| unsafe {
                convolution.input.as_ptr().add(starts[place] + tap).cast()
            });
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
                    // Four products whose weights sum to at most 258 fit into 16 bits.
                    let first = _mm256_add_epi16(
                        _mm256_maddubs_epi16(early, left[0]),
                        _mm256_maddubs_epi16(late, right[0]),
                    );
                    let second = _mm256_add_epi16(
                        _mm256_maddubs_epi16(early, left[1]),
                        _mm256_maddubs_epi16(late, right[1]),
                    );
                    let [low, high] = sums[place];
                    sums[place] = [
                        _mm256_add_epi32(low, _mm256_madd_epi16(first, ones)),
                        _mm256_add_epi32(high, _mm256_madd_epi16(second, ones)),
                    ];
                }
            }
        }
        let scale = &convolution.scale[first..first + OUTPUTS];
        for (place, sums) in sums.into_iter().enumerate() {
            let output = &mut convolution.output[(point + place) * channels + first..][..OUTPUTS];
            for (register, sum) in sums.into_iter().enumerate() {
                // SAFETY: `scale` and `output` have 16 floats, 8 at each of the two places.
                unsafe {
                    let output = output.as_mut_ptr().add(register * 8);
                    let scale = _mm256_loadu_ps(scale.as_ptr().add(register * 8));
                    let mut result = _mm256_mul_ps(_mm256_cvtepi32_ps(sum), scale);
                    if convolution.add {
                        result = _mm256_add_ps(_mm256_loadu_ps(output), result);
                    }
                    _mm256_storeu_ps(output, result);
                }
            }
        }
    }
}
