//! A match: workers play the games of the schedule, and each result is kept before the next thing is done.

use std::collections::BTreeSet;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use thiserror::Error;

use super::config::{ConfigError, EngineConfig, MatchConfig};
use super::engine::Engine;
use super::journal::{Journal, JournalError};
use super::link::{AskError, Context, Fault, Fill, Guard};
use super::opening::{OpeningError, Openings};
use super::record::{GameRecord, Sides};
use super::referee::{self, Finished};
use super::schedule::{Planned, own_part};
use super::summary::Summary;

/// Why a match cannot be played, or not to its end.
#[derive(Debug, Error)]
pub enum ArenaError {
    /// Settings that make no match.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// Openings that cannot be had.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// The folder of the match fails.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// An engine that cannot be started at all.
    #[error("engine {name}: {fault}")]
    Engine {
        /// Its name in the match.
        name: String,
        /// Why.
        fault: Fault,
    },
    /// The results cannot be told.
    #[error("standard output: {0}")]
    Output(io::Error),
}

/// What is told while a match runs.
pub trait Observer {
    /// The match begins, or goes on after `finished` games.
    ///
    /// # Errors
    /// If it cannot be told; that ends the match.
    fn begin(&mut self, config: &MatchConfig, summary: &Summary, games: usize) -> io::Result<()>;

    /// A game is finished and kept.
    ///
    /// # Errors
    /// If it cannot be told; that ends the match.
    fn finished(&mut self, record: &GameRecord, summary: &Summary) -> io::Result<()>;
}

/// How a match ended.
#[derive(Debug)]
pub struct Played {
    /// The numbers.
    pub summary: Summary,
    /// Whether there is nothing left to play: all games are finished, or the test has its verdict.
    pub complete: bool,
}

/// Plays what is left of a match: the games of the schedule that are not among `finished`. `stop` ends
/// it early; games in progress are then lost. It is set when the match is over, too. `guard` is the program that kills engines left behind; see
/// [`super::link::guard`].
///
/// # Errors
/// If the match cannot be played. What is finished by then is kept.
pub fn run(
    config: &MatchConfig,
    journal: &mut Journal,
    finished: &[GameRecord],
    guard: Option<PathBuf>,
    stop: &Arc<AtomicBool>,
    observer: &mut dyn Observer,
) -> Result<Played, ArenaError> {
    config.validate()?;
    let openings = Openings::of(config)?;
    let context = Context {
        stop: Arc::clone(stop),
        guard: guard.as_deref().map_or_else(Guard::default, Guard::start),
        patience: config.patience(),
    };
    let mut summary = Summary::of(config, finished);
    let games = own_part(config);
    let done: BTreeSet<u32> = finished.iter().map(|record| record.game).collect();
    let mut left: Vec<Planned> = games
        .iter()
        .filter(|p| !done.contains(&p.game))
        .copied()
        .collect();
    // Another part of the test may be under way elsewhere: parts are played whole.
    let sequential = config.sprt.is_some() && config.shard.is_none();
    if sequential && summary.verdict().is_some() {
        left.clear();
    }
    let tell = |told: io::Result<()>| told.map_err(ArenaError::Output);
    tell(observer.begin(config, &summary, games.len()))?;
    if left.is_empty() {
        return Ok(Played {
            summary,
            complete: true,
        });
    }
    try_engines(config, &context)?;
    let workers = config.concurrency.min(left.len());
    let mut expected = left.len();
    let queue = Mutex::new(left.into_iter());
    let result = thread::scope(|scope| {
        let (sender, results) = channel();
        for _ in 0..workers {
            let (sender, queue, openings, context) = (sender.clone(), &queue, &openings, &context);
            scope.spawn(move || work(config, openings, context, queue, &sender));
        }
        drop(sender);
        for finished in results {
            let told = journal
                .add(&finished)
                .map_err(ArenaError::Journal)
                .and_then(|()| {
                    summary.add(&finished.record);
                    tell(observer.finished(&finished.record, &summary))
                });
            if let Err(error) = told {
                stop.store(true, Ordering::SeqCst);
                return Err(error);
            }
            expected -= 1;
            if sequential && summary.verdict().is_some() {
                expected = 0;
                stop.store(true, Ordering::SeqCst);
                break;
            }
        }
        Ok(())
    });
    result?;
    Ok(Played {
        summary,
        complete: expected == 0,
    })
}

/// Starts each engine once: what fails at its first start was misspelt, and no game need be lost for that.
fn try_engines(config: &MatchConfig, context: &Context) -> Result<(), ArenaError> {
    let fill = fill(config, config.seed);
    config
        .engines
        .iter()
        .try_for_each(|engine| try_engine(engine, context, &fill))
}

/// Starts an engine once, and ends it.
pub(super) fn try_engine(
    config: &EngineConfig,
    context: &Context,
    fill: &Fill,
) -> Result<(), ArenaError> {
    let mut engine = Engine::new(config, context);
    let started = engine.start(fill);
    engine.stop();
    match started {
        Err(AskError::Fault(fault)) => {
            let name = config.name.clone();
            Err(ArenaError::Engine { name, fault })
        }
        Ok(()) | Err(AskError::Stopped) => Ok(()),
    }
}

/// What commands are filled in with. An engine that plays several games has one seed for its command line,
/// so that no game depends on which one it played first.
fn fill(config: &MatchConfig, game_seed: u64) -> Fill {
    let seed = if config.restart {
        game_seed
    } else {
        config.seed
    };
    Fill {
        rules: config.rules,
        size: config.size.0,
        komi: config.komi(),
        seed,
        playouts: config.playouts,
    }
}

/// Plays games until there are none left, keeping the engines of the last game running.
fn work(
    config: &MatchConfig,
    openings: &Openings,
    context: &Context,
    queue: &Mutex<impl Iterator<Item = Planned>>,
    results: &Sender<Finished>,
) {
    let mut engines: Vec<Engine<'_>> = config
        .engines
        .iter()
        .map(|engine| Engine::new(engine, context))
        .collect();
    while !context.stop.load(Ordering::SeqCst) {
        let planned = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
        let Some(planned) = planned else {
            break;
        };
        for (index, engine) in engines.iter_mut().enumerate() {
            if config.restart || (index != planned.black && index != planned.white) {
                engine.stop();
            }
        }
        let Ok([black, white]) = engines.get_disjoint_mut([planned.black, planned.white]) else {
            break;
        };
        let fill = fill(config, planned.seed);
        let players = Sides { black, white };
        match referee::play(&planned, config, openings, &fill, players) {
            Ok(finished) => {
                if results.send(finished).is_err() {
                    break;
                }
            }
            Err(referee::Stopped) => break,
        }
    }
    for engine in &mut engines {
        engine.stop();
    }
}
