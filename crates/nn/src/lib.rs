//! Evaluation of positions by nets.

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
