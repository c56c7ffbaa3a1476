//! The moves that keep a value, and a line of them.

use std::sync::Arc;

use halfpoint_core::game::{Game, GameEnd, PlayedMove, Position};
use halfpoint_system::parallel;

use super::everything::is_large;
use super::{Line, keeps, moves};
use crate::search::Searcher;
use crate::shared::SharedTables;

/// Returns for each move whether it keeps the value, `None` where the search ended without an
/// answer.
pub(super) fn find_best(
    shared: &Arc<SharedTables>,
    game: &Game,
    threads: usize,
    value: i32,
) -> Vec<(PlayedMove, Option<bool>)> {
    shared.set_bounds([i32::MIN, i32::MAX]);
    let begin = || Searcher::new(shared, game);
    let moves = moves(game.position());
    parallel::map_with(threads, &moves, begin, |searcher, &action| {
        searcher.advance(action);
        let answer = keeps(searcher, game.to_move(), value);
        searcher.retreat();
        (action, answer)
    })
}

/// Returns the moves that are known to keep the value.
pub(super) fn kept(known: Vec<(PlayedMove, Option<bool>)>) -> Vec<PlayedMove> {
    let kept = known.into_iter().filter(|&(_, keeps)| keeps == Some(true));
    kept.map(|(action, _)| action).collect()
}

/// Largest length of a line of best play.
const MAX_LINE: usize = 200;

/// Returns a line of best play, and whether it ends the game. At each step it takes the first move
/// that keeps the value, in this order: moves that end the game, on larger boards the placement on
/// the way to the whole board where that is proven, then placements on an empty board and tokens on
/// others, so that play is not prolonged without need.
pub(super) fn find_line(shared: &Arc<SharedTables>, game: &Game, value: i32) -> (Line, bool) {
    let mut searcher = Searcher::new(shared, game);
    let mut line = Vec::new();
    while line.len() < MAX_LINE {
        let mover = searcher.position().to_move();
        let mut moves = moves(searcher.position());
        let position = searcher.position();
        let begun = position.board().stones().next().is_some();
        // Moves before it would have to be refuted, which may take far longer. On a small board the
        // line is the same whichever thread found its value.
        let is_large = is_large(position.board());
        let known = is_large.then(|| searcher.move_to_whole_board()).flatten();
        let rank = |action| {
            let is_token = matches!(action, PlayedMove::Token(_));
            let is_known = Some(action) == known;
            (!ends(position, action), !is_known, begun != is_token)
        };
        moves.sort_by_key(|&action| rank(action));
        let mut next = None;
        for action in moves {
            searcher.advance(action);
            match keeps(&mut searcher, mover, value) {
                Some(true) => {
                    next = Some(action);
                    break;
                }
                Some(false) => searcher.retreat(),
                None => return (line, false),
            }
        }
        let Some(action) = next else {
            break;
        };
        line.push((mover, action));
    }
    (line, searcher.position().state().over.is_some())
}

/// Returns whether a move ends the game.
pub(super) fn ends(position: &Position, action: PlayedMove) -> bool {
    let mut after = position.clone();
    after.make(position.to_move(), action, |_| ());
    matches!(
        after.state().over,
        Some(GameEnd::Passes | GameEnd::Draw | GameEnd::NoMove(_))
    )
}
