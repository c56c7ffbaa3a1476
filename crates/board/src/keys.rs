//! Secrets of a run: what opens the page, and what opens the WebSocket.
//!
//! - The key of a page stands after `#` in an address, which no request contains, or in a file for
//!   the browser. It gives a session, once.
//! - The session travels in a header, and opens the requests of the page.
//! - A ticket stands in the address of the WebSocket, and opens it once, for a page with a session.
//! - The key of programs stands in the address of the WebSocket. It opens the WebSocket alone,
//!   again and again: KaTrain reconnects.
//!
//! No secret is a cookie: cookies do not tell the ports of a host apart, so that every server of
//! the machine would get them.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use axum::extract::{RawQuery, Request, State};
use axum::http::header::{AUTHORIZATION, WWW_AUTHENTICATE};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tempfile::TempPath;

use halfpoint_system::parallel::lock;

use super::connections::SessionMark;
use super::refusal::Refusal;

/// Path of the WebSocket.
pub const SOCKET_PATH: &str = "/analysis";

/// Number of random bytes in a secret.
const SECRET_BYTES: usize = 16;
/// Maximum number of tickets that wait for their WebSocket; the oldest makes room.
const MAX_TICKETS: usize = 16;
/// Scheme of the header with the session.
const SCHEME: &str = "Bearer ";

/// Random text that nobody can guess.
struct Secret(String);

