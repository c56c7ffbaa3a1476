//! The protocol of KataGo's analysis engine: queries in, answers out.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Cursor, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use halfpoint_core::rules::NamedRules;
use halfpoint_engine::player::{Settings, Threads};
use halfpoint_gtp::json::{
    ANSWER_FIELDS, JsonOptions, QUERY_FIELDS, SETTINGS, UNSUPPORTED_FIELDS, serve,
};
use serde_json::{Map, Value, json};

/// Fields, actions and arguments that the document of KataGo names.
const KATAGO: &str = "id moves initialStones initialPlayer rules komi whiteHandicapBonus boardXSize
    boardYSize analyzeTurns maxVisits rootPolicyTemperature rootFpuReductionMax analysisPVLen
    includeOwnership includeOwnershipStdev includeMovesOwnership includeMovesOwnershipStdev
    includePolicy includePVVisits includeNoResultValue avoidMoves allowMoves overrideSettings
    playoutDoublingAdvantage wideRootNoise ignorePreRootHistory antiMirror
    rootNumSymmetriesToSample humanSLProfile reportDuringSearchEvery priority priorities
    error field warning isDuringSearch turnNumber moveInfos move visits edgeVisits winrate
    scoreMean scoreStdev scoreLead scoreSelfplay prior noResultValue humanPrior utility lcb
    utilityLcb weight edgeWeight order playSelectionValue isSymmetryOf pv pvVisits pvEdgeVisits
    ownership ownershipStdev rootInfo thisHash symHash currentPlayer rawWinrate rawLead
    rawScoreSelfplay rawScoreSelfplayStdev rawNoResultProb rawStWrError rawStScoreError
    rawVarTimeLeft humanWinrate humanScoreMean humanScoreStdev humanStWrError humanStScoreError
    policy humanPolicy action query_version clear_cache terminate terminateId turnNumbers
    noResults terminate_all query_models reportAnalysisWinratesAs -config -model
    -quit-without-waiting -human-model";

/// Answers lines with playouts, on a number of threads.
fn answers_by(threads: u16, lines: &[u8], change: impl Fn(&mut JsonOptions)) -> Vec<Value> {
    let mut options = JsonOptions {
        settings: Settings {
            threads: Threads::Fixed(threads),
            ..Settings::default()
        },
        ..JsonOptions::default()
    };
    change(&mut options);
    let mut output = Vec::new();
    let never = |time| {
        thread::sleep(time);
        false
    };
    let served = serve(&options, Cursor::new(lines.to_vec()), &mut output, never);
    served.expect("a vector can be read and written");
    let text = String::from_utf8(output).expect("text");
    let objects = text.lines().map(serde_json::from_str);
    objects.collect::<Result<_, _>>().expect("JSON objects")
}

#[test]
fn more_positions_than_may_wait_are_refused() {
    let turns: Vec<usize> = (0..4).collect();
    let moves = json!([["B", "A1"], ["W", "B2"], ["B", "C3"]]);
    let line = query("a", "chinese", moves, json!({ "analyzeTurns": turns }));
    let text = format!("{line}\n");
    for (most, refused) in [(Some(3), true), (Some(4), false), (None, false)] {
        let found = answers_by(1, text.as_bytes(), |options| options.max_waiting = most);
        let error = found.iter().find(|answer| answer.get("error").is_some());
        assert_eq!(error.is_some(), refused, "{most:?}: {found:?}");
        if let Some(error) = error {
            assert_eq!(error["field"], "analyzeTurns");
            assert_eq!(error["error"], "more than 3 positions would wait");
        }
    }
}

fn answers(lines: &[Value]) -> Vec<Value> {
    let lines: String = lines.iter().map(|line| format!("{line}\n")).collect();
    answers_by(1, lines.as_bytes(), |_| ())
}

/// Returns a query on 5×5 of few visits with further fields.
fn query(id: &str, rules: &str, moves: Value, more: Value) -> Value {
    let mut query = json!({
        "id": id, "rules": rules, "moves": moves, "boardXSize": 5, "boardYSize": 5, "maxVisits": 30,
    });
    for (name, value) in more.as_object().into_iter().flatten() {
        query[name] = value.clone();
    }
    query
}

