//! Extractors: what a handler takes from a request of the page.

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use halfpoint_core::game::Game;
use halfpoint_core::rules::NamedRules;
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use super::refusal::Refusal;
use super::wire::GameRequest;

/// Time within which the body of a request must arrive.
const LONGEST_BODY: Duration = Duration::from_secs(30);

/// Request in JSON of the form `T`. Other content types are refused, since forms of other sites can
/// send them without asking, and so is a body that is too long or has another form.
pub struct Sent<T>(pub T);

/// Legal game of a request of the form `T` with its rules, and the request.
pub struct SentGame<T>(pub Game, pub NamedRules, pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Sent<T> {
    type Rejection = Response;

    async fn from_request(request: Request, state: &S) -> Result<Sent<T>, Response> {
        if !is_json(request.headers()) {
            let reason = "the content type must be application/json";
            let refusal = Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, reason);
            return Err(refusal.into_response());
        }
        let body = timeout(LONGEST_BODY, Bytes::from_request(request, state)).await;
        let body = body.map_err(|_| StatusCode::REQUEST_TIMEOUT.into_response())?;
        let body = body.map_err(IntoResponse::into_response)?;
        let read = serde_json::from_slice(&body).map(Sent);
        read.map_err(|error| Refusal::from(error).into_response())
    }
}

impl<T: GameRequest, S: Send + Sync> FromRequest<S> for SentGame<T> {
    type Rejection = Response;

    async fn from_request(request: Request, state: &S) -> Result<SentGame<T>, Response> {
        let Sent(sent) = Sent::<T>::from_request(request, state).await?;
        match sent.read() {
            Ok((game, rules)) => Ok(SentGame(game, rules, sent)),
            Err(error) => Err(Refusal::from(error).into_response()),
        }
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers
        .get(CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok());
    kind.is_some_and(|kind| kind.split(';').next() == Some("application/json"))
}

#[cfg(test)]
mod tests {
    use super::*;

    use axum::body::Body;
    use axum::extract::DefaultBodyLimit;
    use axum::handler::Handler;

    use crate::block_on;
    use crate::wire::GameText;

    const GAME: &str = r#"{"rules":"button","width":5,"height":5,"komi":0.5,"moves":[["B","C3"]]}"#;

    async fn handled(SentGame(game, rules, _): SentGame<GameText>) -> String {
        format!("{rules} {}", game.records().len())
    }

    /// Returns the status and the text of the answer to a request.
    fn answer(kind: Option<&str>, body: &str) -> (StatusCode, String) {
        let mut request = Request::builder();
        if let Some(kind) = kind {
            request = request.header(CONTENT_TYPE, kind);
        }
        let request = request.body(Body::from(body.to_string()));
        let asked = async {
            let handler = handled.layer(DefaultBodyLimit::max(100));
            let response = handler.call(request.expect("a request"), ()).await;
            let (parts, body) = response.into_parts();
            let body = axum::body::to_bytes(body, 1000).await.expect("a body");
            (parts.status, String::from_utf8_lossy(&body).into_owned())
        };
        block_on(asked).expect("a runtime")
    }

    #[test]
    fn only_a_legal_game_in_json_reaches_its_handler() {
        for kind in ["application/json", "application/json; charset=utf-8"] {
            let (status, text) = answer(Some(kind), GAME);
            assert_eq!(
                (status, text.as_str()),
                (StatusCode::OK, "button 1"),
                "{kind}"
            );
        }
        let json = Some("application/json");
        let long = " ".repeat(200);
        let cases = [
            (
                None,
                GAME,
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "content type",
            ),
            (
                Some("text/plain"),
                GAME,
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "content type",
            ),
            (json, &long, StatusCode::PAYLOAD_TOO_LARGE, "limit"),
            (json, "{", StatusCode::UNPROCESSABLE_ENTITY, "EOF"),
            (
                json,
                r#"{"rules":"button"}"#,
                StatusCode::UNPROCESSABLE_ENTITY,
                "missing field",
            ),
            (
                json,
                &GAME.replace("C3", "Z9"),
                StatusCode::UNPROCESSABLE_ENTITY,
                "Z9 is no move",
            ),
        ];
        for (kind, body, status, words) in cases {
            let (found, text) = answer(kind, body);
            assert_eq!(found, status, "{body}");
            assert!(text.contains(words), "{text}");
        }
    }
}
