//! Judgement of the stones: which are dead, which stand in seki, who owns the points.

mod care;
mod judgement;
mod net_ownership;

pub use care::{AFTER_PASS, Care, JUDGED_IN, expected_time, judging_playouts, reading_effort};
pub use judgement::{Judgement, Ownership, PLAYOUTS};
pub use net_ownership::SURE_OF_CHAIN;
