//! A file of JSON lines that is only ever added to, so that nothing in it is ever lost.
//!
//! A line counts once it is there with its newline. Whatever a sudden end cuts off is a part of a last line: it is
//! not read, and removed when the file is opened to be written again.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

/// Why such a file cannot be used.
#[derive(Debug, Error)]
pub enum LinesError {
    /// It cannot be read or written.
    #[error("{path}: {reason}")]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: io::Error,
    },
    /// Another process writes it.
    #[error("{0} is being written by another process")]
    Busy(PathBuf),
    /// A line that is not what it should be.
    #[error("{path}, line {line}: {reason}")]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// Why.
        reason: serde_json::Error,
    },
}

/// What a failure to read or write a file is.
pub(super) fn at(path: &Path) -> impl FnOnce(io::Error) -> LinesError {
    let path = path.to_path_buf();
    |reason| LinesError::File { path, reason }
}

/// Who is killed while an engine is started leaves a child that has the lock until it runs the engine: that is
/// waited for so long …
const PATIENCE: Duration = Duration::from_secs(2);
/// … with a look each time after so long.
const WAIT: Duration = Duration::from_millis(20);

/// Such a file, open for this process alone.
#[derive(Debug)]
pub struct Lines {
    path: PathBuf,
    file: File,
}

impl Lines {
    /// Opens it, or makes it.
    ///
    /// # Errors
    /// If it cannot be opened, or another process has it.
    pub fn open(path: PathBuf) -> Result<Lines, LinesError> {
        let mut options = OpenOptions::new();
        let options = options.create(true).read(true).write(true).truncate(false);
        let file = options.open(&path).map_err(at(&path))?;
        let begun = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => break,
                Err(TryLockError::WouldBlock) if begun.elapsed() < PATIENCE => thread::sleep(WAIT),
                Err(TryLockError::WouldBlock) => return Err(LinesError::Busy(path)),
                // A file system without locks is no reason not to play.
                Err(TryLockError::Error(reason)) => {
                    log::warn!("{}: cannot be locked: {reason}", path.display());
                    break;
                }
            }
        }
        Ok(Lines { path, file })
    }

    /// Removes what was cut off, so that the next line begins as one.
    ///
    /// # Errors
    /// If the file cannot be read or written.
    pub fn repair(&mut self) -> Result<(), LinesError> {
        let bytes = fs::read(&self.path).map_err(at(&self.path))?;
        let whole = whole_lines(&bytes).len() as u64;
        self.file.set_len(whole).map_err(at(&self.path))
    }

    /// Adds a line. When this returns it is on the disk; when it fails it is not there.
    ///
    /// # Errors
    /// If it cannot be written, as on a full disk.
    pub fn add(&mut self, value: &impl Serialize) -> Result<(), LinesError> {
        let path = self.path.as_path();
        let mut line =
            serde_json::to_vec(value).map_err(|error| at(path)(io::Error::other(error)))?;
        line.push(b'\n');
        let before = self.file.seek(SeekFrom::End(0)).map_err(at(path))?;
        let written = self
            .file
            .write_all(&line)
            .and_then(|()| self.file.sync_data());
        if written.is_err() {
            // Best effort: what is left of the line is cut off by the next repair at the latest.
            let _ = self.file.set_len(before);
        }
        written.map_err(at(path))
    }
}

/// What the lines of a file say; nothing, if there is none. A last line without its end does not count.
///
/// # Errors
/// If it cannot be read, or a line is not what it should be.
pub fn read<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, LinesError> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(reason) => return Err(at(path)(reason)),
    };
    let lines = whole_lines(&bytes).split(|&byte| byte == b'\n');
    let lines = lines.enumerate().filter(|(_, line)| !line.is_empty());
    let read = |(index, line)| {
        serde_json::from_slice(line).map_err(|reason| LinesError::Line {
            path: path.to_path_buf(),
            line: index + 1,
            reason,
        })
    };
    lines.map(read).collect()
}

/// Writes a file so that it is there as a whole or not at all.
///
/// # Errors
/// If it cannot be written.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), LinesError> {
    let new = path.with_extension("new");
    let write = || {
        let mut file = File::create(&new)?;
        file.write_all(bytes)?;
        file.sync_data()?;
        fs::rename(&new, path)
    };
    write().map_err(at(path))
}

/// The bytes up to the last newline.
fn whole_lines(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|&byte| byte == b'\n');
    &bytes[..end.map_or(0, |end| end + 1)]
}

#[cfg(test)]
mod tests {
    use tempfile::tempdir;

    use super::*;

    #[test]
    fn what_was_cut_off_is_no_line() {
        let folder = tempdir().expect("a folder");
        let path = folder.path().join("lines.jsonl");
        assert!(read::<u32>(&path).expect("nothing").is_empty());
        let mut lines = Lines::open(path.clone()).expect("a file");
        for value in [1, 2] {
            lines.add(&value).expect("a line");
        }
        assert!(matches!(
            Lines::open(path.clone()),
            Err(LinesError::Busy(_))
        ));
        drop(lines);
        let mut bytes = fs::read(&path).expect("a file");
        bytes.extend(b"345");
        fs::write(&path, bytes).expect("a file");
        assert_eq!(read::<u32>(&path).expect("lines"), [1, 2]);
        let mut lines = Lines::open(path.clone()).expect("a file");
        lines.repair().expect("a file");
        lines.add(&6).expect("a line");
        assert_eq!(read::<u32>(&path).expect("lines"), [1, 2, 6]);
        fs::write(&path, "1\n\nx\n").expect("a file");
        let error = read::<u32>(&path).expect_err("no number").to_string();
        assert!(error.contains("line 3"), "{error}");
    }
}
