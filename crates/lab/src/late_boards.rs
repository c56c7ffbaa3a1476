//! Late boards, composed at random: two sides that live, and the border between them.

use std::collections::HashSet;

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use halfpoint_core::board::{Board, Color, Point, Size, Symmetry, ZobristKey};
use halfpoint_core::life::{held, pass_alive};

use super::{is_new, to_move_by_stones};

/// Tries after which no board is composed.
const TRIES: usize = 20_000;
/// Tries in a row after which a sample ends. They are more, since no turn fits most boards.
const SAMPLE_TRIES: usize = 10 * TRIES;
/// Chances of an own stone and of an empty point, beside the border and elsewhere; the rest is for
/// stones of the other side.
const BESIDE: (f64, f64) = (0.5, 0.35);
const INSIDE: (f64, f64) = (0.7, 0.27);

/// Late board with the placements that may have led to it.
pub(crate) struct LateBoard {
    /// Board before the two last placements.
    pub before: Board,
    /// The two last placements, of both colours.
    pub last: [(Color, Point); 2],
    /// Board after them.
    pub board: Board,
}

/// Limits of the boards that are composed.
#[derive(Clone, Copy, Debug)]
pub struct BoardLimits {
    /// Largest number of empty points.
    pub empty: usize,
    /// Largest number of points of which neither side is sure.
    pub undecided: usize,
}

/// Composes a late board on which both sides live; `None` if none is found.
pub(crate) fn compose(
    size: Size,
    limits: BoardLimits,
    rng: &mut Xoshiro256PlusPlus,
) -> Option<LateBoard> {
    (0..TRIES).find_map(|_| {
        let board = draw(size, rng)?;
        let open = undecided(&board)?;
        let is_wanted = board.empties().len() <= limits.empty
            && (2..=limits.undecided).contains(&open)
            && !is_symmetric(&board);
        is_wanted.then(|| with_last(board, rng)).flatten()
    })
}

/// Returns so many late boards on which both sides live and the turn follows from the stones
/// ([`to_move_by_stones`]), with at most `empty` empty points, no two of them images of each other:
/// fewer if no more are found. Where a side may lose all, a board is as hard to solve as an empty
/// one.
#[must_use]
pub fn sample_boards(size: Size, number: usize, empty: usize, seed: u64) -> Vec<Board> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut seen = HashSet::<ZobristKey>::new();
    let mut boards = Vec::new();
    let mut tries = 0;
    while boards.len() < number && tries < SAMPLE_TRIES {
        tries += 1;
        let Some(board) = draw(size, &mut rng) else {
            continue;
        };
        let is_wanted = board.empties().len() <= empty
            && to_move_by_stones(&board).is_some()
            && undecided(&board).is_some();
        if is_wanted && is_new(&board, &mut seen) {
            boards.push(board);
            tries = 0;
        }
    }
    boards
}

/// Draws a board whose chains have liberties; `None` if one has none.
fn draw(size: Size, rng: &mut Xoshiro256PlusPlus) -> Option<Board> {
    let (width, height) = (size.width() as i32, size.height() as i32);
    let mut border = width / 2 + rng.random_range(-1..=1);
    let mut stones = Vec::new();
    for y in 0..height {
        border = (border + rng.random_range(-1..=1)).clamp(1, (width - 1).max(1));
        for x in 0..width {
            let point = size.point(x as usize, y as usize)?;
            let is_left = x < border;
            let (own, empty) = match x == border || x == border - 1 {
                true => BESIDE,
                false => INSIDE,
            };
            let chance: f64 = rng.random_range(0.0..1.0);
            if chance < own {
                stones.push((point, if is_left { Color::Black } else { Color::White }));
            } else if chance > own + empty {
                stones.push((point, if is_left { Color::White } else { Color::Black }));
            }
        }
    }
    let board = Board::with_stones(size, stones.iter().copied());
    let stands = board.stones().count() == stones.len();
    let all = Symmetry::all(size).filter(|image| image.size() == size);
    let images: Vec<Symmetry> = all.collect();
    let image = images.choose(rng)?;
    stands.then(|| image.board(&board))
}

/// Takes two stones off as the last ones that were placed: of either colour one that touches an
/// empty point or a stone of the other colour.
fn with_last(board: Board, rng: &mut Xoshiro256PlusPlus) -> Option<LateBoard> {
    let size = board.size();
    let first = if rng.random_ratio(1, 2) {
        Color::Black
    } else {
        Color::White
    };
    let pick = |color: Color, rng: &mut Xoshiro256PlusPlus| {
        let at_border = |&point: &Point| {
            let near = size.neighbours(point);
            let (mut empty, mut other) = (false, false);
            for at in near {
                empty |= board.get(at).is_none();
                other |= board.get(at) == Some(color.opponent());
            }
            empty && other
        };
        let stones = board.stones().filter(|&(_, of)| of == color);
        let points: Vec<Point> = stones.map(|(point, _)| point).filter(at_border).collect();
        points.choose(rng).copied()
    };
    let last = [
        (first, pick(first, rng)?),
        (first.opponent(), pick(first.opponent(), rng)?),
    ];
    let kept = board
        .stones()
        .filter(|stone| !last.iter().any(|(_, point)| *point == stone.0));
    let before = Board::with_stones(size, kept);
    let mut after = before.clone();
    for (color, point) in last {
        after.play(color, point);
    }
    (after.key() == board.key()).then_some(LateBoard {
        before,
        last,
        board,
    })
}

/// Returns the number of points that no side is sure of; `None` if a side has no stone that lives.
fn undecided(board: &Board) -> Option<usize> {
    let mut open = board.size().area();
    for color in Color::BOTH {
        let (held, alive) = (held(board, color), pass_alive(board, color));
        if (held.stones | alive.stones).is_empty() {
            return None;
        }
        open -= (held.stones | held.enclosed | alive.stones | alive.enclosed).len();
    }
    Some(open)
}

/// Returns whether a board has a symmetry of its own, under which moves come in pairs.
fn is_symmetric(board: &Board) -> bool {
    let key = board.key();
    let mut images = Symmetry::symmetries(board.size()).skip(1);
    images.any(|image| image.board(board).key() == key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_has_late_boards_that_are_no_images_of_each_other() {
        let size = Size::square(5);
        let boards = sample_boards(size, 8, 12, 1);
        assert_eq!(boards.len(), 8);
        let mut keys = HashSet::new();
        for board in &boards {
            assert!(board.empties().len() <= 12);
            assert!(to_move_by_stones(board).is_some());
            let mut images = Symmetry::symmetries(size).map(|image| image.board(board).key());
            assert!(images.all(|key| !keys.contains(&key)));
            keys.insert(board.key());
        }
        let keys_of = |seed| {
            sample_boards(size, 8, 12, seed)
                .iter()
                .map(Board::key)
                .collect()
        };
        let (again, other): (HashSet<_>, HashSet<_>) = (keys_of(1), keys_of(2));
        assert_eq!(again, keys);
        assert_ne!(other, keys);
        // Fewer than asked for, where there are no more.
        for (width, height) in [(1, 2), (2, 1), (1, 5)] {
            let size = Size::new(width, height).expect("a size");
            assert!(sample_boards(size, 100, 5, 1).len() < 50);
        }
    }
}
