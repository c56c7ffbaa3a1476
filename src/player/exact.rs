//! Small boards: what the solver proves comes before what playouts guess.

use std::iter;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use log::debug;

use super::search::Found;
use super::tree::{Edge, token_edges};
use super::{Choice, Reason, Settings};
use crate::board::Color;
use crate::game::{Action, Game, Play, Proposal, TokenName};
use crate::half_points::HalfPoints;
use crate::rules::Counting;
use crate::solver::{Limits, best_moves};

/// Boards of more points are not asked about; …
const MOST_POINTS: usize = 36;
/// … nor those with more empty points.
const MOST_EMPTY: usize = 12;
/// The share of the time for a move that the solver may take.
const SHARE: f64 = 0.4;
/// Where playouts are bounded: nodes for each of them, which take about as long as that share of it.
const NODES_A_PLAYOUT: u64 = 10;
/// The most memory for the solver's tables, in MiB; it is given back before the tree grows.
const MEMORY_MB: usize = 64;

/// What the solver knows of a position.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Exact {
    /// The mover's margin in half-points; 1, 0 or −1 where nothing is counted.
    value: i32,
    counting: Counting,
    /// Moves that are proven to keep the value, and that the mover may say; at least one.
    edges: Vec<Edge>,
}

/// Asks the solver about a position; `None` if it is too large or too hard for it, or if what the players
/// said about dead stones would count for more.
pub(super) fn solved(
    game: &Game,
    color: Color,
    kinds: &[TokenName],
    settings: &Settings,
    time: Option<Duration>,
    stop: &AtomicBool,
) -> Option<Exact> {
    let board = game.board();
    let is_small = board.size().area() <= MOST_POINTS && board.empties().len() <= MOST_EMPTY;
    let is_plain = game.state().over.is_none()
        && game.state().proposal == Proposal::None
        && game.agreed_dead().is_none();
    if !is_small || !is_plain || color != game.to_move() {
        return None;
    }
    let limits = Limits {
        time: time.map(|time| time.mul_f64(SHARE)),
        nodes: settings
            .most_playouts()
            .map(|playouts| playouts.saturating_mul(NODES_A_PLAYOUT)),
        memory_mb: settings.memory_mb.min(MEMORY_MB),
        threads: settings.threads,
    };
    let (value, moves) = best_moves(game, limits, stop)?;
    let tokens = token_edges(game.position(), color, kinds);
    let edge = |action| match action {
        Action::Place(_) => Some(Edge {
            action,
            named: false,
        }),
        _ => tokens.iter().copied().find(|edge| edge.action == action),
    };
    let edges: Vec<Edge> = moves.into_iter().filter_map(edge).collect();
    debug!("the value is {value} for Black, kept by {edges:?}");
    (!edges.is_empty()).then(|| Exact {
        value: value * color.sign(),
        counting: game.rules().counting,
        edges,
    })
}

impl Exact {
    /// The move, if only one keeps the value.
    pub(super) fn only_choice(&self) -> Option<Choice> {
        match self.edges[..] {
            [edge] => Some(self.told(Choice::without_search(edge.play(), Reason::Proven))),
            _ => None,
        }
    }

    /// A choice that keeps the value: what playouts chose, or else what they liked best of what does. A game
    /// that is lost may be resigned.
    pub(super) fn instead_of(&self, choice: Choice, found: &Found) -> Choice {
        if choice.play == Play::Resign && self.value < 0 {
            return self.told(choice);
        }
        let proven = || self.edges.iter().map(|edge| edge.play());
        let liked = found.candidates.iter().map(|liked| liked.edge.play());
        let play = iter::once(choice.play.clone())
            .chain(liked)
            .chain(proven())
            .find(|play| proven().any(|proven| proven == *play));
        self.told(Choice {
            play: play.unwrap_or(choice.play),
            reason: Reason::Proven,
            ..choice
        })
    }

    /// A choice with what is known in place of what was guessed.
    fn told(&self, choice: Choice) -> Choice {
        Choice {
            win_rate: f64::from(self.value.signum() + 1) / 2.0,
            score: match self.counting {
                Counting::Spare => choice.score,
                _ => HalfPoints::from_halves(self.value).points(),
            },
            ..choice
        }
    }
}
