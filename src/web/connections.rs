//! Connections of the server: how many may be open, and how long one may keep the server waiting.
//!
//! Any program of the machine may connect, and needs no session for it, so a connection must not
//! stay open for as long as its client likes: one that sends no request is closed, and so is one
//! that takes no answer.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::serve::Listener;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_io_timeout::TimeoutStream;

/// Limits of connections.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Maximum number of open connections; further ones wait.
    pub connections: usize,
    /// Time within which the head of a request must arrive, counted from the start of the
    /// connection or from the answer before.
    pub head: Duration,
    /// Time for which a client may take nothing of an answer.
    pub stalled: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connections: 128,
            head: Duration::from_secs(10),
            stalled: Duration::from_secs(30),
        }
    }
}

/// Answers requests for as long as its future is polled.
pub async fn serve(mut listener: TcpListener, routes: Router, limits: Limits) {
    let places = Arc::new(Semaphore::new(limits.connections));
    while let Ok(place) = Arc::clone(&places).acquire_owned().await {
        let (stream, _) = Listener::accept(&mut listener).await;
        let connection = converse(stream, routes.clone(), limits);
        tokio::spawn(async move {
            connection.await;
            drop(place);
        });
    }
}

/// Answers the requests of one connection.
async fn converse(stream: TcpStream, routes: Router, limits: Limits) {
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(limits.stalled));
    // `axum::serve` sets no time, and the builder of hyper-util that looks for the version of HTTP
    // waits for the first bytes without one.
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head)
        .serve_connection(
            TokioIo::new(Box::pin(stream)),
            TowerToHyperService::new(routes),
        );
    if let Err(error) = connection.with_upgrades().await {
        log::debug!("connection: {error}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use std::io::{Read, Write};
    use std::net::{SocketAddr, TcpStream};
    use std::thread;

    use axum::routing::get;

    /// Time after which a test fails that waits for an answer.
    const PATIENCE: Duration = Duration::from_secs(60);
    const REQUEST: &[u8] = b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";

    /// Starts a server that answers `/` with a long text, and returns its address.
    fn started(limits: Limits) -> SocketAddr {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        thread::spawn(move || {
            listener.set_nonblocking(true).expect("not blocking");
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .expect("a runtime");
            runtime.block_on(async {
                let listener = TcpListener::from_std(listener).expect("a listener");
                let text = || async { "x".repeat(64 << 20) };
                let routes = Router::new()
                    .route("/", get(|| async { "here" }))
                    .route("/long", get(text));
                serve(listener, routes, limits).await;
            });
        });
        address
    }

    fn connected(address: SocketAddr) -> TcpStream {
        let stream = TcpStream::connect(address).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a limit");
        stream
    }

    #[test]
    fn a_connection_without_a_request_is_closed() {
        let address = started(Limits {
            head: Duration::from_millis(50),
            ..Limits::default()
        });
        for begun in [
            b"".as_slice(),
            b"GET / HTT",
            b"GET / HTTP/1.1\r\nHost: a\r\n",
        ] {
            let mut stream = connected(address);
            stream.write_all(begun).expect("sent");
            let mut answer = Vec::new();
            let ended = stream.read_to_end(&mut answer);
            assert!(ended.is_ok(), "{ended:?} after {begun:?}");
        }
        // One that stays open after an answer, too.
        let mut stream = connected(address);
        let request = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n";
        stream.write_all(request).expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an end");
        assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with("here"));
    }

    #[test]
    fn a_client_that_takes_no_answer_is_left() {
        let address = started(Limits {
            stalled: Duration::from_millis(50),
            connections: 1,
            ..Limits::default()
        });
        let mut stalled = connected(address);
        let request = b"GET /long HTTP/1.1\r\nHost: a\r\n\r\n";
        stalled.write_all(request).expect("sent");
        // The only place is free again.
        let mut stream = connected(address);
        stream.write_all(REQUEST).expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        assert!(answer.ends_with("here"), "{answer}");
        drop(stalled);
    }

    #[test]
    fn connections_beyond_the_limit_wait() {
        let address = started(Limits {
            connections: 1,
            head: PATIENCE,
            ..Limits::default()
        });
        let mut first = connected(address);
        first.write_all(b"GET").expect("sent");
        let mut second = connected(address);
        second.write_all(REQUEST).expect("sent");
        let short = Some(Duration::from_millis(300));
        second.set_read_timeout(short).expect("a limit");
        assert!(second.read(&mut [0]).is_err(), "answered beyond the limit");
        second.set_read_timeout(Some(PATIENCE)).expect("a limit");
        drop(first);
        let mut answer = String::new();
        second.read_to_string(&mut answer).expect("an answer");
        assert!(answer.ends_with("here"), "{answer}");
    }
}
