//! The net of the program: the one that lies in it, another one, or none.

use crate::program;

use std::fs;

use halfpoint_core::board::Size;
use halfpoint_core::rules::{NamedRules, PRESETS};
use halfpoint_engine::player::Settings;
use halfpoint_gtp::{Options, Session};
use program::{Engine, path_in, run, text};
use tempfile::tempdir;

/// File of the net that lies in the program.
const FILE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/crates/nn/nets/halfpoint.safetensors"
);
/// Commands of a short game.
const GAME: [&str; 4] = ["genmove b", "halfpoint-why", "genmove w", "halfpoint-why"];

/// Returns the answers of the program to the commands of a short game.
fn answers(arguments: &[&str]) -> Vec<String> {
    let mut engine = Engine::plain(&[&["--playouts", "60"], arguments].concat());
    GAME.iter().map(|command| engine.send(command)).collect()
}

#[test]
fn the_program_plays_with_its_net_unless_told_otherwise() {
    for size in ["9", "7x8", "21"] {
        let usual = answers(&["--size", size]);
        assert_eq!(usual, answers(&["--size", size, "--net", "default"]));
        assert_eq!(usual, answers(&["--size", size, "--net", FILE]));
        assert_ne!(usual, answers(&["--size", size, "--net", "none"]));
    }
    let models = |arguments: &[&str]| Engine::plain(arguments).send("kata-get-models");
    assert!(models(&[]).contains("\"name\":\"halfpoint-"));
    assert_eq!(models(&["--net", "none"]), "= []");
    let mut engine = Engine::plain(&["--net", "none"]);
    assert_eq!(
        engine.send("kata-raw-nn 0"),
        "? no net: start without --net none"
    );
}

/// The board may change during a session: the net evaluates positions of every size.
#[test]
fn the_net_plays_on_each_board_of_a_session() {
    let mut engine = Engine::plain(&["--size", "21", "--playouts", "60"]);
    for size in ["9", "21"] {
        assert_eq!(engine.send(&format!("boardsize {size}")), "=");
        let found: Vec<String> = GAME.iter().map(|command| engine.send(command)).collect();
        assert_eq!(found, answers(&["--size", size]), "{size}");
    }
}

/// Without a net the program plays as a session of the library does, which has none.
#[test]
fn none_is_the_player_of_playouts() {
    for preset in &PRESETS {
        let mut session = Session::new(Options {
            size: Size::square(6),
            komi: NamedRules::from(preset).usual_komi(6, 6),
            settings: Settings {
                playouts: Some(60),
                ..Settings::default()
            },
            ..Options::of(preset)
        });
        let found: Vec<String> = GAME
            .iter()
            .map(|command| {
                let answer = session.handle_line(command).expect("an answer");
                format!("= {}", answer.result().expect("a move").trim_end())
            })
            .collect();
        let arguments = ["--net", "none", "--rules", preset.id, "--size", "6"];
        assert_eq!(found, answers(&arguments), "{}", preset.id);
    }
}

/// The game is played on after passes, too.
#[test]
fn the_net_plays_every_rule_set_on_boards_of_every_kind() {
    for (number, preset) in PRESETS.iter().enumerate() {
        let size = ["2", "3", "2x5", "5", "7", "9x4", "13"][number % 7];
        let limits = ["--playouts", "20", "--threads", "2", "--memory", "1"];
        let mut engine =
            Engine::plain(&[&limits[..], &["--rules", preset.id, "--size", size]].concat());
        let handicap = engine.send("place_free_handicap 2");
        let mut colors = ["b", "w"];
        if handicap.starts_with("= ") {
            colors.reverse();
        }
        for color in colors.repeat(5) {
            let answer = engine.send(&format!("genmove {color}"));
            let place = format!("{} {size} {color}: {answer}", preset.id);
            // A pass may declare a draw, which ends the game for good.
            let is_drawn = preset.id == "ultimate" && answer == "? game over";
            if is_drawn || answer == "= resign" {
                break;
            }
            assert!(answer.starts_with("= ") && answer.len() > 2, "{place}");
            assert!(engine.send("halfpoint-why").starts_with("= "), "{place}");
        }
        assert!(engine.send("final_score").starts_with('='), "{}", preset.id);
    }
}

