//! The loop between a session and its streams.
//!
//! A separate thread reads lines ahead, so that an event can end a running command. The search for
//! a move spends its budget whatever else is sent, also after the end of input: a client that sends
//! its commands in one go gets the moves that it would get one by one. Only `# interrupt` and an
//! output without a reader end it. The next line cancels a search that may be cancelled. An
//! analysis has no budget; the next line or the end of input ends it.
//! [`signals`](super::signals) has the table.

use std::cell::RefCell;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::thread;
use std::time::Duration;

use super::grammar;
use super::input::{RawLine, read_line};
use super::response::Response;
use super::session::Session;
use super::signals::{Signals, Watch};

/// Maximum number of lines that are read ahead.
const READ_AHEAD: usize = 1024;

/// A line with its number, counted from 1 over all lines of the input.
struct Numbered {
    number: u64,
    line: RawLine,
}

/// Answers every line of `input` on `output` until `quit` or the end of input.
///
/// `closes_within` waits for at most the given time until `output` has no reader any more and
/// returns whether that is so; another thread calls it while a command runs.
///
/// # Errors
/// If `output` cannot be written, or a thread cannot be started. An output that its reader has
/// closed is no error.
pub fn serve(
    session: &mut Session,
    input: impl Read + Send + 'static,
    mut output: impl Write,
    closes_within: impl Fn(Duration) -> bool + Send + 'static,
) -> io::Result<()> {
    let (sender, lines) = sync_channel(READ_AHEAD);
    let signals = Arc::new(Signals::new(session.stop_flag(), session.cancel_flag()));
    let for_reader = Arc::clone(&signals);
    // The reader is not joined at the end: it may wait for input that never comes.
    thread::Builder::new()
        .name("gtp input".to_string())
        .spawn(move || read(BufReader::new(input), &sender, &for_reader))?;
    let watch = Watch::begin(&signals, closes_within)?;
    match answer(session, &lines, &signals, &watch, &mut output) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

fn answer(
    session: &mut Session,
    lines: &Receiver<Numbered>,
    signals: &Signals,
    watch: &Watch<'_>,
    output: &mut impl Write,
) -> io::Result<()> {
    while let Some(Numbered { number, line }) = next_line(session, lines, signals, watch) {
        signals.begin(number);
        watch.during(|| match handle(session, &line) {
            Some(response) => write(session, &response, number, signals, output),
            None => Ok(()),
        })?;
        if session.has_quit() {
            break;
        }
    }
    Ok(())
}

fn handle(session: &mut Session, line: &RawLine) -> Option<Response> {
    match line {
        RawLine::Whole(bytes) => {
            log::debug!("< {}", String::from_utf8_lossy(bytes));
            session.handle_bytes(bytes)
        }
        RawLine::TooLong(head) => {
            log::debug!("< a line of more than {} bytes", grammar::MAX_LINE);
            session.refuse_long_line(head)
        }
    }
}

/// Writes a response and, after that of an analysis, its reports.
fn write(
    session: &mut Session,
    response: &Response,
    number: u64,
    signals: &Signals,
    output: &mut impl Write,
) -> io::Result<()> {
    let text = response.to_string();
    log::debug!("> {}", text.trim_end());
    if session.is_to_analyze() {
        // The blank line that ends the response comes after the last report.
        output.write_all(text.trim_end().as_bytes())?;
        output.write_all(b"\n")?;
        output.flush()?;
        analyze(session, number, signals, output)?;
        output.write_all(b"\n")?;
    } else {
        output.write_all(text.as_bytes())?;
    }
    output.flush()
}

/// Writes the reports of the analysis that line number `line` asked for, until it ends.
fn analyze(
    session: &mut Session,
    line: u64,
    signals: &Signals,
    output: &mut impl Write,
) -> io::Result<()> {
    let result = RefCell::new(Ok(()));
    let is_over = || signals.ends_analysis(line);
    session.analyze(&is_over, &mut |report| {
        log::debug!("> {report}");
        let written = writeln!(output, "{report}").and_then(|()| output.flush());
        if written.is_err() {
            signals.close();
            *result.borrow_mut() = written;
        }
    });
    result.into_inner()
}

/// Returns the next line and ponders, if the session wants to, until it comes. Returns `None` at
/// the end of input, or if the output has no reader any more.
fn next_line(
    session: &mut Session,
    lines: &Receiver<Numbered>,
    signals: &Signals,
    watch: &Watch<'_>,
) -> Option<Numbered> {
    if session.wants_to_ponder() {
        let arrived = signals.begin_pondering();
        match lines.try_recv() {
            Ok(line) => return Some(line),
            Err(TryRecvError::Disconnected) => return None,
            // The order matters as in `begin`: an end that comes after this test ends the
            // pondering.
            Err(TryRecvError::Empty) if signals.has_ended() => (),
            Err(TryRecvError::Empty) => watch.during(|| session.ponder(arrived)),
        }
    }
    if signals.is_closed() {
        return None;
    }
    lines.recv().ok()
}

/// Sends all lines except empty ones and comments, until the end of input.
fn read(mut input: impl BufRead, lines: &SyncSender<Numbered>, signals: &Signals) {
    let mut number = 0;
    while let Ok(Some(line)) = read_line(&mut input) {
        if is_interrupt(&line) {
            signals.interrupt(number);
        }
        number += 1;
        // Before the line is sent, so that an analysis that this line asks for is not ended by it.
        signals.line(number);
        if !is_empty(&line) && lines.send(Numbered { number, line }).is_err() {
            return;
        }
        // After the line is sent: the line is either received at once or ends the pondering.
        signals.arrive();
    }
    signals.end();
}

fn is_interrupt(line: &RawLine) -> bool {
    match line {
        RawLine::Whole(bytes) => grammar::is_interrupt(&String::from_utf8_lossy(bytes)),
        RawLine::TooLong(_) => false,
    }
}

fn is_empty(line: &RawLine) -> bool {
    let (RawLine::Whole(bytes) | RawLine::TooLong(bytes)) = line;
    grammar::preprocess(&String::from_utf8_lossy(bytes)).is_empty()
}

#[cfg(test)]
mod tests {
    use super::super::grammar::MAX_LINE;
    use super::super::session::Options;
    use super::*;

    fn answers(input: Vec<u8>) -> String {
        let mut session = Session::new(Options::default());
        let mut output = Vec::new();
        let never = |time| {
            thread::sleep(time);
            false
        };
        let served = serve(&mut session, io::Cursor::new(input), &mut output, never);
        served.expect("a vector can be written");
        String::from_utf8(output).expect("text")
    }

    #[test]
    fn every_command_up_to_quit_is_answered() {
        let input = b"1 protocol_version\n# nothing\n\n2 nonsense\r\n3 quit\n4 name\n";
        assert_eq!(
            answers(input.to_vec()),
            "=1 2\n\n?2 unknown command\n\n=3\n\n"
        );
    }

    #[test]
    fn too_long_line_has_one_answer_and_changes_nothing() {
        let spaces = " ".repeat(66_000);
        let digits = "0".repeat(70_000);
        for (line, answer) in [
            (
                format!("7 play b D4{spaces}E5 nonsense"),
                "?7 line too long\n\n",
            ),
            (format!("{spaces}name"), "? line too long\n\n"),
            (format!("{spaces}12 name"), "?12 line too long\n\n"),
            (format!("play b D4{spaces}"), "? line too long\n\n"),
            (format!("8 play b D4{spaces}"), "?8 line too long\n\n"),
            (format!("9{spaces}"), "?9 line too long\n\n"),
            (format!("10 name # {spaces}"), "?10 line too long\n\n"),
            (
                format!("99999999999 play b D4{spaces}"),
                "? line too long\n\n",
            ),
            (format!("{digits}1 play b D4"), "? line too long\n\n"),
            (
                format!("clear_board {}", "\u{fffd}".repeat(MAX_LINE)),
                "? line too long\n\n",
            ),
            // Comments and empty lines have no answer, however long they are.
            (format!("# play b D4{spaces}"), ""),
            (spaces.clone(), ""),
        ] {
            let input = format!("play b C3\n{line}\n5 halfpoint-state\n");
            let output = answers(input.into_bytes());
            let begin: String = line.chars().take(20).collect();
            let (first, state) = output.split_at(output.find("=5").expect("a state"));
            assert_eq!(first, format!("=\n\n{answer}"), "{begin:?}");
            assert!(state.contains("\"moves\":1,"), "{begin:?}: {state}");
        }
    }

    #[test]
    fn long_line_of_invalid_utf_8_is_an_encoding_error() {
        let mut input = b"3 echo ".to_vec();
        input.resize(MAX_LINE, b'\xff');
        assert_eq!(answers(input), "?3 invalid text encoding\n\n");
    }
}
