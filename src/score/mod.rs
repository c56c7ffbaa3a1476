//! Scores: what a board, a set of dead stones, the ledger and komi come to.
//!
//! A score needs no history and knows no game: everything it counts is in [`Final`].

mod count;
mod ledger;
mod life;
mod territory;

pub use count::{Bowls, Final, PARTS, Part, Score, Side, count};
pub use ledger::Ledger;
pub use life::{PassAlive, pass_alive, proven_dead};
pub use territory::{Group, PointOwner, Territory};
