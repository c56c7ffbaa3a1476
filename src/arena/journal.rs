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
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::config::MatchConfig;
use super::record::GameRecord;
use super::referee::Finished;

const SETTINGS: &str = "match.toml";
const GAMES: &str = "games.jsonl";
const RECORDS: &str = "sgf";

/// Why the folder cannot be used.
#[derive(Debug, Error)]
pub enum JournalError {
    /// A file cannot be read or written.
    #[error("{path}: {reason}")]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: io::Error,
    },
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
    /// Another process plays this match.
    #[error("{0} is being written by another process")]
    Busy(PathBuf),
    /// A line that is no game.
    #[error("{path}, line {line}: {reason}")]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// Why.
        reason: serde_json::Error,
    },
    /// A game twice.
    #[error("{path}: game {game} is there twice")]
    Twice {
        /// The file.
        path: PathBuf,
        /// The game.
        game: u32,
    },
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> JournalError {
    let path = path.to_path_buf();
    |reason| JournalError::File { path, reason }
}

/// The folder of a match that is being played.
#[derive(Debug)]
pub struct Journal {
    dir: PathBuf,
    games: File,
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
        let games = lock(dir)?;
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
        let mut games = lock(dir)?;
        let (config, finished) = load(dir)?;
        let path = dir.join(GAMES);
        // What was cut off goes, so that the next line begins as one.
        let whole = whole_lines(&fs::read(&path).map_err(at(&path))?).len() as u64;
        games.set_len(whole).map_err(at(&path))?;
        games.seek(SeekFrom::End(0)).map_err(at(&path))?;
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
        let path = self.dir.join(GAMES);
        let mut line = serde_json::to_vec(&finished.record)
            .map_err(|error| at(&path)(io::Error::other(error)))?;
        line.push(b'\n');
        let before = self.games.seek(SeekFrom::End(0)).map_err(at(&path))?;
        let written = self
            .games
            .write_all(&line)
            .and_then(|()| self.games.sync_data());
        if written.is_err() {
            // Best effort: what is left of the line is cut off by the next resumption at the latest.
            let _ = self.games.set_len(before);
        }
        written.map_err(at(&path))
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

/// Opens the list of games for this process alone.
fn lock(dir: &Path) -> Result<File, JournalError> {
    let path = dir.join(GAMES);
    let mut options = OpenOptions::new();
    let options = options.create(true).read(true).write(true).truncate(false);
    let file = options.open(&path).map_err(at(&path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(JournalError::Busy(dir.to_path_buf())),
        // A file system without locks is no reason not to play.
        Err(TryLockError::Error(reason)) => {
            log::warn!("{}: cannot be locked: {reason}", path.display());
            Ok(file)
        }
    }
}

/// Writes a file so that it is there as a whole or not at all.
fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), JournalError> {
    let new = path.with_extension("new");
    let write = || {
        let mut file = File::create(&new)?;
        file.write_all(bytes)?;
        file.sync_data()?;
        fs::rename(&new, path)
    };
    write().map_err(at(path))
}

/// The bytes up to the last newline.
fn whole_lines(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|&byte| byte == b'\n');
    &bytes[..end.map_or(0, |end| end + 1)]
}

/// The finished games. A last line without its end is no game yet.
fn read_lines(dir: &Path) -> Result<Vec<GameRecord>, JournalError> {
    let path = dir.join(GAMES);
    let bytes = match fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(reason) => return Err(JournalError::File { path, reason }),
    };
    let mut games = Vec::new();
    let mut seen = BTreeSet::new();
    let lines = whole_lines(&bytes).split(|&byte| byte == b'\n');
    for (index, line) in lines.enumerate().filter(|(_, line)| !line.is_empty()) {
        let game: GameRecord = match serde_json::from_slice(line) {
            Ok(game) => game,
            Err(reason) => {
                let line = index + 1;
                return Err(JournalError::Line { path, line, reason });
            }
        };
        if !seen.insert(game.game) {
            let game = game.game;
            return Err(JournalError::Twice { path, game });
        }
        games.push(game);
    }
    Ok(games)
}
