//! The commands that clients send, in the order in which their source sends them.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use halfpoint_core::board::Size;
use halfpoint_engine::player::Settings;
use halfpoint_gtp::{Options, Session};
use halfpoint_nn::{Arithmetic, Net};
use serde_json::Value;

use crate::talk::{ok, refused, session, session_with_net};

/// gtp2ogs 9.0.1 (`src/Bot.ts`, commit `acb369e5`) gives up an engine that refuses a command. It
/// asks for the time systems before each move and uses Fischer time only if it is listed.
#[test]
fn the_bridge_of_ogs_sets_fischer_time_with_a_cap_and_no_limit_for_a_move() {
    let mut bot = session("chinese", 9, 20, 1);
    assert!(ok(&mut bot, "list_commands").contains("kata-list_time_settings"));
    let systems = ok(&mut bot, "kata-list_time_settings");
    assert!(systems.contains("fischer-capped"));
    ok(&mut bot, "boardsize 9;clear_board;komi 7.5");
    for settings in [
        "kata-time_settings fischer-capped 180 30 300 -1",
        "kgs-time_settings byoyomi 600 30 5",
        "kgs-time_settings canadian 600 300 25",
        "time_settings 0 30 1",
        "time_settings 600 0 0",
    ] {
        ok(&mut bot, "kata-list_time_settings");
        ok(&mut bot, settings);
        ok(&mut bot, "time_left black 29 0;time_left white 29 0");
    }
    ok(&mut bot, "play black E5;genmove white");
}

/// LizGoban (`src/engine.js`, commit `cb69c0ac`) tries `set_position` without stones to find out
/// whether it is there, and sets up handicap and setup stones by it after `clear_board`.
#[test]
fn lizgoban_sets_up_a_position_without_a_history() {
    let mut engine = session("japanese", 9, 20, 1);
    ok(&mut engine, "komi 6.5;set_position;clear_board");
    ok(&mut engine, "play b E5;play w D5");
    ok(&mut engine, "set_position b E5 w D5 b D4 w C4");
    let state: Value = serde_json::from_str(&ok(&mut engine, "halfpoint-state")).expect("a state");
    assert_eq!(state["moves"], 0);
    assert_eq!(state["to_move"], "black");
    assert_eq!(state["komi"], 6.5);
    assert_eq!(state["rules"], "japanese");
    // KataGo refuses passes, points that are named twice, and chains without liberties.
    for stones in ["b pass", "b E5 w E5", "w A1 b A2 b B1"] {
        refused(&mut engine, &format!("set_position {stones}"));
    }
    assert!(refused(&mut engine, "undo").contains("cannot undo"));
}

/// No point of a position that was set up is forbidden by ko, as the last move is not known.
#[test]
fn a_position_that_is_set_up_has_no_ko() {
    let mut engine = session("chinese", 5, 20, 1);
    ok(
        &mut engine,
        "play b B2;play w C2;play b A3;play w D3;play b B4;play w C4",
    );
    ok(&mut engine, "play b C3;play w B3");
    assert!(refused(&mut engine, "play b C3").contains("ko"));
    ok(
        &mut engine,
        "set_position b B2 w C2 b A3 w D3 b B4 w C4 w B3",
    );
    ok(&mut engine, "play b C3");
}

/// Returns the moves that a report names, in its order.
fn named(report: &str) -> Vec<&str> {
    let infos = report.split("info move ").skip(1);
    infos.filter_map(|info| info.split(' ').next()).collect()
}

/// LizGoban asks for a region by one `allow` for each color; Lizzie avoids moves to a depth.
#[test]
fn analysis_and_moves_keep_to_the_moves_that_are_allowed() {
    let mut engine = session("chinese", 5, 40, 1);
    for (keys, fits) in [
        ("allow B A1,B1,A2,B2 1 allow W C3 1", true),
        (
            "avoid b C3,C2,C4,B3,D3,B2,B4,D2,D4 30 avoid b pass 30",
            false,
        ),
    ] {
        let inside = |name: &str| match fits {
            true => ["A1", "B1", "A2", "B2"].contains(&name),
            false => name.contains(['A', 'E', '1', '5']),
        };
        for dialect in ["lz", "kata"] {
            ok(
                &mut engine,
                &format!("{dialect}-analyze b 1 minmoves 30 {keys}"),
            );
            let reports = analyzed(&mut engine, 3);
            let moves = named(reports.last().expect("a report"));
            assert!(!moves.is_empty(), "{keys}");
            assert!(moves.iter().all(|name| inside(name)), "{keys}: {moves:?}");
        }
        ok(&mut engine, &format!("kata-search_analyze b 1 {keys}"));
        let reports = analyzed(&mut engine, usize::MAX);
        let played = reports.last().and_then(|last| last.strip_prefix("play "));
        assert!(inside(played.expect("a move")), "{keys}: {reports:?}");
        assert!(ok(&mut engine, "halfpoint-state").contains("\"moves\":0,"));
        ok(&mut engine, &format!("kata-genmove_analyze b 1 {keys}"));
        analyzed(&mut engine, usize::MAX);
        assert!(ok(&mut engine, "halfpoint-state").contains("\"moves\":1,"));
        ok(&mut engine, "undo");
    }
    // A move that the search alone would not consider is found where nothing else is allowed.
    ok(&mut engine, "set_position b A2 b B1 b B2 w E5 w E4 w D5");
    ok(&mut engine, "kata-genmove_analyze b 1 allow b A1 1");
    let reports = analyzed(&mut engine, usize::MAX);
    assert_eq!(reports.last().expect("a move"), "play A1");
    let reason = refused(&mut engine, "kata-analyze w 1 allow w A1,E5 1");
    assert_eq!(reason, "none of the allowed moves is legal");
}

