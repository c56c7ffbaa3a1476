//! Meaning of the result property `RE`.

use halfpoint_core::board::Color;
use halfpoint_core::half_points::HalfPoints;

use super::amount::{leading, narrow};

/// Result that a record gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordedResult {
    /// Black's margin, negative if White has won. It is never zero, which is a draw.
    Margin(HalfPoints),
    /// Win of this player without a margin.
    Won(Color, HowWon),
    /// Draw.
    Draw,
    /// Game without a result.
    Void,
    /// Result that the record does not give, or not in known words.
    Unknown,
}

/// Way in which a game without a known margin was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HowWon {
    /// The loser resigned.
    Resignation,
    /// The loser's time ran out.
    Time,
    /// The loser forfeited the game.
    Forfeit,
    /// The winner has more points; the margin is unknown or not a number of half-points.
    Points,
    /// The record does not say.
    Unspecified,
}

impl RecordedResult {
    /// Parses the value of `RE`.
    ///
    /// Known are the forms of the format (`B+3.5`, `W+R`, `W+Time`, `0`, `Draw`, `Void`, `?`) and
    /// English, Chinese, Japanese and Korean sentences. Quarters of a point, and numbers marked as
    /// stones (子), follow the Chinese convention, in which one stone is two points.
    #[must_use]
    pub fn parse(text: &str) -> RecordedResult {
        let text = narrow(text).trim().to_lowercase();
        match text.as_str() {
            draw if DRAWS.contains(&draw) => RecordedResult::Draw,
            void if VOIDS.contains(&void) => RecordedResult::Void,
            text => with_plus(text)
                .or_else(|| sentence(text))
                .unwrap_or(RecordedResult::Unknown),
        }
    }

    /// Returns +1 if Black has won, −1 if White has won, 0 for a draw; `None` without a result.
    #[must_use]
    pub fn sign(&self) -> Option<i32> {
        match self {
            RecordedResult::Margin(margin) => Some(margin.halves().signum()),
            RecordedResult::Won(color, _) => Some(color.sign()),
            RecordedResult::Draw => Some(0),
            RecordedResult::Void | RecordedResult::Unknown => None,
        }
    }
}

/// Words for a draw, in lower case.
const DRAWS: [&str; 13] = [
    "0",
    "0.0",
    "draw",
    "drawn",
    "jigo",
    "tie",
    "和棋",
    "和",
    "和局",
    "持碁",
    "ジゴ",
    "무승부",
    "빅",
];

/// Words for a game without a result, in lower case.
const VOIDS: [&str; 9] = [
    "void",
    "no result",
    "noresult",
    "annulled",
    "cancelled",
    "無勝負",
    "无胜负",
    "無効試合",
    "무효",
];

/// Parses the form of the format, such as `B+3.5`.
fn with_plus(text: &str) -> Option<RecordedResult> {
    let (winner, how) = text.split_once('+')?;
    let winner = match winner.trim() {
        "b" | "black" | "黑" | "黒" | "흑" => Color::Black,
        "w" | "white" | "白" | "백" => Color::White,
        _ => return None,
    };
    let how = how.trim();
    if let Some(result) = by_number(winner, how) {
        return Some(result);
    }
    let reason = match how {
        "" => HowWon::Unspecified,
        "f" => HowWon::Forfeit,
        "t" => HowWon::Time,
        "r" => HowWon::Resignation,
        _ => reason(how),
    };
    Some(RecordedResult::Won(winner, reason))
}

/// Parses a win by the number at the beginning of the text; `None` if there is no number.
fn by_number(winner: Color, text: &str) -> Option<RecordedResult> {
    if !text.starts_with(|c: char| c.is_ascii_digit() || c == '.' || "½半반".contains(c))
        && !text.starts_with(|c| "一二三四五六七八九十".contains(c))
    {
        return None;
    }
    let by_points = RecordedResult::Won(winner, HowWon::Points);
    let Ok((amount, rest)) = leading(text) else {
        return Some(by_points);
    };
    let ends = !rest.starts_with(|c: char| c.is_alphanumeric());
    // "1 or 2 points" is not a number.
    if !ends || rest.contains(|c: char| c.is_ascii_digit()) && !rest.contains(['(', '{', '[']) {
        return Some(by_points);
    }
    let amount = if amount.is_odd_quarters() {
        amount.in_stones()
    } else {
        amount
    };
    Some(match amount.half_points() {
        Some(HalfPoints::ZERO) => RecordedResult::Draw,
        Some(margin) if winner == Color::White => RecordedResult::Margin(-margin),
        Some(margin) => RecordedResult::Margin(margin),
        None => by_points,
    })
}

/// Returns the way of winning that the words of a text describe.
fn reason(text: &str) -> HowWon {
    const RESIGNATION: [&str; 12] = [
        "resign", "中盘", "中盤", "中押", "投了", "投子", "认输", "認輸", "불계", "기권",
        "give up", "gave up",
    ];
    const TIME: [&str; 8] = [
        "time", "超时", "超時", "时间", "時間", "切れ", "시간", "clock",
    ];
    const FORFEIT: [&str; 7] = ["forfeit", "反則", "犯规", "犯規", "default", "실격", "弃权"];
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    if has(&TIME) {
        HowWon::Time
    } else if has(&RESIGNATION) {
        HowWon::Resignation
    } else if has(&FORFEIT) {
        HowWon::Forfeit
    } else {
        HowWon::Unspecified
    }
}

