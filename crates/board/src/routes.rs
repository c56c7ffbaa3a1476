//! Paths of the requests, with what each needs.

use std::sync::Arc;

use axum::extract::DefaultBodyLimit;
use axum::routing::{any, get, post};
use axum::{Router, middleware};

use super::assets;
use super::guard::{self, Guard};
use super::handlers::{board, endings, keep, learn, moves, record, session, socket, values};
use super::kept::MAX_KEPT;
use super::keys::{self, Keys, SOCKET_PATH};
use super::server::BoardServer;

/// Maximum length of the body of a request, in bytes.
const MAX_REQUEST: usize = 1 << 20;
/// Maximum length of the body of a request with a text to keep, in bytes: quotation marks of the
/// text are two in JSON.
const MAX_KEEP_REQUEST: usize = 2 * MAX_KEPT + (1 << 10);
/// Maximum length of the body of a request that has all nodes of a record, in bytes.
const MAX_RECORD: usize = 8 << 20;
/// Maximum length of the body of a request that has the bytes of a record, in bytes: a record that
/// was written, in Base64.
const MAX_READ: usize = MAX_RECORD / 3 * 4 + (1 << 10);
/// Maximum length of the body of a request for a session or a ticket, in bytes.
const MAX_SESSION_REQUEST: usize = 1 << 10;

/// Returns the routes of the server. Requests need a session, but for the files of the page and for
/// what gives a session; the WebSocket has keys of its own.
pub fn routes(server: Arc<BoardServer>, keys: Arc<Keys>, guard: Guard) -> Router {
    let admitted = middleware::from_fn_with_state(Arc::clone(&keys), keys::admit);
    let to_socket = middleware::from_fn_with_state(Arc::clone(&keys), keys::admit_to_socket);
    let socket = Router::new().route(SOCKET_PATH, any(socket::connect));
    let sessions = Router::new()
        .route("/api/ticket", post(session::ticket))
        .route_layer(admitted.clone())
        .route("/api/session", post(session::session))
        .route_layer(DefaultBodyLimit::max(MAX_SESSION_REQUEST))
        .with_state(keys);
    Router::new()
        .route("/api/start", get(board::start))
        .route("/api/view", post(board::show))
        .route("/api/count", post(board::count))
        .route("/api/counting", post(board::counting))
        .route("/api/handicap", post(board::handicap))
        .route("/api/clock", post(board::spend))
        .route("/api/move", post(moves::choose))
        .route("/api/analyze", post(moves::analyze))
        .route("/api/ponder", post(moves::ponder))
        .route("/api/draw", post(endings::draw))
        .route("/api/dead", post(endings::dead))
        .route("/api/graph", post(values::graph))
        .route("/api/exact", post(values::exact))
        .route(
            "/api/read",
            post(record::read_record).layer(DefaultBodyLimit::max(MAX_READ)),
        )
        .route(
            "/api/write",
            post(record::write_record).layer(DefaultBodyLimit::max(MAX_RECORD)),
        )
        .route("/api/card", post(board::card))
        .route("/api/kept", get(keep::kept))
        .route(
            "/api/keep",
            post(keep::keep).layer(DefaultBodyLimit::max(MAX_KEEP_REQUEST)),
        )
        .route("/api/learn", get(learn::list))
        .route("/api/learn/{name}", get(learn::page))
        .route("/api/problems", get(learn::problems))
        .route_layer(admitted)
        .merge(socket.route_layer(to_socket))
        .with_state(server)
        .layer(DefaultBodyLimit::max(MAX_REQUEST))
        .merge(sessions)
        .merge(assets::routes())
        .layer(middleware::from_fn_with_state(guard, guard::check))
}
