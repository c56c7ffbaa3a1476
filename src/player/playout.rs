//! Playouts: both sides answer what the last move put in atari, else play at random, but never fill
//! their own eyes, until both pass.

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::board::{Board, Color, Point};
use crate::game::Continuation;

/// Plays `board` out, with `to_move` first and `ko` forbidden to it at once, and tells each placement.
/// The board is left as it ends: full but for eyes.
pub fn play_out(
    board: &mut Board,
    to_move: Color,
    ko: Option<Point>,
    rng: &mut Xoshiro256PlusPlus,
    mut placed: impl FnMut(Color, Point),
) -> Continuation {
    let mut tally = Continuation::default();
    let mut color = to_move;
    let mut ko = ko;
    let mut last = None;
    let mut passes = 0;
    // Long cycles are possible without superko; such a playout is counted as it stands.
    for _ in 0..3 * board.size().area() + 10 {
        let answer = last.and_then(|last| atari_answer(board, color, last, ko, rng));
        last = answer.or_else(|| random_move(board, color, ko, rng));
        match last {
            Some(point) => {
                ko = board.play(color, point).ko;
                tally.placed[color] += 1;
                placed(color, point);
                passes = 0;
            }
            None => {
                ko = None;
                tally.passed[color] += 1;
                tally.first_passer.get_or_insert(color);
                tally.last_passer = Some(color);
                passes += 1;
                if passes == 2 {
                    break;
                }
            }
        }
        color = color.opponent();
    }
    tally.area = area_margin(board);
    tally
}

/// A move that the last one calls for: takes a chain that it left in atari, or saves an own chain that
/// it put in atari, by capture or by an extension that leaves two liberties. One of those there
/// are, at random.
fn atari_answer(
    board: &Board,
    color: Color,
    last: Point,
    ko: Option<Point>,
    rng: &mut Xoshiro256PlusPlus,
) -> Option<Point> {
    let mut found = [last; 8];
    let mut count = 0;
    let mut add = |point: Point| {
        if count < found.len() && Some(point) != ko && board.keeps_liberty(color, point) {
            found[count] = point;
            count += 1;
        }
    };
    // A suicide leaves nothing behind.
    if board.get(last).is_some()
        && let Some(liberty) = board.last_liberty(last)
    {
        add(liberty);
    }
    for neighbour in board.around(last) {
        if board.get(neighbour) != Some(color) {
            continue;
        }
        let Some(liberty) = board.last_liberty(neighbour) else {
            continue;
        };
        if gives_two_liberties(board, color, liberty) {
            add(liberty);
        }
        for stone in board.chain(neighbour) {
            for enemy in board.around(stone) {
                if board.get(enemy) == Some(color.opponent())
                    && let Some(capture) = board.last_liberty(enemy)
                {
                    add(capture);
                }
            }
        }
    }
    (count > 0).then(|| found[rng.random_range(0..count)])
}

/// Whether a stone on the last liberty of an own chain gives it at least two: by empty neighbours, or by
/// another own chain that is not in atari itself.
fn gives_two_liberties(board: &Board, color: Color, point: Point) -> bool {
    let mut liberties = 0;
    for neighbour in board.around(point) {
        if board.is_border(neighbour) {
            continue;
        }
        match board.get(neighbour) {
            None => liberties += 1,
            Some(owner) if owner == color && board.last_liberty(neighbour).is_none() => {
                liberties += 1;
            }
            Some(_) => (),
        }
    }
    liberties >= 2
}

/// A random move that is legal and fills no eye of its own; `None` if there is none.
fn random_move(
    board: &Board,
    color: Color,
    ko: Option<Point>,
    rng: &mut Xoshiro256PlusPlus,
) -> Option<Point> {
    let empties = board.empties();
    if empties.is_empty() {
        return None;
    }
    let fits = |&&point: &&Point| {
        Some(point) != ko && !is_eye(board, color, point) && board.keeps_liberty(color, point)
    };
    let start = rng.random_range(0..empties.len());
    empties[start..]
        .iter()
        .find(fits)
        .or_else(|| empties[..start].iter().find(fits))
        .copied()
}

/// Whether a point is an eye that its owner should not fill: all neighbours are own stones and the
/// opponent does not hold enough diagonals to make it false (two, or one at the edge).
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

/// To whom a point belongs at the end of a playout: its stone, or the one colour that touches it.
#[must_use]
pub fn owner(board: &Board, point: Point) -> Option<Color> {
    board.get(point).or_else(|| {
        let mut around = board.around(point).into_iter().filter_map(|p| board.get(p));
        let first = around.next()?;
        around.all(|color| color == first).then_some(first)
    })
}

fn area_margin(board: &Board) -> i32 {
    let points = board.size().points();
    points
        .filter_map(|point| owner(board, point))
        .map(Color::sign)
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use rand::SeedableRng;

    #[test]
    fn playouts_end_full_but_for_eyes() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        for side in [1, 2, 5, 9, 13] {
            for _ in 0..20 {
                let mut board = Board::new(Size::square(side));
                let tally = play_out(&mut board, Color::Black, None, &mut rng, |_, _| ());
                board.assert_consistent();
                let plies: i32 = tally.placed.iter().chain(&tally.passed).sum();
                assert!(plies <= 3 * (side * side) as i32 + 10);
                assert!(tally.area.unsigned_abs() as usize <= side * side);
            }
        }
    }
}
