//! The player: tree search, judgement of the stones, exact ends, and the time for a move.
//!
//! A move goes one way: the position is evaluated (`know/`: proof, judgement of the stones by
//! `judge/`, exact end), searched (`search/`), and decided on (`decide.rs`); `choose.rs` leads from
//! each step to the next. All of them import `words/`, which imports none; `know/` imports
//! `judge/`, and no folder imports the files beside it.
//!
//! [`Player::choose`] searches a tree whose leaves are evaluated by a net, or by random playouts.
//! When only dame and tokens are left, an exact search decides instead, unless the tree search
//! found a much better move. On small boards the solver is asked first, and its proof is kept for
//! later moves. [`Player::analyze`] reports, while a search runs, the decision that would be made
//! at that moment, with the figures of all moves. Where the last player able to move wins, settled
//! positions are played by the count of spare moves. The player resigns a game that is lost beyond
//! doubt well before its end.

mod analysis;
pub mod budget;
mod choose;
mod cleanup;
mod decide;
mod figures;
mod judge;
mod know;
mod search;
mod words;

pub use analysis::{AnalysisBounds, KeptTree};
pub use choose::Player;
pub use cleanup::clean_up;
pub use judge::{Care, Judgement, Ownership};
pub use know::{ExactCounts, counted_end, draw_chance, held_against_play, outcome};
pub use search::{TrainingRequest, TrainingResult, search_for_training};
pub use words::{
    Basis, Decision, MAX_LEVEL, MAX_MEMORY_MB, MAX_THREADS, MoveInfo, MoveQuery, OwnershipDetail,
    ParseThreadsError, PointOwnership, Reason, Report, SearchFigures, SearchObserver, Settings,
    Threads, Viewpoint,
};
