//! Answers to the last move: captures and rescues, fights of chains with few liberties, and moves
//! that keep or break an eye. Each function returns a list of points that are equally good answers.
//!
//! The answers are those of MoGo (Gelly, Wang, Munos and Teytaud 2006, *Modification of UCT with
//! Patterns in Monte-Carlo Go*) and those that Baudiš and Gailly (2012, *PACHI: State of the Art
//! Open Source Go Program*) found worth adding to them.

use super::board::{BORDER, EMPTY, NOWHERE, PlayoutBoard, other};
use super::candidates::Candidates;

/// Liberties of an own chain near the last move for which [`race`] looks for a neighbour to catch.
const SHORT_OF_LIBERTIES: std::ops::RangeInclusive<usize> = 3..=4;

/// Returns the capture of the last move's chain if that is in atari, and the moves that save own
/// chains beside the last move from atari: captures of a neighbour, and extensions. With
/// `capture_only`, a chain that can be saved by a capture is not extended.
pub fn atari<const W: usize, const N: usize>(
    field: &PlayoutBoard<W, N>,
    stone: u8,
    last: usize,
    capture_only: bool,
    scratch: &mut [PlayoutBoard<W, N>],
) -> Candidates {
    let mut found = Candidates::new();
    // The point of the last move is empty after a suicide.
    if field.at(last) != EMPTY && field.liberties(last) == 1 {
        let liberty = field.chain(last).first();
        if field.is_legal(stone, liberty) {
            found.add(liberty);
        }
    }
    for near in field.around(last) {
        if field.at(near) == stone && field.liberties(near) == 1 {
            save(field, near, capture_only, scratch, &mut found);
        }
    }
    found
}

/// Adds the moves that save a chain in atari: see [`atari`]. An extension must leave at least three
/// liberties, or two with which a ladder does not catch the chain.
fn save<const W: usize, const N: usize>(
    field: &PlayoutBoard<W, N>,
    chain: usize,
    capture_only: bool,
    scratch: &mut [PlayoutBoard<W, N>],
    found: &mut Candidates,
) {
    let stone = field.at(chain);
    let mut captures = false;
    for capture in field.captures_beside(chain) {
        found.add(capture);
        captures = true;
    }
    let extension = field.chain(chain).first();
    if captures && capture_only
        || is_idle_connection(field, chain, extension)
        || !field.is_legal(stone, extension)
    {
        return;
    }
    match field.liberties_after(stone, extension, 3) {
        0 | 1 => (),
        2 => {
            if !field.is_caught(chain, false, scratch) {
                found.add(extension);
            }
        }
        _ => found.add(extension),
    }
}

/// Returns whether the extension of a single stone in atari would only fill the ko in which it
/// stands, and no own eye diagonal to the extension depends on it.
fn is_idle_connection<const W: usize, const N: usize>(
    field: &PlayoutBoard<W, N>,
    chain: usize,
    extension: usize,
) -> bool {
    let stone = field.at(chain);
    let is_enclosed = |point: usize| {
        let closed = |near: usize| field.at(near) == stone || field.at(near) == BORDER;
        field.around(point).into_iter().all(closed)
    };
    let is_eye = |point: usize| field.at(point) == EMPTY && is_enclosed(point);
    field.chain_len(chain) == 1
        && is_enclosed(extension)
        && !field.diagonals(extension).into_iter().any(is_eye)
}

/// Returns moves of a fight with two liberties: attacks on the chain of the last move, and defences
/// of own chains beside it.
pub fn two_liberties<const W: usize, const N: usize>(
    field: &PlayoutBoard<W, N>,
    stone: u8,
    last: usize,
) -> Candidates {
    let mut found = Candidates::new();
    if field.at(last) != EMPTY && field.liberties(last) == 2 {
        attack(field, last, &mut found);
    }
    for near in field.chains_around(last) {
        if field.at(near) == stone && field.liberties(near) == 2 {
            defend(field, near, &mut found);
        }
    }
    found
}

