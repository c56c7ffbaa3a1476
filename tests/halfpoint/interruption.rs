//! Events that end a running command, and events that do not.
//!
//! A search that is stopped makes 200 playouts and few more, one that has its time makes thousands. So the
//! tests look at playouts, by `halfpoint-why` or in the log, and leave much room for a busy machine.

use crate::program;

use std::thread;
use std::time::Duration;

use program::Engine;

/// More playouts than a search makes that was stopped at once.
const MANY: u64 = 400;
/// Time enough for them on a busy machine.
const SOME_TIME: [&str; 4] = ["--size", "7", "--time-per-move", "2"];
/// A search that would go on for an hour.
const LONG: [&str; 4] = ["--size", "9", "--time-per-move", "3600"];

/// The commands that search for a move; `kgs-genmove_cleanup` looks for what it can capture first.
const GENERATING: [&str; 6] = [
    "genmove b",
    "reg_genmove b",
    "lz-genmove_analyze b 50",
    "kata-genmove_analyze b 50",
    "halfpoint-genmove b fullpass",
    "genmove w",
];

/// The playouts that `halfpoint-why` tells, or the log.
fn playouts(text: &str) -> u64 {
    let words: Vec<&str> = text.split_whitespace().collect();
    let number = words.windows(2).find_map(|pair| match pair {
        ["new_playouts", number] | [number, "visits,"] => number.parse().ok(),
        _ => None,
    });
    number.unwrap_or_else(|| panic!("no number of playouts in {text:?}"))
}

/// An engine that has begun to run a command, and would for an hour.
fn running(command: &str) -> Engine {
    let mut engine = Engine::plain(&LONG);
    assert_eq!(engine.send("name"), "= halfpoint");
    engine.write(&format!("{command}\n"));
    thread::sleep(Duration::from_millis(300));
    assert!(engine.child.try_wait().expect("a process").is_none());
    engine
}

#[test]
fn a_script_gets_the_playouts_of_its_time() {
    for command in GENERATING {
        let mut engine = Engine::plain(&SOME_TIME);
        engine.write(&format!("1 {command}\n2 halfpoint-why\n"));
        // Input ends during the search, too.
        engine.input = None;
        assert!(engine.answer().starts_with("=1"), "{command}");
        let why = engine.answer();
        assert!(playouts(&why) > MANY, "{command}: {why}");
        assert_eq!(engine.end().code(), Some(0), "{command}");
    }
}

#[test]
fn a_later_command_waits_for_a_move() {
    for (command, later) in [
        ("genmove b", "name"),
        ("genmove b", "stop"),
        ("kata-genmove_analyze b 50", "stop"),
        ("reg_genmove b", "\n# nothing\nname"),
    ] {
        let mut engine = Engine::plain(&SOME_TIME);
        assert_eq!(engine.send("komi 0.5"), "=");
        engine.write(&format!("{command}\n"));
        thread::sleep(Duration::from_millis(50));
        engine.write(&format!("{later}\n"));
        assert!(engine.answer().starts_with('='), "{command} {later}");
        assert!(engine.answer().starts_with('='), "{command} {later}");
        let why = engine.send("halfpoint-why");
        assert!(playouts(&why) > MANY, "{command} {later}: {why}");
    }
}

/// Input is read in chunks of 8,192 bytes. It makes no difference whether a line is in the chunk of the search.
#[test]
fn a_chunk_that_ends_with_the_search_does_not_matter() {
    let search = "genmove b\n";
    let filler = "#".repeat(8192 - search.len() - 1);
    let mut engine = Engine::plain(&SOME_TIME);
    engine.write(&format!("{filler}\n{search}name\n"));
    assert!(engine.answer().starts_with("= "));
    assert_eq!(engine.answer(), "= halfpoint");
    let why = engine.send("halfpoint-why");
    assert!(playouts(&why) > MANY, "{why}");
}

#[test]
fn quit_waits_for_a_move() {
    let arguments = [&SOME_TIME[..], &["-v"]].concat();
    let mut engine = Engine::plain(&arguments);
    engine.write("genmove b\nquit\n");
    assert!(engine.answer().starts_with("= "));
    assert_eq!(engine.answer(), "=");
    assert_eq!(engine.end().code(), Some(0));
    let log = engine.errors();
    assert!(playouts(&log) > MANY, "{log}");
}

/// No clock and no number of playouts: the move has a second.
#[test]
fn a_move_without_a_limit_has_one() {
    for settings in ["time_settings 0 1 0", "kata-time_settings none", "komi 0.5"] {
        let mut engine = Engine::plain(&["--size", "7"]);
        engine.write(&format!("{settings}\ngenmove b\n"));
        engine.input = None;
        assert_eq!(engine.answer(), "=", "{settings}");
        assert!(engine.answer().starts_with("= "), "{settings}");
        assert_eq!(engine.end().code(), Some(0), "{settings}");
    }
}

#[test]
fn an_interruption_ends_everything() {
    for command in
        GENERATING
            .into_iter()
            .chain(["halfpoint-gfx moves", "lz-analyze 50", "kata-analyze b 50"])
    {
        let mut engine = running(&format!("1 {command}"));
        engine.write("# interrupt\n");
        assert!(engine.answer().starts_with("=1"), "{command}");
        assert_eq!(engine.send("2 name"), "=2 halfpoint", "{command}");
    }
    // It is for all commands before it, and for none after it.
    let mut engine = running("1 genmove b");
    engine.write("2 genmove w\n3 kata-analyze 50\n# interrupt\n4 name\n");
    for begin in ["=1 ", "=2 ", "=3\n", "=4 halfpoint"] {
        let answer = engine.answer();
        assert!(answer.starts_with(begin), "{begin}: {answer}");
    }
}

#[cfg(unix)]
#[test]
fn a_closed_output_ends_everything() {
    for command in GENERATING.into_iter().chain([
        "halfpoint-gfx moves",
        // Nothing is written for so long that it is noticed by that.
        "kata-genmove_analyze b 360000",
        "kata-analyze b 360000",
    ]) {
        let mut engine = running(command);
        engine.output = None;
        // The input is still open.
        assert_eq!(engine.end().code(), Some(0), "{command}");
        assert_eq!(engine.errors(), "", "{command}");
    }
}

#[cfg(unix)]
#[test]
fn a_closed_output_ends_pondering() {
    let mut engine = Engine::plain(&["--size", "7", "--playouts", "10", "--ponder"]);
    assert!(engine.send("genmove b").starts_with("= "));
    engine.output = None;
    assert_eq!(engine.end().code(), Some(0));
}

#[test]
fn whatever_comes_ends_an_analysis() {
    for command in ["lz-analyze 5", "kata-analyze b 5"] {
        for (later, answered) in [
            ("name\n", "= halfpoint"),
            ("stop\n", "="),
            ("nonsense\n", "? unknown command"),
            ("\n", ""),
            ("# nothing\n", ""),
            ("# interrupt\n", ""),
        ] {
            let mut engine = running(command);
            engine.write(later);
            assert!(engine.answer().starts_with("=\ninfo move "), "{later:?}");
            if !answered.is_empty() {
                assert_eq!(engine.answer(), answered, "{later:?}");
            }
            assert_eq!(engine.send("name"), "= halfpoint", "{later:?}");
        }
        let mut engine = running(command);
        engine.input = None;
        assert!(engine.answer().starts_with("=\ninfo move "));
        assert_eq!(engine.end().code(), Some(0), "{command}");
    }
}
