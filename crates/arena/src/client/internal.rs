//! A built-in player in this process.
//!
//! It takes the same commands as an engine process, but without pipes. It has a thread of its own,
//! so that the caller can stop waiting.

use std::any::Any;
use std::io::{self, ErrorKind};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use halfpoint_engine::player::budget::USUAL_LAG;
use halfpoint_engine::player::{Settings, Threads};
use halfpoint_gtp::files::Access;
use halfpoint_gtp::{Options, Response, Session, TakeBack};
use halfpoint_nn::NetError;
use halfpoint_system::parallel;

use super::fault::{AskError, Fault, FaultKind};
use super::placeholders::Placeholders;
use super::request::{Reply, Request, TICK};
use crate::plan::config::PlayerConfig;
use crate::plan::nets::Nets;

/// Address space, in bytes, that a player takes beside its net and its tree: the stack of its
/// thread, and what a search on a large board allocates.
const MEMORY_OF_A_PLAYER: usize = 5 << 20;

/// Number of players whose threads run.
static PLAYERS: AtomicUsize = AtomicUsize::new(0);

/// Player that counts among [`PLAYERS`].
struct Counted;

impl Counted {
    /// Counts a player.
    ///
    /// # Errors
    /// [`ErrorKind::OutOfMemory`] if there is no room for it beside the others, which may not have
    /// taken their part yet.
    fn new() -> io::Result<Counted> {
        let players = PLAYERS.fetch_add(1, Ordering::SeqCst) + 1;
        let counted = Counted;
        match parallel::has_room(players * MEMORY_OF_A_PLAYER) {
            true => Ok(counted),
            false => Err(ErrorKind::OutOfMemory.into()),
        }
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        PLAYERS.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Thread that runs the player, and the channels to it.
#[derive(Debug)]
pub struct Internal {
    /// Sender of commands; `None` once the player has been told to end.
    commands: Option<Sender<String>>,
    events: Receiver<Event>,
    /// Flag that ends the player's search.
    stop: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

/// Message from the player's thread about a command.
enum Event {
    /// The command has begun at that time, from which its own time counts.
    Begun(Instant),
    /// The command has been answered, or has panicked.
    Done(Outcome),
}

/// Reply to a command, or the text of a panic.
type Outcome = Result<Reply, String>;

impl Internal {
    /// Starts the player.
    ///
    /// # Errors
    /// A fault of the kind [`FaultKind::Start`] if the player's net cannot be read;
    /// [`AskError::Shortage`] if the system lacks what it takes to read it, or to start the thread.
    pub fn start(
        player: &PlayerConfig,
        placeholders: &Placeholders,
        nets: &Nets,
    ) -> Result<Internal, AskError> {
        let net = nets.open(&player.net, player.net_float);
        let fault = |error| match error {
            NetError::Read(error) => AskError::at_start(&error, &player.net),
            _ => Fault::new(FaultKind::Start, format!("{}: {error}", player.net)).into(),
        };
        let options = Options {
            net: net.map_err(fault)?,
            ..options(player, placeholders)
        };
        let mut session = Session::new(options);
        let stop = session.stop_flag();
        Internal::answering(stop, move |command| session.handle_line(command))
    }

    /// Starts a thread that answers commands by `handle`. The thread ends with the first panic.
    fn answering(
        stop: Arc<AtomicBool>,
        mut handle: impl FnMut(&str) -> Option<Response> + Send + 'static,
    ) -> Result<Internal, AskError> {
        let (commands, received) = channel::<String>();
        let (sender, events) = channel();
        let short = |error| AskError::at_start(&error, "a thread for a player");
        let counted = Counted::new().map_err(short)?;
        let answer_all = move || {
            let _counted = counted;
            for command in received {
                let begin = Instant::now();
                // A failed send means that the receiver is gone; then no more commands come either.
                let _ = sender.send(Event::Begun(begin));
                let outcome = answer(&mut handle, &command, begin);
                let ended = outcome.is_err();
                let _ = sender.send(Event::Done(outcome));
                if ended {
                    return;
                }
            }
        };
        let thread = thread::Builder::new().name("player".to_string());
        let thread = thread.spawn(answer_all).map_err(short)?;
        Ok(Internal {
            commands: Some(commands),
            events,
            stop,
            thread,
        })
    }

    /// Sends a command and waits for the answer.
    ///
    /// # Errors
    /// As for [`Client::ask`](super::Client::ask).
    pub fn ask(&mut self, request: &Request<'_>) -> Result<Reply, AskError> {
        self.stop.store(false, Ordering::SeqCst);
        let asked = Instant::now();
        let mut begun = None;
        let gone = || request.fault(FaultKind::Crash, "the player has ended");
        let commands = self.commands.as_ref().ok_or_else(gone)?;
        commands
            .send(request.command.to_string())
            .map_err(|_| gone())?;
        loop {
            let waited = begun.unwrap_or(asked).elapsed();
            let left = request.max_wait().saturating_sub(waited);
            match self.events.recv_timeout(left.min(TICK)) {
                Ok(Event::Begun(at)) => begun = Some(at),
                Ok(Event::Done(Ok(reply))) => return request.in_time(reply),
                Ok(Event::Done(Err(panic))) => {
                    let text = format!("the player panicked: {panic}");
                    return Err(request.fault(FaultKind::Crash, text).into());
                }
                Err(RecvTimeoutError::Disconnected) => return Err(gone().into()),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    return Err(request.hang("").into());
                }
                Err(RecvTimeoutError::Timeout) => (),
            }
            if request.context.is_stopped() {
                self.stop.store(true, Ordering::SeqCst);
                return Err(AskError::Stopped);
            }
            if begun.is_some_and(|begun| begun.elapsed() > request.patience) {
                // The time limit has passed; the answer only decides between a late reply and a
                // hang.
                self.stop.store(true, Ordering::SeqCst);
            }
        }
    }

    /// Tells the player to end and waits at most `limit` for its thread.
    pub fn quit(&mut self, limit: Duration) {
        self.end();
        let begin = Instant::now();
        while !self.thread.is_finished() && begin.elapsed() < limit {
            thread::sleep(Duration::from_millis(1));
        }
    }

    fn end(&mut self) {
        self.commands = None;
        self.stop.store(true, Ordering::SeqCst);
    }
}

/// Tells the thread to end, which happens as soon as its search has ended.
impl Drop for Internal {
    fn drop(&mut self) {
        self.end();
    }
}

/// Returns the options of the session, apart from the net. A player's own rule set is locked, so
/// that commands cannot change it.
fn options(player: &PlayerConfig, placeholders: &Placeholders) -> Options {
    let rules = player.rules.unwrap_or(placeholders.rules);
    let usual = Settings::default();
    Options {
        net: None,
        rules: rules.rules,
        rules_id: rules.id,
        komi: placeholders.komi,
        size: placeholders.size,
        lock_rules: player.rules.is_some(),
        take_back: TakeBack::Off,
        live: None,
        ogs_chat: false,
        files: Access::Anywhere,
        lag: USUAL_LAG,
        settings: Settings {
            playouts: player.playouts.or(placeholders.playouts),
            time_per_move: player
                .time_per_move
                .and_then(|time| Duration::try_from_secs_f64(time).ok()),
            // Games run beside each other, so a player has one thread unless more are asked for.
            threads: Threads::Fixed(player.threads.unwrap_or(1)),
            memory_mb: player.memory.map_or(usual.memory_mb, |mib| mib as usize),
            seed: placeholders.seed,
            ponder: false,
            level: player.level.unwrap_or(usual.level),
        },
    }
}

fn answer(
    handle: &mut impl FnMut(&str) -> Option<Response>,
    command: &str,
    begin: Instant,
) -> Outcome {
    // The session is not used after a panic, so no inconsistent state is seen.
    let response = catch_unwind(AssertUnwindSafe(|| handle(command)));
    let took = begin.elapsed();
    let response = response.map_err(|panic| panic_text(&*panic))?;
    // Only a line without a command has no response, and no such line is sent.
    let response = response.ok_or("no response")?;
    let trimmed = |text: &str| text.trim().to_string();
    let answer = response.result().map(trimmed).map_err(trimmed);
    Ok(Reply { answer, took })
}

fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("no message").to_string()
}

#[cfg(test)]
mod tests {
    use super::super::request::Context;
    use super::*;

