//! Nodes of a game's main line.
//!
//! All functions work in one pass over the text and without recursion, so that long or deeply
//! nested files need neither much stack nor much memory.

use halfpoint_core::excerpt::excerpt;

use super::error::SgfError;
use super::text::unescape;

/// Names of the properties that are read.
const READ: [&str; 26] = [
    "AB", "AE", "AP", "AW", "B", "BL", "CA", "FF", "GM", "HA", "HPM", "HPR", "KM", "KO", "OB",
    "OT", "OW", "PB", "PL", "PW", "RE", "RU", "SZ", "TM", "W", "WL",
];

/// Property names of old files, written out as words whose capitals are not the short name.
const WRITTEN_OUT: [(&str, &str); 12] = [
    ("black", "B"),
    ("white", "W"),
    ("addblack", "AB"),
    ("addwhite", "AW"),
    ("addempty", "AE"),
    ("size", "SZ"),
    ("komi", "KM"),
    ("handicap", "HA"),
    ("result", "RE"),
    ("rules", "RU"),
    ("playerblack", "PB"),
    ("playerwhite", "PW"),
];

/// Most values of setup properties in a game, and of all properties that are read in a node. The
/// size of the file is no bound for the work, since a value of a few letters can stand for a
/// rectangle of points.
const MAX_VALUES: usize = 4096;

/// Longest property name in letters, except for private and written-out names.
pub(super) const MAX_NAME: usize = 2;

/// Property of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Property {
    /// Name in capitals.
    pub name: String,
    /// Values without escapes.
    pub values: Vec<String>,
}

impl Property {
    /// Returns the values joined as in the file, without the outer brackets.
    pub(super) fn whole(&self) -> String {
        self.values.join("][")
    }

    /// Returns the value, trimmed, if there is exactly one.
    pub(super) fn alone(&self) -> Option<&str> {
        match self.values.as_slice() {
            [value] => Some(value.trim()),
            _ => None,
        }
    }
}

/// Skips white space, control characters, and line breaks that a server has written literally as
/// `\r\n`.
pub(super) fn skip_space(text: &str, mut at: usize) -> usize {
    loop {
        let rest = text.get(at..).unwrap_or_default();
        let trimmed = rest
            .trim_start_matches(|c: char| c.is_whitespace() || c.is_control() || c == '\u{feff}');
        at += rest.len() - trimmed.len();
        match trimmed.as_bytes() {
            [b'\\', b'r' | b'n', ..] => at += 2,
            _ => return at,
        }
    }
}

/// Returns the position after the bracket that closes the value opening at `open`. A closing
/// bracket that is followed by text and another closing bracket belongs to the text and lacks its
/// escape.
pub(super) fn end_of_value(text: &str, open: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = open + 1;
    loop {
        match bytes.get(at)? {
            b'\\' => at += 2,
            b']' => {
                let rest = &text[at + 1..];
                let next = rest.find(['[', ']', '(', ')', ';']);
                match next {
                    Some(next) if rest.as_bytes()[next] == b']' => at += 1,
                    _ => return Some(at + 1),
                }
            }
            _ => at += 1,
        }
    }
}

/// Iterator along the main line.
pub(super) struct Nodes<'a> {
    text: &'a str,
    /// Position after the semicolon of the next node; `None` at the end of the line.
    at: Option<usize>,
    /// Number of nodes returned so far.
    count: usize,
    /// Number of values of setup properties so far.
    setup_values: usize,
    /// Whether any property has been seen.
    properties: bool,
}

impl<'a> Nodes<'a> {
    /// Starts at the root of the game that opens at `open`. The text ends where the game ends, or
    /// later.
    pub(super) fn new(text: &'a str, open: usize) -> Self {
        let mut root = skip_space(text, open + 1);
        if text.as_bytes().get(root) == Some(&b';') {
            root += 1;
        }
        Nodes {
            text,
            at: Some(root),
            count: 0,
            setup_values: 0,
            properties: false,
        }
    }

