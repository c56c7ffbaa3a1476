//! Points in the notation of the format: column and row as letters, counted from the upper left.

use halfpoint_core::board::{Point, Size};

/// Largest side of a board on which `tt` is a pass, as it was before FF\[4\].
const MAX_WITH_TT: usize = 19;

/// Returns the two letters of a point. Sides of a board stay below 26, so small letters suffice.
pub(super) fn letters(size: Size, point: Point) -> String {
    let (column, row) = size.coordinates(point);
    let letter = |index: usize| char::from(b'a' + index as u8);
    [letter(column), letter(size.height() - 1 - row)]
        .iter()
        .collect()
}

/// Returns the column and the row that two letters name, counted from the upper left; capitals
/// follow after `z`. `None` for other texts.
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

/// Returns the point in the given column and row; `None` if it is off the board.
pub(super) fn on_board(size: Size, (x, y): (usize, usize)) -> Option<Point> {
    size.point(x, (size.height() - 1).checked_sub(y)?)
}

/// Returns whether a text in place of a point means a pass: the point just beyond the lower right
/// corner, and `tt` on boards without such a point.
pub(super) fn is_pass(size: Size, text: &str) -> bool {
    let beyond = named(text) == Some((size.width(), size.height()));
    beyond || text == "tt" && size.width().min(size.height()) <= MAX_WITH_TT
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tt_is_a_pass_where_it_is_no_point() {
        for (width, height, passes) in [
            (9, 13, true),
            (19, 19, true),
            (20, 10, true),
            (19, 25, true),
            (20, 20, false),
            (25, 25, false),
        ] {
            let size = Size::new(width, height).expect("a size");
            assert_eq!(is_pass(size, "tt"), passes, "{width}×{height}");
        }
    }
}
