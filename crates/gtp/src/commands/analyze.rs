//! Commands that report the search while it runs.

use halfpoint_core::rules::Rules;
use halfpoint_engine::player::{SearchObserver, draw_chance};

use super::super::analysis::{AfterSearch, AnalysisRequest, Dialect, ReportFormat, report_line};
use super::super::arguments::Arguments;
use super::super::error::Answer;
use super::super::opinion::Opinion;
use super::super::session::Session;
use super::command::{ANY, Command};
use super::genmove::{self, MoveRequest};

/// Rows of the table.
pub const COMMANDS: &[Command] = &[
    Command::new(
        "lz-analyze",
        "[COLOR] [CENTISECONDS] [KEY VALUE...]",
        (0, ANY),
        lz_analyze,
        "report the best moves again and again, until the next command; keys: interval, minmoves, maxmoves, avoid, allow",
    ),
    Command::new(
        "kata-analyze",
        "[COLOR] [CENTISECONDS] [KEY VALUE...]",
        (0, ANY),
        kata_analyze,
        "as lz-analyze, with scores; further keys: rootInfo, ownership, ownershipStdev, movesOwnership, movesOwnershipStdev, pvVisits, pvEdgeVisits, noResultValue",
    ),
    Command::new(
        "lz-genmove_analyze",
        "[COLOR] [CENTISECONDS] [KEY VALUE...]",
        (0, ANY),
        lz_genmove,
        "as genmove, with reports while it thinks",
    ),
    Command::new(
        "kata-genmove_analyze",
        "[COLOR] [CENTISECONDS] [KEY VALUE...]",
        (0, ANY),
        kata_genmove,
        "as lz-genmove_analyze, with scores",
    ),
    Command::new(
        "kata-search_analyze",
        "[COLOR] [CENTISECONDS] [KEY VALUE...]",
        (0, ANY),
        kata_search,
        "as kata-genmove_analyze, without playing the move",
    ),
    Command::new(
        "kata-search_analyze_cancellable",
        "[COLOR] [CENTISECONDS] [KEY VALUE...]",
        (0, ANY),
        kata_search_cancellable,
        "as kata-search_analyze; any later line ends it with `play cancelled`",
    ),
    Command::new(
        "cgos-genmove_analyze",
        "COLOR",
        (1, 1),
        cgos_genmove,
        "as genmove, with a report as JSON that CGOS shows",
    ),
];

/// Begins an analysis in the dialect of Leela Zero.
fn lz_analyze(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    begin(session, Dialect::Leela, None, arguments)
}

/// Begins an analysis in the dialect of KataGo.
fn kata_analyze(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    begin(session, Dialect::Kata, None, arguments)
}

/// Begins the search for a move, with reports in the dialect of Leela Zero.
fn lz_genmove(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    begin(session, Dialect::Leela, Some(AfterSearch::Play), arguments)
}

/// Begins the search for a move, with reports in the dialect of KataGo.
fn kata_genmove(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    begin(session, Dialect::Kata, Some(AfterSearch::Play), arguments)
}

/// Begins the search for a move, with a report for the server CGOS.
fn cgos_genmove(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    arguments.color(0)?;
    begin(session, Dialect::Cgos, Some(AfterSearch::Play), arguments)?;
    if let Some(request) = &mut session.request {
        request.parts.ownership = true;
    }
    Ok(String::new())
}

/// Begins the search for a move that is not played, with reports in the dialect of KataGo.
fn kata_search(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    begin(session, Dialect::Kata, Some(AfterSearch::Answer), arguments)
}

/// Begins the search for a move that is not played and that later input cancels, with reports in
/// the dialect of KataGo.
fn kata_search_cancellable(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let after = AfterSearch::AnswerUnlessCancelled;
    begin(session, Dialect::Kata, Some(after), arguments)
}

/// Reads a request; [`run`] carries it out once the first line of the answer is written.
fn begin(
    session: &mut Session,
    dialect: Dialect,
    after: Option<AfterSearch>,
    arguments: &Arguments<'_>,
) -> Answer {
    let request = AnalysisRequest::read(dialect, after, &session.game, arguments)?;
    if after.is_some() {
        genmove::forced(session, request.color)?;
    }
    session.request = Some(request);
    Ok(String::new())
}

/// Returns the format of the reports on the position, with the opinion of the net on it.
fn format<'a>(
    session: &Session,
    request: &'a AnalysisRequest,
    rules: &'a Rules,
) -> ReportFormat<'a> {
    let (game, player) = (&session.game, &session.player);
    let size = game.board().size();
    let root_info = request.parts.root_info;
    // The net looks at the moves of the side to move alone.
    let is_on_turn = request.color == game.to_move() && !game.position().is_closed();
    let net = player.net().filter(|_| is_on_turn);
    ReportFormat {
        request,
        size,
        rules,
        max_line: session.max_line,
        draw_chance: player
            .net()
            .filter(|_| root_info)
            .and_then(|net| draw_chance(net, game)),
        opinion: net.map(|net| Opinion::of(game, net)),
    }
}

/// Carries out a request and passes each line to `report`. A request that asks for no move runs
/// until `is_over`.
pub fn run(
    session: &mut Session,
    request: &AnalysisRequest,
    is_over: &dyn Fn() -> bool,
    report: &mut dyn FnMut(&str),
) {
    let rules = *session.game.rules();
    let format = format(session, request, &rules);
    let mut last = None;
    let mut show = |searched: &_| match report_line(&format, searched) {
        line if request.dialect == Dialect::Cgos => last = line,
        Some(line) => report(&line),
        None => (),
    };
    let observer = SearchObserver {
        every: request.every,
        ownership: request.parts.ownership_detail(),
        report: &mut show,
        // The search for a move ends by its own budget.
        is_over: match request.after {
            None => is_over,
            Some(_) => &|| false,
        },
    };
    let banned = request.banned(&session.game);
    let Some(after) = request.after else {
        let (game, color) = (session.as_agreed(), request.color);
        let game = game.as_ref().unwrap_or(&session.game);
        session.player.analyze(game, color, &banned, observer);
        return;
    };
    let move_request = MoveRequest {
        banned: &banned,
        after,
        ..MoveRequest::of(request.color)
    };
    // `begin` has already checked that the game is not over.
    if let Ok(name) = genmove::search(session, move_request, Some(observer)) {
        last.iter().for_each(|line| report(line));
        report(&format!("play {name}"));
    }
}
