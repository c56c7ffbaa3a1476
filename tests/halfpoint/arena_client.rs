//! Clients of engines of every kind: their answers, their faults, and the end of all their
//! processes.
//!
//! The engines are shell scripts; `engines/stub.sh` describes each mode. Time limits are either far
//! too short for an engine that is to exceed them, or so long that only a hang exceeds them.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process, test_kill_process};

use halfpoint_arena::client::FaultKind;
use halfpoint_arena::client::{
    AskError, Client, Context, Fault, Placeholders, Reaper, Reply, reaper,
};
use halfpoint_arena::plan::config::{EngineConfig, PlayerConfig};
use halfpoint_core::board::Size;
use halfpoint_core::half_points::HalfPoints;

/// Time limit that nothing exceeds, even on a busy machine.
const LONG: Duration = Duration::from_secs(60);
/// Time limit that is too short for an engine that sleeps for a second.
const SHORT: Duration = Duration::from_millis(100);

fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/engines")
        .join(name)
}

/// Returns an engine that is the stub with these arguments.
fn stub(arguments: &str) -> EngineConfig {
    let path = script("stub.sh");
    let path = shlex::try_quote(path.to_str().expect("UTF-8")).expect("a path");
    EngineConfig {
        name: "stub".to_string(),
        command: Some(format!("sh {path} {arguments}")),
        ..EngineConfig::default()
    }
}

fn placeholders() -> Placeholders {
    Placeholders {
        seed: 7,
        size: Size::square(9),
        komi: HalfPoints::from_halves(13),
        rules: "button".parse().expect("a rule set"),
        playouts: None,
    }
}

fn start(config: &EngineConfig) -> Client {
    Client::start(config, &placeholders(), &Context::default()).expect("it starts")
}

fn start_fault(config: &EngineConfig, placeholders: &Placeholders) -> Fault {
    match Client::start(config, placeholders, &Context::default()) {
        Err(AskError::Fault(fault)) => fault,
        Err(error) => panic!("no fault: {error}"),
        Ok(_) => panic!("it started"),
    }
}

/// Returns the text of an answer; it may take up to [`LONG`].
fn ask(client: &mut Client, command: &str) -> String {
    let reply = client.ask(command, LONG, Duration::ZERO).expect(command);
    reply.answer.expect(command)
}

fn fault(result: Result<Reply, AskError>) -> Fault {
    match result {
        Err(AskError::Fault(fault)) => fault,
        other => panic!("no fault: {other:?}"),
    }
}

/// Returns the fault of the stub in a mode at the first command. The next command must report the
/// same fault.
fn fault_of(mode: &str, patience: Duration, lateness: Duration) -> Fault {
    let mut client = start(&stub(mode));
    let first = fault(client.ask("genmove b", patience, lateness));
    assert!(first.text.contains("genmove b"), "{first}");
    assert_eq!(fault(client.ask("name", LONG, LONG)), first);
    client.close();
    first
}

fn pid_of(text: &str) -> Pid {
    Pid::from_raw(text.trim().parse().expect("a number")).expect("a process")
}

/// Returns whether a process runs. A zombie does not.
fn runs(pid: Pid) -> bool {
    match fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_pid())) {
        Ok(stat) => stat
            .rsplit_once(") ")
            .is_some_and(|(_, rest)| !rest.starts_with(['Z', 'X'])),
        Err(_) if cfg!(target_os = "linux") => false,
        Err(_) => test_kill_process(pid).is_ok(),
    }
}

/// Waits until a condition holds; returns `false` if that takes longer than [`LONG`].
fn comes_true(mut what: impl FnMut() -> bool) -> bool {
    let begin = Instant::now();
    while begin.elapsed() < LONG {
        if what() {
            return true;
        }
        thread::sleep(Duration::from_millis(5));
    }
    false
}

#[track_caller]
fn assert_ends(pid: Pid) {
    assert!(comes_true(|| !runs(pid)), "{pid:?} still runs");
}

