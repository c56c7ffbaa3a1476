//! Analysis commands: options of a request, and the text of a report.
//!
//! Two dialects are in use, that of Leela Zero and that of KataGo (its `docs/GTP_Extensions.md`).
//! Both write one line per report, with one `info` per move. Win rates and scores are those of the
//! side that the request is about.

mod cgos;
mod line;
mod request;

pub use line::{MAX_VARIATION, ReportFormat, vertex_or_pass};
pub use request::{AfterSearch, Dialect, Request};
