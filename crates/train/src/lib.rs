//! Data from which nets are trained: games with targets, kept in shards.
//!
//! A game is a line of a [`shard`]: rules, komi and moves, and for some of its positions what a net
//! shall learn there. `docs/learning.md` has the schema.
//!
//! ```
//! use halfpoint_core::{Game, HalfPoints, Move, Size, rules};
//! use halfpoint_train::parse_move;
//!
//! let button = rules::find("button").expect("a row of the table");
//! let game = Game::new(button.rules, Size::square(9), HalfPoints::ZERO);
//! // Under these rules the first plain pass takes the button.
//! assert_eq!(parse_move(&game, "take_button"), Some(Move::Pass));
//! assert_eq!(parse_move(&game, "delay"), None);
//! ```

#![forbid(unsafe_code)]

mod end;
mod error;
pub mod label;
mod maker;
mod moves;
mod record;
mod recorded;
mod replay;
pub mod rows;
mod sampling;
pub mod selfplay;
pub mod shard;
mod start;
mod work;

pub use error::LearnError;
pub use moves::{move_text, parse_move, token_word};
pub use record::{MAX_VALUE_ERROR, ResultRecord, RowRecord, ShardGame, VERSION, packed, unpacked};
pub use recorded::RecordedGame;
pub use replay::Replay;
pub use start::{SizeShares, Variety};
pub use work::{WorkPart, WorkProgress};
