//! Why a file cannot be read.

use sgf_parse::SgfParseError;
use thiserror::Error;

use super::read::MAX_BYTES;
use crate::board::SizeError;
use crate::game::{Illegal, SetupError};
use crate::rules::RulesJsonError;

/// Why a file cannot be read. Nodes and moves are counted from 1, along the main line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SgfError {
    /// Longer than [`MAX_BYTES`].
    #[error("the file is larger than {} MiB", MAX_BYTES >> 20)]
    TooLarge,
    /// Nothing that looks like the beginning of a game.
    #[error("no game in the file")]
    NoGame,
    /// The main line has no end.
    #[error("the file ends in the middle of the game")]
    Truncated,
    /// Something that is no property.
    #[error("node {node}: {text:?} is no property")]
    NoProperty {
        /// Where.
        node: usize,
        /// How it begins.
        text: String,
    },
    /// More values than any board has use for.
    #[error("node {node}: too many values")]
    TooManyValues {
        /// Where.
        node: usize,
    },
    /// The parser refuses a node.
    #[error("node {node}: {reason}")]
    Syntax {
        /// Where.
        node: usize,
        /// Why.
        reason: SgfParseError,
    },
    /// `GM` names another game.
    #[error("not a game of Go")]
    NotGo,
    /// A property with a value that it cannot have.
    #[error("node {node}: bad value {property}[{value}]")]
    BadValue {
        /// Where.
        node: usize,
        /// Its name.
        property: String,
        /// How the value begins.
        value: String,
    },
    /// A board that is too large.
    #[error("board size: {0}")]
    Size(#[from] SizeError),
    /// Komi between two half-points.
    #[error("komi {0} is not a multiple of half a point")]
    QuarterKomi(String),
    /// `HPR` is no rule set.
    #[error("HPR: {0}")]
    Rules(#[from] RulesJsonError),
    /// A point that the board does not have.
    #[error("node {node}: {property}[{value}] is off the board")]
    OffBoard {
        /// Where.
        node: usize,
        /// Its name.
        property: String,
        /// The point.
        value: String,
    },
    /// The stones set up are no position.
    #[error("starting position: {0}")]
    Setup(#[from] SetupError),
    /// Stones added, removed or another player to move after the first move.
    #[error("node {node}: setup after moves")]
    SetupAfterMoves {
        /// Where.
        node: usize,
    },
    /// A move that the rules do not allow.
    #[error("move {number}: {reason}")]
    Illegal {
        /// Which.
        number: usize,
        /// Why.
        reason: Illegal,
    },
}
