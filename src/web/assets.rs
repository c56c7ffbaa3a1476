//! Files of the page, which lie in the program.

use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::routing::get;

/// Path, content type and text of each file.
const FILES: &[(&str, &str, &str)] = &[
    (
        "/",
        "text/html; charset=utf-8",
        include_str!("assets/index.html"),
    ),
    (
        "/style.css",
        "text/css; charset=utf-8",
        include_str!("assets/style.css"),
    ),
    ("/main.js", JAVASCRIPT, include_str!("assets/main.js")),
    ("/consent.js", JAVASCRIPT, include_str!("assets/consent.js")),
    ("/judges.js", JAVASCRIPT, include_str!("assets/judges.js")),
    ("/learn.js", JAVASCRIPT, include_str!("assets/learn.js")),
    (
        "/movetree.js",
        JAVASCRIPT,
        include_str!("assets/movetree.js"),
    ),
    ("/session.js", JAVASCRIPT, include_str!("assets/session.js")),
    ("/setup.js", JAVASCRIPT, include_str!("assets/setup.js")),
    (
        "/analysis.js",
        JAVASCRIPT,
        include_str!("assets/analysis.js"),
    ),
    ("/clock.js", JAVASCRIPT, include_str!("assets/clock.js")),
    ("/engine.js", JAVASCRIPT, include_str!("assets/engine.js")),
    ("/ending.js", JAVASCRIPT, include_str!("assets/ending.js")),
    ("/glide.js", JAVASCRIPT, include_str!("assets/glide.js")),
    ("/graph.js", JAVASCRIPT, include_str!("assets/graph.js")),
    (
        "/headline.js",
        JAVASCRIPT,
        include_str!("assets/headline.js"),
    ),
    ("/keep.js", JAVASCRIPT, include_str!("assets/keep.js")),
    ("/seats.js", JAVASCRIPT, include_str!("assets/seats.js")),
    ("/record.js", JAVASCRIPT, include_str!("assets/record.js")),
    ("/loupe.js", JAVASCRIPT, include_str!("assets/loupe.js")),
    ("/address.js", JAVASCRIPT, include_str!("assets/address.js")),
    ("/api.js", JAVASCRIPT, include_str!("assets/api.js")),
    ("/board.js", JAVASCRIPT, include_str!("assets/board.js")),
    (
        "/counting.js",
        JAVASCRIPT,
        include_str!("assets/counting.js"),
    ),
    ("/lights.js", JAVASCRIPT, include_str!("assets/lights.js")),
    ("/panel.js", JAVASCRIPT, include_str!("assets/panel.js")),
    ("/tree.js", JAVASCRIPT, include_str!("assets/tree.js")),
    (
        "/icon.svg",
        "image/svg+xml",
        include_str!("assets/icon.svg"),
    ),
];

const JAVASCRIPT: &str = "text/javascript; charset=utf-8";

/// Returns the routes of the files.
pub fn routes() -> Router {
    let mut router = Router::new();
    for &(path, kind, text) in FILES {
        router = router.route(
            path,
            get(move || async move { ([(CONTENT_TYPE, kind)], text) }),
        );
    }
    router
}
