//! What a match is: engines and settings, as a TOML file holds them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_with::{DeserializeFromStr, DisplayFromStr, SerializeDisplay, serde_as};
use thiserror::Error;

use halfpoint_core::board::Size;
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::BoardSize;
use halfpoint_core::rules::{NamedRules, find};
use halfpoint_engine::clock::TimeSystem;
use halfpoint_engine::player::{MAX_LEVEL, MAX_MEMORY_MB, MAX_THREADS};

use super::schedule::{MAX_GAMES, Schedule};
use super::sprt::{Sprt, SprtError};

/// The longest time that may be set, in seconds.
const LONGEST: f64 = 1e6;

/// The most games at a time: each has a thread, two engines, and a handful of pipes.
pub const MAX_CONCURRENCY: usize = 1000;

/// The most random moves of an opening, more than the largest board has points.
pub const MAX_OPENING_PLIES: u32 = 1000;

/// Whether a time can be set, in seconds.
fn is_time(seconds: f64) -> bool {
    (0.0..=LONGEST).contains(&seconds)
}

/// A match. Everything that the games depend on is here: the same match gives the same games, if the
/// engines do their part.
#[serde_as]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MatchConfig {
    /// The rule set: an id, or JSON as `kata-set-rules` takes it.
    #[serde_as(as = "DisplayFromStr")]
    pub rules: NamedRules,
    /// The board: `9`, `9x13`.
    #[serde_as(as = "DisplayFromStr")]
    pub size: BoardSize,
    /// Komi in points; `None` for the usual one of the rule set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub komi: Option<HalfPoints>,
    /// Handicap stones of Black's; 0 for none.
    #[serde(skip_serializing_if = "is_default")]
    pub handicap: usize,
    /// Games for each two engines; an odd one is rounded up, since games come in pairs.
    pub games: u32,
    /// Seed of openings and engines.
    pub seed: u64,
    /// Random moves that an opening has, when it is not read from a file.
    #[serde(skip_serializing_if = "is_default")]
    pub opening_plies: u32,
    /// Folder of SGF files, each an opening.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub openings: Option<PathBuf>,
    /// The most moves of such a file that are played; `None` for all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening_moves: Option<u32>,
    /// How time is given.
    #[serde_as(as = "DisplayFromStr")]
    pub time: TimeSystem,
    /// Seconds by which a side may exceed its time, for the way of the answer.
    pub time_margin: f64,
    /// Seconds that an engine has for an answer where no clock runs.
    pub patience: f64,
    /// Playouts a move, for players of ours and for `{playouts}` in commands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub playouts: Option<u64>,
    /// The most moves of a game; `None` for four a point.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub move_limit: Option<u32>,
    /// Games at a time.
    pub concurrency: usize,
    /// Whether engines are started anew for each game.
    #[serde(skip_serializing_if = "is_default")]
    pub restart: bool,
    /// The part of the schedule that is played here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// When a game is stopped because both sides give one of them a large score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adjudicate: Option<Adjudication>,
    /// The sequential test that ends the match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
    /// The engines; of more than two each plays each.
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

/// When to stop a game whose result both engines see coming.
///
/// Both are asked for `final_score` each `every` moves from move `from` on. When both have given the
/// same side at least `margin` points `count` times in a row, that side has won.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Adjudication {
    /// Points by which a side must be ahead.
    pub margin: HalfPoints,
    /// Times in a row.
    pub count: u32,
    /// Moves between two questions.
    pub every: u32,
    /// The first move after which they are asked.
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

/// An engine of a match.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineConfig {
    /// What it is called in this match.
    pub name: String,
    /// Its command line. `{seed}`, `{size}`, `{komi}`, `{rules}` and `{playouts}` are filled in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// Instead of a command: our own player, in this process.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerConfig>,
    /// GTP commands to send after it was started; filled in as the command line is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub start_up: Vec<String>,
    /// Its environment, added to ours.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub env: BTreeMap<String, String>,
    /// The folder that it runs in; ours, if it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dir: Option<PathBuf>,
}

/// A player of ours in this process.
#[serde_as]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PlayerConfig {
    /// Playouts a move; `None` for those of the match, if it has a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub playouts: Option<u64>,
    /// Seconds a move where no clock runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_per_move: Option<f64>,
    /// Search threads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threads: Option<u16>,
    /// Memory for the search tree, in MiB.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<u32>,
    /// Strength, 1 to 10.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// The rules that it believes in; `None` for those of the match.
    #[serde_as(as = "Option<DisplayFromStr>")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<NamedRules>,
}

/// One part of a schedule that several machines share: the first of three is `1/3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, SerializeDisplay, DeserializeFromStr)]
pub struct Shard {
    number: u32,
    count: u32,
}

/// Why a text is no shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not a part like 1/4")]
pub struct ParseShardError;

impl Shard {
    /// Whether a pair of games is played in this part.
    #[must_use]
    pub fn has(self, pair: u32) -> bool {
        pair % self.count == self.number - 1
    }

