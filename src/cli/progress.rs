//! Progress of long runs, told on standard error.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use halfpoint_core::excerpt::printable;
use halfpoint_system::parallel::lock;

use super::common::print;

/// Time after which a run is long: a shorter one tells nothing.
const LONG: Duration = Duration::from_secs(2);
/// Time between two lines in a terminal, where each replaces the one before.
const REDRAWN: Duration = Duration::from_millis(200);
/// Longest time between two lines elsewhere. It grows with the run, so that a log stays short.
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

/// Line on standard error that tells how far a run is, from two seconds after its beginning until
/// the value is dropped.
///
/// In a terminal there is one line, which is replaced and at last removed. Elsewhere a line is
/// added after 2, 4, 8, 16, 32 and 64 seconds, and then each minute.
pub(super) struct Progress {
    bar: ProgressBar,
    state: Arc<Mutex<String>>,
    /// Closed when the run ends, upon which the thread ends.
    running: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Progress {
    /// Begins the progress of a run that does `what`.
    pub(super) fn begin(what: &str) -> Progress {
        let is_terminal = io::stderr().is_terminal();
        let target = match is_terminal {
            true => ProgressDrawTarget::stderr(),
            false => ProgressDrawTarget::hidden(),
        };
        let bar = ProgressBar::with_draw_target(None, target);
        if let Ok(style) = ProgressStyle::with_template("{wide_msg}") {
            bar.set_style(style);
        }
        let state = Arc::new(Mutex::new(what.to_string()));
        let (running, ended) = mpsc::channel();
        let (shown, told) = (bar.clone(), Arc::clone(&state));
        let tell = move |line: String| match is_terminal {
            true => {
                shown.set_message(line);
                shown.tick();
            }
            // Progress is optional, so a failed write is ignored.
            false => _ = writeln!(io::stderr(), "{line}"),
        };
        let longest = if is_terminal { REDRAWN } else { LONGEST_PAUSE };
        let work = move || tell_until(&ended, &told, longest, tell);
        Progress {
            bar,
            state,
            running: Some(running),
            // Where the system has no thread for it, the run goes on without a word.
            thread: thread::Builder::new().spawn(work).ok(),
        }
    }

    /// Sets the text of the line: what is being done, and how far it is.
    pub(super) fn say(&self, text: String) {
        *lock(&self.state) = text;
    }

    /// Says how many of the items of a run are done.
    pub(super) fn count(&self, done: usize, all: usize, items: &str) {
        self.say(format!("{done} of {all} {items}"));
    }

    /// Prints to standard output, [beside](Progress::beside) the line.
    ///
    /// # Errors
    /// If standard output cannot be written.
    pub(super) fn print(&self, text: &str) -> Result<(), String> {
        self.beside(|| print(text))
    }

    /// Calls a function that writes to standard output or error. In a terminal the line is removed
    /// before, and comes again after it.
    pub(super) fn beside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        drop(self.running.take());
        if let Some(thread) = self.thread.take() {
            // A thread that has panicked has told nothing more.
            let _ = thread.join();
        }
        self.bar.finish_and_clear();
    }
}

/// Calls `tell` with lines of progress until the run has ended: first when it is long, then each
/// time that it has become twice as long, but after `longest` at the latest.
fn tell_until(
    ended: &Receiver<()>,
    state: &Mutex<String>,
    longest: Duration,
    mut tell: impl FnMut(String),
) {
    let begun = Instant::now();
    let mut pause = LONG;
    while ended.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
        let seconds = begun.elapsed().as_secs();
        let text = printable(&lock(state)).into_owned();
        tell(format!("{seconds} s: {text}"));
        pause = begun.elapsed().min(longest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_run_tells_nothing_and_a_long_one_what_it_does() {
        let state = Mutex::new("first".to_string());
        let (running, ended) = mpsc::channel::<()>();
        let (told, lines) = mpsc::channel();
        thread::scope(|scope| {
            let state = &state;
            let begun = Instant::now();
            let tell = |line| told.send(line).expect("a listener");
            scope.spawn(move || tell_until(&ended, state, LONGEST_PAUSE, tell));
            assert_eq!(lines.recv(), Ok("2 s: first".to_string()));
            assert!(begun.elapsed() >= LONG);
            *lock(state) = "a\u{1b}[31m\u{202e}b".to_string();
            assert_eq!(lines.recv(), Ok("4 s: a\\u{1b}[31m\\u{202e}b".to_string()));
            drop(running);
        });
        assert!(lines.try_recv().is_err());
        let (running, ended) = mpsc::channel::<()>();
        drop(running);
        tell_until(&ended, &state, LONGEST_PAUSE, |line| panic!("{line}"));
    }
}
