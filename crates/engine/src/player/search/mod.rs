//! Tree search: requests and results, the loop that all kinds of search share (`run.rs`), and the
//! kinds: `uct/` evaluates by playouts, `net/` by a net.

mod net;
mod request;
mod result;
mod reused_tree;
mod run;
mod trees;
mod uct;
mod variety;

pub use net::{TrainingRequest, TrainingResult, search_for_training};
pub use request::SearchRequest;
pub use result::{RootMove, SearchResult};
pub use reused_tree::ReusedTree;
pub use run::Listener;
pub use trees::{SearchTree, search};
pub use variety::vary;