#[test]
fn turns_of_a_game_are_answered_with_moves_and_ownership() {
    let moves = json!([["B", "C3"], ["W", "D3"], ["B", "(3,3)"]]);
    let more = json!({"analyzeTurns": [3, 0, 3], "includeOwnership": true, "komi": 6.5});
    let found = answers(&[query("game", "chinese", moves, more)]);
    assert_eq!(found.len(), 2, "{found:?}");
    for (answer, (turn, player)) in found.iter().zip([(0, "B"), (3, "W")]) {
        assert_eq!(answer["id"], "game");
        assert_eq!(answer["turnNumber"], turn);
        assert_eq!(answer["isDuringSearch"], false);
        assert_eq!(answer["passMeans"], "pass");
        let root = &answer["rootInfo"];
        assert_eq!(root["currentPlayer"], player);
        assert_eq!(root["visits"], 30);
        let owners = answer["ownership"].as_array().expect("a list");
        assert_eq!(owners.len(), 25);
        let moves = answer["moveInfos"].as_array().expect("a list");
        for (order, one) in moves.iter().enumerate() {
            assert_eq!(one["order"], order);
            assert_eq!(one["pv"][0], one["move"]);
            assert_eq!(one["scoreLead"], one["scoreMean"]);
        }
        let visits = moves
            .iter()
            .map(|one| one["visits"].as_u64().expect("a number"));
        assert_eq!(visits.sum::<u64>(), 30);
    }
}

/// Returns the numbers of a list.
fn numbers(value: &Value) -> Vec<f64> {
    let list = value.as_array().expect("a list").iter();
    list.map(|one| one.as_f64().expect("a number")).collect()
}

#[test]
fn ownership_is_given_for_moves_and_with_its_deviation() {
    let names = [
        "includeOwnership",
        "includeOwnershipStdev",
        "includeMovesOwnership",
        "includeMovesOwnershipStdev",
    ];
    let moves = json!([["B", "C3"]]);
    for asked in 0..16u8 {
        let is_asked = |at: usize| asked & (1 << at) != 0;
        let more = names.iter().enumerate();
        let more = more.map(|(at, name)| (name.to_string(), json!(is_asked(at))));
        let found = answers(&[query("o", "chinese", moves.clone(), more.collect())]);
        let [answer] = &found[..] else {
            panic!("one answer: {found:?}");
        };
        let given = |at: usize, place: &Value, name: &str| {
            assert_eq!(place.get(name).is_some(), is_asked(at), "{asked}: {answer}");
            place.get(name).map(numbers).unwrap_or_default()
        };
        let mean = given(0, answer, "ownership");
        let deviation = given(1, answer, "ownershipStdev");
        assert!(mean.iter().all(|x| (-1.0..=1.0).contains(x)), "{mean:?}");
        assert!(deviation.iter().all(|x| (0.0..=1.0).contains(x)));
        // Each of the two owners of a playout's end is −1, 0 or 1.
        for (mean, deviation) in mean.iter().zip(&deviation) {
            assert!(mean * mean + deviation * deviation <= 1.00001);
        }
        let infos = answer["moveInfos"].as_array().expect("a list");
        let (mut sum, mut visits) = (vec![0.0; 25], 0.0);
        for info in infos {
            let own = given(2, info, "ownership");
            given(3, info, "ownershipStdev");
            let weight = info["visits"].as_f64().expect("a number");
            visits += weight;
            let terms = sum.iter_mut().zip(own);
            terms.for_each(|(sum, own)| *sum += weight * own);
        }
        // Every playout begins with a move, so that theirs make up the whole.
        if is_asked(0) && is_asked(2) {
            for (sum, mean) in sum.iter().zip(mean) {
                assert!((sum / visits - mean).abs() < 1e-4, "{answer}");
            }
        }
    }
}

