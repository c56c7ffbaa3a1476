//! Openings: moves that are played before the engines are asked.

use std::collections::VecDeque;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use rand::SeedableRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_xoshiro::Xoshiro256PlusPlus;
use thiserror::Error;

use halfpoint_core::excerpt::excerpt;
use halfpoint_core::game::eye::placements_but_eyes;
use halfpoint_core::game::{Game, Move, ReplayError, Setup, SetupError, free_handicap_points};
use halfpoint_nn::{NetChoice, NetError};
use halfpoint_sgf::{self as sgf, SgfError};
use halfpoint_system::checksum::digits_of;
use halfpoint_system::parallel::lock;
use halfpoint_system::regular;

use super::balance::Balance;
use super::config::MatchConfig;
use super::nets::Nets;
use super::schedule::Planned;

/// Number of random openings of which one must be even.
const MAX_TRIES: u32 = 1000;
/// Number of balanced openings that are kept, so that games from one opening find it only once.
const KEPT: usize = 64;

/// Reason why a match has no usable openings.
#[derive(Debug, Error)]
pub enum OpeningError {
    /// The folder, or a file in it, cannot be used.
    #[error("{0}: {1}")]
    File(PathBuf, FileError),
    /// The settings ask for a handicap as well as for openings from files.
    #[error("handicap and openings from files exclude each other")]
    Handicap,
    /// The handicap stones cannot be placed.
    #[error("handicap: {0}")]
    Setup(#[from] SetupError),
    /// The net that judges openings cannot be used.
    #[error("{0}: {1}")]
    Net(NetChoice, NetError),
    /// A finished game, which had the first of these openings, would have the second one now.
    #[error(
        "game {0} began from {1:?}, and the openings have {2:?} for it: the folder has changed"
    )]
    Changed(u32, String, String),
    /// A finished game began from another version of the file of its opening, which is named.
    #[error(
        "{1}: the file has changed since game {0} began from it; put it back, or take another \
         folder for another match"
    )]
    Edited(u32, String),
    /// No random opening is even.
    #[error(
        "none of {MAX_TRIES} random openings is even: take a greater width, another komi or fewer \
         random moves"
    )]
    Uneven,
    /// The user has stopped the match.
    #[error("interrupted while openings were read")]
    Stopped,
}

