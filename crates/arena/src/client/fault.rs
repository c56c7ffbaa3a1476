//! Faults of engines, and the reasons why there is no answer.

use thiserror::Error;

use crate::record::FaultKind;

/// Number of characters of a command that the text of a fault quotes.
pub const SHOWN: usize = 80;

/// Misbehaviour of an engine.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text}")]
pub struct Fault {
    /// Kind of the misbehaviour.
    pub kind: FaultKind,
    /// Description for people, with the command that it is about.
    pub text: String,
}

impl Fault {
    /// Creates a fault with a description for people.
    pub(super) fn new(kind: FaultKind, text: impl Into<String>) -> Fault {
        Fault {
            kind,
            text: text.into(),
        }
    }
}

/// Reason why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AskError {
    /// The engine is at fault.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The user ends the match.
    #[error("stopped by the user")]
    Stopped,
}

/// Returns the first `max` characters of a text, with spaces in place of control characters.
pub fn shorten(text: &str, max: usize) -> String {
    let mut shown: String = text.chars().take(max).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown.replace(char::is_control, " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut_and_control_characters_replaced() {
        assert_eq!(shorten("genmove b", 80), "genmove b");
        assert_eq!(shorten("äöü", 3), "äöü");
        assert_eq!(shorten("äöü\n", 3), "äöü…");
        assert_eq!(shorten("a\x1b\nb", 80), "a  b");
    }
}
