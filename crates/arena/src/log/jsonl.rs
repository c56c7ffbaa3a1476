//! Append-only file of JSON lines that survives interruptions.
//!
//! A line counts once it is in the file together with its newline. An interruption can leave an
//! incomplete last line: it is not read, and [`Lines::repair`] removes it before new lines are
//! written.
//!
//! Only regular files are opened, and one line at a time is in memory, of at most [`MAX_LINE`]
//! bytes.
//!
//! The last member of each line is its [`checksum`](halfpoint_system::checksum). Lines without one
//! are accepted as they are: earlier versions wrote none.

use std::borrow::Cow;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

use halfpoint_system::checksum::{Checked, checked, line_of};
use halfpoint_system::regular::{self, Identity};

/// Largest length of a line in bytes, its newline included. A game takes a few kilobytes, with the
/// last words of an engine at most thirty.
pub const MAX_LINE: usize = 1 << 20;

/// Reason why a file of lines cannot be used.
#[derive(Debug, Error)]
pub enum LinesError {
    /// The file cannot be read or written.
    #[error("{0}: {1}")]
    File(PathBuf, io::Error),
    /// Another process holds the lock on the file.
    #[error("{0} is being written by another process")]
    Busy(PathBuf),
    /// The name of the file, or of the folder of records beside it, names another one now.
    #[error(
        "{0} was renamed, replaced or removed while this process wrote to it; nothing more is \
         written: put it back, or take another folder"
    )]
    Moved(PathBuf),
    /// The records of a folder belong to something else, as this file beside them says.
    #[error("{0} is there, so the records of this folder are not its own; take another folder")]
    Claimed(PathBuf),
    /// A line is none of the file; lines are counted from 1.
    #[error("{0}, line {1}: {2}")]
    Line(PathBuf, usize, LineFault),
}

