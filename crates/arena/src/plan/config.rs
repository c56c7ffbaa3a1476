//! Settings of a match, as a TOML file holds them.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_with::{DisplayFromStr, FromInto, serde_as, skip_serializing_none};

use halfpoint_core::board::Size;
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::BoardSize;
use halfpoint_core::rules::{CHINESE, NamedRules};
use halfpoint_engine::clock::TimeSystem;
use halfpoint_nn::NetChoice;

pub use super::engine::{EngineConfig, PlayerConfig, check_name};
use super::limits::{BAD_PLAYOUTS, MAX_INTEGER, PLAYOUTS, is_default, is_time};
pub use super::limits::{ConfigError, MAX_CONCURRENCY, MAX_GAMES, MAX_OPENING_PLIES};
pub use super::shard::{ParseShardError, Shard};
use crate::stats::sprt::Sprt;

/// Settings of a match.
///
/// They contain everything that the games depend on: the same settings give the same games,
/// provided that the engines are deterministic.
#[skip_serializing_none]
#[serde_as]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MatchConfig {
    /// Rule set: an id, or JSON as `kata-set-rules` takes it.
    #[serde_as(as = "DisplayFromStr")]
    pub rules: NamedRules,
    /// Board size: `9`, `9x13`.
    #[serde_as(as = "DisplayFromStr")]
    pub size: BoardSize,
    /// Komi in points; `None` for the usual komi of the rule set.
    pub komi: Option<HalfPoints>,
    /// Number of Black's handicap stones; 0 for none.
    #[serde(skip_serializing_if = "is_default")]
    pub handicap: usize,
    /// Games between each two engines; an odd number is rounded up, since games come in pairs.
    pub games: u32,
    /// Seed of the openings and the engines.
    pub seed: u64,
    /// Number of random moves of an opening, if openings are not read from files.
    #[serde(skip_serializing_if = "is_default")]
    pub opening_plies: u32,
    /// Points by which a side may at most be ahead after a random opening, komi included; an
    /// opening that a search calls less even is replaced by another one. `None` to take any.
    pub balanced: Option<HalfPoints>,
    /// Net that evaluates the search for [`Self::balanced`].
    #[serde_as(as = "FromInto<PathBuf>")]
    #[serde(skip_serializing_if = "is_default")]
    pub net: NetChoice,
    /// Folder of SGF files, each of them an opening.
    pub openings: Option<PathBuf>,
    /// Number of moves that are played at most from an opening file; `None` for all.
    pub opening_moves: Option<u32>,
    /// Time system of both sides.
    #[serde_as(as = "DisplayFromStr")]
    pub time: TimeSystem,
    /// Tolerance in seconds by which a side may exceed its time, to allow for the transmission of
    /// the answer.
    pub time_margin: f64,
    /// Time limit for an answer while no clock runs, in seconds.
    pub patience: f64,
    /// Playouts per move, for built-in players and for `{playouts}` in commands.
    pub playouts: Option<u64>,
    /// Upper limit of the moves of a game; `None` for four times the number of points of the board.
    pub move_limit: Option<u32>,
    /// Number of games played at a time.
    pub concurrency: usize,
    /// Whether engines are restarted for each game.
    #[serde(skip_serializing_if = "is_default")]
    pub restart: bool,
    /// Part of the schedule that this process plays; `None` for all of it.
    pub shard: Option<Shard>,
    /// Rule for ending a game early when both engines give the same side a large score; `None` to
    /// play every game out.
    pub adjudicate: Option<Adjudication>,
    /// Sequential test that ends the match; `None` to play all games.
    pub sprt: Option<Sprt>,
    /// Engines of the match; more than two play a round robin.
    #[serde(rename = "engine")]
    pub engines: Vec<EngineConfig>,
}

impl Default for MatchConfig {
    fn default() -> MatchConfig {
        MatchConfig {
            rules: CHINESE.into(),
            size: BoardSize(Size::square(9)),
            komi: None,
            handicap: 0,
            games: 100,
            seed: 1,
            opening_plies: 0,
            balanced: None,
            net: NetChoice::None,
            openings: None,
            opening_moves: None,
            time: TimeSystem::Unlimited,
            time_margin: 0.1,
            patience: 120.0,
            playouts: None,
            move_limit: None,
            concurrency: 1,
            restart: false,
            shard: None,
            adjudicate: None,
            sprt: None,
            engines: Vec::new(),
        }
    }
}

/// Rule for ending a game early when both engines agree on its result.
///
/// Both are asked for `final_score` every `every` moves, from move `from` on. When both have given
/// the same side at least `margin` points `count` times in a row, that side wins.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Adjudication {
    /// Points by which a side must be ahead; more than 0.
    pub margin: HalfPoints,
    /// Number of consecutive agreements that end the game; at least 1.
    pub count: u32,
    /// Number of moves between two checks; at least 1.
    pub every: u32,
    /// Number of moves after which the first check is made.
    pub from: u32,
}

impl Default for Adjudication {
    fn default() -> Adjudication {
        Adjudication {
            margin: HalfPoints::from_points(30),
            count: 3,
            every: 10,
            from: 40,
        }
    }
}

