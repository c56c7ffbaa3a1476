//! Values of the positions of a game, for the graph of the page.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::Router;
use axum::extract::State;
use axum::response::Response;
use axum::routing::post;
use halfpoint_core::game::Game;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::api::{Refusal, Server, StopOnDrop, blocking, game_of, lines, time_of};
use super::game::GameText;
use super::sent::Sent;

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
/// searches are short, and each waits for its turn, so that others are not kept waiting. Where too
/// many wait, the request is refused, and later on the answer ends with a line that says so.
async fn graph(
    State(server): State<Arc<Server>>,
    Sent(wanted): Sent<Wanted>,
) -> Result<Response, Refusal> {
    let (game, _) = game_of(&wanted.game)?;
    let time = time_of(wanted.seconds, MAX_SECONDS)?;
    let last = game.records().len();
    if wanted.numbers.len() > last + 1 || wanted.numbers.iter().any(|&number| number > last) {
        return Err(Refusal::because("numbers: there is no such move"));
    }
    let mut permit = Some(server.search_permit().await?);
    let (sender, receiver) = mpsc::channel::<Value>(1);
    tokio::spawn(async move {
        let stop = Arc::new(AtomicBool::new(false));
        let _stop = StopOnDrop(Arc::clone(&stop));
        for number in wanted.numbers {
            let turn = async {
                match permit.take() {
                    Some(permit) => Ok(permit),
                    None => server.search_permit().await,
                }
            };
            let (position, shared) = (after(&game, number), Arc::clone(&server));
            let stop = Arc::clone(&stop);
            let search = async {
                let permit = turn.await?;
                blocking(permit, move || shared.engine.value(&position, time, &stop)).await
            };
            let value = tokio::select! {
                value = search => value,
                () = sender.closed() => return,
            };
            let (line, is_last) = match value {
                Ok(value) => (json!({ "move": number, "value": value }), false),
                Err(Refusal(_, reason)) => (json!({ "error": reason }), true),
            };
            if sender.send(line).await.is_err() || is_last {
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
