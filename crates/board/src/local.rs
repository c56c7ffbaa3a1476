//! The board without a network, for tests and fuzzers.

use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::Request;
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE, HOST};
use axum::http::request::Builder;
use halfpoint_core::board::Size;
use halfpoint_core::notation::BoardSize;
use halfpoint_core::rules::{NamedRules, PRESETS};
use halfpoint_engine::player::Settings;
use hyper::service::Service;
use hyper_util::service::TowerToHyperService;
use tokio::runtime::{self, Runtime};
use tokio::time::timeout;

use super::guard::Guard;
use super::kept::Keep;
use super::keys::Keys;
use super::options::{Begin, BoardOptions};
use super::play::opponent::Patience;
use super::routes::routes;
use super::server::BoardServer;
use super::show::lessons::Lessons;

/// Port that the requests are for.
const PORT: u16 = 80;
/// Maximum length of an answer, in bytes.
const MAX_ANSWER: usize = 1 << 28;

/// A board whose searches are short, and which answers one request at a time.
pub struct LocalBoard {
    runtime: Runtime,
    routes: Router,
    session: String,
}

impl LocalBoard {
    /// Creates a board.
    ///
    /// # Errors
    /// If the system has no means for it.
    pub fn new() -> Result<LocalBoard, Box<dyn std::error::Error>> {
        LocalBoard::with(options(), Keys::new(PORT, |_| Ok(())))
    }

    /// Creates a board with these options, which these keys open.
    fn with(options: BoardOptions, keys: Keys) -> Result<LocalBoard, Box<dyn std::error::Error>> {
        let session = keys.session().to_string();
        let server = BoardServer::new(options)?;
        let routes = routes(server.into(), keys.into(), Guard::new(PORT));
        Ok(LocalBoard {
            runtime: runtime::Builder::new_current_thread()
                .enable_all()
                .build()?,
            routes,
            session,
        })
    }

    /// Sends the body of a request as a page would, with the session or without it. Returns the
    /// status of the answer and its body; `None` if it takes longer than `patience`, after which
    /// the request is dropped.
    pub fn post(
        &self,
        path: &str,
        has_session: bool,
        body: &[u8],
        patience: Duration,
    ) -> Option<(u16, Vec<u8>)> {
        let request = Request::post(path).header(CONTENT_TYPE, "application/json");
        self.send(request, has_session, body, patience)
    }

    /// Sends a request as a page would; see [`LocalBoard::post`].
    fn send(
        &self,
        request: Builder,
        has_session: bool,
        body: &[u8],
        patience: Duration,
    ) -> Option<(u16, Vec<u8>)> {
        let mut request = request.header(HOST, "127.0.0.1");
        if has_session {
            request = request.header(AUTHORIZATION, format!("Bearer {}", self.session));
        }
        let request = request.body(Body::from(body.to_vec())).ok()?;
        let service = TowerToHyperService::new(self.routes.clone());
        let asked = async {
            let Ok(answer) = service.call(request).await;
            let status = answer.status().as_u16();
            let body = to_bytes(answer.into_body(), MAX_ANSWER).await.ok()?;
            Some((status, body.to_vec()))
        };
        let limited = async { timeout(patience, asked).await.ok().flatten() };
        self.runtime.block_on(limited)
    }
}

/// Returns options of a small board with short searches.
pub fn options() -> BoardOptions {
    BoardOptions {
        port: 0,
        begin: Begin::New,
        rules: NamedRules::from(&PRESETS[0]),
        size: BoardSize(Size::square(5)),
        komi: None,
        settings: Settings {
            playouts: Some(8),
            memory_mb: 1,
            ..Settings::default()
        },
        net: None,
        analysis: true,
        opens: false,
        opponents: Vec::new(),
        patience: Patience::default(),
        lessons: Lessons::NONE,
        keep: Keep::Off,
    }
}

#[cfg(all(test, unix))]
mod schema;

#[cfg(test)]
mod tests {
    use super::*;

    use axum::http::Method;
    use axum::response::Response;
    use serde_json::{Value, json};

    use crate::kept::MAX_KEPT;

    impl LocalBoard {
        /// Sends a request with these headers.
        fn ask(&self, method: Method, path: &str, headers: &[(&str, &str)]) -> Response {
            let mut request = Request::builder().method(method).uri(path);
            for (name, value) in headers {
                request = request.header(*name, *value);
            }
            let request = request.body(Body::empty()).expect("a request");
            let service = TowerToHyperService::new(self.routes.clone());
            let Ok(answer) = self.runtime.block_on(service.call(request));
            answer
        }
    }

    /// Sends a text to keep as JSON, and returns the status and the answer.
    fn keep(board: &LocalBoard, text: &str) -> (u16, Value) {
        let body = json!({"text": text}).to_string();
        let answer = board.post("/api/keep", true, body.as_bytes(), Duration::from_secs(60));
        let (status, body) = answer.expect("an answer");
        (status, serde_json::from_slice(&body).unwrap_or_default())
    }

