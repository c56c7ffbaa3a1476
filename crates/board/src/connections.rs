//! Connections of the server: how many may be open, and how long one may keep the server waiting.
//!
//! Any program of the machine may connect, and needs no session for it, so a connection must not
//! stay open for as long as its client likes: one that sends no request is closed, and so is one
//! that takes no answer, or one whose requests have no session for a while. A request is dropped
//! when its client has gone.

use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::serve::Listener;
use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::Interest;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::timeout;
use tokio_io_timeout::TimeoutStream;

/// ConnectionLimits of connections.
#[derive(Clone, Copy, Debug)]
pub struct ConnectionLimits {
    /// Maximum number of open connections; further ones wait.
    pub connections: usize,
    /// Time within which the head of a request must arrive, counted from the start of the
    /// connection or from the answer before.
    pub head: Duration,
    /// Time for which a client may take nothing of an answer.
    pub stalled: Duration,
    /// Time for which a connection may stay open before one of its requests has a session.
    pub unknown: Duration,
}

impl Default for ConnectionLimits {
    fn default() -> ConnectionLimits {
        ConnectionLimits {
            connections: 128,
            head: Duration::from_secs(10),
            stalled: Duration::from_secs(30),
            unknown: Duration::from_secs(20),
        }
    }
}

/// Time in which an answer may still be sent after the client has closed its side, or after the
/// time without a session is over.
const PARTING: Duration = Duration::from_secs(1);

/// Whether a request of a connection had a session. Each request has the one of its connection
/// among its extensions.
#[derive(Clone, Debug, Default)]
pub struct SessionMark(Arc<AtomicBool>);

