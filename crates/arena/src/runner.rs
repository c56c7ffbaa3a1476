//! Runner of a match: workers play the games of the schedule, and each result is stored before
//! anything else happens.

use std::collections::BTreeSet;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, Scope};

use halfpoint_system::parallel::{self, lock};
use thiserror::Error;

use super::client::{AskError, Context, Fault, Placeholders, Reaper, Shortage};
use super::summary::Summary;
use crate::game::engine::Engine;
use crate::game::play::{self, Unfinished};
use crate::log::journal::{Journal, JournalError};
use crate::log::record::{Finished, GameRecord, Sides};
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
    #[error("engine {0}: {1}")]
    Engine(String, Fault),
    /// The system lacks file handles, processes, threads or memory for the games.
    #[error("{0}; close other programs, raise the limit, or play fewer games at a time")]
    Shortage(#[from] Shortage),
    /// A thread cannot be started.
    #[error("a thread for a game: {0}")]
    Thread(io::Error),
    /// An observer cannot report the results.
    #[error("standard output: {0}")]
    Output(io::Error),
    /// The user has stopped the match.
    #[error("interrupted before the first game")]
    Stopped,
}

impl From<Unfinished> for ArenaError {
    fn from(unfinished: Unfinished) -> ArenaError {
        match unfinished {
            Unfinished::Stopped => ArenaError::Stopped,
            Unfinished::Shortage(shortage) => shortage.into(),
        }
    }
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
    let schedule = Schedule::of(config);
    check_openings(&openings, &schedule, finished)?;
    let mut prepared = Prepared {
        config,
        openings,
        context,
        summary: Summary::of(config, finished),
        done: done(&schedule, finished),
        schedule,
        left: 0,
        // The other parts may be under way elsewhere, so the test over all of them cannot end this
        // part.
        sequential: config.sprt.is_some() && config.shard.is_none(),
    };
    if !prepared.is_decided() {
        prepared.left = prepared.schedule.own_games() - prepared.done.len() as u64;
    }
    if prepared.left > 0 {
        prepared.try_first_game()?;
    }
    match stop.load(Ordering::SeqCst) {
        true => Err(ArenaError::Stopped),
        false => Ok(prepared),
    }
}

/// Checks that the finished games began from the openings that the match has now.
fn check_openings(
    openings: &Openings,
    schedule: &Schedule,
    finished: &[GameRecord],
) -> Result<(), OpeningError> {
    finished.iter().try_for_each(|record| {
        let checksum = record.opening_checksum.as_deref();
        match schedule.get(record.game) {
            Some(planned) => openings.check(&planned, &record.opening, checksum),
            None => Ok(()),
        }
    })
}

/// Returns the numbers of the finished games of this part. Games of another part, or outside the
/// schedule, do not reduce the number of games left.
fn done(schedule: &Schedule, finished: &[GameRecord]) -> BTreeSet<u32> {
    let is_own = |game: &u32| {
        let planned = schedule.get(*game);
        planned.is_some_and(|planned| schedule.is_own(&planned))
    };
    let numbers = finished.iter().map(|record| record.game);
    numbers.filter(is_own).collect()
}

