//! Escaping and cleaning of property values.

/// Escapes a value for its place between brackets.
pub(super) fn escape(value: &str) -> String {
    value.replace('\\', "\\\\").replace(']', "\\]")
}

/// Escapes a text for its place between brackets, and its colons too, at which programs divide
/// values that are composed of two.
pub(super) fn escape_with_colons(text: &str) -> String {
    escape(text).replace(':', "\\:")
}

/// Removes the escapes from a value between brackets: a backslash keeps the next character
/// literally, and removes a line break.
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

/// Longest text of a header or a limit of time that is read, in bytes. What a line shares with its
/// variations stays small.
const MAX_TEXT: usize = 2000;

/// Returns the beginning of a text, at most [`MAX_TEXT`] bytes.
pub(super) fn beginning(text: &str) -> &str {
    let mut end = text.len().min(MAX_TEXT);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// Returns a value with the escapes that it lacks between brackets: programs have written texts
/// with closing brackets as they were.
pub(super) fn with_escapes(raw: &str) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw.chars();
    while let Some(c) = rest.next() {
        match c {
            '\\' => text.extend(['\\', rest.next().unwrap_or('\\')]),
            ']' => text.push_str("\\]"),
            c => text.push(c),
        }
    }
    text
}

/// Joins a value to one line and removes control characters, which a terminal would interpret.
pub(super) fn one_line(value: &str) -> String {
    let words = value.split_whitespace();
    let words = words.map(|word| word.replace(char::is_control, ""));
    let words: Vec<String> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ")
}
