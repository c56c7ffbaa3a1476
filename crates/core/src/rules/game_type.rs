//! The kinds of games on the Black&White server: who plays which colour, komi, and handicap.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::rank::Rank;
use crate::half_points::HalfPoints;

/// The kind of a game, which by default follows from the ranks of the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum GameType {
    /// Ho-sun: players of the same rank; colours by guessing odd or even.
    HoSun,
    /// Jung-sun: the weaker player, one or two ranks below, has Black.
    JungSun,
    /// The weaker player has Black and that many stones; White moves first. It is not rated.
    Handicap(Stones),
}

/// The most ranks apart that players of a jung-sun game are.
const JUNG_SUN: usize = 2;

/// A number of handicap stones that the server offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stones(u8);

impl Stones {
    /// All of them.
    pub const OFFERED: [usize; 10] = [2, 3, 4, 5, 6, 7, 9, 13, 21, 25];

    /// That number, if it is offered.
    #[must_use]
    pub fn new(number: usize) -> Option<Stones> {
        let offered = Stones::OFFERED.contains(&number);
        offered.then(|| u8::try_from(number).ok().map(Stones))?
    }

    /// The number.
    #[must_use]
    pub const fn number(self) -> usize {
        self.0 as usize
    }
}

impl GameType {
    /// The kind of game for two ranks: the source leaves the number of stones to the players, here it is
    /// one for each rank between them, or the next smaller number that is offered. `most` is the number of
    /// stones that the board holds, or that was agreed on as the most. `None` if that leaves no
    /// number for a handicap game.
    #[must_use]
    pub fn between(one: Rank, other: Rank, most: usize) -> Option<GameType> {
        match one.distance(other) {
            0 => Some(GameType::HoSun),
            1..=JUNG_SUN => Some(GameType::JungSun),
            distance => {
                let mut numbers = Stones::OFFERED.into_iter().rev();
                let number = numbers.find(|&number| number <= distance.min(most))?;
                Stones::new(number).map(GameType::Handicap)
            }
        }
    }

    /// Komi on a board of that size: 6.5 in ho-sun games on 19×19, else 0.5.
    #[must_use]
    pub const fn komi(self, width: usize, height: usize) -> HalfPoints {
        match self {
            GameType::HoSun if width == 19 && height == 19 => HalfPoints::from_halves(13),
            _ => HalfPoints::HALF,
        }
    }

    /// Handicap stones; 0 without.
    #[must_use]
    pub const fn stones(self) -> usize {
        match self {
            GameType::Handicap(stones) => stones.number(),
            GameType::HoSun | GameType::JungSun => 0,
        }
    }

    /// Whether the result changes promotion points.
    #[must_use]
    pub const fn is_rated(self) -> bool {
        !matches!(self, GameType::Handicap(_))
    }
}

/// `ho_sun`, `jung_sun`, `handicap 5`.
impl fmt::Display for GameType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameType::HoSun => f.write_str("ho_sun"),
            GameType::JungSun => f.write_str("jung_sun"),
            GameType::Handicap(stones) => write!(f, "handicap {}", stones.number()),
        }
    }
}

/// Why a text is no kind of game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ParseGameTypeError {
    /// No such kind.
    #[error("not `ho_sun`, `jung_sun` or `handicap N`")]
    Unknown,
    /// A number of stones that the server does not offer.
    #[error("handicap stones are 2, 3, 4, 5, 6, 7, 9, 13, 21 or 25")]
    Stones,
}

/// Reads what is printed, without regard to case, `_` and `-`.
impl FromStr for GameType {
    type Err = ParseGameTypeError;

    fn from_str(text: &str) -> Result<GameType, ParseGameTypeError> {
        let mut words = text.split_ascii_whitespace();
        let name: String = words
            .next()
            .unwrap_or_default()
            .chars()
            .filter(|c| !matches!(c, '_' | '-'))
            .flat_map(char::to_lowercase)
            .collect();
        let number = words.next();
        if words.next().is_some() {
            return Err(ParseGameTypeError::Unknown);
        }
        match (name.as_str(), number) {
            ("hosun", None) => Ok(GameType::HoSun),
            ("jungsun", None) => Ok(GameType::JungSun),
            ("handicap", Some(number)) => {
                let number = number.parse().ok().and_then(Stones::new);
                let stones = number.ok_or(ParseGameTypeError::Stones)?;
                Ok(GameType::Handicap(stones))
            }
            ("handicap", None) => Err(ParseGameTypeError::Stones),
            _ => Err(ParseGameTypeError::Unknown),
        }
    }
}

