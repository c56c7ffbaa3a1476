//! The schema of all requests and answers (`docs/schema/board.json`), against the types of
//! [`crate::wire`] from which it is made and against real answers.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use halfpoint_arena::plan::config::EngineConfig;
use halfpoint_gtp::Options;
use jsonschema::Validator;
use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::*;
use crate::wire::*;

/// Variable of the environment that has the schema written instead of compared.
const WRITE: &str = "HALFPOINT_WRITE_SCHEMA";
/// Time for an answer.
const PATIENCE: Duration = Duration::from_secs(300);

/// Generators of schema. What is left out by default when it is read may be missing when it is
/// written, not the other way round, so the two need their own.
struct Generators {
    requests: SchemaGenerator,
    answers: SchemaGenerator,
}

impl Generators {
    fn new() -> Generators {
        let settings = SchemaSettings::draft2020_12;
        Generators {
            requests: settings().for_deserialize().into_generator(),
            answers: settings().for_serialize().into_generator(),
        }
    }

    /// Returns the schema of a path: its request, unless it has none, and what it answers with,
    /// `answer` as a whole or `line` by line.
    fn path(&self, request: Option<Schema>, kind: &str, answer: Schema) -> Value {
        let mut fields = Map::new();
        if let Some(request) = request {
            fields.insert("request".to_string(), request.into());
        }
        fields.insert(kind.to_string(), answer.into());
        let names: Vec<String> = fields.keys().cloned().collect();
        json!({"type": "object", "properties": fields, "required": names})
    }

    /// Returns the schema of a path that is posted to, and answers as a whole.
    fn posted<Q: JsonSchema, A: JsonSchema>(&mut self) -> Value {
        let request = self.requests.subschema_for::<Q>();
        let answer = self.answers.subschema_for::<A>();
        self.path(Some(request), "answer", answer)
    }

    /// Returns the schema of a path that is posted to, and answers line by line.
    fn streamed<Q: JsonSchema, A: JsonSchema>(&mut self) -> Value {
        let request = self.requests.subschema_for::<Q>();
        let answer = self.answers.subschema_for::<A>();
        self.path(Some(request), "line", answer)
    }

    /// Returns the schema of a path that needs no more than its name.
    fn got<A: JsonSchema>(&mut self) -> Value {
        let answer = self.answers.subschema_for::<A>();
        self.path(None, "answer", answer)
    }

    /// Returns the definitions of all types. Those that are read and written have the form in which
    /// they are read, of which the written one is a part.
    fn definitions(&mut self) -> Map<String, Value> {
        let mut all = self.answers.take_definitions(true);
        all.extend(self.requests.take_definitions(true));
        all.sort_keys();
        all
    }
}

/// Answer to a move, by the engine or by another one.
#[derive(JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "Only its schema is used.")]
enum EitherMove {
    Own(MoveAnswer),
    Opponent(OpponentMove),
}

/// Returns the schema of all requests and answers, by their paths.
fn schema() -> Value {
    let mut of = Generators::new();
    let paths = json!({
        "/api/session": of.posted::<SessionRequest, SessionAnswer>(),
        "/api/ticket": of.got::<TicketAnswer>(),
        "/api/start": of.got::<StartAnswer>(),
        "/api/view": of.posted::<GameText, PositionView>(),
        "/api/count": of.posted::<GameText, CountView>(),
        "/api/counting": of.posted::<GameText, CountingView>(),
        "/api/handicap": of.posted::<HandicapRequest, HandicapAnswer>(),
        "/api/clock": of.posted::<SpentTime, ClockAnswer>(),
        "/api/move": of.posted::<ThinkRequest, EitherMove>(),
        "/api/analyze": of.streamed::<ThinkRequest, AnalysisReport>(),
        "/api/ponder": of.posted::<PonderRequest, PonderAnswer>(),
        "/api/draw": of.posted::<DrawOffer, DrawAnswer>(),
        "/api/dead": of.posted::<DeadRequest, DeadAnswer>(),
        "/api/graph": of.streamed::<GraphRequest, GraphLine>(),
        "/api/exact": of.posted::<ExactRequest, ExactAnswer>(),
        "/api/read": of.posted::<RecordText, RecordView>(),
        "/api/write": of.posted::<RecordRequest, WrittenRecord>(),
        "/api/card": of.posted::<CardRequest, CardAnswer>(),
        "/api/kept": of.got::<Option<String>>(),
        "/api/keep": of.posted::<KeepRequest, KeepAnswer>(),
        "/api/learn": of.got::<Vec<LessonTitle>>(),
        "/api/learn/{name}": of.got::<Lesson>(),
        "/api/problems": of.got::<Vec<ProblemRecord>>(),
        "refusal": of.got::<ErrorAnswer>(),
    });
    let names: Vec<&String> = paths.as_object().expect("paths").keys().collect();
    let mut schema: Schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "BoardPaths",
        "description": "Requests to the board page's server and their answers, by their paths; made from the types in crates/board/src/wire by `scripts/check-page --write`.",
        "type": "object",
        "properties": paths,
        "required": names,
        "$defs": of.definitions(),
    })
    .try_into()
    .expect("a schema");
    RecursiveTransform(close).transform(&mut schema);
    schema.into()
}

