//! Check whether a judgement of dead stones is confirmed by play.
//!
//! `final_score` removes dead stones, as people do. Where playing on costs nothing, the exact value
//! is that of a game in which they must be captured, and superko may forbid that. A judgement
//! is certain only if both come to the same margin.

use std::borrow::Cow;

use halfpoint_core::board::{Color, PointSet};
use halfpoint_core::game::{Game, GameEnd, Move, TokenKind};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::life::{ReadingCache, threats_decide};
use halfpoint_core::rules::Rules;

use crate::player::judge::{Judgement, PLAYOUTS};
use crate::player::words::token_edges;
use halfpoint_solver::{SolverLimits, value, value_resumed};

/// Maximum number of points of a board on which a judgement is checked.
const MAX_POINTS: usize = 36;
/// Maximum number of points that are empty, or are so once the dead stones are removed, in a
/// position whose judgement is checked.
const MAX_OPEN: usize = 12;
/// Nodes of the solver for a value: some hundredths of a second.
const NODES: u64 = 20_000;
/// Memory of the solver for a value, in MiB.
const MEMORY_MB: usize = 16;

/// Returns the judgement of a game, with those stones in doubt that play would treat otherwise
/// if one player refuses to have the dead ones removed: chains whose status ko threats in a
/// seki may decide, and, after an end by passes, all dead stones if the solver proves that the
/// game then comes to another margin. Where the rules remove nothing, where playing on costs
/// points, and where the solver has no quick answer, the judgement is unchanged.
///
/// The judgement serves for counts under the rules of the game and under those of `others`, so a
/// doubt under one of them is a doubt. Of these, rule sets whose tokens count are left out: a game
/// replayed under them lacks their token moves, and differs by these already.
///
/// Deterministic. Takes some tenths of a second at most for each rule set, and hardly any time on
/// most boards, which are too large to be solved and have no seki.
#[must_use]
pub fn held_against_play(
    mut judged: Judgement,
    game: &Game,
    others: impl IntoIterator<Item = Rules>,
) -> Judgement {
    let mut played: Vec<Rules> = vec![*game.rules()];
    let others = others.into_iter();
    played.extend(others.filter(|other| other != game.rules() && !other.tokens_count()));
    played.retain(Rules::agreement_saves_captures);
    if !judged.is_certain() || played.is_empty() {
        return judged;
    }
    let mut cache = ReadingCache::new();
    judged.unsettled = threats_decide(game.board(), &judged.dead, &judged.seki, &mut cache);
    if judged.is_certain() && is_quick_to_solve(game, &judged.dead) {
        let mut games = played.iter().filter_map(|rules| replayed(game, rules));
        if games.any(|game| holds_in_play(&game, &judged.dead) == Some(false)) {
            judged.unsettled = judged.dead;
        }
    }
    judged
}

/// Returns whether a game ends with exactly `margin` (Black's, in half-points) if `color` makes a
/// token move and leaves the stones `dead` on the board. Two conditions must hold: the count
/// without these stones gives `margin` if both players then pass, and exact play gives it if the
/// opponent plays on, at once or after refusing to agree that a stone is dead. False if the solver
/// does not finish within its limit.
///
/// Deterministic; takes some tenths of a second at most.
pub fn holds_if_left(game: &Game, color: Color, mv: &Move, dead: &PointSet, margin: i32) -> bool {
    let mut left = game.clone();
    if left.play(color, mv).is_err() {
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

/// Returns whether no move of the opponent makes `margin` worse for `color` in exact play. A pass
/// that ends the game is not examined, since the players then agree on the stones.
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
        .chain(tokens.map(|edge| edge.as_move()))
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

/// Returns the limits of a call of the solver with that many nodes.
fn quick(nodes: u64) -> SolverLimits {
    SolverLimits {
        time: None,
        nodes: Some(nodes),
        memory_mb: MEMORY_MB,
        threads: 1,
    }
}

/// Returns a game under these rules; `None` if a move is illegal under them.
fn replayed<'a>(game: &'a Game, rules: &Rules) -> Option<Cow<'a, Game>> {
    match rules == game.rules() {
        true => Some(Cow::Borrowed(game)),
        false => game.under(*rules).ok().map(Cow::Owned),
    }
}

