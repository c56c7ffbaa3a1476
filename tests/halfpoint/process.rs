//! The program as a client sees it: a process with three pipes.

use crate::program;

use std::fs;
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use halfpoint_engine::player::MAX_LEVEL;
use program::Engine;
use tempfile::tempdir;

/// Time limit for waits, longer than any step takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_halfpoint"));
    command
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    command
}

fn ends_within(engine: &mut Engine, time: Duration) -> bool {
    engine
        .end_within(time)
        .is_some_and(|status| status.success())
}

/// Returns all output of the program for an input, after which the input ends.
fn run(arguments: &[&str], input: &[u8]) -> String {
    let mut engine = Engine::plain(arguments);
    let mut pipe = engine.input.take().expect("a pipe");
    let input = input.to_vec();
    let writer = thread::spawn(move || {
        // A write fails once the engine has quit, which is no error here.
        let _ = pipe.write_all(&input);
    });
    let mut output = String::new();
    let pipe = engine.output.as_mut().expect("output is open");
    pipe.read_to_string(&mut output).expect("text");
    writer.join().expect("the writer ends");
    assert!(ends_within(&mut engine, PATIENCE));
    output
}

#[test]
fn a_clock_that_leaves_no_time_to_search_is_warned_of_once() {
    let folder = tempdir().expect("a folder");
    let log = folder.path().join("log");
    let path = log.to_str().expect("text");
    let mut engine = Engine::plain(&["--size", "9", "--threads", "1", "--log-file", path]);
    engine.send("time_settings 0 0.001 1");
    engine.send("genmove b");
    engine.send("genmove w");
    engine.send("quit");
    assert!(ends_within(&mut engine, PATIENCE));
    let log = fs::read_to_string(log).expect("a log");
    assert_eq!(log.matches("moves are first guesses").count(), 1, "{log}");
    assert!(log.contains("WARN"), "{log}");
}

#[test]
fn the_engine_answers_its_name_and_quits() {
    let mut engine = Engine::plain(&[]);
    assert_eq!(engine.send("name"), "= halfpoint");
    assert_eq!(engine.send("7 protocol_version"), "=7 2");
    assert_eq!(engine.send("quit"), "=");
    assert!(ends_within(&mut engine, PATIENCE));
}

#[test]
fn all_line_ends_and_control_characters_are_read() {
    assert_eq!(
        run(&[], b"1 name\r\n2 name"),
        "=1 halfpoint\n\n=2 halfpoint\n\n"
    );
    assert_eq!(run(&[], b""), "");
    assert_eq!(run(&[], b"\n\r\n# nothing\n\t\n"), "");
    assert_eq!(run(&[], b"3 ec\x01ho\ta\tb\x00\n"), "=3 a b\n\n");
}

#[test]
fn bad_lines_are_error_messages() {
    let id = "99999999999999999999 name\n-1 name\n2147483648\n12\n";
    assert_eq!(
        run(&[], id.as_bytes()),
        "? id too large\n\n? unknown command\n\n? id too large\n\n?12 missing command\n\n"
    );
    assert_eq!(
        run(&[], b"4 echo \xff\xfe\n5 name\n"),
        "?4 invalid text encoding\n\n=5 halfpoint\n\n"
    );
}

#[test]
fn a_line_of_a_megabyte_is_refused_or_skipped() {
    let mut input = b"1 echo ".to_vec();
    input.resize(1 << 20, b'x');
    input.extend(b"\n2 name\n");
    assert_eq!(run(&[], &input), "?1 line too long\n\n=2 halfpoint\n\n");
    let mut input = b"# ".to_vec();
    input.resize(1 << 20, b'x');
    input.extend(b"\n2 name\n");
    assert_eq!(run(&[], &input), "=2 halfpoint\n\n");
}

#[test]
fn a_hundred_thousand_commands_are_answered() {
    let output = run(&[], "name\n".repeat(100_000).as_bytes());
    assert_eq!(output.len(), "= halfpoint\n\n".len() * 100_000);
}

#[test]
fn a_closed_output_ends_the_engine() {
    let mut engine = Engine::plain(&[]);
    assert_eq!(engine.send("name"), "= halfpoint");
    engine.output = None;
    let pipe = engine.input.as_mut().expect("input is open");
    for _ in 0..100 {
        if pipe.write_all(b"list_commands\n").is_err() {
            break;
        }
        thread::sleep(Duration::from_millis(2));
    }
    assert!(ends_within(&mut engine, PATIENCE));
}

