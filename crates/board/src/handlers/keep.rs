//! The text of the page that outlives the server.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use tokio::task::spawn_blocking;

use crate::extract::Sent;
use crate::kept::KeepError;
use crate::refusal::Refusal;
use crate::server::BoardServer;
use crate::wire::{KeepAnswer, KeepRequest, TextOrNull};

/// Answers with the kept text; with none where there is none, or none that can be read.
pub async fn kept(State(server): State<Arc<BoardServer>>) -> Result<Json<Option<String>>, Refusal> {
    let read = spawn_blocking(move || server.kept.read()).await?;
    Ok(Json(read.unwrap_or_else(|error| {
        log_failure("read", &error);
        None
    })))
}

/// Keeps a text, or forgets the kept one. The page goes on where that fails.
pub async fn keep(
    State(server): State<Arc<BoardServer>>,
    Sent(KeepRequest { text }): Sent<KeepRequest>,
) -> Result<Json<KeepAnswer>, Refusal> {
    let write = move || match &text {
        TextOrNull::Text(text) => server.kept.write(text),
        TextOrNull::Null => server.kept.forget(),
    };
    let failure = spawn_blocking(write).await?.err();
    if let Some(error) = &failure {
        log_failure("kept", error);
    }
    let kept = failure.is_none();
    let told = failure.filter(|error| !matches!(error, KeepError::Off));
    let reason = told.map(|error| error.to_string());
    Ok(Json(KeepAnswer { kept, reason }))
}

fn log_failure(what: &str, error: &KeepError) {
    if !matches!(error, KeepError::Off) {
        log::warn!("the game of the page is not {what}: {error}");
    }
}
