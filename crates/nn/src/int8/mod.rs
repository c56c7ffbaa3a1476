//! Evaluation of nets with 8-bit integers.
//!
//! The inputs of the convolutions are unsigned numbers of 7 or 8 bits whose range is measured at
//! each evaluation, the weights signed numbers of 8 bits with a scale for each output channel, and
//! the sums are exact 32-bit integers. All else (the residual stream, normalisations, activations,
//! pooling and heads) is computed in 32-bit floats in a fixed order without fused multiply-add, so
//! that the code for all instruction sets gives equal bits.
//!
//! A net of our own has inputs of 7 bits, and equal bits on all processors. A net of KataGo has 8
//! bits on processors with VNNI, and 7 on others.
//!
//! Tensors of the board have the order `[row][column][channel]`; the number of channels is rounded
//! up to a multiple of 16.

mod attention;
mod calibrate;
mod forward;
mod isa;
mod kernel;
mod layout;
mod math;
mod plan;
mod quantise;
#[cfg(test)]
mod tests;

pub use calibrate::CalibrationInput;
pub use forward::Workspace;
pub use isa::Isa;

use super::NetError;
use super::network::Network;
use super::raw_outputs::RawOutputs;
use super::reference::BoardSize;

/// Net whose convolutions are computed with 8-bit integers.
#[derive(Clone, Debug)]
pub struct Int8Net {
    plan: plan::Plan,
    isa: Isa,
}

impl Int8Net {
    /// Quantises `net` with scales that are calibrated by evaluating `inputs`.
    ///
    /// The result of a net of our own depends on the arguments alone, that of a net of KataGo on
    /// the processor, too. Calibration takes one evaluation for each input;
    /// the positions should resemble those that will be evaluated.
    ///
    /// # Errors
    ///
    /// [`NetError::Unsupported`] if `inputs` is empty, an input does not fit the net, or a value
    /// inside the net is beyond 10¹⁵ or no number.
    pub fn new(net: Network, inputs: &[CalibrationInput]) -> Result<Self, NetError> {
        Self::with_isa(net, inputs, Isa::detect())
    }

    /// Quantises `net` as [`new`](Self::new), for instructions that are not the best ones of this
    /// processor.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn with_isa(net: Network, inputs: &[CalibrationInput], isa: Isa) -> Result<Self, NetError> {
        let plan = calibrate::plan(net, inputs, isa)?;
        Ok(Self { plan, isa })
    }

    /// Returns the bytes of the weights, which are most of what the net takes in memory.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.plan.bytes()
    }

    /// Evaluates `planes` (`[plane][row][column]`) and `globals` into `outputs`.
    ///
    /// Allocates only if `workspace` or `outputs` have not yet been used for a net and a board as
    /// large as these.
    ///
    /// # Panics
    ///
    /// The lengths of `planes` and `globals` are not those of the net and the board, or the board
    /// has no points.
    pub fn evaluate(
        &self,
        size: BoardSize,
        planes: &[f32],
        globals: &[f32],
        workspace: &mut Workspace,
        outputs: &mut RawOutputs,
    ) {
        forward::evaluate(
            &self.plan, self.isa, size, planes, globals, workspace, outputs,
        );
    }
}
