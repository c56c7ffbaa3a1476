//! The grammar of GTP lines and of what stands in them.
//!
//! ```text
//! line      = [ id space ] name [ space arguments ]
//! arguments = argument *( space argument )
//! move      = vertex | "pass" | "resign" | token
//! token     = "button" | "halfpass" | "fullpass" | "delay" | "draw"
//! ```
//!
//! A line is [`preprocess`]ed first. Functions are named after the terms and are `complete` parsers:
//! a line is always there as a whole.

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

/// A line of input with its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// The number to answer with.
    pub id: Option<u32>,
    /// The command; empty if there is only an id.
    pub name: &'a str,
    /// Everything after the command.
    pub arguments: &'a str,
}

/// Why a text is no line of GTP.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum LineError {
    /// The id is larger than the protocol's largest number.
    #[error("id too large")]
    IdTooLarge,
    /// Nothing on the line.
    #[error("missing command")]
    Empty,
}

/// The largest id and the largest integer of the protocol.
pub const MAX_INT: u32 = i32::MAX as u32;

/// What the protocol asks for before a line is read: comments and control characters are dropped,
/// tabs are spaces, and nothing is left at the ends.
#[must_use]
pub fn preprocess(text: &str) -> String {
    let text = text.split_once('#').map_or(text, |(before, _)| before);
    let spaced = text.chars().map(|c| if c == '\t' { ' ' } else { c });
    let kept: String = spaced.filter(|c| !c.is_control()).collect();
    kept.trim_matches(' ').to_string()
}

/// Whether a raw line is the comment by which a client interrupts a running command.
#[must_use]
pub fn is_interrupt(text: &str) -> bool {
    fn interrupt(input: &str) -> IResult<&str, ()> {
        let words = (space0, char('#'), space0, tag_no_case("interrupt"), space0);
        value((), words).parse(input)
    }
    whole(interrupt, text.trim_end_matches(['\r', '\n'])).is_some()
}

/// Reads a preprocessed line.
///
/// # Errors
/// If the line is empty, or its id is no number of the protocol.
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

/// Digits that stand alone. Once they do they are an id, so that one that is too large never
/// becomes the name of a command.
fn id(input: &str) -> IResult<&str, u32> {
    let (left, digits) = terminated(digit1, peek(alt((space1, eof)))).parse(input)?;
    let (_, number) = cut(all_consuming(int)).parse(digits)?;
    Ok((left, number))
}

fn command_name(input: &str) -> IResult<&str, &str> {
    is_not(" ").parse(input)
}

/// The arguments, one by one.
pub fn arguments(input: &str) -> impl Iterator<Item = &str> {
    input.split(' ').filter(|word| !word.is_empty())
}

/// A number without a sign, up to [`MAX_INT`].
pub fn int(input: &str) -> IResult<&str, u32> {
    verify(map_res(digit1, str::parse), |&number| number <= MAX_INT).parse(input)
}

/// A number without a sign, as large as a seed may be.
pub fn seed(input: &str) -> IResult<&str, u64> {
    map_res(digit1, str::parse).parse(input)
}

/// Seconds: a decimal number without a sign, up to some years.
pub fn seconds(input: &str) -> IResult<&str, Duration> {
    // Not `digit0`: in nom 8.0.0 `recognize` loses what that takes at the end of the input.
    let decimal = recognize((digit1, opt((char('.'), opt(digit1)))));
    map_opt(decimal, |text: &str| {
        let number: f64 = text.parse().ok()?;
        (number <= 1e9).then(|| Duration::from_secs_f64(number))
    })
    .parse(input)
}

/// A colour.
pub fn color(input: &str) -> IResult<&str, Color> {
    map_opt(alpha1, notation::parse_color).parse(input)
}

/// A point of a board of that size.
pub fn vertex(size: Size) -> impl Fn(&str) -> IResult<&str, Point> {
    move |input| {
        let name = recognize(pair(anychar, digit1));
        map_opt(name, |text| notation::parse_vertex(size, text)).parse(input)
    }
}

/// The name of a token move.
pub fn token(input: &str) -> IResult<&str, TokenKind> {
    map_res(alpha1, str::parse).parse(input)
}

/// A move as a player says it. (`move` is a word of the language.)
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

/// A word in either case, and no more letters after it.
fn word<'a>(
    text: &'static str,
) -> impl Parser<&'a str, Output = &'a str, Error = nom::error::Error<&'a str>> {
    verify(alpha1, move |found: &str| found.eq_ignore_ascii_case(text))
}

/// What a parser makes of a text as a whole.
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
    fn lines() {
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
    fn ids_that_overflow_are_no_commands() {
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
    fn colors_and_moves() {
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
    fn numbers() {
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
    fn interrupts() {
        for text in ["# interrupt", "#interrupt\r\n", "  #  interrupt  "] {
            assert!(is_interrupt(text), "{text:?}");
        }
        for text in ["interrupt", "# interrupted", "name # interrupt", "#"] {
            assert!(!is_interrupt(text), "{text:?}");
        }
    }
}
