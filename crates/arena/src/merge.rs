//! Joining of the parts of a match that several machines played.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::summary::Summary;
use crate::log::expected::{Expected, Mismatch};
use crate::log::journal::{self, JournalError};
use crate::log::record::GameRecord;
use crate::plan::config::MatchConfig;
use crate::plan::digest::differing;

/// Reason why parts cannot be joined.
#[derive(Debug, Error)]
pub enum MergeError {
    /// A folder cannot be read or written.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The settings of two parts differ in more than shard and concurrency.
    #[error("{0} and {1} are not parts of one match: their settings differ ({2})")]
    Settings(PathBuf, PathBuf, String),
    /// Two parts, of which these are the folders, contain the same game.
    #[error("game {0} is in {1} and in {2}")]
    Twice(u32, PathBuf, PathBuf),
    /// A game of the part in this folder was not played as the games of the other parts.
    #[error("{0}: {1}")]
    Foreign(PathBuf, Mismatch),
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
                return Err(MergeError::Twice(game, one, part.clone()));
            }
        }
    }
    let (config, _) = whole.ok_or(MergeError::Nothing)?;
    let mut games: Vec<(GameRecord, PathBuf)> = games.into_values().collect();
    // Each part agrees with itself. All must have had the same files of nets and openings.
    let mut expected = Expected::of(&config).map_err(JournalError::from)?;
    for (record, part) in &mut games {
        let checked = expected.check(record);
        checked.map_err(|reason| MergeError::Foreign(part.clone(), reason))?;
    }
    journal::write(out, &config, &games)?;
    let records: Vec<GameRecord> = games.into_iter().map(|(record, _)| record).collect();
    Ok(Summary::of(&config, &records))
}

#[cfg(test)]
mod tests {
    use tempfile::tempdir;

    use super::*;
    use crate::log::journal::Journal;
    use crate::log::record::Finished;
    use crate::log::record::{Sides, tests::sample};
    use crate::plan::config::EngineConfig;
    use crate::plan::schedule::Schedule;

    /// Games of two parts began from files of one name: the match is joined if these were equal.
    #[test]
    fn parts_with_other_files_of_openings_are_refused() {
        let folder = tempdir().expect("a folder");
        let engine = |name| EngineConfig::parse(&format!("{name}=internal")).expect("an engine");
        let part = |number: u32, sum: &str| {
            let dir = folder.path().join(format!("{number}-{sum}"));
            let shard = Some(format!("{number}/2").parse().expect("a part"));
            let config = MatchConfig {
                games: 4,
                openings: Some("openings".into()),
                engines: ["weak", "strong"].map(engine).to_vec(),
                shard,
                ..MatchConfig::default()
            };
            let mut journal = Journal::create(&dir, &config).expect("a folder");
            let planned = Schedule::of(&config).own().next().expect("a game");
            let name = |index: usize| config.engines[index].name.clone();
            let record = GameRecord {
                game: planned.game,
                pair: planned.pair,
                engines: Sides {
                    black: name(planned.black),
                    white: name(planned.white),
                },
                opening: "a.sgf".to_string(),
                opening_checksum: Some(sum.to_string()),
                seed: planned.seed,
                ..sample()
            };
            let sgf = "(;)".to_string();
            journal.add(&Finished { record, sgf }).expect("a game");
            dir
        };
        let parts = [
            part(1, "00000001"),
            part(2, "00000001"),
            part(2, "00000002"),
        ];
        let other = [parts[0].clone(), parts[2].clone()];
        let error = merge(&folder.path().join("other"), &other).expect_err("another opening");
        let error = error.to_string();
        assert!(error.contains("another version of \"a.sgf\""), "{error}");
        assert!(!folder.path().join("other").exists());
        let same = merge(&folder.path().join("same"), &parts[..2]).expect("parts of a match");
        assert_eq!(same.games, 2);
    }
}
