//! Game records of strong players.

use std::collections::HashMap;
use std::error::Error;
use std::path::PathBuf;

use halfpoint_core::board::Color;
use halfpoint_core::game::Move;
use halfpoint_core::rules;
use halfpoint_engine::learn::RecordedGame;
use halfpoint_engine::player::learning::{Dictionary, Key, Lesson, PatternsOfMoves};
use halfpoint_sgf as sgf;

use crate::{KOMI, new_game};

/// Reads the games of these files. Games that cannot be read are skipped.
///
/// # Errors
/// If a file cannot be read.
pub fn read(files: &[PathBuf]) -> Result<Vec<RecordedGame>, Box<dyn Error>> {
    let mut all = Vec::new();
    let preset = rules::find("chinese").unwrap_or(&rules::PRESETS[0]);
    for file in files {
        let bytes = std::fs::read(file)?;
        for loaded in sgf::read_all(&bytes, preset.rules, KOMI) {
            let Ok(loaded) = loaded else { continue };
            all.push(RecordedGame::of(&loaded.game));
        }
    }
    Ok(all)
}

/// Returns the patterns that at least `least` moves made, in ascending order.
pub fn common_patterns(games: &[RecordedGame], least: u32) -> Vec<Key> {
    let mut counts: HashMap<Key, u32> = HashMap::new();
    for game in games {
        let mut seen = PatternsOfMoves::new(game.size);
        for (&point, color) in game.points.iter().zip(Color::BOTH.into_iter().cycle()) {
            for key in seen.play(color, point) {
                *counts.entry(key).or_default() += 1;
            }
        }
    }
    let mut common: Vec<Key> = counts
        .into_iter()
        .filter(|&(_, count)| count >= least)
        .map(|(key, _)| key)
        .collect();
    common.sort_unstable();
    common
}

/// Returns one position in `every` of a record, from move number `first` (counted from 0) on.
pub fn lessons_of(
    moves: &RecordedGame,
    first: usize,
    every: usize,
    known: &Dictionary,
) -> Vec<Lesson> {
    let mut game = new_game(moves.size);
    let mut lessons = Vec::new();
    for (at, &point) in moves.points.iter().enumerate() {
        if at % every == first {
            lessons.extend(Lesson::of_choice(&game, point, known));
        }
        if game.play(game.to_move(), &Move::Place(point)).is_err() {
            break;
        }
    }
    lessons
}
