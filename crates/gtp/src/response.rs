//! Answers to commands, and the only place that prints them.

use std::fmt;

use halfpoint_core::excerpt::message;

/// An answer to a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    id: Option<u32>,
    /// The text, or the reason of the failure.
    result: Result<String, String>,
}

impl Response {
    /// Creates the answer to a command with this id.
    ///
    /// Text that would break the protocol is repaired: control characters are dropped, a space is
    /// put on each blank line within the text, and a reason becomes a single line in which long
    /// foreign text is shortened.
    #[must_use]
    pub fn new(id: Option<u32>, result: Result<String, String>) -> Response {
        let result = match result {
            Ok(text) => Ok(clean(text.trim_end())),
            Err(reason) => {
                let words: Vec<&str> = reason.split_whitespace().collect();
                Err(clean(&message(&words.join(" "))))
            }
        };
        Response { id, result }
    }

    /// Returns the id of the command.
    #[must_use]
    pub fn id(&self) -> Option<u32> {
        self.id
    }

    /// Returns the text of the answer.
    ///
    /// # Errors
    /// The reason, if the command failed.
    pub fn result(&self) -> Result<&str, &str> {
        match &self.result {
            Ok(text) => Ok(text),
            Err(reason) => Err(reason),
        }
    }
}

fn clean(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\t' => kept.push(c),
            '\n' => {
                if kept.ends_with('\n') {
                    kept.push(' ');
                }
                kept.push(c);
            }
            _ if c.is_control() => (),
            _ => kept.push(c),
        }
    }
    kept
}

/// Formats the answer as it is sent, including the blank line that ends it.
impl fmt::Display for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, text) = match &self.result {
            Ok(text) => ('=', text),
            Err(reason) => ('?', reason),
        };
        write!(f, "{sign}")?;
        if let Some(id) = self.id {
            write!(f, "{id}")?;
        }
        if !text.is_empty() && !text.starts_with('\n') {
            write!(f, " ")?;
        }
        write!(f, "{text}\n\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn responses_are_printed_and_repaired() {
        for (id, result, expected) in [
            (None, Ok(""), "=\n\n"),
            (Some(3), Ok("B+3.5"), "=3 B+3.5\n\n"),
            (None, Ok("\n A B\n 1\n"), "=\n A B\n 1\n\n"),
            (None, Ok("a\n\n\nb\x07"), "= a\n \n \nb\n\n"),
            (Some(0), Err("no\nsuch\n\nthing"), "?0 no such thing\n\n"),
        ] {
            let result = result.map(str::to_string).map_err(str::to_string);
            assert_eq!(Response::new(id, result).to_string(), expected);
        }
    }
}