/// Reason why a folder or a file of openings cannot be used.
#[derive(Debug, Error)]
pub enum FileError {
    /// It cannot be read.
    #[error(transparent)]
    Read(#[from] io::Error),
    /// A file is not a valid game record.
    #[error(transparent)]
    Sgf(#[from] SgfError),
    /// A file has a move that is illegal under the rules of the match.
    #[error("illegal under the rules of the match: {0}")]
    Illegal(#[from] ReplayError),
    /// The board of a file has another size than that of the match.
    #[error("the board is not that of the match")]
    Size,
    /// The game of a file is already over at the end of the opening.
    #[error("the game is over at the end of the opening")]
    Over,
    /// The folder has no SGF file.
    #[error("there are no .sgf files")]
    Empty,
}

/// Start of a game: a position with the moves that led to it.
#[derive(Clone, Debug)]
pub struct Opening {
    /// File name, or the source of the random moves.
    pub name: String,
    /// Game after the opening moves, under the rules and with the komi of the match.
    pub game: Game,
    /// Checksum of the file; `None` without one.
    pub checksum: Option<String>,
}

/// Openings of a match.
#[derive(Debug)]
pub enum Openings {
    /// Random moves, derived from a seed.
    Random(Box<RandomOpenings>),
    /// Given openings, for example from files; they repeat after the last one. Not empty.
    Files(Vec<Opening>),
}

/// Openings of random moves.
#[derive(Debug)]
pub struct RandomOpenings {
    /// Game before the random moves.
    start: Game,
    /// Number of random moves.
    plies: u32,
    /// Seed of the match.
    seed: u64,
    /// Judgement whether an opening is even; `None` to take any.
    balance: Option<Balance>,
    /// Balanced openings that were found last, with their numbers.
    found: Mutex<VecDeque<(u32, Opening)>>,
}

impl Openings {
    /// Creates the openings that the settings ask for. `stop` aborts the reading of a large folder.
    ///
    /// # Errors
    /// Returns an error if a file cannot be used, the handicap cannot be placed, or the reading was
    /// stopped.
    pub fn of(
        config: &MatchConfig,
        nets: &Nets,
        stop: &AtomicBool,
    ) -> Result<Openings, OpeningError> {
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
        Ok(Openings::Random(Box::new(RandomOpenings {
            start: Game::with_setup(rules, setup, komi),
            plies: config.opening_plies,
            seed: config.seed,
            balance: balance(config, nets)?,
            found: Mutex::default(),
        })))
    }

    /// Checks that a game began from its opening. Only those from files are compared, by name and
    /// content: random ones follow from the settings.
    ///
    /// # Errors
    /// Returns an error if the game has another opening.
    pub fn check(
        &self,
        planned: &Planned,
        name: &str,
        checksum: Option<&str>,
    ) -> Result<(), OpeningError> {
        let Openings::Files(openings) = self else {
            return Ok(());
        };
        let opening = &openings[planned.opening as usize % openings.len()];
        if opening.name != name {
            let (was, is) = (excerpt(name), opening.name.clone());
            return Err(OpeningError::Changed(planned.game, was, is));
        }
        if checksum.is_some() && checksum != opening.checksum.as_deref() {
            return Err(OpeningError::Edited(planned.game, opening.name.clone()));
        }
        Ok(())
    }

    /// Returns the opening with this number; deterministic. `stop` aborts the search for a balanced
    /// one.
    ///
    /// # Errors
    /// Returns an error if no even opening is found, or the search for it was stopped.
    ///
    /// # Panics
    /// Panics if the list of given openings is empty.
    pub fn get(&self, number: u32, stop: &AtomicBool) -> Result<Opening, OpeningError> {
        match self {
            Openings::Random(random) => random.get(number, stop),
            Openings::Files(openings) => Ok(openings[number as usize % openings.len()].clone()),
        }
    }
}

/// Returns the judgement of openings that the settings ask for.
fn balance(config: &MatchConfig, nets: &Nets) -> Result<Option<Balance>, OpeningError> {
    let Some(width) = config.balanced else {
        return Ok(None);
    };
    let net = nets.open(&config.net, false);
    let net = net.map_err(|reason| OpeningError::Net(config.net.clone(), reason))?;
    Ok(Some(Balance::new(width, net)))
}

impl RandomOpenings {
    fn get(&self, number: u32, stop: &AtomicBool) -> Result<Opening, OpeningError> {
        let seed = self.seed.rotate_left(32) ^ u64::from(number);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let Some(balance) = &self.balance else {
            return Ok(self.named(random(&self.start, self.plies, &mut rng), number, 1));
        };
        let found = || lock(&self.found);
        if let Some((_, opening)) = found().iter().find(|(known, _)| *known == number) {
            return Ok(opening.clone());
        }
        for attempt in 1..=MAX_TRIES {
            let game = random(&self.start, self.plies, &mut rng);
            let is_even = balance.is_even(&game, stop);
            if stop.load(Ordering::SeqCst) {
                return Err(OpeningError::Stopped);
            }
            if is_even {
                let opening = self.named(game, number, attempt);
                let mut found = found();
                found.truncate(KEPT - 1);
                found.push_front((number, opening.clone()));
                return Ok(opening);
            }
        }
        Err(OpeningError::Uneven)
    }

    /// Returns an opening with a name that says which of the random ones it is.
    fn named(&self, game: Game, number: u32, attempt: u32) -> Opening {
        let (plies, seed) = (self.plies, self.seed);
        let name = random_name(plies, seed, number);
        let name = match (plies, attempt) {
            (0, _) | (_, 1) => name,
            _ => format!("{name}, try {attempt}"),
        };
        Opening {
            name,
            game,
            checksum: None,
        }
    }
}

/// Returns the name of the first random opening with this number.
pub(crate) fn random_name(plies: u32, seed: u64, number: u32) -> String {
    match plies {
        0 => "empty".to_string(),
        _ => format!("{plies} random plies, seed {seed}/{number}"),
    }
}

/// Plays up to `plies` random moves: legal placements that neither fill an own eye nor end the
/// game. Stops early if there is none.
fn random(start: &Game, plies: u32, rng: &mut Xoshiro256PlusPlus) -> Game {
    let mut game = start.clone();
    for _ in 0..plies {
        let color = game.to_move();
        let points = placements_but_eyes(game.position(), color);
        let Some(&point) = points.choose(rng) else {
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
    game
}

/// Reads the openings of a folder, in an order that depends on the seed.
fn from_folder(
    config: &MatchConfig,
    folder: &Path,
    stop: &AtomicBool,
) -> Result<Vec<Opening>, OpeningError> {
    let paths = sgf_files(folder, config.seed);
    let paths = paths.map_err(|reason| OpeningError::File(folder.to_path_buf(), reason))?;
    let read = |path: PathBuf| match stop.load(Ordering::SeqCst) {
        true => Err(OpeningError::Stopped),
        false => from_file(config, &path).map_err(|reason| OpeningError::File(path, reason)),
    };
    paths.into_iter().map(read).collect()
}

/// Returns the SGF files of a folder, in an order that depends on the seed.
fn sgf_files(folder: &Path, seed: u64) -> Result<Vec<PathBuf>, FileError> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let kind = path.extension();
        if kind.is_some_and(|kind| kind.eq_ignore_ascii_case("sgf")) {
            paths.push(path);
        }
    }
    if paths.is_empty() {
        return Err(FileError::Empty);
    }
    // The order in which the system lists a folder is arbitrary.
    paths.sort();
    paths.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
    Ok(paths)
}

fn from_file(config: &MatchConfig, path: &Path) -> Result<Opening, FileError> {
    let bytes = regular::reader(path).and_then(sgf::bytes_of)?;
    let (rules, komi) = (config.rules.rules, config.komi());
    let up_to = config.opening_moves.map(|moves| moves as usize + 1);
    let mut game = sgf::read(&bytes, rules, komi, up_to)?.game;
    if game.board().size() != config.size.0 {
        return Err(FileError::Size);
    }
    game.forget_agreements();
    game = game.into_rules(rules)?;
    game.set_komi(komi);
    if game.state().over.is_some() {
        return Err(FileError::Over);
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Ok(Opening {
        name: name.into_owned(),
        game,
        checksum: Some(digits_of(&bytes)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use halfpoint_core::board::Size;
    use halfpoint_core::half_points::HalfPoints;
    use halfpoint_core::notation::BoardSize;

    /// Returns the openings with the numbers 0 to 49 of a match.
    fn fifty(config: &MatchConfig) -> Vec<Opening> {
        let stop = AtomicBool::new(false);
        let openings = Openings::of(config, &Nets::default(), &stop).expect("openings");
        let opening = |number| openings.get(number, &stop).expect("an opening");
        (0..50).map(opening).collect()
    }

    #[test]
    fn random_openings_depend_on_seed_and_number_alone() {
        let config = MatchConfig {
            opening_plies: 6,
            ..MatchConfig::default()
        };
        let mut positions = std::collections::BTreeSet::new();
        for (opening, again) in fifty(&config).into_iter().zip(fifty(&config)) {
            assert_eq!(opening.game, again.game);
            assert_eq!(opening.game.records().len(), 6);
            positions.insert(opening.game.board().key().low());
        }
        assert!(positions.len() > 45);
    }

    /// On 3×3 the value of each opening is exact: Black begins and owns the board, unless the
    /// random moves spoil that.
    #[test]
    fn balanced_openings_are_even_and_depend_on_seed_and_number_alone() {
        let config = |balanced| MatchConfig {
            size: BoardSize(Size::square(3)),
            komi: Some(HalfPoints::from_points(8)),
            opening_plies: 2,
            balanced,
            ..MatchConfig::default()
        };
        let width = HalfPoints::from_points(3);
        let balance = Balance::new(width, None);
        let stop = AtomicBool::new(false);
        let is_even = |opening: &Opening| balance.is_even(&opening.game, &stop);
        let (any, even) = (fifty(&config(None)), fifty(&config(Some(width))));
        assert!(any.iter().any(is_even) && !any.iter().all(is_even));
        assert!(even.iter().all(is_even));
        for (opening, any) in even.iter().zip(&any) {
            // An opening that is even at once stays.
            assert_eq!(opening.game == any.game, is_even(any), "{}", opening.name);
            assert_eq!(opening.name == any.name, is_even(any), "{}", opening.name);
        }
        let again = fifty(&config(Some(width)));
        let same =
            |(one, other): (&Opening, &Opening)| one.game == other.game && one.name == other.name;
        assert!(even.iter().zip(&again).all(same));
    }

    /// Black wins on 3×3 under `ultimate`, by few moves.
    #[test]
    fn where_spare_moves_decide_the_chance_says_what_is_even() {
        let config = MatchConfig {
            rules: "ultimate".parse().expect("rules"),
            size: BoardSize(Size::square(3)),
            ..MatchConfig::default()
        };
        let start = &fifty(&config)[0];
        let balance = Balance::new(HalfPoints::from_points(100), None);
        assert!(!balance.is_even(&start.game, &AtomicBool::new(false)));
    }

    #[test]
    fn the_search_for_an_even_opening_ends() {
        let config = MatchConfig {
            size: BoardSize(Size::square(2)),
            komi: Some(HalfPoints::from_points(1000)),
            opening_plies: 1,
            balanced: Some(HalfPoints::ONE),
            ..MatchConfig::default()
        };
        let stop = AtomicBool::new(false);
        let openings = Openings::of(&config, &Nets::default(), &stop).expect("openings");
        let get = || openings.get(0, &stop).err().map(|error| error.to_string());
        assert!(get().is_some_and(|text| text.contains("greater width")));
        stop.store(true, Ordering::SeqCst);
        assert!(get().is_some_and(|text| text.contains("interrupted")));
    }

    #[test]
    fn a_net_that_cannot_be_read_is_named() {
        let config = MatchConfig {
            opening_plies: 1,
            balanced: Some(HalfPoints::ONE),
            net: NetChoice::File("/no/such/net".into()),
            ..MatchConfig::default()
        };
        let stop = AtomicBool::new(false);
        let openings = Openings::of(&config, &Nets::default(), &stop);
        let error = openings.err().map(|error| error.to_string());
        assert!(error.is_some_and(|text| text.starts_with("/no/such/net: ")));
    }
}