#[test]
fn fixed_playouts_give_equal_moves_in_a_script_and_one_by_one() {
    let arguments = ["--size", "9", "--playouts", "600", "--seed", "3"];
    let at_once = run(&arguments, b"genmove b\ngenmove w\ngenmove b\n");
    let mut engine = Engine::plain(&arguments);
    let one_by_one = ["b", "w", "b"].map(|color| engine.send(&format!("genmove {color}")) + "\n\n");
    assert_eq!(at_once, one_by_one.concat());
}

#[test]
fn options_set_rules_and_size_and_bad_ones_are_refused() {
    let input = b"get_komi\nkata-get-rules\n";
    let output = run(&["--rules", "Two Button", "--size", "9x13"], input);
    assert!(
        output.starts_with("= 6.5\n\n") && output.contains("\"id\":\"two_button\""),
        "{output}"
    );
    let output = run(
        &["gtp", "--rules", "ultimate", "--bowl-handicap", "2"],
        b"halfpoint-state\n",
    );
    assert!(
        output.contains("\"bowl\":{\"black\":1,\"white\":3}"),
        "{output}"
    );
    let locked = &["--lock-rules", "--rules", "aga"];
    let output = run(locked, b"kgs-rules japanese\nkata-get-rules\n");
    assert!(
        output.starts_with("=\n\n= ") && output.contains("\"id\":\"aga\""),
        "{output}"
    );
    for bad in [
        &["--rules", "nonsense"][..],
        &["--komi", "0.25"],
        &["--size", "26"],
        &["--size", "1"],
        &["--bowl-handicap", "2"],
        &["--threads", "0"],
        &["nonsense"],
    ] {
        let output = command(bad).output().expect("the program starts");
        assert!(!output.status.success(), "{bad:?}");
        assert!(output.stdout.is_empty(), "{bad:?}");
    }
}

#[test]
fn perft_rules_and_help_print_their_tables() {
    assert_eq!(run(&["perft", "--size", "2x3"], b""), "489\n");
    assert_eq!(run(&["perft", "--size", "2", "--depth", "5"], b""), "337\n");
    let rules = run(&["rules"], b"");
    assert!(
        rules
            .lines()
            .any(|line| line.starts_with("two_button_moves ")),
        "{rules}"
    );
    let help = run(&["gtp", "--help"], b"");
    assert!(help.contains("halfpoint-propose_dead COLOR"), "{help}");
    let levels = format!("from 1 to {MAX_LEVEL}");
    for subcommand in ["gtp", "play"] {
        let help = run(&[subcommand, "--help"], b"");
        assert!(help.contains(&levels), "{help}");
    }
}

#[test]
fn a_pondering_engine_answers_at_once_and_ends_with_its_input() {
    let mut engine = Engine::plain(&["--size", "9", "--playouts", "200", "--ponder"]);
    assert!(engine.send("genmove b").starts_with("= "));
    for _ in 0..20 {
        thread::sleep(Duration::from_millis(5));
        let begin = Instant::now();
        assert_eq!(engine.send("undo"), "=");
        assert!(engine.send("genmove b").starts_with("= "));
        assert!(begin.elapsed() < PATIENCE);
    }
    engine.input = None;
    assert!(ends_within(&mut engine, PATIENCE));
    for _ in 0..20 {
        let arguments = ["--size", "5", "--playouts", "10", "--ponder"];
        assert_eq!(run(&arguments, b"genmove b\n").matches('=').count(), 1);
    }
}

#[test]
fn moves_are_taken_back_if_that_was_agreed_on() {
    for (agreed, asking, answer, moves) in [
        ("on", "w", "= accepted", 0),
        ("on", "b", "= accepted", 0),
        ("off", "w", "= refused", 1),
        ("off", "b", "= refused", 1),
        // Under `opponent` only the side that did not move may ask.
        ("opponent", "w", "= accepted", 0),
        ("opponent", "b", "= refused", 1),
    ] {
        let mut engine = Engine::plain(&["--take-back", agreed]);
        let ask = format!("halfpoint-take_back {asking}");
        assert_eq!(engine.send(&ask), "? cannot undo");
        assert_eq!(engine.send("play b D4"), "=");
        assert_eq!(engine.send(&ask), answer);
        let state = engine.send("halfpoint-state");
        assert!(state.contains(&format!("\"moves\":{moves},")), "{state}");
    }
}

/// Returns the moves of an analysis report in its order, with their visits.
fn moves_of(report: &str) -> Vec<(String, u32)> {
    let infos = report.split("info ").filter(|info| !info.is_empty());
    let moves = infos.map(|info| {
        let mut words = info.split(' ');
        let mut after = |key| {
            words.find(|&word| word == key);
            words.next().unwrap_or_default().to_string()
        };
        let (name, visits) = (after("move"), after("visits"));
        (name, visits.parse().expect("a number"))
    });
    moves.collect()
}

