//! Values: of the positions of a game, for the graph of the page, and of all moves on small boards.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use halfpoint_core::game::Game;
use tokio::sync::mpsc;

use super::lines::lines;
use crate::extract::SentGame;
use crate::play::engine::PageEngine;
use crate::play::exact;
use crate::refusal::Refusal;
use crate::server::{BoardServer, StopOnDrop, blocking};
use crate::show::search;
use crate::wire::{
    ExactAnswer, ExactRequest, GraphLine, GraphRequest, RequestError, search_time, wrong,
};

/// Longest time for a position of a graph, in seconds.
const MAX_SECONDS: f64 = 10.0;

/// Answers with the value of every legal move. The search ends when the client goes.
pub async fn exact(
    State(server): State<Arc<BoardServer>>,
    SentGame(game, _, _): SentGame<ExactRequest>,
) -> Result<Json<ExactAnswer>, Refusal> {
    let (most, points) = (exact::MAX_POINTS, game.board().size().area());
    if points > most {
        return Err(RequestError::TooLarge { most, points }.into());
    }
    let limits = exact::limits(server.engine.threads());
    let solve = move |_: &PageEngine, stop: &AtomicBool| exact::values(&game, limits, stop);
    server.search(solve).await.map(Json)
}

/// Answers with a line of JSON for each position, until all are done or the client goes. The
/// searches are short, and each waits for its turn, so that others are not kept waiting. Where too
/// many wait, the request is refused, and later on the answer ends with a line that says so.
pub async fn graph(
    State(server): State<Arc<BoardServer>>,
    SentGame(game, _, wanted): SentGame<GraphRequest>,
) -> Result<Response, Refusal> {
    let time = search_time(wanted.seconds, MAX_SECONDS)?;
    let last = game.records().len();
    if wanted.numbers.len() > last + 1 || wanted.numbers.iter().any(|&number| number > last) {
        return Err(wrong("numbers", "there is no such move").into());
    }
    let mut permit = Some(server.search_permit().await?);
    let (sender, receiver) = mpsc::channel(1);
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
            let next = game.records().get(number).cloned();
            let think = move || {
                let decision = shared.engine.think(&position, time, &stop);
                search::graph_value(&position, next.as_ref(), &decision)
            };
            let search = async { blocking(turn.await?, think).await };
            let value = tokio::select! {
                value = search => value,
                () = sender.closed() => return,
            };
            let (line, is_last) = match value {
                Ok(value) => (GraphLine::Value(Box::new(value)), false),
                Err(refusal) => (GraphLine::Error(refusal.into()), true),
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
    earlier.undo_to(moves);
    earlier
}
