//! What must hold whatever the input is. Each function takes any bytes and panics where something does not.
//!
//! The fuzzers call these, and so does `tests/halfpoint/fuzz_corpus.rs`, on every input that is kept.

mod line;
mod oracle;
mod rules;
mod session;
mod sgf;

pub use line::line;
pub use rules::rules;
pub use session::session;
pub use sgf::sgf;

use halfpoint_core::rules::{PRESETS, Preset};

/// The rule set that a byte stands for, so that a fuzzer gets at all of them.
fn preset(byte: u8) -> &'static Preset {
    &PRESETS[usize::from(byte) % PRESETS.len()]
}
