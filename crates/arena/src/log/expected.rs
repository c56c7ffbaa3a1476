//! Comparison of recorded games with the schedule and the settings of a match.
//!
//! A journal can come from elsewhere, and its settings can be edited between two runs. Statistics
//! of such games would be those of no match, so each line is compared before it counts.

use std::collections::BTreeMap;

use thiserror::Error;

use halfpoint_core::excerpt::excerpt;
use halfpoint_core::rules::{EndRule, KoRule};

use super::record::{End, GameRecord};
use crate::plan::config::{MatchConfig, Shard};
use crate::plan::digest::SettingsDigest;
use crate::plan::opening::random_name;
use crate::plan::schedule::{Planned, Schedule};

/// Game that differs from the match that it is to belong to.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("game {game}{difference}")]
pub struct Mismatch {
    /// Number of the game.
    pub game: u32,
    /// Its difference to the match.
    pub difference: Difference,
}

/// Difference between a recorded game and the match that it is to belong to.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Difference {
    /// The match has no game of this number; the field is the number of its last game.
    #[error(" is not in the schedule, which has the games 0 to {0}")]
    Number(u64),
    /// The game is not in the part of the match that the folder holds.
    #[error(" is not in part {0}")]
    Shard(Shard),
    /// The game is there twice.
    #[error(" is there twice")]
    Twice,
    /// The game has another value than the schedule gives it.
    #[error(": the {what} is {found}, and the schedule has {expected}")]
    Value {
        /// Name of the value.
        what: &'static str,
        /// Value of the game.
        found: String,
        /// Value of the schedule.
        expected: String,
    },
    /// The game ended in a way that the settings do not allow, after so many moves.
    #[error(" ended by {0:?} after {1} moves, which the settings do not allow")]
    End(End, u32),
    /// The game began from another version of the file of its opening than a game before it; the
    /// field is the name of the opening, cut if it is long.
    #[error(" began from another version of {0:?} than a game before it")]
    Opening(String),
    /// The game was played under other settings, which are named.
    #[error(
        " was played under other settings or nets than the match has now ({0}); put these back, or \
         take another folder for another match"
    )]
    Settings(String),
}

/// Schedule and settings of a match, with which the records of its games are compared.
#[derive(Debug)]
pub struct Expected<'c> {
    config: &'c MatchConfig,
    schedule: Schedule,
    settings: SettingsDigest,
    /// Checksums of the files of openings, by their names, of the games so far.
    openings: BTreeMap<String, String>,
}

