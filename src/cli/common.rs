//! Parts that several subcommands share: inputs and the output.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;
use std::str::FromStr;
use std::thread;

use clap::builder::RangedI64ValueParser;
use clap::value_parser;
use serde::de::IgnoredAny;

use halfpoint_core::excerpt::printable;
use halfpoint_core::rules::{NamedRules, ParseRulesError};
use halfpoint_engine::player::{MAX_MEMORY_MB, MAX_THREADS};
use halfpoint_gtp::files;
use halfpoint_sgf as sgf;
use halfpoint_system::regular;

/// Returns the parser of a number of threads.
pub(super) fn thread_number() -> RangedI64ValueParser<u16> {
    value_parser!(u16).range(1..=i64::from(MAX_THREADS))
}

/// Returns the parser of a bound on memory, in MiB.
pub(super) fn memory_mb() -> RangedI64ValueParser<u32> {
    value_parser!(u32).range(1..=i64::from(MAX_MEMORY_MB))
}

/// Returns the number of threads asked for, by default one for each processor.
pub(super) fn threads(wanted: Option<u16>) -> usize {
    let all = || thread::available_parallelism().map_or(1, usize::from);
    wanted.map_or_else(all, usize::from)
}

/// Reads a game record of at most 16 MiB that the user names, `-` for standard input.
///
/// # Errors
/// If the file is not regular, cannot be read or is longer.
pub(super) fn record_bytes(file: &Path) -> io::Result<Vec<u8>> {
    match file == Path::new("-") {
        true => sgf::bytes_of(io::stdin()),
        false => regular::given(file).and_then(sgf::bytes_of),
    }
}

/// Rule sets on the command line, separated by commas. A comma within JSON separates nothing.
#[derive(Clone, Debug)]
pub(super) struct RulesList(pub(super) Vec<NamedRules>);

impl FromStr for RulesList {
    type Err = ParseRulesError;

    fn from_str(text: &str) -> Result<Self, ParseRulesError> {
        let mut all = Vec::new();
        let mut rest = Some(text);
        while let Some(text) = rest {
            let from = json_length(text);
            let end = text[from..].find(',').map(|comma| from + comma);
            let (one, after) = match end {
                Some(comma) => (&text[..comma], Some(&text[comma + 1..])),
                None => (text, None),
            };
            all.push(one.trim().parse()?);
            rest = after;
        }
        Ok(RulesList(all))
    }
}

/// Returns the length of the JSON object at the beginning of a text; 0 if there is none.
fn json_length(text: &str) -> usize {
    if !text.trim_start().starts_with('{') {
        return 0;
    }
    let mut objects = serde_json::Deserializer::from_str(text).into_iter::<IgnoredAny>();
    match objects.next() {
        Some(Ok(_)) => objects.byte_offset(),
        _ => 0,
    }
}

/// Prints to standard output. A reader that has closed the pipe is no error.
pub(super) fn print(text: &str) -> Result<(), String> {
    printed(io::stdout().write_all(text.as_bytes()))
}

/// Prints text for people, in which names and other foreign text may stand: what a terminal would
/// obey is escaped.
pub(super) fn show(text: &str) -> Result<(), String> {
    print(&printable(text))
}

/// Flushes standard output after a write.
///
/// # Errors
/// If something could not be written. A reader that has closed the pipe is no error.
pub(super) fn printed(written: io::Result<()>) -> Result<(), String> {
    match written.and_then(|()| io::stdout().flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.to_string()),
        _ => Ok(()),
    }
}

/// Returns a function that puts the name of a file before an error.
pub(super) fn in_file<E: Display>(path: &Path) -> impl Fn(E) -> String {
    move |error| format!("{}: {error}", path.display())
}

/// Writes the files of a report, each with its name and text, into the folder of what it is about,
/// and prints their paths.
pub(super) fn write_report(dir: &Path, report: Vec<(String, String)>) -> Result<(), String> {
    let mut paths = String::new();
    for (name, text) in report {
        let path = dir.join(name);
        files::write_own(&path, text.as_bytes()).map_err(in_file(&path))?;
        paths.push_str(&format!("{}\n", path.display()));
    }
    show(&paths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_within_json_separate_no_rules() {
        let ids = |text: &str| {
            let list = text.parse::<RulesList>();
            list.map(|list| list.0.iter().map(ToString::to_string).collect::<Vec<_>>())
        };
        assert_eq!(ids("button, aga"), Ok(vec!["button".into(), "aga".into()]));
        let worth = r#"{"id":"button","buttonWorth":{"black":0,"white":1}}"#;
        let katago = "koSIMPLEscoreTERRITORYtaxSEKIsui0";
        let list = ids(&format!("{worth},{katago},chinese"));
        let wanted = ["white_button", "japanese", "chinese"].map(String::from);
        assert_eq!(list, Ok(wanted.to_vec()));
        for text in [
            "",
            ",",
            "button,",
            "button,,aga",
            "{,}",
            r#"{"id":"button"}x,aga"#,
        ] {
            assert!(text.parse::<RulesList>().is_err(), "{text}");
        }
    }
}
