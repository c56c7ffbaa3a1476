//! Tests of whole matches: equal settings give equal games, regardless of concurrency, of division
//! into parts, and of interruptions.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tempfile::tempdir;

use halfpoint_arena::log::journal::{self, Journal, JournalError};
use halfpoint_arena::log::jsonl::LinesError;
use halfpoint_arena::log::record::{End, GameRecord, ResultBasis, Usage, Verdict};
use halfpoint_arena::log::records;
use halfpoint_arena::merge::{MergeError, merge};
use halfpoint_arena::plan::config::{EngineConfig, MatchConfig};
use halfpoint_arena::runner::Observer;
use halfpoint_arena::summary::Summary;
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::rules::{PRESETS, Preset};
use halfpoint_sgf as sgf;

use super::run;

/// Observer that stops the match after a number of games.
struct StopAfter {
    games: usize,
    stop: Arc<AtomicBool>,
}

impl Observer for StopAfter {
    fn begin(&mut self, _: &MatchConfig, _: &Summary, _: u64) -> io::Result<()> {
        Ok(())
    }

    fn finished(&mut self, _: &GameRecord, _: &Summary) -> io::Result<()> {
        // Another game may have finished before the stop was noticed.
        self.games = self.games.saturating_sub(1);
        if self.games == 0 {
            self.stop.store(true, Ordering::SeqCst);
        }
        Ok(())
    }
}

/// Returns a match of two built-in players on a small board.
fn config(games: u32) -> MatchConfig {
    let engine = |text| EngineConfig::parse(text).expect("an engine");
    MatchConfig {
        size: "5".parse().expect("a size"),
        games,
        opening_plies: 2,
        engines: vec![
            engine("strong=internal playouts=60"),
            engine("weak=internal playouts=6"),
        ],
        ..MatchConfig::default()
    }
}

/// Starts or continues a match for up to the given number of further games, and returns whether it
/// is complete.
fn play(dir: &Path, config: &MatchConfig, games: usize) -> bool {
    let (mut journal, finished) = match Journal::is_in(dir) {
        false => (Journal::create(dir, config).expect("a folder"), Vec::new()),
        true => {
            let (journal, kept, finished) = Journal::resume(dir).expect("a match");
            assert_eq!(kept.engines, config.engines);
            (journal, finished)
        }
    };
    let stop = Arc::new(AtomicBool::new(false));
    let mut observer = StopAfter {
        games,
        stop: Arc::clone(&stop),
    };
    let played = run(config, &mut journal, &finished, &stop, &mut observer);
    played.expect("a match").complete
}

/// Returns a record without the values that depend on the time of day.
fn timeless(record: &GameRecord) -> GameRecord {
    let mut record = record.clone();
    (record.started, record.seconds) = (0, 0.0);
    for usage in [&mut record.usage.black, &mut record.usage.white] {
        *usage = Usage {
            seconds: 0.0,
            longest: 0.0,
            peak_memory: None,
            ..usage.clone()
        };
    }
    record
}

/// Returns the games of a match with their moves, by number.
fn games(dir: &Path) -> BTreeMap<u32, (GameRecord, String)> {
    let (_, records) = journal::load(dir).expect("a match");
    let count = records.len();
    let games: BTreeMap<_, _> = records
        .iter()
        .map(|record| {
            let sgf = fs::read_to_string(dir.join(records::sgf_name(record.game)));
            (record.game, (timeless(record), sgf.expect("the moves")))
        })
        .collect();
    assert_eq!(games.len(), count, "a game twice");
    games
}

#[test]
fn equal_settings_give_equal_games() {
    let folder = tempdir().expect("a folder");
    let dir = |name: &str| folder.path().join(name);
    let mut config = config(10);
    assert!(play(&dir("one"), &config, usize::MAX));
    let one = games(&dir("one"));
    assert_eq!(one.len(), 10);
    config.concurrency = 3;
    assert!(play(&dir("three"), &config, usize::MAX));
    assert_eq!(games(&dir("three")), one);
    config.seed = 2;
    assert!(play(&dir("other"), &config, usize::MAX));
    assert_ne!(games(&dir("other")), one);
    // The two games of a pair have the same opening and exchanged colours.
    for pair in 0..5 {
        let [(first, moves), (second, others)] = [&one[&(2 * pair)], &one[&(2 * pair + 1)]];
        assert_eq!(first.opening, second.opening);
        assert_eq!(first.engines.black, second.engines.white);
        let opening = |sgf: &str| sgf.lines().nth(1).map(|line| line[..12].to_string());
        assert_eq!(opening(moves), opening(others));
    }
}

