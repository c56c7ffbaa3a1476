//! The guide: its pages are short, and each of their examples that can be pasted is run.
//!
//! The guide is what `docs/SUMMARY.md` lists under *Guide*, and the README. The pages of the rule
//! sets, which stand one level deeper there, are reference; `readme.rs` runs their examples.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;

use halfpoint_arena::plan::config::MatchConfig;
use tempfile::{TempDir, tempdir};

use crate::pages::{pages, root};
use crate::program::PROGRAM;

/// Largest number of words of a page.
const MAX_PAGE: usize = 1_500;
/// Largest number of words of all pages together.
const MAX_GUIDE: usize = 15_000;

/// Beginning of the comment above a block that the tests cannot run; the reason follows.
const NOT_RUN: &str = "<!-- not run: ";

/// Page, its examples that are run (here, by `readme.rs` or `play_command.rs`), and those that are
/// not, each with its reason in the page.
const EXAMPLES: [(&str, usize, usize); 14] = [
    ("README.md", 2, 1),
    ("docs/board.md", 0, 4),
    ("docs/play.md", 2, 0),
    ("docs/rules/README.md", 3, 0),
    ("docs/examples.md", 11, 0),
    ("docs/score.md", 2, 0),
    ("docs/disputed-counts.md", 8, 0),
    ("docs/review.md", 3, 1),
    ("docs/clients.md", 4, 0),
    ("docs/net.md", 4, 1),
    ("docs/arena.md", 5, 1),
    ("docs/lab.md", 4, 0),
    ("docs/half-points.md", 1, 0),
    ("docs/own-rules.md", 4, 0),
];

/// Block of code of a page.
struct Block {
    /// Word behind the fence, such as `sh`.
    mark: String,
    /// Text between the fences.
    text: String,
    /// Whether the page says that the block is not run.
    is_run: bool,
}

/// Returns the paths of the pages of the guide, in their order.
fn guide() -> Vec<String> {
    let summary = fs::read_to_string(root().join("docs/SUMMARY.md")).expect("the summary");
    let guide = summary.split("\n# ").find(|part| part.starts_with("Guide"));
    let entries = guide.expect("the guide").lines();
    let pages = entries.filter(|line| line.starts_with("- ["));
    let paths = pages.filter_map(|line| Some(line.split_once("](")?.1.trim_end_matches(')')));
    let paths = paths.map(|path| format!("docs/{path}"));
    std::iter::once("README.md".to_string())
        .chain(paths)
        .collect()
}

/// Returns the text of a page.
fn text_of(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns the number of words of a page, those of its examples and tables included.
fn words(text: &str) -> usize {
    let is_word = |word: &&str| word.chars().any(char::is_alphanumeric);
    text.split_whitespace().filter(is_word).count()
}

/// Returns the blocks of code of a page.
fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut last = "";
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(mark) = line.trim_start().strip_prefix("```") {
            let inside = lines.by_ref().take_while(|line| line.trim() != "```");
            let text: Vec<&str> = inside.collect();
            blocks.push(Block {
                mark: mark.to_string(),
                text: text.join("\n"),
                is_run: !last.starts_with(NOT_RUN),
            });
        }
        last = line;
    }
    blocks
}

/// Returns a new folder with the record of the documentation, in which the examples of a page run.
fn workplace() -> TempDir {
    let folder = tempdir().expect("a folder");
    fs::create_dir(folder.path().join("docs")).expect("a folder");
    let example = "docs/example.sgf";
    fs::copy(root().join(example), folder.path().join(example)).expect("a copy");
    folder
}

/// Runs a script in a folder, without input.
fn run(script: &str, folder: &Path) -> Output {
    let programs = Path::new(PROGRAM).parent().expect("a folder");
    let path = std::env::var("PATH").expect("PATH");
    Command::new("sh")
        .args(["-e", "-c", script])
        .env("PATH", format!("{}:{path}", programs.display()))
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("a shell")
}

