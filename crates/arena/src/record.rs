//! What is kept of a finished game: one line of JSON.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use halfpoint_core::board::Color;
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation;

use super::engine::margin;

/// Something for each side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sides<T> {
    /// Black's.
    pub black: T,
    /// White's.
    pub white: T,
}

impl<T> Sides<T> {
    /// That of one side.
    pub fn of(&self, color: Color) -> &T {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }

    /// That of one side, to be changed.
    pub fn of_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }
}

/// How a game came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// As the rules end it by passes (or a button).
    Passes,
    /// A side resigned.
    Resign,
    /// A side could not move where that loses.
    NoMove,
    /// A draw was declared.
    Draw,
    /// The rules give no result.
    Void,
    /// A side did what it may not do, or did nothing; see [`GameRecord::fault`].
    Fault,
    /// The most moves of the match were made.
    MoveLimit,
    /// Both engines gave the same side a large enough score often enough.
    Adjudicated,
}

/// Who has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Black.
    Black,
    /// White.
    White,
    /// Nobody: the scores are equal, or a draw was declared.
    Draw,
    /// The rules give no result: the game counts for nothing.
    Void,
    /// The result cannot be told: the game counts for nothing.
    Unclear,
}

impl Verdict {
    /// The verdict of a result as the arena writes it; `None` for other texts. `B+` without a score
    /// is a win, too.
    #[must_use]
    pub fn of_result(result: &str) -> Option<Verdict> {
        match result {
            "0" => Some(Verdict::Draw),
            "Void" => Some(Verdict::Void),
            "?" => Some(Verdict::Unclear),
            _ => {
                let (color, how) = result.split_once('+')?;
                let known = matches!(how, "" | "R" | "T" | "F") || margin(result).is_some();
                match color {
                    "B" if known => Some(Verdict::Black),
                    "W" if known => Some(Verdict::White),
                    _ => None,
                }
            }
        }
    }

    /// Who has won, if somebody has.
    #[must_use]
    pub fn winner(self) -> Option<Color> {
        match self {
            Verdict::Black => Some(Color::Black),
            Verdict::White => Some(Color::White),
            Verdict::Draw | Verdict::Void | Verdict::Unclear => None,
        }
    }

    /// Whether the game counts for nothing.
    #[must_use]
    pub fn counts_for_nothing(self) -> bool {
        matches!(self, Verdict::Void | Verdict::Unclear)
    }

    /// Points of the player with that colour: 1, ½ or 0; `None` if the game counts for nothing.
    #[must_use]
    pub fn points(self, color: Color) -> Option<f64> {
        match self {
            Verdict::Void | Verdict::Unclear => None,
            Verdict::Draw => Some(0.5),
            won => Some(if won.winner() == Some(color) {
                1.0
            } else {
                0.0
            }),
        }
    }
}

impl From<Color> for Verdict {
    fn from(winner: Color) -> Verdict {
        match winner {
            Color::Black => Verdict::Black,
            Color::White => Verdict::White,
        }
    }
}

/// On what the result of a counted game rests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// Our count of a position in which nothing is in doubt.
    Count,
    /// Our count with the dead stones that both engines named.
    SameDead,
    /// The score that both engines gave.
    SameScore,
    /// Our count with dead stones as our player judges them (area counting alone).
    Judged,
    /// The winner that both engines gave, though not by the same score.
    SameWinner,
}

/// What a side did wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// It could not be started, or failed at a command that sets the game up.
    Start,
    /// Its process ended.
    Crash,
    /// It closed its output, but its process lives.
    Closed,
    /// It did not answer.
    Hang,
    /// It answered after its time was used up.
    Time,
    /// What it wrote is no answer of the protocol, or no move.
    Malformed,
    /// It made an illegal move.
    IllegalMove,
    /// It refused a legal move of its opponent, or another command that it has to follow.
    Refusal,
}

/// The names of the colours in a record.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Color", rename_all = "snake_case")]
enum ColorName {
    Black,
    White,
}

/// What a side did wrong, with what is known about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FaultRecord {
    /// The side at fault.
    #[serde(with = "ColorName")]
    pub side: Color,
    /// What it did.
    pub kind: FaultKind,
    /// The same in words, with the command that it was about.
    pub text: String,
    /// The last lines of its standard error.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stderr: Vec<String>,
}

/// What a side used.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Usage {
    /// Moves that it was asked for.
    pub moves: u32,
    /// Seconds for all of them, on the arena's clock.
    pub seconds: f64,
    /// Seconds for the longest.
    pub longest: f64,
    /// Playouts for all of them, if it tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub playouts: Option<u64>,
    /// The most memory that its processes have held so far, in bytes, if the system tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub peak_memory: Option<u64>,
}