/// Adds the ataris on a chain of two liberties after which an extension leaves it at most two
/// liberties.
fn attack<const W: usize, const N: usize>(
    field: &PlayoutBoard<W, N>,
    target: usize,
    found: &mut Candidates,
) {
    let enemy = field.at(target);
    let [one, two] = field.two_liberties(target);
    for (side, escape) in [(one, two), (two, one)] {
        if field.is_sound(other(enemy), side)
            // The extension is counted before the atari is played, which may take one liberty from
            // it.
            && field.liberties_after(enemy, escape, 3) <= 2
        {
            found.add(side);
        }
    }
}

/// Adds moves that defend a chain of two liberties: extensions to three or more, captures of
/// opposing chains beside it, and ataris on at most two of those. Adds nothing if the chain gets
/// away from an atari on either side.
fn defend<const W: usize, const N: usize>(
    field: &PlayoutBoard<W, N>,
    chain: usize,
    found: &mut Candidates,
) {
    let stone = field.at(chain);
    let sides = field.two_liberties(chain);
    if gets_away(field, chain, sides) {
        return;
    }
    for side in sides {
        if field.is_legal(stone, side) && field.liberties_after(stone, side, 3) >= 3 {
            found.add(side);
        }
    }
    let mut looked_at = 0;
    for near in field.enemies_beside(chain) {
        match field.liberties(near) {
            1 => {
                let point = field.chain(near).first();
                if point != field.ko {
                    found.add(point);
                }
            }
            2 if looked_at < 2 => {
                looked_at += 1;
                attack(field, near, found);
            }
            _ => (),
        }
    }
}

/// Returns whether a chain of two liberties has an answer to an atari from either side: on one
/// liberty it connects to another own chain, and on the other it connects or extends to an empty
/// point.
fn gets_away<const W: usize, const N: usize>(
    field: &PlayoutBoard<W, N>,
    chain: usize,
    [one, two]: [usize; 2],
) -> bool {
    let ways = |at: usize, elsewhere: usize| {
        let (mut connects, mut runs) = (false, false);
        for near in field.around(at) {
            runs |= field.at(near) == EMPTY && near != elsewhere;
            connects |= field.at(near) == field.at(chain)
                && field.head(near) != field.head(chain)
                && field.liberties(near) > 1;
        }
        (connects, runs)
    };
    let (first, second) = (ways(one, two), ways(two, one));
    first.0 && (second.0 || second.1) || first.1 && second.0
}

/// Returns the ataris that catch a neighbour in time: attacks on opposing chains of two liberties
/// that touch an own chain of three or four liberties beside or diagonal to the last move.
pub fn race<const W: usize, const N: usize>(
    field: &PlayoutBoard<W, N>,
    stone: u8,
    last: usize,
) -> Candidates {
    let mut found = Candidates::new();
    let mut before = NOWHERE;
    for near in field.around(last).into_iter().chain(field.diagonals(last)) {
        if field.at(near) == stone
            && field.head(near) != before
            && SHORT_OF_LIBERTIES.contains(&field.liberties(near))
        {
            before = field.head(near);
            for enemy in field.enemies_beside(near) {
                if field.liberties(enemy) == 2 {
                    attack(field, enemy, &mut found);
                }
            }
        }
    }
    found
}

