//! The documentation tells the truth: the shell sessions and the GTP sessions of the README and of
//! `docs/` are run, the tables of rule sets are the engine's.

use crate::pages;

use std::io::Write;
use std::process::{Command, Stdio};

use halfpoint_core::rules::{PRESETS, ScoringRule};
use pages::{Page, pages};
use regex::Regex;

/// The page with the table of rule sets.
const RULES: &str = include_str!("../../docs/rules/README.md");

/// The blocks of a page that are marked with that word.
fn blocks<'a>(page: &'a Page, mark: &str) -> Vec<&'a str> {
    let fence = format!("```{mark}\n");
    page.text
        .split(fence.as_str())
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .collect()
}

#[test]
fn shell_sessions() {
    let cases = trycmd::TestCases::new();
    for page in pages() {
        if !blocks(&page, "console").is_empty() {
            cases.case(&page.path);
        }
    }
}

/// Whether a text is as the page has it, where `[..]` stands for anything.
fn is_as_told(text: &str, told: &str) -> bool {
    let parts: Vec<String> = told.split("[..]").map(regex::escape).collect();
    let pattern = format!("(?s)^{}$", parts.join(".*"));
    Regex::new(&pattern).is_ok_and(|pattern| pattern.is_match(text))
}

/// Runs a session: the command line first, then commands with their answers, each followed by an
/// empty line.
fn run(place: &str, block: &str) {
    let (command, session) = block.split_once('\n').expect("a command line");
    let arguments = command.strip_prefix("$ halfpoint").and_then(shlex::split);
    let arguments = arguments.unwrap_or_else(|| panic!("{place}: {command}"));
    let exchanges = session.split_terminator("\n\n");
    let (commands, answers): (Vec<&str>, Vec<&str>) = exchanges
        .map(|exchange| {
            let parts = exchange.split_once('\n');
            parts.unwrap_or_else(|| panic!("{place}: {exchange} has no answer"))
        })
        .unzip();
    let mut engine = Command::new(env!("CARGO_BIN_EXE_halfpoint"))
        .args(arguments)
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
    assert_eq!(lines.len(), answers.len(), "{place}: {command}");
    for ((line, answer), asked) in lines.into_iter().zip(answers).zip(commands) {
        assert!(
            is_as_told(line, answer),
            "{place}: {asked}: {line:?} instead of {answer:?}"
        );
    }
}

#[test]
fn gtp_sessions() {
    let mut count = 0;
    for page in pages() {
        for block in blocks(&page, "gtp") {
            run(&page.path, block);
            count += 1;
        }
    }
    assert!(count > PRESETS.len(), "{count} sessions");
}

#[test]
fn what_is_told_is_compared() {
    assert!(is_as_told("= B+3", "= B+3"));
    assert!(!is_as_told("= B+3.5", "= B+3"));
    assert!(is_as_told("= {\"a\":1,\"b\":2}", "= {[..]\"b\":2}"));
    assert!(!is_as_told("= {\"a\":1,\"b\":3}", "= {[..]\"b\":2}"));
    assert!(is_as_told("=\n X\nmore", "=\n X\n[..]"));
}

#[test]
fn table_of_rule_sets() {
    for preset in &PRESETS {
        let start = format!("| [`{id}`]({id}.md) |", id = preset.id);
        let row = RULES
            .lines()
            .find(|line| line.starts_with(&start))
            .unwrap_or_else(|| panic!("{} is not in the table", preset.id));
        let komi = match (preset.rules.scoring, preset.komi_elsewhere) {
            (ScoringRule::Spare, _) => "–".to_string(),
            (_, Some(_)) => "by board".to_string(),
            (_, None) => preset.usual_komi.to_string(),
        };
        assert!(row.ends_with(&format!("| {komi} |")), "{row}");
    }
}

/// Each rule set has a page, which names what it is called, its komi, and shows a session.
#[test]
fn pages_of_rule_sets() {
    let pages = pages();
    for preset in &PRESETS {
        let path = format!("docs/rules/{}.md", preset.id);
        let page = pages.iter().find(|page| page.path == path);
        let page = page.unwrap_or_else(|| panic!("there is no {path}"));
        let has = |text: &str| assert!(page.text.contains(text), "{path} lacks {text}");
        for alias in preset.aliases {
            has(&format!("`{alias}`"));
        }
        has(&format!("--rules {}", preset.id));
        match preset.rules.scoring {
            ScoringRule::Spare => has("no komi"),
            _ => has(&format!("| komi | {}", preset.usual_komi)),
        }
        let sessions = blocks(page, "gtp");
        let own = |block: &&str| block.contains(&format!("--rules {} ", preset.id));
        assert!(sessions.iter().any(own), "{path} has no session");
    }
    let rules = pages.iter().filter(|p| p.path.starts_with("docs/rules/"));
    // The index is one more.
    assert_eq!(rules.count(), PRESETS.len() + 1);
}
