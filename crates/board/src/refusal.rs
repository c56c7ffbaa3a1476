//! Refusals: which errors become which answers.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use halfpoint_core::excerpt::message;
use halfpoint_core::rules::ParseRulesError;
use halfpoint_sgf::SgfError;
use tokio::task::JoinError;

use super::play::opponent::OpponentError;
use super::wire::{ErrorAnswer, RequestError};

/// An answer that tells why a request cannot be carried out.
#[derive(Debug)]
pub struct Refusal {
    status: StatusCode,
    reason: String,
}

impl Refusal {
    /// Creates a refusal with a status and a reason.
    pub fn new(status: StatusCode, reason: impl Into<String>) -> Refusal {
        let reason = reason.into();
        Refusal { status, reason }
    }
}

impl From<Refusal> for ErrorAnswer {
    fn from(refusal: Refusal) -> ErrorAnswer {
        ErrorAnswer {
            error: refusal.reason,
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        // The reason may echo a name of the request, which has up to a megabyte.
        let error = message(&self.reason.replace(char::is_control, " "));
        (self.status, Json(ErrorAnswer { error })).into_response()
    }
}

/// Makes errors the refusals of requests that make no sense.
macro_rules! senseless {
    ($($error:ty),*) => {$(
        impl From<$error> for Refusal {
            fn from(error: $error) -> Refusal {
                Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, error.to_string())
            }
        }
    )*};
}

senseless!(
    OpponentError,
    ParseRulesError,
    RequestError,
    SgfError,
    serde_json::Error
);

/// A thread that has panicked is no fault of the request, and its words are for the log.
impl From<JoinError> for Refusal {
    fn from(error: JoinError) -> Refusal {
        log::error!("{error}");
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "the engine failed")
    }
}