#[test]
fn visits_weights_and_hashes_are_given() {
    let moves = json!([["B", "C3"], ["W", "C2"]]);
    let more = json!({"includePVVisits": true, "analysisPVLen": 2, "maxVisits": 300});
    let turned = json!([["B", "C3"], ["W", "D3"]]);
    let found = answers(&[
        query("v", "chinese", moves, more),
        query("t", "chinese", turned, json!({})),
    ]);
    let [answer, turned] = &found[..] else {
        panic!("two answers: {found:?}");
    };
    for info in answer["moveInfos"].as_array().expect("a list") {
        let visits = numbers(&info["pvVisits"]);
        assert_eq!(visits.len(), info["pv"].as_array().expect("a list").len());
        assert!(visits.len() <= 3 && visits.is_sorted_by(|a, b| a >= b));
        assert_eq!(info["pvVisits"], info["pvEdgeVisits"]);
        for name in ["edgeVisits", "weight", "edgeWeight"] {
            assert_eq!(info[name], info["visits"], "{name}");
        }
        assert_eq!(json!(visits[0] as u64), info["visits"]);
        let utility = info["utility"].as_f64().expect("a number");
        assert!((-1.0..=1.0).contains(&utility));
        assert!(info["scoreStdev"].as_f64().expect("a number") >= 0.0);
    }
    assert!(turned["moveInfos"][0].get("pvVisits").is_none());
    let root = |answer: &Value, name: &str| answer["rootInfo"][name].clone();
    let hash = root(answer, "positionHash");
    assert_eq!(hash.as_str().map(str::len), Some(32), "{answer}");
    assert_ne!(hash, root(turned, "positionHash"));
    assert_eq!(root(answer, "symHash"), root(turned, "symHash"));
}

#[test]
fn perspective_turns_every_figure_round() {
    let position = |side| {
        let more = json!({
            "initialPlayer": "W", "includeOwnership": true,
            "overrideSettings": {"reportAnalysisWinratesAs": side},
        });
        let found = answers(&[query(side, "chinese", json!([]), more)]);
        let [answer] = &found[..] else {
            panic!("one answer: {found:?}");
        };
        let figure = |value: &Value| value.as_f64().expect("a number");
        let best = &answer["moveInfos"][0];
        [
            figure(&answer["rootInfo"]["winrate"]) - 0.5,
            figure(&best["lcb"]) - 0.5,
            figure(&best["scoreLead"]),
            figure(&best["utility"]),
            figure(&answer["ownership"][7]),
        ]
    };
    let (black, white) = (position("BLACK"), position("WHITE"));
    assert_eq!(white, position("SIDETOMOVE"));
    for (black, white) in black.into_iter().zip(white) {
        assert!((black + white).abs() < 1e-5, "{black} {white}");
        assert_ne!(black, 0.0);
    }
}

#[test]
fn token_moves_are_passes_with_their_names_beside_them() {
    // Black has everything but the button, which only a pass can take.
    let stones: Vec<Value> = (1..=5)
        .flat_map(|row| ["B", "D"].map(|column| json!(["B", format!("{column}{row}")])))
        .collect();
    let more = |allowed: &str| {
        json!({
            "initialStones": stones, "initialPlayer": "B",
            "allowMoves": [{"player": "B", "moves": [allowed], "untilDepth": 1}],
        })
    };
    let found = answers(&[
        query("pass", "button", json!([]), more("pass")),
        query("taken", "button", json!([["B", "button"]]), json!({})),
        query("two", "two_button", json!([["B", "pass"]]), json!({})),
    ]);
    let [pass, taken, two] = &found[..] else {
        panic!("three answers: {found:?}");
    };
    assert_eq!(pass["passMeans"], "button");
    assert_eq!(pass["tokens"], json!(["button", "fullpass"]));
    let moves = pass["moveInfos"].as_array().expect("a list");
    let [only] = &moves[..] else {
        panic!("one move: {pass}");
    };
    assert_eq!(
        (&only["move"], &only["token"]),
        (&json!("pass"), &json!("button"))
    );
    assert_eq!(taken["passMeans"], "pass");
    assert_eq!(taken["ledger"], json!({"black": 0.5, "white": 0.0}));
    assert_eq!(taken["tokens"], json!(["fullpass"]));
    assert_eq!(two["rules"], "two_button");
    // The button rides on a pass stone, which is White's.
    assert_eq!(two["ledger"], json!({"black": 0.5, "white": 1.0}));
}

#[test]
fn a_game_that_has_ended_has_its_result() {
    let column = |color: &'static str, name: char| {
        (1..=5).map(move |row| json!([color, format!("{name}{row}")]))
    };
    let stones: Value = column("B", 'C').chain(column("W", 'D')).collect();
    let more = json!({"initialStones": stones, "initialPlayer": "B", "komi": 0, "maxVisits": 1});
    let passes = json!([["B", "pass"], ["W", "pass"]]);
    let answer = &answers(&[query("end", "chinese", passes, more)])[0];
    assert_eq!(answer["over"], "passes");
    let root = &answer["rootInfo"];
    assert_eq!(root["winrate"], 1.0);
    assert_eq!(root["scoreLead"], 5.0);
    assert_eq!(root["scoreStdev"], 0);
    assert_eq!(root["basis"], "counted");
    // Clients such as Ogatak and LizzieYzy need a move in each answer.
    assert_ne!(answer["moveInfos"], json!([]));
}

