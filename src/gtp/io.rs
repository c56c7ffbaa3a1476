//! The loop between a session and the streams.
//!
//! Lines are read on a thread of its own, so that a search that is running is stopped by the comment
//! `# interrupt`, by a command that comes meanwhile, and by the end of input. Commands that came together with
//! the one that searches (a client may send everything at once) stop nothing. A search for a number of
//! playouts is meant to be the same each time: a command does not stop it, and after the end of input it has
//! some time still.

use std::cell::RefCell;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::MAX_LINE;
use super::grammar;
use super::session::Session;

/// The most lines that are read ahead.
const READ_AHEAD: usize = 1024;

/// A line with its number.
struct Numbered {
    number: u64,
    text: String,
}

/// How long a search for a number of playouts may go on after the end of input.
const GRACE: Duration = Duration::from_secs(10);

/// What the reader tells beside the lines.
#[derive(Debug)]
struct Signals {
    /// Whether searches end by themselves after a number of playouts.
    bounded: bool,
    /// When the present line was begun, in milliseconds since `start`.
    begun: AtomicU64,
    start: Instant,
    /// Ends a running search.
    stop: Arc<AtomicBool>,
    /// The last line that an interruption is meant for.
    interrupted: AtomicU64,
    /// Whether the input has ended.
    ended: AtomicBool,
    /// The number of the last line that was read.
    read: AtomicU64,
    /// Ends pondering: a line has come, or the end.
    arrived: AtomicBool,
    /// Whether nothing more will be answered.
    done: AtomicBool,
}

impl Signals {
    fn new(stop: Arc<AtomicBool>, bounded: bool) -> Signals {
        Signals {
            bounded,
            begun: AtomicU64::new(0),
            start: Instant::now(),
            stop,
            interrupted: AtomicU64::new(0),
            ended: AtomicBool::new(false),
            read: AtomicU64::new(0),
            arrived: AtomicBool::new(false),
            done: AtomicBool::new(false),
        }
    }

    /// Milliseconds since the start.
    fn now(&self) -> u64 {
        self.start.elapsed().as_millis() as u64
    }

    fn interrupt(&self, last_line: u64) {
        self.interrupted.store(last_line, Ordering::SeqCst);
        self.stop.store(true, Ordering::SeqCst);
    }

    fn end(&self) {
        self.ended.store(true, Ordering::SeqCst);
        if !self.bounded {
            self.stop.store(true, Ordering::SeqCst);
        }
        self.arrived.store(true, Ordering::SeqCst);
    }

    /// Whether an analysis that a line asked for is to end.
    fn is_over(&self, line: u64) -> bool {
        self.read.load(Ordering::SeqCst) > line
            || self.interrupted.load(Ordering::SeqCst) >= line
            || self.ended.load(Ordering::SeqCst)
    }

    /// After the end of input: stops each search that takes longer than [`GRACE`].
    fn watch(&self) {
        while self.bounded && !self.done.load(Ordering::SeqCst) {
            thread::sleep(Duration::from_millis(20));
            let begun = self.begun.load(Ordering::SeqCst);
            if self.now() > begun + GRACE.as_millis() as u64 {
                self.stop.store(true, Ordering::SeqCst);
                // Another line may have begun meanwhile; it has its own time.
                if self.begun.load(Ordering::SeqCst) != begun {
                    self.stop.store(false, Ordering::SeqCst);
                }
            }
        }
    }

    /// Sets the flag for a line that is about to be handled. The order matters: a signal that comes
    /// between the two steps is seen by the second one.
    fn begin(&self, line: u64) {
        self.begun.store(self.now(), Ordering::SeqCst);
        self.stop.store(false, Ordering::SeqCst);
        let interrupted = self.interrupted.load(Ordering::SeqCst) >= line;
        if interrupted || (!self.bounded && self.ended.load(Ordering::SeqCst)) {
            self.stop.store(true, Ordering::SeqCst);
        }
    }
}

