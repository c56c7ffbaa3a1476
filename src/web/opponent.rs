//! Other engines as opponents on the page, which speak GTP.
//!
//! They are named on the command line alone: the page chooses among them and can start nothing
//! else. Each has a thread, which keeps its process until it has been idle for some time, and tells
//! it the whole game before each move, by the same code as the arena. So pages may take turns with
//! one engine, and take-backs and variations are nothing special.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use halfpoint_arena::client::{AskError, Context, Placeholders, Reaper};
use halfpoint_arena::config::EngineConfig;
use halfpoint_arena::engine::Engine;
use halfpoint_arena::opening::Opening;
use halfpoint_core::game::Game;
use halfpoint_core::rules::NamedRules;
use halfpoint_engine::clock::{Clock, TimeSystem};
use serde_json::{Value, json};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use super::game::move_text;

/// Time after which an engine without requests is ended.
const IDLE: Duration = Duration::from_secs(300);
/// Time for the answer to a command that is no request for a move.
const PATIENCE: Duration = Duration::from_secs(30);
/// Time that an engine may take beyond what it has, before it counts as hanging.
const GRACE: Duration = Duration::from_secs(30);

/// The engines that the page may choose.
pub struct Opponents(Vec<Opponent>);

/// An engine with its thread.
struct Opponent {
    name: String,
    /// Permit of the one request that the thread takes at a time.
    free: Arc<Semaphore>,
    /// Flag that ends its search.
    stop: Arc<AtomicBool>,
    requests: Sender<Request>,
}

/// Request for a move.
struct Request {
    game: Game,
    rules: NamedRules,
    clock: Clock,
    answer: oneshot::Sender<Result<Value, String>>,
    is_done: Arc<AtomicBool>,
    _permit: OwnedSemaphorePermit,
}

/// Ends the search of a request whose client has gone.
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
    /// Creates a thread for each engine. No engine is started yet.
    ///
    /// # Errors
    /// If the system makes no thread.
    pub fn new(configs: Vec<EngineConfig>) -> std::io::Result<Opponents> {
        let reaper = match (configs.is_empty(), std::env::current_exe()) {
            (false, Ok(program)) => Reaper::start(&program),
            _ => Reaper::default(),
        };
        let opponent = |config: EngineConfig| {
            let stop = Arc::new(AtomicBool::new(false));
            let context = Context {
                stop: Arc::clone(&stop),
                reaper: reaper.clone(),
                patience: PATIENCE,
                ..Context::default()
            };
            let (requests, receiver) = mpsc::channel();
            let name = config.name.clone();
            let thread = thread::Builder::new().name(format!("opponent {name}"));
            thread.spawn(move || answer_all(&config, &context, &receiver))?;
            Ok(Opponent {
                name,
                free: Arc::new(Semaphore::new(1)),
                stop,
                requests,
            })
        };
        let opponents: std::io::Result<Vec<Opponent>> = configs.into_iter().map(opponent).collect();
        opponents.map(Opponents)
    }

    /// Returns the names of the engines.
    pub fn names(&self) -> Vec<&str> {
        self.0.iter().map(|one| one.name.as_str()).collect()
    }

    /// Asks an engine for the move of the side to move. Dropping the future ends its search.
    ///
    /// # Errors
    /// If there is no such engine, or the engine failed, in words.
    pub async fn choose(
        &self,
        name: &str,
        game: Game,
        rules: NamedRules,
        clock: Clock,
    ) -> Result<Value, String> {
        let opponent = self.0.iter().find(|one| one.name == name);
        let opponent = opponent.ok_or("there is no such opponent")?;
        let gone = || format!("{name} has ended");
        let permit = Arc::clone(&opponent.free).acquire_owned().await;
        let permit = permit.map_err(|error| error.to_string())?;
        let is_done = Arc::new(AtomicBool::new(false));
        let (sender, answer) = oneshot::channel();
        let request = Request {
            game,
            rules,
            clock,
            answer: sender,
            is_done: Arc::clone(&is_done),
            _permit: permit,
        };
        opponent.stop.store(false, Ordering::SeqCst);
        let sent = opponent.requests.send(request);
        sent.map_err(|_| gone())?;
        let _stop = StopUnlessDone {
            stop: Arc::clone(&opponent.stop),
            is_done,
        };
        answer.await.map_err(|_| gone())?
    }
}

/// Answers requests until the server ends.
fn answer_all(config: &EngineConfig, context: &Context, requests: &Receiver<Request>) {
    let mut engine = Engine::new(config, context);
    loop {
        match requests.recv_timeout(IDLE) {
            Err(RecvTimeoutError::Timeout) => engine.stop(),
            Err(RecvTimeoutError::Disconnected) => return engine.stop(),
            Ok(request) => {
                let answer = chosen(&mut engine, &request);
                if answer.is_err() {
                    engine.stop();
                }
                request.is_done.store(true, Ordering::SeqCst);
                // The client may have gone.
                let _ = request.answer.send(answer);
            }
        }
    }
}

/// Lets an engine choose a move.
fn chosen(engine: &mut Engine<'_>, request: &Request) -> Result<Value, String> {
    let name = engine.name();
    let game = &request.game;
    let (size, color) = (game.board().size(), game.to_move());
    let placeholders = Placeholders {
        seed: rand::random(),
        size,
        komi: game.komi(),
        rules: request.rules,
        playouts: None,
    };
    let opening = Opening {
        name: String::new(),
        game: game.clone(),
    };
    let clock = &request.clock;
    let left = clock.left(color);
    let patience = left.map_or(PATIENCE, |left| left.allowance(clock.system()));
    let mut ask = || -> Result<_, AskError> {
        engine.start(&placeholders)?;
        // A simple engine without a clock is simply waited for.
        let system = match engine.knows("time_settings") {
            true => clock.system(),
            false => &TimeSystem::Unlimited,
        };
        engine.set_up(&opening, &request.rules, placeholders.seed, system)?;
        if system != &TimeSystem::Unlimited {
            for side in [color, color.opponent()] {
                if let Some(left) = clock.left(side) {
                    engine.set_time_left(side, left, clock.system())?;
                }
            }
        }
        engine.generate(size, color, patience.saturating_add(GRACE), Duration::ZERO)
    };
    let generated = ask().map_err(|error| format!("{name}: {error}"))?;
    let text = move_text(size, &generated.mv);
    if let Err(reason) = game.clone().play(color, &generated.mv) {
        return Err(format!(
            "{name} answered {text}, which is illegal: {}",
            reason.reason()
        ));
    }
    Ok(json!({
        "move": text,
        "why": format!("{name} took {:.1} s", generated.took.as_secs_f64()),
    }))
}
