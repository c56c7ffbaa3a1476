//! Opinions of a net of KataGo, held against KataGo's own answers.
//!
//! The net and the answers are not part of the project: they lie in `shared/nets` beside it, and
//! the tests are skipped where that is missing.

use std::io::Read;
use std::path::PathBuf;
use std::sync::Arc;

use flate2::read::GzDecoder;
use halfpoint_engine::nn::{Arithmetic, Net};
use halfpoint_engine::player::Settings;
use halfpoint_gtp::{Options, Session};
use serde_json::Value;

use crate::talk::{answer, ok};

/// Folder of the net and of KataGo's answers.
fn folder() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "../../../shared/nets"]
        .iter()
        .collect()
}

/// Creates a session with the net; `None` if it is missing.
fn session(arithmetic: Arithmetic) -> Option<Session> {
    let path = folder().join("g170-b6c96-s175395328-d26788732.bin.gz");
    if !path.exists() {
        eprintln!("skipped: there is no net in {}", path.display());
        return None;
    }
    let net = Net::open(&path, arithmetic).expect("a net");
    let settings = Settings {
        playouts: Some(16),
        ..Settings::default()
    };
    Some(Session::new(Options {
        net: Some(Arc::new(net)),
        settings,
        ..Options::default()
    }))
}

/// Returns KataGo's answers, one JSON a line.
fn answers() -> Vec<Value> {
    let file = std::fs::File::open(folder().join("katago-raw.jsonl.gz")).expect("the answers");
    let mut text = String::new();
    GzDecoder::new(file)
        .read_to_string(&mut text)
        .expect("a packed text");
    text.lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

/// Sets up a position and returns the words of the net's opinion.
fn opinion(session: &mut Session, line: &Value) -> Vec<String> {
    ok(
        session,
        &format!("boardsize {} {}", line["size"][0], line["size"][1]),
    );
    ok(session, &format!("kata-set-rules {}", line["rules"]));
    ok(session, &format!("komi {}", line["komi"]));
    for mv in line["moves"].as_array().expect("moves") {
        let word = |index: usize| mv[index].as_str().expect("a word").to_string();
        ok(session, &format!("play {} {}", word(0), word(1)));
    }
    let text = ok(session, "kata-raw-nn 0");
    text.split_whitespace().map(str::to_string).collect()
}

/// Returns the `count` numbers after a word; illegal points are `None`.
fn numbers(words: &[String], name: &str, count: usize) -> Vec<Option<f64>> {
    let at = words
        .iter()
        .position(|word| word == name)
        .expect("the name");
    words[at + 1..][..count]
        .iter()
        .map(|word| word.parse().ok().filter(|n: &f64| !n.is_nan()))
        .collect()
}

/// Returns the numbers of KataGo's answer in the order of [`numbers`].
fn wanted(raw: &Value, name: &str) -> Vec<Option<f64>> {
    match &raw[name] {
        Value::Array(list) => list.iter().map(Value::as_f64).collect(),
        one => vec![one.as_f64()],
    }
}

#[test]
fn an_evaluation_in_floats_is_that_of_katago() {
    let Some(mut session) = session(Arithmetic::Float) else {
        return;
    };
    for (number, line) in answers().iter().enumerate().step_by(5) {
        let words = opinion(&mut session, line);
        for (name, tolerance) in [
            ("whiteWin", 1e-3),
            ("whiteLoss", 1e-3),
            ("noResult", 1e-3),
            ("whiteLead", 0.01),
            ("whiteScoreSelfplay", 0.01),
            ("policy", 1e-3),
            ("policyPass", 1e-3),
            ("whiteOwnership", 1e-3),
        ] {
            let wanted = wanted(&line["raw"], name);
            let found = numbers(&words, name, wanted.len());
            for (found, wanted) in found.iter().zip(&wanted) {
                let close = match (found, wanted) {
                    (Some(found), Some(wanted)) => (found - wanted).abs() <= tolerance,
                    (None, None) => true,
                    _ => false,
                };
                assert!(close, "{number} {name}: {found:?} in place of {wanted:?}");
            }
        }
    }
}

#[test]
fn an_evaluation_in_integers_is_close_to_that_of_katago() {
    let Some(mut session) = session(Arithmetic::Int8) else {
        return;
    };
    let (mut divergence, mut win, mut ownership) = (0.0, 0.0, 0.0);
    let answers = answers();
    for line in &answers {
        let words = opinion(&mut session, line);
        let both = |name| {
            let wanted = wanted(&line["raw"], name);
            let found = numbers(&words, name, wanted.len());
            let pairs = found.into_iter().zip(wanted);
            pairs
                .filter_map(|(found, wanted)| Some((found?, wanted?)))
                .collect::<Vec<_>>()
        };
        let policy = both("policy").into_iter().chain(both("policyPass"));
        divergence += policy
            .filter(|(_, wanted)| *wanted > 0.0)
            .map(|(found, wanted)| wanted * (wanted / found.max(1e-7)).ln())
            .sum::<f64>();
        let mean = |pairs: &[(f64, f64)]| {
            pairs
                .iter()
                .map(|(found, wanted)| (found - wanted).abs())
                .sum::<f64>()
                / pairs.len() as f64
        };
        win += mean(&both("whiteWin"));
        ownership += mean(&both("whiteOwnership"));
    }
    let count = answers.len() as f64;
    let found = [divergence, win, ownership].map(|sum| sum / count);
    eprintln!("policy KL, winning chance, ownership: {found:?}");
    assert!(
        divergence / count <= 0.03,
        "policy KL {}",
        divergence / count
    );
    assert!(win / count <= 0.02, "win {}", win / count);
    assert!(ownership / count <= 0.03, "ownership {}", ownership / count);
}

#[test]
fn every_rule_set_is_played_with_a_net() {
    let Some(mut session) = session(Arithmetic::Int8) else {
        return;
    };
    for preset in halfpoint_core::rules::PRESETS {
        ok(
            &mut session,
            &format!("boardsize 5;kata-set-rules {};clear_board", preset.id),
        );
        for number in 0..60 {
            let color = ["b", "w"][number % 2];
            let kinds = ok(&mut session, &format!("halfpoint-genmove {color}"));
            let all = kinds.split_whitespace().collect::<Vec<_>>().join(" ");
            let mv = ok(&mut session, &format!("halfpoint-genmove {color} {all}"));
            let state: Value =
                serde_json::from_str(&ok(&mut session, "halfpoint-state")).expect("JSON");
            if mv == "resign" || !state["over"].is_null() {
                break;
            }
        }
        ok(&mut session, "final_score");
    }
}

#[test]
fn without_a_net_there_are_no_models_and_no_opinion() {
    let mut session = Session::new(Options::default());
    assert_eq!(ok(&mut session, "kata-get-models"), "[]");
    let reason = answer(&mut session, "kata-raw-nn 0").expect_err("no net");
    assert_eq!(reason, "no net: start without --net none");
}

/// Returns the number after a word in an answer.
fn number_after(text: &str, name: &str) -> Option<f64> {
    let mut words = text.split_whitespace().skip_while(|word| *word != name);
    words.nth(1).and_then(|word| word.parse().ok())
}

#[test]
fn a_draw_has_a_chance_where_the_score_can_be_even() {
    let Some(mut session) = session(Arithmetic::Int8) else {
        return;
    };
    // With a button half a point of komi allows a draw, and whole points do not.
    for (rules, komi, possible) in [
        ("chinese", "6.5", false),
        ("chinese", "7", true),
        ("button", "6.5", true),
        ("button", "7", false),
    ] {
        ok(&mut session, "boardsize 7");
        ok(&mut session, &format!("kata-set-rules {rules}"));
        ok(&mut session, &format!("komi {komi}"));
        ok(&mut session, "genmove b");
        let text = ok(&mut session, "halfpoint-why");
        let chance = number_after(&text, "draw_chance");
        assert_eq!(chance.is_some(), possible, "{rules} {komi}: {text}");
        assert!(
            chance.is_none_or(|chance| (0.0..=1.0).contains(&chance)),
            "{text}"
        );
    }
}

/// On 7×7 the even komi is 9 points; far from it a draw is unlikely.
#[test]
fn a_draw_is_likeliest_where_the_game_is_even() {
    let Some(mut session) = session(Arithmetic::Int8) else {
        return;
    };
    let mut chance = |komi| {
        ok(&mut session, "boardsize 7");
        ok(&mut session, &format!("komi {komi}"));
        ok(&mut session, "genmove b");
        let text = ok(&mut session, "halfpoint-why");
        number_after(&text, "draw_chance").expect("a chance")
    };
    let [low, even, high] = [-20, 9, 40].map(&mut chance);
    assert!(
        even > 0.03 && low < even / 5.0 && high < even / 5.0,
        "{low} {even} {high}"
    );
}

#[test]
fn a_low_level_with_a_net_draws_its_move_with_one_visit() {
    let Some(mut session) = session(Arithmetic::Int8) else {
        return;
    };
    ok(&mut session, "halfpoint-param search level 3");
    let mut moves = std::collections::BTreeSet::new();
    for seed in 1..=8 {
        ok(&mut session, "boardsize 9");
        ok(&mut session, &format!("halfpoint-param search seed {seed}"));
        moves.insert(ok(&mut session, "genmove b"));
        let text = ok(&mut session, "halfpoint-why");
        assert_eq!(number_after(&text, "visits"), Some(1.0), "{text}");
    }
    assert!(moves.len() > 1, "{moves:?}");
}
