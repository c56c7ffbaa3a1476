//! Evaluation of positions by nets, those of KataGo and our own, on a processor.
//!
//! ```
//! use halfpoint_core::{Game, HalfPoints, Size, rules};
//! use halfpoint_nn::{Arithmetic, History, Net, NetReader};
//!
//! let net = Net::embedded(Arithmetic::Int8)?;
//! let size = Size::square(5);
//! let chinese = rules::find("chinese").expect("a row of the table");
//! let game = Game::new(chinese.rules, size, HalfPoints::ZERO);
//! let mut reader = NetReader::new(&net, size);
//! let history = History::of(&game);
//! let seen = reader.evaluate(game.position(), &history, game.terms(), None);
//! let outcomes = seen.win + seen.draw + seen.loss + seen.no_result;
//! assert!((outcomes - 1.0).abs() < 1e-3);
//! # Ok::<(), halfpoint_nn::NetError>(())
//! ```

// Only the kernels of `int8` may: they use the instructions of the processor.
#![deny(unsafe_code)]

mod calibration;
mod choice;
mod describe;
mod error;
mod evaluation;
mod features;
pub mod int8;
pub mod katago;
mod load;
mod net;
mod network;
pub mod own;
mod raw_outputs;
pub mod reference;
#[cfg(any(test, feature = "sample"))]
pub mod sample;
mod size;
mod view;
mod weights;

pub use calibration::{calibration_inputs, random_game};
pub use choice::NetChoice;
pub use error::NetError;
pub use evaluation::{Evaluation, ShortTermErrors};
pub use features::History;
pub use features::place;
pub use load::{load, read};
pub use net::{Arithmetic, MoveChances, Net, NetReader, UNKNOWN_TOKENS};
// All of it: a new kind of block needs no line here.
pub use network::*;
pub use raw_outputs::RawOutputs;
