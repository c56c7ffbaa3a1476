//! Dispatch of a line: reads it, finds its command in the table, runs it on the session.
//!
//! The session itself knows no commands, so that these can use it: session, then commands, then
//! dispatch.

use halfpoint_core::excerpt::excerpt;

use super::arguments::Arguments;
use super::commands;
use super::error::GtpError;
use super::grammar::{self, Line, LineError, MAX_LINE};
use super::response::Response;
use super::session::Session;

impl Session {
    /// Runs the analysis that was asked for until `is_over` or until its move is played; passes
    /// each line of output to `report`.
    pub fn analyze(&mut self, is_over: &dyn Fn() -> bool, report: &mut dyn FnMut(&str)) {
        if let Some(request) = self.request.take() {
            commands::analyze(self, &request, is_over, report);
        }
    }

    /// Answers a line; returns `None` for comments and empty lines. A command that fails changes
    /// nothing.
    pub fn handle_line(&mut self, text: &str) -> Option<Response> {
        self.handle_bytes(text.as_bytes())
    }

    /// Answers a line that may not be UTF-8; returns `None` for comments and empty lines.
    pub(super) fn handle_bytes(&mut self, bytes: &[u8]) -> Option<Response> {
        let whole = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        let whole = whole.strip_suffix(b"\r").unwrap_or(whole);
        if whole.len() > MAX_LINE {
            return self.refuse_long_line(whole);
        }
        let line = grammar::preprocess(&String::from_utf8_lossy(whole));
        let parsed = match grammar::line(&line) {
            Err(LineError::Empty) => return None,
            Err(error) => return Some(Response::new(None, Err(error.to_string()))),
            Ok(parsed) => parsed,
        };
        self.opponent_thinks = false;
        self.request = None;
        let result = self.run(&line, &parsed);
        if let Err(failure) = &result {
            log::info!("{}: {failure}", excerpt(&line));
        }
        Some(Response::new(
            parsed.id,
            result.map_err(|failure| failure.to_string()),
        ))
    }

    /// Answers a line of more than [`MAX_LINE`] bytes, of which `head` is the beginning; returns
    /// `None` for comments and empty lines.
    pub(super) fn refuse_long_line(&mut self, head: &[u8]) -> Option<Response> {
        let line = grammar::preprocess(&String::from_utf8_lossy(head));
        // Digits that fill the whole kept part are not an id, but the beginning of a longer number.
        let is_cut = line.len() >= MAX_LINE && line.bytes().all(|byte| byte.is_ascii_digit());
        let id = match grammar::line(&line) {
            Err(LineError::Empty) => return None,
            Ok(parsed) if !is_cut => parsed.id,
            Ok(_) | Err(LineError::IdTooLarge) => None,
        };
        self.opponent_thinks = false;
        self.request = None;
        Some(Response::new(id, Err(GtpError::TooLong.to_string())))
    }

    fn run(&mut self, line: &str, parsed: &Line<'_>) -> Result<String, GtpError> {
        if line.contains(char::REPLACEMENT_CHARACTER) {
            return Err(GtpError::Encoding);
        }
        if parsed.name.is_empty() {
            return Err(LineError::Empty.into());
        }
        commands::run(parsed.name, self, &Arguments::new(parsed.arguments))
    }
}
