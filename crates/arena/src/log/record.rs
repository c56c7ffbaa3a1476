//! Record of a finished game: one line of JSON.

use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use thiserror::Error;

use halfpoint_core::board::Color;
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation;

pub use super::verdict::{End, ResultBasis, Verdict, margin};
use crate::client::FaultKind;
use crate::plan::digest::SettingsDigest;

/// Pair of values, one for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sides<T> {
    /// Black's value.
    pub black: T,
    /// White's value.
    pub white: T,
}

impl<T> Sides<T> {
    /// Returns the value of one side.
    pub fn of(&self, color: Color) -> &T {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }

    /// Returns what a function makes of each value.
    pub fn map<U>(self, mut function: impl FnMut(T) -> U) -> Sides<U> {
        Sides {
            black: function(self.black),
            white: function(self.white),
        }
    }

    /// Returns the value of one side for modification.
    pub fn of_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }
}

/// Names of the colours in a record.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Color", rename_all = "snake_case")]
enum ColorName {
    Black,
    White,
}

/// Failure of a side that ended the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FaultRecord {
    /// Side at fault.
    #[serde(with = "ColorName")]
    pub side: Color,
    /// Kind of the failure.
    pub kind: FaultKind,
    /// Description of the failure, with the command that caused it.
    pub text: String,
    /// Last lines of the engine's standard error.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stderr: Vec<String>,
}

/// Resources that a side used in a game.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Usage {
    /// Number of moves that the side was asked for.
    pub moves: u32,
    /// Time for all moves in seconds, as measured by the arena.
    pub seconds: f64,
    /// Longest time for a single move, in seconds.
    pub longest: f64,
    /// Playouts for all moves; `None` if the engine does not report them.
    pub playouts: Option<u64>,
    /// Peak memory of the engine's processes until the end of this game, in bytes; `None` if the
    /// system does not report it.
    pub peak_memory: Option<u64>,
}

/// Finished game: a line of `games.jsonl`.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameRecord {
    /// Number of the game in the schedule, from 0.
    pub game: u32,
    /// Number of the game's pair, from 0. A pair is two games with one opening and exchanged
    /// colours.
    pub pair: u32,
    /// Names of the engines.
    pub engines: Sides<String>,
    /// Outcome of the game.
    pub verdict: Verdict,
    /// Result in the usual notation: `B+3.5`, `W+R`, `B+T` (time), `W+F` (forfeit), `0`, `Void`,
    /// `?`.
    pub result: String,
    /// Black's margin in points; `None` if the board was not counted.
    pub margin: Option<HalfPoints>,
    /// Event that ended the game.
    pub end: End,
    /// Evidence for a counted result; `None` if the board was not counted.
    pub basis: Option<ResultBasis>,
    /// Answers of the engines to `final_score`; `None` for an engine that gave none.
    #[serde(default)]
    pub scores: Sides<Option<String>>,
    /// Whether the engines' scores differ from each other or from the result without an
    /// explanation.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub disputed: bool,
    /// Whether the engines' scores differ from the result only by rules that the engines cannot
    /// know: each such score is right under other rules, which the note names.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub explained: bool,
    /// Remarks on the result in words, such as scores that differ from it.
    pub note: Option<String>,
    /// Failure that ended the game.
    pub fault: Option<FaultRecord>,
    /// Number of all moves.
    pub moves: u32,
    /// Number of the moves that belong to the opening.
    pub opening_moves: u32,
    /// Origin of the opening: a file name, or a seed.
    pub opening: String,
    /// Checksum of the file of the opening; `None` for another one, and in lines of earlier
    /// versions.
    pub opening_checksum: Option<String>,
    /// Seed that the engines were given.
    pub seed: u64,
    /// Checksums of the settings of the match; `None` in lines of earlier versions, and until the
    /// journal stores the game.
    pub settings: Option<SettingsDigest>,
    /// Resources that the sides used.
    pub usage: Sides<Usage>,
    /// Start of the game, in seconds since 1970 (UTC).
    pub started: u64,
    /// Duration of the game in seconds.
    pub seconds: f64,
}

/// Largest time of a record, in seconds: thirty years.
const MAX_SECONDS: f64 = 1e9;

/// Factor by which a number that was read from a text may be too small.
const ROUNDED: f64 = 1.0 + 1e-9;

/// Finished game, ready to be stored.
#[derive(Clone, Debug)]
pub struct Finished {
    /// Line for `games.jsonl`.
    pub record: GameRecord,
    /// Moves of the game as SGF.
    pub sgf: String,
}

