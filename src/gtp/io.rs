//! The loop between a session and the streams.
//!
//! Lines are read on a thread of its own, so that the comment `# interrupt` and the end of input
//! stop a search that is running.

use std::io::{self, BufRead, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::thread;

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

/// What the reader tells beside the lines.
#[derive(Debug)]
struct Signals {
    /// Ends a running search.
    stop: Arc<AtomicBool>,
    /// The last line that an interruption is meant for.
    interrupted: AtomicU64,
    /// Whether the input has ended.
    ended: AtomicBool,
    /// Ends pondering: a line has come, or the end.
    arrived: AtomicBool,
}

impl Signals {
    fn interrupt(&self, last_line: u64) {
        self.interrupted.store(last_line, Ordering::SeqCst);
        self.stop.store(true, Ordering::SeqCst);
    }

    fn end(&self) {
        self.ended.store(true, Ordering::SeqCst);
        self.stop.store(true, Ordering::SeqCst);
        self.arrived.store(true, Ordering::SeqCst);
    }

    /// Sets the flag for a line that is about to be handled. The order matters: a signal that comes
    /// between the two steps is seen by the second one.
    fn begin(&self, line: u64) {
        self.stop.store(false, Ordering::SeqCst);
        let interrupted = self.interrupted.load(Ordering::SeqCst) >= line;
        if interrupted || self.ended.load(Ordering::SeqCst) {
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
    let signals = Arc::new(Signals {
        stop: session.stop_flag(),
        interrupted: AtomicU64::new(0),
        ended: AtomicBool::new(false),
        arrived: AtomicBool::new(false),
    });
    let for_reader = Arc::clone(&signals);
    // The reader is left to itself at the end: it may wait for input that never comes.
    thread::Builder::new()
        .name("gtp input".to_string())
        .spawn(move || read(io::BufReader::new(input), &sender, &for_reader))?;
    match answer(session, &lines, &signals, &mut output) {
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
            output.write_all(text.as_bytes())?;
            output.flush()?;
        }
        if session.has_quit() {
            break;
        }
    }
    Ok(())
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

fn read(mut input: impl BufRead, lines: &SyncSender<Numbered>, signals: &Signals) {
    let mut number = 0;
    while let Ok(Some(text)) = read_line(&mut input) {
        if grammar::is_interrupt(&text) {
            signals.interrupt(number);
        } else if !grammar::preprocess(&text).is_empty() {
            number += 1;
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
        let signals = Signals {
            stop: Arc::default(),
            interrupted: AtomicU64::new(0),
            ended: AtomicBool::new(false),
            arrived: AtomicBool::new(false),
        };
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
