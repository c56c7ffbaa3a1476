//! Subcommand `man`: manual pages, generated from the description of the command line.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

use halfpoint_gtp::files;

use super::common::{in_file, print};

/// Section of the manual: games, where other Go programs are filed too.
const SECTION: &str = "6";

/// Options of `halfpoint man`.
#[derive(Args, Debug)]
pub struct ManArgs {
    /// Folder to write a page for the program and for each subcommand into [default: print the page
    /// of the program]
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
}

impl ManArgs {
    /// Prints the program's page, or writes all pages into the folder, which is created if it is
    /// missing.
    ///
    /// # Errors
    /// If the page cannot be printed, or a file cannot be written.
    pub fn run(self, command: Command) -> Result<(), String> {
        let pages = pages(command).map_err(|error| error.to_string())?;
        match self.folder {
            Some(folder) => write(&folder, &pages),
            None => {
                let program = pages.iter().find(|page| page.words.len() == 1);
                print(program.map_or("", |page| &page.text))
            }
        }
    }
}

/// Manual page.
struct Page {
    /// Name of the program, then those of the subcommands that lead to the one described.
    words: Vec<String>,
    /// Text in roff, the language of `man`.
    text: String,
}

impl Page {
    /// Returns the name of the file, such as `halfpoint-arena-ladder.6`.
    fn file_name(&self) -> String {
        format!("{}.{SECTION}", self.words.join("-"))
    }
}

/// Writes each page into a file of its own. Creates the folder if it is missing.
fn write(folder: &Path, pages: &[Page]) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(in_file(folder))?;
    for page in pages {
        let path = folder.join(page.file_name());
        files::write_whole(&path, page.text.as_bytes()).map_err(in_file(&path))?;
    }
    Ok(())
}

/// Returns the pages of a program and of all its subcommands except the hidden ones, the program
/// first.
fn pages(program: Command) -> io::Result<Vec<Page>> {
    // The pages take the place of the subcommand `help`.
    let mut program = program.disable_help_subcommand(true);
    // Sets the values that subcommands inherit from the program, such as their full names.
    program.build();
    let mut pages = Vec::new();
    let mut left = vec![(Vec::new(), program)];
    while let Some((mut words, command)) = left.pop() {
        words.push(command.get_name().to_string());
        let subcommands = command.get_subcommands().filter(|sub| !sub.is_hide_set());
        left.extend(subcommands.map(|sub| (words.clone(), sub.clone())));
        let text = page(command)?;
        pages.push(Page { words, text });
    }
    Ok(pages)
}

/// Returns the page of one command in roff.
///
/// The texts after the options get sections of their own in which line breaks are kept:
/// `clap_mangen` would join its examples into one paragraph.
fn page(command: Command) -> io::Result<String> {
    let after = command.get_after_long_help().or(command.get_after_help());
    let after = after.map(|text| text.to_string());
    let mut text = Vec::new();
    let bare = command.after_help(None).after_long_help(None);
    Man::new(bare).section(SECTION).render(&mut text)?;
    let mut page = String::from_utf8_lossy(&text).into_owned();
    let parts = after.iter().flat_map(|text| text.split("\n\n"));
    page.extend(parts.map(section));
    Ok(page)
}

/// Returns a section headed by the first line of a text if that ends in a colon (such as
/// `Examples:`), else by `Notes`, with the line breaks of the rest kept.
fn section(text: &str) -> String {
    let headed = text
        .split_once('\n')
        .and_then(|(first, rest)| Some((first.strip_suffix(':')?, rest)));
    let (heading, lines) = headed.unwrap_or(("Notes", text));
    let heading = heading.to_uppercase();
    let mut section = Roff::new();
    section.control("SH", [heading.as_str()]);
    section.control("nf", []);
    for line in lines.lines() {
        section.text([roman(line)]);
    }
    section.control("fi", []);
    section.to_roff()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a text as it stands in roff, where a bare hyphen is a dash.
    fn in_roff(text: &str) -> String {
        text.replace('-', "\\-")
    }

    /// Calls `check` with each visible command and the words that lead to it.
    fn each_command(
        command: &Command,
        words: &[String],
        check: &mut impl FnMut(&[String], &Command),
    ) {
        let words = [words, &[command.get_name().to_string()]].concat();
        check(&words, command);
        for sub in command.get_subcommands().filter(|sub| !sub.is_hide_set()) {
            each_command(sub, &words, check);
        }
    }

    #[test]
    fn each_visible_command_has_a_page_with_each_of_its_options() {
        let command = super::super::command();
        let pages = pages(command.clone()).expect("pages in memory");
        let mut commands = 0;
        each_command(&command, &[], &mut |words, command| {
            commands += 1;
            let page = pages.iter().find(|page| page.words == words);
            let text = &page.unwrap_or_else(|| panic!("a page of {words:?}")).text;
            let arguments = command.get_arguments();
            for argument in arguments.filter(|argument| !argument.is_hide_set()) {
                let name = match (argument.get_long(), argument.get_value_names()) {
                    (Some(long), _) => in_roff(&format!("--{long}")),
                    (None, Some([name, ..])) => in_roff(name),
                    _ => panic!("an argument of {words:?} without a name: {argument:?}"),
                };
                assert!(text.contains(&name), "{words:?} lacks {name}:\n{text}");
            }
        });
        assert_eq!(pages.len(), commands);
        assert!(commands > 10, "{commands} commands");
    }

    #[test]
    fn pages_start_with_their_title_and_section() {
        for page in pages(super::super::command()).expect("pages in memory") {
            let title = format!(".TH {} {SECTION} ", page.words.join("-"));
            let first = page.text.lines().find(|line| line.starts_with(".TH"));
            let first = first.expect("a title").replace("\\-", "-");
            assert!(first.starts_with(&title), "{first:?}, not {title:?}");
        }
    }

    #[test]
    fn lines_of_examples_are_not_filled() {
        assert_eq!(
            section("Examples:\n  halfpoint --size 9   a small board\n  halfpoint rules"),
            ".SH EXAMPLES\n.nf\n  halfpoint \\-\\-size 9   a small board\n  halfpoint rules\n.fi\n"
        );
        let notes = "Options: as in the file.\nOthers follow.";
        assert!(section(notes).starts_with(".SH NOTES\n.nf\nOptions: as"));
    }
}
