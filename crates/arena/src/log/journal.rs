//! Folder of a match, written such that no finished game is lost.
//!
//! | file | content |
//! |---|---|
//! | `match.toml` | the settings |
//! | `games.jsonl` | a line of JSON for each finished game, in the order in which they ended |
//! | `sgf/000017.sgf` | the moves of game 17 |
//!
//! A game counts once its line, including the newline, is in `games.jsonl`; its SGF file is written
//! before. An interruption can leave an incomplete last line, which is removed when the match is
//! resumed.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use thiserror::Error;

use halfpoint_gtp::files::write_own;
use halfpoint_sgf as sgf;
use halfpoint_system::checksum::line_of;
use halfpoint_system::regular;

use super::expected::{Difference, Expected, Mismatch};
use super::jsonl::{self, Lines, LinesError, at};
use super::record::{Finished, GameRecord};
use super::records::{self, Owner, Records, sgf_name};
use crate::plan::config::{ConfigError, MatchConfig};
use crate::plan::digest::SettingsDigest;

/// Largest size of a file of settings, in bytes.
pub const MAX_SETTINGS: u64 = 1 << 20;

const SETTINGS: &str = "match.toml";
const GAMES: &str = "games.jsonl";

/// Reason why the folder of a match cannot be used.
#[derive(Debug, Error)]
pub enum JournalError {
    /// A file cannot be read or written.
    #[error(transparent)]
    Lines(#[from] LinesError),
    /// The settings cannot be parsed.
    #[error("{0}: {1}")]
    Settings(PathBuf, Box<toml::de::Error>),
    /// The settings describe no match, as the first constraint that they violate says.
    #[error("{0}: {1}")]
    Invalid(PathBuf, ConfigError),
    /// The settings cannot be serialized.
    #[error("the settings cannot be written: {0}")]
    Unwritable(#[from] toml::ser::Error),
    /// The folder already holds a match.
    #[error("{0} holds a match already; go on with it by --resume, or take another folder")]
    Exists(PathBuf),
    /// The folder holds no match.
    #[error("{0} holds no match")]
    None(PathBuf),
    /// The folder holds a match, but not the file that says which games are finished.
    #[error(
        "{0} is missing, so nothing tells which games are finished: put the file back, or take \
         another folder"
    )]
    Missing(PathBuf),
    /// A line of the games, which the text names, has changed since it was written, or contradicts
    /// itself.
    #[error("{1}; remove that line from {0}, and --resume plays its game again")]
    Damaged(PathBuf, String),
    /// A game is not one of this match; lines are counted from 1.
    #[error("{0}, line {1}: {2}")]
    Foreign(PathBuf, usize, Mismatch),
    /// A file of a game lies in a folder that holds no match.
    #[error("{0} is there already; take another folder, or move it away")]
    Occupied(PathBuf),
}

/// Folder of a match that this process plays. It holds the lock on `games.jsonl`.
#[derive(Debug)]
pub struct Journal {
    games: Lines,
    records: Records,
    settings: SettingsDigest,
}

impl Journal {
    /// Returns whether a folder holds a match.
    #[must_use]
    pub fn is_in(dir: &Path) -> bool {
        dir.join(SETTINGS).exists()
    }