    /// Returns the number of the last node.
    pub(super) fn number(&self) -> usize {
        self.count
    }

    /// Returns the next node with the properties that are read; `None` after the last node.
    pub(super) fn next(&mut self) -> Result<Option<Vec<Property>>, SgfError> {
        let Some(mut at) = self.at else {
            return Ok(None);
        };
        self.count += 1;
        let mut node = Vec::new();
        let mut values = 0;
        loop {
            at = skip_space(self.text, at);
            match self.text.as_bytes().get(at) {
                Some(b';') => self.at = Some(at + 1),
                Some(b')') => self.at = None,
                Some(b'(') => self.at = self.first_node_of_variation(at)?,
                None if !self.properties => return Err(SgfError::Truncated),
                None => self.at = None,
                Some(_) => {
                    let (name, open) = self.identifier(at)?;
                    let read = READ.contains(&name.as_str());
                    let (given, count, end) = self.values(open, read)?;
                    self.properties = true;
                    if read {
                        values += count;
                        if matches!(name.as_str(), "AB" | "AE" | "AW") {
                            self.setup_values += count;
                        }
                        if values.max(self.setup_values) > MAX_VALUES {
                            return Err(SgfError::TooManyValues);
                        }
                        node.push(Property {
                            name,
                            values: given,
                        });
                    }
                    at = end;
                    continue;
                }
            }
            return Ok(Some(node));
        }
    }

    fn no_property(&self, at: usize) -> SgfError {
        SgfError::NoProperty(excerpt(&self.text[at..]))
    }

    /// Returns the position of the first node in the first variation, which opens at `at`; `None`
    /// at the end of the line.
    fn first_node_of_variation(&self, mut at: usize) -> Result<Option<usize>, SgfError> {
        loop {
            match self.text.as_bytes().get(at) {
                Some(b';') => return Ok(Some(at + 1)),
                Some(b')') | None => return Ok(None),
                Some(b'(') => at = skip_space(self.text, at + 1),
                Some(_) => return Err(self.no_property(at)),
            }
        }
    }

    /// Returns the name of the property at `at` and the position of its first value.
    fn identifier(&self, at: usize) -> Result<(String, usize), SgfError> {
        let rest = &self.text[at..];
        let end = rest
            .find(['[', ']', '(', ')', ';'])
            .ok_or(SgfError::Truncated)?;
        let name = rest[..end].trim_end();
        if name.is_empty() || !rest[end..].starts_with('[') || !name.is_ascii() {
            return Err(self.no_property(at));
        }
        Ok((short_name(name), at + end))
    }

    /// Returns the values that open at `at`, their number, and the position after the last. The
    /// values themselves are collected only if `read` is set.
    fn values(&self, mut at: usize, read: bool) -> Result<(Vec<String>, usize, usize), SgfError> {
        let mut values = Vec::new();
        let mut count = 0;
        loop {
            let next = skip_space(self.text, at);
            if self.text.as_bytes().get(next) != Some(&b'[') {
                return Ok((values, count, at));
            }
            at = end_of_value(self.text, next).ok_or(SgfError::Truncated)?;
            count += 1;
            if read && count <= MAX_VALUES {
                values.push(unescape(&self.text[next + 1..at - 1]));
            }
        }
    }
}

/// Returns the short form of a property name: a name of one or two letters in capitals, the meaning
/// of a known word, or otherwise the capitals of the name.
fn short_name(name: &str) -> String {
    if name.len() <= MAX_NAME {
        return name.to_ascii_uppercase();
    }
    let known = WRITTEN_OUT
        .iter()
        .find(|(word, _)| name.eq_ignore_ascii_case(word));
    match known {
        Some((_, short)) => (*short).to_string(),
        None => name.chars().filter(char::is_ascii_uppercase).collect(),
    }
}