#[test]
fn answers_and_refusals_are_read() {
    let mut client = start(&stub("good"));
    assert_eq!(ask(&mut client, "genmove b"), "genmove b");
    let reply = client
        .ask("fail now", LONG, Duration::ZERO)
        .expect("an answer");
    assert_eq!(reply.answer, Err("cannot fail now".to_string()));
    // Control characters do not split a command.
    assert_eq!(ask(&mut client, " a\nb\tc\x07d\r\n"), "a b c d");
    // Lines without a command have no answer.
    for nothing in ["", "  ", "# a comment", "\n"] {
        assert_eq!(ask(&mut client, nothing), "", "{nothing:?}");
    }
    assert_eq!(ask(&mut client, "name"), "name");
    assert_eq!(client.stderr_tail(), [""; 0]);
    client.close();
}

#[test]
fn answers_with_unusual_spaces_and_lines_are_read() {
    let mut client = start(&stub("odd"));
    assert_eq!(ask(&mut client, "genmove b"), "D4 \n  E5");
    assert_eq!(ask(&mut client, "name"), "name");
    client.close();
}

#[test]
fn a_command_and_an_answer_of_100_000_bytes_are_read() {
    let mut client = start(&stub("good"));
    let long = "x".repeat(100_000);
    assert_eq!(ask(&mut client, &long), long);
    client.close();
}

#[test]
fn two_thousand_answers_are_read() {
    let mut client = start(&stub("good"));
    for number in 0..2000 {
        let command = format!("play b {number}");
        assert_eq!(ask(&mut client, &command), command);
    }
    client.close();
}

#[test]
fn placeholders_are_filled_in_everywhere() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path().canonicalize().expect("a path");
    let config = EngineConfig {
        env: BTreeMap::from([("VARIABLE".to_string(), "{size} {komi}".to_string())]),
        dir: Some(folder.clone()),
        start_up: vec![
            "# nothing".to_string(),
            String::new(),
            "rules {rules}".to_string(),
        ],
        ..stub("good 1 'a {seed}' {rules} \"it's\" {x} '' {playouts}")
    };
    let mut placeholders = placeholders();
    // These rules have no name, so they are written as JSON.
    placeholders.rules = "ultimate".parse().expect("a rule set");
    placeholders.rules.rules.bowl_handicap = 3;
    placeholders.playouts = Some(50);
    let mut client = Client::start(&config, &placeholders, &Context::default()).expect("it starts");
    // Each value is one word, whatever characters it has.
    let words = format!("<a 7><{}><it's><{{x}}><><50>", placeholders.rules);
    assert_eq!(ask(&mut client, "words"), words);
    assert_eq!(ask(&mut client, "variable"), "9 6.5");
    let found = ask(&mut client, "folder");
    assert_eq!(Path::new(&found), folder);
    client.close();
}

#[test]
fn an_engine_that_cannot_be_started_is_a_start_fault() {
    let command = |line: &str| EngineConfig {
        command: Some(line.to_string()),
        ..stub("good")
    };
    let nowhere = EngineConfig {
        dir: Some(PathBuf::from("/no/such/folder")),
        ..stub("good")
    };
    let start_up = |mode: &str, line: &str| EngineConfig {
        start_up: vec!["name".to_string(), line.to_string()],
        ..stub(mode)
    };
    for (config, text) in [
        (command("/no/such/program --gtp"), "/no/such/program"),
        (command("'sh"), "quotes"),
        (command(""), "no command"),
        (command("sh {playouts}"), "playouts"),
        (nowhere, "/no/such/folder"),
        (
            start_up("good", "fail {seed}"),
            "`fail 7` was answered `? cannot fail 7`",
        ),
        (start_up("good", "{playouts}"), "playouts"),
        (start_up("exit 2", "genmove b"), "exit status: 3"),
        (start_up("garbage 2", "genmove b"), "Loading the network"),
        (start_up("never-starts", "x"), "last words: no such option"),
    ] {
        let fault = start_fault(&config, &placeholders());
        assert_eq!(fault.kind, FaultKind::Start, "{fault}");
        assert!(fault.text.contains(text), "{fault}");
    }
}

#[test]
fn a_process_that_ends_is_a_crash() {
    for (mode, text) in [
        ("exit", "exit status: 3"),
        ("kill", "SIGKILL"),
        ("exit-begun", "`= beg`"),
        ("exit-orphan", "exit status: 4"),
    ] {
        let fault = fault_of(mode, LONG, LONG);
        assert_eq!(fault.kind, FaultKind::Crash, "{mode}: {fault}");
        assert!(fault.text.contains(text), "{mode}: {fault}");
    }
}

