//! Runs a ladder: pairs players, plays games, and stores each result before the next step.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

use thiserror::Error;

use halfpoint_core::game::{Game, Setup, SetupError};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_engine::clock::seconds_since_1970;

use super::config::{LadderConfig, Member};
use super::history::{Entry, LadderGame};
use super::pairing::{self, Arranged};
use super::state::Ladder;
use super::store::{Store, StoreError};
use halfpoint_arena::client::{Context, Placeholders, Reaper};
use halfpoint_arena::game::engine::Engine;
use halfpoint_arena::game::play::{self, Unfinished};
use halfpoint_arena::log::record::{Finished, Sides};
use halfpoint_arena::plan::config::EngineConfig;
use halfpoint_arena::plan::nets::Nets;
use halfpoint_arena::plan::opening::Opening;
use halfpoint_arena::plan::schedule::Planned;
use halfpoint_arena::runner::{ArenaError, no_thread, try_engine};

/// Reason why a ladder cannot be played.
#[derive(Debug, Error)]
pub enum LadderError {
    /// Failure of the folder, or an entry that cannot be stored.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Engine that cannot be started, or too few resources for the games.
    #[error(transparent)]
    Engine(#[from] ArenaError),
    /// Handicap stones that cannot be placed.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// Fewer than two engines, or no two of them near enough in rank for a game on this board.
    #[error(
        "nobody can play: it takes two engines, and a board with points for their handicap stones"
    )]
    Nobody,
    /// Failure to write the results to standard output.
    #[error("standard output: {0}")]
    Output(io::Error),
}

/// Plan for a run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Number of finished games at which the run ends, those of earlier runs included.
    pub until: usize,
    /// Number of games at a time.
    pub concurrency: usize,
    /// Program that is started as the [`reaper`](halfpoint_arena::client::reaper), which kills
    /// engines left behind.
    pub reaper: Option<PathBuf>,
}

/// Plays until the ladder has the planned number of games, and returns whether it has.
///
/// `stop` ends the run early: games in progress are lost, finished games are kept. `report` is
/// called for each game after it has been stored.
///
/// # Errors
/// If the games cannot be played or stored. Games that are stored by then remain.
pub fn play(
    store: &mut Store,
    ladder: &mut Ladder,
    plan: &Plan,
    stop: &Arc<AtomicBool>,
    report: &mut dyn FnMut(&LadderGame, &Ladder) -> io::Result<()>,
) -> Result<bool, LadderError> {
    if ladder.games().len() >= plan.until {
        return Ok(true);
    }
    let context = context(ladder.config(), plan.reaper.as_deref(), stop);
    try_engines(ladder, &context)?;
    let mut playing: Vec<Arranged> = Vec::new();
    thread::scope(|scope| {
        let (sender, results) = channel();
        let mut go_on = || -> Result<bool, LadderError> {
            loop {
                while let Some(arranged) = next(ladder, plan, &playing, stop) {
                    let prepared = PreparedGame::of(ladder, &arranged)?;
                    playing.push(arranged.clone());
                    let (context, sender) = (context.clone(), sender.clone());
                    let play = move || play_in_thread(prepared, arranged, &context, &sender);
                    let started = thread::Builder::new().spawn_scoped(scope, play);
                    started.map_err(no_thread)?;
                }
                if playing.is_empty() {
                    let is_stopped = stop.load(Ordering::SeqCst);
                    return match ladder.games().len() >= plan.until {
                        false if !is_stopped => Err(LadderError::Nobody),
                        is_complete => Ok(is_complete),
                    };
                }
                // `sender` lives here, so the channel cannot close and a result must arrive.
                let Ok((arranged, finished)) = results.recv() else {
                    return Ok(false);
                };
                playing.retain(|game| game.game != arranged.game);
                let finished = match finished.unwrap_or_else(|panic| resume_unwind(panic)) {
                    Err(Unfinished::Stopped) => continue,
                    finished => finished.map_err(ArenaError::from)?,
                };
                keep(store, ladder, &arranged, finished)?;
                if let Some(game) = ladder.games().last() {
                    report(game, ladder).map_err(LadderError::Output)?;
                }
            }
        };
        let played = go_on();
        if played.is_err() {
            stop.store(true, Ordering::SeqCst);
        }
        played
    })
}

/// Arranges the next game; `None` if none can begin now.
fn next(ladder: &Ladder, plan: &Plan, playing: &[Arranged], stop: &AtomicBool) -> Option<Arranged> {
    let is_wanted = playing.len() < plan.concurrency
        && ladder.games().len() + playing.len() < plan.until
        && !stop.load(Ordering::SeqCst);
    is_wanted.then(|| pairing::next(ladder, playing)).flatten()
}

