//! Settings of a ladder's games, and its players.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_with::{DisplayFromStr, serde_as, skip_serializing_none};
use thiserror::Error;

use halfpoint_core::board::Size;
use halfpoint_core::game::most_server_handicap;
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::BoardSize;
use halfpoint_core::rules::{self, NamedRules, Rank, Stones};
use halfpoint_engine::clock::TimeSystem;

use halfpoint_arena::plan::config::{ConfigError, EngineConfig, MatchConfig, check_name};

/// Settings that all games of a ladder share.
#[skip_serializing_none]
#[serde_as]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LadderConfig {
    /// Board size.
    #[serde_as(as = "DisplayFromStr")]
    pub size: BoardSize,
    /// Time system.
    #[serde_as(as = "DisplayFromStr")]
    pub time: TimeSystem,
    /// Whether time systems that the server does not offer are allowed.
    pub any_time: bool,
    /// Seconds by which a side may exceed its time, to allow for the transmission of the answer.
    pub time_margin: f64,
    /// Seconds that an engine has for an answer when no clock runs.
    pub patience: f64,
    /// Most handicap stones of a game. The board may allow fewer.
    pub most_stones: usize,
    /// Most moves of a game; `None` for four per point of the board.
    pub move_limit: Option<u32>,
    /// Playouts per move, for built-in players and for `{playouts}` in commands.
    pub playouts: Option<u64>,
    /// Seed of the pairings, the colour guesses and the engines.
    pub seed: u64,
}

/// Settings with a board of 19×19, half an hour per side, and the arena's default patience.
impl Default for LadderConfig {
    fn default() -> LadderConfig {
        let usual = MatchConfig::default();
        LadderConfig {
            size: BoardSize(Size::square(19)),
            time: TimeSystem::Absolute {
                main: Duration::from_secs(30 * 60),
            },
            any_time: false,
            time_margin: usual.time_margin,
            patience: usual.patience,
            most_stones: 25,
            move_limit: None,
            playouts: None,
            seed: 1,
        }
    }
}

/// Reason why the settings of a ladder are invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LadderConfigError {
    /// Setting that no match can have either.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// Time system that the server does not offer.
    #[error("time: {0}; --any-time allows every time")]
    Time(&'static str),
    /// Limit on handicap stones below 2 or above 25.
    #[error("handicap stones are at least 2 and at most 25")]
    Stones,
}

impl LadderConfig {
    /// Checks the constraints that the types do not express.
    ///
    /// # Errors
    /// If the settings are invalid.
    pub fn validate(&self) -> Result<(), LadderConfigError> {
        self.of_game(HalfPoints::HALF).validate_numbers()?;
        let [min, .., max] = Stones::OFFERED;
        if !(min..=max).contains(&self.most_stones) {
            return Err(LadderConfigError::Stones);
        }
        match self.any_time {
            true => Ok(()),
            false => check_time(&self.time).map_err(LadderConfigError::Time),
        }
    }

    /// Returns the most handicap stones of a game on this board.
    #[must_use]
    pub fn most_stones(&self) -> usize {
        self.most_stones.min(most_server_handicap(self.size.0))
    }

    /// Returns the rules of the server.
    #[must_use]
    pub fn rules() -> NamedRules {
        NamedRules::from(rules::BLACK_WHITE)
    }

    /// Returns the referee's settings for a game with the given komi.
    #[must_use]
    pub fn of_game(&self, komi: HalfPoints) -> MatchConfig {
        MatchConfig {
            rules: LadderConfig::rules(),
            size: self.size,
            komi: Some(komi),
            seed: self.seed,
            time: self.time,
            time_margin: self.time_margin,
            patience: self.patience,
            playouts: self.playouts,
            move_limit: self.move_limit,
            restart: true,
            ..MatchConfig::default()
        }
    }
}