/// Returns whether a game is over, has stones that are judged `dead`, and leaves few enough points
/// for the solver.
fn is_quick_to_solve(game: &Game, dead: &PointSet) -> bool {
    let board = game.board();
    !dead.is_empty()
        && game.state().over == Some(GameEnd::Passes)
        && board.size().area() <= MAX_POINTS
        && board.empties().len() + dead.len() <= MAX_OPEN
}

/// Returns whether the count without `dead` is the margin that further play comes to; `None` if
/// that is not known.
fn holds_in_play(game: &Game, dead: &PointSet) -> Option<bool> {
    if !game.rules().agreement_saves_captures() || !is_quick_to_solve(game, dead) {
        return None;
    }
    let played_on = value_resumed(game, quick(NODES)).exact()?;
    let counted = game.position().count(dead, game.terms()).margin();
    Some(counted.halves() == played_on)
}

#[cfg(test)]
mod tests {
    use super::*;
    use halfpoint_core::notation::{parse_board, parse_vertex};
    use halfpoint_core::rules::find;

    /// Returns the judgement of `dead` in a game from these stones that ends by passes at once.
    fn holds(id: &str, rows: &[&str], first: Color, dead: &[&str]) -> Option<bool> {
        let board = parse_board(rows).expect("a board");
        let rules = find(id).expect("a rule set").rules;
        let mut game = Game::from_board(rules, &board, first).expect("a game");
        while game.state().over.is_none() && game.records().len() < 4 {
            let color = game.to_move();
            game.play(color, &Move::Pass).expect("a pass");
        }
        let points = dead.iter();
        let points = points.filter_map(|name| parse_vertex(board.size(), name));
        holds_in_play(&game, &PointSet::of(board.size(), points))
    }

    #[test]
    fn a_judgement_holds_if_the_dead_stones_can_be_captured() {
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

    /// White is in atari, but the stones that she then places inside cannot be captured, so Black
    /// does not own the whole board.
    #[test]
    fn a_judgement_is_doubted_if_play_gives_less() {
        let held = holds("aga", &["OOO.X."], Color::White, &["A1", "B1", "C1"]);
        assert_eq!(held, Some(false));
    }

    /// Returns whether the judgement of a game that begins with these stones is certain.
    fn is_certain(id: &str, rows: &[&str]) -> bool {
        is_certain_beside(id, rows, None)
    }

    /// Returns whether it is certain for counts under `others`, too.
    fn is_certain_beside(id: &str, rows: &[&str], others: Option<Rules>) -> bool {
        let board = parse_board(rows).expect("a board");
        let rules = find(id).expect("a rule set").rules;
        let game = Game::from_board(rules, &board, Color::Black).expect("a game");
        let judged = Judgement::of(&board, PLAYOUTS);
        assert!(judged.is_certain() && !judged.dead.is_empty(), "{id}");
        held_against_play(judged, &game, others).is_certain()
    }

    #[test]
    fn a_bent_four_is_doubted_if_a_seki_has_threats_and_the_corner_is_played_out() {
        let mut rows = [
            "O.XO.O.", "OXXOOOO", "O.XO.OO", "XXXOOOO", "OOOOOOO", "OOXXXXX", "XXOOX.X", "X.OOXXX",
            "XX.OX.X",
        ];
        for id in ["chinese", "aga", "two_button"] {
            assert!(!is_certain(id, &rows), "{id}");
        }
        for id in ["japanese", "korean"] {
            assert!(is_certain(id, &rows), "{id}");
            let chinese = find("chinese").expect("a rule set").rules;
            assert!(!is_certain_beside(id, &rows, Some(chinese)), "{id}");
        }
        // Without the seki nothing else than the corner is left.
        rows[6..].copy_from_slice(&["XXXXX.X", "X.XXXXX", "XXX.X.X"]);
        assert!(is_certain("chinese", &rows));
    }

    #[test]
    fn no_judgement_is_checked_without_free_removal_of_dead_stones() {
        for id in ["tromp_taylor", "half_pass", "japanese", "ultimate"] {
            assert_eq!(holds(id, &["OOO.X."], Color::White, &["A1"]), None, "{id}");
        }
    }
}
