//! Messages of the command line: suggestions for misspelled names, options in the wrong place, the
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
