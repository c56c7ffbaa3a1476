//! Joining of the parts of a match that several machines played.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::config::MatchConfig;
use super::expected::differing;
use super::journal::{self, JournalError};
use super::record::GameRecord;
use super::summary::Summary;

/// Reason why parts cannot be joined.
#[derive(Debug, Error)]
pub enum MergeError {
    /// A folder cannot be read or written.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The settings of two parts differ in more than shard and concurrency.
    #[error("{0} and {1} are not parts of one match: their settings differ ({2})")]
    Settings(PathBuf, PathBuf, String),
    /// Two parts contain the same game.
    #[error("game {game} is in {one} and in {other}")]
    Twice {
        /// Number of the game.
        game: u32,
        /// Folder of the first part with the game.
        one: PathBuf,
        /// Folder of the second part with the game.
        other: PathBuf,
    },
    /// The list of parts is empty.
    #[error("there are no parts to join")]
    Nothing,
}

/// Joins parts of a match in the new folder `out`, in the order of the schedule.
///
/// Parts may be unfinished; `--resume` in the new folder then plays the missing games.
///
/// # Errors
/// Returns an error if the parts do not belong together, or a folder cannot be read or written.
pub fn merge(out: &Path, parts: &[PathBuf]) -> Result<Summary, MergeError> {
    let mut whole: Option<(MatchConfig, &PathBuf)> = None;
    let mut games: BTreeMap<u32, (GameRecord, PathBuf)> = BTreeMap::new();
    for part in parts {
        let (mut config, records) = journal::load(part)?;
        // Parts of one match may differ in these settings.
        config.shard = None;
        config.concurrency = 1;
        match &whole {
            None => whole = Some((config, part)),
            Some((first, one)) => {
                let names = differing(first, &config).map_err(JournalError::from)?;
                if !names.is_empty() {
                    let (one, other) = (one.to_path_buf(), part.clone());
                    return Err(MergeError::Settings(one, other, names.join(", ")));
                }
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
    let games: Vec<(GameRecord, PathBuf)> = games.into_values().collect();
    journal::write(out, &config, &games)?;
    let records: Vec<GameRecord> = games.into_iter().map(|(record, _)| record).collect();
    Ok(Summary::of(&config, &records))
}
