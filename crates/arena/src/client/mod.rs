//! The link to an engine: a process, or a player of ours in this process, behind one interface.
//!
//! [`Link::ask`] sends a command and gives the answer, the time it took, or what went wrong. Whatever an
//! engine does or fails to do comes back as a [`Fault`] within the time that it was given; it can neither
//! block the caller, fill the memory, nor outlive the link (see [`reaper`] for the end of the caller).
//!
//! Commands are sent without an id. The protocol lets an engine be asked so, every client of engines does
//! it somewhere, and simple engines know no ids; one in an answer is dropped. That an answer belongs to its
//! command is checked in another way: whatever an engine has written before a command is sent is no answer to
//! it, but a fault.

pub mod reaper;

mod answers;
mod group;
mod internal;
mod orphans;
mod placeholders;
mod process;
mod tail;

pub use orphans::{adopt as adopt_orphans, reap as reap_orphans};
pub use placeholders::Fill;
pub use reaper::Reaper;

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use thiserror::Error;

use internal::Internal;
use process::Process;

use halfpoint_gtp::grammar;

use super::config::EngineConfig;
use super::record::FaultKind;

/// How long an engine may take to end after `quit`.
const POLITE: Duration = Duration::from_secs(1);
/// The longest that a wait goes on before the user's wish to stop is looked at.
const TICK: Duration = Duration::from_millis(50);
/// Characters of a command that are repeated in the text of a fault.
const SHOWN: usize = 80;

/// What an engine did wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text}")]
pub struct Fault {
    /// What it did.
    pub kind: FaultKind,
    /// The same in words, with the command that it was about.
    pub text: String,
}

impl Fault {
    fn new(kind: FaultKind, text: impl Into<String>) -> Fault {
        Fault {
            kind,
            text: text.into(),
        }
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AskError {
    /// The engine is at fault.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The user ends the match.
    #[error("stopped by the user")]
    Stopped,
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The text after `=`; or, as an error, that after `?`. Its lines are joined by `\n`. There is no space
    /// at either end, and there are no other control characters but tabs.
    pub answer: Result<String, String>,
    /// From just before the command was written until the answer had arrived as a whole.
    pub took: Duration,
}

/// What all links of a match share.
#[derive(Clone, Debug)]
pub struct Context {
    /// Whether the user wants the match to end; then nothing is waited for any more.
    pub stop: Arc<AtomicBool>,
    /// What ends the engines if this process ends without doing so.
    pub reaper: Reaper,
    /// Time that an engine has for the answer to each of its start-up commands.
    pub patience: Duration,
}

/// No guard, and two minutes.
impl Default for Context {
    fn default() -> Context {
        Context {
            stop: Arc::default(),
            reaper: Reaper::default(),
            patience: Duration::from_secs(120),
        }
    }
}

impl Context {
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }
}

/// An engine that runs. Dropping a link kills it.
#[derive(Debug)]
pub struct Link {
    name: String,
    engine: Engine,
    context: Context,
    /// What it did wrong, if nothing more can be asked of it.
    dead: Option<Fault>,
}

#[derive(Debug)]
enum Engine {
    Process(Box<Process>),
    Internal(Internal),
}

/// What the two kinds of engine need to know about a question.
#[derive(Debug)]
struct Question<'a> {
    /// One line, without its end.
    command: &'a str,
    patience: Duration,
    lateness: Duration,
    context: &'a Context,
}

impl Question<'_> {
    /// A fault that says what was asked.
    fn fault(&self, kind: FaultKind, text: impl fmt::Display) -> Fault {
        Fault::new(kind, format!("`{}`: {text}", shorten(self.command, SHOWN)))
    }

    /// How long to wait for an answer, late or not.
    fn longest(&self) -> Duration {
        self.patience.saturating_add(self.lateness)
    }

    /// The answer, if it came in time.
    fn judge(&self, reply: Reply) -> Result<Reply, AskError> {
        if reply.took <= self.patience {
            return Ok(reply);
        }
        let (took, had) = (seconds(reply.took), seconds(self.patience));
        let command = shorten(self.command, SHOWN);
        let text = format!("answered `{command}` after {took} s, had {had} s");
        Err(Fault::new(FaultKind::Time, text).into())
    }

    fn hang(&self, note: &str) -> Fault {
        let waited = seconds(self.longest());
        self.fault(
            FaultKind::Hang,
            format!("no answer within {waited} s{note}"),
        )
    }
}

impl Link {
    /// Starts an engine and sends it its start-up commands.
    ///
    /// A program with a relative path is looked for from the folder of its own that the engine has, if it
    /// has one. Start-up commands that are comments or empty are left out.
    ///
    /// # Errors
    /// A fault of the kind [`FaultKind::Start`], if the program cannot be started, a placeholder has no
    /// value, or a start-up command is not answered with `=`; the text ends with the last line of its
    /// standard error. Or the user ends the match.
    pub fn start(config: &EngineConfig, fill: &Fill, context: &Context) -> Result<Link, AskError> {
        let commands: Result<Vec<String>, Fault> = config
            .start_up
            .iter()
            .map(|text| fill.apply(text))
            .collect();
        let commands = commands?;
        if context.is_stopped() {
            return Err(AskError::Stopped);
        }
        let engine = match &config.player {
            Some(player) => Engine::Internal(Internal::start(player, fill)?),
            None => Engine::Process(Box::new(Process::start(config, fill, context)?)),
        };
        let mut link = Link {
            name: config.name.clone(),
            engine,
            context: context.clone(),
            dead: None,
        };
        for command in &commands {
            link.start_up(command)?;
        }
        Ok(link)
    }

