//! Reading lines of input with a bound on their length.

use std::io::{self, BufRead};

use super::grammar::MAX_LINE;

/// A line of input without its line feed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RawLine {
    /// A line of at most [`MAX_LINE`] bytes, not counting the end of the line.
    Whole(Vec<u8>),
    /// The beginning of a longer line, from its first visible character on: at most [`MAX_LINE`]
    /// bytes, or none if nothing on the line is visible. It holds the id of the command, if there
    /// is one, however many spaces stand before it.
    TooLong(Vec<u8>),
}

/// Reads the next line; returns `None` at the end of input. Keeps no more than [`MAX_LINE`] bytes
/// of the line.
///
/// # Errors
/// If the input cannot be read.
pub(super) fn read_line(input: &mut impl BufRead) -> io::Result<Option<RawLine>> {
    let mut line = Collected::default();
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
        line.add(&available[..end.unwrap_or(available.len())]);
        let used = end.map_or(available.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    Ok(any.then(|| line.finish()))
}

/// The part of a line that has been read so far.
#[derive(Default)]
struct Collected {
    /// The whole line while it is short enough, otherwise its beginning without leading blanks.
    kept: Vec<u8>,
    /// Number of bytes read so far, including those that are not kept.
    length: usize,
    /// Whether the last byte read is a carriage return.
    returns: bool,
}

impl Collected {
    fn add(&mut self, part: &[u8]) {
        self.length += part.len();
        self.returns = part.last().map_or(self.returns, |&byte| byte == b'\r');
        if self.kept.len() + part.len() <= MAX_LINE + 1 {
            self.kept.extend_from_slice(part);
            return;
        }
        // The line is too long as a whole: dropping the spaces before the id makes room for the id.
        let leading = self.kept.iter().take_while(|&&byte| is_blank(byte)).count();
        self.kept.drain(..leading);
        let skipped = match self.kept.is_empty() {
            true => part.iter().take_while(|&&byte| is_blank(byte)).count(),
            false => 0,
        };
        let room = (MAX_LINE + 1).saturating_sub(self.kept.len());
        let rest = &part[skipped..];
        self.kept.extend_from_slice(&rest[..rest.len().min(room)]);
    }

    fn finish(mut self) -> RawLine {
        if self.length - usize::from(self.returns) <= MAX_LINE {
            return RawLine::Whole(self.kept);
        }
        let leading = self.kept.iter().take_while(|&&byte| is_blank(byte)).count();
        self.kept.drain(..leading);
        self.kept.truncate(MAX_LINE);
        RawLine::TooLong(self.kept)
    }
}

/// Returns whether the protocol drops this byte at the beginning of a line.
fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte.is_ascii_control()
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    fn lines(input: &[u8], buffer: usize) -> Vec<RawLine> {
        let mut input = BufReader::with_capacity(buffer, input);
        let mut lines = Vec::new();
        while let Ok(Some(line)) = read_line(&mut input) {
            lines.push(line);
        }
        lines
    }

    #[test]
    fn lines_end_with_lf_or_at_the_end_of_input() {
        let whole = |text: &[u8]| RawLine::Whole(text.to_vec());
        let wanted = [whole(b"a\r"), whole(b""), whole(b"\xffb"), whole(b"last")];
        for buffer in [1, 2, 100] {
            assert_eq!(lines(b"a\r\n\n\xffb\nlast", buffer), wanted);
        }
    }

    #[test]
    fn line_of_maximum_length_is_whole_and_one_byte_more_is_too_long() {
        for (bytes, end, is_whole) in [
            (MAX_LINE, "", true),
            (MAX_LINE, "\n", true),
            (MAX_LINE, "\r\n", true),
            (MAX_LINE, "\r", true),
            (MAX_LINE + 1, "", false),
            (MAX_LINE + 1, "\n", false),
            (MAX_LINE + 1, "\r\n", false),
        ] {
            let mut input = vec![b'x'; bytes];
            input.extend(end.as_bytes());
            for buffer in [1000, 8192, 1 << 20] {
                let lines = lines(&input, buffer);
                let [line] = &lines[..] else {
                    panic!("{} lines", lines.len());
                };
                let whole = matches!(line, RawLine::Whole(_));
                assert_eq!(whole, is_whole, "{bytes} {end:?} {buffer}");
            }
        }
    }

    #[test]
    fn a_long_line_keeps_its_first_word() {
        let spaces = " ".repeat(MAX_LINE);
        for (text, begins) in [
            (format!("7 play b D4{spaces}E5 nonsense"), "7 play b D4 "),
            (format!("{spaces}  \t12 name"), "12 name"),
            (format!(" {spaces}{spaces}3 {spaces}name"), "3 "),
            (format!("{spaces}\r\x01 {spaces}"), ""),
            (format!("\t # {spaces}"), "# "),
        ] {
            for buffer in [1, 77, 8192, 1 << 20] {
                let lines = lines(text.as_bytes(), buffer);
                let [RawLine::TooLong(head)] = &lines[..] else {
                    panic!("{} lines", lines.len());
                };
                assert!(head.len() <= MAX_LINE);
                assert!(head.starts_with(begins.as_bytes()), "{begins:?} {buffer}");
                assert_eq!(head.is_empty(), begins.is_empty(), "{begins:?} {buffer}");
            }
        }
    }
}
