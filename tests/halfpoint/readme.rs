//! Examples of the documentation: the shell sessions and GTP sessions of the README and of `docs/`
//! are run and their answers are compared, and the tables of rule sets are compared with the
//! presets.

use crate::pages;

use std::io::Write;
use std::process::{Command, Stdio};

use halfpoint_arena::plan::config::MatchConfig;
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::rules::{PRESETS, ScoringRule};
use pages::{Page, pages};
use regex::Regex;

/// Page with the table of rule sets.
const RULES: &str = include_str!("../../docs/rules/README.md");

/// Returns the code blocks of a page that have this mark.
fn blocks<'a>(page: &'a Page, mark: &str) -> Vec<&'a str> {
    let fence = format!("```{mark}\n");
    page.text
        .split(fence.as_str())
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .collect()
}

#[test]
fn shell_sessions_print_the_documented_output() {
    let cases = trycmd::TestCases::new();
    for page in pages() {
        if !blocks(&page, "console").is_empty() {
            cases.case(&page.path);
        }
    }
}

/// The settings of a match that a page shows are valid, and mean what the page says.
#[test]
fn documented_settings_of_a_match_are_valid() {
    let pages = pages();
    let page = pages
        .iter()
        .find(|page| page.path == "docs/reference/arena.md");
    let block = page.and_then(|page| blocks(page, "toml").first().copied());
    let config: MatchConfig = toml::from_str(block.expect("an example")).expect("settings");
    assert_eq!(config.validate(), Ok(()));
    assert_eq!(config.rules.id, "two_button");
    assert_eq!(config.komi(), HalfPoints::from_halves(13));
    assert_eq!(config.time.to_string(), "byoyomi 60 5 3");
    assert_eq!(config.engines.len(), 2);
    let text = toml::to_string(&config).expect("text");
    let back: MatchConfig = toml::from_str(&text).expect("settings");
    assert_eq!(back, config);
}

/// Returns whether a text matches the documented one, in which `[..]` stands for any text.
fn is_as_expected(text: &str, expected: &str) -> bool {
    let parts: Vec<String> = expected.split("[..]").map(regex::escape).collect();
    let pattern = format!("(?s)^{}$", parts.join(".*"));
    Regex::new(&pattern).is_ok_and(|pattern| pattern.is_match(text))
}

/// Runs a GTP session: its first line is the command line, then come commands with their answers,
/// each followed by an empty line.
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
            is_as_expected(line, answer),
            "{place}: {asked}: {line:?} instead of {answer:?}"
        );
    }
}

#[test]
fn gtp_sessions_get_the_documented_answers() {
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
fn placeholders_match_any_text_and_all_else_is_compared() {
    assert!(is_as_expected("= B+3", "= B+3"));
    assert!(!is_as_expected("= B+3.5", "= B+3"));
    assert!(is_as_expected("= {\"a\":1,\"b\":2}", "= {[..]\"b\":2}"));
    assert!(!is_as_expected("= {\"a\":1,\"b\":3}", "= {[..]\"b\":2}"));
    assert!(is_as_expected("=\n X\nmore", "=\n X\n[..]"));
}

#[test]
fn the_table_of_rule_sets_has_each_preset_with_its_komi() {
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

/// Each rule set has a page with its title, its other names, its komi and a session.
#[test]
fn each_rule_set_has_a_page_with_title_names_komi_and_a_session() {
    let pages = pages();
    for preset in &PRESETS {
        let path = format!("docs/rules/{}.md", preset.id);
        let page = pages.iter().find(|page| page.path == path);
        let page = page.unwrap_or_else(|| panic!("there is no {path}"));
        let has = |text: &str| assert!(page.text.contains(text), "{path} lacks {text}");
        let heading = format!("# {} (`{}`)\n", preset.title, preset.id);
        assert!(page.text.starts_with(&heading), "{path}: {heading}");
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
    // The index is one page more.
    assert_eq!(rules.count(), PRESETS.len() + 1);
}

/// The page of disputed counts shows each record as the first command for it draws it.
#[test]
fn pictures_of_disputed_counts_are_those_that_the_commands_draw() {
    let pages = pages();
    let page = pages
        .iter()
        .find(|page| page.path == "docs/disputed-counts.md");
    let page = page.expect("the page");
    let command = Regex::new(r"(?m)^\$ halfpoint score (docs/disputes/(\S+)\.sgf.*)$");
    let mut drawn = Vec::new();
    for found in command.expect("a pattern").captures_iter(&page.text) {
        let name = found[2].to_owned();
        if drawn.contains(&name) {
            continue;
        }
        let folder = tempfile::tempdir().expect("a folder");
        let picture = folder.path().join("picture.svg");
        let status = Command::new(env!("CARGO_BIN_EXE_halfpoint"))
            .arg("score")
            .args(shlex::split(&found[1]).expect("words"))
            .arg("--svg")
            .arg(&picture)
            .stdout(Stdio::null())
            .status()
            .expect("a run");
        assert!(status.success(), "{name}");
        let written = std::fs::read_to_string(&picture).expect("a picture");
        let committed = format!("docs/disputes/{name}.svg");
        assert_eq!(
            std::fs::read_to_string(&committed).ok(),
            Some(written),
            "{committed}"
        );
        assert!(
            page.text.contains(&format!("(disputes/{name}.svg)")),
            "{name} is shown"
        );
        drawn.push(name);
    }
    assert_eq!(drawn.len(), 6);
}