#[test]
fn a_process_that_ends_between_commands_is_a_crash() {
    let mut client = start(&stub("answer-exit"));
    assert_eq!(ask(&mut client, "genmove b"), "bye");
    let fault = fault(client.ask("name", LONG, LONG));
    assert_eq!(fault.kind, FaultKind::Crash, "{fault}");
    assert!(fault.text.contains("`name`"), "{fault}");
    client.close();
}

#[test]
fn a_process_killed_by_a_signal_is_a_crash() {
    let mut client = start(&stub("hang 2"));
    let pid = pid_of(&ask(&mut client, "pid"));
    let killer = thread::spawn(move || {
        thread::sleep(SHORT);
        kill_process(pid, Signal::TERM).expect("it lives");
    });
    let fault = fault(client.ask("genmove b", LONG, LONG));
    killer.join().expect("no panic");
    assert_eq!(fault.kind, FaultKind::Crash, "{fault}");
    assert!(fault.text.contains("SIGTERM"), "{fault}");
    client.close();
}

#[test]
fn a_closed_pipe_is_a_fault_of_its_own_kind() {
    let fault_at_output = fault_of("close", LONG, LONG);
    assert_eq!(fault_at_output.kind, FaultKind::Closed);
    assert!(fault_at_output.text.contains("output"), "{fault_at_output}");
    let mut client = start(&stub("close-input"));
    assert_eq!(ask(&mut client, "genmove b"), "deaf");
    let fault_at_input = fault(client.ask("name", LONG, LONG));
    assert_eq!(fault_at_input.kind, FaultKind::Closed, "{fault_at_input}");
    assert!(fault_at_input.text.contains("input"), "{fault_at_input}");
    client.close();
}

#[test]
fn a_missing_or_incomplete_answer_is_a_hang() {
    for (mode, text) in [("hang", "within 0.2 s"), ("begin", "only `= D4`")] {
        let fault = fault_of(mode, SHORT, SHORT);
        assert_eq!(fault.kind, FaultKind::Hang, "{mode}: {fault}");
        assert!(fault.text.contains(text), "{mode}: {fault}");
    }
}

#[test]
fn an_engine_that_does_not_read_is_a_hang() {
    let mut client = start(&stub("deaf"));
    // The command is longer than a pipe holds.
    let long = "x".repeat(10_000_000);
    let fault = fault(client.ask(&long, SHORT, SHORT));
    assert_eq!(fault.kind, FaultKind::Hang, "{fault}");
    client.close();
}

#[test]
fn a_late_answer_is_a_time_fault_and_the_engine_goes_on() {
    let mut client = start(&stub("late 2"));
    assert_eq!(ask(&mut client, "name"), "name");
    let fault = fault(client.ask("genmove b", SHORT, LONG));
    assert_eq!(fault.kind, FaultKind::Time, "{fault}");
    assert!(
        fault.text.starts_with("answered `genmove b` after "),
        "{fault}"
    );
    assert!(fault.text.ends_with(": had 0.1 s"), "{fault}");
    // The late answer has been read, so further commands are possible.
    assert_eq!(ask(&mut client, "name"), "name");
    client.close();
}

#[test]
fn the_time_of_an_answer_is_measured() {
    let mut client = start(&stub("late"));
    let begin = Instant::now();
    let reply = client.ask("genmove b", LONG, LONG).expect("an answer");
    assert!(reply.took >= Duration::from_millis(990), "{reply:?}");
    assert!(reply.took <= begin.elapsed(), "{reply:?}");
    client.close();
}

#[test]
fn output_that_is_no_gtp_is_malformed() {
    for (mode, text) in [
        ("garbage", "`Loading the network`"),
        ("endless", "xxxx"),
        ("endless-blank", "no end"),
        ("endless-answer", "no end"),
    ] {
        let fault = fault_of(mode, LONG, LONG);
        assert_eq!(fault.kind, FaultKind::Malformed, "{mode}: {fault}");
        assert!(fault.text.contains(text), "{mode}: {fault}");
        assert!(fault.text.chars().count() < 400, "{mode}: {fault}");
    }
}

