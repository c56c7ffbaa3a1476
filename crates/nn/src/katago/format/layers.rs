//! Layers of a file.

use std::io::BufRead;

use halfpoint_core::excerpt::excerpt;

use super::{Reader, expect};
use crate::error::NetError;
use crate::network::{Activation, Conv, Dense, LastRms, Norm, RmsNorm};
use crate::weights::{MAX_CHANNELS, MAX_FILTER, POOLED};

/// Largest summand of a mean square. The usual one is a millionth.
const MAX_EPSILON: f32 = 1.0;

impl<R: BufRead> Reader<R> {
    pub(super) fn conv(&mut self, inputs: usize, thing: &str) -> Result<Conv, NetError> {
        self.tokens.word(thing)?;
        let height = self.count("rows of a filter", MAX_FILTER)?;
        let width = self.count("columns of a filter", MAX_FILTER)?;
        expect(
            self.count("inputs of a layer", MAX_CHANNELS)?,
            inputs,
            thing,
        )?;
        let outputs = self.count("outputs of a layer", MAX_CHANNELS)?;
        if height % 2 == 0 || width % 2 == 0 {
            return Err(NetError::Malformed(format!("{thing}: {height}×{width}")));
        }
        for side in ["rows", "columns"] {
            if self.tokens.number::<i64>(side)? != 1 {
                return Err(NetError::Unsupported(format!("{thing}: dilated {side}")));
            }
        }
        Ok(Conv {
            height,
            width,
            inputs,
            outputs,
            weights: self.floats(height * width * inputs * outputs, thing)?,
        })
    }

    pub(super) fn dense(&mut self, inputs: usize, thing: &str) -> Result<Dense, NetError> {
        self.tokens.word(thing)?;
        expect(
            self.count("inputs of a matrix", MAX_CHANNELS * POOLED)?,
            inputs,
            thing,
        )?;
        let outputs = self.count("outputs of a matrix", MAX_CHANNELS)?;
        Ok(Dense {
            inputs,
            outputs,
            weights: self.floats(inputs * outputs, thing)?,
        })
    }

    /// Reads a matrix of a given size, which is checked before the weights are read.
    pub(super) fn matrix(
        &mut self,
        inputs: usize,
        outputs: usize,
        thing: &str,
    ) -> Result<Dense, NetError> {
        self.tokens.word(thing)?;
        for (side, wanted) in [("inputs", inputs), ("outputs", outputs)] {
            let found = self.count(&format!("{side} of a matrix"), MAX_CHANNELS)?;
            expect(found, wanted, &format!("{side} of the {thing}"))?;
        }
        Ok(Dense {
            inputs,
            outputs,
            weights: self.floats(inputs * outputs, thing)?,
        })
    }

    pub(super) fn bias(&mut self, channels: usize, thing: &str) -> Result<Vec<f32>, NetError> {
        self.tokens.word(thing)?;
        expect(
            self.count("length of a bias", MAX_CHANNELS)?,
            channels,
            thing,
        )?;
        self.floats(channels, thing)
    }

    /// Reads a batch normalisation and the activation after it.
    pub(super) fn norm(&mut self, channels: usize) -> Result<Norm, NetError> {
        let thing = "normalisation";
        self.tokens.word(thing)?;
        expect(
            self.count("channels of a normalisation", MAX_CHANNELS)?,
            channels,
            thing,
        )?;
        let epsilon = self.epsilon(f32::MAX)?;
        let has_scale = self.tokens.number::<u8>("whether there is a scale")? != 0;
        let has_bias = self.tokens.number::<u8>("whether there is a bias")? != 0;
        let mean = self.floats(channels, "mean")?;
        let variance = self.floats(channels, "variance")?;
        let mut scale = if has_scale {
            self.floats(channels, "scale")?
        } else {
            vec![1.0; channels]
        };
        let mut bias = if has_bias {
            self.floats(channels, "bias")?
        } else {
            vec![0.0; channels]
        };
        for channel in 0..channels {
            scale[channel] /= (variance[channel] + epsilon).sqrt();
            bias[channel] -= scale[channel] * mean[channel];
        }
        if !scale.iter().chain(&bias).all(|number| number.is_finite()) {
            return Err(NetError::Malformed("a variance is negative".into()));
        }
        Ok(Norm {
            scale,
            bias,
            activation: self.activation()?,
        })
    }

    pub(super) fn epsilon(&mut self, max: f32) -> Result<f32, NetError> {
        let epsilon: f32 = self.tokens.number("epsilon")?;
        if epsilon > 0.0 && epsilon <= max {
            Ok(epsilon)
        } else {
            Err(NetError::Malformed(format!("epsilon: {epsilon}")))
        }
    }

    /// Reads the normalisation of a block by the root of the mean square.
    pub(super) fn rms_norm(&mut self, channels: usize) -> Result<RmsNorm, NetError> {
        let thing = "normalisation of a block";
        self.tokens.word(thing)?;
        let found = self.count("channels of a normalisation", MAX_CHANNELS)?;
        expect(found, channels, thing)?;
        Ok(RmsNorm {
            epsilon: self.epsilon(MAX_EPSILON)?,
            scale: self.floats(channels, thing)?,
        })
    }

    /// Reads the end of a trunk that divides by the root of the mean square, and the activation
    /// after it.
    pub(super) fn last_rms(&mut self, channels: usize) -> Result<(LastRms, Norm), NetError> {
        let thing = "normalisation at the end of the trunk";
        self.tokens.word(thing)?;
        let found = self.count("channels of a normalisation", MAX_CHANNELS)?;
        expect(found, channels, thing)?;
        let rms = LastRms {
            epsilon: self.epsilon(MAX_EPSILON)?,
            whole_board: self.tokens.number::<i64>("whether it spans the board")? != 0,
        };
        if self.tokens.number::<i64>("channels of a group")? != 0 {
            return Err(NetError::Unsupported(format!(
                "the {thing} has groups of channels"
            )));
        }
        let norm = Norm {
            scale: self.floats(channels, thing)?,
            bias: self.floats(channels, thing)?,
            activation: self.activation()?,
        };
        Ok((rms, norm))
    }

    pub(super) fn activation(&mut self) -> Result<Activation, NetError> {
        self.tokens.word("activation")?;
        if self.version < 11 {
            return Ok(Activation::Relu);
        }
        match self.tokens.word("kind of activation")?.as_str() {
            "ACTIVATION_IDENTITY" => Ok(Activation::Identity),
            "ACTIVATION_RELU" => Ok(Activation::Relu),
            "ACTIVATION_MISH" => Ok(Activation::Mish),
            "ACTIVATION_SILU" => Ok(Activation::Silu),
            kind => Err(NetError::Unsupported(format!(
                "activation {}",
                excerpt(kind)
            ))),
        }
    }
}
