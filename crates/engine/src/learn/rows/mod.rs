//! Packed rows: what a training reads, made of shards.
//!
//! Each run makes one folder, `DIR/rows-NUMBER`, of the shards that no earlier run has converted;
//! in it are parts, `WIDTHxHEIGHT-PART`, with an array of numpy for each field, and the names of
//! the shards. The folder is renamed when it is whole, so a run that was killed leaves no trace in
//! the data.

mod columns;
mod convert;
mod npy;
mod packing;

pub use packing::Packing;

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use halfpoint_core::Size;

use columns::{Columns, rows_of_part};
use convert::Converter;

use super::error::{LearnError, at};
use super::record::GameRecord;
use super::shard::{ShardReader, list};
use crate::{parallel, regular};

/// File in a folder of rows that names its shards, by a line for each as [`id_of`] makes it.
const SHARDS: &str = "shards.txt";
/// Largest size of that file in bytes, for some 300,000 shards.
const MAX_LIST: u64 = 1 << 24;
/// Beginning of the names of the folders.
const FOLDER: &str = "rows-";
/// Folder for what is not finished. It lies deeper than a training looks for parts.
const UNFINISHED: &str = ".unfinished";
/// File that a run locks, so that no two of them convert the same shards.
const LOCK: &str = ".lock";
/// Shards that each thread converts before the rows are written.
const SHARDS_PER_THREAD: usize = 4;

/// Numbers of a conversion so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Packed {
    /// Shards that were converted.
    pub shards: usize,
    /// Rows made of them.
    pub rows: usize,
}

/// Rows by the size of the board, as width and height.
type Sizes = BTreeMap<(usize, usize), Columns>;

/// Converts the shards among `paths` that `dir` does not have yet. `None` if `stop` became true
/// before the end; nothing is written then.
///
/// # Errors
/// If a shard cannot be read or is damaged, the rows cannot be written, or another run writes to
/// `dir`.
pub fn pack(
    paths: &[PathBuf],
    dir: &Path,
    packing: &Packing,
    stop: &AtomicBool,
    report: &dyn Fn(Packed),
) -> Result<Option<Packed>, LearnError> {
    fs::create_dir_all(dir).map_err(at(dir))?;
    let _lock = lock(dir)?;
    let (mut known, next) = earlier(dir)?;
    let (mut shards, mut ids) = (Vec::new(), String::new());
    for path in list(paths)? {
        let id = id_of(&path).map_err(at(&path))?;
        // Earlier versions wrote the names alone.
        if !known.contains(&name_of(&path)) && known.insert(id.clone()) {
            ids += &format!("{id}\n");
            shards.push(path);
        }
    }
    if shards.is_empty() {
        return Ok(Some(Packed::default()));
    }
    let mut writer = Writer::new(dir)?;
    let mut done = Packed::default();
    for some in shards.chunks(packing.threads.max(1) * SHARDS_PER_THREAD) {
        if stop.load(Ordering::Relaxed) {
            writer.discard();
            return Ok(None);
        }
        let begin = || Converter::new(packing);
        let converted = parallel::map_with(packing.threads, some, begin, |converter, path| {
            converted(converter, path)
        });
        for sizes in converted {
            done.rows += writer.add(sizes?)?;
        }
        done.shards += some.len();
        report(done);
    }
    writer.finish(dir, next, &ids)?;
    Ok(Some(done))
}

/// Locks a folder of rows for this process until the file that comes back is closed.
fn lock(dir: &Path) -> Result<File, LearnError> {
    let path = dir.join(LOCK);
    let mut options = File::options();
    let options = options.create(true).write(true).truncate(false);
    let file = regular::open_own(&path, options).map_err(at(&path))?;
    match file.try_lock() {
        Ok(()) => (),
        Err(TryLockError::WouldBlock) => return Err(LearnError::Busy(dir.to_path_buf())),
        // A file system without locks must not prevent a conversion.
        Err(TryLockError::Error(reason)) => {
            log::warn!("{}: cannot be locked: {reason}", path.display());
        }
    }
    Ok(file)
}

/// Converts one game and returns the number of its rows, which are dropped: whether a shard with
/// this game can be converted.
///
/// # Errors
/// If the game cannot be replayed, or a target has the wrong form.
pub fn rows_of(record: &GameRecord, packing: &Packing) -> Result<usize, LearnError> {
    let mut sizes = Sizes::new();
    Converter::new(packing).convert(record, &mut sizes)?;
    Ok(sizes.values().map(|columns| columns.rows).sum())
}