#[test]
fn buttons_of_any_worth_and_simplified_rules_are_known() {
    let worth = json!({"id": "button", "buttonWorth": {"black": 3, "white": 0}});
    let taken = json!([["B", "button"]]);
    let mut found = answers(&[
        query("white", "white_button", taken.clone(), json!({})),
        query("worth", "button", taken.clone(), json!({"rules": worth})),
        query(
            "bad",
            "button",
            taken,
            json!({"rules": {"id": "button", "buttonWorth": 9}}),
        ),
        query("ing", "ing", json!([]), json!({})),
    ]);
    found.sort_by_key(|answer| (answer["id"].to_string(), answer.get("warning").is_none()));
    let [bad, warning, ing, white, worth] = &found[..] else {
        panic!("five answers: {found:?}");
    };
    assert_eq!(white["ledger"], json!({"black": 0.0, "white": 0.0}));
    assert_eq!(white["rules"], "white_button");
    assert_eq!(worth["ledger"], json!({"black": 1.5, "white": 0.0}));
    assert_eq!(worth["rules"], "custom");
    assert_eq!(bad["field"], "rules");
    assert_eq!(
        warning["warning"],
        "ing is simplified: positional superko stands for Ing's ko rule"
    );
    assert_eq!(ing["rules"], "ing");
}

#[test]
fn avoided_moves_are_not_searched() {
    let avoid = |moves| json!({"avoidMoves": [{"player": "B", "moves": moves, "untilDepth": 1}]});
    let found = answers(&[
        query("all", "chinese", json!([]), json!({})),
        query("one", "chinese", json!([]), avoid(json!(["C3", "pass"]))),
    ]);
    let has = |answer: &Value, name: &str| {
        let moves = answer["moveInfos"].as_array().expect("a list");
        moves.iter().any(|one| one["move"] == name)
    };
    assert!(has(&found[0], "C3"));
    assert_ne!(found[1]["moveInfos"], json!([]));
    assert!(!has(&found[1], "C3"), "{}", found[1]);
}

#[test]
fn priorities_order_the_turns_that_wait() {
    // The first query runs on the only thread until the others are read.
    let first = query(
        "first",
        "chinese",
        json!([]),
        json!({"maxVisits": 100_000_000}),
    );
    let end = json!({"id": "end", "action": "terminate", "terminateId": "first"});
    let moves = json!([["B", "C3"], ["W", "D3"], ["B", "D2"]]);
    let turns = json!({"analyzeTurns": [0, 1, 2, 3], "priorities": [1, 3, 0, 2]});
    let found = answers(&[first, query("rest", "chinese", moves, turns), end]);
    let rest = found.iter().filter(|one| one["id"] == "rest");
    let order: Vec<&Value> = rest.map(|one| &one["turnNumber"]).collect();
    assert_eq!(order, [1, 3, 0, 2], "{found:?}");
}

#[test]
fn reports_come_while_a_search_runs() {
    let reports = |more: Value| {
        let mut more = more;
        more["maxVisits"] = json!(100_000_000);
        more["overrideSettings"] = json!({"maxTime": 0.6});
        let found = answers(&[query("r", "chinese", json!([]), more)]);
        let (last, during) = found.split_last().expect("answers");
        assert_eq!(last["isDuringSearch"], false);
        assert!(during.iter().all(|one| one["isDuringSearch"] == true));
        during.len()
    };
    assert_eq!(reports(json!({})), 0);
    assert!(reports(json!({"reportDuringSearchEvery": 0.01})) > 1);
    assert_eq!(reports(json!({"firstReportDuringSearchAfter": 0.01})), 1);
    let late = json!({"reportDuringSearchEvery": 0.01, "firstReportDuringSearchAfter": 1000});
    assert_eq!(reports(late), 0);
}

#[test]
fn stones_are_set_up_in_turn() {
    // White's stone takes Black's in the corner, and is replaced by a black one.
    let stones = json!([
        ["B", "A1"],
        ["W", "B1"],
        ["W", "A2"],
        ["W", "C3"],
        ["B", "C3"]
    ]);
    let with = |stones: Value| {
        let more = json!({"initialStones": stones, "initialPlayer": "W"});
        let found = answers(&[query("s", "chinese", json!([]), more)]);
        found.last().expect("an answer")["rootInfo"]["positionHash"].clone()
    };
    let plain = json!([["W", "B1"], ["B", "C3"], ["W", "A2"]]);
    assert_eq!(with(stones), with(plain));
}

