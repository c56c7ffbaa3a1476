//! Settings of the engines of a match, as its TOML file and the command line have them.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use serde_with::{DisplayFromStr, FromInto, serde_as, skip_serializing_none};

use halfpoint_core::rules::NamedRules;
use halfpoint_engine::player::{MAX_LEVEL, MAX_MEMORY_MB, MAX_THREADS};
use halfpoint_nn::NetChoice;

use super::limits::{BAD_PLAYOUTS, ConfigError, MAX_SECONDS, PLAYOUTS, is_default, is_time};

/// Settings of one engine of a match.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineConfig {
    /// Name of the engine in this match.
    pub name: String,
    /// Command line of the engine. `{seed}`, `{size}`, `{komi}`, `{rules}` and `{playouts}` are
    /// replaced by their values.
    pub command: Option<String>,
    /// Built-in player in this process, as the alternative to a command.
    pub player: Option<PlayerConfig>,
    /// GTP commands to send after the start, with the placeholders of `command`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub start_up: Vec<String>,
    /// Environment variables of a command, added to those of this process.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub env: BTreeMap<String, String>,
    /// Working directory of a command; `None` for that of this process.
    pub dir: Option<PathBuf>,
}

/// Settings of a built-in player, which runs in this process.
#[skip_serializing_none]
#[serde_as]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PlayerConfig {
    /// Playouts per move; `None` for those of the match, if it sets any.
    pub playouts: Option<u64>,
    /// Seconds per move in a match without time control; `None` for the engine's default.
    pub time_per_move: Option<f64>,
    /// Number of search threads, at most [`MAX_THREADS`]; `None` for one.
    pub threads: Option<u16>,
    /// Memory for the search tree, in MiB, at most [`MAX_MEMORY_MB`].
    pub memory: Option<u32>,
    /// Strength, from 1 to [`MAX_LEVEL`], which is 20.
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
    pub rules: Option<NamedRules>,
}

impl EngineConfig {
    /// Parses `NAME=COMMAND`.
    ///
    /// The word `internal` in place of a command stands for the built-in player, with its settings
    /// after it: `ours=internal playouts=500 level=3`. It plays with the embedded net, as the
    /// program does, unless the settings name a net or `net=none`. A setting with a space stands in
    /// quotes, as in a command.
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
        let words = shlex::split(command).unwrap_or_default();
        if let Some((first, settings)) = words.split_first()
            && first == "internal"
        {
            let settings: Vec<String> = settings.iter().map(|word| quoted(word)).collect();
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
            (None, Some(_)) if self.dir.is_some() || !self.env.is_empty() => {
                Err(ConfigError::NoProcess(self.name.clone()))
            }
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
        if self
            .playouts
            .is_some_and(|number| !PLAYOUTS.contains(&number))
        {
            return Err(BAD_PLAYOUTS.to_string());
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
        let engine = EngineConfig::parse("x=internal 'net=a b.bin.gz'").expect("an engine");
        let player = engine.player.expect("a built-in player");
        assert_eq!(player.net, NetChoice::File("a b.bin.gz".into()));
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
            "x=internal playouts=9223372036854775808",
            "x='a",
        ] {
            assert!(EngineConfig::parse(text).is_err(), "{text:?}");
        }
    }
}
