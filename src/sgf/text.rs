//! Bytes to text and text to values.

use std::borrow::Cow;

use encoding_rs::{Encoding, ISO_2022_JP, WINDOWS_1252};

/// The text of a file. A byte order mark decides; else bytes that are UTF-8 are taken as such, since
/// many files name a charset they are not written in, and reading UTF-8 as a double-byte charset can
/// swallow brackets, while the other error cannot; else the charset that the file names, else
/// windows-1252.
pub(super) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    if let Some((encoding, length)) = Encoding::for_bom(bytes) {
        return encoding.decode_without_bom_handling(&bytes[length..]).0;
    }
    let named = charset(bytes);
    match std::str::from_utf8(bytes) {
        // ISO-2022-JP is seven-bit, so that it always looks like UTF-8.
        Ok(text) if named != Some(ISO_2022_JP) => Cow::Borrowed(text),
        _ => {
            let encoding = named.unwrap_or(WINDOWS_1252);
            encoding.decode_without_bom_handling(bytes).0
        }
    }
}

/// The first charset named by a `CA` property. Searched for without regard to brackets, which cannot
/// be told apart from halves of characters before the charset is known.
fn charset(bytes: &[u8]) -> Option<&'static Encoding> {
    let mut from = 0;
    while let Some(found) = bytes[from..].windows(2).position(|pair| pair == b"CA") {
        let at = from + found;
        from = at + 2;
        let before = bytes[..at].trim_ascii_end().last();
        let after = bytes[from..].trim_ascii_start();
        if !matches!(before, Some(b';' | b']')) || after.first() != Some(&b'[') {
            continue;
        }
        let label = after[1..].split(|&byte| byte == b']').next();
        let encoding = label.and_then(Encoding::for_label);
        // A file in which this could be found is in no encoding of wider units.
        if let Some(known) = encoding.filter(|e| e.is_ascii_compatible() || *e == ISO_2022_JP) {
            return Some(known);
        }
    }
    None
}

/// A value as it stands between brackets.
pub(super) fn escape(value: &str) -> String {
    value.replace('\\', "\\\\").replace(']', "\\]")
}

/// A value on one line.
pub(super) fn one_line(value: &str) -> String {
    value.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The beginning of a value, for a message.
pub(super) fn shortened(value: &str) -> String {
    const LONGEST: usize = 40;
    match value.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", one_line(&value[..end])),
        None => one_line(value),
    }
}
