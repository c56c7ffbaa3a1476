//! Properties that must hold for every input. Each function takes any bytes and panics where a
//! property does not hold.
//!
//! The fuzz targets call these functions, and `tests/halfpoint/fuzz_corpus.rs` calls them on every
//! input that is kept.

#![forbid(unsafe_code)]

mod analysis;
#[cfg(feature = "board")]
mod board;
mod journal;
mod line;
mod net;
mod oracle;
mod rules;
mod session;
mod sgf;
mod shard;

pub use analysis::analysis;
#[cfg(feature = "board")]
pub use board::board;
pub use journal::journal;
pub use line::line;
pub use net::net;
pub use rules::rules;
pub use session::session;
pub use sgf::sgf;
pub use shard::shard;

use halfpoint_core::rules::{PRESETS, Preset};

/// Returns the rule set that a byte stands for, so that a fuzzer reaches all of them.
fn preset(byte: u8) -> &'static Preset {
    &PRESETS[usize::from(byte) % PRESETS.len()]
}
