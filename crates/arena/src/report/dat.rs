//! Results of two engines as `gogui-twogtp -analyze` reads them.

use std::fmt::Write;

use halfpoint_core::board::Color;
use halfpoint_core::half_points::HalfPoints;

use super::text;
use crate::config::MatchConfig;
use crate::engine::margin;
use crate::record::{End, GameRecord, Verdict};

/// The columns. All of them are needed.
const COLUMNS: [&str; 13] = [
    "GAME", "RES_B", "RES_W", "RES_R", "ALT", "DUP", "LEN", "TIME_B", "TIME_W", "CPU_B", "CPU_W",
    "ERR", "ERR_MSG",
];

/// The games of two engines as a table of GoGui's (`.dat`), for `gogui-twogtp -analyze`.
///
/// There "black" and "white" are programs, not colours: `black` is Black in the games whose `ALT` is 0
/// and White in the others, and all results and times are turned to fit, so that `B+` in any line means
/// that the program `black` has won. `RES_R` is the result of this match, given as the referee's;
/// `RES_B` and `RES_W` are what the engines said.
///
/// GoGui leaves lines with `ERR` 1 out of its account, while a fault loses a game here. So `ERR` is 0 in
/// all lines, a game lost by a fault is one lost without a score (`W+`), and `ERR_MSG` tells the fault.
/// Games that count for nothing have the result `?`; GoGui shows them as unknown. `DUP` is `-`
/// throughout: games are not compared. CPU times are not measured and 0.
#[must_use]
pub fn dat(config: &MatchConfig, records: &[GameRecord], black: &str, white: &str) -> String {
    let mut games: Vec<(&GameRecord, Color)> = records
        .iter()
        .filter_map(|game| Some((game, color_in(game, black, white)?)))
        .collect();
    games.sort_by_key(|(game, _)| game.game);
    let mut text = String::new();
    let mut line = |words: std::fmt::Arguments| {
        // A String takes everything.
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

/// The colour of `black` in a game of these two.
fn color_in(game: &GameRecord, black: &str, white: &str) -> Option<Color> {
    Color::BOTH.into_iter().find(|&color| {
        game.engines.of(color) == black && game.engines.of(color.opponent()) == white
    })
}

/// The head of the table, in the order of the keys as GoGui has it. It can do without any of them.
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

/// A game in which the program `black` had that colour.
fn row(game: &GameRecord, color: Color) -> [String; 13] {
    let result = result(game, color);
    let said = |side: Color| {
        let score = game.scores.of(side).as_deref();
        match (score.and_then(margin), game.margin) {
            (Some(score), _) => by_margin(score, color),
            // Nothing was counted. gogui-twogtp, too, writes the same three times then.
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
    // Numbers are integers of Java's.
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

/// The result, with `B` for the program that had that colour. A margin that is not the winner's is
/// left out.
fn result(game: &GameRecord, color: Color) -> String {
    let Some(winner) = game.verdict.winner() else {
        return match game.verdict {
            Verdict::Draw => "0".to_string(),
            _ => "?".to_string(),
        };
    };
    let letter = if winner == color { 'B' } else { 'W' };
    let fits = |margin: &HalfPoints| match winner {
        Color::Black => margin.halves() > 0,
        Color::White => margin.halves() < 0,
    };
    match (game.end, game.margin.filter(fits)) {
        (End::Resign, _) => format!("{letter}+R"),
        (End::Fault, _) | (_, None) => format!("{letter}+"),
        (_, Some(margin)) => by_margin(margin, color),
    }
}

/// A margin of Black's as a result, with `B` for the program that had that colour.
fn by_margin(margin: HalfPoints, color: Color) -> String {
    let winner = match margin.halves() {
        0 => return "0".to_string(),
        1.. => Color::Black,
        _ => Color::White,
    };
    let letter = if winner == color { 'B' } else { 'W' };
    format!("{letter}+{}", margin.points().abs())
}

/// Text as one field of one line. GoGui puts it into its page as it is: tags are made harmless.
fn field(text: &str) -> String {
    let line: String = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    line.trim().replace('<', "&lt;")
}
