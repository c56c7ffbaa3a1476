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

use halfpoint_engine::regular;
use halfpoint_gtp::files::write_own;

use super::config::LadderConfig;
use super::history::Entry;
use super::state::{Ladder, StateError};
use crate::journal::sgf_name;
use crate::jsonl::{self, Lines, LinesError, at};

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
    /// The folder holds no ladder.
    #[error("{0} holds no ladder")]
    None(PathBuf),
    /// Entry that is invalid or cannot follow those before it.
    #[error(transparent)]
    State(#[from] StateError),
    /// Line that cannot follow those before it.
    #[error("{path}, line {line}: {reason}")]
    Line {
        /// Path of the file.
        path: PathBuf,
        /// Number of the line, from 1.
        line: usize,
        /// Reason why the line is invalid.
        reason: StateError,
    },
}

/// Folder of a ladder, open for writing.
#[derive(Debug)]
pub struct Store {
    dir: PathBuf,
    lines: Lines,
}

impl Store {
    /// Starts a ladder in a folder, which is created if necessary.
    ///
    /// # Errors
    /// If the folder already holds a ladder, the settings are invalid, or the folder cannot be
    /// written.
    pub fn begin(dir: &Path, config: LadderConfig) -> Result<(Store, Ladder), StoreError> {
        let ladder = Ladder::new(config.clone())?;
        fs::create_dir_all(dir).map_err(at(dir))?;
        let path = dir.join(HISTORY);
        let mut lines = Lines::open(path)?;
        if !lines.is_empty()? {
            return Err(StoreError::Exists(dir.to_path_buf()));
        }
        lines.add(&Entry::Ladder(config))?;
        let dir = dir.to_path_buf();
        Ok((Store { dir, lines }, ladder))
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
        let dir = dir.to_path_buf();
        Ok((Store { dir, lines }, ladder))
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
            let path = self.dir.join(sgf_name(game.game));
            let folder = path.parent().unwrap_or(&self.dir);
            regular::own_folder(folder).map_err(at(folder))?;
            write_own(&path, sgf.as_bytes()).map_err(at(&path))?;
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
        if let Err(reason) = ladder.apply(entry) {
            let path = dir.join(HISTORY);
            return Err(StoreError::Line { path, line, reason });
        }
    }
    Ok(ladder)
}
