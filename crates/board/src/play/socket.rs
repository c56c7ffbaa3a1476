//! The protocol of KataGo's analysis engine over a WebSocket, for clients that take a `ws://`
//! address in place of a program (KaTrain).
//!
//! Each connection has an engine of its own, which is the one of `halfpoint analysis`: a message is
//! a line of its input, or several, and each line of its output is a message. Warnings about fields
//! that have no effect are logged in place of being sent: KaTrain's remote engine (1.20.0) takes a
//! warning for the answer, and drops the answer that follows.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read, Write};
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::{Message, WebSocket};
use halfpoint_gtp::json::{JsonOptions, serve};
use serde_json::Value;
use tokio::sync::{Semaphore, mpsc};
use tokio::task::spawn_blocking;
use tokio::time::{Instant, sleep_until, timeout};

/// Maximum length of a message, in bytes: that of a line of the protocol.
pub const MAX_MESSAGE: usize = 1 << 20;
/// Maximum number of connections at once. Each has search threads of its own.
pub const MAX_CONNECTIONS: usize = 4;
/// Maximum number of positions of a connection that wait.
const MAX_WAITING_POSITIONS: usize = 10_000;
/// Maximum memory of the queries of a connection that wait, in bytes.
const MAX_WAITING_BYTES: usize = 64 << 20;
/// Number of messages that may be on their way to the engine, and of answers on their way back.
/// The sender waits while there are more.
const MAX_ON_THE_WAY: usize = 16;
/// Time after which a client that sends nothing is asked whether it is there, by a ping, and within
/// which it must answer. One that has begun a frame and does not end it cannot.
const QUIET: Duration = Duration::from_secs(60);
/// Time within which a client must take an answer.
const SLOWEST_READER: Duration = Duration::from_secs(30);

/// Part of the server that answers on the socket.
pub struct AnalysisSocket {
    /// Options of the engine of a connection.
    pub options: JsonOptions,
    /// Permits of the connections that may be open.
    pub connections: Arc<Semaphore>,
}

impl AnalysisSocket {
    /// Creates the part. Of the options, those are replaced that a connection needs otherwise.
    pub fn new(options: JsonOptions) -> AnalysisSocket {
        AnalysisSocket {
            options: JsonOptions {
                reuse_tree: true,
                // A connection that is closed ends its searches.
                quit_without_waiting: true,
                max_waiting: Some(MAX_WAITING_POSITIONS),
                max_waiting_bytes: Some(MAX_WAITING_BYTES),
                ..options
            },
            connections: Arc::new(Semaphore::new(MAX_CONNECTIONS)),
        }
    }
}

/// Lets a client and an engine talk until one of them goes, and waits until the searches have
/// ended.
pub async fn converse(mut socket: WebSocket, options: JsonOptions) {
    let (to_engine, messages) = mpsc::channel(MAX_ON_THE_WAY);
    let (lines, answers) = mpsc::channel(MAX_ON_THE_WAY);
    let engine = spawn_blocking(move || {
        let input = MessageReader {
            messages,
            rest: VecDeque::new(),
        };
        let answers = lines.clone();
        let closes_within = move |time| {
            std::thread::sleep(time);
            answers.is_closed()
        };
        serve(&options, input, MessageWriter::new(lines), closes_within)
    });
    exchange(&mut socket, to_engine, answers, QUIET).await;
    match engine.await {
        Ok(Ok(())) => (),
        Ok(Err(error)) => log::warn!("analysis: {error}"),
        Err(error) => log::error!("analysis: {error}"),
    }
}

/// Carries messages and answers until the client goes, breaks the protocol, or takes no answers.
/// The channels are closed then, which ends the engine.
async fn exchange(
    socket: &mut WebSocket,
    to_engine: mpsc::Sender<Bytes>,
    mut answers: mpsc::Receiver<String>,
    quiet: Duration,
) {
    // A message for which the engine has no room yet; the next is not read before it has.
    let mut held: Option<Bytes> = None;
    // When the client was last heard, and whether it has been asked since then.
    let (mut heard, mut is_asked) = (Instant::now(), false);
    loop {
        tokio::select! {
            message = socket.recv(), if held.is_none() => {
                (heard, is_asked) = (Instant::now(), false);
                match message {
                    Some(Ok(Message::Text(text))) => held = Some(text.into()),
                    Some(Ok(Message::Binary(bytes))) => held = Some(bytes),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => (),
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                }
            },
            () = sleep_until(heard + quiet), if held.is_none() => {
                if is_asked {
                    return;
                }
                let ping = socket.send(Message::Ping(Bytes::new()));
                if !matches!(timeout(SLOWEST_READER, ping).await, Ok(Ok(()))) {
                    return;
                }
                (heard, is_asked) = (Instant::now(), true);
            }
            room = to_engine.reserve(), if held.is_some() => match (room, held.take()) {
                (Ok(room), Some(message)) => {
                    room.send(message);
                    heard = Instant::now();
                }
                _ => return,
            },
            answer = answers.recv() => {
                let Some(answer) = answer else { return };
                let sent = timeout(SLOWEST_READER, socket.send(Message::Text(answer.into())));
                if !matches!(sent.await, Ok(Ok(()))) {
                    return;
                }
            }
        }
    }
}

/// Reader of messages, each with a line feed after it. It ends when their sender is gone.
struct MessageReader {
    messages: mpsc::Receiver<Bytes>,
    rest: VecDeque<u8>,
}

impl Read for MessageReader {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.fill_buf()?;
        self.rest.read(into)
    }
}

