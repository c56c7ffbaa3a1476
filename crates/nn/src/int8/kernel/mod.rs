//! Convolution of unsigned by signed 8-bit integers into exact 32-bit sums.
//!
//! Every kernel walks over groups of [`OUTPUTS`] output channels, inside them over tiles of a few
//! points, and sums over the taps of the filter and the input channels in registers. All of them
//! read one [`Convolution`]: a `WeightStep` is one operand of AVX-512's `vpdpbusd`, whose other
//! operand is [`INPUTS`] bytes of a point, broadcast.

#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod avx_vnni;
mod convolution;
mod portable;

pub(super) use convolution::Convolution;

use super::isa::{Isa, Kind};
use super::layout::{DEPTH, INPUTS, OUTPUTS};

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
        assert_eq!(self.sums.len() % OUTPUTS, 0);
        assert_eq!(self.scale.len(), self.sums.len());
        assert_eq!(self.zeros.len(), self.starts.len());
        assert_eq!(self.units.len(), self.starts.len());
        assert_eq!(self.output.len(), self.starts.len() * self.sums.len());
        let groups = self.sums.len() / OUTPUTS;
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
}
