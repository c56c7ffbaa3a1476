//! Subcommand `label`: positions with the judgement of a net, from which another net learns.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;

use halfpoint_core::rules::NamedRules;
use halfpoint_engine::learn::label::{GAMES_PER_SHARD, KIND, Labelling, label};
use halfpoint_engine::learn::{Progress, SizeShares, Variety, Work};
use halfpoint_engine::nn::{Arithmetic, Net};

use super::signals::stop_flag;

/// Options of `halfpoint label`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct LabelArgs {
    /// Net of KataGo (.bin.gz) that plays and judges
    #[arg(long, value_name = "FILE")]
    net: PathBuf,
    #[command(flatten)]
    games: GamesArgs,
    /// Sizes of boards, each with its share of the positions
    #[arg(long, value_name = "SIZE[:SHARE],...", default_value = SIZES)]
    sizes: SizeShares,
    /// Find the chance of a draw where komi allows one, by a second evaluation
    #[arg(long)]
    draws: bool,
}

/// Options of the subcommands that make games.
#[derive(Args, Debug)]
pub(super) struct GamesArgs {
    /// Folder of the data; shards that are there already are not made again
    #[arg(long, value_name = "DIR")]
    pub(super) out: PathBuf,
    /// Number of games of all workers together, rounded up to whole shards
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(super) games: u64,
    /// Seed from which the games follow; another one makes other games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    /// Number of this worker, from 0
    #[arg(long, value_name = "I", default_value_t = 0, requires = "workers")]
    pub(super) worker: u64,
    /// Number of workers that share the games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(super) workers: u64,
    /// Threads [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Rule sets, separated by spaces [default: every one of the table]
    #[arg(long, value_name = "RULES")]
    rules: Vec<NamedRules>,
}

/// Shares of the sizes unless others are given.
const SIZES: &str = "5:1,6:3,7:16,8:6,9:42,10:5,11:8,12:3,13:10,19:5,9x7:1";

const EXAMPLES: &str = "Examples:
  halfpoint label --net b6c96.bin.gz --out data --games 100000
  halfpoint label --net b6c96.bin.gz --out data --games 100000 --worker 3 --workers 8
  halfpoint label --net b6c96.bin.gz --out data --games 1000 --sizes 9:9,13:1 --rules button";

impl GamesArgs {
    /// Returns the work of this process, in shards of `shard_games` games.
    ///
    /// # Errors
    /// If the number of the worker is not below the number of workers.
    pub(super) fn work(&self, kind: &'static str, shard_games: u64) -> Result<Work, String> {
        if self.worker >= self.workers {
            return Err(format!(
                "--worker: {} is not below {}",
                self.worker, self.workers
            ));
        }
        Ok(Work {
            dir: self.out.clone(),
            kind,
            seed: self.seed,
            games: self.games,
            worker: self.worker,
            workers: self.workers,
            threads: super::common::threads(self.threads.map(usize::from)),
            shard_games,
        })
    }

    /// Returns the games to make on boards of these sizes.
    pub(super) fn variety(&self, sizes: &SizeShares) -> Variety {
        let rules = match self.rules.is_empty() {
            true => Variety::all_rules(),
            false => self.rules.clone(),
        };
        Variety {
            rules,
            sizes: sizes.clone(),
        }
    }
}

/// Opens a net in integer arithmetic.
pub(super) fn open(path: &Path) -> Result<Net, String> {
    Net::open(path, Arithmetic::Int8).map_err(|error| format!("--net {}: {error}", path.display()))
}

/// Writes progress to standard error, where that is possible.
pub(super) fn show(begun: Instant, progress: Progress) {
    let seconds = begun.elapsed().as_secs_f64();
    let Progress {
        shards,
        games,
        rows,
    } = progress;
    let speed = rows as f64 / seconds;
    let _ = writeln!(
        io::stderr(),
        "{seconds:.0} s: {shards} shards, {games} games, {rows} positions, {speed:.0} positions/s"
    );
}

impl LabelArgs {
    /// Makes the shards of this worker.
    ///
    /// # Errors
    /// If the net cannot be read or the folder cannot be written.
    pub fn run(self) -> Result<(), String> {
        let work = self.games.work(KIND, GAMES_PER_SHARD)?;
        let net = open(&self.net)?;
        let labelling = Labelling {
            variety: self.games.variety(&self.sizes),
            draws: self.draws,
        };
        let stop = stop_flag()?;
        let begun = Instant::now();
        label(&net, &labelling, &work, &stop, &|progress| {
            show(begun, progress);
        })
        .map(|_| ())
        .map_err(|error| error.to_string())
    }
}
