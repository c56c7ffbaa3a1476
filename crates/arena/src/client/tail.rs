//! Buffer of the last lines of a text stream.

use std::collections::VecDeque;

/// Number of lines that are kept.
const LINES: usize = 20;
/// Number of characters that are kept of each line.
const CHARS: usize = 300;
/// Bytes that hold [`CHARS`] characters in any case: UTF-8 needs at most 4 for each.
const BYTES: usize = 4 * CHARS;

/// Last lines of a stream, which may be endless and fast.
#[derive(Debug, Default)]
pub struct Tail {
    lines: VecDeque<Vec<u8>>,
    /// Line that has not ended yet.
    open: Vec<u8>,
}

impl Tail {
    /// Consumes the next piece of the stream. Of a piece with many lines only the last are
    /// examined.
    pub fn push(&mut self, piece: &[u8]) {
        let mut ends = piece.iter().enumerate().rev();
        let ends = ends.by_ref().filter(|&(_, &byte)| byte == b'\n');
        let mut rest = match ends.map(|(at, _)| at).nth(LINES) {
            Some(end) => {
                self.lines.clear();
                self.open.clear();
                &piece[end + 1..]
            }
            None => piece,
        };
        while let Some(end) = rest.iter().position(|&byte| byte == b'\n') {
            self.extend(&rest[..end]);
            rest = &rest[end + 1..];
            if self.lines.len() == LINES {
                self.lines.pop_front();
            }
            self.lines.push_back(std::mem::take(&mut self.open));
        }
        self.extend(rest);
    }

    fn extend(&mut self, part: &[u8]) {
        let room = BYTES - self.open.len();
        self.open.extend_from_slice(&part[..part.len().min(room)]);
    }

    /// Returns the lines, without control characters. Invalid UTF-8 becomes replacement characters.
    pub fn lines(&self) -> Vec<String> {
        let open = Some(&self.open).filter(|open| !open.is_empty());
        let all: Vec<&Vec<u8>> = self.lines.iter().chain(open).collect();
        let last = all[all.len().saturating_sub(LINES)..].iter();
        last.map(|line| {
            let text = String::from_utf8_lossy(line);
            let spaced = text.chars().map(|c| if c == '\t' { ' ' } else { c });
            spaced.filter(|c| !c.is_control()).take(CHARS).collect()
        })
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tail<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> Tail {
        let mut tail = Tail::default();
        for piece in pieces {
            tail.push(piece);
        }
        tail
    }

    #[test]
    fn the_tail_does_not_depend_on_how_the_stream_is_split() {
        let text: String = (0..50).map(|number| format!("line {number}\n")).collect();
        let expected: Vec<String> = (30..50).map(|number| format!("line {number}")).collect();
        for length in [1, 7, 64, 1000] {
            let tail = tail(text.as_bytes().chunks(length));
            assert_eq!(tail.lines(), expected, "{length}");
        }
    }

    #[test]
    fn an_unfinished_line_counts_as_a_line() {
        assert_eq!(tail([]).lines(), [""; 0]);
        assert_eq!(tail([&b"a\nb"[..]]).lines(), ["a", "b"]);
        let mut full = tail([&b"x\n".repeat(20)[..], b"last"]);
        assert_eq!(full.lines().len(), LINES);
        assert_eq!(full.lines().last().map(String::as_str), Some("last"));
        full.push(b" one\n\n");
        assert_eq!(full.lines()[18..], ["last one", ""]);
    }

    #[test]
    fn control_characters_are_removed_and_long_lines_cut() {
        assert_eq!(
            tail([&b"\x1b[1ma\tb\r\xff\x00\n"[..]]).lines(),
            ["[1ma b\u{fffd}"]
        );
        let long = "ä".repeat(1_000_000);
        let tail = tail(long.as_bytes().chunks(1000));
        assert_eq!(tail.lines(), ["ä".repeat(CHARS)]);
        assert!(tail.open.len() <= BYTES);
    }
}
