//! SgfParts of a game's text, and the nodes of its main line.
//!
//! All functions work in one pass over the text and without recursion, so that long or deeply
//! nested files need neither much stack nor much memory.

use halfpoint_core::board::Color;
use halfpoint_core::excerpt::excerpt;

use super::error::SgfError;
use super::text::unescape;

/// Names of the properties that are read.
const READ: [&str; 27] = [
    "AB", "AE", "AP", "AW", "B", "BL", "CA", "FF", "GM", "HA", "HPD", "HPM", "HPR", "KM", "KO",
    "OB", "OT", "OW", "PB", "PL", "PW", "RE", "RU", "SZ", "TM", "W", "WL",
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

/// Most values of setup properties in a line, and of all properties that are read in a node. The
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
    /// ValueCount without escapes.
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

/// Part of a game's text.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part<'a> {
    /// Bracket that opens the game or a variation.
    Open,
    /// Bracket that closes one.
    Close,
    /// Beginning of a node.
    Node,
    /// Property of the node that has begun.
    Property(PropertyText<'a>),
}

/// Property as it is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct PropertyText<'a> {
    pub name: &'a str,
    /// ValueCount with their brackets.
    values: &'a str,
}

impl<'a> PropertyText<'a> {
    /// Returns the values with their escapes.
    pub(super) fn values(self) -> impl Iterator<Item = &'a str> {
        let mut at = 0;
        std::iter::from_fn(move || {
            let open = skip_space(self.values, at);
            at = end_of_value(self.values, open)?;
            Some(&self.values[open + 1..at - 1])
        })
    }
}

/// Reader of the parts of a game, from its first bracket on.
///
/// A node that lacks its semicolon begins with its first property. A second move begins another
/// node: the format forbids two in one.
pub(super) struct SgfParts<'a> {
    text: &'a str,
    at: usize,
    /// Whether properties may follow: a node has begun.
    in_node: bool,
    /// Whether a node may lack its semicolon: a bracket has opened.
    opened: bool,
    /// Whether the node has a move.
    has_move: bool,
}

impl<'a> SgfParts<'a> {
    /// Starts at the bracket of the game that opens at `open`. The text ends where the game ends,
    /// or later.
    pub(super) fn new(text: &'a str, open: usize) -> SgfParts<'a> {
        SgfParts {
            text,
            at: open,
            in_node: false,
            opened: false,
            has_move: false,
        }
    }

    /// Returns the next part; `None` at the end of the text.
    pub(super) fn next(&mut self) -> Result<Option<Part<'a>>, SgfError> {
        self.at = skip_space(self.text, self.at);
        let (part, length) = match self.text.as_bytes().get(self.at) {
            None => return Ok(None),
            Some(b'(') => (Part::Open, 1),
            Some(b')') => (Part::Close, 1),
            Some(b';') => (Part::Node, 1),
            Some(_) => self.property()?,
        };
        self.at += length;
        self.opened = matches!(part, Part::Open);
        match part {
            Part::Property(property) => self.has_move |= is_move(property.name),
            _ => (self.in_node, self.has_move) = (matches!(part, Part::Node), false),
        }
        Ok(Some(part))
    }

    /// Returns the property at the present place with its length, or a node that begins with it.
    fn property(&self) -> Result<(Part<'a>, usize), SgfError> {
        let rest = &self.text[self.at..];
        let no_property = || SgfError::NoProperty(excerpt(rest));
        let end = rest
            .find(['[', ']', '(', ')', ';'])
            .ok_or(SgfError::Truncated)?;
        let name = rest[..end].trim_end();
        if !is_name(name) || !rest[end..].starts_with('[') {
            return Err(no_property());
        }
        if self.opened || self.has_move && is_move(name) {
            return Ok((Part::Node, 0));
        }
        if !self.in_node {
            return Err(no_property());
        }
        let mut length = end;
        loop {
            let next = skip_space(rest, length);
            if rest.as_bytes().get(next) != Some(&b'[') {
                let values = &rest[end..length];
                return Ok((Part::Property(PropertyText { name, values }), length));
            }
            length = end_of_value(rest, next).ok_or(SgfError::Truncated)?;
        }
    }
}

/// Returns whether a text, without white space around it, can be the name of a property.
pub(super) fn is_name(name: &str) -> bool {
    let is_bracket = |c| ['[', ']', '(', ')', ';'].contains(&c);
    !name.is_empty() && name.is_ascii() && !name.contains(is_bracket)
}