/// Contradiction between parts of a record. The field is the number of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum RecordError {
    /// The result has another winner than the verdict, or cannot be parsed.
    #[error("game {0}: the verdict is not that of the result")]
    Verdict(u32),
    /// The margin differs from the result, or only one of them has a score.
    #[error("game {0}: the margin is not that of the result")]
    Margin(u32),
    /// The game ended in a way that gives another kind of result.
    #[error("game {0}: the end is not that of the result")]
    End(u32),
    /// The game has other moves than its opening and those that the sides were asked for.
    #[error("game {0}: the moves are not those of the opening and the sides")]
    Moves(u32),
    /// A time is negative, infinite or impossibly long, the longest move is longer than all, or
    /// these are longer than the game.
    #[error("game {0}: impossible times")]
    Times(u32),
    /// The game has a fault but another end or winner than the fault implies, or ended by a fault
    /// that is missing.
    #[error("game {0}: the end is not that of the fault")]
    Fault(u32),
}

impl GameRecord {
    /// Checks that result, verdict, margin, end, fault, moves and times of the record agree.
    ///
    /// # Errors
    /// Returns the first contradiction.
    pub fn check(&self) -> Result<(), RecordError> {
        if Verdict::of_result(&self.result) != Some(self.verdict) {
            return Err(RecordError::Verdict(self.game));
        }
        let margin = match self.margin {
            Some(margin) => notation::result(margin) == self.result,
            // The result `0` can be a declared draw, which has no margin.
            None => self.result == "0" || margin(&self.result).is_none(),
        };
        if !margin {
            return Err(RecordError::Margin(self.game));
        }
        let fault = match &self.fault {
            Some(fault) => {
                self.end == End::Fault
                    && self.verdict.winner() == Some(fault.side.opponent())
                    && self.result.ends_with(fault.kind.letter())
            }
            None => self.end != End::Fault,
        };
        if !fault {
            return Err(RecordError::Fault(self.game));
        }
        if !self.is_end_of_result() {
            return Err(RecordError::End(self.game));
        }
        // A resignation, an illegal move and a move that the opponent refuses are asked for, too,
        // and may be no moves of the game.
        let asked = [&self.usage.black, &self.usage.white].map(|usage| u64::from(usage.moves));
        let most = u64::from(self.opening_moves) + asked[0] + asked[1];
        if !(most.saturating_sub(1)..=most).contains(&u64::from(self.moves))
            || self.moves < self.opening_moves
        {
            return Err(RecordError::Moves(self.game));
        }
        let is_time = |time: f64| (0.0..=MAX_SECONDS).contains(&time);
        let is_possible = |usage: &Usage| {
            let all = usage.seconds * ROUNDED;
            is_time(usage.seconds) && is_time(usage.longest) && usage.longest <= all
        };
        let asked = self.usage.black.seconds + self.usage.white.seconds;
        match is_time(self.seconds)
            && is_possible(&self.usage.black)
            && is_possible(&self.usage.white)
            && asked <= self.seconds * ROUNDED
        {
            true => Ok(()),
            false => Err(RecordError::Times(self.game)),
        }
    }

    /// Returns whether a game that ended so can have this result.
    fn is_end_of_result(&self) -> bool {
        let is_won = self.verdict.winner().is_some();
        let is_uncounted = self.margin.is_none() && self.basis.is_none();
        let how = self.result.split_once('+').map_or("", |(_, how)| how);
        match self.end {
            End::Passes | End::MoveLimit => {
                // Each count has its evidence, and an unclear result has none.
                let is_counted = self.verdict != Verdict::Unclear;
                !matches!(how, "R" | "T" | "F") && is_counted == self.basis.is_some()
            }
            End::Resign => how == "R" && is_uncounted,
            End::NoMove | End::Adjudicated => is_won && is_uncounted,
            End::Draw => self.verdict == Verdict::Draw && is_uncounted,
            End::Void => self.verdict == Verdict::Void && is_uncounted,
            End::Fault => matches!(how, "T" | "F") && is_uncounted,
        }
    }

    /// Returns the colour of the engine with this name; `None` if it did not play.
    #[must_use]
    pub fn color_of(&self, engine: &str) -> Option<Color> {
        let mut colors = Color::BOTH.into_iter();
        colors.find(|&color| self.engines.of(color) == engine)
    }

