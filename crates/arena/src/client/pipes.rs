//! Pipes of an engine.
//!
//! Three threads separate the engine from the caller, so that it cannot block the caller: one
//! writes commands, one reads answers, one reads standard error. They end when the process is
//! killed. If a descendant that has left the process group holds a pipe open, the thread of that
//! pipe keeps waiting.

use std::io::{ErrorKind, Read, Write};
use std::process::ChildStdin;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::answers::Answers;
use super::tail::Tail;
use halfpoint_system::parallel::lock;

/// Number of unrequested answers that are read; a single one already proves the fault.
const READ_AHEAD: usize = 2;

/// State that the threads share, and the condition that signals its changes.
#[derive(Debug, Default)]
pub(super) struct Pipes {
    state: Mutex<PipeState>,
    pub changed: Condvar,
}

#[derive(Debug, Default)]
pub(super) struct PipeState {
    /// Bytes to be written.
    pub outgoing: Option<Vec<u8>>,
    /// Time at which the writing of the last command began.
    pub sent: Option<Instant>,
    /// Whether the engine's input is closed once everything has been written.
    pub last: bool,
    /// Whether the engine no longer reads its input.
    pub unwritable: bool,
    pub answers: Answers,
    /// Whether the engine has closed its output.
    pub output_ended: bool,
    pub stderr: Tail,
    pub stderr_ended: bool,
    /// Whether no more commands will come.
    pub closed: bool,
}

impl Pipes {
    pub(super) fn lock(&self) -> MutexGuard<'_, PipeState> {
        lock(&self.state)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, PipeState>) -> MutexGuard<'a, PipeState> {
        self.changed
            .wait(state)
            .unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn wait_for<'a>(
        &self,
        state: MutexGuard<'a, PipeState>,
        time: Duration,
    ) -> MutexGuard<'a, PipeState> {
        let waited = self.changed.wait_timeout(state, time);
        waited.unwrap_or_else(PoisonError::into_inner).0
    }

    /// Writes outgoing bytes until the last command has been written or writing fails.
    pub(super) fn write(&self, mut input: ChildStdin) {
        let mut state = self.lock();
        loop {
            let Some(bytes) = state.outgoing.take() else {
                if state.closed || state.last {
                    return;
                }
                state = self.wait(state);
                continue;
            };
            state.sent = Some(Instant::now());
            drop(state);
            let written = input.write_all(&bytes);
            state = self.lock();
            if written.is_err() {
                state.unwritable = true;
                self.changed.notify_all();
                return;
            }
        }
    }

    /// Reads answers until the client is closed, the output ends or it is malformed.
    pub(super) fn read_answers(&self, mut output: impl Read) {
        let mut buffer = vec![0; 1 << 16];
        loop {
            let piece = read(&mut output, &mut buffer);
            let at = Instant::now();
            let mut state = self.lock();
            match piece {
                Some(piece) => state.answers.push(piece, at),
                None => state.output_ended = true,
            }
            self.changed.notify_all();
            let over = |state: &PipeState| {
                state.closed || state.output_ended || state.answers.malformed().is_some()
            };
            // Pausing here makes the engine wait as soon as the pipe is full.
            while state.answers.count() >= READ_AHEAD && !over(&state) {
                state = self.wait(state);
            }
            if over(&state) {
                return;
            }
        }
    }

    /// Reads standard error as fast as it comes and keeps its last lines.
    pub(super) fn read_stderr(&self, mut stderr: impl Read) {
        let mut buffer = vec![0; 1 << 16];
        loop {
            let piece = read(&mut stderr, &mut buffer);
            let mut state = self.lock();
            match piece {
                Some(piece) => state.stderr.push(piece),
                None => state.stderr_ended = true,
            }
            if state.stderr_ended || state.closed {
                return;
            }
        }
    }
}

/// Reads the next bytes; `None` at the end of the stream or on an error.
fn read<'a>(input: &mut impl Read, buffer: &'a mut [u8]) -> Option<&'a [u8]> {
    loop {
        match input.read(buffer) {
            Err(error) if error.kind() == ErrorKind::Interrupted => (),
            Ok(0) | Err(_) => return None,
            Ok(count) => return Some(&buffer[..count]),
        }
    }
}
