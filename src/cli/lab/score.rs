//! Subcommand `dev lab score`: the formula for the current score, against search.

use clap::Args;

use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::{color_name, result};
use halfpoint_core::rules::{CHINESE, ULTIMATE};
use halfpoint_lab::all_boards;
use halfpoint_lab::score::{self, ComparedScore};
use halfpoint_solver::Current;

use super::Common;
use super::tables::{indented, sides};
use crate::cli::common::print;
use crate::cli::progress::Progress;

#[derive(Args, Debug)]
pub(in crate::cli) struct LabScoreArgs {
    #[command(flatten)]
    common: Common,
    /// Leave out the positions that are not settled, for which the formula is an estimate
    #[arg(long)]
    settled: bool,
    /// Use the boards of the last moves of this many random games, instead of all boards of a size
    #[arg(long, value_name = "N")]
    games: Option<usize>,
    /// Seed of the random games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Number of positions that are shown where the formula fails.
const EXAMPLES: usize = 3;

impl LabScoreArgs {
    pub(super) fn run(self) -> Result<(), String> {
        for size in &self.common.size {
            let telling = Progress::begin(&sides(size.0));
            let counted = |done, all| telling.count(done, all, "positions");
            let boards = match self.games {
                Some(games) => score::last_boards(CHINESE.rules, size.0, games, self.seed),
                None => all_boards(size.0),
            };
            let (limits, threads) = (self.common.limits(1), self.common.threads());
            let rules = ULTIMATE.rules;
            let found = score::compare(rules, &boards, self.settled, limits, threads, &counted);
            drop(telling);
            let positions = found.compared.len();
            let mut text = format!(
                "{}: {positions} positions: {} boards, either side to move, as they stand and after one and two delays\n",
                sides(size.0),
                boards.len(),
            );
            let skipped = found.skipped;
            text += &format!(
                "  left out: {} in which the game is over, {} after delays that may not be made, {} not settled{}\n",
                skipped.over,
                skipped.illegal,
                skipped.not_settled,
                if self.settled { " (--settled)" } else { "" },
            );
            text += &Self::row("settled", found.compared.iter().filter(|one| one.settled));
            if !self.settled {
                let others = found.compared.iter().filter(|one| !one.settled);
                text += &Self::row("not settled", others);
            }
            print(&text)?;
        }
        Ok(())
    }

    /// Counts in how many positions formula and search differ, and shows some of them.
    fn row<'a>(kind: &str, found: impl Iterator<Item = &'a ComparedScore>) -> String {
        let found: Vec<&ComparedScore> = found.collect();
        let of = |is_one: fn(&ComparedScore) -> bool| {
            let ones = found.iter().filter(|one| is_one(one));
            ones.collect::<Vec<_>>()
        };
        let unknown = of(|one| one.search == Current::Unknown);
        let wrong =
            of(|one| ![Current::Score(one.formula), Current::Unknown].contains(&one.search));
        let mut text = format!(
            "  {kind:<12}{:>6}, formula and search differ in {}, not solved in the time {}\n",
            found.len(),
            wrong.len(),
            unknown.len(),
        );
        for one in wrong.iter().take(EXAMPLES) {
            let said = format!(
                "{} first, {} delays: formula {}, search {}",
                color_name(one.first),
                one.delays,
                one.formula,
                current_text(one.search)
            );
            text += &indented(&one.board, &said);
        }
        text
    }
}

/// Returns a text for the current score that search found.
pub(in crate::cli) fn current_text(current: Current) -> String {
    match current {
        Current::Score(score) => result(HalfPoints::from_points(score)),
        Current::Between(less) => format!(
            "none: {} is too little and {} too much for Black",
            result(HalfPoints::from_points(less)),
            result(HalfPoints::from_points(less + 1))
        ),
        Current::Unknown => "unknown".to_string(),
    }
}
