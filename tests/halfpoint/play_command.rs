//! `halfpoint play`: games whose moves are typed on standard input.

use crate::program;

use std::fs;

use program::{run, text};

/// Returns the output of `halfpoint play` when these lines are typed.
fn typed(lines: &str, arguments: &[&str]) -> String {
    let script = format!("printf '%s\\n' '{}' | \"$@\"", lines.replace('\n', "' '"));
    let arguments: Vec<&str> = ["play"].iter().chain(arguments).copied().collect();
    let output = run(&script, &arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "");
    text(&output.stdout)
}

/// Each transcript of `docs/play.md` is replayed: the typed lines are taken from its prompts.
#[test]
fn documented_transcripts_match_the_output() {
    let page =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/play.md")).expect("the page");
    let mut count = 0;
    for block in page.split("```text\n$ halfpoint play").skip(1) {
        let (arguments, rest) = block.split_once('\n').expect("a command line");
        let (transcript, _) = rest.split_once("```").expect("an end");
        let lines: Vec<&str> = transcript
            .lines()
            .filter(|line| line.starts_with("black (") || line.starts_with("white ("))
            .filter_map(|line| Some(line.split_once("> ")?.1))
            .collect();
        let arguments: Vec<&str> = arguments.split_whitespace().collect();
        assert_eq!(typed(&lines.join("\n"), &arguments), transcript);
        count += 1;
    }
    assert!(count > 0);
}

#[test]
fn the_engine_answers_and_names_its_tokens() {
    let shown = typed(
        "C3\nundo\nC3\npass\nquit",
        &["--size", "5", "--playouts", "30", "--rules", "button"],
    );
    assert!(
        shown.contains("button on 5, komi 7; you have black (X)"),
        "{shown}"
    );
    // `undo` goes back to before the last move of the player, and the engine answers the next move
    // anew.
    assert_eq!(shown.matches("black (1)> ").count(), 2, "{shown}");
    assert_eq!(shown.matches("black (3)> ").count(), 2, "{shown}");
    assert!(shown.contains("last token move: black "), "{shown}");
    let white = typed(
        "quit",
        &["--color", "white", "--size", "5", "--playouts", "30"],
    );
    assert!(white.contains("black: "), "{white}");
    assert!(white.ends_with("white (2)> quit\n"), "{white}");
}

#[test]
fn invalid_input_is_reported_and_changes_nothing() {
    let shown = typed(
        "C3\nC3\nZ9\nunod\nbuton\nhalfpass\ndelay\nhelp\nmoves\nundo\nundo\nscore\nresign\nC3",
        &[
            "--size", "3", "--color", "both", "--rules", "button", "--komi", "0",
        ],
    );
    for expected in [
        "illegal move: occupied",
        "Z9 is no move on this board (help lists all)",
        "unod is no move on this board; did you mean undo? (help lists all)",
        "buton is no move on this board; did you mean button? (help lists all)",
        "illegal move: no half-pass under button; tokens: button, fullpass",
        "illegal move: no delay under button; tokens: button, fullpass",
        "take your last move back",
        "there is no move of yours to take back",
        "the game is not over (a pass by black takes the button: half a point to black):\nresult B+0.5",
        "result W+R",
        "game over",
    ] {
        assert!(shown.contains(expected), "{expected}: {shown}");
    }
}

#[test]
fn after_the_end_no_pass_is_said_to_end_the_game() {
    for rules in ["chinese", "aga", "two_button", "half_pass"] {
        let shown = typed(
            "pass\npass\npass\nboard",
            &["--size", "3", "--color", "both", "--rules", rules],
        );
        let ends = ["over by passes", "over, "].map(|end| shown.find(end));
        let end = ends.into_iter().flatten().min().expect("an end");
        assert!(shown[..end].contains("a pass by "), "{shown}");
        assert!(!shown[end..].contains(", and ends the game"), "{shown}");
    }
}

#[test]
fn long_lines_bad_bytes_and_closed_pipes_are_handled() {
    let long = run(
        "{ head -c 70000 /dev/zero | tr '\\0' ' '; echo C3; printf '\\377\\n'; printf 'C3'; } | \"$@\"",
        &["play", "--size", "3", "--color", "both"],
    );
    assert!(long.status.success());
    let shown = text(&long.stdout);
    assert!(shown.contains("line too long"), "{shown}");
    assert!(shown.contains("black: C3"), "{shown}");
    let small = run("\"$@\" < /dev/null", &["play", "--size", "1"]);
    assert!(!small.status.success());
    let closed = run("yes C3 | \"$@\" | head -n 1", &["play", "--color", "both"]);
    assert!(closed.status.success());
}