/// Checks a time system against those of the server: a main time of 1 to 720 minutes, then up to 6
/// periods of 10 to 60 seconds, or blocks of time for 25 stones.
fn check_time(time: &TimeSystem) -> Result<(), &'static str> {
    const MINUTE: Duration = Duration::from_secs(60);
    let main = time.main().unwrap_or_default();
    if !(MINUTE..=720 * MINUTE).contains(&main) {
        return Err("the main time is 1 to 720 minutes");
    }
    match *time {
        TimeSystem::Absolute { .. } => Ok(()),
        TimeSystem::ByoYomi {
            period, periods, ..
        } => {
            let is_offered = (Duration::from_secs(10)..=MINUTE).contains(&period) && periods <= 6;
            is_offered
                .then_some(())
                .ok_or("there are up to 6 extra periods, of 10 to 60 seconds")
        }
        TimeSystem::Canadian { period, stones, .. } => {
            let is_offered = !period.is_zero() && stones == 25;
            is_offered
                .then_some(())
                .ok_or("a block of time is more than 0 seconds for 25 stones")
        }
        TimeSystem::Unlimited | TimeSystem::Fischer { .. } => {
            Err("it is `absolute MAIN`, `byoyomi MAIN PERIOD N` or `canadian MAIN PERIOD STONES`")
        }
    }
}

/// Player of a ladder.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Member {
    /// Name of the player.
    pub name: String,
    /// Rank with which the player begins.
    pub rank: Rank,
    /// Whether the player is a guest, which has the lowest rank and no promotion points.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub guest: bool,
    /// Engine; `None` for a player whose results are entered by hand.
    pub engine: Option<EngineConfig>,
}

impl Member {
    /// Returns a guest.
    #[must_use]
    pub fn guest(name: String, engine: Option<EngineConfig>) -> Member {
        Member {
            name,
            rank: Rank::LOWEST,
            guest: true,
            engine,
        }
    }

    /// Checks the constraints that the types do not express.
    ///
    /// # Errors
    /// If the player is invalid.
    pub fn validate(&self) -> Result<(), ConfigError> {
        check_name(&self.name)?;
        match &self.engine {
            Some(engine) => engine.validate(),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_time_systems_of_the_server_pass_unless_any_is_allowed() {
        for (time, is_offered) in [
            ("absolute 1800", true),
            ("absolute 60", true),
            ("absolute 59", false),
            ("absolute 43200", true),
            ("absolute 43201", false),
            ("byoyomi 60 10 1", true),
            ("byoyomi 60 60 6", true),
            ("byoyomi 60 60 7", false),
            ("byoyomi 60 9 3", false),
            ("byoyomi 60 61 3", false),
            ("byoyomi 0 30 3", false),
            ("canadian 60 600 25", true),
            ("canadian 60 600 24", false),
            ("canadian 60 600 26", false),
            ("canadian 60 0 25", false),
            ("canadian 0 600 25", false),
            ("none", false),
            ("move 5", false),
            ("fischer 600 10", false),
        ] {
            let mut config = LadderConfig {
                time: time.parse().expect("a time system"),
                ..LadderConfig::default()
            };
            assert_eq!(config.validate().is_ok(), is_offered, "{time}");
            config.any_time = true;
            assert_eq!(config.validate(), Ok(()), "{time}");
        }
    }

    #[test]
    fn default_settings_are_valid_and_bad_ones_name_the_setting() {
        let config = LadderConfig::default();
        assert_eq!(config.validate(), Ok(()));
        assert_eq!(config.time.to_string(), "absolute 1800");
        assert_eq!(config.most_stones(), 25);
        let nine = LadderConfig {
            size: BoardSize(Size::square(9)),
            ..LadderConfig::default()
        };
        assert_eq!(nine.most_stones(), 9);
        for (change, expected) in [
            (
                (|c| c.most_stones = 1) as fn(&mut LadderConfig),
                "at least 2",
            ),
            (|c| c.most_stones = 26, "at most 25"),
            (|c| c.patience = -1.0, "patience"),
            (|c| c.time_margin = f64::NAN, "margin"),
            (|c| c.move_limit = Some(0), "move limit"),
            (|c| c.playouts = Some(0), "playouts"),
        ] {
            let mut config = LadderConfig::default();
            change(&mut config);
            let error = config.validate().expect_err(expected).to_string();
            assert!(error.contains(expected), "{error}");
        }
    }
}
