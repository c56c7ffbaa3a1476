//! Settings of a match and of its engines, as a TOML file holds them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_with::{DeserializeFromStr, DisplayFromStr, FromInto, SerializeDisplay, serde_as};
use thiserror::Error;

use halfpoint_core::board::Size;
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::BoardSize;
use halfpoint_core::rules::{NamedRules, find};
use halfpoint_engine::clock::TimeSystem;
use halfpoint_engine::player::{MAX_LEVEL, MAX_MEMORY_MB, MAX_THREADS};
use halfpoint_nn::NetChoice;

use crate::stats::sprt::{Sprt, SprtError};

/// Upper limit of every configured time, in seconds.
const MAX_SECONDS: f64 = 1e6;

/// Upper limit of the games of a match or a ladder: game numbers in file names have six digits, and
/// all results of a match are held in memory, at about a kilobyte per game.
pub const MAX_GAMES: u32 = 1_000_000;

/// Upper limit of the games played at a time: each game needs a thread, two engines and several
/// pipes.
pub const MAX_CONCURRENCY: usize = 1000;

/// Upper limit of the random moves of an opening, more than the largest board has points.
pub const MAX_OPENING_PLIES: u32 = 1000;

/// Returns whether a time in seconds is within the configurable range; false for NaN.
fn is_time(seconds: f64) -> bool {
    (0.0..=MAX_SECONDS).contains(&seconds)
}

/// Settings of a match.
///
/// They contain everything that the games depend on: the same settings give the same games,
/// provided that the engines are deterministic.
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
    #[serde(skip_serializing_if = "Option::is_none")]
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
    #[serde(skip_serializing_if = "Option::is_none")]
    pub balanced: Option<HalfPoints>,
    /// Net that evaluates the search for [`Self::balanced`].
    #[serde_as(as = "FromInto<PathBuf>")]
    #[serde(skip_serializing_if = "is_default")]
    pub net: NetChoice,
    /// Folder of SGF files, each of them an opening.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub openings: Option<PathBuf>,
    /// Number of moves that are played at most from an opening file; `None` for all.
    #[serde(skip_serializing_if = "Option::is_none")]
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
    #[serde(skip_serializing_if = "Option::is_none")]
    pub playouts: Option<u64>,
    /// Upper limit of the moves of a game; `None` for four times the number of points of the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub move_limit: Option<u32>,
    /// Number of games played at a time.
    pub concurrency: usize,
    /// Whether engines are restarted for each game.
    #[serde(skip_serializing_if = "is_default")]
    pub restart: bool,
    /// Part of the schedule that this process plays; `None` for all of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// Rule for ending a game early when both engines give the same side a large score; `None` to
    /// play every game out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adjudicate: Option<Adjudication>,
    /// Sequential test that ends the match; `None` to play all games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
    /// Engines of the match; more than two play a round robin.
    #[serde(rename = "engine")]
    pub engines: Vec<EngineConfig>,
}

