//! Parts that the inputs of KataGo's nets and of our own share: the past of a game, ladders, points
//! that ko forbids, and komi.

mod chains;
mod history;
mod ko;
mod komi;
mod ladders;
mod places;
#[cfg(test)]
pub(crate) mod tests;

pub use history::History;
pub(crate) use history::{MAX_TURNS, Snapshot};
pub(crate) use ko::bans;
pub(crate) use komi::{KOMI_UNIT, komi_seen, komi_unseen, komi_wave};
pub(crate) use ladders::LadderTable;
pub(crate) use places::Places;
pub use places::place;
