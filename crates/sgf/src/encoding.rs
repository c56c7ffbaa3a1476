//! Conversion of bytes in any of the usual encodings to text.

use std::borrow::Cow;

use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, ISO_2022_JP, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE,
    WINDOWS_1252,
};

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

/// Number of bytes from which an encoding is guessed.
const SAMPLE: usize = 1 << 16;
/// Encodings that are tried, in this order.
const CANDIDATES: [&Encoding; 6] = [UTF_8, GB18030, SHIFT_JIS, EUC_KR, BIG5, EUC_JP];

/// Words of Japanese records, in any encoding.
const JAPANESE: &[&str] = &[
    "黒",
    "勝ち",
    "番",
    "押し",
    "段",
    "級",
    "囲碁",
    "戦",
    "期",
    "名人",
    "本因坊",
    "日本",
];

/// Words of game records, by the encoding in which they usually occur.
const WORDS: [(&Encoding, &[&str]); 5] = [
    (
        GB18030,
        &[
            "黑", "胜", "中盘", "段", "级", "围棋", "贴", "规则", "届", "赛", "中国", "日本",
            "韩国",
        ],
    ),
    (SHIFT_JIS, JAPANESE),
    (EUC_JP, JAPANESE),
    (
        EUC_KR,
        &[
            "흑", "백", "승", "단", "급", "불계", "바둑", "집", "국", "전", "김", "이", "박",
        ],
    ),
    (
        BIG5,
        &[
            "黑", "勝", "中盤", "段", "級", "圍棋", "貼", "規則", "屆", "賽", "中國", "台灣",
        ],
    ),
];

/// Returns the most plausible encoding of bytes that are not valid UTF-8, judged by the number of
/// characters that are frequent in the encoding and by words of game records. If none is plausible,
/// it is windows-1252, in which every byte is a character.
fn guess(bytes: &[u8]) -> &'static Encoding {
    let sample = &bytes[..bytes.len().min(SAMPLE)];
    let mut best = (0, WINDOWS_1252);
    for encoding in CANDIDATES {
        let sense = sense(encoding, sample);
        if sense > best.0 {
            best = (sense, encoding);
        }
    }
    best.1
}

/// Returns a score for the plausibility of the bytes in an encoding.
fn sense(encoding: &'static Encoding, bytes: &[u8]) -> i64 {
    const BROKEN: i64 = -12;
    const WORD: i64 = 4;
    let text = plain(encoding, bytes);
    let letters: i64 = text
        .chars()
        .filter(|c| !c.is_ascii())
        .map(|c| match c {
            '\u{fffd}' => BROKEN,
            c => frequency(encoding, c),
        })
        .sum();
    let words = WORDS.iter().filter(|(of, _)| *of == encoding);
    let found: usize = words
        .flat_map(|(_, words)| words.iter())
        .map(|word| text.matches(word).count())
        .sum();
    letters + WORD * i64::try_from(found).unwrap_or(i64::MAX / 8)
}

/// Returns the frequency class of a character in texts of an encoding: at most 2 (3 for Hangul in
/// EUC-KR), less outside the first level of its table, and negative for characters that mostly
/// arise from misreading another encoding.
fn frequency(encoding: &'static Encoding, c: char) -> i64 {
    const RARE: i64 = -2;
    const SOME: i64 = 1;
    const OFTEN: i64 = 2;
    const HANGUL: i64 = 3;
    if encoding == UTF_8 {
        return OFTEN;
    }
    let mut buffer = [0; 4];
    let (coded, _, unmappable) = encoding.encode(c.encode_utf8(&mut buffer));
    if unmappable {
        return RARE;
    }
    let (lead, trail) = match *coded {
        [lead, trail] => (lead, trail),
        // Half-width katakana, or characters of three or four bytes.
        _ => return RARE,
    };
    if encoding == GB18030 {
        match (lead, trail) {
            (0xb0..=0xd7, 0xa1..) => OFTEN,
            (0xa1..=0xa9 | 0xd8..=0xf7, 0xa1..) => SOME,
            _ => RARE,
        }
    } else if encoding == SHIFT_JIS {
        match (lead, trail) {
            (0x82, 0x9f..) | (0x83, ..=0x96) | (0x88..=0x97, _) => OFTEN,
            (0x81 | 0x82 | 0x98..=0x9f, _) => SOME,
            _ => RARE,
        }
    } else if encoding == EUC_KR {
        match (lead, trail) {
            // Chinese texts also contain characters with other leads, unless they are short.
            (0xb0..=0xc8, 0xa1..) => HANGUL,
            (0xa1..=0xaf, 0xa1..) => 0,
            (0xca..=0xfd, 0xa1..) => -1,
            _ => RARE,
        }
    } else if encoding == BIG5 {
        match lead {
            0xa4..=0xc6 => OFTEN,
            0xa1..=0xa3 => SOME,
            _ => RARE,
        }
    } else {
        match lead {
            0xa4 | 0xa5 => OFTEN,
            0xb0..=0xcf => SOME,
            0xa1..=0xa3 => 0,
            _ => RARE,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts in each encoding that can express them, without a named charset.
    #[test]
    fn encodings_are_guessed_from_texts_of_records() {
        let texts: [(&[&str], &str); 9] = [
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
