//! Points as the format writes them: column and row as letters, counted from the upper left.

use sgf_parse::go;

use crate::board::{Point, Size};

/// The largest side on which `tt` is a pass, as it was before FF\[4\].
const LARGEST_WITH_TT: usize = 19;

/// The point as the parser has it.
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

/// The point of the board that the parser read, if it is on the board.
pub(super) fn on_board(size: Size, point: go::Point) -> Option<Point> {
    let y = (size.height() - 1).checked_sub(point.y.into())?;
    size.point(point.x.into(), y)
}

/// Whether a move is a pass: nothing, or `tt` where that is no point.
pub(super) fn is_pass(size: Size, played: go::Move) -> bool {
    match played {
        go::Move::Pass => true,
        go::Move::Move(point) => {
            (point.x, point.y) == (19, 19) && size.width().max(size.height()) <= LARGEST_WITH_TT
        }
    }
}