#[test]
fn an_interrupted_match_continues_with_the_same_games() {
    let folder = tempdir().expect("a folder");
    let (whole, dir) = (folder.path().join("whole"), folder.path().join("parts"));
    // The number is large because one or two more games may end before the match stops.
    let config = config(16);
    assert!(play(&whole, &config, usize::MAX));
    let mut starts = 0;
    while !play(&dir, &config, 3) {
        starts += 1;
        assert!(starts < 16, "no progress");
        // A crash can leave a part of a line and a file that is not in the list.
        let path = dir.join("games.jsonl");
        let mut lines = fs::read(&path).expect("games");
        lines.extend_from_slice(b"{\"game\":15,\"pair\"");
        fs::write(&path, lines).expect("games");
        fs::write(dir.join("sgf/000015.sgf"), "(;FF[4").expect("a file");
    }
    assert!(starts >= 1);
    assert_eq!(games(&dir), games(&whole));
    // A complete match has nothing left to play.
    assert!(play(&dir, &config, 1));
    assert_eq!(games(&dir).len(), 16);
}

#[test]
fn merged_parts_equal_the_undivided_match() {
    let folder = tempdir().expect("a folder");
    let dir = |name: &str| folder.path().join(name);
    let mut config = config(8);
    config
        .engines
        .push(EngineConfig::parse("third=internal playouts=3").expect("an engine"));
    assert!(play(&dir("whole"), &config, usize::MAX));
    let mut parts = Vec::new();
    for part in ["1/3", "2/3", "3/3"] {
        config.shard = Some(part.parse().expect("a part"));
        parts.push(dir(&part.replace('/', "of")));
        assert!(play(&parts[parts.len() - 1], &config, usize::MAX));
    }
    // Nothing that is there is replaced, not even an empty folder, whose rights are the user's.
    fs::create_dir(dir("merged")).expect("a folder");
    let occupied = merge(&dir("merged"), &parts).expect_err("a folder");
    let occupied = occupied.to_string();
    assert!(occupied.contains("merged is there already"), "{occupied}");
    fs::remove_dir(dir("merged")).expect("a folder");
    // A link in place of the records of a part leads nowhere.
    #[cfg(unix)]
    {
        let [records, away] = ["sgf", "away"].map(|name| parts[0].join(name));
        fs::rename(&records, &away).expect("a folder");
        std::os::unix::fs::symlink(&away, &records).expect("a link");
        let linked = merge(&dir("linked"), &parts)
            .expect_err("a link")
            .to_string();
        assert!(linked.contains("not a folder"), "{linked}");
        let names = fs::read_dir(folder.path()).expect("a folder");
        let names: Vec<_> = names
            .map(|entry| entry.expect("a name").file_name())
            .collect();
        assert_eq!(names.len(), 4, "nothing unfinished stays: {names:?}");
        fs::remove_file(&records).expect("a link");
        fs::rename(&away, &records).expect("a folder");
    }
    let summary = merge(&dir("merged"), &parts).expect("parts of one match");
    assert_eq!(summary.games, 24);
    assert_eq!(games(&dir("merged")), games(&dir("whole")));
    assert!(matches!(
        merge(&dir("merged"), &parts),
        Err(MergeError::Journal(JournalError::Exists(_)))
    ));
    let twice = [parts[0].clone(), parts[0].clone()];
    assert!(matches!(
        merge(&dir("twice"), &twice),
        Err(MergeError::Twice { .. })
    ));
    // The first part holds a game of the second one.
    let lines = parts[0].join("games.jsonl");
    let [own, other] = [&parts[0], &parts[1]]
        .map(|part| fs::read_to_string(part.join("games.jsonl")).expect("games"));
    let second = other.lines().next().expect("a game");
    fs::write(&lines, format!("{own}{second}\n")).expect("a file");
    let misplaced = merge(&dir("misplaced"), &parts).expect_err("a game of another part");
    let misplaced = misplaced.to_string();
    assert!(
        misplaced.contains("games.jsonl, line 9: game "),
        "{misplaced}"
    );
    assert!(misplaced.contains(" is not in part 1/3"), "{misplaced}");
    fs::write(&lines, own).expect("a file");
    config.seed = 5;
    assert!(play(&dir("foreign"), &config, usize::MAX));
    let foreign = [parts[0].clone(), dir("foreign")];
    let mixed = merge(&dir("mixed"), &foreign).expect_err("other settings");
    assert!(
        mixed.to_string().ends_with("their settings differ (seed)"),
        "{mixed}"
    );
}

/// Plays a pair of games under a rule set, and checks that each ends in a result that its record
/// has.
fn play_to_a_result(preset: &'static Preset) {
    let folder = tempdir().expect("a folder");
    let config = MatchConfig {
        rules: preset.into(),
        ..config(2)
    };
    assert!(play(folder.path(), &config, usize::MAX), "{}", preset.id);
    for (record, moves) in games(folder.path()).values() {
        assert_eq!(record.fault, None, "{}: {moves}", preset.id);
        assert_ne!(record.end, End::MoveLimit, "{}: {moves}", preset.id);
        let loaded = sgf::read(moves.as_bytes(), PRESETS[0].rules, HalfPoints::ZERO, None);
        let loaded = loaded.expect("a record");
        assert_eq!(loaded.game.rules(), &preset.rules);
        assert_eq!(loaded.result.as_deref(), Some(record.result.as_str()));
        let resigned = u32::from(record.end == End::Resign);
        assert_eq!(loaded.game.records().len() as u32 + resigned, record.moves);
        match record.end {
            End::Passes => assert_eq!(
                (record.verdict == Verdict::Unclear, record.disputed),
                (false, false),
                "{}: {record:?}",
                preset.id
            ),
            _ => assert_eq!(record.basis, None::<ResultBasis>),
        }
    }
}

