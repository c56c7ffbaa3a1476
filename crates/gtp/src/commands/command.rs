//! A command of the protocol: a row of the table, which says all there is to say about it.

use halfpoint_core::suggest;

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
    pub summary: &'static str,
    /// Paragraphs and lists in Markdown that explain more, and an example.
    pub manual: Option<Manual>,
    /// Entries of GoGui's menu that run the command.
    pub menu: &'static [MenuEntry],
    /// Minimum and maximum number of arguments.
    arity: (usize, usize),
    handler: Handler,
}

/// Part of a command's page that its row does not say.
#[derive(Clone, Copy, Debug)]
pub struct Manual {
    /// Paragraphs and lists in Markdown.
    pub details: &'static str,
    /// Fields of the answer in their order, with their meaning.
    pub fields: &'static [(&'static str, &'static str)],
    /// A session: the command line, then commands with their answers. The tests run it as it stands
    /// in `docs/gtp.md`; `[..]` stands for any text.
    pub example: &'static str,
}

/// Entry of the menu that GoGui shows: kind, label, and arguments of the command. The kinds are
/// those of GoGui's manual, "Analyze Commands".
pub type MenuEntry = (&'static str, &'static str, &'static str);

/// Function that answers a command.
#[derive(Clone, Copy, Debug)]
enum Handler {
    /// Reads and changes the session.
    Session(fn(&mut Session, &Arguments<'_>) -> Answer),
    /// Answers a question about the table of commands itself.
    Table(fn(Table, &Arguments<'_>) -> Answer),
}

/// Maximum number of arguments of commands that take a list; the length of a line is the only
/// bound.
pub(super) const ANY: usize = usize::MAX;

impl Command {
    /// Returns the row of a command about the session.
    pub(super) const fn new(
        name: &'static str,
        usage: &'static str,
        arity: (usize, usize),
        handler: fn(&mut Session, &Arguments<'_>) -> Answer,
        summary: &'static str,
    ) -> Command {
        Command::with(name, usage, arity, Handler::Session(handler), summary)
    }

    /// Returns the row of a command about the table itself.
    pub(super) const fn about_table(
        name: &'static str,
        usage: &'static str,
        arity: (usize, usize),
        handler: fn(Table, &Arguments<'_>) -> Answer,
        summary: &'static str,
    ) -> Command {
        Command::with(name, usage, arity, Handler::Table(handler), summary)
    }

    const fn with(
        name: &'static str,
        usage: &'static str,
        arity: (usize, usize),
        handler: Handler,
        summary: &'static str,
    ) -> Command {
        Command {
            name,
            usage,
            summary,
            manual: None,
            menu: &[],
            arity,
            handler,
        }
    }

    /// Adds a manual to a row.
    pub(super) const fn manual(self, details: &'static str, example: &'static str) -> Command {
        self.manual_with_fields(details, &[], example)
    }

    /// Adds a manual with the fields of the answer to a row.
    pub(super) const fn manual_with_fields(
        mut self,
        details: &'static str,
        fields: &'static [(&'static str, &'static str)],
        example: &'static str,
    ) -> Command {
        self.manual = Some(Manual {
            details,
            fields,
            example,
        });
        self
    }

    /// Adds entries of GoGui's menu to a row.
    pub(super) const fn menu(mut self, menu: &'static [MenuEntry]) -> Command {
        self.menu = menu;
        self
    }

    /// Runs the command, which is a row of `table`. A command that fails changes nothing.
    pub(super) fn run(
        &self,
        table: Table,
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

/// Commands by topic.
#[derive(Clone, Copy, Debug)]
pub struct Table(pub(super) &'static [&'static [Command]]);

impl Table {
    /// Returns all commands, in the order in which `list_commands` gives them.
    pub fn iter(self) -> impl Iterator<Item = &'static Command> + Clone {
        self.0.iter().copied().flatten()
    }

    /// Returns the command of this name.
    #[must_use]
    pub fn find(self, name: &str) -> Option<&'static Command> {
        self.iter().find(|command| command.name == name)
    }

    /// Returns the name of a command that a client may have meant by an unknown one.
    pub(super) fn nearest(self, name: &str) -> Option<&'static str> {
        suggest::nearest(name, self.iter().map(|command| command.name))
    }
}

#[cfg(test)]
mod tests {
    use super::super::COMMANDS;

    #[test]
    fn names_are_unique_and_usages_fit_the_number_of_arguments() {
        for (index, command) in COMMANDS.iter().enumerate() {
            let name = command.name;
            assert!(!name.contains(char::is_whitespace));
            assert!(!command.summary.is_empty());
            assert!(command.arity.0 <= command.arity.1);
            assert_eq!(command.usage.is_empty(), command.arity.1 == 0, "{name}");
            let first = COMMANDS.iter().position(|other| other.name == name);
            assert_eq!(first, Some(index), "{name}");
        }
    }

    #[test]
    fn each_own_command_has_a_manual_with_an_example() {
        for command in COMMANDS.iter() {
            let ours = command.name.starts_with("halfpoint-");
            assert!(!ours || command.manual.is_some(), "{}", command.name);
            if let Some(manual) = command.manual {
                let shown = format!("\n{}", command.name);
                assert!(manual.example.contains(&shown), "{}", command.name);
            }
        }
    }
}
