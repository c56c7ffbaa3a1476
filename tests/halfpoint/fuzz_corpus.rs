//! Every input that the fuzzers start from, or that once showed a fault, through what they check.

use std::fs;
use std::path::PathBuf;

#[path = "../../fuzz/src/lib.rs"]
mod checks;

/// The files of a folder of the project, by name.
fn inputs(folder: &str) -> Vec<(String, Vec<u8>)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut inputs: Vec<_> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.is_file())
        .map(|path| {
            let bytes = fs::read(&path).expect("a file");
            (path.display().to_string(), bytes)
        })
        .collect();
    inputs.sort();
    assert!(!inputs.is_empty());
    inputs
}

fn check(folder: &str, check: fn(&[u8])) {
    for (name, input) in inputs(folder) {
        // Told where the check fails.
        println!("{name}");
        check(&input);
        // Cut off anywhere it must do, too.
        check(&input[..input.len() / 2]);
    }
}

#[test]
fn lines() {
    check("fuzz/seeds/line", checks::line);
}

#[test]
fn rules() {
    check("fuzz/seeds/rules", checks::rules);
}

#[test]
fn records() {
    check("fuzz/seeds/sgf", checks::sgf);
    check("crates/sgf/tests/records", checks::sgf);
}

#[test]
fn sessions() {
    check("fuzz/seeds/session", checks::session);
}