    /// Returns the points of the engine with this name: 1, ½ or 0; `None` if it did not play or the
    /// game does not count.
    #[must_use]
    pub fn points_of(&self, engine: &str) -> Option<f64> {
        self.verdict.points(self.color_of(engine)?)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Returns a game that Black has won by 3½ points.
    pub fn sample() -> GameRecord {
        GameRecord {
            game: 17,
            pair: 8,
            engines: Sides {
                black: "strong".to_string(),
                white: "weak".to_string(),
            },
            verdict: Verdict::Black,
            result: "B+3.5".to_string(),
            margin: Some(HalfPoints::from_halves(7)),
            end: End::Passes,
            basis: Some(ResultBasis::SameDead),
            scores: Sides {
                black: Some("B+3.5".to_string()),
                white: Some("B+3".to_string()),
            },
            disputed: false,
            explained: true,
            note: Some("white says B+3, which is right without the button".to_string()),
            fault: None,
            moves: 61,
            opening_moves: 2,
            opening: "2 random plies, seed 1/8".to_string(),
            opening_checksum: None,
            seed: 1_234_567_890,
            settings: None,
            usage: Sides {
                black: Usage {
                    moves: 30,
                    seconds: 1.5,
                    longest: 0.25,
                    playouts: Some(15_000),
                    peak_memory: None,
                },
                white: Usage {
                    moves: 29,
                    ..Usage::default()
                },
            },
            started: 1_700_000_000,
            seconds: 3.25,
        }
    }

    #[test]
    fn contradictory_records_are_refused() {
        let with = |change: fn(&mut GameRecord)| {
            let mut record = sample();
            change(&mut record);
            record.check()
        };
        let fault = || FaultRecord {
            side: Color::White,
            kind: FaultKind::Crash,
            text: "gone".to_string(),
            stderr: Vec::new(),
        };
        assert_eq!(sample().check(), Ok(()));
        for change in [
            (|r| r.verdict = Verdict::White) as fn(&mut GameRecord),
            |r| r.verdict = Verdict::Draw,
            |r| r.verdict = Verdict::Unclear,
            |r| r.result = "W+3.5".to_string(),
            |r| r.result = "0".to_string(),
            |r| r.result = "B+x".to_string(),
            |r| r.result = "R+3.5".to_string(),
            |r| r.result = "B+-3.5".to_string(),
            |r| r.result = "B+0".to_string(),
        ] {
            assert_eq!(with(change), Err(RecordError::Verdict(17)));
        }
        for change in [
            (|r| r.margin = Some(HalfPoints::from_halves(6))) as fn(&mut GameRecord),
            |r| r.margin = None,
            |r| r.result = "B+R".to_string(),
        ] {
            assert_eq!(with(change), Err(RecordError::Margin(17)));
        }
        assert_eq!(with(|r| r.end = End::Fault), Err(RecordError::Fault(17)));
        for change in [
            (|r| r.end = End::Resign) as fn(&mut GameRecord),
            |r| r.end = End::NoMove,
            |r| r.end = End::Draw,
            |r| r.end = End::Void,
            |r| r.end = End::Adjudicated,
            |r| (r.result, r.margin) = ("B+R".to_string(), None),
            |r| {
                (r.result, r.margin) = ("B+".to_string(), None);
                r.end = End::Adjudicated;
            },
            |r| r.basis = None,
            |r| {
                (r.verdict, r.result, r.margin) = (Verdict::Unclear, "?".to_string(), None);
            },
        ] {
            assert_eq!(with(change), Err(RecordError::End(17)));
        }
        for change in [
            (|r| r.moves = 0) as fn(&mut GameRecord),
            |r| r.moves = 59,
            |r| r.moves = 62,
            |r| r.opening_moves = 62,
            |r| r.usage.white = Usage::default(),
            |r| r.usage.white.moves = u32::MAX,
        ] {
            assert_eq!(with(change), Err(RecordError::Moves(17)));
        }
        assert_eq!(with(|r| r.moves = 60), Ok(()));
        for change in [
            (|r| r.seconds = -1.0) as fn(&mut GameRecord),
            |r| r.seconds = f64::NAN,
            |r| r.seconds = 1e300,
            |r| r.usage.black.seconds = f64::INFINITY,
            |r| r.usage.black.longest = 1.75,
            |r| r.usage.white.seconds = -0.5,
            |r| r.usage.white.seconds = 2.0,
        ] {
            assert_eq!(with(change), Err(RecordError::Times(17)));
        }
        let mut lost = sample();
        (lost.fault, lost.margin, lost.basis) = (Some(fault()), None, None);
        lost.result = "B+F".to_string();
        assert_eq!(lost.check(), Err(RecordError::Fault(17)));
        lost.end = End::Fault;
        assert_eq!(lost.check(), Ok(()));
        lost.result = "B+T".to_string();
        assert_eq!(lost.check(), Err(RecordError::Fault(17)));
        lost.verdict = Verdict::White;
        lost.result = "W+F".to_string();
        assert_eq!(lost.check(), Err(RecordError::Fault(17)));
        let mut declared = sample();
        (declared.verdict, declared.margin) = (Verdict::Draw, None);
        (declared.basis, declared.end) = (None, End::Draw);
        declared.result = "0".to_string();
        assert_eq!(declared.check(), Ok(()));
    }
}
