//! Scores: what a board, a set of dead stones, the ledger and komi come to.
//!
//! A score needs no history and knows no game: everything it counts is in [`Final`].

mod bits;
mod count;
mod ledger;
mod life;
mod needed;
mod reading;
mod status;
mod symmetry;
mod territory;

pub use count::{Bowls, Final, SCORE_TERMS, Score, ScoreBreakdown, ScoreTerm, count};
pub use ledger::Ledger;
pub use life::{PassAlive, enclosed_stones, pass_alive, proven_dead};
pub use needed::turn_decides;
pub use status::{Life, Readings, seki};
pub use symmetry::{Symmetry, agreed, to_representative};
pub use territory::{Group, PointOwner, Territory};