impl BufRead for MessageReader {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.rest.is_empty()
            && let Some(message) = self.messages.blocking_recv()
        {
            self.rest = VecDeque::from(Vec::from(message));
            self.rest.push_back(b'\n');
        }
        Ok(self.rest.make_contiguous())
    }

    fn consume(&mut self, amount: usize) {
        self.rest.drain(..amount);
    }
}

/// Returns whether a line of the engine's output is a warning.
fn is_warning(line: &str) -> bool {
    // An answer has many numbers, and is not read for a word that it does not have.
    line.contains("\"warning\"")
        && serde_json::from_str::<Value>(line).is_ok_and(|answer| answer.get("warning").is_some())
}

/// Writer that sends whole lines, but for warnings.
struct MessageWriter {
    lines: mpsc::Sender<String>,
    line: Vec<u8>,
}

impl MessageWriter {
    fn new(lines: mpsc::Sender<String>) -> MessageWriter {
        MessageWriter {
            lines,
            line: Vec::new(),
        }
    }
}

impl Write for MessageWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.line.extend_from_slice(piece);
            if self.line.last() == Some(&b'\n') {
                self.line.pop();
                let line = String::from_utf8_lossy(&self.line).into_owned();
                self.line.clear();
                if is_warning(&line) {
                    log::info!("analysis: {line}");
                    continue;
                }
                let closed = |_| io::Error::from(io::ErrorKind::BrokenPipe);
                self.lines.blocking_send(line).map_err(closed)?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use axum::Router;
    use axum::extract::ws::WebSocketUpgrade;
    use axum::routing::any;

    use crate::connections::{self, ConnectionLimits};

    /// Serves a socket without an engine, whose clients may be quiet for 50 ms.
    fn quiet_server() -> std::net::SocketAddr {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        listener.set_nonblocking(true).expect("not blocking");
        let connect = |upgrade: WebSocketUpgrade| async {
            upgrade.on_upgrade(|mut socket| async move {
                let (to_engine, _messages) = mpsc::channel(1);
                let (_lines, answers) = mpsc::channel(1);
                exchange(&mut socket, to_engine, answers, Duration::from_millis(50)).await;
            })
        };
        std::thread::spawn(move || {
            crate::block_on(async {
                let listener = tokio::net::TcpListener::from_std(listener).expect("a listener");
                let routes = Router::new().route("/", any(connect));
                let limits = ConnectionLimits::default();
                connections::serve(listener, routes, limits).await;
            })
        });
        address
    }

    /// A client that has not ended its frame cannot answer a ping.
    #[test]
    fn a_client_that_answers_no_ping_is_left() {
        const PING: [u8; 2] = [0x89, 0];
        const PONG: [u8; 6] = [0x8a, 0x80, 0, 0, 0, 0];
        const UNFINISHED: [u8; 7] = [0x81, 0x85, 0, 0, 0, 0, b'x'];
        let mut stream = std::net::TcpStream::connect(quiet_server()).expect("a connection");
        let patience = Some(Duration::from_secs(60));
        stream.set_read_timeout(patience).expect("a limit");
        let upgrade = "GET / HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";
        stream.write_all(upgrade.as_bytes()).expect("sent");
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).expect("a head");
            head.push(byte[0]);
        }
        assert!(head.starts_with(b"HTTP/1.1 101"));
        for _ in 0..3 {
            let mut ping = [0; 2];
            stream.read_exact(&mut ping).expect("a ping");
            assert_eq!(ping, PING);
            stream.write_all(&PONG).expect("sent");
        }
        stream.write_all(&UNFINISHED).expect("sent");
        let mut rest = Vec::new();
        let ended = stream.read_to_end(&mut rest);
        assert!(ended.is_ok() || rest == PING, "{ended:?}");
        assert_eq!(rest[..2], PING);
    }

    #[test]
    fn warnings_are_not_sent() {
        let (lines, mut sent) = mpsc::channel(4);
        let mut writer = MessageWriter::new(lines);
        let answer = r#"{"id":"\"warning\"","turnNumber":0}"#;
        let warning = r#"{"id":"a","field":"b","warning":"b has no effect"}"#;
        write!(writer, "{warning}\n{answer}\n{warning}\n").expect("written");
        assert_eq!(sent.try_recv().as_deref(), Ok(answer));
        assert!(sent.try_recv().is_err());
    }

    #[test]
    fn messages_become_lines_and_lines_become_messages() {
        let (sender, messages) = mpsc::channel(4);
        for text in ["one", "two\nthree"] {
            sender.try_send(Bytes::from(text)).expect("room");
        }
        drop(sender);
        let reader = MessageReader {
            messages,
            rest: VecDeque::new(),
        };
        let lines: Vec<String> = reader.lines().map(|line| line.expect("text")).collect();
        assert_eq!(lines, ["one", "two", "three"]);

        let (lines, mut sent) = mpsc::channel(4);
        let mut writer = MessageWriter::new(lines);
        write!(writer, "{{\"a\"").expect("written");
        write!(writer, ":1}}\nsecond\nunfinished").expect("written");
        assert_eq!(sent.try_recv().as_deref(), Ok("{\"a\":1}"));
        assert_eq!(sent.try_recv().as_deref(), Ok("second"));
        assert!(sent.try_recv().is_err());
        writeln!(writer, " line").expect("written");
        assert_eq!(sent.try_recv().as_deref(), Ok("unfinished line"));
        drop(sent);
        let error = writeln!(writer).expect_err("nobody reads");
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
    }
}