/// An analysis reports until the next line comes, whatever it is; the answer to that line comes
/// after the analysis. No move is played.
#[test]
fn analysis_goes_on_until_the_next_line() {
    for arguments in [&["--size", "9"][..], &["--size", "9", "--playouts", "100"]] {
        let mut engine = Engine::plain(arguments);
        for (number, command) in [
            "lz-analyze 1 minmoves 2",
            "kata-analyze w 1 minmoves 2 ownership true",
        ]
        .iter()
        .enumerate()
        {
            engine.write(&format!("{number} {command}\n"));
            assert_eq!(engine.line(), format!("={number}\n"));
            let reports = [engine.line(), engine.line()].map(|line| line.trim_end().to_string());
            for report in &reports {
                let moves = moves_of(report);
                assert!(moves.len() > 1, "{report}");
                // The first move is the one to choose: with a net it may have fewer visits.
                assert!(
                    moves[1..].is_sorted_by(|one, other| one.1 >= other.1),
                    "{report}"
                );
                let owned = report.split(" ownership ").nth(1);
                let owned = owned.map_or(0, |owned| owned.split(' ').count());
                assert_eq!(owned, if number == 1 { 81 } else { 0 });
            }
            let [first, second] = reports.map(|report| {
                let moves = moves_of(&report);
                moves.iter().map(|(_, visits)| visits).sum::<u32>()
            });
            assert!(first <= second);
            engine.write(["# interrupt\n", "stop\n"][number]);
            // The rest of the analysis ends with a blank line.
            engine.answer();
            if number == 1 {
                assert_eq!(engine.answer(), "=");
            }
        }
        let state = engine.send("halfpoint-state");
        assert!(state.contains("\"moves\":0"), "{state}");
        // Commands that arrive together do not wait for each other: each analysis has one report.
        engine.write("lz-analyze\nkata-analyze\nname\n");
        for _ in 0..2 {
            assert!(engine.answer().starts_with("=\ninfo move "));
        }
        assert_eq!(engine.answer(), "= halfpoint");
        engine.write("lz-analyze\n");
        engine.input = None;
        assert!(ends_within(&mut engine, PATIENCE));
    }
}

/// The command reports its search and then plays the move.
#[test]
fn moves_are_analyzed_and_played() {
    let mut engine = Engine::plain(&["--size", "5", "--time-per-move", "0.2"]);
    for (number, command) in ["lz-genmove_analyze b 2", "kata-genmove_analyze w 2"]
        .iter()
        .enumerate()
    {
        let answer = engine.send(command);
        let mut lines = answer.lines();
        assert_eq!(lines.next(), Some("="));
        let played = lines
            .next_back()
            .and_then(|line| line.strip_prefix("play "));
        let played = played.unwrap_or_else(|| panic!("{answer}"));
        let reports: Vec<&str> = lines.collect();
        assert!(!reports.is_empty());
        let last = moves_of(reports[reports.len() - 1]);
        assert!(last.iter().any(|(name, _)| name == played), "{answer}");
        let state = engine.send("halfpoint-state");
        let moves = format!("\"moves\":{}", number + 1);
        assert!(state.contains(&moves), "{state}");
    }
    engine.send("play b resign");
    assert_eq!(engine.send("lz-genmove_analyze w"), "? game over");
    // There is no report on a game that is over.
    engine.write("lz-analyze\nname\n");
    assert_eq!(engine.answer(), "=");
    assert_eq!(engine.answer(), "= halfpoint");
}

/// On a small board the solver runs before the search, and is interrupted as well.
#[test]
fn an_interruption_ends_the_solver() {
    let mut engine = Engine::plain(&["--size", "4", "--time-per-move", "1000"]);
    engine.send("gogui-play_sequence b B2 w C3 b C2 w B3");
    let begin = Instant::now();
    engine.write("genmove b\n");
    thread::sleep(Duration::from_millis(200));
    engine.write("# interrupt\n");
    assert!(engine.answer().starts_with("= "));
    assert!(begin.elapsed() < PATIENCE);
}

/// Without an option the seed varies, but with a number of playouts alone it is fixed, so that
/// results repeat.
#[test]
fn seeds_vary_unless_they_or_playouts_are_set() {
    let seed = |arguments: &[&str]| Engine::plain(arguments).send("get_random_seed");
    assert_ne!(seed(&[]), seed(&[]));
    assert_eq!(seed(&["--seed", "7"]), "= 7");
    assert_eq!(seed(&["--playouts", "10"]), "= 1");
}

#[test]
fn completions_are_printed_for_five_shells() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = command(&["completions", shell]).output().expect("an end");
        let script = String::from_utf8(output.stdout).expect("text");
        assert!(
            output.status.success() && script.contains("lock-rules"),
            "{shell}"
        );
    }
}