/// Runs a block of commands, or checks data; returns why it fails, and whether it is an example.
fn tried(block: &Block, folder: &Path) -> Result<bool, String> {
    let script = match block.mark.as_str() {
        "sh" => block.text.clone(),
        "text" if block.text.starts_with("/path/to/halfpoint") => {
            block.text.replace("/path/to/halfpoint", "halfpoint")
        }
        // Run by readme.rs, and transcripts of games by play_command.rs.
        "console" | "gtp" => return Ok(true),
        "text" => return Ok(block.text.starts_with("$ halfpoint play")),
        "json" => {
            let data = serde_json::from_str::<serde_json::Value>(&block.text);
            return data.map(|_| false).map_err(|error| error.to_string());
        }
        "toml" => {
            let settings = toml::from_str::<MatchConfig>(&block.text);
            let settings = settings.map_err(|error| error.to_string())?;
            let valid = settings.validate().map(|()| true);
            return valid.map_err(|error| error.to_string());
        }
        other => return Err(format!("a block is marked {other:?}")),
    };
    let output = run(&script, folder);
    match output.status.success() {
        true => Ok(true),
        false => Err(format!(
            "{script}\n{}",
            String::from_utf8_lossy(&output.stderr)
        )),
    }
}

/// Returns a command in a block without a fence, which no mark says how to run.
fn bare_command(text: &str) -> Option<&str> {
    let mut is_inside = false;
    text.lines().find(|line| {
        is_inside ^= line.trim_start().starts_with("```");
        let is_command = line.starts_with("    halfpoint ") || line.starts_with("    printf ");
        !is_inside && is_command
    })
}

/// Tries all examples of a page; returns how many were run and how many the page excepts.
fn tried_page(path: &str) -> Result<(usize, usize), String> {
    let text = text_of(path);
    if let Some(line) = bare_command(&text) {
        return Err(format!("{path}: {line:?} stands in no fence"));
    }
    // A page may use what its earlier examples have made.
    let folder = workplace();
    let mut counts = (0, 0);
    for block in blocks(&text) {
        if !block.is_run {
            counts.1 += 1;
        } else if tried(&block, folder.path()).map_err(|error| format!("{path}: {error}"))? {
            counts.0 += 1;
        }
    }
    Ok(counts)
}

/// A page that the summary does not list is missing on the site that is made of it.
#[test]
fn the_summary_lists_every_page() {
    let summary = text_of("docs/SUMMARY.md");
    for page in pages() {
        let path = page.path.strip_prefix("docs/").unwrap_or("SUMMARY.md");
        let is_listed = path == "SUMMARY.md" || summary.contains(&format!("]({path})"));
        assert!(is_listed, "{path}");
    }
}

#[test]
fn pages_of_the_guide_are_short() {
    let mut total = 0;
    let mut table = Vec::new();
    for path in guide() {
        let count = words(&text_of(&path));
        assert!(count <= MAX_PAGE, "{path} has {count} words");
        total += count;
        table.push(format!("{count:>6} {path}"));
    }
    println!("{}\n{total:>6} all", table.join("\n"));
    assert!(total <= MAX_GUIDE, "{total} words:\n{}", table.join("\n"));
}

#[test]
fn every_example_of_the_guide_is_run_or_says_why_not() {
    let listed = guide();
    let known: Vec<&str> = EXAMPLES.iter().map(|&(page, ..)| page).collect();
    assert_eq!(listed, known);
    let found: Vec<Result<(usize, usize), String>> = thread::scope(|scope| {
        let tried: Vec<_> = known
            .iter()
            .map(|page| scope.spawn(|| tried_page(page)))
            .collect();
        let joined = tried.into_iter().map(|one| one.join());
        joined.map(|one| one.expect("no panic")).collect()
    });
    for ((page, run, not_run), found) in EXAMPLES.into_iter().zip(found) {
        assert_eq!(found, Ok((run, not_run)), "{page}");
    }
}

#[test]
fn failing_examples_and_unknown_marks_are_found() {
    let page = "```sh\nhalfpoint --nonsense\n```\n\n<!-- not run: why -->\n```sh\nfalse\n```\n\n```rust\n```\n\n```json\n{\n```\n";
    let blocks = blocks(page);
    let folder = workplace();
    let seen: Vec<(bool, bool)> = blocks
        .iter()
        .map(|block| (block.is_run, tried(block, folder.path()).is_err()))
        .collect();
    assert_eq!(
        seen,
        [(true, true), (false, true), (true, true), (true, true)]
    );
    assert_eq!(bare_command("```sh\n    halfpoint\n```\n"), None);
    assert!(bare_command("text\n\n    halfpoint board\n").is_some());
    assert_eq!(words("| two | words |\n|---|---|\n"), 2);
}
