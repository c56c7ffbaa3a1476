//! Games of the player against itself. Each is a line: the side of the board, then the moves, each
//! with the moves that the search considered and their visits.

use std::error::Error;
use std::sync::atomic::AtomicBool;

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use halfpoint_core::board::Size;
use halfpoint_core::game::Move;
use halfpoint_core::notation::{parse_vertex, vertex};
use halfpoint_engine::player::learning::{Dictionary, Lesson};
use halfpoint_engine::player::{Basis, MoveInfo, MoveLimits, Player, Settings};

use crate::new_game;

/// Exclusive bound on the number of random moves at the start of a game, which make games differ.
const RANDOM_MOVES: usize = 5;
/// Inverse of the least share of visits with which a considered move is written down.
const MIN_SHARE: u32 = 200;

/// Returns a move as it is written in a line. Plain pass is the only token in these games.
fn name(size: Size, mv: &Move) -> String {
    match mv {
        Move::Place(point) => vertex(size, *point),
        _ => "pass".to_owned(),
    }
}

/// Plays a game of the player against itself and returns it as a line.
pub fn play(size: Size, playouts: u64, seed: u64) -> Result<String, Box<dyn Error>> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut game = new_game(size);
    let mut players = [0, 1].map(|side| {
        Player::new(Settings {
            playouts: Some(playouts),
            seed: seed.wrapping_mul(2).wrapping_add(side),
            ..Settings::default()
        })
    });
    let mut line = size.width().to_string();
    for _ in 0..rng.random_range(0..RANDOM_MOVES) {
        let points = game.position().placements(game.to_move());
        let point = *points.choose(&mut rng).ok_or("no placement")?;
        game.play(game.to_move(), &Move::Place(point))?;
        line.push_str(&format!(" {}", vertex(size, point)));
    }
    let (limits, stop) = (MoveLimits { time: None }, AtomicBool::new(false));
    while game.state().over.is_none() && game.records().len() < 3 * size.area() {
        let color = game.to_move();
        let decision = players[color.index()].choose(&game, color, &[], limits, &stop);
        if decision.chosen == Move::Resign {
            break;
        }
        line.push_str(&format!(" {}", name(size, &decision.chosen)));
        let all: u32 = decision.considered.iter().map(|c| c.visits).sum();
        for considered in &decision.considered {
            if considered.visits * MIN_SHARE > all {
                let mv = name(size, &considered.mv);
                line.push_str(&format!(":{mv}={}", considered.visits));
            }
        }
        game.play(color, &decision.chosen)?;
    }
    Ok(line)
}

/// Returns the board size and the positions of a line; `None` if it is no game.
pub fn read(line: &str, known: &Dictionary) -> Option<(Size, Vec<Lesson>)> {
    let mut moves = line.split(' ');
    let side = moves.next()?.parse().ok()?;
    let size = Size::new(side, side).ok()?;
    let move_of = |text: &str| match text {
        "pass" => Some(Move::Pass),
        vertex => Some(Move::Place(parse_vertex(size, vertex)?)),
    };
    let mut game = new_game(size);
    let mut lessons = Vec::new();
    for text in moves {
        let mut parts = text.split(':');
        let made = move_of(parts.next()?)?;
        let mut considered = Vec::new();
        for part in parts {
            let (text, visits) = part.split_once('=')?;
            considered.push(MoveInfo {
                mv: move_of(text)?,
                visits: visits.parse().ok()?,
                win_rate: 0.5,
                score: None,
                basis: Basis::Searched,
                line: Vec::new(),
                line_visits: Vec::new(),
                figures: None,
                ownership: Vec::new(),
            });
        }
        lessons.extend(Lesson::of_search(&game, &considered, known));
        game.play(game.to_move(), &made).ok()?;
    }
    Some((size, lessons))
}