impl Expected<'_> {
    /// Creates the schedule of a match with valid settings, and their checksums.
    ///
    /// # Errors
    /// Returns an error if the settings cannot be serialized.
    pub fn of(config: &MatchConfig) -> Result<Expected<'_>, toml::ser::Error> {
        Ok(Expected::under(config, SettingsDigest::of(config)?))
    }

    /// Creates the schedule of a match with valid settings, whose checksums are given.
    #[must_use]
    pub fn under(config: &MatchConfig, settings: SettingsDigest) -> Expected<'_> {
        Expected {
            config,
            schedule: Schedule::of(config),
            settings,
            openings: BTreeMap::new(),
        }
    }

    /// Compares a game with the schedule, and with the settings and the files of nets and openings
    /// that it names: earlier versions did not record these. The record then shares the checksums
    /// of the match.
    ///
    /// The files are those of the games before it. What an opening is now is compared when the
    /// match goes on, since only then its folder is read.
    ///
    /// # Errors
    /// Returns the first difference.
    pub fn check(&mut self, record: &mut GameRecord) -> Result<(), Mismatch> {
        let game = record.game;
        let checked = self.compare(record);
        checked.map_err(|difference| Mismatch { game, difference })
    }

    fn compare(&mut self, record: &mut GameRecord) -> Result<(), Difference> {
        let planned = self.planned(record.game)?;
        self.compare_settings(record)?;
        self.compare_opening(record)?;
        if !self.allows(record) {
            return Err(Difference::End(record.end, record.moves));
        }
        self.compare_values(record, &planned)?;
        self.compare_lengths(record)
    }

    /// Returns the game of the schedule with this number, if it is in the part of this folder.
    fn planned(&self, game: u32) -> Result<Planned, Difference> {
        let Some(planned) = self.schedule.get(game) else {
            return Err(Difference::Number(self.schedule.games().saturating_sub(1)));
        };
        match self.config.shard.filter(|shard| !shard.has(planned.pair)) {
            Some(shard) => Err(Difference::Shard(shard)),
            None => Ok(planned),
        }
    }

    fn compare_settings(&mut self, record: &mut GameRecord) -> Result<(), Difference> {
        let Some(settings) = &mut record.settings else {
            return Ok(());
        };
        let names = settings.differing(&self.settings);
        if !names.is_empty() {
            return Err(Difference::Settings(names.join(", ")));
        }
        if settings.len() > self.settings.len() {
            // The first game that names the files of its nets.
            self.settings = settings.clone();
        } else if *settings == self.settings {
            *settings = self.settings.clone();
        }
        Ok(())
    }

    fn compare_opening(&mut self, record: &GameRecord) -> Result<(), Difference> {
        let Some(sum) = &record.opening_checksum else {
            return Ok(());
        };
        let known = self.openings.entry(record.opening.clone());
        match known.or_insert_with(|| sum.clone()) == sum {
            true => Ok(()),
            false => Err(Difference::Opening(excerpt(&record.opening))),
        }
    }

    /// Compares pair, seed, engines, and the name of a random opening.
    fn compare_values(&self, record: &GameRecord, planned: &Planned) -> Result<(), Difference> {
        let name = |index: usize| self.config.engines[index].name.clone();
        let engines = &record.engines;
        let (pair, seed) = (record.pair.to_string(), record.seed.to_string());
        let mut values = vec![
            ("pair", pair.as_str(), planned.pair.to_string()),
            ("seed", seed.as_str(), planned.seed.to_string()),
            ("engine of Black", &engines.black, name(planned.black)),
            ("engine of White", &engines.white, name(planned.white)),
        ];
        if self.config.openings.is_none() {
            let (plies, seed) = (self.config.opening_plies, self.config.seed);
            let expected = random_name(plies, seed, planned.opening);
            values.push(("opening", self.without_try(&record.opening), expected));
        }
        let mut values = values.into_iter();
        match values.find(|(_, found, expected)| found != expected) {
            Some((what, found, expected)) => Err(differs(what, found, expected)),
            None => Ok(()),
        }
    }

    /// Compares the numbers of moves with those that the settings allow at most.
    fn compare_lengths(&self, record: &GameRecord) -> Result<(), Difference> {
        let (opening, all) = match self.config.openings {
            // Openings from files may be longer than the limit.
            Some(_) => (u32::MAX as usize, u32::MAX as usize),
            None => (self.config.opening_plies as usize, self.config.move_limit()),
        };
        for (what, found, most) in [
            ("opening's length", record.opening_moves, opening),
            ("length", record.moves, all),
        ] {
            if found as usize > most {
                return Err(differs(what, &found.to_string(), format!("at most {most}")));
            }
        }
        Ok(())
    }

    /// Returns whether the settings allow that a game ends so.
    fn allows(&self, record: &GameRecord) -> bool {
        let rules = self.config.rules.rules;
        let ends_by_last_move = rules.ending == EndRule::LastMover;
        match record.end {
            End::Passes => !ends_by_last_move,
            End::NoMove | End::Draw => ends_by_last_move,
            End::Void => rules.ko == KoRule::Simple,
            End::MoveLimit => record.moves as usize >= self.config.move_limit(),
            End::Adjudicated => self.config.adjudicate.is_some(),
            End::Resign | End::Fault => true,
        }
    }

    /// Returns the name of an opening without the number of its try, which balanced openings have.
    fn without_try<'n>(&self, opening: &'n str) -> &'n str {
        let parts = opening.split_once(", try ");
        let parts = parts.filter(|(_, tried)| tried.parse::<u32>().is_ok());
        match parts.filter(|_| self.config.balanced.is_some()) {
            Some((name, _)) => name,
            None => opening,
        }
    }
}

fn differs(what: &'static str, found: &str, expected: String) -> Difference {
    let found = excerpt(found);
    Difference::Value {
        what,
        found,
        expected,
    }
}
