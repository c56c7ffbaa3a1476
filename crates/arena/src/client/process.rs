//! An engine in a process of its own.

use std::io;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::answers::{MAX_ANSWER, Malformed};
use super::fault::{AskError, Fault, FaultKind, shorten};
use super::group;
use super::group::Member;
use super::orphans::{self, Tag};
use super::pipes::Pipes;
use super::placeholders::Placeholders;
use super::reaper::Reaper;
use super::request::{Context, Reply, Request, TICK};
use crate::plan::config::EngineConfig;

/// Number of characters of malformed output that a fault quotes.
const MAX_QUOTE: usize = 200;
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
        let mut command = command(config, placeholders)?;
        let program = command.get_program().to_string_lossy().into_owned();
        let tag = Tag::new();
        tag.mark(&mut command);
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let child = orphans::start_engine(&mut command).map_err(|error| {
            AskError::at_start(&error, format!("`{program}` cannot be started"))
        })?;
        let group = child.id();
        context.reaper.add(group);
        // From here on, dropping `process` kills the child if something fails.
        let mut process = Process {
            child: Some(child),
            group,
            tag,
            family: Vec::new(),
            reaper: context.reaper.clone(),
            pipes: Arc::default(),
            peak_memory: AtomicU64::new(0),
        };
        let started = process.start_threads();
        started.map_err(|error| AskError::at_start(&error, format!("a thread for `{program}`")))?;
        Ok(process)
    }

    /// Starts a thread for each pipe.
    fn start_threads(&mut self) -> io::Result<()> {
        let child = self.child.as_mut();
        let pipes =
            child.map(|child| (child.stdin.take(), child.stdout.take(), child.stderr.take()));
        let Some((Some(input), Some(output), Some(stderr))) = pipes else {
            return Err(io::Error::other("there are no pipes"));
        };
        self.spawn("engine input", move |pipes| pipes.write(input))?;
        self.spawn("engine output", move |pipes| pipes.read_answers(output))?;
        self.spawn("engine errors", move |pipes| pipes.read_stderr(stderr))
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

/// Returns the command of an engine, with pipes for its three streams.
fn command(config: &EngineConfig, placeholders: &Placeholders) -> Result<Command, Fault> {
    let start = |text: String| Fault::new(FaultKind::Start, text);
    let line = config.command.as_deref().unwrap_or_default();
    let words =
        shlex::split(line).ok_or_else(|| start(format!("the quotes in `{line}` do not match")))?;
    let words = words.iter().map(|word| placeholders.apply(word));
    let words = words.collect::<Result<Vec<String>, Fault>>()?;
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
            return Err(start(format!("{} is no folder", dir.display())));
        }
        command.current_dir(dir);
    }
    Ok(command)
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
