//! An engine in a process of its own.
//!
//! Three threads separate the engine from the caller, so that it cannot block the caller: one
//! writes commands, one reads answers, one reads standard error. They end when the process is
//! killed. If a descendant that has left the process group holds a pipe open, the thread of that
//! pipe keeps waiting.

use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::answers::{Answers, MAX_ANSWER, Malformed};
use super::fault::{AskError, Fault, FaultKind, shorten};
use super::group;
use super::group::Member;
use super::lock::lock;
use super::orphans::{self, Tag};
use super::placeholders::Placeholders;
use super::reaper::Reaper;
use super::request::{Context, Reply, Request, TICK};
use super::tail::Tail;
use crate::plan::config::EngineConfig;

/// Number of characters of malformed output that a fault quotes.
const MAX_QUOTE: usize = 200;
/// Number of unrequested answers that are read; a single one already proves the fault.
const READ_AHEAD: usize = 2;
/// Time that a process has to end after it has closed its output.
const ENDING: Duration = Duration::from_secs(2);
/// Time that the pipes of an ended process have to become empty. Only a pipe that a child of the
/// process holds open takes this long.
const DRAINING: Duration = Duration::from_secs(1);
/// Time to wait for a killed process before a thread takes over the waiting.
const DYING: Duration = Duration::from_secs(2);
/// Interval of polling for events that do not wake the caller.
const LOOK: Duration = Duration::from_millis(2);

/// Process of an engine. Dropping it kills the process with its group.
#[derive(Debug)]
pub struct Process {
    child: Option<Child>,
    /// Id of its process group, which equals the id of the process.
    group: u32,
    /// Mark by which its orphans are found.
    tag: Tag,
    /// Its processes at the moment at which it was asked to quit; empty before that.
    family: Vec<Member>,
    reaper: Reaper,
    pipes: Arc<Pipes>,
    /// Largest memory figure seen so far, in bytes; 0 for none.
    peak_memory: AtomicU64,
}

/// State that the threads share, and the condition that signals its changes.
#[derive(Debug, Default)]
struct Pipes {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// Bytes to be written.
    outgoing: Option<Vec<u8>>,
    /// Time at which the writing of the last command began.
    sent: Option<Instant>,
    /// Whether the engine's input is closed once everything has been written.
    last: bool,
    /// Whether the engine no longer reads its input.
    unwritable: bool,
    answers: Answers,
    /// Whether the engine has closed its output.
    output_ended: bool,
    stderr: Tail,
    stderr_ended: bool,
    /// Whether no more commands will come.
    closed: bool,
}

