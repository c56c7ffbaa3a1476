//! Tree search whose leaves are evaluated by a net.

mod training;
mod tree;
mod worker;

pub use training::{TrainingRequest, TrainingResult, search_for_training};
pub use tree::NetTree;
pub use worker::NetSearch;
