//! Output that several threads write lines to.

use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

use serde_json::{Value, json};

use halfpoint_system::parallel::lock;

use super::fields::FieldError;

/// Writer of one JSON object a line.
pub(super) struct JsonOutput<W> {
    inner: Mutex<Inner<W>>,
}

struct Inner<W> {
    writer: W,
    /// First error of the writer; nothing is written after it.
    failed: Option<io::Error>,
}

impl<W: Write> JsonOutput<W> {
    /// Creates the output to a writer.
    pub fn new(writer: W) -> JsonOutput<W> {
        let failed = None;
        JsonOutput {
            inner: Mutex::new(Inner { writer, failed }),
        }
    }

    /// Writes a line. Returns whether the output can still be written.
    pub fn write(&self, value: &Value) -> bool {
        let mut inner = lock(&self.inner);
        if inner.failed.is_none() {
            let written = writeln!(inner.writer, "{value}").and_then(|()| inner.writer.flush());
            inner.failed = written.err();
        }
        inner.failed.is_none()
    }

    /// Writes an error, with the id and the field that it belongs to, if there are any.
    pub fn error(&self, id: Option<&str>, field: Option<&str>, text: &str) -> bool {
        self.write(&objection("error", id, field, text))
    }

    /// Writes a warning about a field of a query.
    pub fn warning(&self, id: &str, warning: &FieldError) -> bool {
        let field = Some(warning.field.as_str());
        self.write(&objection("warning", Some(id), field, &warning.text))
    }

    /// Ends the output.
    ///
    /// # Errors
    /// The first error of the writer. An output that its reader has closed is none.
    pub fn finish(self) -> io::Result<()> {
        let inner = self.inner.into_inner();
        let failed = inner.unwrap_or_else(PoisonError::into_inner).failed;
        match failed {
            Some(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
            _ => Ok(()),
        }
    }
}

fn objection(kind: &str, id: Option<&str>, field: Option<&str>, text: &str) -> Value {
    let mut value = json!({});
    let parts = [("id", id), ("field", field), (kind, Some(text))];
    for (name, part) in parts {
        if let Some(part) = part {
            value[name] = part.into();
        }
    }
    value
}
