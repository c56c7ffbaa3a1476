//! State that all requests share, and the permits of what takes long.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::http::StatusCode;
use halfpoint_arena::client::Reaper;
use halfpoint_core::game::Game;
use halfpoint_core::rules::NamedRules;
use halfpoint_engine::player::MAX_LEVEL;
use halfpoint_gtp::json::JsonOptions;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;

use super::kept::KeptText;
use super::options::{Begin, BoardError, BoardOptions};
use super::play::engine::PageEngine;
use super::play::exact;
use super::play::opponent::Opponents;
use super::play::socket::AnalysisSocket;
use super::refusal::Refusal;
use super::show::lessons::Lessons;
use super::show::view;
use super::wire::{BegunGame, GameText, RecordView, StartAnswer, of_fragment};

/// Number of searches that run at once, whatever the number of processors: one that answers a move
/// should not wait for the analysis of another page.
const MIN_SEARCHES: usize = 2;

/// Maximum number of searches and counts that wait; further ones are refused.
const MAX_WAITING_SEARCHES: usize = 16;

/// State that all requests share.
pub struct BoardServer {
    /// The engine.
    pub engine: PageEngine,
    /// Permits of the searches that may run at once; others wait.
    searches: Arc<Semaphore>,
    /// Permit of the count that runs; others wait.
    counts: Arc<Semaphore>,
    /// Places of those that wait.
    waiting: Semaphore,
    /// Part that answers the protocol of KataGo's analysis engine; `None` to leave it out.
    pub analysis: Option<AnalysisSocket>,
    /// Other engines.
    pub opponents: Opponents,
    /// Game with which the page begins, and its settings.
    pub start: StartAnswer,
    /// Pages to learn from.
    pub lessons: Lessons,
    /// Rules of records that name none.
    pub rules: NamedRules,
    /// Text that outlives the server.
    pub kept: KeptText,
}

impl BoardServer {
    /// Creates the state of a server with these options.
    ///
    /// # Errors
    /// If the game to begin with cannot be read, or the system makes no thread.
    pub fn new(options: BoardOptions) -> Result<BoardServer, BoardError> {
        let reaper = match (options.opponents.is_empty(), std::env::current_exe()) {
            (false, Ok(program)) => Reaper::start(&program),
            _ => Reaper::default(),
        };
        let begun = begun(&options)?;
        let opponents = Opponents::new(options.opponents, options.patience, &reaper)?;
        Ok(BoardServer {
            start: StartAnswer {
                begun,
                rule_sets: view::rule_sets(),
                max_level: MAX_LEVEL,
                opponents: opponents.names(),
                exact_points: exact::MAX_POINTS,
                version: env!("CARGO_PKG_VERSION"),
            },
            opponents,
            searches: Arc::new(Semaphore::new(options.settings.threads().max(MIN_SEARCHES))),
            counts: Arc::new(Semaphore::new(1)),
            waiting: Semaphore::new(MAX_WAITING_SEARCHES),
            analysis: options.analysis.then(|| {
                AnalysisSocket::new(JsonOptions {
                    settings: options.settings.clone(),
                    net: options.net.clone(),
                    ..JsonOptions::default()
                })
            }),
            engine: PageEngine::new(options.settings, options.net),
            lessons: options.lessons,
            rules: options.rules,
            kept: KeptText::new(options.keep),
        })
    }

    /// Waits until a search may run, and returns its permit. A client that goes gives up its place.
    ///
    /// # Errors
    /// If too many wait already.
    pub async fn search_permit(&self) -> Result<OwnedSemaphorePermit, Refusal> {
        self.permit(&self.searches).await
    }

