//! Outcome of a game: its end, its winner, its margin, and the evidence for them.

use serde::{Deserialize, Serialize};

use halfpoint_core::board::Color;
use halfpoint_core::half_points::HalfPoints;

/// Event that ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// The game ended by passes, or by a button, according to the rules.
    Passes,
    /// A side resigned.
    Resign,
    /// A side had no legal move, under rules where this loses.
    NoMove,
    /// A draw was declared.
    Draw,
    /// The rules give no result.
    Void,
    /// A side broke the rules or the protocol, or did not answer; see
    /// [`GameRecord::fault`](super::record::GameRecord::fault).
    Fault,
    /// The game reached the move limit of the match.
    MoveLimit,
    /// Both engines gave the same side a sufficient score sufficiently often; see
    /// [`Adjudication`](crate::plan::config::Adjudication).
    Adjudicated,
}

/// Outcome of a game: its winner, or the reason why there is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Black has won.
    Black,
    /// White has won.
    White,
    /// The scores are equal, or a draw was declared.
    Draw,
    /// The rules give no result; the game does not count.
    Void,
    /// The result cannot be determined; the game does not count.
    #[default]
    Unclear,
}

impl Verdict {
    /// Parses a result as the arena writes it; `None` for other texts. `B+` without a score is a
    /// win, too.
    #[must_use]
    pub fn of_result(result: &str) -> Option<Verdict> {
        match result {
            "0" => Some(Verdict::Draw),
            "Void" => Some(Verdict::Void),
            "?" => Some(Verdict::Unclear),
            _ => {
                let (color, how) = result.split_once('+')?;
                let winner = match color {
                    "B" => Verdict::Black,
                    "W" => Verdict::White,
                    _ => return None,
                };
                match how {
                    "" | "R" | "T" | "F" => Some(winner),
                    _ if margin(result)? == HalfPoints::ZERO => Some(Verdict::Draw),
                    _ => Some(winner),
                }
            }
        }
    }

    /// Returns the winner; `None` if there is none.
    #[must_use]
    pub fn winner(self) -> Option<Color> {
        match self {
            Verdict::Black => Some(Color::Black),
            Verdict::White => Some(Color::White),
            Verdict::Draw | Verdict::Void | Verdict::Unclear => None,
        }
    }

    /// Returns whether the game is left out of the statistics.
    #[must_use]
    pub fn counts_for_nothing(self) -> bool {
        matches!(self, Verdict::Void | Verdict::Unclear)
    }

    /// Returns the points of the player of a colour: 1, ½ or 0; `None` if the game does not count.
    #[must_use]
    pub fn points(self, color: Color) -> Option<f64> {
        match self {
            Verdict::Void | Verdict::Unclear => None,
            Verdict::Draw => Some(0.5),
            won => Some(f64::from(won.winner() == Some(color))),
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

/// Parses Black's margin from a result such as `B+3.5`, `0` or `draw`; `None` if the text has no
/// score.
#[must_use]
pub fn margin(result: &str) -> Option<HalfPoints> {
    let text = result.trim().to_ascii_lowercase();
    if matches!(text.as_str(), "0" | "draw" | "jigo") {
        return Some(HalfPoints::ZERO);
    }
    let (color, points) = text.split_once('+')?;
    // The winner is ahead, so there is no sign after that of the notation.
    let points = Some(points).filter(|points| !points.starts_with(['+', '-']))?;
    let points: HalfPoints = points.parse().ok()?;
    match color {
        "b" | "black" => Some(points),
        "w" | "white" => Some(-points),
        _ => None,
    }
}

/// Evidence that the result of a counted game rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ResultBasis {
    /// The referee's count of a position in which no stone is in doubt.
    Count,
    /// The referee's count with the dead stones that both engines named.
    SameDead,
    /// The score that both engines gave.
    SameScore,
    /// The referee's count with the dead stones that the built-in player judges; under area scoring
    /// only.
    Judged,
    /// The winner according to both engines, whose scores differ.
    SameWinner,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn score_texts_of_engines_are_parsed() {
        for (text, halves) in [
            ("B+3.5", Some(7)),
            ("w+12", Some(-24)),
            ("0", Some(0)),
            ("Draw", Some(0)),
            ("W+R", None),
            ("B+", None),
            ("B+0.25", None),
            ("B+-5", None),
            ("W++5", None),
            ("W+nan", None),
            ("cannot score", None),
        ] {
            assert_eq!(margin(text).map(HalfPoints::halves), halves, "{text}");
        }
    }
}
