//! Subcommand `lab positions`: rule sets compared on all positions of a board, or on a sample.

use std::collections::BTreeMap;

use clap::Args;

use halfpoint_core::board::Size;
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::color_name;
use halfpoint_core::rules::{ButtonRule, CHINESE, EndRule, Rules, ScoringRule, find};
use halfpoint_lab::positions::{self, ComparedPosition, PositionWorth};
use halfpoint_lab::{all_boards, sample_boards};

use super::Common;
use super::tables::{HOW_COUNTED, LabRow, indented, legend, not_solved, rows_of, sides};
use crate::cli::common::{RulesList, print};
use crate::cli::progress::Progress;

#[derive(Args, Debug)]
pub(super) struct PositionsArgs {
    #[command(flatten)]
    common: Common,
    /// Rule sets: names, or JSON as for kata-set-rules [default: chinese, japanese, ultimate, a
    /// variant of aga, and those in which half a point is a move]
    #[arg(long, value_name = "RULES,…")]
    rules: Vec<RulesList>,
    /// Compare this many late positions of the board, composed at random, in place of all positions
    #[arg(long, value_name = "N", hide = true)]
    sample: Option<usize>,
    /// Largest number of empty points in a sample
    #[arg(
        long,
        value_name = "N",
        default_value_t = 8,
        requires = "sample",
        hide = true
    )]
    empty: usize,
    /// Seed of a sample
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        requires = "sample",
        hide = true
    )]
    seed: u64,
}

impl PositionsArgs {
    pub(super) fn run(self) -> Result<(), String> {
        let mut rows = rows_of(&self.rules);
        if rows.is_empty() {
            rows = usual_rows();
        }
        let rules: Vec<Rules> = rows.iter().map(|row| row.rules).collect();
        for size in &self.common.size {
            let limits = self.common.limits(1);
            let threads = self.common.threads();
            let telling = Progress::begin(&sides(size.0));
            let counted = |done, all| telling.count(done, all, "positions");
            let boards = match self.sample {
                Some(number) => sample_boards(size.0, number, self.empty, self.seed),
                None => all_boards(size.0),
            };
            let found =
                positions::compare(CHINESE.rules, &rules, &boards, limits, threads, &counted);
            drop(telling);
            let report = PositionsReport {
                size: size.0,
                found,
                rows: &rows,
                args: &self,
            };
            print(&report.text())?;
        }
        Ok(())
    }
}

/// Comparison of rule sets on the positions of a board.
struct PositionsReport<'a> {
    size: Size,
    found: Vec<ComparedPosition>,
    rows: &'a [LabRow],
    args: &'a PositionsArgs,
}

