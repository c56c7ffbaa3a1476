//! The command line as a whole: exit codes, defaults and the number of options in the help,
//! messages that list what is allowed, progress of long runs, options in the wrong place, the
//! description of a rule set, the page of commands, and the hint in a terminal.

use crate::program;

use std::fs;
use std::process::Output;

use program::{run, text};

fn halfpoint(arguments: &[&str]) -> Output {
    run("exec \"$@\"", arguments)
}

/// Returns the standard error of a call that must fail.
fn refused(arguments: &[&str]) -> String {
    let output = halfpoint(arguments);
    assert!(!output.status.success(), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    text(&output.stderr)
}

#[test]
fn rules_prints_a_rule_set_in_full_and_reads_its_json() {
    let output = halfpoint(&["rules", "Aga Button"]);
    assert!(output.status.success());
    let printed = text(&output.stdout);
    for line in [
        "rule set        button",
        "usual komi      7",
        "scoring         stones and territory",
        "ko              no earlier position may come back with its player to move",
        "buttons         one: half a point to the player who takes it in place of a move",
        "tokens by name  button, fullpass",
        "pass at first   button",
    ] {
        assert!(
            printed.lines().any(|other| other == line),
            "{line}: {printed}"
        );
    }
    let json = printed
        .lines()
        .find_map(|line| line.strip_prefix("as JSON "));
    let json = json.expect("the rules as JSON").trim();
    let again = halfpoint(&["rules", json]);
    assert_eq!(text(&again.stdout), printed);
    let all = text(&halfpoint(&["rules"]).stdout);
    for preset in &halfpoint_core::rules::PRESETS {
        assert!(all.contains(preset.id));
        let one = text(&halfpoint(&["rules", preset.id]).stdout);
        assert!(one.starts_with(&format!("rule set        {}\n", preset.id)));
        assert!(one.contains(preset.description), "{one}");
    }
}

/// Where no points are counted, komi would be taken and have no effect.
#[test]
fn komi_is_refused_where_no_points_are_counted() {
    for command in ["gtp", "play", "board", "solve", "arena"] {
        let mut call = vec![command, "--rules", "ultimate", "--komi", "3"];
        if command == "arena" {
            call.extend(["--engine", "a=internal", "--engine", "b=internal"]);
            call.extend(["--out", "/no/such/folder"]);
        }
        let reason = refused(&call);
        assert!(reason.contains("count no points"), "{command}: {reason}");
    }
}

/// Largest number of options that the help of all subcommands together shows.
const MAX_OPTIONS: usize = 110;

/// Returns the help of a subcommand and of those below it, each with its name.
fn helps(words: &[String]) -> Vec<(String, String)> {
    let mut arguments: Vec<&str> = words.iter().map(String::as_str).collect();
    arguments.push("--help");
    let output = halfpoint(&arguments);
    assert!(output.status.success(), "{words:?}");
    let help = text(&output.stdout);
    // The help of `gtp` has the commands of the protocol under such a heading, after its options.
    let list = help
        .split_once("\nOptions:")
        .map_or("", |(before, _)| before);
    let list = list
        .split_once("\nCommands:\n")
        .map_or("", |(_, list)| list);
    let lines = list.lines().take_while(|line| !line.is_empty());
    let below: Vec<String> = lines
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next())
        .filter(|name| !name.is_empty() && *name != "help")
        .map(str::to_string)
        .collect();
    let mut all = vec![(words.join(" "), help)];
    for name in below {
        all.extend(helps(&[words, &[name]].concat()));
    }
    all
}

/// Returns the names of the options in a help, each with its text.
fn options(help: &str) -> Vec<(String, String)> {
    let lines = help.lines().skip_while(|line| *line != "Options:").skip(1);
    let mut all: Vec<(String, String)> = Vec::new();
    for line in lines.take_while(|line| line.is_empty() || line.starts_with(' ')) {
        let is_name = line.starts_with("      --") || line.starts_with("  -");
        match (is_name, all.last_mut()) {
            (true, _) => {
                let (_, name) = line.split_once("--").expect("a name");
                let name = name.split(' ').next().expect("a word");
                all.push((name.to_string(), line.to_string()));
            }
            (false, Some((_, text))) => *text = format!("{text} {}", line.trim()),
            (false, None) => {}
        }
    }
    all.retain(|(name, _)| !["help", "version"].contains(&name.as_str()));
    all
}

