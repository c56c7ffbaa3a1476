//! Reasons why data for training cannot be used or made.

use std::io;
use std::path::{Path, PathBuf};

use halfpoint_core::IllegalMove;
use halfpoint_core::excerpt::excerpt;
use thiserror::Error;

/// Reason why data for training cannot be read or written.
#[derive(Debug, Error)]
pub enum LearnError {
    /// A file cannot be read or written.
    #[error("{path}: {reason}")]
    File {
        /// Path of the file.
        path: PathBuf,
        /// Error of the operating system.
        reason: io::Error,
    },
    /// A line does not match its checksum, or has none.
    #[error("{path}, line {line}: the line is damaged, its checksum does not match")]
    Damaged {
        /// Path of the file.
        path: PathBuf,
        /// Line number, counted from 1.
        line: usize,
    },
    /// A line is not a game of the expected form.
    #[error("{path}, line {line}: {}", excerpt(&reason.to_string()))]
    Line {
        /// Path of the file.
        path: PathBuf,
        /// Line number, counted from 1.
        line: usize,
        /// Reason given by the parser.
        reason: serde_json::Error,
    },
    /// A shard is larger than any that is written.
    #[error("{path}, line {line}: {what}")]
    TooLarge {
        /// Path of the file.
        path: PathBuf,
        /// Line number, counted from 1.
        line: usize,
        /// Limit that is exceeded.
        what: &'static str,
    },
    /// Another run writes to the folder.
    #[error("{0}: another train-rows writes there")]
    Busy(PathBuf),
    /// A game cannot be replayed, or a target of it cannot be used.
    #[error("game {}: {reason}", excerpt(id))]
    Game {
        /// Id of the game.
        id: String,
        /// The fault.
        reason: GameFault,
    },
}

/// Fault of a game that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GameFault {
    /// The line has another version of the schema.
    #[error("version {0} of the schema is not known")]
    Version(u32),
    /// The board has no such size.
    #[error("no board of {0}x{1}")]
    Size(usize, usize),
    /// The rules cannot be read.
    #[error("rules: {}", excerpt(.0))]
    Rules(String),
    /// The komi, in half-points, is larger than any game may have.
    #[error("a komi of {0} half-points")]
    Komi(i32),
    /// The handicap cannot be placed.
    #[error("handicap: {}", excerpt(.0))]
    Handicap(String),
    /// A text is no move.
    #[error("move {number}: {} is no move", excerpt(text))]
    NoMove {
        /// Number of the move, counted from 1.
        number: usize,
        /// The text.
        text: String,
    },
    /// A move is illegal.
    #[error("move {number}: {reason}")]
    Illegal {
        /// Number of the move, counted from 1.
        number: usize,
        /// Reason why it is illegal.
        reason: IllegalMove,
    },
    /// A row has a value of the wrong form.
    #[error("row at {at}: {reason}")]
    Row {
        /// Number of moves before the position of the row.
        at: usize,
        /// The fault.
        reason: &'static str,
    },
}

/// Returns a function that turns an I/O error into a [`LearnError`] with the path.
pub(super) fn at(path: &Path) -> impl FnOnce(io::Error) -> LearnError {
    let path = path.to_path_buf();
    |reason| LearnError::File { path, reason }
}
