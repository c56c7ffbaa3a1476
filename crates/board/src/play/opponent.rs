//! Other engines as opponents on the page, which speak GTP.
//!
//! They are named on the command line alone: the page chooses among them and can start nothing
//! else. Each has a thread, which keeps its process until it has been idle for some time, and tells
//! it the whole game before each request, by the same code as the arena. So pages may take turns
//! with one engine, and take-backs and variations are nothing special. An engine at fault is
//! killed, and the next request starts it anew.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use halfpoint_arena::client::FaultKind;
use halfpoint_arena::client::{AskError, Context, Placeholders, Reaper};
use halfpoint_arena::game::engine::Engine;
use halfpoint_arena::plan::config::EngineConfig;
use halfpoint_arena::plan::opening::Opening;
use halfpoint_core::board::PointSet;
use halfpoint_core::game::{Game, IllegalMove};
use halfpoint_core::rules::NamedRules;
use halfpoint_engine::clock::{Clock, TimeSystem};
use thiserror::Error;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use crate::wire::{OpponentMove, move_text};

/// Time after which an engine without requests is ended.
const IDLE: Duration = Duration::from_secs(300);

/// Times after which an engine counts as hanging and is killed.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// Time for a move beyond that which the engine has.
    pub margin: Duration,
    /// Least time for a move in a game without a clock, of an engine that is told no time.
    pub untimed: Duration,
    /// Time for any other command.
    pub command: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            margin: Duration::from_secs(30),
            untimed: Duration::from_secs(120),
            command: Duration::from_secs(30),
        }
    }
}

/// The engines that the page may choose.
pub struct Opponents(Vec<Opponent>);

/// An engine with its thread.
pub struct Opponent {
    name: String,
    patience: Patience,
    /// Permit of the one request that the thread takes at a time.
    free: Arc<Semaphore>,
    /// Flag that ends its request.
    stop: Arc<AtomicBool>,
    jobs: Sender<Job>,
}

/// Work for the thread of an engine.
type Job = Box<dyn FnOnce(&mut Engine<'_>) + Send>;

/// Time that the side to move has.
#[derive(Clone, Debug)]
pub struct MoveTime {
    /// The clock of the game, or one that gives each move the same time.
    pub clock: Clock,
    /// Whether the game is played by that clock.
    pub is_of_game: bool,
}

/// Reason why an engine has not done what it was asked for.
#[derive(Debug, Error)]
pub enum OpponentError {
    /// No engine has that name.
    #[error("there is no such opponent")]
    Unknown,
    /// The engine failed.
    #[error("{name}: {error}{}", after(error))]
    Engine {
        /// Name of the engine.
        name: String,
        /// Failure.
        error: AskError,
    },
    /// The engine made an illegal move.
    #[error("{name} answered {text}, which is illegal: {}{ENDED}", reason.reason())]
    Illegal {
        /// Name of the engine.
        name: String,
        /// The move.
        text: String,
        /// Reason why it is illegal.
        reason: IllegalMove,
    },
    /// The thread of the engine has ended.
    #[error("{0} has ended")]
    Gone(String),
}

/// Words about what follows a fault.
const ENDED: &str = ". It was ended; the game is as it was";

/// Returns the words about what follows a failure.
fn after(error: &AskError) -> &'static str {
    match error {
        AskError::Fault(fault) if fault.kind != FaultKind::Start => ENDED,
        _ => "",
    }
}

/// Ends the request of a client that has gone.
struct StopUnlessDone {
    stop: Arc<AtomicBool>,
    is_done: Arc<AtomicBool>,
}

impl Drop for StopUnlessDone {
    fn drop(&mut self) {
        if !self.is_done.load(Ordering::SeqCst) {
            self.stop.store(true, Ordering::SeqCst);
        }
    }
}

impl Opponents {
    /// Creates a thread for each engine. No engine is started yet. `reaper` kills those that are
    /// left behind.
    ///
    /// # Errors
    /// If the system makes no thread.
    pub fn new(
        configs: Vec<EngineConfig>,
        patience: Patience,
        reaper: &Reaper,
    ) -> std::io::Result<Opponents> {
        let opponent = |config: EngineConfig| {
            let stop = Arc::new(AtomicBool::new(false));
            let context = Context {
                stop: Arc::clone(&stop),
                reaper: reaper.clone(),
                patience: patience.command,
                ..Context::default()
            };
            let (jobs, receiver) = mpsc::channel();
            let name = config.name.clone();
            let thread = thread::Builder::new().name(format!("opponent {name}"));
            thread.spawn(move || work(&config, &context, &receiver))?;
            Ok(Opponent {
                name,
                patience,
                free: Arc::new(Semaphore::new(1)),
                stop,
                jobs,
            })
        };
        let opponents: std::io::Result<Vec<Opponent>> = configs.into_iter().map(opponent).collect();
        opponents.map(Opponents)
    }

    /// Returns the names of the engines.
    pub fn names(&self) -> Vec<String> {
        self.0.iter().map(|one| one.name.clone()).collect()
    }

    /// Returns the engine with a name.
    ///
    /// # Errors
    /// If there is none.
    pub fn find(&self, name: &str) -> Result<&Opponent, OpponentError> {
        let found = self.0.iter().find(|one| one.name == name);
        found.ok_or(OpponentError::Unknown)
    }
}

impl Opponent {
    /// Returns the semaphore with the permit of the one request at a time.
    pub fn free(&self) -> &Arc<Semaphore> {
        &self.free
    }

