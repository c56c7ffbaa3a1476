//! Text and the values in it.

/// A value as it stands between brackets.
pub(super) fn escape(value: &str) -> String {
    value.replace('\\', "\\\\").replace(']', "\\]")
}

/// What a value between brackets says: a backslash takes the next character as it is, and takes
/// away a line break.
pub(super) fn unescape(value: &str) -> String {
    if !value.contains('\\') {
        return value.to_string();
    }
    let mut text = String::with_capacity(value.len());
    let mut rest = value.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '\\' => match rest.next() {
                Some('\n') => drop(rest.next_if_eq(&'\r')),
                Some('\r') => drop(rest.next_if_eq(&'\n')),
                next => text.extend(next),
            },
            c => text.push(c),
        }
    }
    text
}

/// A value on one line, without control characters: a terminal would obey them.
pub(super) fn one_line(value: &str) -> String {
    let words = value.split_whitespace();
    let words = words.map(|word| word.replace(char::is_control, ""));
    let words: Vec<String> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ")
}