#[test]
fn each_help_says_its_defaults_of_rules_and_size_and_all_show_few_options() {
    let mut number = 0;
    let mut found = Vec::new();
    for (subcommand, help) in helps(&[]) {
        for (name, text) in options(&help) {
            number += 1;
            if name == "rules" || name == "size" {
                assert!(text.contains("[default: "), "{subcommand}: {text}");
                let (_, default) = text.split_once("[default: ").expect("a default");
                let (default, _) = default.split_once(']').expect("an end");
                found.push(format!("{subcommand} {name} {default}"));
            }
        }
    }
    for wanted in [
        "gtp rules chinese",
        "gtp size 19",
        "board rules two_button",
        "board size 9",
        "play rules two_button",
        "play size 9",
        "arena rules chinese",
        "arena size 9",
        "arena ladder begin size 19",
        "solve rules chinese",
        "solve size 3",
        "lab values size 2,2x3",
        "lab positions size 2,2x3",
        "score rules all",
    ] {
        let is_found = found.iter().any(|other| other == wanted);
        let is_absent = wanted.starts_with("board") && !cfg!(feature = "board");
        assert!(is_found || is_absent, "{wanted}: {found:?}");
    }
    assert!((50..=MAX_OPTIONS).contains(&number), "{number} options");
}

#[test]
fn options_and_names_that_the_help_leaves_out_still_work() {
    for arguments in [
        &["--lag", "0.1", "--take-back", "on", "--net", "none"][..],
        &["gtp", "--live-graphics", "territory", "--net", "none"],
        &["analysis", "-override-config", "maxVisits=3", "-model", "x"],
        &["analysis", "--independent", "-analysis-threads", "1"],
        &["perft", "--size", "2"],
        &["dev", "perft", "--size", "2"],
        &["lab", "score", "--help"],
        &["dev", "lab", "score", "--help"],
    ] {
        let output = halfpoint(arguments);
        assert!(
            output.status.success(),
            "{arguments:?}: {}",
            text(&output.stderr)
        );
    }
}

#[test]
fn exit_codes_tell_a_failure_from_wrong_use() {
    let folder = tempfile::tempdir().expect("a folder");
    let wrong = program::path_in(folder.path(), "wrong.proof");
    fs::write(&wrong, "no proof").expect("a file");
    for (code, arguments) in [
        (0, &["rules"][..]),
        (0, &["help"]),
        (1, &["score", "/no/such/file"]),
        (1, &["solve", "--check", &wrong]),
        (1, &["--net", "/no/such/file"]),
        (2, &["--no-such-option"]),
        (2, &["no_such_command"]),
        (2, &["--size", "1"]),
        (2, &["play", "--size", "26"]),
        (2, &["play", "--level", "0"]),
        (2, &["rules", "lasker"]),
        (2, &["score"]),
        (2, &["arena"]),
        (2, &["dev"]),
    ] {
        assert_eq!(
            halfpoint(arguments).status.code(),
            Some(code),
            "{arguments:?}"
        );
    }
    let closed = run("\"$@\" | head -n 1 > /dev/null", &["rules"]);
    assert_eq!(closed.status.code(), Some(0));
    for arguments in [&["help"][..], &["--help"], &["man"]] {
        let help = text(&halfpoint(arguments).stdout).to_lowercase();
        assert!(help.contains("exit codes"), "{arguments:?}: {help}");
        assert!(help.contains("  130  ended by a second signal"), "{help}");
    }
}

/// The first signal asks for the end, which this run reaches only after its long game.
#[cfg(target_os = "linux")]
#[test]
fn a_second_signal_ends_the_run_with_its_own_code() {
    use std::io::{BufRead, BufReader};

    use rustix::process::{Pid, Signal, kill_process};

    let folder = tempfile::tempdir().expect("a folder");
    let out = program::path_in(folder.path(), "data");
    let game = [
        "--games", "1", "--sizes", "19", "--visits", "100000", "--full", "100",
    ];
    let arguments = [&["dev", "selfplay", "--out", &out], &game[..]].concat();
    let mut engine = program::Engine::plain(&arguments);
    let errors = engine.child.stderr.take().expect("a pipe");
    let mut told = String::new();
    let read = BufReader::new(errors).read_line(&mut told);
    assert!(read.is_ok() && told.starts_with("2 s: "), "{told}");
    let process = Pid::from_child(&engine.child);
    for _ in 0..2 {
        kill_process(process, Signal::TERM).expect("a signal");
        std::thread::sleep(std::time::Duration::from_millis(300));
    }
    assert_eq!(engine.end().code(), Some(130));
}

