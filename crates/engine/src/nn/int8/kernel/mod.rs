//! Convolution of 7-bit by 8-bit integers into exact 32-bit sums.
//!
//! Every kernel walks over groups of [`OUTPUTS`] output channels, inside them over tiles of a few
//! points, and sums over the taps of the filter and the input channels in registers. All of them
//! read one [`Convolution`]: a [`WeightStep`] is one operand of AVX-512's `vpdpbusd`, whose other
//! operand is [`INPUTS`] bytes of a point, broadcast.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod avx_vnni;
mod portable;

use std::ops::Range;

use super::isa::{Isa, Kind};
use super::layout::{DEPTH, INPUTS, OUTPUTS, WeightStep};

/// Largest sum of the magnitudes of the four weights whose products kernels add in 16 bits:
/// 258 · 127 < 2¹⁵.
pub(super) const MAX_WEIGHT_SUM: i32 = 258;

/// Places, in two steps, of the weights whose products are added in 16 bits.
pub(super) const JOINED_WEIGHTS: [[usize; 4]; 2] =
    [[0, 1, INPUTS, INPUTS + 1], [2, 3, INPUTS + 2, INPUTS + 3]];

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
        match isa.kind() {
            Kind::Portable => portable::run(self),
            // SAFETY: an `Isa` is made only for a processor that has its instructions, and the
            // assertions above are the functions' demands.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => unsafe { avx2::run(self) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Kind::AvxVnni => unsafe { avx_vnni::run(self) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => unsafe { avx512::run(self) },
        }
    }

    /// Returns the number of groups of outputs.
    fn groups(&self) -> usize {
        self.initial.len() / OUTPUTS
    }

    /// Returns the weights of a group of outputs.
    fn group(&self, group: usize) -> &[WeightStep] {
        let count = self.taps.len() * self.steps;
        &self.weights[group * count..][..count]
    }

    /// Divides the points into as few tiles of at most `largest` as possible, whose sizes differ by
    /// one at most: sums of few points are too few to fill the pipelines of a processor.
    fn tiles(&self, largest: usize) -> impl Iterator<Item = Range<usize>> + use<> {
        let points = self.starts.len();
        let tiles = points.div_ceil(largest);
        (0..tiles).map(move |tile| points * tile / tiles..points * (tile + 1) / tiles)
    }
}
