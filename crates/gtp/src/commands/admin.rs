//! Commands about the session itself.

use halfpoint_engine::player::Settings;

use super::super::arguments::Arguments;
use super::super::session::Session;
use super::{Answer, COMMANDS, find};

pub fn protocol_version(_: &mut Session, _: &Arguments<'_>) -> Answer {
    Ok("2".to_string())
}

pub fn name(_: &mut Session, _: &Arguments<'_>) -> Answer {
    Ok("halfpoint".to_string())
}

pub fn version(_: &mut Session, _: &Arguments<'_>) -> Answer {
    Ok(env!("CARGO_PKG_VERSION").to_string())
}

pub fn known_command(_: &mut Session, arguments: &Arguments<'_>) -> Answer {
    Ok(find(arguments.word(0)).is_some().to_string())
}

pub fn list_commands(_: &mut Session, _: &Arguments<'_>) -> Answer {
    let names: Vec<&str> = COMMANDS.iter().map(|command| command.name).collect();
    Ok(names.join("\n"))
}

pub fn quit(session: &mut Session, _: &Arguments<'_>) -> Answer {
    session.quit = true;
    Ok(String::new())
}

pub fn echo(_: &mut Session, arguments: &Arguments<'_>) -> Answer {
    Ok(arguments.text().to_string())
}

/// For commands that only say something, or did their work by coming.
pub fn nothing(_: &mut Session, _: &Arguments<'_>) -> Answer {
    Ok(String::new())
}

pub fn clear_cache(session: &mut Session, _: &Arguments<'_>) -> Answer {
    session.forget();
    Ok(String::new())
}

pub fn set_random_seed(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let seed = arguments.seed(0)?;
    let settings = session.player.settings().clone();
    session.player.set(Settings { seed, ..settings });
    session.forget();
    Ok(String::new())
}

pub fn get_random_seed(session: &mut Session, _: &Arguments<'_>) -> Answer {
    Ok(session.player.settings().seed.to_string())
}
