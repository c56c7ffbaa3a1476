//! Commands about dead stones.

use halfpoint_core::game::Move;

use super::super::arguments::Arguments;
use super::super::error::Answer;
use super::super::judge::DeadMode;
use super::super::session::Session;
use super::state::vertices;

/// Sets the dead stones that were agreed on, or their source, and answers the dead stones in force.
pub fn dead(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let size = session.game.board().size();
    match arguments.words() {
        [] => (),
        [mode] if mode.eq_ignore_ascii_case("auto") => say(session, DeadMode::Auto),
        [mode] if mode.eq_ignore_ascii_case("none") => say(session, DeadMode::None),
        _ => session.game.agree_on_dead(&arguments.vertices(0, size)?)?,
    }
    Ok(vertices(size, session.dead().iter()))
}

fn say(session: &mut Session, mode: DeadMode) {
    session.judge.mode = mode;
    session.game.forget_agreements();
}

/// Passes together with a proposal of dead stones.
pub fn propose_dead(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let color = arguments.color(0)?;
    let stones = arguments.vertices(1, session.game.board().size())?;
    session.game.play(color, &Move::Propose(stones))?;
    Ok(String::new())
}
