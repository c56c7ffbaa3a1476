//! Results of a search, final or so far.

use halfpoint_core::game::PlayedMove;

use crate::player::words::{Edge, PointOwnership, SearchFigures};

/// Share of the margin in the value of a result, by which moves are compared; the rest depends on
/// winning or losing alone.
pub const MARGIN_SHARE: f32 = 0.1;

/// Result of a search for one move at the root.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The move.
    pub edge: Edge,
    /// Playouts that began with it, those of earlier searches included.
    pub visits: u32,
    /// Mean result for the mover, 0 to 1, by which moves are compared.
    pub value: f32,
    /// Mean result for the mover with draws as half a win: its expected winning chance.
    pub win_rate: f32,
    /// Mean margin for the mover, in half-points.
    pub margin: f32,
    /// The move and those that are expected to follow it, each with the visits of the position
    /// after it; empty if it was not visited.
    pub line: Vec<(PlayedMove, u32)>,
    /// Further figures.
    pub figures: SearchFigures,
    /// Owners of the points after the move, if they were asked for.
    pub ownership: Vec<PointOwnership>,
}

impl RootMove {
    /// Orders moves by visits, then by value, in descending order.
    pub fn by_visits(&self, other: &RootMove) -> std::cmp::Ordering {
        let by_value = other.value.total_cmp(&self.value);
        other.visits.cmp(&self.visits).then(by_value)
    }
}

/// Result of a search, final or so far.
pub struct SearchResult {
    /// The moves: the one to play first, then the most visited ones.
    pub candidates: Vec<RootMove>,
    /// Playouts of this search alone.
    pub playouts: u64,
    /// Owners of the points for the mover; empty if they were not asked for.
    pub ownership: Vec<PointOwnership>,
}

impl SearchResult {
    /// Returns the result for a move, independent of the name by which it is called.
    pub fn of(&self, action: PlayedMove) -> Option<&RootMove> {
        let mut candidates = self.candidates.iter();
        candidates.find(|candidate| candidate.edge.action == action)
    }
}
