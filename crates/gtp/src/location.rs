//! Moves as clients name them.

use halfpoint_core::board::{Point, Size};
use halfpoint_core::game::{Move, TokenKind};
use halfpoint_core::notation;

/// Move that a client names. It takes little memory, because queries with long games may wait in
/// numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Location {
    /// Placement of a stone.
    Point(Point),
    /// Plain pass.
    Pass,
    /// Token move by name.
    Token(TokenKind),
}

impl Location {
    /// Reads a vertex, coordinates such as `(3,0)`, counted from the upper left corner, `pass`, or
    /// the name of a token move. `None` for any other text, and for points that are not on the
    /// board.
    pub fn read(size: Size, text: &str) -> Option<Location> {
        if text.eq_ignore_ascii_case("pass") {
            return Some(Location::Pass);
        }
        if let Ok(token) = text.parse() {
            return Some(Location::Token(token));
        }
        let point = match text.strip_prefix('(') {
            Some(rest) => coordinates(size, rest.strip_suffix(')')?),
            None => notation::parse_vertex(size, text),
        };
        point.map(Location::Point)
    }

    /// Returns the move as a player enters it.
    pub fn as_move(self) -> Move {
        match self {
            Location::Point(point) => Move::Place(point),
            Location::Pass => Move::Pass,
            Location::Token(kind) => Move::Token(kind),
        }
    }
}

/// Reads `x,y`, with the top row as row 0.
fn coordinates(size: Size, text: &str) -> Option<Point> {
    let (x, y) = text.split_once(',')?;
    let [x, y] = [x, y].map(|number| number.trim().parse::<usize>());
    let row = size.height().checked_sub(1)?.checked_sub(y.ok()?)?;
    size.point(x.ok()?, row)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_read_by_name_and_by_coordinates_from_the_top() {
        let size = Size::new(9, 7).expect("a size");
        for (text, vertex) in [("c4", "C4"), ("(2,3)", "C4"), ("(0,0)", "A7"), ("j1", "J1")] {
            let point = notation::parse_vertex(size, vertex).map(Location::Point);
            assert_eq!(Location::read(size, text), point, "{text}");
        }
        assert_eq!(Location::read(size, "PASS"), Some(Location::Pass));
        let button = Location::Token(TokenKind::Button);
        assert_eq!(Location::read(size, "Button"), Some(button));
        for text in [
            "", "A8", "I3", "(0,7)", "(9,0)", "(-1,0)", "(", "(1)", "resign", "é1",
        ] {
            assert_eq!(Location::read(size, text), None, "{text}");
        }
    }
}
