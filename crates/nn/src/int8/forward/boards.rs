//! Boards of integers: rounding, and convolutions of them.

use super::Context;
use crate::int8::kernel::Convolution;
use crate::int8::layout::{Padded, Radius};
use crate::int8::math::{self, Range};
use crate::int8::plan::{QuantConv, QuantNorm, QuantRms};

/// Quantised tensor with a border.
#[derive(Clone, Debug, Default)]
pub(super) struct QuantBoard {
    pub(super) values: Vec<u8>,
    /// Values before they are rounded, without the border.
    pub(super) balanced: Vec<f32>,
    /// Quantised zero of each point.
    pub(super) zeros: Vec<i32>,
    /// Value of one quantised unit of each point.
    pub(super) units: Vec<f32>,
    /// Index of each point, less that of the first.
    pub(super) starts: Vec<usize>,
    /// Indexes of the windows of a convolution.
    pub(super) windows: Vec<usize>,
    pub(super) taps: Vec<usize>,
    pub(super) border: Radius,
}

impl Context {
    /// Normalises and quantises `tensor`; `bias` replaces that of the normalisation.
    pub(super) fn quantise(
        self,
        norm: &QuantNorm,
        bias: Option<&[f32]>,
        tensor: &[f32],
        board: &mut QuantBoard,
    ) {
        board.balanced.resize(tensor.len(), 0.0);
        let mut range = Range::default();
        math::balance(
            self.isa,
            &norm.norm.scale,
            bias.unwrap_or(&norm.norm.bias),
            norm.norm.activation,
            &norm.factors,
            tensor,
            &mut board.balanced,
            &mut range,
        );
        self.round(range, norm.border, board);
    }

    /// Divides each point of `tensor` by the root of its mean square, and quantises it.
    pub(super) fn quantise_rms(self, norm: &QuantRms, tensor: &[f32], board: &mut QuantBoard) {
        let range = self.divide_points(norm, tensor, &mut board.balanced);
        self.round(range, Radius::default(), board);
    }

    /// Quantises the balanced values of a board with the smallest steps with which none is cut: one
    /// step for all points, or for each point its own where no convolution reads several at a time.
    pub(super) fn round(self, range: Range, border: Radius, board: &mut QuantBoard) {
        let points = self.size.points();
        let padded = Padded {
            size: self.size,
            border,
        };
        let (width, stride) = (padded.width(), board.balanced.len() / points);
        let most = f32::from(self.precision.most);
        board.border = border;
        board.values.resize(padded.points() * stride, 0);
        board.starts.clear();
        board.zeros.clear();
        board.units.clear();
        if border == Radius::default() {
            board.starts.extend((0..points).map(|point| point * stride));
            board.zeros.resize(points, 0);
            board.units.resize(points, 0.0);
            let (zeros, units) = (&mut board.zeros, &mut board.units);
            math::round_points(
                self.isa,
                most,
                &board.balanced,
                zeros,
                units,
                &mut board.values,
            );
            return;
        }
        let step = range.step(most);
        let zero = step.zero as u8;
        board.zeros.resize(points, step.zero);
        board.units.resize(points, step.unit);
        let (above, rest) = board.values.split_at_mut(border.rows * width * stride);
        let (rows, below) = rest.split_at_mut(self.size.height * width * stride);
        above.fill(zero);
        below.fill(zero);
        let from = board.balanced.chunks_exact(self.size.width * stride);
        for (row, (to, from)) in rows.chunks_exact_mut(width * stride).zip(from).enumerate() {
            let (left, rest) = to.split_at_mut(border.columns * stride);
            let (inner, right) = rest.split_at_mut(self.size.width * stride);
            left.fill(zero);
            right.fill(zero);
            math::quantise(self.isa, step, from, inner);
            let first = row * width;
            board
                .starts
                .extend((first..first + self.size.width).map(|point| point * stride));
        }
    }

    /// Convolves the quantised board into `output`.
    pub(super) fn convolve(self, conv: &QuantConv, board: &mut QuantBoard, output: &mut Vec<f32>) {
        output.resize(self.size.points() * conv.scale.len(), 0.0);
        self.run_convolution(conv, board, false, output);
    }

    /// Adds the convolution of the quantised board to `output`.
    pub(super) fn add_convolution(
        self,
        conv: &QuantConv,
        board: &mut QuantBoard,
        output: &mut [f32],
    ) {
        self.run_convolution(conv, board, true, output);
    }

    pub(super) fn run_convolution(
        self,
        conv: &QuantConv,
        board: &mut QuantBoard,
        add: bool,
        output: &mut [f32],
    ) {
        let padded = Padded {
            size: self.size,
            border: board.border,
        };
        let window = padded.window(conv.radius) * conv.input_stride;
        board.windows.clear();
        board
            .windows
            .extend(board.starts.iter().map(|start| start + window));
        board.taps.clear();
        for row in 0..conv.rows {
            let first = row * padded.width();
            let points = first..first + conv.columns;
            board
                .taps
                .extend(points.map(|point| point * conv.input_stride));
        }
        Convolution {
            input: &board.values,
            starts: &board.windows,
            taps: &board.taps,
            steps: conv.steps,
            weights: &conv.weights,
            sums: &conv.sums,
            scale: &conv.scale,
            zeros: &board.zeros,
            units: &board.units,
            add,
            output,
        }
        .run(self.isa);
    }
}
