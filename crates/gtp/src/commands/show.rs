//! The state and the scores laid out for a window: short lines with aligned columns, because GoGui
//! shows the answer of a menu entry in a monospaced font.

use halfpoint_core::board::{Color, Point, Size};
use halfpoint_core::game::{Button, Outcome};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::color_name;
use halfpoint_core::rules::{ButtonRule, PRESETS, Preset};
use halfpoint_core::score::SCORE_TERMS;
use halfpoint_report::words::{Condition, condition, ending};

use super::super::arguments::Arguments;
use super::super::error::{Answer, GtpError};
use super::super::session::Session;
use super::command::Command;
use super::names::meaning_of_pass;
use super::score::rescored;
use super::state::vertices;

/// Rows of the table.
pub const COMMANDS: &[Command] = &[
    Command::new(
        "halfpoint-show",
        "state | score | scores",
        (1, 1),
        show,
        "state, score, or scores under all rule sets, as a table",
    )
    .manual(
        r#"Prints the state of the game, the parts of the score, or the result under every rule set, in columns. These are GoGui's *Game State*, *Score* and *Score in All Systems*. `*` marks the counts that assume that both sides pass now."#,
        r#"$ halfpoint --rules button --komi 0 --size 5
gogui-play_sequence b B1 w C1 b B2 w C2 b B3 w C3 b B4 w C4 b B5 w C5
=

halfpoint-show score
= button: W+4.5
as if both passed now
 
                       Black   White
stones                     5       5
territory                  5      10
buttons                  0.5       0
points                  10.5      15"#,
    )
    .menu(&[
        ("hstring", "Game State", "state"),
        ("hstring", "Score", "score"),
        ("hstring", "Score in All Systems", "scores"),
    ]),
];

/// Maximum width of a line, in characters.
const WIDTH: usize = 48;
/// Width of the first column, in characters.
const NAME: usize = 20;

/// Answers the state, the score, or the scores under all rule sets.
fn show(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    match arguments.word(0) {
        "state" => Ok(state(session)),
        "score" => Ok(score(session)),
        "scores" => Ok(scores(session)),
        _ => Err(GtpError::Expected("state, score or scores")),
    }
}

/// Formats a fact and its value.
fn fact(name: &str, value: impl std::fmt::Display) -> String {
    format!("{name:<NAME$}{value}")
}

/// Formats a fact with a value for each colour.
fn both<T: std::fmt::Display>(name: &str, value: impl Fn(Color) -> T) -> String {
    let [black, white] = Color::BOTH.map(|color| value(color).to_string());
    format!("{name:<NAME$}{black:>8}{white:>8}")
}

fn colors() -> String {
    both("", color_name)
}

