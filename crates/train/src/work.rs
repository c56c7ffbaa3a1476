//! Division of shards among workers, threads and runs.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use super::error::LearnError;
use super::record::ShardGame;
use super::shard::Shards;
use halfpoint_system::parallel::{self, lock};

/// Part of the games that one process makes.
#[derive(Clone, Debug)]
pub struct WorkPart {
    /// Folder of the data.
    pub dir: PathBuf,
    /// Kind of the shards.
    pub kind: &'static str,
    /// Seed from which the games follow.
    pub seed: u64,
    /// Number of games that all workers make together; rounded up to whole shards.
    pub games: u64,
    /// Number of this worker, from 0.
    pub worker: u64,
    /// Number of workers that share the games.
    pub workers: u64,
    /// Number of threads.
    pub threads: usize,
    /// Number of games of a shard.
    pub shard_games: u64,
}

/// Numbers of this run so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorkProgress {
    /// Shards written.
    pub shards: u64,
    /// Games in them.
    pub games: u64,
    /// Positions with targets in them.
    pub rows: u64,
}

impl WorkPart {
    /// Makes the shards of this worker that are not there yet, each by `make`, which gets the
    /// numbers of its games and returns `None` if it was stopped. Every thread has a state of its
    /// own, which `begin` creates. Calls `report` after each shard.
    ///
    /// # Errors
    /// If the folder cannot be written. The other threads then end after their present shard.
    pub(super) fn run<S>(
        &self,
        stop: &AtomicBool,
        begin: impl Fn() -> S + Sync,
        make: impl Fn(&mut S, Range<u64>) -> Option<Vec<ShardGame>> + Sync,
        report: &(dyn Fn(WorkProgress) + Sync),
    ) -> Result<WorkProgress, LearnError> {
        let shards = Shards::open(&self.dir)?;
        let all = self.games.div_ceil(self.shard_games);
        let next = AtomicU64::new(self.worker);
        let done = Mutex::new((WorkProgress::default(), None));
        let failed = AtomicBool::new(false);
        parallel::on_threads(self.threads, |_| {
            let mut state = begin();
            loop {
                let number = next.fetch_add(self.workers, Ordering::Relaxed);
                let ends = || stop.load(Ordering::Relaxed) || failed.load(Ordering::Relaxed);
                if number >= all || ends() {
                    break;
                }
                if shards.contains(self.kind, self.seed, number) {
                    continue;
                }
                let numbers = number * self.shard_games..(number + 1) * self.shard_games;
                let Some(games) = make(&mut state, numbers) else {
                    break;
                };
                let written = shards.write(self.kind, self.seed, number, &games);
                let mut done = lock(&done);
                let (progress, error) = &mut *done;
                match written {
                    Ok(()) => progress.add(&games),
                    Err(reason) => {
                        failed.store(true, Ordering::Relaxed);
                        *error = Some(reason);
                        break;
                    }
                }
                report(*progress);
            }
        });
        match done.into_inner().unwrap_or_else(PoisonError::into_inner) {
            (progress, None) => Ok(progress),
            (_, Some(error)) => Err(error),
        }
    }
}

impl WorkProgress {
    fn add(&mut self, games: &[ShardGame]) {
        self.shards += 1;
        self.games += games.len() as u64;
        self.rows += games.iter().map(|game| game.rows.len() as u64).sum::<u64>();
    }
}
