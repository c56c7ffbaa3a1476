//! Protection of the server: who may ask, and what the browser may do with the answers.
//!
//! The server listens on the loopback interface, which every program and every web page on the
//! machine can reach. So each run has a secret. It stands in the address that is printed, and the
//! first load exchanges it for a cookie and drops it from the address. A request needs the cookie,
//! a `Host` that is ours (against DNS rebinding), and no foreign `Origin` (against requests of
//! other sites).

use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, COOKIE, HOST, LOCATION, ORIGIN, REFERRER_POLICY,
    SET_COOKIE, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::analysis;

/// Policy for the page: scripts, styles and requests of this server alone, nothing inline.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
     connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);
/// Number of random bytes in the secret.
const SECRET_BYTES: usize = 16;
/// Name of the query parameter with the secret.
const KEY: &str = "key";

/// Secret of a run, and the hosts under which the server may be asked.
#[derive(Clone, Debug)]
pub struct Guard {
    secret: String,
    port: u16,
}

impl Guard {
    /// Draws a secret for a server on `port`.
    pub fn new(port: u16) -> Guard {
        let bytes: [u8; SECRET_BYTES] = rand::random();
        Guard {
            secret: bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
            port,
        }
    }

    /// Returns the address that opens the page.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/?{KEY}={}", self.port, self.secret)
    }

    /// Returns the address of the WebSocket for programs, which have no cookie.
    pub fn analysis_address(&self) -> String {
        let path = analysis::PATH;
        format!("ws://127.0.0.1:{}{path}?{KEY}={}", self.port, self.secret)
    }

    /// Returns the name of the cookie. Cookies do not tell ports apart, so that servers on several
    /// ports need several names.
    fn cookie(&self) -> String {
        format!("halfpoint_{}", self.port)
    }

    fn is_own_host(&self, host: &str) -> bool {
        ["127.0.0.1", "localhost"]
            .iter()
            .any(|name| host == format!("{name}:{}", self.port))
    }

    fn has_cookie(&self, headers: &HeaderMap) -> bool {
        let cookies = headers.get_all(COOKIE).iter();
        let mut pairs = cookies
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(';'))
            .filter_map(|pair| pair.trim().split_once('='));
        let name = self.cookie();
        pairs.any(|(key, value)| key == name && is_equal(value, &self.secret))
    }

    /// Returns why a request must not be answered; `None` if it may be.
    fn objection(&self, headers: &HeaderMap) -> Option<&'static str> {
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
        if !text(HOST).is_some_and(|host| self.is_own_host(host)) {
            return Some("this server answers on 127.0.0.1 alone");
        }
        if let Some(origin) = headers.get(ORIGIN) {
            let host = origin.to_str().ok().and_then(|o| o.strip_prefix("http://"));
            if !host.is_some_and(|host| self.is_own_host(host)) {
                return Some("requests of other sites are not answered");
            }
        }
        None
    }
}

/// Compares two texts in a time that does not depend on where they differ.
fn is_equal(one: &str, other: &str) -> bool {
    let differing = one.bytes().zip(other.bytes());
    one.len() == other.len() && differing.fold(0, |bits, (a, b)| bits | (a ^ b)) == 0
}

/// Lets a request through that may be answered, and adds the headers that each answer has.
pub async fn check(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let mut response = match guard.objection(request.headers()) {
        Some(objection) => (StatusCode::FORBIDDEN, objection).into_response(),
        None => admit(&guard, request, next).await,
    };
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, POLICY);
    for (name, value) in [
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (CACHE_CONTROL, "no-store"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

async fn admit(guard: &Guard, request: Request, next: Next) -> Response {
    if guard.has_cookie(request.headers()) && request.uri().query().is_none() {
        return next.run(request).await;
    }
    let query = request.uri().query().unwrap_or_default();
    let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    let knows = pairs.any(|(name, value)| name == KEY && is_equal(value, &guard.secret));
    if knows && request.uri().path() == analysis::PATH {
        return next.run(request).await;
    }
    if !knows || request.uri().path() != "/" {
        let text = "Open the address that halfpoint printed: it has a key after ?key=.";
        return (StatusCode::FORBIDDEN, text).into_response();
    }
    let cookie = format!(
        "{}={}; HttpOnly; SameSite=Strict; Path=/",
        guard.cookie(),
        guard.secret
    );
    let headers = [(LOCATION, "/".to_string()), (SET_COOKIE, cookie)];
    (StatusCode::SEE_OTHER, headers).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(*name, HeaderValue::from_str(value).expect("a value"));
        }
        headers
    }

    #[test]
    fn foreign_hosts_and_origins_are_refused() {
        let guard = Guard::new(4000);
        let allowed = [
            vec![("host", "127.0.0.1:4000")],
            vec![("host", "localhost:4000")],
            vec![
                ("host", "127.0.0.1:4000"),
                ("origin", "http://127.0.0.1:4000"),
            ],
        ];
        for pairs in allowed {
            assert_eq!(guard.objection(&headers(&pairs)), None, "{pairs:?}");
        }
        let refused = [
            vec![],
            vec![("host", "127.0.0.1")],
            vec![("host", "127.0.0.1:4001")],
            vec![("host", "evil.example:4000")],
            vec![("host", "127.0.0.1:4000.evil.example")],
            vec![
                ("host", "127.0.0.1:4000"),
                ("origin", "http://evil.example"),
            ],
            vec![
                ("host", "127.0.0.1:4000"),
                ("origin", "https://127.0.0.1:4000"),
            ],
            vec![("host", "127.0.0.1:4000"), ("origin", "null")],
        ];
        for pairs in refused {
            assert!(guard.objection(&headers(&pairs)).is_some(), "{pairs:?}");
        }
    }

    #[test]
    fn only_the_cookie_with_the_secret_counts() {
        let guard = Guard::new(4000);
        let secret = &guard.secret;
        let right = format!("a=b; halfpoint_4000={secret}; c=d");
        assert!(guard.has_cookie(&headers(&[("cookie", &right)])));
        for wrong in [
            String::new(),
            format!("halfpoint_4001={secret}"),
            format!("halfpoint_4000={secret}0"),
            format!("halfpoint_4000={}", "0".repeat(secret.len())),
            "halfpoint_4000=".to_string(),
        ] {
            assert!(
                !guard.has_cookie(&headers(&[("cookie", &wrong)])),
                "{wrong}"
            );
        }
        assert_ne!(secret, &Guard::new(4000).secret);
    }
}
