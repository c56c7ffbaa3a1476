//! Openings: what is played before the engines are asked.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use rand::SeedableRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_xoshiro::Xoshiro256PlusPlus;
use thiserror::Error;

use halfpoint_core::board::Color;
use halfpoint_core::game::{
    Game, Move, PlayedMove, ReplayError, Setup, SetupError, free_handicap_points,
};
use halfpoint_engine::player::placements_but_eyes;
use halfpoint_sgf::{self as sgf, SgfError};

use super::config::MatchConfig;

/// Why there are no openings.
#[derive(Debug, Error)]
pub enum OpeningError {
    /// The folder or a file cannot be read.
    #[error("{path}: {reason}")]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: io::Error,
    },
    /// A file that is no game record.
    #[error("{path}: {reason}")]
    Sgf {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: SgfError,
    },
    /// A file with a move that the rules of the match do not allow.
    #[error("{path}: illegal under the rules of the match: {reason}")]
    IllegalMove {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: ReplayError,
    },
    /// A board of another size.
    #[error("{0}: the board is not that of the match")]
    Size(PathBuf),
    /// A game that ends in the opening.
    #[error("{0}: the game is over at the end of the opening")]
    GameEnd(PathBuf),
    /// No SGF file at all.
    #[error("{0}: there are no .sgf files")]
    Empty(PathBuf),
    /// Handicap besides openings from files.
    #[error("handicap and openings from files exclude each other")]
    Handicap,
    /// Handicap stones that cannot be placed.
    #[error("handicap: {0}")]
    Setup(#[from] SetupError),
    /// The user ends the match.
    #[error("interrupted while openings were read")]
    Stopped,
}

/// Where a game starts, and what was played there.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The file, or what the random moves come from.
    pub name: String,
    /// The game after its moves, under the rules and with the komi of the match.
    pub game: Game,
}

/// The openings of a match.
#[derive(Debug)]
pub enum Openings {
    /// Random moves from a seed.
    Random {
        /// The game before them.
        start: Box<Game>,
        /// How many.
        plies: u32,
        /// The seed of the match.
        seed: u64,
    },
    /// Given ones, as from files; they begin anew when all were played.
    Files(Vec<Opening>),
}

impl Openings {
    /// Those that the settings ask for. `stop` ends the reading of a large folder early.
    ///
    /// # Errors
    /// If a file cannot be used, the handicap cannot be placed, or the reading was stopped.
    pub fn of(config: &MatchConfig, stop: &AtomicBool) -> Result<Openings, OpeningError> {
        let (rules, size, komi) = (config.rules.rules, config.size.0, config.komi());
        if let Some(folder) = &config.openings {
            if config.handicap > 0 {
                return Err(OpeningError::Handicap);
            }
            return from_folder(config, folder, stop).map(Openings::Files);
        }
        let setup = match config.handicap {
            0 => Setup::empty(size),
            number => Setup::with_handicap(size, &free_handicap_points(size, number)?)?,
        };
        Ok(Openings::Random {
            start: Box::new(Game::with_setup(rules, setup, komi)),
            plies: config.opening_plies,
            seed: config.seed,
        })
    }

    /// The opening of that number; the same number gives the same one.
    #[must_use]
    pub fn get(&self, number: u32) -> Opening {
        match self {
            Openings::Random { start, plies, seed } => random(start, *plies, *seed, number),
            Openings::Files(openings) => openings[number as usize % openings.len()].clone(),
        }
    }
}

/// So many random moves: placements that are legal, fill no own eye and end no game.
fn random(start: &Game, plies: u32, seed: u64, number: u32) -> Opening {
    let mut game = start.clone();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed.rotate_left(32) ^ u64::from(number));
    for _ in 0..plies {
        let color = game.to_move();
        let points = placements_but_eyes(game.position(), color);
        let Some(&point) = points.choose(&mut rng) else {
            break;
        };
        if game.play(color, &Move::Place(point)).is_err() {
            break;
        }
        if game.state().over.is_some() {
            game.undo();
            break;
        }
    }
    let name = match plies {
        0 => "empty".to_string(),
        _ => format!("{plies} random plies, seed {seed}/{number}"),
    };
    Opening { name, game }
}