#[test]
fn all_rule_sets_are_played_to_a_result() {
    std::thread::scope(|scope| {
        for half in PRESETS.chunks(PRESETS.len().div_ceil(2)) {
            scope.spawn(|| half.iter().for_each(play_to_a_result));
        }
    });
}

#[test]
fn rectangular_boards_take_handicap_and_opening_files() {
    let folder = tempdir().expect("a folder");
    let openings = folder.path().join("openings");
    fs::create_dir(&openings).expect("a folder");
    for (name, text) in [
        ("a.sgf", "(;FF[4]SZ[7:5];B[cc];W[dd];B[ee])"),
        ("b.sgf", "(;FF[4]SZ[7:5]AB[aa]AW[bb]PL[W];W[dd])"),
    ] {
        fs::write(openings.join(name), text).expect("a file");
    }
    let mut config = MatchConfig {
        size: "7x5".parse().expect("a size"),
        openings: Some(openings.clone()),
        opening_moves: Some(2),
        opening_plies: 0,
        ..config(4)
    };
    let dir = folder.path().join("files");
    assert!(play(&dir, &config, usize::MAX));
    let played = games(&dir);
    for (record, moves) in played.values() {
        let (expected, start) = match record.opening.as_str() {
            "a.sgf" => (2, ";B[cc];W[dd]"),
            _ => (1, ";W[dd]"),
        };
        assert_eq!(record.opening_moves, expected);
        assert!(moves.contains(start), "{moves}");
        assert!(moves.contains("SZ[7:5]"));
    }
    assert_ne!(played[&0].0.opening, played[&2].0.opening);
    // A resumed match has the same openings.
    let (mut journal, _, finished) = Journal::resume(&dir).expect("a match");
    fs::rename(openings.join("a.sgf"), openings.join("z.sgf")).expect("a file");
    let stop = Arc::new(AtomicBool::new(false));
    let mut observer = StopAfter {
        games: 1,
        stop: Arc::clone(&stop),
    };
    let changed = run(&config, &mut journal, &finished, &stop, &mut observer);
    let changed = changed.expect_err("other openings").to_string();
    assert!(changed.ends_with("the folder has changed"), "{changed}");
    fs::rename(openings.join("z.sgf"), openings.join("a.sgf")).expect("a file");
    let before = fs::read(openings.join("b.sgf")).expect("a file");
    let other = "(;FF[4]SZ[7:5]AB[aa]AW[bb]PL[W];W[ee])";
    fs::write(openings.join("b.sgf"), other).expect("a file");
    let changed = run(&config, &mut journal, &finished, &stop, &mut observer);
    let changed = changed.expect_err("another opening").to_string();
    assert!(
        changed.starts_with("b.sgf: the file has changed"),
        "{changed}"
    );
    fs::write(openings.join("b.sgf"), before).expect("a file");

    (config.openings, config.opening_moves) = (None, None);
    config.handicap = 2;
    let dir = folder.path().join("handicap");
    assert!(play(&dir, &config, usize::MAX));
    assert!(
        games(&dir)
            .values()
            .all(|(_, moves)| moves.contains("HA[2]"))
    );

    fs::write(openings.join("c.sgf"), "(;FF[4]SZ[9];B[cc])").expect("a file");
    config.openings = Some(openings);
    let dir = folder.path().join("wrong");
    let mut journal = Journal::create(&dir, &config).expect("a folder");
    let stop = Arc::new(AtomicBool::new(false));
    let mut observer = StopAfter {
        games: 1,
        stop: Arc::clone(&stop),
    };
    let failed = |config: &MatchConfig, journal: &mut Journal, observer: &mut StopAfter| {
        let failed = run(config, journal, &[], &stop, observer);
        failed.expect_err("no match").to_string()
    };
    let text = failed(&config, &mut journal, &mut observer);
    assert!(text.contains("exclude each other"), "{text}");
    config.handicap = 0;
    let text = failed(&config, &mut journal, &mut observer);
    assert!(text.contains("c.sgf"), "{text}");
}

#[test]
fn one_process_at_a_time_writes_a_match() {
    let folder = tempdir().expect("a folder");
    let journal = Journal::create(folder.path(), &config(2)).expect("a folder");
    let busy = Journal::resume(folder.path());
    assert!(
        matches!(busy, Err(JournalError::Lines(LinesError::Busy(_)))),
        "{busy:?}"
    );
    drop(journal);
    assert!(Journal::resume(folder.path()).is_ok());
    let again = Journal::create(folder.path(), &config(2));
    assert!(matches!(again, Err(JournalError::Exists(_))), "{again:?}");
}