/// Reason why a line is none of a file.
#[derive(Debug, Error)]
pub enum LineFault {
    /// It does not match its checksum: it has changed since it was written.
    #[error("the line is damaged, its checksum does not match")]
    Damaged,
    /// It has more than [`MAX_LINE`] bytes.
    #[error("more than {MAX_LINE} bytes")]
    TooLong,
    /// It is not valid JSON, or not a value of the expected type.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

/// Returns a function that turns an I/O error into a [`LinesError`] with the path.
pub fn at(path: &Path) -> impl FnOnce(io::Error) -> LinesError {
    let path = path.to_path_buf();
    |reason| LinesError::File(path, reason)
}

/// How long [`Lines::open`] retries a locked file before it returns [`LinesError::Busy`]. A child
/// process inherits the lock: if its parent is killed while it starts an engine, the child holds
/// the lock until it executes the engine.
const MAX_LOCK_WAIT: Duration = Duration::from_secs(2);
/// Delay between two attempts to lock a file.
const LOCK_RETRY_DELAY: Duration = Duration::from_millis(20);

/// File of JSON lines, open and locked for this process alone.
#[derive(Debug)]
pub struct Lines {
    path: PathBuf,
    file: File,
}

impl Lines {
    /// Opens and locks a file; creates it if it does not exist. Waits up to two seconds for the
    /// lock.
    ///
    /// # Errors
    /// Returns an error if the path names something else than a regular file, the file cannot be
    /// opened, or another process holds the lock.
    pub fn open(path: PathBuf) -> Result<Lines, LinesError> {
        let mut options = OpenOptions::new();
        let options = options.create(true).read(true).write(true).truncate(false);
        let file = regular::open_own(&path, options).map_err(at(&path))?;
        let begun = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => break,
                Err(TryLockError::WouldBlock) if begun.elapsed() < MAX_LOCK_WAIT => {
                    thread::sleep(LOCK_RETRY_DELAY)
                }
                Err(TryLockError::WouldBlock) => return Err(LinesError::Busy(path)),
                // A file system without locks must not prevent a match.
                Err(TryLockError::Error(reason)) => {
                    log::warn!("{}: cannot be locked: {reason}", path.display());
                    break;
                }
            }
        }
        let lines = Lines { path, file };
        lines.check_name()?;
        Ok(lines)
    }

    /// Checks that the path still names the open file. Lines that are added to another one would be
    /// lost to whoever reads the path, and the lock on it keeps nobody away.
    ///
    /// # Errors
    /// Returns [`LinesError::Moved`] if it does not.
    pub fn check_name(&self) -> Result<(), LinesError> {
        let own = self.file.metadata().map_err(at(&self.path))?;
        match Identity::of(&own)
            .is_at(&self.path)
            .map_err(at(&self.path))?
        {
            true => Ok(()),
            false => Err(LinesError::Moved(self.path.clone())),
        }
    }

    /// Removes an incomplete last line, so that the next line starts on its own.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or written, or the last line is longer than any
    /// that [`Lines::add`] can have begun.
    pub fn repair(&mut self) -> Result<(), LinesError> {
        let whole = self.whole_length().map_err(at(&self.path))?;
        self.file.set_len(whole).map_err(at(&self.path))
    }

    /// Returns whether the file is empty.
    ///
    /// # Errors
    /// Returns an error if the system cannot tell.
    pub fn is_empty(&self) -> Result<bool, LinesError> {
        let known = self.file.metadata().map_err(at(&self.path))?;
        Ok(known.len() == 0)
    }

    /// Returns the length of the file up to and including its last newline.
    fn whole_length(&mut self) -> io::Result<u64> {
        let length = self.file.seek(SeekFrom::End(0))?;
        let begin = length.saturating_sub(MAX_LINE as u64);
        self.file.seek(SeekFrom::Start(begin))?;
        let mut tail = Vec::new();
        (&self.file).take(length - begin).read_to_end(&mut tail)?;
        match tail.iter().rposition(|&byte| byte == b'\n') {
            Some(at) => Ok(begin + at as u64 + 1),
            None if begin == 0 => Ok(0),
            None => Err(io::Error::other("the last line has no end")),
        }
    }

    /// Appends a value, which must be an object in JSON, as a line. After `Ok` the line is on the
    /// disk; after `Err` it is not in the file.
    ///
    /// # Errors
    /// Returns an error if the line is longer than [`MAX_LINE`], the file was renamed or replaced,
    /// or the line cannot be written, for example on a full disk.
    pub fn add(&mut self, value: &impl Serialize) -> Result<(), LinesError> {
        self.check_name()?;
        let path = self.path.as_path();
        let line = line_of(value).map_err(at(path))?;
        if line.len() > MAX_LINE {
            let error = format!("a line of {} bytes is too long", line.len());
            return Err(at(path)(io::Error::other(error)));
        }
        let before = self.file.seek(SeekFrom::End(0)).map_err(at(path))?;
        let written = self
            .file
            .write_all(&line)
            .and_then(|()| self.file.sync_data());
        if written.is_err() {
            // If this fails too, the next repair removes the rest of the line.
            let _ = self.file.set_len(before);
        }
        written.map_err(at(path))
    }
}

/// Values of a file of lines, read one after the other, each with its line number, counted from 1.
///
/// It ends after the last complete line, and after the first error. An incomplete last line does
/// not count: a warning is logged for it, and [`Values::is_cut_off`] tells of it afterwards.
#[derive(Debug)]
pub struct Values<T, R> {
    input: R,
    path: PathBuf,
    /// Number of the last line that was read.
    line: usize,
    /// Bytes of the last line that was read.
    bytes: Vec<u8>,
    is_over: bool,
    is_cut_off: bool,
    of: PhantomData<T>,
}

