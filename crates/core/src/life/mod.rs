//! Life and death: stones that are proven or read to live, to be dead, or to stand in seki.
//!
//! Everything here depends on the stones alone. [`pass_alive`] proves life without search,
//! [`Readings`] searches for the life of each chain, and [`seki`] finds the groups that neither
//! side may attack. [`score`](crate::score) builds on these; this module does not count points.
//! Those who read many boards that are alike own a [`ReadingCache`] and pass it along.

mod benson;
mod double_ko;
mod reading;
mod regions;
mod seki;
mod status;
mod threats;
mod unsettled;
mod wall;

pub use benson::{Held, PassAlive, cramped_stones, held, pass_alive, proven_dead};
pub use reading::ReadingCache;
pub(crate) use regions::Division;
pub use regions::{Group, ROOM_OF_A_DEAD_STONE, is_room_to_live};
pub use seki::{ko_stones_in_seki, seki, seki_cached, seki_in_doubt};
pub use status::{Life, Readings, THOROUGH};
pub use threats::threats_decide;
pub use unsettled::turn_decides;
