//! Reads a net in KataGo's binary format (an unpacked `.bin.gz`), model versions 8 to 17.
//!
//! The order of the parts and what changed from version to version follow `cpp/neuralnet/desc.cpp`
//! of KataGo, written by David J Wu and contributors. Parts that KataGo does not evaluate either
//! are refused, and nets with an encoder of a game's metadata.

mod blocks;
mod heads;
mod layers;

use std::io::BufRead;

use super::tokens::Tokens;
use crate::error::NetError;
use crate::network::{NetKind, Network, OutputScales};
use crate::weights::{Budget, MAX_BLOCKS, MAX_CHANNELS};

/// Model versions whose inputs are features V7.
const VERSIONS: std::ops::RangeInclusive<u32> = 8..=17;
/// Planes of features V7.
pub const PLANES: usize = 22;
/// Globals of features V7.
pub const GLOBALS: usize = 19;
/// Largest factor of an output. The usual ones are at most 40.
const MAX_FACTOR: f32 = 10_000.0;

/// Reads a net to the end of the file.
///
/// # Errors
///
/// The file cannot be read, is no net in the binary format, or has parts that are not supported.
pub fn read(input: impl BufRead) -> Result<Network, NetError> {
    let mut reader = Reader {
        tokens: Tokens::new(input),
        version: 0,
        budget: Budget::of_trunk(0, 0),
    };
    let net = reader.network()?;
    reader.tokens.end()?;
    Ok(net)
}

/// Reader of the parts of a net.
struct Reader<R> {
    tokens: Tokens<R>,
    version: u32,
    /// Room for weights, from the declaration of the trunk on.
    budget: Budget,
}

impl<R: BufRead> Reader<R> {
    fn network(&mut self) -> Result<Network, NetError> {
        let name = self.tokens.word("name of the net")?;
        self.check_kind()?;
        let scales = self.scales()?;
        let areas_under_suicide = self.options()?;
        self.tokens.word("trunk")?;
        let blocks = self.count("blocks", MAX_BLOCKS)?;
        let channels = self.count("channels of the trunk", MAX_CHANNELS)?;
        self.budget = Budget::of_trunk(blocks, channels);
        for thing in ["middle", "regular", "dilated", "pooled"] {
            // Each layer says its own numbers of channels.
            self.tokens.number::<i64>(thing)?;
        }
        let ends_with_rms = self.version >= 15 && self.trunk_options()?;
        let first_conv = self.conv(PLANES, "first convolution")?;
        expect(
            first_conv.outputs,
            channels,
            "channels of the first convolution",
        )?;
        let first_dense = self.dense(GLOBALS, "matrix of the globals")?;
        expect(first_dense.outputs, channels, "channels of the globals")?;
        let blocks = self.blocks(blocks, channels, 0)?;
        let (last_rms, last_norm) = if ends_with_rms {
            let (rms, norm) = self.last_rms(channels)?;
            (Some(rms), norm)
        } else {
            (None, self.norm(channels)?)
        };
        let policy = self.policy(channels)?;
        let value = self.value(channels)?;
        Ok(Network {
            name,
            version: self.version,
            kind: NetKind::KataGo,
            areas_under_suicide,
            planes: PLANES,
            globals: GLOBALS,
            channels,
            scales,
            first_conv,
            first_dense,
            blocks,
            last_rms,
            last_norm,
            policy,
            value,
        })
    }

    /// Reads the version of the model and the numbers of its inputs, which must be known.
    fn check_kind(&mut self) -> Result<(), NetError> {
        self.version = self.tokens.number("model version")?;
        if !VERSIONS.contains(&self.version) {
            return Err(NetError::Unsupported(format!(
                "model version {}; versions {} to {} can",
                self.version,
                VERSIONS.start(),
                VERSIONS.end()
            )));
        }
        let planes = self.count("planes of the input", MAX_CHANNELS)?;
        let globals = self.count("globals of the input", MAX_CHANNELS)?;
        if (planes, globals) != (PLANES, GLOBALS) {
            return Err(NetError::Unsupported(format!(
                "{planes} planes and {globals} globals in place of {PLANES} and {GLOBALS}"
            )));
        }
        Ok(())
    }

    fn floats(&mut self, count: usize, thing: &str) -> Result<Vec<f32>, NetError> {
        self.tokens.floats(count, thing, &mut self.budget)
    }

    /// Reads a number from 1 to `max`.
    fn count(&mut self, thing: &str, max: usize) -> Result<usize, NetError> {
        let count = self.tokens.number(thing)?;
        if (1..=max).contains(&count) {
            Ok(count)
        } else {
            Err(NetError::Malformed(format!("{thing}: {count}")))
        }
    }

    /// Reads `count` options that have to be zero.
    fn zeros(&mut self, count: usize, thing: &str) -> Result<(), NetError> {
        for _ in 0..count {
            if self.tokens.number::<i64>(thing)? != 0 {
                return Err(NetError::Unsupported(format!("unknown {thing}")));
            }
        }
        Ok(())
    }

    /// Reads the factors of the outputs, which stand in the file from version 13 on.
    fn scales(&mut self) -> Result<OutputScales, NetError> {
        if self.version < 13 {
            return Ok(OutputScales {
                score_mean: 20.0,
                score_stdev: 20.0,
                lead: 20.0,
                variance_time: 40.0,
                value_error: 0.25,
                score_error: 30.0,
            });
        }
        let mut next = |thing| -> Result<f32, NetError> {
            let factor: f32 = self.tokens.number(thing)?;
            if factor > 0.0 && factor <= MAX_FACTOR {
                Ok(factor)
            } else {
                Err(NetError::Malformed(format!("{thing}: {factor}")))
            }
        };
        // The first factor serves training alone.
        next("factor of the score in training")?;
        Ok(OutputScales {
            score_mean: next("factor of the score")?,
            score_stdev: next("factor of the deviation")?,
            lead: next("factor of the lead")?,
            variance_time: next("factor of the time")?,
            value_error: next("factor of the value's error")?,
            score_error: next("factor of the score's error")?,
        })
    }

    /// Reads the options of the whole model, which stand in the file from version 15 on. Returns
    /// whether areas are those under rules with suicide (`preferPassAliveUnderSuicideRules` in
    /// KataGo's `desc.h`).
    fn options(&mut self) -> Result<bool, NetError> {
        if self.version < 15 {
            return Ok(false);
        }
        if self.tokens.number::<i64>("meta encoder")? != 0 {
            return Err(NetError::Unsupported("it has a meta encoder".into()));
        }
        let areas_under_suicide = self.tokens.number::<i64>("areas under suicide")? != 0;
        self.zeros(6, "option of the model")?;
        Ok(areas_under_suicide)
    }

    /// Reads the options of the trunk, which stand in the file from version 15 on. Returns whether
    /// it ends with a division by the root of the mean square.
    fn trunk_options(&mut self) -> Result<bool, NetError> {
        let ends_with_rms = match self.tokens.number::<i64>("normalisation of the trunk")? {
            0 => false,
            1 => true,
            kind => {
                return Err(NetError::Unsupported(format!(
                    "normalisation {kind} of the trunk"
                )));
            }
        };
        self.zeros(5, "option of the trunk")?;
        Ok(ends_with_rms)
    }
}

/// Checks a number of the file against the number that the parts before it ask for.
fn expect(found: usize, wanted: usize, thing: &str) -> Result<(), NetError> {
    if found == wanted {
        Ok(())
    } else {
        Err(NetError::Malformed(format!(
            "{thing}: {found} in place of {wanted}"
        )))
    }
}
