//! Values of the positions of a game, for the graph of the page.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::post;
use halfpoint_core::game::Game;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::api::{Refusal, Server, StopOnDrop, blocking, game_of, lines, parsed, time_of};
use super::game::GameText;

/// Longest time for a position, in seconds.
const MAX_SECONDS: f64 = 10.0;

/// Returns the route of the request.
pub fn routes() -> Router<Arc<Server>> {
    Router::new().route("/api/graph", post(graph))
}

/// Request for the values of positions.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    game: GameText,
    /// Numbers of moves after which the positions are wanted, in the order of the answers.
    numbers: Vec<usize>,
    /// Time for each position, in seconds.
    seconds: f64,
}

/// Answers with a line of JSON for each position, until all are done or the client goes. The
/// searches are short, and each waits for its turn, so that others are not kept waiting.
async fn graph(
    State(server): State<Arc<Server>>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Refusal> {
    let wanted: Wanted = parsed(&headers, &body)?;
    let (game, _) = game_of(&wanted.game)?;
    let time = time_of(wanted.seconds, MAX_SECONDS)?;
    let last = game.records().len();
    if wanted.numbers.len() > last + 1 || wanted.numbers.iter().any(|&number| number > last) {
        return Err(Refusal::because("numbers: there is no such move"));
    }
    let (sender, receiver) = mpsc::channel::<Value>(1);
    tokio::spawn(async move {
        let stop = Arc::new(AtomicBool::new(false));
        let _stop = StopOnDrop(Arc::clone(&stop));
        for number in wanted.numbers {
            let position = after(&game, number);
            let Ok(_permit) = server.searches.acquire().await else {
                return;
            };
            let (shared, stop) = (Arc::clone(&server), Arc::clone(&stop));
            let search = blocking(move || shared.engine.value(&position, time, &stop));
            let value = tokio::select! {
                value = search => value,
                () = sender.closed() => return,
            };
            let Ok(value) = value else { return };
            if sender
                .send(json!({ "move": number, "value": value }))
                .await
                .is_err()
            {
                return;
            }
        }
    });
    Ok(lines(receiver))
}

/// Returns the game after its first moves.
fn after(game: &Game, moves: usize) -> Game {
    let mut earlier = game.clone();
    while earlier.records().len() > moves && earlier.undo().is_some() {}
    earlier
}
