//! Lines of JSON with a checksum as their last member.
//!
//! `"checksum":"0f1e2d3c"` is the CRC-32 (of ISO 3309, as in gzip) of all bytes of the line before
//! the comma in front of it. It detects every change of up to 32 bits in a row. Journals of matches
//! and data for training consist of such lines.

use std::io::{self, BufRead, BufReader, Read};

use serde::Serialize;

/// Bytes between the other members and the digits of the checksum.
const MARK: &[u8] = b",\"checksum\":\"";
/// Bytes after the digits of the checksum.
const END: &[u8] = b"\"}";
/// Number of hexadecimal digits of a checksum.
const DIGITS: usize = 8;
/// Bytes of a file that are in memory at a time.
const BLOCK: usize = 1 << 16;

/// Line whose checksum was compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checked {
    /// The checksum matches; the object without it.
    Whole(Vec<u8>),
    /// The checksum does not match.
    Damaged,
    /// The line has no checksum.
    Unmarked,
}

/// Serializes a value as a line, with its checksum and its newline.
///
/// # Errors
/// Returns an error if the value is not an object with at least one member.
pub fn line_of(value: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value)?;
    if line.pop() != Some(b'}') || line.len() < 2 {
        return Err(io::Error::other("a line must be an object with a member"));
    }
    let checksum = digits_of(&line);
    for part in [MARK, checksum.as_bytes(), END, b"\n"] {
        line.extend_from_slice(part);
    }
    Ok(line)
}

/// Verifies and removes the checksum of a line without its newline.
#[must_use]
pub fn checked(line: &[u8]) -> Checked {
    let parts = || {
        let line = line.strip_suffix(END)?;
        let (line, digits) = line.split_at_checked(line.len().checked_sub(DIGITS)?)?;
        Some((line.strip_suffix(MARK)?, digits))
    };
    match parts() {
        None => Checked::Unmarked,
        Some((members, digits)) if digits_of(members).as_bytes() == digits => {
            Checked::Whole([members, b"}"].concat())
        }
        Some(_) => Checked::Damaged,
    }
}

/// Returns the checksum of bytes as eight hexadecimal digits.
#[must_use]
pub fn digits_of(members: &[u8]) -> String {
    format!("{:08x}", crc32fast::hash(members))
}

/// Returns the checksum of all bytes of an input as [`digits_of`] does. One block at a time is in
/// memory.
///
/// # Errors
/// Returns an error if the input cannot be read.
pub fn digits_of_file(input: impl Read) -> io::Result<String> {
    let mut sum = crc32fast::Hasher::new();
    let mut input = BufReader::with_capacity(BLOCK, input);
    loop {
        let block = match input.fill_buf() {
            Ok([]) => return Ok(format!("{:08x}", sum.finalize())),
            Ok(block) => block,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        sum.update(block);
        let read = block.len();
        input.consume(read);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_changed_byte_is_found() {
        let line = line_of(&serde_json::json!({"n": 123_456})).expect("a line");
        assert_eq!(
            String::from_utf8_lossy(&line),
            "{\"n\":123456,\"checksum\":\"667d0075\"}\n"
        );
        let line = line.strip_suffix(b"\n").expect("a newline");
        let whole = |line: &[u8]| match checked(line) {
            Checked::Whole(members) => Some(members),
            Checked::Damaged | Checked::Unmarked => None,
        };
        assert_eq!(whole(line).as_deref(), Some(&b"{\"n\":123456}"[..]));
        for index in 0..line.len() {
            for bit in 0..8 {
                let mut changed = line.to_vec();
                changed[index] ^= 1 << bit;
                assert_eq!(whole(&changed), None, "byte {index}");
            }
            assert_eq!(whole(&line[..index]), None, "cut at {index}");
        }
    }
}
