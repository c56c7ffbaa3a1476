//! Files of the page, which lie in the program.

use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::routing::get;

/// Path, content type and text of files in the folder `assets`.
macro_rules! files {
    ($kind:expr, $($name:literal),*) => {
        &[$((concat!("/", $name), $kind, include_str!(concat!("assets/", $name)))),*]
    };
}

/// Path, content type and text of a file.
type PageFile = (&'static str, &'static str, &'static str);

const INDEX: PageFile = (
    "/",
    "text/html; charset=utf-8",
    include_str!("assets/index.html"),
);
const PICTURES: &[PageFile] = files!("image/svg+xml", "icon.svg");
const STYLES: &[PageFile] = files!("text/css; charset=utf-8", "style.css");
#[rustfmt::skip]
const SCRIPTS: &[PageFile] = files!(
    "text/javascript; charset=utf-8",
    "address.js", "analysis.js", "api.js", "board.js", "clock.js", "consent.js", "countdown.js",
    "counting.js", "counts.js", "elements.js", "ending.js", "engine.js", "game.js", "glide.js",
    "headline.js", "judges.js", "keep.js", "learn.js", "lights.js", "losses.js", "loupe.js", "main.js",
    "movetree.js", "newgame.js", "notes.js", "notice.js", "question.js", "record.js", "report.js",
    "results.js", "seats.js", "session.js", "setup.js", "sgftext.js", "sound.js", "state.js",
    "steps.js", "tabs.js", "tokens.js", "tree.js", "words.js"
);

/// Returns the routes of the files.
pub fn routes() -> Router {
    let files = [&[INDEX], PICTURES, STYLES, SCRIPTS].concat();
    files
        .into_iter()
        .fold(Router::new(), |router, (path, kind, text)| {
            let file = get(move || async move { ([(CONTENT_TYPE, kind)], text) });
            router.route(path, file)
        })
}
