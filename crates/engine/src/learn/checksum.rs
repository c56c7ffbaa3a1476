//! Lines of JSON with a checksum as their last member.
//!
//! The form is that of the journals of matches: `"checksum":"0f1e2d3c"` is the CRC-32 (of ISO 3309,
//! as in gzip) of all bytes of the line before the comma in front of it.

use serde::Serialize;

/// Bytes between the other members and the digits of the checksum.
const MARK: &[u8] = b",\"checksum\":\"";
/// Bytes after the digits of the checksum.
const END: &[u8] = b"\"}";
/// Number of hexadecimal digits of a checksum.
const DIGITS: usize = 8;

/// Serializes an object with at least one member as a line, with its checksum and its newline.
pub(super) fn line_of(value: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value)?;
    line.pop();
    let checksum = format!("{:08x}", crc32fast::hash(&line));
    for part in [MARK, checksum.as_bytes(), END, b"\n"] {
        line.extend_from_slice(part);
    }
    Ok(line)
}

/// Verifies and removes the checksum of a line without its newline; `None` if the line has none or
/// it does not match.
pub(super) fn checked(line: &[u8]) -> Option<Vec<u8>> {
    let line = line.strip_suffix(END)?;
    let (line, digits) = line.split_at_checked(line.len().checked_sub(DIGITS)?)?;
    let members = line.strip_suffix(MARK)?;
    let is_right = format!("{:08x}", crc32fast::hash(members)).as_bytes() == digits;
    is_right.then(|| [members, b"}"].concat())
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
        assert_eq!(checked(line).as_deref(), Some(&b"{\"n\":123456}"[..]));
        for index in 0..line.len() {
            for bit in 0..8 {
                let mut changed = line.to_vec();
                changed[index] ^= 1 << bit;
                assert_eq!(checked(&changed), None, "byte {index}");
            }
            assert_eq!(checked(&line[..index]), None, "cut at {index}");
        }
    }
}
