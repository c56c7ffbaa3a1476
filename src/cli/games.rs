//! Parts that the subcommands share which make games for a training.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use clap::Args;

use halfpoint_core::rules::NamedRules;
use halfpoint_nn::{Arithmetic, Net};
use halfpoint_train::{LearnError, SizeShares, Variety, WorkPart, WorkProgress};

use super::progress::Progress;
use super::signals::stop_flag;

/// Options of the subcommands that make games.
#[derive(Args, Debug)]
pub(super) struct GamesArgs {
    /// Folder of the data; shards that are there already are not made again
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Number of games of all workers together, rounded up to whole shards
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: u64,
    /// Seed from which the games follow; another one makes other games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Number of this worker, from 0
    #[arg(long, value_name = "I", default_value_t = 0, requires = "workers")]
    worker: u64,
    /// Number of workers that share the games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    workers: u64,
    /// Threads [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = super::common::thread_number())]
    threads: Option<u16>,
    /// Rule set, may be repeated [default: every one of the table]
    #[arg(long, value_name = "RULES")]
    rules: Vec<NamedRules>,
}

impl GamesArgs {
    /// Returns the work of this process, in shards of `shard_games` games.
    ///
    /// # Errors
    /// If the number of the worker is not below the number of workers.
    pub(super) fn work(&self, kind: &'static str, shard_games: u64) -> Result<WorkPart, String> {
        if self.worker >= self.workers {
            return Err(format!(
                "--worker: {} is not below {}",
                self.worker, self.workers
            ));
        }
        Ok(WorkPart {
            dir: self.out.clone(),
            kind,
            seed: self.seed,
            games: self.games,
            worker: self.worker,
            workers: self.workers,
            threads: super::common::threads(self.threads),
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

/// Opens a net, or that of the program if none is named, in integer arithmetic.
pub(super) fn open_or_embedded(path: Option<&Path>) -> Result<Net, String> {
    match path {
        Some(path) => open(path),
        None => Net::embedded(Arithmetic::Int8).map_err(|error| error.to_string()),
    }
}

/// Makes games with a flag that signals set and with reports of progress.
///
/// # Errors
/// If signals cannot be caught or the games cannot be made.
pub(super) fn reported(
    make: impl FnOnce(&AtomicBool, &(dyn Fn(WorkProgress) + Sync)) -> Result<WorkProgress, LearnError>,
) -> Result<(), String> {
    let stop = stop_flag()?;
    let begun = Instant::now();
    let telling = Progress::begin("the first shard");
    let made = make(&stop, &|progress| telling.say(words(begun, progress)));
    drop(telling);
    let made = made.map_err(|error| error.to_string())?;
    // The shards are what counts, so a failed write is ignored.
    let _ = writeln!(io::stderr(), "{}", words(begun, made));
    if made.shards == 0 && !stop.load(Ordering::Relaxed) {
        log::warn!(
            "no new shard: those of this seed are there already, whatever rules, sizes and net they \
             are of"
        );
    }
    Ok(())
}

/// Returns what a run has made so far.
fn words(begun: Instant, made: WorkProgress) -> String {
    let seconds = begun.elapsed().as_secs_f64();
    let WorkProgress {
        shards,
        games,
        rows,
    } = made;
    let speed = rows as f64 / seconds;
    format!("{shards} shards, {games} games, {rows} positions, {speed:.0} positions/s")
}
