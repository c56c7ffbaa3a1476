//! Client of an engine: one interface to a process and to a built-in player in this process.
//!
//! [`Client::ask`] sends a command and returns the answer with the time that it took, or an error.
//! Every failure of an engine comes back as a [`Fault`] within the time limit. An engine can
//! neither block the caller, nor fill the memory, nor outlive the client (see [`reaper`] for the
//! case that this process is killed).
//!
//! Commands are sent without an id. The protocol allows that, every client of engines relies on it
//! somewhere, and simple engines do not implement ids; an id in an answer is dropped. Another check
//! ensures that an answer belongs to its command: anything that an engine has written before a
//! command is sent counts as a fault, not as the answer.

pub mod reaper;

mod answers;
mod fault;
mod group;
mod internal;
mod orphans;
mod pipes;
mod placeholders;
mod process;
mod request;
mod tail;

pub use fault::{AskError, Fault, FaultKind, Shortage};
pub use orphans::{adopt as adopt_orphans, reap as reap_orphans};
pub use placeholders::Placeholders;
pub use reaper::Reaper;
pub(crate) use request::seconds as exact_seconds;
pub use request::{Context, Reply};

use std::time::Duration;

use halfpoint_gtp::grammar;

use crate::plan::config::EngineConfig;
use fault::{SHOWN, shorten};
use internal::Internal;
use process::Process;
use request::Request;

/// Time that an engine has to end after `quit`.
const POLITE: Duration = Duration::from_secs(1);

/// Running engine. Dropping a client kills the engine.
#[derive(Debug)]
pub struct Client {
    name: String,
    engine: Engine,
    context: Context,
    /// Fault after which the engine can take no further command, if there was one.
    dead: Option<Fault>,
}

#[derive(Debug)]
enum Engine {
    Process(Box<Process>),
    Internal(Internal),
}

impl Client {
    /// Starts an engine and sends it its start-up commands.
    ///
    /// A relative path of a program is resolved from the folder of the engine, if the engine has
    /// one. Start-up commands that are comments or empty are skipped.
    ///
    /// # Errors
    /// A fault of the kind [`FaultKind::Start`] if the program cannot be started, a placeholder has
    /// no value, or a start-up command is not answered with `=`; the text ends with the last line
    /// of the engine's standard error. [`AskError::Shortage`] if the system lacks what it takes to
    /// start it. [`AskError::Stopped`] if the user ends the match.
    pub fn start(
        config: &EngineConfig,
        placeholders: &Placeholders,
        context: &Context,
    ) -> Result<Client, AskError> {
        let commands: Result<Vec<String>, Fault> = config
            .start_up
            .iter()
            .map(|text| placeholders.apply(text))
            .collect();
        let commands = commands?;
        if context.is_stopped() {
            return Err(AskError::Stopped);
        }
        let engine = match &config.player {
            Some(player) => Engine::Internal(Internal::start(player, placeholders, &context.nets)?),
            None => Engine::Process(Box::new(Process::start(config, placeholders, context)?)),
        };
        let mut client = Client {
            name: config.name.clone(),
            engine,
            context: context.clone(),
            dead: None,
        };
        for command in &commands {
            client.start_up(command)?;
        }
        Ok(client)
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
            Err(error @ (AskError::Stopped | AskError::Shortage(_))) => return Err(error),
        };
        // The caller drops the client, and the standard error with it, so the last line goes into
        // the text.
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
    /// An answer that takes longer than `patience` is a fault. The engine then has a further
    /// `lateness`, to tell a late answer ([`FaultKind::Time`]) from a missing one
    /// ([`FaultKind::Hang`]).
    ///
    /// Control characters in the command become spaces, so that it stays one command. An empty
    /// command or a comment is not sent, since engines do not answer it; the reply is empty.
    ///
    /// # Errors
    /// A fault of the engine, or [`AskError::Stopped`] if the user ends the match. After a fault of
    /// any kind other than [`FaultKind::Time`], and after a stop during a command, the engine takes
    /// no further commands, and each call returns that fault.
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
        let request = Request {
            command: command.trim(),
            patience,
            lateness,
            context: &self.context,
        };
        log::debug!("{} < {}", self.name, request.command);
        let result = match &mut self.engine {
            Engine::Process(process) => process.ask(&request),
            Engine::Internal(player) => player.ask(&request),
        };
        match &result {
            Ok(reply) => log::debug!("{} > {:?} in {:?}", self.name, reply.answer, reply.took),
            Err(error) => log::debug!("{}: {error}", self.name),
        }
        match &result {
            Err(AskError::Fault(fault)) if fault.kind != FaultKind::Time => {
                self.dead = Some(fault.clone());
            }
            // The answer may still come and would be taken for the answer to the next command.
            Err(AskError::Stopped) => {
                self.dead = Some(request.fault(FaultKind::Hang, "the user stopped it"));
            }
            Ok(_) | Err(AskError::Fault(_) | AskError::Shortage(_)) => (),
        }
        result
    }

    /// Returns the last lines of the engine's standard error: at most 20, each cut at 300
    /// characters. A player in this process has none.
    #[must_use]
    pub fn stderr_tail(&self) -> Vec<String> {
        match &self.engine {
            Engine::Process(process) => process.stderr_tail(),
            Engine::Internal(_) => Vec::new(),
        }
    }

    /// Returns the most memory that the engine's processes have held, in bytes.
    ///
    /// It is the sum of the peaks of all processes that live now, or the largest such sum of an
    /// earlier call if that was more. `None` if the system does not report memory, and for a player
    /// in this process.
    #[must_use]
    pub fn peak_memory(&self) -> Option<u64> {
        match &self.engine {
            Engine::Process(process) => process.peak_memory(),
            Engine::Internal(_) => None,
        }
    }

    /// Ends the engine: sends `quit`, waits at most one second, then kills all of its processes. An
    /// engine with a fault is killed at once.
    pub fn close(mut self) {
        let polite = self.dead.is_none();
        match &mut self.engine {
            Engine::Process(process) if polite => process.quit(POLITE),
            Engine::Process(_) => (),
            Engine::Internal(player) => player.quit(POLITE),
        }
    }
}