    /// Asks for the move of the side to move. Dropping the future ends the search.
    ///
    /// # Errors
    /// If the engine fails, hangs or answers an illegal move.
    pub async fn choose(
        &self,
        permit: OwnedSemaphorePermit,
        game: Game,
        rules: NamedRules,
        time: MoveTime,
    ) -> Result<OpponentMove, OpponentError> {
        let (size, color) = (game.board().size(), game.to_move());
        let (patience, asked) = (self.patience, game.clone());
        let ask = move |engine: &mut Engine<'_>| {
            set_up(engine, &asked, rules, Some(&time))?;
            let limit = time.limit(&asked, patience, is_told_time(engine));
            engine.generate(size, color, limit, Duration::ZERO)
        };
        let check = {
            let name = self.name.clone();
            move |generated: &halfpoint_arena::game::engine::Generated| match game
                .clone()
                .play(color, &generated.mv)
            {
                Ok(_) => Ok(()),
                Err(reason) => Err(OpponentError::Illegal {
                    name,
                    text: move_text(size, &generated.mv),
                    reason,
                }),
            }
        };
        let generated = self.ask(permit, ask, check).await?;
        Ok(OpponentMove {
            mv: move_text(size, &generated.mv),
            why: format!("{} took {:.1} s", self.name, generated.took.as_secs_f64()),
        })
    }

    /// Asks for the dead stones of a game. `None` if the engine does not list them. Dropping the
    /// future ends the request.
    ///
    /// # Errors
    /// If the engine fails or hangs.
    pub async fn dead(
        &self,
        permit: OwnedSemaphorePermit,
        game: Game,
        rules: NamedRules,
    ) -> Result<Option<PointSet>, OpponentError> {
        let ask = move |engine: &mut Engine<'_>| {
            set_up(engine, &game, rules, None)?;
            engine.dead(game.board().size())
        };
        self.ask(permit, ask, |_| Ok(())).await
    }

    /// Runs `ask` on the engine's thread, and `check` on what it returns. The engine is ended if
    /// one of them fails.
    async fn ask<T: Send + 'static>(
        &self,
        permit: OwnedSemaphorePermit,
        ask: impl FnOnce(&mut Engine<'_>) -> Result<T, AskError> + Send + 'static,
        check: impl FnOnce(&T) -> Result<(), OpponentError> + Send + 'static,
    ) -> Result<T, OpponentError> {
        let gone = || OpponentError::Gone(self.name.clone());
        let is_done = Arc::new(AtomicBool::new(false));
        let (sender, answer) = oneshot::channel();
        let (name, done) = (self.name.clone(), Arc::clone(&is_done));
        let job = move |engine: &mut Engine<'_>| {
            let asked = ask(engine).map_err(|error| OpponentError::Engine { name, error });
            let asked = asked.and_then(|value| check(&value).map(|()| value));
            if asked.is_err() {
                engine.stop();
            }
            done.store(true, Ordering::SeqCst);
            // The client may have gone.
            let _ = sender.send(asked);
            drop(permit);
        };
        self.stop.store(false, Ordering::SeqCst);
        self.jobs.send(Box::new(job)).map_err(|_| gone())?;
        let _stop = StopUnlessDone {
            stop: Arc::clone(&self.stop),
            is_done,
        };
        answer.await.map_err(|_| gone())?
    }
}

/// Works for an engine until the server ends.
fn work(config: &EngineConfig, context: &Context, jobs: &Receiver<Job>) {
    let mut engine = Engine::new(config, context);
    loop {
        match jobs.recv_timeout(IDLE) {
            Err(RecvTimeoutError::Timeout) => engine.stop(),
            Err(RecvTimeoutError::Disconnected) => return engine.stop(),
            Ok(job) => job(&mut engine),
        }
    }
}

impl MoveTime {
    /// Returns the time after which the engine counts as hanging: what it has and the margin. An
    /// engine that is told no time has some in any case, unless the clock of the game ends it.
    fn limit(&self, game: &Game, patience: Patience, is_told: bool) -> Duration {
        let left = self.clock.left(game.to_move());
        let has = left.map_or(Duration::ZERO, |left| left.allowance(self.clock.system()));
        let limit = has.saturating_add(patience.margin);
        match left.is_some() && (self.is_of_game || is_told) {
            true => limit,
            false => limit.max(patience.untimed),
        }
    }
}

fn is_told_time(engine: &Engine<'_>) -> bool {
    ["time_settings", "kgs-time_settings", "kata-time_settings"]
        .iter()
        .any(|command| engine.knows(command))
}

/// Starts an engine unless it runs, and tells it the game and the time of both sides.
fn set_up(
    engine: &mut Engine<'_>,
    game: &Game,
    rules: NamedRules,
    time: Option<&MoveTime>,
) -> Result<(), AskError> {
    let placeholders = Placeholders {
        seed: rand::random(),
        size: game.board().size(),
        komi: game.komi(),
        rules,
        playouts: None,
    };
    let opening = Opening {
        name: String::new(),
        game: game.clone(),
        checksum: None,
    };
    engine.start(&placeholders)?;
    let Some(MoveTime { clock, .. }) = time else {
        return engine.set_up(&opening, &rules, placeholders.seed, &TimeSystem::Unlimited);
    };
    engine.set_up(&opening, &rules, placeholders.seed, clock.system())?;
    if is_told_time(engine) {
        for side in [game.to_move(), game.to_move().opponent()] {
            if let Some(left) = clock.left(side) {
                engine.set_time_left(side, left, clock.system())?;
            }
        }
    }
    Ok(())
}

#[cfg(all(test, unix))]
mod tests;
