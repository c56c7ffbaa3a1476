//! Minimal engine: a GTP program that plays random moves, and passes when only its own eyes are
//! left.
//!
//! It answers at once, which makes it useful for measuring the program that plays matches. It is
//! also a short example of an engine on this library.
//!
//! `cargo run --release --example random_player`

use std::io::{self, BufRead, Write};

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use halfpoint_core::board::Size;
use halfpoint_core::game::eye::placements_but_eyes;
use halfpoint_core::game::{Game, Move};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation;
use halfpoint_core::rules::{self, PRESETS};
use halfpoint_gtp::grammar;

/// GTP commands that the engine knows.
const COMMANDS: [&str; 12] = [
    "protocol_version",
    "name",
    "version",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "kgs-rules",
    "set_random_seed",
    "play",
    "genmove",
];

/// State of the engine.
struct RandomPlayer {
    game: Game,
    rng: Xoshiro256PlusPlus,
}

impl RandomPlayer {
    /// Begins a new game of this size and these rules, with the komi of the last one.
    fn begin(&mut self, size: Size, rules: rules::Rules) {
        self.game = Game::new(rules, size, self.game.komi());
    }

    /// Returns the answer of a command, or the reason why it failed.
    fn answer(&mut self, name: &str, arguments: &[&str]) -> Result<String, String> {
        let argument = |index: usize| arguments.get(index).copied().unwrap_or("");
        let (size, rules) = (self.game.board().size(), *self.game.rules());
        let done = Ok(String::new());
        match name {
            "protocol_version" => Ok("2".to_string()),
            "name" => Ok("random player".to_string()),
            "version" => Ok(env!("CARGO_PKG_VERSION").to_string()),
            "list_commands" => Ok(COMMANDS.join("\n")),
            "quit" => done,
            "boardsize" => {
                let size: notation::BoardSize =
                    argument(0).parse().map_err(|_| "unacceptable size")?;
                self.begin(size.0, rules);
                done
            }
            "clear_board" => {
                self.begin(size, rules);
                done
            }
            "komi" => {
                let komi = argument(0).parse().map_err(|_| "no komi")?;
                self.game.set_komi(komi);
                done
            }
            "kgs-rules" => {
                let preset = rules::find(argument(0)).ok_or("unknown rules")?;
                self.begin(size, preset.rules);
                done
            }
            "set_random_seed" => {
                let seed = argument(0).parse().map_err(|_| "no seed")?;
                self.rng = Xoshiro256PlusPlus::seed_from_u64(seed);
                done
            }
            "play" => {
                let color = notation::parse_color(argument(0)).ok_or("no colour")?;
                let mv = grammar::whole(grammar::play(size), argument(1)).ok_or("no move")?;
                let played = self.game.play(color, &mv);
                played
                    .map(|_| String::new())
                    .map_err(|error| error.to_string())
            }
            "genmove" => {
                let color = notation::parse_color(argument(0)).ok_or("no colour")?;
                let points = placements_but_eyes(self.game.position(), color);
                let mv = points
                    .choose(&mut self.rng)
                    .map_or(Move::Pass, |&p| Move::Place(p));
                let played = self.game.play(color, &mv);
                played.map_err(|error| error.to_string())?;
                Ok(match mv {
                    Move::Place(point) => notation::vertex(size, point),
                    _ => "pass".to_string(),
                })
            }
            _ => Err("unknown command".to_string()),
        }
    }
}

fn main() -> io::Result<()> {
    let mut player = RandomPlayer {
        game: Game::new(
            PRESETS[0].rules,
            Size::square(19),
            HalfPoints::from_halves(15),
        ),
        rng: Xoshiro256PlusPlus::seed_from_u64(1),
    };
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = grammar::preprocess(&line?);
        let Ok(parsed) = grammar::line(&line) else {
            continue;
        };
        let id = parsed.id.map_or(String::new(), |id| id.to_string());
        let arguments: Vec<&str> = grammar::arguments(parsed.arguments).collect();
        match player.answer(parsed.name, &arguments) {
            Ok(text) => write!(output, "={id} {text}\n\n")?,
            Err(text) => write!(output, "?{id} {text}\n\n")?,
        }
        output.flush()?;
        if parsed.name == "quit" {
            break;
        }
    }
    Ok(())
}
