//! A command of the protocol: a row of the table.

use super::super::arguments::Arguments;
use super::super::error::{Answer, GtpError};
use super::super::session::Session;

/// A command of the protocol.
#[derive(Clone, Copy, Debug)]
pub struct Command {
    /// Name of the command.
    pub name: &'static str,
    /// Arguments in words, for people.
    pub usage: &'static str,
    /// Purpose of the command, in a few words.
    pub help: &'static str,
    /// Minimum and maximum number of arguments.
    arity: (usize, usize),
    handler: Handler,
}

/// Function that answers a command.
#[derive(Clone, Copy, Debug)]
enum Handler {
    /// Reads and changes the session.
    Session(fn(&mut Session, &Arguments<'_>) -> Answer),
    /// Answers a question about the table of commands itself.
    Table(fn(&[Command], &Arguments<'_>) -> Answer),
}

impl Command {
    /// Runs the command, which is a row of `table`. A command that fails changes nothing.
    pub(super) fn run(
        &self,
        table: &[Command],
        session: &mut Session,
        arguments: &Arguments<'_>,
    ) -> Answer {
        let (min, max) = self.arity;
        if !(min..=max).contains(&arguments.words().len()) {
            return Err(GtpError::Usage {
                name: self.name,
                usage: self.usage,
            });
        }
        match self.handler {
            Handler::Session(run) => run(session, arguments),
            Handler::Table(run) => run(table, arguments),
        }
    }
}

/// Returns the command of this name in a table.
pub(super) fn find<'a>(table: &'a [Command], name: &str) -> Option<&'a Command> {
    table.iter().find(|command| command.name == name)
}

/// Maximum number of arguments of commands that take a list; the length of a line is the only
/// bound.
pub(super) const ANY: usize = usize::MAX;

/// Returns the row of a command about the session.
pub(super) const fn row(
    name: &'static str,
    usage: &'static str,
    arity: (usize, usize),
    handler: fn(&mut Session, &Arguments<'_>) -> Answer,
    help: &'static str,
) -> Command {
    Command {
        name,
        usage,
        help,
        arity,
        handler: Handler::Session(handler),
    }
}

/// Returns the row of a command about the table itself.
pub(super) const fn row_about_table(
    name: &'static str,
    usage: &'static str,
    arity: (usize, usize),
    handler: fn(&[Command], &Arguments<'_>) -> Answer,
    help: &'static str,
) -> Command {
    Command {
        name,
        usage,
        help,
        arity,
        handler: Handler::Table(handler),
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::COMMANDS;

    #[test]
    fn names_are_unique_and_usages_fit_the_number_of_arguments() {
        for (index, command) in COMMANDS.iter().enumerate() {
            assert!(!command.name.contains(char::is_whitespace));
            assert!(!command.help.is_empty());
            assert!(command.arity.0 <= command.arity.1);
            assert_eq!(
                command.usage.is_empty(),
                command.arity.1 == 0,
                "{}",
                command.name
            );
            let first = COMMANDS.iter().position(|other| other.name == command.name);
            assert_eq!(first, Some(index), "{}", command.name);
        }
    }
}