#[test]
fn unrequested_output_is_malformed() {
    for (mode, text) in [
        ("twice", "`= E5`"),
        ("ahead", "`=`"),
        ("chatty", "`I think`"),
        ("flood", "`= D4`"),
    ] {
        let mut client = start(&stub(mode));
        assert_eq!(ask(&mut client, "genmove b"), "D4", "{mode}");
        // A line that comes after the next command was sent could be taken for its answer.
        let most = if mode == "flood" { 1000 } else { 1 };
        let mut asked = (0..most).map(|_| client.ask("name", LONG, LONG));
        let fault = fault(asked.find(Result::is_err).expect("a fault"));
        assert_eq!(fault.kind, FaultKind::Malformed, "{mode}: {fault}");
        assert!(fault.text.contains(text), "{mode}: {fault}");
        client.close();
    }
}

#[test]
fn the_last_lines_of_standard_error_are_kept() {
    let mut client = start(&stub("loud 2"));
    assert_eq!(ask(&mut client, "name"), "name");
    assert_eq!(ask(&mut client, "genmove b"), "loud");
    let last = || client.stderr_tail().last().cloned();
    assert!(
        comes_true(|| last().as_deref() == Some("last")),
        "{:?}",
        last()
    );
    let lines = client.stderr_tail();
    assert_eq!(lines.len(), 20);
    assert_eq!(lines[18], "0".repeat(300));
    client.close();
    // The last lines of a process that has ended are there as soon as its end is reported.
    let mut client = start(&stub("exit"));
    let fault = fault(client.ask("genmove b", LONG, LONG));
    assert_eq!(fault.kind, FaultKind::Crash);
    assert_eq!(client.stderr_tail(), ["first words", "[31mlast words[0m"]);
    client.close();
}

#[test]
fn a_flood_on_standard_error_does_not_block_the_engine() {
    let mut client = start(&stub("flood-stderr"));
    for number in 0..100 {
        let command = format!("play b {number}");
        assert_eq!(ask(&mut client, &command), command);
    }
    assert!(comes_true(|| client.stderr_tail() == ["y"; 20]));
    client.close();
}

#[test]
fn closing_or_dropping_a_client_ends_all_its_processes() {
    for (mode, polite) in [("good", true), ("good", false), ("stubborn", true)] {
        let mut client = start(&stub(mode));
        let engine = pid_of(&ask(&mut client, "pid"));
        let child = pid_of(&ask(&mut client, "child"));
        assert!(runs(engine) && runs(child));
        if polite {
            client.close();
        } else {
            drop(client);
        }
        // The process is gone altogether: it was waited for, not only killed.
        assert!(test_kill_process(engine).is_err(), "{mode}");
        assert_ends(child);
    }
}

#[test]
fn children_of_a_crashed_engine_are_ended() {
    let mut client = start(&stub("exit 3"));
    let engine = pid_of(&ask(&mut client, "pid"));
    let child = pid_of(&ask(&mut client, "child"));
    let fault = fault(client.ask("genmove b", LONG, LONG));
    assert_eq!(fault.kind, FaultKind::Crash, "{fault}");
    assert!(runs(child));
    client.close();
    assert!(test_kill_process(engine).is_err());
    assert_ends(child);
}

#[test]
#[cfg(target_os = "linux")]
fn descendants_in_other_process_groups_are_ended() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("pid");
    let mut client = start(&stub("good"));
    let answer = ask(&mut client, &format!("group {}", file.display()));
    let (child, grandchild) = answer.split_once(' ').expect("two numbers");
    let (child, grandchild) = (pid_of(child), pid_of(grandchild));
    assert!(runs(child) && runs(grandchild));
    client.close();
    assert_ends(child);
    assert_ends(grandchild);
}

#[test]
fn a_stop_by_the_user_ends_commands_and_starts() {
    let folder = tempfile::tempdir().expect("a folder");
    let asked = folder.path().join("asked");
    let context = Context::default();
    let config = stub(&format!("hang 2 {}", asked.display()));
    let mut client = Client::start(&config, &placeholders(), &context).expect("it starts");
    let pid = pid_of(&ask(&mut client, "pid"));
    let stop = Arc::clone(&context.stop);
    let user = thread::spawn(move || {
        let asked = comes_true(|| asked.exists());
        stop.store(true, Ordering::SeqCst);
        asked
    });
    assert_eq!(client.ask("genmove b", LONG, LONG), Err(AskError::Stopped));
    assert!(user.join().expect("no panic"));
    assert_eq!(client.ask("name", LONG, LONG), Err(AskError::Stopped));
    let again = Client::start(&stub("good"), &placeholders(), &context);
    assert_eq!(again.map(|_| ()), Err(AskError::Stopped));
    // The answer to `genmove` could be taken for that to the next command.
    context.stop.store(false, Ordering::SeqCst);
    let fault = fault(client.ask("name", LONG, LONG));
    assert_eq!(fault.kind, FaultKind::Hang, "{fault}");
    assert!(fault.text.contains("`genmove b`: the user"), "{fault}");
    client.close();
    assert!(test_kill_process(pid).is_err());
}

