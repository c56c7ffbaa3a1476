//! `halfpoint arena` as a process: matches, resumption, error messages, signals, and processes that
//! engines leave behind.
#![cfg(unix)]

use crate::kills;

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Read};
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

/// Returns the arguments for twelve short games of two players, one of which is a process.
fn short_match(out: &Path) -> Vec<String> {
    let process = format!("process={PROGRAM} gtp --playouts 5");
    let words = [
        "--size",
        "5",
        "--games",
        "12",
        "--opening-plies",
        "2",
        "--balanced",
        "20",
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

/// Returns the numbers of the stored games. Panics if a number occurs twice.
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
fn a_match_is_played_printed_and_reported() {
    let folder = tempdir().expect("a folder");
    let out = folder.path().join("match");
    let played = run(&as_words(&short_match(&out)));
    assert!(played.status.success(), "{}", text(&played.stderr));
    assert_eq!(games(&out).len(), 12);
    let printed = text(&played.stdout);
    assert_eq!(
        printed
            .lines()
            .filter(|line| line.starts_with("game "))
            .count(),
        12
    );
    assert!(printed.contains("inside") && printed.contains("process") && printed.contains("Elo"));
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
fn a_match_killed_many_times_plays_each_game_once() {
    let folder = tempdir().expect("a folder");
    let out = folder.path().join("match");
    let words = short_match(&out);
    kill_until_it_ends(|| arena(&as_words(&words)));
    assert_eq!(games(&out), (0..12).collect());
}

#[test]
fn a_record_that_cannot_be_written_is_an_error_message() {
    let folder = tempdir().expect("a folder");
    let out = folder.path().join("match");
    let words = short_match(&out);
    assert!(run(&as_words(&words)).status.success());
    // Two games are left, and where the record of the third one belongs lies a folder.
    let lines = fs::read_to_string(out.join("games.jsonl")).expect("games");
    let two: String = lines.split_inclusive('\n').take(2).collect();
    fs::write(out.join("games.jsonl"), two).expect("games");
    let taken = out.join("sgf/000002.sgf");
    fs::remove_file(&taken).expect("a file");
    fs::create_dir(&taken).expect("a folder");
    let failed = run(&as_words(&words));
    assert_eq!(failed.status.code(), Some(1));
    let printed = text(&failed.stderr);
    assert!(
        printed.contains("000002.sgf") && printed.contains("not a regular file"),
        "{printed}"
    );
    assert_eq!(games(&out), [0, 1].into());
    fs::remove_dir(taken).expect("a folder");
    assert!(run(&as_words(&words)).status.success());
    assert_eq!(games(&out).len(), 12);
}

#[test]
fn a_closed_output_is_an_error_message() {
    let folder = tempdir().expect("a folder");
    let out = folder.path().join("match");
    let mut command = arena(&as_words(&short_match(&out)));
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    // The reader goes away after the first line, which states the number of games.
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    output.read_line(&mut String::new()).expect("a line");
    drop(output);
    let mut printed = String::new();
    let mut stderr = child.stderr.take().expect("a pipe");
    stderr.read_to_string(&mut printed).expect("text");
    let status = child.wait().expect("a process");
    assert_eq!(status.code(), Some(1));
    assert!(
        printed.contains("standard output") && printed.contains("--resume"),
        "{printed}"
    );
    // The game whose result could not be printed is stored nevertheless.
    assert!(!games(&out).is_empty());
}

#[test]
fn invalid_arguments_are_error_messages() {
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
        let printed = text(&failed.stderr);
        assert!(!failed.status.success(), "{arguments:?}");
        assert!(printed.contains(expected), "{arguments:?}: {printed}");
        assert!(failed.stdout.is_empty());
    }
}

#[test]
fn a_match_is_not_resumed_with_other_settings() {
    let folder = tempdir().expect("a folder");
    let out = folder.path().join("match");
    let mut words = short_match(&out);
    assert!(run(&as_words(&words)).status.success());
    // The number of games at a time may change.
    words.extend(["--concurrency", "2"].map(str::to_string));
    assert!(run(&as_words(&words)).status.success());
    words.extend(["--komi", "3", "--shard", "1/2"].map(str::to_string));
    let failed = run(&as_words(&words));
    let printed = text(&failed.stderr);
    assert!(
        printed.contains("settings are not those") && printed.contains("(komi, shard)"),
        "{printed}"
    );
    let again: Vec<String> = words
        .into_iter()
        .filter(|word| word != "--resume")
        .collect();
    let failed = run(&as_words(&again));
    assert!(text(&failed.stderr).contains("holds a match already"));
}

/// Settings that were edited between two runs are those of another match, also where the games are
/// only counted.
#[test]
fn games_under_other_settings_are_not_counted() {
    let folder = tempdir().expect("a folder");
    let out = folder.path().join("match");
    let name = out.to_str().expect("UTF-8");
    assert!(run(&as_words(&short_match(&out))).status.success());
    let settings = out.join("match.toml");
    let kept = fs::read_to_string(&settings).expect("settings");
    let whole = folder.path().join("whole");
    let whole = whole.to_str().expect("UTF-8");
    for (from, to, named) in [
        ("playouts = 5", "playouts = 6", "engine inside"),
        ("rules = \"two_button\"", "rules = \"button\"", "rules"),
    ] {
        let changed = kept.replacen(from, to, 1);
        assert_ne!(changed, kept);
        fs::write(&settings, changed).expect("settings");
        for words in [
            &["--resume", "--out", name][..],
            &["report", name],
            &["merge", whole, name],
        ] {
            let failed = run(words);
            let printed = text(&failed.stderr);
            assert_eq!(failed.status.code(), Some(1), "{words:?}: {printed}");
            for part in ["games.jsonl, line 1: game ", named, "other settings"] {
                assert!(printed.contains(part), "{words:?}: {printed}");
            }
        }
    }
    // A comment changes nothing.
    fs::write(&settings, format!("# A note.\n{kept}")).expect("settings");
    assert!(run(&["--resume", "--out", name]).status.success());
}

#[test]
fn a_new_match_replaces_no_record_of_another_one() {
    let folder = tempdir().expect("a folder");
    let out = folder.path().join("match");
    fs::create_dir_all(out.join("sgf")).expect("a folder");
    let record = out.join("sgf/000000.sgf");
    fs::write(&record, "(;C[mine])").expect("a file");
    let failed = run(&as_words(&short_match(&out)));
    let printed = text(&failed.stderr);
    assert_eq!(failed.status.code(), Some(1), "{printed}");
    assert!(printed.contains("000000.sgf is there already"), "{printed}");
    assert_eq!(fs::read_to_string(&record).expect("a file"), "(;C[mine])");
    assert!(!out.join("match.toml").exists());
    fs::remove_file(record).expect("a file");
    assert!(run(&as_words(&short_match(&out))).status.success());
}

/// A match that cannot be played leaves nothing behind, and the corrected command can use the
/// folder that was named.
#[test]
fn unplayable_settings_leave_no_folder() {
    let folder = tempdir().expect("a folder");
    let out = folder.path().join("match");
    let name = out.to_str().expect("UTF-8");
    let no_record = folder.path().join("openings");
    fs::create_dir(&no_record).expect("a folder");
    fs::write(no_record.join("a.sgf"), "no record").expect("a file");
    let no_record = no_record.to_str().expect("UTF-8");
    let late = format!("b={PROGRAM} gtp --threads 0");
    let good = [
        "--out",
        name,
        "--size",
        "5",
        "--games",
        "2",
        "--engine",
        "a=internal playouts=3",
    ];
    let with = |more: &[&str]| run(&[&good[..], more].concat());
    let internal = ["--engine", "b=internal playouts=3"];
    for (more, expected) in [
        (
            [&internal[..], &["--openings", "/nonexistent"]].concat(),
            "/nonexistent",
        ),
        (
            [&internal[..], &["--openings", no_record]].concat(),
            "a.sgf",
        ),
        ([&internal[..], &["--handicap", "26"]].concat(), "handicap"),
        (
            [&internal[..], &["--handicap", "2", "--openings", no_record]].concat(),
            "exclude each other",
        ),
        (vec!["--engine", &late], "engine b"),
        (vec!["--engine", "b=/no/such/engine"], "/no/such/engine"),
        (
            [&internal[..], &["--start-up", "b=no_such_command"]].concat(),
            "no_such_command",
        ),
    ] {
        let failed = with(&more);
        let printed = text(&failed.stderr);
        assert_eq!(failed.status.code(), Some(1), "{more:?}: {printed}");
        assert!(printed.contains(expected), "{more:?}: {printed}");
        assert!(!printed.contains("is kept"), "{more:?}: {printed}");
        assert!(!out.exists(), "{more:?}: {printed}");
    }
    let played = with(&internal);
    assert!(played.status.success(), "{}", text(&played.stderr));
    assert_eq!(games(&out).len(), 2);
}

#[test]
fn a_match_of_billions_of_games_is_an_error_message() {
    let folder = tempdir().expect("a folder");
    let out = folder.path().join("match");
    let name = out.to_str().expect("UTF-8");
    let engines = ["--engine", "a=internal", "--engine", "b=internal", "--out"];
    for (more, expected) in [
        (["--games", "4294967295"], "at most 1000000 games"),
        (["--concurrency", "100000"], "concurrency must be 1 to 1000"),
        (
            ["--opening-plies", "4294967295"],
            "at most 1000 random moves",
        ),
    ] {
        let failed = run(&[&engines[..], &[name], &more].concat());
        let printed = text(&failed.stderr);
        assert_eq!(failed.status.code(), Some(1), "{printed}");
        assert!(printed.contains(expected), "{printed}");
        assert!(!out.exists());
    }
    let mut words = engines.to_vec();
    words.extend([name, "--engine", "c=internal", "--games", "333334"]);
    let failed = run(&words);
    assert!(text(&failed.stderr).contains("ask for 1000002"));
}

#[test]
fn an_odd_number_of_games_is_rounded_up_and_reported() {
    let folder = tempdir().expect("a folder");
    let out = folder.path().join("match");
    let name = out.to_str().expect("UTF-8");
    let words = |games| {
        let engines = ["--engine", "a=internal", "--engine", "b=internal"];
        [
            &engines[..],
            &["--playouts", "3", "--size", "3", "--out", name, "--resume"],
            &["--games", games],
        ]
        .concat()
    };
    let played = run(&words("3"));
    let printed = text(&played.stdout);
    let first = printed.lines().next().expect("a line");
    assert!(
        first.contains("4 games in 2 pairs") && first.contains("3 were asked for"),
        "{printed}"
    );
    assert_eq!(games(&out), (0..4).collect());
    // The stored settings have the requested number, so that the same command resumes the match.
    let again = run(&words("3"));
    assert!(again.status.success(), "{}", text(&again.stderr));
    let reported = run(&["report", name]);
    assert!(reported.status.success());
    let page = fs::read_to_string(out.join("report.html")).expect("a page");
    assert!(page.contains("4 in 2 pairs (3 were asked for)"));
    // An even number gets no explanation.
    fs::remove_dir_all(&out).expect("a folder");
    let played = run(&words("2"));
    let printed = text(&played.stdout);
    assert!(
        printed.starts_with("A match of 2 games in 1 pair"),
        "{printed}"
    );
    assert!(!printed.contains("asked for"), "{printed}");
}

/// Sends SIGTERM to a process and panics if it has not ended within 20 seconds. It may end with an
/// error message or by the signal.
fn assert_ends_by_sigterm(mut child: std::process::Child) {
    use rustix::process::{Pid, Signal, kill_process};
    let pid = Pid::from_raw(child.id() as i32).expect("a number");
    kill_process(pid, Signal::TERM).expect("it runs");
    let begun = std::time::Instant::now();
    while child.try_wait().expect("a process").is_none() {
        if begun.elapsed() > std::time::Duration::from_secs(20) {
            child.kill().expect("it runs");
            panic!("SIGTERM was not noticed");
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}

/// SIGTERM ends a match while it starts, plays or waits.
#[test]
fn sigterm_ends_a_match_at_any_moment() {
    let folder = tempdir().expect("a folder");
    // The cases are a million games, many openings to read, and an engine that never answers.
    let openings = folder.path().join("openings");
    fs::create_dir(&openings).expect("a folder");
    for number in 0..2000 {
        fs::write(
            openings.join(format!("{number}.sgf")),
            "(;SZ[9];B[ee];W[cc])",
        )
        .expect("a file");
    }
    let openings = openings.to_str().expect("UTF-8");
    let mute = "mute=sh -c 'cat >/dev/null'";
    for (number, (engine, more)) in [
        (mute, vec!["--games", "1000000"]),
        (
            "b=internal playouts=1",
            vec!["--games", "1000000", "--size", "2"],
        ),
        ("b=internal playouts=1", vec!["--openings", openings]),
    ]
    .into_iter()
    .enumerate()
    {
        for milliseconds in [0, 30, 300, 1000] {
            let out = folder.path().join(format!("{number}-{milliseconds}"));
            let out = out.to_str().expect("UTF-8");
            let words = [
                "--engine",
                "a=internal playouts=1",
                "--engine",
                engine,
                "--out",
                out,
            ];
            let child = arena(&[&words[..], &more].concat())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .expect("the program runs");
            std::thread::sleep(std::time::Duration::from_millis(milliseconds));
            assert_ends_by_sigterm(child);
        }
    }
}

#[cfg(target_os = "linux")]
mod orphans {
    use std::path::PathBuf;
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    use super::*;

    fn comes_true(mut what: impl FnMut() -> bool) -> bool {
        let begun = Instant::now();
        while !what() {
            if begun.elapsed() > Duration::from_secs(60) {
                return false;
            }
            sleep(Duration::from_millis(10));
        }
        true
    }

    /// Returns whether the process whose id is in a file runs. A zombie does not.
    fn runs(file: &Path) -> bool {
        let pid = fs::read_to_string(file).expect("a number");
        let stat = fs::read_to_string(format!("/proc/{}/stat", pid.trim())).unwrap_or_default();
        let state = stat
            .rsplit(") ")
            .next()
            .and_then(|rest| rest.chars().next());
        state.is_some_and(|state| !matches!(state, 'Z' | 'X'))
    }

    /// Returns a match against an engine that starts a daemon, and the file with the id of the
    /// daemon.
    fn with_daemon(folder: &Path, mode: &str) -> (Command, PathBuf) {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engines/daemon.sh");
        let file = folder.join(format!("pid-{mode}"));
        let engine = format!(
            "daemon=sh '{}' '{}' {mode}",
            script.display(),
            file.display()
        );
        let out = folder.join(format!("match-{mode}"));
        let words = ["--size", "5", "--games", "2", "--playouts", "2", "--engine"];
        let mut command = arena(&words);
        command.args([&engine, "--engine", "inside=internal", "--out"]);
        command.arg(out);
        (command, file)
    }

    #[test]
    fn a_daemon_of_an_engine_ends_with_the_match() {
        let folder = tempdir().expect("a folder");
        for mode in ["plain", "clean"] {
            let (mut command, file) = with_daemon(folder.path(), mode);
            let played = command.output().expect("the program runs");
            assert!(played.status.success(), "{mode}: {}", text(&played.stderr));
            assert!(file.exists(), "{mode}");
            assert!(!runs(&file), "{mode}");
        }
    }

    #[test]
    fn a_daemon_of_an_engine_ends_when_the_arena_is_killed() {
        let folder = tempdir().expect("a folder");
        let (mut command, file) = with_daemon(folder.path(), "hang");
        let mut arena = command
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program runs");
        // The file is there a moment before the number is in it.
        assert!(comes_true(|| file.exists() && runs(&file)));
        arena.kill().expect("it runs");
        arena.wait().expect("a status");
        assert!(comes_true(|| !runs(&file)));
    }

    /// A shell that replaces itself by the arena leaves it a child process that no engine has
    /// started.
    #[test]
    fn a_process_that_no_engine_started_is_left_alone() {
        let folder = tempdir().expect("a folder");
        let (command, file) = with_daemon(folder.path(), "clean");
        let words = command.get_args().map(|word| word.to_str().expect("UTF-8"));
        let words = shlex::try_join(words).expect("a command");
        let before = folder.path().join("before");
        let script = format!(
            "sleep 1000 >/dev/null 2>&1 & echo $! >'{}'; exec '{PROGRAM}' {words}",
            before.display()
        );
        let played = Command::new("sh")
            .args(["-c", &script])
            .stdin(Stdio::null())
            .output()
            .expect("a shell");
        assert!(played.status.success(), "{}", text(&played.stderr));
        assert!(runs(&before) && !runs(&file));
        let pid = fs::read_to_string(before).expect("a number");
        let pid = rustix::process::Pid::from_raw(pid.trim().parse().expect("a number"));
        let pid = pid.expect("a number");
        rustix::process::kill_process(pid, rustix::process::Signal::KILL).expect("it runs");
    }

    /// The ladder starts engines by a path of its own.
    #[test]
    fn a_daemon_of_an_engine_ends_with_the_ladder() {
        let folder = tempdir().expect("a folder");
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engines/daemon.sh");
        let file = folder.path().join("pid");
        let club = folder.path().join("club");
        let club = club.to_str().expect("UTF-8");
        let engine = format!(
            "daemon=sh '{}' '{}' clean",
            script.display(),
            file.display()
        );
        for words in [
            vec!["begin", club, "--size", "5", "--any-time", "--time", "none"],
            vec!["add", club, "--rank", "5k", &engine],
            vec!["add", club, "--rank", "5k", "inside=internal playouts=2"],
            vec!["play", club, "--games", "1"],
        ] {
            let done = run(&[&["ladder"], &words[..]].concat());
            assert!(done.status.success(), "{words:?}: {}", text(&done.stderr));
            assert!(!file.exists() || !runs(&file), "{words:?}");
        }
        assert!(file.exists());
    }
}
