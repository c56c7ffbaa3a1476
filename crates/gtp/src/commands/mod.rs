//! The commands, by topic, and their table.
//!
//! Everything about a command is in its row of `table.rs`; the check of the number of arguments
//! reads it from there. `help`, `list_commands` and `known_command` get the table as an argument.

mod admin;
mod analyze;
mod benchmark;
mod chat;
mod command;
mod dead;
mod files;
mod gfx;
mod gogui;
mod help;
mod manual;
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
mod table;
mod time;
mod why;

pub(super) use analyze::run as analyze;
pub use command::Command;
pub(super) use names::meaning_of_pass;
pub(super) use net::models;
pub use state::board_text;
pub use table::COMMANDS;

use super::arguments::Arguments;
use super::error::Answer;
use super::session::Session;

/// Returns the command of this name.
pub(super) fn find(name: &str) -> Option<&'static Command> {
    command::find(COMMANDS, name)
}

/// Returns the command that a client may have meant by an unknown name.
pub(super) fn nearest_command(name: &str) -> Option<&'static str> {
    help::nearest_command(COMMANDS, name)
}

/// Runs a command of the table. A command that fails changes nothing.
pub(super) fn run(command: &Command, session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    command.run(COMMANDS, session, arguments)
}

/// Returns the page `docs/gtp.md`: every row of the table, and the manual of the engine's own
/// commands.
#[must_use]
pub fn page() -> String {
    help::page(COMMANDS)
}
