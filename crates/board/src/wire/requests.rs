//! Requests of the page.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use halfpoint_core::board::Color;
use halfpoint_core::game::Game;
use halfpoint_core::notation::parse_color;
use halfpoint_core::rules::NamedRules;
use halfpoint_engine::clock::{Clock, TimeSystem};
use halfpoint_engine::player::{MAX_LEVEL, budget};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::clock::{ClockText, SideTimes};
use super::error::{RequestError, wrong};
use super::game::GameText;
use super::record::RecordNode;

/// Longest time of a move or an analysis, in seconds.
const MAX_SECONDS: f64 = 600.0;
/// Time after the end of a search until the page has stopped the clock, at most: the answer goes
/// through HTTP and a browser that may be busy drawing.
const LAG_OF_PAGE: Duration = Duration::from_millis(100);

/// Request about a game.
pub trait GameRequest: DeserializeOwned {
    /// Returns the text of the game.
    fn game(&self) -> &GameText;

    /// Returns the game with its rules.
    ///
    /// # Errors
    /// If the game is impossible.
    fn read(&self) -> Result<(Game, NamedRules), RequestError> {
        self.game().read()
    }
}

impl GameRequest for GameText {
    fn game(&self) -> &GameText {
        self
    }
}

/// Implements [`GameRequest`] for requests that have the game in their field `game`.
macro_rules! game_requests {
    ($($request:ty),*) => {$(
        impl GameRequest for $request {
            fn game(&self) -> &GameText {
                &self.game
            }
        }
    )*};
}

game_requests!(
    CardRequest,
    DrawOffer,
    ExactRequest,
    GraphRequest,
    ThinkRequest,
    PonderRequest,
    RecordRequest
);

/// Reads a time for a search.
///
/// # Errors
/// If it is nothing, or more than `max` seconds.
pub fn search_time(seconds: f64, max: f64) -> Result<Duration, RequestError> {
    match seconds > 0.0 && seconds <= max {
        true => Ok(Duration::from_secs_f64(seconds)),
        false => Err(RequestError::Seconds(max)),
    }
}

/// Reads a player.
///
/// # Errors
/// If it is neither black nor white.
pub fn player(text: &str) -> Result<Color, RequestError> {
    parse_color(text).ok_or(RequestError::Player)
}

/// Request for a move or an analysis.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct ThinkRequest {
    /// The game.
    pub game: GameText,
    /// Time in seconds.
    seconds: f64,
    /// Strength of a move, from 1 to [`MAX_LEVEL`].
    level: Option<u8>,
    /// Name of another engine that makes the move.
    pub opponent: Option<String>,
    /// Id of the page, whose last search is gone on from.
    pub page: Option<String>,
    /// Whether the engine may resign; another engine is not told.
    #[serde(default = "yes")]
    pub resigns: bool,
}

/// Default of what is allowed unless it is forbidden.
fn yes() -> bool {
    true
}

impl ThinkRequest {
    /// Returns the time for an analysis, and for a move without a clock.
    pub fn time(&self) -> Result<Duration, RequestError> {
        search_time(self.seconds, MAX_SECONDS)
    }

    /// Returns the time for a move: as over GTP the engine manages that of a clock itself.
    pub fn time_for_move(&self, game: &Game) -> Result<Duration, RequestError> {
        let Some(clock) = &self.game.clock else {
            return self.time();
        };
        let clock = clock.read()?;
        let (area, moves) = (game.board().size().area(), game.records().len());
        let budget = budget::for_move(&clock, game.to_move(), area, moves, LAG_OF_PAGE);
        let longest = Duration::from_secs_f64(MAX_SECONDS);
        budget.map_or_else(|| self.time(), |budget| Ok(budget.min(longest)))
    }

    /// Returns the clock of the game, or one that gives the time to each move: in whole seconds,
    /// which all engines read.
    pub fn clock(&self) -> Result<Clock, RequestError> {
        match &self.game.clock {
            Some(clock) => clock.read(),
            None => {
                let time = Duration::from_secs_f64(self.time()?.as_secs_f64().ceil());
                Ok(Clock::new(TimeSystem::gtp(Duration::ZERO, time, 1)))
            }
        }
    }

    /// Returns the strength; the largest where none is named.
    pub fn level(&self) -> Result<u8, RequestError> {
        match self.level.unwrap_or(MAX_LEVEL) {
            level @ 1..=MAX_LEVEL => Ok(level),
            _ => Err(RequestError::Level(MAX_LEVEL)),
        }
    }
}

