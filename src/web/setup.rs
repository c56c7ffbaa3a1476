//! Points of handicap stones for a new game.

use std::sync::Arc;

use axum::routing::post;
use axum::{Json, Router};
use halfpoint_core::game::{fixed_handicap, free_handicap_points};
use halfpoint_core::notation::vertex;
use serde::Deserialize;
use serde_json::{Value, json};

use super::api::{Refusal, Server};
use super::game::size;
use super::sent::Sent;

/// Returns the route of the request.
pub fn routes() -> Router<Arc<Server>> {
    Router::new().route("/api/handicap", post(handicap))
}

/// Request for the points of handicap stones.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Handicap {
    width: usize,
    height: usize,
    number: usize,
    /// Whether only the points of GTP's `fixed_handicap` may be taken.
    fixed: bool,
}

/// Answers with the points of handicap stones.
async fn handicap(Sent(wanted): Sent<Handicap>) -> Result<Json<Value>, Refusal> {
    let size = size(wanted.width, wanted.height).map_err(Refusal::because)?;
    let points = match wanted.fixed {
        true => fixed_handicap(size, wanted.number),
        false => free_handicap_points(size, wanted.number),
    };
    let points = points.map_err(|error| Refusal::because(format!("handicap: {error}")))?;
    let names: Vec<String> = points.iter().map(|&point| vertex(size, point)).collect();
    Ok(Json(json!({ "points": names })))
}