/// A finished game: a line of `games.jsonl`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameRecord {
    /// Its number in the schedule, from 0.
    pub game: u32,
    /// The pair of games with one opening and both colours that it belongs to, from 0.
    pub pair: u32,
    /// Names of the engines.
    pub engines: Sides<String>,
    /// Who has won.
    pub verdict: Verdict,
    /// The result as players write it: `B+3.5`, `W+R`, `B+T` (time), `W+F` (forfeit), `0`, `Void`,
    /// `?`.
    pub result: String,
    /// Black's margin in points, where the board was counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margin: Option<HalfPoints>,
    /// How it ended.
    pub end: End,
    /// On what a counted result rests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub basis: Option<Basis>,
    /// What the engines gave as `final_score`, where they did.
    #[serde(default)]
    pub scores: Sides<Option<String>>,
    /// Whether those differ from each other or from the result, in a way that is not explained.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub disputed: bool,
    /// Whether those differ from the result only by what the engines that gave them cannot know:
    /// their scores are those of the moves by other rules, which the note names.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub explained: bool,
    /// What needs explaining about the result, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The fault that ended it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<FaultRecord>,
    /// Moves in all.
    pub moves: u32,
    /// Of these, moves of the opening.
    pub opening_moves: u32,
    /// What the opening is: a file, or a seed.
    pub opening: String,
    /// The seed that the engines were given.
    pub seed: u64,
    /// What the sides used.
    pub usage: Sides<Usage>,
    /// When it began, in seconds since 1970 (UTC).
    pub started: u64,
    /// Seconds that it took.
    pub seconds: f64,
}

/// Parts of a record of which one must be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum RecordError {
    /// A result that another side has won, or that nobody has.
    #[error("game {0}: the verdict is not that of the result")]
    Verdict(u32),
    /// A margin that the result does not have, or the other way round.
    #[error("game {0}: the margin is not that of the result")]
    Margin(u32),
    /// A fault in a game that did not end by one or that its side has not lost, or an end by a
    /// fault that is not there.
    #[error("game {0}: the end is not that of the fault")]
    Fault(u32),
}

impl GameRecord {
    /// Checks that the parts of the record that say how the game came out agree.
    ///
    /// # Errors
    /// The parts that do not.
    pub fn check(&self) -> Result<(), RecordError> {
        if Verdict::of_result(&self.result) != Some(self.verdict) {
            return Err(RecordError::Verdict(self.game));
        }
        let margin = match self.margin {
            Some(margin) => notation::result(margin) == self.result,
            // A draw can be declared, or come of equal scores.
            None => self.result == "0" || margin(&self.result).is_none(),
        };
        if !margin {
            return Err(RecordError::Margin(self.game));
        }
        let fault = match &self.fault {
            Some(fault) => {
                self.end == End::Fault && self.verdict.winner() == Some(fault.side.opponent())
            }
            None => self.end != End::Fault,
        };
        match fault {
            true => Ok(()),
            false => Err(RecordError::Fault(self.game)),
        }
    }

    /// The colour of the engine of that name.
    #[must_use]
    pub fn color_of(&self, engine: &str) -> Option<Color> {
        let mut colors = Color::BOTH.into_iter();
        colors.find(|&color| self.engines.of(color) == engine)
    }

    /// Points of the engine of that name: 1, ½ or 0; `None` if it did not play or the game counts for
    /// nothing.
    #[must_use]
    pub fn points_of(&self, engine: &str) -> Option<f64> {
        self.verdict.points(self.color_of(engine)?)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A game that Black has won by 3½ points.
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
            basis: Some(Basis::SameDead),
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
            seed: 1_234_567_890,
            usage: Sides {
                black: Usage {
                    moves: 30,
                    seconds: 1.5,
                    longest: 0.25,
                    playouts: Some(15_000),
                    peak_memory: None,
                },
                white: Usage::default(),
            },
            started: 1_700_000_000,
            seconds: 3.25,
        }
    }

    #[test]
    fn parts_that_contradict_each_other_are_told() {
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
        let mut lost = sample();
        (lost.fault, lost.margin) = (Some(fault()), None);
        lost.result = "B+F".to_string();
        assert_eq!(lost.check(), Err(RecordError::Fault(17)));
        lost.end = End::Fault;
        assert_eq!(lost.check(), Ok(()));
        lost.verdict = Verdict::White;
        lost.result = "W+F".to_string();
        assert_eq!(lost.check(), Err(RecordError::Fault(17)));
        let mut declared = sample();
        (declared.verdict, declared.margin) = (Verdict::Draw, None);
        declared.result = "0".to_string();
        assert_eq!(declared.check(), Ok(()));
    }
}
