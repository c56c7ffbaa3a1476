//! Handlers of the requests, by topic. [`super::routes`] has their paths.

pub mod board;
pub mod endings;
pub mod keep;
pub mod learn;
mod lines;
pub mod moves;
pub mod record;
pub mod session;
pub mod socket;
pub mod values;
