//! Text forms of points, colours, sizes and results. `A1` is the lower left corner; there is no
//! column I.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::board::{Board, Color, Point, Size};
use crate::half_points::HalfPoints;

/// Letters of the columns from left to right.
const COLUMNS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// Returns the name of a point.
#[must_use]
pub fn vertex(size: Size, point: Point) -> String {
    let (x, y) = size.coordinates(point);
    format!("{}{}", char::from(COLUMNS[x]), y + 1)
}

/// Returns the names of points, separated by spaces.
#[must_use]
pub fn vertices(size: Size, points: impl IntoIterator<Item = Point>) -> String {
    let names: Vec<String> = points.into_iter().map(|p| vertex(size, p)).collect();
    names.join(" ")
}

/// Returns the letter of a column, counted from 0; `?` beyond the last one.
#[must_use]
pub fn column(x: usize) -> char {
    COLUMNS.get(x).map_or('?', |&letter| char::from(letter))
}

/// Reads the name of a point in either case; `None` if it is not a name or not on the board.
#[must_use]
pub fn parse_vertex(size: Size, text: &str) -> Option<Point> {
    let letter = text.bytes().next()?.to_ascii_uppercase();
    let x = COLUMNS.iter().position(|&column| column == letter)?;
    let row = text.get(1..)?;
    if row.is_empty() || row.starts_with('0') || !row.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let y: usize = row.parse().ok()?;
    size.point(x, y.checked_sub(1)?)
}

/// Reads a board that is drawn in rows, the top one first: `X` is a black stone, `O` a white one,
/// everything else is empty.
///
/// Returns `None` if there is no board of that many rows and columns, or the rows differ in length.
#[must_use]
pub fn parse_board(rows: &[&str]) -> Option<Board> {
    let size = Size::new(rows.first()?.chars().count(), rows.len()).ok()?;
    let mut stones = Vec::new();
    for (y, row) in rows.iter().rev().enumerate() {
        if row.chars().count() != size.width() {
            return None;
        }
        for (x, sign) in row.chars().enumerate() {
            let color = match sign {
                'X' => Color::Black,
                'O' => Color::White,
                _ => continue,
            };
            stones.push((size.point(x, y)?, color));
        }
    }
    Some(Board::with_stones(size, stones))
}

/// Returns the rows of a board, the top one first, as [`parse_board`] reads them, with `.` for
/// empty points.
#[must_use]
pub fn board_rows(board: &Board) -> Vec<String> {
    let size = board.size();
    let sign = |x, y| match size.point(x, y).and_then(|point| board.get(point)) {
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
        None => '.',
    };
    let row = |y| (0..size.width()).map(|x| sign(x, y)).collect();
    (0..size.height()).rev().map(row).collect()
}

/// Writes a number with that many decimals. A number that rounds to zero has no sign: `0.00`, not
/// `-0.00`.
#[must_use]
pub fn decimal(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    match text.strip_prefix('-') {
        Some(zero) if zero.bytes().all(|byte| matches!(byte, b'0' | b'.')) => zero.to_string(),
        _ => text,
    }
}

/// Writes a number as [`decimal`] does, with `+` before a positive one: `+1.5`, `0.0`, `-1.5`.
#[must_use]
pub fn signed_decimal(value: f64, decimals: usize) -> String {
    let text = decimal(value, decimals);
    let is_positive = text.bytes().any(|byte| matches!(byte, b'1'..=b'9')) && value > 0.0;
    match is_positive {
        true => format!("+{text}"),
        false => text,
    }
}

/// Returns `B` or `W`.
#[must_use]
pub fn color_letter(color: Color) -> char {
    match color {
        Color::Black => 'B',
        Color::White => 'W',
    }
}

/// Returns `black` or `white`.
#[must_use]
pub fn color_word(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// Returns `Black` or `White`.
#[must_use]
pub fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

/// Reads `b`, `black`, `w` or `white`, in either case.
#[must_use]
pub fn parse_color(text: &str) -> Option<Color> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Color::Black),
        "w" | "white" => Some(Color::White),
        _ => None,
    }
}

