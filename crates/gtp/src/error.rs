//! Reasons why a command fails.

use thiserror::Error;

use halfpoint_core::board::Size;
use halfpoint_core::game::{IllegalMove, ReplayError, SetupError, TokenKind};
use halfpoint_core::half_points::ParseHalfPointsError;
use halfpoint_core::notation::color_letter;
use halfpoint_core::rules::{ParseGameTypeError, RulesJsonError, instead};

use super::grammar::LineError;

/// Result of a command: the text of the answer, or the reason of the failure.
pub(super) type Answer = Result<String, GtpError>;

/// The reason given in a `?` answer. A command that fails leaves the session as it was.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GtpError {
    /// The name belongs to no command.
    #[error("unknown command{}", meant(.nearest))]
    UnknownCommand {
        /// The command that the client may have meant.
        nearest: Option<&'static str>,
    },
    /// The line has no command, or its id is too large.
    #[error(transparent)]
    Line(#[from] LineError),
    /// The line is longer than [`super::MAX_LINE`].
    #[error("line too long")]
    TooLong,
    /// The line is not UTF-8.
    #[error("invalid text encoding")]
    Encoding,
    /// The number of arguments is too small or too large.
    #[error("syntax error: usage: {name}{}{usage}", if .usage.is_empty() { "" } else { " " })]
    Usage {
        /// Name of the command.
        name: &'static str,
        /// Arguments of the command in words.
        usage: &'static str,
    },
    /// An argument is not of the expected kind, which the text names.
    #[error("syntax error: {0} expected")]
    Expected(&'static str),
    /// An argument is none of the expected ones, which the text names.
    #[error("syntax error: {0} expected")]
    ExpectedOne(String),
    /// The board cannot have this size.
    #[error("unacceptable size")]
    Size,
    /// The komi is not a number of half-points.
    #[error("komi: {0}")]
    Komi(#[from] ParseHalfPointsError),
    /// The move is illegal.
    #[error(transparent)]
    IllegalMove(#[from] IllegalMove),
    /// The rules do not have this token move.
    #[error("illegal move: no {} under {rules}; tokens: {}", .name.in_words(), names(.tokens))]
    NoSuchToken {
        /// The token move.
        name: TokenKind,
        /// Id of the rule set.
        rules: &'static str,
        /// The token moves that the rules have.
        tokens: Vec<TokenKind>,
    },
    /// The word names no kind of token move.
    #[error("unknown kind {word}; kinds: {}", names(.tokens))]
    UnknownKind {
        /// The word, or its beginning.
        word: String,
        /// The token moves that the rules have.
        tokens: Vec<TokenKind>,
    },
    /// A move of a sequence is illegal.
    #[error("move {number}: {reason}")]
    Sequence {
        /// Number of the move in the sequence, counted from 1.
        number: usize,
        /// The reason why it is illegal.
        reason: IllegalMove,
    },
    /// The moves so far are illegal under the rules asked for.
    #[error("illegal under {id}: {text}")]
    Replay {
        /// Id of the rules asked for.
        id: String,
        /// The move and the reason.
        text: String,
    },
    /// No rule set has this name.
    #[error("unknown rules {name}; {}", instead(*.nearest))]
    UnknownRules {
        /// The name, or its beginning.
        name: String,
        /// The name that the client may have meant.
        nearest: Option<&'static str>,
    },
    /// The JSON does not describe valid rules.
    #[error("rules: {0}")]
    Rules(#[from] RulesJsonError),
    /// A game type was asked for under rules that have none.
    #[error("game types belong to black_white")]
    NoGameTypes,
    /// The arguments are neither a game type nor two ranks.
    #[error("{}", game_type_text(.0))]
    GameType(ParseGameTypeError),
    /// The stones cannot be set up.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The command needs an empty board.
    #[error("board not empty")]
    BoardNotEmpty,
    /// The command needs a position without moves.
    #[error("moves have been made")]
    NotAtStart,
    /// There are fewer moves than are to be taken back.
    #[error("cannot undo")]
    CannotUndo,
    /// The moves that are allowed to the search are all illegal.
    #[error("none of the allowed moves is legal")]
    NothingAllowed,
    /// The player has not decided on a move yet.
    #[error("no move was generated")]
    NoDecision,
    /// The command needs a net.
    #[error("no net: start without --net none")]
    NoNet,
    /// The command needs a game that goes on.
    #[error("game over")]
    GameOver,
    /// The file cannot be read; the text says why.
    #[error("cannot load file: {0}")]
    Load(String),
    /// The file cannot be written; the text says why.
    #[error("cannot write file: {0}")]
    Write(String),
}

/// Formats the names of token moves as a list, or as `none`.
fn names(tokens: &[TokenKind]) -> String {
    if tokens.is_empty() {
        return "none".to_string();
    }
    let names: Vec<&str> = tokens.iter().map(|name| name.as_str()).collect();
    names.join(", ")
}

/// Formats the name that the client may have meant as the end of a sentence.
fn meant(nearest: &Option<&'static str>) -> String {
    nearest.map_or(String::new(), |name| format!("; did you mean {name}?"))
}

/// Formats the error; the unknown game type names ranks too, which the command also accepts.
fn game_type_text(error: &ParseGameTypeError) -> String {
    match error {
        ParseGameTypeError::Unknown => {
            "syntax error: game type or two ranks (18k-1k, 1d-9d, 1p-9p) expected".to_string()
        }
        ParseGameTypeError::Stones => error.to_string(),
    }
}

/// Formats a move of the record with the reason why it is illegal: `move 12 (B C3): superko`.
#[must_use]
pub fn replay_text(size: Size, error: &ReplayError) -> String {
    let color = color_letter(error.color);
    let what = error.action.text(size);
    let reason = error.reason.reason();
    format!("move {} ({color} {what}): {reason}", error.number)
}