#[test]
fn levels_pondering_and_analysis_work_with_the_net() {
    for level in ["1", "8", "12", "19"] {
        let mut engine = Engine::plain(&["--size", "9", "--level", level, "--ponder"]);
        for color in ["b", "w", "b", "w"] {
            let answer = engine.send(&format!("genmove {color}"));
            assert!(answer.starts_with("= ") && answer.len() > 2, "{answer}");
        }
        engine.write("kata-analyze 1 rootInfo true ownership true\n");
        assert_eq!(engine.line(), "=\n");
        let report = engine.line();
        assert!(report.contains("info move ") && report.contains(" rootInfo "));
        let owned = report.split(" ownership ").nth(1).expect("owners");
        let number = |word: &str| word.parse::<f64>().expect("a number");
        let owned: Vec<f64> = owned.split_whitespace().map(number).collect();
        assert!(owned.len() == 81 && owned.iter().all(|share| share.abs() <= 1.0));
        engine.write("quit\n");
        assert!(engine.end().success());
    }
}

#[test]
fn files_that_are_no_nets_are_refused() {
    let folder = tempdir().expect("a folder");
    let missing = path_in(folder.path(), "missing");
    let broken = path_in(folder.path(), "broken");
    let bytes = fs::read(FILE).expect("the net");
    fs::write(&broken, &bytes[..bytes.len() / 2]).expect("a file");
    for command in [&[][..], &["gtp"], &["play"]] {
        for path in [&missing, &broken] {
            let output = run("exec \"$@\"", &[command, &["--net", path]].concat());
            assert_eq!(output.status.code(), Some(1), "{command:?}");
            assert_eq!(text(&output.stdout), "", "{command:?}");
            let errors = text(&output.stderr);
            let begin = format!("halfpoint: --net {path}: ");
            assert!(errors.starts_with(&begin), "{errors}");
        }
    }
    let output = run("exec \"$@\"", &["--net", "none", "--net-float"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        text(&output.stderr),
        "halfpoint: --net-float: there is no net\n"
    );
}

/// A transformer has learned from boards up to 19×19: a warning says so, once.
#[test]
fn a_warning_tells_that_a_board_is_too_large_for_a_transformer() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/fuzz/seeds/net/katago-attention"
    );
    let warnings = |arguments: &[&str]| {
        let limits = ["--net", file, "--playouts", "2"];
        let mut engine = Engine::plain(&[&limits[..], arguments].concat());
        for color in ["b", "w"] {
            let answer = engine.send(&format!("genmove {color}"));
            assert!(answer.starts_with("= ") && answer.len() > 2, "{answer}");
        }
        engine.write("quit\n");
        let errors = engine.errors();
        let is_warning = |line: &&str| line.contains("boards up to 19x19");
        errors.lines().filter(is_warning).count()
    };
    assert_eq!(warnings(&["--size", "5"]), 0);
    assert_eq!(warnings(&["--size", "5", "--net-float"]), 0);
    assert_eq!(warnings(&["--size", "19x20"]), 1);
    // A net without attention has no such warning.
    let mut engine = Engine::plain(&["--size", "20", "--playouts", "2"]);
    engine.send("genmove b");
    engine.write("quit\n");
    assert_eq!(engine.errors(), "");
}

/// `play` has the net as well: its moves are those of the program with that net.
#[test]
fn a_game_in_the_terminal_has_the_net() {
    let first_move = |arguments: &[&str]| {
        let words = [
            "play",
            "--rules",
            "chinese",
            "--color",
            "white",
            "--playouts",
            "60",
        ];
        let output = run("echo quit | \"$@\"", &[&words[..], arguments].concat());
        let shown = text(&output.stdout);
        let line = shown.lines().find_map(|line| line.strip_prefix("black: "));
        format!("= {}", line.expect("a move"))
    };
    for net in ["none", "default"] {
        assert_eq!(
            first_move(&["--net", net]),
            answers(&["--size", "9", "--net", net])[0],
            "{net}"
        );
    }
    assert_eq!(first_move(&[]), answers(&["--size", "9"])[0]);
}

#[test]
fn the_net_in_the_program_is_described() {
    let table = text(&run("exec \"$@\"", &["net"]).stdout);
    for row in [
        "name            halfpoint-b",
        "kind            of our own",
        "ordinary, ",
        "ms on 19x19, one thread",
        "against floats  policy KL 0.0",
    ] {
        assert!(table.contains(row), "{row} in {table}");
    }
    let missing = run("exec \"$@\"", &["net", "missing.bin.gz"]);
    assert!(!missing.status.success());
    assert!(text(&missing.stderr).contains("missing.bin.gz: "));
}
