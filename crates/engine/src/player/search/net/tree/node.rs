//! Positions of the tree.

use super::bias::BiasPart;
use super::mean::Mean;
use super::{NodeId, PriorMove};
use crate::player::words::{Edge, SearchFigures};

/// Standard errors between the mean of a move and its lower confidence bound.
const ERRORS_TO_BOUND: f32 = 4.0;
/// Variance of the value that is assumed in addition, as if a further visit had found it.
const ASSUMED_VARIANCE: f32 = 0.05;

/// Bytes that the system's allocator adds to each allocation.
const ALLOCATION: usize = 16;

/// Position in the tree.
#[derive(Clone, Debug, Default)]
pub struct NetNode {
    /// The move that led here; `None` at the root.
    pub edge: Option<Edge>,
    /// Visits, unfinished ones not included.
    pub visits: u32,
    /// Visits that are not finished yet. Each counts as lost, so that threads spread out.
    pub in_flight: u16,
    /// Mean value for the player who moved here. Its weight is that of all visits but those that
    /// proved to be wasted.
    pub mean: Mean,
    /// Part of the mean that comes from no child: the evaluation, the results of a finished game,
    /// or all that the tree has forgotten.
    pub own: Mean,
    /// Part in the errors of the pattern of the move that led here.
    pub bias: BiasPart,
    /// Black's margin in half-points, if the game is over here.
    pub ended: Option<i32>,
    /// Moves from here, most likely first; empty before the evaluation, and where they were
    /// forgotten.
    pub moves: Box<[PriorMove]>,
    /// Nodes of the first moves.
    pub children: Vec<NodeId>,
}

impl NetNode {
    /// Returns a utility below which the true value of the move is unlikely to lie.
    pub fn lower_bound(&self) -> f32 {
        let sample = self.mean.sample_size();
        let variance = (self.mean.variance() * sample + ASSUMED_VARIANCE) / (sample + 1.0);
        self.mean.value.utility - ERRORS_TO_BOUND * (variance / sample.max(1.0)).sqrt()
    }

    /// Returns the further figures of the move that led here.
    pub fn figures(&self) -> SearchFigures {
        let mean = &self.mean.value;
        let variance = (mean.score_square - mean.score * mean.score).max(0.0);
        SearchFigures {
            value: mean.utility,
            value_bound: Some(self.lower_bound()),
            score_deviation: variance.sqrt() / 2.0,
            selfplay_score: Some(mean.score / 2.0),
            no_result: Some(mean.no_result),
        }
    }

    /// Returns the bytes that the moves and the children take beside the node.
    pub fn heap(&self) -> usize {
        allocated(self.moves.len() * size_of::<PriorMove>())
            + allocated(self.children.capacity() * size_of::<NodeId>())
    }
}

/// Returns the bytes of an allocation of that size; an empty one takes none.
pub fn allocated(size: usize) -> usize {
    match size {
        0 => 0,
        _ => size + ALLOCATION,
    }
}
