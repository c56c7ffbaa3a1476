//! The grammar of GTP lines and of their arguments.
//!
//! ```text
//! line      = [ id space ] name [ space arguments ]
//! arguments = argument *( space argument )
//! move      = vertex | "pass" | "resign" | token
//! token     = "button" | "halfpass" | "fullpass" | "delay" | "draw"
//! ```
//!
//! A line goes through [`preprocess`] first. Functions are named after the terms of the grammar and
//! are `complete` parsers, because a line is always there as a whole.

use std::time::Duration;

use nom::branch::alt;
use nom::bytes::complete::{is_not, tag_no_case};
use nom::character::complete::{alpha1, anychar, char, digit1, space0, space1};
use nom::combinator::{
    all_consuming, cut, eof, map, map_opt, map_res, opt, peek, recognize, rest, value, verify,
};
use nom::sequence::{pair, preceded, terminated};
use nom::{IResult, Parser};
use thiserror::Error;

use halfpoint_core::board::{Color, Point, Size};
use halfpoint_core::game::{Move, TokenKind};
use halfpoint_core::notation;
use halfpoint_engine::clock::MAX_SECONDS;

/// A line of input, split into its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// Number that the answer repeats.
    pub id: Option<u32>,
    /// Name of the command; empty if there is only an id.
    pub name: &'a str,
    /// Text after the command.
    pub arguments: &'a str,
}

/// The reason why a text is not a line of GTP.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum LineError {
    /// The id is larger than [`MAX_INT`].
    #[error("id too large")]
    IdTooLarge,
    /// The line is empty.
    #[error("missing command")]
    Empty,
}

/// Maximum length of a line that is read, in bytes; a longer line is answered with an error.
pub const MAX_LINE: usize = 1 << 16;

/// Largest id and largest integer of the protocol.
pub const MAX_INT: u32 = i32::MAX as u32;

/// Prepares a line as the protocol demands: drops the comment and control characters, turns tabs
/// into spaces, and trims spaces at both ends.
#[must_use]
pub fn preprocess(text: &str) -> String {
    let text = text.split_once('#').map_or(text, |(before, _)| before);
    let spaced = text.chars().map(|c| if c == '\t' { ' ' } else { c });
    let kept: String = spaced.filter(|c| !c.is_control()).collect();
    kept.trim_matches(' ').to_string()
}

/// Returns whether a raw line is the comment by which a client interrupts a running command.
#[must_use]
pub fn is_interrupt(text: &str) -> bool {
    fn interrupt(input: &str) -> IResult<&str, ()> {
        let words = (space0, char('#'), space0, tag_no_case("interrupt"), space0);
        value((), words).parse(input)
    }
    whole(interrupt, text.trim_end_matches(['\r', '\n'])).is_some()
}

/// Splits a preprocessed line into its parts.
///
/// # Errors
/// If the line is empty, or its id is larger than [`MAX_INT`].
pub fn line(input: &str) -> Result<Line<'_>, LineError> {
    let command = (opt(command_name), preceded(space0, rest));
    let parsed = (opt(terminated(id, space0)), command).parse(input);
    match parsed {
        Ok((_, (None, (None, _)))) | Err(nom::Err::Incomplete(_) | nom::Err::Error(_)) => {
            Err(LineError::Empty)
        }
        Ok((_, (id, (name, arguments)))) => Ok(Line {
            id,
            name: name.unwrap_or(""),
            arguments,
        }),
        Err(nom::Err::Failure(_)) => Err(LineError::IdTooLarge),
    }
}

/// Parses digits that stand alone. Such digits are always an id, so that one that is too large is
/// an error and never the name of a command.
fn id(input: &str) -> IResult<&str, u32> {
    let (left, digits) = terminated(digit1, peek(alt((space1, eof)))).parse(input)?;
    let (_, number) = cut(all_consuming(int)).parse(digits)?;
    Ok((left, number))
}

fn command_name(input: &str) -> IResult<&str, &str> {
    is_not(" ").parse(input)
}

/// Splits the arguments into words.
pub fn arguments(input: &str) -> impl Iterator<Item = &str> {
    input.split(' ').filter(|word| !word.is_empty())
}

/// Parses a number without a sign, up to [`MAX_INT`].
pub fn int(input: &str) -> IResult<&str, u32> {
    verify(map_res(digit1, str::parse), |&number| number <= MAX_INT).parse(input)
}

/// Parses a number without a sign of at most 64 bits, the size of a seed.
pub fn seed(input: &str) -> IResult<&str, u64> {
    map_res(digit1, str::parse).parse(input)
}

/// Parses seconds: a decimal number without a sign, up to [`MAX_SECONDS`].
pub fn seconds(input: &str) -> IResult<&str, Duration> {
    // Not `digit0`: in nom 8.0.0 `recognize` loses the part that it takes at the end of the input.
    let decimal = recognize((digit1, opt((char('.'), opt(digit1)))));
    map_opt(decimal, |text: &str| {
        let number: f64 = text.parse().ok()?;
        (number <= MAX_SECONDS).then(|| Duration::from_secs_f64(number))
    })
    .parse(input)
}

/// Parses a colour.
pub fn color(input: &str) -> IResult<&str, Color> {
    map_opt(alpha1, notation::parse_color).parse(input)
}

