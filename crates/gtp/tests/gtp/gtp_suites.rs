//! Runs the suites `gtp-tests/*.tst`, which have the format of gogui-regress: a command with a
//! number, and below it a pattern that the whole answer must match.
//!
//! ```text
//! 10 play black D4
//! 20 final_score
//! #? [B\+.*]
//! 30 play black D4
//! #? [\? illegal move: occupied]
//! 40 reg_genmove white
//! #? [!pass]*
//! ```
//!
//! `!` before the pattern inverts it, `*` behind it marks a known failure, which is reported when
//! it passes. An error can only match a pattern that begins with `\?`, and is matched including the
//! question mark and the space before its text; gogui-regress itself counts every error as a
//! failure. A command without an expectation must succeed. Each suite has a session of its own
//! without a net, and one with the embedded net.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use regex::Regex;

use halfpoint_engine::player::Settings;
use halfpoint_gtp::{Options, Response, Session};
use halfpoint_nn::{Arithmetic, Net};

/// The expected answer to the preceding command.
struct Expectation {
    pattern: Regex,
    inverted: bool,
    of_error: bool,
    known_failure: bool,
}

impl Expectation {
    fn parse(text: &str) -> Result<Expectation, String> {
        let text = text.trim();
        let (text, known_failure) = match text.strip_suffix('*') {
            Some(text) => (text.trim_end(), true),
            None => (text, false),
        };
        let inner = text.strip_prefix('[').and_then(|t| t.strip_suffix(']'));
        let inner = inner.ok_or("an expectation stands in [ ]")?;
        let (inner, inverted) = match inner.strip_prefix('!') {
            Some(inner) => (inner, true),
            None => (inner, false),
        };
        let whole = format!("(?s)\\A(?:{inner})\\z");
        Ok(Expectation {
            pattern: Regex::new(&whole).map_err(|error| error.to_string())?,
            inverted,
            of_error: inner.starts_with(r"\?"),
            known_failure,
        })
    }

    fn holds(&self, response: &Response) -> bool {
        let matches = match response.result() {
            Ok(text) => self.pattern.is_match(text.trim()),
            Err(_) if !self.of_error => return false,
            Err(reason) => self.pattern.is_match(&format!("? {reason}")),
        };
        matches != self.inverted
    }
}

/// A command that has been run.
struct Done {
    place: String,
    response: Response,
    expected: bool,
}

impl Done {
    fn answer(&self) -> String {
        self.response.to_string().trim_end().to_string()
    }
}

/// Runs a suite, by playouts or with a net, and returns its failures.
fn run(path: &Path, net: Option<Arc<Net>>) -> Vec<String> {
    let text = fs::read_to_string(path).expect("a readable suite");
    let mut session = Session::new(Options {
        net,
        settings: Settings {
            playouts: Some(200),
            ..Settings::default()
        },
        ..Options::default()
    });
    let mut failures = Vec::new();
    let mut last: Option<Done> = None;
    let check_last = |last: &Option<Done>, failures: &mut Vec<String>| {
        if let Some(done) = last
            && !done.expected
            && done.response.result().is_err()
        {
            failures.push(format!("{}: unexpected {}", done.place, done.answer()));
        }
    };
    for (index, line) in text.lines().enumerate() {
        let place = format!("{}:{}: {line}", path.display(), index + 1);
        if let Some(expectation) = line.trim().strip_prefix("#?") {
            let Some(done) = &mut last else {
                failures.push(format!("{place}: no command to expect this of"));
                continue;
            };
            done.expected = true;
            match Expectation::parse(expectation) {
                Err(error) => failures.push(format!("{place}: {error}")),
                Ok(expectation) => {
                    match (expectation.holds(&done.response), expectation.known_failure) {
                        (true, true) => eprintln!("{place}: passes now, for all that it is marked"),
                        (false, false) => {
                            failures.push(format!(
                                "{}\n    {line}\n    but {}",
                                done.place,
                                done.answer()
                            ));
                        }
                        _ => (),
                    }
                }
            }
            continue;
        }
        let Some(response) = session.handle_line(line) else {
            continue;
        };
        check_last(&last, &mut failures);
        let number = line
            .split_whitespace()
            .next()
            .and_then(|word| word.parse().ok());
        if number != response.id() {
            failures.push(format!("{place}: answered with the id {:?}", response.id()));
        }
        last = Some(Done {
            place,
            response,
            expected: false,
        });
    }
    check_last(&last, &mut failures);
    failures
}

#[test]
fn all_suites_pass() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../gtp-tests");
    let entries = fs::read_dir(folder).expect("the folder gtp-tests");
    let mut suites: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "tst"))
        .collect();
    suites.sort();
    assert!(!suites.is_empty(), "there are suites");
    let net = Arc::new(Net::embedded(Arithmetic::Int8).expect("a net"));
    let failures: Vec<String> = [None, Some(net)]
        .into_iter()
        .flat_map(|net| suites.iter().flat_map(move |suite| run(suite, net.clone())))
        .collect();
    assert!(
        failures.is_empty(),
        "{} failures\n{}",
        failures.len(),
        failures.join("\n")
    );
}