#[test]
fn manual_pages_are_printed_and_written() {
    let output = command(&["man"]).output().expect("an end");
    let printed = String::from_utf8(output.stdout).expect("text");
    assert!(output.status.success() && printed.contains("\n.TH halfpoint 6 "));
    let folder = tempdir().expect("a folder");
    // The folder does not exist yet.
    let pages = folder.path().join("share").join("man6");
    let path = pages.to_str().expect("UTF-8");
    let output = command(&["man", path]).output().expect("an end");
    assert!(
        output.status.success() && output.stdout.is_empty(),
        "{output:?}"
    );
    let read = |name: &str| fs::read_to_string(pages.join(name)).expect(name);
    assert_eq!(read("halfpoint.6"), printed);
    assert!(read("halfpoint-arena-ladder.6").contains("\n.TH halfpoint-arena-ladder 6 "));
    // A file is in the place of the folder.
    let file = pages.join("halfpoint.6");
    let mut command = command(&["man", file.to_str().expect("UTF-8")]);
    let output = command.stderr(Stdio::piped()).output().expect("an end");
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("halfpoint.6"), "{errors}");
}

/// Pictures for GoGui come on standard error, each ended by an empty line, and none come when they
/// are off.
#[test]
fn live_pictures_are_drawn_during_a_search() {
    let pictures = |arguments: &[&str], input: &str| {
        let mut command = command(arguments);
        let mut child = command.stderr(Stdio::piped()).spawn().expect("starts");
        let mut pipe = child.stdin.take().expect("input is open");
        pipe.write_all(input.as_bytes()).expect("the engine reads");
        drop(pipe);
        let output = child.wait_with_output().expect("the engine ends");
        let answers = String::from_utf8(output.stdout).expect("text");
        assert!(!answers.contains("gogui-gfx"), "{answers}");
        String::from_utf8(output.stderr).expect("text")
    };
    let quick = ["--size", "5", "--playouts", "300"];
    assert_eq!(pictures(&quick, "genmove b\n"), "");
    let black = "play b B3\nplay b C3\nplay b D3\n";
    for (picture, sign) in [
        ("moves", "LABEL "),
        ("visits", "INFLUENCE "),
        ("line", "VAR w "),
        ("ownership", "INFLUENCE "),
        ("territory", "BLACK "),
    ] {
        let by_option = pictures(
            &[&quick[..], &["--live-graphics", picture]].concat(),
            &format!("{black}genmove w\n"),
        );
        let drawn = by_option.strip_suffix("gogui-gfx: CLEAR\n");
        let by_option = drawn.expect("nothing is left on the board");
        let blocks: Vec<&str> = by_option.split_terminator("\n\n").collect();
        for block in &blocks {
            assert!(block.starts_with("gogui-gfx:"), "{picture}: {block}");
        }
        let last = blocks.last().expect("a picture at the end");
        assert!(last.contains(sign), "{picture}: {last}");
        // The last picture shows the whole search, which is equal whether an option or a command
        // asked for it.
        let by_command = pictures(
            &quick,
            &format!("halfpoint-param live show {picture}\n{black}genmove w\n"),
        );
        let by_command = by_command.strip_suffix("gogui-gfx: CLEAR\n");
        assert_eq!(
            by_command.and_then(|drawn| drawn.split_terminator("\n\n").last()),
            Some(*last),
            "{picture}"
        );
    }
}

/// The log names moves as `play` takes them, tokens by their names.
#[test]
fn the_log_names_moves_as_people_do() {
    for (arguments, position, wanted) in [
        (
            &[
                "--rules",
                "button",
                "--komi",
                "0",
                "--size",
                "5",
                "--playouts",
                "500",
            ][..],
            "gogui-play_sequence b C1 w D1 b C2 w D2 b C3 w D3 b C4 w D4 b C5 w D5",
            "black button: ",
        ),
        (&["--size", "2", "--playouts", "500"], "komi 0", "kept by "),
        (&["--size", "7", "--playouts", "500"], "komi 0", " visits, "),
    ] {
        let mut engine = Engine::plain(&[arguments, &["-vv"]].concat());
        assert_eq!(engine.send(position), "=");
        assert!(engine.send("genmove b").starts_with("= "));
        assert_eq!(engine.send("quit"), "=");
        assert!(ends_within(&mut engine, PATIENCE));
        let log = engine.errors();
        assert!(log.contains(wanted), "{wanted:?} is not in {log}");
        for form in ["Place(", "Token(", "Point(", "Edge {", "Candidate {"] {
            assert!(!log.contains(form), "{form} is in {log}");
        }
    }
}
