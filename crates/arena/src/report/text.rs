//! Texts of the report: numbers, dates, settings and commands.

use halfpoint_core::excerpt::is_obeyed;
use halfpoint_engine::clock::TimeSystem;
use halfpoint_nn::NetChoice;

use crate::client::{FaultKind, exact_seconds};
use crate::log::record::{End, ResultBasis};
use crate::plan::config::{EngineConfig, MatchConfig, PlayerConfig};
use crate::stats::statistics::{Estimate, signed};

/// Text in place of a missing number.
pub const NONE: &str = "–";

/// Formats a number with the given number of decimals; [`NONE`] if it is not finite.
pub fn number(value: f64, digits: usize) -> String {
    if !value.is_finite() {
        return NONE.to_string();
    }
    let text = match value.abs() {
        absurd if absurd >= 1e15 => format!("{value:.1e}"),
        _ => format!("{value:.digits$}"),
    };
    // A negative number that rounds to zero loses its sign.
    match text.strip_prefix('-') {
        Some(rest) if rest.bytes().all(|b| matches!(b, b'0' | b'.')) => rest.to_string(),
        Some(rest) => format!("−{rest}"),
        None => text,
    }
}

/// Formats points of games: `12`, `12.5`.
pub fn points(value: f64) -> String {
    number(value, if value.fract() == 0.0 { 0 } else { 1 })
}

/// Formats a number with its unit; [`NONE`] if it is not finite.
fn with_unit(value: f64, digits: usize, unit: &str) -> String {
    match value.is_finite() {
        true => format!("{} {unit}", number(value, digits)),
        false => NONE.to_string(),
    }
}

/// Formats a share, 0 to 1, as a percentage.
pub fn percent(share: f64) -> String {
    with_unit(100.0 * share, 1, "%")
}

/// Formats seconds, with more decimals for shorter times.
pub fn seconds(value: f64) -> String {
    let digits = match value.abs() {
        small if small < 0.1 => 4,
        small if small < 10.0 => 2,
        small if small < 1000.0 => 1,
        _ => 0,
    };
    with_unit(value, digits, "s")
}

/// Formats a number that can be large: `1234`, `56.7 k`, `8.9 M`.
pub fn amount(value: f64) -> String {
    match value.abs() {
        large if large >= 999_500.0 => with_unit(value / 1e6, 1, "M"),
        large if large >= 9_999.5 => with_unit(value / 1e3, 1, "k"),
        _ => number(value, 0),
    }
}

/// Formats a number of bytes in MiB.
pub fn mebibytes(bytes: f64) -> String {
    with_unit(bytes / f64::from(1 << 20), 0, "MiB")
}

/// Formats the interval of an estimate in whole numbers.
pub fn interval(estimate: &Estimate) -> String {
    let (low, high) = (signed(estimate.low, 0), signed(estimate.high, 0));
    match (estimate.low.is_finite(), estimate.high.is_finite()) {
        (true, true) => format!("{low} to {high}"),
        (true, false) => format!("{low} or more"),
        (false, true) => format!("{high} or less"),
        (false, false) => "any".to_string(),
    }
}

/// Formats an interval of shares as percentages.
pub fn percents((low, high): (f64, f64)) -> String {
    format!("{} to {}", number(100.0 * low, 1), percent(high))
}

/// Replaces characters that a page should not contain but that engines may write.
///
/// Control characters become their Unicode pictures. Characters that change the writing direction,
/// and noncharacters, become replacement characters.
pub fn printable(text: &str) -> String {
    let picture = |c: char| match c {
        '\n' | '\t' => c,
        '\u{7f}' => '␡',
        c if c < ' ' => char::from_u32(0x2400 + u32::from(c)).unwrap_or(' '),
        '\u{fffe}' | '\u{ffff}' => char::REPLACEMENT_CHARACTER,
        c if is_obeyed(c) => char::REPLACEMENT_CHARACTER,
        c => c,
    };
    text.chars().map(picture).collect()
}

/// Formats a count with its noun: `1 game`, `2 games`.
pub fn count(number: impl Into<u64>, one: &str) -> String {
    match number.into() {
        1 => format!("1 {one}"),
        number => format!("{number} {one}s"),
    }
}

/// Formats seconds since 1970 as a date and a time of day, in UTC.
///
/// The conversion of days follows Howard Hinnant's "chrono-Compatible Low-Level Date Algorithms".
pub fn date(seconds: u64) -> String {
    let days = seconds / 86_400 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    // In this algorithm the year begins in March.
    let (month, next) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    let year = era * 400 + year + next;
    let (hour, minute) = (seconds / 3600 % 24, seconds / 60 % 60);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02} UTC")
}

/// Describes how a game ended.
pub fn end(end: End) -> &'static str {
    match end {
        End::Passes => "passes",
        End::Resign => "resignation",
        End::NoMove => "no move",
        End::Draw => "declared draw",
        End::Void => "void",
        End::Fault => "fault",
        End::MoveLimit => "move limit",
        End::Adjudicated => "adjudicated",
    }
}

/// Describes the basis of a result.
pub fn basis(basis: ResultBasis) -> &'static str {
    match basis {
        ResultBasis::Count => "count",
        ResultBasis::SameDead => "same dead stones",
        ResultBasis::SameScore => "same score",
        ResultBasis::Judged => "judged",
        ResultBasis::SameWinner => "same winner",
    }
}

/// Describes a kind of fault.
pub fn fault(kind: FaultKind) -> &'static str {
    match kind {
        FaultKind::Start => "did not start",
        FaultKind::Crash => "crashed",
        FaultKind::Closed => "closed its output",
        FaultKind::Hang => "did not answer",
        FaultKind::Time => "overran its time",
        FaultKind::Malformed => "malformed answer",
        FaultKind::Illegal => "illegal move",
        FaultKind::Refusal => "refused a command",
    }
}

