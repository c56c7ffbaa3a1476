//! The version of the program in files that Cargo does not read.

use std::fs;

use crate::pages::root;

/// Version of the program, from `Cargo.toml`.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Returns whether a line of a file at the root of the repository fulfils a condition.
fn has_line(file: &str, fulfils: impl Fn(&str) -> bool) -> bool {
    let text = fs::read_to_string(root().join(file)).unwrap_or_else(|e| panic!("{file}: {e}"));
    text.lines().any(fulfils)
}

#[test]
fn the_citation_names_the_version() {
    let named = format!("version: {VERSION}");
    assert!(has_line("CITATION.cff", |line| line == named), "{named}");
}

/// `scripts/release-notes` looks for this heading.
#[test]
fn the_change_log_has_a_section_for_the_version() {
    let heading = format!("## [{VERSION}] - ");
    let found = has_line("CHANGELOG.md", |line| line.starts_with(&heading));
    assert!(found, "{heading}");
}
