//! Why a command fails.

use thiserror::Error;

use halfpoint_core::board::Size;
use halfpoint_core::game::{IllegalMove, ReplayError, SetupError, TokenKind};
use halfpoint_core::half_points::ParseHalfPointsError;
use halfpoint_core::notation::color_letter;
use halfpoint_core::rules::{ParseGameTypeError, RulesJsonError};

use super::grammar::LineError;

/// The reason of a `?` answer. Whatever it is, the session is as it was before the command.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GtpError {
    /// No such command.
    #[error("unknown command{}", meant(.nearest))]
    UnknownCommand {
        /// The command that may have been meant.
        nearest: Option<&'static str>,
    },
    /// The line is no command.
    #[error(transparent)]
    Line(#[from] LineError),
    /// The line is longer than [`super::MAX_LINE`].
    #[error("line too long")]
    TooLong,
    /// The line is not UTF-8.
    #[error("invalid text encoding")]
    Encoding,
    /// Too few or too many arguments.
    #[error("syntax error: usage: {name}{}{usage}", if .usage.is_empty() { "" } else { " " })]
    Usage {
        /// The command.
        name: &'static str,
        /// What its arguments are.
        usage: &'static str,
    },
    /// An argument is not what it should be.
    #[error("syntax error: {0} expected")]
    Expected(&'static str),
    /// A board of a size that cannot be had.
    #[error("unacceptable size")]
    Size,
    /// A komi that is no number of half-points.
    #[error("komi: {0}")]
    Komi(#[from] ParseHalfPointsError),
    /// A move that cannot be played.
    #[error(transparent)]
    IllegalMove(#[from] IllegalMove),
    /// A token move that the rules do not have at all.
    #[error("illegal move: no {} under {rules}; tokens: {}", .name.in_words(), names(.tokens))]
    NoSuchToken {
        /// The move.
        name: TokenKind,
        /// The rule set.
        rules: &'static str,
        /// The token moves that it has.
        tokens: Vec<TokenKind>,
    },
    /// A word that names no kind of token move.
    #[error("unknown kind {word}; kinds: {}", names(.tokens))]
    UnknownKind {
        /// The word, or its beginning.
        word: String,
        /// The token moves that the rules have.
        tokens: Vec<TokenKind>,
    },
    /// A move of a sequence that cannot be played.
    #[error("move {number}: {reason}")]
    Sequence {
        /// Counted from 1.
        number: usize,
        /// Why.
        reason: IllegalMove,
    },
    /// The moves so far are illegal under the rules asked for.
    #[error("illegal under {id}: {text}")]
    Replay {
        /// The rules.
        id: String,
        /// The move and the reason.
        text: String,
    },
    /// No such rules.
    #[error("unknown rules {name}{}", meant(.nearest))]
    UnknownRules {
        /// The name, or its beginning.
        name: String,
        /// The name that may have been meant.
        nearest: Option<&'static str>,
    },
    /// Rules that cannot be.
    #[error("rules: {0}")]
    Rules(#[from] RulesJsonError),
    /// A game type under rules that have none.
    #[error("game types belong to black_white")]
    NoGameTypes,
    /// No game type, nor two ranks.
    #[error("{}", game_type_text(.0))]
    GameType(ParseGameTypeError),
    /// Stones that cannot be set up.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// Something that needs an empty board.
    #[error("board not empty")]
    BoardNotEmpty,
    /// Something that needs a position without moves.
    #[error("moves have been made")]
    NotAtStart,
    /// Fewer moves than are to be taken back.
    #[error("cannot undo")]
    CannotUndo,
    /// Nothing has been decided yet.
    #[error("no move was generated")]
    NoDecision,
    /// A file that cannot be read or written.
    #[error("cannot load file: {0}")]
    Load(String),
    /// The same for writing.
    #[error("cannot write file: {0}")]
    Write(String),
}

/// Names of token moves in a list, or `none`.
fn names(tokens: &[TokenKind]) -> String {
    if tokens.is_empty() {
        return "none".to_string();
    }
    let names: Vec<&str> = tokens.iter().map(|name| name.as_str()).collect();
    names.join(", ")
}

/// The name that may have been meant, as the end of a sentence.
fn meant(nearest: &Option<&'static str>) -> String {
    nearest.map_or(String::new(), |name| format!("; did you mean {name}?"))
}

/// Ranks are another way to say a game type.
fn game_type_text(error: &ParseGameTypeError) -> String {
    match error {
        ParseGameTypeError::Unknown => {
            "syntax error: game type or two ranks (18k-1k, 1d-9d, 1p-9p) expected".to_string()
        }
        ParseGameTypeError::Stones => error.to_string(),
    }
}

/// A move of the record and why it is illegal: `move 12 (B C3): superko`.
#[must_use]
pub fn replay_text(size: Size, error: &ReplayError) -> String {
    let color = color_letter(error.color);
    let what = error.action.text(size);
    let reason = error.reason.reason();
    format!("move {} ({color} {what}): {reason}", error.number)
}
