//! Ranks of players on the Black&White server.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Rank of a player. The order is 18k (lowest) to 1k, 1d to 9d, 1p (professional) to 9p (highest).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Rank(u8);

/// Number of kyu ranks.
const KYU: u8 = 18;
/// Number of dan ranks; amateurs and professionals have as many each.
const DAN: u8 = 9;

impl Rank {
    /// Lowest rank, 18k; guests have it.
    pub const LOWEST: Rank = Rank(0);
    /// Number of ranks.
    pub const COUNT: usize = (KYU + 2 * DAN) as usize;

    /// Returns the rank that has `index` ranks below it; `None` from [`Rank::COUNT`] on.
    #[must_use]
    pub fn at(index: usize) -> Option<Rank> {
        let index = u8::try_from(index).ok()?;
        (usize::from(index) < Rank::COUNT).then_some(Rank(index))
    }

    /// Returns the number of ranks below this one.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the number of steps between two ranks.
    #[must_use]
    pub const fn distance(self, other: Rank) -> usize {
        self.0.abs_diff(other.0) as usize
    }

    /// Returns whether the rank is a professional one.
    #[must_use]
    pub const fn is_professional(self) -> bool {
        self.0 >= KYU + DAN
    }

    /// Returns the rank as the server displays it: `5d` for an amateur, `5d[P]` for a professional.
    #[must_use]
    pub fn shown(self) -> String {
        let text = self.to_string();
        match text.strip_suffix('p') {
            Some(number) => format!("{number}d[P]"),
            None => text,
        }
    }

    /// Returns the rank after a promotion. `None` for 9p, and for 9d, since games on a server do
    /// not make a player professional.
    #[must_use]
    pub fn promoted(self) -> Option<Rank> {
        self.beside(1)
    }

    /// Returns the rank after a demotion; `None` for 18k and 1p.
    #[must_use]
    pub fn demoted(self) -> Option<Rank> {
        self.beside(-1)
    }

    fn beside(self, step: i8) -> Option<Rank> {
        let other = Rank::at(usize::from(self.0.checked_add_signed(step)?))?;
        (other.is_professional() == self.is_professional()).then_some(other)
    }
}

/// Writes `18k`, `9d` or `1p`.
impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            kyu if kyu < KYU => write!(f, "{}k", KYU - kyu),
            dan if dan < KYU + DAN => write!(f, "{}d", dan - KYU + 1),
            professional => write!(f, "{}p", professional - KYU - DAN + 1),
        }
    }
}

/// Error of reading a [`Rank`] from a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not a rank: 18k to 1k, 1d to 9d, 1p to 9p")]
pub struct ParseRankError;

/// Reads the written form without regard to case; `5d[P]` is read as `5p`.
impl FromStr for Rank {
    type Err = ParseRankError;

    fn from_str(text: &str) -> Result<Rank, ParseRankError> {
        let text = text.to_ascii_lowercase();
        let text = match text.strip_suffix("d[p]") {
            Some(number) => format!("{number}p"),
            None => text,
        };
        let all = (0..Rank::COUNT).filter_map(Rank::at);
        let mut named = all.filter(|rank| rank.to_string() == text);
        named.next().ok_or(ParseRankError)
    }
}

impl From<Rank> for String {
    fn from(value: Rank) -> String {
        value.to_string()
    }
}

impl TryFrom<String> for Rank {
    type Error = ParseRankError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rank(text: &str) -> Rank {
        text.parse().expect("a rank")
    }

    #[test]
    fn ranks_are_ordered_from_18k_to_9p() {
        let texts: Vec<String> = (0..Rank::COUNT)
            .filter_map(Rank::at)
            .map(|rank| rank.to_string())
            .collect();
        assert_eq!(texts.len(), 36);
        assert_eq!(texts[0], "18k");
        assert_eq!(texts[17..19], ["1k", "1d"]);
        assert_eq!(texts[26..28], ["9d", "1p"]);
        assert_eq!(texts[35], "9p");
        for (index, text) in texts.iter().enumerate() {
            assert_eq!(rank(text).index(), index);
        }
        assert_eq!(Rank::at(36), None);
    }

    #[test]
    fn ranks_are_read_in_either_case_and_others_refused() {
        assert_eq!(rank("3D"), rank("3d"));
        assert_eq!(rank("3d[P]"), rank("3p"));
        assert_eq!(rank("3p").shown(), "3d[P]");
        assert_eq!(rank("3d").shown(), "3d");
        for text in [
            "", "k", "0k", "19k", "10d", "0d", "10p", "05k", "+5k", "3 d", "p3",
        ] {
            assert_eq!(text.parse::<Rank>(), Err(ParseRankError), "{text:?}");
        }
    }

    #[test]
    fn distances_count_steps_across_kyu_dan_and_professional() {
        for (one, other, distance) in [
            ("5k", "5k", 0),
            ("1k", "1d", 1),
            ("2k", "1d", 2),
            ("3k", "1d", 3),
            ("18k", "9d", 26),
            ("9d", "1p", 1),
            ("18k", "9p", 35),
        ] {
            assert_eq!(rank(one).distance(rank(other)), distance, "{one} {other}");
            assert_eq!(rank(other).distance(rank(one)), distance, "{one} {other}");
        }
    }

    #[test]
    fn promotion_and_demotion_stay_within_amateurs_or_professionals() {
        for (from, up, down) in [
            ("18k", Some("17k"), None),
            ("1k", Some("1d"), Some("2k")),
            ("1d", Some("2d"), Some("1k")),
            ("9d", None, Some("8d")),
            ("1p", Some("2p"), None),
            ("9p", None, Some("8p")),
        ] {
            assert_eq!(rank(from).promoted(), up.map(rank), "{from}");
            assert_eq!(rank(from).demoted(), down.map(rank), "{from}");
        }
    }
}
