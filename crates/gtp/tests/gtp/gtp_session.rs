//! State that a session keeps, forgets and protects, seen through its commands.

use std::fs;
use std::sync::atomic::Ordering;
use std::time::Duration;

use serde_json::Value;

use halfpoint_core::board::Size;
use halfpoint_core::rules::{PRESETS, find};
use halfpoint_engine::player::Settings;
use halfpoint_gtp::{COMMANDS, Options, Session};

use crate::talk::{answer, ok, refused};

/// Creates a session on a small board under a rule set, with few playouts.
fn session(rules: &str, side: usize) -> Session {
    Session::new(Options {
        size: Size::square(side),
        settings: Settings {
            playouts: Some(50),
            ..Settings::default()
        },
        ..Options::of(find(rules).expect("a rule set"))
    })
}

fn state(session: &mut Session) -> Value {
    serde_json::from_str(&ok(session, "halfpoint-state")).expect("JSON")
}

#[test]
fn all_listed_commands_are_known() {
    let mut s = session("chinese", 9);
    let list = ok(&mut s, "list_commands");
    let names: Vec<&str> = list.lines().collect();
    assert_eq!(
        names,
        COMMANDS
            .iter()
            .map(|command| command.name)
            .collect::<Vec<_>>()
    );
    for name in names {
        assert_eq!(ok(&mut s, &format!("known_command {name}")), "true");
        let reason = answer(&mut s, &format!("{name} {}", "x ".repeat(3000)));
        assert_ne!(reason, Err("unknown command".to_string()));
    }
    let mut s = session("chinese", 9);
    assert_eq!(ok(&mut s, "known_command analyze"), "false");
    assert_eq!(refused(&mut s, "analyze b 10"), "unknown command");
    assert_eq!(refused(&mut s, "5"), "missing command");
    assert_eq!(refused(&mut s, "Name"), "unknown command");
}

#[test]
fn rules_and_komi_survive_a_new_board() {
    let mut s = session("chinese", 9);
    ok(&mut s, "kgs-rules button;komi 5.5;boardsize 7;clear_board");
    assert_eq!(ok(&mut s, "get_komi"), "5.5");
    assert_eq!(state(&mut s)["rules"], "button");
    ok(&mut s, "halfpoint-reset_rules");
    assert_eq!(ok(&mut s, "get_komi"), "5.5");
    assert_eq!(state(&mut s)["rules"], "chinese");
    for bad in [
        "komi 3.75",
        "komi nan",
        "komi",
        "komi 1 2",
        "boardsize 1",
        "boardsize 26",
        "boardsize x",
    ] {
        refused(&mut s, bad);
    }
    ok(&mut s, "boardsize 2 25;rectangular_boardsize 3 4");
    assert_eq!(
        (&state(&mut s)["width"], &state(&mut s)["height"]),
        (&3.into(), &4.into())
    );
}

