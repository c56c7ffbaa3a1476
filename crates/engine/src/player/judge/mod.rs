//! Judgement of the stones: which are dead, which stand in seki, who owns the points.

mod care;
mod judgement;
mod net_ownership;

pub use care::{Care, PLAYOUTS, expected_time};
pub use judgement::{Judgement, Ownership};
