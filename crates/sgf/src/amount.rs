//! Amounts of points in the notations that people use.

use halfpoint_core::half_points::HalfPoints;

/// Number of points, or of stones as Chinese players count. One stone makes a difference of two
/// points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Amount {
    /// Number, multiplied by 100.
    pub hundredths: i64,
    /// Whether the text says that these are stones.
    pub stones: bool,
    /// Whether the number was written without a fraction.
    pub whole: bool,
}

/// Reason why a text is not an amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AmountError {
    /// Text that is not a number.
    NotANumber,
    /// Number with a fraction finer than hundredths.
    TooFine,
}

/// Most digits before the decimal point that are read.
const MAX_DIGITS: usize = 9;

/// Words for points that may follow a number.
const POINTS: [&str; 12] = [
    "points", "point", "pts", "pt", "moku", "目", "目差", "點", "点", "집", "집반", "호",
];

impl Amount {
    /// No points.
    pub(super) const ZERO: Amount = Amount {
        hundredths: 0,
        stones: false,
        whole: true,
    };

    /// Converts the amount to half-points; `None` if it is not a multiple of half a point or too
    /// large.
    pub(super) fn half_points(self) -> Option<HalfPoints> {
        let per_unit = if self.stones { 4 } else { 2 };
        let halves = self.hundredths.checked_mul(per_unit)?;
        if halves % 100 != 0 {
            return None;
        }
        i32::try_from(halves / 100)
            .ok()
            .map(HalfPoints::from_halves)
    }

    /// Returns the number as an amount of stones.
    pub(super) fn in_stones(self) -> Amount {
        Amount {
            stones: true,
            ..self
        }
    }

    /// Returns the number with the other sign.
    pub(super) fn opposite(self) -> Amount {
        Amount {
            hundredths: -self.hundredths,
            ..self
        }
    }

    /// Returns the number with a negative sign, whichever it had.
    pub(super) fn negative(self) -> Amount {
        Amount {
            hundredths: -self.hundredths.abs(),
            ..self
        }
    }

    /// Returns whether the number is a multiple of a quarter but not of a half.
    pub(super) fn is_odd_quarters(self) -> bool {
        self.hundredths % 50 == 25 || self.hundredths % 50 == -25
    }
}

/// Replaces full-width characters and dashes by their ASCII equivalents.
pub(super) fn narrow(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
            '\u{3000}' => ' ',
            '−' | '–' => '-',
            c => c,
        })
        .collect()
}

/// Parses a whole text as an amount: `6.5`, `6,5`, `5½`, `5 1/2`, `6目半`, `3又3/4子`, `四分之三子`.
pub(super) fn amount(text: &str) -> Result<Amount, AmountError> {
    let text = narrow(text);
    let (amount, rest) = leading(text.trim())?;
    if rest.trim().is_empty() {
        return Ok(amount);
    }
    Err(AmountError::NotANumber)
}

/// Parses the amount at the beginning of a text, and returns it with the rest of the text.
pub(super) fn leading(text: &str) -> Result<(Amount, &str), AmountError> {
    let (negative, unsigned) = match text.as_bytes().first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    };
    let (number, rest) = number(unsigned).ok_or(AmountError::NotANumber)?;
    let (stones, half, rest) = unit(rest);
    let hundredths = match number.hundredths {
        Some(hundredths) if half => hundredths + 50,
        Some(hundredths) => hundredths,
        None => return Err(AmountError::TooFine),
    };
    let amount = Amount {
        hundredths: if negative { -hundredths } else { hundredths },
        stones,
        whole: number.whole && !half,
    };
    Ok((amount, rest))
}

/// Parses the unit after a number. Returns whether it is stones, whether a half is added, and the
/// rest of the text.
fn unit(text: &str) -> (bool, bool, &str) {
    let rest = text.trim_start();
    if let Some(rest) = rest.strip_prefix('半') {
        // The unit may also follow the half: "6半", "2半目".
        let (stones, _, rest) = unit(rest);
        return (stones, true, rest);
    }
    if let Some(rest) = rest.strip_prefix('子') {
        return match rest.strip_prefix('半') {
            Some(rest) => (true, true, rest),
            None => (true, false, rest),
        };
    }
    let lower = rest.to_ascii_lowercase();
    let word = POINTS
        .iter()
        .filter(|word| lower.starts_with(**word))
        .max_by_key(|word| word.len());
    let Some(word) = word else {
        return (false, false, text);
    };
    let rest = &rest[word.len()..];
    if *word == "집반" {
        return (false, true, rest);
    }
    let spaced = rest.trim_start();
    match spaced.strip_prefix('半').or(spaced.strip_prefix('반')) {
        Some(rest) => (false, true, rest),
        None => (false, false, rest),
    }
}

/// Unsigned number.
struct Number {
    /// Number multiplied by 100; `None` if that is not an integer.
    hundredths: Option<i64>,
    /// Whether the number was written without a fraction.
    whole: bool,
}

impl Number {
    /// Returns a number that was written with a fraction.
    fn broken(hundredths: Option<i64>) -> Number {
        Number {
            hundredths,
            whole: false,
        }
    }
}

/// Parses a number without a sign: decimal, with a fraction after it, in Chinese numerals, or 半,
/// which is a half.
fn number(text: &str) -> Option<(Number, &str)> {
    if let Some(rest) = text.strip_prefix(['半', '반']) {
        return Some((Number::broken(Some(50)), rest));
    }
    if text.starts_with(['.', ',']) || text.starts_with('½') {
        return fraction_after(0, text);
    }
    // "1/2" and "四分之三" are fractions without an integer part.
    if let Some(found) = fraction(0, text) {
        return Some(found);
    }
    let (whole, rest) = figure(text)?;
    fraction_after(whole, rest)
}