impl Prepared<'_> {
    /// Returns whether the sequential test has ended the match.
    fn is_decided(&self) -> bool {
        self.sequential && self.summary.verdict().is_some()
    }

    /// Finds the opening of the next game, and starts each engine once and sets it up for that
    /// game, so that errors in the settings are found before any game is lost to them.
    fn try_first_game(&self) -> Result<(), ArenaError> {
        let config = self.config;
        let placeholders = placeholders(config, config.seed);
        let mut own = self.schedule.own();
        let next = own.find(|game| !self.done.contains(&game.game));
        let opening = next.map(|next| self.openings.get(next.opening, &self.context.stop));
        let opening = opening.transpose()?;
        for engine in &config.engines {
            try_engine(engine, &self.context, &placeholders, |engine| {
                opening.as_ref().map_or(Ok(()), |opening| {
                    engine.set_up(opening, &config.rules, config.seed, &config.time)
                })
            })?;
        }
        Ok(())
    }

    /// Plays the match, and stores each finished game in `journal` before anything else happens.
    ///
    /// Games in progress are lost when the match is stopped. The stop flag is also set when the
    /// sequential test or an error ends the match.
    ///
    /// # Errors
    /// Returns an error if the match cannot be continued. Games finished by then are stored.
    pub fn play(
        mut self,
        journal: &mut Journal,
        observer: &mut dyn Observer,
    ) -> Result<Played, ArenaError> {
        let config = self.config;
        let begun = observer.begin(config, &self.summary, self.schedule.own_games());
        begun.map_err(ArenaError::Output)?;
        let (openings, context, done) = (&self.openings, &self.context, &self.done);
        let workers = usize::try_from(self.left).unwrap_or(usize::MAX);
        let is_left = |planned: &Planned| !done.contains(&planned.game);
        let queue = &Mutex::new(self.schedule.own().filter(is_left));
        thread::scope(|scope| {
            let mut play = || -> Result<(), ArenaError> {
                let (sender, results) = channel();
                for _ in 0..config.concurrency.min(workers) {
                    let sender = sender.clone();
                    begin(scope, move || {
                        work(config, openings, context, queue, &sender)
                    })?;
                }
                drop(sender);
                for finished in results {
                    keep(&finished?, journal, &mut self.summary, observer)?;
                    self.left -= 1;
                    if self.sequential && self.summary.verdict().is_some() {
                        self.left = 0;
                        context.stop.store(true, Ordering::SeqCst);
                        break;
                    }
                }
                Ok(())
            };
            let played = play();
            if played.is_err() {
                context.stop.store(true, Ordering::SeqCst);
            }
            played
        })?;
        Ok(Played {
            complete: self.left == 0,
            summary: self.summary,
        })
    }
}

/// Starts a thread that plays games.
fn begin<'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() + Send + 'scope,
) -> Result<(), ArenaError> {
    let begun = match parallel::has_room(MEMORY_OF_A_GAME) {
        true => thread::Builder::new().spawn_scoped(scope, work),
        false => Err(io::ErrorKind::OutOfMemory.into()),
    };
    begun.map(|_| ()).map_err(no_thread)
}

/// Stores a finished game, adds it to the summary, and reports it.
fn keep(
    finished: &Finished,
    journal: &mut Journal,
    summary: &mut Summary,
    observer: &mut dyn Observer,
) -> Result<(), ArenaError> {
    journal.add(finished)?;
    summary.add(&finished.record);
    let reported = observer.finished(&finished.record, summary);
    reported.map_err(ArenaError::Output)
}

/// Returns the error of a match for a game of which no thread can be started.
pub fn no_thread(error: io::Error) -> ArenaError {
    match Shortage::of(&error, "a thread for a game") {
        Some(shortage) => shortage.into(),
        None => ArenaError::Thread(error),
    }
}

/// Starts an engine once, calls `then` with it, and stops it.
pub fn try_engine(
    config: &EngineConfig,
    context: &Context,
    placeholders: &Placeholders,
    then: impl FnOnce(&mut Engine<'_>) -> Result<(), AskError>,
) -> Result<(), ArenaError> {
    let mut engine = Engine::new(config, context);
    let tried = engine.start(placeholders).and_then(|()| then(&mut engine));
    engine.stop();
    match tried {
        Err(AskError::Shortage(shortage)) => Err(shortage.into()),
        Err(AskError::Fault(fault)) => Err(ArenaError::Engine(config.name.clone(), fault)),
        Ok(()) | Err(AskError::Stopped) => Ok(()),
    }
}

/// Returns the placeholder values for commands. An engine that plays several games has one seed for
/// its command line, so that no game depends on which one it played first.
fn placeholders(config: &MatchConfig, game_seed: u64) -> Placeholders {
    Placeholders {
        rules: config.rules,
        size: config.size.0,
        komi: config.komi(),
        seed: match config.restart {
            true => game_seed,
            false => config.seed,
        },
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
        let planned = lock(queue).next();
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
        let players = Sides { black, white };
        let opening = openings.get(planned.opening, &context.stop);
        let played = opening.map_err(ArenaError::from).and_then(|opening| {
            let placeholders = placeholders(config, planned.seed);
            let played = play::play(&planned, config, opening, &placeholders, players);
            played.map_err(ArenaError::from)
        });
        if let Err(ArenaError::Stopped | ArenaError::Opening(OpeningError::Stopped)) = played {
            break;
        }
        let is_last = played.is_err();
        if results.send(played).is_err() || is_last {
            break;
        }
    }
    for engine in &mut engines {
        engine.stop();
    }
}
