//! Exit codes of the program, and the text about them in its help.

use std::process::ExitCode;

/// Exit code of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exit {
    /// The run came to its end.
    Success = 0,
    /// The run failed, or its answer is no.
    Failure = 1,
    /// The command line is wrong, and nothing was begun. The argument parser has this code too.
    Usage = 2,
    /// A signal asked for the end, and the run did not end in time. Shells report this code for a
    /// command that SIGINT ended.
    Interrupted = 130,
}

impl Exit {
    /// All exit codes, from low to high.
    const ALL: [Exit; 4] = [Exit::Success, Exit::Failure, Exit::Usage, Exit::Interrupted];

    /// Returns the number that the system gets.
    pub(super) fn code(self) -> u8 {
        self as u8
    }

    /// Returns the line of the help about the code.
    fn meaning(self) -> &'static str {
        match self {
            Exit::Success => "done; also when the reader of the output has closed it",
            Exit::Failure => {
                "failed, or the answer is no: a file or setting refused, a proof wrong, a match stopped"
            }
            Exit::Usage => {
                "wrong use: a command, an option or a value that does not exist, is missing, or excludes another one"
            }
            Exit::Interrupted => "ended by a second signal, or 5 seconds after the first one",
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
    }
}

/// Returns the table of the exit codes, a line each, below its heading.
pub(super) fn table() -> String {
    let rows = Exit::ALL.map(|exit| format!("\n  {:<5}{}", exit.code(), exit.meaning()));
    format!("Exit codes:{}", rows.concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_those_of_the_argument_parser_and_documented_as_in_the_help() {
        use clap::error::{Error, ErrorKind};
        let wrong: Error = Error::new(ErrorKind::UnknownArgument);
        assert_eq!(i32::from(Exit::Usage.code()), wrong.exit_code());
        let page = include_str!("../../docs/reference/command-line.md");
        for exit in Exit::ALL {
            let row = format!("| {} | {} |", exit.code(), exit.meaning());
            assert!(page.contains(&row), "{row}");
            let line = format!("\n  {:<5}{}", exit.code(), exit.meaning());
            assert!(table().contains(&line));
        }
    }
}
