//! Opinions of a net of KataGo, held against KataGo's own answers.
//!
//! The nets and the answers are not part of the project: the answers and the smallest net lie in
//! `shared/nets` beside it or a folder above it, larger nets in the folder that `HALFPOINT_NETS`
//! names. Tests are skipped where they are missing.

use std::fmt;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use flate2::read::GzDecoder;
use halfpoint_engine::player::Settings;
use halfpoint_gtp::{Options, Session};
use halfpoint_nn::int8::Isa;
use halfpoint_nn::{Arithmetic, Net, Network, PassHead, load};
use serde_json::Value;

use crate::talk::{answer, ok};

/// Returns the folder of the small net and of KataGo's answers.
fn folder() -> Option<PathBuf> {
    let folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().skip(3);
    folders
        .map(|folder| folder.join("shared/nets"))
        .find(|folder| folder.exists())
}

/// Net that stands in `shared/nets`.
const SMALL: &str = "g170-b6c96-s175395328-d26788732";
/// Nets, and the files of KataGo's answers with them.
const NETS: [(&str, &str); 4] = [
    (SMALL, "katago-raw"),
    ("g170e-b15c192-s1672170752-d466197061", "katago-raw-b15"),
    ("kata1-b18c384nbt-s9996604416-d4316597426", "katago-raw-b18"),
    ("b10c384h6nbttflrs", "katago-raw-tf"),
];

/// Creates a session with the small net; `None` if it is missing.
fn session(arithmetic: Arithmetic) -> Option<Session> {
    session_with(SMALL, arithmetic)
}

/// Share of the second policy in KataGo's answers: `rootPolicyOptimism` of its GTP player. Nets
/// from model version 12 on have two, and the logits are mixed.
const OPTIMISM: f32 = 0.2;

/// Mixes the second policy of a net into the first one, which is the one that we read.
fn mix_policies(network: &mut Network) {
    let head = &mut network.policy;
    let last = match &mut head.pass {
        PassHead::Linear(dense) | PassHead::Hidden { last: dense, .. } => dense,
    };
    let logits = head.last_conv.outputs;
    let points = head.last_conv.weights.chunks_exact_mut(logits);
    for weights in points.chain(last.weights.chunks_exact_mut(logits)) {
        if let [first, second, ..] = weights {
            *first += (*second - *first) * OPTIMISM;
        }
    }
}