    /// Checks that a match can begin in a folder, without writing anything. [`Journal::create`]
    /// repeats the check under the lock.
    ///
    /// # Errors
    /// Returns an error if the folder already holds a match, or files of one.
    pub fn check_free(dir: &Path) -> Result<(), JournalError> {
        if Journal::is_in(dir) {
            return Err(JournalError::Exists(dir.to_path_buf()));
        }
        // A line without an end is no game, but the first game must not be written behind it.
        let path = dir.join(GAMES);
        match regular::own_reader(&path).and_then(|file| file.metadata()) {
            Ok(found) if found.len() == 0 => (),
            Ok(_) => return Err(JournalError::Occupied(path)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => (),
            Err(error) => return Err(at(&path)(error).into()),
        }
        match records::any_in(dir)? {
            None => Ok(records::check_claims(dir, Owner::Match)?),
            Some(path) => Err(JournalError::Occupied(path)),
        }
    }

    /// Begins a match in a folder, which is created if it does not exist.
    ///
    /// # Errors
    /// Returns an error if the folder already holds a match, or cannot be written.
    pub fn create(dir: &Path, config: &MatchConfig) -> Result<Journal, JournalError> {
        let text = settings(dir, config)?;
        let digest = SettingsDigest::with_nets(config)?;
        records::check_claims(dir, Owner::Match)?;
        fs::create_dir_all(dir).map_err(at(dir))?;
        let games = Lines::open(dir.join(GAMES))?;
        Journal::check_free(dir)?;
        let records = Records::open(dir, Owner::Match)?;
        put(&dir.join(SETTINGS), text.as_bytes())?;
        Ok(Journal {
            games,
            records,
            settings: digest,
        })
    }

    /// Resumes a match: returns the journal, the settings and the finished games.
    ///
    /// # Errors
    /// Returns an error if there is no match, another process plays it, or its files cannot be
    /// read.
    pub fn resume(dir: &Path) -> Result<(Journal, MatchConfig, Vec<GameRecord>), JournalError> {
        if !Journal::is_in(dir) {
            return Err(JournalError::None(dir.to_path_buf()));
        }
        // Before the file is opened, which creates it.
        check_games(dir)?;
        let mut games = Lines::open(dir.join(GAMES))?;
        let config = load_settings(dir)?;
        let settings = SettingsDigest::with_nets(&config)?;
        let finished = read_lines(dir, &mut Expected::under(&config, settings.clone()))?;
        games.repair()?;
        let journal = Journal {
            games,
            records: Records::open(dir, Owner::Match)?,
            settings,
        };
        Ok((journal, config, finished))
    }

    /// Adds a finished game, with the checksums of the settings. After `Ok` the game is on the
    /// disk; after `Err` it does not count.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written, for example on a full disk.
    pub fn add(&mut self, finished: &Finished) -> Result<(), JournalError> {
        // A record must not replace that of another match, which has taken the place of this one.
        self.games.check_name()?;
        self.records.put(finished.record.game, &finished.sgf)?;
        let record = GameRecord {
            settings: Some(self.settings.clone()),
            ..finished.record.clone()
        };
        Ok(self.games.add(&record)?)
    }
}

/// Checks that the file of the finished games of a match is there. It is from the beginning of the
/// match on: without it all games would be played again, over their records.
fn check_games(dir: &Path) -> Result<(), JournalError> {
    let path = dir.join(GAMES);
    match fs::symlink_metadata(&path) {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(JournalError::Missing(path)),
        Err(error) => Err(at(&path)(error).into()),
    }
}

/// Writes a whole file of a match at once.
fn put(path: &Path, bytes: &[u8]) -> Result<(), LinesError> {
    write_own(path, bytes).map_err(at(path))
}

/// Returns the text of settings for the file in a folder.
fn settings(dir: &Path, config: &MatchConfig) -> Result<String, JournalError> {
    let text = toml::to_string(config)?;
    match text.len() as u64 > MAX_SETTINGS {
        true => {
            let error = io::Error::other("the settings are too long");
            Err(at(&dir.join(SETTINGS))(error).into())
        }
        false => Ok(text),
    }
}

/// Reads settings of at most [`MAX_SETTINGS`] bytes from whatever they come, as from a pipe.
///
/// # Errors
/// Returns an error if they cannot be read, are longer, or are not UTF-8.
pub fn settings_text(input: impl io::Read) -> io::Result<String> {
    regular::text_up_to(input, MAX_SETTINGS)
}

/// Reads the settings and the finished games of a match.
///
/// # Errors
/// Returns an error if there is no match, or its files cannot be read.
pub fn load(dir: &Path) -> Result<(MatchConfig, Vec<GameRecord>), JournalError> {
    let config = load_settings(dir)?;
    check_games(dir)?;
    let games = read_lines(dir, &mut Expected::of(&config)?)?;
    Ok((config, games))
}

/// Reads the settings of a match.
fn load_settings(dir: &Path) -> Result<MatchConfig, JournalError> {
    if !Journal::is_in(dir) {
        return Err(JournalError::None(dir.to_path_buf()));
    }
    let path = dir.join(SETTINGS);
    let text = regular::own_text(&path, MAX_SETTINGS).map_err(at(&path))?;
    let read: Result<MatchConfig, _> = toml::from_str(&text);
    let config = match read {
        Ok(config) => config,
        Err(reason) => {
            return Err(JournalError::Settings(path, Box::new(reason)));
        }
    };
    // Numbers of engines and games are bounded before anything is made for each of them.
    match config.validate() {
        Ok(()) => Ok(config),
        Err(reason) => Err(JournalError::Invalid(path, reason)),
    }
}

/// Writes a complete match, as if it had been played in the new folder `dir`.
///
/// Each game comes with the folder of the match that its SGF file is copied from. The match is
/// written to a hidden folder beside `dir`, which takes its name at the end: an interruption leaves
/// nothing in `dir`, and nothing that is there is replaced.
///
/// # Errors
/// Returns an error if the folder is there already, or a file cannot be read or written.
pub fn write(
    dir: &Path,
    config: &MatchConfig,
    games: &[(GameRecord, PathBuf)],
) -> Result<(), JournalError> {
    check_new(dir)?;
    let beside = match dir.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    fs::create_dir_all(beside).map_err(at(beside))?;
    let unfinished = unfinished_in(beside).map_err(at(beside))?;
    let records = Records::open(unfinished.path(), Owner::Match)?;
    let mut lines = Vec::new();
    for (record, source) in games {
        let folder = records::folder_in(source);
        regular::check_own_folder(&folder).map_err(at(&folder))?;
        let path = source.join(sgf_name(record.game));
        let sgf = regular::own_text(&path, sgf::MAX_BYTES as u64).map_err(at(&path))?;
        records.put(record.game, &sgf)?;
        lines.extend(line_of(record).map_err(at(&dir.join(GAMES)))?);
    }
    put(&unfinished.path().join(GAMES), &lines)?;
    let text = settings(dir, config)?;
    put(&unfinished.path().join(SETTINGS), text.as_bytes())?;
    // Where another one has taken the name meanwhile, this fails.
    if let Err(error) = fs::rename(unfinished.path(), dir) {
        check_new(dir)?;
        return Err(at(dir)(error).into());
    }
    // It has its name now, and is not removed.
    let _ = unfinished.keep();
    Ok(())
}

/// Checks that nothing has the name of a folder.
fn check_new(dir: &Path) -> Result<(), JournalError> {
    if Journal::is_in(dir) {
        return Err(JournalError::Exists(dir.to_path_buf()));
    }
    match fs::symlink_metadata(dir) {
        Ok(_) => Err(JournalError::Occupied(dir.to_path_buf())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(at(dir)(error).into()),
    }
}

/// Creates a hidden folder that is removed with its value, with the permissions of any new folder.
fn unfinished_in(dir: &Path) -> io::Result<TempDir> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".").suffix(".unfinished");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o777));
    builder.tempdir_in(dir)
}