impl Default for MatchConfig {
    fn default() -> MatchConfig {
        MatchConfig {
            rules: find("chinese")
                .unwrap_or(&halfpoint_core::rules::PRESETS[0])
                .into(),
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

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
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

/// Settings of one engine of a match.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineConfig {
    /// Name of the engine in this match.
    pub name: String,
    /// Command line of the engine. `{seed}`, `{size}`, `{komi}`, `{rules}` and `{playouts}` are
    /// replaced by their values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// Built-in player in this process, as the alternative to a command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerConfig>,
    /// GTP commands to send after the start, with the placeholders of `command`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub start_up: Vec<String>,
    /// Environment variables of the engine, added to those of this process.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub env: BTreeMap<String, String>,
    /// Working directory of the engine; `None` for that of this process.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dir: Option<PathBuf>,
}

/// Settings of a built-in player, which runs in this process.
#[serde_as]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PlayerConfig {
    /// Playouts per move; `None` for those of the match, if it sets any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub playouts: Option<u64>,
    /// Seconds per move in a match without time control; `None` for the engine's default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_per_move: Option<f64>,
    /// Number of search threads, at most [`MAX_THREADS`]; `None` for one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threads: Option<u16>,
    /// Memory for the search tree, in MiB, at most [`MAX_MEMORY_MB`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<u32>,
    /// Strength, from 1 to [`MAX_LEVEL`], which is 20.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// Net that evaluates positions. Settings without this field mean playouts, so that matches
    /// which began before there was an embedded net go on as they began; [`EngineConfig::parse`]
    /// takes the embedded net.
    #[serde_as(as = "FromInto<PathBuf>")]
    #[serde(skip_serializing_if = "is_default")]
    pub net: NetChoice,
    /// Whether the net is evaluated in floats in place of 8-bit integers.
    #[serde(skip_serializing_if = "is_default")]
    pub net_float: bool,
    /// Rules that the player assumes; `None` for those of the match.
    #[serde_as(as = "Option<DisplayFromStr>")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<NamedRules>,
}

/// Part of a match that one of several machines plays: `1/3` is the first of three. Pairs of games
/// are dealt to the parts in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, SerializeDisplay, DeserializeFromStr)]
pub struct Shard {
    number: u32,
    count: u32,
}

/// Error for a text that is not a shard such as `1/4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not a part like 1/4")]
pub struct ParseShardError;

impl Shard {
    /// Returns whether this shard contains a pair of games.
    #[must_use]
    pub fn has(self, pair: u32) -> bool {
        pair % self.count == self.number - 1
    }

    /// Returns how many of `pairs` pairs this shard contains.
    #[must_use]
    pub fn pairs_of(self, pairs: u64) -> u64 {
        let (number, count) = (u64::from(self.number), u64::from(self.count));
        pairs / count + u64::from(pairs % count >= number)
    }
}

impl FromStr for Shard {
    type Err = ParseShardError;

