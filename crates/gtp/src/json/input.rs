//! Lines of input with a bound on their length.

use std::io::{self, BufRead, Read};

/// Maximum length of a line, in bytes. A parsed line takes up to 36 times as much memory.
pub(super) const MAX_LINE: u64 = 1 << 20;

/// Line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// Whole line without its line feed.
    Whole(Vec<u8>),
    /// First [`MAX_LINE`] bytes of a longer line, whose rest is skipped.
    TooLong(Vec<u8>),
}

/// Reads the next line; `None` at the end of input.
///
/// # Errors
/// If the input cannot be read.
pub(super) fn read_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    let read = input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line)?;
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if read as u64 == MAX_LINE {
        input.skip_until(b'\n')?;
        return Ok(Some(Line::TooLong(line)));
    }
    Ok((read > 0).then_some(Line::Whole(line)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_cut_and_skipped() {
        let mut text = vec![b'x'; MAX_LINE as usize + 5];
        text.extend(b"\nshort\nlast");
        let mut input = text.as_slice();
        let mut next = || read_line(&mut input).expect("bytes can be read");
        let long = vec![b'x'; MAX_LINE as usize];
        assert_eq!(next(), Some(Line::TooLong(long)));
        assert_eq!(next(), Some(Line::Whole(b"short".to_vec())));
        assert_eq!(next(), Some(Line::Whole(b"last".to_vec())));
        assert_eq!(next(), None);
    }
}
