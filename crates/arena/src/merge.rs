//! Joining the parts of a match that several machines have played.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::config::MatchConfig;
use super::journal::{self, JournalError};
use super::record::GameRecord;
use super::schedule::Schedule;
use super::summary::Summary;

/// Why parts make no whole.
#[derive(Debug, Error)]
pub enum MergeError {
    /// A folder cannot be read or written.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// Parts of different matches.
    #[error("{0} and {1} are not parts of one match: their settings differ")]
    Settings(PathBuf, PathBuf),
    /// A game that two parts have.
    #[error("game {game} is in {one} and in {other}")]
    Twice {
        /// The game.
        game: u32,
        /// A part.
        one: PathBuf,
        /// Another one.
        other: PathBuf,
    },
    /// A game that the settings do not ask for.
    #[error("{part}: game {game} is not in the schedule")]
    Unknown {
        /// The game.
        game: u32,
        /// The part.
        part: PathBuf,
    },
    /// No part at all.
    #[error("there are no parts to join")]
    Nothing,
}

/// Joins the parts in a new folder, in the order of the schedule. Parts that are not finished can be joined,
/// too; what is missing can then be played there with `--resume`.
///
/// # Errors
/// If the parts do not belong together, or a folder cannot be read or written.
pub fn merge(out: &Path, parts: &[PathBuf]) -> Result<Summary, MergeError> {
    let mut whole: Option<(MatchConfig, &PathBuf)> = None;
    let mut games: BTreeMap<u32, (GameRecord, PathBuf)> = BTreeMap::new();
    for part in parts {
        let (mut config, records) = journal::load(part)?;
        // What a part may have of its own.
        config.shard = None;
        config.concurrency = 1;
        match &whole {
            None => whole = Some((config, part)),
            Some((first, _)) if *first == config => (),
            Some((_, first)) => {
                return Err(MergeError::Settings(first.to_path_buf(), part.clone()));
            }
        }
        for record in records {
            let game = record.game;
            if let Some((_, one)) = games.insert(game, (record, part.clone())) {
                let other = part.clone();
                return Err(MergeError::Twice { game, one, other });
            }
        }
    }
    let (config, _) = whole.ok_or(MergeError::Nothing)?;
    let schedule = Schedule::of(&config);
    if let Some((&game, (_, part))) = games
        .iter()
        .find(|(game, _)| schedule.get(**game).is_none())
    {
        let part = part.clone();
        return Err(MergeError::Unknown { game, part });
    }
    let games: Vec<(GameRecord, PathBuf)> = games.into_values().collect();
    journal::write(out, &config, &games)?;
    let records: Vec<GameRecord> = games.into_iter().map(|(record, _)| record).collect();
    Ok(Summary::of(&config, &records))
}
