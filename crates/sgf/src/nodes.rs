//! The nodes of a game's main line, one by one, and where games begin and end.
//!
//! Everything here is one pass over the text without recursion: a long or a deeply nested file needs
//! neither stack nor memory.

use halfpoint_core::excerpt::excerpt;

use super::SgfError;
use super::text::unescape;

/// The properties that are read.
const READ: [&str; 18] = [
    "AB", "AE", "AP", "AW", "B", "GM", "HA", "HPM", "HPR", "KM", "KO", "PB", "PL", "PW", "RE",
    "RU", "SZ", "W",
];

/// Names of old files written out where their capitals are not the name.
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

/// The first property of a root: a bracket before one of these opens a game, not a variation.
const ROOT_NAMES: [&str; 22] = [
    "FF", "GM", "SZ", "CA", "AP", "PB", "PW", "BR", "WR", "EV", "GN", "DT", "RE", "KM", "HA", "RU",
    "US", "SO", "PC", "TE", "ID", "RD",
];

/// The most values of setup properties in a game, and of all that are read in a node. A value of a
/// few letters may stand for a rectangle of points, so that the size of a file bounds nothing.
const MAX_VALUES: usize = 4096;

/// Letters of a name that is not written out, but for private ones.
const MAX_NAME: usize = 2;

/// A property of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Property {
    /// Its name in capitals.
    pub name: String,
    /// Its values, without escapes.
    pub values: Vec<String>,
}

impl Property {
    /// The values as the file has them, but for the outer brackets.
    pub(super) fn whole(&self) -> String {
        self.values.join("][")
    }

    /// The only value, trimmed, if it is one.
    pub(super) fn alone(&self) -> Option<&str> {
        match self.values.as_slice() {
            [value] => Some(value.trim()),
            _ => None,
        }
    }
}

/// Where the next game opens from here on: at a bracket before a semicolon, or before a property,
/// as some sites leave the first semicolon out.
pub(super) fn next_game(text: &str, from: usize) -> Option<usize> {
    let opens = |&(at, _): &(usize, &str)| {
        let rest = skip_space(text, from + at + 1);
        let name = old_root_name(&text[rest..]);
        text.as_bytes().get(rest) == Some(&b';') || name.is_some()
    };
    let (open, _) = text.get(from..)?.match_indices('(').find(opens)?;
    Some(from + open)
}

/// Where the game that opens here has ended: behind its last bracket, before the next game if that
/// bracket is missing, else at the end of the file.
pub(super) fn end_of_game(text: &str, open: usize) -> usize {
    let mut at = open;
    let mut depth = 0_usize;
    let mut values = false;
    while let Some(byte) = text.as_bytes().get(at) {
        match byte {
            b'(' if values && opens_root(text, at) => return at,
            b'(' => depth += 1,
            b')' => {
                depth -= 1;
                if depth == 0 {
                    return at + 1;
                }
            }
            b'[' => {
                values = true;
                match end_of_value(text, at) {
                    Some(end) => at = end - 1,
                    None => break,
                }
            }
            _ => (),
        }
        at += 1;
    }
    text.len()
}

/// Whether this bracket opens a game: whether the node after it begins as roots do.
fn opens_root(text: &str, open: usize) -> bool {
    let at = skip_space(text, open + 1);
    if text.as_bytes().get(at) != Some(&b';') {
        return false;
    }
    let rest = &text[skip_space(text, at + 1)..];
    let capital = |c: &char| c.is_ascii_uppercase();
    let name: String = rest
        .chars()
        .take(MAX_NAME + 1)
        .take_while(capital)
        .collect();
    ROOT_NAMES.contains(&name.as_str())
}

/// The name of the property that begins here, if it begins a root.
fn old_root_name(rest: &str) -> Option<&str> {
    let (name, _) = rest
        .get(..rest.find(['[', '\n', '(', ')', ';'])? + 1)?
        .split_once('[')?;
    ROOT_NAMES.contains(&name).then_some(name)
}

/// Behind white space; control characters and line breaks that a server wrote as `\r\n`, with
/// backslashes, are no more than that.
fn skip_space(text: &str, mut at: usize) -> usize {
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

/// Behind the bracket that closes the value opening here. A bracket that text follows, and then
/// another closing one, was part of the text and should have been escaped.
fn end_of_value(text: &str, open: usize) -> Option<usize> {
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

/// Walks along the main line.
pub(super) struct Nodes<'a> {
    text: &'a str,
    /// Behind the semicolon of the next node; `None` at the end of the line.
    at: Option<usize>,
    /// Nodes given.
    count: usize,
    setup_values: usize,
    /// Whether any property was seen.
    properties: bool,
    /// Whether the line ended without its bracket.
    unclosed: bool,
}

impl<'a> Nodes<'a> {
    /// At the root of the game that opens here.
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
            unclosed: false,
        }
    }

    /// The number of the node given last.
    pub(super) fn number(&self) -> usize {
        self.count
    }

    /// Whether the line ended without a closing bracket.
    pub(super) fn is_unclosed(&self) -> bool {
        self.unclosed
    }

    /// The next node, with the properties that are read; `None` after the last.
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
                None => {
                    self.at = None;
                    self.unclosed = true;
                }
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

    /// Where the first variation goes on, which this bracket opens; a bracket that opens another
    /// game ends this one.
    fn first_node_of_variation(&mut self, mut at: usize) -> Result<Option<usize>, SgfError> {
        loop {
            match self.text.as_bytes().get(at) {
                Some(b';') => return Ok(Some(at + 1)),
                Some(b')') => return Ok(None),
                Some(b'(') if self.properties && opens_root(self.text, at) => {
                    self.unclosed = true;
                    return Ok(None);
                }
                Some(b'(') => at = skip_space(self.text, at + 1),
                None => {
                    self.unclosed = true;
                    return Ok(None);
                }
                Some(_) => return Err(self.no_property(at)),
            }
        }
    }

    /// The name of the property that begins here, and where its first value opens. Old files
    /// write names out; only the capitals count.
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

    /// The values that open here one after the other, if they are to be read, their number, and
    /// where the last of them ends.
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

/// The name that a file means: in two letters or fewer their capitals, in words that are known what
/// these stand for, else the capitals in it.
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
