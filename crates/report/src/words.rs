//! A [`Table`] as aligned text for people.

use halfpoint_core::board::Color;
use halfpoint_core::game::Outcome;
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::{color_name, removal, result};
use halfpoint_core::score::{SCORE_TERMS, Score, ScoreBreakdown, ScoreTerm};

use super::causes::Sources;
pub use super::facts::is_extra_stone_due;
pub use super::phrases::{
    AS_IF_PASSED, AS_IT_STANDS, Condition, condition, ending, number, points, stones,
};
use super::table::{Row, Table};
pub use super::why::{
    both_counts, both_counts_of, difference, differences, extra_stone, extra_stones,
};

/// Facts of a record besides its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heading {
    /// Title of the game: the file, and its number if there are several games in it.
    pub title: String,
    /// Names of the players, if they are known.
    pub players: [Option<String>; 2],
    /// The recorded result.
    pub result: Option<String>,
    /// Black's margin of the recorded result, if it names one.
    pub margin: Option<HalfPoints>,
    /// Reason in words why the game ended before a count, such as a resignation.
    pub ended: Option<&'static str>,
    /// Whether the record names its rule set.
    pub names_rules: bool,
}

impl Heading {
    /// Describes how the game ended.
    #[must_use]
    pub fn ending(&self, table: &Table) -> &'static str {
        match (table.game.state().over, self.ended) {
            (None, Some(ended)) => ended,
            (over, _) => ending(over),
        }
    }
}

/// Maximum width of a line of prose, in characters.
const LINE: usize = 100;

/// Names the count that a result is of, in a sentence with the dead stones; returns `None` if
/// nothing was counted or the rules count spare moves.
#[must_use]
pub fn count_of(row: &Row) -> Option<String> {
    let recount = row.recount.as_ref().ok()?;
    recount.score()?;
    let rules = recount.game.rules();
    if rules.last_mover_wins() {
        return None;
    }
    let removes = rules.removes_dead() || !recount.dead.is_empty();
    let which = match (removes, recount.dead.is_empty()) {
        (true, true) => " (none are dead)".to_string(),
        (true, false) => format!(" ({})", stones(recount.game.board(), &recount.dead)),
        (false, _) => String::new(),
    };
    Some(format!("{}: {}{which}.", row.rules.id, removal(removes)))
}

/// Formats the whole table: a heading, a row for each rule set, the reasons why they differ, and
/// notes.
#[must_use]
pub fn table(table: &Table, heading: &Heading) -> String {
    let mut text = self::heading(table, heading);
    text.push('\n');
    if let Some(as_if) = table.as_if() {
        text.push_str(&format!("Play did not end. Each count is {as_if}.\n\n"));
    }
    text.push_str(&rows(table));
    for lines in paragraphs(table, heading)
        .iter()
        .filter(|lines| !lines.is_empty())
    {
        text.push('\n');
        for line in lines {
            text.push_str(&wrapped(line));
            text.push('\n');
        }
    }
    text
}

/// Returns the reasons why the rule sets differ, White's extra stone with the comparison of both
/// ways of counting, and the notes: one line each, without wrapping.
#[must_use]
pub fn paragraphs(table: &Table, heading: &Heading) -> [Vec<String>; 3] {
    [
        differences(table),
        extra_stones(table)
            .into_iter()
            .chain(both_counts(table))
            .collect(),
        notes(table, heading),
    ]
}

/// Formats players, board, handicap, komi, number of moves and ending, then rules and result of the
/// record.
fn heading(table: &Table, heading: &Heading) -> String {
    let game = &table.game;
    let name = |color: Color| {
        heading.players[color]
            .as_deref()
            .unwrap_or(color_name(color))
    };
    let size = game.board().size();
    let handicap = match game.setup().handicap() {
        0 => String::new(),
        stones => format!(", {}", number(stones, "handicap stone", "handicap stones")),
    };
    let rules = match heading.names_rules {
        true => format!("rules {}", table.record.rules.id),
        false => format!("rules not named, read as {}", table.record.rules.id),
    };
    let result = heading.result.as_deref().unwrap_or("none");
    format!(
        "{}\n{} - {}, {}x{}{handicap}, komi {}, {}, {}\nrecord: {rules}; result {result}\n",
        heading.title,
        name(Color::Black),
        name(Color::White),
        size.width(),
        size.height(),
        game.komi(),
        number(game.records().len(), "move", "moves"),
        heading.ending(table),
    )
}

/// Formats one row for each rule set: id, result, points and their terms, each as Black's and
/// White's number. Terms that are zero in all rows have no column. The rule set of the record is
/// marked.
fn rows(table: &Table) -> String {
    let scores = || {
        table
            .rows
            .iter()
            .filter_map(|row| row.recount.as_ref().ok()?.score())
    };
    let is_used = |part: ScoreTerm| {
        scores().any(|score| score.sides.iter().any(|s| s.part(part) != HalfPoints::ZERO))
    };
    let columns: Vec<ScoreTerm> = SCORE_TERMS
        .iter()
        .map(|&(part, _)| part)
        .filter(|&p| is_used(p))
        .collect();
    let mut heading = vec!["rules".to_string(), "result".to_string()];
    if scores().next().is_some() {
        heading.push("Black:White".to_string());
    }
    heading.extend(columns.iter().map(|&part| column(part).to_string()));
    let mut lines = vec![(heading, String::new())];
    for row in &table.rows {
        lines.push(cells(row, table, &columns));
    }
    let width = |index: usize| {
        let cells = lines.iter().filter_map(|(cells, _)| cells.get(index));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns.len() + 3).map(width).collect();
    let mut text = String::new();
    for (cells, remark) in &lines {
        let mut line = String::new();
        for (index, (cell, &width)) in cells.iter().zip(&widths).enumerate() {
            line += &match index {
                0 | 1 => format!("{cell:<width$}  "),
                _ => format!("{cell:>width$}  "),
            };
        }
        text += (line + remark).trim_end();
        text.push('\n');
    }
    text
}

