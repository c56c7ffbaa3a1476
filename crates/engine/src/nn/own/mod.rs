//! Nets of our own, "halfpoint 1": their inputs, their file format and what their outputs mean.
//!
//! Such a net is told the true rules as numbers, so it plays under every rule set without a
//! stand-in, and it has a logit for each kind of token move.

mod inputs;
#[cfg(test)]
mod tests;

pub use inputs::{GLOBALS, InputExtractor, Inputs, PLANES};