/// Returns whether a text can be written as the name of a property.
#[must_use]
pub fn is_property_name(name: &str) -> bool {
    is_name(name) && skip_space(name, 0) == 0 && name.trim_end() == name
}

/// Returns whether a property of this name is a move.
pub(super) fn is_move(name: &str) -> bool {
    move_color(name).is_some()
}

/// Returns the player of the move that a property of this name is.
pub(super) fn move_color(name: &str) -> Option<Color> {
    match name {
        "B" | "b" => Some(Color::Black),
        "W" | "w" => Some(Color::White),
        // Names of this length are what they stand for.
        name if name.len() <= MAX_NAME => None,
        name => match short_name(name).as_str() {
            "B" => Some(Color::Black),
            "W" => Some(Color::White),
            _ => None,
        },
    }
}

/// Reader of the values that matter, which keeps the limits of a line.
#[derive(Clone, Debug, Default)]
pub(super) struct ValueCount {
    /// Number of values of setup properties so far.
    setup: usize,
    /// Number of values of the node.
    of_node: usize,
}

impl ValueCount {
    /// Returns the properties of a node that are read, without escapes.
    ///
    /// # Errors
    /// If they have too many values.
    pub(super) fn of_node<'a, V: Iterator<Item = &'a str>>(
        &mut self,
        properties: impl IntoIterator<Item = (&'a str, V)>,
    ) -> Result<Vec<Property>, SgfError> {
        let mut node = Vec::new();
        self.of_node = 0;
        for (name, values) in properties {
            self.add(&mut node, name, values)?;
        }
        Ok(node)
    }

    /// Adds a property to those of its node, if it is read.
    fn add<'a>(
        &mut self,
        node: &mut Vec<Property>,
        name: &str,
        values: impl Iterator<Item = &'a str>,
    ) -> Result<(), SgfError> {
        let name = short_name(name);
        if !READ.contains(&name.as_str()) {
            return Ok(());
        }
        let values: Vec<String> = values.take(MAX_VALUES + 1).map(unescape).collect();
        self.of_node += values.len();
        if is_setup(&name) {
            self.setup += values.len();
        }
        if self.of_node.max(self.setup) > MAX_VALUES {
            return Err(SgfError::TooManyValues);
        }
        node.push(Property { name, values });
        Ok(())
    }
}

/// Returns whether a property sets up or removes stones.
pub(super) fn is_setup(name: &str) -> bool {
    ["AB", "AE", "AW"].contains(&name)
}

/// Iterator along the main line.
pub(super) struct Nodes<'a> {
    parts: SgfParts<'a>,
    /// Number of nodes returned so far.
    count: usize,
    /// Whether the line has ended.
    ended: bool,
    values: ValueCount,
    /// Whether any property has been seen.
    properties: bool,
}

impl<'a> Nodes<'a> {
    /// Starts at the root of the game that opens at `open`; see [`SgfParts::new`].
    pub(super) fn new(text: &'a str, open: usize) -> Self {
        Nodes {
            parts: SgfParts::new(text, open),
            count: 0,
            ended: false,
            values: ValueCount::default(),
            properties: false,
        }
    }

    /// Returns the number of the last node.
    pub(super) fn number(&self) -> usize {
        self.count
    }

    /// Returns the next node with the properties that are read; `None` after the last node.
    pub(super) fn next(&mut self) -> Result<Option<Vec<Property>>, SgfError> {
        if self.ended {
            return Ok(None);
        }
        let mut node = Vec::new();
        // The part that begins the first node has not been read, that of each later one has.
        let mut begun = self.count > 0;
        self.count += 1;
        self.values.of_node = 0;
        loop {
            match self.parts.next()? {
                Some(Part::Node) if begun => return Ok(Some(node)),
                Some(Part::Node) => begun = true,
                Some(Part::Open) => (),
                Some(Part::Property(property)) => {
                    self.properties = true;
                    self.values
                        .add(&mut node, property.name, property.values())?;
                }
                None if !self.properties => return Err(SgfError::Truncated),
                Some(Part::Close) | None => {
                    self.ended = true;
                    return Ok(Some(node));
                }
            }
        }
    }
}

/// Returns the short form of a property name: a name of one or two letters in capitals, the meaning
/// of a known word, or otherwise the capitals of the name.
pub(super) fn short_name(name: &str) -> String {
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
