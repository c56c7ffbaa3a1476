//! `halfpoint score`: game records counted on the command line.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

use halfpoint_core::rules::PRESETS;

/// Game of Two Button Go on 5×5: Black gets the last dame, White passes first.
const DAME: &str = "(;FF[4]GM[1]SZ[5]RU[two_button]KM[0]RE[0]PB[Ada]PW[Bea]\
    ;B[be];W[de];B[bd];W[dd];B[bc];W[dc];B[bb];W[db];B[ba];W[da]\
    ;B[ce];W[cd];B[cc];W[cb];B[ca];W[];B[])";

/// Game like [`DAME`] up to the dame, with a white stone in Black's corner.
const DEAD: &str = "(;FF[4]GM[1]SZ[5]RU[chinese]KM[0]\
    ;B[be];W[de];B[bd];W[dd];B[bc];W[dc];B[bb];W[db];B[ba];W[da];B[];W[ac];B[];W[])";

/// Game with a stone placed on a stone.
const ILLEGAL: &str = "(;FF[4]GM[1]SZ[5]RU[chinese]KM[0];B[aa];W[aa])";

/// Game in which Black gives up two stones by suicide, which few rule sets allow. It names no
/// rules.
const SUICIDE: &str = "(;FF[4]GM[1]SZ[5]KM[0]\
    ;B[ae];W[ad];B[ea];W[bd];B[eb];W[ce];B[be];W[];B[])";

struct Files(TempDir);

impl Files {
    fn new(files: &[(&str, &str)]) -> Files {
        let directory = tempfile::tempdir().expect("a directory");
        for (name, text) in files {
            fs::write(directory.path().join(name), text).expect("a file");
        }
        Files(directory)
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn score(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_halfpoint"))
            .arg("score")
            .args(arguments)
            .current_dir(self.path())
            .output()
            .expect("the program runs")
    }

    fn text(&self, arguments: &[&str]) -> String {
        let output = self.score(arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {errors}");
        String::from_utf8(output.stdout).expect("text")
    }

    fn json(&self, arguments: &[&str]) -> Vec<Value> {
        let text = self.text(arguments);
        let lines = text.lines();
        lines
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect()
    }
}

fn row<'a>(game: &'a Value, id: &str) -> &'a Value {
    let rows = game["rows"].as_array().expect("rows");
    let found = rows.iter().find(|row| row["rules"] == id);
    found.unwrap_or_else(|| panic!("no row {id}"))
}

#[test]
fn a_record_of_own_rules_is_counted_under_them() {
    let own = r#"{"id":"chinese","buttons":"TAKE","buttonWorth":8}"#;
    let record = format!("(;SZ[5]KM[0]HPR[{own}];B[cc];W[];B[];W[])");
    let files = Files::new(&[("own.sgf", &record)]);
    let text = files.text(&["own.sgf"]);
    let starred = text.lines().find(|line| line.contains('*'));
    let starred = starred.expect("a row of the record");
    assert!(
        starred.starts_with("custom*") && starred.contains("B+21"),
        "{text}"
    );
    let lines = files.text(&["own.sgf", "--json"]);
    let value: Value = serde_json::from_str(&lines).expect("JSON");
    assert_eq!(value["rules"], "custom", "{lines}");
}

#[test]
fn the_last_dame_and_the_buttons_explain_the_differences() {
    let files = Files::new(&[("dame.sgf", DAME)]);
    let games = files.json(&["dame.sgf", "--json"]);
    assert_eq!(games.len(), 1);
    let game = &games[0];
    assert_eq!(game["rules"], "two_button");
    assert_eq!(game["reference"], "two_button");
    assert_eq!(game["rows"].as_array().map(Vec::len), Some(PRESETS.len()));
    for (id, result, stones, buttons) in [
        ("chinese", "B+1", Some(1.0), None),
        ("button", "B+0.5", Some(1.0), Some(-0.5)),
        ("button_equivalence", "B+0.5", None, Some(0.5)),
        ("japanese", "0", None, None),
        ("half_pass", "0", None, None),
    ] {
        let row = row(game, id);
        assert_eq!(row["result"], result, "{id}");
        assert_eq!(row["causes"]["stones"].as_f64(), stones, "{id}");
        assert_eq!(row["causes"]["buttons"].as_f64(), buttons, "{id}");
    }
    assert_eq!(row(game, "button")["territory_margin"], 0.5);
    assert_eq!(game["facts"]["last_stone"]["dame"], true);
}