/// Opens a file of lines for reading. A file that is not there is read as an empty one.
///
/// # Errors
/// Returns an error if the path names something else than a regular file, or the file cannot be
/// opened.
pub fn read<T>(path: &Path) -> Result<Values<T, Box<dyn BufRead>>, LinesError> {
    let input: Box<dyn BufRead> = match regular::own_reader(path) {
        Ok(file) => Box::new(BufReader::new(file)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Box::new(io::empty()),
        Err(reason) => return Err(at(path)(reason)),
    };
    Ok(Values::new(input, path))
}

impl<T, R> Values<T, R> {
    /// Reads lines from any input. Errors name `path` as its file.
    pub fn new(input: R, path: &Path) -> Values<T, R> {
        Values {
            input,
            path: path.to_path_buf(),
            line: 0,
            bytes: Vec::new(),
            is_over: false,
            is_cut_off: false,
            of: PhantomData,
        }
    }

    /// Returns whether the input ended with an incomplete line.
    #[must_use]
    pub fn is_cut_off(&self) -> bool {
        self.is_cut_off
    }
}

impl<T: DeserializeOwned, R: BufRead> Values<T, R> {
    /// Returns the value of the next line that is not empty; `None` after the last complete line.
    fn next_value(&mut self) -> Result<Option<(usize, T)>, LinesError> {
        loop {
            self.line += 1;
            self.bytes.clear();
            let mut at_most = self.input.by_ref().take(MAX_LINE as u64);
            let read = at_most.read_until(b'\n', &mut self.bytes);
            let read = read.map_err(at(&self.path))?;
            if self.bytes.pop_if(|last| *last == b'\n').is_none() {
                if read == MAX_LINE {
                    return Err(self.at_line(LineFault::TooLong));
                }
                self.is_cut_off = read > 0;
                if self.is_cut_off {
                    let path = self.path.display();
                    log::warn!("{path}: the last line is cut off, and does not count");
                }
                return Ok(None);
            }
            if !self.bytes.is_empty() {
                let value = value(&self.bytes).map_err(|fault| self.at_line(fault))?;
                return Ok(Some((self.line, value)));
            }
        }
    }

    fn at_line(&self, fault: LineFault) -> LinesError {
        LinesError::Line(self.path.clone(), self.line, fault)
    }
}

/// Each item is an error if the input cannot be read, or the line is too long, damaged or not of
/// the expected type.
impl<T: DeserializeOwned, R: BufRead> Iterator for Values<T, R> {
    type Item = Result<(usize, T), LinesError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let next = self.next_value().transpose();
        self.is_over = !matches!(next, Some(Ok(_)));
        next
    }
}

