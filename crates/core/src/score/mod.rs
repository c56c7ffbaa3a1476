//! Scores: the sum of a counted board, its dead stones, the ledger and komi.
//!
//! A score needs no history and knows no game: everything it counts is in [`Final`]. The life of
//! stones is judged in [`life`](crate::life).

mod breakdown;
mod count;
mod final_state;
mod ledger;
mod spare;
mod term_points;
mod territory;

pub use breakdown::{SCORE_TERMS, Score, ScoreBreakdown, ScoreTerm};
pub use count::count;
pub use final_state::{Bowls, Final};
pub use ledger::Ledger;
pub use term_points::TermPoints;
pub use territory::{PointOwner, Territory};
