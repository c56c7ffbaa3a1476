//! Commands that tell what the player thinks while it does.

use halfpoint_engine::player::SearchObserver;

use super::super::analysis::{Dialect, Request};
use super::super::arguments::Arguments;
use super::super::session::Session;
use super::{Answer, play};

pub fn lz_analyze(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    begin(session, Dialect::Leela, false, arguments)
}

pub fn kata_analyze(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    begin(session, Dialect::Kata, false, arguments)
}

pub fn lz_genmove(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    begin(session, Dialect::Leela, true, arguments)
}

pub fn kata_genmove(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    begin(session, Dialect::Kata, true, arguments)
}

/// Reads what is asked for; [`run`] does it once the answer has begun.
fn begin(
    session: &mut Session,
    dialect: Dialect,
    plays: bool,
    arguments: &Arguments<'_>,
) -> Answer {
    let request = Request::read(dialect, plays, session.game.to_move(), arguments)?;
    if plays {
        play::forced(session, request.color)?;
    }
    session.request = Some(request);
    Ok(String::new())
}

/// Tells what the player thinks, a line at a time. Without a move to play it goes on until `is_over`.
pub fn run(
    session: &mut Session,
    request: &Request,
    is_over: &dyn Fn() -> bool,
    tell: &mut dyn FnMut(&str),
) {
    let size = session.game.board().size();
    let rules = *session.game.rules();
    let mut tell_report = |report: &_| {
        if let Some(line) = request.line(size, &rules, report) {
            tell(&line);
        }
    };
    let observer = SearchObserver {
        every: request.every,
        ownership: request.ownership,
        tell: &mut tell_report,
        // A move is searched for its time.
        is_over: if request.plays { &|| false } else { is_over },
    };
    if !request.plays {
        let game = play::as_agreed(session);
        let game = game.as_ref().unwrap_or(&session.game);
        session.player.analyze(game, request.color, None, observer);
        return;
    }
    // That the game is not over was seen when the answer began.
    if let Ok(name) = play::generate(session, request.color, &[], Some(observer)) {
        tell(&format!("play {name}"));
    }
}
