//! A command with its limits, its reply, and the state that all clients share.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::fault::{AskError, Fault, FaultKind, SHOWN, shorten};
use super::reaper::Reaper;
use crate::plan::nets::Nets;

/// Longest time that a wait goes on before the stop flag is checked.
pub const TICK: Duration = Duration::from_millis(50);
/// Answer to a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// Text after `=`, or as an error the text after `?`. Lines are joined by `\n`. Leading and
    /// trailing spaces and all control characters other than tabs are removed.
    pub answer: Result<String, String>,
    /// Time from just before the command was written until the whole answer had arrived.
    pub took: Duration,
}

/// State that all clients of a match share.
#[derive(Clone, Debug)]
pub struct Context {
    /// Whether the user wants the match to end. Once it is set, every wait returns.
    pub stop: Arc<AtomicBool>,
    /// Helper process that kills the engines if this process ends without doing so.
    pub reaper: Reaper,
    /// Time limit for the answer to each start-up command.
    pub patience: Duration,
    /// Nets of built-in players.
    pub nets: Nets,
}

/// Context without a reaper, with a limit of two minutes for start-up commands.
impl Default for Context {
    fn default() -> Context {
        Context {
            stop: Arc::default(),
            reaper: Reaper::default(),
            patience: Duration::from_secs(120),
            nets: Nets::default(),
        }
    }
}

impl Context {
    /// Returns whether the user wants the match to end.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }
}

/// One command with its time limits, for both kinds of engine.
#[derive(Debug)]
pub struct Request<'a> {
    /// Command: one line, without its line end.
    pub command: &'a str,
    /// Time limit for the answer.
    pub patience: Duration,
    /// Further time, in which a late answer is told from a missing one.
    pub lateness: Duration,
    /// State that all clients share.
    pub context: &'a Context,
}

impl Request<'_> {
    /// Returns a fault whose text quotes the command.
    pub fn fault(&self, kind: FaultKind, text: impl fmt::Display) -> Fault {
        Fault::new(kind, format!("`{}`: {text}", shorten(self.command, SHOWN)))
    }

    /// Returns how long to wait for an answer, a late one included.
    pub fn max_wait(&self) -> Duration {
        self.patience.saturating_add(self.lateness)
    }

    /// Returns the reply, or a fault of the kind [`FaultKind::Time`] if it came too late.
    pub fn in_time(&self, reply: Reply) -> Result<Reply, AskError> {
        if reply.took <= self.patience {
            return Ok(reply);
        }
        let late = (reply.took - self.patience).as_secs_f64() * 1e3;
        let (took, had) = (seconds(reply.took), seconds(self.patience));
        let command = shorten(self.command, SHOWN);
        let text = format!("answered `{command}` after {took} s, {late:.1} ms late: had {had} s");
        Err(Fault::new(FaultKind::Time, text).into())
    }

    /// Returns the fault of an engine that has not answered. The note follows the time waited.
    pub fn hang(&self, note: &str) -> Fault {
        let waited = seconds(self.max_wait());
        self.fault(
            FaultKind::Hang,
            format!("no answer within {waited} s{note}"),
        )
    }
}

/// Formats a time in seconds with up to three decimals.
pub(crate) fn seconds(time: Duration) -> String {
    let text = format!("{:.3}", time.as_secs_f64());
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_show_up_to_three_decimals() {
        for (millis, text) in [(0, "0"), (2000, "2"), (3200, "3.2"), (10_001, "10.001")] {
            assert_eq!(seconds(Duration::from_millis(millis)), text);
        }
    }
}
