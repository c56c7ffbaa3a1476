//! Sizes of the values of channels.

use super::unsupported;
use crate::NetError;
use crate::int8::layout::Radius;
use crate::int8::quantise::Balance;

/// Largest magnitude of a value inside a net: those of trained nets are below 10⁵.
const MAX_VALUE: f32 = 1e15;

/// Largest magnitude of each channel in some tensors.
pub(super) struct Sizes {
    largest: Vec<f32>,
    /// Whether all values are numbers of at most [`MAX_VALUE`].
    usable: bool,
}

impl Sizes {
    /// Begins with no tensor of a number of channels, padded ones among them.
    pub(super) fn new(channels: usize) -> Self {
        Self {
            largest: vec![0.0; channels],
            usable: true,
        }
    }

    pub(super) fn add(&mut self, tensor: &[f32]) {
        for point in tensor.chunks_exact(self.largest.len()) {
            for (largest, value) in self.largest.iter_mut().zip(point) {
                let size = value.abs();
                self.usable &= size <= MAX_VALUE;
                *largest = if size > *largest { size } else { *largest };
            }
        }
    }

    /// Returns the balance of the channels for convolutions that need a border.
    pub(super) fn balance(self, border: Radius, power: f32) -> Result<Balance, NetError> {
        match self.usable {
            true => Ok(Balance::of(&self.largest, border, power)),
            false => Err(unsupported("values inside it are too large")),
        }
    }
}
