//! Unit of every score: whole numbers of half-points.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Number of half-points. Every score, komi and token value is a multiple of half a point, so no
/// result is ever rounded.
///
/// Files store it as a number of points.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(try_from = "f64", into = "f64")]
pub struct HalfPoints(i32);

impl HalfPoints {
    /// Zero.
    pub const ZERO: HalfPoints = HalfPoints(0);
    /// Half a point: the usual value of a button.
    pub const HALF: HalfPoints = HalfPoints(1);
    /// One point: the value of a stone.
    pub const ONE: HalfPoints = HalfPoints(2);
    /// Largest komi, in points, that is read from a text or a number; far more than any board has.
    pub const MAX_KOMI_POINTS: i32 = 100_000;

    /// Creates a value from a number of half-points.
    #[must_use]
    pub const fn from_halves(halves: i32) -> Self {
        HalfPoints(halves)
    }

    /// Creates a value from a number of points.
    #[must_use]
    pub const fn from_points(points: i32) -> Self {
        HalfPoints(points * 2)
    }

    /// Returns the number of half-points.
    #[must_use]
    pub const fn halves(self) -> i32 {
        self.0
    }

    /// Returns the absolute value.
    #[must_use]
    pub const fn abs(self) -> Self {
        HalfPoints(self.0.abs())
    }

    /// Returns the number of points. The result is exact, since halves are exact in binary.
    #[must_use]
    pub fn points(self) -> f64 {
        f64::from(self.0) / 2.0
    }
}

impl Add for HalfPoints {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        HalfPoints(self.0 + other.0)
    }
}

impl Sub for HalfPoints {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        HalfPoints(self.0 - other.0)
    }
}

impl Neg for HalfPoints {
    type Output = Self;
    fn neg(self) -> Self {
        HalfPoints(-self.0)
    }
}

impl AddAssign for HalfPoints {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl SubAssign for HalfPoints {
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}

impl Sum for HalfPoints {
    fn sum<I: Iterator<Item = Self>>(iter: I) -> Self {
        iter.fold(Self::ZERO, Add::add)
    }
}

/// Writes points as a decimal number: `7`, `6.5`, `-0.5`.
impl fmt::Display for HalfPoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let half = if self.0 % 2 == 0 { "" } else { ".5" };
        write!(f, "{sign}{}{half}", self.0.unsigned_abs() / 2)
    }
}

/// Error of reading [`HalfPoints`] from a text or a number.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseHalfPointsError {
    /// The text is not a decimal number, or the number is not finite.
    #[error("not a number")]
    NotANumber,
    /// The number is not a multiple of half a point.
    #[error("not a multiple of half a point")]
    NotAHalf,
    /// The absolute value exceeds [`HalfPoints::MAX_KOMI_POINTS`].
    #[error("beyond {} points", HalfPoints::MAX_KOMI_POINTS)]
    TooLarge,
}

/// Reads points as a plain decimal number (`6.5`, `-7`, `+0.50`).
impl FromStr for HalfPoints {
    type Err = ParseHalfPointsError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        use ParseHalfPointsError::{NotAHalf, NotANumber, TooLarge};
        let (negative, digits) = match text.as_bytes().first() {
            Some(b'-') => (true, &text[1..]),
            Some(b'+') => (false, &text[1..]),
            _ => (false, text),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let all_digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
        if !all_digits(whole) || !all_digits(fraction) || whole.len() + fraction.len() == 0 {
            return Err(NotANumber);
        }
        let half = match fraction.trim_end_matches('0') {
            "" => 0,
            "5" => 1,
            _ => return Err(NotAHalf),
        };
        let whole = whole.trim_start_matches('0');
        let points: i32 = if whole.is_empty() {
            0
        } else {
            whole.parse().map_err(|_| TooLarge)?
        };
        let halves = points.saturating_mul(2).saturating_add(half);
        if halves > 2 * Self::MAX_KOMI_POINTS {
            return Err(TooLarge);
        }
        Ok(HalfPoints(if negative { -halves } else { halves }))
    }
}

/// Converts from a number of points.
impl TryFrom<f64> for HalfPoints {
    type Error = ParseHalfPointsError;

    fn try_from(points: f64) -> Result<Self, Self::Error> {
        let halves = points * 2.0;
        if !halves.is_finite() {
            return Err(ParseHalfPointsError::NotANumber);
        }
        if halves.fract() != 0.0 {
            return Err(ParseHalfPointsError::NotAHalf);
        }
        if points.abs() > f64::from(Self::MAX_KOMI_POINTS) {
            return Err(ParseHalfPointsError::TooLarge);
        }
        Ok(HalfPoints(halves as i32))
    }
}

impl From<HalfPoints> for f64 {
    fn from(value: HalfPoints) -> f64 {
        value.points()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimal_numbers_of_points_are_read_and_written() {
        for (text, halves, back) in [
            ("6.5", 13, "6.5"),
            ("7", 14, "7"),
            ("-0.5", -1, "-0.5"),
            ("+0.50", 1, "0.5"),
            (".5", 1, "0.5"),
            ("007.0", 14, "7"),
            ("-0", 0, "0"),
        ] {
            let value: HalfPoints = text.parse().expect(text);
            assert_eq!(value.halves(), halves, "{text}");
            assert_eq!(value.to_string(), back, "{text}");
        }
    }

    #[test]
    fn komi_beyond_the_limit_is_refused() {
        for text in ["100000", "-100000", "99999.5", "-99999.5"] {
            let value: HalfPoints = text.parse().expect(text);
            assert_eq!(HalfPoints::try_from(value.points()), Ok(value), "{text}");
        }
        for text in [
            "100000.5",
            "-100000.5",
            "100001",
            "2147483647",
            "1073741824",
        ] {
            let refused = text.parse::<HalfPoints>().expect_err(text);
            assert_eq!(refused.to_string(), "beyond 100000 points", "{text}");
            let points: f64 = text.parse().expect(text);
            assert_eq!(HalfPoints::try_from(points), Err(refused), "{text}");
        }
    }

    #[test]
    fn other_fractions_and_notations_are_refused() {
        for text in [
            "",
            "-",
            ".",
            "3.75",
            "inf",
            "nan",
            "1e3",
            "6,5",
            "0x5",
            "--1",
            "½",
            "9999999999",
        ] {
            assert!(text.parse::<HalfPoints>().is_err(), "{text}");
        }
    }
}
