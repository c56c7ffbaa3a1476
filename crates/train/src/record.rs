//! A game of a shard, and the targets of its positions.

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use halfpoint_core::game::Setup;
use halfpoint_core::notation::parse_vertex;
use halfpoint_core::rules::NamedRules;
use halfpoint_core::{Game, HalfPoints, Move, PlayedMove, Size};
use serde::{Deserialize, Serialize};

use super::error::{GameFault, LearnError};
use super::moves::{parse_move, token_word};
use super::replay::Replay;

/// Version of the schema. Version 1, which is read as well, had no deviations and errors.
pub const VERSION: u32 = 2;

/// Game with targets: a line of a shard.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShardGame {
    /// Version of the schema: 1 to [`VERSION`].
    pub v: u32,
    /// Id that no other game has.
    pub id: String,
    /// Origin of the targets: `distill` or `selfplay`.
    pub kind: String,
    /// Net that played and judged: name/version.
    pub net: String,
    /// Rules: the name of a preset, or JSON.
    pub rules: String,
    /// Number of columns of the board.
    pub width: usize,
    /// Number of rows of the board.
    pub height: usize,
    /// White's compensation in half-points.
    pub komi: i32,
    /// Points of the handicap stones; White moves first if there are any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub handicap: Vec<String>,
    /// Way in which the game begins: at a `fork` or the `ending` of an earlier game, or in a
    /// `record`, whose first moves stand in `moves`, too; `None` for a game of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
    /// Moves in turn, as [`move_text`](super::move_text) writes them.
    pub moves: Vec<String>,
    /// Targets, in the order of the positions.
    pub rows: Vec<RowRecord>,
    /// End of the game.
    pub result: ResultRecord,
}

/// Targets of one position. Values are those of the player to move.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RowRecord {
    /// Number of moves made before the position.
    pub at: usize,
    /// Probability of each move: vertices and the words of tokens. The sum is one; empty if the
    /// position has no policy target.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub policy: BTreeMap<String, f32>,
    /// Probabilities of a win, a draw, a loss and a game without result.
    pub value: [f32; 4],
    /// Points by which the player to move is ahead.
    pub lead: f32,
    /// Standard deviation of the final score in points; `None` if it is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deviation: Option<f32>,
    /// Root of the mean square by which the chance of a win less that of a loss changes within a
    /// few moves, 0 to 2; `None` if it is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value_error: Option<f32>,
    /// Root of the mean square by which the score changes within a few moves, in points; `None` if
    /// it is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score_error: Option<f32>,
    /// Ownership of each point as [`packed`] writes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own: Option<String>,
    /// Weight in training.
    pub weight: f32,
}

/// End of a game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResultRecord {
    /// Margin, Black minus White, in half-points; `None` if it is unknown or the game was not
    /// decided by a count.
    pub margin: Option<i32>,
    /// Winner: `B`, `W`, `0` for a draw, `void`; `None` if it is unknown.
    pub outcome: Option<String>,
    /// Owner of each point at the end, seen by Black, as [`packed`] writes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own: Option<String>,
}

/// Writes ownership from −1 to 1, row by row from the top, in base64: a signed byte for each point,
/// times 127.
#[must_use]
pub fn packed(ownership: impl Iterator<Item = f32>) -> String {
    let byte = |value: f32| (value.clamp(-1.0, 1.0) * 127.0).round() as i8 as u8;
    STANDARD.encode(ownership.map(byte).collect::<Vec<u8>>())
}

/// Reads what [`packed`] wrote, for a board of `area` points; `None` if it is nothing of that kind.
#[must_use]
pub fn unpacked(text: &str, area: usize) -> Option<Vec<i8>> {
    let bytes = STANDARD.decode(text).ok()?;
    let values: Vec<i8> = bytes.into_iter().map(|byte| byte as i8).collect();
    (values.len() == area).then_some(values)
}

/// Largest probability of a target: 1 and what rounding adds.
const MAX_CHANCE: f32 = 1.001;
/// Largest sum of the probabilities of a target: 1 and what the rounding of each move's share adds.
const MAX_CHANCES: f32 = 1.1;
/// Largest lead, deviation and error of the score, in points, and largest weight. All are far
/// beyond what a game has.
const MAX_TARGET: f32 = 1e6;
/// Largest error of the chance of a win less that of a loss.
pub const MAX_VALUE_ERROR: f32 = 2.0;