/// Returns the lines of the analysis that was asked for; it ends after a number of lines, if its
/// budget does not end it.
fn analyzed(engine: &mut Session, number: usize) -> Vec<String> {
    let lines = RefCell::new(Vec::new());
    engine.analyze(&|| lines.borrow().len() >= number, &mut |line| {
        lines.borrow_mut().push(line.to_string());
    });
    lines.into_inner()
}

/// KataGo's commands for a move that is not played.
#[test]
fn a_search_answers_a_move_and_plays_none() {
    let mut engine = session_with_net("button", 5, 40, 1);
    let played = ok(&mut engine, "kata-search b");
    assert_eq!(ok(&mut engine, "kata-search_cancellable b"), played);
    assert!(ok(&mut engine, "halfpoint-state").contains("\"moves\":0,"));
    assert!(ok(&mut engine, "halfpoint-why").starts_with("Black plays"));
    for command in [
        "kata-search_analyze b",
        "kata-search_analyze_cancellable B 10",
    ] {
        assert_eq!(ok(&mut engine, command), "");
        let last = analyzed(&mut engine, usize::MAX).pop();
        assert_eq!(last, Some(format!("play {played}")), "{command}");
    }
    // Without a thread that reads input, the flag stands for a later line.
    engine.cancel_flag().store(true, Ordering::SeqCst);
    assert_eq!(ok(&mut engine, "kata-search_cancellable b"), "cancelled");
    ok(&mut engine, "kata-search_analyze_cancellable b");
    let last = analyzed(&mut engine, usize::MAX).pop();
    assert_eq!(last.as_deref(), Some("play cancelled"));
    assert_eq!(ok(&mut engine, "kata-search b"), played);
    ok(&mut engine, "play b resign");
    assert_eq!(refused(&mut engine, "kata-search w"), "game over");
    assert_eq!(refused(&mut engine, "kata-search_analyze w"), "game over");
}

/// Returns the words after a key up to the next of `keys`.
fn list<'a>(info: &'a str, key: &str, keys: &[&str]) -> Vec<&'a str> {
    let mut words = info.split_whitespace();
    words.find(|word| *word == key);
    words.take_while(|word| !keys.contains(word)).collect()
}

/// LizGoban asks for all of these keys at once if a trial of each was not refused. Its parser takes
/// everything up to the next of these keys as the values of a key.
#[test]
fn lizgoban_gets_the_lists_that_it_asks_for() {
    const KEYS: [&str; 7] = [
        "pv",
        "pvVisits",
        "pvEdgeVisits",
        "movesOwnership",
        "rootInfo",
        "ownership",
        "ownershipStdev",
    ];
    let net = Net::embedded(Arithmetic::Int8).expect("a net");
    for net in [None, Some(Arc::new(net))] {
        let is_net = net.is_some();
        let mut engine = Session::new(Options {
            size: Size::square(5),
            settings: Settings {
                playouts: Some(60),
                ..Settings::default()
            },
            net,
            ..Options::default()
        });
        ok(
            &mut engine,
            "kata-search_analyze b interval 10 ownership true ownershipStdev true minmoves 3 \
             pvVisits true pvEdgeVisits true movesOwnership true rootInfo true \
             allow B A1,B2,C3,D4 1 allow W A1,B2,C3,D4 1",
        );
        let lines = analyzed(&mut engine, usize::MAX);
        let line = &lines[lines.len() - 2];
        for info in line.split("info ").skip(1) {
            let number = |key: &str| {
                let word = list(info, key, &KEYS).first().copied();
                word.map(|word| word.parse::<f64>().expect("a number"))
            };
            let moves = list(info, "pv", &KEYS);
            let visits = list(info, "pvVisits", &KEYS);
            assert_eq!(moves.len(), visits.len(), "{info}");
            assert_eq!(visits, list(info, "pvEdgeVisits", &KEYS), "{info}");
            assert_eq!(number("pvVisits"), number("visits"), "{info}");
            assert_eq!(list(info, "movesOwnership", &KEYS).len(), 25, "{info}");
            assert!(number("scoreStdev").is_some_and(|points| points >= 0.0));
            assert_eq!(number("prior").is_some(), is_net, "{info}");
        }
        assert_eq!(list(line, "ownership", &KEYS).len(), 25, "{line}");
        assert_eq!(list(line, "ownershipStdev", &KEYS).len(), 25, "{line}");
        let root = list(line, "rootInfo", &KEYS);
        assert_eq!(root.len() % 2, 0, "{root:?}");
        assert!(root.contains(&"scoreLead") && root.contains(&"visits"));
    }
}