#[test]
fn terminated_queries_are_answered_once() {
    let long = json!({"maxVisits": 100_000_000});
    let found = answers(&[
        query("running", "chinese", json!([]), long.clone()),
        query("waiting", "chinese", json!([["B", "C3"]]), long),
        json!({"id": "t", "action": "terminate", "terminateId": "waiting", "turnNumbers": [1, 5]}),
        json!({"id": "all", "action": "terminate_all"}),
    ]);
    let finals = |id: &str| found.iter().filter(|one| one["id"] == id).count();
    for id in ["running", "waiting", "t", "all"] {
        assert_eq!(finals(id), 1, "{id}: {found:?}");
    }
    let waiting = found.iter().find(|one| one["id"] == "waiting");
    assert_eq!(waiting.expect("an answer")["noResults"], true);
}

#[test]
fn actions_are_echoed_with_their_results() {
    let lines = br#"{"id":"v","action":"query_version","more":1}
        {"id":"m","action":"query_models"}
        {"id":"c","action":"clear_cache"}
    "#;
    let found = answers_by(1, lines, |options| {
        options.identity.name = "KataGo".to_string();
    });
    assert_eq!(found[0]["name"], "KataGo");
    assert_eq!(found[0]["more"], 1);
    assert_eq!(found[1]["models"], json!([]));
    assert_eq!(found[2], json!({"id": "c", "action": "clear_cache"}));
}

#[test]
fn rules_of_the_command_line_fill_a_gap_or_lock() {
    let mut query = query("a", "japanese", json!([]), json!({}));
    let ask = |query: &Value, lock| {
        let found = answers_by(1, query.to_string().as_bytes(), |options| {
            options.rules = Some("half_pass".parse::<NamedRules>().expect("rules"));
            options.lock_rules = lock;
        });
        // A warning comes before the answer.
        found.last().expect("an answer")["rules"].clone()
    };
    assert_eq!(ask(&query, false), "japanese");
    assert_eq!(ask(&query, true), "half_pass");
    query
        .as_object_mut()
        .expect("an object")
        .swap_remove("rules");
    assert_eq!(ask(&query, false), "half_pass");
    query["initialStones"] = json!([["B", "A1"], ["B", "C3"]]);
    query["whiteHandicapBonus"] = json!("N");
    assert_eq!(ask(&query, false), "custom");
    assert_eq!(ask(&query, true), "half_pass");
}

#[test]
fn bad_input_gets_an_error_with_its_id_and_field() {
    let with = |name: &str, value: Value| query("x", "chinese", json!([]), json!({ name: value }));
    let cases = [
        ("moves", json!(3)),
        ("moves", json!([["B"]])),
        ("moves", json!([["B", "Z99"]])),
        ("moves", json!([["B", "button"]])),
        ("moves", json!([["B", "C3"], ["W", "C3"]])),
        ("moves", json!(vec![["B", "pass"]; 10_001])),
        ("initialStones", json!([["B", "pass"]])),
        ("initialPlayer", json!("green")),
        ("rules", json!("nonsense")),
        ("rules", json!({"ko": "ETERNAL"})),
        ("rules", json!([])),
        ("komi", json!("seven")),
        ("komi", json!(3.25)),
        ("komi", json!(1e300)),
        ("whiteHandicapBonus", json!(7)),
        ("boardXSize", json!(26)),
        ("boardYSize", json!(-1)),
        ("boardYSize", json!(5.5)),
        ("analyzeTurns", json!([1])),
        ("analyzeTurns", json!(null)),
        ("analyzeTurns", json!([])),
        ("maxVisits", json!(0)),
        ("maxVisits", json!(true)),
        ("analysisPVLen", json!("long")),
        ("includeOwnership", json!(1)),
        ("includePolicy", json!("yes")),
        ("avoidMoves", json!({})),
        ("avoidMoves", json!([1])),
        ("avoidMoves", json!([{"player": "B", "moves": ["C3"]}])),
        (
            "allowMoves",
            json!([{"player": "B", "moves": ["I3"], "untilDepth": 1}]),
        ),
        ("overrideSettings", json!({"maxVisits": -1})),
        ("overrideSettings", json!("maxVisits")),
        ("reportDuringSearchEvery", json!(-1)),
        ("priority", json!(1.5)),
        ("priorities", json!([1])),
        ("action", json!("explode")),
        ("action", json!(null)),
    ];
    for (field, value) in cases {
        let found = answers(&[with(field, value)]);
        let [answer] = &found[..] else {
            panic!("one answer about {field}: {found:?}");
        };
        assert!(answer["error"].is_string(), "{field}: {answer}");
        assert_eq!(
            (&answer["id"], &answer["field"]),
            (&json!("x"), &json!(field)),
            "{answer}"
        );
    }
}

