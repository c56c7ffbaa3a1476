//! Reasons why a request makes no sense.

use halfpoint_core::game::IllegalMove;
use thiserror::Error;

/// Reason why the content of a request is impossible.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum RequestError {
    /// A field has a value that it cannot have.
    #[error("{field}: {reason}")]
    Field {
        /// Name of the field.
        field: &'static str,
        /// Reason why it is wrong.
        reason: String,
    },
    /// A move is illegal.
    #[error("move {number}, {text}: {reason}")]
    Move {
        /// Number of the move, counted from 1.
        number: usize,
        /// The move as it was sent.
        text: String,
        /// Reason why it is illegal.
        reason: IllegalMove,
    },
    /// A player is neither black nor white.
    #[error("no player")]
    Player,
    /// A time for a search is nothing or too long.
    #[error("seconds must be a number from 0 to {0}")]
    Seconds(f64),
    /// There is no such strength; the largest is this.
    #[error("level must be 1 to {0}")]
    Level(u8),
    /// The board has more points than are solved.
    #[error("exact values are for boards of up to {most} points, not {points}")]
    TooLarge {
        /// Largest number of points.
        most: usize,
        /// Number of points of the board.
        points: usize,
    },
}

/// Returns the error of a field.
pub fn wrong(field: &'static str, reason: impl ToString) -> RequestError {
    RequestError::Field {
        field,
        reason: reason.to_string(),
    }
}
