//! Work of a search in a file, so that an interrupted one goes on with what it had found.
//!
//! The file has a line for the game that is solved, one for each answer that took many nodes, one
//! for each failed try of much depth, and one for each situation of the search for the whole board
//! that took many nodes. Each line is true by itself, so a file whose end is missing holds less and
//! misleads nobody.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use tempfile::NamedTempFile;

use halfpoint_core::board::Color;
use halfpoint_core::game::Game;
use halfpoint_system::checksum::{Checked, checked, line_of};
use halfpoint_system::parallel::lock;
use halfpoint_system::regular;

use super::shared::SharedTables;
use super::table::{StoredAnswer, Try};
use super::whole::{Entry, Part};

/// Version of the lines and of what keys and conditions mean.
const VERSION: u32 = 4;
/// Greatest number of answers in a file: those that took the most nodes.
const MAX_ANSWERS: usize = 1 << 20;
/// Greatest number of situations of the search for the whole board in a file: those that took the
/// most nodes.
const MAX_OF_WHOLE: usize = 1 << 20;
/// Greatest number of failed tries in a file: the deepest ones.
const MAX_TRIES: usize = 1 << 18;
/// Least pause between two writings, as a multiple of what the last one took.
const PAUSE_FOR_WRITING: u32 = 20;

/// Error of a file for the work of a search.
#[derive(Debug, thiserror::Error)]
pub enum SavedWorkError {
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] io::Error),
    /// The file belongs to something else.
    #[error("this file is not the saved work of this game: {0}")]
    Other(&'static str),
    /// A line was changed.
    #[error("line {0} is damaged")]
    Damaged(usize),
}

/// First line of a file: of which game its answers are.
#[derive(Debug, Deserialize, PartialEq, Serialize)]
struct Header {
    /// Always "solve".
    work: String,
    version: u32,
    program: String,
    width: usize,
    height: usize,
    /// The rules, as their debug output.
    rules: String,
    /// The komi and what else decides a count beside the rules, as its debug output.
    terms: String,
}

impl Header {
    fn of(game: &Game) -> Header {
        let size = game.board().size();
        Header {
            work: "solve".to_string(),
            version: VERSION,
            program: env!("CARGO_PKG_VERSION").to_string(),
            width: size.width(),
            height: size.height(),
            rules: format!("{:?}", game.rules().exact()),
            terms: format!("{:?}", game.terms()),
        }
    }
}

/// Line of a file after the first.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Found {
    /// Key of a situation, and an answer to a question about it.
    Answer(u64, StoredAnswer),
    /// Key of a question, and a try that failed.
    Try(u64, Try),
    /// Whether the whole board is to be Black's, which search, key of a situation, and what was
    /// found of it.
    Whole(bool, Part, u64, Entry),
}

/// The file in which the work of one search is kept.
pub(super) struct SavedWork {
    path: PathBuf,
    header: Header,
}

impl SavedWork {
    /// Opens the file of a game and enters what it holds into tables, if it exists.
    ///
    /// # Errors
    /// If the file cannot be read, is of another game or was changed.
    pub(super) fn open(
        path: &Path,
        game: &Game,
        tables: &SharedTables,
    ) -> Result<SavedWork, SavedWorkError> {
        let saved = SavedWork {
            path: path.to_path_buf(),
            header: Header::of(game),
        };
        match regular::reader(path) {
            Ok(file) => saved.load(file, tables)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => saved.write(tables)?,
            Err(error) => return Err(error.into()),
        }
        Ok(saved)
    }

