//! Late positions with their exact values, to test whether the player keeps them.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use log::debug;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use halfpoint_core::board::{Color, Size};
use halfpoint_core::game::{Game, Move, PlayedMove};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::{color_letter, parse_color, parse_vertex};
use halfpoint_core::rules::find;

use halfpoint_engine::player::{self, Player, Reason, Settings};
use halfpoint_nn::Net;
use halfpoint_solver::{SolverLimits, moves, solve, value};

use super::{Counted, map_counted};

/// A position, written as the game that leads to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Late {
    /// Id of the rule set.
    pub rules: String,
    /// Number of columns.
    pub width: usize,
    /// Number of rows.
    pub height: usize,
    /// Komi in half-points, chosen so that the side to move wins by half a point with best play.
    pub komi: i32,
    /// The moves, such as `B C3` or `W button`.
    pub moves: Vec<String>,
    /// Exact value in half-points, with komi subtracted; 1, 0 or −1 where nothing is counted.
    pub value: i32,
    /// Number of moves that keep the value, and number of all moves.
    pub best: (usize, usize),
}

impl Late {
    /// Returns the game; `None` if it is not a legal one.
    #[must_use]
    pub fn game(&self) -> Option<Game> {
        let size = Size::new(self.width, self.height).ok()?;
        let rules = find(&self.rules)?.rules;
        let mut game = Game::new(rules, size, HalfPoints::from_halves(self.komi));
        for said in &self.moves {
            let (color, what) = said.split_once(' ')?;
            let color = parse_color(color)?;
            let mv = match (what, what.parse()) {
                ("pass", _) => Move::Pass,
                (_, Ok(name)) => Move::Token(name),
                (_, Err(())) => Move::Place(parse_vertex(size, what)?),
            };
            game.play(color, &mv).ok()?;
        }
        Some(game)
    }
}

fn said(game: &Game) -> Vec<String> {
    let size = game.board().size();
    let records = game.records().iter();
    records
        .map(|record| {
            let action = match record.action {
                // Tokens are written by name, but plain passes as `pass`.
                PlayedMove::Token(token) if token.meaning() == "pass" => "pass".to_string(),
                action => action.text(size),
            };
            format!("{} {action}", color_letter(record.color))
        })
        .collect()
}

/// Plays a random game up to the first position after at least `min_moves` moves that is solved
/// within `limits` and in which not every move keeps the value. Returns `None` if the game has no
/// such position.
#[must_use]
pub fn find_one(
    id: &str,
    size: Size,
    min_moves: usize,
    seed: u64,
    limits: SolverLimits,
) -> Option<Late> {
    let rules = find(id)?.rules;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut game = Game::new(rules, size, HalfPoints::ZERO);
    while game.records().len() < 4 * size.area() {
        let color = game.to_move();
        let placements = halfpoint_core::game::eye::placements_but_eyes(game.position(), color);
        let mv = match placements.choose(&mut rng) {
            Some(&point) if rng.random_ratio(14, 15) => Move::Place(point),
            _ => Move::Pass,
        };
        game.play(color, &mv).ok()?;
        if game.state().over.is_some() {
            return None;
        }
        if game.records().len() < min_moves {
            continue;
        }
        let found = solve(&game, limits, &|_| ());
        let Some(value) = found.bounds.exact() else {
            continue;
        };
        let all = moves(game.position()).len();
        let color = game.to_move();
        let not_lost = !rules.last_mover_wins() || value * color.sign() >= 0;
        let best = found.all_best().map_or(0, <[_]>::len);
        if best == 0 || best >= all || !not_lost {
            continue;
        }
        // With this komi the mover wins by the least possible margin, so that a move that loses a
        // half-point loses the game.
        let komi = match rules.has_komi() {
            true => value - color.sign(),
            false => 0,
        };
        return Some(Late {
            rules: id.to_string(),
            width: size.width(),
            height: size.height(),
            komi,
            moves: said(&game),
            value: value - komi,
            best: (best, all),
        });
    }
    None
}

/// Result of a test of the player on a position.
#[derive(Clone, Debug)]
pub struct Tried {
    /// The move that the player chose.
    pub action: PlayedMove,
    /// Value after the move, or the margin of an agreement if the player made a token move in place
    /// of a capture; `None` if solving took too long.
    pub value: Option<i32>,
}

/// Lets a player with a `net`, or one without, move in each position, on several threads, and
/// solves the resulting positions, which are `counted` as they are done. An entry is `None` where
/// the position is not a legal game.
#[must_use]
pub fn try_player(
    positions: &[Late],
    settings: &Settings,
    net: Option<&Arc<Net>>,
    limits: SolverLimits,
    threads: usize,
    counted: Counted<'_>,
) -> Vec<Option<Tried>> {
    map_counted(threads, positions, counted, |late| {
        let mut player = Player::new(settings.clone());
        player.set_net(net.cloned());
        let tried = try_one(late, &mut player, limits);
        debug!("{late:?}: {tried:?}");
        tried
    })
}

fn try_one(late: &Late, player: &mut Player, limits: SolverLimits) -> Option<Tried> {
    let mut game = late.game()?;
    let color: Color = game.to_move();
    let stop = AtomicBool::new(false);
    let query = player::MoveQuery::of(color, &stop);
    let decision = player.choose(&game, &query, None);
    let action = game.play(color, &decision.chosen).ok()?;
    let value = match action {
        PlayedMove::Resign => Some(-color.sign()),
        _ => value(&game, limits).exact(),
    };
    let value = match decision.reason {
        // Exact values require captures. Where the player leaves dead stones to an agreement
        // instead, its margin counts.
        Reason::NothingToCapture if value != Some(late.value) => agreed(&game).or(value),
        _ => value,
    };
    Some(Tried { action, value })
}

/// Returns Black's margin, in half-points, if both players pass from here and remove the stones
/// that the player judges dead. `None` if that judgement is in doubt, or further play after a
/// refusal comes to another margin.
fn agreed(game: &Game) -> Option<i32> {
    let ended = game.passed_out();
    let judged = Player::new(Settings::default()).judge(&ended);
    let judged = player::held_against_play(judged, &ended, []);
    let margin = ended.outcome(&judged.dead).margin()?;
    judged.is_certain().then_some(margin.halves())
}
