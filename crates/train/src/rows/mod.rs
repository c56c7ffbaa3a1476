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
mod teacher;

pub use columns::{CERTAIN, UNCERTAINTIES, UNKNOWN_MARGIN, UNKNOWN_OWNER};
pub use packing::{Packing, Teacher};

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, TryLockError};
use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use halfpoint_core::Size;

use columns::{Columns, row_bytes, rows_of_part};
use convert::Converter;

use super::error::{LearnError, at};
use super::record::ShardGame;
use super::shard::{ShardLine, ShardReader, list};
use halfpoint_system::parallel;
use halfpoint_system::regular::{self, HeldFolder};

/// File in a folder of rows that names its shards, by a line for each as [`ids_of`] makes it.
const SHARDS: &str = "shards.txt";
/// Largest size of that file in bytes, for some 300,000 shards.
const MAX_LIST: u64 = 1 << 24;
/// Beginning of the names of the folders.
const FOLDER: &str = "rows-";
/// Folder for what is not finished. It lies deeper than a training looks for parts.
const UNFINISHED: &str = ".unfinished";
/// File that a run locks, so that no two of them convert the same shards.
const LOCK: &str = ".lock";
/// Games that each thread converts before the rows are written. Each has at most the rows of a
/// part.
const GAMES_PER_THREAD: usize = 4;
/// Bytes of lines after which no more games are read before the rows are written. Usual games have
/// some kilobytes; a game takes several times its line while it is converted.
const MAX_LINES: usize = 32 << 20;
/// Shards after which the progress is reported.
const SHARDS_PER_REPORT: usize = 16;
/// Bytes of rows of all sizes of boards, the inputs of a teacher left aside, that are kept before
/// the largest of them is written: no part needs to be full.
const MAX_OPEN: usize = 256 << 20;
/// Digits of the checksum in an id that earlier versions wrote: of the end of the file alone.
const OLD_DIGITS: usize = 16;

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
        let [id, old] = ids_of(&path).map_err(at(&path))?;
        // The first versions wrote the names alone.
        let is_old = known.contains(&name_of(&path)) || known.contains(&old);
        if ids.len() + id.len() >= MAX_LIST as usize {
            log::warn!("more shards than one folder of rows can name; the next run takes the rest");
            break;
        }
        if !is_old && known.insert(id.clone()) {
            ids += &format!("{id}\n");
            shards.push(path);
        }
    }
    if shards.is_empty() {
        return Ok(Some(Packed::default()));
    }
    let mut writer = RowWriter::new(dir)?;
    let mut done = Packed::default();
    for some in shards.chunks(SHARDS_PER_REPORT) {
        for path in some {
            match convert(path, packing, stop, &mut writer)? {
                Some(rows) => done.rows += rows,
                None => return Ok(None),
            }
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
pub fn rows_of(record: &ShardGame, packing: &Packing) -> Result<usize, LearnError> {
    let mut sizes = Sizes::new();
    Converter::new(packing).convert(record, &mut sizes)?;
    Ok(sizes.values().map(|columns| columns.rows).sum())
}

/// Writes the rows of a shard and returns their number; `None` if `stop` became true before that.
///
/// Threads share the games, some of them at a time, since the rows of a whole shard can take
/// hundreds of megabytes.
fn convert(
    path: &Path,
    packing: &Packing,
    stop: &AtomicBool,
    writer: &mut RowWriter,
) -> Result<Option<usize>, LearnError> {
    let mut shard = ShardReader::open(path)?;
    let mut rows = 0;
    loop {
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let some = lines_of_batch(&mut shard, packing.threads.max(1) * GAMES_PER_THREAD)?;
        if some.is_empty() {
            return Ok(Some(rows));
        }
        let begin = || Converter::new(packing);
        let work = |converter: &mut Converter<'_>, line: &ShardLine| {
            let mut sizes = Sizes::new();
            converter.convert(&line.game(path)?, &mut sizes)?;
            Ok(sizes)
        };
        for sizes in parallel::map_with(packing.threads, &some, begin, work) {
            let added = writer.add(sizes?)?;
            shard.count_rows(added)?;
            rows += added;
        }
    }
}

/// Reads the next lines of a shard, at most `most` of them and no more after [`MAX_LINES`].
fn lines_of_batch<R: BufRead>(
    shard: &mut ShardReader<R>,
    most: usize,
) -> Result<Vec<ShardLine>, LearnError> {
    let (mut lines, mut bytes) = (Vec::new(), 0);
    while lines.len() < most && bytes < MAX_LINES {
        let Some(line) = shard.next_line()? else {
            break;
        };
        bytes += line.bytes();
        lines.push(line);
    }
    Ok(lines)
}

/// Returns the id of a shard: its file name, a tab and, since another folder can have another shard
/// of that name, the checksum and the length of the file. The second id is the one that earlier
/// versions gave it: the name and the last bytes of the file.
fn ids_of(path: &Path) -> io::Result<[String; 2]> {
    let mut file = regular::reader(path)?;
    let (mut sum, mut length) = (crc32fast::Hasher::new(), 0);
    let (mut block, mut end) = (vec![0; 1 << 16], Vec::<u8>::new());
    loop {
        let read = match file.read(&mut block) {
            Ok(0) => break,
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        sum.update(&block[..read]);
        length += read;
        end.extend(&block[read.saturating_sub(OLD_DIGITS / 2)..read]);
        end.drain(..end.len().saturating_sub(OLD_DIGITS / 2));
    }
    let name = name_of(path);
    let old: String = end.iter().map(|byte| format!("{byte:02x}")).collect();
    let new = format!("{name}\t{:08x} {length}", sum.finalize());
    Ok([new, format!("{name}\t{old}")])
}

/// Returns the ids of the shards that earlier runs converted, and the number of the next folder.
///
/// # Errors
/// If a list of shards cannot be read, or no number is left.
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
        let Some(after) = number.checked_add(1) else {
            let reason = io::Error::other("no number is left for the next folder");
            return Err(at(&path)(reason));
        };
        next = next.max(after);
        let list = path.join(SHARDS);
        let text = regular::own_text(&list, MAX_LIST).map_err(at(&list))?;
        ids.extend(text.lines().map(str::to_string));
    }
    Ok((ids, next))
}

