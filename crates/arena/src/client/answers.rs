//! Parser of GTP answers from a stream of bytes.

use std::collections::VecDeque;
use std::time::Instant;

/// Most bytes of an answer, including the blank lines and control characters before it.
pub const MAX_ANSWER: usize = 1 << 20;
/// Number of bytes of a line after which it is checked for the beginning of an answer, and that are
/// quoted if it is none.
const ENOUGH: usize = 1000;

/// Complete answer.
#[derive(Debug, PartialEq, Eq)]
pub struct Answer {
    /// Time at which its end arrived.
    pub at: Instant,
    /// Text after `=`, or as an error the text after `?`.
    pub text: Result<String, String>,
}

/// Output that is not an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Malformed {
    /// Text that begins with neither `=` nor `?`.
    NoAnswer(String),
    /// Output that does not end within [`MAX_ANSWER`] bytes.
    TooLong,
}

/// Output of an engine that has not been consumed yet.
///
/// An answer begins with `=` or `?`, optionally followed by an id, and ends with an empty line. As
/// the protocol says, control characters other than tabs and line feeds are dropped, and so are
/// blank lines before an answer. Invalid UTF-8 becomes replacement characters.
#[derive(Debug, Default)]
pub struct Answers {
    complete: VecDeque<Answer>,
    /// Lines of the incomplete answer, without control characters.
    lines: Vec<u8>,
    /// Offset in `lines` at which the current line begins.
    line: usize,
    /// Bytes since the last complete answer, control characters and blank lines included.
    bytes: usize,
    malformed: Option<Malformed>,
}

impl Answers {
    /// Consumes the next piece of the stream, which arrived at time `at`. Once the output is
    /// malformed, the rest is ignored.
    pub fn push(&mut self, piece: &[u8], at: Instant) {
        for &byte in piece {
            if self.malformed.is_some() {
                return;
            }
            self.bytes += 1;
            match byte {
                b'\n' => self.end_line(at),
                b'\t' | b' '.. if byte != 0x7f => self.lines.push(byte),
                _ => (),
            }
            if self.line == 0 && self.lines.len() >= ENOUGH {
                self.check_first_line();
            }
            if self.bytes >= MAX_ANSWER && self.malformed.is_none() {
                self.malformed = Some(Malformed::TooLong);
            }
        }
    }

    fn end_line(&mut self, at: Instant) {
        if self.line == 0 && self.lines.trim_ascii().is_empty() {
            self.lines.clear();
        } else if self.line == 0 || self.line < self.lines.len() {
            if self.line == 0 {
                self.check_first_line();
            }
            self.lines.push(b'\n');
            self.line = self.lines.len();
        } else {
            let text = String::from_utf8_lossy(&self.lines);
            let text = read(text.trim());
            self.complete.push_back(Answer { at, text });
            self.lines.clear();
            self.line = 0;
            self.bytes = 0;
        }
    }

    fn check_first_line(&mut self) {
        let start = self.lines.trim_ascii_start();
        if !matches!(start.first(), None | Some(b'=' | b'?')) {
            self.malformed = self.begun().map(Malformed::NoAnswer);
        }
    }

    /// Returns the next complete answer.
    pub fn take(&mut self) -> Option<Answer> {
        self.complete.pop_front()
    }

    /// Returns the number of complete answers that have not been taken.
    pub fn count(&self) -> usize {
        self.complete.len()
    }

    /// Returns the reason why no more answers can be read, if the output is malformed.
    pub fn malformed(&self) -> Option<&Malformed> {
        self.malformed.as_ref()
    }

    /// Returns the text of an incomplete answer or of other output, if there is any.
    pub fn begun(&self) -> Option<String> {
        let begun = &self.lines[..self.lines.len().min(ENOUGH)];
        let begun = String::from_utf8_lossy(begun);
        let begun = begun.trim();
        (!begun.is_empty()).then(|| begun.to_string())
    }
}

