//! Late positions with their exact values, to see whether the player keeps them.

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
use halfpoint_core::rules::{ScoringRule, find};

use crate::parallel;
use crate::player::{self, Player, Reason, Settings};
use crate::solver::{Limits, moves, solve, value};

/// A position, written as the game that leads to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Late {
    /// The id of the rule set.
    pub rules: String,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Komi in half-points: such that the side to move wins by one half-point, or by two, with best play.
    pub komi: i32,
    /// The moves, `B C3` or `W button`.
    pub moves: Vec<String>,
    /// The exact value in half-points, komi taken off; 1, 0 or −1 where nothing is counted.
    pub value: i32,
    /// How many moves keep it, of how many.
    pub best: (usize, usize),
}

impl Late {
    /// The game; `None` if this is no legal one.
    #[must_use]
    pub fn game(&self) -> Option<Game> {
        let size = Size::new(self.width, self.height).ok()?;
        let rules = find(&self.rules)?.rules;
        let mut game = Game::new(rules, size, HalfPoints::from_halves(self.komi));
        for said in &self.moves {
            let (color, what) = said.split_once(' ')?;
            let color = parse_color(color)?;
            let play = match (what, what.parse()) {
                ("pass", _) => Move::Pass,
                (_, Ok(name)) => Move::Token(name),
                (_, Err(())) => Move::Place(parse_vertex(size, what)?),
            };
            game.play(color, &play).ok()?;
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
                // A name for each; plain passes stay passes.
                PlayedMove::Token(token) if token.meaning() == "pass" => "pass".to_string(),
                action => action.text(size),
            };
            format!("{} {action}", color_letter(record.color))
        })
        .collect()
}

/// A random game up to the first position after at least `least` moves that is solved within `limits` and in which not
/// every move keeps the value; `None` if this one has none.
#[must_use]
pub fn find_one(id: &str, size: Size, least: usize, seed: u64, limits: Limits) -> Option<Late> {
    let rules = find(id)?.rules;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut game = Game::new(rules, size, HalfPoints::ZERO);
    while game.records().len() < 4 * size.area() {
        let color = game.to_move();
        let placements = player::placements_but_eyes(game.position(), color);
        let play = match placements.choose(&mut rng) {
            Some(&point) if rng.random_ratio(14, 15) => Move::Place(point),
            _ => Move::Pass,
        };
        game.play(color, &play).ok()?;
        if game.state().over.is_some() {
            return None;
        }
        if game.records().len() < least {
            continue;
        }
        let found = solve(&game, limits, &|_| ());
        let Some(value) = found.bounds.exact() else {
            continue;
        };
        let all = moves(game.position()).len();
        let color = game.to_move();
        let not_lost = rules.scoring != ScoringRule::Spare || value * color.sign() >= 0;
        if found.best.is_empty() || found.best.len() >= all || !not_lost {
            continue;
        }
        // A win by as little as there is: what loses a half-point loses the game.
        let komi = match rules.scoring {
            ScoringRule::Spare => 0,
            _ => value - color.sign(),
        };
        return Some(Late {
            rules: id.to_string(),
            width: size.width(),
            height: size.height(),
            komi,
            moves: said(&game),
            value: value - komi,
            best: (found.best.len(), all),
        });
    }
    None
}

/// What the player did with a position.
#[derive(Clone, Debug)]
pub struct Tried {
    /// The move.
    pub action: PlayedMove,
    /// The value after it, or the margin that is agreed on after a token in place of a capture;
    /// `None` if it took too long.
    pub value: Option<i32>,
}

/// Lets the player move in each position, on several threads, and solves what it leaves behind. `None` where
/// the position is no legal game.
#[must_use]
pub fn try_player(
    positions: &[Late],
    settings: &Settings,
    limits: Limits,
    threads: usize,
) -> Vec<Option<Tried>> {
    parallel::map(threads, positions, |late| {
        let tried = try_one(late, settings.clone(), limits);
        debug!("{late:?}: {tried:?}");
        tried
    })
}

fn try_one(late: &Late, settings: Settings, limits: Limits) -> Option<Tried> {
    let mut game = late.game()?;
    let color: Color = game.to_move();
    let stop = AtomicBool::new(false);
    let choice =
        Player::new(settings).choose(&game, color, &[], player::Limits { time: None }, &stop);
    let action = game.play(color, &choice.play).ok()?;
    let value = match action {
        PlayedMove::Resign => Some(-color.sign()),
        _ => value(&game, limits).exact(),
    };
    let value = match choice.reason {
        // Short of the captures nobody owns the dead stones by the exact value alone.
        Reason::NothingToCapture if value != Some(late.value) => agreed(&game).or(value),
        _ => value,
    };
    Some(Tried { action, value })
}

/// Black's margin, in half-points, if both pass from here and take off the stones that the player
/// judges dead; `None` if that is in doubt, or not what play comes to where somebody refuses.
fn agreed(game: &Game) -> Option<i32> {
    let ended = game.passed_out();
    let judged = Player::new(Settings::default()).judge(&ended);
    let judged = judged.held_against_play(&ended);
    let margin = ended.outcome(&judged.dead).margin()?;
    judged.is_certain().then_some(margin.halves())
}
