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

/// Joins a value to one line and removes control characters, which a terminal would interpret.
pub(super) fn one_line(value: &str) -> String {
    let words = value.split_whitespace();
    let words = words.map(|word| word.replace(char::is_control, ""));
    let words: Vec<String> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ")
}
