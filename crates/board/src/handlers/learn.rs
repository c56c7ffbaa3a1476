//! Pages to learn from.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use tokio::task::spawn_blocking;

use crate::refusal::Refusal;
use crate::server::BoardServer;
use crate::wire::{Lesson, LessonTitle, ProblemRecord};

/// Answers with the names and titles of the pages.
pub async fn list(State(server): State<Arc<BoardServer>>) -> Json<Vec<LessonTitle>> {
    Json(server.lessons.titles())
}

/// Answers with the problems.
pub async fn problems(
    State(server): State<Arc<BoardServer>>,
) -> Result<Json<Vec<ProblemRecord>>, Refusal> {
    let lessons = server.lessons;
    let read = spawn_blocking(move || lessons.problem_records());
    Ok(Json(read.await??))
}

/// Answers with a page as HTML, and with the games of its sessions.
pub async fn page(
    State(server): State<Arc<BoardServer>>,
    Path(name): Path<String>,
) -> Result<Json<Lesson>, Refusal> {
    let missing = || Refusal::new(StatusCode::NOT_FOUND, "there is no such page");
    let text = server.lessons.text_of(&name).ok_or_else(missing)?;
    let lessons = server.lessons;
    server
        .count(move |_| lessons.rendered(text))
        .await
        .map(Json)
}
