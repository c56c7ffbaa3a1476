//! Order of moves for the exact search. Only the speed of the search depends on it.

use halfpoint_core::board::{Board, Color, Point, Size};

// The constants were found by experiments, one at a time and in pairs, on 4×4, 3×5 and 2×7 with
// simple ko, 3×4, 2×6 and 1×8 with superko, 3×3 under `stone_scoring` and 3×4 under `button`
// (docs/notebook/exact.md, "Speed").

/// Rank for each line away from the edge, along either axis: first for a search that begins on a
/// board at most half of which is empty, where fights decide, then for a search that begins on a
/// more open board.
const LINE: [i32; 2] = [30_000, 100_000];
/// Rank for each captured stone, up to [`MAX_TAKEN`].
const CAPTURE: i32 = 65_000;
/// Largest number of captured stones that count.
const MAX_TAKEN: usize = 5;
/// Rank for each chain that is put in atari.
const ATARI: i32 = 50_000;
/// Rank for saving a chain from atari.
const RESCUE: i32 = 32_000;
/// Rank for each empty neighbour.
const ROOM: i32 = 25_000;
/// Rank for each neighbour that is a stone of the opponent.
const CONTACT: i32 = 20_000;
/// Rank for each own stone on a diagonal.
const DIAGONAL: i32 = 20_000;
/// Rank for a self-atari without a capture.
const SELF_ATARI: i32 = -1_000_000;
/// Rank for filling a point that has own stones on all sides.
const EYE: i32 = -(1 << 28);

/// Returns the rank of a placement; a higher rank is tried first. `begun_open` is true if more than
/// half of the board was empty where the search began.
pub(super) fn rank(board: &Board, color: Color, point: Point, begun_open: bool) -> i32 {
    let size = board.size();
    let mut rank = LINE[usize::from(begun_open)] * lines_inside(size, point);
    let (mut own, mut sides) = (0, 0);
    let mut rescues = false;
    for next in size.neighbours(point) {
        sides += 1;
        match board.get(next) {
            None => rank += ROOM,
            Some(owner) if owner == color => {
                own += 1;
                rescues |= board.last_liberty(next).is_some();
            }
            Some(_) => {
                rank += CONTACT;
                if liberties_up_to_three(board, next) == 2 {
                    rank += ATARI;
                }
            }
        }
    }
    let own_diagonals = diagonals(size, point).filter(|&next| board.get(next) == Some(color));
    rank += DIAGONAL * own_diagonals.count() as i32;
    if own == sides {
        rank += EYE;
    }
    if rescues {
        rank += RESCUE;
    }
    let taken = board.captures(color, point).take(MAX_TAKEN).count();
    rank += CAPTURE * taken as i32;
    if taken == 0 && is_self_atari(board, color, point) {
        rank += SELF_ATARI;
    }
    rank
}

/// Returns the distance of a point from the edges, summed over both axes.
pub(super) fn lines_inside(size: Size, point: Point) -> i32 {
    let (x, y) = size.coordinates(point);
    let line = |at: usize, side: usize| at.min(side - 1 - at);
    (line(x, size.width()) + line(y, size.height())) as i32
}

/// Returns the diagonal neighbours of a point.
fn diagonals(size: Size, point: Point) -> impl Iterator<Item = Point> {
    let (x, y) = size.coordinates(point);
    let corners = [(0, 0), (0, 2), (2, 0), (2, 2)];
    corners.into_iter().filter_map(move |(dx, dy)| {
        let (x, y) = ((x + dx).checked_sub(1)?, (y + dy).checked_sub(1)?);
        size.point(x, y)
    })
}

/// Returns the number of liberties of a chain, counted up to three.
fn liberties_up_to_three(board: &Board, stone: Point) -> usize {
    let mut known = [None; 2];
    for stone in board.chain(stone) {
        for next in board.size().neighbours(stone) {
            if board.get(next).is_some() || known.contains(&Some(next)) {
                continue;
            }
            match known.iter_mut().find(|place| place.is_none()) {
                Some(place) => *place = Some(next),
                None => return 3,
            }
        }
    }
    known.iter().flatten().count()
}

/// Returns whether a stone that captures nothing makes a chain with at most one liberty.
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
    use halfpoint_core::notation::{parse_board, parse_vertex};

    #[test]
    fn self_atari_and_liberties_are_recognised() {
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
        assert_eq!(liberties_up_to_three(&board, point("A3")), 2);
        assert_eq!(liberties_up_to_three(&board, point("A2")), 3);
        let caught = parse_board(&[".XO", "XO.", "..."]).expect("a board");
        let stone = parse_vertex(caught.size(), "B3").expect("a point");
        assert_eq!(liberties_up_to_three(&caught, stone), 1);
        let best = |color, name| rank(&board, color, point(name), true);
        assert!(best(Color::White, "B3") > best(Color::White, "D1"));
        assert!(best(Color::Black, "D1") > best(Color::Black, "D4"));
    }
}