/// Returns the heading of a term's column.
fn column(part: ScoreTerm) -> &'static str {
    match part {
        ScoreTerm::Stones => "stones",
        ScoreTerm::Territory => "territory",
        ScoreTerm::Tax => "tax",
        ScoreTerm::Captures => "captured",
        ScoreTerm::DeadStones => "dead",
        ScoreTerm::PassStones => "passes",
        ScoreTerm::ExtraStone => "last",
        ScoreTerm::Buttons => "buttons",
        ScoreTerm::HalfPasses => "half",
        ScoreTerm::Bowl => "bowl",
        ScoreTerm::Turn => "turn",
        ScoreTerm::DrawAtHand => "draw",
        ScoreTerm::Search => "search",
        ScoreTerm::Komi => "komi",
        ScoreTerm::Bonus => "bonus",
    }
}

/// Returns the cells of a row and a remark behind them; if nothing was counted, the remark says
/// why.
fn cells(row: &Row, table: &Table, columns: &[ScoreTerm]) -> (Vec<String>, String) {
    let mark = match row.rules.id == table.record.rules.id {
        true => "*",
        false => "",
    };
    let id = format!("{}{mark}", row.rules.id);
    let recount = match &row.recount {
        Err(error) => {
            let text = format!("illegal: {}", error.text(table.game.board().size()));
            return (vec![id, "-".to_string()], text);
        }
        Ok(recount) => recount,
    };
    let mut cells = vec![id, recount.outcome.result_or_void()];
    let Some(score) = recount.score() else {
        let why = match recount.outcome {
            Outcome::Void => NO_RESULT,
            _ => ending(recount.game.state().over),
        };
        return (cells, why.to_string());
    };
    let [black, white] = &score.sides;
    cells.push(format!("{}:{}", black.total(), white.total()));
    cells.extend(
        columns
            .iter()
            .map(|&part| match [black.part(part), white.part(part)] {
                [HalfPoints::ZERO, HalfPoints::ZERO] => "-".to_string(),
                [black, white] => format!("{black}:{white}"),
            }),
    );
    let remark = if score.certain { "" } else { "estimate" };
    (cells, remark.to_string())
}

/// Description of a void game.
pub const NO_RESULT: &str = "no result: a position came for the third time";

/// Formats the composition of a score in one line: `Black: 13 stones + 2 territory; White: …`.
#[must_use]
pub fn made_up(score: &Score) -> String {
    let [black, white] = &score.sides;
    let estimate = if score.certain { "" } else { "; estimate" };
    format!("Black: {}; White: {}{estimate}", sum(black), sum(white))
}

/// Formats the composition of one side's points: `13 stones + 2 territory - 2 group tax`.
///
/// Returns `0` if all terms are zero.
#[must_use]
pub fn sum(side: &ScoreBreakdown) -> String {
    let mut text = String::new();
    for (part, words) in SCORE_TERMS {
        let amount = side.part(part);
        if amount == HalfPoints::ZERO {
            continue;
        }
        let sign = match (text.is_empty(), amount < HalfPoints::ZERO) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        text.push_str(&format!("{sign}{} {words}", amount.abs()));
    }
    if text.is_empty() {
        "0".to_string()
    } else {
        text
    }
}

/// Returns the notes: a recorded result that differs from the count, and the warnings.
fn notes(table: &Table, heading: &Heading) -> Vec<String> {
    let recorded = heading.margin.and_then(|recorded| {
        let row = &table.record;
        let counted = row.recount.as_ref().ok()?.outcome.margin()?;
        (counted != recorded).then(|| {
            let same = |row: &&Row| row.sources().map(Sources::total) == Some(recorded);
            let ids: Vec<&str> = table
                .rows
                .iter()
                .filter(same)
                .map(|row| row.rules.id)
                .collect();
            let found = match ids.is_empty() {
                true => String::new(),
                false => format!("; that is the result under {}", ids.join(", ")),
            };
            format!(
                "the record says {}, the count is {}{found}",
                result(recorded),
                result(counted)
            )
        })
    });
    recorded
        .iter()
        .chain(&table.warnings)
        .map(|warning| format!("Note: {warning}."))
        .collect()
}

/// Wraps a line at [`LINE`] characters; continuation lines are indented by four more.
fn wrapped(line: &str) -> String {
    let indent = line.len() - line.trim_start().len();
    let mut text = " ".repeat(indent);
    let mut length = indent;
    for (index, word) in line.split_whitespace().enumerate() {
        let letters = word.chars().count();
        if index > 0 && length + 1 + letters > LINE {
            text.push('\n');
            length = indent + 4;
            text.push_str(&" ".repeat(length));
        } else if index > 0 {
            text.push(' ');
            length += 1;
        }
        text.push_str(word);
        length += letters;
    }
    text
}