/// Parses the fraction that may follow an integer, and returns the sum of both.
fn fraction_after(whole: i64, text: &str) -> Option<(Number, &str)> {
    if let Some(digits) = text.strip_prefix(['.', ',']) {
        let end = digits
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(digits.len());
        let (digits, rest) = digits.split_at(end);
        // A number may end in a decimal point, but a decimal point alone is not a number.
        if digits.is_empty() && (whole == 0 || rest.starts_with(['.', ','])) {
            return None;
        }
        let significant = digits.trim_end_matches('0');
        let hundredths = match significant.len() {
            0 => Some(0),
            1 => significant.parse().ok().map(|tenths: i64| tenths * 10),
            2 => significant.parse().ok(),
            _ => None,
        };
        let number = Number::broken(hundredths.map(|part| whole * 100 + part));
        return Some((number, rest));
    }
    let rest = text.trim_start();
    for (sign, part) in [('½', 50), ('¼', 25), ('¾', 75)] {
        if let Some(rest) = rest.strip_prefix(sign) {
            return Some((Number::broken(Some(whole * 100 + part)), rest));
        }
    }
    let (joined, after) = match rest.strip_prefix('又') {
        Some(after) => (true, after.trim_start()),
        None => (rest.len() < text.len(), rest),
    };
    if joined && let Some(found) = fraction(whole, after) {
        return Some(found);
    }
    let number = Number {
        hundredths: Some(whole * 100),
        whole: true,
    };
    Some((number, text))
}

/// Parses a fraction such as `3/4` or `四分之三`, and returns the sum with an integer before it.
fn fraction(whole: i64, text: &str) -> Option<(Number, &str)> {
    let (first, rest) = figure(text)?;
    let (above, below, rest) = match rest.strip_prefix('/') {
        Some(rest) => figure(rest).map(|(below, rest)| (first, below, rest))?,
        None => figure(rest.strip_prefix("分之")?).map(|(above, rest)| (above, first, rest))?,
    };
    if above >= below {
        return None;
    }
    let exact = (above * 100) % below == 0;
    let hundredths = exact.then(|| whole * 100 + above * 100 / below);
    Some((Number::broken(hundredths), rest))
}

/// Parses an integer in ASCII digits or, below a hundred, in Chinese numerals.
fn figure(text: &str) -> Option<(i64, &str)> {
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    if end > 0 {
        let digits = text[..end].trim_start_matches('0');
        if digits.len() > MAX_DIGITS {
            return None;
        }
        return Some((text[..end].parse().ok()?, &text[end..]));
    }
    const DIGITS: &str = "〇一二三四五六七八九";
    let mut value = 0;
    let mut digit = None;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        match (c, DIGITS.chars().position(|d| d == c)) {
            ('十', _) if value == 0 => value = 10 * digit.take().unwrap_or(1),
            ('两' | '兩', _) if digit.is_none() => digit = Some(2),
            (_, Some(found)) if digit.is_none() => digit = i64::try_from(found).ok(),
            _ => break,
        }
        rest = &rest[c.len_utf8()..];
    }
    (rest.len() < text.len()).then_some((value + digit.unwrap_or(0), rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_parsed_in_western_and_asian_notations() {
        for (text, hundredths, stones) in [
            ("6.5", 650, false),
            ("6,5", 650, false),
            ("6.50000", 650, false),
            ("-0.50", -50, false),
            ("+7", 700, false),
            ("7.", 700, false),
            (".5", 50, false),
            ("007", 700, false),
            ("5½", 550, false),
            ("½", 50, false),
            ("5 1/2", 550, false),
            ("1/2", 50, false),
            ("6.5 points", 650, false),
            ("6.5目", 650, false),
            ("6目半", 650, false),
            ("6半", 650, false),
            ("七目半", 750, false),
            ("半目", 50, false),
            ("3집반", 350, false),
            ("반집", 50, false),
            ("６．５", 650, false),
            ("3.75子", 375, true),
            ("3又3/4子", 375, true),
            ("三又四分之三子", 375, true),
            ("四分之三子", 75, true),
            ("1子半", 150, true),
            ("十二", 1200, false),
            ("二十一目", 2100, false),
            ("3.25", 325, false),
        ] {
            let read = amount(text).map(|a| (a.hundredths, a.stones));
            assert_eq!(read, Ok((hundredths, stones)), "{text}");
        }
        for text in [
            "",
            "six",
            "nan",
            "inf",
            "1e300",
            "6.5.5",
            "6.5][7",
            "-",
            ".",
            "1/0/2",
            // Fractions of one or more are slips, not numbers.
            "1/0",
            "5/5",
            "2 3/2",
            "九九九",
            "99999999999",
            "--1",
            "½½½",
            "目",
            "子",
        ] {
            assert!(amount(text).is_err(), "{text}: {:?}", amount(text));
        }
        for text in ["3.333", "1/3"] {
            assert_eq!(amount(text), Err(AmountError::TooFine), "{text}");
        }
    }

    #[test]
    fn stones_count_two_points_and_quarter_points_are_rejected() {
        let halves = |text| {
            amount(text)
                .ok()
                .and_then(Amount::half_points)
                .map(HalfPoints::halves)
        };
        assert_eq!(halves("6.5"), Some(13));
        assert_eq!(halves("3.75子"), Some(15));
        assert_eq!(halves("3.75"), None);
        assert_eq!(halves("999999999"), Some(1_999_999_998));
    }
}
