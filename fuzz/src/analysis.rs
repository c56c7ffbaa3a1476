//! Queries of the JSON protocol, whose answers are checked.

use std::collections::BTreeSet;
use std::io::Cursor;
use std::thread::sleep;

use serde::Deserialize;
use serde_json::{Deserializer, Map, Value};

use halfpoint_engine::player::{Settings, Threads};
use halfpoint_gtp::json::{JsonOptions, JsonSettings, serve};

use super::preset;

/// Largest number of lines of an input. It is small, so that many inputs are tried.
const MAX_LINES: usize = 12;
/// Largest number of points of a board. It is small, so that many inputs are tried.
const MAX_POINTS: u64 = 50;
/// Largest number of turns of a query.
const MAX_TURNS: usize = 4;

/// Checks the answers to lines. Two bytes choose the rules of queries without any and the options;
/// the rest are lines. The end of input ends all searches.
///
/// # Panics
/// If a property does not hold.
pub fn analysis(data: &[u8]) {
    let &[rules, options, ref lines @ ..] = data else {
        return;
    };
    let options = JsonOptions {
        settings: Settings {
            threads: Threads::Fixed(1 + u16::from(options & 1)),
            memory_mb: 1,
            ..Settings::default()
        },
        query: JsonSettings {
            visits: 1 + u64::from(options >> 4),
            ..JsonSettings::default()
        },
        rules: (options & 2 != 0).then(|| preset(rules).into()),
        lock_rules: options & 4 != 0,
        reuse_tree: options & 8 != 0,
        quit_without_waiting: true,
        ..JsonOptions::default()
    };
    let lines: Vec<&[u8]> = lines
        .split(|&byte| byte == b'\n')
        .take(MAX_LINES)
        .filter(|line| is_cheap(line))
        .collect();
    let ids: BTreeSet<String> = lines.iter().flat_map(|line| ids(line)).collect();
    let mut output = Vec::new();
    let input = Cursor::new(lines.join(&b'\n'));
    let never = |time| {
        sleep(time);
        false
    };
    serve(&options, input, &mut output, never).expect("memory does not fail");
    let output = String::from_utf8(output).expect("text");
    assert!(output.is_empty() || output.ends_with('\n'), "{output:?}");
    for line in output.lines() {
        check(line, &ids);
    }
}

/// Reads a line as a JSON object, in the way of the server: invalid text is replaced.
fn object(line: &[u8]) -> Option<Map<String, Value>> {
    serde_json::from_str(&String::from_utf8_lossy(line)).ok()
}

/// Returns the ids under which a line may be answered: that of an object, whose numbers may be too
/// large to be read, and each text that follows the word in a line that is no object.
fn ids(line: &[u8]) -> Vec<String> {
    #[derive(Deserialize)]
    struct Named {
        id: String,
    }
    if let Some(object) = object(line) {
        let id = object.get("id").and_then(Value::as_str);
        return id.map(str::to_string).into_iter().collect();
    }
    let text = String::from_utf8_lossy(line);
    let named = serde_json::from_str(&text).map(|named: Named| named.id);
    let after = text.match_indices("\"id\"").filter_map(|(at, word)| {
        let value = text[at + word.len()..].trim_start().strip_prefix(':')?;
        Deserializer::from_str(value)
            .into_iter::<String>()
            .next()?
            .ok()
    });
    after.chain(named).collect()
}

/// Returns whether a line takes little time.
fn is_cheap(line: &[u8]) -> bool {
    let Some(object) = object(line) else {
        return true;
    };
    let side = |name| object.get(name).and_then(Value::as_f64).unwrap_or(0.0) as u64;
    let (width, height) = (side("boardXSize"), side("boardYSize"));
    let turns = object.get("analyzeTurns").and_then(Value::as_array);
    let is_small = width.saturating_mul(height) <= MAX_POINTS || width > 25 || height > 25;
    is_small && turns.is_none_or(|turns| turns.len() <= MAX_TURNS)
}

/// Checks the form of an answer.
fn check(line: &str, ids: &BTreeSet<String>) {
    let answer: Value = serde_json::from_str(line).expect("JSON");
    let id = answer.get("id");
    let is_asked = |id: &Value| id.as_str().is_some_and(|id| ids.contains(id));
    if let Some(text) = answer
        .get("error")
        .filter(|_| answer.get("action").is_none())
    {
        assert!(id.is_none_or(is_asked), "{line}");
        assert!(text.as_str().is_some_and(|text| !text.is_empty()), "{line}");
        return;
    }
    assert!(id.is_some_and(is_asked), "{line}");
    let Some(moves) = answer.get("moveInfos").and_then(Value::as_array) else {
        return;
    };
    let mut visits = 0;
    for info in moves {
        assert_eq!(info["pv"][0], info["move"], "{line}");
        visits += info["visits"].as_u64().expect("a number");
        check_figures(info, line);
    }
    let root = &answer["rootInfo"];
    check_figures(root, line);
    assert_eq!(root["visits"].as_u64(), Some(visits), "{line}");
}

/// Checks that figures lie in their ranges, from whichever side they are told.
fn check_figures(figures: &Value, line: &str) {
    let within = |name: &str, low: f64, high: f64| {
        if let Some(value) = figures.get(name) {
            let value = value.as_f64();
            assert!(
                value.is_some_and(|v| (low..=high).contains(&v)),
                "{name}: {line}"
            );
        }
    };
    within("winrate", 0.0, 1.0);
    within("lcb", 0.0, 1.0);
    within("utility", -1.0, 1.0);
    within("scoreStdev", 0.0, 1e6);
    within("scoreLead", -1e6, 1e6);
}