/// Creates a session with a net; `None` if it is missing.
fn session_with(name: &str, arithmetic: Arithmetic) -> Option<Session> {
    let others = std::env::var_os("HALFPOINT_NETS").map(PathBuf::from);
    let paths = [folder(), others].into_iter().flatten();
    let found = paths
        .map(|folder| folder.join(format!("{name}.bin.gz")))
        .find(|path| path.exists());
    let Some(path) = found else {
        eprintln!("skipped: there is no {name}.bin.gz in shared/nets and HALFPOINT_NETS");
        return None;
    };
    let mut network = load(&path).expect("a net");
    mix_policies(&mut network);
    let net = Net::with_isa(network, arithmetic, isa()).expect("a net");
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

/// Returns the instructions that `HALFPOINT_INSTRUCTIONS` names, or the best ones.
fn isa() -> Isa {
    let Ok(name) = std::env::var("HALFPOINT_INSTRUCTIONS") else {
        return Isa::detect();
    };
    let named = Isa::available().find(|isa| isa.name() == name);
    named.expect("the name of instructions that this processor has")
}

/// Returns KataGo's answers with the small net, one JSON a line.
fn answers() -> Vec<Value> {
    answers_in("katago-raw")
}

/// Returns the answers of a file.
fn answers_in(name: &str) -> Vec<Value> {
    let folder = folder().expect("shared/nets with the answers");
    let path = folder.join(format!("{name}.jsonl.gz"));
    let file = std::fs::File::open(path).expect("the answers");
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
            ("shorttermWinlossError", 1e-3),
            ("shorttermScoreError", 1e-3),
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
    let errors = Errors::of(&mut session, "katago-raw");
    eprintln!("{errors}");
    // On processors without 8-bit sums 0.0031, 0.0054, 0.30 and 0.0077 were measured.
    let most = [0.006, 0.01, 0.6, 0.015];
    for (found, most) in errors.mean.iter().zip(most) {
        assert!(*found < most, "{errors}");
    }
}

/// Returns the pairs of numbers, ours and KataGo's, after a name; illegal points are left out.
fn pairs(words: &[String], raw: &Value, name: &str) -> Vec<(f64, f64)> {
    let wanted = wanted(raw, name);
    let found = numbers(words, name, wanted.len());
    let pairs = found.into_iter().zip(wanted);
    pairs
        .filter_map(|(found, wanted)| Some((found?, wanted?)))
        .collect()
}

/// Returns how far our policy is from KataGo's. Both are written with six decimals: moves without a
/// chance in one of them are left out, and both are scaled to a sum of 1 over the others.
fn policy_divergence(words: &[String], raw: &Value) -> f64 {
    let mut policy = pairs(words, raw, "policy");
    policy.extend(pairs(words, raw, "policyPass"));
    policy.retain(|(found, wanted)| *found > 0.0 && *wanted > 0.0);
    let sum = |side: fn(&(f64, f64)) -> f64| policy.iter().map(side).sum::<f64>();
    let (found_sum, wanted_sum) = (sum(|pair| pair.0), sum(|pair| pair.1));
    policy
        .iter()
        .map(|(found, wanted)| (found / found_sum, wanted / wanted_sum))
        .map(|(found, wanted)| wanted * (wanted / found).ln())
        .sum()
}

/// Distances of our evaluations from KataGo's: of the policy (Kullback-Leibler), the winning
/// chance, the lead in points, and the owner of a point.
#[derive(Default)]
struct Errors {
    mean: [f64; 4],
    worst: [f64; 4],
    /// Largest distance of a number of [`UNCERTAINTY`].
    uncertainty: f64,
}

/// Numbers that say how far off the net may be, which KataGo writes with three decimals.
const UNCERTAINTY: [&str; 2] = ["shorttermWinlossError", "shorttermScoreError"];

impl Errors {
    /// Compares a session with a file of KataGo's answers.
    fn of(session: &mut Session, file: &str) -> Self {
        let answers = answers_in(file);
        let mut errors = Self::default();
        for line in &answers {
            let words = opinion(session, line);
            let distances = |name: &str| -> Vec<f64> {
                let pairs = pairs(&words, &line["raw"], name);
                pairs
                    .iter()
                    .map(|(found, wanted)| (found - wanted).abs())
                    .collect()
            };
            let mean = |name: &str| {
                let distances = distances(name);
                distances.iter().sum::<f64>() / distances.len() as f64
            };
            let found = [
                policy_divergence(&words, &line["raw"]),
                mean("whiteWin"),
                mean("whiteLead"),
                mean("whiteOwnership"),
            ];
            for (sum, found) in errors.mean.iter_mut().zip(found) {
                *sum += found / answers.len() as f64;
            }
            let owner = distances("whiteOwnership").into_iter().fold(0.0, f64::max);
            for distance in UNCERTAINTY.map(distances).into_iter().flatten() {
                errors.uncertainty = errors.uncertainty.max(distance);
            }
            let largest = [found[0], found[1], found[2], owner];
            for (worst, found) in errors.worst.iter_mut().zip(largest) {
                *worst = worst.max(found);
            }
        }
        errors
    }
}

impl fmt::Display for Errors {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self {
            mean,
            worst,
            uncertainty,
        } = self;
        for (kind, [policy, chance, lead, owner]) in [("mean", mean), ("worst", worst)] {
            write!(f, "{kind}: policy KL {policy:.3e}, chance {chance:.6}, ")?;
            writeln!(f, "lead {lead:.3} points, ownership {owner:.5}")?;
        }
        writeln!(f, "worst: short-term errors {uncertainty:.3}")
    }
}

/// Largest errors in floats.
const FLOAT_ERRORS: [f64; 4] = [1e-5, 1e-4, 0.01, 1e-4];

/// Prints the errors of every net that is there, and returns them with its name.
fn errors_of_nets(arithmetic: Arithmetic) -> impl Iterator<Item = (&'static str, Errors)> {
    NETS.into_iter().filter_map(move |(net, file)| {
        let mut session = session_with(net, arithmetic)?;
        let errors = Errors::of(&mut session, file);
        println!("{net}\n{errors}");
        Some((net, errors))
    })
}

#[test]
#[ignore = "takes minutes; prints the errors of every net in floats"]
fn floats_are_those_of_katago_in_every_position() {
    for (net, errors) in errors_of_nets(Arithmetic::Float) {
        for (found, most) in errors.worst.iter().zip(FLOAT_ERRORS) {
            assert!(*found < most, "{net}: {errors}");
        }
        assert!(errors.uncertainty < 0.005, "{net}: {errors}");
    }
}

/// Largest mean errors in integers, on a processor with VNNI.
const INTEGER_ERRORS: [f64; 4] = [0.008, 0.006, 0.4, 0.01];

#[test]
#[ignore = "needs the large nets; prints the errors of every net in integers"]
fn integers_are_close_to_katago_with_every_net() {
    for (net, errors) in errors_of_nets(Arithmetic::Int8) {
        // Kernels that sum products in 16 bits round more.
        if isa().name() == "avx2" || isa().name() == "portable" {
            continue;
        }
        for (found, most) in errors.mean.iter().zip(INTEGER_ERRORS) {
            assert!(*found < most, "{net}: {errors}");
        }
    }
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
