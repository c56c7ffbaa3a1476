//! Operands of a convolution, in the order in which all kernels read them.

use std::ops::Range;

use super::super::layout::{OUTPUTS, WeightStep};

/// Convolution of one quantised tensor, and the place of its result.
///
/// A result is the sum of products less the point's zero times the sum of weights, in 32-bit
/// integers that wrap, then times the scale of the output, then times the unit of the point.
#[derive(Debug)]
pub(in super::super) struct Convolution<'a> {
    /// Quantised board with its border. Kernels that add products in 16 bits demand the values and
    /// weights of [`Precision::SHARED`](super::super::layout::Precision::SHARED).
    pub input: &'a [u8],
    /// Where the window of each point begins in `input`.
    pub starts: &'a [usize],
    /// Place of each tap of the filter in a window.
    pub taps: &'a [usize],
    /// Steps of [`INPUTS`](super::super::layout::INPUTS) channels at each tap, a multiple of two.
    pub steps: usize,
    /// Weights in the order `[group of outputs][tap][step]`.
    pub weights: &'a [WeightStep],
    /// Sum of the weights of each output channel.
    pub sums: &'a [i32],
    /// Value of one unit of each output channel for an input of 1.
    pub scale: &'a [f32],
    /// Quantised zero of the inputs of each point.
    pub zeros: &'a [i32],
    /// Value of one quantised unit of the inputs of each point.
    pub units: &'a [f32],
    /// Whether the results are added to `output` instead of replacing it.
    pub add: bool,
    /// Results in the order `[point][output]`.
    pub output: &'a mut [f32],
}

impl Convolution<'_> {
    /// Returns the number of groups of outputs.
    pub(super) fn groups(&self) -> usize {
        self.sums.len() / OUTPUTS
    }

    /// Returns the weights of a group of outputs.
    pub(super) fn group(&self, group: usize) -> &[WeightStep] {
        let count = self.taps.len() * self.steps;
        &self.weights[group * count..][..count]
    }

    /// Divides the points into as few tiles of at most `largest` as possible, whose sizes differ by
    /// one at most: sums of few points are too few to fill the pipelines of a processor.
    pub(super) fn tiles(&self, largest: usize) -> impl Iterator<Item = Range<usize>> + use<> {
        let points = self.starts.len();
        let tiles = points.div_ceil(largest);
        (0..tiles).map(move |tile| points * tile / tiles..points * (tile + 1) / tiles)
    }
}
