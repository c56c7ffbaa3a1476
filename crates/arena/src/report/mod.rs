//! Report of a match: an HTML page for people, and tables for GoGui.
//!
//! Nothing is computed here: all numbers come from [`Summary`](super::summary::Summary).

mod dat;
mod document;
mod ladder;
mod page;
mod plots;
mod tables;
mod text;

pub use dat::dat;
pub use ladder::page as ladder_page;
pub use page::page;

use super::config::MatchConfig;
use super::record::GameRecord;

/// Returns the files of a report, each with its name and content.
///
/// The page is `report.html`. The tables that GoGui reads are `match.dat` for two engines, and one
/// file for each two engines if there are more. `records` are in the order in which the games
/// finished.
#[must_use]
pub fn files(config: &MatchConfig, records: &[GameRecord]) -> Vec<(String, String)> {
    let mut files = vec![("report.html".to_string(), page(config, records))];
    let names: Vec<&str> = config
        .engines
        .iter()
        .map(|engine| engine.name.as_str())
        .collect();
    for (place, first) in names.iter().enumerate() {
        for second in &names[place + 1..] {
            let stem = match names.len() {
                2 => "match".to_string(),
                _ => format!("{}-{}", file_name(first), file_name(second)),
            };
            let name = not_taken(&stem, &files);
            files.push((name, dat(config, records, first, second)));
        }
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
/// and `b-c`. Letter case is ignored, as in some file systems.
fn not_taken(stem: &str, files: &[(String, String)]) -> String {
    let taken = |name: &String| {
        files
            .iter()
            .any(|file| file.0.to_lowercase() == name.to_lowercase())
    };
    let numbered = (2..).map(|number: u32| format!("{stem}.{number}.dat"));
    let mut names = std::iter::once(format!("{stem}.dat")).chain(numbered);
    names.find(|name| !taken(name)).unwrap_or_default()
}
