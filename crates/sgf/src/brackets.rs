//! Beginnings and ends of the games in a file, of which some brackets may be missing.
//!
//! All functions work in one pass over the text and without recursion, as those for nodes do.

use super::nodes::{MAX_NAME, Nodes, Property, end_of_value, skip_space};

/// Properties that only a root has.
const ROOT_TYPE: [&str; 5] = ["FF", "GM", "SZ", "CA", "AP"];

/// Properties with which a root begins: those that only a root has, and those of a game. `TE` is
/// the name of the event on some sites, and a mark of a good move elsewhere.
const ROOT_NAMES: [&str; 22] = [
    "FF", "GM", "SZ", "CA", "AP", "PB", "PW", "BR", "WR", "EV", "GN", "DT", "RE", "KM", "HA", "RU",
    "US", "SO", "PC", "TE", "ID", "RD",
];

/// Values of `TE` as a mark.
const MARKS: [&str; 3] = ["", "1", "2"];

/// Most scans to the end of a file for brackets that are missing. Damaged files need one; more are
/// for text between games that is taken for a part of them.
const MAX_SCANS: usize = 8;

/// Returns the position of the next bracket that opens a game: one before a semicolon, or before a
/// property of a root, since some sites omit the first semicolon.
pub(super) fn next_game(text: &str, from: usize) -> Option<usize> {
    let opens = |&(at, _): &(usize, &str)| {
        let rest = skip_space(text, from + at + 1);
        let name = old_root_name(&text[rest..]);
        text.as_bytes().get(rest) == Some(&b';') || name.is_some()
    };
    let (open, _) = text.get(from..)?.match_indices('(').find(opens)?;
    Some(from + open)
}

/// End of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RecordEnd {
    /// Position after the last byte of the game.
    pub at: usize,
    /// Whether a bracket closes the game.
    pub closed: bool,
}

/// Brackets of a file, as far as they are known.
#[derive(Debug, Default)]
pub(super) struct Brackets {
    /// Positions of brackets that open a root and are never closed, in ascending order.
    unclosed: Vec<usize>,
    /// Number of scans that have found such brackets.
    scans: usize,
}

impl Brackets {
    /// Returns the end of the game that opens at `open`: after the bracket that closes it. If
    /// nothing closes it, it ends before the next bracket that opens a root, or else at the end of
    /// the file.
    ///
    /// A variation may begin like a root, so this bracket alone does not end a game.
    pub(super) fn end_of_game(&mut self, text: &str, open: usize) -> RecordEnd {
        let is_unclosed = self.unclosed.binary_search(&open).is_ok();
        if !is_unclosed && self.scans < MAX_SCANS {
            match closing(text, open) {
                Ok(at) => return RecordEnd { at, closed: true },
                Err(unclosed) => {
                    self.unclosed = unclosed;
                    self.scans += 1;
                }
            }
        }
        before_next_root(text, open)
    }
}

/// Sign between the values of a game.
#[derive(Clone, Copy, Debug)]
enum Sign {
    /// Bracket that opens a game or a variation.
    Open,
    /// Bracket that closes one.
    Close,
    /// Value of a property, up to its end.
    Value,
}

/// Iterator over the signs of a text with their positions. It ends at a value without an end.
struct Signs<'a> {
    text: &'a str,
    at: usize,
}

impl Iterator for Signs<'_> {
    type Item = (usize, Sign);

    fn next(&mut self) -> Option<(usize, Sign)> {
        let at = self.at + self.text.get(self.at..)?.find(['(', ')', '['])?;
        let (sign, next) = match self.text.as_bytes()[at] {
            b'(' => (Sign::Open, at + 1),
            b')' => (Sign::Close, at + 1),
            _ => (Sign::Value, end_of_value(self.text, at)?),
        };
        self.at = next;
        Some((at, sign))
    }
}

/// Returns the position after the bracket that closes the game opening at `open`; if there is
/// none, the positions of the brackets that open a root and are not closed either.
fn closing(text: &str, open: usize) -> Result<usize, Vec<usize>> {
    let mut depth = 0_usize;
    let mut roots: Vec<(usize, usize)> = Vec::new();
    for (at, sign) in (Signs { text, at: open }) {
        match sign {
            Sign::Open => {
                if at == open || opens_root(text, at) {
                    roots.push((at, depth));
                }
                depth += 1;
            }
            Sign::Close => {
                depth -= 1;
                roots.pop_if(|(_, outside)| *outside == depth);
                if depth == 0 {
                    return Ok(at + 1);
                }
            }
            Sign::Value => (),
        }
    }
    Err(roots.into_iter().map(|(at, _)| at).collect())
}

/// Returns the end of a game that is not closed.
fn before_next_root(text: &str, open: usize) -> RecordEnd {
    let mut depth = 0_usize;
    let mut values = false;
    for (at, sign) in (Signs { text, at: open }) {
        match sign {
            Sign::Open if values && opens_root(text, at) => return RecordEnd { at, closed: false },
            Sign::Open => depth += 1,
            Sign::Close => {
                depth -= 1;
                if depth == 0 {
                    return RecordEnd {
                        at: at + 1,
                        closed: true,
                    };
                }
            }
            Sign::Value => values = true,
        }
    }
    RecordEnd {
        at: text.len(),
        closed: false,
    }
}

/// Returns whether the bracket opens a game, that is, whether a node with a property of a root
/// follows.
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
    let is_mark = || {
        let value = rest[name.len()..].trim_start().strip_prefix('[');
        let value = value.and_then(|value| value.split_once(']'));
        value.is_some_and(|(value, _)| MARKS.contains(&value.trim()))
    };
    ROOT_NAMES.contains(&name.as_str()) && !(name == "TE" && is_mark())
}

/// Returns whether the game that opens at `open` begins with a node that only a root can be.
pub(super) fn is_surely_a_root(text: &str, open: usize) -> bool {
    let root = Nodes::new(text, open).next();
    let is_of_root = |property: &Property| ROOT_TYPE.contains(&property.name.as_str());
    root.is_ok_and(|root| root.iter().flatten().any(is_of_root))
}

/// Returns the name of the property at the beginning of `rest`, if a root begins with it.
fn old_root_name(rest: &str) -> Option<&str> {
    let (name, _) = rest
        .get(..rest.find(['[', '\n', '(', ')', ';'])? + 1)?
        .split_once('[')?;
    ROOT_NAMES.contains(&name).then_some(name)
}
