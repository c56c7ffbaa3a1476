//! Pages to learn from.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;

use crate::web::refusal::Refusal;
use crate::web::server::BoardServer;
use crate::web::show::lessons;
use crate::web::wire::{Lesson, LessonTitle};

/// Answers with the names and titles of the pages.
pub async fn list() -> Json<Vec<LessonTitle>> {
    Json(lessons::titles())
}

/// Answers with a page as HTML, and with the games of its sessions.
pub async fn page(
    State(server): State<Arc<BoardServer>>,
    Path(name): Path<String>,
) -> Result<Json<Lesson>, Refusal> {
    let missing = || Refusal::new(StatusCode::NOT_FOUND, "there is no such page");
    let text = lessons::text_of(&name).ok_or_else(missing)?;
    server.count(|_| lessons::rendered(text)).await.map(Json)
}
