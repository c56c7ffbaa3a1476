//! The README tells the truth: its shell sessions, those of `docs/score.md` and its GTP sessions are run,
//! its table of rule sets is the engine's.

use std::io::Write;
use std::process::{Command, Stdio};

use halfpoint::rules::{Counting, PRESETS};

const README: &str = include_str!("../README.md");

#[test]
fn shell_sessions() {
    let cases = trycmd::TestCases::new();
    cases.case("README.md").case("docs/score.md");
}

/// The blocks marked `gtp`: the command line first, then what goes in and what comes out.
fn gtp_blocks() -> Vec<&'static str> {
    README
        .split("```gtp\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .collect()
}

#[test]
fn gtp_sessions() {
    let blocks = gtp_blocks();
    assert!(!blocks.is_empty());
    for block in blocks {
        let (command, session) = block.split_once('\n').expect("a command line");
        let arguments = command.strip_prefix("$ halfpoint").expect("our program");
        // Each exchange is a command, its answer and an empty line.
        let exchanges = session.split_terminator("\n\n");
        let (commands, answers): (Vec<&str>, Vec<&str>) = exchanges
            .map(|exchange| exchange.split_once('\n').expect("an answer"))
            .unzip();
        let mut engine = Command::new(env!("CARGO_BIN_EXE_halfpoint"))
            .args(arguments.split_whitespace())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let mut input = engine.stdin.take().expect("a pipe");
        writeln!(input, "{}", commands.join("\n")).expect("the engine reads");
        drop(input);
        let output = engine.wait_with_output().expect("the engine ends");
        let output = String::from_utf8(output.stdout).expect("text");
        let lines: Vec<&str> = output.split_terminator("\n\n").map(str::trim_end).collect();
        assert_eq!(lines.len(), answers.len(), "{command}");
        for (line, answer) in lines.into_iter().zip(answers) {
            // `[..]` stands for whatever follows.
            let is_right = match answer.split_once("[..]") {
                Some((beginning, _)) => line.starts_with(beginning),
                None => line == answer,
            };
            assert!(is_right, "{command}: {line:?} instead of {answer:?}");
        }
    }
}

#[test]
fn table_of_rule_sets() {
    for preset in &PRESETS {
        let start = format!("| `{}` |", preset.id);
        let row = README
            .lines()
            .find(|line| line.starts_with(&start))
            .unwrap_or_else(|| panic!("{} is not in the table", preset.id));
        let komi = match preset.rules.counting {
            Counting::Spare => "–".to_string(),
            _ => preset.usual_komi.to_string(),
        };
        assert!(row.ends_with(&format!("| {komi} |")), "{row}");
    }
}