/// Answers every line of `input` on `output` until `quit` or the end of input.
///
/// # Errors
/// If `output` cannot be written; one that was closed by its reader is no error.
pub fn serve(
    session: &mut Session,
    input: impl Read + Send + 'static,
    mut output: impl Write,
) -> io::Result<()> {
    let (sender, lines) = sync_channel(READ_AHEAD);
    let signals = Arc::new(Signals::new(session.stop_flag(), session.is_bounded()));
    let for_reader = Arc::clone(&signals);
    // The reader is left to itself at the end: it may wait for input that never comes.
    thread::Builder::new()
        .name("gtp input".to_string())
        .spawn(move || {
            read(BufReader::new(input), &sender, &for_reader);
            drop(sender);
            for_reader.watch();
        })?;
    let result = answer(session, &lines, &signals, &mut output);
    signals.done.store(true, Ordering::SeqCst);
    match result {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

fn answer(
    session: &mut Session,
    lines: &Receiver<Numbered>,
    signals: &Signals,
    output: &mut impl Write,
) -> io::Result<()> {
    while let Some(line) = next_line(session, lines, signals) {
        signals.begin(line.number);
        log::debug!("< {}", line.text);
        if let Some(response) = session.handle_line(&line.text) {
            let text = response.to_string();
            log::debug!("> {}", text.trim_end());
            if session.is_to_analyze() {
                // All but the blank line at the end, which comes after the last report.
                output.write_all(text.trim_end().as_bytes())?;
                output.write_all(b"\n")?;
                output.flush()?;
                analyze(session, line.number, signals, output)?;
                output.write_all(b"\n")?;
            } else {
                output.write_all(text.as_bytes())?;
            }
            output.flush()?;
        }
        if session.has_quit() {
            break;
        }
    }
    Ok(())
}

/// Writes reports of the analysis that a line asked for, until another one comes, or the end.
fn analyze(
    session: &mut Session,
    line: u64,
    signals: &Signals,
    output: &mut impl Write,
) -> io::Result<()> {
    let result = RefCell::new(Ok(()));
    let is_over = || signals.is_over(line) || result.borrow().is_err();
    session.analyze(&is_over, &mut |report| {
        log::debug!("> {report}");
        let written = writeln!(output, "{report}").and_then(|()| output.flush());
        if written.is_err() {
            *result.borrow_mut() = written;
        }
    });
    result.into_inner()
}

/// The next line; the time until it comes is for pondering.
fn next_line(
    session: &mut Session,
    lines: &Receiver<Numbered>,
    signals: &Signals,
) -> Option<Numbered> {
    if session.wants_to_ponder() {
        signals.arrived.store(false, Ordering::SeqCst);
        match lines.try_recv() {
            Ok(line) => return Some(line),
            Err(TryRecvError::Disconnected) => return None,
            // The order matters as in `begin`: an end that comes after this look ends the pondering.
            Err(TryRecvError::Empty) if signals.ended.load(Ordering::SeqCst) => (),
            Err(TryRecvError::Empty) => session.ponder(&signals.arrived),
        }
    }
    lines.recv().ok()
}

fn read(mut input: BufReader<impl Read>, lines: &SyncSender<Numbered>, signals: &Signals) {
    let mut number = 0;
    loop {
        let came_with_the_last = !input.buffer().is_empty();
        let Ok(Some(text)) = read_line(&mut input) else {
            break;
        };
        if grammar::is_interrupt(&text) {
            signals.interrupt(number);
        } else if !grammar::preprocess(&text).is_empty() {
            if !came_with_the_last && !signals.bounded {
                // Before the line is sent, so that it is not meant itself.
                signals.interrupt(number);
            }
            number += 1;
            signals.read.store(number, Ordering::SeqCst);
            if lines.send(Numbered { number, text }).is_err() {
                return;
            }
            // After the line is there: it is either received at once or ends the pondering.
            signals.arrived.store(true, Ordering::SeqCst);
        }
    }
    signals.end();
}

/// The next line, of which no more is kept than it takes to see that it is too long. Bytes that are
/// no UTF-8 become replacement characters.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let mut any = false;
    loop {
        let available = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            result => result?,
        };
        if available.is_empty() {
            break;
        }
        any = true;
        let end = available.iter().position(|&byte| byte == b'\n');
        let part = &available[..end.unwrap_or(available.len())];
        let room = (MAX_LINE + 1).saturating_sub(bytes.len());
        bytes.extend_from_slice(&part[..part.len().min(room)]);
        let used = end.map_or(available.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    Ok(any.then(|| String::from_utf8_lossy(&bytes).into_owned()))
}

#[cfg(test)]
mod tests {
    use super::super::session::Options;
    use super::*;

    #[test]
    fn lines_of_all_kinds() {
        let mut input: &[u8] = b"a\r\n\n\xffb\nlast";
        let mut lines = Vec::new();
        while let Ok(Some(line)) = read_line(&mut input) {
            lines.push(line);
        }
        assert_eq!(lines, ["a\r", "", "\u{fffd}b", "last"]);
        let long = vec![b'x'; 1 << 20];
        let line = read_line(&mut long.as_slice())
            .expect("no error")
            .expect("a line");
        assert_eq!(line.len(), MAX_LINE + 1);
    }

    #[test]
    fn signals_are_for_the_lines_before_them() {
        let signals = Signals::new(Arc::default(), false);
        let stopped = || signals.stop.load(Ordering::SeqCst);
        signals.begin(1);
        assert!(!stopped());
        signals.interrupt(1);
        assert!(stopped());
        signals.begin(2);
        assert!(!stopped());
        signals.interrupt(3);
        signals.begin(3);
        assert!(stopped());
        signals.begin(4);
        assert!(!stopped());
        signals.end();
        signals.begin(5);
        assert!(stopped());
    }

    #[test]
    fn answers_all_lines() {
        let mut session = Session::new(Options::default());
        let mut output = Vec::new();
        let input: &[u8] = b"1 protocol_version\n# nothing\n\n2 nonsense\r\n3 quit\n4 name\n";
        serve(&mut session, input, &mut output).expect("a vector can be written");
        assert_eq!(output, b"=1 2\n\n?2 unknown command\n\n=3\n\n");
    }
}
