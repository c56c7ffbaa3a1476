//! Errors of the reader.

use thiserror::Error;

use halfpoint_core::board::SizeError;
use halfpoint_core::excerpt::excerpt;
use halfpoint_core::game::{IllegalMove, SetupError};
use halfpoint_core::rules::RulesJsonError;

use super::limits::{MAX_BYTES, MAX_GAMES, MAX_NODES};

/// Reason why a game cannot be read. Games, nodes of the main line and moves are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SgfError {
    /// Error in one game of a file of which all games are read.
    #[error("game {game}: {reason}")]
    InGame {
        /// Number of the game.
        game: usize,
        /// Error in that game.
        reason: Box<SgfError>,
    },
    /// Error in a node of the game. Illegal moves have move numbers instead.
    #[error("node {node}: {reason}")]
    AtNode {
        /// Number of the node.
        node: usize,
        /// Error in that node.
        reason: Box<SgfError>,
    },
    /// File longer than [`MAX_BYTES`].
    #[error("the file is larger than {} MiB", MAX_BYTES >> 20)]
    TooLarge,
    /// File with more games than [`MAX_GAMES`].
    #[error("more than {MAX_GAMES} games in the file")]
    TooManyGames,
    /// Game with more nodes than [`MAX_NODES`].
    #[error("more than {MAX_NODES} nodes in a game")]
    TooManyNodes,
    /// File without the beginning of a game.
    #[error("no game in the file")]
    NoGame,
    /// File of another format, which is named.
    #[error("this is {0}, not SGF")]
    Foreign(&'static str),
    /// End of the file within a property.
    #[error("the file ends in the middle of the game")]
    Truncated,
    /// Text where a property should be.
    #[error("{0:?} is no property")]
    NoProperty(String),
    /// More values than any board needs.
    #[error("too many values")]
    TooManyValues,
    /// Game other than Go, according to `GM`.
    #[error("not a game of Go but {0}")]
    NotGo(String),
    /// Value that its property cannot have.
    #[error("bad value {property}[{value}]: {wanted} expected")]
    BadValue {
        /// Name of the property.
        property: String,
        /// Beginning of the value.
        value: String,
        /// Values that the property can have, in words.
        wanted: &'static str,
    },
    /// Board size out of range.
    #[error("board size: {0}")]
    Size(#[from] SizeError),
    /// Komi that is not a multiple of half a point.
    #[error("komi {0} is not a multiple of half a point")]
    QuarterKomi(String),
    /// `HPR` without a valid rule set.
    #[error("HPR: {0}")]
    Rules(#[from] RulesJsonError),
    /// Point off the board.
    #[error("{property}[{value}] is off the board")]
    OffBoard {
        /// Name of the property.
        property: String,
        /// Text of the point.
        value: String,
    },
    /// Setup stones that do not form a legal position.
    #[error("stones set up: {0}")]
    Setup(#[from] SetupError),
    /// Move that the rules forbid.
    #[error("move {number}: {reason}")]
    IllegalMove {
        /// Number of the move in the file.
        number: usize,
        /// Reason why the move is illegal.
        reason: IllegalMove,
    },
}

impl SgfError {
    /// Returns the error without its place.
    #[must_use]
    pub fn reason(&self) -> &SgfError {
        match self {
            SgfError::InGame { reason, .. } | SgfError::AtNode { reason, .. } => reason.reason(),
            other => other,
        }
    }

    /// Returns the number of the game, if it is known.
    #[must_use]
    pub fn game(&self) -> Option<usize> {
        match self {
            SgfError::InGame { game, .. } => Some(*game),
            _ => None,
        }
    }

    /// Returns the number of the node, if it is known.
    #[must_use]
    pub fn node(&self) -> Option<usize> {
        match self {
            SgfError::InGame { reason, .. } => reason.node(),
            SgfError::AtNode { node, .. } => Some(*node),
            _ => None,
        }
    }

    pub(super) fn in_game(self, game: usize) -> SgfError {
        SgfError::InGame {
            game,
            reason: Box::new(self),
        }
    }

    pub(super) fn at_node(self, node: usize) -> SgfError {
        match self {
            illegal @ SgfError::IllegalMove { .. } => illegal,
            other => SgfError::AtNode {
                node,
                reason: Box::new(other),
            },
        }
    }
}

/// Returns the error of a value that its property cannot have; `wanted` names those that it can.
pub(super) fn bad_value(property: &str, value: &str, wanted: &'static str) -> SgfError {
    SgfError::BadValue {
        property: property.to_string(),
        value: excerpt(value),
        wanted,
    }
}
