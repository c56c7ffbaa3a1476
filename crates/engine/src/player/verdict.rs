//! Whether a verdict on dead stones holds in play.
//!
//! `final_score` takes dead stones off, as people do. Where playing on costs nothing the exact value is that of a game in
//! which they must be captured, and superko may forbid that. A verdict is certain only if both come to the same.

use halfpoint_core::board::{Color, PointSet};
use halfpoint_core::game::{Game, GameEnd, Move, TokenKind};
use halfpoint_core::half_points::HalfPoints;

use super::Judgement;
use super::judge::PLAYOUTS;
use super::tree::token_edges;
use crate::solver::{Limits, value, value_at};

/// Boards of more points are not asked about.
const MAX_POINTS: usize = 36;
/// Boards with more points that are empty, or are so once the dead stones are off, are not asked about.
const MAX_OPEN: usize = 12;
/// Nodes for the value: some hundredths of a second.
const NODES: u64 = 20_000;
/// Memory for it, in MiB.
const MEMORY_MB: usize = 16;

impl Judgement {
    /// The judgement of a game that ended by passes, with its dead stones in doubt if the solver proves that the game comes to
    /// something else where somebody refuses to have them taken off and play goes on. Where the rules take nothing off, where
    /// playing on costs points, and where the solver has no quick answer, it stays as it is.
    ///
    /// Deterministic; takes less than a tenth of a second, and on most boards no time at all.
    #[must_use]
    pub fn held_against_play(mut self, game: &Game) -> Judgement {
        if self.is_certain() && holds_in_play(game, &self.dead) == Some(false) {
            self.unsettled = self.dead.clone();
        }
        self
    }
}

/// Whether a game comes to `margin`, Black's in half-points, if `color` makes a token move and leaves
/// `dead` on the board: by the count, should both pass then; and in exact play, should the opponent
/// answer otherwise or doubt a stone in the end. False if the solver has no quick answer.
///
/// Deterministic; takes some tenths of a second at most.
pub(super) fn holds_if_left(
    game: &Game,
    color: Color,
    play: &Move,
    dead: &PointSet,
    margin: i32,
) -> bool {
    let mut left = game.clone();
    if left.play(color, play).is_err() {
        return false;
    }
    let ended = left.passed_out();
    let counted = ended.outcome(dead).margin().map(HalfPoints::halves);
    if counted != Some(margin) || holds_in_play(&ended, dead) != Some(true) {
        return false;
    }
    let judged = Judgement::of(ended.board(), PLAYOUTS);
    judged.is_certain() && judged.dead == *dead && no_answer_gains(&left, color, margin)
}

/// Whether no move of the opponent makes `margin` worse for `color` in exact play. A pass that ends
/// the game is left out: then the stones are agreed on.
fn no_answer_gains(game: &Game, color: Color, margin: i32) -> bool {
    let position = game.position();
    let opponent = position.to_move();
    if game.state().over.is_some() || opponent == color {
        return game.state().over.is_some();
    }
    let all = TokenKind::all_under(game.rules());
    let tokens = token_edges(position, opponent, &all).into_iter();
    let placements = position.placements(opponent).into_iter();
    let answers: Vec<Move> = placements
        .map(Move::Place)
        .chain(tokens.map(|edge| edge.play()))
        .collect();
    let limits = quick(NODES / answers.len().max(1) as u64);
    answers.iter().all(|answer| {
        let mut after = game.clone();
        after.play(opponent, answer).is_ok()
            && (after.state().over == Some(GameEnd::Passes)
                || value(&after, limits)
                    .exact()
                    .is_some_and(|value| (value - margin) * color.sign() >= 0))
    })
}

/// The limits of a question to the solver that may take so many nodes.
fn quick(nodes: u64) -> Limits {
    Limits {
        time: None,
        nodes: Some(nodes),
        memory_mb: MEMORY_MB,
        threads: 1,
    }
}

/// Whether the count without `dead` is what playing on comes to; `None` if that is not known.
fn holds_in_play(game: &Game, dead: &PointSet) -> Option<bool> {
    let rules = game.rules();
    let board = game.board();
    let open = board.empties().len() + dead.iter().count();
    let is_asked = !dead.is_empty()
        && game.state().over == Some(GameEnd::Passes)
        && rules.agreement_saves_captures();
    if !is_asked || board.size().area() > MAX_POINTS || open > MAX_OPEN {
        return None;
    }
    let played_on = value_at(&game.position().resumed(), game.terms(), quick(NODES)).exact()?;
    let counted = game.position().count(dead, game.terms()).margin();
    Some(counted.halves() == played_on)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::game_from;
    use halfpoint_core::notation::{parse_board, parse_vertex};
    use halfpoint_core::rules::find;

    /// A game that ends by passes at once.
    fn holds(id: &str, rows: &[&str], first: Color, dead: &[&str]) -> Option<bool> {
        let board = parse_board(rows).expect("a board");
        let rules = find(id).expect("a rule set").rules;
        let mut game = game_from(rules, &board, first).expect("a game");
        while game.state().over.is_none() && game.records().len() < 4 {
            let color = game.to_move();
            game.play(color, &Move::Pass).expect("a pass");
        }
        let points = dead.iter();
        let points = points.filter_map(|name| parse_vertex(board.size(), name));
        holds_in_play(&game, &PointSet::of(board.size(), points))
    }

    #[test]
    fn dead_stones_that_can_be_captured_hold() {
        let rows = [".X.X", "XXXX", ".OX."];
        for id in [
            "chinese",
            "aga",
            "button",
            "button_equivalence",
            "two_button",
        ] {
            for first in Color::BOTH {
                assert_eq!(
                    holds(id, &rows, first, &["B1"]),
                    Some(true),
                    "{id}, {first:?}"
                );
            }
        }
    }

    /// White is in atari, but what she puts inside afterwards cannot be taken: Black does not own the whole board.
    #[test]
    fn dead_stones_that_are_worth_less_in_play_are_doubted() {
        let held = holds("aga", &["OOO.X."], Color::White, &["A1", "B1", "C1"]);
        assert_eq!(held, Some(false));
    }

    #[test]
    fn nothing_is_asked_where_nothing_is_taken_off_or_playing_on_costs() {
        for id in ["tromp_taylor", "half_pass", "japanese", "ultimate"] {
            assert_eq!(holds(id, &["OOO.X."], Color::White, &["A1"]), None, "{id}");
        }
    }
}
