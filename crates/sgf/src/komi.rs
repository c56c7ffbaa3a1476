//! Komi as people write it: a number, often among words in English, Chinese, Japanese or Korean.

use halfpoint_core::board::Color::{self, Black, White};
use halfpoint_core::half_points::HalfPoints;

use super::amount::{Amount, AmountError, leading, narrow};

/// Meaning of a word beside the number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    /// Nothing that the number does not say.
    Filler,
    /// Side that pays or gets komi.
    Side(Color),
    /// The side pays komi.
    Pays,
    /// The side pays komi, in stones.
    PaysStones,
    /// The side gets komi.
    Gets,
    /// White pays komi, contrary to custom.
    Reverse,
    /// There is no komi.
    None,
}

use Word::{Filler, Gets, None as NoKomi, Pays, PaysStones, Reverse, Side};

/// Words in small letters. Latin ones stand alone; the others follow each other without spaces, and
/// the longest that fits is taken.
const WORDS: [(Word, &[&str]); 8] = [
    (
        Filler,
        &[
            "komi", "points", "point", "pts", "pt", "p", "moku", "of", "is", "the", "コミ", "こみ",
            "덤", "互先", "호선", "为", "為", "が", "の", "は",
        ],
    ),
    (
        Side(Black),
        &[
            "black", "b", "黑", "黒", "黑棋", "黑方", "先", "先手", "先番", "黒番", "흑",
        ],
    ),
    (
        Side(White),
        &[
            "white", "w", "白", "白棋", "白方", "白番", "后手", "後手", "백",
        ],
    ),
    (
        Pays,
        &[
            "gives", "give", "pays", "pay", "from", "贴", "貼", "贴目", "貼目", "出", "出し", "给",
            "給", "공제",
        ],
    ),
    (
        Gets,
        &[
            "gets",
            "get",
            "receives",
            "receive",
            "has",
            "for",
            "to",
            "得",
            "もらい",
            "貰い",
        ],
    ),
    (
        Reverse,
        &["reverse", "reversed", "倒贴", "倒貼", "逆", "역"],
    ),
    (
        NoKomi,
        &[
            "none", "no", "nil", "without", "无", "無", "不", "なし", "無し", "없음",
        ],
    ),
    (PaysStones, &["贴子", "貼子"]),
];

/// Komi that a text means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ReadKomi {
    /// Number, positive if White gets it.
    pub amount: Amount,
    /// Whether words decide who gets it, or that there is none.
    pub in_words: bool,
}

/// Parses komi: `6.5`, `5.5 points.`, `Reverse, 20p`, `黒6目半`, `黑贴3又3/4子`, `先番5目半コミ出し`,
/// `덤 6집반`, `none`.
///
/// # Errors
/// If a word is unknown, two numbers differ, or it stays open who gets the komi; in that case the
/// text is no number. If the number is too fine.
pub(super) fn komi(text: &str) -> Result<ReadKomi, AmountError> {
    let text = narrow(text).to_lowercase();
    let mut rest = text.as_str();
    let mut number: Option<Amount> = None;
    let mut words: Vec<Word> = Vec::new();
    let mut after_word = false;
    loop {
        let next = skip_separators(rest);
        after_word &= next.len() == rest.len();
        rest = next;
        if rest.is_empty() {
            break;
        }
        if let Some((word, after)) = word(rest) {
            words.push(word);
            (rest, after_word) = (after, true);
            continue;
        }
        // A dash after a word may be no sign.
        if after_word && rest.starts_with(['-', '+']) {
            return Err(AmountError::NotANumber);
        }
        let (amount, after) = leading(rest)?;
        if number.is_some_and(|other| other.half_points() != amount.half_points()) {
            return Err(AmountError::NotANumber);
        }
        number = Some(amount);
        (rest, after_word) = (after, false);
    }
    let amount = signed(number, &words).ok_or(AmountError::NotANumber)?;
    let limit = 100 * i64::from(HalfPoints::MAX_KOMI_POINTS);
    if amount.hundredths.abs() > limit {
        return Err(AmountError::NotANumber);
    }
    Ok(ReadKomi {
        amount,
        in_words: words.iter().any(|&word| word != Filler),
    })
}

/// Returns the number with the sign that the words give it; `None` if they contradict it or leave
/// the sign open.
fn signed(number: Option<Amount>, words: &[Word]) -> Option<Amount> {
    if words.contains(&NoKomi) {
        return match number {
            None => Some(Amount::ZERO),
            Some(number) => (number.hundredths == 0).then_some(number),
        };
    }
    let number = match words.contains(&PaysStones) {
        true => number?.in_stones(),
        false => number?,
    };
    if words.contains(&Reverse) {
        return Some(number.negative());
    }
    let side = words.iter().find_map(|word| match word {
        Side(color) => Some(*color),
        _ => None,
    });
    let pays = words.iter().find_map(|word| match word {
        Pays | PaysStones => Some(true),
        Gets => Some(false),
        _ => None,
    });
    match (side, pays) {
        (None, None | Some(true))
        | (Some(Black), None | Some(true))
        | (Some(White), Some(false)) => Some(number),
        (Some(Black), Some(false)) | (Some(White), Some(true)) => Some(number.opposite()),
        (None, Some(false)) | (Some(White), None) => None,
    }
}