#[test]
fn restrictions_that_leave_no_legal_move_get_an_error() {
    let moves = json!([["B", "C3"], ["W", "D3"]]);
    let only = |point: &str| json!([{"player": "W", "moves": [point], "untilDepth": 1}]);
    for (point, turns, is_wrong) in [
        ("C3", json!([1]), true),
        ("C3", json!([0, 2]), false),
        ("D3", json!([0, 1, 2]), false),
    ] {
        let more = json!({ "allowMoves": only(point), "analyzeTurns": turns });
        for answer in answers(&[query("x", "chinese", moves.clone(), more)]) {
            assert_eq!(answer["field"] == json!("allowMoves"), is_wrong, "{answer}");
        }
    }
    // A search considers no other token than the plain pass, which takes the button here.
    for (token, is_wrong) in [("fullpass", true), ("button", false)] {
        let only = json!([{"player": "B", "moves": [token], "untilDepth": 1}]);
        let found = answers(&[query(
            "x",
            "button",
            json!([]),
            json!({ "allowMoves": only }),
        )]);
        assert_eq!(
            found[0]["field"] == json!("allowMoves"),
            is_wrong,
            "{found:?}"
        );
    }
}

#[test]
fn lines_that_are_no_queries_get_an_error_and_end_nothing() {
    let long = format!(
        "{{\"id\":\"long\",\"moves\":\"{}\"}}\n",
        "x".repeat(3_000_000)
    );
    let deep = format!("{}\n", "[".repeat(100_000));
    let good = query("good", "chinese", json!([]), json!({}));
    let lines: Vec<(Vec<u8>, Value)> = vec![
        (b"\xff\xfe\n".to_vec(), Value::Null),
        (
            b"{\"id\":\"utf\",\"rules\":\"\xff\"}\n".to_vec(),
            json!("utf"),
        ),
        (b"{\"id\":7}\n".to_vec(), Value::Null),
        (b"[]\n{}\n".to_vec(), Value::Null),
        (b"{\"id\":\"short\"\n".to_vec(), json!("short")),
        (
            b"{\"komi\":1e400,\"id\":\"large\"}\n".to_vec(),
            json!("large"),
        ),
        (long.into_bytes(), json!("long")),
        (deep.into_bytes(), Value::Null),
        (b"\0\n".to_vec(), Value::Null),
    ];
    for (line, id) in lines {
        let mut input = line.clone();
        input.extend(good.to_string().bytes());
        let found = answers_by(1, &input, |_| ());
        let (last, errors) = found.split_last().expect("answers");
        assert_eq!(last["id"], "good");
        assert!(!errors.is_empty());
        for error in errors {
            assert!(error["error"].is_string(), "{error}");
            assert_eq!(error["id"], id, "{error}");
        }
    }
}

#[test]
fn unknown_and_unsupported_fields_get_a_warning_and_an_answer() {
    let more = json!({
        "colour": "red", "rootFpuReductionMax": 0.1, "rootPolicyTemperature": false,
        "includePolicy": true, "includeNoResultValue": true, "overrideSettings": {"wideRootNoise": 0.04},
        "whiteHandicapBonus": "N", "initialStones": [["B", "A1"], ["W", "A1"]],
    });
    let found = answers(&[query("w", "chinese", json!([]), more)]);
    let (answer, warnings) = found.split_last().expect("answers");
    assert_eq!(answer["rootInfo"]["visits"], 30);
    assert_eq!(answer["rules"], "chinese");
    let fields: BTreeSet<&str> = warnings
        .iter()
        .filter_map(|one| one["warning"].as_str().and(one["field"].as_str()))
        .collect();
    let wanted = [
        "colour",
        "includeNoResultValue",
        "includePolicy",
        "initialStones",
        "overrideSettings",
        "rootFpuReductionMax",
        "whiteHandicapBonus",
    ];
    assert_eq!(fields, BTreeSet::from(wanted), "{found:?}");
}