/// Returns the rows of a shard.
fn converted(converter: &mut Converter<'_>, path: &Path) -> Result<Sizes, LearnError> {
    let mut sizes = Sizes::new();
    for record in ShardReader::open(path)? {
        converter.convert(&record?, &mut sizes)?;
    }
    Ok(sizes)
}

/// Returns the id of a shard: its file name, a tab and, since another folder can have another shard
/// of that name, the end of the packed file, which is a checksum and the length of what is packed.
fn id_of(path: &Path) -> io::Result<String> {
    let mut file = regular::reader(path)?;
    let length = file.seek(SeekFrom::End(0))?;
    file.seek(SeekFrom::Start(length.saturating_sub(8)))?;
    let mut end = Vec::new();
    file.take(8).read_to_end(&mut end)?;
    let digits: String = end.iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(format!("{}\t{digits}", name_of(path)))
}

/// Returns the ids of the shards that earlier runs converted, and the number of the next folder.
fn earlier(dir: &Path) -> Result<(BTreeSet<String>, usize), LearnError> {
    let (mut ids, mut next) = (BTreeSet::new(), 0);
    for entry in fs::read_dir(dir).map_err(at(dir))? {
        let path = entry.map_err(at(dir))?.path();
        let name = name_of(&path);
        let number = name
            .strip_prefix(FOLDER)
            .and_then(|number| number.parse::<usize>().ok());
        let Some(number) = number else {
            continue;
        };
        next = next.max(number.saturating_add(1));
        let list = path.join(SHARDS);
        let text = regular::own_text(&list, MAX_LIST).map_err(at(&list))?;
        ids.extend(text.lines().map(str::to_string));
    }
    Ok((ids, next))
}

fn name_of(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// Writer of the parts of one run.
struct Writer {
    folder: PathBuf,
    open: Sizes,
    /// Number of parts by size.
    parts: BTreeMap<(usize, usize), usize>,
}

impl Writer {
    fn new(dir: &Path) -> Result<Writer, LearnError> {
        let outer = dir.join(UNFINISHED);
        match fs::remove_dir_all(&outer) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(at(&outer)(error));
            }
            // What was there belonged to a run that was killed: the folder is locked.
            _ => (),
        }
        let folder = outer.join("rows");
        fs::create_dir_all(&folder).map_err(at(&folder))?;
        Ok(Writer {
            folder,
            open: Sizes::new(),
            parts: BTreeMap::new(),
        })
    }

    /// Adds rows, writes the parts that are full, and returns the number of rows.
    fn add(&mut self, sizes: Sizes) -> Result<usize, LearnError> {
        let mut rows = 0;
        for (key, columns) in sizes {
            let Ok(size) = Size::new(key.0, key.1) else {
                continue;
            };
            rows += columns.rows;
            let most = rows_of_part(size);
            let mut from = 0;
            while from < columns.rows {
                let open = self.open.entry(key).or_default();
                let count = (columns.rows - from).min(most - open.rows);
                open.append(size, &columns, from, count);
                from += count;
                if open.rows == most {
                    let full = std::mem::take(open);
                    self.write(size, &full)?;
                }
            }
        }
        Ok(rows)
    }

    fn write(&mut self, size: Size, columns: &Columns) -> Result<(), LearnError> {
        let (width, height) = (size.width(), size.height());
        let part = self.parts.entry((width, height)).or_default();
        let folder = self.folder.join(format!("{width}x{height}-{part:05}"));
        *part += 1;
        columns.write(size, &folder).map_err(at(&folder))
    }

    /// Writes the rest and gives the folder its name.
    fn finish(mut self, dir: &Path, number: usize, ids: &str) -> Result<(), LearnError> {
        for (key, columns) in std::mem::take(&mut self.open) {
            if let Ok(size) = Size::new(key.0, key.1)
                && columns.rows > 0
            {
                self.write(size, &columns)?;
            }
        }
        let list = self.folder.join(SHARDS);
        fs::write(&list, ids).map_err(at(&list))?;
        let folder = dir.join(format!("{FOLDER}{number:04}"));
        fs::rename(&self.folder, &folder).map_err(at(&folder))?;
        // The next run uses it again if it cannot be removed.
        let _ = fs::remove_dir(dir.join(UNFINISHED));
        Ok(())
    }

    fn discard(self) {
        // Nothing reads what cannot be removed; a later run removes it.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

#[cfg(test)]
mod tests;
