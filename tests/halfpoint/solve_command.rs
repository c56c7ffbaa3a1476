//! `halfpoint solve` and `halfpoint lab` on the command line.

use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use halfpoint_core::rules::PRESETS;

fn run(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_halfpoint"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut stdin = child.stdin.take().expect("input");
    // The write fails if the program has refused its arguments and ended.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("an end")
}

fn text(arguments: &[&str], input: &str) -> String {
    let output = run(arguments, input);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

fn error(arguments: &[&str], input: &str) -> String {
    let output = run(arguments, input);
    assert!(!output.status.success(), "{arguments:?}");
    String::from_utf8(output.stderr).expect("text")
}

/// Black passed and left the button, so that a pass of White ends the game. If Black had taken it,
/// White's stones would fall.
#[test]
fn a_recorded_token_move_is_what_it_was() {
    let record = "(;GM[1]SZ[4:2]RU[AGA-Button]KM[0];B[aa];W[da];B[cb];W[db];B[ca];W[ab];B[db]\
                  ;W[bb];B[]HPM[fullpass])";
    let said = text(
        &["solve", "-", "--rules", "button", "--threads", "1"],
        record,
    );
    assert!(said.contains("White first: B+3\n"), "{said}");
    let other = run(&["solve", "-", "--rules", "aga", "--threads", "1"], record);
    let warned = String::from_utf8_lossy(&other.stderr);
    assert!(warned.contains("count as plain passes"), "{warned}");
}

#[test]
fn the_empty_board_is_solved_for_either_first_player() {
    let said = text(
        &[
            "solve",
            "--size",
            "3",
            "--rules",
            "button",
            "--threads",
            "2",
        ],
        "",
    );
    let values: Vec<&str> = said
        .lines()
        .filter(|line| line.contains(" first: "))
        .collect();
    assert_eq!(
        values,
        ["Black first: B+8.5", "White first: W+8.5"],
        "{said}"
    );
    assert!(said.contains("best moves: B2\n"), "{said}");
}

#[test]
fn a_diagram_is_solved_and_printed_as_json() {
    let said = text(
        &["solve", "-", "--first", "white", "--json"],
        ".X.\n.X.\n.XO\n",
    );
    let value: Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!(value["first"], "white");
    assert_eq!(value["value_half_points"], 18, "{said}");
    assert_eq!(value["least_half_points"], value["most_half_points"]);
    assert_eq!(value["line_ends"], true, "{said}");
    let spread = text(
        &["solve", "-", "--first", "white", "--json"],
        ". X .\n. X .\n. X O\n",
    );
    let spread: Value = serde_json::from_str(&spread).expect("JSON");
    assert_eq!(spread["value_half_points"], 18, "{spread}");
}

#[test]
fn a_record_is_solved_with_its_history() {
    // White has just captured in a ko; Black may not recapture.
    let record = "(;GM[1]FF[4]SZ[4:2]KM[0]RU[chinese]AB[ba][ab][cb]AW[ca][db];W[bb])";
    let said = text(&["solve", "-", "--rules", "chinese", "--json"], record);
    let value: Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!(value["first"], "black");
    assert!(value["value_half_points"].is_i64(), "{said}");
}

#[test]
fn bounds_are_printed_when_time_is_up() {
    let said = text(
        &["solve", "--size", "5", "--time", "0.2", "--first", "black"],
        "",
    );
    let bounds = "Black first: Black wins by at most 25, or White by at most 25 (proven so far";
    assert!(said.starts_with(bounds), "{said}");
    assert!(!said.contains("best moves"), "{said}");
}

/// Under simple ko the best play of this board goes round in a circle.
#[test]
fn a_line_that_does_not_end_the_game_is_marked() {
    let options = ["--size", "2", "--rules", "button", "--ko", "simple"];
    let said = text(
        &[&["solve"][..], &options, &["--first", "black"]].concat(),
        "",
    );
    let line = said.lines().find(|line| line.contains("best play"));
    assert!(line.is_some_and(|line| line.ends_with(" ...")), "{said}");
}

/// A node of a search on a large board takes milliseconds, so the clock is read more often there.
#[test]
fn the_time_limit_holds_on_the_largest_board() {
    let started = Instant::now();
    text(
        &["solve", "--size", "25", "--time", "1", "--first", "black"],
        "",
    );
    // The bound leaves room for other tests on a busy machine.
    assert!(
        started.elapsed() < Duration::from_secs(6),
        "{:?}",
        started.elapsed()
    );
}

#[test]
fn a_value_is_printed_with_its_treatment_of_dead_stones() {
    let diagram = "OOO.X.\n";
    let said = text(
        &["solve", "-", "--rules", "aga", "--first", "white"],
        diagram,
    );
    assert!(said.starts_with("White first: B+1\n"), "{said}");
    assert!(
        said.contains("count:      nothing removed that was not captured"),
        "{said}"
    );
    let said = text(
        &["solve", "-", "--rules", "japanese", "--first", "white"],
        diagram,
    );
    assert!(said.contains("count:      dead stones removed"), "{said}");
    let said = text(&["solve", "-", "--first", "white", "--json"], diagram);
    let value: Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!(value["dead_stones"], "stay");
}

#[test]
fn the_current_score_of_ultimate_is_found() {
    let said = text(
        &["solve", "-", "--rules", "ultimate", "--first", "black"],
        ".XO.\nXXOO\n.XO.\n",
    );
    assert!(said.contains("current score: 0"), "{said}");
}

#[test]
fn unsolvable_input_is_an_error_message() {
    assert!(error(&["solve", "-"], "X.\nX\n").contains("rows of equal length"));
    assert!(error(&["solve", "-"], "XX\nXX\n").contains("libert"));
    assert!(error(&["solve", "no-such-file.sgf"], "").contains("no-such-file.sgf"));
    assert!(error(&["solve", "-", "--size", "3"], "").contains("--size"));
    assert!(error(&["solve", "--rules", "ultimate", "--ko", "simple"], "").contains("superko"));
    assert!(error(&["lab", "late", "no-such-file"], "").contains("no-such-file"));
}

#[test]
fn the_laboratory_prints_its_tables() {
    let values = text(
        &[
            "lab",
            "values",
            "--size",
            "1x4",
            "--rules",
            "button,ultimate",
        ],
        "",
    );
    assert!(values.contains("B+3.5"), "{values}");
    assert!(values.contains("Black wins      White wins"), "{values}");
    let score = text(&["lab", "score", "--size", "1x4", "--settled"], "");
    assert!(score.contains("formula and search differ in 0"), "{score}");
    let positions = text(&["lab", "positions", "--size", "1x4", "--time", "10"], "");
    assert!(positions.contains("settled by area"), "{positions}");
    assert!(positions.contains("  button, alone"), "{positions}");
    assert!(positions.contains("Nothing is removed"), "{positions}");
    let hurried = [
        "lab", "values", "--size", "4", "--time", "0.01", "--rules", "button",
    ];
    let values = text(&hurried, "");
    assert!(values.contains("not solved in 0.01 s"), "{values}");
}

#[test]
fn the_laboratory_takes_rules_of_any_kind() {
    let rules = r#"{"id":"button","buttonWorth":2},koSIMPLEscoreAREAtaxNONEsui0,chinese"#;
    let of = |table: &str| text(&["lab", table, "--size", "1x3", "--rules", rules], "");
    let values = of("values");
    let named =
        |text: &str, name: &str| text.lines().any(|line| line.trim_start().starts_with(name));
    for name in [
        "custom 1: {",
        "custom 2: {",
        "custom 1  ",
        "custom 2  ",
        "chinese  ",
    ] {
        assert!(named(&values, name), "{name}: {values}");
    }
    let positions = of("positions");
    for name in [
        "custom 1: {",
        "custom 1, alone",
        "chinese  ",
        "Black's margin less that by custom 1",
    ] {
        assert!(named(&positions, name), "{name}: {positions}");
    }
    assert!(
        !positions.contains("japanese") && !positions.contains("two_button"),
        "{positions}"
    );
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("late.jsonl");
    let path = file.to_str().expect("a path");
    let said = error(&["lab", "late", path, "--make", "1", "--rules", rules], "");
    assert!(
        said.contains("rule sets with a name") && !file.exists(),
        "{said}"
    );
    let said = error(&["lab", "values", "--rules", r#"{"ending":"x"}"#], "");
    assert!(
        said.contains("TWO_PASSES or TWO_PASSES_WHITE_LAST"),
        "{said}"
    );
}

#[test]
fn records_that_no_bracket_closes_are_no_positions() {
    let said = error(&["solve", "-"], "(;SZ[2]AB[aa]");
    assert!(said.contains("no bracket closes the game"), "{said}");
    assert!(text(&["solve", "-"], "(;SZ[2]AB[aa])").contains("Black first"));
}

#[test]
fn late_positions_are_made_and_kept() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("late.jsonl");
    let file = file.to_str().expect("a path");
    text(&["lab", "late", file, "--make", "1", "--seed", "3"], "");
    let lines = std::fs::read_to_string(file).expect("positions");
    assert_eq!(lines.lines().count(), PRESETS.len());
    let said = text(&["lab", "late", file, "--move-time", "0.2"], "");
    let all = format!("of {} kept", PRESETS.len());
    assert!(said.trim_end().ends_with(&all), "{said}");
    // They may be made anew, but no other file is replaced.
    text(
        &["lab", "late", file, "--make", "1", "--rules", "button"],
        "",
    );
    std::fs::write(file, "(;SZ[2])").expect("a file");
    let said = error(&["lab", "late", file, "--make", "1"], "");
    assert!(said.contains("only late positions are replaced"), "{said}");
    assert_eq!(std::fs::read(file).expect("a record"), b"(;SZ[2])");
}
