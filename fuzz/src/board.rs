//! Requests of the board page, whose answers are checked.

use std::time::Duration;

use halfpoint_board::LocalBoard;
use serde_json::{Value, from_slice, json};

/// Paths of the requests.
const PATHS: [&str; 15] = [
    "/api/view",
    "/api/count",
    "/api/counting",
    "/api/move",
    "/api/analyze",
    "/api/graph",
    "/api/draw",
    "/api/dead",
    "/api/exact",
    "/api/read",
    "/api/write",
    "/api/clock",
    "/api/handicap",
    "/api/card",
    "/api/keep",
];
/// Path of the request that is answered when its client goes.
const PONDER: &str = "/api/ponder";
/// Path of the request for a session.
const SESSION: &str = "/api/session";
/// Largest number of points of a board. It is small, so that many inputs are tried.
const MAX_POINTS: u64 = 30;
/// Largest number of points of a board that is solved.
const MAX_SOLVED: u64 = 4;
/// Largest number of moves of a game.
const MAX_MOVES: usize = 40;
/// Largest number of positions of a graph.
const MAX_NUMBERS: usize = 4;
/// Time of a search, in seconds.
const SEARCH_S: f64 = 0.005;
/// Time after which an answer counts as missing.
const PATIENCE: Duration = Duration::from_secs(120);
/// Time after which a client goes.
const SHORT: Duration = Duration::from_millis(5);
/// Largest number of characters of the reason of a refusal.
const MAX_REASON: usize = 400;

thread_local! {
    static BOARD: LocalBoard = LocalBoard::new().expect("a board");
}

/// Checks the answer to a request. A byte chooses its path, the rest is its body.
///
/// # Panics
/// If a property does not hold.
pub fn board(data: &[u8]) {
    let Some((&path, body)) = data.split_first() else {
        return;
    };
    let index = usize::from(path) % (PATHS.len() + 2);
    let path = match index.checked_sub(PATHS.len()) {
        None => PATHS[index],
        Some(0) => PONDER,
        Some(_) => SESSION,
    };
    let Some(body) = cheap(path, body) else {
        return;
    };
    BOARD.with(|board| {
        let post = |has_session| board.post(path, has_session, &body, PATIENCE);
        if path == SESSION {
            let (status, _) = post(false).expect("an answer");
            assert!([403, 413, 422].contains(&status), "{status}");
            return;
        }
        let (status, refused) = post(false).expect("an answer");
        assert_eq!(status, 401, "{}", String::from_utf8_lossy(&refused));
        if path == PONDER {
            // Its search ends when the client goes, and the next one finds room.
            let _ = board.post(path, true, &body, SHORT);
            return;
        }
        let (status, answer) = post(true).expect("an answer");
        check(path, status, &answer);
        // Nodes of a request may hold anything.
        let has_nodes = from_slice::<Value>(&body).is_ok_and(|sent| sent.get("nodes").is_some());
        if path == "/api/write" && status == 200 && !has_nodes {
            let record: Value = from_slice(&answer).expect("JSON");
            let sgf = json!({ "sgf": record["sgf"] }).to_string();
            let read = board.post("/api/read", true, sgf.as_bytes(), PATIENCE);
            let (status, answer) = read.expect("an answer");
            let answer = String::from_utf8_lossy(&answer);
            assert_eq!(status, 200, "our own record: {answer}");
        }
    });
}

/// Checks that an answer is JSON, or lines of it, and that a refusal has a short reason.
fn check(path: &str, status: u16, answer: &[u8]) {
    let text = std::str::from_utf8(answer).expect("text");
    match status {
        200 => {
            for line in text.lines() {
                let value: Value = from_slice(line.as_bytes()).expect("JSON");
                assert!(value.is_object(), "{path}: {line}");
            }
        }
        422 => {
            let value: Value = from_slice(answer).expect("JSON");
            let reason = value["error"].as_str().expect("a reason");
            let length = reason.chars().count();
            assert!((1..=MAX_REASON).contains(&length), "{reason}");
            assert!(!reason.contains(char::is_control), "{reason:?}");
        }
        _ => panic!("{path}: status {status}: {text}"),
    }
}

/// Returns a body that takes little time: with short searches, and as it is if it is no JSON.
/// `None` if the board is large or the game long.
fn cheap(path: &str, body: &[u8]) -> Option<Vec<u8>> {
    let Ok(mut value) = from_slice::<Value>(body) else {
        return Some(body.to_vec());
    };
    if let Some(seconds) = value.get_mut("seconds")
        && path != "/api/clock"
        && seconds.as_f64().is_some_and(|seconds| seconds > SEARCH_S)
    {
        *seconds = json!(SEARCH_S);
    }
    let numbers = value.get("numbers").and_then(Value::as_array);
    let game = value.get("game").unwrap_or(&value);
    let side = |name| game.get(name).and_then(Value::as_u64).unwrap_or(0);
    let points = side("width").saturating_mul(side("height"));
    let moves = game.get("moves").and_then(Value::as_array);
    let most = match path {
        "/api/exact" => MAX_SOLVED,
        _ => MAX_POINTS,
    };
    let is_refused = side("width") > 25 || side("height") > 25;
    let is_cheap = (points <= most || is_refused)
        && moves.is_none_or(|moves| moves.len() <= MAX_MOVES)
        && numbers.is_none_or(|numbers| numbers.len() <= MAX_NUMBERS);
    is_cheap.then(|| value.to_string().into_bytes())
}
