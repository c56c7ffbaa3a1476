//! Learns the weights of move features and of the patterns around moves.
//!
//! `games` lets the player play against itself and writes a line for each game. `weights` learns
//! from records of strong players, then goes on with such lines for boards of other sizes, and
//! writes the weights that predict the moves best, in the format of
//! `crates/engine/src/player/playouts/weights.txt` and `patterns.bin` beside it.
//!
//! `scripts/learn-priors` runs both with the arguments that made the weights in use.

mod records;
mod self_play;

use std::error::Error;
use std::io::Write;
use std::path::PathBuf;

use clap::Parser;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use halfpoint_core::board::Size;
use halfpoint_core::game::Game;
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::rules;
use halfpoint_engine::learn::RecordedGame;
use halfpoint_engine::player::learning::{
    BOARDS, Dictionary, Learner, Lesson, kind_of_board, text,
};

/// Share that is kept back to test the weights: one game in this many, one record in the square of
/// it.
const KEPT: usize = 10;
/// Number of records whose positions are held in memory at a time.
const GAMES_AT_A_TIME: usize = 1000;
/// Komi of all games: 6.5 points.
const KOMI: HalfPoints = HalfPoints::from_halves(13);

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
    /// Reads games and writes weights to standard output, and how well they predict to standard
    /// error.
    Weights {
        /// Rounds over all positions of the games.
        #[arg(long, default_value_t = 5)]
        rounds: usize,
        /// Records of games (SGF) to learn from, too.
        #[arg(long)]
        records: Vec<PathBuf>,
        /// Take one position in this many from the records.
        #[arg(long, default_value_t = 10)]
        every: usize,
        /// Learn the patterns that at least this many moves of the records made.
        #[arg(long, default_value_t = 20)]
        least: u32,
        /// File to write the patterns to.
        #[arg(long)]
        patterns: Option<PathBuf>,
        /// Files of games that this program played.
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
                let line = self_play::play(
                    size,
                    playouts,
                    seed.wrapping_mul(1_000_003).wrapping_add(game),
                )?;
                writeln!(std::io::stdout().lock(), "{line}")?;
            }
        }
        Command::Weights {
            rounds,
            records,
            every,
            least,
            patterns,
            files,
        } => {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
            let mut recorded = records::read(&records)?;
            let keys = records::common_patterns(&recorded, least);
            eprintln!("{} patterns", keys.len());
            let known = Dictionary::of(keys.iter().copied());
            recorded.shuffle(&mut rng);
            let large = learn_from_records(&recorded, every, &known, &mut rng);
            let mut learners = [large.for_another_board(), large.for_another_board(), large];
            let lessons = lessons_of_searches(&files, &known)?;
            for (learner, lessons) in learners.iter_mut().zip(lessons) {
                learn_from_searches(learner, lessons, rounds, &mut rng);
            }
            print!("{}", text(learners.each_ref()));
            if let Some(file) = patterns {
                std::fs::write(file, learners[BOARDS - 1].patterns(&known, &keys))?;
            }
        }
    }
    Ok(())
}

/// Learns one round over the positions of records, and prints how well the learner predicts the
/// records that were kept back.
fn learn_from_records(
    games: &[RecordedGame],
    every: usize,
    known: &Dictionary,
    rng: &mut Xoshiro256PlusPlus,
) -> Learner {
    let mut learner = Learner::new(known);
    let (kept, learned) = games.split_at(games.len() / KEPT.pow(2));
    let mut positions = 0;
    for games in learned.chunks(GAMES_AT_A_TIME) {
        let mut lessons: Vec<Lesson> = games
            .iter()
            .flat_map(|game| records::lessons_of(game, rng.random_range(0..every), every, known))
            .collect();
        lessons.shuffle(rng);
        learner.learn(&lessons);
        positions += lessons.len();
    }
    let kept: Vec<Lesson> = kept
        .iter()
        .flat_map(|game| records::lessons_of(game, 0, every, known))
        .collect();
    eprintln!("{} records, {positions} positions", games.len());
    eprintln!("kept back:    {:?}", learner.loss(&kept));
    learner
}

/// Positions of one kind of board: those to learn from, and those kept back.
#[derive(Default)]
struct Lessons {
    games: usize,
    learned: Vec<Lesson>,
    kept: Vec<Lesson>,
}

/// Returns the positions that this program searched, by kind of board.
///
/// # Errors
/// If a file cannot be read, or a line of it is no game.
fn lessons_of_searches(
    files: &[PathBuf],
    known: &Dictionary,
) -> Result<[Lessons; BOARDS], Box<dyn Error>> {
    let mut all: [Lessons; BOARDS] = std::array::from_fn(|_| Lessons::default());
    for file in files {
        for line in std::fs::read_to_string(file)?.lines() {
            let (size, of_game) =
                self_play::read(line, known).ok_or_else(|| format!("no game: {line:.60}"))?;
            let lessons = &mut all[kind_of_board(size)];
            lessons.games += 1;
            let is_kept = lessons.games.is_multiple_of(KEPT);
            if is_kept {
                &mut lessons.kept
            } else {
                &mut lessons.learned
            }
            .extend(of_game);
        }
    }
    Ok(all)
}

/// Trains a learner further on searched positions, and prints how well it predicts before and
/// after.
fn learn_from_searches(
    learner: &mut Learner,
    mut lessons: Lessons,
    rounds: usize,
    rng: &mut Xoshiro256PlusPlus,
) {
    if lessons.learned.is_empty() {
        return;
    }
    eprintln!(
        "{} games, {} positions",
        lessons.games,
        lessons.learned.len()
    );
    eprintln!("before:       {:?}", learner.loss(&lessons.kept));
    for _ in 0..rounds {
        lessons.learned.shuffle(rng);
        learner.learn(&lessons.learned);
    }
    eprintln!("learned from: {:?}", learner.loss(&lessons.learned));
    eprintln!("kept back:    {:?}", learner.loss(&lessons.kept));
}

/// Returns a new game under area scoring with the komi of all games.
fn new_game(size: Size) -> Game {
    let preset = rules::find("chinese").unwrap_or(&rules::PRESETS[0]);
    Game::new(preset.rules, size, KOMI)
}
