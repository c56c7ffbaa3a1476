//! The WebSocket for KataGo's protocol.

use std::sync::Arc;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::response::Response;
use halfpoint_core::rules::{NamedRules, ParseRulesError};
use halfpoint_gtp::json::JsonOptions;

use crate::play::socket::{MAX_CONNECTIONS, MAX_MESSAGE, converse};
use crate::refusal::Refusal;
use crate::server::BoardServer;

/// Returns the rules that the address names for all queries of the connection (`rules=button`),
/// since KaTrain sends others for rule sets that it does not know.
///
/// # Errors
/// If there is no such rule set.
fn locked_rules(query: &str) -> Result<Option<NamedRules>, ParseRulesError> {
    let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    let mut named = pairs.filter(|(name, _)| *name == "rules");
    named.next().map(|(_, id)| id.parse()).transpose()
}

/// Opens a connection, unless there are too many.
pub async fn connect(
    State(server): State<Arc<BoardServer>>,
    RawQuery(query): RawQuery,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Refusal> {
    let Some(socket) = &server.analysis else {
        let reason = "this server was started without --analysis";
        return Err(Refusal::new(StatusCode::NOT_FOUND, reason));
    };
    let Ok(permit) = Arc::clone(&socket.connections).try_acquire_owned() else {
        let reason = format!("{MAX_CONNECTIONS} connections are open already");
        return Err(Refusal::new(StatusCode::SERVICE_UNAVAILABLE, reason));
    };
    let rules = locked_rules(query.as_deref().unwrap_or_default())?;
    let options = JsonOptions {
        rules,
        lock_rules: rules.is_some(),
        ..socket.options.clone()
    };
    let upgrade = upgrade
        .max_message_size(MAX_MESSAGE)
        .max_frame_size(MAX_MESSAGE);
    Ok(upgrade.on_upgrade(|socket| async move {
        converse(socket, options).await;
        drop(permit);
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_may_name_the_rules_of_its_queries() {
        let id = |query| locked_rules(query).map(|rules| rules.map(|rules| rules.id));
        assert_eq!(id("key=0"), Ok(None));
        assert_eq!(id("key=0&rules=half_pass"), Ok(Some("half_pass")));
        assert!(id("rules=none&key=0").is_err());
        assert!(id("rules=&key=0").is_err());
    }
}
