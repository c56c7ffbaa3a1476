//! Lines of input with a bound on their length.

use std::io::{self, BufRead, Read};

/// Maximum length of a line, in bytes.
pub(super) const MAX_LINE: usize = 1 << 20;
/// Memory that a parsed line takes at most, as a multiple of its length.
pub(super) const PARSED: usize = 36;

/// Line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum JsonLine {
    /// Whole line without its line feed.
    Whole(Vec<u8>),
    /// First bytes of a line that is too long, whose rest is skipped.
    TooLong(Vec<u8>),
}

/// Reads the next line of at most `longest` bytes; `None` at the end of input.
///
/// # Errors
/// If the input cannot be read.
pub(super) fn read_line(input: &mut impl BufRead, longest: usize) -> io::Result<Option<JsonLine>> {
    let mut line = Vec::new();
    let most = longest as u64;
    let read = input.by_ref().take(most).read_until(b'\n', &mut line)?;
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if read == longest {
        input.skip_until(b'\n')?;
        return Ok(Some(JsonLine::TooLong(line)));
    }
    Ok((read > 0).then_some(JsonLine::Whole(line)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_cut_and_skipped() {
        let mut text = vec![b'x'; MAX_LINE + 5];
        text.extend(b"\nshort\nlast");
        let mut input = text.as_slice();
        let mut next = || read_line(&mut input, MAX_LINE).expect("bytes can be read");
        let long = vec![b'x'; MAX_LINE];
        assert_eq!(next(), Some(JsonLine::TooLong(long)));
        assert_eq!(next(), Some(JsonLine::Whole(b"short".to_vec())));
        assert_eq!(next(), Some(JsonLine::Whole(b"last".to_vec())));
        assert_eq!(next(), None);
    }
}
