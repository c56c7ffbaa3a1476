//! Parts that the inputs of KataGo's nets and of our own share: the past of a game, ladders, points
//! that ko forbids, and komi.

mod chains;
mod history;
mod ko;
mod komi;
mod ladders;
mod places;
#[cfg(test)]
pub(in crate::nn) mod tests;

pub use history::History;
pub(in crate::nn) use history::{MAX_TURNS, Snapshot};
pub(in crate::nn) use ko::bans;
pub(in crate::nn) use komi::{KOMI_UNIT, komi_seen, komi_wave};
pub(in crate::nn) use ladders::LadderTable;
pub(in crate::nn) use places::Places;
pub(crate) use places::place;