/// Forbids fields that a schema of an object does not name.
fn close(schema: &mut Schema) {
    let Some(fields) = schema.as_object_mut() else {
        return;
    };
    let has_parts = ["anyOf", "allOf", "oneOf"]
        .iter()
        .any(|key| fields.contains_key(*key));
    if fields.contains_key("properties")
        && !has_parts
        && !fields.contains_key("additionalProperties")
    {
        fields.insert("additionalProperties".to_string(), Value::Bool(false));
    }
}

/// Returns the path of the committed schema.
fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema/board.json")
}

#[test]
fn the_schema_is_that_of_the_types() {
    let made = serde_json::to_string_pretty(&schema()).expect("JSON") + "\n";
    if std::env::var_os(WRITE).is_some() {
        fs::write(file(), made).expect("a file");
        return;
    }
    let committed = fs::read_to_string(file()).unwrap_or_default();
    assert!(
        made == committed,
        "docs/schema/board.json is not that of the types: run `scripts/check-page --write`"
    );
}

#[test]
fn the_schema_has_every_path_of_the_server() {
    let source = include_str!("../routes.rs");
    let quoted = source.split('"').filter(|text| text.starts_with("/api/"));
    let wanted: BTreeSet<&str> = quoted.chain(["refusal"]).collect();
    let schema = schema();
    let properties = schema["properties"].as_object().expect("paths");
    let found: BTreeSet<&str> = properties.keys().map(String::as_str).collect();
    assert_eq!(found, wanted);
}

/// The committed schema.
struct BoardSchema {
    schema: Value,
}

impl BoardSchema {
    fn new() -> BoardSchema {
        let text = fs::read_to_string(file()).expect("a schema");
        let schema = serde_json::from_str(&text).expect("JSON");
        assert!(jsonschema::meta::is_valid(&schema));
        BoardSchema { schema }
    }

    /// Returns the validator of a request, an answer or a line.
    fn validator(&self, path: &str, kind: &str) -> Validator {
        let message = &self.schema["properties"][path]["properties"][kind];
        assert!(message.is_object(), "{path} has no {kind}");
        let part = json!({
            "$schema": self.schema["$schema"],
            "$defs": self.schema["$defs"],
            "allOf": [message],
        });
        jsonschema::validator_for(&part).expect("a schema")
    }

    /// Panics if a message does not have the form that the schema tells.
    fn check(&self, path: &str, kind: &str, message: &Value) {
        let validator = self.validator(path, kind);
        let faults: Vec<String> = validator
            .iter_errors(message)
            .map(|fault| format!("{}: {fault:.300}", fault.instance_path()))
            .collect();
        assert!(
            faults.is_empty(),
            "{path}, {kind}: {message:.300}\n{faults:#?}"
        );
    }
}

/// Page to learn from with a session.
const PAGE: (&str, &str) = (
    "button",
    "# Button\n\n```gtp\n$ halfpoint\nboardsize 5\n=\n\nplay B C3\n=\n```\n",
);

/// Problem with its answer.
const PROBLEM: (&str, &str) = (
    "button-01",
    "(;GM[1]SZ[3]RU[button]KM[0]C[Black to play.];B[bb]TE[1]C[Right.];W[])",
);

/// Returns a board with a page to learn from, another engine, and the key of a page.
fn board() -> (LocalBoard, String) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/engines/player.sh");
    let script = shlex::try_quote(script.to_str().expect("UTF-8")).expect("a path");
    let engine = EngineConfig::parse(&format!("other=sh {script} good")).expect("an engine");
    let options = BoardOptions {
        opponents: vec![engine],
        lessons: Lessons {
            pages: &[PAGE],
            problems: &[PROBLEM],
            session: |_| Some(Options::default()),
        },
        ..options()
    };
    let keys = Keys::new(PORT, |_| Ok(()));
    let file = keys.browser_file().expect("a file");
    let text = fs::read_to_string(file).expect("a file");
    let (_, key) = text.split_once("#key=").expect("a key");
    let key = key.split('"').next().expect("a key").to_string();
    (LocalBoard::with(options, keys).expect("a board"), key)
}

