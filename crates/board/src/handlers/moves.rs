//! Searches for a move: those of the engine and of other engines, analyses, and pondering.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use halfpoint_engine::player::Report;
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::lines::lines;
use crate::extract::SentGame;
use crate::play::engine::{MoveSearch, PageEngine};
use crate::play::opponent::MoveTime;
use crate::refusal::Refusal;
use crate::server::{BoardServer, StopOnDrop, blocking};
use crate::show::search;
use crate::wire::{PonderAnswer, PonderRequest, ThinkRequest};

/// Maximum number of reports of an analysis that wait for a slow reader.
const MAX_WAITING_REPORTS: usize = 4;
/// Longest time to ponder.
const MAX_PONDERING: Duration = Duration::from_secs(600);

/// Answers with a move.
pub async fn choose(
    State(server): State<Arc<BoardServer>>,
    SentGame(game, rules, asked): SentGame<ThinkRequest>,
) -> Result<Response, Refusal> {
    let (clock, level) = (asked.clock()?, asked.level()?);
    if let Some(name) = &asked.opponent {
        let opponent = server.opponents.find(name)?;
        let time = MoveTime {
            clock,
            is_of_game: asked.game.clock.is_some(),
        };
        let permit = server.permit(opponent.free()).await?;
        let answer = opponent.choose(permit, game, rules, time).await?;
        return Ok(Json(answer).into_response());
    }
    let wanted = MoveSearch {
        level,
        time: asked.time_for_move(&game)?,
        carries_over: clock.carries_over(game.to_move()),
        page: asked.page,
        resigns: asked.resigns,
    };
    let choose = move |engine: &PageEngine, stop: &AtomicBool| {
        search::decision(&game, &engine.choose(&game, &wanted, stop))
    };
    Ok(Json(server.search(choose).await?).into_response())
}

/// Answers with a line of JSON for each report, until the time is over or the client goes.
pub async fn analyze(
    State(server): State<Arc<BoardServer>>,
    SentGame(game, _, asked): SentGame<ThinkRequest>,
) -> Result<Response, Refusal> {
    let time = asked.time()?;
    let permit = server.search_permit().await?;
    let (sender, receiver) = mpsc::channel(MAX_WAITING_REPORTS);
    tokio::spawn(async move {
        let analysis = move || {
            let send = |report: &Report| match sender.try_send(search::analysis(&game, report)) {
                // A slow reader misses reports.
                Err(mpsc::error::TrySendError::Full(_)) | Ok(()) => true,
                Err(mpsc::error::TrySendError::Closed(_)) => false,
            };
            let page = asked.page.as_deref();
            server.engine.analyze(&game, page, time, &send);
        };
        // A failure is in the log, and ends the answer.
        let _ = blocking(permit, analysis).await;
    });
    Ok(lines(receiver))
}

/// Thinks for the side that is not to move, until the client goes. Answers at once if another page
/// does that already.
pub async fn ponder(
    State(server): State<Arc<BoardServer>>,
    SentGame(game, _, asked): SentGame<PonderRequest>,
) -> Result<Json<PonderAnswer>, Refusal> {
    let pondering = Arc::clone(&server.engine.sessions.pondering);
    let Ok(permit) = pondering.try_acquire_owned() else {
        return Ok(Json(PonderAnswer { pondered: false }));
    };
    let stop = Arc::new(AtomicBool::new(false));
    let _stop = StopOnDrop(Arc::clone(&stop));
    let search = blocking(permit, move || {
        server.engine.ponder(&game, &asked.page, &stop);
    });
    // A search that is still at work after that time is no failure.
    timeout(MAX_PONDERING, search).await.unwrap_or(Ok(()))?;
    Ok(Json(PonderAnswer { pondered: true }))
}