    /// How many of so many pairs are played in this part.
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

/// Why there can be no such match.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ConfigError {
    /// Not enough engines.
    #[error("a match needs two engines")]
    TooFewEngines,
    /// Two engines of one name.
    #[error("two engines are called {0:?}")]
    SameName(String),
    /// No name, or one that a file of results cannot hold well.
    #[error("{0:?} is no name for an engine: letters, digits and . _ - + are allowed")]
    BadName(String),
    /// Neither a command nor a player, or both.
    #[error("engine {0}: either a command or a player")]
    NoCommand(String),
    /// A command line that cannot be read.
    #[error("engine {0}: the quotes in its command line do not match")]
    BadCommand(String),
    /// A number that makes no sense.
    #[error("{0}")]
    BadNumber(&'static str),
    /// A sequential test that makes none.
    #[error(transparent)]
    Sprt(#[from] SprtError),
    /// Text that is no engine.
    #[error("{0:?}: an engine is given as NAME=COMMAND")]
    BadEngine(String),
    /// Settings of a player that cannot be read.
    #[error("engine {0}: {1}")]
    BadPlayer(String, String),
    /// A variable that no process can have in its environment.
    #[error("engine {0}: {1:?} is no variable of an environment")]
    BadVariable(String, String),
    /// More games than a match can have, in all pairings together.
    #[error("a match has at most {MAX_GAMES} games, and these settings ask for {0}")]
    TooManyGames(u64),
}

impl MatchConfig {
    /// Komi that is played with.
    #[must_use]
    pub fn komi(&self) -> HalfPoints {
        let size = self.size.0;
        self.komi
            .unwrap_or_else(|| self.rules.usual_komi(size.width(), size.height()))
    }

    /// The most moves of a game.
    #[must_use]
    pub fn move_limit(&self) -> usize {
        self.move_limit
            .map_or(4 * self.size.0.area(), |limit| limit as usize)
    }

    /// Time that an engine has for an answer where no clock runs.
    #[must_use]
    pub fn patience(&self) -> Duration {
        Duration::from_secs_f64(self.patience)
    }

    /// Checks what the types leave open.
    ///
    /// # Errors
    /// If there can be no such match.
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
        match Schedule::of(self).games() {
            games if games > u64::from(MAX_GAMES) => Err(ConfigError::TooManyGames(games)),
            _ => Ok(()),
        }
    }

    /// Checks the numbers, whoever plays.
    pub(super) fn validate_numbers(&self) -> Result<(), ConfigError> {
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
    /// Reads `NAME=COMMAND`. `internal` in place of a command means our own player in this process,
    /// with settings after it: `ours=internal playouts=500 level=3`.
    ///
    /// # Errors
    /// If the text is nothing of the kind.
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
            let player = toml::from_str(&settings.join("\n")).map_err(|error| {
                ConfigError::BadPlayer(engine.name.clone(), error.message().to_string())
            })?;
            engine.player = Some(player);
        } else {
            engine.command = Some(command.trim().to_string());
        }
        engine.validate()?;
        Ok(engine)
    }

    /// Checks what the types leave open.
    pub(super) fn validate(&self) -> Result<(), ConfigError> {
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

/// Checks that a name is one that a file of results can hold well.
pub(super) fn check_name(name: &str) -> Result<(), ConfigError> {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '+');
    match name.is_empty() || name.len() > 60 || !name.chars().all(plain) {
        true => Err(ConfigError::BadName(name.to_string())),
        false => Ok(()),
    }
}

/// `key=value` as a line of TOML: words are put in quotes.
fn quoted(setting: &str) -> String {
    match setting.split_once('=') {
        Some((key, value)) if value.parse::<f64>().is_err() => format!("{key} = {value:?}"),
        _ => setting.to_string(),
    }
}

impl PlayerConfig {
    fn validate(&self) -> Result<(), String> {
        if self.playouts == Some(0) {
            return Err("playouts must be at least 1".to_string());
        }
        if self.time_per_move.is_some_and(|seconds| !is_time(seconds)) {
            return Err(format!("time_per_move must be 0 to {LONGEST} seconds"));
        }
        for (name, number, most, unit) in [
            (
                "threads",
                self.threads.map(u32::from),
                u32::from(MAX_THREADS),
                "",
            ),
            ("memory", self.memory, MAX_MEMORY_MB, " MiB"),
            ("level", self.level.map(u32::from), u32::from(MAX_LEVEL), ""),
        ] {
            if number.is_some_and(|number| !(1..=most).contains(&number)) {
                return Err(format!("{name} must be 1 to {most}{unit}"));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The settings that the documentation shows.
    fn documented() -> MatchConfig {
        let page = include_str!("../../../docs/arena.md");
        let block = page.split("```toml\n").nth(1).expect("an example");
        let block = block.split("```").next().expect("its end");
        toml::from_str(block).expect("settings")
    }

    #[test]
    fn the_documented_settings_can_be_read_and_come_back() {
        let config = documented();
        assert_eq!(config.validate(), Ok(()));
        assert_eq!(config.rules.id, "two_button");
        assert_eq!(config.komi(), HalfPoints::from_halves(13));
        assert_eq!(config.time.to_string(), "byoyomi 60 5 3");
        assert_eq!(config.engines.len(), 2);
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
    fn matches_that_cannot_be() {
        let with = |change: fn(&mut MatchConfig)| {
            let mut config = documented();
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
    fn engines_on_the_command_line() {
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
        for text in ["", "x", "=x", "x=", "a b=x", "x=internal level=11", "x='a"] {
            assert!(EngineConfig::parse(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn shards() {
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
