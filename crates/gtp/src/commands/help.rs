//! The command `help`, and the page of all commands.

use halfpoint_core::suggest::nearest;

use super::super::arguments::Arguments;
use super::super::error::{Answer, GtpError};
use super::command::{Command, find};
use super::manual::{self, STATE_FIELDS};

/// Lists all commands, one per line, or describes one command in full.
pub fn help(table: &[Command], arguments: &Arguments<'_>) -> Answer {
    match arguments.words().first() {
        None => {
            let lines = table
                .iter()
                .map(|command| format!("{}: {}", usage(command), command.help));
            Ok(lines.collect::<Vec<_>>().join("\n"))
        }
        Some(name) => {
            let nearest = nearest_command(table, name);
            about(find(table, name).ok_or(GtpError::UnknownCommand { nearest })?)
        }
    }
}

/// Returns the command that a client may have meant by an unknown name.
pub fn nearest_command(table: &[Command], name: &str) -> Option<&'static str> {
    nearest(name, table.iter().map(|command| command.name))
}

/// Formats a command with its arguments.
fn usage(command: &Command) -> String {
    let space = if command.usage.is_empty() { "" } else { " " };
    format!("{}{space}{}", command.name, command.usage)
}

fn about(command: &Command) -> Answer {
    let mut text = format!("{}\n{}", usage(command), command.help);
    if let Some(entry) = manual::entry(command.name) {
        text += &format!("\n{}\nExample:\n{}", entry.details, entry.example);
    }
    if command.name == "halfpoint-state" {
        for (field, meaning) in STATE_FIELDS {
            text += &format!("\n{field}: {meaning}");
        }
    }
    Ok(text)
}

/// Returns the page `docs/gtp.md`: every row of the table, and the manual of the engine's own
/// commands.
pub fn page(table: &[Command]) -> String {
    let mut text = String::from(PREFACE);
    for command in table {
        let usage = usage(command).replace('|', "\\|");
        let link = match manual::entry(command.name) {
            Some(_) => format!(" ([more](#{}))", command.name),
            None => String::new(),
        };
        text += &format!(
            "| `{usage}` | {}{link} |\n",
            command.help.replace('|', "\\|")
        );
    }
    text += "\n## Our own commands\n";
    for command in table {
        let Some(entry) = manual::entry(command.name) else {
            continue;
        };
        text += &format!("\n### {}\n\n", command.name);
        text += &format!(
            "`{}`: {}.\n\n{}\n",
            usage(command),
            command.help,
            entry.details
        );
        if command.name == "halfpoint-state" {
            text += "\n| field | meaning |\n|---|---|\n";
            for (field, meaning) in STATE_FIELDS {
                text += &format!("| `{field}` | {meaning} |\n");
            }
        }
        text += &format!("\n```gtp\n{}\n\n```\n", entry.example);
    }
    text
}

const PREFACE: &str = "\
# GTP commands

`halfpoint` speaks version 2 of the Go Text Protocol on its standard input and output. In a session,
`help` lists the commands and `help COMMAND` describes one.

A command is one line: an optional number, the name, and arguments. The answer begins with `=`, or with
`?` and the reason; a command that fails changes nothing. An empty line ends the answer. Arguments in
brackets are optional, and `|` separates alternatives.

`scripts/gtp-page` writes this page from the engine's table of commands. Tests compare the two and run the
sessions.

## All commands

| command | what it does |
|---|---|
";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{COMMANDS, Options, Session};

    fn ask(text: &str) -> Result<String, String> {
        let mut session = Session::new(Options::default());
        let response = session.handle_line(text).expect("an answer");
        response
            .result()
            .map(str::to_string)
            .map_err(str::to_string)
    }

    #[test]
    fn help_lists_all_commands_and_describes_each() {
        let all = ask("help").expect("a list");
        assert_eq!(all.lines().count(), COMMANDS.len());
        for command in COMMANDS {
            let answer = ask(&format!("help {}", command.name)).expect(command.name);
            assert!(answer.starts_with(command.name), "{answer}");
            assert!(answer.contains(command.help), "{answer}");
        }
        assert_eq!(
            ask("help genmov"),
            Err("unknown command; did you mean genmove?".to_string())
        );
        assert_eq!(
            ask("help nothing-like-it"),
            Err("unknown command".to_string())
        );
    }

    #[test]
    fn each_own_command_has_a_manual_entry_with_an_example() {
        for command in COMMANDS {
            let ours = command.name.starts_with("halfpoint-");
            let entry = manual::entry(command.name);
            assert!(!ours || entry.is_some(), "{} has no entry", command.name);
            if let Some(entry) = entry {
                let shown = format!("\n{}", command.name);
                assert!(entry.example.contains(&shown), "{}", command.name);
            }
        }
        for entry in manual::MANUAL {
            assert!(
                find(COMMANDS, entry.name).is_some(),
                "{} is no command",
                entry.name
            );
        }
    }

    #[test]
    fn all_fields_of_the_state_are_described_in_order() {
        let state = ask("halfpoint-state").expect("a state");
        let state: serde_json::Value = serde_json::from_str(&state).expect("JSON");
        let fields: Vec<&str> = state
            .as_object()
            .expect("an object")
            .keys()
            .map(String::as_str)
            .collect();
        let described: Vec<&str> = STATE_FIELDS.iter().map(|(field, _)| *field).collect();
        assert_eq!(fields, described);
    }
}
