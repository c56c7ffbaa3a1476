//! Search by the kind that the request asks for: by a net, or by playouts.

use halfpoint_core::game::PlayedMove;

use super::net::{NetSearch, NetTree};
use super::request::SearchRequest;
use super::result::SearchResult;
use super::run::{Listener, Statistics, search_as};
use super::uct::{Uct, UctTree};
use halfpoint_nn::Net;

/// Tree of a finished search, from which a later one may continue.
#[derive(Debug)]
pub enum SearchTree {
    /// Tree of a search by playouts.
    Playouts(UctTree),
    /// Tree of a search by a net.
    Net(NetTree),
}

impl SearchTree {
    /// Returns the part of the tree below the root's move `action`; `None` if there is none.
    pub fn below(self, action: PlayedMove) -> Option<SearchTree> {
        match self {
            SearchTree::Playouts(tree) => tree.below(action).map(SearchTree::Playouts),
            SearchTree::Net(tree) => tree.below(action).map(SearchTree::Net),
        }
    }

    /// Returns the visits of the moves at the root.
    pub fn visits(&self) -> u64 {
        match self {
            SearchTree::Playouts(tree) => tree.visits(),
            SearchTree::Net(tree) => tree.visits(),
        }
    }

    /// Returns whether a net evaluated the positions.
    pub fn is_by_net(&self) -> bool {
        matches!(self, SearchTree::Net(_))
    }

    /// Discards the margins of games that ended in the tree, which rest on the stones that were
    /// judged dead.
    pub fn forget_ends(&mut self) {
        match self {
            SearchTree::Playouts(tree) => tree.forget_ends(),
            SearchTree::Net(tree) => tree.forget_ends(),
        }
    }
}

/// Searches on several threads, each with its own seed, in one tree. `reused` is a tree of the same
/// position from which to continue, if there is one of that kind of search. The final result is
/// reported, too.
pub fn search(
    request: &SearchRequest<'_>,
    threads: usize,
    reused: Option<SearchTree>,
    listener: Option<Listener<'_>>,
) -> (SearchResult, SearchTree) {
    if let Some((net, history)) = request.net {
        let tree = match reused {
            Some(SearchTree::Net(tree)) => tree,
            _ => {
                let cache = cache_memory(request);
                NetTree::new(request.memory - cache, cache)
            }
        };
        let kind = NetSearch {
            request,
            net,
            history,
        };
        let (found, tree) = search_as(&kind, request, threads, tree, listener);
        return (found, SearchTree::Net(tree));
    }
    let tree = match reused {
        Some(SearchTree::Playouts(tree)) => tree,
        _ => UctTree::new(request.memory),
    };
    let (found, tree) = search_as(&Uct { request }, request, threads, tree, listener);
    (found, SearchTree::Playouts(tree))
}

/// Returns the part of a request's memory that the net's cache of evaluations may take: at most a
/// quarter.
fn cache_memory(request: &SearchRequest<'_>) -> usize {
    let area = request.position.board().size().area();
    Net::cache_bytes(area).min(request.memory / 4)
}