#[test]
fn peak_memory_is_known_during_and_after_the_run() {
    let mut client = start(&stub("exit 2"));
    ask(&mut client, "name");
    let alive = client.peak_memory();
    assert_eq!(alive.is_some(), cfg!(target_os = "linux"));
    assert!(alive.is_none_or(|bytes| bytes > 100 << 10), "{alive:?}");
    fault(client.ask("genmove b", LONG, LONG));
    assert!(client.peak_memory() >= alive);
    client.close();
}

/// Returns an engine that is a player inside this process.
fn internal(player: PlayerConfig) -> EngineConfig {
    EngineConfig {
        name: "ours".to_string(),
        player: Some(player),
        ..EngineConfig::default()
    }
}

#[test]
fn the_internal_player_answers_like_an_engine() {
    let config = EngineConfig {
        start_up: vec!["set_random_seed {seed}".to_string()],
        ..internal(PlayerConfig::default())
    };
    let mut placeholders = placeholders();
    placeholders.playouts = Some(100);
    let mut client = Client::start(&config, &placeholders, &Context::default()).expect("it starts");
    assert_eq!(ask(&mut client, "get_komi"), "6.5");
    assert_eq!(ask(&mut client, "get_random_seed"), "7");
    assert!(ask(&mut client, "kata-get-rules").contains("\"button\""));
    let reply = client.ask("play b z99", LONG, LONG).expect("an answer");
    assert!(reply.answer.is_err());
    assert_eq!(ask(&mut client, "# nothing"), "");
    let reply = client.ask("genmove b", LONG, LONG).expect("an answer");
    assert!(reply.answer.is_ok() && reply.took > Duration::ZERO);
    assert!(ask(&mut client, "halfpoint-why").contains("playouts 100\n"));
    assert!(ask(&mut client, "halfpoint-state").contains("\"width\":9"));
    assert_eq!((client.peak_memory(), client.stderr_tail()), (None, vec![]));
    client.close();
    let bad = EngineConfig {
        start_up: vec!["fail".to_string()],
        ..config
    };
    let fault = start_fault(&bad, &placeholders);
    assert_eq!(fault.kind, FaultKind::Start);
    assert!(
        fault.text.contains("`fail` was answered `? unknown"),
        "{fault}"
    );
}

#[test]
fn the_internal_player_keeps_its_own_rules() {
    let config = internal(PlayerConfig {
        playouts: Some(50),
        rules: Some("aga".parse().expect("a rule set")),
        ..PlayerConfig::default()
    });
    let mut placeholders = placeholders();
    placeholders.playouts = Some(100);
    let mut client = Client::start(&config, &placeholders, &Context::default()).expect("it starts");
    let before = ask(&mut client, "kata-get-rules");
    assert_eq!(ask(&mut client, "kata-set-rules button"), "");
    assert_eq!(ask(&mut client, "kata-get-rules"), before);
    assert_eq!(ask(&mut client, "get_komi"), "6.5");
    ask(&mut client, "genmove b");
    assert!(ask(&mut client, "halfpoint-why").contains("playouts 50\n"));
    client.close();
}

#[test]
fn the_internal_player_can_be_late_or_stopped() {
    let slow = internal(PlayerConfig {
        time_per_move: Some(1000.0),
        ..PlayerConfig::default()
    });
    let context = Context::default();
    let mut client = Client::start(&slow, &placeholders(), &context).expect("it starts");
    let late = fault(client.ask("genmove b", SHORT, LONG));
    assert_eq!(late.kind, FaultKind::Time, "{late}");
    assert!(ask(&mut client, "halfpoint-state").contains("\"moves\":1"));
    let stop = Arc::clone(&context.stop);
    let user = thread::spawn(move || {
        thread::sleep(SHORT);
        stop.store(true, Ordering::SeqCst);
    });
    let asked = client.ask("genmove w", LONG, LONG);
    assert_eq!(asked, Err(AskError::Stopped));
    user.join().expect("no panic");
    client.close();
}

