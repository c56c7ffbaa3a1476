//! The problem that is read, and the questions about it.

use crate::board::{Color, Point, PointSet};

/// The goal of the prover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::life) enum Goal {
    /// The opponent of the chain's owner captures the chain and lives on: its chains around the
    /// captured stones are not captured in turn.
    Capture,
    /// The owner gives the chain two eyes or joins it to the wall.
    Independence,
}

/// Answer of a search for a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::life) struct ReadingAnswer {
    /// Whether the goal is reached if immediate recapture of a ko is the only ban.
    pub reached: bool,
    /// Whether `reached` was read to hold under every ko rule. `false` if that was not asked.
    pub certain: bool,
}

/// Answer that is to be checked under every ko rule. The check may take longer than the search for
/// the answer, and is left out if the search gives the other answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::life) enum Check {
    /// No answer is checked.
    Nothing,
    /// The answer is checked if the goal is reached.
    Reached,
    /// The answer is checked if the goal is not reached.
    NotReached,
}

/// Set of points of a problem, a bit for each.
///
/// With sets of the whole board ([`PointSet`](crate::board::PointSet)), to find a chain with its
/// neighbours takes 1.8 to 2.5 times as long, and to hash the stones of a position 3 to 4 times, as
/// measured on a problem of 27 points of 19×19; a search does little else.
pub(super) type Bits = u128;

/// Chain whose life is to be read, with everything near it that matters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::life) struct Problem {
    /// Neighbours of each point.
    pub(super) around: Vec<Bits>,
    /// Points beside the wall of each colour.
    pub(super) wall: [Bits; 2],
    pub(super) all: Bits,
    pub(super) start: [Bits; 2],
    /// One stone of each chain that the goal is about: of the chain whose life is read, or, once it
    /// is captured, of the chains around it, any of which the other side then tries to capture.
    pub(super) targets: Bits,
    /// Colour of the chain.
    pub owner: Color,
    /// Points of the board that take part.
    pub ground: PointSet,
    /// One stone of each chain that takes part.
    pub chains: Vec<Point>,
    /// Colour that may retake a ko at once: it has ko threats elsewhere which must be answered, and
    /// never runs out of them.
    pub(super) retakes: Option<Color>,
}

impl Problem {
    /// Returns the problem if `color` has ko threats elsewhere and never runs out of them.
    pub(in crate::life) fn with_threats(self, color: Color) -> Problem {
        Problem {
            retakes: Some(color),
            ..self
        }
    }
}
