//! Runner of a match: workers play the games of the schedule, and each result is stored before
//! anything else happens.

use std::collections::BTreeSet;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use halfpoint_system::parallel;
use thiserror::Error;

use super::client::{AskError, Context, Fault, Placeholders, Reaper, Shortage};
use super::summary::Summary;
use crate::game::engine::Engine;
use crate::game::play::{self, Unfinished};
use crate::log::journal::{Journal, JournalError};
use crate::log::record::Finished;
use crate::log::record::{GameRecord, Sides};
use crate::plan::config::{ConfigError, EngineConfig, MatchConfig};
use crate::plan::nets::Nets;
use crate::plan::opening::{OpeningError, Openings};
use crate::plan::schedule::{Planned, Schedule};

/// Address space, in bytes, that must be left for the thread of a game: its stack, and what it
/// allocates.
const MEMORY_OF_A_GAME: usize = 4 << 20;

/// Reason why a match cannot be played, or not to its end.
#[derive(Debug, Error)]
pub enum ArenaError {
    /// The settings are invalid.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The openings cannot be read, set up or found.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// The folder of the match cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// An engine cannot be started.
    #[error("engine {name}: {fault}")]
    Engine {
        /// Name of the engine in the match.
        name: String,
        /// Failure at its start.
        fault: Fault,
    },
    /// The system lacks file handles, processes, threads or memory for the games.
    #[error("{0}; close other programs, raise the limit, or play fewer games at a time")]
    Shortage(#[from] Shortage),
    /// A thread cannot be started.
    #[error("a thread for a game: {0}")]
    Thread(io::Error),
    /// An observer cannot report the results.
    #[error("standard output: {0}")]
    Output(io::Error),
    /// The user has stopped the match before its first game.
    #[error("interrupted before the first game")]
    Stopped,
}

/// Receiver of the progress of a match.
pub trait Observer {
    /// Reports that the match begins, or resumes with the finished games that `summary` contains.
    /// `games` is the number of games of this part of the schedule.
    ///
    /// # Errors
    /// Returns an error if the report cannot be written; this ends the match.
    fn begin(&mut self, config: &MatchConfig, summary: &Summary, games: u64) -> io::Result<()>;

    /// Reports that a game is finished and stored.
    ///
    /// # Errors
    /// Returns an error if the report cannot be written; this ends the match.
    fn finished(&mut self, record: &GameRecord, summary: &Summary) -> io::Result<()>;
}

/// State of a match after it was played.
#[derive(Debug)]
pub struct Played {
    /// Summary of all finished games.
    pub summary: Summary,
    /// Whether nothing is left to play: all games are finished, or the sequential test has its
    /// verdict.
    pub complete: bool,
}

/// Match that is ready to be played: its settings are valid, its openings are read, and each of its
/// engines has been started once. Preparation writes nothing, so that a match that cannot be played
/// claims no folder.
pub struct Prepared<'c> {
    config: &'c MatchConfig,
    openings: Openings,
    context: Context,
    schedule: Schedule,
    summary: Summary,
    done: BTreeSet<u32>,
    left: u64,
    /// Whether the sequential test can end the match.
    sequential: bool,
}

/// Prepares the rest of a match: the games of the schedule that are not among `finished`.
///
/// `stop` ends the match early, also during the preparation. `reaper` is the program that kills
/// engines which outlive this process; see [`super::client::reaper`]. No engine is started if no
/// game is left to play.
///
/// # Errors
/// Returns an error if the match cannot be played, or was stopped.
pub fn prepare<'c>(
    config: &'c MatchConfig,
    finished: &[GameRecord],
    reaper: Option<PathBuf>,
    stop: &Arc<AtomicBool>,
) -> Result<Prepared<'c>, ArenaError> {
    config.validate()?;
    let context = Context {
        stop: Arc::clone(stop),
        reaper: reaper
            .as_deref()
            .map_or_else(Reaper::default, Reaper::start),
        patience: config.patience(),
        nets: Nets::default(),
    };
    let openings = Openings::of(config, &context.nets, stop)?;
    let summary = Summary::of(config, finished);
    let schedule = Schedule::of(config);
    for record in finished {
        if let Some(planned) = schedule.get(record.game) {
            let checksum = record.opening_checksum.as_deref();
            openings.check(&planned, &record.opening, checksum)?;
        }
    }
    // Games of another part, or outside the schedule, do not reduce the number of games left.
    let is_own = |game: &u32| {
        schedule
            .get(*game)
            .is_some_and(|game| schedule.is_own(&game))
    };
    let done: BTreeSet<u32> = finished
        .iter()
        .map(|record| record.game)
        .filter(is_own)
        .collect();
    // The other parts may be under way elsewhere, so the test over all of them cannot end this
    // part.
    let sequential = config.sprt.is_some() && config.shard.is_none();
    let left = match sequential && summary.verdict().is_some() {
        true => 0,
        false => schedule.own_games() - done.len() as u64,
    };
    if left > 0 {
        try_engines(config, &context)?;
        let next = schedule.own().find(|game| !done.contains(&game.game));
        if let Some(next) = next {
            // Settings for which there is no balanced opening are found before the first game.
            openings.get(next.opening, stop)?;
        }
    }
    match stop.load(Ordering::SeqCst) {
        true => Err(ArenaError::Stopped),
        false => Ok(Prepared {
            config,
            openings,
            context,
            schedule,
            summary,
            done,
            left,
            sequential,
        }),
    }
}

