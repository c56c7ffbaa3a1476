//! Comparison of the formula for the current score of spare-move games with search.

use std::collections::HashSet;

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use halfpoint_core::board::{Board, Color, PointSet, Size};
use halfpoint_core::game::{Game, Move, TokenKind};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::life::cramped_stones;
use halfpoint_core::rules::Rules;

use halfpoint_core::game::eye::placements_but_eyes;
use halfpoint_solver::{Current, SolverLimits, current_score};

use super::{Counted, map_counted};

/// A position with its score by formula and by search, in points, Black minus White.
#[derive(Clone, Debug)]
pub struct ComparedScore {
    /// The stones.
    pub board: Board,
    /// Side that was to move with these stones, before any delay.
    pub first: Color,
    /// Number of delays made since. The first one creates the ultimate stone.
    pub delays: usize,
    /// Score by the formula.
    pub formula: i32,
    /// Whether the position is settled, so that the formula should hold.
    pub settled: bool,
    /// Score by search.
    pub search: Current,
}

/// Numbers of positions that were not compared, by reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Skipped {
    /// Positions in which the game is over.
    pub over: usize,
    /// Positions that cannot arise: a chain has no liberty, or a delay is illegal.
    pub illegal: usize,
    /// Positions that are not settled, where only settled ones were asked for.
    pub not_settled: usize,
}

/// The positions that were compared, and the numbers of the others.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// The positions that were compared.
    pub compared: Vec<ComparedScore>,
    /// Numbers of the others.
    pub skipped: Skipped,
}

/// Reason for which a position is not compared.
enum SkipReason {
    Over,
    Illegal,
    NotSettled,
}

/// Returns the score of a game by the formula, in points, and whether the position is settled.
#[must_use]
pub fn by_formula(game: &Game) -> (i32, bool) {
    let position = game.position();
    let dead = match game.rules().removes_dead() {
        true => cramped_stones(game.board()),
        false => PointSet::new(game.board().size()),
    };
    let score = position.count(&dead, game.terms());
    (score.margin().halves() / 2, score.certain)
}

/// Number of last boards taken from each game.
const LAST_BOARDS: usize = 4;

/// Returns boards from the ends of random games in which no own eye is filled, each board once.
/// Most groups live there, and little space is left.
#[must_use]
pub fn last_boards(rules: Rules, size: Size, games: usize, seed: u64) -> Vec<Board> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut seen = HashSet::new();
    let mut boards = Vec::new();
    for _ in 0..games {
        let mut game = Game::new(rules, size, HalfPoints::ZERO);
        let mut last = Vec::new();
        let max_moves = 4 * size.area();
        while game.state().over.is_none() && game.records().len() < max_moves {
            let color = game.to_move();
            let placements = placements_but_eyes(game.position(), color);
            let choice = placements.choose(&mut rng);
            let mv = choice.map_or(Move::Pass, |&point| Move::Place(point));
            if game.play(color, &mv).is_err() {
                break;
            }
            if choice.is_some() {
                last.push(game.board().clone());
            }
        }
        for board in last.into_iter().rev().take(LAST_BOARDS) {
            if seen.insert(board.key()) {
                boards.push(board);
            }
        }
    }
    boards
}

/// Maximum number of consecutive delays after which the score is compared.
const MAX_DELAYS: usize = 2;

/// Compares formula and search on the given boards, with either side to move and after 0 to 2
/// delays; with `only_settled`, in settled positions alone. The positions are `counted` as they are
/// done.
#[must_use]
pub fn compare(
    rules: Rules,
    boards: &[Board],
    only_settled: bool,
    limits: SolverLimits,
    threads: usize,
    counted: Counted<'_>,
) -> Comparison {
    let firsts = boards
        .iter()
        .flat_map(|board| Color::BOTH.map(|first| (board, first)));
    let items: Vec<(&Board, Color, usize)> = firsts
        .flat_map(|(board, first)| (0..=MAX_DELAYS).map(move |delays| (board, first, delays)))
        .collect();
    let found = map_counted(threads, &items, counted, |&(board, first, delays)| {
        compare_one(rules, board, first, delays, only_settled, limits)
    });
    let mut comparison = Comparison::default();
    for one in found {
        let skipped = &mut comparison.skipped;
        match one {
            Ok(one) => comparison.compared.push(one),
            Err(SkipReason::Over) => skipped.over += 1,
            Err(SkipReason::Illegal) => skipped.illegal += 1,
            Err(SkipReason::NotSettled) => skipped.not_settled += 1,
        }
    }
    comparison
}

fn compare_one(
    rules: Rules,
    board: &Board,
    first: Color,
    delays: usize,
    only_settled: bool,
    limits: SolverLimits,
) -> Result<ComparedScore, SkipReason> {
    let mut game = Game::from_board(rules, board, first).ok_or(SkipReason::Illegal)?;
    for _ in 0..delays {
        if game.state().over.is_some() {
            return Err(SkipReason::Over);
        }
        let color = game.to_move();
        let delayed = game.play(color, &Move::Token(TokenKind::Delay));
        delayed.map_err(|_| SkipReason::Illegal)?;
    }
    if game.state().over.is_some() {
        return Err(SkipReason::Over);
    }
    let (formula, settled) = by_formula(&game);
    if only_settled && !settled {
        return Err(SkipReason::NotSettled);
    }
    Ok(ComparedScore {
        board: board.clone(),
        first,
        delays,
        formula,
        settled,
        // Other games have no current score.
        search: current_score(&game, formula, limits).unwrap_or(Current::Unknown),
    })
}
