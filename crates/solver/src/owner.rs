//! Owner of a point at the end of play: counted by area, or proven by pass-alive chains.

use halfpoint_core::board::{Board, Color, Point, PointSet};
use halfpoint_core::life::pass_alive;
use halfpoint_core::score::{PointOwner, Territory};

/// Returns the owner of a point by area: 1 if Black, −1 if White, 0 for neither.
pub(super) fn counted_owner(board: &Board, dead: &PointSet, point: Point) -> i32 {
    let none = PointSet::new(board.size());
    match Territory::new(board, dead, &none).owner(point) {
        PointOwner::Stone(color) | PointOwner::Territory(color) => color.sign(),
        PointOwner::SekiEye(_)
        | PointOwner::Dame
        | PointOwner::SekiLiberty
        | PointOwner::Nobody => 0,
    }
}

/// Returns the proven bounds of the owner of a point at the end: 1 is Black, −1 is White.
pub(super) fn proven_owner(board: &Board, point: Point) -> [i32; 2] {
    for color in Color::BOTH {
        let alive = pass_alive(board, color);
        if alive.stones.contains(point) || alive.cramped.contains(point) {
            return [color.sign(); 2];
        }
    }
    [-1, 1]
}