    fn load(&self, file: File, tables: &SharedTables) -> Result<(), SavedWorkError> {
        let mut number = 0;
        for line in BufReader::new(file).split(b'\n') {
            let line = match checked(&line?) {
                Checked::Whole(line) => line,
                _ if number == 0 => return Err(SavedWorkError::Other("it has no checksums")),
                _ => return Err(SavedWorkError::Damaged(number + 1)),
            };
            number += 1;
            if number == 1 {
                let header: Header = serde_json::from_slice(&line)
                    .map_err(|_| SavedWorkError::Other("it holds something else"))?;
                if header != self.header {
                    return Err(SavedWorkError::Other(
                        "its board, rules, komi or program are others",
                    ));
                }
                continue;
            }
            let found = serde_json::from_slice(&line);
            match found.map_err(|_| SavedWorkError::Damaged(number))? {
                Found::Answer(_, answer) if !answer.conditions.is_sound() => {
                    return Err(SavedWorkError::Damaged(number));
                }
                Found::Answer(key, answer) => tables.table.keep(key, answer),
                Found::Try(request, tried) => tables.tried.note(request, tried),
                Found::Whole(is_black, part, key, entry) => {
                    let side = if is_black { Color::Black } else { Color::White };
                    lock(&tables.earlier_whole).push((side, part, key, entry));
                }
            }
        }
        log::info!("{}: {number} lines of earlier work", self.path.display());
        Ok(())
    }

    /// Writes what tables hold in place of the file as it was.
    fn write(&self, tables: &SharedTables) -> io::Result<()> {
        // The file behind a link is written, not one in place of the link.
        let path = self.path.canonicalize().unwrap_or(self.path.clone());
        let folder = path.parent().filter(|path| !path.as_os_str().is_empty());
        let file = NamedTempFile::new_in(folder.unwrap_or(Path::new(".")))?;
        let mut out = BufWriter::new(&file);
        out.write_all(&line_of(&self.header)?)?;
        let (answers, tries) = (|| tables.table.answers(), || tables.tried.tries());
        let least = least_of(MAX_ANSWERS, answers().map(|(_, answer)| answer.work.into()));
        for (key, answer) in answers().filter(|(_, answer)| usize::from(answer.work) >= least) {
            out.write_all(&line_of(&Found::Answer(key, answer))?)?;
        }
        let least = least_of(MAX_TRIES, tries().map(|(_, tried)| tried.depth.into()));
        for (request, tried) in tries().filter(|(_, tried)| usize::from(tried.depth) >= least) {
            out.write_all(&line_of(&Found::Try(request, tried))?)?;
        }
        if let Some(whole) = tables.sought_whole() {
            let is_black = whole.side() == Color::Black;
            let works = whole.entries().map(|(.., entry)| entry.work.into());
            let least = least_of(MAX_OF_WHOLE, works);
            let entries = whole.entries();
            let entries = entries.filter(|(.., entry)| usize::from(entry.work) >= least);
            for (part, key, entry) in entries {
                out.write_all(&line_of(&Found::Whole(is_black, part, key, entry))?)?;
            }
        }
        out.flush()?;
        drop(out);
        file.as_file().sync_all()?;
        file.persist(path)?;
        Ok(())
    }

    /// Does `work`, and writes what the tables hold while it lasts and when it has ended: every
    /// `pause`, or less often if a writing takes long. A failure to write is told in the log: the
    /// search goes on.
    pub(super) fn during<T>(
        &self,
        tables: &SharedTables,
        pause: Duration,
        work: impl FnOnce() -> T,
    ) -> T {
        let write = || {
            if let Err(error) = self.write(tables) {
                log::warn!("{}: {error}", self.path.display());
            }
        };
        std::thread::scope(|scope| {
            let (working, ended) = mpsc::channel::<()>();
            let keep = move || {
                let mut pause = pause;
                while ended.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                    let start = Instant::now();
                    write();
                    pause = pause.max(PAUSE_FOR_WRITING * start.elapsed());
                }
                write();
            };
            let keeper = std::thread::Builder::new().spawn_scoped(scope, keep);
            let result = work();
            drop(working);
            if let Err(error) = keeper {
                log::warn!("no further thread, so the work is kept at its end alone: {error}");
                write();
            }
            result
        })
    }
}

/// Returns the least weight that at most `most` of these weights reach.
fn least_of(most: usize, weights: impl Iterator<Item = usize>) -> usize {
    let mut counts: Vec<usize> = Vec::new();
    for weight in weights {
        if counts.len() <= weight {
            counts.resize(weight + 1, 0);
        }
        counts[weight] += 1;
    }
    let mut sum = 0;
    let heaviest_first = counts.iter().enumerate().rev();
    let within = heaviest_first.take_while(|&(_, &count)| {
        sum += count;
        sum <= most
    });
    within
        .map(|(weight, _)| weight)
        .last()
        .unwrap_or(counts.len())
}
