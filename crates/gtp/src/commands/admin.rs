//! Commands about the session itself.

use halfpoint_engine::player::Settings;

use super::super::arguments::Arguments;
use super::super::error::Answer;
use super::super::session::Session;
use super::command::{ANY, Command, Table};

/// Rows of the table.
pub const COMMANDS: &[Command] = &[
    Command::new(
        "protocol_version",
        "",
        (0, 0),
        protocol_version,
        "version of the protocol: 2",
    ),
    Command::new("name", "", (0, 0), name, "name of the engine"),
    Command::new("version", "", (0, 0), version, "version of the engine"),
    Command::about_table(
        "known_command",
        "NAME",
        (1, 1),
        known_command,
        "`true` if the engine has this command, else `false`",
    ),
    Command::about_table(
        "list_commands",
        "",
        (0, 0),
        list_commands,
        "list the names of all commands",
    ),
    Command::new("quit", "", (0, 0), quit, "end the session"),
    Command::new("echo", "[TEXT]", (0, ANY), echo, "answer TEXT"),
    Command::new(
        "clear_cache",
        "",
        (0, 0),
        clear_cache,
        "forget earlier searches",
    ),
    Command::new(
        "set_random_seed",
        "N",
        (1, 1),
        set_random_seed,
        "set the random seed to N",
    ),
    Command::new(
        "get_random_seed",
        "",
        (0, 0),
        get_random_seed,
        "the random seed",
    ),
    Command::new(
        "gogui-interrupt",
        "",
        (0, 0),
        nothing,
        "declare that the engine understands `# interrupt`",
    ),
    Command::new(
        "gogui-version",
        "[VERSION]",
        (0, 1),
        version,
        "version of the engine; GoGui passes its own",
    ),
    Command::new(
        "stop",
        "",
        (0, 0),
        nothing,
        "end an analysis, as any command does",
    ),
    Command::new(
        "kgs-game_over",
        "",
        (0, 0),
        nothing,
        "accepted without effect: the server announces the end of a game",
    ),
];

/// Answers the version of the protocol.
fn protocol_version(_: &mut Session, _: &Arguments<'_>) -> Answer {
    Ok("2".to_string())
}

/// Answers the name of the engine.
fn name(_: &mut Session, _: &Arguments<'_>) -> Answer {
    Ok("halfpoint".to_string())
}

/// Answers the version of the engine.
fn version(_: &mut Session, _: &Arguments<'_>) -> Answer {
    Ok(env!("CARGO_PKG_VERSION").to_string())
}

/// Answers whether a command exists.
fn known_command(table: Table, arguments: &Arguments<'_>) -> Answer {
    Ok(table.find(arguments.word(0)).is_some().to_string())
}

/// Lists the names of all commands.
fn list_commands(table: Table, _: &Arguments<'_>) -> Answer {
    let names: Vec<&str> = table.iter().map(|command| command.name).collect();
    Ok(names.join("\n"))
}

/// Ends the session.
fn quit(session: &mut Session, _: &Arguments<'_>) -> Answer {
    session.quit = true;
    Ok(String::new())
}

/// Answers the text of the arguments.
fn echo(_: &mut Session, arguments: &Arguments<'_>) -> Answer {
    Ok(arguments.text().to_string())
}

/// Does nothing: for commands that only announce something, or take effect by arriving.
fn nothing(_: &mut Session, _: &Arguments<'_>) -> Answer {
    Ok(String::new())
}

/// Forgets earlier searches and judgements.
fn clear_cache(session: &mut Session, _: &Arguments<'_>) -> Answer {
    session.forget();
    Ok(String::new())
}

/// Sets the random seed and forgets earlier searches.
fn set_random_seed(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let seed = arguments.seed(0)?;
    let settings = session.player.settings().clone();
    session.player.set(Settings { seed, ..settings });
    session.forget();
    Ok(String::new())
}

/// Answers the random seed.
fn get_random_seed(session: &mut Session, _: &Arguments<'_>) -> Answer {
    Ok(session.player.settings().seed.to_string())
}