/// Formats names of points under a heading, as many per line as fit.
fn points(name: &str, size: Size, points: impl IntoIterator<Item = Point>) -> Vec<String> {
    let names = vertices(size, points);
    if names.is_empty() {
        return vec![fact(name, "none")];
    }
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in names.split(' ') {
        if NAME + line.len() + 1 + word.len() > WIDTH {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    let heading = |index| if index == 0 { name } else { "" };
    let lines = lines.iter().enumerate();
    lines
        .map(|(index, line)| fact(heading(index), line))
        .collect()
}

fn state(session: &mut Session) -> String {
    let dead = session.dead();
    let game = &session.game;
    let (state, rules, size) = (game.state(), game.rules(), game.board().size());
    let color = game.to_move();
    let mut lines = vec![
        fact("rules", session.rules_id),
        fact("board", format!("{}x{}", size.width(), size.height())),
        fact("komi", game.komi()),
        fact("moves", game.records().len()),
        fact("end", ending(state.over)),
        fact("to move", color_name(color)),
        fact("a pass means", meaning_of_pass(game, color)),
    ];
    match state.button(rules) {
        Button::None => {}
        Button::Table => lines.push(fact("button", "on the table")),
        Button::MovedBy(mover) => {
            let did = match rules.buttons {
                ButtonRule::Give => "given",
                ButtonRule::None
                | ButtonRule::Take
                | ButtonRule::OnPasses
                | ButtonRule::OnLastPass
                | ButtonRule::AsMoves => "taken",
            };
            lines.push(fact("button", format!("{did} by {}", color_name(mover))));
        }
    }
    let buttons = state.buttons_left(rules);
    if state.button(rules) == Button::None && buttons > 0 {
        lines.push(fact("buttons left", buttons));
    }
    for (name, who) in [
        ("first token", state.first_token),
        ("last token", state.last_token),
    ] {
        lines.extend(who.map(|color| fact(name, color_name(color))));
    }
    if let Some(color) = state.bowls.ultimate_in {
        let bowl = format!("{}'s bowl", color_name(color));
        lines.push(fact("ultimate stone in", bowl));
    }
    lines.push(String::new());
    lines.push(colors());
    lines.push(both("captures", |c| state.captures[c]));
    lines.push(both("from token moves", |c| state.ledger.total(c)));
    if state.half_pass_zone != [0; 2] {
        lines.push(both("half-pass zone", |c| state.half_pass_zone[c]));
    }
    if state.bowls.regular != [0; 2] || state.bowls.ultimate_in.is_some() {
        lines.push(both("bowl", |c| state.bowls.regular[c]));
    }
    lines.push(String::new());
    lines.extend(points("dead", size, dead.iter()));
    if let Some(stones) = game.proposed_dead() {
        lines.extend(points("proposed as dead", size, stones.iter()));
    }
    lines.join("\n")
}

/// Formats the count under the rules of the session, term by term.
fn score(session: &mut Session) -> String {
    let outcome = session.outcome();
    let game = &session.game;
    let mut lines = vec![format!(
        "{}: {}",
        session.rules_id,
        outcome.result_or_void()
    )];
    lines.extend(condition(game).map(|condition| condition.words.to_string()));
    let Outcome::Counted(score) = outcome else {
        lines.push(ending(game.state().over).to_string());
        return lines.join("\n");
    };
    if !score.certain {
        lines.push("an estimate".to_string());
    }
    lines.push(String::new());
    lines.push(colors());
    for (part, name) in SCORE_TERMS {
        let amount = |color: Color| score.sides[color].part(part);
        if Color::BOTH.map(amount) != [HalfPoints::ZERO; 2] {
            lines.push(both(name, amount));
        }
    }
    lines.push(both("points", |color| score.sides[color].total()));
    lines.join("\n")
}

/// Formats the results under all rule sets, and marks those of games that are not over.
fn scores(session: &mut Session) -> String {
    let [rules, result, black, white] = ["rules", "result", "Black", "White"];
    let mut lines = vec![format!("{rules:<NAME$}{result:<10}{black:>8}{white:>8}")];
    let mut notes: Vec<String> = Vec::new();
    let mut conditions: Vec<Condition> = Vec::new();
    for preset in &PRESETS {
        let rules = preset.rules.with_bowls_of(session.game.rules());
        match rescored(session, rules) {
            Ok((game, dead)) => {
                let condition = condition(&game);
                let outcome = session.judge.outcome(&session.player, &game, &dead);
                lines.push(row(preset, &outcome, condition.map_or("", |c| c.mark)));
                conditions.extend(condition);
            }
            Err(reason) => {
                lines.push(fact(preset.id, "illegal"));
                notes.push(format!("{}: {reason}", preset.id));
            }
        }
    }
    conditions.sort_unstable();
    conditions.dedup();
    lines.push(String::new());
    let conditions = conditions.iter();
    lines.extend(conditions.map(|condition| format!("{} {}", condition.mark, condition.words)));
    lines.append(&mut notes);
    lines.join("\n").trim_end().to_string()
}

fn row(preset: &Preset, outcome: &Outcome, mark: &str) -> String {
    let total = |color: Color| match outcome {
        Outcome::Counted(score) => score.sides[color].total().to_string(),
        _ => "-".to_string(),
    };
    let [black, white] = Color::BOTH.map(total);
    let result = format!("{}{mark}", outcome.result_or_void());
    format!("{:<NAME$}{result:<10}{black:>8}{white:>8}", preset.id)
}
