//! The board page: a server on the loopback interface, and the page that it shows in a browser.
//!
//! The page (`assets/`) keeps the tree of moves. Each request brings the game that it is about, and
//! the answer is what the page shows of it. From above to below, and none imports from above:
//!
//! 1. `routes` leads requests to the handlers.
//! 2. `handlers` answer them.
//! 3. `extract` reads what a handler takes, `server` is the state with its permits, `keys`
//!    has the secrets that open it, on `connections`; `guard` turns other sites away, `kept` has
//!    the text that outlives the server.
//! 4. `refusal` makes answers of errors, `options` say how a server begins.
//! 5. `play` searches and plays, `show` makes views.
//! 6. `wire` has the forms of all JSON.
//!
//! ```
//! use std::time::Duration;
//!
//! use halfpoint_board::LocalBoard;
//!
//! let board = LocalBoard::new()?;
//! let answer = board.post("/api/view", true, b"{}", Duration::from_secs(10));
//! // The request has no game.
//! assert_eq!(answer.map(|(status, _)| status), Some(422));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod assets;
mod connections;
mod extract;
mod guard;
mod handlers;
mod kept;
mod keys;
mod local;
mod options;
mod play;
mod refusal;
mod routes;
mod server;
mod show;
mod wire;

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::net::TcpListener;

use connections::ConnectionLimits;
use guard::Guard;
pub use kept::Keep;
use keys::{Announce, Keys};
pub use local::LocalBoard;
pub use options::{Begin, BoardError, BoardOptions};
pub use play::opponent::Patience;
use server::BoardServer;
pub use show::lessons::Lessons;

/// Time between two looks at the flag that ends the server.
const LOOK_EVERY: Duration = Duration::from_millis(200);

/// Serves the page until `stop` becomes true. Tells the user by `announce` the address of the page,
/// and that of the WebSocket if there is one, once they can be opened; and the next address of the
/// page whenever one has served.
///
/// # Errors
/// If the record cannot be read, the port is taken, the user cannot be told the first address, or
/// the server fails.
pub fn serve(
    options: BoardOptions,
    announce: Announce,
    stop: &AtomicBool,
) -> Result<(), BoardError> {
    let (port, opens) = (options.port, options.opens);
    let server = Arc::new(BoardServer::new(options)?);
    block_on(async {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let listener = TcpListener::bind(address)
            .await
            .map_err(|error| BoardError::Port(port, error))?;
        let port = listener.local_addr()?.port();
        let keys = Arc::new(Keys::new(port, announce));
        keys.announce_page().map_err(BoardError::Announce)?;
        if server.analysis.is_some() {
            keys.announce_socket().map_err(BoardError::Announce)?;
        }
        if opens && let Err(error) = keys.browser_file().and_then(open::that_detached) {
            log::warn!("no browser: {error}. Open the address by hand.");
        }
        let tidied = Arc::clone(&server);
        tokio::spawn(async move { tidied.engine.sessions.tidy().await });
        let routes = routes::routes(server, Arc::clone(&keys), Guard::new(port));
        let stopped = async {
            while !stop.load(Ordering::Relaxed) {
                tokio::time::sleep(LOOK_EVERY).await;
            }
        };
        tokio::select! {
            () = connections::serve(listener, routes, ConnectionLimits::default()) => (),
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
