//! Writes records of random games, as material for measurements.
//!
//! Stones are placed at random, never into own eyes. Play stops while the board is as empty as at
//! the end of a game between people, so that life and death still have to be judged.
//!
//! `cargo run --release --example random_records -- DIR [GAMES] [SIDE] [SEED]`

use std::error::Error;
use std::path::PathBuf;

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use halfpoint_core::board::Size;
use halfpoint_core::game::eye::placements_but_eyes;
use halfpoint_core::game::{Game, Move};
use halfpoint_core::rules::PRESETS;
use halfpoint_sgf::{self as sgf, Info};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let directory = PathBuf::from(arguments.next().ok_or("which directory?")?);
    let mut number = |usual: usize| arguments.next().map_or(Ok(usual), |text| text.parse());
    let (games, side, seed) = (number(1000)?, number(19)?, number(1)?);
    let size = Size::new(side, side)?;
    std::fs::create_dir_all(&directory)?;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed as u64);
    for index in 0..games {
        let preset = &PRESETS[index % PRESETS.len()];
        let mut game = Game::new(preset.rules, size, preset.usual_komi);
        for _ in 0..size.area() * 2 / 3 {
            let color = game.to_move();
            let points = placements_but_eyes(game.position(), color);
            let mv = points
                .choose(&mut rng)
                .map_or(Move::Pass, |&point| Move::Place(point));
            if game.state().over.is_some() || game.play(color, &mv).is_err() {
                break;
            }
        }
        for _ in 0..3 {
            if game.state().over.is_none() && game.play(game.to_move(), &Move::Pass).is_err() {
                break;
            }
        }
        let record = sgf::write(&game, preset.id, &Info::default());
        std::fs::write(directory.join(format!("{index:05}.sgf")), record)?;
    }
    Ok(())
}
