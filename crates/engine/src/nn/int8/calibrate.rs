//! Ranges of the values that the convolutions of a net read.

use std::collections::HashMap;

use super::isa::Isa;
use super::layout::{Padded, Radius, stride};
use super::math;
use crate::nn::NetError;
use crate::nn::network::{Conv, Network};
use crate::nn::reference::{BoardSize, evaluate_with};

/// Input of a net that shows which values occur inside it.
#[derive(Clone, Debug, PartialEq)]
pub struct CalibrationInput {
    /// Size of the board.
    pub size: BoardSize,
    /// Planes in the order `[plane][row][column]`.
    pub planes: Vec<f32>,
    /// Numbers besides the board.
    pub globals: Vec<f32>,
}

/// Smallest and largest value of a tensor, and zero between them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Range {
    pub low: f32,
    pub high: f32,
}

/// Ranges of the inputs of all convolutions, by the address of the convolution.
#[derive(Debug, Default)]
pub(super) struct Ranges(HashMap<*const Conv, Range>);

impl Ranges {
    /// Evaluates `inputs` in floats and keeps the range of what each convolution reads.
    pub(super) fn measure(
        net: &Network,
        inputs: &[CalibrationInput],
        isa: Isa,
    ) -> Result<Self, NetError> {
        if inputs.is_empty() {
            return Err(unsupported("no position to calibrate it with"));
        }
        let mut ranges = Self::default();
        for input in inputs {
            let points = input.size.points();
            if points == 0
                || input.planes.len() != net.planes * points
                || input.globals.len() != net.globals
            {
                return Err(unsupported(
                    "a position to calibrate it with does not fit it",
                ));
            }
            let (planes, globals) = (&input.planes, &input.globals);
            let mut convolve = |conv: &Conv, size: BoardSize, tensor: &[f32]| {
                ranges.observe(conv, tensor);
                convolve(conv, size, tensor, isa)
            };
            let _ = evaluate_with(net, input.size, planes, globals, &mut convolve);
        }
        let finite = |range: &Range| range.low.is_finite() && range.high.is_finite();
        if ranges.0.values().all(finite) {
            Ok(ranges)
        } else {
            Err(unsupported("values inside it are not finite"))
        }
    }

    /// Returns the range of the input of a convolution of the measured net.
    pub(super) fn of(&self, conv: &Conv) -> Range {
        self.0[&std::ptr::from_ref(conv)]
    }

    fn observe(&mut self, conv: &Conv, tensor: &[f32]) {
        let range = self.0.entry(std::ptr::from_ref(conv)).or_default();
        for value in tensor {
            if value.is_nan() {
                range.high = f32::NAN;
                return;
            }
            range.low = range.low.min(*value);
            range.high = range.high.max(*value);
        }
    }
}

fn unsupported(reason: &str) -> NetError {
    NetError::Unsupported(reason.into())
}

/// Convolves like the reference, several points and outputs at a time.
fn convolve(conv: &Conv, size: BoardSize, tensor: &[f32], isa: Isa) -> Vec<f32> {
    let border = Radius::of(conv);
    let padded = Padded { size, border };
    let inputs = conv.inputs;
    let mut input = vec![0.0; padded.points() * inputs];
    let mut starts = Vec::with_capacity(size.points());
    for row in 0..size.height {
        let start = row * padded.width() * inputs;
        let first = start + (border.rows * padded.width() + border.columns) * inputs;
        let length = size.width * inputs;
        input[first..][..length].copy_from_slice(&tensor[row * length..][..length]);
        starts.extend((0..size.width).map(|column| start + column * inputs));
    }
    let taps: Vec<usize> = (0..conv.height * conv.width)
        .map(|tap| (tap / conv.width * padded.width() + tap % conv.width) * inputs)
        .collect();
    let stride = stride(conv.outputs);
    let mut weights = vec![0.0; taps.len() * inputs * stride];
    let rows = weights.chunks_exact_mut(stride);
    for (row, from) in rows.zip(conv.weights.chunks_exact(conv.outputs)) {
        row[..conv.outputs].copy_from_slice(from);
    }
    let mut output = Vec::with_capacity(size.points() * conv.outputs);
    let mut sums = vec![0.0; math::FLOAT_POINTS * stride];
    for starts in starts.chunks(math::FLOAT_POINTS) {
        let mut tile = [starts[0]; math::FLOAT_POINTS];
        tile[..starts.len()].copy_from_slice(starts);
        math::convolve_points(
            isa, tile, &taps, inputs, stride, &weights, &input, &mut sums,
        );
        for sums in sums.chunks_exact(stride).take(starts.len()) {
            output.extend_from_slice(&sums[..conv.outputs]);
        }
    }
    output
}
