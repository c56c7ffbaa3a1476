//! Subcommand `dev`: tools of those who develop the program and train its nets.

use std::ffi::{OsStr, OsString};
use std::iter::once;

use clap::{Args, Subcommand};

use halfpoint_core::board::{Board, Color};
use halfpoint_core::game::Position;
use halfpoint_core::notation::BoardSize;
use halfpoint_core::perft;
use halfpoint_core::rules::NamedRules;
use halfpoint_gtp as gtp;

use super::common::print;
use super::lab::DevLabCommand;
use super::progress::Progress;
use super::{label, selfplay, train_rows};
use crate::bench;
use crate::defaults;
use crate::options::Seconds;

/// Subcommands of `halfpoint dev`.
#[derive(Debug, Subcommand)]
pub(super) enum DevCommand {
    /// Measure the speed, and print a signature of the moves that the player makes
    Bench(BenchArgs),
    /// Count positions or games on small boards, to check the rules
    Perft(PerftArgs),
    /// Make positions with the judgement of a net, from which another net learns
    Label(label::LabelArgs),
    /// Play games of a net against itself, from which it learns
    #[command(name = "selfplay")]
    SelfPlay(selfplay::SelfPlayArgs),
    /// Pack the positions of games into the rows that a training reads
    TrainRows(train_rows::TrainRowsArgs),
    /// Measure the player, the formulas and self-play, and find problems
    Lab {
        #[command(subcommand)]
        command: Box<DevLabCommand>,
    },
    /// Print the page docs/gtp.md
    #[command(hide = true)]
    GtpPage,
}

/// Words before the arguments of [`DevCommand`]s that stood elsewhere in version 0.1. Version 0.2
/// still takes them there.
const MOVED: [&[&str]; 10] = [
    &["bench"],
    &["perft"],
    &["label"],
    &["selfplay"],
    &["train-rows"],
    &["gtp-page"],
    &["lab", "score"],
    &["lab", "late"],
    &["lab", "games"],
    &["lab", "problems"],
];

/// Returns the arguments with `dev` before the name of a subcommand that was [moved](MOVED) there.
pub(super) fn with_dev(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.collect();
    let words: Vec<&OsStr> = arguments.iter().skip(1).map(OsString::as_os_str).collect();
    if MOVED.iter().any(|moved| begins_with(&words, moved)) {
        arguments.splice(1..1, once(OsString::from("dev")));
    }
    arguments
}

fn begins_with(words: &[&OsStr], first: &[&str]) -> bool {
    words.len() >= first.len() && words.iter().zip(first).all(|(word, name)| word == name)
}

/// Options of `halfpoint dev bench`.
#[derive(Args, Debug)]
pub(super) struct BenchArgs {
    /// Seconds for each measurement; 0 prints the signature alone
    #[arg(long, value_name = "SECONDS", default_value = "2")]
    time: Seconds,
    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Options of `halfpoint dev perft`.
#[derive(Args, Debug)]
pub(super) struct PerftArgs {
    /// Board size: 3, or 2x3
    #[arg(long, value_name = "N[xM]", default_value = defaults::SOLVED_SIZE)]
    size: BoardSize,
    /// Rule set
    #[arg(long, value_name = "RULES", default_value = defaults::COUNTED_RULES)]
    rules: NamedRules,
    /// Count the games of this many moves [default: count the legal positions instead]
    #[arg(long, value_name = "MOVES")]
    depth: Option<u32>,
}

impl DevCommand {
    /// Runs the subcommand.
    ///
    /// # Errors
    /// If a file, a net or standard output cannot be read or written.
    pub(super) fn run(self) -> Result<(), String> {
        match self {
            DevCommand::Bench(args) => {
                let telling = Progress::begin("measures");
                let options = bench::BenchOptions {
                    time: args.time.0,
                    seed: args.seed,
                };
                telling.print(&bench::run(&options))
            }
            DevCommand::Perft(args) => {
                let telling = Progress::begin("counts");
                telling.print(&format!("{}\n", args.count()))
            }
            DevCommand::Label(args) => args.run(),
            DevCommand::SelfPlay(args) => args.run(),
            DevCommand::TrainRows(args) => args.run(),
            DevCommand::Lab { command } => command.run(),
            DevCommand::GtpPage => print(&gtp::page()),
        }
    }
}

impl PerftArgs {
    fn count(&self) -> u64 {
        let size = self.size.0;
        match self.depth {
            Some(depth) => {
                let board = Board::new(size);
                let position = Position::new(self.rules.rules, board, Color::Black);
                perft::perft(&position, depth)
            }
            None => perft::legal_positions(size),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moved(line: &str) -> String {
        let words = with_dev(line.split(' ').map(OsString::from));
        let words: Vec<String> = words.into_iter().flat_map(OsString::into_string).collect();
        words.join(" ")
    }

    #[test]
    fn names_of_version_0_1_lead_to_dev_and_others_stay() {
        for (given, wanted) in [
            ("halfpoint bench --time 0", "halfpoint dev bench --time 0"),
            ("halfpoint lab late file", "halfpoint dev lab late file"),
            ("halfpoint lab values", "halfpoint lab values"),
            ("halfpoint lab", "halfpoint lab"),
            ("halfpoint score late", "halfpoint score late"),
            ("halfpoint dev bench", "halfpoint dev bench"),
            ("halfpoint", "halfpoint"),
        ] {
            assert_eq!(moved(given), wanted);
        }
    }
}