/// Returns the value of a line.
fn value<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, LineFault> {
    let members = match checked(bytes) {
        Checked::Whole(members) => Cow::Owned(members),
        Checked::Unmarked => Cow::Borrowed(bytes),
        Checked::Damaged => return Err(LineFault::Damaged),
    };
    Ok(serde_json::from_slice(&members)?)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use serde::Deserialize;
    use tempfile::tempdir;

    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Number {
        n: u32,
    }

    #[test]
    fn long_lines_are_neither_read_nor_written() {
        let folder = tempdir().expect("a folder");
        let path = folder.path().join("lines.jsonl");
        let mut lines = Lines::open(path.clone()).expect("a file");
        let text = |length: usize| serde_json::json!({"text": "x".repeat(length)});
        let overhead = line_of(&text(0)).expect("a line").len();
        lines.add(&text(MAX_LINE - overhead)).expect("a line");
        let error = lines.add(&text(MAX_LINE - overhead + 1)).expect_err("long");
        assert!(error.to_string().contains("too long"), "{error}");
        assert_eq!(all::<serde_json::Value>(&path).expect("lines").len(), 1);
        // A file without any newline, as a device or a sparse file has none.
        let file = File::create(&path).expect("a file");
        file.set_len(1 << 40).expect("a sparse file");
        let error = all::<Number>(&path).expect_err("long");
        assert!(
            matches!(error, LinesError::Line(_, 1, LineFault::TooLong)),
            "{error}"
        );
        assert!(lines.repair().is_err());
        assert_eq!(file.metadata().expect("a file").len(), 1 << 40);
    }

    #[test]
    #[cfg(unix)]
    fn pipes_and_devices_are_refused_without_waiting() {
        let folder = tempdir().expect("a folder");
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.expect("mkfifo").success());
        for path in [&pipe, Path::new("/dev/zero"), folder.path()] {
            for error in [
                all::<Number>(path).err(),
                Lines::open(path.to_path_buf()).err(),
            ] {
                let text = error.map(|error| error.to_string());
                assert!(text.is_some_and(|text| text.contains("not a regular file")));
            }
        }
    }

    fn all<T: DeserializeOwned>(path: &Path) -> Result<Vec<(usize, T)>, LinesError> {
        read(path)?.collect()
    }

    fn is_cut_off(path: &Path) -> bool {
        let mut lines = read::<Number>(path).expect("a file");
        assert!(lines.by_ref().all(|line| line.is_ok()));
        lines.is_cut_off()
    }

    fn numbers(path: &Path) -> Vec<(usize, u32)> {
        let lines = all::<Number>(path).expect("lines");
        lines
            .into_iter()
            .map(|(line, number)| (line, number.n))
            .collect()
    }

    #[test]
    fn an_incomplete_last_line_is_ignored_and_repaired() {
        let folder = tempdir().expect("a folder");
        let path = folder.path().join("lines.jsonl");
        assert!(numbers(&path).is_empty());
        let mut lines = Lines::open(path.clone()).expect("a file");
        for n in [1, 2] {
            lines.add(&Number { n }).expect("a line");
        }
        assert!(matches!(
            Lines::open(path.clone()),
            Err(LinesError::Busy(_))
        ));
        drop(lines);
        let mut bytes = fs::read(&path).expect("a file");
        bytes.extend(b"{\"n\":3}");
        fs::write(&path, bytes).expect("a file");
        assert_eq!(numbers(&path), [(1, 1), (2, 2)]);
        assert!(is_cut_off(&path));
        let mut lines = Lines::open(path.clone()).expect("a file");
        lines.repair().expect("a file");
        lines.add(&Number { n: 6 }).expect("a line");
        assert_eq!(numbers(&path), [(1, 1), (2, 2), (3, 6)]);
        assert!(!is_cut_off(&path));
    }

    /// The lock and the lines go with the file, not with its name.
    #[test]
    #[cfg(unix)]
    fn no_line_is_added_to_a_file_that_has_lost_its_name() {
        let folder = tempdir().expect("a folder");
        let [path, other] = ["lines.jsonl", "old.jsonl"].map(|name| folder.path().join(name));
        let changes: [fn(&Path, &Path) -> io::Result<()>; 3] = [
            |path, _| fs::remove_file(path),
            |path, other| fs::rename(path, other),
            |path, other| {
                fs::rename(path, other)?;
                fs::copy(other, path).map(|_| ())
            },
        ];
        for change in changes {
            let mut lines = Lines::open(path.clone()).expect("a file");
            lines.add(&Number { n: 1 }).expect("a line");
            change(&path, &other).expect("a change");
            let before = fs::read(&other).ok();
            let error = lines.add(&Number { n: 2 }).expect_err("moved");
            assert!(matches!(error, LinesError::Moved(_)), "{error}");
            assert_eq!(fs::read(&other).ok(), before);
            drop(lines);
            let _ = fs::remove_file(&path);
        }
    }

    #[test]
    fn lines_without_a_checksum_are_read() {
        let folder = tempdir().expect("a folder");
        let path = folder.path().join("lines.jsonl");
        fs::write(&path, "{\"n\":1}\n\n{\"n\":2}\n").expect("a file");
        let mut lines = Lines::open(path.clone()).expect("a file");
        lines.add(&Number { n: 3 }).expect("a line");
        assert_eq!(numbers(&path), [(1, 1), (3, 2), (4, 3)]);
        fs::write(&path, "{\"n\":1}\n\nx\n").expect("a file");
        let error = all::<Number>(&path).expect_err("no number").to_string();
        assert!(error.contains("line 3"), "{error}");
    }

    #[test]
    fn the_checksum_equals_that_of_gzip() {
        // printf '{"n":123456' | gzip -c | tail -c8 | head -c4 | od -An -tx4
        let line = line_of(&Number { n: 123_456 }).expect("a line");
        let line = String::from_utf8(line).expect("text");
        assert_eq!(line, "{\"n\":123456,\"checksum\":\"667d0075\"}\n");
        for value in [serde_json::json!({}), serde_json::json!([1]), 1.into()] {
            assert!(line_of(&value).is_err(), "{value}");
        }
    }

    #[test]
    fn a_changed_line_is_reported() {
        let folder = tempdir().expect("a folder");
        let path = folder.path().join("lines.jsonl");
        let line = line_of(&Number { n: 1 }).expect("a line");
        let text = String::from_utf8(line).expect("text");
        for (from, to) in [
            ("1,", "2,"),
            ("{\"n\"", "{ \"n\""),
            ("checksum\":\"", "checksum\":\"0"),
            ("checksum", "checkSum"),
        ] {
            let changed = text.replacen(from, to, 1);
            assert_ne!(changed, text);
            fs::write(&path, changed).expect("a file");
            let error = all::<Number>(&path).expect_err("damage").to_string();
            assert!(error.contains("line 1"), "{from}: {error}");
        }
    }
}
