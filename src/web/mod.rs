//! The board page: a server on the loopback interface, and the page that it shows in a browser.
//!
//! The page (`assets/`) keeps the tree of moves. Each request brings the game that it is about
//! ([`game`]), and the answer is what the page shows of it ([`view`]): `api.rs` has the requests,
//! `guard.rs` and `keys.rs` say who may ask, `engine.rs` searches, and `sessions.rs` keeps the last
//! search of a page. Other engines play by `opponent.rs`, and `judgement.rs` asks them for dead
//! stones.

mod analysis;
mod api;
mod assets;
mod clock;
mod connections;
mod consent;
mod counting;
mod engine;
mod exact;
mod game;
mod graph;
mod guard;
mod held;
mod judgement;
mod keys;
mod learn;
mod lights;
mod local;
mod opponent;
mod reasons;
mod sent;
mod sessions;
mod setup;
mod times;
mod view;

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use halfpoint_arena::client::Reaper;
use halfpoint_arena::config::EngineConfig;
use halfpoint_core::game::Game;
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::BoardSize;
use halfpoint_core::rules::NamedRules;
use halfpoint_engine::nn::Net;
use halfpoint_engine::player::{MAX_LEVEL, Settings};
use halfpoint_gtp::json::JsonOptions;
use serde_json::{Value, json};
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use analysis::AnalysisSocket;
use api::Server;
use connections::Limits;
use engine::Engine;
use game::GameText;
use guard::Guard;
use keys::{Announce, Keys};
pub use local::LocalBoard;
use opponent::Opponents;
pub use opponent::Patience;

/// Number of searches that run at once, whatever the number of processors: one that answers a move
/// should not wait for the analysis of another page.
const MIN_SEARCHES: usize = 2;

/// Maximum number of searches and counts that wait; further ones are refused.
const MAX_WAITING: usize = 16;

/// Options of the server.
pub struct Options {
    /// Port on 127.0.0.1; 0 takes a free one.
    pub port: u16,
    /// Game to begin with.
    pub begin: Begin,
    /// Rules of a new game.
    pub rules: NamedRules,
    /// Size of a new game.
    pub size: BoardSize,
    /// Komi of a new game; `None` for the usual one.
    pub komi: Option<HalfPoints>,
    /// Settings of the searches.
    pub settings: Settings,
    /// Net that evaluates positions.
    pub net: Option<Arc<Net>>,
    /// Whether the protocol of KataGo's analysis engine is answered over a WebSocket.
    pub analysis: bool,
    /// Whether the page is opened in a browser.
    pub opens: bool,
    /// Other engines that may play on the page.
    pub opponents: Vec<EngineConfig>,
    /// Times after which they count as hanging.
    pub patience: Patience,
}

/// Game with which the page begins.
#[derive(Debug)]
pub enum Begin {
    /// A new game.
    New,
    /// Text of a record.
    Record(Vec<u8>),
    /// Part of the page's address after `#`.
    Address(String),
}

/// Reason why there is no server.
#[derive(Debug, Error)]
pub enum WebError {
    /// The port cannot be used.
    #[error("port {0}: {1}")]
    Port(u16, io::Error),
    /// The game to begin with cannot be read.
    #[error("{0}")]
    Record(String),
    /// The address of the page cannot be told.
    #[error("{0}")]
    Announce(String),
    /// The server failed.
    #[error(transparent)]
    Serve(#[from] io::Error),
}

/// Time between two looks at the flag that ends the server.
const LOOK_EVERY: Duration = Duration::from_millis(200);

/// Serves the page until `stop` becomes true. Tells the user by `announce` the address of the page,
/// and that of the WebSocket if there is one, once they can be opened; and the next address of the
/// page whenever one has served.
///
/// # Errors
/// If the record cannot be read, the port is taken, the user cannot be told the first address, or
/// the server fails.
pub fn serve(options: Options, announce: Announce, stop: &AtomicBool) -> Result<(), WebError> {
    let (port, opens) = (options.port, options.opens);
    let server = Arc::new(server(options)?);
    block_on(async {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let listener = TcpListener::bind(address)
            .await
            .map_err(|error| WebError::Port(port, error))?;
        let port = listener.local_addr()?.port();
        let keys = Arc::new(Keys::new(port, announce));
        keys.announce_page().map_err(WebError::Announce)?;
        if server.analysis.is_some() {
            keys.announce_socket().map_err(WebError::Announce)?;
        }
        if opens && let Err(error) = keys.browser_file().and_then(open::that_detached) {
            log::warn!("no browser: {error}. Open the address by hand.");
        }
        let tidied = Arc::clone(&server);
        tokio::spawn(async move { tidied.engine.sessions.tidy().await });
        let routes = api::routes(server, Arc::clone(&keys), Guard::new(port));
        let stopped = async {
            while !stop.load(Ordering::Relaxed) {
                tokio::time::sleep(LOOK_EVERY).await;
            }
        };
        tokio::select! {
            () = connections::serve(listener, routes, Limits::default()) => (),
            () = stopped => (),
        }
        keys.forget_pages();
        Ok(())
    })?
}

/// Runs a future on this thread to its end. Searches that run then are not waited for.
///
/// # Errors
/// If the system has no means for a runtime.
fn block_on<T>(future: impl Future<Output = T>) -> io::Result<T> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let result = runtime.block_on(future);
    runtime.shutdown_background();
    Ok(result)
}

/// Creates the state of a server.
///
/// # Errors
/// If the game to begin with cannot be read, or the system makes no thread.
fn server(options: Options) -> Result<Server, WebError> {
    let reaper = match (options.opponents.is_empty(), std::env::current_exe()) {
        (false, Ok(program)) => Reaper::start(&program),
        _ => Reaper::default(),
    };
    let begun = begun(&options)?;
    let opponents = Opponents::new(options.opponents, options.patience, &reaper)?;
    Ok(Server {
        start: json!({
            "begun": begun,
            "ruleSets": view::rule_sets(),
            "maxLevel": MAX_LEVEL,
            "opponents": opponents.names(),
            "exactPoints": exact::MAX_POINTS,
            "version": env!("CARGO_PKG_VERSION"),
        }),
        opponents,
        searches: Arc::new(Semaphore::new(options.settings.threads().max(MIN_SEARCHES))),
        counts: Arc::new(Semaphore::new(1)),
        waiting: Semaphore::new(MAX_WAITING),
        analysis: options.analysis.then(|| {
            AnalysisSocket::new(JsonOptions {
                settings: options.settings.clone(),
                net: options.net.clone(),
                ..JsonOptions::default()
            })
        }),
        engine: Engine::new(options.settings, options.net),
        rules: options.rules,
    })
}

/// Returns what the page begins with: a game, and what a record says beside it.
fn begun(options: &Options) -> Result<Value, WebError> {
    match &options.begin {
        Begin::New => {
            let size = options.size.0;
            let usual = || options.rules.usual_komi(size.width(), size.height());
            let komi = options.komi.unwrap_or_else(usual);
            let game = Game::new(options.rules.rules, size, komi);
            Ok(json!({ "game": GameText::write(&game, &options.rules) }))
        }
        Begin::Record(sgf) => api::record_of(sgf, options.rules).map_err(WebError::Record),
        Begin::Address(fragment) => {
            let text = game::of_fragment(fragment).map_err(WebError::Record)?;
            Ok(json!({ "game": text }))
        }
    }
}
