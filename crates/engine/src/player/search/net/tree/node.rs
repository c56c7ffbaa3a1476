//! Positions of the tree and their values.

use super::bias::BiasPart;
use super::{NodeId, PriorMove};
use crate::player::words::{Edge, SearchFigures};

/// Standard errors between the mean of a move and its lower confidence bound.
const ERRORS_TO_BOUND: f32 = 4.0;
/// Variance of the value that is assumed in addition, as if a further visit had found it.
const ASSUMED_VARIANCE: f32 = 0.05;

/// Bytes that the system's allocator adds to each allocation.
const ALLOCATION: usize = 16;

/// Result of an evaluation or of a finished game, seen by one player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NodeValue {
    /// Value by which moves are chosen, 0 to 1.
    pub utility: f32,
    /// Winning chance, draws as half a win, 0 to 1.
    pub win_rate: f32,
    /// Margin in half-points.
    pub margin: f32,
    /// Expected final score in half-points, of which the margin is the share that komi would even
    /// out.
    pub score: f32,
    /// Expected square of that score.
    pub score_square: f32,
    /// Probability of a game without a result.
    pub no_result: f32,
}

impl NodeValue {
    /// Returns the value to the opponent.
    #[must_use]
    pub fn reversed(self) -> NodeValue {
        NodeValue {
            utility: 1.0 - self.utility,
            win_rate: 1.0 - self.win_rate,
            margin: -self.margin,
            score: -self.score,
            ..self
        }
    }
}

/// Position in the tree.
#[derive(Clone, Debug, Default)]
pub struct NetNode {
    /// The move that led here; `None` at the root.
    pub edge: Option<Edge>,
    /// Visits, unfinished ones not included.
    pub visits: u32,
    /// Visits that are not finished yet. Each counts as lost, so that threads spread out.
    pub in_flight: u16,
    /// Mean value for the player who moved here.
    pub mean: NodeValue,
    /// Mean of the squared utility.
    pub square: f32,
    /// Utility by the evaluation of the position itself, for the player who moved here.
    pub evaluated: f32,
    /// That utility with the usual error of the pattern taken out.
    pub corrected: f32,
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
    /// Enters the value of a visit into the means.
    pub fn add(&mut self, value: NodeValue) {
        self.visits += 1;
        let share = 1.0 / self.visits as f32;
        let mean = &mut self.mean;
        mean.utility += (value.utility - mean.utility) * share;
        mean.win_rate += (value.win_rate - mean.win_rate) * share;
        mean.margin += (value.margin - mean.margin) * share;
        mean.score += (value.score - mean.score) * share;
        mean.score_square += (value.score_square - mean.score_square) * share;
        mean.no_result += (value.no_result - mean.no_result) * share;
        self.square += (value.utility * value.utility - self.square) * share;
    }

    /// Returns the variance of the utility.
    pub fn variance(&self) -> f32 {
        (self.square - self.mean.utility * self.mean.utility).max(0.0)
    }

    /// Returns a utility below which the true value of the move is unlikely to lie.
    pub fn lower_bound(&self) -> f32 {
        let visits = self.visits as f32;
        let variance = (self.variance() * visits + ASSUMED_VARIANCE) / (visits + 1.0);
        self.mean.utility - ERRORS_TO_BOUND * (variance / visits.max(1.0)).sqrt()
    }

    /// Returns the further figures of the move that led here.
    pub fn figures(&self) -> SearchFigures {
        let mean = &self.mean;
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
