//! The player: playouts, tree search, judgement of dead stones, and the time for a move.
//!
//! A move goes one way: the position is evaluated (`known.rs`: proof, judgement of the stones,
//! exact end), searched (`search.rs`), and decided on (`decide.rs`); `choose.rs` leads from each
//! step to the next.
//!
//! [`Player::choose`] searches a tree whose leaves are evaluated by playouts that know good shape.
//! When only dame and tokens are left, an exact search decides instead, unless the tree search
//! found a much better move. On small boards the solver is asked first, and its proof is kept for
//! later moves. [`Player::analyze`] reports, while a search runs, the decision that would be made
//! at that moment, with the figures of all moves. Where the last player able to move wins, settled
//! positions are played by the count of spare moves. The player resigns a game that is lost beyond
//! doubt well before its end.

mod analysis;
pub mod budget;
mod capture;
mod care;
mod choose;
mod cleanup;
mod confirm;
mod dame;
mod decide;
mod decision;
mod draw_chance;
mod endgame;
mod ending;
mod exact;
mod game_view;
mod grow;
mod judge;
mod known;
mod level;
mod net;
mod net_ownership;
mod observer;
mod outcome;
mod owners;
mod playouts;
mod reused_tree;
mod search;
mod settings;
mod settled;
mod tree;
mod uct;
mod ultimate;
mod variety;

pub use crate::eye::{is_eye, placements_but_eyes};
pub use analysis::{AnalysisBounds, KeptTree};
pub use choose::Player;
pub use decision::{Basis, Decision, MoveInfo, Reason, SearchFigures};
pub use game_view::counted_end;
pub use judge::{Judgement, Ownership};
pub use level::MAX_LEVEL;
pub(crate) use net::{TrainingRequest, TrainingResult, search_for_training};
pub use observer::{Report, SearchObserver};
pub use owners::{OwnershipDetail, PointOwner};
pub use playouts::Playouts;
pub use settings::{MAX_MEMORY_MB, MAX_THREADS, MoveLimits, ParseThreadsError, Settings, Threads};
pub use ultimate::{ExactCounts, outcome};
