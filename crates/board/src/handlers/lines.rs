//! Answers that come line by line.

use axum::body::Body;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use tokio::sync::mpsc;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;

/// Answers with a line of JSON for each value that is sent.
pub fn lines<T: Serialize + Send + 'static>(values: mpsc::Receiver<T>) -> Response {
    let line = |value: T| serde_json::to_string(&value).map(|line| line + "\n");
    let headers = [(CONTENT_TYPE, "application/x-ndjson")];
    let body = Body::from_stream(ReceiverStream::new(values).map(line));
    (headers, body).into_response()
}
