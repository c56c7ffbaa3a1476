//! Report of a match: an HTML page for people, and tables for GoGui.
//!
//! Nothing is computed here: all numbers come from [`Summary`](super::summary::Summary).

mod dat;
pub mod document;
mod games;
mod page;
pub mod plots;
pub mod tables;
pub mod text;
mod tones;

pub use dat::dat;
pub use page::page;

use std::collections::BTreeSet;

use crate::log::record::GameRecord;
use crate::plan::config::MatchConfig;

/// Maximum number of tables: each is a file that is flushed to the disk.
const MAX_TABLES: usize = 500;

/// Returns the files of a report, each with its name and content.
///
/// The page is `report.html`. The tables that GoGui reads are `match.dat` for two engines, and one
/// file for each two engines if there are more, up to 500. `records` are in the order in
/// which the games finished.
#[must_use]
pub fn files(config: &MatchConfig, records: &[GameRecord]) -> Vec<(String, String)> {
    let mut files = vec![("report.html".to_string(), page(config, records))];
    let mut taken = BTreeSet::new();
    let names: Vec<&str> = config.names().collect();
    let pairings = names.iter().enumerate().flat_map(|(place, first)| {
        let others = names[place + 1..].iter();
        others.map(move |second| (*first, *second))
    });
    for (first, second) in pairings.take(MAX_TABLES) {
        let stem = match names.len() {
            2 => "match".to_string(),
            _ => format!("{}-{}", file_name(first), file_name(second)),
        };
        let name = not_taken(&stem, &mut taken);
        files.push((name, dat(config, records, first, second)));
    }
    if config.pairings() > MAX_TABLES as u64 {
        log::warn!("only the first {MAX_TABLES} pairings of engines get a .dat file");
    }
    files
}

/// Makes a name usable as a part of a file name: unusual characters become `_`, and the length is
/// at most 60 bytes.
fn file_name(name: &str) -> String {
    let safe = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '+');
    let mut name: String = name
        .chars()
        .map(|c| if safe(c) { c } else { '_' })
        .collect();
    while name.len() > 60 {
        name.pop();
    }
    // A leading dot would hide the file.
    if name.is_empty() || name.starts_with('.') {
        name.insert(0, '_');
    }
    name
}

/// Returns `stem.dat`, with a number if that name is taken: `a-b` and `c` give the same name as `a`
/// and `b-c`. Letter case is ignored, as in some file systems. The name counts as taken afterwards.
fn not_taken(stem: &str, taken: &mut BTreeSet<String>) -> String {
    let numbered = (2..).map(|number: u32| format!("{stem}.{number}.dat"));
    let mut names = std::iter::once(format!("{stem}.dat")).chain(numbered);
    names
        .find(|name| taken.insert(name.to_lowercase()))
        .unwrap_or_default()
}
