//! Inputs of KataGo's nets, version 7 of its features: 22 planes and 19 numbers.
//!
//! The definition is `fillRowV7` in KataGo's `cpp/neuralnet/nninputs.cpp`. Planes and numbers that
//! concern the phases after the main play (its "encore") stay zero, since our games have none.

mod area;
mod inputs;
mod rules;
#[cfg(test)]
mod tests;

pub use inputs::{InputExtractor, Inputs};
pub use rules::{NetRules, NetScoring};
