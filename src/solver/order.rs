//! Which moves to try first. Only the speed of a search depends on it.

use crate::board::{Board, Color, Point};

/// For each stone taken.
const CAPTURE: i32 = 1 << 16;
/// For a chain that would be in atari no more.
const RESCUE: i32 = 1 << 15;
/// For a chain put in atari by its own side.
const SELF_ATARI: i32 = -(1 << 20);
/// For filling a point that has own stones on all sides.
const EYE: i32 = -(1 << 28);

/// How good a placement looks: the higher the better.
pub(super) fn rank(board: &Board, color: Color, point: Point) -> i32 {
    let (mut own, mut any, mut sides) = (0, 0, 0);
    let mut rescues = false;
    for next in board.size().neighbours(point) {
        sides += 1;
        any += i32::from(board.get(next).is_some());
        if board.get(next) == Some(color) {
            own += 1;
            rescues |= board.last_liberty(next).is_some();
        }
    }
    let taken = board.captures(color, point).count() as i32;
    let mut rank = any + CAPTURE * taken;
    if own == sides {
        rank += EYE;
    }
    if rescues {
        rank += RESCUE;
    }
    if taken == 0 && is_self_atari(board, color, point) {
        rank += SELF_ATARI;
    }
    rank
}

/// Whether a stone that takes nothing makes a chain with at most one liberty.
fn is_self_atari(board: &Board, color: Color, point: Point) -> bool {
    let mut known = None;
    let mut is_second = |liberty: Point| {
        let free = liberty != point && board.get(liberty).is_none();
        free && *known.get_or_insert(liberty) != liberty
    };
    for next in board.size().neighbours(point) {
        if is_second(next) {
            return false;
        }
        if board.get(next) != Some(color) {
            continue;
        }
        for stone in board.chain(next) {
            if board.size().neighbours(stone).any(&mut is_second) {
                return false;
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{parse_board, parse_vertex};

    #[test]
    fn self_atari_is_seen() {
        let board = parse_board(&[".XO.", "X.O.", "OO..", "...."]).expect("a board");
        let point = |name| parse_vertex(board.size(), name).expect("a point");
        for (name, color, atari) in [
            ("A4", Color::White, true),
            ("A4", Color::Black, true),
            ("D4", Color::Black, true),
            ("D4", Color::White, false),
            ("D1", Color::Black, false),
        ] {
            assert_eq!(is_self_atari(&board, color, point(name)), atari, "{name}");
        }
        let best = |color, name| rank(&board, color, point(name));
        assert!(best(Color::White, "B3") > best(Color::White, "D1"));
        assert!(best(Color::Black, "D1") > best(Color::Black, "D4"));
    }
}