/// Returns a parser of a point on a board of this size.
pub fn vertex(size: Size) -> impl Fn(&str) -> IResult<&str, Point> {
    move |input| {
        let name = recognize(pair(anychar, digit1));
        map_opt(name, |text| notation::parse_vertex(size, text)).parse(input)
    }
}

/// Parses the name of a token move.
pub fn token(input: &str) -> IResult<&str, TokenKind> {
    map_res(alpha1, str::parse).parse(input)
}

/// Returns a parser of a move. (It is not called `move`, which is a keyword of Rust.)
pub fn play(size: Size) -> impl Fn(&str) -> IResult<&str, Move> {
    move |input| {
        alt((
            value(Move::Pass, word("pass")),
            value(Move::Resign, word("resign")),
            map(token, Move::Token),
            map(vertex(size), Move::Place),
        ))
        .parse(input)
    }
}

/// Returns a parser of a word in either case that is followed by no further letter.
fn word<'a>(
    text: &'static str,
) -> impl Parser<&'a str, Output = &'a str, Error = nom::error::Error<&'a str>> {
    verify(alpha1, move |found: &str| found.eq_ignore_ascii_case(text))
}

/// Returns the value of a parser that consumes the whole text, otherwise `None`.
pub fn whole<'a, T>(
    parser: impl Parser<&'a str, Output = T, Error = nom::error::Error<&'a str>>,
    text: &'a str,
) -> Option<T> {
    let (_, found) = all_consuming(parser).parse(text).ok()?;
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<(Option<u32>, String, String), LineError> {
        let text = preprocess(text);
        line(&text).map(|l| (l.id, l.name.to_string(), l.arguments.to_string()))
    }

    fn parts(
        id: Option<u32>,
        name: &str,
        arguments: &str,
    ) -> Result<(Option<u32>, String, String), LineError> {
        Ok((id, name.to_string(), arguments.to_string()))
    }

    #[test]
    fn lines_are_preprocessed_and_split() {
        assert_eq!(read("name"), parts(None, "name", ""));
        assert_eq!(
            read(" 12   play  b\tD4  # comment\r\n"),
            parts(Some(12), "play", "b D4")
        );
        assert_eq!(read("\x01na\x7fme\x00"), parts(None, "name", ""));
        assert_eq!(read("007 name"), parts(Some(7), "name", ""));
        assert_eq!(read("5"), parts(Some(5), "", ""));
        assert_eq!(read("5play b D4"), parts(None, "5play", "b D4"));
        assert_eq!(read("-5 name"), parts(None, "-5", "name"));
        for empty in ["", "  \t ", "# 12 name", "\r\n"] {
            assert_eq!(read(empty), Err(LineError::Empty), "{empty:?}");
        }
    }

    #[test]
    fn too_large_ids_are_errors_and_not_commands() {
        assert_eq!(read("2147483647 name"), parts(Some(MAX_INT), "name", ""));
        for text in [
            "2147483648 name",
            "4294967296 name",
            "99999999999999999999999 name",
            "2147483648",
        ] {
            assert_eq!(read(text), Err(LineError::IdTooLarge), "{text}");
        }
    }

    #[test]
    fn colors_and_moves_are_parsed() {
        for (text, expected) in [
            ("b", Some(Color::Black)),
            ("White", Some(Color::White)),
            ("black1", None),
            ("", None),
            ("green", None),
        ] {
            assert_eq!(whole(color, text), expected, "{text}");
        }
        let nine = Size::square(9);
        for (text, expected) in [
            ("pass", Some(Move::Pass)),
            ("PASS", Some(Move::Pass)),
            ("passs", None),
            ("Resign", Some(Move::Resign)),
            ("halfpass", Some(Move::Token(TokenKind::HalfPass))),
            ("button1", None),
            ("j9", nine.point(8, 8).map(Move::Place)),
            ("i1", None),
            ("a0", None),
            ("a10", None),
            ("a1b", None),
            ("ä1", None),
            ("a99999999999999999999999999", None),
        ] {
            assert_eq!(whole(play(nine), text), expected, "{text}");
        }
    }

    #[test]
    fn numbers_are_parsed_within_their_bounds() {
        assert_eq!(whole(int, "19"), Some(19));
        for text in ["", "-1", "+1", "1.0", "2147483648", "0x10", "one"] {
            assert_eq!(whole(int, text), None, "{text}");
        }
        assert_eq!(whole(seed, "18446744073709551615"), Some(u64::MAX));
        for (text, millis) in [("1.5", 1500), ("0.25", 250), ("7", 7000), ("7.", 7000)] {
            assert_eq!(
                whole(seconds, text),
                Some(Duration::from_millis(millis)),
                "{text}"
            );
        }
        for text in ["inf", "nan", "-1", "1e9", "99999999999", ".5"] {
            assert_eq!(whole(seconds, text), None, "{text}");
        }
    }

    #[test]
    fn interrupt_is_a_comment_of_that_single_word() {
        for text in ["# interrupt", "#interrupt\r\n", "  #  interrupt  "] {
            assert!(is_interrupt(text), "{text:?}");
        }
        for text in ["interrupt", "# interrupted", "name # interrupt", "#"] {
            assert!(!is_interrupt(text), "{text:?}");
        }
    }
}