impl Secret {
    fn draw() -> Secret {
        let bytes: [u8; SECRET_BYTES] = rand::random();
        Secret(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// Compares with a text, in a time that does not depend on where they differ.
    fn is(&self, text: &str) -> bool {
        let differing = self.0.bytes().zip(text.bytes());
        self.0.len() == text.len() && differing.fold(0, |bits, (a, b)| bits | (a ^ b)) == 0
    }
}

/// Key that serves once, with the file that it lies in, which is removed with it.
struct PageKey {
    secret: Secret,
    file: Option<TempPath>,
}

/// Secrets of a server.
pub struct Keys {
    port: u16,
    session: Secret,
    programs: Secret,
    pages: Mutex<Vec<PageKey>>,
    tickets: Mutex<Vec<Secret>>,
    announce: Announce,
}

/// Function that tells the user an address.
pub type Announce = fn(&str) -> Result<(), String>;

impl Keys {
    /// Draws the secrets of a server on `port`.
    pub fn new(port: u16, announce: Announce) -> Keys {
        Keys {
            port,
            session: Secret::draw(),
            programs: Secret::draw(),
            pages: Mutex::default(),
            tickets: Mutex::default(),
            announce,
        }
    }

    /// Returns the address of a key.
    fn address_of(&self, secret: &Secret) -> String {
        format!("http://127.0.0.1:{}/#key={}", self.port, secret.0)
    }

    /// Announces an address that opens the page once. When it has served, the next one is
    /// announced.
    ///
    /// # Errors
    /// If the user cannot be told.
    pub fn announce_page(&self) -> Result<(), String> {
        let (secret, file) = (Secret::draw(), None);
        let address = self.address_of(&secret);
        lock(&self.pages).push(PageKey { secret, file });
        (self.announce)(&address)
    }

    /// Announces the address of the WebSocket for programs.
    ///
    /// # Errors
    /// If the user cannot be told.
    pub fn announce_socket(&self) -> Result<(), String> {
        let (port, key) = (self.port, &self.programs.0);
        (self.announce)(&format!("ws://127.0.0.1:{port}{SOCKET_PATH}?key={key}"))
    }

    /// Forgets the keys of pages, and removes the files that they lie in.
    pub fn forget_pages(&self) {
        lock(&self.pages).clear();
    }

    /// Writes a file that leads a browser to the page, and that the user alone can read. All users
    /// of the machine can see the arguments of a browser, so its argument is this file.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn browser_file(&self) -> io::Result<PathBuf> {
        let secret = Secret::draw();
        let address = self.address_of(&secret);
        // Its mode is 0600 on Unix; on Windows the folder is the user's own.
        let mut file = tempfile::Builder::new()
            .prefix("halfpoint-")
            .suffix(".html")
            .tempfile()?;
        write!(
            file,
            "<!doctype html>\n<meta charset=\"utf-8\">\n<title>halfpoint</title>\n\
             <meta http-equiv=\"refresh\" content=\"0; url={address}\">\n\
             <a href=\"{address}\">halfpoint</a>\n"
        )?;
        let path = file.into_temp_path();
        let shown = path.to_path_buf();
        let file = Some(path);
        lock(&self.pages).push(PageKey { secret, file });
        Ok(shown)
    }

    /// Returns the session for a key, which serves no more.
    pub fn exchange(&self, key: &str) -> Option<&str> {
        let mut pages = lock(&self.pages);
        let index = pages.iter().position(|page| page.secret.is(key))?;
        let PageKey { file, .. } = pages.swap_remove(index);
        drop(pages);
        if file.is_none()
            && let Err(error) = self.announce_page()
        {
            log::warn!("the next address of the page: {error}");
        }
        Some(self.session())
    }

    /// Returns the session.
    pub fn session(&self) -> &str {
        &self.session.0
    }

    /// Returns a new ticket.
    pub fn ticket(&self) -> String {
        let ticket = Secret::draw();
        let text = ticket.0.clone();
        let mut tickets = lock(&self.tickets);
        tickets.push(ticket);
        if tickets.len() > MAX_TICKETS {
            tickets.remove(0);
        }
        text
    }

    /// Returns whether the query of an address opens the WebSocket. A ticket serves no more.
    fn opens_socket(&self, query: &str) -> bool {
        let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        pairs.any(|(name, value)| match name {
            "key" => self.programs.is(value),
            "ticket" => {
                let mut tickets = lock(&self.tickets);
                let found = tickets.iter().position(|ticket| ticket.is(value));
                found.map(|index| tickets.remove(index)).is_some()
            }
            _ => false,
        })
    }

    fn has_session(&self, headers: &HeaderMap) -> bool {
        let value = headers.get(AUTHORIZATION);
        let text = value.and_then(|value| value.to_str().ok());
        let sent = text.and_then(|text| text.strip_prefix(SCHEME));
        sent.is_some_and(|sent| self.session.is(sent))
    }
}

/// Notes at the connection of a request that it has opened something. There is no connection in
/// tests.
fn note(request: &Request) {
    if let Some(standing) = request.extensions().get::<SessionMark>() {
        standing.admit();
    }
}

/// Lets a request through that has the session.
pub async fn admit(State(keys): State<Arc<Keys>>, request: Request, next: Next) -> Response {
    if keys.has_session(request.headers()) {
        note(&request);
        return next.run(request).await;
    }
    let reason = "no session: open the address that halfpoint has printed last";
    let refusal = Refusal::new(StatusCode::UNAUTHORIZED, reason);
    ([(WWW_AUTHENTICATE, SCHEME.trim_end())], refusal).into_response()
}

/// Lets a request for the WebSocket through whose address has a ticket or the key of programs.
pub async fn admit_to_socket(
    State(keys): State<Arc<Keys>>,
    RawQuery(query): RawQuery,
    request: Request,
    next: Next,
) -> Response {
    if keys.opens_socket(query.as_deref().unwrap_or_default()) {
        note(&request);
        return next.run(request).await;
    }
    let reason = "open the address of the WebSocket that halfpoint printed: it has a key";
    Refusal::new(StatusCode::FORBIDDEN, reason).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    use std::fs;

    fn keys() -> Keys {
        Keys::new(4000, |_| Ok(()))
    }

    /// Returns the keys of pages that have not served.
    fn unused(keys: &Keys) -> Vec<String> {
        let pages = lock(&keys.pages);
        pages.iter().map(|page| page.secret.0.clone()).collect()
    }

    #[test]
    fn a_key_serves_once_and_the_next_one_is_announced() {
        let keys = keys();
        keys.announce_page().expect("told");
        let first = unused(&keys);
        assert_eq!(first.len(), 1);
        assert_eq!(keys.exchange("0"), None);
        assert_eq!(keys.exchange(""), None);
        assert_eq!(unused(&keys), first);
        let session = keys.exchange(&first[0]).expect("a session").to_string();
        assert_ne!(session, first[0]);
        assert_eq!(keys.exchange(&first[0]), None);
        let second = unused(&keys);
        assert_eq!(second.len(), 1);
        assert_ne!(second, first);
        assert_eq!(keys.exchange(&second[0]), Some(session.as_str()));
    }

    #[test]
    fn the_file_for_the_browser_is_private_and_goes_with_its_key() {
        let keys = keys();
        keys.announce_page().expect("told");
        let printed = unused(&keys);
        let path = keys.browser_file().expect("a file");
        let text = fs::read_to_string(&path).expect("a file");
        let own = unused(&keys).pop().expect("a key");
        assert!(text.contains(&format!("0; url=http://127.0.0.1:4000/#key={own}\"")));
        assert!(!path.display().to_string().contains(&own));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(&path).expect("a file").permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        assert!(keys.exchange(&own).is_some());
        assert!(!path.exists());
        // A server that ends leaves none behind.
        let path = keys.browser_file().expect("a file");
        assert!(path.exists());
        // The printed address is still good, and no other was printed.
        assert_eq!(unused(&keys)[..1], printed);
        keys.forget_pages();
        assert!(!path.exists());
    }

    #[test]
    fn each_secret_opens_nothing_but_what_is_its_own() {
        let keys = keys();
        keys.announce_page().expect("told");
        let page = unused(&keys).remove(0);
        let ticket = keys.ticket();
        let (session, programs) = (keys.session.0.clone(), keys.programs.0.clone());
        let authorised = |text: String| {
            let headers = HeaderMap::from_iter([(AUTHORIZATION, text.parse().expect("a value"))]);
            keys.has_session(&headers)
        };
        assert!(authorised(format!("Bearer {session}")));
        for wrong in [&page, &ticket, &programs, "", &session[1..]] {
            assert!(!authorised(format!("Bearer {wrong}")), "{wrong}");
        }
        assert!(!authorised(session.clone()));
        assert!(!keys.has_session(&HeaderMap::new()));
        for wrong in [&ticket, &programs, &session] {
            assert_eq!(keys.exchange(wrong), None);
        }
        for wrong in [&page, &session, &ticket] {
            assert!(!keys.opens_socket(&format!("key={wrong}")), "{wrong}");
        }
        for wrong in [&page, &session, &programs] {
            assert!(!keys.opens_socket(&format!("ticket={wrong}")), "{wrong}");
        }
        for query in ["", "key", "key=", "ticket=", "rules=button"] {
            assert!(!keys.opens_socket(query), "{query}");
        }
        // Programs reconnect; a ticket serves once.
        for _ in 0..2 {
            assert!(keys.opens_socket(&format!("rules=button&key={programs}")));
        }
        let query = format!("ticket={ticket}");
        assert!(keys.opens_socket(&query));
        assert!(!keys.opens_socket(&query));
    }

    #[test]
    fn the_oldest_ticket_makes_room() {
        let keys = keys();
        let tickets: Vec<String> = (0..=MAX_TICKETS).map(|_| keys.ticket()).collect();
        let opens = |ticket: &String| keys.opens_socket(&format!("ticket={ticket}"));
        assert!(!opens(&tickets[0]));
        assert!(tickets[1..].iter().all(opens));
    }
}