    fn start_up(&mut self, command: &str) -> Result<(), AskError> {
        let patience = self.context.patience;
        let text = match self.ask(command, patience, Duration::ZERO) {
            Ok(Reply { answer: Ok(_), .. }) => return Ok(()),
            Ok(Reply {
                answer: Err(text), ..
            }) => {
                let (command, text) = (shorten(command, SHOWN), shorten(&text, SHOWN));
                format!("`{command}` was answered `? {text}`")
            }
            Err(AskError::Fault(fault)) => fault.text,
            Err(AskError::Stopped) => return Err(AskError::Stopped),
        };
        // The link is gone when the caller reads this, and its standard error with it.
        let lines = self.stderr_tail();
        let last = lines.iter().rev().find(|line| !line.trim().is_empty());
        let text = match last {
            Some(line) => format!("{text}; its last words: {}", line.trim()),
            None => text,
        };
        Err(Fault::new(FaultKind::Start, text).into())
    }

    /// Sends a command and waits for the answer.
    ///
    /// An answer that takes longer than `patience` is a fault. After that time the engine has a further
    /// `lateness`, which tells a late answer ([`FaultKind::Time`]) from none ([`FaultKind::Hang`]).
    ///
    /// Control characters in the command become spaces, so that it is one command. One that is empty or
    /// a comment is not sent, since nothing answers it; the reply is empty.
    ///
    /// # Errors
    /// What the engine did wrong; or the user ends the match. After a fault of any kind but
    /// [`FaultKind::Time`], and when it was stopped while it was asked, nothing more can be asked: the same
    /// fault comes back.
    pub fn ask(
        &mut self,
        command: &str,
        patience: Duration,
        lateness: Duration,
    ) -> Result<Reply, AskError> {
        if self.context.is_stopped() {
            return Err(AskError::Stopped);
        }
        if let Some(fault) = &self.dead {
            return Err(fault.clone().into());
        }
        let command = command.replace(char::is_control, " ");
        if grammar::preprocess(&command).is_empty() {
            return Ok(Reply {
                answer: Ok(String::new()),
                took: Duration::ZERO,
            });
        }
        let question = Question {
            command: command.trim(),
            patience,
            lateness,
            context: &self.context,
        };
        log::debug!("{} < {}", self.name, question.command);
        let result = match &mut self.engine {
            Engine::Process(process) => process.ask(&question),
            Engine::Internal(player) => player.ask(&question),
        };
        match &result {
            Ok(reply) => log::debug!("{} > {:?} in {:?}", self.name, reply.answer, reply.took),
            Err(error) => log::debug!("{}: {error}", self.name),
        }
        match &result {
            Err(AskError::Fault(fault)) if fault.kind != FaultKind::Time => {
                self.dead = Some(fault.clone());
            }
            // Its answer may still come, and would be taken for that to the next command.
            Err(AskError::Stopped) => {
                self.dead = Some(question.fault(FaultKind::Hang, "the user stopped it"));
            }
            Ok(_) | Err(AskError::Fault(_)) => (),
        }
        result
    }

    /// The last lines of its standard error, 20 at most, each cut at 300 characters. A player in this
    /// process has none.
    #[must_use]
    pub fn stderr_tail(&self) -> Vec<String> {
        match &self.engine {
            Engine::Process(process) => process.stderr_tail(),
            Engine::Internal(_) => Vec::new(),
        }
    }

    /// The most memory that its processes have held, in bytes: the sum of what each of those that live now
    /// has held at most, or of those that lived at an earlier call, if that was more. `None` if the system
    /// does not tell, and for a player in this process.
    #[must_use]
    pub fn peak_memory(&self) -> Option<u64> {
        match &self.engine {
            Engine::Process(process) => process.peak_memory(),
            Engine::Internal(_) => None,
        }
    }

    /// Ends the engine: `quit`, a second of time, then all of its processes are killed. One that has done
    /// something wrong is killed at once.
    pub fn close(mut self) {
        let polite = self.dead.is_none();
        match &mut self.engine {
            Engine::Process(process) if polite => process.quit(POLITE),
            Engine::Process(_) => (),
            Engine::Internal(player) => player.quit(POLITE),
        }
    }
}

/// The beginning of a text, without control characters.
fn shorten(text: &str, most: usize) -> String {
    let mut shown: String = text.chars().take(most).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown.replace(char::is_control, " ")
}

/// Seconds with up to three decimals.
fn seconds(time: Duration) -> String {
    let text = format!("{:.3}", time.as_secs_f64());
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

/// What a mutex holds. A thread that panicked while it held one leaves nothing half done here.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_in_words() {
        for (millis, text) in [(0, "0"), (2000, "2"), (3200, "3.2"), (10_001, "10.001")] {
            assert_eq!(seconds(Duration::from_millis(millis)), text);
        }
    }

    #[test]
    fn texts_are_cut() {
        assert_eq!(shorten("genmove b", 80), "genmove b");
        assert_eq!(shorten("äöü", 3), "äöü");
        assert_eq!(shorten("äöü\n", 3), "äöü…");
        assert_eq!(shorten("a\x1b\nb", 80), "a  b");
    }
}
