//! Facts about a position that need no search: a proof, or a count.

use halfpoint_core::board::Color;
use halfpoint_core::half_points::HalfPoints;

use super::decision::Basis;
use super::edge::Edge;

/// Exact value of a position, or of a move in it, for the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExactValue {
    /// Margin, in half-points.
    Margin(i32),
    /// Result where nothing is counted: 1 for a win, 0 for a draw, −1 for a loss.
    Result(i32),
}

impl ExactValue {
    /// Returns the winning chance: 0, 0.5 or 1.
    pub fn win_rate(self) -> f64 {
        let (ExactValue::Margin(sign) | ExactValue::Result(sign)) = self;
        f64::from(sign.signum() + 1) / 2.0
    }

    /// Returns the margin in half-points; `None` where nothing is counted.
    pub fn margin(self) -> Option<i32> {
        match self {
            ExactValue::Margin(halves) => Some(halves),
            ExactValue::Result(_) => None,
        }
    }

    /// Returns the margin in points; `None` where nothing is counted.
    pub fn score(self) -> Option<f64> {
        let halves = self.margin()?;
        Some(HalfPoints::from_halves(halves).points())
    }
}

/// Facts about a position that need no playouts: a proof or a count.
#[derive(Clone, Debug, PartialEq)]
pub struct Proven {
    /// Source of the facts: counted or proven.
    pub basis: Basis,
    /// Value of the position for the mover, which some of the moves keep and none exceeds; `None`
    /// if only the values of some moves are known.
    pub value: Option<ExactValue>,
    /// The moves whose value is known.
    pub moves: Vec<(Edge, ExactValue)>,
}

impl Proven {
    /// Creates the proven values of some moves, which say nothing about the others.
    pub fn some_moves(moves: Vec<(Edge, ExactValue)>) -> Proven {
        Proven {
            basis: Basis::Proven,
            value: None,
            moves,
        }
    }

    /// Creates a proof that these moves, of which there is at least one, keep the value of the
    /// position.
    pub fn proof(value: ExactValue, moves: impl IntoIterator<Item = Edge>) -> Proven {
        Proven {
            basis: Basis::Proven,
            value: Some(value),
            moves: moves.into_iter().map(|edge| (edge, value)).collect(),
        }
    }

    /// Creates the count of moves, each given with Black's margin after it, in half-points. The
    /// value of the position for `color`, the mover, is that of the best; `None` without a move.
    pub fn counted(moves: &[(Edge, i32)], color: Color) -> Option<Proven> {
        let moves = moves
            .iter()
            .map(|&(edge, margin)| (edge, margin * color.sign()));
        let best = moves.clone().map(|(_, margin)| margin).max()?;
        Some(Proven {
            basis: Basis::Counted,
            value: Some(ExactValue::Margin(best)),
            moves: moves
                .map(|(edge, margin)| (edge, ExactValue::Margin(margin)))
                .collect(),
        })
    }

    /// Returns the moves that are known to keep the value of the position, in the order of `moves`;
    /// none if the value of the position is not known.
    pub fn keeping(&self) -> impl Iterator<Item = Edge> {
        let keep =
            |&(edge, value): &(Edge, ExactValue)| (Some(value) == self.value).then_some(edge);
        self.moves.iter().filter_map(keep)
    }

    /// Returns the first move that keeps the value of the position.
    pub fn best(&self) -> Option<Edge> {
        self.keeping().next()
    }

    /// Returns the margin of the mover, in half-points; `None` where nothing is counted.
    pub fn margin(&self) -> Option<i32> {
        self.value?.margin()
    }

    /// Returns whether the mover is known to lose.
    pub fn is_lost(&self) -> bool {
        self.value.is_some_and(|value| value.win_rate() == 0.0)
    }
}