impl SessionMark {
    /// Notes that a request had a session.
    pub fn admit(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    fn is_admitted(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Answers requests for as long as its future is polled.
pub async fn serve(mut listener: TcpListener, routes: Router, limits: ConnectionLimits) {
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
async fn converse(stream: TcpStream, routes: Router, limits: ConnectionLimits) {
    let (stream, watched) = match doubled(stream) {
        Ok(both) => both,
        Err(error) => {
            log::debug!("connection: {error}");
            return;
        }
    };
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(limits.stalled));
    let standing = SessionMark::default();
    let routes = routes.layer(Extension(standing.clone()));
    // `axum::serve` sets no time, and the builder of hyper-util that looks for the version of HTTP
    // waits for the first bytes without one.
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head)
        .serve_connection(
            TokioIo::new(Box::pin(stream)),
            TowerToHyperService::new(routes),
        );
    let mut connection = pin!(connection.with_upgrades());
    let answered = async {
        if let Ok(ended) = timeout(limits.unknown, connection.as_mut()).await {
            return ended;
        }
        if !standing.is_admitted() {
            connection.as_mut().graceful_shutdown();
            match timeout(PARTING, connection.as_mut()).await {
                Ok(ended) => return ended,
                // The last request may have brought a session.
                Err(_) if !standing.is_admitted() => return Ok(()),
                Err(_) => (),
            }
        }
        connection.await
    };
    let mut answered = pin!(answered);
    let ended = tokio::select! {
        ended = answered.as_mut() => ended,
        () = closed(&watched) => timeout(PARTING, answered).await.unwrap_or(Ok(())),
    };
    if let Err(error) = ended {
        log::debug!("connection: {error}");
    }
}

/// Returns a stream and a second handle for it.
fn doubled(stream: TcpStream) -> io::Result<(TcpStream, TcpStream)> {
    let stream = stream.into_std()?;
    let second = stream.try_clone()?;
    Ok((TcpStream::from_std(stream)?, TcpStream::from_std(second)?))
}

/// Waits until the client has closed its side. `hyper` notices this as long as the client has sent
/// nothing after its request, since it reads no further than that.
async fn closed(stream: &TcpStream) {
    while let Ok(ready) = stream.ready(Interest::READABLE).await {
        if ready.is_read_closed() {
            return;
        }
        // Nothing is read: this makes the next call wait for more to come.
        let more = || Err::<(), _>(io::ErrorKind::WouldBlock.into());
        let _ = stream.try_io(Interest::READABLE, more);
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

    /// Starts a server that answers `/`, `/in` as if with a session, and `/long` with a long text.
    /// Returns its address.
    fn started(limits: ConnectionLimits) -> SocketAddr {
        let text = || async { "x".repeat(64 << 20) };
        let admit = |Extension(standing): Extension<SessionMark>| async move {
            standing.admit();
            "in"
        };
        let routes = Router::new()
            .route("/", get(|| async { "here" }))
            .route("/in", get(admit))
            .route("/long", get(text));
        serving(routes, limits)
    }

    fn serving(routes: Router, limits: ConnectionLimits) -> SocketAddr {
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
        let address = started(ConnectionLimits {
            head: Duration::from_millis(50),
            ..ConnectionLimits::default()
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
        let address = started(ConnectionLimits {
            stalled: Duration::from_millis(50),
            connections: 1,
            ..ConnectionLimits::default()
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

    /// Sends a request on an open connection and returns the end of its answer; `None` if the
    /// connection is closed.
    fn asked(stream: &mut TcpStream, path: &str, end: &str) -> Option<String> {
        let request = format!("GET {path} HTTP/1.1\r\nHost: a\r\n\r\n");
        stream.write_all(request.as_bytes()).ok()?;
        let mut answer = Vec::new();
        while !answer.ends_with(end.as_bytes()) {
            let mut byte = [0];
            if stream.read(&mut byte).ok()? == 0 {
                return None;
            }
            answer.push(byte[0]);
        }
        String::from_utf8(answer).ok()
    }

    #[test]
    fn a_connection_without_a_session_is_closed_though_it_sends_requests() {
        let limits = ConnectionLimits {
            unknown: Duration::from_millis(100),
            ..ConnectionLimits::default()
        };
        let address = started(limits);
        let mut known = connected(address);
        assert!(asked(&mut known, "/in", "in").is_some());
        let mut unknown = connected(address);
        let started = std::time::Instant::now();
        while asked(&mut unknown, "/", "here").is_some() {
            assert!(started.elapsed() < PATIENCE, "it is still open");
            thread::sleep(Duration::from_millis(5));
        }
        // The other is older, and answered on.
        assert!(asked(&mut known, "/", "here").is_some());
    }

    #[test]
    fn a_request_without_a_session_does_not_hold_its_connection() {
        let limits = ConnectionLimits {
            connections: 1,
            unknown: Duration::from_millis(100),
            stalled: 10 * PATIENCE,
            ..ConnectionLimits::default()
        };
        let pending = || async { std::future::pending::<()>().await };
        let address = serving(Router::new().route("/", get(pending)), limits);
        let mut unknown = connected(address);
        unknown.write_all(REQUEST).expect("sent");
        let mut answer = Vec::new();
        let ended = unknown.read_to_end(&mut answer);
        assert!(ended.is_ok() && answer.is_empty(), "{ended:?}");
    }

    /// Sets its flag when it is dropped.
    struct Dropped(std::sync::mpsc::Sender<()>);

    impl Drop for Dropped {
        fn drop(&mut self) {
            let _ = self.0.send(());
        }
    }

    #[test]
    fn a_request_is_dropped_when_its_client_goes_whatever_it_sent_last() {
        for more in [b"".as_slice(), b"x", b"GET / HTTP/1.1\r\n"] {
            let (begins, has_begun) = std::sync::mpsc::channel();
            let (drops, is_dropped) = std::sync::mpsc::channel();
            let handler = move || {
                let (begins, dropped) = (begins.clone(), Dropped(drops.clone()));
                async move {
                    let _ = begins.send(());
                    std::future::pending::<()>().await;
                    drop(dropped);
                }
            };
            let address = serving(
                Router::new().route("/", get(handler)),
                ConnectionLimits::default(),
            );
            let mut stream = connected(address);
            stream.write_all(&[REQUEST, more].concat()).expect("sent");
            has_begun.recv_timeout(PATIENCE).expect("a request");
            drop(stream);
            let dropped = is_dropped.recv_timeout(PATIENCE);
            assert!(dropped.is_ok(), "after {more:?}");
        }
    }

    #[test]
    fn connections_beyond_the_limit_wait() {
        let address = started(ConnectionLimits {
            connections: 1,
            head: PATIENCE,
            ..ConnectionLimits::default()
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
