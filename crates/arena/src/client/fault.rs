//! Faults of engines, shortages of this computer, and the reasons why there is no answer.

use std::fmt;
use std::io::{self, ErrorKind};

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Number of characters of a command that the text of a fault quotes.
pub const SHOWN: usize = 80;

/// Kind of failure of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// The engine could not be started, or failed at a command that sets up the game.
    Start,
    /// The engine's process ended.
    Crash,
    /// The engine closed its output, while its process is alive.
    Closed,
    /// The engine did not answer.
    Hang,
    /// The engine answered after its time had run out.
    Time,
    /// The engine's output is not a valid GTP answer, or not a move.
    Malformed,
    /// The engine made an illegal move.
    Illegal,
    /// The engine refused a legal move of its opponent, or another command that it must accept.
    Refusal,
}

impl FaultKind {
    /// Returns the letter of the result of a game that ended by such a failure: `T` if the time was
    /// over, else `F`.
    #[must_use]
    pub fn letter(self) -> &'static str {
        match self {
            FaultKind::Time | FaultKind::Hang => "T",
            FaultKind::Start
            | FaultKind::Crash
            | FaultKind::Closed
            | FaultKind::Malformed
            | FaultKind::Illegal
            | FaultKind::Refusal => "F",
        }
    }
}

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
    pub(crate) fn new(kind: FaultKind, text: impl Into<String>) -> Fault {
        Fault {
            kind,
            text: text.into(),
        }
    }
}

impl AskError {
    /// Creates the error of an engine that `error` has kept from starting: a shortage, or else a
    /// fault of the kind [`FaultKind::Start`]. `what` is what failed.
    pub(super) fn at_start(error: &io::Error, what: impl fmt::Display) -> AskError {
        match Shortage::of(error, &what) {
            Some(shortage) => AskError::Shortage(shortage),
            None => Fault::new(FaultKind::Start, format!("{what}: {error}")).into(),
        }
    }
}

/// Lack of something that this computer gives all its programs: file handles, processes, threads
/// or memory. No engine is to blame for it, so it ends the match and counts as nobody's loss.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("this computer is short of something that a game needs: {text}")]
pub struct Shortage {
    text: String,
}

impl Shortage {
    /// Creates the shortage behind an error of the system; `None` if the error has another cause.
    /// `what` is what failed, and the text shows it with the error.
    pub(crate) fn of(error: &io::Error, what: impl fmt::Display) -> Option<Shortage> {
        let text = || format!("{what}: {error}");
        is_shortage(error).then(|| Shortage { text: text() })
    }
}

/// Returns whether an error tells of a lack of file handles, of processes and threads, or of
/// memory: `EMFILE`, `ENFILE`, `EAGAIN` and `ENOMEM`.
fn is_shortage(error: &io::Error) -> bool {
    let is_out_of_handles = || {
        #[cfg(unix)]
        {
            use rustix::io::Errno;
            let code = error.raw_os_error().map(Errno::from_raw_os_error);
            matches!(code, Some(Errno::MFILE | Errno::NFILE))
        }
        #[cfg(not(unix))]
        false
    };
    let kind = error.kind();
    matches!(kind, ErrorKind::WouldBlock | ErrorKind::OutOfMemory) || is_out_of_handles()
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
    /// The engine cannot be started, for want of something that no engine can give.
    #[error(transparent)]
    Shortage(#[from] Shortage),
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
    #[cfg(unix)]
    fn a_shortage_is_told_from_a_fault_of_the_engine() {
        use rustix::io::Errno;
        for code in [Errno::MFILE, Errno::NFILE, Errno::AGAIN, Errno::NOMEM] {
            let error = AskError::at_start(&code.into(), "`engine` cannot be started");
            assert!(matches!(error, AskError::Shortage(_)), "{code}");
            assert!(error.to_string().contains("`engine` cannot be started: "));
        }
        for code in [Errno::NOENT, Errno::ACCESS, Errno::NOEXEC, Errno::ISDIR] {
            let error = AskError::at_start(&code.into(), "`engine` cannot be started");
            assert!(matches!(error, AskError::Fault(fault) if fault.kind == FaultKind::Start));
        }
    }

    #[test]
    fn long_texts_are_cut_and_control_characters_replaced() {
        assert_eq!(shorten("genmove b", 80), "genmove b");
        assert_eq!(shorten("äöü", 3), "äöü");
        assert_eq!(shorten("äöü\n", 3), "äöü…");
        assert_eq!(shorten("a\x1b\nb", 80), "a  b");
    }
}