/// Skips white space and punctuation, but not the point before decimals.
fn skip_separators(text: &str) -> &str {
    let mut rest = text;
    loop {
        let mut signs = rest.chars();
        let Some(sign) = signs.next() else {
            return rest;
        };
        let is_point =
            ['.', ','].contains(&sign) && !signs.as_str().starts_with(|c: char| c.is_ascii_digit());
        if !is_point
            && !sign.is_whitespace()
            && !sign.is_control()
            && !":;!()=\"'、。・".contains(sign)
        {
            return rest;
        }
        rest = signs.as_str();
    }
}

/// Returns the word at the beginning of a text, and the rest; `None` if the text begins otherwise.
fn word(text: &str) -> Option<(Word, &str)> {
    let latin = text
        .find(|c: char| !c.is_ascii_alphabetic())
        .unwrap_or(text.len());
    let fits = |word: &str| match latin {
        0 => text.starts_with(word),
        end => text[..end] == *word,
    };
    let all = WORDS.iter();
    let all = all.flat_map(|(meaning, words)| words.iter().map(move |word| (*meaning, *word)));
    let fitting = all.filter(|(_, word)| fits(word));
    let (meaning, word) = fitting.max_by_key(|(_, word)| word.len())?;
    Some((meaning, &text[word.len()..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn komi_is_read_among_the_words_of_four_languages() {
        for (text, halves) in [
            ("6.5", 13),
            ("6,5", 13),
            ("5 1/2", 11),
            ("0.000000", 0),
            ("-64.50", -129),
            ("5.5 points.", 11),
            ("6.5.", 13),
            ("6.5p", 13),
            ("6.5 Komi", 13),
            ("Komi: 7", 14),
            ("komi=-0.5", -1),
            ("(.5)", 1),
            ("none", 0),
            ("No komi", 0),
            ("Reverse, 20p", -40),
            ("5.5 reverse", -11),
            ("reverse -5.5", -11),
            ("Black gives 6.5 points to White", 13),
            ("White gets 6.5", 13),
            ("5.5 for white", 11),
            ("5.5 for Black", -11),
            ("black 5.5", 11),
            ("white gives 3", -6),
            ("黒6目半", 13),
            ("黑贴6.5目", 13),
            ("黑貼7.5目。", 15),
            ("先番6目半コミ出し", 13),
            ("先番 五目半 コミ出し", 11),
            ("コミ：6目半", 13),
            ("コミなし", 0),
            ("逆コミ5目", -10),
            ("黒番コミもらい4目半", -9),
            ("白番6目半コミ出し", -13),
            ("互先 先番５目半コミ出し", 11),
            ("덤 6집반", 13),
            ("덤 6.5집", 13),
            ("흑 6집반 공제", 13),
            ("역덤 2집반", -5),
            ("덤 없음", 0),
            ("3又3/4子", 15),
            ("黑贴3又3/4子", 15),
            ("黑贴 2 又 3/4 子", 11),
            ("黑贴三又四分之三子", 15),
            ("3.75子(7.5目)", 15),
            ("贴子3.75", 15),
            ("贴目6.5", 13),
            ("倒贴5目半", -11),
            ("白倒贴5目半", -11),
            ("不贴目", 0),
            ("无贴目", 0),
        ] {
            let read = komi(text).map(|read| read.amount.half_points());
            let wanted = Some(HalfPoints::from_halves(halves));
            assert_eq!(read, Ok(wanted), "{text}");
        }
    }

    #[test]
    fn komi_that_is_not_understood_is_no_number() {
        for text in [
            "",
            "5/5",
            "5+",
            "66..5",
            "6.5.5",
            "6.5][7",
            "6.5 or 7.5",
            "nan",
            "inf",
            "1e300",
            "six",
            "?",
            "-",
            ".",
            "--1",
            "komi-6.5",
            "reverse",
            "none 6.5",
            "100000.5",
            "99999999999",
            "又3/4子",
            "3 5/4",
            "无贴目记录",
            "無貼目記錄",
            "让2子",
            "白6目半",
            "white 6.5",
            "コミもらい5目",
            "先番",
            "point",
            "éé",
        ] {
            assert_eq!(komi(text), Err(AmountError::NotANumber), "{text}");
        }
        assert_eq!(komi("6.333"), Err(AmountError::TooFine));
    }

    #[test]
    fn words_are_listed_once() {
        let all = WORDS.map(|(_, words)| words).concat();
        let mut words = all.clone();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), all.len());
    }
}
