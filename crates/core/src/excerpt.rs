//! Limits on the length of foreign text in messages: no input is echoed in full, however long it
//! is.

/// Largest number of characters of a foreign text that a message echoes.
pub const MAX_ECHO: usize = 80;

/// Largest number of characters on a line of a message.
const MAX_LINE: usize = 400;

/// Returns the beginning of a text on one line of at most [`MAX_ECHO`] characters; `…` stands for
/// the rest. Control characters are left out, since a terminal would obey them.
#[must_use]
pub fn excerpt(text: &str) -> String {
    // Long input is cut first: a value may have megabytes.
    let looked_at = text
        .char_indices()
        .nth(8 * MAX_ECHO)
        .map_or(text, |(end, _)| &text[..end]);
    let words: Vec<String> = looked_at
        .split_whitespace()
        .map(|word| word.replace(char::is_control, ""))
        .filter(|word| !word.is_empty())
        .collect();
    let line = words.join(" ");
    match looked_at.len() < text.len() {
        true => cut(&format!("{line}…"), MAX_ECHO),
        false => cut(&line, MAX_ECHO),
    }
}

/// Returns a file name on one line of at most [`MAX_ECHO`] characters; `…` stands for a part in the
/// middle, since both ends distinguish files. Control characters are left out.
#[must_use]
pub fn file_name(name: &str) -> String {
    let printed: String = name.chars().filter(|c| !c.is_control()).collect();
    cut_middle(&printed)
}

/// Returns a message with bounded words and lines: at most [`MAX_ECHO`] characters in a word and
/// 400 in a line. This also bounds text that a library, the system or a caller put into it.
#[must_use]
pub fn message(text: &str) -> String {
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
    fn an_excerpt_is_one_short_line() {
        assert_eq!(excerpt(" two\nwords\t\u{1b}[0m \u{7} "), "two words [0m");
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
            name.starts_with("a b/xx") && name.ends_with("xx.sgf"),
            "{name}"
        );
        assert_eq!(name.chars().count(), MAX_ECHO);
        let words = message(&"x ".repeat(5000));
        assert_eq!(words.chars().count(), MAX_LINE);
    }
}