    fn from_str(text: &str) -> Result<Shard, ParseShardError> {
        let (number, count) = text.split_once('/').ok_or(ParseShardError)?;
        let read = |text: &str| text.parse::<u32>().map_err(|_| ParseShardError);
        let (number, count) = (read(number)?, read(count)?);
        match (1..=count).contains(&number) {
            true => Ok(Shard { number, count }),
            false => Err(ParseShardError),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

/// Reason why settings do not describe a valid match.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ConfigError {
    /// There are fewer than two engines.
    #[error("a match needs two engines")]
    TooFewEngines,
    /// Two engines have the same name.
    #[error("two engines are called {0:?}")]
    SameName(String),
    /// An engine name is empty, longer than 60 bytes, or has a character that result files cannot
    /// hold safely.
    #[error("{0:?} is no name for an engine: letters, digits and . _ - + are allowed")]
    BadName(String),
    /// An engine has neither a command nor a player, or both.
    #[error("engine {0}: either a command or a player")]
    NoCommand(String),
    /// A command line has unbalanced quotes.
    #[error("engine {0}: the quotes in its command line do not match")]
    BadCommand(String),
    /// A number is out of range, or numbers contradict each other.
    #[error("{0}")]
    BadNumber(&'static str),
    /// The sequential test is invalid.
    #[error(transparent)]
    Sprt(#[from] SprtError),
    /// A text does not have the form `NAME=COMMAND`.
    #[error("{0:?}: an engine is given as NAME=COMMAND")]
    BadEngine(String),
    /// The settings of a built-in player are invalid; the fields are the engine's name and the
    /// reason.
    #[error("engine {0}: {1}")]
    BadPlayer(String, String),
    /// An environment variable has an empty name or a forbidden character.
    #[error("engine {0}: {1:?} is no variable of an environment")]
    BadVariable(String, String),
    /// The pairings together have more games than [`MAX_GAMES`].
    #[error("a match has at most {MAX_GAMES} games, and these settings ask for {0}")]
    TooManyGames(u64),
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
        use ConfigError::BadNumber;
        for (bad, what) in [
            (self.games == 0, "there must be a game to play"),
            (
                !(1..=MAX_CONCURRENCY).contains(&self.concurrency),
                "concurrency must be 1 to 1000",
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
                self.balanced.is_some() && (self.opening_plies == 0 || self.openings.is_some()),
                "only random openings can be balanced: give opening plies, and no folder",
            ),
            (
                !self.net.is_none() && self.balanced.is_none(),
                "the net of a match judges balanced openings: give their width, or give the net to \
                 an engine",
            ),
            (self.playouts == Some(0), "playouts must be at least 1"),
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
                self.size.0.width().min(self.size.0.height()) < 2,
                "a side must have at least 2 lines over GTP",
            ),
            (
                self.sprt.is_some() && self.engines.len() != 2,
                "a sequential test compares two engines",
            ),
            (
                self.adjudicate
                    .is_some_and(|a| a.count == 0 || a.every == 0),
                "adjudication needs a count and moves between two questions",
            ),
            (
                self.adjudicate.is_some_and(|a| a.margin.halves() <= 0),
                "adjudication needs a margin of more than 0 points",
            ),
        ] {
            if bad {
                return Err(BadNumber(what));
            }
        }
        Ok(())
    }
}

impl EngineConfig {
    /// Parses `NAME=COMMAND`.
    ///
    /// The word `internal` in place of a command stands for the built-in player, with its settings
    /// after it: `ours=internal playouts=500 level=3`. It plays with the embedded net, as the
    /// program does, unless the settings name a net or `net=none`.
    ///
    /// # Errors
    /// Returns an error if the text does not have this form, or the engine's settings are invalid.
    pub fn parse(text: &str) -> Result<EngineConfig, ConfigError> {
        let parts = text.split_once('=');
        let (name, command) = parts.ok_or_else(|| ConfigError::BadEngine(text.to_string()))?;
        let mut engine = EngineConfig {
            name: name.trim().to_string(),
            ..EngineConfig::default()
        };
        let mut words = command.split_ascii_whitespace();
        if words.next() == Some("internal") {
            let settings: Vec<String> = words.map(quoted).collect();
            let mut player: PlayerConfig =
                toml::from_str(&settings.join("\n")).map_err(|error| {
                    ConfigError::BadPlayer(engine.name.clone(), error.message().to_string())
                })?;
            if !settings.iter().any(|setting| setting.starts_with("net =")) {
                player.net = NetChoice::Embedded;
            }
            engine.player = Some(player);
        } else {
            engine.command = Some(command.trim().to_string());
        }
        engine.validate()?;
        Ok(engine)
    }

    /// Checks the constraints that the types do not express.
    pub fn validate(&self) -> Result<(), ConfigError> {
        check_name(&self.name)?;
        for (name, value) in &self.env {
            if name.is_empty() || name.contains(['=', '\0']) || value.contains('\0') {
                return Err(ConfigError::BadVariable(self.name.clone(), name.clone()));
            }
        }
        match (&self.command, &self.player) {
            (Some(command), None) => match shlex::split(command) {
                Some(words) if words.is_empty() => Err(ConfigError::NoCommand(self.name.clone())),
                Some(_) => Ok(()),
                None => Err(ConfigError::BadCommand(self.name.clone())),
            },
            (None, Some(player)) => player
                .validate()
                .map_err(|what| ConfigError::BadPlayer(self.name.clone(), what)),
            _ => Err(ConfigError::NoCommand(self.name.clone())),
        }
    }
}

/// Checks that a name is valid in result files: 1 to 60 bytes of letters, digits and `. _ - +`.
pub fn check_name(name: &str) -> Result<(), ConfigError> {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '+');
    match name.is_empty() || name.len() > 60 || !name.chars().all(plain) {
        true => Err(ConfigError::BadName(name.to_string())),
        false => Ok(()),
    }
}

/// Converts `key=value` to a line of TOML by quoting values that are neither numbers nor truth
/// values.
fn quoted(setting: &str) -> String {
    let is_bare = |value: &str| value.parse::<f64>().is_ok() || value.parse::<bool>().is_ok();
    match setting.split_once('=') {
        Some((key, value)) if !is_bare(value) => format!("{key} = {value:?}"),
        _ => setting.to_string(),
    }
}

impl PlayerConfig {
    fn validate(&self) -> Result<(), String> {
        if self.playouts == Some(0) {
            return Err("playouts must be at least 1".to_string());
        }
        if self.net_float && self.net.is_none() {
            return Err("net_float needs a net".to_string());
        }
        if self.time_per_move.is_some_and(|seconds| !is_time(seconds)) {
            return Err(format!("time_per_move must be 0 to {MAX_SECONDS} seconds"));
        }
        for (name, number, max, unit) in [
            (
                "threads",
                self.threads.map(u32::from),
                u32::from(MAX_THREADS),
                "",
            ),
            ("memory", self.memory, MAX_MEMORY_MB, " MiB"),
            ("level", self.level.map(u32::from), u32::from(MAX_LEVEL), ""),
        ] {
            if number.is_some_and(|number| !(1..=max).contains(&number)) {
                return Err(format!("{name} must be 1 to {max}{unit}"));
            }
        }
        Ok(())
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

    /// Settings that were written before there was an embedded net have no net, and those of a
    /// command line say which one they mean.
    #[test]
    fn the_net_of_a_player_is_written_down() {
        let player = |settings: &str| {
            let engine = EngineConfig::parse(&format!("x=internal {settings}"));
            engine.expect("an engine").player.expect("a player")
        };
        for (settings, net, text) in [
            ("", NetChoice::Embedded, "net = \"default\"\n"),
            ("net=default", NetChoice::Embedded, "net = \"default\"\n"),
            ("net=none", NetChoice::None, ""),
            ("net=a", NetChoice::File("a".into()), "net = \"a\"\n"),
        ] {
            let player = player(settings);
            assert_eq!(player.net, net, "{settings}");
            assert_eq!(toml::to_string(&player).expect("text"), text, "{settings}");
            assert_eq!(
                toml::from_str::<PlayerConfig>(text),
                Ok(player),
                "{settings}"
            );
        }
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
                "only random openings",
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

    #[test]
    fn engines_are_parsed_from_name_and_command() {
        let engine =
            EngineConfig::parse("gnugo=gnugo --mode gtp --seed={seed}").expect("an engine");
        assert_eq!(engine.name, "gnugo");
        assert_eq!(
            engine.command.as_deref(),
            Some("gnugo --mode gtp --seed={seed}")
        );
        let engine = EngineConfig::parse("x=internal playouts=50 level=3 rules=button");
        let player = engine.expect("an engine").player.expect("a player");
        assert_eq!((player.playouts, player.level), (Some(50), Some(3)));
        assert_eq!(player.rules.map(|rules| rules.id), Some("button"));
        let engine = EngineConfig::parse("x=internal net=a.bin.gz net_float=true");
        let player = engine.expect("an engine").player.expect("a player");
        assert_eq!(player.net, NetChoice::File("a.bin.gz".into()));
        assert!(player.net_float);
        for text in [
            "x=internal net=none net_float=true",
            "",
            "x",
            "=x",
            "x=",
            "a b=x",
            "x=internal level=21",
            "x='a",
        ] {
            assert!(EngineConfig::parse(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn a_shard_contains_every_nth_pair() {
        let shard: Shard = "2/3".parse().expect("a part");
        assert_eq!(
            [0, 1, 2, 3, 4].map(|pair| shard.has(pair)),
            [false, true, false, false, true]
        );
        assert_eq!(shard.to_string(), "2/3");
        for text in ["", "1", "0/2", "3/2", "1/0", "-1/2", "1/2/3"] {
            assert_eq!(text.parse::<Shard>(), Err(ParseShardError), "{text}");
        }
    }
}