/// Describes how a margin was counted: with dead stones removed, or with captured stones alone.
#[must_use]
pub fn removal(removes_dead: bool) -> &'static str {
    match removes_dead {
        true => "dead stones removed",
        false => "nothing removed that was not captured",
    }
}

/// Writes a margin, Black minus White, as a result: `B+3.5`, `W+31`, `0`.
#[must_use]
pub fn result(margin: HalfPoints) -> String {
    match margin.halves() {
        0 => "0".to_string(),
        1.. => format!("B+{margin}"),
        _ => format!("W+{}", margin.abs()),
    }
}

/// Board size in text form: `9`, or `9x13` with the width first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardSize(pub Size);

/// Error of reading a [`BoardSize`] from a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a side must have 1 to 25 lines")]
pub struct ParseSizeError;

impl FromStr for BoardSize {
    type Err = ParseSizeError;

    fn from_str(text: &str) -> Result<BoardSize, ParseSizeError> {
        let side = |text: &str| text.parse().map_err(|_| ParseSizeError);
        let (width, height) = match text.split_once(['x', 'X']) {
            Some((width, height)) => (side(width)?, side(height)?),
            None => (side(text)?, side(text)?),
        };
        let size = Size::new(width, height).map_err(|_| ParseSizeError)?;
        Ok(BoardSize(size))
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0.width(), self.0.height()) {
            (width, height) if width == height => write!(f, "{width}"),
            (width, height) => write!(f, "{width}x{height}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_that_rounds_to_zero_has_no_sign() {
        for (value, digits, plain, signed) in [
            (-0.004, 2, "0.00", "0.00"),
            (-0.0, 1, "0.0", "0.0"),
            (0.004, 2, "0.00", "0.00"),
            (-0.4, 0, "0", "0"),
            (-0.006, 2, "-0.01", "-0.01"),
            (-10.0, 1, "-10.0", "-10.0"),
            (0.5, 1, "0.5", "+0.5"),
            (100.0, 0, "100", "+100"),
        ] {
            assert_eq!(decimal(value, digits), plain, "{value}");
            assert_eq!(signed_decimal(value, digits), signed, "{value}");
        }
    }

    #[test]
    fn boards_are_read_from_their_rows() {
        let board = parse_board(&["X.O", "..X"]).expect("a board");
        let stone = |name| board.get(parse_vertex(board.size(), name).expect("a point"));
        assert_eq!((board.size().width(), board.size().height()), (3, 2));
        assert_eq!(stone("A2"), Some(Color::Black));
        assert_eq!(stone("C2"), Some(Color::White));
        assert_eq!(stone("C1"), Some(Color::Black));
        assert_eq!(board.empties().len(), 3);
        for bad in [&[][..], &[""], &["..", "."], &["."; 26]] {
            assert!(parse_board(bad).is_none(), "{bad:?}");
        }
    }

    #[test]
    fn names_of_points_are_read_back_and_others_refused() {
        for size in [Size::square(1), Size::square(19), Size::square(25)] {
            for point in size.points() {
                assert_eq!(parse_vertex(size, &vertex(size, point)), Some(point));
            }
        }
        let nine = Size::square(9);
        assert_eq!(parse_vertex(nine, "j9"), nine.point(8, 8));
        for text in [
            "",
            "A",
            "I5",
            "A0",
            "A10",
            "K1",
            "A01",
            "A+1",
            "1A",
            "AA1",
            "pass",
            "é1",
            "A99999999999",
        ] {
            assert_eq!(parse_vertex(nine, text), None, "{text}");
        }
    }

    #[test]
    fn sizes_are_read_and_written_and_others_refused() {
        for (text, width, height) in [("9", 9, 9), ("9x13", 9, 13), ("1", 1, 1)] {
            let size: BoardSize = text.parse().expect(text);
            assert_eq!((size.0.width(), size.0.height()), (width, height));
            assert_eq!(size.to_string(), text);
        }
        for text in ["", "0", "26", "9x", "x9", "9x9x9", "nine", "-9"] {
            assert_eq!(text.parse::<BoardSize>(), Err(ParseSizeError), "{text}");
        }
    }
}