#[test]
fn rules_are_set_by_name_json_and_field() {
    let mut s = session("chinese", 5);
    for preset in &PRESETS {
        ok(&mut s, &format!("kgs-rules {}", preset.id));
        assert_eq!(state(&mut s)["rules"], preset.id);
        let json = ok(&mut s, "kata-get-rules");
        ok(&mut s, &format!("kgs-rules chinese;kata-set-rules {json}"));
        assert_eq!(state(&mut s)["rules"], preset.id);
    }
    ok(&mut s, "kgs-rules Two Button Moves");
    assert_eq!(state(&mut s)["rules"], "two_button_moves");
    ok(&mut s, "kgs-rules chinese;kata-set-rule ko SIMPLE");
    assert_eq!(state(&mut s)["rules"], "custom");
    ok(&mut s, "kata-set-rule ko POSITIONAL");
    assert_eq!(state(&mut s)["rules"], "chinese");
    ok(&mut s, "kgs-rules ultimate;kata-set-rule bowlHandicap 2");
    assert_eq!(state(&mut s)["rules"], "ultimate");
    assert_eq!(state(&mut s)["bowl"]["white"], 3);
    let long = format!("kgs-rules {}", "x".repeat(5000));
    let reason = refused(&mut s, &long);
    let (echoed, rest) = reason.split_once("; ").expect("names");
    assert!(echoed.chars().count() <= "unknown rules ".len() + 80);
    let all = PRESETS.map(|preset| preset.id).join(", ");
    assert_eq!(rest, format!("rule sets: {all}"));
    let reason = refused(&mut s, "kgs-rules lasker");
    assert_eq!(reason, format!("unknown rules lasker; rule sets: {all}"));
    let reason = refused(&mut s, "kgs-rules buton");
    assert_eq!(reason, "unknown rules buton; did you mean button?");
    ok(&mut s, "kgs-rules GOE");
    assert_eq!(state(&mut s)["rules"], "ing");
    ok(
        &mut s,
        "kgs-rules button;kata-set-rule buttonWorth {\"black\":0}",
    );
    assert_eq!(state(&mut s)["rules"], "white_button");
    ok(
        &mut s,
        "kata-set-rule buttonWorth 3;play b button;undo;play w pass",
    );
    assert_eq!(state(&mut s)["rules"], "custom");
    assert_eq!(state(&mut s)["ledger"]["white"], 1.5);
    ok(&mut s, "clear_board;kata-set-rule buttons NONE");
    refused(&mut s, "kata-set-rule buttonWorth 2");
    refused(&mut s, "kata-set-rule buttonWorth 9");
    ok(&mut s, "kgs-rules ultimate");
    refused(&mut s, "kata-set-rule pass FREE");
    refused(&mut s, "kata-set-rules {\"ko\":\"ETERNAL\"}");
}

#[test]
fn locked_rules_are_not_changed() {
    let mut s = Session::new(Options {
        lock_rules: true,
        ..Options::of(find("aga").expect("a rule set"))
    });
    ok(
        &mut s,
        "kgs-rules japanese;kata-set-rule ko SIMPLE;kgs-rules nonsense;halfpoint-reset_rules",
    );
    assert_eq!(state(&mut s)["rules"], "aga");
    // Komi that a record does not name is that of the session, but that of a handicap stays.
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.sgf");
    for (handicap, komi) in [("", "5"), ("HA[2]", "0.5")] {
        let text = format!("(;GM[1]SZ[5]RU[Japanese]{handicap}AB[aa][bb];W[cc])");
        fs::write(&file, text).expect("a file");
        ok(
            &mut s,
            &format!("boardsize 5;komi 5;loadsgf {}", file.display()),
        );
        assert_eq!(ok(&mut s, "get_komi"), komi, "{handicap}");
        assert_eq!(state(&mut s)["rules"], "aga");
    }
}

#[test]
fn rules_that_forbid_a_move_of_the_game_are_refused() {
    // Black fills B1 and so gives up the two stones A1 and B1, a suicide that few rule sets allow.
    let moves = "play b A1;play w A2;play w B2;play w C1;play b B1";
    let mut s = session("tromp_taylor", 5);
    ok(&mut s, moves);
    let reason = refused(&mut s, "kgs-rules chinese");
    assert_eq!(reason, "illegal under chinese: move 5 (B B1): suicide");
    ok(&mut s, "kgs-rules new_zealand");
    let table = ok(&mut s, "halfpoint-score all");
    assert_eq!(table.lines().count(), PRESETS.len());
    assert!(
        table.contains("chinese\t? move 5 B B1: suicide\n"),
        "{table}"
    );
    assert!(table.starts_with("tromp_taylor\tW+"), "{table}");
    refused(&mut s, "halfpoint-score chinese");
}

