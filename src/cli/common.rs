//! Parts that several subcommands share: options and the output.

use std::io::{self, Write};
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use clap::Args;
use clap::builder::{PathBufValueParser, TypedValueParser};
use serde::de::IgnoredAny;

use halfpoint_core::excerpt::printable;
use halfpoint_core::rules::{NamedRules, ParseRulesError};
use halfpoint_engine::nn::{Arithmetic, Net, NetChoice};
use halfpoint_engine::player::Settings;
use halfpoint_engine::regular;
use halfpoint_gtp::grammar;
use halfpoint_sgf as sgf;

/// Returns the number of threads asked for, by default one for each processor.
pub(super) fn threads(wanted: Option<u16>) -> usize {
    let all = || thread::available_parallelism().map_or(1, usize::from);
    wanted.map_or_else(all, usize::from)
}

/// Option for the net that evaluates positions.
#[derive(Args, Debug)]
pub(super) struct NetArgs {
    /// Net that evaluates positions, ours or one of KataGo, or `none` for playouts in its place
    /// [default: the net in the program]
    #[arg(long, value_name = "FILE|none", value_parser = net_choice())]
    net: Option<NetChoice>,
}

impl NetArgs {
    /// Returns the net, in an arithmetic; `None` if there shall be none.
    ///
    /// # Errors
    /// If the net cannot be read.
    pub(super) fn open(&self, arithmetic: Arithmetic) -> Result<Option<Arc<Net>>, String> {
        let choice = self.net.as_ref().unwrap_or(&NetChoice::Embedded);
        let say = || log::warn!("--net {choice}: still reading it");
        let net = with_word_after(LONG_READING, say, || choice.open(arithmetic));
        net.map(|net| net.map(Arc::new))
            .map_err(|error| format!("--net {choice}: {error}"))
    }
}

/// Time after which the user is told that a net is being read.
const LONG_READING: Duration = Duration::from_millis(1500);

/// Does some work, and calls `say` in the meantime if it is not done after a time.
fn with_word_after<T>(after: Duration, say: impl FnOnce() + Send, work: impl FnOnce() -> T) -> T {
    let (done, waiting) = mpsc::channel::<()>();
    thread::scope(|scope| {
        let wait = move || {
            if waiting.recv_timeout(after) == Err(RecvTimeoutError::Timeout) {
                say();
            }
        };
        // Where the system has no thread for it, the user waits without a word.
        let _ = thread::Builder::new().spawn_scoped(scope, wait);
        let result = work();
        drop(done);
        result
    })
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

/// Returns the parser of `none`, `default` and paths of nets.
pub(super) fn net_choice() -> impl TypedValueParser<Value = NetChoice> {
    PathBufValueParser::new().map(NetChoice::from)
}

/// Number of seconds on the command line; fractions are allowed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seconds(pub(super) Duration);

impl FromStr for Seconds {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let seconds = grammar::whole(grammar::seconds, text);
        seconds.map(Seconds).ok_or("not a number of seconds")
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

/// Returns the seed asked for. Without one, returns the default seed if the number of playouts is
/// fixed, so that every run plays the same moves, and a random seed otherwise.
pub(super) fn seed(wanted: Option<u64>, playouts: Option<u64>) -> u64 {
    let usual = || match playouts {
        Some(_) => Settings::default().seed,
        None => rand::random(),
    };
    wanted.unwrap_or_else(usual)
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

    #[test]
    fn a_word_is_said_while_long_work_is_done() {
        let (said, heard) = mpsc::channel();
        let tell = || said.send(()).expect("a listener");
        let word = with_word_after(Duration::ZERO, tell, || heard.recv());
        assert_eq!(word, Ok(()));
        let quick = with_word_after(Duration::from_secs(3600), || panic!("no word"), || 7);
        assert_eq!(quick, 7);
    }
}
