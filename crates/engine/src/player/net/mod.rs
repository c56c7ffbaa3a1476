//! Tree search whose leaves are evaluated by a net.

mod tree;
mod worker;

pub(super) use tree::NetTree;
pub(super) use worker::NetSearch;
