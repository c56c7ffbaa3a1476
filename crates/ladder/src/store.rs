//! Folder of a ladder.
//!
//! | file | contents |
//! |---|---|
//! | `ladder.jsonl` | the settings, the players, and each finished game: all inputs of the table |
//! | `sgf/000017.sgf` | the moves of game 17, if the arena has played it |
//!
//! Nothing else is stored: the table is computed from the lines each time. A game counts once its
//! line, newline included, is written, and a number occurs only once.

use std::fs;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::config::LadderConfig;
use super::history::Entry;
use super::state::{Ladder, StateError};
use halfpoint_arena::log::jsonl::{self, Lines, LinesError, at};
use halfpoint_arena::log::records::{self, Owner, Records};

const HISTORY: &str = "ladder.jsonl";

/// Reason why the folder cannot be used.
#[derive(Debug, Error)]
pub enum StoreError {
    /// A file cannot be read or written.
    #[error(transparent)]
    Lines(#[from] LinesError),
    /// The folder already holds a ladder.
    #[error("{0} holds a ladder already")]
    Exists(PathBuf),
    /// The folder of records has a file of something else.
    #[error("{0} is there already; take another folder, or move it away")]
    Occupied(PathBuf),
    /// The folder holds no ladder.
    #[error("{0} holds no ladder")]
    None(PathBuf),
    /// Entry that is invalid or cannot follow those before it.
    #[error(transparent)]
    State(#[from] StateError),
    /// Line that cannot follow those before it; lines are counted from 1.
    #[error("{0}, line {1}: {2}")]
    Line(PathBuf, usize, StateError),
}

/// Folder of a ladder, open for writing.
#[derive(Debug)]
pub struct Store {
    lines: Lines,
    records: Records,
}

impl Store {
    /// Starts a ladder in a folder, which is created if necessary.
    ///
    /// # Errors
    /// If the folder already holds a ladder or records of games, the settings are invalid, or the
    /// folder cannot be written.
    pub fn begin(dir: &Path, config: LadderConfig) -> Result<(Store, Ladder), StoreError> {
        let ladder = Ladder::new(config.clone())?;
        records::check_claims(dir, Owner::Ladder)?;
        fs::create_dir_all(dir).map_err(at(dir))?;
        let path = dir.join(HISTORY);
        let mut lines = Lines::open(path)?;
        // A start that was killed may have left a part of the first line, which is no ladder.
        lines.repair()?;
        if !lines.is_empty()? {
            return Err(StoreError::Exists(dir.to_path_buf()));
        }
        if let Some(path) = records::any_in(dir)? {
            return Err(StoreError::Occupied(path));
        }
        let records = Records::open(dir, Owner::Ladder)?;
        lines.add(&Entry::Ladder(config))?;
        Ok((Store { lines, records }, ladder))
    }

    /// Opens an existing ladder to continue it.
    ///
    /// # Errors
    /// If there is none, another process has it open for writing, or its lines cannot be read.
    pub fn open(dir: &Path) -> Result<(Store, Ladder), StoreError> {
        let path = dir.join(HISTORY);
        if !path.exists() {
            return Err(StoreError::None(dir.to_path_buf()));
        }
        let mut lines = Lines::open(path)?;
        let ladder = load(dir)?;
        lines.repair()?;
        let records = Records::open(dir, Owner::Ladder)?;
        Ok((Store { lines, records }, ladder))
    }

    /// Adds an entry, with the moves of a game if there are any. After success the entry is on the
    /// disk; after a failure it is not there.
    ///
    /// # Errors
    /// If the entry is invalid or cannot be written.
    pub fn add(
        &mut self,
        ladder: &mut Ladder,
        entry: Entry,
        sgf: Option<&str>,
    ) -> Result<(), StoreError> {
        ladder.check(&entry)?;
        // A record must not replace that of another ladder, which has taken the place of this one.
        self.lines.check_name()?;
        if let (Entry::Game(game), Some(sgf)) = (&entry, sgf) {
            self.records.put(game.game, sgf)?;
        }
        self.lines.add(&entry)?;
        Ok(ladder.apply(entry)?)
    }
}

/// Loads the ladder of a folder, computed from its lines.
///
/// # Errors
/// If there is none, or its lines cannot be read or contradict each other.
pub fn load(dir: &Path) -> Result<Ladder, StoreError> {
    replay(jsonl::read(&dir.join(HISTORY))?, dir)
}

/// Computes a ladder from its entries, each with its line number. Errors name `dir` as its folder.
///
/// # Errors
/// If an entry cannot be read, the first one does not begin a ladder, or an entry contradicts those
/// before it.
pub fn replay(
    mut entries: impl Iterator<Item = Result<(usize, Entry), LinesError>>,
    dir: &Path,
) -> Result<Ladder, StoreError> {
    let config = match entries.next().transpose()? {
        Some((_, Entry::Ladder(config))) => config,
        _ => return Err(StoreError::None(dir.to_path_buf())),
    };
    let mut ladder = Ladder::new(config)?;
    for entry in entries {
        let (line, entry) = entry?;
        let applied = ladder.apply(entry);
        applied.map_err(|reason| StoreError::Line(dir.join(HISTORY), line, reason))?;
    }
    Ok(ladder)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use halfpoint_arena::log::journal::Journal;
    use halfpoint_arena::plan::config::MatchConfig;
    use tempfile::tempdir;

    use super::*;

    #[test]
    fn no_ladder_begins_among_records_of_something_else() {
        let dir = tempdir().expect("a folder");
        let records = Records::open(dir.path(), Owner::Match).expect("a folder");
        assert!(Store::begin(dir.path(), LadderConfig::default()).is_ok());
        fs::remove_file(dir.path().join("ladder.jsonl")).expect("a file");
        records.put(0, "(;)").expect("a record");
        let begun = Store::begin(dir.path(), LadderConfig::default());
        assert!(matches!(begun, Err(StoreError::Occupied(_))), "{begun:?}");
    }

    #[test]
    fn a_ladder_begins_where_a_start_was_killed_in_its_first_line() {
        let dir = tempdir().expect("a folder");
        fs::write(dir.path().join("ladder.jsonl"), "{\"ladder\":{\"size").expect("a file");
        assert!(Store::begin(dir.path(), LadderConfig::default()).is_ok());
        assert!(Store::open(dir.path()).is_ok());
    }

    /// A ladder would replace the records of a match, whose numbers are the same.
    #[test]
    fn a_match_and_a_ladder_share_no_folder() {
        let dir = tempdir().expect("a folder");
        drop(Store::begin(dir.path(), LadderConfig::default()).expect("a ladder"));
        let claimed = "ladder.jsonl is there";
        let free = Journal::check_free(dir.path()).expect_err("a ladder");
        assert!(free.to_string().contains(claimed), "{free}");
        let begun = Journal::create(dir.path(), &MatchConfig::default()).expect_err("a ladder");
        assert!(begun.to_string().contains(claimed), "{begun}");
        assert!(Store::open(dir.path()).is_ok());
        for name in ["games.jsonl", "match.toml"] {
            let dir = tempdir().expect("a folder");
            drop(Store::begin(dir.path(), LadderConfig::default()).expect("a ladder"));
            fs::write(dir.path().join(name), "").expect("a file");
            let opened = Store::open(dir.path()).expect_err("a match").to_string();
            assert!(opened.contains(&format!("{name} is there")), "{opened}");
            fs::remove_file(dir.path().join("ladder.jsonl")).expect("a file");
            assert!(Store::begin(dir.path(), LadderConfig::default()).is_err());
            assert!(!dir.path().join("ladder.jsonl").exists());
        }
    }
}
