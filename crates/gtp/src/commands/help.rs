//! The command `help`, and the page of all commands.

use super::super::arguments::Arguments;
use super::super::error::{Answer, GtpError};
use super::command::{Command, Table};

/// Rows of the table.
pub const COMMANDS: &[Command] = &[
    Command::about_table(
        "help",
        "[COMMAND]",
        (0, 1),
        help,
        "list all commands, or describe one",
    )
    .manual(
        r#"Without a name, prints a line for each command. With a name, prints its purpose and an example."#,
        r#"$ halfpoint
help komi
= komi POINTS
set komi, a multiple of half a point"#,
    ),
];

/// Lists all commands, one per line, or describes one in full.
fn help(table: Table, arguments: &Arguments<'_>) -> Answer {
    match arguments.words().first() {
        None => {
            let lines = table
                .iter()
                .map(|command| format!("{}: {}", usage(command), command.summary));
            Ok(lines.collect::<Vec<_>>().join("\n"))
        }
        Some(name) => {
            let nearest = table.nearest(name);
            let command = table.find(name);
            Ok(about(command.ok_or(GtpError::UnknownCommand { nearest })?))
        }
    }
}

/// Formats a command with its arguments.
fn usage(command: &Command) -> String {
    let space = if command.usage.is_empty() { "" } else { " " };
    format!("{}{space}{}", command.name, command.usage)
}

fn about(command: &Command) -> String {
    let mut text = format!("{}\n{}", usage(command), command.summary);
    if let Some(manual) = command.manual {
        text += &format!("\n{}\nExample:\n{}", manual.details, manual.example);
        for (field, meaning) in manual.fields {
            text += &format!("\n{field}: {meaning}");
        }
    }
    text
}

/// Returns the page `docs/gtp.md`: every row of the table, with its manual.
pub fn page(table: Table) -> String {
    let mut text = String::from(PREFACE);
    for command in table.iter() {
        let usage = usage(command).replace('|', "\\|");
        let link = match command.manual {
            Some(_) => format!(" ([more](#{}))", command.name),
            None => String::new(),
        };
        text += &format!(
            "| `{usage}` | {}{link} |\n",
            command.summary.replace('|', "\\|")
        );
    }
    text += "\n## Our own commands\n";
    for command in table.iter() {
        let Some(manual) = command.manual else {
            continue;
        };
        text += &format!(
            "\n### {}\n\n`{}`: {}.\n\n{}\n",
            command.name,
            usage(command),
            command.summary,
            manual.details
        );
        if !manual.fields.is_empty() {
            text += "\n| field | meaning |\n|---|---|\n";
            for (field, meaning) in manual.fields {
                text += &format!("| `{field}` | {meaning} |\n");
            }
        }
        text += &format!("\n```gtp\n{}\n\n```\n", manual.example);
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
        assert_eq!(all.lines().count(), COMMANDS.iter().count());
        for command in COMMANDS.iter() {
            let answer = ask(&format!("help {}", command.name)).expect(command.name);
            assert!(answer.starts_with(command.name), "{answer}");
            assert!(answer.contains(command.summary), "{answer}");
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
    fn all_fields_of_the_state_are_described_in_order() {
        let state = ask("halfpoint-state").expect("a state");
        let state: serde_json::Value = serde_json::from_str(&state).expect("JSON");
        let fields: Vec<&str> = state
            .as_object()
            .expect("an object")
            .keys()
            .map(String::as_str)
            .collect();
        let command = COMMANDS.find("halfpoint-state").expect("a command");
        let manual = command.manual.expect("a manual");
        let described: Vec<&str> = manual.fields.iter().map(|(field, _)| *field).collect();
        assert_eq!(fields, described);
    }
}
