//! Nets of our own, "halfpoint 1": their inputs, their file format and what their outputs mean.
//!
//! Such a net is told the true rules as numbers, so it plays under every rule set without a
//! stand-in, and it has a logit for each kind of token move.

mod file;
mod half;
mod inputs;
mod outputs;
#[cfg(test)]
mod tests;

use halfpoint_core::Token;

use super::network::OutputScales;

pub use file::{FORMAT, is_safetensors, read, write};
pub use inputs::{GLOBALS, InputExtractor, Inputs, PLANES};
pub(crate) use outputs::evaluation;
pub use outputs::{LOGISTICS, MIN_SPREAD};

/// File of the net that lies in this crate: small, and trained for every rule set.
/// `docs/notebook/training.md` says how it was made.
pub const EMBEDDED: &[u8] = include_bytes!("../../nets/halfpoint.safetensors");

/// Logits of token moves: one for each [`Token`], in the order of the enum.
pub const TOKENS: usize = Token::ALL.len();
/// Logits of the outcome: win, draw, loss and no result.
pub const OUTCOMES: usize = 4;
/// Numbers of the score: three logits of the weights of logistics, their three means and their
/// three scales, the lead, and the short-term errors of the value and the score, which the engine
/// does not read.
pub const SCORES: usize = 12;

/// Factors of the outputs: points for one unit.
pub const SCALES: OutputScales = OutputScales {
    score_mean: 20.0,
    score_stdev: 10.0,
    lead: 20.0,
    variance_time: 1.0,
    value_error: 1.0,
    score_error: 1.0,
};