#[test]
fn score_of_all_rules_agrees_with_each_rule_set() {
    let mut s = session("chinese", 5);
    ok(
        &mut s,
        "komi 0.5;play b B3;play w D3;play b B2;play w D2;play b C5;play w pass;play b pass",
    );
    let table = ok(&mut s, "halfpoint-score all");
    for (preset, row) in PRESETS.iter().zip(table.lines()) {
        ok(&mut s, &format!("kgs-rules {}", preset.id));
        let columns: Vec<&str> = row.split('\t').collect();
        assert_eq!(columns.len(), 5, "{row}");
        assert_eq!(columns[0], preset.id);
        assert_eq!(columns[1], ok(&mut s, "final_score"), "{row}");
        let black: f64 = columns[2].parse().expect("a number");
        let white: f64 = columns[3].parse().expect("a number");
        let margin = match columns[1].split_once('+') {
            Some(("B", points)) => points.parse().expect("a number"),
            Some((_, points)) => -points.parse::<f64>().expect("a number"),
            None => 0.0,
        };
        assert_eq!(black - white, margin, "{row}");
        assert_eq!(ok(&mut s, "halfpoint-score"), row);
        ok(&mut s, "kgs-rules chinese");
    }
}

#[test]
fn bowls_stay_with_names_of_rules_and_follow_their_json() {
    let mut s = session("ultimate", 3);
    let result = |s: &mut Session, rules: &str| {
        let row = ok(s, &format!("halfpoint-score {rules}"));
        row.split('\t').nth(1).expect("a result").to_string()
    };
    let json = |k| format!(r#"{{"id":"ultimate","bowlHandicap":{k}}}"#);
    ok(&mut s, "play b B2");
    for of_game in [0, 3] {
        ok(&mut s, &format!("kata-set-rules {}", json(of_game)));
        for (k, wanted) in [(0, "B+6"), (3, "B+3")] {
            assert_eq!(result(&mut s, &json(k)), wanted, "{k} beside {of_game}");
        }
    }
    // Another ko rule keeps the bowls, and a name of rules with another ko rule does, too.
    ok(&mut s, "kata-set-rule ko SITUATIONAL");
    assert_eq!(result(&mut s, "ultimate"), "B+3");
    let all = ok(&mut s, "halfpoint-score all");
    assert!(all.contains("ultimate\tB+3\t"), "{all}");
    ok(&mut s, "kgs-rules ultimate");
    assert_eq!(result(&mut s, ""), "B+3");
}

#[test]
fn state_has_its_documented_fields_in_order() {
    let mut s = session("two_button", 5);
    ok(&mut s, "komi 6.5;play b C3;play w pass");
    let state = state(&mut s);
    let fields: Vec<&str> = state
        .as_object()
        .expect("an object")
        .keys()
        .map(String::as_str)
        .collect();
    assert_eq!(
        fields,
        [
            "rules",
            "width",
            "height",
            "komi",
            "to_move",
            "moves",
            "over",
            "captures",
            "ledger",
            "button",
            "buttons_left",
            "half_pass_zone",
            "bowl",
            "ultimate_stone_in",
            "consecutive_passes",
            "first_token",
            "last_token",
            "proposal",
            "dead",
            "hash"
        ]
    );
    assert_eq!(state["komi"].to_string(), "6.5");
    assert_eq!(state["ledger"].to_string(), r#"{"black":1,"white":0.5}"#);
    assert_eq!(state["first_token"], "white");
    assert_eq!(state["over"], Value::Null);
}

#[test]
fn agreed_dead_stones_last_until_the_position_changes() {
    let mut s = session("japanese", 5);
    ok(
        &mut s,
        "gogui-setup b B1 b B2 b B3 b B4 b B5 w A1 w A5 w D3",
    );
    assert_eq!(ok(&mut s, "halfpoint-dead none"), "");
    assert_eq!(ok(&mut s, "halfpoint-dead A1"), "A1 A5");
    assert_eq!(ok(&mut s, "final_status_list dead"), "A1\nA5");
    assert_eq!(ok(&mut s, "final_status A5"), "dead");
    ok(&mut s, "play b C1");
    assert_eq!(ok(&mut s, "halfpoint-dead"), "");
    ok(&mut s, "undo");
    assert_eq!(ok(&mut s, "halfpoint-dead"), "A1 A5");
    assert_eq!(ok(&mut s, "kgs-rules tromp_taylor;halfpoint-dead"), "");
    assert_eq!(ok(&mut s, "kgs-rules korean;halfpoint-dead"), "A1 A5");
    refused(&mut s, "halfpoint-dead E5");
    refused(&mut s, "halfpoint-dead A1 none");
    assert_eq!(ok(&mut s, "halfpoint-dead none"), "");
}

#[test]
fn every_point_has_one_status_and_statuses_add_up_to_the_score() {
    let mut s = session("japanese", 5);
    ok(
        &mut s,
        "komi 0;gogui-setup b B1 b B2 b B3 b B4 b B5 w A1 w D1 w D2 w D3 w D4 w D5;halfpoint-dead A1",
    );
    let mut count = |status: &str| {
        let list = ok(&mut s, &format!("final_status_list {status}"));
        list.split_whitespace().count() as i32
    };
    let (black, white, dead) = (
        count("black_territory"),
        count("white_territory"),
        count("dead"),
    );
    assert_eq!(
        count("alive") + count("seki") + dead + black + white + count("dame"),
        25
    );
    // A dead stone is a prisoner, and the point below it is territory.
    let margin = black + 2 * dead - white;
    assert_eq!(ok(&mut s, "final_score"), format!("B+{margin}"));
    refused(&mut s, "final_status_list living");
}

#[test]
fn sequence_is_played_as_a_whole_or_not_at_all() {
    let mut s = session("chinese", 5);
    let reason = refused(&mut s, "gogui-play_sequence b C3 w D3 b C3");
    assert_eq!(reason, "move 3: illegal move: occupied");
    refused(&mut s, "gogui-play_sequence b C3 w");
    refused(&mut s, "gogui-play_sequence b C3 w Z9");
    ok(
        &mut s,
        "gogui-play_sequence b C3 w pass b D3;gogui-play_sequence",
    );
    assert_eq!(state(&mut s)["moves"], 3);
    ok(&mut s, "gg-undo 3");
    assert_eq!(refused(&mut s, "undo"), "cannot undo");
    refused(&mut s, "gg-undo 1");
    ok(&mut s, "gg-undo 0");
}

#[test]
fn handicap_and_setup() {
    let mut s = session("chinese", 9);
    assert_eq!(ok(&mut s, "fixed_handicap 2"), "C3 G7");
    assert_eq!(state(&mut s)["to_move"], "white");
    assert_eq!(refused(&mut s, "fixed_handicap 2"), "board not empty");
    ok(&mut s, "clear_board");
    assert_eq!(
        refused(&mut s, "fixed_handicap 10"),
        "invalid number of stones"
    );
    ok(&mut s, "set_free_handicap A1");
    assert_eq!(state(&mut s)["to_move"], "white");
    refused(&mut s, "set_free_handicap A2");
    ok(&mut s, "clear_board");
    refused(&mut s, "set_free_handicap A1 A1");
    refused(&mut s, "set_free_handicap A1 pass");
    ok(&mut s, "set_free_handicap A1 B2;clear_board");
    assert_eq!(ok(&mut s, "place_free_handicap 5").split(' ').count(), 5);
    ok(&mut s, "gogui-setup b A1 w B1;gogui-setup_player w");
    assert_eq!(state(&mut s)["to_move"], "white");
    assert_eq!(state(&mut s)["moves"], 0);
    refused(&mut s, "gogui-setup b A1 w A1");
    ok(&mut s, "halfpoint-dead A1;gogui-setup_player b");
    assert_eq!(ok(&mut s, "halfpoint-dead"), "A1");
    ok(&mut s, "play w D4");
    refused(&mut s, "gogui-setup_player w");
    ok(&mut s, "gogui-setup");
    assert!(!ok(&mut s, "showboard").contains(['X', 'O']));
}

#[test]
fn finished_games_report_their_result_and_refuse_moves() {
    let mut s = session("chinese", 5);
    ok(&mut s, "play b C3;play w resign");
    assert_eq!(ok(&mut s, "final_score"), "B+R");
    assert!(ok(&mut s, "halfpoint-score").ends_with("\tB+R\t-\t-\twhite resigned"));
    assert_eq!(refused(&mut s, "play b D3"), "game over");
    assert_eq!(refused(&mut s, "genmove b"), "game over");
    ok(&mut s, "undo;play w D3");

    // A declared draw: both sides delay, then Black declares a draw.
    let mut s = session("ultimate", 5);
    ok(&mut s, "play b delay;play w delay;play b draw");
    assert_eq!(state(&mut s)["over"], "draw");
    assert_eq!(ok(&mut s, "final_score;halfpoint-pass_means"), "illegal");
    assert_eq!(refused(&mut s, "genmove w"), "game over");
    assert_eq!(refused(&mut s, "play w delay"), "game over");
    ok(&mut s, "kgs-rules chinese;play w C3");

    // No result: the same position for the third time.
    let mut s = session("japanese", 2);
    let circle = "play b A1;play w A2;play b B1;play w B2;play b A1;play w B1";
    ok(&mut s, &format!("{circle};{circle};play b A1"));
    assert_eq!(state(&mut s)["over"], "void");
    assert_eq!(refused(&mut s, "play w pass"), "game over");
    let before = ok(&mut s, "halfpoint-state");
    assert_eq!(ok(&mut s, "genmove w"), "pass");
    assert_eq!(ok(&mut s, "halfpoint-state"), before);
    assert_eq!(ok(&mut s, "final_score"), "0");
    assert!(ok(&mut s, "halfpoint-score").starts_with("japanese\tVoid\t-\t-\tno result"));
    let details = ok(&mut s, "halfpoint-score details");
    assert!(details.starts_with("japanese: no result: "), "{details}");
    let other = "only another count would have doubts";
    assert!(
        !details.contains("not sure to be dead"),
        "{other}: {details}"
    );
}

#[test]
fn side_that_cannot_move_resigns() {
    // Under `ultimate` on 2×2 the board fills up, prisoners run out, and one side cannot move.
    let mut s = session("ultimate", 2);
    for _ in 0..60 {
        let state = state(&mut s);
        if state["over"] == "no_move" {
            let loser = state["to_move"].as_str().expect("a colour").to_string();
            let winner = if loser == "black" { "white" } else { "black" };
            assert_eq!(ok(&mut s, &format!("genmove {loser}")), "resign");
            assert_eq!(refused(&mut s, &format!("genmove {winner}")), "game over");
            assert_eq!(refused(&mut s, &format!("play {loser} A1")), "game over");
            assert_eq!(ok(&mut s, "final_score")[1..], *"+R");
            return;
        }
        let legal = ok(&mut s, "halfpoint-legal");
        let Some(mv) = legal
            .split(' ')
            .find(|&name| name != "draw" && !name.is_empty())
        else {
            break;
        };
        let color = state["to_move"].as_str().expect("a colour");
        ok(&mut s, &format!("play {color} {mv}"));
    }
    panic!("nobody was stuck: {}", ok(&mut s, "showboard"));
}

#[test]
fn genmove_answers_vertex_pass_or_resign() {
    for preset in &PRESETS {
        let mut s = session(preset.id, 5);
        for _ in 0..6 {
            let color = state(&mut s)["to_move"]
                .as_str()
                .expect("a colour")
                .to_string();
            let mv = ok(&mut s, &format!("genmove {color}"));
            let vertex = mv.len() == 2 && mv.starts_with(|c: char| c.is_ascii_uppercase());
            assert!(
                vertex || mv == "pass" || mv == "resign",
                "{}: {mv}",
                preset.id
            );
            if mv == "resign" {
                break;
            }
        }
        let before = ok(&mut s, "halfpoint-state");
        if state(&mut s)["over"] == Value::Null {
            ok(&mut s, "reg_genmove b");
        }
        assert_eq!(ok(&mut s, "halfpoint-state"), before);
    }
    let mut s = session("button", 5);
    assert_eq!(ok(&mut s, "halfpoint-genmove b"), "button\nfullpass");
    assert_eq!(state(&mut s)["moves"], 0);
    assert_eq!(
        refused(&mut s, "halfpoint-genmove b button nonsense"),
        "unknown kind nonsense; kinds: button, fullpass"
    );
    assert_eq!(state(&mut s)["moves"], 0);
    assert_eq!(
        refused(&mut s, "play b halfpass"),
        "illegal move: no half-pass under button; tokens: button, fullpass"
    );
    ok(&mut s, "halfpoint-genmove b button draw");
    assert_eq!(state(&mut s)["moves"], 1);
    refused(&mut s, "genmove green");
    refused(&mut s, "genmove");
}

#[test]
fn stopped_search_still_makes_a_move() {
    let mut s = Session::new(Options {
        size: Size::square(9),
        settings: Settings {
            time_per_move: Some(Duration::from_secs(3600)),
            ..Settings::default()
        },
        ..Options::default()
    });
    s.stop_flag().store(true, Ordering::SeqCst);
    ok(&mut s, "genmove b;genmove w");
    assert_eq!(state(&mut s)["moves"], 2);
}

#[test]
fn clocks() {
    let mut s = session("chinese", 5);
    for good in [
        "time_settings 0 1 0",
        "time_settings 300 30 25",
        "time_left b 12.5 0",
        "time_left white 20 3",
        "kgs-time_settings none",
        "kgs-time_settings absolute 600",
        "kgs-time_settings byoyomi 600 30 5",
        "kgs-time_settings canadian 600 300 25",
        "kata-time_settings fischer 60 5",
        "kata-time_settings fischer-capped 60 5 120 0",
    ] {
        ok(&mut s, good);
    }
    for bad in [
        "time_settings 300 30",
        "time_settings 300 30 -1",
        "time_settings inf 30 25",
        "kgs-time_settings",
        "kgs-time_settings absolute",
        "kgs-time_settings byoyomi 600 30 0",
        "kgs-time_settings sundial 1",
        "time_left b 10",
        "time_left red 10 0",
    ] {
        refused(&mut s, bad);
    }
    assert!(ok(&mut s, "cputime").parse::<f64>().is_ok());
}

#[test]
fn saved_games_are_loaded_with_the_same_state() {
    let folder = std::env::temp_dir().join(format!("halfpoint test {}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("a game.sgf").display().to_string();
    for preset in &PRESETS {
        let mut s = session(preset.id, 5);
        ok(&mut s, "komi 3.5;play b C3;play w D3;play b pass;play w C4");
        ok(&mut s, "halfpoint-dead D3");
        ok(&mut s, &format!("printsgf {file}"));
        let before = ok(&mut s, "halfpoint-state");
        let mut other = session("chinese", 9);
        assert_eq!(ok(&mut other, &format!("loadsgf {file}")), "black");
        assert_eq!(ok(&mut other, "halfpoint-state"), before);
        assert_eq!(ok(&mut other, &format!("loadsgf {file} 2")), "white");
        let reason = refused(&mut other, &format!("loadsgf {file} x"));
        assert!(reason.contains("move number"), "{reason}");
        assert_eq!(state(&mut other)["moves"], 1);
        assert_eq!(
            ok(&mut s, "printsgf"),
            fs::read_to_string(&file).expect("a file").trim_end()
        );
    }
    for dead in ["none", "A3", "B1"] {
        let mut s = session("japanese", 5);
        ok(
            &mut s,
            "komi 0;gogui-setup b B1 b B2 b B3 b B4 b B5 w C1 w C2 w C3 w C4 w C5 w A3;\
             play b pass;play w pass",
        );
        ok(&mut s, &format!("halfpoint-dead {dead}"));
        ok(&mut s, &format!("printsgf {file}"));
        let result = ok(&mut s, "final_score");
        let mut other = session("chinese", 9);
        ok(&mut other, &format!("loadsgf {file}"));
        assert_eq!(ok(&mut other, "final_score"), result, "{dead}");
    }
    let mut s = session("chinese", 5);
    refused(&mut s, "loadsgf /no/such/file.sgf");
    refused(&mut s, &format!("loadsgf {}", folder.display()));
    refused(&mut s, &format!("printsgf {}", folder.display()));
    refused(&mut s, "loadsgf");
    fs::write(folder.join("bad.sgf"), "(;FF[4]SZ[9];B[zz]").expect("a file");
    refused(
        &mut s,
        &format!("loadsgf {}", folder.join("bad.sgf").display()),
    );
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn showboard_draws_coordinates_star_points_and_the_last_move() {
    let mut s = session("ultimate", 9);
    ok(&mut s, "play b E5;play w delay");
    let text = ok(&mut s, "showboard");
    assert!(text.contains("\n   A B C D E F G H J\n 9 . . ."), "{text}");
    assert!(
        text.contains(" 7 . . + . . . + . . 7\n 6 . . . . . . . . . 6\n 5 . . . . X . . . . 5\n"),
        "{text}"
    );
    assert!(
        text.contains("black 1 and the ultimate stone, white 0"),
        "{text}"
    );
    ok(&mut s, "kgs-rules chinese;clear_board;play b E5");
    assert!(ok(&mut s, "showboard").contains(" 5 . . . .(X). . . . 5\n"));
}

#[test]
fn score_details_explain_why_rule_sets_differ() {
    let mut s = session("aga", 5);
    ok(&mut s, "komi 0");
    ok(
        &mut s,
        "gogui-play_sequence b B1 w D1 b B2 w D2 b B3 w D3 b B4 w D4 b B5 w D5",
    );
    ok(
        &mut s,
        "gogui-play_sequence b C1 w C2 b C3 w C4 b C5 w pass b pass",
    );
    let details = ok(&mut s, "halfpoint-score details");
    for line in [
        "aga: dead stones removed (none are dead).",
        "Why they differ from aga:",
        "aga, bga: area and territory with pass stones agree: B+1.",
        "button: area and territory with pass stones agree: B+0.5.",
    ] {
        assert!(details.lines().any(|other| other == line), "{details}");
    }
    // One more move by Black breaks the agreement of area and territory.
    ok(&mut s, "undo;undo;play b pass;play b pass");
    let details = ok(&mut s, "halfpoint-score details");
    let line = "since move 16 was out of turn";
    assert!(
        details.lines().any(|other| other.contains(line)),
        "{details}"
    );
}

#[test]
fn score_details_name_the_removed_dead_stones() {
    for (rules, count) in [
        ("button", "button: dead stones removed (A1)."),
        (
            "tromp_taylor",
            "tromp_taylor: nothing removed that was not captured.",
        ),
        (
            "half_pass",
            "half_pass: nothing removed that was not captured.",
        ),
    ] {
        let mut s = session(rules, 5);
        ok(
            &mut s,
            "gogui-setup w A1 b C1 b C2 b C3 b C4 b C5 w D1 w D2 w D3 w D4 w D5",
        );
        let details = ok(&mut s, "halfpoint-score details");
        assert_eq!(details.lines().next(), Some(count), "{details}");
    }
    let mut s = session("ultimate", 5);
    let details = ok(&mut s, "halfpoint-score details");
    assert!(!details.contains("removed"), "{details}");
}

/// Search results for one board are not used on a board of another size.
#[test]
fn board_size_may_change_between_two_moves() {
    let mut session = Session::new(Options {
        settings: Settings {
            playouts: Some(8),
            ..Settings::default()
        },
        ..Options::default()
    });
    for (small, large) in [("2", "19"), ("5", "3 9"), ("9 2", "2 9")] {
        for side in [small, large, small] {
            for commands in [
                ["genmove b", "undo"],
                ["play b pass", "genmove w"],
                ["clear_board", "genmove b"],
            ] {
                let size = format!("boardsize {side}");
                for command in ["clear_board", &size].into_iter().chain(commands) {
                    let answer = session.handle_line(command).expect("an answer");
                    assert!(answer.result().is_ok(), "{command}: {answer}");
                }
            }
        }
    }
    for command in [
        "boardsize 2",
        "genmove b",
        "boardsize 19",
        "play b Q16",
        "genmove w",
    ] {
        let answer = session.handle_line(command).expect("an answer");
        assert!(answer.result().is_ok(), "{command}: {answer}");
    }
}
