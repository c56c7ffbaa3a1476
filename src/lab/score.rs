//! The formula for the current score of spare-move games against search.

use super::{game_from, on_threads};
use crate::board::{Board, Color};
use crate::game::Game;
use crate::rules::Rules;
use crate::solver::{Current, Limits, current_score};

/// A position with what the formula and what search say, in points, Black's less White's.
#[derive(Clone, Debug)]
pub struct Compared {
    /// The stones.
    pub board: Board,
    /// Who is to move.
    pub to_move: Color,
    /// What the formula says.
    pub formula: i32,
    /// Whether the position is settled, so that the formula should hold.
    pub settled: bool,
    /// What search says.
    pub search: Current,
}

/// The formula's number for a game as it stands, and whether the position is settled.
#[must_use]
pub fn by_formula(game: &Game) -> (i32, bool) {
    let score = game
        .position()
        .count(&game.position().proven_dead(), game.terms());
    (score.margin().halves() / 2, score.certain)
}

/// Compares both on some boards, with either side to move; if `only_settled`, on settled positions alone.
#[must_use]
pub fn compare(
    rules: Rules,
    boards: &[Board],
    only_settled: bool,
    limits: Limits,
    threads: usize,
) -> Vec<Compared> {
    let items: Vec<(&Board, Color)> = boards
        .iter()
        .flat_map(|board| Color::BOTH.map(|color| (board, color)))
        .collect();
    let found = on_threads(threads, &items, |&(board, to_move)| {
        let game = game_from(rules, board, to_move)?;
        if game.state().over.is_some() {
            return None;
        }
        let (formula, settled) = by_formula(&game);
        if only_settled && !settled {
            return None;
        }
        Some(Compared {
            board: board.clone(),
            to_move,
            formula,
            settled,
            search: current_score(&game, formula, limits)?,
        })
    });
    found.into_iter().flatten().collect()
}
