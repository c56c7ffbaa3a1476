//! Moves that are missing at the end: chains with a status that depends on the side to move.

use super::reading::ReadingCache;
use super::seki::seki_cached;
use super::status::{Life, Readings};
use crate::board::{Board, Color, Point, PointSet};

/// Returns the whole chains that the side to move first decides on: living ones that a living
/// opponent captures by moving first, and dead ones that their owner saves by moving first. `dead`
/// are the stones thought to be dead. Chains in `unsettled` are read; elsewhere only chains in
/// atari are found.
#[must_use]
pub fn turn_decides(
    board: &Board,
    dead: &PointSet,
    unsettled: &PointSet,
    readings: &mut ReadingCache,
) -> PointSet {
    let size = board.size();
    let mut found = hanging(board, dead, readings);
    if unsettled.is_empty() {
        return found;
    }
    let clear = board.stones().map(|(stone, _)| stone);
    let clear = PointSet::of(size, clear.filter(|&stone| !unsettled.contains(stone)));
    let statuses = Readings::until(board, dead, &clear, 1.0, readings, &|| false);
    for (stone, color) in board.stones() {
        if unsettled.contains(stone)
            && statuses.of_stone(stone) == Some(Life::Unsettled)
            && (dead.contains(stone) || is_beside_living(board, dead, stone, color))
        {
            found.insert(stone);
        }
    }
    found
}

/// Returns the living chains in atari that a living opponent can capture and keep captured, or for
/// which the opponent can begin a ko. Stones in seki are left out.
fn hanging(board: &Board, dead: &PointSet, readings: &mut ReadingCache) -> PointSet {
    let mut found = PointSet::new(board.size());
    let hangs = |&(stone, color): &(Point, Color)| {
        !dead.contains(stone)
            && board
                .last_liberty(stone)
                .is_some_and(|liberty| !is_snapback(board, color, liberty))
            && is_beside_living(board, dead, stone, color)
    };
    let mut hanging = board.stones().filter(hangs).peekable();
    if hanging.peek().is_none() {
        return found;
    }
    let seki = seki_cached(board, dead, readings);
    for (stone, _) in hanging.filter(|&(stone, _)| !seki.contains(stone)) {
        found.insert(stone);
    }
    found
}

/// Returns whether the owner can capture several stones of the opponent at once after the opponent
/// captures on `liberty`.
fn is_snapback(board: &Board, owner: Color, liberty: Point) -> bool {
    let mut after = board.clone();
    after.play(owner.opponent(), liberty);
    after.last_liberty(liberty).is_some() && after.chain_len(liberty) > 1
}

/// Returns whether a living stone of the opponent stands beside a chain.
fn is_beside_living(board: &Board, dead: &PointSet, stone: Point, owner: Color) -> bool {
    let size = board.size();
    let mut beside = board
        .chain(stone)
        .flat_map(|member| size.neighbours(member));
    beside.any(|next| board.get(next) == Some(owner.opponent()) && !dead.contains(next))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{parse_board, parse_vertex, vertex};

    /// Returns the points of [`turn_decides`] for a board given by its rows, the top row first, its
    /// dead stones and its unsettled stones.
    fn missing(rows: &[&str], dead: &[&str], unsettled: &[&str]) -> String {
        let board = parse_board(rows).expect("a board");
        let size = board.size();
        let set = |names: &[&str]| {
            let points = names.iter().map(|name| parse_vertex(size, name));
            PointSet::of(size, points.map(|point| point.expect("a vertex")))
        };
        let mut cache = ReadingCache::new();
        let found = turn_decides(&board, &set(dead), &set(unsettled), &mut cache);
        let names: Vec<String> = found.iter().map(|point| vertex(size, point)).collect();
        names.join(" ")
    }

    const TAIL: [&str; 6] = [
        "O.OX.X.", //
        ".OOXXXX", "OOOX.X.", "OOOXXXX", "OOXXX..", "XX.X...",
    ];

    #[test]
    fn stones_are_captured_through_a_false_eye_unless_the_captor_is_dead() {
        // White takes on C1, which is no eye.
        assert_eq!(missing(&TAIL, &[], &[]), "A1 B1");
        // Dead stones capture nothing.
        let white = ["A2", "B2", "A3", "B3", "C3", "A4", "B4", "C4"];
        let white = [&white[..], &["B5", "C5", "A6", "C6"]].concat();
        assert_eq!(missing(&TAIL, &white, &[]), "");
        let mut filled = TAIL;
        filled[5] = "XXXX...";
        assert_eq!(missing(&filled, &[], &[]), "");
    }

    #[test]
    fn the_side_to_move_decides_on_an_eye_of_three_in_a_row() {
        let rows = [".O.O.", "OOOOO", "XXXXO", "...XO"];
        let black = ["D1", "A2", "B2", "C2", "D2"];
        let told = black.join(" ");
        assert_eq!(missing(&rows, &[], &black), told);
        assert_eq!(missing(&rows, &black, &black), told);
        assert_eq!(missing(&rows, &[], &[]), "");
        let rows = [".O.O.", "OOOOO", "XXXXO", ".X.XO"];
        assert_eq!(missing(&rows, &[], &black), "");
    }
}
