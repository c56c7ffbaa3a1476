//! Subcommand `lab`: tables and counts on small boards, computed with the solver. Subcommand
//! `dev lab`: measurements of the player, of formulas and of games, and the search for problems.

mod games;
mod late;
mod positions;
mod problems;
mod score;
mod tables;
mod values;

use clap::{Args, Subcommand};

use halfpoint_core::notation::BoardSize;
use halfpoint_solver::SolverLimits;

use crate::defaults;
use crate::options::Seconds;
use games::LabGamesArgs;
use late::LateArgs;
use positions::PositionsArgs;
use problems::ProblemsArgs;
use score::LabScoreArgs;
pub(super) use score::current_text;
use values::ValuesArgs;

/// Options of `halfpoint lab`.
#[derive(Args, Debug)]
pub struct LabArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Solve the empty board: value, komi, first moves, tokens and length of best play
    Values(ValuesArgs),
    /// Compare rule sets on all positions of a board to which a game without captures may lead, or
    /// on a sample: how they differ, what passes are fought for, when the button comes early
    Positions(PositionsArgs),
}

/// Subcommands of `halfpoint dev lab`.
#[derive(Debug, Subcommand)]
pub(super) enum DevLabCommand {
    /// Test the formula for the current score against search, under ultimate, on all boards of a
    /// size
    Score(LabScoreArgs),
    /// Make late positions with their exact values, or test whether the player keeps the values
    Late(LateArgs),
    /// Tell what half a point did in games of a net against itself: even komi, times and prices of
    /// tokens, changed results
    Games(LabGamesArgs),
    /// Find positions in which one move alone is best and a natural one loses half a point
    Problems(ProblemsArgs),
}

#[derive(Args, Debug)]
struct Common {
    /// Board sizes: 3, or 2x3; several separated by commas
    #[arg(
        long,
        value_name = "N[xM],…",
        value_delimiter = ',',
        default_value = defaults::TABLE_SIZES
    )]
    size: Vec<BoardSize>,
    /// Seconds for each value
    #[arg(long, value_name = "SECONDS", default_value = "60")]
    time: Seconds,
    /// Memory for each value, in MiB
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = super::common::memory_mb())]
    memory: u32,
    /// Threads [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = super::common::thread_number())]
    threads: Option<u16>,
}

impl Common {
    fn limits(&self, threads: usize) -> SolverLimits {
        SolverLimits {
            time: Some(self.time.0),
            nodes: None,
            memory_mb: self.memory as usize,
            threads,
        }
    }

    fn threads(&self) -> usize {
        super::common::threads(self.threads)
    }
}

impl LabArgs {
    /// Computes and prints the table asked for.
    ///
    /// # Errors
    /// If a file or standard output cannot be read or written.
    pub fn run(self) -> Result<(), String> {
        match self.what {
            What::Values(args) => args.run(),
            What::Positions(args) => args.run(),
        }
    }
}

impl DevLabCommand {
    /// Measures or searches, and prints what is found.
    ///
    /// # Errors
    /// If a file, a net or standard output cannot be read or written.
    pub(super) fn run(self) -> Result<(), String> {
        match self {
            DevLabCommand::Score(args) => args.run(),
            DevLabCommand::Late(args) => args.run(),
            DevLabCommand::Games(args) => args.run(),
            DevLabCommand::Problems(args) => args.run(),
        }
    }
}
