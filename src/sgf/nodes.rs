//! The nodes of the first game's main line, one by one.
//!
//! The parser nests every node in the one before and drops them by recursion, so that a long or a
//! deeply nested file would overflow the stack. Hence each node goes to it alone, without the
//! variations and without the properties that are not read.

use super::SgfError;
use super::text::shortened;

/// The properties that are read.
const READ: [&str; 14] = [
    "AB", "AE", "AW", "B", "GM", "HA", "HPM", "HPR", "KM", "PL", "RE", "RU", "SZ", "W",
];

/// The most values of setup properties in a file, and of all that are read in a node. A value of a
/// few letters may stand for a rectangle of points, so that the size of a file bounds nothing.
const MAX_VALUES: usize = 4096;

/// Walks along the main line.
pub(super) struct Nodes<'a> {
    text: &'a str,
    /// Behind the semicolon of the next node; `None` at the end of the line.
    at: Option<usize>,
    /// Nodes given.
    count: usize,
    setup_values: usize,
}

impl<'a> Nodes<'a> {
    /// At the root of the first game, which begins with `(;`; what comes before it is skipped.
    pub(super) fn new(text: &'a str) -> Result<Self, SgfError> {
        let opens = |&(at, _): &(usize, &str)| {
            let rest = &text.as_bytes()[at + 1..];
            rest.trim_ascii_start().first() == Some(&b';')
        };
        let (open, _) = text
            .match_indices('(')
            .find(opens)
            .ok_or(SgfError::NoGame)?;
        let root = text[open..].find(';').map(|semicolon| open + semicolon + 1);
        Ok(Nodes {
            text,
            at: root,
            count: 0,
            setup_values: 0,
        })
    }

    /// The number of the node given last.
    pub(super) fn number(&self) -> usize {
        self.count
    }

    /// The next node, with the properties that are read, as text; `None` after the last.
    pub(super) fn next(&mut self) -> Result<Option<String>, SgfError> {
        let Some(mut at) = self.at else {
            return Ok(None);
        };
        self.count += 1;
        let mut node = String::new();
        let mut values = 0;
        loop {
            at = self.skip_space(at);
            match self.byte(at)? {
                b';' => self.at = Some(at + 1),
                b')' => self.at = None,
                b'(' => self.at = self.first_node_of_variation(at + 1)?,
                _ => {
                    let (name, open) = self.identifier(at)?;
                    let (count, end) = self.values(open)?;
                    if READ.contains(&name.as_str()) {
                        values += count;
                        if matches!(name.as_str(), "AB" | "AE" | "AW") {
                            self.setup_values += count;
                        }
                        if values.max(self.setup_values) > MAX_VALUES {
                            return Err(SgfError::TooManyValues { node: self.count });
                        }
                        node += &name;
                        node += &self.text[open..end];
                    }
                    at = end;
                    continue;
                }
            }
            return Ok(Some(node));
        }
    }

    fn byte(&self, at: usize) -> Result<u8, SgfError> {
        self.text
            .as_bytes()
            .get(at)
            .copied()
            .ok_or(SgfError::Truncated)
    }

    fn skip_space(&self, at: usize) -> usize {
        let rest = &self.text.as_bytes()[at..];
        at + rest.len() - rest.trim_ascii_start().len()
    }

    fn no_property(&self, text: &str) -> SgfError {
        SgfError::NoProperty {
            node: self.count,
            text: shortened(text),
        }
    }

    /// Where the first variation goes on, behind its opening bracket.
    fn first_node_of_variation(&self, mut at: usize) -> Result<Option<usize>, SgfError> {
        loop {
            at = self.skip_space(at);
            match self.byte(at)? {
                b';' => return Ok(Some(at + 1)),
                b')' => return Ok(None),
                b'(' => at += 1,
                _ => return Err(self.no_property(&self.text[at..])),
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
            return Err(self.no_property(rest));
        }
        let capitals = name.chars().filter(char::is_ascii_uppercase).collect();
        Ok((capitals, at + end))
    }

    /// The number of values that open here one after the other, and where the last of them ends.
    fn values(&self, mut at: usize) -> Result<(usize, usize), SgfError> {
        let mut count = 0;
        loop {
            let next = self.skip_space(at);
            if self.text.as_bytes().get(next) != Some(&b'[') {
                return Ok((count, at));
            }
            count += 1;
            at = next + 1;
            loop {
                match self.byte(at)? {
                    b']' => break,
                    b'\\' => at += 2,
                    _ => at += 1,
                }
            }
            at += 1;
        }
    }
}
