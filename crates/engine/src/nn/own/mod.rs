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

pub use file::{is_safetensors, read, write};
pub use inputs::{GLOBALS, InputExtractor, Inputs, PLANES};
pub(in crate::nn) use outputs::evaluation;

/// Logits of token moves: one for each [`Token`](halfpoint_core::Token), in the order of the enum.
pub const TOKENS: usize = 8;
/// Logits of the outcome: win, draw, loss and no result.
pub const OUTCOMES: usize = 4;
/// Numbers of the score: three logits of the weights of logistics, their three means and their
/// three scales, the lead, the time until the game is decided, and the parity.
pub const SCORES: usize = 12;
