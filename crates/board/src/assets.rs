//! Files of the page, which lie in the program.

use std::io::Write;

use axum::Router;
use axum::body::Bytes;
use axum::http::HeaderMap;
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use flate2::Compression;
use flate2::write::GzEncoder;

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
    "movetree.js", "newgame.js", "notes.js", "notice.js", "problems.js", "question.js", "record.js", "remember.js", "report.js",
    "results.js", "seats.js", "session.js", "setup.js", "sgftext.js", "sound.js", "state.js",
    "steps.js", "tabs.js", "tokens.js", "tree.js", "words.js"
);

/// Returns the routes of the files. Clients that take gzip get them packed: a quarter of the bytes,
/// which are packed once.
pub fn routes() -> Router {
    let files = [&[INDEX], PICTURES, STYLES, SCRIPTS].concat();
    files
        .into_iter()
        .fold(Router::new(), |router, (path, kind, text)| {
            let packed = packed(text);
            let file = get(move |headers: HeaderMap| async move {
                let packed = packed.filter(|_| takes_gzip(&headers));
                answer(kind, text, packed)
            });
            router.route(path, file)
        })
}

/// Returns a text in the format gzip; `None` if that fails, which it never does in memory.
fn packed(text: &str) -> Option<Bytes> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text.as_bytes()).ok()?;
    encoder.finish().ok().map(Bytes::from)
}

/// Returns whether a client takes gzip.
fn takes_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers
        .get(ACCEPT_ENCODING)
        .and_then(|value| value.to_str().ok());
    accepted.is_some_and(|list| list.split(',').any(|one| one.trim() == "gzip"))
}

/// Returns a file as an answer, packed or as it is.
fn answer(kind: &'static str, text: &'static str, packed: Option<Bytes>) -> Response {
    let headers = [(CONTENT_TYPE, kind), (VARY, "accept-encoding")];
    match packed {
        Some(bytes) => (headers, [(CONTENT_ENCODING, "gzip")], bytes).into_response(),
        None => (headers, text).into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use std::io::Read;

    use flate2::read::GzDecoder;

    #[test]
    fn packed_files_are_the_files() {
        for (path, _, text) in SCRIPTS.iter().chain([&INDEX]) {
            let bytes = packed(text).expect(path);
            let mut read = String::new();
            GzDecoder::new(&bytes[..])
                .read_to_string(&mut read)
                .expect(path);
            assert_eq!(read, *text, "{path}");
            assert!(bytes.len() < text.len(), "{path}");
        }
    }

    /// A browser learns of a module only from those that import it, so the page names all.
    #[test]
    fn the_page_names_each_script() {
        for (path, _, _) in SCRIPTS {
            let named = [format!("href=\"{path}\""), format!("src=\"{path}\"")];
            assert!(named.iter().any(|one| INDEX.2.contains(one)), "{path}");
        }
        // Nor does it name any that is not served.
        assert_eq!(INDEX.2.matches(".js\"").count(), SCRIPTS.len());
    }

    #[test]
    fn gzip_is_for_those_who_name_it() {
        let of = |value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_ENCODING, value.parse().expect("a header"));
            takes_gzip(&headers)
        };
        assert!(of("gzip, deflate, br"));
        assert!(!of("br") && !of("identity") && !takes_gzip(&HeaderMap::new()));
    }
}