#[test]
fn answers_do_not_depend_on_the_number_of_threads() {
    let moves = json!([["B", "C3"], ["W", "D3"], ["B", "D2"], ["W", "C4"]]);
    let turns = json!({"analyzeTurns": [0, 1, 2, 3, 4]});
    let line = query("a", "half_pass", moves, turns).to_string();
    let sorted = |threads| {
        let found = answers_by(threads, line.as_bytes(), |_| ());
        let mut found: Vec<String> = found.iter().map(Value::to_string).collect();
        found.sort();
        found
    };
    let one = sorted(1);
    assert_eq!(one.len(), 5);
    assert_eq!(one, sorted(3));
}

#[test]
fn a_query_that_extends_the_last_one_goes_on_from_its_tree() {
    let first = query("a", "button", json!([]), json!({"maxVisits": 400}));
    let found = answers(std::slice::from_ref(&first));
    let (best, visits) = (
        &found[0]["moveInfos"][0]["move"],
        &found[0]["moveInfos"][0]["visits"],
    );
    let visits = visits.as_u64().expect("a number");
    assert!(visits > 50, "{visits}");
    let after = |more: Value| {
        let mut second = json!({"maxVisits": 20});
        for (name, value) in more.as_object().into_iter().flatten() {
            second[name] = value.clone();
        }
        query("b", "button", json!([["B", best]]), second)
    };
    let roots = |lines: &[Value]| -> Vec<u64> {
        let lines: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let found = answers_by(1, lines.as_bytes(), |options| options.reuse_tree = true);
        let found = found.iter().filter(|one| one.get("rootInfo").is_some());
        let visits = found.map(|one| one["rootInfo"]["visits"].as_u64());
        visits.map(|visits| visits.expect("a number")).collect()
    };
    let reused = roots(&[first.clone(), after(json!({}))]);
    assert!(reused[1] > 20 && reused[1] <= visits, "{reused:?}");
    // More visits than the tree has are made in addition.
    let more = roots(&[first.clone(), after(json!({"maxVisits": 500}))]);
    assert_eq!(more[1], 500);
    for own in [
        json!({"reuseTree": false}),
        json!({"komi": 3.5}),
        json!({"rules": "chinese"}),
        json!({"includeOwnership": true}),
        json!({"analyzeTurns": [0, 1]}),
        json!({"avoidMoves": [{"player": "W", "moves": ["A1"], "untilDepth": 1}]}),
    ] {
        let found = roots(&[first.clone(), after(own.clone())]);
        assert_eq!(found.last(), Some(&20), "{own}: {found:?}");
    }
    // The position itself again, from the same tree.
    let (lines, again) = (
        [first.clone(), first.clone()],
        query("a", "button", json!([]), json!({})),
    );
    assert_eq!(roots(&lines), [400, 400]);
    assert_eq!(roots(&[first, again]), [400, 400]);
}

/// Returns the names in backticks in the rows of the tables of the page.
fn named_on_the_page() -> BTreeSet<String> {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/analysis.md");
    let page = fs::read_to_string(page).expect("the page");
    let words = page.split('`').skip(1).step_by(2);
    words.map(str::to_string).collect()
}

