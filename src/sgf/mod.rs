//! Game records in the Smart Game Format (FF\[4\]): [`read()`] and [`write()`].
//!
//! A record says more here than the format provides for: token moves are passes with the private
//! property `HPM` (`button`, `halfpass`, `fullpass`, `delay`, `draw`, or `propose` and the proposed
//! points, `propose:aa:bb`), and the private root property `HPR` holds the whole rule set as JSON.
//! Programs that know neither still read the board and the passes.

mod error;
mod nodes;
mod points;
mod read;
mod ruleset;
#[cfg(test)]
mod tests;
mod text;
mod write;

pub use error::SgfError;
pub use read::{Loaded, MAX_BYTES, read};
pub use write::{Info, write};