    /// Runs a search on a thread of its own as soon as one may run. The search is told to stop when
    /// the client goes.
    ///
    /// # Errors
    /// If too many wait already, or the search panics.
    pub async fn search<T: Send + 'static>(
        self: &Arc<BoardServer>,
        search: impl FnOnce(&PageEngine, &AtomicBool) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let permit = self.search_permit().await?;
        let stop = Arc::new(AtomicBool::new(false));
        let _stop = StopOnDrop(Arc::clone(&stop));
        let server = Arc::clone(self);
        blocking(permit, move || search(&server.engine, &stop)).await
    }

    /// Runs a count or a judgement of dead stones on a thread of its own as soon as it may run.
    ///
    /// # Errors
    /// If too many wait already, or the count panics.
    pub async fn count<T: Send + 'static>(
        self: &Arc<BoardServer>,
        count: impl FnOnce(&PageEngine) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let permit = self.permit(&self.counts).await?;
        let server = Arc::clone(self);
        blocking(permit, move || count(&server.engine)).await
    }

    /// Waits for a permit of a semaphore. A client that goes gives up its place.
    ///
    /// # Errors
    /// If too many wait already.
    pub async fn permit(&self, of: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, Refusal> {
        let reason = "too many searches wait already: try again later";
        let busy = || Refusal::new(StatusCode::SERVICE_UNAVAILABLE, reason);
        let _place = self.waiting.try_acquire().map_err(|_| busy())?;
        // An error would mean that the semaphore is closed, which none of them ever is.
        Arc::clone(of).acquire_owned().await.map_err(|_| busy())
    }
}

/// Returns what the page begins with: a game, and what a record says beside it.
fn begun(options: &BoardOptions) -> Result<BegunGame, BoardError> {
    Ok(match &options.begin {
        Begin::New => {
            let size = options.size.0;
            let usual = || options.rules.usual_komi(size.width(), size.height());
            let komi = options.komi.unwrap_or_else(usual);
            let game = Game::new(options.rules.rules, size, komi);
            let game = Box::new(GameText::write(&game, &options.rules));
            BegunGame::Game { game }
        }
        Begin::Record(sgf) => BegunGame::Record(Box::new(RecordView::read(sgf, options.rules)?)),
        Begin::Address(fragment) => {
            let game = of_fragment(fragment).map_err(BoardError::Address)?;
            let game = Box::new(game);
            BegunGame::Game { game }
        }
    })
}

/// Runs a function that takes long on a thread of its own, which keeps the permit until the
/// function returns: a client that goes drops this future, but not the thread.
///
/// # Errors
/// If the function panics.
pub async fn blocking<T: Send + 'static>(
    permit: OwnedSemaphorePermit,
    function: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Refusal> {
    let run = move || {
        let _permit = permit;
        function()
    };
    Ok(spawn_blocking(run).await?)
}

/// Sets a flag when it is dropped: a request whose client has gone is dropped, and its search ends.
pub struct StopOnDrop(pub Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use std::time::Duration;

    use tokio::sync::oneshot;

    use crate::block_on;
    use crate::local::options;

    /// Requests whose client has gone must not let more searches run at once than may: a search
    /// takes a while to notice its flag, or has steps that do not look at it.
    #[test]
    fn a_search_keeps_its_permit_when_its_client_goes() {
        let server = Arc::new(BoardServer::new(options()).expect("a server"));
        let all = server.searches.available_permits();
        let (started, is_started) = oneshot::channel();
        let (release, released) = std::sync::mpsc::channel::<()>();
        let asked = Arc::clone(&server);
        let test = async {
            let request = tokio::spawn(async move {
                let search = move |_: &PageEngine, stop: &AtomicBool| {
                    let _ = started.send(());
                    let _ = released.recv();
                    stop.load(Ordering::Relaxed)
                };
                asked.search(search).await
            });
            is_started.await.expect("a search");
            request.abort();
            assert!(request.await.is_err(), "the request is dropped");
            assert_eq!(server.searches.available_permits(), all - 1);
            drop(release);
            while server.searches.available_permits() < all {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        };
        block_on(test).expect("a runtime");
    }
}