/// The openings of a folder, in an order that the seed gives.
fn from_folder(
    config: &MatchConfig,
    folder: &Path,
    stop: &AtomicBool,
) -> Result<Vec<Opening>, OpeningError> {
    let failed = |reason| OpeningError::Read {
        path: folder.to_path_buf(),
        reason,
    };
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path
            .extension()
            .is_some_and(|kind| kind.eq_ignore_ascii_case("sgf"))
        {
            paths.push(path);
        }
    }
    if paths.is_empty() {
        return Err(OpeningError::Empty(folder.to_path_buf()));
    }
    // Folders are listed in any order.
    paths.sort();
    paths.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(config.seed));
    let read = |path: &PathBuf| match stop.load(Ordering::SeqCst) {
        true => Err(OpeningError::Stopped),
        false => from_file(config, path),
    };
    paths.iter().map(read).collect()
}

/// Opens a file of which reading comes to an end: neither a pipe nor a device.
fn regular(path: &Path) -> io::Result<fs::File> {
    match fs::metadata(path)?.is_file() {
        true => fs::File::open(path),
        false => Err(io::Error::other("not a regular file")),
    }
}

fn from_file(config: &MatchConfig, path: &Path) -> Result<Opening, OpeningError> {
    let path = path.to_path_buf();
    let bytes = match regular(&path).and_then(sgf::bytes_of) {
        Ok(bytes) => bytes,
        Err(reason) => return Err(OpeningError::Read { path, reason }),
    };
    let (rules, komi) = (config.rules.rules, config.komi());
    let up_to = config.opening_moves.map(|moves| moves as usize + 1);
    let mut game = match sgf::read(&bytes, rules, komi, up_to) {
        Ok(loaded) => loaded.game,
        Err(reason) => return Err(OpeningError::Sgf { path, reason }),
    };
    if game.board().size() != config.size.0 {
        return Err(OpeningError::Size(path));
    }
    game.forget_agreements();
    let mut game = match game.under(rules) {
        Ok(game) => game,
        Err(reason) => return Err(OpeningError::IllegalMove { path, reason }),
    };
    game.set_komi(komi);
    if game.state().over.is_some() {
        return Err(OpeningError::GameEnd(path));
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Ok(Opening {
        name: name.into_owned(),
        game,
    })
}

/// A move as engines are told it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordedMove {
    /// Who made it.
    pub color: Color,
    /// What it was.
    pub action: PlayedMove,
    /// Whether a plain pass would have been the same just then.
    pub plain: bool,
}

impl RecordedMove {
    /// The move that was made last; `None` at the start.
    #[must_use]
    pub fn last_of(game: &Game) -> Option<RecordedMove> {
        let mut before = game.clone();
        let record = before.undo()?;
        let plain = match record.action {
            PlayedMove::Token(token) => before.position().plain_pass(record.color) == Ok(token),
            PlayedMove::Place(_) | PlayedMove::Resign => false,
        };
        Some(RecordedMove {
            color: record.color,
            action: record.action,
            plain,
        })
    }
}

/// The moves of an opening.
#[must_use]
pub fn moves(game: &Game) -> Vec<RecordedMove> {
    let mut game = game.clone();
    let mut moves = Vec::new();
    while let Some(last) = RecordedMove::last_of(&game) {
        moves.push(last);
        game.undo();
    }
    moves.reverse();
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use halfpoint_core::board::Size;
    use halfpoint_core::game::TokenKind;
    use halfpoint_core::half_points::HalfPoints;
    use halfpoint_core::rules::find;

    #[test]
    fn a_pass_that_plain_pass_would_not_be_goes_by_its_name() {
        let rules = find("button").expect("rules").rules;
        let size = Size::square(3);
        let mut game = Game::new(rules, size, HalfPoints::ZERO);
        let centre = Move::Place(size.point(1, 1).expect("the centre"));
        for play in [
            Move::Token(TokenKind::FullPass),
            centre,
            Move::Pass,
            Move::Token(TokenKind::FullPass),
        ] {
            game.play(game.to_move(), &play).expect("legal");
        }
        let moves = moves(&game);
        let plain: Vec<bool> = moves.iter().map(|played| played.plain).collect();
        // The first one leaves the button on the table, the second pass takes it.
        assert_eq!(plain, [false, false, true, true]);
        assert_eq!(RecordedMove::last_of(&game), moves.last().copied());
    }

    #[test]
    fn random_openings_depend_on_seed_and_number_alone() {
        let config = MatchConfig {
            opening_plies: 6,
            ..MatchConfig::default()
        };
        let stop = AtomicBool::new(false);
        let openings = Openings::of(&config, &stop).expect("openings");
        let again = Openings::of(&config, &stop).expect("openings");
        let mut positions = std::collections::BTreeSet::new();
        for number in 0..50 {
            let opening = openings.get(number);
            assert_eq!(opening.game, again.get(number).game);
            assert_eq!(opening.game.records().len(), 6);
            positions.insert(opening.game.board().key().low());
        }
        assert!(positions.len() > 45);
    }
}