#[test]
fn the_page_names_every_field_of_katago_and_of_the_parser() {
    let page = named_on_the_page();
    let unsupported = UNSUPPORTED_FIELDS.iter().map(|(name, _)| *name);
    let names = KATAGO
        .split_whitespace()
        .chain(QUERY_FIELDS)
        .chain(ANSWER_FIELDS)
        .chain(SETTINGS)
        .chain(unsupported);
    let missing: Vec<&str> = names.filter(|&name| !page.contains(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn listed_fields_are_those_that_are_read() {
    for name in QUERY_FIELDS {
        // No field takes this value, so that a field that is read is objected to.
        let found = answers(&[query("x", "chinese", json!([]), json!({ name: [[{}]] }))]);
        let is_read = found[0]["error"].is_string();
        assert!(is_read, "{name}: {found:?}");
    }
    for (name, _) in UNSUPPORTED_FIELDS {
        let found = answers(&[query("x", "chinese", json!([]), json!({ name: true }))]);
        let warning = found[0]["warning"].as_str().unwrap_or("");
        assert!(warning.starts_with("not supported"), "{name}: {found:?}");
    }
}

/// Writer that counts the lines it gets.
struct Lines(Arc<AtomicUsize>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let lines = bytes.iter().filter(|&&byte| byte == b'\n').count();
        self.0.fetch_add(lines, Ordering::SeqCst);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_closed_output_ends_searches_though_the_input_stays_open() {
    let (input, mut sender) = io::pipe().expect("a pipe");
    let more = json!({ "maxVisits": 1_000_000_000 });
    // One of the two searches waits for the other.
    for id in ["a", "b"] {
        let line = query(id, "chinese", json!([]), more.clone());
        writeln!(sender, "{line}").expect("the pipe takes it");
    }
    let warning = query("c", "chinese", json!([]), json!({ "maxVisits": 1, "x": 1 }));
    writeln!(sender, "{warning}").expect("the pipe takes it");
    let lines = Arc::new(AtomicUsize::new(0));
    let output = Lines(Arc::clone(&lines));
    // The warning shows that all lines were read.
    let closes_within = move |time| {
        thread::sleep(time);
        lines.load(Ordering::SeqCst) > 0
    };
    let (ended, wait) = channel();
    thread::spawn(move || {
        let options = JsonOptions {
            settings: Settings {
                threads: Threads::Fixed(1),
                ..Settings::default()
            },
            ..JsonOptions::default()
        };
        let served = serve(&options, input, output, closes_within);
        ended.send(served.is_ok())
    });
    assert_eq!(wait.recv_timeout(Duration::from_secs(60)), Ok(true));
}

#[test]
fn an_id_is_bounded_because_every_answer_repeats_it() {
    for (length, is_long) in [(1024, false), (1025, true), (900_000, true)] {
        let id = "i".repeat(length);
        let line = query(&id, "chinese", json!([]), json!({ "maxVisits": 1 }));
        let found = answers_by(1, format!("{line}\n").as_bytes(), |_| ());
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].get("error").is_some(), is_long, "{length}");
        if is_long {
            assert_eq!(found[0]["field"], "id");
            assert!(found[0].to_string().len() < 200);
        }
    }
}

/// The bound is on what waits, not on the lines: what a list repeats takes no memory.
#[test]
fn queries_that_wait_are_bounded_in_bytes() {
    let avoided = json!({ "player": "B", "moves": vec!["A1"; 1000], "untilDepth": 1 });
    let repeated = json!({ "maxVisits": 1, "avoidMoves": vec![avoided; 20] });
    let line = query("a", "chinese", json!([]), repeated);
    let bound = |options: &mut JsonOptions| options.max_waiting_bytes = Some(1_400);
    let found = answers_by(1, format!("{line}\n").as_bytes(), bound);
    assert!(found[0].get("error").is_none(), "{found:?}");
    let line = query(
        &"a".repeat(1024),
        "chinese",
        json!([]),
        json!({ "maxVisits": 1 }),
    );
    let line = line.to_string();
    let found = answers_by(1, format!("{line}\n").as_bytes(), bound);
    assert_eq!(found[0]["field"], "moves", "{found:?}");
    assert_eq!(
        found[0]["error"],
        "more than 1400 bytes of games would wait"
    );
}

#[test]
fn warnings_of_a_query_are_few_and_differ() {
    let avoided = json!({ "player": "B", "moves": ["A1"], "untilDepth": 2 });
    let misspelt = json!({ "player": "B", "moves": ["A1"], "untilDepth": 1, "move": "A1" });
    let policy = [("includePolicy".to_string(), json!(true))];
    let unknown = || (0..1000).map(|number| (format!("x{number}"), json!(1)));
    let settings: Map<String, Value> = unknown().collect();
    for (more, count) in [
        (json!({ "avoidMoves": vec![avoided; 1000] }), 1),
        (json!({ "overrideSettings": settings }), 20),
        (Value::Object(unknown().collect()), 20),
        (Value::Object(unknown().chain(policy).collect()), 20),
        (json!({ "avoidMoves": [misspelt] }), 1),
    ] {
        let line = query("a", "chinese", json!([]), more);
        let found = answers_by(1, format!("{line}\n").as_bytes(), |_| ());
        let warnings = found.iter().filter(|one| one.get("warning").is_some());
        assert_eq!(warnings.count(), count);
        assert_eq!(found.len(), count + 1);
    }
}
