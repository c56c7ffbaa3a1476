//! Foreign text in what people read: what a terminal would obey is escaped ([`printable`]), and in
//! messages no input is echoed in full, however long it is.

use std::borrow::Cow;

/// Largest number of characters of a foreign text that a message echoes.
pub const MAX_ECHO: usize = 80;

/// Largest number of characters on a line of a message.
const MAX_LINE: usize = 400;

/// Returns whether a terminal obeys a character, or shows nothing for it, in place of showing it.
///
/// These are the control characters, those of C1 (U+0080 to U+009F) among them, and the characters
/// that Unicode calls *default ignorable*: marks that set the direction of writing, spaces and
/// joiners without width, selectors of variants, tags. By them a text can show other words than it
/// has, or have two spellings that look alike (N. Boucher and R. Anderson, *Trojan Source*, 2021).
#[must_use]
pub fn is_obeyed(c: char) -> bool {
    // The two separators begin a line for some programs, and none for others.
    c.is_control() || is_ignorable(c) || matches!(c, '\u{2028}' | '\u{2029}')
}

/// Returns whether a character is shown as nothing by software that does not support it: property
/// `Default_Ignorable_Code_Point` of Unicode 16, `DerivedCoreProperties.txt`.
fn is_ignorable(c: char) -> bool {
    matches!(
        c,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fff8}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

/// Returns a text for a terminal: characters that it would obey ([`is_obeyed`]) are shown as
/// escapes such as `\u{1b}`. Newlines and tabs stay.
///
/// All text goes through here that comes from files, engines or clients and may reach a terminal:
/// messages, the log, tables, lines about games.
#[must_use]
pub fn printable(text: &str) -> Cow<'_, str> {
    let is_escaped = |c: char| !matches!(c, '\n' | '\t') && is_obeyed(c);
    escaped(text, is_escaped, |shown, c| {
        shown.extend(c.escape_unicode())
    })
}

/// Returns JSON for a terminal: characters that it would obey are escaped as JSON does, which
/// changes nothing of what is read. They stand in strings alone, where those below U+0020 are
/// escaped already.
#[must_use]
pub fn printable_json(json: &str) -> Cow<'_, str> {
    let is_escaped = |c: char| c > ' ' && is_obeyed(c);
    escaped(json, is_escaped, |shown, c| {
        let units = c.encode_utf16(&mut [0; 2]).to_vec();
        shown.extend(units.iter().map(|unit| format!("\\u{unit:04x}")));
    })
}

/// Returns a text in which `escape` writes the characters that are escaped.
fn escaped(
    text: &str,
    is_escaped: impl Fn(char) -> bool,
    escape: impl Fn(&mut String, char),
) -> Cow<'_, str> {
    if !text.contains(&is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match is_escaped(c) {
            true => escape(&mut shown, c),
            false => shown.push(c),
        }
    }
    Cow::Owned(shown)
}

/// Returns the beginning of a text on one line of at most [`MAX_ECHO`] characters; `…` stands for
/// the rest. The text is [`printable`].
#[must_use]
pub fn excerpt(text: &str) -> String {
    // Long input is cut first: a value may have megabytes.
    let looked_at = text
        .char_indices()
        .nth(8 * MAX_ECHO)
        .map_or(text, |(end, _)| &text[..end]);
    let words: Vec<Cow<str>> = looked_at.split_whitespace().map(printable).collect();
    let line = words.join(" ");
    match looked_at.len() < text.len() {
        true => cut(&format!("{line}…"), MAX_ECHO),
        false => cut(&line, MAX_ECHO),
    }
}

/// Returns a file name on one line of at most [`MAX_ECHO`] characters; `…` stands for a part in the
/// middle, since both ends distinguish files. The name is [`printable`], with newlines and tabs as
/// escapes, too.
#[must_use]
pub fn file_name(name: &str) -> String {
    cut_middle(
        &printable(name)
            .replace('\n', "\\u{a}")
            .replace('\t', "\\u{9}"),
    )
}

/// Returns a message with bounded words and lines: at most [`MAX_ECHO`] characters in a word and
/// 400 in a line. This also bounds text that a library, the system or a caller put into it, and
/// makes it [`printable`].
#[must_use]
pub fn message(text: &str) -> String {
    let text = printable(text);
    let mut shown = String::with_capacity(text.len().min(MAX_LINE));
    for (number, line) in text.split('\n').enumerate() {
        if number > 0 {
            shown.push('\n');
        }
        let words = line.split(' ').map(cut_middle);
        let words: Vec<String> = words.take(MAX_LINE).collect();
        shown.push_str(&cut(&words.join(" "), MAX_LINE));
    }
    shown
}

