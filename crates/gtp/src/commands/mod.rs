//! The commands. Each topic is a module: rows that say everything about its commands, and the
//! functions behind them.

mod admin;
mod analyze;
mod benchmark;
mod chat;
mod command;
mod dead;
mod files;
mod genmove;
mod gfx;
mod gogui;
mod help;
mod menu;
mod names;
mod net;
mod params;
mod play;
mod rules;
mod score;
mod setup;
mod show;
mod state;
mod time;
mod why;

pub(super) use analyze::run as analyze;
pub use command::{Command, Manual, Table};
pub(super) use names::meaning_of_pass;
pub(super) use net::models;
pub use state::board_text;

use halfpoint_core::excerpt::excerpt;

use super::arguments::Arguments;
use super::error::{Answer, GtpError};
use super::session::Session;

/// All commands. A new one is a row of its topic.
pub static COMMANDS: Table = Table(&[
    admin::COMMANDS,
    help::COMMANDS,
    setup::COMMANDS,
    rules::COMMANDS,
    play::COMMANDS,
    genmove::COMMANDS,
    analyze::COMMANDS,
    why::COMMANDS,
    time::COMMANDS,
    score::COMMANDS,
    dead::COMMANDS,
    state::COMMANDS,
    files::COMMANDS,
    net::COMMANDS,
    params::COMMANDS,
    benchmark::COMMANDS,
    gogui::COMMANDS,
    gfx::COMMANDS,
    show::COMMANDS,
    menu::COMMANDS,
]);

/// Runs the command of this name. A command that fails changes nothing.
///
/// # Errors
/// If there is no such command, or it fails.
pub(super) fn run(name: &str, session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    if let Some(command) = COMMANDS.find(name) {
        return command.run(COMMANDS, session, arguments);
    }
    // The protocol fixes the text of the answer; a suggestion for people goes to the log.
    if let Some(near) = COMMANDS.nearest(name) {
        log::warn!("no command {}; did you mean {near}?", excerpt(name));
    }
    Err(GtpError::UnknownCommand { nearest: None })
}

/// Returns the page `docs/gtp.md`: every row of the table, with its manual.
#[must_use]
pub fn page() -> String {
    help::page(COMMANDS)
}
