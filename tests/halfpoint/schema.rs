//! The schemas in `docs/schema/`, against what the program prints.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use halfpoint_core::rules::PRESETS;
use jsonschema::{Registry, Validator};
use serde_json::{Value, json};

/// Place of the schemas, by which they refer to one another.
const BASE: &str = "json-schema:///";

fn read(name: &str) -> Value {
    let path = format!("{}/docs/schema/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(&path).expect("a schema");
    serde_json::from_str(&text).expect("JSON")
}

/// Returns the validator by the schema of that name, which may refer to `counts.json`.
fn validator(name: &str) -> Validator {
    let registry = Registry::new()
        .add(format!("{BASE}counts.json"), read("counts.json"))
        .and_then(|registry| registry.prepare())
        .expect("a schema");
    let schema = read(name);
    assert!(jsonschema::meta::is_valid(&schema), "{name}");
    jsonschema::options()
        .with_registry(&registry)
        .with_base_uri(format!("{BASE}{name}"))
        .build(&schema)
        .expect("a schema")
}

/// Panics if a line does not have the form that the schema tells.
fn check(validator: &Validator, line: &Value) {
    let faults: Vec<String> = validator
        .iter_errors(line)
        .map(|fault| format!("{}: {fault:.300}", fault.instance_path()))
        .collect();
    assert!(faults.is_empty(), "{line}\n{faults:#?}");
}

/// Runs the program on an input, and returns its lines as JSON.
fn lines(arguments: &[&str], input: &str) -> Vec<Value> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_halfpoint"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(input.as_bytes()).expect("input");
    drop(stdin);
    let output = child.wait_with_output().expect("an end");
    let text = String::from_utf8(output.stdout).expect("text");
    let lines = text.lines().map(serde_json::from_str);
    lines.collect::<Result<_, _>>().expect("JSON")
}

/// Moves of a game on 5×5 that leaves a dame, in which a button may be taken.
const MOVES: &str = "B4 D4 B3 D3 B5 D5 B2 D2 B1 D1 C5 C4 C3 C2";

fn moves() -> Vec<Value> {
    let moves = MOVES.split_whitespace().enumerate();
    moves
        .map(|(at, vertex)| {
            let color = ["B", "W"][at % 2];
            json!([color, vertex])
        })
        .collect()
}

/// Returns that game as a record, with an end.
fn record(rules: &str, end: &str) -> String {
    let mut text = format!("(;FF[4]GM[1]SZ[5]RU[{rules}]KM[0.5]PB[Ada]");
    for (at, vertex) in MOVES.split_whitespace().enumerate() {
        let (column, row) = vertex.split_at(1);
        let column = column.to_ascii_lowercase();
        let row = char::from(b'f' - row.as_bytes()[0] + b'0');
        text += &format!(";{}[{column}{row}]", ["B", "W"][at % 2]);
    }
    text + end + ")"
}

#[test]
fn scores_of_records_have_the_form_of_their_schema() {
    let validator = validator("score.json");
    let mut records = String::new();
    for preset in PRESETS {
        for end in ["", ";B[];W[];B[];W[]", ";B[aa];W[]"] {
            records += &record(preset.id, end);
        }
    }
    // A suicide, which few rule sets allow, and a game of a handicap.
    records += "(;SZ[5]KM[0];B[ae];W[ad];B[ea];W[bd];B[eb];W[ce];B[be];W[];B[])(;SZ[3]HA[2]AB[aa][cc]RE[W+R];W[bb])";
    records += "(;SZ[2]RU[chinese]RE[Void])(;SZ[9:3]AB[aa]AW[bb]PL[W]RU[aga];W[cc])";
    let found = lines(&["score", "--json", "-"], &records);
    assert!(found.len() > 3 * PRESETS.len(), "{}", found.len());
    for line in &found {
        check(&validator, line);
        assert_eq!(line["rows"].as_array().map(Vec::len), Some(PRESETS.len()));
    }
    let mut wrong = found[0].clone();
    wrong["colour"] = json!("red");
    assert!(!validator.is_valid(&wrong));
    let mut wrong = found[0].clone();
    wrong["rows"][0]["margin"] = json!(0.25);
    assert!(!validator.is_valid(&wrong));
}

#[test]
fn answers_of_the_analysis_have_the_form_of_their_schema() {
    let validator = validator("analysis.json");
    let mut input = String::new();
    let mut ask = |id: &str, more: Value| {
        let mut query = json!({
            "id": id, "rules": "chinese", "moves": moves(), "boardXSize": 5, "boardYSize": 5,
            "maxVisits": 4,
        });
        for (name, value) in more.as_object().into_iter().flatten() {
            query[name] = value.clone();
        }
        input += &format!("{query}\n");
    };
    let every = [
        "includeOwnership",
        "includeOwnershipStdev",
        "includeMovesOwnership",
        "includeMovesOwnershipStdev",
        "includePolicy",
        "includePVVisits",
        "includeNoResultValue",
        "includeScoresByRules",
    ];
    for preset in PRESETS {
        let mut more = json!({ "rules": preset.id, "analyzeTurns": [0, 5, moves().len()] });
        every.iter().for_each(|&name| more[name] = json!(true));
        ask(preset.id, more);
    }
    let passed = json!([["B", "pass"], ["W", "pass"], ["B", "pass"], ["W", "pass"]]);
    ask(
        "over",
        json!({ "moves": &passed.as_array().expect("moves")[..2] }),
    );
    ask("wrong", json!({ "komi": "seven" }));
    ask("warned", json!({ "colour": "red" }));
    ask(
        "long",
        json!({ "maxVisits": 1_000_000_000, "priority": -1 }),
    );
    ask("never", json!({ "priority": -2 }));
    for action in ["query_version", "query_models", "clear_cache", "nonsense"] {
        input += &format!("{}\n", json!({"id": action, "action": action}));
    }
    input += "[]\n";
    let end = json!({"id": "end", "action": "terminate", "terminateId": "never"});
    input += &format!("{end}\n");
    let end = json!({"id": "end", "action": "terminate", "terminateId": "long"});
    input += &format!("{end}\n");
    let found = lines(&["analysis", "--threads", "1"], &input);
    for line in &found {
        check(&validator, line);
    }
    let kinds = [
        "moveInfos",
        "noResults",
        "error",
        "warning",
        "action",
        "over",
        "policy",
    ];
    for kind in kinds {
        assert!(found.iter().any(|line| line.get(kind).is_some()), "{kind}");
    }
    for preset in PRESETS {
        let of = found.iter().filter(|line| line["id"] == preset.id);
        let scores = of.filter(|line| line["scoresByRules"].is_object());
        assert_eq!(scores.count(), 3, "{}", preset.id);
    }
    let mut wrong = found[0].clone();
    wrong["rootInfo"]["winrate"] = json!(1.5);
    assert!(!validator.is_valid(&wrong));
}

/// The counts of an analysis and those of a record are those of one position, except for notes on
/// the record.
#[test]
fn counts_of_an_analysis_are_those_of_the_record() {
    let records = record("button", "");
    let found = lines(&["score", "--json", "-"], &records);
    let query = json!({
        "id": "a", "rules": "button", "moves": moves(), "boardXSize": 5, "boardYSize": 5,
        "komi": 0.5, "maxVisits": 2, "includeScoresByRules": true,
    });
    let answers = lines(&["analysis", "--threads", "1"], &query.to_string());
    let scores = &answers[0]["scoresByRules"];
    for name in [
        "rows",
        "dead",
        "counted",
        "reference",
        "proven",
        "unsettled",
    ] {
        assert_eq!(scores[name], found[0][name], "{name}");
    }
}