/// Returns the file name of a shard as a line of the list can have it.
fn name_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.replace(char::is_control, "\u{fffd}")
}

/// Writer of the parts of one run.
struct RowWriter {
    folder: HeldFolder,
    open: Sizes,
    /// Number of parts by size.
    parts: BTreeMap<(usize, usize), usize>,
}

impl RowWriter {
    fn new(dir: &Path) -> Result<RowWriter, LearnError> {
        let outer = dir.join(UNFINISHED);
        match fs::remove_dir_all(&outer) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(at(&outer)(error));
            }
            // What was there belonged to a run that was killed: the folder is locked.
            _ => (),
        }
        let folder = outer.join("rows");
        Ok(RowWriter {
            folder: HeldFolder::create(&folder).map_err(at(&folder))?,
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
        self.write_largest(MAX_OPEN)?;
        Ok(rows)
    }

    /// Writes the largest of the parts that are not full until they have at most so many bytes.
    fn write_largest(&mut self, most: usize) -> Result<(), LearnError> {
        let bytes = |(key, columns): (&(usize, usize), &Columns)| {
            let size = Size::new(key.0, key.1).ok()?;
            Some((columns.rows * row_bytes(size), size))
        };
        loop {
            let open = || self.open.iter().filter_map(bytes);
            let Some((_, size)) = open().max_by_key(|(bytes, _)| *bytes) else {
                return Ok(());
            };
            if open().map(|(bytes, _)| bytes).sum::<usize>() <= most {
                return Ok(());
            }
            let key = (size.width(), size.height());
            if let Some(columns) = self.open.remove(&key) {
                self.write(size, &columns)?;
            }
        }
    }

    /// Checks that the folder is the one that was made at the start: parts in another one would be
    /// missing where all shards are said to be converted.
    fn check_place(&self) -> Result<(), LearnError> {
        let folder = self.folder.path();
        match self.folder.is_in_place().map_err(at(folder))? {
            true => Ok(()),
            false => {
                let moved = io::Error::other("it was renamed, replaced or removed");
                Err(at(folder)(moved))
            }
        }
    }

    fn write(&mut self, size: Size, columns: &Columns) -> Result<(), LearnError> {
        self.check_place()?;
        let (width, height) = (size.width(), size.height());
        let part = self.parts.entry((width, height)).or_default();
        let folder = self
            .folder
            .path()
            .join(format!("{width}x{height}-{part:05}"));
        *part += 1;
        columns.write(size, &folder).map_err(at(&folder))
    }

    /// Writes the rest and gives the folder its name.
    fn finish(mut self, dir: &Path, number: usize, ids: &str) -> Result<(), LearnError> {
        self.open.retain(|_, columns| columns.rows > 0);
        self.write_largest(0)?;
        self.check_place()?;
        let list = self.folder.path().join(SHARDS);
        fs::write(&list, ids).map_err(at(&list))?;
        let folder = dir.join(format!("{FOLDER}{number:04}"));
        fs::rename(self.folder.path(), &folder).map_err(at(&folder))?;
        // It is empty now, or belongs to another run.
        let _ = fs::remove_dir(dir.join(UNFINISHED));
        Ok(())
    }
}

/// Removes what was not finished, as on a full disk. Nothing reads what cannot be removed, and a
/// later run removes it.
impl Drop for RowWriter {
    fn drop(&mut self) {
        // The folder of another run may have its name now.
        if self.check_place().is_err() {
            return;
        }
        if let Some(outer) = self.folder.path().parent() {
            let _ = fs::remove_dir_all(outer);
        }
    }
}

#[cfg(test)]
mod tests;