#[test]
fn named_dead_stones_are_removed_where_the_rules_allow_it() {
    let files = Files::new(&[("dead.sgf", DEAD)]);
    let game = &files.json(&["dead.sgf", "--json", "--dead", "A3"])[0];
    assert_eq!(game["dead"], serde_json::json!(["A3"]));
    let stays = row(game, "tromp_taylor");
    // Black loses the point of the stone and the territory around it, which becomes dame.
    assert_eq!(stays["causes"]["dead_stay"], -6.0);
    assert_eq!(row(game, "chinese")["result"], "0");
    let none = &files.json(&["dead.sgf", "--json", "--dead", "none"])[0];
    assert_eq!(row(none, "chinese")["result"], "W+6");
    let output = files.score(&["dead.sgf", "--dead", "C3"]);
    assert!(!output.status.success());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("dead.sgf: --dead: "), "{errors}");
}

#[test]
fn an_illegal_move_is_reported_in_the_row_of_its_rule_set() {
    let files = Files::new(&[("suicide.sgf", SUICIDE)]);
    let game = &files.json(&["suicide.sgf", "--json"])[0];
    // The record is read under the first rule set that allows it.
    assert_eq!(game["rules"], "new_zealand");
    assert_eq!(game["rules_named"], false);
    let illegal = &row(game, "japanese")["illegal"];
    assert_eq!(illegal["move"], 7);
    assert_eq!(illegal["play"], "B1");
    assert_eq!(illegal["reason"], "suicide");
    assert!(row(game, "tromp_taylor")["result"].is_string());
    let text = files.text(&["suicide.sgf"]);
    assert!(text.contains("illegal: move 7 B B1: suicide"), "{text}");
}