impl RowRecord {
    /// Checks that the targets are numbers from which a net can learn.
    fn check(&self) -> Result<(), &'static str> {
        // No range contains a value that is not a number.
        let is_chance = |chance: &f32| (0.0..=MAX_CHANCE).contains(chance);
        if !self.policy.values().all(is_chance) {
            return Err("a share of the policy is none");
        }
        if !self.value.iter().all(is_chance) {
            return Err("a value is no probability");
        }
        let sums: [f32; 2] = [self.policy.values().sum(), self.value.iter().sum()];
        if sums.iter().any(|&sum| sum > MAX_CHANCES) {
            return Err("the probabilities are more than 1 together");
        }
        if !(-MAX_TARGET..=MAX_TARGET).contains(&self.lead) {
            return Err("the lead is no number of points");
        }
        let is_within = |number: Option<f32>, most: f32| {
            number.is_none_or(|number| (0.0..=most).contains(&number))
        };
        if !is_within(self.deviation, MAX_TARGET) {
            return Err("the deviation is no number of points");
        }
        if !is_within(self.value_error, MAX_VALUE_ERROR) {
            return Err("the error of the value is none");
        }
        if !is_within(self.score_error, MAX_TARGET) {
            return Err("the error of the score is no number of points");
        }
        if !(0.0..=MAX_TARGET).contains(&self.weight) {
            return Err("the weight is none");
        }
        Ok(())
    }
}

/// Smallest probability that a policy keeps.
const MIN_SHARE: f32 = 0.001;

/// Returns a policy as [`RowRecord::policy`] has it. Probabilities below 0.001 are left out.
pub(super) fn policy_record(
    size: Size,
    moves: impl Iterator<Item = (PlayedMove, f32)>,
) -> BTreeMap<String, f32> {
    let kept: Vec<(PlayedMove, f32)> = moves.filter(|&(_, share)| share >= MIN_SHARE).collect();
    let sum: f32 = kept.iter().map(|&(_, share)| share).sum();
    let text = |action| match action {
        PlayedMove::Token(token) => token_word(token).to_string(),
        other => other.text(size),
    };
    let record = |(action, share)| (text(action), rounded(share / sum, 1e4));
    kept.into_iter().map(record).collect()
}

/// Rounds to a multiple of 1/`parts`.
pub(super) fn rounded(value: f32, parts: f32) -> f32 {
    (value * parts).round() / parts
}

/// Returns a number of points as a row has it: to a hundredth, and within what a row may have,
/// which a net with extreme weights can exceed.
pub(super) fn points_record(points: f32) -> f32 {
    rounded(points.clamp(-MAX_TARGET, MAX_TARGET), 1e2)
}

impl ShardGame {
    /// Checks that the targets of all rows are numbers from which a net can learn: finite, and not
    /// negative where that has no meaning.
    ///
    /// # Errors
    /// If one is not, or there are more rows than the game has positions.
    pub(super) fn check_targets(&self) -> Result<(), LearnError> {
        if self.rows.len() > self.moves.len() + 1 {
            let (at, reason) = (self.moves.len(), "more rows than positions");
            return Err(self.fault(GameFault::Row { at, reason }));
        }
        self.rows.iter().try_for_each(|row| {
            let at = row.at;
            row.check()
                .map_err(|reason| self.fault(GameFault::Row { at, reason }))
        })
    }

    /// Returns the game at its start.
    ///
    /// # Errors
    /// If the start has no meaning.
    pub fn start(&self) -> Result<Game, LearnError> {
        self.new_game().map_err(|reason| self.fault(reason))
    }

    fn new_game(&self) -> Result<Game, GameFault> {
        if !(1..=VERSION).contains(&self.v) {
            return Err(GameFault::Version(self.v));
        }
        let size = Size::new(self.width, self.height)
            .map_err(|_| GameFault::Size(self.width, self.height))?;
        let rules: NamedRules = (self.rules.parse())
            .map_err(|error| GameFault::Rules(format!("{}: {error}", self.rules)))?;
        let komi = HalfPoints::from_halves(self.komi);
        if self.komi.unsigned_abs() > 2 * HalfPoints::MAX_KOMI_POINTS.unsigned_abs() {
            return Err(GameFault::Komi(self.komi));
        }
        if self.handicap.is_empty() {
            return Ok(Game::new(rules.rules, size, komi));
        }
        let fault = || GameFault::Handicap(self.handicap.join(" "));
        let points = self.handicap.iter().map(|text| parse_vertex(size, text));
        let points: Vec<_> = points.collect::<Option<_>>().ok_or_else(fault)?;
        let setup = Setup::with_handicap(size, &points).map_err(|_| fault())?;
        Ok(Game::with_setup(rules.rules, setup, komi))
    }

    /// Returns the move of that index (counted from 0) in a game in which those before were played.
    ///
    /// # Errors
    /// If the text is no move.
    pub fn move_at(&self, game: &Game, index: usize) -> Result<Move, LearnError> {
        let text = self.moves.get(index).map_or("", String::as_str);
        parse_move(game, text).ok_or_else(|| {
            self.fault(GameFault::NoMove {
                number: index + 1,
                text: text.to_string(),
            })
        })
    }

    /// Plays the move of that index (counted from 0).
    ///
    /// # Errors
    /// If the text is no move or the move is illegal.
    pub fn play(&self, replay: &mut Replay, index: usize) -> Result<(), LearnError> {
        let play = self.move_at(replay.game(), index)?;
        let number = index + 1;
        let played = replay.play(&play).map(|_| ());
        played.map_err(|reason| self.fault(GameFault::Illegal { number, reason }))
    }

    pub(super) fn fault(&self, reason: GameFault) -> LearnError {
        LearnError::Game {
            id: self.id.clone(),
            reason,
        }
    }
}