/// Parses an answer that begins with `=` or `?`. Digits right after that sign are an id if white
/// space or the end follows them.
///
/// The id is ignored, as gogui-twogtp does, since commands are sent without one and answers come in
/// their order: an answer that nobody asked for is noticed by its time.
fn read(answer: &str) -> Result<String, String> {
    let (fails, rest) = match answer.strip_prefix('?') {
        Some(rest) => (true, rest),
        None => (false, answer.strip_prefix('=').unwrap_or(answer)),
    };
    let after_id = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = match after_id.chars().next() {
        Some(c) if !c.is_whitespace() => rest,
        _ => after_id,
    };
    let text = rest.trim().to_string();
    if fails { Err(text) } else { Ok(text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Text = Result<String, String>;

    /// Returns the answers in a text and its malformed rest, and checks that both do not depend on
    /// how the text is split.
    fn parse(text: &[u8]) -> (Vec<Text>, Option<Malformed>) {
        let parse = |length| {
            let mut answers = Answers::default();
            for piece in text.chunks(length) {
                answers.push(piece, Instant::now());
            }
            let malformed = answers.malformed().cloned();
            let texts = std::iter::from_fn(|| answers.take().map(|answer| answer.text));
            (texts.collect(), malformed)
        };
        let found = parse(1);
        for length in [2, 3, 5, 1000, 1 << 20] {
            assert_eq!(parse(length), found, "{length}");
        }
        found
    }

    fn ok(text: &str) -> Text {
        Ok(text.to_string())
    }

    #[test]
    fn answers_are_parsed_with_and_without_ids() {
        let err = |text: &str| Err(text.to_string());
        let cases: &[(&[u8], Vec<Text>)] = &[
            (b"= D4\n\n", vec![ok("D4")]),
            (b"=\n\n", vec![ok("")]),
            (b"=12\n\n", vec![ok("")]),
            (b"=12 D4\n\n", vec![ok("D4")]),
            (b"=D4\n\n", vec![ok("D4")]),
            (b"=6.5\n\n", vec![ok("6.5")]),
            (b"==\n\n", vec![ok("=")]),
            (b"? no\n\n", vec![err("no")]),
            (b"?3 no such\r\n\r\n", vec![err("no such")]),
            (
                b"\n \n\t\r\n  = D4 \n\n\n\n= E5\n\n",
                vec![ok("D4"), ok("E5")],
            ),
            (b"=\n A B\n 1\n \n 2\n\n", vec![ok("A B\n 1\n \n 2")]),
            (b"= a\tb\x07\x00\x7f\n\n", vec![ok("a\tb")]),
            (b"= \xff\n\n", vec![ok("\u{fffd}")]),
            (b"= D4\n", vec![]),
            (b"= D4", vec![]),
            (b"\n\n\n", vec![]),
        ];
        for (text, expected) in cases {
            let shown = String::from_utf8_lossy(text);
            assert_eq!(parse(text), (expected.clone(), None), "{shown:?}");
        }
    }

    #[test]
    fn text_without_an_answer_sign_is_malformed() {
        let no_answer = |text: &str| Some(Malformed::NoAnswer(text.to_string()));
        assert_eq!(parse(b"hello\n"), (vec![], no_answer("hello")));
        let found = parse(b"= D4\n\n  Loading = 3\nmore\n= E5\n\n");
        assert_eq!(found, (vec![ok("D4")], no_answer("Loading = 3")));
        let (none, malformed) = parse(&b"x".repeat(5000));
        assert_eq!((none, malformed), (vec![], no_answer(&"x".repeat(ENOUGH))));
        assert_eq!(parse(b"hello"), (vec![], None));
    }

    #[test]
    fn memory_stays_bounded_for_endless_output() {
        let mut long_line = b"= ".to_vec();
        long_line.resize(2 * MAX_ANSWER, b'x');
        for flood in [
            long_line,
            [&b"= "[..], &b"a\n".repeat(MAX_ANSWER)].concat(),
            b"\n".repeat(2 * MAX_ANSWER),
            b"\0".repeat(2 * MAX_ANSWER),
        ] {
            let mut answers = Answers::default();
            for piece in flood.chunks(1 << 16) {
                answers.push(piece, Instant::now());
                assert!(answers.lines.len() <= MAX_ANSWER);
            }
            assert_eq!(answers.malformed(), Some(&Malformed::TooLong));
            assert_eq!(answers.take(), None);
        }
    }

    #[test]
    fn an_answer_just_below_the_limit_is_read() {
        let text = "a".repeat(MAX_ANSWER - 10);
        let found = parse(format!("= {text}\n\n").as_bytes());
        assert_eq!(found, (vec![ok(&text)], None));
    }

    #[test]
    fn begun_returns_the_text_of_an_incomplete_answer() {
        let mut answers = Answers::default();
        answers.push(b"\n= D4\n", Instant::now());
        assert_eq!(answers.begun().as_deref(), Some("= D4"));
        answers.push(b"\n", Instant::now());
        assert_eq!(answers.begun(), None);
        assert_eq!(answers.count(), 1);
    }
}
