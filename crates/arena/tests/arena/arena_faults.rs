//! Tests of engines at fault: they lose the game, and the match continues.
#![cfg(unix)]

use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use tempfile::tempdir;

use halfpoint_arena::client::FaultKind;
use halfpoint_arena::log::journal::Journal;
use halfpoint_arena::log::record::{End, GameRecord, Verdict};
use halfpoint_arena::plan::config::{EngineConfig, MatchConfig};
use halfpoint_arena::runner::{ArenaError, Observer};
use halfpoint_arena::summary::Summary;
use halfpoint_core::board::Color;

use super::run;

struct Keep(Vec<GameRecord>);

impl Observer for Keep {
    fn begin(&mut self, _: &MatchConfig, _: &Summary, _: u64) -> io::Result<()> {
        Ok(())
    }

    fn finished(&mut self, record: &GameRecord, _: &Summary) -> io::Result<()> {
        self.0.push(record.clone());
        Ok(())
    }
}

fn engine(name: &str, arguments: &str) -> EngineConfig {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/engines/player.sh");
    let script = shlex::try_quote(script.to_str().expect("UTF-8")).expect("a path");
    EngineConfig::parse(&format!("{name}=sh {script} {arguments}")).expect("an engine")
}

/// Returns a match of a stub in the given mode against a stub without faults.
fn config(mode: &str) -> MatchConfig {
    MatchConfig {
        size: "5".parse().expect("a size"),
        games: 4,
        engines: vec![engine("bad", mode), engine("good", "good")],
        ..MatchConfig::default()
    }
}

fn play(config: &MatchConfig) -> Vec<GameRecord> {
    let folder = tempdir().expect("a folder");
    let mut journal = Journal::create(folder.path(), config).expect("a folder");
    let stop = Arc::new(AtomicBool::new(false));
    let mut keep = Keep(Vec::new());
    let played = run(config, &mut journal, &[], &stop, &mut keep);
    let played = played.expect("a match");
    assert!(played.complete);
    // The journal holds the games that were reported.
    let lines = fs::read_to_string(folder.path().join("games.jsonl")).expect("games");
    assert_eq!(lines.lines().count(), keep.0.len());
    keep.0
}

/// Returns whether a process with the given text on its command line is running.
#[cfg(target_os = "linux")]
fn is_running(text: &str) -> bool {
    let processes = fs::read_dir("/proc").expect("processes");
    processes.filter_map(Result::ok).any(|process| {
        let words = fs::read(process.path().join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&words).contains(text)
    })
}

#[test]
fn an_engine_at_fault_loses_the_game() {
    for (mode, kind, words) in [
        ("crash", FaultKind::Crash, "3"),
        ("close", FaultKind::Closed, "genmove"),
        ("garbage", FaultKind::Malformed, "what do you mean?"),
        ("no-move", FaultKind::Malformed, "Z9"),
        ("token", FaultKind::Malformed, "button"),
        ("illegal", FaultKind::Illegal, "occupied"),
        ("error", FaultKind::Refusal, "I give up"),
    ] {
        let records = play(&config(mode));
        assert_eq!(records.len(), 4, "{mode}");
        for record in records {
            let fault = record
                .fault
                .as_ref()
                .unwrap_or_else(|| panic!("{mode}: {record:?}"));
            let bad = record.color_of("bad").expect("a side");
            assert_eq!(
                (record.end, fault.kind, fault.side),
                (End::Fault, kind, bad),
                "{mode}"
            );
            assert!(fault.text.contains(words), "{mode}: {}", fault.text);
            assert_eq!(
                fault.stderr.last().map(String::as_str),
                Some(&*format!("about to {mode}"))
            );
            assert_eq!(record.verdict.winner(), Some(bad.opponent()));
            assert!(record.result.ends_with("+F"), "{}", record.result);
            // The engine at fault had made two moves.
            let before = if bad == Color::Black { 4 } else { 5 };
            assert_eq!(record.moves, before, "{mode}");
        }
    }
}

/// Black passes first, and is told of White's pass, which ends the game.
#[test]
fn an_engine_that_fails_at_the_end_of_a_game_loses_neither_it_nor_the_next() {
    let records = play(&config("last-crash"));
    assert_eq!(records.len(), 4);
    for record in records {
        assert_eq!((record.end, record.moves), (End::Passes, 14), "{record:?}");
        assert_eq!(record.fault, None);
        let is_black = record.color_of("bad") == Some(Color::Black);
        let note = record.note.as_deref().unwrap_or_default();
        assert_eq!(note.starts_with("bad after the game: "), is_black, "{note}");
    }
}

