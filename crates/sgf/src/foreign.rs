//! Recognition of other file formats, so that errors can name them.

/// Returns the format of a file that begins unlike any SGF file; `None` if it may be SGF.
pub(super) fn at_once(bytes: &[u8]) -> Option<&'static str> {
    const BEGINNINGS: [(&[u8], &str); 8] = [
        (b"\\HS", "a GIB record (Tygem)"),
        (b"\\[GAME", "a GIB record (Tygem)"),
        (b"PK\x03\x04", "a ZIP archive"),
        (b"\x1f\x8b", "a gzip archive"),
        (b"7z\xbc\xaf", "a 7z archive"),
        (b"Rar!", "a RAR archive"),
        (b"%PDF", "a PDF document"),
        (b"\x89PNG", "a picture"),
    ];
    let bytes = bytes.trim_ascii_start();
    BEGINNINGS
        .iter()
        .find(|(beginning, _)| bytes.starts_with(beginning))
        .map(|(_, what)| *what)
}

/// Returns the format of a text in which no game was found; `None` if it is unknown.
pub(super) fn without_game(text: &str) -> Option<&'static str> {
    let begins = |word: &str| {
        let start = text.trim_start().as_bytes();
        start.len() >= word.len() && start[..word.len()].eq_ignore_ascii_case(word.as_bytes())
    };
    if begins("[Header]") {
        return Some("a UGF record (PandaNet)");
    }
    if begins("<") {
        return Some("a web page or XML");
    }
    if begins("{") {
        return Some("JSON");
    }
    if text.contains("\\[GAMEBLACKNAME=") || text.contains("\nSTO ") {
        return Some("a GIB record (Tygem)");
    }
    let moves = text.lines().filter(|line| is_ngf_move(line)).count();
    (moves > 0).then_some("an NGF record (WBaduk)")
}

/// Returns whether a line is an NGF move: `PMABBRDD`, which has the number of the move in two
/// letters, the colour, and the point twice.
fn is_ngf_move(line: &str) -> bool {
    let line = line.trim_end();
    let rest = line.strip_prefix("PM").unwrap_or_default();
    rest.len() >= 5
        && rest.bytes().all(|byte| byte.is_ascii_uppercase())
        && matches!(rest.as_bytes().get(2), Some(b'B' | b'W'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_formats_are_recognised() {
        assert!(at_once(b"\\HS\r\n\\[GAMEBLACKNAME=a\\]").is_some());
        assert!(at_once(b"(;B[aa])").is_none());
        assert!(without_game("Friendly\r\n19\r\na\r\nb\r\n\r\nPMABBRDRD\r\n").is_some());
        assert!(without_game("<!DOCTYPE html>").is_some());
        assert!(without_game("[Header]\n").is_some());
        assert!(without_game("{}").is_some());
        assert!(without_game("nothing").is_none());
    }
}
