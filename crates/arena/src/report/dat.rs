//! Results of two engines in the format that `gogui-twogtp -analyze` reads.

use std::fmt::Write;

use halfpoint_core::board::Color;
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation;

use super::text;
use crate::log::record::{End, GameRecord, Verdict, margin};
use crate::plan::config::MatchConfig;

/// Columns of the table. GoGui requires all of them.
const COLUMNS: [&str; 13] = [
    "GAME", "RES_B", "RES_W", "RES_R", "ALT", "DUP", "LEN", "TIME_B", "TIME_W", "CPU_B", "CPU_W",
    "ERR", "ERR_MSG",
];

/// Returns the games of two engines as a GoGui table (`.dat`), for `gogui-twogtp -analyze`.
///
/// In these tables "black" and "white" are programs, not colours: the program `black` has Black in
/// the games whose `ALT` is 0 and White in the others. All results and times are converted to that
/// view, so `B+` always means that the program `black` has won. `RES_R` is the result of the match,
/// given as the referee's; `RES_B` and `RES_W` are the results that the engines reported.
///
/// GoGui ignores lines with `ERR` 1, but here a fault loses the game. So `ERR` is 0 in all lines, a
/// game lost by a fault has a result without a score (`W+`), and `ERR_MSG` describes the fault.
/// Games that count for nothing have the result `?`, which GoGui shows as unknown. `DUP` is always
/// `-`, because games are not compared. CPU times are not measured and are 0.
#[must_use]
pub fn dat(config: &MatchConfig, records: &[GameRecord], black: &str, white: &str) -> String {
    let mut games: Vec<(&GameRecord, Color)> = records
        .iter()
        .filter_map(|game| Some((game, color_in(game, black, white)?)))
        .collect();
    games.sort_by_key(|(game, _)| game.game);
    let mut text = String::new();
    let mut line = |words: std::fmt::Arguments| {
        // Writing to a `String` cannot fail.
        let _ = writeln!(text, "{words}");
    };
    for (key, value) in properties(config, &games, black, white) {
        line(format_args!("# {key}: {}", field(&value)));
    }
    line(format_args!("#"));
    line(format_args!("#{}", COLUMNS.join("\t")));
    for (game, color) in games {
        line(format_args!("{}", row(game, color).join("\t")));
    }
    text
}

/// Returns the colour of `black` in a game of these two; `None` for a game of other engines.
fn color_in(game: &GameRecord, black: &str, white: &str) -> Option<Color> {
    Color::BOTH.into_iter().find(|&color| {
        game.engines.of(color) == black && game.engines.of(color.opponent()) == white
    })
}

/// Returns the header of the table, with the keys in GoGui's order. All of them are optional.
fn properties(
    config: &MatchConfig,
    games: &[(&GameRecord, Color)],
    black: &str,
    white: &str,
) -> Vec<(&'static str, String)> {
    let command = |name: &str| {
        let engine = config.engines.iter().find(|engine| engine.name == name);
        engine.map(text::command).unwrap_or_default()
    };
    let start = games.iter().map(|(game, _)| game.started).min();
    vec![
        ("Black", black.to_string()),
        ("BlackCommand", command(black)),
        ("BlackLabel", black.to_string()),
        ("Date", start.map(text::date).unwrap_or_default()),
        ("Komi", config.komi().to_string()),
        ("Openings", text::openings(config)),
        ("Referee", "halfpoint arena".to_string()),
        ("RefereeVersion", env!("CARGO_PKG_VERSION").to_string()),
        ("Rules", config.rules.to_string()),
        ("Size", config.size.to_string()),
        ("White", white.to_string()),
        ("WhiteCommand", command(white)),
        ("WhiteLabel", white.to_string()),
        ("Xml", "0".to_string()),
    ]
}

/// Returns the row of a game in which the program `black` had the given colour.
fn row(game: &GameRecord, color: Color) -> [String; 13] {
    let result = result(game, color);
    let said = |side: Color| {
        let score = game.scores.of(side).as_deref();
        match (score.and_then(margin), game.margin) {
            (Some(score), _) => by_margin(score, color),
            // No board was counted. gogui-twogtp also repeats the result in all three columns then.
            (None, None) => result.clone(),
            (None, Some(_)) => "?".to_string(),
        }
    };
    let time = |side: Color| {
        let seconds = game.usage.of(side).seconds;
        let usable = seconds.is_finite() && seconds >= 0.0;
        format!("{:.3}", if usable { seconds } else { 0.0 })
    };
    let fault = game.fault.as_ref().map(|fault| {
        let name = game.engines.of(fault.side);
        field(&format!("{name}: {}", fault.text))
    });
    // GoGui reads these numbers as Java's 32-bit integers.
    [
        game.game.min(i32::MAX as u32).to_string(),
        said(color),
        said(color.opponent()),
        result.clone(),
        u8::from(color == Color::White).to_string(),
        "-".to_string(),
        game.moves.min(i32::MAX as u32).to_string(),
        time(color),
        time(color.opponent()),
        "0".to_string(),
        "0".to_string(),
        "0".to_string(),
        fault.unwrap_or_else(|| "-".to_string()),
    ]
}

/// Returns the result, with `B` for the program that had the given colour. A margin that does not
/// belong to the winner is left out.
fn result(game: &GameRecord, color: Color) -> String {
    let Some(winner) = game.verdict.winner() else {
        return match game.verdict {
            Verdict::Draw => "0".to_string(),
            _ => "?".to_string(),
        };
    };
    let letter = if winner == color { 'B' } else { 'W' };
    let fits = |margin: &HalfPoints| margin.halves() * winner.sign() > 0;
    match (game.end, game.margin.filter(fits)) {
        (End::Resign, _) => format!("{letter}+R"),
        (End::Fault, _) | (_, None) => format!("{letter}+"),
        (_, Some(margin)) => by_margin(margin, color),
    }
}

/// Formats a margin (Black minus White) as a result, with `B` for the program that had the given
/// colour.
fn by_margin(margin: HalfPoints, color: Color) -> String {
    notation::result(match color {
        Color::Black => margin,
        Color::White => -margin,
    })
}

/// Returns a text as one field of one line, with `<` escaped: GoGui inserts it into its HTML page
/// unescaped.
fn field(text: &str) -> String {
    let line: String = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    line.trim().replace('<', "&lt;")
}
