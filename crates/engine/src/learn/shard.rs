//! Folder of shards: files of whole games, which appear at once and never change.
//!
//! `DIR/shards/KIND-SEED-NUMBER.jsonl.gz` has games that follow from kind, seed and number. A
//! shard is written under another name and renamed when it is whole and on the disk. So a process
//! can be killed at any instant: a shard is there with all of its games or not at all, and whoever
//! makes it again replaces it, so that no game is there twice.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use flate2::Compression;
use flate2::bufread::MultiGzDecoder;
use flate2::write::GzEncoder;

use super::error::{LearnError, at};
use super::record::GameRecord;
use crate::checksum::{Checked, checked, line_of};
use crate::clock;

/// Ending of a shard's name.
const ENDING: &str = ".jsonl.gz";
/// Ending of the name under which a shard is written.
const UNFINISHED: &str = ".tmp";
/// Time without a change after which an unfinished file belongs to a process that was killed.
const ABANDONED: Duration = Duration::from_secs(3600);

/// Folder into which workers write shards.
#[derive(Clone, Debug)]
pub struct Shards {
    folder: PathBuf,
}

impl Shards {
    /// Opens the shards of a folder, which is created if it does not exist. Removes what processes
    /// left that were killed more than an hour ago.
    ///
    /// # Errors
    /// If the folder cannot be read or created.
    pub fn open(dir: &Path) -> Result<Shards, LearnError> {
        let folder = dir.join("shards");
        fs::create_dir_all(&folder).map_err(at(&folder))?;
        for entry in fs::read_dir(&folder).map_err(at(&folder))? {
            let path = entry.map_err(at(&folder))?.path();
            if path.to_string_lossy().ends_with(UNFINISHED) && is_abandoned(&path) {
                // Another worker may have removed it meanwhile.
                let _ = fs::remove_file(&path);
            }
        }
        Ok(Shards { folder })
    }

    fn path(&self, kind: &str, seed: u64, number: u64) -> PathBuf {
        self.folder
            .join(format!("{kind}-{seed}-{number:06}{ENDING}"))
    }

    /// Returns whether a shard is there.
    #[must_use]
    pub fn contains(&self, kind: &str, seed: u64, number: u64) -> bool {
        self.path(kind, seed, number).exists()
    }

    /// Writes a shard. After `Ok` it is on the disk; after `Err` it is not there.
    ///
    /// # Errors
    /// If a file cannot be written, for example on a full disk.
    pub fn write(
        &self,
        kind: &str,
        seed: u64,
        number: u64,
        games: &[GameRecord],
    ) -> Result<(), LearnError> {
        let path = self.path(kind, seed, number);
        // Processes of several machines may work in one folder, hence the random part.
        let mark: u64 = rand::random();
        let unfinished = self.folder.join(format!(
            ".{kind}-{seed}-{number:06}-{mark:016x}{UNFINISHED}"
        ));
        let written = write_whole(&unfinished, games).and_then(|()| fs::rename(&unfinished, &path));
        if written.is_err() {
            // If this fails, too, a later start removes the file.
            let _ = fs::remove_file(&unfinished);
        }
        written.map_err(at(&path))?;
        sync_folder(&self.folder);
        Ok(())
    }
}

/// Returns whether a file or folder has not changed for so long that its process was killed.
pub(super) fn is_abandoned(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|file| clock::age_of(&file).is_some_and(|age| age >= ABANDONED))
}

fn write_whole(path: &Path, games: &[GameRecord]) -> io::Result<()> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    for game in games {
        packed.write_all(&line_of(game)?)?;
    }
    let bytes = packed.finish()?;
    let mut file = File::create(path)?;
    file.write_all(&bytes)?;
    file.sync_all()
}