impl From<GameType> for String {
    fn from(value: GameType) -> String {
        value.to_string()
    }
}

impl TryFrom<String> for GameType {
    type Error = ParseGameTypeError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The kind for two ranks on a board that holds so many stones, as text.
    fn between(one: &str, other: &str, most: usize) -> String {
        let [one, other] = [one, other].map(|text| text.parse().expect("a rank"));
        let kind = GameType::between(one, other, most);
        assert_eq!(kind, GameType::between(other, one, most));
        kind.map_or("none".to_string(), |kind| kind.to_string())
    }

    #[test]
    fn by_the_ranks() {
        for (one, other, kind) in [
            ("5k", "5k", "ho_sun"),
            ("5k", "4k", "jung_sun"),
            ("5k", "3k", "jung_sun"),
            ("5k", "2k", "handicap 3"),
            ("1k", "1d", "jung_sun"),
            ("2k", "1d", "jung_sun"),
            ("3k", "1d", "handicap 3"),
            ("9d", "1p", "jung_sun"),
            ("9d", "3p", "handicap 3"),
            ("9k", "2k", "handicap 7"),
            // There is no handicap of 8, and none between those of 9, 13, 21 and 25.
            ("10k", "2k", "handicap 7"),
            ("11k", "2k", "handicap 9"),
            ("14k", "2k", "handicap 9"),
            ("15k", "2k", "handicap 13"),
            ("18k", "3d", "handicap 13"),
            ("18k", "4d", "handicap 21"),
            ("18k", "8d", "handicap 25"),
            ("18k", "9p", "handicap 25"),
        ] {
            assert_eq!(between(one, other, 25), kind, "{one} {other}");
        }
    }

    #[test]
    fn as_the_board_allows() {
        for (most, kind) in [
            (25, "handicap 25"),
            (24, "handicap 21"),
            (9, "handicap 9"),
            (4, "handicap 4"),
            (2, "handicap 2"),
            (1, "none"),
            (0, "none"),
        ] {
            assert_eq!(between("18k", "9d", most), kind, "{most}");
        }
        assert_eq!(between("5k", "3k", 0), "jung_sun");
    }

    #[test]
    fn komi_by_kind_and_board() {
        for (kind, on_19, on_13, on_9, elsewhere) in [
            ("ho_sun", "6.5", "0.5", "0.5", "0.5"),
            ("jung_sun", "0.5", "0.5", "0.5", "0.5"),
            ("handicap 2", "0.5", "0.5", "0.5", "0.5"),
        ] {
            let kind: GameType = kind.parse().expect("a kind");
            let komi = |width, height| kind.komi(width, height).to_string();
            assert_eq!(komi(19, 19), on_19, "{kind}");
            assert_eq!(komi(13, 13), on_13, "{kind}");
            assert_eq!(komi(9, 9), on_9, "{kind}");
            assert_eq!(komi(11, 11), elsewhere, "{kind}");
            assert_eq!(komi(19, 9), elsewhere, "{kind}");
        }
    }

    #[test]
    fn stones_that_are_offered() {
        let offered: Vec<usize> = (0..=400).filter(|&n| Stones::new(n).is_some()).collect();
        assert_eq!(offered, [2, 3, 4, 5, 6, 7, 9, 13, 21, 25]);
        for number in offered {
            let kind: GameType = format!("handicap {number}").parse().expect("a kind");
            assert_eq!(kind.stones(), number);
            assert!(!kind.is_rated());
        }
    }

    #[test]
    fn texts() {
        for (text, kind) in [
            ("ho_sun", GameType::HoSun),
            ("HO-SUN", GameType::HoSun),
            ("jungsun", GameType::JungSun),
        ] {
            assert_eq!(text.parse(), Ok(kind), "{text}");
            assert!(kind.is_rated());
        }
        for (text, error) in [
            ("", ParseGameTypeError::Unknown),
            ("even", ParseGameTypeError::Unknown),
            ("ho_sun 2", ParseGameTypeError::Unknown),
            ("handicap 2 3", ParseGameTypeError::Unknown),
            ("handicap", ParseGameTypeError::Stones),
            ("handicap 1", ParseGameTypeError::Stones),
            ("handicap 8", ParseGameTypeError::Stones),
            ("handicap 10", ParseGameTypeError::Stones),
            ("handicap 26", ParseGameTypeError::Stones),
            ("handicap -2", ParseGameTypeError::Stones),
            ("handicap 258", ParseGameTypeError::Stones),
        ] {
            assert_eq!(text.parse::<GameType>(), Err(error), "{text:?}");
        }
    }
}
