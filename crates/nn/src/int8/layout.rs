//! Places of points, channels and weights in memory.

use crate::network::Conv;
use crate::reference::BoardSize;

/// Output channels of a group, padded to which tensors are stored: two registers of AVX2, one of
/// AVX-512.
pub(super) const OUTPUTS: usize = 16;
/// Input channels of one step of a kernel: the bytes that `vpdpbusd`, and `vpmaddubsw` with
/// `vpmaddwd`, sum into a 32-bit integer.
pub(super) const INPUTS: usize = 4;
/// Input channels of two steps, whose products `vpmaddubsw` gives and the kernel adds in 16 bits.
pub(super) const DEPTH: usize = 2 * INPUTS;

/// Returns the number of channels that a tensor stores for each point.
pub(super) fn stride(channels: usize) -> usize {
    channels.next_multiple_of(OUTPUTS)
}

/// Weights of one step for [`OUTPUTS`] channels in the order `[output][input]`: two registers of
/// AVX2 or one of AVX-512, aligned so that no load crosses a cache line.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct WeightStep(pub [i8; OUTPUTS * INPUTS]);

/// Sizes of the whole numbers that kernels multiply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Precision {
    /// Largest value of an input.
    pub most: u8,
    /// Largest sum of the magnitudes of four weights that [`JOINED_WEIGHTS`] names.
    pub weight_sum: u16,
}

impl Precision {
    /// Inputs of 7 bits, whose products every kernel sums exactly: four of them fit into 16 bits,
    /// since 127 · 258 < 2¹⁵.
    pub(super) const SHARED: Self = Self {
        most: 127,
        weight_sum: 258,
    };
    /// Inputs of 8 bits, for kernels that sum products in 32 bits. Weights have no limit but their
    /// own 8 bits.
    pub(super) const FULL: Self = Self {
        most: u8::MAX,
        weight_sum: 4 * 127,
    };
}

/// Places, in two steps, of the weights whose products are added in 16 bits by kernels that do so.
pub(super) const JOINED_WEIGHTS: [[usize; 4]; 2] =
    [[0, 1, INPUTS, INPUTS + 1], [2, 3, INPUTS + 2, INPUTS + 3]];

/// Distance from the centre of a filter to its edge, in points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Radius {
    pub rows: usize,
    pub columns: usize,
}

impl Radius {
    pub(super) fn of(conv: &Conv) -> Self {
        Self {
            rows: conv.height / 2,
            columns: conv.width / 2,
        }
    }

    /// Returns the smallest radius that holds both.
    pub(super) fn max(self, other: Self) -> Self {
        Self {
            rows: self.rows.max(other.rows),
            columns: self.columns.max(other.columns),
        }
    }
}

/// Board with a border as wide as a filter needs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Padded {
    pub size: BoardSize,
    pub border: Radius,
}

impl Padded {
    /// Returns the number of points in a row with its border.
    pub(super) fn width(self) -> usize {
        self.size.width + 2 * self.border.columns
    }

    /// Returns the number of points of the board and its border.
    pub(super) fn points(self) -> usize {
        self.width() * (self.size.height + 2 * self.border.rows)
    }

    /// Returns the index of the point with which the window of `radius` around a point of the
    /// board begins, as seen from the point's own index less that of the first point of the board.
    pub(super) fn window(self, radius: Radius) -> usize {
        (self.border.rows - radius.rows) * self.width() + self.border.columns - radius.columns
    }
}
