//! Game records in the Smart Game Format (FF\[4\]): [`read()`], [`read_all`] and [`write()`].
//!
//! A record says more here than the format provides for: token moves are passes with the private
//! property `HPM` (`button`, `halfpass`, `fullpass`, `delay`, `draw`, or `propose` and the proposed
//! points, `propose:aa:bb`), and the private root property `HPR` holds the whole rule set as JSON.
//! Programs that know neither still read the board and the passes.
//!
//! Records of other programs are read as they are found: what is left out or written in a way of its
//! own is read as it must have been meant, and [`Loaded::warnings`] tells what was assumed.

mod amount;
mod encoding;
mod error;
mod foreign;
mod header;
mod nodes;
mod points;
mod read;
mod result;
mod ruleset;
#[cfg(test)]
mod tests;
mod text;
mod write;

pub use error::SgfError;
pub use read::{Games, Loaded, MAX_BYTES, MAX_GAMES, bytes_of, read, read_all};
pub use result::{HowWon, RecordedResult};
pub use write::{Info, write};
