//! Learns what the features of moves are worth, from games of the player against itself.
//!
//! `games` plays them and writes a line for each: the side of the board, then the moves, each with
//! the moves that the search looked at and their visits. `weights` reads such lines and writes the weights
//! that foretell the visits best, as `src/player/playouts/weights.txt` holds them.
//!
//! `scripts/learn-priors` runs the two as they were run for the weights in use.

use std::error::Error;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use clap::Parser;
use halfpoint::board::Size;
use halfpoint::game::{Game, Play};
use halfpoint::half_points::HalfPoints;
use halfpoint::notation::{parse_vertex, vertex};
use halfpoint::player::learning::{Lesson, fit, loss, text};
use halfpoint::player::{Considered, Limits, Player, Settings};
use halfpoint::rules;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Every tenth game is kept to test the weights on.
const KEPT: usize = 10;
/// A game begins with fewer random moves than this, so that games differ.
const RANDOM_MOVES: usize = 5;
/// Moves with less than one visit in so many are not written down.
const SMALLEST_SHARE: u32 = 200;
/// Komi of the games, in half-points.
const KOMI: i32 = 13;

#[derive(Parser)]
enum Command {
    /// Plays games and writes them to standard output.
    Games {
        #[arg(long, default_value_t = 9)]
        size: usize,
        #[arg(long, default_value_t = 100)]
        games: u64,
        #[arg(long, default_value_t = 2000)]
        playouts: u64,
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Reads games and writes weights to standard output; how well they foretell to standard error.
    Weights {
        /// Rounds over all positions.
        #[arg(long, default_value_t = 5)]
        rounds: usize,
        /// Length of a step.
        #[arg(long, default_value_t = 0.1)]
        rate: f32,
        files: Vec<PathBuf>,
    },
}

fn main() -> Result<(), Box<dyn Error>> {
    match Command::parse() {
        Command::Games {
            size,
            games,
            playouts,
            seed,
        } => {
            let size = Size::new(size, size)?;
            for game in 0..games {
                let line = play(
                    size,
                    playouts,
                    seed.wrapping_mul(1_000_003).wrapping_add(game),
                )?;
                writeln!(std::io::stdout().lock(), "{line}")?;
            }
        }
        Command::Weights {
            rounds,
            rate,
            files,
        } => {
            let (mut lessons, mut kept, mut games) = (Vec::new(), Vec::new(), 0);
            for file in files {
                for line in std::fs::read_to_string(file)?.lines() {
                    games += 1;
                    let is_kept = games % KEPT == 0;
                    let of_game = read(line).ok_or_else(|| format!("no game: {line:.60}"))?;
                    if is_kept { &mut kept } else { &mut lessons }.extend(of_game);
                }
            }
            lessons.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(1));
            let weights = fit(&lessons, rounds, rate);
            eprintln!("{games} games, {} positions", lessons.len() + kept.len());
            eprintln!("learned from: {:?}", loss(&weights, &lessons));
            eprintln!("kept back:    {:?}", loss(&weights, &kept));
            print!("{}", text(&weights));
        }
    }
    Ok(())
}

fn new_game(size: Size) -> Game {
    let preset = rules::find("chinese").unwrap_or(&rules::PRESETS[0]);
    Game::new(preset.rules, size, HalfPoints::from_halves(KOMI))
}

/// A move as it is written down; the games know no tokens but plain pass.
fn name(size: Size, play: &Play) -> String {
    match play {
        Play::Place(point) => vertex(size, *point),
        _ => "pass".to_owned(),
    }
}

/// A game of the player against itself, as a line.
fn play(size: Size, playouts: u64, seed: u64) -> Result<String, Box<dyn Error>> {
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
        game.play(game.to_move(), &Play::Place(point))?;
        line.push_str(&format!(" {}", vertex(size, point)));
    }
    let (limits, stop) = (Limits { time: None }, AtomicBool::new(false));
    while game.state().over.is_none() && game.records().len() < 3 * size.area() {
        let color = game.to_move();
        let choice = players[color.index()].choose(&game, color, &[], limits, &stop);
        if choice.play == Play::Resign {
            break;
        }
        line.push_str(&format!(" {}", name(size, &choice.play)));
        let all: u32 = choice.considered.iter().map(|c| c.visits).sum();
        for considered in &choice.considered {
            if considered.visits * SMALLEST_SHARE > all {
                let play = name(size, &considered.play);
                line.push_str(&format!(":{play}={}", considered.visits));
            }
        }
        game.play(color, &choice.play)?;
    }
    Ok(line)
}

/// The positions of a line.
fn read(line: &str) -> Option<Vec<Lesson>> {
    let mut moves = line.split(' ');
    let side = moves.next()?.parse().ok()?;
    let size = Size::new(side, side).ok()?;
    let play = |text: &str| match text {
        "pass" => Some(Play::Pass),
        vertex => Some(Play::Place(parse_vertex(size, vertex)?)),
    };
    let mut game = new_game(size);
    let mut lessons = Vec::new();
    for text in moves {
        let mut parts = text.split(':');
        let made = play(parts.next()?)?;
        let mut considered = Vec::new();
        for part in parts {
            let (text, visits) = part.split_once('=')?;
            considered.push(Considered {
                play: play(text)?,
                visits: visits.parse().ok()?,
                win_rate: 0.5,
                score: 0.0,
                line: Vec::new(),
            });
        }
        lessons.extend(Lesson::of(&game, &considered));
        game.play(game.to_move(), &made).ok()?;
    }
    Some(lessons)
}
