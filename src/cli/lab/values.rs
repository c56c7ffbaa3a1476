//! Subcommand `lab values`: what the empty board is worth.

use std::time::Duration;

use clap::Args;

use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::color_letter;
use halfpoint_core::rules::{PRESETS, ScoringRule};
use halfpoint_lab::values::{EmptyBoardValue, of_empty_board};
use halfpoint_solver::{ValueBounds, value_text};

use super::Common;
use super::tables::{HOW_COUNTED, LabRow, legend, not_solved, rows_of, sides};
use crate::cli::common::{RulesList, print};
use crate::cli::progress::Progress;

#[derive(Args, Debug)]
pub(super) struct ValuesArgs {
    #[command(flatten)]
    common: Common,
    /// Rule sets: names, or JSON as for kata-set-rules [default: all]
    #[arg(long, value_name = "RULES,…")]
    rules: Vec<RulesList>,
}

impl ValuesArgs {
    pub(super) fn run(self) -> Result<(), String> {
        let mut rows = rows_of(&self.rules);
        if rows.is_empty() {
            rows = PRESETS.iter().map(LabRow::from).collect();
        }
        let legend = legend(&rows);
        print(&format!(
            "{HOW_COUNTED}{legend}komi: the fair one, Black first · first: how many first moves of Black's are best · \
             moves: length of a line of best play\n"
        ))?;
        for size in &self.common.size {
            print(&format!(
                "\n{}\n{:<20}{:<16}{:<16}{:>6}  {:>5}  {:>5}  tokens in that line\n",
                sides(size.0),
                "rules",
                "Black first",
                "White first",
                "komi",
                "first",
                "moves"
            ))?;
            for row in &rows {
                let limits = self.common.limits(self.common.threads());
                let telling = Progress::begin(&format!("{} on {}", row.name, sides(size.0)));
                let value = of_empty_board(row.rules, size.0, limits);
                telling.print(&values_row(row, &value, self.common.time.0))?;
            }
        }
        Ok(())
    }
}

/// Returns the row of a rule set in the table of values.
fn values_row(row: &LabRow, value: &EmptyBoardValue, time: Duration) -> String {
    let scoring = row.rules.scoring;
    let [black, white] = &value.first;
    let [black_value, white_value] =
        [black, white].map(|solution| value_or_bounds(scoring, solution.bounds));
    let komi = match (scoring, black.bounds.exact()) {
        (ScoringRule::Spare, _) | (_, None) => "–".to_string(),
        (_, Some(value)) => HalfPoints::from_halves(value).to_string(),
    };
    let tokens = value.tokens();
    let tokens: Vec<String> = tokens
        .iter()
        .map(|(number, color, token)| {
            format!("{number}:{} {}", color_letter(*color), token.meaning())
        })
        .collect();
    let is_known = black.bounds.exact().is_some();
    let tokens = match tokens.join(" ") {
        _ if !is_known => not_solved(time),
        none if none.is_empty() => "none".to_string(),
        tokens => tokens,
    };
    let number = |number: usize| match number {
        0 => "–".to_string(),
        number => number.to_string(),
    };
    format!(
        "{:<20}{black_value:<16}{white_value:<16}{komi:>6}  {:>5}  {:>5}  {tokens}\n",
        row.name,
        number(black.all_best().map_or(0, <[_]>::len)),
        number(black.line.len()),
    )
}

/// Returns the text of a value, or of its proven bounds in the short form of tables.
fn value_or_bounds(scoring: ScoringRule, bounds: ValueBounds) -> String {
    let text = |value| value_text(scoring, value);
    match bounds.exact() {
        Some(value) => text(value),
        None => format!("{}…{}", text(bounds.lower), text(bounds.upper)),
    }
}