/// Reads the finished games of a folder, one line after the other, and checks each of them. Each
/// line is a game of the schedule and none is there twice, so the schedule bounds their number.
fn read_lines(dir: &Path, expected: &mut Expected<'_>) -> Result<Vec<GameRecord>, JournalError> {
    let path = dir.join(GAMES);
    let damaged = |reason: String| JournalError::Damaged(path.clone(), reason);
    let mut seen = BTreeSet::new();
    let mut games = Vec::new();
    for read in jsonl::read::<GameRecord>(&path)? {
        let (line, mut record) = read.map_err(|error| match error {
            LinesError::Line(..) => damaged(error.to_string()),
            error => JournalError::Lines(error),
        })?;
        let checked = record.check();
        checked.map_err(|error| damaged(format!("line {line}: {error}")))?;
        let foreign = |reason| JournalError::Foreign(path.clone(), line, reason);
        expected.check(&mut record).map_err(foreign)?;
        if !seen.insert(record.game) {
            let (game, difference) = (record.game, Difference::Twice);
            return Err(foreign(Mismatch { game, difference }));
        }
        games.push(record);
    }
    Ok(games)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use halfpoint_nn::NetChoice;
    use tempfile::tempdir;

    use super::super::record::{End, Verdict, tests::sample};
    use super::*;
    use crate::plan::config::EngineConfig;
    use crate::plan::schedule::Schedule;

    /// Returns a match that has the sample as its game 17.
    fn config() -> MatchConfig {
        let engine = |name| EngineConfig::parse(&format!("{name}=internal")).expect("an engine");
        MatchConfig {
            games: 20,
            opening_plies: 2,
            engines: ["weak", "strong"].map(engine).to_vec(),
            ..MatchConfig::default()
        }
    }

    /// Returns the sample as the match has it, under the seed of the schedule.
    fn planned() -> GameRecord {
        let planned = Schedule::of(&config()).get(17).expect("a game");
        GameRecord {
            seed: planned.seed,
            settings: Some(SettingsDigest::of(&config()).expect("settings")),
            ..sample()
        }
    }

    fn read_games(dir: &Path) -> Result<Vec<GameRecord>, JournalError> {
        let config = config();
        read_lines(dir, &mut Expected::of(&config)?)
    }

    /// Flips each bit of a line, its checksum and its newline: the change is noticed, or the record
    /// that is read equals the one written.
    #[test]
    fn every_changed_bit_of_a_line_is_noticed() {
        let folder = tempdir().expect("a folder");
        let path = folder.path().join(GAMES);
        let record = planned();
        let line = line_of(&record).expect("a line");
        fs::write(&path, &line).expect("a file");
        let written = std::slice::from_ref(&record);
        let config = config();
        let mut expected = Expected::of(&config).expect("settings");
        let mut read_games = || read_lines(folder.path(), &mut expected);
        assert_eq!(read_games().expect("games"), written);
        let (mut refused, mut cut_off) = (0, 0);
        for bit in 0..8 * line.len() {
            let mut changed = line.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            fs::write(&path, &changed).expect("a file");
            match read_games() {
                Err(_) => refused += 1,
                Ok(games) if games == written => (),
                Ok(games) => {
                    let mut lines = jsonl::read::<GameRecord>(&path).expect("lines");
                    assert!(lines.next().is_none() && lines.is_cut_off(), "bit {bit}");
                    assert!(games.is_empty());
                    cut_off += 1;
                }
            }
        }
        // A line without its newline does not count, and a warning is logged.
        assert_eq!((refused, cut_off), (8 * (line.len() - 1), 8));
    }

    #[test]
    fn a_verdict_that_contradicts_its_result_is_refused() {
        let folder = tempdir().expect("a folder");
        let path = folder.path().join(GAMES);
        // Earlier versions wrote lines without a checksum, and none of the settings.
        let mut record = planned();
        record.settings = None;
        let text = serde_json::to_string(&record).expect("a line");
        fs::write(&path, format!("{text}\n")).expect("a file");
        assert_eq!(read_games(folder.path()).expect("games"), [record.clone()]);
        let changed = text.replacen("\"verdict\":\"black\"", "\"verdict\":\"white\"", 1);
        assert_ne!(changed, text);
        fs::write(&path, format!("{text}\n{changed}\n")).expect("a file");
        let error = read_games(folder.path()).expect_err("a contradiction");
        let text = error.to_string();
        for part in ["line 2", "verdict", "remove that line", GAMES] {
            assert!(text.contains(part), "{part}: {text}");
        }
        // A valid checksum does not hide the contradiction.
        record.verdict = Verdict::White;
        fs::write(&path, line_of(&record).expect("a line")).expect("a file");
        assert!(read_games(folder.path()).is_err());
    }

    #[test]
    fn games_that_the_match_does_not_have_are_refused() {
        let folder = tempdir().expect("a folder");
        let path = folder.path().join(GAMES);
        let refused = |config: &MatchConfig, record: &GameRecord| {
            fs::write(&path, line_of(record).expect("a line")).expect("a file");
            let games = read_lines(folder.path(), &mut Expected::of(config).expect("settings"));
            games.map_err(|error| error.to_string())
        };
        assert_eq!(refused(&config(), &planned()), Ok(vec![planned()]));
        for (change, words) in [
            (
                (|r| r.game = 999_999) as fn(&mut GameRecord),
                "game 999999 is not in the schedule, which has the games 0 to 19",
            ),
            (|r| r.game = 20, "game 20 is not in the schedule"),
            (|r| r.game = 16, "game 16: the seed is "),
            (|r| r.pair = 7, "the pair is 7, and the schedule has 8"),
            (|r| r.seed += 1, "the seed is "),
            (
                |r| std::mem::swap(&mut r.engines.black, &mut r.engines.white),
                "the engine of Black is weak, and the schedule has strong",
            ),
            (
                |r| r.engines.white = "other".to_string(),
                "the engine of White is other, and the schedule has weak",
            ),
            (
                |r| r.opening = "2 random plies, seed 1/9".to_string(),
                "the opening is 2 random plies, seed 1/9, and the schedule has",
            ),
            (|r| r.opening.push_str(", try 2"), "the opening is"),
            (
                |r| r.opening_moves = 3,
                "the opening's length is 3, and the schedule has at most 2",
            ),
            (
                |r| (r.moves, r.usage.black.moves) = (325, 294),
                "the length is 325",
            ),
            (
                |r| r.end = End::MoveLimit,
                "ended by MoveLimit after 61 moves, which the settings do not allow",
            ),
            (
                |r| {
                    (r.verdict, r.margin, r.basis) = (Verdict::Draw, None, None);
                    (r.result, r.end) = ("0".to_string(), End::Draw);
                },
                "ended by Draw after 61 moves",
            ),
            (
                |r| {
                    (r.verdict, r.margin, r.basis) = (Verdict::Void, None, None);
                    (r.result, r.end) = ("Void".to_string(), End::Void);
                },
                "ended by Void after 61 moves",
            ),
            (
                |r| {
                    (r.result, r.margin, r.basis) = ("B+".to_string(), None, None);
                    r.end = End::Adjudicated;
                },
                "ended by Adjudicated after 61 moves",
            ),
        ] {
            let mut record = planned();
            change(&mut record);
            let error = refused(&config(), &record).expect_err(words);
            let begin = format!("{}, line 1: game ", path.display());
            assert!(error.starts_with(&begin), "{error}");
            assert!(error.contains(words), "{words}: {error}");
        }
        // Another part of the match.
        let part = |text: &str| MatchConfig {
            shard: Some(text.parse().expect("a part")),
            ..config()
        };
        assert_eq!(refused(&part("1/2"), &planned()), Ok(vec![planned()]));
        let error = refused(&part("2/2"), &planned()).expect_err("another part");
        assert!(
            error.ends_with("line 1: game 17 is not in part 2/2"),
            "{error}"
        );
        // A balanced opening may be a later one of its seed.
        let balanced = MatchConfig {
            balanced: Some(halfpoint_core::half_points::HalfPoints::ONE),
            ..config()
        };
        let mut record = planned();
        record.settings = None;
        record.opening.push_str(", try 2");
        assert_eq!(refused(&balanced, &record), Ok(vec![record]));
    }

    #[test]
    fn games_under_other_settings_are_refused_by_the_names_of_these() {
        let folder = tempdir().expect("a folder");
        let path = folder.path().join(GAMES);
        fs::write(&path, line_of(&planned()).expect("a line")).expect("a file");
        let read = |change: fn(&mut MatchConfig)| {
            let mut config = config();
            change(&mut config);
            let mut expected = Expected::of(&config).expect("settings");
            read_lines(folder.path(), &mut expected).map_err(|error| error.to_string())
        };
        assert_eq!(read(|config| config.concurrency = 7), Ok(vec![planned()]));
        for (change, names) in [
            (
                (|c| c.rules = "japanese".parse().expect("rules")) as fn(&mut MatchConfig),
                "rules",
            ),
            (|c| c.size = "5".parse().expect("a size"), "size"),
            (|c| c.komi = Some("5".parse().expect("komi")), "komi"),
            (|c| c.handicap = 2, "handicap"),
            (|c| c.games = 22, "games"),
            (|c| c.patience = 1.0, "patience"),
            (|c| c.sprt = Some(Default::default()), "sprt"),
            (
                |c| c.engines[0].start_up.push("x".to_string()),
                "engine weak",
            ),
            (
                |c| {
                    c.restart = true;
                    c.playouts = Some(5);
                },
                "playouts, restart",
            ),
        ] {
            let error = read(change).expect_err(names);
            let words = format!(
                "line 1: game 17 was played under other settings or nets than the match has now ({names});"
            );
            assert!(error.contains(&words), "{words}: {error}");
        }
    }

    /// If another match has taken the place of this one, the record of its game stays as it is.
    #[test]
    #[cfg(unix)]
    fn a_moved_journal_replaces_no_record_of_another_match() {
        let folder = tempdir().expect("a folder");
        let (mine, dir) = (folder.path().join("old"), folder.path().join("match"));
        let mut journal = Journal::create(&dir, &config()).expect("a folder");
        fs::rename(&dir, &mine).expect("a folder");
        let mut other = Journal::create(&dir, &config()).expect("a folder");
        let finished = |sgf: &str| Finished {
            record: planned(),
            sgf: sgf.to_string(),
        };
        other.add(&finished("(;C[other])")).expect("a game");
        let moved = journal.add(&finished("(;C[mine])"));
        assert!(
            matches!(moved, Err(JournalError::Lines(LinesError::Moved(_)))),
            "{moved:?}"
        );
        let record = fs::read_to_string(dir.join(sgf_name(17))).expect("a record");
        assert_eq!(record, "(;C[other])");
        assert!(!mine.join(sgf_name(17)).exists());
        // Nor if the folder of its records alone has been replaced.
        let (records, away) = (records::folder_in(&dir), dir.join("away"));
        fs::rename(&records, &away).expect("a folder");
        for replace in [
            (|path| fs::create_dir(path)) as fn(&Path) -> io::Result<()>,
            |path| std::os::unix::fs::symlink("away", path),
        ] {
            replace(&records).expect("a folder");
            let moved = other.add(&finished("(;C[other])"));
            assert!(
                matches!(moved, Err(JournalError::Lines(LinesError::Moved(_)))),
                "{moved:?}"
            );
            assert!(!dir.join("sgf/000018.sgf").exists());
            let _ = fs::remove_dir(&records);
        }
    }

    /// Without the file of the finished games all of them would be played again.
    #[test]
    fn a_match_without_its_games_is_not_resumed() {
        let folder = tempdir().expect("a folder");
        drop(Journal::create(folder.path(), &config()).expect("a folder"));
        let path = folder.path().join(GAMES);
        assert!(Journal::resume(folder.path()).is_ok());
        fs::remove_file(&path).expect("a file");
        for read in [
            Journal::resume(folder.path()).map(|_| ()),
            load(folder.path()).map(|_| ()),
        ] {
            assert!(matches!(read, Err(JournalError::Missing(_))), "{read:?}");
            assert!(!path.exists());
        }
    }

    #[test]
    fn a_replaced_net_is_noticed() {
        let folder = tempdir().expect("a folder");
        let net = folder.path().join("net.bin");
        let dir = folder.path().join("match");
        let mut config = config();
        let player = config.engines[0].player.as_mut().expect("a player");
        player.net = NetChoice::File(net.clone());
        fs::write(&net, "one").expect("a file");
        let mut journal = Journal::create(&dir, &config).expect("a folder");
        let record = GameRecord {
            settings: None,
            ..planned()
        };
        let sgf = String::new();
        journal.add(&Finished { record, sgf }).expect("a game");
        drop(journal);
        assert!(Journal::resume(&dir).is_ok());
        fs::write(&net, "two").expect("a file");
        let error = Journal::resume(&dir).expect_err("another net").to_string();
        assert!(error.contains("(net of engine weak)"), "{error}");
        // A report needs no net, and a net that is gone is missed when its player starts.
        assert_eq!(load(&dir).expect("games").1.len(), 1);
        fs::remove_file(&net).expect("a file");
        assert!(Journal::resume(&dir).is_ok());
    }

    /// A line after one that is refused is not read, so that the schedule bounds what is held.
    #[test]
    fn lines_are_read_one_after_the_other() {
        let folder = tempdir().expect("a folder");
        let path = folder.path().join(GAMES);
        let line = line_of(&planned()).expect("a line");
        let text = String::from_utf8(line).expect("text");
        fs::write(&path, format!("{text}{text}no line\n")).expect("a file");
        let error = read_games(folder.path()).expect_err("twice").to_string();
        assert!(error.ends_with("line 2: game 17 is there twice"), "{error}");
    }
}
