//! Game types of the Black&White server: who plays which colour, komi, and handicap.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::rank::Rank;
use crate::half_points::HalfPoints;

/// Game type; by default it follows from the ranks of the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum GameType {
    /// Ho-sun: an even game between players of equal rank; colours by guessing odd or even.
    HoSun,
    /// Jung-sun: the weaker player, one or two ranks below, takes Black.
    JungSun,
    /// Handicap: the weaker player takes Black with that many stones, White moves first. Unrated.
    Handicap(Stones),
}

/// Largest difference in rank of a jung-sun game.
const JUNG_SUN: usize = 2;

/// Number of handicap stones, one of those that the server offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stones(u8);

impl Stones {
    /// All numbers of stones that are offered.
    pub const OFFERED: [usize; 10] = [2, 3, 4, 5, 6, 7, 9, 13, 21, 25];

    /// Returns that number of stones if it is offered, else `None`.
    #[must_use]
    pub fn new(number: usize) -> Option<Stones> {
        let offered = Stones::OFFERED.contains(&number);
        offered.then(|| u8::try_from(number).ok().map(Stones))?
    }

    /// Returns the number of stones.
    #[must_use]
    pub const fn number(self) -> usize {
        self.0 as usize
    }
}

impl GameType {
    /// Returns the type of a game between two ranks.
    ///
    /// The source leaves the number of handicap stones to the players; here it is one stone for
    /// each rank of difference, rounded down to a number that is offered. `most` is the number of
    /// stones that the board has points for, or the limit that the players agreed on. Returns
    /// `None` if a handicap game is due but `most` is below every number that is offered.
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

    /// Returns komi on a board of that size: 6.5 for a ho-sun game on 19×19, otherwise 0.5.
    #[must_use]
    pub const fn komi(self, width: usize, height: usize) -> HalfPoints {
        match self {
            GameType::HoSun if width == 19 && height == 19 => HalfPoints::from_halves(13),
            _ => HalfPoints::HALF,
        }
    }

    /// Returns the number of handicap stones, 0 for a game without handicap.
    #[must_use]
    pub const fn stones(self) -> usize {
        match self {
            GameType::Handicap(stones) => stones.number(),
            GameType::HoSun | GameType::JungSun => 0,
        }
    }

    /// Returns whether the result changes promotion points.
    #[must_use]
    pub const fn is_rated(self) -> bool {
        !matches!(self, GameType::Handicap(_))
    }
}

/// Writes `ho_sun`, `jung_sun` or `handicap 5`.
impl fmt::Display for GameType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameType::HoSun => f.write_str("ho_sun"),
            GameType::JungSun => f.write_str("jung_sun"),
            GameType::Handicap(stones) => write!(f, "handicap {}", stones.number()),
        }
    }
}

/// Error of reading a [`GameType`] from a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ParseGameTypeError {
    /// The text names no game type.
    #[error("not `ho_sun`, `jung_sun` or `handicap N`")]
    Unknown,
    /// The text has no number of stones, or one that the server does not offer.
    #[error("handicap stones are 2, 3, 4, 5, 6, 7, 9, 13, 21 or 25")]
    Stones,
}

/// Reads the written form, ignoring case, `_` and `-`.
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

    /// Returns, as text, the game type of two ranks on a board that has points for `most` stones.
    fn between(one: &str, other: &str, most: usize) -> String {
        let [one, other] = [one, other].map(|text| text.parse().expect("a rank"));
        let kind = GameType::between(one, other, most);
        assert_eq!(kind, GameType::between(other, one, most));
        kind.map_or("none".to_string(), |kind| kind.to_string())
    }

    #[test]
    fn type_and_stones_follow_from_the_ranks() {
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
            // 8 stones are not offered, nor is a number between 9 and 13, 13 and 21, or 21 and 25.
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
    fn stones_are_limited_by_the_board() {
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
    fn komi_is_half_a_point_except_in_ho_sun_on_19x19() {
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
    fn only_offered_numbers_of_stones_are_accepted() {
        let offered: Vec<usize> = (0..=400).filter(|&n| Stones::new(n).is_some()).collect();
        assert_eq!(offered, [2, 3, 4, 5, 6, 7, 9, 13, 21, 25]);
        for number in offered {
            let kind: GameType = format!("handicap {number}").parse().expect("a kind");
            assert_eq!(kind.stones(), number);
            assert!(!kind.is_rated());
        }
    }

    #[test]
    fn game_types_are_read_in_either_case_and_others_refused() {
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
