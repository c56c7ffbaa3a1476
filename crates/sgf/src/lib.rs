//! Reader and writer of game records in the Smart Game Format (FF\[4\]): [`read()`], [`read_all`]
//! and [`write()`] for games, [`read_tree`] and [`write_tree`] for records with all of their nodes.
//!
//! Two private properties extend the format. A token move is a pass with the property `HPM`
//! (`button`, `halfpass`, `fullpass`, `delay`, `draw`, or `propose` and the proposed points,
//! `propose:aa:bb`), and the root property `HPR` holds the whole rule set as JSON. Programs that
//! know neither property still read the board and the passes.
//!
//! The clock of a game is in the standard properties: [`Times`].
//!
//! Records of other programs often deviate from the format. Missing or unusual values are
//! interpreted as the program most likely meant them, and [`Loaded::warnings`] lists the
//! assumptions.
//!
//! ```
//! use halfpoint_core::{HalfPoints, rules};
//! use halfpoint_sgf::{Info, read, write};
//!
//! let record = b"(;GM[1]SZ[3]RU[AGA]KM[0];B[bb];W[];B[])";
//! let chinese = rules::find("chinese").expect("a row of the table");
//! let loaded = read(record, chinese.rules, HalfPoints::ZERO, None)?;
//! assert_eq!(loaded.game.records().len(), 3);
//! assert!(write(&loaded.game, "aga", &Info::default()).contains("B[bb]"));
//! # Ok::<(), halfpoint_sgf::SgfError>(())
//! ```

#![forbid(unsafe_code)]

mod amount;
mod brackets;
mod encoding;
mod error;
mod foreign;
mod header;
mod komi;
mod limits;
mod main_line;
mod moves;
mod nodes;
mod notes;
mod points;
mod read;
mod result;
mod ruleset;
mod setup;
mod terms;
#[cfg(test)]
mod tests;
mod text;
mod times;
mod tree;
mod write;
mod write_tree;

pub use error::SgfError;
pub use limits::{MAX_BYTES, MAX_GAMES, MAX_NODES, MAX_POSITIONS};
pub use main_line::Loaded;
pub use nodes::is_property_name;
pub use read::{Games, bytes_of, read, read_all};
pub use result::{HowWon, RecordedResult};
pub use times::{TimeLeft, Times};
pub use tree::{LoadedTree, NodeProblem, NodeStep, RawProperty, TreeNode, read_tree};
pub use write::{Info, write};
pub use write_tree::write_tree;
