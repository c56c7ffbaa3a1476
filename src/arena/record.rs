//! What is kept of a finished game: one line of JSON.

use serde::{Deserialize, Serialize};

use crate::board::Color;
use crate::half_points::HalfPoints;

/// Something for each side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
    Illegal,
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
    /// Whether those differ from each other or from the result.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub disputed: bool,
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

impl GameRecord {
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
