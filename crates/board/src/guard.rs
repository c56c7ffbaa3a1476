//! Protection of the server against other sites: which requests are looked at, and what the browser
//! may do with the answers.
//!
//! The server listens on the loopback interface, which every program and every web page on the
//! machine can reach. So a request needs a `Host` that is ours (against DNS rebinding), no foreign
//! `Origin` and no foreign `Sec-Fetch-Site` (against requests of other sites). Beyond the files of
//! the page, which are the same for everybody, it needs one of the secrets of [`super::keys`].

use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HOST, HeaderName, ORIGIN, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// Policy for the page: scripts, styles and requests of this server alone, nothing inline.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
     img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'";
/// Headers of each answer.
const HEADERS: [(HeaderName, &str); 6] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    (CACHE_CONTROL, "no-store"),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
];
/// Port that addresses of HTTP leave out.
const HTTP_PORT: u16 = 80;

/// Hosts under which the server may be asked.
#[derive(Clone, Copy, Debug)]
pub struct Guard {
    port: u16,
}

impl Guard {
    /// Creates the guard of a server on `port`.
    pub fn new(port: u16) -> Guard {
        Guard { port }
    }

    fn is_own_host(&self, host: &str) -> bool {
        let (name, port) = match host.split_once(':') {
            Some((name, port)) => (name, port.parse().ok()),
            None => (host, Some(HTTP_PORT)),
        };
        ["127.0.0.1", "localhost"].contains(&name) && port == Some(self.port)
    }

    /// Returns why a request must not be answered; `None` if it may be.
    fn objection(&self, method: &Method, headers: &HeaderMap) -> Option<&'static str> {
        // No browser sends two, and whoever looked at the request before may have read the other.
        let is_twice = |name: &HeaderName| headers.get_all(name).iter().nth(1).is_some();
        if [HOST, ORIGIN].iter().any(is_twice) {
            return Some("a header is there twice");
        }
        let text = |name: &str| Some(headers.get(name)?.to_str().unwrap_or_default());
        if !text(HOST.as_str()).is_some_and(|host| self.is_own_host(host)) {
            return Some("this server answers on 127.0.0.1 alone");
        }
        let is_foreign = text(ORIGIN.as_str()).is_some_and(|origin| {
            let host = origin.strip_prefix("http://");
            !host.is_some_and(|host| self.is_own_host(host))
        });
        // Other ports of this host are the same site, but not ours. A link may lead to the page,
        // and the file for the browser does.
        let is_own = |site| ["same-origin", "none"].contains(&site);
        let is_link = *method == Method::GET
            && text("sec-fetch-mode") == Some("navigate")
            && text("sec-fetch-dest") == Some("document");
        let is_of_other = !text("sec-fetch-site").is_none_or(is_own) && !is_link;
        (is_foreign || is_of_other).then_some("requests of other sites are not answered")
    }
}

/// Lets a request through that may be answered, and adds the headers that each answer has.
pub async fn check(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let mut response = match guard.objection(request.method(), request.headers()) {
        Some(objection) => (StatusCode::FORBIDDEN, objection).into_response(),
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn objection(port: u16, method: Method, pairs: &[(&'static str, &str)]) -> bool {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(*name, HeaderValue::from_str(value).expect("a value"));
        }
        Guard::new(port).objection(&method, &headers).is_some()
    }

    #[test]
    fn foreign_hosts_and_origins_are_refused() {
        let own = ("host", "127.0.0.1:4000");
        let allowed = [
            vec![own],
            vec![("host", "localhost:4000")],
            vec![own, ("origin", "http://127.0.0.1:4000")],
        ];
        for pairs in allowed {
            assert!(!objection(4000, Method::POST, &pairs), "{pairs:?}");
        }
        let refused = [
            vec![],
            vec![("host", "127.0.0.1")],
            vec![("host", "127.0.0.1:4001")],
            vec![("host", "127.0.0.1:")],
            vec![("host", "evil.example:4000")],
            vec![("host", "127.0.0.1:4000.evil.example")],
            vec![("host", "127.0.0.1.evil.example:4000")],
            vec![own, ("origin", "http://evil.example")],
            vec![own, ("origin", "https://127.0.0.1:4000")],
            vec![own, ("origin", "http://127.0.0.1:4001")],
            vec![own, ("origin", "http://127.0.0.1")],
            vec![own, ("origin", "null")],
            vec![own, own],
            vec![own, ("host", "evil.example")],
            vec![
                own,
                ("origin", "http://127.0.0.1:4000"),
                ("origin", "http://evil.example"),
            ],
        ];
        for pairs in refused {
            assert!(objection(4000, Method::POST, &pairs), "{pairs:?}");
        }
    }

    #[test]
    fn browsers_leave_port_80_out() {
        for host in ["127.0.0.1", "localhost", "127.0.0.1:80", "localhost:80"] {
            let origin = format!("http://{host}");
            let pairs = [("host", host), ("origin", origin.as_str())];
            assert!(!objection(80, Method::POST, &pairs), "{host}");
        }
        for host in ["127.0.0.1:8080", "evil.example", "evil.example:80"] {
            assert!(objection(80, Method::GET, &[("host", host)]), "{host}");
        }
    }

    #[test]
    fn other_sites_and_ports_may_link_to_the_page_alone() {
        let asked = |method: Method, site, mode, dest| {
            let pairs = [
                ("host", "127.0.0.1:4000"),
                ("sec-fetch-site", site),
                ("sec-fetch-mode", mode),
                ("sec-fetch-dest", dest),
            ];
            !objection(4000, method, &pairs)
        };
        assert!(asked(Method::POST, "same-origin", "cors", "empty"));
        assert!(asked(Method::GET, "same-origin", "no-cors", "script"));
        assert!(asked(Method::GET, "same-origin", "websocket", "empty"));
        assert!(asked(Method::GET, "none", "navigate", "document"));
        for site in ["same-site", "cross-site", "other"] {
            assert!(asked(Method::GET, site, "navigate", "document"), "{site}");
            for (method, mode, dest) in [
                (Method::POST, "navigate", "document"),
                (Method::GET, "navigate", "iframe"),
                (Method::GET, "navigate", "object"),
                (Method::GET, "no-cors", "script"),
                (Method::GET, "no-cors", "image"),
                (Method::POST, "cors", "empty"),
                (Method::GET, "websocket", "empty"),
            ] {
                assert!(!asked(method, site, mode, dest), "{site} {mode} {dest}");
            }
        }
    }
}