/// The client of CGOS (`gtpengine.py`, commit `91bafa2c`) sends the last line before the move to
/// the server, which wants JSON; its viewer shows these fields.
#[test]
fn cgos_gets_a_move_with_a_report_as_json() {
    let mut engine = session("tromp_taylor", 5, 60, 1);
    assert_eq!(ok(&mut engine, "cgos-genmove_analyze B"), "");
    let lines = analyzed(&mut engine, usize::MAX);
    let [report, played] = &lines[..] else {
        panic!("{lines:?}");
    };
    let played = played.strip_prefix("play ").expect("a move");
    let report: Value = serde_json::from_str(report).expect("JSON");
    for key in ["winrate", "score"] {
        assert!(report[key].is_number() && report["moves"][0][key].is_number());
    }
    assert_eq!(report["moves"][0]["move"], played);
    let visits = |value: &Value| value["visits"].as_u64().expect("a number");
    let moves = report["moves"].as_array().expect("moves");
    assert_eq!(visits(&report), moves.iter().map(visits).sum::<u64>());
    assert_eq!(report["ownership"].as_str().map(str::len), Some(25));
    // The variation begins with the answer.
    let pv = moves[0]["pv"].as_str().expect("a variation");
    assert!(!pv.starts_with(played), "{report}");
    assert!(ok(&mut engine, "halfpoint-state").contains("\"moves\":1,"));
    // Where nothing is searched, the move comes alone.
    ok(
        &mut engine,
        "kata-set-rules chinese;clear_board;play b resign",
    );
    assert_eq!(refused(&mut engine, "cgos-genmove_analyze w"), "game over");
}

#[test]
fn parameters_of_katago_change_the_search() {
    let mut engine = session("chinese", 5, 1000, 1);
    let visits = |engine: &mut Session| {
        ok(engine, "kata-search b");
        let why = ok(engine, "halfpoint-why");
        let line = why
            .lines()
            .find_map(|line| line.strip_prefix("new_playouts "));
        line.expect("a number").parse::<u64>().expect("a number")
    };
    ok(&mut engine, "kata-set-param maxVisits 50");
    assert_eq!(visits(&mut engine), 50);
    // A time ends the search although visits are left.
    ok(
        &mut engine,
        "kata-set-param maxPlayouts 1000000000;kata-set-param maxTime 0.1",
    );
    let by_time = visits(&mut engine);
    assert!(by_time < 1_000_000_000 && by_time > 0);
    ok(
        &mut engine,
        "kata-set-param maxVisits 50;kata-set-param analysisPVLen 1",
    );
    ok(
        &mut engine,
        "kata-search_analyze b pvVisits true maxmoves 1",
    );
    let lines = analyzed(&mut engine, usize::MAX);
    assert_eq!(list(&lines[0], "pv", &["pvVisits"]).len(), 2, "{lines:?}");
    assert_eq!(list(&lines[0], "pvVisits", &[]).len(), 2, "{lines:?}");
    assert!(!engine.wants_to_ponder());
    ok(
        &mut engine,
        "kata-set-param ponderingEnabled true;genmove b",
    );
    assert!(engine.wants_to_ponder());
    ok(&mut engine, "kata-search w");
    assert!(!engine.wants_to_ponder());
}

/// In the middle of a game, with everything contested, White is a hundred points behind.
#[test]
fn a_player_that_may_not_resign_plays_on() {
    let mut engine = session("chinese", 9, 300, 1);
    let points = (0..81).map(|point| (point % 9, point / 9));
    let stones = points.filter(|(x, y)| (x + 2 * y) % 3 == 0);
    let stones = stones.map(|(x, y)| {
        let color = if (x + y) % 2 == 0 { "b" } else { "w" };
        format!("{color} {}{}", "ABCDEFGHJ".as_bytes()[x] as char, y + 1)
    });
    let stones: Vec<String> = stones.collect();
    ok(
        &mut engine,
        &format!("komi -100;set_position {}", stones.join(" ")),
    );
    assert_eq!(ok(&mut engine, "kata-search w"), "resign");
    ok(&mut engine, "kata-set-param allowResignation false");
    assert_ne!(ok(&mut engine, "kata-search w"), "resign");
    assert!(ok(&mut engine, "halfpoint-why").contains("\nreason searched: "));
}
