//! Commands that report the search while it runs.

use halfpoint_engine::player::SearchObserver;

use super::super::analysis::{Dialect, Request};
use super::super::arguments::Arguments;
use super::super::error::Answer;
use super::super::session::Session;
use super::play;

/// Begins an analysis in the dialect of Leela Zero.
pub fn lz_analyze(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    begin(session, Dialect::Leela, false, arguments)
}

/// Begins an analysis in the dialect of KataGo.
pub fn kata_analyze(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    begin(session, Dialect::Kata, false, arguments)
}

/// Begins the search for a move, with reports in the dialect of Leela Zero.
pub fn lz_genmove(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    begin(session, Dialect::Leela, true, arguments)
}

/// Begins the search for a move, with reports in the dialect of KataGo.
pub fn kata_genmove(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    begin(session, Dialect::Kata, true, arguments)
}

/// Reads a request; [`run`] carries it out once the first line of the answer is written.
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

/// Carries out a request and passes each line to `report`. A request without a move to play runs
/// until `is_over`.
pub fn run(
    session: &mut Session,
    request: &Request,
    is_over: &dyn Fn() -> bool,
    report: &mut dyn FnMut(&str),
) {
    let size = session.game.board().size();
    let rules = *session.game.rules();
    let request = &request.with_draw_chance(|| session.player.draw_chance(&session.game));
    let mut report_line = |searched: &_| {
        if let Some(line) = request.line(size, &rules, searched) {
            report(&line);
        }
    };
    let observer = SearchObserver {
        every: request.every,
        ownership: request.ownership,
        report: &mut report_line,
        // The search for a move ends by its own budget.
        is_over: if request.plays { &|| false } else { is_over },
    };
    if !request.plays {
        let game = session.as_agreed();
        let game = game.as_ref().unwrap_or(&session.game);
        session.player.analyze(game, request.color, None, observer);
        return;
    }
    // `begin` has already checked that the game is not over.
    if let Ok(name) = play::generate(session, request.color, &[], Some(observer)) {
        report(&format!("play {name}"));
    }
}
