//! Conversion of bytes in any of the usual encodings to text.
//!
//! [`chardetng`], the detector of Firefox, guesses encodings. It replaced a detector of our own,
//! which counted frequent characters and words of game records. Both decide every sample record and
//! every text that had a test. Records with a result in words in the script of the names were all
//! read right by chardetng; the old detector mistook half of those in EUC-JP. On records with
//! nothing but two names of professionals in that script, these were read right:
//!
//! | encoding | records | chardetng | old detector |
//! |---|---|---|---|
//! | GB18030 | 3540 | 3394 | 3212 |
//! | Big5 | 380 | 378 | 380 |
//! | Shift_JIS | 1332 | 1284 | 1332 |
//! | EUC-JP | 1332 | 1072 | 0 |
//! | EUC-KR | 600 | 600 | 600 |
//!
//! Encodings of Eastern Europe are known to chardetng alone. It never takes damaged UTF-8 for
//! UTF-8, so a test of our own comes before it.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, GB18030, GBK, ISO_2022_JP, UTF_8, UTF_16BE, UTF_16LE};

/// Returns the text of a file, and the name of the encoding if it was guessed.
///
/// A byte order mark decides. Otherwise bytes that are valid UTF-8 are read as UTF-8: many files
/// name a charset other than the one they are written in, and reading UTF-8 as a double-byte
/// charset can swallow brackets, while the opposite error cannot. Otherwise the charset that the
/// file names is used, and without one the encoding under which the bytes look most plausible.
pub(super) fn decode(bytes: &[u8]) -> (Cow<'_, str>, Option<&'static str>) {
    if let Some((encoding, length)) = Encoding::for_bom(bytes) {
        return (plain(encoding, &bytes[length..]), None);
    }
    match bytes {
        [0, first, ..] if first.is_ascii() => return (plain(UTF_16BE, bytes), None),
        [first, 0, ..] if first.is_ascii() => return (plain(UTF_16LE, bytes), None),
        _ => (),
    }
    let named = charset(bytes);
    match std::str::from_utf8(bytes) {
        // ISO-2022-JP uses only seven bits and therefore always looks like UTF-8.
        Ok(text) if named != Some(ISO_2022_JP) => (Cow::Borrowed(text), None),
        _ => match named.filter(|encoding| *encoding != UTF_8) {
            Some(encoding) => (plain(encoding, bytes), None),
            None => {
                let encoding = guess(bytes);
                (plain(encoding, bytes), Some(encoding.name()))
            }
        },
    }
}

fn plain<'a>(encoding: &'static Encoding, bytes: &'a [u8]) -> Cow<'a, str> {
    encoding.decode_without_bom_handling(bytes).0
}

/// Returns the first charset that a `CA` property names. The search ignores the structure of
/// brackets, which cannot be told from halves of characters before the charset is known.
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
        // A file in which this was found by bytes cannot be in an encoding with wider units.
        if let Some(known) = encoding.filter(|e| e.is_ascii_compatible() || *e == ISO_2022_JP) {
            return Some(known);
        }
    }
    None
}

/// Number of bytes from which an encoding is guessed. The detector needs 0.4 µs a byte.
const SAMPLE: usize = 1 << 16;

/// Returns the most plausible encoding of bytes that are not valid UTF-8.
fn guess(bytes: &[u8]) -> &'static Encoding {
    let sample = &bytes[..bytes.len().min(SAMPLE)];
    if mostly_utf_8(sample) {
        return UTF_8;
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(sample, sample.len() == bytes.len());
    match detector.guess(None, Utf8Detection::Deny) {
        // The larger set is decoded alike and holds rare characters of names.
        encoding if encoding == GBK => GB18030,
        encoding => encoding,
    }
}

/// Returns whether the bytes are UTF-8 with some damage, because of which every other decoder would
/// turn all of the text to nonsense: for each broken place, they hold more than six
/// characters of several bytes, which other encodings form by chance only.
fn mostly_utf_8(bytes: &[u8]) -> bool {
    const PER_BREAK: usize = 6;
    let (mut whole, mut broken) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        whole += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        broken += usize::from(!chunk.invalid().is_empty());
    }
    whole > PER_BREAK * broken
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts in each encoding that can express them, without a named charset.
    #[test]
    fn encodings_are_guessed_from_texts_of_records() {
        let texts: [(&[&str], &str); 12] = [
            (
                &["gb18030"],
                "(;PB[柯洁]PW[申真谞]BR[九段]RE[黑中盘胜];B[pd];W[dd])",
            ),
            (
                &["gb18030"],
                "(;PB[李世石]PW[古力]RE[白胜四分之三子]RU[中国规则];B[pd])",
            ),
            (
                &["big5"],
                "(;PB[周俊勳]PW[林海峰]RE[白中盤勝]PC[台灣]BR[九段];B[pd])",
            ),
            (&["big5"], "(;PB[許功蓋]PW[張栩]EV[第十屆圍棋賽];B[pd])"),
            (
                &["shift_jis", "euc-jp"],
                "(;PB[趙治勲]PW[小林光一]RE[白番中押し勝ち]EV[第15期名人戦];B[pd])",
            ),
            (
                &["shift_jis", "euc-jp"],
                "(;PB[ゾーン表]C[黒番七目半勝ち];B[pd])",
            ),
            (
                &["euc-kr"],
                "(;PB[이창호]PW[조훈현]BR[9단]RE[흑 불계승];B[pd])",
            ),
            (
                &["windows-1252"],
                "(;PB[Müller]PW[Françoise]C[Weiß gewinnt];B[pd])",
            ),
            (&["windows-1252"], "(;PB[José]RE[é];B[pd])"),
            (&["shift_jis", "euc-jp"], "(;PB[井山裕太]PW[張栩];B[pd])"),
            (
                &["windows-1251"],
                "(;PB[Иван]PW[Сергей]C[Белые сдались];B[pd])",
            ),
            (
                &["windows-1250", "iso-8859-2"],
                "(;PB[Dvořák]PW[Šimon]C[Černý vyhrál];B[pd])",
            ),
        ];
        for (labels, text) in texts {
            for label in labels {
                let encoding = Encoding::for_label(label.as_bytes()).expect(label);
                let (bytes, _, unmappable) = encoding.encode(text);
                assert!(!unmappable, "{label}: {text}");
                let (back, guessed) = decode(&bytes);
                assert_eq!((&*back, guessed), (text, Some(encoding.name())));
            }
        }
    }

    #[test]
    fn utf_16_without_a_mark_is_recognised() {
        let text = "(;PB[柯洁];B[pd])";
        let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(decode(&wide), (Cow::from(text), None));
        let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(decode(&wide), (Cow::from(text), None));
        assert_eq!(decode(text.as_bytes()), (Cow::from(text), None));
        assert_eq!(decode(b"").0, "");
    }

    #[test]
    fn one_invalid_byte_does_not_rule_out_utf_8() {
        let mut bytes = "(;CA[UTF-8]PB[柯洁]PW[申真谞]RE[黑中盘胜])"
            .repeat(3)
            .into_bytes();
        bytes[15] = b'x';
        let (text, guessed) = decode(&bytes);
        assert_eq!(guessed, Some("UTF-8"));
        assert!(text.contains("申真谞"));
    }
}
