//! Commands that GoGui uses.

use halfpoint_core::game::Game;

use super::super::arguments::Arguments;
use super::super::error::{Answer, GtpError};
use super::super::session::Session;
use super::setup::stones_given;

/// Plays all moves of a sequence, or none of them.
pub fn play_sequence(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
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
pub fn setup(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let setup = stones_given(session, arguments)?;
    session.set_up(setup);
    Ok(String::new())
}

/// Sets the colour that moves first in a position without moves.
pub fn setup_player(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let color = arguments.color(0)?;
    let game = &session.game;
    if color == game.to_move() {
        return Ok(String::new());
    }
    if !game.records().is_empty() {
        return Err(GtpError::NotAtStart);
    }
    let setup = game.setup().clone().moving_first(color);
    session.game = Game::with_setup(*game.rules(), setup, game.komi());
    Ok(String::new())
}

/// Answers a title for a window.
pub fn title(session: &mut Session, _: &Arguments<'_>) -> Answer {
    Ok(format!("halfpoint ({})", session.rules_id))
}
