//! Analysis commands: options of a request, and the text of a report.
//!
//! Two dialects are in use, that of Leela Zero and that of KataGo (its `docs/GTP_Extensions.md`).
//! Both write one line per report, with one `info` per move. Win rates and scores are those of the
//! side that the request is about.

mod cgos;
mod format;
mod kata;
mod request;

use halfpoint_engine::player::Report;

pub use format::{MAX_VARIATION, ReportFormat, variation, vertex_or_pass};
pub use request::{AfterSearch, AnalysisRequest, Dialect};

/// Formats a report as one line in the dialect of its request; returns `None` if no move has been
/// searched.
pub fn report_line(format: &ReportFormat<'_>, report: &Report) -> Option<String> {
    match format.request.dialect {
        Dialect::Cgos => cgos::line(format, report),
        Dialect::Kata | Dialect::Leela => kata::line(format, report),
    }
}