    #[test]
    fn a_text_is_kept_over_servers_and_one_without_a_place_is_not() {
        let outer = tempfile::tempdir().expect("a folder");
        let kept = |keep: Keep| {
            let keys = Keys::new(PORT, |_| Ok(()));
            LocalBoard::with(BoardOptions { keep, ..options() }, keys).expect("a board")
        };
        let read = |board: &LocalBoard| {
            let answer = board.send(
                Request::get("/api/kept"),
                true,
                b"",
                Duration::from_secs(60),
            );
            let (status, body) = answer.expect("an answer");
            assert_eq!(status, 200);
            serde_json::from_slice::<Value>(&body).expect("JSON")
        };
        let first = kept(Keep::In(outer.path().join("state")));
        assert_eq!(read(&first), Value::Null);
        // Each of its bytes takes two in JSON.
        let long = "\"".repeat(MAX_KEPT);
        assert_eq!(keep(&first, &long), (200, json!({"kept": true})));
        let second = kept(Keep::In(outer.path().join("state")));
        assert_eq!(read(&second), Value::String(long.clone()));
        let (status, answer) = keep(&second, &(long + "\""));
        assert_eq!((status, &answer["kept"]), (200, &Value::Bool(false)));
        assert_eq!(answer["reason"], "it is longer than 4 MiB");
        assert_eq!(keep(&second, &"\"".repeat(2 * MAX_KEPT)).0, 413);
        let forgotten = second.post(
            "/api/keep",
            true,
            br#"{"text":null}"#,
            Duration::from_secs(60),
        );
        assert_eq!(
            forgotten.expect("an answer"),
            (200, br#"{"kept":true}"#.to_vec())
        );
        assert_eq!(read(&first), Value::Null);
        // A request that names no text must not forget the last one.
        assert_eq!(keep(&first, "text").0, 200);
        let empty = first.post("/api/keep", true, b"{}", Duration::from_secs(60));
        assert_eq!(empty.expect("an answer").0, 422);
        assert_eq!(read(&first), Value::String("text".to_string()));

        let off = kept(Keep::Off);
        assert_eq!(read(&off), Value::Null);
        let (status, answer) = keep(&off, "text");
        assert_eq!((status, &answer["kept"]), (200, &Value::Bool(false)));
    }

    #[test]
    fn a_record_may_be_longer_than_other_requests() {
        let board = LocalBoard::new().expect("a board");
        let game = r#"{"rules":"button","width":5,"height":5,"komi":0.5}"#;
        let status = |path: &str, comment: usize| {
            let comment = "x".repeat(comment);
            let body =
                format!(r#"{{"game":{game},"nodes":[{{"properties":[["C",["{comment}"]]]}}]}}"#);
            let answer = board.post(path, true, body.as_bytes(), Duration::from_secs(60));
            answer.expect("an answer").0
        };
        assert_eq!(status("/api/write", 7 << 20), 200);
        assert_eq!(status("/api/write", 9 << 20), 413);
        assert_eq!(status("/api/view", 2 << 20), 413);
        assert_ne!(status("/api/read", 9 << 20), 413);
        assert_eq!(status("/api/read", 12 << 20), 413);
    }

    #[test]
    fn only_the_files_of_the_page_need_no_session() {
        let board = LocalBoard::new().expect("a board");
        let host = ("host", "127.0.0.1");
        let session = format!("Bearer {}", board.session);
        let query = format!("/api/start?session={}", board.session);
        let cookie = format!("session={0}; halfpoint_80={0}", board.session);
        let status = |method, path: &str, headers: &[(&str, &str)]| {
            let answer = board.ask(method, path, headers);
            for name in ["content-security-policy", "cross-origin-resource-policy"] {
                assert!(answer.headers().contains_key(name), "{path}: {name}");
            }
            assert!(!answer.headers().contains_key("set-cookie"), "{path}");
            answer.status().as_u16()
        };
        for path in ["/", "/main.js", "/style.css", "/icon.svg"] {
            assert_eq!(status(Method::GET, path, &[host]), 200, "{path}");
        }
        for (method, path) in [
            (Method::GET, "/api/start"),
            (Method::GET, query.as_str()),
            (Method::GET, "/api/learn"),
            (Method::GET, "/api/learn/button"),
            (Method::GET, "/api/kept"),
            (Method::POST, "/api/keep"),
            (Method::POST, "/api/card"),
            (Method::POST, "/api/view"),
            (Method::POST, "/api/move"),
            (Method::POST, "/api/ponder"),
            (Method::POST, "/api/ticket"),
        ] {
            let with_cookie = [host, ("cookie", cookie.as_str())];
            assert_eq!(status(method.clone(), path, &with_cookie), 401, "{path}");
            let with_session = [host, ("authorization", session.as_str())];
            assert_ne!(status(method, path, &with_session), 401, "{path}");
        }
        let foreign = [host, ("sec-fetch-site", "same-site")];
        assert_eq!(status(Method::GET, "/main.js", &foreign), 403);
        let upgrade = [
            host,
            ("authorization", session.as_str()),
            ("connection", "upgrade"),
            ("upgrade", "websocket"),
        ];
        assert_eq!(status(Method::GET, "/analysis", &upgrade), 403);
        let path = format!("/analysis?key={}", board.session);
        assert_eq!(status(Method::GET, &path, &upgrade), 403);
    }
}
