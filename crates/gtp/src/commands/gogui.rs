//! Commands that GoGui uses.

use super::super::arguments::Arguments;
use super::super::error::{Answer, GtpError};
use super::super::session::Session;
use super::command::{ANY, Command};
use super::setup::stones_given;

/// Rows of the table.
pub const COMMANDS: &[Command] = &[
    Command::new(
        "gogui-play_sequence",
        "COLOR MOVE COLOR MOVE...",
        (0, ANY),
        play_sequence,
        "play all of these moves; if one is illegal, play none",
    ),
    Command::new(
        "gogui-setup",
        "COLOR VERTEX COLOR VERTEX...",
        (0, ANY),
        setup,
        "set up a position with these stones",
    ),
    Command::new(
        "gogui-setup_player",
        "COLOR",
        (1, 1),
        setup_player,
        "choose who moves first from a position that was set up",
    ),
    Command::new(
        "gogui-title",
        "",
        (0, 0),
        title,
        "text for the title of GoGui's window",
    ),
];

/// Plays all moves of a sequence, or none of them.
fn play_sequence(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let size = session.game.board().size();
    let moves = arguments.pairs(|arguments, index| arguments.play(index, size))?;
    let mut game = session.game.clone();
    for (index, (color, mv)) in moves.iter().enumerate() {
        game.play(*color, mv).map_err(|reason| GtpError::Sequence {
            number: index + 1,
            reason,
        })?;
    }
    session.game = game;
    Ok(String::new())
}

/// Sets up a position with these stones.
fn setup(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let setup = stones_given(session, arguments)?;
    session.set_up(setup);
    Ok(String::new())
}

/// Sets the colour that moves first in a position without moves.
fn setup_player(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let color = arguments.color(0)?;
    let game = &session.game;
    if color == game.to_move() {
        return Ok(String::new());
    }
    if !game.records().is_empty() {
        return Err(GtpError::NotAtStart);
    }
    session.game = game.moving_first(color);
    Ok(String::new())
}

/// Answers a title for a window.
fn title(session: &mut Session, _: &Arguments<'_>) -> Answer {
    Ok(format!("halfpoint ({})", session.rules_id))
}