/// Describes a time system.
pub fn time(system: &TimeSystem) -> String {
    let plain = |time| format!("{} s", exact_seconds(time));
    match *system {
        TimeSystem::Unlimited => "no limit".to_string(),
        TimeSystem::Absolute { main } => format!("{} a game", plain(main)),
        TimeSystem::Canadian {
            main,
            period,
            stones: 1,
        } if main.is_zero() => {
            format!("{} a move", plain(period))
        }
        TimeSystem::Canadian {
            main,
            period,
            stones,
        } => {
            format!(
                "{}, then {} for each {}",
                plain(main),
                plain(period),
                count(stones, "move")
            )
        }
        TimeSystem::ByoYomi {
            main,
            period,
            periods,
        } => {
            format!(
                "{}, then {} of {}",
                plain(main),
                count(periods, "period"),
                plain(period)
            )
        }
        TimeSystem::Fischer {
            main,
            increment,
            max_saved,
            max_a_move,
        } => {
            let cap = |what: &str, time: Option<_>| {
                time.map(|time| format!(", at most {}{what}", plain(time)))
                    .unwrap_or_default()
            };
            let caps = cap(" saved", max_saved) + &cap(" a move", max_a_move);
            format!(
                "{} and {} for each move{caps}",
                plain(main),
                plain(increment)
            )
        }
    }
}

/// Describes the openings of a match.
pub fn openings(config: &MatchConfig) -> String {
    let files = config
        .openings
        .as_ref()
        .map(|folder| folder.display().to_string());
    let random = || match config.opening_plies {
        0 => "none".to_string(),
        plies => format!("{} at random{}", count(plies, "move"), balance(config)),
    };
    let handicap = match config.handicap {
        0 => String::new(),
        stones => format!(" after {}", count(stones as u64, "handicap stone")),
    };
    match (files, config.opening_moves) {
        (Some(folder), None) => folder,
        (Some(folder), Some(most)) => format!("{folder}, up to {}", count(most, "move")),
        (None, _) => random() + &handicap,
    }
}

/// Describes which random openings are kept, with a comma before it; empty for all.
fn balance(config: &MatchConfig) -> String {
    let Some(width) = config.balanced else {
        return String::new();
    };
    let judge = match &config.net {
        NetChoice::None => "playouts".to_string(),
        NetChoice::Embedded => "the embedded net".to_string(),
        NetChoice::File(path) => path.display().to_string(),
    };
    format!(", even within {width} by {judge}")
}

/// Describes the number of games per pairing: it is even, and may exceed the number asked for.
pub fn games(config: &MatchConfig) -> String {
    let asked = config.games;
    let played = asked.saturating_add(asked % 2);
    let pairs = count(played / 2, "pair");
    let rounded = match played == asked {
        true => String::new(),
        false => format!(" ({asked} were asked for)"),
    };
    let each = match config.engines.len() {
        0..=2 => "",
        _ => " for each two engines",
    };
    format!("{played} in {pairs}{each}{rounded}")
}

/// Returns the command line of an engine, or the settings of a built-in player.
pub fn command(engine: &EngineConfig) -> String {
    match (&engine.command, &engine.player) {
        (Some(command), _) => command.clone(),
        (None, Some(player)) => format!("internal {}", settings(player)).trim().to_string(),
        (None, None) => String::new(),
    }
}

/// Formats the settings that are present as `key=value`.
fn settings(player: &PlayerConfig) -> String {
    let lines = toml::to_string(player).unwrap_or_default();
    let words = lines.lines().map(|line| match line.split_once(" = ") {
        Some((key, value)) => format!("{key}={}", value.trim_matches('"')),
        None => line.to_string(),
    });
    // Settings of a file without a net mean playouts, a command line the embedded net.
    let none = player.net.is_none().then(|| "net=none".to_string());
    words.chain(none).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn non_finite_numbers_are_shown_as_a_dash() {
        assert_eq!(number(-0.04, 1), "0.0");
        assert_eq!(number(-1.25, 2), "−1.25");
        assert_eq!(percent(0.5), "50.0 %");
        for odd in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            for text in [
                number(odd, 1),
                percent(odd),
                seconds(odd),
                amount(odd),
                mebibytes(odd),
            ] {
                assert_eq!(text, NONE);
            }
        }
        assert_eq!(amount(9_999.0), "9999");
        assert_eq!(amount(12_345.0), "12.3 k");
        assert_eq!(amount(4_000_000.0), "4.0 M");
    }

    #[test]
    fn dates_are_shown_in_utc() {
        assert_eq!(date(0), "1970-01-01 00:00 UTC");
        assert_eq!(date(951_782_400), "2000-02-29 00:00 UTC");
        assert_eq!(date(1_735_689_599), "2024-12-31 23:59 UTC");
        assert!(!date(u64::MAX).is_empty());
    }

    #[test]
    fn a_command_is_a_command_line_or_the_settings_of_a_player() {
        for (text, expected) in [
            (
                "internal playouts=50 rules=button",
                "internal playouts=50 net=default rules=button",
            ),
            ("internal net=none level=3", "internal level=3 net=none"),
            ("gnugo --mode gtp", "gnugo --mode gtp"),
        ] {
            let engine = EngineConfig::parse(&format!("a={text}")).expect("an engine");
            assert_eq!(command(&engine), expected);
            let again = EngineConfig::parse(&format!("a={expected}"));
            assert_eq!(again, Ok(engine));
        }
    }
}
