//! Inputs of the fuzzers, and inputs that once showed a fault, run through the checks of the
//! fuzzers.

use std::fs;
use std::path::PathBuf;

#[path = "../../fuzz/src/lib.rs"]
mod checks;

/// Returns name and content of each file in a folder of the repository, sorted by name. Panics if
/// there are none.
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
        // The output of a failing test names the input.
        println!("{name}");
        check(&input);
        // A truncated input must pass as well.
        check(&input[..input.len() / 2]);
    }
}

#[test]
fn queries_pass_the_fuzz_checks() {
    check("fuzz/seeds/analysis", checks::analysis);
}

#[cfg(feature = "board")]
#[test]
fn requests_of_the_board_pass_the_fuzz_checks() {
    check("fuzz/seeds/board", checks::board);
}

#[test]
fn journals_pass_the_fuzz_checks() {
    check("fuzz/seeds/journal", checks::journal);
}

#[test]
fn gtp_lines_pass_the_fuzz_checks() {
    check("fuzz/seeds/line", checks::line);
}

#[test]
fn rules_pass_the_fuzz_checks() {
    check("fuzz/seeds/rules", checks::rules);
}

#[test]
fn game_records_pass_the_fuzz_checks() {
    check("fuzz/seeds/sgf", checks::sgf);
    check("crates/sgf/tests/records", checks::sgf);
}

#[test]
fn gtp_sessions_pass_the_fuzz_checks() {
    check("fuzz/seeds/session", checks::session);
}

#[test]
fn nets_pass_the_fuzz_checks() {
    check("fuzz/seeds/net", checks::net);
}

#[test]
fn shards_pass_the_fuzz_checks() {
    check("fuzz/seeds/shard", checks::shard);
}
