//! The moves that keep a value, and a line of them.

use std::sync::Arc;

use halfpoint_core::game::{Game, GameEnd, PlayedMove, Position};
use halfpoint_system::parallel;

use super::everything::is_large;
use super::{Line, keeps, moves};
use crate::search::Searcher;
use crate::shared::SharedTables;

/// Least number of nodes of a large board for each move: some seconds.
const MIN_NODES_A_MOVE: u64 = 1 << 20;
/// Nodes of the search for a value that take as long as one of the search for its moves: most of
/// them are those of the search for the whole board.
const NODES_OF_VALUE: u64 = 3;

/// Moves that a search for the best ones has decided, or not.
#[derive(Default)]
pub(super) struct BestMoves {
    /// Those that keep the value.
    pub(super) kept: Vec<PlayedMove>,
    /// Those of which it is not known.
    pub(super) undecided: Vec<PlayedMove>,
}

/// Returns the largest number of nodes for the question whether a move keeps the value of a game.
/// On large boards to refute a move may take far longer than to find the value, so all moves
/// together get about as much time as that took.
pub(super) fn nodes_a_move(shared: &SharedTables, game: &Game) -> u64 {
    if !is_large(game.board()) {
        return u64::MAX;
    }
    let moves = moves(game.position()).len().max(1) as u64;
    (shared.nodes() / (NODES_OF_VALUE * moves)).max(MIN_NODES_A_MOVE)
}

/// Returns the moves that keep the value, as far as they are found with so many nodes for each of
/// them. Calls `tell` after each move.
pub(super) fn find_best(
    shared: &Arc<SharedTables>,
    game: &Game,
    threads: usize,
    value: i32,
    nodes: u64,
    tell: &(dyn Fn() + Sync),
) -> BestMoves {
    shared.set_bounds([i32::MIN, i32::MAX]);
    let begin = || Searcher::new(shared, game);
    let moves = moves(game.position());
    let decided = parallel::map_with(threads, &moves, begin, |searcher, &action| {
        searcher.advance(action);
        let answer = keeps(searcher, game.to_move(), value, nodes);
        searcher.retreat();
        tell();
        answer
    });
    let mut best = BestMoves::default();
    for (action, answer) in moves.into_iter().zip(decided) {
        match answer {
            Some(true) => best.kept.push(action),
            Some(false) => (),
            None => best.undecided.push(action),
        }
    }
    best
}

/// Largest length of a line of best play.
const MAX_LINE: usize = 200;

/// Returns a line of best play, and whether it ends the game. At each step it takes the first move
/// that keeps the value, in this order: moves that end the game, on larger boards the placement on
/// the way to the whole board where that is proven, then placements on an empty board and tokens on
/// others, so that play is not prolonged without need. The line ends early where `nodes` do not
/// suffice for a move.
pub(super) fn find_line(
    shared: &Arc<SharedTables>,
    game: &Game,
    value: i32,
    nodes: u64,
) -> (Line, bool) {
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
            match keeps(&mut searcher, mover, value, nodes) {
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