#[test]
fn messages_list_what_is_allowed() {
    let all: Vec<&str> = halfpoint_core::rules::PRESETS
        .iter()
        .map(|preset| preset.id)
        .collect();
    let all = all.join(", ");
    for arguments in [
        &["--rules", "lasker"][..],
        &["rules", "lasker"],
        &["play", "--rules", "lasker"],
        &["analysis", "--rules", "lasker"],
        &["arena", "--out", "x", "--rules", "lasker"],
        &["solve", "--rules", "lasker"],
        &["score", "-", "--rules", "lasker"],
        &["lab", "values", "--rules", "chinese,lasker"],
        &["dev", "lab", "problems", "--rules", "lasker"],
        &["solve", "--rules", r#"{"id":"lasker"}"#],
    ] {
        let reason = refused(arguments);
        assert!(reason.contains(&all), "{arguments:?}: {reason}");
    }
    for (arguments, expected) in [
        (&["--size", "26"][..], "2 to 25 lines"),
        (&["play", "--size", "1"], "2 to 25 lines"),
        (&["arena", "--out", "x", "--size", "x"], "2 to 25 lines"),
        (&["solve", "--size", "0"], "1 to 25 lines"),
        (&["play", "--level", "21"], "1..=20"),
        (&["play", "--color", "red"], "black, white, both"),
        (
            &["solve", "--ko", "super"],
            "simple, positional, situational",
        ),
        (&["gtp", "--live-graphics", "x"], "possible values"),
        (&["gtp", "--take-back", "x"], "on, off or opponent"),
        (
            &["solve", "--rules", r#"{"x":0}"#],
            "fields: friendlyPassOk, hasButton",
        ),
        (
            &["solve", "--rules", r#"{"ko":0}"#],
            "SIMPLE or POSITIONAL or SITUATIONAL",
        ),
        (&["gtp", "--threads", "x"], "auto"),
        (&["arena", "--out", "x", "--time", "x"], "byoyomi"),
        (&["arena", "--out", "x", "--shard", "x"], "1/4"),
        (&["arena", "--out", "x", "--sprt", "x"], "ELO0:ELO1"),
        (&["score", "-", "--dead", "x"], "auto, or none"),
        (&["arena", "ladder", "add", "x", "y", "--rank", "x"], "18k"),
        (&["completions", "x"], "bash"),
        (&["--net", "non"], "the file of a net expected, or none"),
        (
            &["play", "--net", "non"],
            "the file of a net expected, or none",
        ),
    ] {
        let reason = refused(arguments);
        assert!(reason.contains(expected), "{arguments:?}: {reason}");
    }
}

#[test]
fn a_long_run_tells_its_progress_on_standard_error_and_a_short_one_nothing() {
    let long = [
        "solve",
        "--size",
        "5",
        "--first",
        "black",
        "--time",
        "3",
        "--threads",
        "1",
    ];
    let output = halfpoint(&long);
    assert!(output.status.success());
    let told = text(&output.stderr);
    let first = told.lines().next().expect("a line");
    assert!(
        first.starts_with("2 s: Black first: ") && first.ends_with(" nodes"),
        "{told}"
    );
    assert!(text(&output.stdout).starts_with("Black first: "));
    let short = halfpoint(&["solve", "--size", "2", "--threads", "1"]);
    assert!(
        short.status.success() && short.stderr.is_empty(),
        "{}",
        text(&short.stderr)
    );
}

#[test]
fn misspelled_names_get_a_suggestion() {
    for (arguments, expected) in [
        (&["--rules", "buton"][..], "did you mean button?"),
        (&["rules", "half_pas"], "did you mean half_pass?"),
        (&["--playout", "3"], "--playouts"),
        (&["areana"], "'arena'"),
    ] {
        let reason = refused(arguments);
        assert!(reason.contains(expected), "{arguments:?}: {reason}");
    }
    assert!(!refused(&["--rules", "lasker"]).contains("did you mean"));
}

#[test]
fn options_before_a_subcommand_are_explained() {
    let reason = refused(&["--rules", "button", "solve"]);
    let expected = "options of a subcommand follow its name: 'halfpoint solve [OPTIONS]'";
    assert!(reason.contains(expected), "{reason}");
}

#[test]
fn the_page_of_commands_is_up_to_date() {
    let output = halfpoint(&["gtp-page"]);
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/gtp.md");
    let page = fs::read_to_string(page).expect("the page");
    assert!(
        text(&output.stdout) == page,
        "docs/gtp.md is out of date: run scripts/gtp-page"
    );
}

/// The hint comes on standard error, and only where standard input is a terminal.
#[cfg(target_os = "linux")]
#[test]
fn a_hint_is_printed_to_a_terminal_but_not_to_a_pipe() {
    use std::fs::OpenOptions;
    use std::io::Write;
    use std::process::{Command, Stdio};

    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

    let hint = "type help for the commands";
    let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&terminal).expect("a terminal");
    unlockpt(&terminal).expect("a terminal");
    let path = ptsname(&terminal, Vec::new()).expect("a name");
    let path = path.to_str().expect("text").to_string();
    let input = OpenOptions::new().read(true).write(true).open(path);
    let engine = Command::new(program::PROGRAM)
        .stdin(input.expect("the terminal opens"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut keyboard = fs::File::from(terminal);
    keyboard.write_all(b"name\nquit\n").expect("typed");
    let output = engine.wait_with_output().expect("it ends");
    assert_eq!(text(&output.stdout), "= halfpoint\n\n=\n\n");
    assert!(text(&output.stderr).contains(hint));
    assert_eq!(text(&output.stderr).lines().count(), 1);

    let piped = run("echo name | \"$@\"", &[]);
    assert_eq!(text(&piped.stdout), "= halfpoint\n\n");
    assert!(piped.stderr.is_empty());
}