    const LONG: Duration = Duration::from_secs(60);

    fn ask(
        player: &mut Internal,
        context: &Context,
        patience: Duration,
        lateness: Duration,
    ) -> Result<Reply, AskError> {
        player.ask(&Request {
            command: "genmove b",
            patience,
            lateness,
            context,
        })
    }

    fn kind_and_text(result: Result<Reply, AskError>) -> (FaultKind, String) {
        match result {
            Err(AskError::Fault(fault)) => (fault.kind, fault.text),
            other => panic!("no fault: {other:?}"),
        }
    }

    #[test]
    fn a_panic_of_the_player_is_a_crash_fault() {
        for literal in [true, false] {
            let player = Internal::answering(Arc::default(), move |command| match literal {
                true => panic!("no such point"),
                false => panic!("no such point in {command}"),
            });
            let mut player = player.expect("a thread");
            let (kind, text) = kind_and_text(ask(&mut player, &Context::default(), LONG, LONG));
            assert_eq!(kind, FaultKind::Crash);
            assert!(text.contains("panicked: no such point"), "{text}");
            let (kind, _) = kind_and_text(ask(&mut player, &Context::default(), LONG, LONG));
            assert_eq!(kind, FaultKind::Crash);
        }
    }

    /// Returns a player that thinks until it is told to stop, and then sleeps for `held_up`.
    fn endless(held_up: Duration) -> Internal {
        let stop = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&stop);
        let think = move |_: &str| {
            while !seen.load(Ordering::SeqCst) {
                thread::sleep(Duration::from_millis(1));
            }
            thread::sleep(held_up);
            Some(Response::new(None, Ok("D4".to_string())))
        };
        Internal::answering(stop, think).expect("a thread")
    }

    #[test]
    fn exceeding_the_patience_ends_the_search() {
        let context = Context::default();
        let patience = Duration::from_millis(30);
        let mut player = endless(Duration::ZERO);
        let (kind, text) = kind_and_text(ask(&mut player, &context, patience, LONG));
        assert_eq!(kind, FaultKind::Time);
        assert!(text.starts_with("answered `genmove b` after "), "{text}");
        assert!(text.ends_with(": had 0.03 s"), "{text}");
        let mut player = endless(LONG);
        let (kind, text) = kind_and_text(ask(&mut player, &context, patience, patience));
        assert_eq!(kind, FaultKind::Hang);
        assert!(text.contains("no answer within 0.06 s"), "{text}");
    }

    #[test]
    fn stopping_ends_the_search() {
        let context = Context::default();
        let mut player = endless(Duration::ZERO);
        let stop = Arc::clone(&context.stop);
        let user = thread::spawn(move || {
            thread::sleep(Duration::from_millis(30));
            stop.store(true, Ordering::SeqCst);
        });
        assert_eq!(
            ask(&mut player, &context, LONG, LONG),
            Err(AskError::Stopped)
        );
        user.join().expect("no panic");
        player.quit(LONG);
        assert!(player.thread.is_finished());
    }
}