/// Returns moves that keep an own eye from becoming false. The last move supports a stone from
/// which the opponent's next move would make the eye false. The answer is to take that point, or to
/// capture a stone in atari on another diagonal of the eye.
///
/// ```text
/// . X X O O     White's last move is b; White's next move at a would make the eye in the
/// X a O b O     corner false, so Black takes a
/// X X X O .
/// ```
pub fn eyes<const W: usize, const N: usize>(
    field: &PlayoutBoard<W, N>,
    stone: u8,
    last: usize,
) -> Candidates {
    let mut found = Candidates::new();
    let friend = |point: usize| field.at(point) == stone || field.at(point) == BORDER;
    let [left, right, below, above] = field.around(last);
    let [below_left, below_right, above_left, above_right] = field.diagonals(last);
    for (side, corners) in [
        (left, [below_left, above_left]),
        (right, [below_right, above_right]),
        (below, [below_left, below_right]),
        (above, [above_left, above_right]),
    ] {
        if field.at(side) != other(stone)
            || !corners.into_iter().all(friend)
            || !field.has_room(side)
        {
            continue;
        }
        for point in field.around(side) {
            if point == last || field.at(point) != EMPTY {
                continue;
            }
            for eye in field.diagonals(point) {
                if field.at(eye) == EMPTY && field.around(eye).into_iter().all(friend) {
                    keep_eye(field, stone, eye, point, &mut found);
                }
            }
        }
    }
    found
}

/// Adds the moves that keep `eye` from becoming false when the opponent takes `point`, which is
/// diagonal to it: the captures of opposing stones on its diagonals, and `point` itself if the eye
/// depends on it.
fn keep_eye<const W: usize, const N: usize>(
    field: &PlayoutBoard<W, N>,
    stone: u8,
    eye: usize,
    point: usize,
    found: &mut Candidates,
) {
    let (mut bad, mut outside) = (0, 0);
    for corner in field.diagonals(eye) {
        match field.at(corner) {
            BORDER => outside += 1,
            at if at != other(stone) => (),
            _ if field.liberties(corner) == 1 => {
                let capture = field.chain(corner).first();
                if field.is_legal(stone, capture) {
                    found.add(capture);
                }
            }
            _ => bad += 1,
        }
    }
    let is_at_stake = bad == 1 || bad == 0 && outside > 0;
    if is_at_stake && field.is_sound(stone, point) {
        found.add(point);
    }
}

/// Returns the vital point of an eye space beside the last move, if a move there is legal.
pub fn vital_point<const W: usize, const N: usize>(
    field: &PlayoutBoard<W, N>,
    stone: u8,
    last: usize,
) -> Option<usize> {
    let empty = |near: &usize| field.at(*near) == EMPTY;
    field
        .around(last)
        .into_iter()
        .filter(empty)
        .filter_map(|near| field.nakade_point(near))
        .find(|&point| field.is_legal(stone, point))
}

#[cfg(test)]
mod tests {
    use super::super::board::{stone, testing::diagram};
    use super::super::policy::{PlayoutPolicy, Recent};
    use super::super::tactics::SCRATCH_BOARDS;
    use super::*;
    use halfpoint_core::board::{Board, Color, Size};
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    const BLACK: u8 = stone(Color::Black);
    const NONE: [usize; 0] = [];

    /// Returns the points that were found, sorted by index.
    fn sorted(found: Candidates) -> Vec<usize> {
        let mut points = found.points();
        points.sort_unstable();
        points
    }

    /// Returns the answers of [`atari`] for Black, where the last move is `step` points after the
    /// letter `last`.
    fn saves<R: AsRef<str>>(rows: &[R], last: char, step: isize, capture_only: bool) -> Vec<usize> {
        let (field, at) = diagram(rows);
        let last = at(last).wrapping_add_signed(step);
        let mut scratch = vec![field; SCRATCH_BOARDS];
        sorted(atari(&field, BLACK, last, capture_only, &mut scratch))
    }

    #[test]
    fn a_chain_in_atari_captures_or_extends() {
        let rows = [
            "...........",
            "..b........",
            ".XOX.......",
            ".OXa.......",
            "..O........",
            "...........",
        ];
        let (_, at) = diagram(&rows);
        assert_eq!(saves(&rows, 'a', -2, false), [at('a'), at('b')]);
        assert_eq!(saves(&rows, 'a', -2, true), [at('b')]);
        let safe = rows.map(|row| row.replace("XOX", ".O."));
        let alone = saves(&safe, 'a', -2, true);
        assert_eq!(alone, [at('a')], "nothing to capture");
    }

