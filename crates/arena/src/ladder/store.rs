//! The folder of a ladder.
//!
//! | file | what it holds |
//! |---|---|
//! | `ladder.jsonl` | the settings, the players, and each finished game: all that the table is made of |
//! | `sgf/000017.sgf` | the moves of game 17, if the arena has played it |
//!
//! Nothing else is kept: the table is computed from the lines each time. A game counts once its line, with
//! the newline, is there, and no number can be there twice.

use std::fs;
use std::path::{Path, PathBuf};

use thiserror::Error;

use halfpoint_gtp::files::write_whole;

use super::config::LadderConfig;
use super::history::Entry;
use super::state::{Ladder, StateError};
use crate::journal::sgf_name;
use crate::jsonl::{self, Lines, LinesError, at};

const HISTORY: &str = "ladder.jsonl";

/// Why the folder cannot be used.
#[derive(Debug, Error)]
pub enum StoreError {
    /// A file cannot be read or written.
    #[error(transparent)]
    Lines(#[from] LinesError),
    /// There is a ladder in the folder already.
    #[error("{0} holds a ladder already")]
    Exists(PathBuf),
    /// There is no ladder in the folder.
    #[error("{0} holds no ladder")]
    None(PathBuf),
    /// An entry that cannot be.
    #[error(transparent)]
    State(#[from] StateError),
    /// A line that does not follow from those before it.
    #[error("{path}, line {line}: {reason}")]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// Why.
        reason: StateError,
    },
}

/// A folder that is being written.
#[derive(Debug)]
pub struct Store {
    dir: PathBuf,
    lines: Lines,
}

impl Store {
    /// Begins a ladder in a folder, which is made if need be.
    ///
    /// # Errors
    /// If there is one already, the settings make none, or the folder cannot be written.
    pub fn begin(dir: &Path, config: LadderConfig) -> Result<(Store, Ladder), StoreError> {
        let ladder = Ladder::new(config.clone())?;
        fs::create_dir_all(dir).map_err(at(dir))?;
        let path = dir.join(HISTORY);
        let mut lines = Lines::open(path.clone())?;
        if !jsonl::read::<Entry>(&path)?.is_empty() {
            return Err(StoreError::Exists(dir.to_path_buf()));
        }
        lines.repair()?;
        lines.add(&Entry::Ladder(config))?;
        let dir = dir.to_path_buf();
        Ok((Store { dir, lines }, ladder))
    }

    /// Goes on with a ladder.
    ///
    /// # Errors
    /// If there is none, another process writes it, or what is there cannot be read.
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

    /// Adds an entry, with the moves of a game. When this returns it is on the disk; when it fails it is not
    /// there.
    ///
    /// # Errors
    /// If the entry cannot be, or cannot be written.
    pub fn add(
        &mut self,
        ladder: &mut Ladder,
        entry: Entry,
        sgf: Option<&str>,
    ) -> Result<(), StoreError> {
        ladder.check(&entry)?;
        if let (Entry::Game(game), Some(sgf)) = (&entry, sgf) {
            let path = self.dir.join(sgf_name(game.game));
            let folder = path.parent().unwrap_or(&self.dir);
            fs::create_dir_all(folder).map_err(at(folder))?;
            write_whole(&path, sgf.as_bytes()).map_err(at(&path))?;
        }
        self.lines.add(&entry)?;
        Ok(ladder.apply(entry)?)
    }
}

/// The ladder of a folder, computed from its lines.
///
/// # Errors
/// If there is none, or what is there cannot be read or contradicts itself.
pub fn load(dir: &Path) -> Result<Ladder, StoreError> {
    let path = dir.join(HISTORY);
    let mut entries = jsonl::read::<Entry>(&path)?.into_iter();
    let config = match entries.next() {
        Some((_, Entry::Ladder(config))) => config,
        _ => return Err(StoreError::None(dir.to_path_buf())),
    };
    let mut ladder = Ladder::new(config)?;
    for (line, entry) in entries {
        if let Err(reason) = ladder.apply(entry) {
            return Err(StoreError::Line { path, line, reason });
        }
    }
    Ok(ladder)
}
