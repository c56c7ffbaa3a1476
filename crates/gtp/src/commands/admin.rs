//! Commands about the session itself.

use halfpoint_engine::player::Settings;

use super::super::arguments::Arguments;
use super::super::error::Answer;
use super::super::session::Session;
use super::command::{Command, find};

/// Answers the version of the protocol.
pub fn protocol_version(_: &mut Session, _: &Arguments<'_>) -> Answer {
    Ok("2".to_string())
}

/// Answers the name of the engine.
pub fn name(_: &mut Session, _: &Arguments<'_>) -> Answer {
    Ok("halfpoint".to_string())
}

/// Answers the version of the engine.
pub fn version(_: &mut Session, _: &Arguments<'_>) -> Answer {
    Ok(env!("CARGO_PKG_VERSION").to_string())
}

/// Answers whether a command exists.
pub fn known_command(table: &[Command], arguments: &Arguments<'_>) -> Answer {
    Ok(find(table, arguments.word(0)).is_some().to_string())
}

/// Lists the names of all commands.
pub fn list_commands(table: &[Command], _: &Arguments<'_>) -> Answer {
    let names: Vec<&str> = table.iter().map(|command| command.name).collect();
    Ok(names.join("\n"))
}

/// Ends the session.
pub fn quit(session: &mut Session, _: &Arguments<'_>) -> Answer {
    session.quit = true;
    Ok(String::new())
}

/// Answers the text of the arguments.
pub fn echo(_: &mut Session, arguments: &Arguments<'_>) -> Answer {
    Ok(arguments.text().to_string())
}

/// Does nothing: for commands that only announce something, or take effect by arriving.
pub fn nothing(_: &mut Session, _: &Arguments<'_>) -> Answer {
    Ok(String::new())
}

/// Forgets earlier searches and judgements.
pub fn clear_cache(session: &mut Session, _: &Arguments<'_>) -> Answer {
    session.forget();
    Ok(String::new())
}

/// Sets the random seed and forgets earlier searches.
pub fn set_random_seed(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let seed = arguments.seed(0)?;
    let settings = session.player.settings().clone();
    session.player.set(Settings { seed, ..settings });
    session.forget();
    Ok(String::new())
}

/// Answers the random seed.
pub fn get_random_seed(session: &mut Session, _: &Arguments<'_>) -> Answer {
    Ok(session.player.settings().seed.to_string())
}