impl PositionsReport<'_> {
    fn text(&self) -> String {
        [
            self.heading(),
            self.fights(),
            self.early_buttons(),
            self.margins(),
            self.equivalents(),
            self.told_chinese(),
            "\n".to_string(),
        ]
        .concat()
    }

    /// Returns the rows for which `is_one` holds, with their places.
    fn rows(&self, is_one: fn(&LabRow) -> bool) -> impl Iterator<Item = (usize, &LabRow)> {
        let rows = self.rows.iter().enumerate();
        rows.filter(move |(_, row)| is_one(row))
    }

    /// Counts the positions, those that are settled, and those of which it is not known.
    fn heading(&self) -> String {
        let of_kind = |settled: Option<bool>| {
            let positions = self.found.iter();
            positions.filter(|one| one.settled == settled).count()
        };
        let chosen = match self.args.sample {
            Some(_) => format!(
                "A sample of late boards on which both sides live, with at most {} empty points (seed {}).",
                self.args.empty, self.args.seed
            ),
            None => "Left out: boards with a chain without a liberty, and images of other boards."
                .to_string(),
        };
        let mut text = format!(
            "{}: {} positions with as many stones of both colours, or one black stone more, and the turn that fits\n\
             {HOW_COUNTED}{}{chosen}\n\
             {} are settled by area (chinese): whoever moves may pass; {} are not\n",
            sides(self.size),
            self.found.len(),
            legend(self.rows),
            of_kind(Some(true)),
            of_kind(Some(false)),
        );
        if of_kind(None) > 0 {
            let why = not_solved(self.args.common.time.0);
            text += &format!("of {} it is not known: {why}\n", of_kind(None));
        }
        text
    }

    fn fights(&self) -> String {
        let mut text =
            "\nPass fights: settled positions in which no token is a best move:\n".to_string();
        for (index, row) in self.rows(|_| true) {
            text += &self.count(&row.name, index, |position, worth| {
                position.settled == Some(true) && !worth.token_is_best()
            });
        }
        text
    }

    fn early_buttons(&self) -> String {
        let has_button = |row: &LabRow| {
            let buttons = row.rules.buttons;
            matches!(
                buttons,
                ButtonRule::Take | ButtonRule::Give | ButtonRule::AsMoves
            )
        };
        let mut text = String::new();
        if self.rows(has_button).next().is_some() {
            text += "\nPositions not settled in which the button is a best move:\n";
        }
        let is_early = |position: &ComparedPosition, worth: &PositionWorth| {
            position.settled == Some(false) && worth.button_is_best()
        };
        for (index, row) in self.rows(has_button) {
            text += &self.count(&row.name, index, is_early);
            let label = format!("{}, alone", row.name);
            text += &self.count(&label, index, |position, worth| {
                is_early(position, worth) && worth.best.len() == 1
            });
        }
        text
    }

    /// Compares margins with those under `japanese`, or the first rule set that has margins.
    fn margins(&self) -> String {
        let counts = |row: &LabRow| !row.rules.last_mover_wins();
        let japanese = self.rows(|row| row.name == "japanese").next();
        let Some((reference, by)) = japanese.or(self.rows(counts).next()) else {
            return String::new();
        };
        let mut text = format!(
            "\nBlack's margin less that by {}, in points (and in how many positions):\n",
            by.name
        );
        for (index, row) in self.rows(counts) {
            text += &differences(row, index, reference, &self.found);
            text += &format!("{}\n", self.unknown(index));
        }
        text
    }

    /// Counts the positions whose value differs between rule sets that are nearly `two_button`.
    fn equivalents(&self) -> String {
        let equivalent =
            |row: &LabRow| ["two_button_moves", "half_pass"].contains(&row.name.as_str());
        let Some(reference) = self.reference("two_button", equivalent) else {
            return String::new();
        };
        let mut text = "\nPositions with another value than under two_button:\n".to_string();
        for (index, row) in self.rows(equivalent) {
            text += &self.count(&row.name, index, |position, worth| {
                let reference = position.worth[reference].as_ref();
                reference.is_some_and(|reference| reference.value != worth.value)
            });
        }
        text
    }

    /// Counts the positions in which best moves by `chinese` lose something under other rules.
    fn told_chinese(&self) -> String {
        let others = |row: &LabRow| row.name != "chinese" && !row.rules.last_mover_wins();
        let Some(reference) = self.reference("chinese", others) else {
            return String::new();
        };
        let mut text =
            "\nPositions in which a best move by chinese is not best, and those in which none is \
             (where a pass is best by chinese, the pass alone counts; it stands for any token):\n"
                .to_string();
        for (index, row) in self.rows(others) {
            let are_best = |position: &ComparedPosition, worth: &PositionWorth| {
                let by_chinese = position.worth[reference].as_ref();
                by_chinese.map(|by_chinese| worth.are_best(by_chinese))
            };
            text += &self.count(&row.name, index, |position, worth| {
                are_best(position, worth).is_some_and(|best| best.contains(&false))
            });
            let label = format!("{}, none", row.name);
            text += &self.count(&label, index, |position, worth| {
                are_best(position, worth).is_some_and(|best| !best.contains(&true))
            });
        }
        text
    }

    /// Returns the place of the rule set of this name, if there are others to compare with it.
    fn reference(&self, name: &str, others: fn(&LabRow) -> bool) -> Option<usize> {
        let place = self.rows.iter().position(|row| row.name == name)?;
        self.rows(others).next().map(|_| place)
    }

    /// Returns a row with the number of solved positions for which `is_one` holds, and one of
    /// them.
    fn count(
        &self,
        label: &str,
        index: usize,
        is_one: impl Fn(&ComparedPosition, &PositionWorth) -> bool,
    ) -> String {
        let solved = self.found.iter().filter_map(|position| {
            let worth = position.worth[index].as_ref()?;
            is_one(position, worth).then_some((position, worth))
        });
        let ones: Vec<_> = solved.collect();
        let unknown = self.unknown(index);
        let mut text = format!("  {label:<24}{:>6}{unknown}\n", ones.len());
        if let Some((position, worth)) = ones.first() {
            text += &example(self.size, position, worth);
        }
        text
    }

    /// Returns a note on how many positions a row leaves out, and why; empty if there are none.
    fn unknown(&self, index: usize) -> String {
        let unknown = self.found.iter().filter(|one| one.worth[index].is_none());
        match unknown.count() {
            0 => String::new(),
            number => format!(
                "  ({number} left out: {})",
                not_solved(self.args.common.time.0)
            ),
        }
    }
}

/// Returns the rule sets that are compared if none are asked for: the usual ones, one that shows
/// why White must pass last, and all that have half-points.
fn usual_rows() -> Vec<LabRow> {
    let without_last = find("aga").map(|aga| LabRow {
        name: "aga, any last pass".to_string(),
        rules: Rules {
            scoring: ScoringRule::Territory,
            ending: EndRule::TwoPasses,
            ..aga.rules
        },
    });
    let with_half_points = [
        "button",
        "white_button",
        "two_button",
        "reverse_button",
        "two_button_moves",
        "half_pass",
        "ultimate",
    ];
    let named = |id| find(id).map(LabRow::from);
    let usual = ["chinese", "japanese"].into_iter().filter_map(named);
    usual
        .chain(without_last)
        .chain(with_half_points.into_iter().filter_map(named))
        .collect()
}

/// Returns the diagram of a position with its best moves under one rule set.
fn example(size: Size, position: &ComparedPosition, worth: &PositionWorth) -> String {
    let best: Vec<String> = worth.best.iter().map(|action| action.text(size)).collect();
    let said = format!(
        "{} to move: best {} of {} moves",
        color_name(position.to_move),
        best.join(" "),
        worth.moves
    );
    indented(&position.board, &said)
}

/// Returns a row with the differences between the values under two rule sets, and the number of
/// positions of each.
fn differences(row: &LabRow, index: usize, reference: usize, found: &[ComparedPosition]) -> String {
    let mut counts = BTreeMap::<i32, usize>::new();
    for position in found {
        if let (Some(worth), Some(other)) = (&position.worth[index], &position.worth[reference]) {
            *counts.entry(worth.value - other.value).or_default() += 1;
        }
    }
    let said: Vec<String> = counts
        .iter()
        .map(|(&halves, number)| {
            let sign = if halves > 0 { "+" } else { "" };
            format!("{sign}{} ({number})", HalfPoints::from_halves(halves))
        })
        .collect();
    let said = match said.join("  ") {
        none if none.is_empty() => "no position is solved under both".to_string(),
        said => said,
    };
    format!("  {:<20}{said}", row.name)
}