#[test]
fn each_game_of_a_file_is_counted_or_reported() {
    let both = format!("{DAME}\n{ILLEGAL}\n{DEAD}");
    let files = Files::new(&[("both.sgf", &both)]);
    let output = files.score(&["both.sgf", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8_lossy(&output.stdout).to_string();
    let games: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let numbers: Vec<_> = games.iter().map(|game| game["game"].as_u64()).collect();
    assert_eq!(numbers, [Some(1), Some(3)]);
    assert_eq!(games[0]["black"], "Ada");
    let errors = String::from_utf8_lossy(&output.stderr).to_string();
    assert!(errors.contains("both.sgf, game 2: move 2: "), "{errors}");
}

#[test]
fn komi_and_rules_are_set_on_the_command_line() {
    let files = Files::new(&[("dame.sgf", DAME)]);
    let arguments = ["dame.sgf", "--json", "--komi", "-2.5", "--rules", "jp"];
    let game = &files.json(&arguments)[0];
    assert_eq!(game["komi"], -2.5);
    assert_eq!(game["rows"].as_array().map(Vec::len), Some(1));
    assert_eq!(row(game, "japanese")["result"], "B+2.5");
    let twice = files.json(&["dame.sgf", "--json", "--rules", "jp", "--rules", "cn"]);
    assert_eq!(twice[0]["rows"].as_array().map(Vec::len), Some(2));
    assert!(
        !files
            .score(&["dame.sgf", "--rules", "lasker"])
            .status
            .success()
    );
}

#[test]
fn unreadable_records_do_not_stop_the_others() {
    let files = Files::new(&[
        ("bad.sgf", "nothing"),
        ("illegal.sgf", ILLEGAL),
        ("dame.sgf", DAME),
    ]);
    let output = files.score(&["bad.sgf", "illegal.sgf", "none.sgf", "dame.sgf", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let lines = String::from_utf8_lossy(&output.stdout).lines().count();
    assert_eq!(lines, 1);
    let errors = String::from_utf8_lossy(&output.stderr).to_string();
    assert!(errors.contains("bad.sgf: "), "{errors}");
    assert!(errors.contains("illegal.sgf: "), "{errors}");
    assert!(errors.contains("move 2: "), "{errors}");
    assert!(errors.contains("none.sgf: "), "{errors}");
    assert!(
        errors.contains("3 records could not be counted"),
        "{errors}"
    );
}

#[test]
fn a_record_is_read_from_standard_input() {
    let mut program = Command::new(env!("CARGO_BIN_EXE_halfpoint"))
        .args(["score", "-", "--rules", "chinese"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut input = program.stdin.take().expect("a pipe");
    input.write_all(DAME.as_bytes()).expect("it reads");
    drop(input);
    let output = program.wait_with_output().expect("it ends");
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stdout).contains("B+1"));
}

#[test]
fn a_closed_output_is_no_error() {
    let files = Files::new(&[("dame.sgf", DAME)]);
    let many = vec!["dame.sgf"; 200];
    let mut program = Command::new(env!("CARGO_BIN_EXE_halfpoint"))
        .arg("score")
        .args(many)
        .current_dir(files.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    drop(program.stdout.take());
    let mut errors = String::new();
    let mut stderr = program.stderr.take().expect("a pipe");
    stderr.read_to_string(&mut errors).expect("text");
    let status = program.wait().expect("it ends");
    assert!(status.success(), "{errors}");
    assert_eq!(errors, "");
}

#[test]
fn one_game_makes_a_picture_and_several_make_a_folder() {
    let files = Files::new(&[("dame.sgf", DAME), ("dead.sgf", DEAD)]);
    files.text(&["dame.sgf", "--svg", "one.svg"]);
    let one = fs::read_to_string(files.path().join("one.svg")).expect("a picture");
    assert!(one.starts_with("<svg ") && one.contains("two_button"));
    files.text(&["dame.sgf", "dead.sgf", "--svg", "pictures"]);
    for name in ["dame.svg", "dead.svg"] {
        assert!(files.path().join("pictures").join(name).is_file(), "{name}");
    }
}

#[test]
fn pictures_of_unfinished_games_say_so() {
    let unfinished = DAME.replace(";W[];B[])", ")");
    let files = Files::new(&[("over.sgf", DAME), ("open.sgf", &unfinished)]);
    let drawn = |name: &str, rules: &str| {
        files.text(&[&format!("{name}.sgf"), "--svg", "p.svg", "--rules", rules]);
        fs::read_to_string(files.path().join("p.svg")).expect("a picture")
    };
    let words = "as if both passed now";
    assert!(drawn("open", "two_button").contains(words));
    assert!(!drawn("over", "two_button").contains(words));
    // In the picture for all rule sets, those under which the passes ended nothing are marked.
    let all = drawn("over", "all");
    assert!(
        all.contains(&format!(">* {words}<")) && all.contains(">B+0.5*<"),
        "{all}"
    );
}

#[test]
fn the_place_of_pictures_is_checked_first() {
    let both = format!("{DAME}{DEAD}");
    let files = Files::new(&[("dame.sgf", DAME), ("dead.sgf", DEAD), ("both.sgf", &both)]);
    fs::create_dir(files.path().join("other")).expect("a directory");
    fs::write(files.path().join("other/dame.sgf"), DEAD).expect("a file");
    let two = "several games need a directory";
    for (arguments, reason) in [
        (&["dame.sgf", "dead.sgf", "--svg", "two.svg"][..], two),
        (&["missing.sgf", "dead.sgf", "--svg", "two.svg"], two),
        (&["both.sgf", "--svg", "two.svg"], two),
        (&["dame.sgf", "--svg", "missing/one.svg"], "missing/one.svg"),
        (&["dame.sgf", "--svg", "dead.sgf"], "dead.sgf: File exists"),
        (
            &["dame.sgf", "other/dame.sgf", "--svg", "pictures"],
            "would both be dame.svg",
        ),
    ] {
        let output = files.score(arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(errors.contains(reason), "{arguments:?}: {errors}");
        assert_eq!(String::from_utf8_lossy(&output.stdout), "", "{arguments:?}");
    }
    let left = fs::read_dir(files.path()).expect("a directory").count();
    assert_eq!(left, 4, "the records and nothing else");
}

/// The second game of a file and the first one of another can have pictures of one name.
#[test]
fn no_picture_replaces_that_of_another_game() {
    let both = format!("{DAME}{DEAD}");
    let files = Files::new(&[("a.sgf", &both), ("a-2.sgf", DEAD)]);
    let output = files.score(&["a.sgf", "a-2.sgf", "--svg", "pictures"]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(
        errors.contains("a-2.svg: it is that of another game"),
        "{errors}"
    );
}

/// Position in which Black's A1 and B1 can be captured at C1, which is no eye. White has made many
/// moves, and there is no komi.
const FALSE_EYE: &str = "(;SZ[7:6]RU[Japanese]RE[B+R]AB[da][fa][db][eb][fb][gb][dc][fc][dd][ed][fd][gd]\
    [ce][de][ee][af][bf][df]AW[aa][ca][bb][cb][ac][bc][cc][ad][bd][cd][ae][be]PL[B])";

#[test]
fn a_missing_needed_move_is_reported() {
    let files = Files::new(&[("eye.sgf", FALSE_EYE)]);
    let text = files.text(&["eye.sgf", "--rules", "jp", "--rules", "aga"]);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for words in [
        "a move by Black is missing: White, moving first, takes stones that are counted as alive (A1 B1).",
        "0 moves, White resigned",
        "no komi: 6.5 assumed, as is usual under japanese.",
        "aga: area gives B+7.5, territory with pass stones B+1.5, since stones were set up.",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let game = &files.json(&["eye.sgf", "--json"])[0];
    assert_eq!(game["turn_decides"], serde_json::json!(["A1", "B1"]));
    assert_eq!(row(game, "japanese")["result"], "B+1.5");
    // Once the move is played, nothing is missing.
    let filled = FALSE_EYE.replace("PL[B])", ";B[cf])");
    let files = Files::new(&[("filled.sgf", &filled)]);
    let game = &files.json(&["filled.sgf", "--json"])[0];
    assert_eq!(game["turn_decides"], serde_json::json!([]));
}

/// A game that is not over says so before the table, in a note and in JSON.
#[test]
fn counts_of_an_unfinished_game_are_as_if_both_passed() {
    let unfinished = DAME.replace(";W[];B[])", ")");
    let files = Files::new(&[("dame.sgf", DAME), ("unfinished.sgf", &unfinished)]);
    let text = files.text(&["unfinished.sgf", "--rules", "two_button"]);
    for line in [
        "Play did not end. Each count is as if both passed now.",
        "Note: play did not end: each count is as if both passed now (2 passes).",
    ] {
        assert!(text.lines().any(|other| other == line), "{line}: {text}");
    }
    let game = &files.json(&["unfinished.sgf", "--json"])[0];
    assert_eq!(game["counted"], "as if both passed now");
    assert_eq!(row(game, "two_button")["added_passes"], 2);
    let finished = &files.json(&["dame.sgf", "--json"])[0];
    assert_eq!(finished["counted"], Value::Null);
    assert!(!files.text(&["dame.sgf"]).contains("as if"));
}

#[test]
fn folders_and_endless_files_are_refused() {
    let files = Files::new(&[("dame.sgf", DAME)]);
    for path in [".", "/dev/zero"] {
        let output = files.score(&[path, "dame.sgf", "--json"]);
        assert_eq!(output.status.code(), Some(1), "{path}");
        let lines = String::from_utf8_lossy(&output.stdout).lines().count();
        assert_eq!(lines, 1, "{path}");
    }
    let output = files.score(&["dame.sgf", "--dead", "A1"]);
    let errors = String::from_utf8_lossy(&output.stderr).to_string();
    assert!(
        errors.contains("--dead: there is no stone on A1"),
        "{errors}"
    );
}
