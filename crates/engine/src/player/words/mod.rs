//! Words in which the parts of the player speak to each other and to clients: settings, moves,
//! decisions, proofs, reports. No other part of the player is imported here.

mod decision;
mod edge;
mod level;
mod observer;
mod owners;
mod proven;
mod query;
mod settings;
mod viewpoint;

pub use decision::{Basis, Decision, MoveInfo, Reason, SearchFigures};
pub use edge::{Edge, add_token_edges, token_edges};
pub use level::MAX_LEVEL;
pub use observer::{Report, SearchObserver};
pub use owners::{Owned, OwnershipDetail, PointOwnership};
pub use proven::{ExactValue, Proven};
pub use query::MoveQuery;
pub use settings::{MAX_MEMORY_MB, MAX_THREADS, ParseThreadsError, Settings, Threads};
pub use viewpoint::Viewpoint;