#[test]
fn the_arena_measures_time_and_late_answers_lose() {
    let mut config = config("late");
    config.games = 2;
    config.time = "move 0.3".parse().expect("a time system");
    config.time_margin = 0.1;
    for record in play(&config) {
        let fault = record.fault.as_ref().expect("a fault");
        assert_eq!((fault.kind, record.end), (FaultKind::Time, End::Fault));
        assert!(record.result.ends_with("+T"));
        assert_eq!(record.points_of("bad"), Some(0.0));
    }
    // The engine is in time if it has more time or if there is no clock.
    for time in ["absolute 600", "byoyomi 0.1 0.3 400", "none"] {
        config.time = time.parse().expect("a time system");
        for record in play(&config) {
            assert_eq!(record.fault, None, "{time}");
            assert_eq!(record.end, End::Passes, "{time}");
        }
    }
}

#[test]
fn only_an_engine_that_lists_them_is_sent_time_settings() {
    // The stub refuses commands that it does not list, and it would lose by that.
    for time in [
        "absolute 600",
        "canadian 600 30 5",
        "byoyomi 600 30 3",
        "fischer 600 5",
        "move 30",
    ] {
        for mode in ["good", "timed"] {
            let mut config = config(mode);
            config.games = 2;
            config.time = time.parse().expect("a time system");
            for record in play(&config) {
                assert_eq!(record.fault, None, "{mode}, {time}");
            }
        }
    }
}

#[test]
fn an_engine_that_does_not_answer_loses() {
    let mut config = config("hang");
    config.games = 2;
    config.patience = 0.3;
    for record in play(&config) {
        let fault = record.fault.as_ref().expect("a fault");
        assert_eq!(fault.kind, FaultKind::Hang);
        assert!(record.result.ends_with("+T"));
        assert_eq!(record.points_of("good"), Some(1.0));
    }
}

#[test]
fn an_engine_that_refuses_a_legal_move_loses() {
    for record in play(&config("refuse")) {
        let bad = record.color_of("bad").expect("a side");
        match bad {
            // White's first move was legal, so refusing it is a fault.
            Color::Black => {
                assert_eq!(
                    record.fault.map(|fault| fault.kind),
                    Some(FaultKind::Refusal)
                );
                assert_eq!(record.verdict, Verdict::White);
            }
            // The stub as White: it plays these moves itself, so there is nothing to refuse.
            Color::White => assert_eq!(record.fault, None),
        }
    }
}

#[test]
fn noise_and_resignation_are_no_faults() {
    for (mode, end) in [("flood", End::Passes), ("resign", End::Resign)] {
        for record in play(&config(mode)) {
            assert_eq!((record.end, &record.fault), (end, &None), "{mode}");
            if end == End::Resign {
                assert_eq!(record.points_of("bad"), Some(0.0));
                assert!(record.result.ends_with("+R"));
            }
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn no_engine_process_is_left_running() {
    // No other test has this word on a command line.
    let word = format!("left-{}", std::process::id());
    for mode in ["hang", "close", "flood", "good"] {
        let mut config = config(&format!("{mode} 3 {word}"));
        (config.games, config.patience) = (2, 0.3);
        play(&config);
        assert!(!is_running(&word), "{mode}");
    }
}

#[test]
fn an_engine_that_cannot_start_or_be_set_up_fails_before_the_first_game() {
    let mut missing = config("good");
    missing.engines[0].command = Some("/no/such/engine".to_string());
    let mut refusing = config("timed-refuse");
    refusing.time = "move 0.5".parse().expect("a time system");
    for (config, kind) in [(missing, FaultKind::Start), (refusing, FaultKind::Refusal)] {
        let folder = tempdir().expect("a folder");
        let mut journal = Journal::create(folder.path(), &config).expect("a folder");
        let stop = Arc::new(AtomicBool::new(false));
        let mut keep = Keep(Vec::new());
        match run(&config, &mut journal, &[], &stop, &mut keep) {
            Err(ArenaError::Engine(name, fault)) => {
                assert_eq!((name.as_str(), fault.kind), ("bad", kind));
            }
            other => panic!("{other:?}"),
        }
        assert!(keep.0.is_empty());
    }
}