impl Pipes {
    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        self.changed
            .wait(state)
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_for<'a>(&self, state: MutexGuard<'a, State>, time: Duration) -> MutexGuard<'a, State> {
        let waited = self.changed.wait_timeout(state, time);
        waited.unwrap_or_else(PoisonError::into_inner).0
    }

    /// Writes outgoing bytes until the last command has been written or writing fails.
    fn write(&self, mut input: ChildStdin) {
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
    fn read_answers(&self, mut output: impl Read) {
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
            let over = |state: &State| {
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
    fn read_stderr(&self, mut stderr: impl Read) {
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

impl Process {
    /// Starts the program.
    ///
    /// # Errors
    /// A fault of the kind [`FaultKind::Start`] if the command cannot be parsed, its placeholders
    /// cannot be filled in, or the process cannot be started; [`AskError::Shortage`] if the system
    /// lacks what the process, its pipes and its threads need.
    pub fn start(
        config: &EngineConfig,
        placeholders: &Placeholders,
        context: &Context,
    ) -> Result<Process, AskError> {
        let start = |text: String| Fault::new(FaultKind::Start, text);
        let line = config.command.as_deref().unwrap_or_default();
        let words = shlex::split(line)
            .ok_or_else(|| start(format!("the quotes in `{line}` do not match")))?;
        let words: Result<Vec<String>, Fault> =
            words.iter().map(|word| placeholders.apply(word)).collect();
        let words = words?;
        let (program, arguments) = words
            .split_first()
            .ok_or_else(|| start("there is no command".to_string()))?;
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        for (name, value) in &config.env {
            command.env(name, placeholders.apply(value)?);
        }
        if let Some(dir) = &config.dir {
            // The system reports a missing folder and a missing program by one error code.
            if !Path::is_dir(dir) {
                return Err(start(format!("{} is no folder", dir.display())).into());
            }
            command.current_dir(dir);
        }
        let tag = Tag::new();
        tag.mark(&mut command);
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = orphans::start_engine(&mut command).map_err(|error| {
            AskError::at_start(&error, format!("`{program}` cannot be started"))
        })?;
        let group = child.id();
        context.reaper.add(group);
        let (input, output, stderr) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        // From here on, dropping `process` kills the child if something fails.
        let process = Process {
            child: Some(child),
            group,
            tag,
            family: Vec::new(),
            reaper: context.reaper.clone(),
            pipes: Arc::default(),
            peak_memory: AtomicU64::new(0),
        };
        let (Some(input), Some(output), Some(stderr)) = (input, output, stderr) else {
            return Err(start("there are no pipes".to_string()).into());
        };
        let started = process
            .spawn("engine input", move |pipes| pipes.write(input))
            .and_then(|()| process.spawn("engine output", move |pipes| pipes.read_answers(output)))
            .and_then(|()| process.spawn("engine errors", move |pipes| pipes.read_stderr(stderr)));
        started.map_err(|error| AskError::at_start(&error, format!("a thread for `{program}`")))?;
        Ok(process)
    }

    fn spawn(&self, name: &str, run: impl FnOnce(&Pipes) + Send + 'static) -> io::Result<()> {
        let pipes = Arc::clone(&self.pipes);
        let thread = thread::Builder::new().name(name.to_string());
        thread.spawn(move || run(&pipes))?;
        Ok(())
    }

    /// Sends a command and waits for the answer.
    ///
    /// # Errors
    /// As for [`Client::ask`](super::Client::ask).
    pub fn ask(&mut self, request: &Request<'_>) -> Result<Reply, AskError> {
        let pipes = Arc::clone(&self.pipes);
        let mut state = pipes.lock();
        if let Some(text) = state.answers.begun() {
            return Err(unasked(request, &text).into());
        }
        state.outgoing = Some(format!("{}\n", request.command).into_bytes());
        state.sent = None;
        pipes.changed.notify_all();
        let begin = Instant::now();
        let mut end_seen = None;
        loop {
            if let Some(answer) = state.answers.take() {
                pipes.changed.notify_all();
                // An answer that was there before the command was written does not belong to it.
                let sent = state.sent.filter(|&sent| sent <= answer.at);
                let sent = sent.ok_or_else(|| unasked(request, &shown(&answer.text)))?;
                return request.in_time(Reply {
                    answer: answer.text,
                    took: answer.at - sent,
                });
            }
            if let Some(malformed) = state.answers.malformed() {
                return Err(no_answer(request, malformed).into());
            }
            if state.output_ended || state.unwritable {
                let what = if state.output_ended {
                    "output"
                } else {
                    "input"
                };
                drop(state);
                return Err(self.gone(request, what).into());
            }
            if request.context.is_stopped() {
                return Err(AskError::Stopped);
            }
            let begun = state.sent.unwrap_or(begin);
            let left = request.max_wait().saturating_sub(begun.elapsed());
            if left.is_zero() {
                let note = match state.answers.begun() {
                    Some(begun) => format!(", only `{}`", shorten(&begun, MAX_QUOTE)),
                    None => String::new(),
                };
                return Err(request.hang(&note).into());
            }
            // A child of the engine may hold its output open. The engine's own output has
            // precedence.
            match end_seen {
                None => end_seen = self.ended().map(|_| Instant::now()),
                Some(seen) if seen.elapsed() > DRAINING => {
                    drop(state);
                    return Err(self.gone(request, "output").into());
                }
                Some(_) => (),
            }
            state = pipes.wait_for(state, left.min(TICK));
        }
    }

    /// Returns the fault of a process that has ended or has closed the pipe named by `what`.
    fn gone(&mut self, request: &Request<'_>, what: &str) -> Fault {
        let how = wait_for(ENDING, || self.ended());
        let Some(how) = how else {
            let text = format!("it has closed its {what}, but its process lives");
            return request.fault(FaultKind::Closed, text);
        };
        // Waiting ensures that the last lines of standard error are there.
        wait_for(DRAINING, || self.pipes.lock().stderr_ended.then_some(()));
        let begun = self.pipes.lock().answers.begun();
        let wrote = begun.map(|text| format!("; it wrote `{}`", shorten(&text, MAX_QUOTE)));
        let text = format!("its process has ended ({how}){}", wrote.unwrap_or_default());
        request.fault(FaultKind::Crash, text)
    }

    /// Returns how the process has ended; `None` while it runs.
    fn ended(&mut self) -> Option<String> {
        group::ended(self.child.as_mut()?)
    }

    /// Returns the last lines of its standard error.
    pub fn stderr_tail(&self) -> Vec<String> {
        self.pipes.lock().stderr.lines()
    }

    /// Returns the most memory that its processes have held, in bytes; `None` if it is not known.
    pub fn peak_memory(&self) -> Option<u64> {
        let now = group::peak_memory(self.group).unwrap_or(0);
        let before = self.peak_memory.fetch_max(now, Ordering::Relaxed);
        Some(now.max(before)).filter(|&peak| peak > 0)
    }

    /// Sends `quit` and waits at most `limit` for the process to end.
    pub fn quit(&mut self, limit: Duration) {
        // Once the process has ended, descendants in other groups can no longer be attributed to
        // it.
        self.family = group::family(self.group);
        let pipes = Arc::clone(&self.pipes);
        let mut state = pipes.lock();
        state.outgoing = Some(b"quit\n".to_vec());
        state.last = true;
        drop(state);
        pipes.changed.notify_all();
        wait_for(limit, || self.ended());
    }
}

/// Calls `look` every [`LOOK`] until it returns a value or `limit` has passed.
fn wait_for<T>(limit: Duration, mut look: impl FnMut() -> Option<T>) -> Option<T> {
    let begin = Instant::now();
    loop {
        let found = look();
        if found.is_some() || begin.elapsed() >= limit {
            return found;
        }
        thread::sleep(LOOK);
    }
}

/// Returns the fault of an engine that has written something before a command was sent.
fn unasked(request: &Request<'_>, text: &str) -> Fault {
    let text = format!(
        "it had written without being asked: `{}`",
        shorten(text, MAX_QUOTE)
    );
    request.fault(FaultKind::Malformed, text)
}

/// Formats an answer as it was written, without its id.
fn shown(answer: &Result<String, String>) -> String {
    match answer {
        Ok(text) => format!("= {text}"),
        Err(text) => format!("? {text}"),
    }
}

fn no_answer(request: &Request<'_>, malformed: &Malformed) -> Fault {
    let text = match malformed {
        Malformed::NoAnswer(text) => {
            format!("what it wrote is no answer: `{}`", shorten(text, MAX_QUOTE))
        }
        Malformed::TooLong => format!("what it wrote has no end within {} KiB", MAX_ANSWER >> 10),
    };
    request.fault(FaultKind::Malformed, text)
}

impl Drop for Process {
    fn drop(&mut self) {
        self.pipes.lock().closed = true;
        self.pipes.changed.notify_all();
        let Some(mut child) = self.child.take() else {
            return;
        };
        if self.family.is_empty() {
            self.family = group::family(self.group);
        }
        group::kill(self.group, &self.family);
        // The group may be gone, and some systems have none. Neither is an error, nor is a child
        // that is gone.
        let _ = child.kill();
        let ended = wait_for(DYING, || group::ended(&mut child));
        let (number, reaper, tag) = (self.group, self.reaper.clone(), self.tag.clone());
        let mut reap = move || {
            reaper.remove(number);
            // An error would mean that the child is gone or out of reach; either way nothing is
            // left to do.
            let _ = child.wait();
            orphans::forget(number);
            orphans::end_of(&tag);
        };
        if ended.is_some() {
            reap();
        } else {
            // A process in an uninterruptible wait for hardware dies only after that wait.
            log::warn!("process {number} does not die");
            let _ = thread::Builder::new().spawn(reap);
        }
    }
}
