//! What is kept of a ladder: a line of JSON for each thing that happened.

use serde::{Deserialize, Serialize};

use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::rules::{GameType, Rank, Standing};
use halfpoint_sgf::RecordedResult;

use super::config::{LadderConfig, Member};
use crate::record::{GameRecord, Sides, Verdict};

/// A line of `ladder.jsonl`. The first one is [`Entry::Ladder`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Entry {
    /// The ladder was begun.
    Ladder(LadderConfig),
    /// A player has come.
    Player(Member),
    /// A player has gone: it plays no more, and keeps its place.
    Left(String),
    /// A game is finished.
    Game(Box<LadderGame>),
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LadderGame {
    /// Its number, from 0.
    pub game: u32,
    /// Names of the players.
    pub players: Sides<String>,
    /// Their ranks before it.
    pub ranks: Sides<Rank>,
    /// Its kind.
    pub game_type: GameType,
    /// How the colours were guessed, if they were.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guess: Option<Guess>,
    /// Komi.
    pub komi: HalfPoints,
    /// Who has won.
    pub verdict: Verdict,
    /// The result as players write it.
    pub result: String,
    /// Ranks and points after it; guests have none.
    pub standings: Sides<Option<Standing>>,
    /// When it ended or was entered, in seconds since 1970 (UTC).
    pub ended: u64,
    /// What the arena kept of it; nothing of a game whose result was entered by hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<GameRecord>,
}

impl LadderGame {
    /// Whether verdict, result and the arena's record, where there is one, say that the game came
    /// out in one way.
    #[must_use]
    pub fn is_consistent(&self) -> bool {
        let same = |record: &GameRecord| {
            record.check().is_ok()
                && (record.game, record.verdict) == (self.game, self.verdict)
                && (&record.result, &record.engines) == (&self.result, &self.players)
        };
        verdict_of(&self.result) == Some(self.verdict) && self.record.as_ref().is_none_or(same)
    }
}

/// The verdict of a result as the arena or people write it; `None` if it is no result.
#[must_use]
pub fn verdict_of(result: &str) -> Option<Verdict> {
    let by_people = || match RecordedResult::parse(result) {
        RecordedResult::Unknown => None,
        RecordedResult::Void => Some(Verdict::Void),
        result => match result.sign() {
            Some(1) => Some(Verdict::Black),
            Some(-1) => Some(Verdict::White),
            _ => Some(Verdict::Draw),
        },
    };
    Verdict::of_result(result).or_else(by_people)
}

/// How colours were guessed: a right guess gives the guesser Black.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Guess {
    /// Who has chosen odd or even: the owner of the room.
    pub owner: String,
    /// What was chosen.
    pub chosen: Parity,
    /// What the partner has guessed.
    pub guessed: Parity,
}

/// Odd or even.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Parity {
    /// 1, 3, 5 …
    Odd,
    /// 2, 4, 6 …
    Even,
}
