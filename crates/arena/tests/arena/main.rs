//! Tests of matches, reports and statistics that do not start the halfpoint program.

#![forbid(unsafe_code)]

mod arena_faults;
mod arena_match;
mod arena_report;
mod sprt;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use halfpoint_arena::log::journal::Journal;
use halfpoint_arena::log::record::GameRecord;
use halfpoint_arena::plan::config::MatchConfig;
use halfpoint_arena::runner::{ArenaError, Observer, Played, prepare};

/// Prepares a match and plays the rest of it.
fn run(
    config: &MatchConfig,
    journal: &mut Journal,
    finished: &[GameRecord],
    stop: &Arc<AtomicBool>,
    observer: &mut dyn Observer,
) -> Result<Played, ArenaError> {
    prepare(config, finished, None, stop)?.play(journal, observer)
}