/// Returns the text, or its beginning and `…`, with at most `most` characters in all.
fn cut(text: &str, most: usize) -> String {
    if text.char_indices().nth(most).is_none() {
        return text.to_string();
    }
    let kept = text.chars().take(most - 1);
    kept.chain(['…']).collect()
}

/// Returns the text, or its two ends with `…` between them, with at most [`MAX_ECHO`] characters.
fn cut_middle(text: &str) -> String {
    let length = text.chars().count();
    if length <= MAX_ECHO {
        return text.to_string();
    }
    let half = MAX_ECHO / 2;
    let begin = text.chars().take(half - 1);
    let end = text.chars().skip(length - half);
    begin.chain(['…']).chain(end).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_for_a_terminal_is_read_as_before() {
        let names = ["a\u{9b}b\u{202e}\u{e0001}", "plain ä\n"];
        let json = serde_json::to_string(&names).expect("JSON");
        let shown = printable_json(&json);
        assert!(!shown.contains(is_obeyed), "{shown}");
        assert_eq!(shown.matches("\\u").count(), 4);
        let read: [String; 2] = serde_json::from_str(&shown).expect("JSON");
        assert_eq!(read, names);
        assert_eq!(printable_json("{\n \"a\": 1\n}"), "{\n \"a\": 1\n}");
    }

    #[test]
    fn an_excerpt_is_one_short_line() {
        let escaped = "two words \\u{1b}[0m \\u{7}";
        assert_eq!(excerpt(" two\nwords\t\u{1b}[0m \u{7} "), escaped);
        let exact = "ä".repeat(MAX_ECHO);
        assert_eq!(excerpt(&exact), exact);
        let long = excerpt(&"ä".repeat(MAX_ECHO + 1));
        assert_eq!(long, format!("{}…", "ä".repeat(MAX_ECHO - 1)));
        for text in [
            "x y".repeat(1 << 20),
            " ".repeat(1 << 20) + "x",
            "\u{1}".repeat(1 << 20),
        ] {
            let short = excerpt(&text);
            assert!(
                short.chars().count() <= MAX_ECHO && short.ends_with('…'),
                "{short}"
            );
        }
    }

    #[test]
    fn nothing_that_a_terminal_obeys_is_printed() {
        for text in ["", "a\n\tb", "Ада 囲碁 é ½ − …", "e\u{301}", "👩🔬"] {
            assert_eq!(printable(text), text);
        }
        let obeyed = (0..=0x10_ffff)
            .filter_map(char::from_u32)
            .filter(|&c| is_obeyed(c));
        let obeyed: String = obeyed.collect();
        // 65 control characters, 4,174 that are ignorable, and two separators.
        assert_eq!(obeyed.chars().count(), 4_241);
        for hidden in [
            "\u{200b}",
            "\u{2064}",
            "\u{feff}",
            "\u{ad}",
            "\u{e0041}",
            "\u{fe0f}",
        ] {
            let shown = printable(hidden).into_owned();
            assert!(shown.is_ascii() && !shown.is_empty(), "{shown}");
        }
        for c in obeyed.chars().filter(|c| !matches!(c, '\n' | '\t')) {
            assert_eq!(printable(&c.to_string()), c.escape_unicode().to_string());
        }
        let hostile = format!("a{obeyed}z");
        for shown in [excerpt(&hostile), file_name(&hostile)] {
            assert!(!shown.contains(is_obeyed), "{shown}");
        }
        let kept = |c: char| c != '\n' && c != '\t' && is_obeyed(c);
        assert!(!message(&hostile).contains(kept));
        let (red, reversed) = ("x\u{1b}[31m.sgf", "x\u{202e}fgs.exe");
        assert_eq!(file_name(red), "x\\u{1b}[31m.sgf");
        assert_eq!(message(reversed), "x\\u{202e}fgs.exe");
    }

    #[test]
    fn a_message_keeps_its_words_and_lines() {
        for text in [
            "",
            "halfpoint: no such rules",
            "a\n  b: c\n\n",
            "two  spaces",
        ] {
            assert_eq!(message(text), text);
        }
        let (many, ends) = ("x".repeat(5000), ["x".repeat(38), "x".repeat(39)]);
        let long = message(&format!("no file /{many}: sorry\nnext"));
        assert_eq!(
            long,
            format!("no file /{}…{}: sorry\nnext", ends[0], ends[1])
        );
        let name = file_name(&format!("a b/\n{many}.sgf"));
        assert!(
            name.starts_with("a b/\\u{a}xx") && name.ends_with("xx.sgf"),
            "{name}"
        );
        assert_eq!(name.chars().count(), MAX_ECHO);
        let words = message(&"x ".repeat(5000));
        assert_eq!(words.chars().count(), MAX_LINE);
    }
}
