//! Parts of tables that several subcommands share: rows of rule sets, notes, diagrams.

use std::time::Duration;

use halfpoint_core::board::{Board, Size};
use halfpoint_core::rules::{CUSTOM, NamedRules, Preset, Rules};
use halfpoint_lab::diagram;

use crate::cli::common::RulesList;

/// Note for tables that says how their values are counted.
pub(super) const HOW_COUNTED: &str = "Komi 0. Nothing is removed at the end that was not captured; where playing on costs points, dead stones are.\n";

/// Returns the reason why a value is missing in a table.
pub(super) fn not_solved(time: Duration) -> String {
    format!("not solved in {} s", time.as_secs_f64())
}

/// Rule set in a table.
pub(super) struct LabRow {
    pub name: String,
    pub rules: Rules,
}

impl From<&Preset> for LabRow {
    fn from(preset: &Preset) -> LabRow {
        LabRow {
            name: preset.id.to_string(),
            rules: preset.rules,
        }
    }
}

/// Returns the rows of the rule sets asked for. Those that are more than a name are numbered.
pub(super) fn rows_of(asked: &[RulesList]) -> Vec<LabRow> {
    let mut customs = 0;
    let named = asked.iter().flat_map(|list| &list.0);
    let rows = named.map(|named| {
        let is_custom = named.to_string() != named.id;
        customs += usize::from(is_custom);
        let name = match is_custom {
            true => format!("{CUSTOM} {customs}"),
            false => named.id.to_string(),
        };
        let rules = named.rules;
        LabRow { name, rules }
    });
    rows.collect()
}

/// Returns lines with the rules of the rows that are named by a number.
pub(super) fn legend(rows: &[LabRow]) -> String {
    let customs = rows.iter().filter(|row| row.name.starts_with(CUSTOM));
    let lines = customs.map(|row| {
        let (rules, id) = (row.rules, CUSTOM);
        format!("{}: {}\n", row.name, NamedRules { rules, id })
    });
    lines.collect()
}

/// Returns the diagram of a board, indented, with a text beside its first row.
pub(super) fn indented(board: &Board, said: &str) -> String {
    let rows = diagram(board);
    let mut text = String::new();
    for (number, row) in rows.lines().enumerate() {
        let said = if number == 0 { said } else { "" };
        text += format!("        {row}   {said}").trim_end();
        text.push('\n');
    }
    text
}

/// Returns a board size as `width×height`.
pub(super) fn sides(size: Size) -> String {
    format!("{}×{}", size.width(), size.height())
}
