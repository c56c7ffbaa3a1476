//! Sessions and tickets of a page.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;

use crate::extract::Sent;
use crate::keys::Keys;
use crate::refusal::Refusal;
use crate::wire::{SessionAnswer, SessionRequest, TicketAnswer};

/// Answers with the session, for a key that has not served yet.
pub async fn session(
    State(keys): State<Arc<Keys>>,
    Sent(SessionRequest { key }): Sent<SessionRequest>,
) -> Result<Json<SessionAnswer>, Refusal> {
    let reason = "the key of this address has served already, or is of another run: \
                  open the address that halfpoint has printed last";
    let used = || Refusal::new(StatusCode::FORBIDDEN, reason);
    let session = keys.exchange(&key).ok_or_else(used)?.to_string();
    Ok(Json(SessionAnswer { session }))
}

/// Answers with a ticket for the WebSocket.
pub async fn ticket(State(keys): State<Arc<Keys>>) -> Json<TicketAnswer> {
    let ticket = keys.ticket();
    Json(TicketAnswer { ticket })
}
