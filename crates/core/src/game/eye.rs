//! Eyes that should not be filled.

use crate::board::{Board, Color, Point};
use crate::game::Position;

/// Returns the legal placements that do not fill an eye of `color`.
#[must_use]
pub fn placements_but_eyes(position: &Position, color: Color) -> Vec<Point> {
    let mut points = position.placements(color);
    points.retain(|&point| !is_eye(position.board(), color, point));
    points
}

/// Returns whether a point is an eye that its owner should not fill: all neighbours are stones of
/// `color`, and the opponent does not hold enough diagonals to make it false (two, or one at the
/// edge).
#[must_use]
pub fn is_eye(board: &Board, color: Color, point: Point) -> bool {
    let own = |&p: &Point| board.get(p) == Some(color) || board.is_border(p);
    if !board.around(point).iter().all(own) {
        return false;
    }
    let (mut enemies, mut at_edge) = (0, false);
    for diagonal in board.diagonals(point) {
        if board.is_border(diagonal) {
            at_edge = true;
        } else if board.get(diagonal) == Some(color.opponent()) {
            enemies += 1;
        }
    }
    enemies + u32::from(at_edge) < 2
}