    #[test]
    fn a_ko_is_filled_only_if_an_eye_depends_on_it() {
        let rows = [
            ".......", //
            "..OX...", ".OXaX..", "..OX...", ".......",
        ];
        let (_, at) = diagram(&rows);
        assert_eq!(saves(&rows, 'a', -2, false), NONE);
        let with_eye = [
            "....X..", //
            "..OX.X.", ".OXaX..", "..OX...", ".......",
        ];
        assert_eq!(saves(&with_eye, 'a', -2, false), [at('a')]);
    }

    #[test]
    fn a_chain_that_escapes_both_ataris_is_not_defended() {
        let rows = [
            "..O....", //
            "XaXbX..", "..O....", ".......",
        ];
        let (field, at) = diagram(&rows);
        let last = at('a') + 1 + field.size().stride();
        assert_eq!(sorted(two_liberties(&field, BLACK, last)), NONE);
        let rows = rows.map(|row| row.replace("XaXbX", ".aXb."));
        let (field, at) = diagram(&rows);
        let both = [at('a'), at('b')];
        assert_eq!(sorted(two_liberties(&field, BLACK, last)), both);
    }

    #[test]
    fn race_attacks_neighbours_of_chains_with_three_or_four_liberties() {
        let few = [".......", ".OOOO..", ".XXXX..", ".aOOb.."];
        let (field, at) = diagram(&few);
        let last = at('a') + 3 + 2 * field.size().stride();
        assert_eq!(field.liberties(last - field.size().stride()), 4);
        assert_eq!(sorted(race(&field, BLACK, last)), [at('a'), at('b')]);
        let many = few.map(|row| row.replace(".OOOO", "....O"));
        let (field, _) = diagram(&many);
        assert_eq!(sorted(race(&field, BLACK, last)), NONE);
    }

    #[test]
    fn eyes_finds_the_point_that_keeps_an_eye() {
        let rows = [
            ".XXOO..", //
            "XaOOO..", "XXXO...", ".......",
        ];
        let (field, at) = diagram(&rows);
        let last = at('a') + 2;
        assert_eq!(sorted(eyes(&field, BLACK, last)), [at('a')]);
        let elsewhere = at('a') + 3;
        assert_eq!(sorted(eyes(&field, BLACK, elsewhere)), NONE);
        let no_eye = rows.map(|row| row.replace("XaO", ".aO"));
        let (field, _) = diagram(&no_eye);
        assert_eq!(sorted(eyes(&field, BLACK, last)), NONE);
    }

    #[test]
    fn answers_are_legal_moves() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(21);
        let empty = PlayoutBoard::<2, 128>::new(&Board::new(Size::square(7))).expect("small");
        let mut scratch = vec![empty; SCRATCH_BOARDS];
        let mut found = [0; 5];
        for _ in 0..1500 {
            let mut field = empty;
            let mut recent = Recent::default();
            for turn in 0..60 {
                let mover = [BLACK, other(BLACK)][turn % 2];
                let chosen =
                    PlayoutPolicy::full().choose(&field, mover, &recent, &mut scratch, &mut rng);
                if chosen == NOWHERE {
                    break;
                }
                field.play(mover, chosen);
                recent.moves = [chosen, recent.moves[0]];
                let mover = other(mover);
                let answers = [
                    atari(&field, mover, chosen, false, &mut scratch).points(),
                    two_liberties(&field, mover, chosen).points(),
                    race(&field, mover, chosen).points(),
                    eyes(&field, mover, chosen).points(),
                    Vec::from_iter(vital_point(&field, mover, chosen)),
                ];
                for (number, points) in found.iter_mut().zip(answers) {
                    *number += points.len();
                    for point in points {
                        assert!(field.at(point) == EMPTY && field.is_legal(mover, point));
                    }
                }
            }
        }
        assert!(found.iter().all(|&number| number > 20), "{found:?}");
    }
}
