//! Folder of shards: files of whole games, which appear at once and never change.
//!
//! `DIR/shards/KIND-SEED-NUMBER.jsonl.gz` has games that follow from kind, seed and number. A
//! shard is written under another name and renamed when it is whole and on the disk. So a process
//! can be killed at any instant: a shard is there with all of its games or not at all, and whoever
//! makes it again replaces it, so that no game is there twice.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use flate2::Compression;
use flate2::bufread::MultiGzDecoder;
use flate2::write::GzEncoder;

use super::error::{LearnError, at};
use super::record::ShardGame;
use halfpoint_engine::clock;
use halfpoint_system::checksum::{Checked, checked, line_of};
use halfpoint_system::regular;

/// Ending of a shard's name.
const ENDING: &str = ".jsonl.gz";
/// Ending of the name under which a shard is written.
const UNFINISHED: &str = ".tmp";
/// Time without a change after which an unfinished file belongs to a process that was killed.
const ABANDONED: Duration = Duration::from_secs(3600);

/// Bytes of a line: the longest games on the largest boards have about 10 million.
const MAX_LINE: u64 = 16 << 20;
/// Games of a shard. Workers write up to 50.
const MAX_GAMES: usize = 10_000;
/// Positions with targets of a shard. 50 long games on the largest boards have about 60,000.
const MAX_ROWS: usize = 1 << 17;

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
    /// If the folder cannot be read or created, or is a link.
    pub fn open(dir: &Path) -> Result<Shards, LearnError> {
        let folder = dir.join("shards");
        regular::own_folder(&folder).map_err(at(&folder))?;
        for entry in fs::read_dir(&folder).map_err(at(&folder))? {
            let entry = entry.map_err(at(&folder))?;
            if is_unfinished(&entry.file_name().to_string_lossy()) && is_abandoned(&entry.path()) {
                // Another worker may have removed it meanwhile.
                let _ = fs::remove_file(entry.path());
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
        games: &[ShardGame],
    ) -> Result<(), LearnError> {
        let path = self.path(kind, seed, number);
        let unfinished = self.folder.join(unfinished_name(kind, seed, number));
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

/// Returns a name under which a shard is written. Processes of several machines may work in one
/// folder, hence the random part.
fn unfinished_name(kind: &str, seed: u64, number: u64) -> String {
    let mark: u64 = rand::random();
    format!(".{kind}-{seed}-{number:06}-{mark:016x}{UNFINISHED}")
}

/// Returns whether a file has a name of [`unfinished_name`].
fn is_unfinished(name: &str) -> bool {
    let inner = name
        .strip_prefix('.')
        .and_then(|name| name.strip_suffix(UNFINISHED));
    let Some((shard, mark)) = inner.and_then(|inner| inner.rsplit_once('-')) else {
        return false;
    };
    let is_mark = mark.len() == 16 && mark.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_mark && shard.matches('-').count() >= 2
}

/// Returns whether a file has not changed for so long that its process was killed.
fn is_abandoned(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|file| clock::age_of(&file).is_some_and(|age| age >= ABANDONED))
}

fn write_whole(path: &Path, games: &[ShardGame]) -> io::Result<()> {
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

/// Reader of the games of a shard, one after the other. No line takes more than 16 MiB, however far
/// the file unpacks, and games whose targets are no numbers to learn from are errors.
pub struct ShardReader<R> {
    path: PathBuf,
    lines: R,
    line: usize,
    rows: usize,
}

impl ShardReader<BufReader<MultiGzDecoder<BufReader<File>>>> {
    /// Opens a shard.
    ///
    /// # Errors
    /// If the file cannot be opened or is not regular.
    pub fn open(path: &Path) -> Result<Self, LearnError> {
        let file = regular::reader(path).map_err(at(path))?;
        let unpacked = MultiGzDecoder::new(BufReader::new(file));
        Ok(ShardReader::new(path, BufReader::new(unpacked)))
    }
}

impl<R: BufRead> ShardReader<R> {
    /// Reads the lines of an unpacked shard. `path` names it in errors.
    pub fn new(path: &Path, lines: R) -> Self {
        ShardReader {
            path: path.to_path_buf(),
            lines,
            line: 0,
            rows: 0,
        }
    }

    /// Reads the next line; `None` at the end of the file.
    pub(super) fn next_line(&mut self) -> Result<Option<ShardLine>, LearnError> {
        let mut line = Vec::new();
        let mut rest = self.lines.by_ref().take(MAX_LINE);
        if rest.read_until(b'\n', &mut line).map_err(at(&self.path))? == 0 {
            return Ok(None);
        }
        self.line += 1;
        let is_whole = line.pop_if(|byte| *byte == b'\n').is_some();
        if !is_whole && line.len() as u64 == MAX_LINE {
            return Err(self.too_large("a line of more than 16 MiB"));
        }
        if self.line > MAX_GAMES {
            return Err(self.too_large("more than 10,000 games"));
        }
        let number = self.line;
        Ok(Some(ShardLine {
            number,
            bytes: line,
        }))
    }

    /// Counts positions with targets that were read.
    ///
    /// # Errors
    /// If the shard has more than any that is written.
    pub(super) fn count_rows(&mut self, rows: usize) -> Result<(), LearnError> {
        self.rows += rows;
        match self.rows > MAX_ROWS {
            true => Err(self.too_large("more than 131,072 positions")),
            false => Ok(()),
        }
    }

    fn next_game(&mut self) -> Result<Option<ShardGame>, LearnError> {
        let Some(line) = self.next_line()? else {
            return Ok(None);
        };
        let game = line.game(&self.path)?;
        self.count_rows(game.rows.len())?;
        Ok(Some(game))
    }

    fn too_large(&self, what: &'static str) -> LearnError {
        LearnError::TooLarge {
            path: self.path.clone(),
            line: self.line,
            what,
        }
    }
}

impl<R: BufRead> Iterator for ShardReader<R> {
    type Item = Result<ShardGame, LearnError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_game().transpose()
    }
}

/// Line of an unpacked shard, not read yet. Threads that share a shard read a game each.
pub(super) struct ShardLine {
    /// Number of the line, counted from 1.
    number: usize,
    /// Text without the end of the line.
    bytes: Vec<u8>,
}

impl ShardLine {
    /// Returns the length of the line in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.bytes.len()
    }

    /// Reads the game of a line of the shard `path`.
    ///
    /// # Errors
    /// If the line is damaged or no game, or targets are no numbers to learn from.
    pub(super) fn game(&self, path: &Path) -> Result<ShardGame, LearnError> {
        let line = self.number;
        let path = || path.to_path_buf();
        let Checked::Whole(members) = checked(&self.bytes) else {
            return Err(LearnError::Damaged { path: path(), line });
        };
        let game = serde_json::from_slice(&members);
        let game: ShardGame = game.map_err(|reason| LearnError::Line {
            path: path(),
            line,
            reason,
        })?;
        game.check_targets()?;
        Ok(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{ResultRecord, RowRecord, VERSION};

    fn game(number: u64) -> ShardGame {
        ShardGame {
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
                deviation: Some(7.25),
                value_error: Some(0.5),
                score_error: Some(2.5),
                own: None,
                weight: 1.0,
            }],
            result: ResultRecord::default(),
        }
    }

    fn read(path: &Path) -> Result<Vec<ShardGame>, LearnError> {
        ShardReader::open(path)?.collect()
    }

    #[test]
    fn games_are_read_as_they_were_written() {
        let dir = tempfile::tempdir().expect("a folder");
        let shards = Shards::open(dir.path()).expect("a folder");
        let games: Vec<ShardGame> = (0..3).map(game).collect();
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

    #[test]
    fn old_files_are_removed_only_under_names_of_unfinished_shards() {
        let dir = tempfile::tempdir().expect("a folder");
        let folder = Shards::open(dir.path()).expect("a folder").folder;
        let own = unfinished_name("selfplay", 7, 3);
        let names = ["notes.tmp", ".x.tmp", ".a-b-c-0123456789abcde.tmp", &own];
        for name in names {
            let file = File::create(folder.join(name)).expect("a file");
            let made = file.metadata().and_then(|file| file.modified());
            let old = made.expect("a time") - 2 * ABANDONED;
            file.set_modified(old).expect("a change of the time");
        }
        Shards::open(dir.path()).expect("a folder");
        let left = names.map(|name| folder.join(name).exists());
        assert_eq!(left, [true, true, true, false]);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_in_place_of_the_folder_is_refused() {
        let [dir, other] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
        std::os::unix::fs::symlink(other.path(), dir.path().join("shards")).expect("a link");
        assert!(Shards::open(dir.path()).is_err());
    }

    #[test]
    fn lines_games_and_positions_are_bounded() {
        let path = Path::new("a shard");
        let refused = |lines: &mut dyn BufRead, word: &str| {
            let games: Result<Vec<ShardGame>, LearnError> = ShardReader::new(path, lines).collect();
            let error = games.expect_err(word).to_string();
            assert!(error.contains(word), "{error}");
        };
        let memory = allocation_counter::measure(|| {
            let endless = &mut BufReader::new(io::repeat(b' '));
            refused(endless, "line 1: a line of more than 16 MiB");
        });
        assert!(memory.bytes_max < 40 << 20, "{memory:?}");
        let line = line_of(&game(0)).expect("a line");
        refused(
            &mut &line.repeat(MAX_GAMES + 1)[..],
            "more than 10,000 games",
        );
        let mut long = game(0);
        long.moves = vec!["A1".into(); MAX_ROWS / 16];
        long.rows = vec![long.rows[0].clone(); MAX_ROWS / 16];
        let line = line_of(&long).expect("a line");
        refused(&mut &line.repeat(17)[..], "more than 131,072 positions");
        let mut twice = game(0);
        twice.rows = vec![twice.rows[0].clone(); 4];
        let line = line_of(&twice).expect("a line");
        refused(&mut &line[..], "more rows than positions");
    }

    #[test]
    fn targets_that_are_no_numbers_to_learn_from_are_refused() {
        type Change = fn(&mut RowRecord);
        let changes: [(Change, &str); 17] = [
            (|row| row.value = [0.5; 4], "more than 1 together"),
            (
                |row| {
                    row.policy.insert("A1".to_string(), 0.75);
                    row.policy.insert("A2".to_string(), 0.75);
                },
                "more than 1 together",
            ),
            (|row| row.value[0] = f32::INFINITY, "no probability"),
            (|row| row.value[3] = -0.25, "no probability"),
            (|row| row.value[1] = 1.5, "no probability"),
            (|row| row.lead = f32::NEG_INFINITY, "lead"),
            (|row| row.lead = 1e9, "lead"),
            (|row| row.deviation = Some(-0.25), "deviation"),
            (|row| row.deviation = Some(1e9), "deviation"),
            (|row| row.deviation = Some(f32::INFINITY), "deviation"),
            (|row| row.value_error = Some(-0.25), "error of the value"),
            (|row| row.value_error = Some(2.01), "error of the value"),
            (|row| row.score_error = Some(-0.25), "error of the score"),
            (
                |row| row.score_error = Some(f32::INFINITY),
                "error of the score",
            ),
            (|row| row.weight = -1.0, "weight"),
            (|row| row.weight = f32::INFINITY, "weight"),
            (|row| row.policy = [("A3".into(), -0.5)].into(), "policy"),
        ];
        for (change, word) in changes {
            let mut changed = game(0);
            change(&mut changed.rows[0]);
            // JSON has no infinite numbers, but some that no float holds.
            let mut line = serde_json::to_string(&changed).expect("JSON");
            let names = ["value\":[", "lead\":", "weight\":"];
            for name in names.into_iter().chain(["deviation\":", "_error\":"]) {
                let sign = if name == "lead\":" { "-" } else { "" };
                line = line.replace(&format!("{name}null"), &format!("{name}{sign}1e39"));
            }
            let value: serde_json::Value = serde_json::from_str(&line).expect("JSON");
            let line = line_of(&value).expect("a line");
            let mut games = ShardReader::new(Path::new("a shard"), &line[..]);
            let error = games.next().expect("a line").expect_err(word).to_string();
            assert!(error.contains(word), "{error}");
        }
    }

    /// Shards of the first version of the schema stay readable.
    #[test]
    fn old_lines_and_lines_without_a_number_have_it_unknown() {
        let read = |text: &str| {
            let value: serde_json::Value = serde_json::from_str(text).expect("JSON");
            let line = line_of(&value).expect("a line");
            let mut games = ShardReader::new(Path::new("a shard"), &line[..]);
            games.next().expect("a line").expect("a game")
        };
        let known = |row: &RowRecord| [row.deviation, row.value_error, row.score_error];
        let old = r#"{"v":1,"id":"distill-1-0","kind":"distill","net":"sample/8","rules":"chinese",
            "width":3,"height":3,"komi":13,"moves":["A1"],"rows":[{"at":1,"policy":{"A3":1.0},
            "value":[0.5,0.25,0.25,0.0],"lead":-1.5,"weight":1.0}],
            "result":{"margin":-3,"outcome":"W"}}"#;
        let old = read(old);
        assert!(old.start().is_ok());
        assert_eq!(known(&old.rows[0]), [None; 3]);
        let mut new = game(0);
        new.rows[0].value_error = None;
        let text = serde_json::to_string(&new).expect("JSON");
        assert!(!text.contains("value_error"));
        assert_eq!(read(&text), new);
        let text = text.replace("\"score_error\":2.5", "\"score_error\":null");
        assert_eq!(known(&read(&text).rows[0]), [Some(7.25), None, None]);
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_is_no_shard() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("a.jsonl.gz");
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        assert!(made.expect("mkfifo").success());
        assert!(ShardReader::open(&path).is_err());
    }
}