/// Moves of a game on 5×5 that leaves a dame, in which a button may be taken.
const MOVES: &str = "B4 D4 B3 D3 B5 D5 B2 D2 B1 D1 C5 C4 C3 C2";

/// Returns that game under a rule set, with further moves.
fn game(rules: &str, further: &[&str]) -> Value {
    let moves = MOVES.split(' ').chain(further.iter().copied()).enumerate();
    let moves: Vec<Value> = moves
        .map(|(at, text)| json!([(["B", "W"][at % 2]), text]))
        .collect();
    json!({"rules": rules, "width": 5, "height": 5, "komi": 0.5, "moves": moves})
}

/// Returns a game with further fields.
fn with(mut game: Value, fields: Value) -> Value {
    let fields = fields.as_object().expect("fields").clone();
    game.as_object_mut().expect("a game").extend(fields);
    game
}

/// Returns the requests that are posted, with their paths: each path, and each form of its request.
fn requests(key: &str) -> Vec<(&'static str, Value)> {
    let clock = json!({"system": "byoyomi 60 10 3", "left": {"black": [3.5, 2], "white": [60, 0]}});
    let plain = || game("button", &[]);
    let timed = || with(plain(), json!({"clock": clock}));
    let small = json!({"rules": "button", "width": 2, "height": 2, "komi": 0.5});
    let mut all = vec![
        ("/api/session", json!({"key": key})),
        ("/api/view", timed()),
        ("/api/view", with(plain(), json!({"ended": "draw"}))),
        (
            "/api/view",
            with(
                small.clone(),
                json!({"handicap": ["A1", "B2"], "moves": []}),
            ),
        ),
        (
            "/api/view",
            with(
                small.clone(),
                json!({"setup": [["A1"], ["B2"]], "first": "W"}),
            ),
        ),
        ("/api/view", game("half_pass", &["propose C5"])),
        ("/api/count", game("button", &["button"])),
        (
            "/api/count",
            with(
                game("chinese", &["pass", "pass", "pass"]),
                json!({"dead": ["B1"]}),
            ),
        ),
        ("/api/count", with(plain(), json!({"ended": "W+T"}))),
        // Most rule sets know no such token.
        ("/api/count", game("half_pass", &["halfpass"])),
        ("/api/counting", game("button", &["button", "pass"])),
        ("/api/counting", game("chinese", &["resign"])),
        (
            "/api/handicap",
            json!({"width": 9, "height": 9, "number": 2, "fixed": true}),
        ),
        (
            "/api/clock",
            json!({"clock": clock, "color": "B", "seconds": 2}),
        ),
        (
            "/api/clock",
            json!({"clock": {"system": "none"}, "color": "white", "seconds": 2}),
        ),
        ("/api/move", json!({"game": plain(), "seconds": 1})),
        (
            "/api/move",
            json!({"game": timed(), "seconds": 1, "level": 3, "page": "a", "resigns": false}),
        ),
        (
            "/api/move",
            json!({"game": game("chinese", &["pass"]), "seconds": 1, "opponent": "other"}),
        ),
        ("/api/analyze", json!({"game": plain(), "seconds": 0.2})),
        (
            "/api/analyze",
            json!({"game": game("ultimate", &[]), "seconds": 0.2, "page": "a"}),
        ),
        (
            "/api/ponder",
            json!({"game": game("chinese", &["resign"]), "page": "a"}),
        ),
        (
            "/api/draw",
            json!({"game": plain(), "color": "black", "seconds": 1}),
        ),
        ("/api/dead", json!({"game": plain()})),
        ("/api/dead", json!({"game": plain(), "opponent": "other"})),
        (
            "/api/graph",
            json!({"game": plain(), "numbers": [0, 3], "seconds": 0.1}),
        ),
        ("/api/exact", json!({"game": small})),
        (
            "/api/read",
            json!({"sgf": "(;GM[1]SZ[5]RU[Chinese]KM[0]TM[60]PB[Ada]RE[W+R];B[cc]BL[50])"}),
        ),
        (
            "/api/write",
            json!({"game": timed(), "clocks": [null, {"black": [3.5, 2], "white": [60, 0]}]}),
        ),
        ("/api/write", json!({"game": plain()})),
        ("/api/card", json!({"game": game("button", &["button"])})),
        ("/api/keep", json!({"text": "game"})),
        ("/api/keep", json!({"text": null})),
        (
            "/api/read",
            json!({"sgf": "(;GM[1]SZ[5]C[a\\]b]AB[aa];XX[y](;B[bb]TM[9]BL[3])(;AE[aa];W[cc];W[cc]))"}),
        ),
        // "(;GM[1]SZ[5]PB[André])" in Latin-1.
        (
            "/api/read",
            json!({"base64": "KDtHTVsxXVNaWzVdUEJbQW5kculdKQ=="}),
        ),
        (
            "/api/write",
            json!({
                "game": timed(),
                "result": "W+R",
                "nodes": [
                    {"start": {"setup": [["A1"], []], "first": "W"}, "properties": [["C", ["a"]]]},
                    {"parent": 0, "move": ["W", "button"], "properties": []},
                    {
                        "parent": 0,
                        "move": ["W", "B2"],
                        "left": {"black": [3.5, 2], "white": [60, 0]},
                        "properties": [["N", ["b"]]],
                    },
                    {"parent": 2, "problem": "an illegal move", "properties": [["B", ["dd"]]]},
                    {"parent": 0, "start": {"handicap": ["A1", "B2"]}, "properties": []},
                ],
            }),
        ),
    ];
    for preset in &PRESETS {
        all.push(("/api/view", game(preset.id, &["pass"])));
        all.push(("/api/view", game(preset.id, &["pass", "pass", "pass"])));
    }
    all
}

