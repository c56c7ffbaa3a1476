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

use halfpoint_gtp::files::write_whole;

use super::config::MatchConfig;
use super::jsonl::{self, Lines, LinesError, at};
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
    /// A line that has changed since it was written, or that contradicts itself.
    #[error("{reason}; remove that line from {path}, and --resume plays its game again")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, and what is wrong with it.
        reason: String,
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

    /// Checks that a match can begin in a folder, without writing anything. [`Journal::create`]
    /// checks it again.
    ///
    /// # Errors
    /// If there is a match already, or games of one.
    pub fn check_free(dir: &Path) -> Result<(), JournalError> {
        match Journal::is_in(dir) || !read_lines(dir)?.is_empty() {
            true => Err(JournalError::Exists(dir.to_path_buf())),
            false => Ok(()),
        }
    }

    /// Begins a match in a folder, which is made if need be.
    ///
    /// # Errors
    /// If there is one already, or the folder cannot be written.
    pub fn create(dir: &Path, config: &MatchConfig) -> Result<Journal, JournalError> {
        let records = dir.join(RECORDS);
        fs::create_dir_all(&records).map_err(at(&records))?;
        let games = Lines::open(dir.join(GAMES))?;
        Journal::check_free(dir)?;
        put(&dir.join(SETTINGS), toml::to_string(config)?.as_bytes())?;
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
        put(&sgf, finished.sgf.as_bytes())?;
        Ok(self.games.add(&finished.record)?)
    }
}

/// Writes a file of a match as a whole.
fn put(path: &Path, bytes: &[u8]) -> Result<(), LinesError> {
    write_whole(path, bytes).map_err(at(path))
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

/// Writes a whole match, as if it had been played in this folder. The SGF files come from the
/// folders that `source` gives for each game. The list of games and the settings come last: when it
/// is ended on the way, no match is there, and it can be done again.
///
/// # Errors
/// If there is a match already, or a file cannot be read or written.
pub fn write(
    dir: &Path,
    config: &MatchConfig,
    games: &[(GameRecord, PathBuf)],
) -> Result<(), JournalError> {
    let records = dir.join(RECORDS);
    fs::create_dir_all(&records).map_err(at(&records))?;
    // The lock keeps other processes from beginning a match here meanwhile.
    let _lock = Lines::open(dir.join(GAMES))?;
    Journal::check_free(dir)?;
    let mut lines = Vec::new();
    for (record, source) in games {
        let name = sgf_name(record.game);
        let path = source.join(&name);
        let sgf = fs::read_to_string(&path).map_err(at(&path))?;
        put(&dir.join(name), sgf.as_bytes())?;
        lines.extend(jsonl::line_of(record).map_err(at(&dir.join(GAMES)))?);
    }
    let settings = toml::to_string(config)?;
    put(&dir.join(GAMES), &lines)?;
    Ok(put(&dir.join(SETTINGS), settings.as_bytes())?)
}

/// The finished games.
fn read_lines(dir: &Path) -> Result<Vec<GameRecord>, JournalError> {
    let path = dir.join(GAMES);
    let damaged = |reason: String| JournalError::Damaged {
        path: path.clone(),
        reason,
    };
    let lines = jsonl::read::<GameRecord>(&path).map_err(|error| match error {
        LinesError::Damaged { .. } | LinesError::Line { .. } => damaged(error.to_string()),
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
    use tempfile::tempdir;

    use super::super::record::{Verdict, tests::sample};
    use super::*;

    /// Each single bit of a line, of its checksum and of its newline: a change is noticed, or what
    /// is read is what was written.
    #[test]
    fn every_changed_bit_of_a_line_is_noticed() {
        let folder = tempdir().expect("a folder");
        let path = folder.path().join(GAMES);
        let record = sample();
        let line = jsonl::line_of(&record).expect("a line");
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
        // Without its newline a line does not count, and a warning tells that.
        assert_eq!((refused, cut_off), (8 * (line.len() - 1), 8));
    }

    #[test]
    fn a_verdict_that_contradicts_its_result_is_refused() {
        let folder = tempdir().expect("a folder");
        let path = folder.path().join(GAMES);
        // As earlier versions wrote it, without a checksum.
        let text = serde_json::to_string(&sample()).expect("a line");
        fs::write(&path, format!("{text}\n")).expect("a file");
        assert_eq!(read_lines(folder.path()).expect("games"), [sample()]);
        let changed = text.replacen("\"verdict\":\"black\"", "\"verdict\":\"white\"", 1);
        assert_ne!(changed, text);
        fs::write(&path, format!("{text}\n{changed}\n")).expect("a file");
        let error = read_lines(folder.path()).expect_err("a contradiction");
        let told = error.to_string();
        for part in ["line 2", "verdict", "remove that line", GAMES] {
            assert!(told.contains(part), "{part}: {told}");
        }
        // With a right checksum, too.
        let mut record = sample();
        record.verdict = Verdict::White;
        fs::write(&path, jsonl::line_of(&record).expect("a line")).expect("a file");
        assert!(read_lines(folder.path()).is_err());
    }
}
