//! Requests about a game that is shown: its view, its counts, its clock, and how it begins.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use halfpoint_core::game::{fixed_handicap, free_handicap_points};
use halfpoint_core::notation::vertex;
use halfpoint_engine::clock::MAX_SECONDS;

use crate::extract::{Sent, SentGame};
use crate::play::engine::PageEngine;
use crate::refusal::Refusal;
use crate::server::BoardServer;
use crate::show::{clock, counting, view};
use crate::wire::{
    CardAnswer, CardRequest, ClockAnswer, ClockText, CountView, CountingView, GameText,
    HandicapAnswer, HandicapRequest, PositionView, SpentTime, StartAnswer, player, size, wrong,
};

/// Answers with the game with which the page begins.
pub async fn start(State(server): State<Arc<BoardServer>>) -> Json<StartAnswer> {
    Json(server.start.clone())
}

/// Answers with what the page shows of a game.
pub async fn show(
    SentGame(game, rules, text): SentGame<GameText>,
) -> Result<Json<PositionView>, Refusal> {
    let mut seen = view::view(&game, &rules);
    if let Some(ended) = text.ended {
        seen.over = Some(ended.words());
    }
    if let Some(clock) = &text.clock {
        seen.clock = Some(clock::view(&clock.read()?));
    }
    Ok(Json(seen))
}

/// Answers with the count of a game under every rule set. Stones that were not agreed on are
/// judged.
pub async fn count(
    State(server): State<Arc<BoardServer>>,
    SentGame(game, rules, text): SentGame<GameText>,
) -> Result<Json<CountView>, Refusal> {
    let counted = move |engine: &PageEngine| {
        engine.assuming(&game, |assumptions, readings| {
            view::count(&game, rules, assumptions, readings, text.ended)
        })
    };
    server.count(counted).await.map(Json)
}

/// Answers with the steps by which people count a game.
pub async fn counting(
    State(server): State<Arc<BoardServer>>,
    SentGame(game, rules, _): SentGame<GameText>,
) -> Result<Json<CountingView>, Refusal> {
    let steps = move |engine: &PageEngine| {
        engine.assuming(&game, |assumptions, readings| {
            counting::steps(&game, rules, assumptions, readings)
        })
    };
    server.count(steps).await.map(Json)
}

/// Answers with the card of a game: the picture of its last position with the count, as
/// `halfpoint score --svg` draws it.
pub async fn card(
    State(server): State<Arc<BoardServer>>,
    SentGame(game, rules, asked): SentGame<CardRequest>,
) -> Result<Json<CardAnswer>, Refusal> {
    let drawn = move |engine: &PageEngine| {
        engine.assuming(&game, |assumptions, readings| CardAnswer {
            svg: view::card(&game, rules, assumptions, readings, asked.game.ended),
        })
    };
    server.count(drawn).await.map(Json)
}

/// Answers with the points of handicap stones.
pub async fn handicap(
    Sent(wanted): Sent<HandicapRequest>,
) -> Result<Json<HandicapAnswer>, Refusal> {
    let size = size(wanted.width, wanted.height)?;
    let points = match wanted.fixed {
        true => fixed_handicap(size, wanted.number),
        false => free_handicap_points(size, wanted.number),
    };
    let points = points.map_err(|error| wrong("handicap", error))?;
    Ok(Json(HandicapAnswer {
        points: points.iter().map(|&point| vertex(size, point)).collect(),
    }))
}

/// Answers with the clock after a move, and whether the move came too late.
pub async fn spend(Sent(spent): Sent<SpentTime>) -> Result<Json<ClockAnswer>, Refusal> {
    let mut clock = spent.clock.read()?;
    let color = player(&spent.color)?;
    if !(0.0..=MAX_SECONDS).contains(&spent.seconds) {
        return Err(wrong("seconds", "not a time").into());
    }
    let used = Duration::from_secs_f64(spent.seconds);
    let left = clock.left(color);
    let late = left.is_some_and(|left| used > left.allowance(clock.system()));
    clock.spend(color, used);
    Ok(Json(ClockAnswer {
        clock: ClockText::write(&clock),
        late,
    }))
}
