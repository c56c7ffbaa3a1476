//! The folder of a match, written so that nothing finished is ever lost.
//!
//! | file | what it holds |
//! |---|---|
//! | `match.toml` | the settings |
//! | `games.jsonl` | a line of JSON for each finished game, in the order of their ends |
//! | `sgf/000017.sgf` | the moves of game 17 |
//!
//! A game counts once its line, with the newline, is in `games.jsonl`; the SGF is there before. Whatever is
//! cut off by a sudden end is a part of a last line, and is removed when the match is resumed.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::config::MatchConfig;
use super::lines::{self, Lines, LinesError, at, write_whole};
use super::record::GameRecord;
use super::referee::Finished;

const SETTINGS: &str = "match.toml";
const GAMES: &str = "games.jsonl";
const RECORDS: &str = "sgf";

/// Why the folder cannot be used.
#[derive(Debug, Error)]
pub enum JournalError {
    /// A file cannot be read or written.
    #[error(transparent)]
    Lines(#[from] LinesError),
    /// The settings cannot be read.
    #[error("{path}: {reason}")]
    Settings {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: Box<toml::de::Error>,
    },
    /// The settings cannot be written.
    #[error("the settings cannot be written: {0}")]
    Unwritable(#[from] toml::ser::Error),
    /// There is a match in the folder already.
    #[error("{0} holds a match already; go on with it by --resume, or take another folder")]
    Exists(PathBuf),
    /// There is no match in the folder.
    #[error("{0} holds no match")]
    None(PathBuf),
    /// A game twice.
    #[error("{path}: game {game} is there twice")]
    Twice {
        /// The file.
        path: PathBuf,
        /// The game.
        game: u32,
    },
}

/// The folder of a match that is being played.
#[derive(Debug)]
pub struct Journal {
    dir: PathBuf,
    games: Lines,
}

impl Journal {
    /// Whether a folder holds a match.
    #[must_use]
    pub fn is_in(dir: &Path) -> bool {
        dir.join(SETTINGS).exists()
    }

    /// Begins a match in a folder, which is made if need be.
    ///
    /// # Errors
    /// If there is one already, or the folder cannot be written.
    pub fn create(dir: &Path, config: &MatchConfig) -> Result<Journal, JournalError> {
        let records = dir.join(RECORDS);
        fs::create_dir_all(&records).map_err(at(&records))?;
        let games = Lines::open(dir.join(GAMES))?;
        if Journal::is_in(dir) || !read_lines(dir)?.is_empty() {
            return Err(JournalError::Exists(dir.to_path_buf()));
        }
        write_whole(&dir.join(SETTINGS), toml::to_string(config)?.as_bytes())?;
        Ok(Journal {
            dir: dir.to_path_buf(),
            games,
        })
    }

    /// Goes on with a match: the settings, and the games that are finished.
    ///
    /// # Errors
    /// If there is none, it is being played, or what is there cannot be read.
    pub fn resume(dir: &Path) -> Result<(Journal, MatchConfig, Vec<GameRecord>), JournalError> {
        if !Journal::is_in(dir) {
            return Err(JournalError::None(dir.to_path_buf()));
        }
        let mut games = Lines::open(dir.join(GAMES))?;
        let (config, finished) = load(dir)?;
        games.repair()?;
        let records = dir.join(RECORDS);
        fs::create_dir_all(&records).map_err(at(&records))?;
        let journal = Journal {
            dir: dir.to_path_buf(),
            games,
        };
        Ok((journal, config, finished))
    }

    /// Adds a finished game. When this returns it is on the disk; when it fails the game is not there.
    ///
    /// # Errors
    /// If it cannot be written, as on a full disk.
    pub fn add(&mut self, finished: &Finished) -> Result<(), JournalError> {
        let sgf = self.dir.join(sgf_name(finished.record.game));
        write_whole(&sgf, finished.sgf.as_bytes())?;
        Ok(self.games.add(&finished.record)?)
    }
}

/// The file of a game, seen from the folder of its match.
#[must_use]
pub fn sgf_name(game: u32) -> String {
    format!("{RECORDS}/{game:06}.sgf")
}

/// The settings and the finished games of a match.
///
/// # Errors
/// If there is none, or what is there cannot be read.
pub fn load(dir: &Path) -> Result<(MatchConfig, Vec<GameRecord>), JournalError> {
    if !Journal::is_in(dir) {
        return Err(JournalError::None(dir.to_path_buf()));
    }
    let path = dir.join(SETTINGS);
    let text = fs::read_to_string(&path).map_err(at(&path))?;
    let config = toml::from_str(&text).map_err(|reason| JournalError::Settings {
        path,
        reason: Box::new(reason),
    })?;
    Ok((config, read_lines(dir)?))
}

/// Writes a whole match, as if it had been played in this folder. The SGF files come from the folders
/// that `source` gives for each game.
///
/// # Errors
/// If there is a match already, or a file cannot be read or written.
pub fn write(
    dir: &Path,
    config: &MatchConfig,
    games: &[(GameRecord, PathBuf)],
) -> Result<(), JournalError> {
    let mut journal = Journal::create(dir, config)?;
    for (record, source) in games {
        let path = source.join(sgf_name(record.game));
        let sgf = fs::read_to_string(&path).map_err(at(&path))?;
        let record = record.clone();
        journal.add(&Finished { record, sgf })?;
    }
    Ok(())
}

/// The finished games.
fn read_lines(dir: &Path) -> Result<Vec<GameRecord>, JournalError> {
    let path = dir.join(GAMES);
    let games: Vec<GameRecord> = lines::read(&path)?;
    let mut seen = BTreeSet::new();
    match games.iter().find(|record| !seen.insert(record.game)) {
        Some(twice) => Err(JournalError::Twice {
            path,
            game: twice.game,
        }),
        None => Ok(games),
    }
}