/// Request for thoughts in the time of the other side.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PonderRequest {
    game: GameText,
    /// Id of the page.
    pub page: String,
}

/// Offer of a draw.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DrawOffer {
    game: GameText,
    /// Player who is asked.
    pub color: String,
    /// Time to think, in seconds.
    pub seconds: f64,
}

/// Request for the dead stones of a game. Those that the game names are not looked at.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DeadRequest {
    game: GameText,
    /// Name of another engine that judges.
    pub opponent: Option<String>,
}

impl GameRequest for DeadRequest {
    fn game(&self) -> &GameText {
        &self.game
    }

    fn read(&self) -> Result<(Game, NamedRules), RequestError> {
        self.game.read_moves()
    }
}

/// Request for the values of positions.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GraphRequest {
    game: GameText,
    /// Numbers of moves after which the positions are wanted, in the order of the answers.
    pub numbers: Vec<usize>,
    /// Time for each position, in seconds.
    pub seconds: f64,
}

/// Request for the exact values of the moves of a game.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ExactRequest {
    game: GameText,
}

/// Request to read a record.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RecordText {
    /// Text of an SGF file.
    #[serde(default)]
    pub sgf: String,
    /// Bytes of the file in base64 in place of the text, for files that may not be in UTF-8.
    #[serde(default)]
    pub base64: Option<String>,
}

impl RecordText {
    /// Returns the bytes of the file.
    ///
    /// # Errors
    /// If they are not in base64.
    pub fn bytes(self) -> Result<Vec<u8>, RequestError> {
        match self.base64 {
            Some(text) => STANDARD
                .decode(text)
                .map_err(|error| wrong("base64", error)),
            None => Ok(self.sgf.into_bytes()),
        }
    }
}

/// Request for the record of a game.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RecordRequest {
    /// The game.
    pub game: GameText,
    /// Time that each side has left after each move; the list may be shorter than the game.
    #[serde(default)]
    pub clocks: Vec<Option<SideTimes>>,
    /// Nodes of the record in place of the moves of the game; the first is the root.
    #[serde(default)]
    pub nodes: Vec<RecordNode>,
    /// Result in place of that of the root.
    #[serde(default)]
    pub result: Option<String>,
}

/// Request for the card of a game.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CardRequest {
    /// The game.
    pub game: GameText,
}

/// Text to keep.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct KeepRequest {
    /// The text; null to forget the kept one.
    pub text: TextOrNull,
}

/// A text, or null. Unlike an [`Option`] it may not be left out of a request.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum TextOrNull {
    /// A text.
    Text(String),
    /// None.
    Null,
}

/// Request for the points of handicap stones.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct HandicapRequest {
    /// Number of columns.
    pub width: usize,
    /// Number of rows.
    pub height: usize,
    /// Number of stones.
    pub number: usize,
    /// Whether only the points of GTP's `fixed_handicap` may be taken.
    pub fixed: bool,
}

/// Time that a side has used for a move.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SpentTime {
    /// Clock before the move.
    pub clock: ClockText,
    /// The side.
    pub color: String,
    /// The time.
    pub seconds: f64,
}

/// Request for a session.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SessionRequest {
    /// Key of a page.
    pub key: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_clock_gives_a_move_more_than_the_longest_time() {
        let search = |clock: &str| -> ThinkRequest {
            let game = r#"{"rules":"button","width":5,"height":5,"komi":0,"clock":CLOCK}"#;
            let game = game.replace("CLOCK", clock);
            let text = format!(r#"{{"game":{game},"seconds":1.5}}"#);
            serde_json::from_str(&text).expect("a search")
        };
        let time = |clock: &str| {
            let search = search(clock);
            let game = search.game.read().expect("a game").0;
            let time = search.time_for_move(&game);
            time.expect("a time").as_secs_f64()
        };
        assert_eq!(time("null"), 1.5);
        assert_eq!(time(r#"{"system":"none"}"#), 1.5);
        assert!(time(r#"{"system":"absolute 600"}"#) < 600.0);
        for system in [
            "absolute 2147483647",
            "byoyomi 0 2000000000 5",
            "canadian 0 2000000000 1",
            "fischer 2000000000 2000000000",
            "move 2000000000",
        ] {
            let clock = format!(r#"{{"system":"{system}"}}"#);
            assert_eq!(time(&clock), MAX_SECONDS, "{system}");
        }
    }
}
