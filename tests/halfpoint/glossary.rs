//! Names in the glossary: each name of the code, of GTP, of JSON and of the command line that it
//! gives for a term exists.

use std::fs;
use std::path::Path;

use halfpoint_core::rules::{PRESETS, find, to_json};
use halfpoint_gtp::COMMANDS;
use regex::Regex;

use crate::pages::root;

/// The glossary.
const GLOSSARY: &str = include_str!("../../GLOSSARY.md");

/// Returns the texts of all Rust files in a folder and below it.
fn sources(folder: &Path) -> Vec<String> {
    let mut texts = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            texts.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            texts.push(fs::read_to_string(&path).expect("text"));
        }
    }
    texts
}

/// Returns the texts of the sources of all crates, without tests.
fn all_sources() -> Vec<String> {
    let mut texts = sources(&root().join("src"));
    for entry in fs::read_dir(root().join("crates")).expect("a folder") {
        texts.extend(sources(&entry.expect("an entry").path().join("src")));
    }
    texts
}

/// Returns a pattern that is matched with lines.
fn pattern(text: &str) -> Regex {
    Regex::new(&format!("(?m){text}")).expect("a pattern")
}

/// Returns whether a name such as `Board`, `is_eye`, `PRESETS` or `Board::chain` is defined.
fn is_defined(sources: &[String], name: &str) -> bool {
    let Some((owner, member)) = name.split_once("::") else {
        let items = "struct|enum|trait|type|fn|mod|const|static";
        let item = pattern(&format!(r"\b(?:{items}) {name}\b"));
        return sources.iter().any(|text| item.is_match(text));
    };
    let about = pattern(&format!(
        r"\b(?:struct|enum|trait|type) {owner}\b|^impl\b.*\b{owner}\b"
    ));
    // A function or constant, a field, or a variant.
    let member = pattern(&format!(
        r"\b(?:fn|const) {member}\b|^\s*pub(?:\([a-z]+\))? {member}:|^\s*{member}(?:[,({{]| =|$)"
    ));
    let defines = |text: &String| about.is_match(text) && member.is_match(text);
    sources.iter().any(defines)
}

/// Returns whether the JSON of a rule set has a field, and the value if one is given, as in
/// `"ko":"SIMPLE"`; or whether another source writes the field.
fn is_json(sources: &[String], name: &str) -> bool {
    let mut presets = PRESETS.iter();
    let quoted = match name.contains('"') {
        true => name.to_string(),
        false => format!("\"{name}\""),
    };
    presets.any(|preset| {
        to_json(preset.id, &preset.rules)
            .to_string()
            .contains(&quoted)
    }) || sources.iter().any(|text| text.contains(&quoted))
}

/// Returns whether GTP knows a command of that name, or writes a word or field of that name.
fn is_gtp(sources: &[String], name: &str) -> bool {
    let word = name.split(' ').next().unwrap_or(name);
    let quoted = pattern(&format!("\"[^\"\n]*\\b{name}\\b[^\"\n]*\""));
    COMMANDS.iter().any(|command| command.name == word)
        || sources.iter().any(|text| quoted.is_match(text))
}

/// Returns whether a subcommand exists, given as in `halfpoint dev bench`.
fn is_subcommand(sources: &[String], name: &str) -> bool {
    let words = name.strip_prefix("halfpoint ").unwrap_or_default();
    let variant = |word: &str| {
        let (first, rest) = word.split_at(1);
        pattern(&format!(r"^    {}{rest}[({{ ]", first.to_uppercase()))
    };
    let mut words = words.split(' ').filter(|word| !word.is_empty()).peekable();
    words.peek().is_some()
        && words.all(|word| {
            let variant = variant(word);
            sources.iter().any(|text| variant.is_match(text))
        })
}

/// Returns the names of a cell with the words before each, as `("GTP status", "dame")`.
fn names(cell: &str) -> Vec<(String, String)> {
    let name = Regex::new(r"([A-Za-z ]*)`([^`]+)`").expect("a pattern");
    let mut names = Vec::new();
    let mut kind = String::new();
    for found in name.captures_iter(cell) {
        // `GTP` holds for the names after it, too: GTP `a`, `b`.
        if kind != "GTP" || !found[1].trim().is_empty() {
            kind = found[1].trim().to_string();
        }
        names.push((kind.clone(), found[2].to_string()));
    }
    names
}

/// Returns why a name of the glossary is wrong; `None` if it exists.
fn fault(sources: &[String], kind: &str, name: &str) -> Option<String> {
    let exists = match kind {
        _ if name.starts_with("scripts/") || name.starts_with("gtp-tests/") => {
            root().join(name).exists()
        }
        "" | "is false" | "is true" => is_defined(sources, name),
        "JSON" => is_json(sources, name),
        "GTP" | "GTP status" => is_gtp(sources, name),
        "rule set" => find(name).is_some(),
        "command" => is_subcommand(sources, name),
        "id" => sources
            .iter()
            .any(|text| text.contains(&format!("\"{name}\""))),
        other => return Some(format!("{other:?} before {name} is unknown")),
    };
    (!exists).then(|| format!("{kind} {name} does not exist"))
}

/// Returns the cells with names, the last ones of the rows of all tables.
fn cells(text: &str) -> Vec<&str> {
    let rows = text
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| term"));
    rows.filter_map(|row| row.trim_end_matches([' ', '|']).rsplit(" | ").next())
        .collect()
}

#[test]
fn every_name_of_the_glossary_exists() {
    let sources = all_sources();
    let mut faults = Vec::new();
    let mut count = 0;
    for cell in cells(GLOSSARY) {
        for (kind, name) in names(cell) {
            count += 1;
            faults.extend(fault(&sources, &kind, &name));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(count > 200, "only {count} names were seen");
}

#[test]
fn missing_names_are_found() {
    let sources = all_sources();
    for (kind, name) in [
        ("", "Bord"),
        ("", "Board::chains_of"),
        ("JSON", "\"scoring\":\"SEA\""),
        ("GTP", "halfpoint-nonsense"),
        ("rule set", "chess"),
        ("command", "halfpoint nonsense"),
        ("", "scripts/nothing"),
    ] {
        assert!(fault(&sources, kind, name).is_some(), "{kind} {name}");
    }
}