impl MatchConfig {
    /// Returns the komi of the games: the configured one, or else the usual komi of the rule set.
    #[must_use]
    pub fn komi(&self) -> HalfPoints {
        let size = self.size.0;
        self.komi
            .unwrap_or_else(|| self.rules.usual_komi(size.width(), size.height()))
    }

    /// Returns the upper limit of the moves of a game: the configured one, or else four times the
    /// number of points of the board.
    #[must_use]
    pub fn move_limit(&self) -> usize {
        self.move_limit
            .map_or(4 * self.size.0.area(), |limit| limit as usize)
    }

    /// Returns the time limit for an answer while no clock runs.
    #[must_use]
    pub fn patience(&self) -> Duration {
        Duration::from_secs_f64(self.patience)
    }

    /// Returns the names of the engines.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.engines.iter().map(|engine| engine.name.as_str())
    }

    /// Returns the number of pairs of engines, each of which meets in every round.
    #[must_use]
    pub fn pairings(&self) -> u64 {
        let engines = self.engines.len() as u64;
        engines.saturating_mul(engines.saturating_sub(1)) / 2
    }

    /// Returns the number of rounds. In a round every two engines play one pair of games, so an odd
    /// number of games is rounded up.
    #[must_use]
    pub fn rounds(&self) -> u32 {
        self.games.div_ceil(2)
    }

    /// Returns the number of games of all shards. It can exceed [`MAX_GAMES`] before validation.
    #[must_use]
    pub fn scheduled_games(&self) -> u64 {
        let pairs = self.pairings().saturating_mul(u64::from(self.rounds()));
        pairs.saturating_mul(2)
    }

    /// Checks the constraints that the types do not express.
    ///
    /// # Errors
    /// Returns the first violated constraint.
    pub fn validate(&self) -> Result<(), ConfigError> {
        use ConfigError::{SameName, TooFewEngines};
        if self.engines.len() < 2 {
            return Err(TooFewEngines);
        }
        let mut names = BTreeSet::new();
        for engine in &self.engines {
            engine.validate()?;
            if !names.insert(&engine.name) {
                return Err(SameName(engine.name.clone()));
            }
        }
        if let Some(sprt) = &self.sprt {
            sprt.validate()?;
        }
        self.validate_numbers()?;
        match self.scheduled_games() {
            games if games > u64::from(MAX_GAMES) => Err(ConfigError::TooManyGames(games)),
            _ => Ok(()),
        }
    }

    /// Checks the constraints that do not depend on the engines' own settings.
    pub fn validate_numbers(&self) -> Result<(), ConfigError> {
        let mut checks = self
            .checks_of_schedule()
            .into_iter()
            .chain(self.checks_of_openings())
            .chain(self.checks_of_games())
            .chain(self.checks_of_ends());
        match checks.find(|(is_wrong, _)| *is_wrong) {
            Some((_, what)) => Err(ConfigError::BadNumber(what)),
            None => Ok(()),
        }
    }

    /// Returns whether each constraint of the schedule is broken, with its description.
    fn checks_of_schedule(&self) -> [(bool, &'static str); 2] {
        [
            (self.games == 0, "there must be a game to play"),
            (
                !(1..=MAX_CONCURRENCY).contains(&self.concurrency),
                "concurrency must be 1 to 1000",
            ),
        ]
    }

    fn checks_of_openings(&self) -> [(bool, &'static str); 6] {
        let is_balanced = self.balanced.is_some();
        let has_random_moves = self.opening_plies > 0;
        [
            (
                match &self.openings {
                    Some(_) => has_random_moves,
                    None => self.opening_moves.is_some(),
                },
                "openings are random (opening plies) or from a folder (which opening moves bound)",
            ),
            (
                self.opening_plies > MAX_OPENING_PLIES,
                "an opening has at most 1000 random moves",
            ),
            (
                self.opening_plies as usize >= self.move_limit(),
                "the move limit leaves no move after the opening",
            ),
            (
                self.balanced.is_some_and(|width| width.halves() <= 0),
                "balanced openings need a width of more than 0 points",
            ),
            (
                is_balanced && !has_random_moves,
                "only random openings can be balanced: give opening plies, and no folder",
            ),
            (
                !self.net.is_none() && !is_balanced,
                "the net of a match judges balanced openings: give their width, or give the net to \
                 an engine",
            ),
        ]
    }

    fn checks_of_games(&self) -> [(bool, &'static str); 7] {
        let size = self.size.0;
        [
            (
                self.playouts
                    .is_some_and(|number| !PLAYOUTS.contains(&number)),
                BAD_PLAYOUTS,
            ),
            (self.seed > MAX_INTEGER, "a seed must be less than 2^63"),
            (
                !self.rules.rules.has_komi() && self.komi.unwrap_or_default() != HalfPoints::ZERO,
                "these rules count no points, so there is no komi",
            ),
            (
                self.move_limit == Some(0),
                "the move limit must be at least 1",
            ),
            (
                !is_time(self.time_margin),
                "the time margin must be 0 to 1000000 seconds",
            ),
            (
                !is_time(self.patience) || self.patience == 0.0,
                "patience must be up to 1000000 seconds",
            ),
            (
                size.width().min(size.height()) < 2,
                "a side must have at least 2 lines over GTP",
            ),
        ]
    }

    fn checks_of_ends(&self) -> [(bool, &'static str); 3] {
        let adjudicate = self.adjudicate;
        [
            (
                self.sprt.is_some() && self.engines.len() != 2,
                "a sequential test compares two engines",
            ),
            (
                adjudicate.is_some_and(|rule| rule.count == 0 || rule.every == 0),
                "adjudication needs a count and moves between two questions",
            ),
            (
                adjudicate.is_some_and(|rule| rule.margin.halves() <= 0),
                "adjudication needs a margin of more than 0 points",
            ),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the settings of a match in which each field has a value.
    fn complete() -> MatchConfig {
        let text = r#"
            rules = "two_button"
            size = "9"
            komi = 6.5
            games = 200
            seed = 1
            opening_plies = 2
            balanced = 1.5
            net = "net.bin.gz"
            time = "byoyomi 60 5 3"
            time_margin = 0.1
            patience = 120.0
            concurrency = 2
            move_limit = 324
            adjudicate = { margin = 30, count = 3, every = 10, from = 40 }
            sprt = { elo0 = 0, elo1 = 20, alpha = 0.05, beta = 0.05 }

            [[engine]]
            name = "new"
            command = "./new/engine --seed {seed}"
            start_up = ["time_settings 0 1 1"]
            env = { RUST_LOG = "debug" }
            dir = "."

            [[engine]]
            name = "old"
            player = { playouts = 500 }
        "#;
        toml::from_str(text).expect("settings")
    }

    #[test]
    fn settings_round_trip_through_toml() {
        let config = complete();
        assert_eq!(config.validate(), Ok(()));
        let text = toml::to_string(&config).expect("text");
        let back: MatchConfig = toml::from_str(&text).expect("settings");
        assert_eq!(back, config);
    }

    #[test]
    fn misspelt_settings_are_refused() {
        for text in [
            "game = 5",
            "rules = 'chess'",
            "size = '9x'",
            "komi = 6.25",
            "time = 'soon'",
            "shard = '0/3'",
            "[[engine]]\nname = 'a'\nplayer = { playout = 5 }",
        ] {
            assert!(toml::from_str::<MatchConfig>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn invalid_settings_are_refused() {
        let with = |change: fn(&mut MatchConfig)| {
            let mut config = complete();
            change(&mut config);
            config.validate()
        };
        for (change, expected) in [
            (
                (|c| c.engines.truncate(1)) as fn(&mut MatchConfig),
                "two engines",
            ),
            (|c| c.engines[0].name = "old".to_string(), "are called"),
            (|c| c.engines[0].name = "a/b".to_string(), "no name"),
            (|c| c.engines[0].command = None, "either"),
            (|c| c.games = 0, "game"),
            (|c| c.seed = u64::MAX, "seed"),
            (
                |c| c.rules = "ultimate".parse().expect("a rule set"),
                "no komi",
            ),
            (|c| c.playouts = Some(1 << 63), "playouts"),
            (|c| c.concurrency = 0, "concurrency"),
            (|c| c.concurrency = usize::MAX, "concurrency"),
            (|c| c.games = u32::MAX, "at most 1000000 games"),
            (|c| c.opening_plies = u32::MAX, "random moves"),
            (|c| c.move_limit = Some(2), "no move after the opening"),
            (
                |c| {
                    c.adjudicate = Some(Adjudication {
                        margin: HalfPoints::ZERO,
                        ..Adjudication::default()
                    })
                },
                "margin",
            ),
            (
                |c| {
                    let name = "A=B".to_string();
                    c.engines[0].env.insert(name, String::new());
                },
                "no variable",
            ),
            (|c| c.opening_plies = 0, "only random openings"),
            (
                |c| c.openings = Some("folder".into()),
                "random (opening plies) or from a folder",
            ),
            (
                |c| c.opening_moves = Some(3),
                "random (opening plies) or from a folder",
            ),
            (
                |c| c.engines[1].dir = Some(".".into()),
                "engine old: a built-in player has no folder",
            ),
            (|c| c.balanced = Some(HalfPoints::ZERO), "width"),
            (|c| c.balanced = None, "the net of a match"),
            (|c| c.patience = f64::NAN, "patience"),
            (|c| c.time_margin = -1.0, "margin"),
            (
                |c| {
                    c.engines
                        .push(EngineConfig::parse("c=x").expect("an engine"))
                },
                "two engines",
            ),
            (
                |c| {
                    c.sprt = Some(Sprt {
                        elo0: 5.0,
                        elo1: 0.0,
                        ..Sprt::default()
                    });
                },
                "elo0",
            ),
        ] {
            let error = with(change).expect_err(expected).to_string();
            assert!(error.contains(expected), "{error}");
        }
    }
}
