//! Why a file cannot be read.

use thiserror::Error;

use halfpoint_core::board::SizeError;
use halfpoint_core::game::{IllegalMove, SetupError};
use halfpoint_core::rules::RulesJsonError;

use super::read::{MAX_BYTES, MAX_GAMES};

/// Why a game cannot be read. Games, nodes of the main line and moves are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SgfError {
    /// In which game of the file, where all of them are read.
    #[error("game {game}: {reason}")]
    InGame {
        /// Which.
        game: usize,
        /// What is wrong there.
        reason: Box<SgfError>,
    },
    /// In which node of the game; all but illegal moves, which have numbers of their own.
    #[error("node {node}: {reason}")]
    AtNode {
        /// Which.
        node: usize,
        /// What is wrong there.
        reason: Box<SgfError>,
    },
    /// Longer than [`MAX_BYTES`].
    #[error("the file is larger than {} MiB", MAX_BYTES >> 20)]
    TooLarge,
    /// More games than [`MAX_GAMES`].
    #[error("more than {MAX_GAMES} games in the file")]
    TooManyGames,
    /// Nothing that looks like the beginning of a game.
    #[error("no game in the file")]
    NoGame,
    /// A file of another kind.
    #[error("this is {0}, not SGF")]
    Foreign(&'static str),
    /// The file ends within a property.
    #[error("the file ends in the middle of the game")]
    Truncated,
    /// Something that is no property.
    #[error("{0:?} is no property")]
    NoProperty(String),
    /// More values than any board has use for.
    #[error("too many values")]
    TooManyValues,
    /// `GM` names another game.
    #[error("not a game of Go but {0}")]
    NotGo(String),
    /// A property with a value that it cannot have.
    #[error("bad value {property}[{value}]")]
    BadValue {
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
    #[error("{property}[{value}] is off the board")]
    OffBoard {
        /// The property.
        property: String,
        /// The point.
        value: String,
    },
    /// The stones set up are no position.
    #[error("stones set up: {0}")]
    Setup(#[from] SetupError),
    /// A move that the rules do not allow.
    #[error("move {number}: {reason}")]
    IllegalMove {
        /// Which move of the file.
        number: usize,
        /// Why.
        reason: IllegalMove,
    },
}

impl SgfError {
    /// What is wrong, apart from where.
    #[must_use]
    pub fn reason(&self) -> &SgfError {
        match self {
            SgfError::InGame { reason, .. } | SgfError::AtNode { reason, .. } => reason.reason(),
            other => other,
        }
    }

    /// In which game, if that is known.
    #[must_use]
    pub fn game(&self) -> Option<usize> {
        match self {
            SgfError::InGame { game, .. } => Some(*game),
            _ => None,
        }
    }

    /// In which node, if that is known.
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