/// Prepares a match and plays the rest of it; see [`prepare`] and [`Prepared::play`].
///
/// # Errors
/// Returns an error if the match cannot be played to its end. Games finished by then are stored.
pub fn run(
    config: &MatchConfig,
    journal: &mut Journal,
    finished: &[GameRecord],
    reaper: Option<PathBuf>,
    stop: &Arc<AtomicBool>,
    observer: &mut dyn Observer,
) -> Result<Played, ArenaError> {
    prepare(config, finished, reaper, stop)?.play(journal, observer)
}

impl Prepared<'_> {
    /// Plays the match, and stores each finished game in `journal` before anything else happens.
    ///
    /// Games in progress are lost when the match is stopped. The stop flag is also set when the
    /// sequential test or an error ends the match.
    ///
    /// # Errors
    /// Returns an error if the match cannot be continued. Games finished by then are stored.
    pub fn play(
        self,
        journal: &mut Journal,
        observer: &mut dyn Observer,
    ) -> Result<Played, ArenaError> {
        let Prepared {
            config,
            openings,
            context,
            schedule,
            mut summary,
            done,
            left,
            sequential,
        } = self;
        let report = |written: io::Result<()>| written.map_err(ArenaError::Output);
        report(observer.begin(config, &summary, schedule.own_games()))?;
        if left == 0 {
            return Ok(Played {
                summary,
                complete: true,
            });
        }
        let workers = config
            .concurrency
            .min(usize::try_from(left).unwrap_or(usize::MAX));
        let mut expected = left;
        let is_left = |planned: &Planned| !done.contains(&planned.game);
        let queue = Mutex::new(schedule.own().filter(is_left));
        let stop = Arc::clone(&context.stop);
        let result = thread::scope(|scope| {
            let (sender, results) = channel();
            for _ in 0..workers {
                let (sender, queue) = (sender.clone(), &queue);
                let (openings, context) = (&openings, &context);
                let work = move || work(config, openings, context, queue, &sender);
                let begun = match parallel::has_room(MEMORY_OF_A_GAME) {
                    true => thread::Builder::new().spawn_scoped(scope, work).map(|_| ()),
                    false => Err(io::ErrorKind::OutOfMemory.into()),
                };
                if let Err(error) = begun {
                    stop.store(true, Ordering::SeqCst);
                    return Err(no_thread(error));
                }
            }
            drop(sender);
            for finished in results {
                let reported = finished.and_then(|finished| {
                    journal.add(&finished)?;
                    summary.add(&finished.record);
                    report(observer.finished(&finished.record, &summary))
                });
                if let Err(error) = reported {
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
}

/// Returns the error of a match for a game of which no thread can be started.
pub fn no_thread(error: io::Error) -> ArenaError {
    match Shortage::of(&error, "a thread for a game") {
        Some(shortage) => shortage.into(),
        None => ArenaError::Thread(error),
    }
}

/// Starts each engine once, so that an error in its settings is found before any game is lost to
/// it.
fn try_engines(config: &MatchConfig, context: &Context) -> Result<(), ArenaError> {
    let placeholders = placeholders(config, config.seed);
    config
        .engines
        .iter()
        .try_for_each(|engine| try_engine(engine, context, &placeholders))
}

/// Starts an engine once, and stops it.
pub fn try_engine(
    config: &EngineConfig,
    context: &Context,
    placeholders: &Placeholders,
) -> Result<(), ArenaError> {
    let mut engine = Engine::new(config, context);
    let started = engine.start(placeholders);
    engine.stop();
    match started {
        Err(AskError::Shortage(shortage)) => Err(shortage.into()),
        Err(AskError::Fault(fault)) => {
            let name = config.name.clone();
            Err(ArenaError::Engine { name, fault })
        }
        Ok(()) | Err(AskError::Stopped) => Ok(()),
    }
}

/// Returns the placeholder values for commands. An engine that plays several games has one seed for
/// its command line, so that no game depends on which one it played first.
fn placeholders(config: &MatchConfig, game_seed: u64) -> Placeholders {
    let seed = if config.restart {
        game_seed
    } else {
        config.seed
    };
    Placeholders {
        rules: config.rules,
        size: config.size.0,
        komi: config.komi(),
        seed,
        playouts: config.playouts,
    }
}

/// Plays games from the queue until it is empty, and keeps the engines of the last game running.
fn work(
    config: &MatchConfig,
    openings: &Openings,
    context: &Context,
    queue: &Mutex<impl Iterator<Item = Planned>>,
    results: &Sender<Result<Finished, ArenaError>>,
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
        let opening = match openings.get(planned.opening, &context.stop) {
            Ok(opening) => opening,
            Err(OpeningError::Stopped) => break,
            Err(error) => {
                let _ = results.send(Err(error.into()));
                break;
            }
        };
        let Ok([black, white]) = engines.get_disjoint_mut([planned.black, planned.white]) else {
            break;
        };
        let placeholders = placeholders(config, planned.seed);
        let players = Sides { black, white };
        match play::play(&planned, config, opening, &placeholders, players) {
            Ok(finished) => {
                if results.send(Ok(finished)).is_err() {
                    break;
                }
            }
            Err(Unfinished::Stopped) => break,
            Err(Unfinished::Shortage(shortage)) => {
                let _ = results.send(Err(shortage.into()));
                break;
            }
        }
    }
    for engine in &mut engines {
        engine.stop();
    }
}
