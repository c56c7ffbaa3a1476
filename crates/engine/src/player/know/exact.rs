//! Small boards: a proof by the solver takes precedence over the estimates of playouts.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use log::debug;

use halfpoint_core::board::Color;
use halfpoint_core::game::{Game, PlayedMove, Position, Proposal, Terms, TokenKind};

use crate::player::words::{Edge, ExactValue, Proven, Settings, token_edges};
use halfpoint_solver::{SolverLimits, best_moves};

/// Maximum number of points of a board that the solver is asked about.
const MAX_POINTS: usize = 36;
/// Maximum number of empty points of a position that the solver is asked about.
const MAX_EMPTY: usize = 12;
/// Share of the time for a move that the solver may take.
const SHARE: f64 = 0.4;
/// That share on boards of up to [`TINY_BOARD`] points: a proof is near there, and the search has
/// little to add.
const SHARE_ON_TINY_BOARD: f64 = 0.85;
/// Number of points up to which a board is tiny.
const TINY_BOARD: usize = 16;
/// Nodes of the solver for each playout, where playouts are bounded. That many nodes take about
/// [`SHARE`] of the time of a playout.
const NODES_A_PLAYOUT: u64 = 10;
/// Maximum memory of the solver's tables, in MiB. It is freed before the search tree grows.
const MEMORY_MB: usize = 64;

/// The value that the solver has proven for a position, with moves that keep it.
#[derive(Clone, Debug)]
pub struct Solved {
    position: Position,
    terms: Terms,
    /// Black's margin in half-points; 1, 0 or −1 where nothing is counted.
    value: i32,
    /// Moves that are proven to keep the value.
    moves: Vec<PlayedMove>,
}

/// Returns whether the solver may be asked about a position: it is small enough, `color` is to
/// move, the game is not over, and the players have neither proposed nor agreed on dead stones,
/// which would take precedence.
pub fn is_solvable(game: &Game, color: Color) -> bool {
    let board = game.board();
    let is_small = board.size().area() <= MAX_POINTS && board.empties().len() <= MAX_EMPTY;
    let is_plain = game.state().over.is_none()
        && game.state().proposal == Proposal::None
        && game.agreed_dead().is_none();
    is_small && is_plain && color == game.to_move()
}

/// Returns the part of the time for a move that the solver may take on a board of `area` points.
pub fn time_to_solve(time: Option<Duration>, area: usize) -> Option<Duration> {
    let share = if area <= TINY_BOARD {
        SHARE_ON_TINY_BOARD
    } else {
        SHARE
    };
    time.map(|time| time.mul_f64(share))
}

/// Asks the solver about a position that [`is_solvable`], within limits derived from `playouts` and
/// `time`. Returns `None` if the position is too hard, or if there was no time to prove any move.
pub fn solve(
    game: &Game,
    settings: &Settings,
    playouts: Option<u64>,
    time: Option<Duration>,
    stop: &AtomicBool,
) -> Option<Solved> {
    let limits = SolverLimits {
        time,
        nodes: playouts.map(|playouts| playouts.saturating_mul(NODES_A_PLAYOUT)),
        memory_mb: settings.memory_mb.min(MEMORY_MB),
        threads: settings.threads(),
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
    /// Returns whether this is about the position of `game`, under equal terms.
    pub fn is_of(&self, game: &Game) -> bool {
        self.terms == game.terms() && self.position == *game.position()
    }

    /// Returns the proof for a mover who may name the tokens in `allowed_tokens`; `None` if none of
    /// the moves that keep the value can be named.
    pub fn proof(&self, allowed_tokens: &[TokenKind]) -> Option<Proven> {
        let mover = self.position.to_move();
        let tokens = token_edges(&self.position, mover, allowed_tokens);
        let edge = |&action| match action {
            PlayedMove::Place(point) => Some(Edge::place(point)),
            _ => tokens.iter().copied().find(|edge| edge.action == action),
        };
        let edges: Vec<Edge> = self.moves.iter().filter_map(edge).collect();
        let value = self.value * mover.sign();
        let value = match self.position.rules().last_mover_wins() {
            true => ExactValue::Result(value),
            false => ExactValue::Margin(value),
        };
        (!edges.is_empty()).then(|| Proven::proof(value, edges))
    }
}
