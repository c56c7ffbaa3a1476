//! Points as the format writes them: column and row as letters, counted from the upper left.

use sgf_parse::go;

use halfpoint_core::board::{Point, Size};

/// The largest side on which `tt` is a pass, as it was before FF\[4\].
const MAX_WITH_TT: usize = 19;

/// The point as the crate that writes has it.
pub(super) fn for_parser(size: Size, point: Point) -> go::Point {
    let (x, y) = size.coordinates(point);
    go::Point {
        x: x as u8,
        y: (size.height() - 1 - y) as u8,
    }
}

/// The two letters of a point.
pub(super) fn letters(size: Size, point: Point) -> String {
    let go::Point { x, y } = for_parser(size, point);
    [x, y]
        .iter()
        .map(|index| char::from(b'a' + index))
        .collect()
}

/// Column and row that two letters name, from the upper left; capitals go on after `z`.
pub(super) fn named(text: &str) -> Option<(usize, usize)> {
    let index = |letter: u8| match letter {
        b'a'..=b'z' => Some(usize::from(letter - b'a')),
        b'A'..=b'Z' => Some(usize::from(letter - b'A') + 26),
        _ => None,
    };
    match *text.as_bytes() {
        [x, y] => Some((index(x)?, index(y)?)),
        _ => None,
    }
}

/// The point in that column and row, if it is on the board.
pub(super) fn on_board(size: Size, (x, y): (usize, usize)) -> Option<Point> {
    size.point(x, (size.height() - 1).checked_sub(y)?)
}

/// Whether `tt` means a pass: where it is no point.
pub(super) fn tt_is_pass(size: Size) -> bool {
    size.width().max(size.height()) <= MAX_WITH_TT
}