/// Words that say that the player named first has won.
const WON: [&str; 8] = ["win", "won", "胜", "勝", "勝ち", "赢", "贏", "승"];
/// Words that say that the player named first has lost.
const LOST: [&str; 13] = [
    "lose", "loss", "lost", "resigned", "resigns", "负", "負", "败", "敗", "认输", "認輸", "投了",
    "패",
];

/// Parses a sentence: the player named first, whether that player has won, and the margin.
fn sentence(text: &str) -> Option<RecordedResult> {
    let first = |words: &[&str]| {
        words
            .iter()
            .filter_map(|word| text.find(word).map(|at| (at, at + word.len())))
            .min()
    };
    let black = first(&["black", "黑", "黒", "흑"]);
    let white = first(&["white", "白", "백"]);
    let named = match (black, white) {
        (Some(black), Some(white)) if black < white => Color::Black,
        (Some(_), None) => Color::Black,
        (_, Some(_)) => Color::White,
        (None, None) => return None,
    };
    // In "白番2目半勝" the number stands before the word for winning, in English after it.
    let (winner, after) = match (first(&WON), first(&LOST)) {
        (Some(won), Some(lost)) if lost < won => (named.opponent(), lost.1),
        (Some(won), _) => (named, won.1),
        (None, Some(lost)) => (named.opponent(), lost.1),
        (None, None) => return None,
    };
    let how = reason(text);
    if how != HowWon::Unspecified {
        return Some(RecordedResult::Won(winner, how));
    }
    let numeral = |c: char| c.is_ascii_digit() || "½半반一二三四五六七八九十".contains(c);
    let number = match text.find(numeral) {
        Some(at) if at < after => &text[at..after],
        Some(at) => &text[at..],
        None => return Some(RecordedResult::Won(winner, HowWon::Unspecified)),
    };
    // The word for winning may directly follow the number.
    let number = number.trim_end_matches(|c: char| "胜勝승ち负負败敗패赢贏で".contains(c));
    by_number(winner, number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use halfpoint_core::board::Color::{Black, White};

    #[test]
    fn results_are_parsed_in_the_styles_of_programs_and_people() {
        use RecordedResult::{Draw, Margin, Unknown, Void, Won};
        let by = |halves| Margin(HalfPoints::from_halves(halves));
        for (text, wanted) in [
            ("B+3.5", by(7)),
            ("W+12", by(-24)),
            ("W+ 0,5", by(-1)),
            ("b+1/2", by(1)),
            ("B+7.50", by(15)),
            ("W+3.25", by(-13)),
            ("B+22.75", by(91)),
            ("W+0.02", Won(White, HowWon::Points)),
            ("B+4 (moves after 200 not known)", by(8)),
            ("B+R", Won(Black, HowWon::Resignation)),
            ("W+Resign", Won(White, HowWon::Resignation)),
            ("white+resignation", Won(White, HowWon::Resignation)),
            ("B+T", Won(Black, HowWon::Time)),
            ("W+Time", Won(White, HowWon::Time)),
            ("B+F", Won(Black, HowWon::Forfeit)),
            ("B+Forfeit", Won(Black, HowWon::Forfeit)),
            ("W+", Won(White, HowWon::Unspecified)),
            ("W+?", Won(White, HowWon::Unspecified)),
            ("W+Disconnection", Won(White, HowWon::Unspecified)),
            ("0", Draw),
            ("Draw", Draw),
            ("Jigo", Draw),
            ("B+0", Draw),
            ("W+0.000", Draw),
            ("持碁", Draw),
            ("Void", Void),
            ("無勝負", Void),
            ("", Unknown),
            ("?", Unknown),
            ("unfinished", Unknown),
            ("Left unfinished", Unknown),
            ("黑中盘胜", Won(Black, HowWon::Resignation)),
            ("白中盤勝", Won(White, HowWon::Resignation)),
            ("白胜黑", Won(White, HowWon::Unspecified)),
            ("黑胜", Won(Black, HowWon::Unspecified)),
            ("白胜43.5目", by(-87)),
            ("黑胜1.25子", by(5)),
            ("白胜3又3/4子", by(-15)),
            ("白胜四分之三子", by(-3)),
            ("黑胜一又二分之一子", by(6)),
            ("黑超时负", Won(White, HowWon::Time)),
            ("黑认输", Won(White, HowWon::Resignation)),
            ("白番中押し勝ち", Won(White, HowWon::Resignation)),
            ("黒番2目半勝ち", by(5)),
            ("白半目勝", by(-1)),
            ("黒番七目勝ち", by(14)),
            ("白時間切れ勝ち", Won(White, HowWon::Time)),
            ("백 불계승", Won(White, HowWon::Resignation)),
            ("흑 3집반승", by(7)),
            ("흑 반집승", by(1)),
            ("Ｗ＋Ｒ", Won(White, HowWon::Resignation)),
            ("White wins by 1 or 2 points.", Won(White, HowWon::Points)),
            ("White wins by resignation", Won(White, HowWon::Resignation)),
            ("Black won by 3.5 points", by(7)),
            ("White resigns", Won(Black, HowWon::Resignation)),
            ("Black lost on time", Won(White, HowWon::Time)),
            ("B+99999999999", Won(Black, HowWon::Points)),
        ] {
            assert_eq!(RecordedResult::parse(text), wanted, "{text}");
        }
    }

    #[test]
    fn sign_is_the_winner_or_none_if_unknown() {
        assert_eq!(RecordedResult::parse("W+0.5").sign(), Some(-1));
        assert_eq!(RecordedResult::parse("B+R").sign(), Some(1));
        assert_eq!(RecordedResult::parse("Draw").sign(), Some(0));
        assert_eq!(RecordedResult::parse("?").sign(), None);
    }
}