/// Plays a game and sends its result. A panic has to reach the receiver, which would otherwise wait
/// for this result for ever.
fn play_in_thread(
    prepared: PreparedGame,
    arranged: Arranged,
    context: &Context,
    sender: &Sender<(Arranged, thread::Result<Result<Finished, Unfinished>>)>,
) {
    let finished = catch_unwind(AssertUnwindSafe(|| prepared.play(&arranged, context)));
    // A failed send means that the ladder has failed and the receiver is gone.
    let _ = sender.send((arranged, finished));
}

/// Starts each engine once, so that a misspelt command fails before a game is lost to it.
fn try_engines(ladder: &Ladder, context: &Context) -> Result<(), LadderError> {
    let players = ladder.players().iter().filter(|player| !player.left);
    let mut engines = players.filter_map(|player| player.member.engine.as_ref());
    engines.try_for_each(|engine| try_in(ladder.config(), engine, context))
}

fn try_in(
    config: &LadderConfig,
    engine: &EngineConfig,
    context: &Context,
) -> Result<(), LadderError> {
    let placeholders = placeholders(config, HalfPoints::HALF, config.seed);
    Ok(try_engine(engine, context, &placeholders, |_| Ok(()))?)
}

/// Checks that a player can join: that the entry fits the ladder, and that its engine starts.
///
/// Nothing is written, so that a misspelt command does not use up the name. `reaper` is as in
/// [`Plan`].
///
/// # Errors
/// If the player cannot join.
pub fn check_member(
    ladder: &Ladder,
    member: &Member,
    reaper: Option<PathBuf>,
) -> Result<(), LadderError> {
    let entry = Entry::Player(member.clone());
    ladder.check(&entry).map_err(StoreError::from)?;
    let Some(engine) = &member.engine else {
        return Ok(());
    };
    let context = context(ladder.config(), reaper.as_deref(), &Arc::default());
    try_in(ladder.config(), engine, &context)
}

fn context(config: &LadderConfig, reaper: Option<&Path>, stop: &Arc<AtomicBool>) -> Context {
    Context {
        stop: Arc::clone(stop),
        reaper: reaper.map_or_else(Reaper::default, Reaper::start),
        patience: Duration::from_secs_f64(config.patience),
        nets: Nets::default(),
    }
}

fn placeholders(config: &LadderConfig, komi: HalfPoints, seed: u64) -> Placeholders {
    Placeholders {
        rules: LadderConfig::rules(),
        size: config.size.0,
        komi,
        seed,
        playouts: config.playouts,
    }
}

/// Inputs of a game.
struct PreparedGame {
    config: LadderConfig,
    engines: Sides<EngineConfig>,
    start: Opening,
}

impl PreparedGame {
    fn of(ladder: &Ladder, arranged: &Arranged) -> Result<PreparedGame, LadderError> {
        let config = ladder.config().clone();
        let size = config.size.0;
        let setup = Setup::of_game_type(size, arranged.game_type)?;
        let rules = LadderConfig::rules().rules;
        let engine = |index: usize| ladder.players()[index].member.engine.clone();
        let engines = (
            engine(arranged.players.black),
            engine(arranged.players.white),
        );
        let (Some(black), Some(white)) = engines else {
            return Err(LadderError::Nobody);
        };
        Ok(PreparedGame {
            config,
            engines: Sides { black, white },
            start: Opening {
                name: arranged.game_type.to_string(),
                game: Game::with_setup(rules, setup, arranged.komi),
                checksum: None,
            },
        })
    }

    fn play(self, arranged: &Arranged, context: &Context) -> Result<Finished, Unfinished> {
        let planned = Planned {
            game: arranged.game,
            pair: arranged.game,
            opening: 0,
            black: arranged.players.black,
            white: arranged.players.white,
            seed: arranged.seed,
        };
        let placeholders = placeholders(&self.config, arranged.komi, arranged.seed);
        let match_config = self.config.of_game(arranged.komi);
        let mut black = Engine::new(&self.engines.black, context);
        let mut white = Engine::new(&self.engines.white, context);
        let players = Sides {
            black: &mut black,
            white: &mut white,
        };
        let finished = play::play(&planned, &match_config, self.start, &placeholders, players);
        black.stop();
        white.stop();
        finished
    }
}

/// Stores a finished game with the standings that result from it.
fn keep(
    store: &mut Store,
    ladder: &mut Ladder,
    arranged: &Arranged,
    finished: Finished,
) -> Result<(), LadderError> {
    let Finished { record, sgf } = finished;
    let standings = ladder.rated(&arranged.players, arranged.game_type, record.verdict);
    let game = LadderGame {
        game: arranged.game,
        players: record.engines.clone(),
        ranks: ladder.ranks(arranged.players),
        game_type: arranged.game_type,
        guess: arranged.guess.clone(),
        komi: arranged.komi,
        verdict: record.verdict,
        result: record.result.clone(),
        standings,
        ended: seconds_since_1970(),
        record: Some(record),
    };
    store.add(ladder, Entry::Game(Box::new(game)), Some(&sgf))?;
    Ok(())
}
