//! Small boards: what the solver proves comes before what playouts guess.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use log::debug;

use halfpoint_core::board::Color;
use halfpoint_core::game::{Game, PlayedMove, Position, Proposal, Terms, TokenKind};
use halfpoint_core::rules::ScoringRule;

use super::Settings;
use super::report::{Settled, Value};
use super::tree::{Edge, token_edges};
use crate::solver::{Limits, best_moves};

/// Boards of more points are not asked about; …
const MAX_POINTS: usize = 36;
/// … nor those with more empty points.
const MAX_EMPTY: usize = 12;
/// The share of the time for a move that the solver may take.
const SHARE: f64 = 0.4;
/// Where playouts are bounded: nodes for each of them, which take about as long as that share of it.
const NODES_A_PLAYOUT: u64 = 10;
/// The most memory for the solver's tables, in MiB; it is given back before the tree grows.
const MEMORY_MB: usize = 64;

/// The value that the solver has proven for a position, with the moves that keep it.
#[derive(Clone, Debug)]
pub(super) struct Solved {
    position: Position,
    terms: Terms,
    /// Black's margin in half-points; 1, 0 or −1 where nothing is counted.
    value: i32,
    /// Moves that are proven to keep the value.
    moves: Vec<PlayedMove>,
}

/// Whether the solver may be asked about a position: it is small enough, and nothing that the players said about dead
/// stones counts for more.
pub(super) fn is_solvable(game: &Game, color: Color) -> bool {
    let board = game.board();
    let is_small = board.size().area() <= MAX_POINTS && board.empties().len() <= MAX_EMPTY;
    let is_plain = game.state().over.is_none()
        && game.state().proposal == Proposal::None
        && game.agreed_dead().is_none();
    is_small && is_plain && color == game.to_move()
}

/// The share of the time for a move that the solver may take.
pub(super) fn time_to_solve(time: Option<Duration>) -> Option<Duration> {
    time.map(|time| time.mul_f64(SHARE))
}

/// Asks the solver about a position that [`is_solvable`], for as long as `playouts` or `time` would take; `None` if it is
/// too hard, or if there was no time to prove any move.
pub(super) fn solve(
    game: &Game,
    settings: &Settings,
    playouts: Option<u64>,
    time: Option<Duration>,
    stop: &AtomicBool,
) -> Option<Solved> {
    let limits = Limits {
        time,
        nodes: playouts.map(|playouts| playouts.saturating_mul(NODES_A_PLAYOUT)),
        memory_mb: settings.memory_mb.min(MEMORY_MB),
        threads: settings.threads,
    };
    let (value, moves) = best_moves(game, limits, stop)?;
    debug!(
        "the value is {value} for Black, kept by {}",
        moves
            .iter()
            .map(|action| action.text(game.board().size()))
            .collect::<Vec<_>>()
            .join(" ")
    );
    (!moves.is_empty()).then(|| Solved {
        position: game.position().clone(),
        terms: game.terms(),
        value,
        moves,
    })
}

impl Solved {
    /// Whether it is about that position.
    pub fn is_of(&self, game: &Game) -> bool {
        self.terms == game.terms() && self.position == *game.position()
    }

    /// The proof, for a mover who may say the tokens in `allowed_tokens` by name; `None` if she can say no move of which it is known
    /// that it keeps the value.
    pub fn proof(&self, allowed_tokens: &[TokenKind]) -> Option<Settled> {
        let mover = self.position.to_move();
        let tokens = token_edges(&self.position, mover, allowed_tokens);
        let edge = |&action| match action {
            PlayedMove::Place(_) => Some(Edge {
                action,
                named: false,
            }),
            _ => tokens.iter().copied().find(|edge| edge.action == action),
        };
        let edges: Vec<Edge> = self.moves.iter().filter_map(edge).collect();
        let value = self.value * mover.sign();
        let value = match self.position.rules().scoring {
            ScoringRule::Spare => Value::of_result(value),
            _ => Value::of_margin(value),
        };
        (!edges.is_empty()).then(|| Settled::proof(value, edges))
    }
}
