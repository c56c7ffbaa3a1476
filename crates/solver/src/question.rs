//! Questions to the search and their answers.

use halfpoint_core::board::{Color, Point, ZobristKey};

/// First of the features that distinguish goals. Paths and
/// [`situation`](halfpoint_core::bounds::situation) use smaller features.
const GOAL_FACT: u32 = 110;

/// Subject of questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SolverGoal {
    /// Black's margin, in half-points.
    Margin,
    /// Owner of a point at the end: 1 if Black, −1 if White.
    Point(Point),
    /// Fate of the stone that Black has on a point: 1 if it stays to the end, −1 if it is captured.
    Stone(Point),
}

impl SolverGoal {
    /// Returns a key that distinguishes goals where results are kept by the keys of positions.
    pub(super) fn key(self) -> u64 {
        match self {
            SolverGoal::Margin => 0,
            SolverGoal::Point(point) => ZobristKey::feature(GOAL_FACT, point.index() as u32).low(),
            SolverGoal::Stone(point) => {
                ZobristKey::feature(GOAL_FACT + 1, point.index() as u32).low()
            }
        }
    }

    /// Returns a mark that distinguishes goals on a [`Path`](super::path::Path).
    pub(super) fn mark(self) -> Option<(u32, Point)> {
        match self {
            SolverGoal::Margin => None,
            SolverGoal::Point(point) => Some((0, point)),
            SolverGoal::Stone(point) => Some((1, point)),
        }
    }
}

/// Result of a search within some depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SolverAnswer {
    /// Black reaches the target.
    Yes,
    /// Black does not reach the target.
    No,
    /// The depth does not suffice to decide.
    Unknown,
}

impl SolverAnswer {
    /// Returns the answer of a decided question.
    pub(super) fn of(yes: bool) -> SolverAnswer {
        if yes {
            SolverAnswer::Yes
        } else {
            SolverAnswer::No
        }
    }

    /// Returns the answer that bounds of a value give.
    pub(super) fn within([lower, upper]: [i32; 2], target: i32) -> SolverAnswer {
        if lower >= target {
            SolverAnswer::Yes
        } else if upper < target {
            SolverAnswer::No
        } else {
            SolverAnswer::Unknown
        }
    }

    /// Returns the player for whom the answer is good; `None` without an answer.
    pub(super) fn winner(self) -> Option<Color> {
        match self {
            SolverAnswer::Yes => Some(Color::Black),
            SolverAnswer::No => Some(Color::White),
            SolverAnswer::Unknown => None,
        }
    }

    /// Returns the answer that is good for a player.
    pub(super) fn hoped_for(color: Color) -> SolverAnswer {
        SolverAnswer::of(color == Color::Black)
    }
}

/// Error: the search was stopped, or the question needs more depth than the largest one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SearchEnded;

/// The answers at which searches can aim.
pub(super) const BOTH: [SolverAnswer; 2] = [SolverAnswer::Yes, SolverAnswer::No];