/// Starts a process that sleeps, in a process group of its own.
fn sleeper() -> Child {
    Command::new("sleep")
        .arg("1000")
        .process_group(0)
        .spawn()
        .expect("a process")
}

#[test]
fn the_reaper_kills_the_remaining_groups_alone() {
    let (mut left, mut done) = (sleeper(), sleeper());
    let lines = format!("+{}\n+{}\nx\n-{}\n", left.id(), done.id(), done.id());
    reaper::run(lines.as_bytes());
    let mut status = None;
    comes_true(|| {
        status = left.try_wait().expect("a process");
        status.is_some()
    });
    left.kill().expect("a process");
    assert_eq!(status.and_then(|status| status.signal()), Some(9));
    let others = done.try_wait().expect("a process");
    done.kill().expect("a process");
    done.wait().expect("a status");
    assert_eq!(others, None);
}

#[test]
fn the_reaper_learns_of_every_start_and_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("record");
    std::os::unix::fs::symlink(script("record.sh"), &program).expect("a link");
    let reaper = Reaper::start(&program);
    let context = Context {
        reaper: reaper.clone(),
        ..Context::default()
    };
    let mut expected = String::new();
    for mode in ["good", "exit 2"] {
        let mut client = Client::start(&stub(mode), &placeholders(), &context).expect("it starts");
        let pid = ask(&mut client, "pid");
        let _ = client.ask("name", LONG, LONG);
        client.close();
        expected.push_str(&format!("+{pid}\n-{pid}\n"));
    }
    drop((reaper, context));
    let reported = folder.path().join("reported");
    assert!(comes_true(|| reported.exists()));
    assert_eq!(fs::read_to_string(reported).expect("a file"), expected);
    let words = fs::read_to_string(folder.path().join("words"));
    assert_eq!(words.expect("a file"), "arena reaper\n");
}

/// Environment variable that is set for the process that the next test kills.
const TO_BE_KILLED: &str = "HALFPOINT_TEST_TO_BE_KILLED";

/// Body of the process that `nothing_is_left_when_the_arena_is_killed` starts and kills; otherwise
/// it does nothing.
#[test]
fn a_match_that_is_killed() {
    if env::var_os(TO_BE_KILLED).is_none() {
        return;
    }
    let context = Context {
        reaper: Reaper::start(Path::new(env!("CARGO_BIN_EXE_halfpoint"))),
        ..Context::default()
    };
    let mut clients = Vec::new();
    for _ in 0..3 {
        // At its third command the stub hangs, and then would not notice the end of its input.
        let mut client =
            Client::start(&stub("hang 3"), &placeholders(), &context).expect("it starts");
        for command in ["pid", "child"] {
            println!("\nleft {}", ask(&mut client, command));
        }
        clients.push(client);
    }
    fault(clients[0].ask("genmove b", SHORT, SHORT));
    println!("\nready");
    thread::sleep(LONG);
    panic!("it was not killed");
}

#[test]
fn nothing_is_left_when_the_arena_is_killed() {
    let mut arena = Command::new(env::current_exe().expect("a path"))
        .args([
            "--exact",
            "arena_client::a_match_that_is_killed",
            "--nocapture",
        ])
        .env(TO_BE_KILLED, "")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let output = BufReader::new(arena.stdout.take().expect("a pipe"));
    let lines = output.lines().map_while(Result::ok);
    let lines: Vec<String> = lines.take_while(|line| line != "ready").collect();
    let numbers = lines.iter().filter_map(|line| line.strip_prefix("left "));
    let left: Vec<Pid> = numbers.map(pid_of).collect();
    assert_eq!(left.len(), 6, "{lines:?}");
    assert!(left.iter().all(|&pid| runs(pid)));
    arena.kill().expect("it runs");
    arena.wait().expect("a status");
    for pid in left {
        assert_ends(pid);
    }
}

#[test]
fn engines_run_without_a_reaper() {
    for program in ["/no/such/program", "true"] {
        let context = Context {
            reaper: Reaper::start(Path::new(program)),
            ..Context::default()
        };
        for _ in 0..3 {
            let mut client =
                Client::start(&stub("good"), &placeholders(), &context).expect("it starts");
            assert_eq!(ask(&mut client, "name"), "name");
            client.close();
        }
    }
}
