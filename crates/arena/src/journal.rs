//! Folder of a match, written such that no finished game is lost.
//!
//! | file | content |
//! |---|---|
//! | `match.toml` | the settings |
//! | `games.jsonl` | a line of JSON for each finished game, in the order in which they ended |
//! | `sgf/000017.sgf` | the moves of game 17 |
//!
//! A game counts once its line, including the newline, is in `games.jsonl`; its SGF file is written
//! before. An interruption can leave an incomplete last line, which is removed when the match is
//! resumed.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use halfpoint_engine::checksum::line_of;
use halfpoint_gtp::files::write_own;
use halfpoint_sgf as sgf;

use super::config::{ConfigError, MatchConfig};
use super::jsonl::{self, Lines, LinesError, at};
use super::record::GameRecord;
use super::referee::Finished;
use super::regular;

/// Largest size of a file of settings, in bytes.
pub const MAX_SETTINGS: u64 = 1 << 20;

const SETTINGS: &str = "match.toml";
const GAMES: &str = "games.jsonl";
const RECORDS: &str = "sgf";

/// Reason why the folder of a match cannot be used.
#[derive(Debug, Error)]
pub enum JournalError {
    /// A file cannot be read or written.
    #[error(transparent)]
    Lines(#[from] LinesError),
    /// The settings cannot be parsed.
    #[error("{path}: {reason}")]
    Settings {
        /// Path of the settings.
        path: PathBuf,
        /// Reason given by the parser.
        reason: Box<toml::de::Error>,
    },
    /// The settings describe no match.
    #[error("{path}: {reason}")]
    Invalid {
        /// Path of the settings.
        path: PathBuf,
        /// First constraint that they violate.
        reason: ConfigError,
    },
    /// The settings cannot be serialized.
    #[error("the settings cannot be written: {0}")]
    Unwritable(#[from] toml::ser::Error),
    /// The folder already holds a match.
    #[error("{0} holds a match already; go on with it by --resume, or take another folder")]
    Exists(PathBuf),
    /// The folder holds no match.
    #[error("{0} holds no match")]
    None(PathBuf),
    /// A line of the games has changed since it was written, or contradicts itself.
    #[error("{reason}; remove that line from {path}, and --resume plays its game again")]
    Damaged {
        /// Path of the file.
        path: PathBuf,
        /// Line number and description of the damage.
        reason: String,
    },
    /// A game occurs twice.
    #[error("{path}: game {game} is there twice")]
    Twice {
        /// Path of the file.
        path: PathBuf,
        /// Number of the game.
        game: u32,
    },
}

/// Folder of a match that this process plays. It holds the lock on `games.jsonl`.
#[derive(Debug)]
pub struct Journal {
    dir: PathBuf,
    games: Lines,
}

impl Journal {
    /// Returns whether a folder holds a match.
    #[must_use]
    pub fn is_in(dir: &Path) -> bool {
        dir.join(SETTINGS).exists()
    }

    /// Checks that a match can begin in a folder, without writing anything. [`Journal::create`]
    /// repeats the check under the lock.
    ///
    /// # Errors
    /// Returns an error if the folder already holds a match, or games of one.
    pub fn check_free(dir: &Path) -> Result<(), JournalError> {
        match Journal::is_in(dir) || !read_lines(dir)?.is_empty() {
            true => Err(JournalError::Exists(dir.to_path_buf())),
            false => Ok(()),
        }
    }

    /// Begins a match in a folder, which is created if it does not exist.
    ///
    /// # Errors
    /// Returns an error if the folder already holds a match, or cannot be written.
    pub fn create(dir: &Path, config: &MatchConfig) -> Result<Journal, JournalError> {
        let records = dir.join(RECORDS);
        regular::own_folder(&records).map_err(at(&records))?;
        let games = Lines::open(dir.join(GAMES))?;
        Journal::check_free(dir)?;
        // A line without an end is no game, but the first game must not be written behind it.
        if !games.is_empty()? {
            return Err(JournalError::Exists(dir.to_path_buf()));
        }
        put(&dir.join(SETTINGS), settings(dir, config)?.as_bytes())?;
        Ok(Journal {
            dir: dir.to_path_buf(),
            games,
        })
    }

    /// Resumes a match: returns the journal, the settings and the finished games.
    ///
    /// # Errors
    /// Returns an error if there is no match, another process plays it, or its files cannot be
    /// read.
    pub fn resume(dir: &Path) -> Result<(Journal, MatchConfig, Vec<GameRecord>), JournalError> {
        if !Journal::is_in(dir) {
            return Err(JournalError::None(dir.to_path_buf()));
        }
        let mut games = Lines::open(dir.join(GAMES))?;
        let (config, finished) = load(dir)?;
        games.repair()?;
        let records = dir.join(RECORDS);
        regular::own_folder(&records).map_err(at(&records))?;
        let journal = Journal {
            dir: dir.to_path_buf(),
            games,
        };
        Ok((journal, config, finished))
    }

    /// Adds a finished game. After `Ok` the game is on the disk; after `Err` it does not count.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written, for example on a full disk.
    pub fn add(&mut self, finished: &Finished) -> Result<(), JournalError> {
        let sgf = self.dir.join(sgf_name(finished.record.game));
        put(&sgf, finished.sgf.as_bytes())?;
        Ok(self.games.add(&finished.record)?)
    }
}

/// Writes a whole file of a match at once.
fn put(path: &Path, bytes: &[u8]) -> Result<(), LinesError> {
    write_own(path, bytes).map_err(at(path))
}

/// Returns the text of settings for the file in a folder.
fn settings(dir: &Path, config: &MatchConfig) -> Result<String, JournalError> {
    let text = toml::to_string(config)?;
    match text.len() as u64 > MAX_SETTINGS {
        true => {
            let error = io::Error::other("the settings are too long");
            Err(at(&dir.join(SETTINGS))(error).into())
        }
        false => Ok(text),
    }
}

/// Reads settings of at most [`MAX_SETTINGS`] bytes from whatever they come, as from a pipe.
///
/// # Errors
/// Returns an error if they cannot be read, are longer, or are not UTF-8.
pub fn settings_text(input: impl io::Read) -> io::Result<String> {
    regular::text_up_to(input, MAX_SETTINGS)
}

/// Returns the path of a game's SGF file, relative to the folder of the match.
#[must_use]
pub fn sgf_name(game: u32) -> String {
    format!("{RECORDS}/{game:06}.sgf")
}

/// Reads the settings and the finished games of a match.
///
/// # Errors
/// Returns an error if there is no match, or its files cannot be read.
pub fn load(dir: &Path) -> Result<(MatchConfig, Vec<GameRecord>), JournalError> {
    if !Journal::is_in(dir) {
        return Err(JournalError::None(dir.to_path_buf()));
    }
    let path = dir.join(SETTINGS);
    let text = regular::own_text(&path, MAX_SETTINGS).map_err(at(&path))?;
    let read: Result<MatchConfig, _> = toml::from_str(&text);
    let config = match read {
        Ok(config) => config,
        Err(reason) => {
            let reason = Box::new(reason);
            return Err(JournalError::Settings { path, reason });
        }
    };
    // Numbers of engines and games are bounded before anything is made for each of them.
    match config.validate() {
        Ok(()) => Ok((config, read_lines(dir)?)),
        Err(reason) => Err(JournalError::Invalid { path, reason }),
    }
}

/// Writes a complete match, as if it had been played in folder `dir`.
///
/// Each game comes with the folder of the match that its SGF file is copied from. The list of games
/// and then the settings are written last: if this is interrupted, the folder holds no match.
///
/// # Errors
/// Returns an error if the folder already holds a match, or a file cannot be read or written.
pub fn write(
    dir: &Path,
    config: &MatchConfig,
    games: &[(GameRecord, PathBuf)],
) -> Result<(), JournalError> {
    let records = dir.join(RECORDS);
    regular::own_folder(&records).map_err(at(&records))?;
    // The lock prevents another process from beginning a match here in the meantime.
    let _lock = Lines::open(dir.join(GAMES))?;
    Journal::check_free(dir)?;
    let mut lines = Vec::new();
    for (record, source) in games {
        let name = sgf_name(record.game);
        let path = source.join(&name);
        let sgf = regular::own_bytes(&path, sgf::MAX_BYTES as u64).map_err(at(&path))?;
        put(&dir.join(name), &sgf)?;
        lines.extend(line_of(record).map_err(at(&dir.join(GAMES)))?);
    }
    let settings = settings(dir, config)?;
    put(&dir.join(GAMES), &lines)?;
    Ok(put(&dir.join(SETTINGS), settings.as_bytes())?)
}

/// Reads and checks the finished games of a folder; none if there is no file.
fn read_lines(dir: &Path) -> Result<Vec<GameRecord>, JournalError> {
    let path = dir.join(GAMES);
    let damaged = |reason: String| JournalError::Damaged {
        path: path.clone(),
        reason,
    };
    let lines = jsonl::read::<GameRecord>(&path).map_err(|error| match error {
        LinesError::Damaged { .. } | LinesError::Line { .. } | LinesError::TooLong { .. } => {
            damaged(error.to_string())
        }
        LinesError::File { .. } | LinesError::Busy(_) => JournalError::Lines(error),
    })?;
    let mut seen = BTreeSet::new();
    let mut games = Vec::with_capacity(lines.len());
    for (line, record) in lines {
        let checked = record.check();
        checked.map_err(|error| damaged(format!("line {line}: {error}")))?;
        let game = record.game;
        if !seen.insert(game) {
            return Err(JournalError::Twice { path, game });
        }
        games.push(record);
    }
    Ok(games)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::tempdir;

    use super::super::record::{Verdict, tests::sample};
    use super::*;

    /// Flips each bit of a line, its checksum and its newline: the change is noticed, or the record
    /// that is read equals the one written.
    #[test]
    fn every_changed_bit_of_a_line_is_noticed() {
        let folder = tempdir().expect("a folder");
        let path = folder.path().join(GAMES);
        let record = sample();
        let line = line_of(&record).expect("a line");
        fs::write(&path, &line).expect("a file");
        let written = std::slice::from_ref(&record);
        assert_eq!(read_lines(folder.path()).expect("games"), written);
        let (mut refused, mut cut_off) = (0, 0);
        for bit in 0..8 * line.len() {
            let mut changed = line.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            fs::write(&path, &changed).expect("a file");
            match read_lines(folder.path()) {
                Err(_) => refused += 1,
                Ok(games) if games == written => (),
                Ok(games) => {
                    let content = jsonl::content::<GameRecord>(&path).expect("lines");
                    assert!(games.is_empty() && content.is_cut_off, "bit {bit}");
                    cut_off += 1;
                }
            }
        }
        // A line without its newline does not count, and a warning is logged.
        assert_eq!((refused, cut_off), (8 * (line.len() - 1), 8));
    }

    #[test]
    fn a_verdict_that_contradicts_its_result_is_refused() {
        let folder = tempdir().expect("a folder");
        let path = folder.path().join(GAMES);
        // Earlier versions wrote lines without a checksum.
        let text = serde_json::to_string(&sample()).expect("a line");
        fs::write(&path, format!("{text}\n")).expect("a file");
        assert_eq!(read_lines(folder.path()).expect("games"), [sample()]);
        let changed = text.replacen("\"verdict\":\"black\"", "\"verdict\":\"white\"", 1);
        assert_ne!(changed, text);
        fs::write(&path, format!("{text}\n{changed}\n")).expect("a file");
        let error = read_lines(folder.path()).expect_err("a contradiction");
        let text = error.to_string();
        for part in ["line 2", "verdict", "remove that line", GAMES] {
            assert!(text.contains(part), "{part}: {text}");
        }
        // A valid checksum does not hide the contradiction.
        let mut record = sample();
        record.verdict = Verdict::White;
        fs::write(&path, line_of(&record).expect("a line")).expect("a file");
        assert!(read_lines(folder.path()).is_err());
    }
}
