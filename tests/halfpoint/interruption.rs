//! Events that end a running command, and events that do not.
//!
//! A search that is stopped makes 200 playouts and few more; one that uses its time makes
//! thousands. The tests compare numbers of playouts, from `halfpoint-why` or from the log, with a
//! wide margin for a busy machine.

use crate::program;

use std::thread;
use std::time::Duration;

use program::Engine;

/// Number of playouts that a search exceeds only if it was not stopped at once.
const MANY: u64 = 400;
/// Options with enough time for [`MANY`] playouts on a busy machine.
const SOME_TIME: [&str; 4] = ["--size", "7", "--time-per-move", "2"];
/// Options with which a search takes an hour.
const LONG: [&str; 4] = ["--size", "9", "--time-per-move", "3600"];

/// Commands that search for a move. `kgs-genmove_cleanup` is missing because it first looks for
/// stones that it can capture.
const GENERATING: [&str; 8] = [
    "genmove b",
    "kata-search b",
    "kata-search_analyze b 50",
    "reg_genmove b",
    "lz-genmove_analyze b 50",
    "kata-genmove_analyze b 50",
    "halfpoint-genmove b fullpass",
    "genmove w",
];

/// Returns the number of playouts in an answer to `halfpoint-why` or in the log.
fn playouts(text: &str) -> u64 {
    let words: Vec<&str> = text.split_whitespace().collect();
    let number = words.windows(2).find_map(|pair| match pair {
        ["new_playouts", number] | [number, "visits,"] => number.parse().ok(),
        _ => None,
    });
    number.unwrap_or_else(|| panic!("no number of playouts in {text:?}"))
}

/// Returns an engine that has begun to run a command, which would take an hour.
fn running(command: &str) -> Engine {
    let mut engine = Engine::plain(&LONG);
    assert_eq!(engine.send("name"), "= halfpoint");
    engine.write(&format!("{command}\n"));
    thread::sleep(Duration::from_millis(300));
    assert!(engine.child.try_wait().expect("a process").is_none());
    engine
}

#[test]
fn a_script_whose_input_ends_gets_full_searches() {
    for command in GENERATING {
        let mut engine = Engine::plain(&SOME_TIME);
        engine.write(&format!("1 {command}\n2 halfpoint-why\n"));
        // The input ends during the search, too.
        engine.input = None;
        assert!(engine.answer().starts_with("=1"), "{command}");
        let why = engine.answer();
        assert!(playouts(&why) > MANY, "{command}: {why}");
        assert_eq!(engine.end().code(), Some(0), "{command}");
    }
}

#[test]
fn later_commands_wait_for_the_move() {
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

/// Input is read in chunks of 8,192 bytes. It makes no difference whether the next line is in the
/// chunk of the search.
#[test]
fn a_chunk_border_after_the_command_does_not_stop_the_search() {
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
fn quit_waits_for_the_move() {
    let arguments = [&SOME_TIME[..], &["-v"]].concat();
    let mut engine = Engine::plain(&arguments);
    engine.write("genmove b\nquit\n");
    assert!(engine.answer().starts_with("= "));
    assert_eq!(engine.answer(), "=");
    assert_eq!(engine.end().code(), Some(0));
    let log = engine.errors();
    assert!(playouts(&log) > MANY, "{log}");
}

/// Without a clock and without a number of playouts, a move has one second.
#[test]
fn a_move_without_any_limit_still_ends() {
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
fn an_interruption_ends_all_commands_before_it() {
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
    // An interruption applies to all commands before it and to none after it.
    let mut engine = running("1 genmove b");
    engine.write("2 genmove w\n3 kata-analyze 50\n# interrupt\n4 name\n");
    for begin in ["=1 ", "=2 ", "=3\n", "=4 halfpoint"] {
        let answer = engine.answer();
        assert!(answer.starts_with(begin), "{begin}: {answer}");
    }
}

#[test]
fn any_further_line_cancels_a_cancellable_search() {
    for (command, cancelled) in [
        ("kata-search_cancellable b", "=1 cancelled"),
        ("kata-search_analyze_cancellable b 5", "\nplay cancelled"),
    ] {
        for later in ["", "# nothing\n", "# interrupt\n", "stop\n", "nonsense\n"] {
            let mut engine = running(&format!("1 {command}"));
            engine.write(if later.is_empty() { "\n" } else { later });
            let answer = engine.answer();
            assert!(answer.starts_with("=1"), "{command} {later:?}: {answer}");
            assert!(answer.ends_with(cancelled), "{command} {later:?}: {answer}");
            if ["stop\n", "nonsense\n"].contains(&later) {
                engine.answer();
            }
            // The search was for nothing: no move is made, and none is explained.
            assert_eq!(engine.send("halfpoint-why"), "? no move was generated");
            assert!(engine.send("halfpoint-state").contains("\"moves\":0,"));
        }
    }
}

#[test]
fn the_end_of_input_cancels_no_search() {
    for command in [
        "kata-search_cancellable b",
        "kata-search_analyze_cancellable b 50",
    ] {
        let mut engine = Engine::plain(&[&SOME_TIME[..], &["-v"]].concat());
        engine.write(&format!("{command}\n"));
        engine.input = None;
        let answer = engine.answer();
        assert!(!answer.contains("cancelled"), "{command}: {answer}");
        assert_eq!(engine.end().code(), Some(0), "{command}");
        let log = engine.errors();
        assert!(playouts(&log) > MANY, "{command}: {log}");
    }
}

/// On a small board the solver runs before the search, and is cancelled as well.
#[test]
fn a_cancelled_search_ends_the_solver() {
    let mut engine = Engine::plain(&["--size", "4", "--time-per-move", "3600"]);
    engine.send("gogui-play_sequence b B2 w C3 b C2 w B3");
    engine.write("kata-search_cancellable b\n");
    thread::sleep(Duration::from_millis(200));
    assert_eq!(engine.send("\n5 name"), "= cancelled");
    assert_eq!(engine.answer(), "=5 halfpoint");
}

#[cfg(unix)]
#[test]
fn a_closed_output_ends_every_search_and_analysis() {
    for command in GENERATING.into_iter().chain([
        "kata-search_cancellable b",
        "halfpoint-gfx moves",
        // The interval between reports is so long that no failed write shows the closed output.
        "kata-genmove_analyze b 360000",
        "kata-analyze b 360000",
    ]) {
        let mut engine = running(command);
        engine.output = None;
        // The input stays open.
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
fn any_further_line_and_the_end_of_input_end_an_analysis() {
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
