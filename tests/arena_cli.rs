//! `halfpoint arena` as people use it.
#![cfg(unix)]

mod kills;

use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use kills::kill_until_it_ends;
use tempfile::tempdir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_halfpoint");

fn arena(arguments: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.arg("arena").args(arguments).stdin(Stdio::null());
    command
}

fn run(arguments: &[&str]) -> Output {
    arena(arguments).output().expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Twelve short games of two players, of which one is a process.
fn short_match(out: &Path) -> Vec<String> {
    let process = format!("process={PROGRAM} gtp --playouts 5");
    let words = [
        "--size",
        "5",
        "--games",
        "12",
        "--opening-plies",
        "2",
        "--rules",
        "two_button",
        "--engine",
        "inside=internal playouts=5",
        "--engine",
        &process,
        "--resume",
        "--out",
    ];
    let mut words: Vec<String> = words.into_iter().map(str::to_string).collect();
    words.push(out.display().to_string());
    words
}

fn as_words(words: &[String]) -> Vec<&str> {
    words.iter().map(String::as_str).collect()
}

/// The numbers of the games that are kept; each must be there once.
fn games(out: &Path) -> BTreeSet<u64> {
    let lines = fs::read_to_string(out.join("games.jsonl")).expect("games");
    let mut numbers = BTreeSet::new();
    for line in lines.lines() {
        let game: serde_json::Value = serde_json::from_str(line).expect("a game");
        assert!(
            numbers.insert(game["game"].as_u64().expect("a number")),
            "{line}"
        );
    }
    numbers
}

#[test]
fn from_a_match_to_a_report() {
    let folder = tempdir().expect("a folder");
    let out = folder.path().join("match");
    let played = run(&as_words(&short_match(&out)));
    assert!(played.status.success(), "{}", text(&played.stderr));
    assert_eq!(games(&out).len(), 12);
    let told = text(&played.stdout);
    assert_eq!(
        told.lines()
            .filter(|line| line.starts_with("game "))
            .count(),
        12
    );
    assert!(told.contains("inside") && told.contains("process") && told.contains("Elo"));
    let reported = run(&["report", out.to_str().expect("UTF-8")]);
    assert!(reported.status.success(), "{}", text(&reported.stderr));
    let page = fs::read_to_string(out.join("report.html")).expect("a page");
    assert!(page.contains("<svg") && page.contains("inside"));
    let dat = fs::read_to_string(out.join("match.dat")).expect("results");
    assert_eq!(
        dat.lines().filter(|line| !line.starts_with('#')).count(),
        12
    );
}

#[test]
fn killed_and_gone_on_with() {
    let folder = tempdir().expect("a folder");
    let out = folder.path().join("match");
    let words = short_match(&out);
    kill_until_it_ends(|| arena(&as_words(&words)));
    assert_eq!(games(&out), (0..12).collect());
}

#[test]
fn a_full_disk_is_an_error_message() {
    let folder = tempdir().expect("a folder");
    let out = folder.path().join("match");
    fs::create_dir_all(out.join("sgf")).expect("a folder");
    // Where the moves of the third game are to be written there is no room.
    let full = out.join("sgf/000002.new");
    symlink("/dev/full", &full).expect("a link");
    let words = short_match(&out);
    let failed = run(&as_words(&words));
    assert_eq!(failed.status.code(), Some(1));
    let told = text(&failed.stderr);
    assert!(
        told.contains("000002.sgf") && told.contains("No space left"),
        "{told}"
    );
    assert_eq!(games(&out), [0, 1].into());
    fs::remove_file(full).expect("a link");
    assert!(run(&as_words(&words)).status.success());
    assert_eq!(games(&out).len(), 12);
}

#[test]
fn a_reader_that_goes_away_is_an_error_message() {
    let folder = tempdir().expect("a folder");
    let out = folder.path().join("match");
    let mut command = arena(&as_words(&short_match(&out)));
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    drop(child.stdout.take());
    let mut told = String::new();
    let mut stderr = child.stderr.take().expect("a pipe");
    stderr.read_to_string(&mut told).expect("text");
    let status = child.wait().expect("a process");
    assert_eq!(status.code(), Some(1));
    assert!(
        told.contains("standard output") && told.contains("--resume"),
        "{told}"
    );
    // The game that could not be told of is kept all the same.
    assert!(!games(&out).is_empty());
}

#[test]
fn what_cannot_be_is_an_error_message() {
    let folder = tempdir().expect("a folder");
    let out = folder.path().join("match");
    let out = out.to_str().expect("UTF-8");
    let internal = ["--engine", "a=internal", "--engine"];
    for (arguments, expected) in [
        (vec!["--out", out], "two engines"),
        (
            [&internal[..], &["a=internal", "--out", out]].concat(),
            "two engines are called",
        ),
        ([&internal[..], &["b=internal"]].concat(), "--out"),
        (
            [&internal[..], &["b", "--out", out]].concat(),
            "NAME=COMMAND",
        ),
        (
            [&internal[..], &["b=internal playouts=0", "--out", out]].concat(),
            "playouts",
        ),
        (
            [&internal[..], &["b=internal plyouts=9", "--out", out]].concat(),
            "plyouts",
        ),
        (
            [&internal[..], &["b=x 'y", "--out", out]].concat(),
            "quotes",
        ),
        (
            [&internal[..], &["b=/no/such/engine", "--out", out]].concat(),
            "/no/such/engine",
        ),
        (vec!["--sprt", "20:0", "--out", out], "elo"),
        (vec!["--shard", "5/4", "--out", out], "1/4"),
        (vec!["report", "/no/such/folder"], "holds no match"),
        (vec!["merge", out, "/no/such/folder"], "holds no match"),
        (
            vec!["--config", "/no/such/file", "--out", out],
            "/no/such/file",
        ),
    ] {
        let failed = run(&arguments);
        let told = text(&failed.stderr);
        assert!(!failed.status.success(), "{arguments:?}");
        assert!(told.contains(expected), "{arguments:?}: {told}");
        assert!(failed.stdout.is_empty());
    }
}

#[test]
fn settings_that_changed_are_no_resumption() {
    let folder = tempdir().expect("a folder");
    let out = folder.path().join("match");
    let mut words = short_match(&out);
    assert!(run(&as_words(&words)).status.success());
    words.extend(["--komi", "3"].map(str::to_string));
    let failed = run(&as_words(&words));
    assert!(text(&failed.stderr).contains("settings are not those"));
    let again: Vec<String> = words
        .into_iter()
        .filter(|word| word != "--resume")
        .collect();
    let failed = run(&as_words(&again));
    assert!(text(&failed.stderr).contains("holds a match already"));
}