/// Asks the system to keep the new name of a file. Where a folder cannot be opened (Windows), that
/// is left to the file system.
fn sync_folder(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

/// Returns the shards among `paths`, in the order of their names: files as they are, and the shards
/// of each folder.
///
/// # Errors
/// If a folder cannot be read.
pub fn list(paths: &[PathBuf]) -> Result<Vec<PathBuf>, LearnError> {
    let mut found = Vec::new();
    for path in paths {
        if !path.is_dir() {
            found.push(path.clone());
            continue;
        }
        let inner = path.join("shards");
        let folder = if inner.is_dir() { &inner } else { path };
        for entry in fs::read_dir(folder).map_err(at(folder))? {
            let path = entry.map_err(at(folder))?.path();
            if path.to_string_lossy().ends_with(ENDING) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Reader of the games of a shard, one after the other.
pub struct ShardReader {
    path: PathBuf,
    lines: io::Split<BufReader<MultiGzDecoder<BufReader<File>>>>,
    line: usize,
}

impl ShardReader {
    /// Opens a shard.
    ///
    /// # Errors
    /// If the file cannot be opened.
    pub fn open(path: &Path) -> Result<ShardReader, LearnError> {
        let file = File::open(path).map_err(at(path))?;
        let unpacked = MultiGzDecoder::new(BufReader::new(file));
        Ok(ShardReader {
            path: path.to_path_buf(),
            lines: BufReader::new(unpacked).split(b'\n'),
            line: 0,
        })
    }

    fn game_of(&self, line: &[u8]) -> Result<GameRecord, LearnError> {
        let Checked::Whole(members) = checked(line) else {
            return Err(LearnError::Damaged {
                path: self.path.clone(),
                line: self.line,
            });
        };
        serde_json::from_slice(&members).map_err(|reason| LearnError::Line {
            path: self.path.clone(),
            line: self.line,
            reason,
        })
    }
}

impl Iterator for ShardReader {
    type Item = Result<GameRecord, LearnError>;

    fn next(&mut self) -> Option<Self::Item> {
        let line = self.lines.next()?;
        self.line += 1;
        Some(match line {
            Ok(line) => self.game_of(&line),
            Err(reason) => Err(at(&self.path)(reason)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::record::{ResultRecord, RowRecord, VERSION};

    fn game(number: u64) -> GameRecord {
        GameRecord {
            v: VERSION,
            id: format!("distill-1-{number}"),
            kind: "distill".into(),
            net: "sample/8".into(),
            rules: "two_button".into(),
            width: 3,
            height: 3,
            komi: 13,
            handicap: vec!["B2".into(), "C3".into()],
            origin: Some("fork".into()),
            moves: vec!["A1".into(), "stone_pass".into()],
            rows: vec![RowRecord {
                at: 1,
                policy: [("A3".to_string(), 0.75), ("stone_pass".to_string(), 0.25)].into(),
                value: [0.5, 0.25, 0.25, 0.0],
                lead: -1.5,
                own: None,
                weight: 1.0,
            }],
            result: ResultRecord::default(),
        }
    }

    fn read(path: &Path) -> Result<Vec<GameRecord>, LearnError> {
        ShardReader::open(path)?.collect()
    }

    #[test]
    fn games_are_read_as_they_were_written() {
        let dir = tempfile::tempdir().expect("a folder");
        let shards = Shards::open(dir.path()).expect("a folder");
        let games: Vec<GameRecord> = (0..3).map(game).collect();
        assert!(!shards.contains("distill", 1, 7));
        shards.write("distill", 1, 7, &games).expect("written");
        assert!(shards.contains("distill", 1, 7));
        let paths = list(&[dir.path().to_path_buf()]).expect("a folder");
        assert_eq!(paths.len(), 1);
        assert_eq!(read(&paths[0]).expect("games"), games);
        // Made again, it replaces the first one.
        shards.write("distill", 1, 7, &games[..2]).expect("written");
        let again = list(&[dir.path().join("shards")]).expect("a folder");
        assert_eq!(again, paths);
        assert_eq!(read(&paths[0]).expect("games"), games[..2]);
        let names = fs::read_dir(dir.path().join("shards")).expect("a folder");
        assert_eq!(names.count(), 1, "nothing else is left");
    }

    #[test]
    fn damage_is_an_error_and_unfinished_shards_do_not_count() {
        let dir = tempfile::tempdir().expect("a folder");
        let shards = Shards::open(dir.path()).expect("a folder");
        shards.write("distill", 1, 0, &[game(0)]).expect("written");
        let path = shards.path("distill", 1, 0);
        let whole = fs::read(&path).expect("bytes");
        for keep in [0, 1, 20, whole.len() / 2, whole.len() - 1] {
            let cut = dir.path().join("cut.jsonl.gz");
            fs::write(&cut, &whole[..keep]).expect("written");
            assert!(read(&cut).is_err(), "{keep} bytes");
        }
        fs::write(shards.folder.join(".x.tmp"), b"half").expect("written");
        assert_eq!(
            list(&[dir.path().to_path_buf()]).expect("a folder").len(),
            1
        );
        // A line whose text was changed within a valid archive.
        let mut line = line_of(&game(0)).expect("a line");
        line[10] ^= 1;
        let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
        packed.write_all(&line).expect("bytes");
        let changed = dir.path().join("changed.jsonl.gz");
        fs::write(&changed, packed.finish().expect("bytes")).expect("written");
        assert!(matches!(
            read(&changed),
            Err(LearnError::Damaged { line: 1, .. })
        ));
    }
}