#[test]
fn requests_and_answers_have_the_form_of_the_schema() {
    let schema = BoardSchema::new();
    let (board, key) = board();
    let mut left: BTreeSet<&str> = schema.schema["properties"]
        .as_object()
        .expect("paths")
        .keys()
        .map(String::as_str)
        .collect();
    let mut asked = |path: &str, answer: Option<(u16, Vec<u8>)>| {
        left.remove(path);
        let (status, body) = answer.expect("an answer");
        let text = String::from_utf8(body).expect("text");
        assert_eq!(status, 200, "{path}: {text}");
        let kind = match schema.schema["properties"][path]["properties"]["line"] {
            Value::Null => "answer",
            _ => "line",
        };
        let lines = match kind {
            "line" => text.lines().collect(),
            _ => vec![text.as_str()],
        };
        assert!(!lines.is_empty(), "{path}: no line");
        for line in lines {
            schema.check(path, kind, &serde_json::from_str(line).expect("JSON"));
        }
    };
    for (path, request) in requests(&key) {
        schema.check(path, "request", &request);
        let body = request.to_string();
        let answer = board.post(path, path != "/api/session", body.as_bytes(), PATIENCE);
        asked(path, answer);
    }
    let ticket = board.send(Request::post("/api/ticket"), true, b"", PATIENCE);
    asked("/api/ticket", ticket);
    for path in [
        "/api/start",
        "/api/kept",
        "/api/learn",
        "/api/learn/button",
        "/api/problems",
    ] {
        let known = if path.ends_with("button") {
            "/api/learn/{name}"
        } else {
            path
        };
        asked(known, board.send(Request::get(path), true, b"", PATIENCE));
    }
    let refused = board
        .post("/api/view", true, b"{}", PATIENCE)
        .expect("an answer");
    assert_eq!(refused.0, 422);
    schema.check(
        "refusal",
        "answer",
        &serde_json::from_slice(&refused.1).expect("JSON"),
    );
    left.remove("refusal");
    assert!(left.is_empty(), "not asked: {left:?}");
}

#[test]
fn requests_that_the_server_refuses_for_their_form_are_not_in_the_schema() {
    let schema = BoardSchema::new();
    let (board, key) = board();
    let mut paths = BTreeSet::new();
    for (path, request) in requests(&key) {
        if !paths.insert(path) {
            continue;
        }
        let validator = schema.validator(path, "request");
        let broken = with(request, json!({"further": 1}));
        assert!(!validator.is_valid(&broken), "{path} with a further field");
        let body = broken.to_string();
        let answer = board.post(path, path != "/api/session", body.as_bytes(), PATIENCE);
        assert_eq!(answer.expect("an answer").0, 422, "{path}");
    }
}
