//! Pictures on the board, of the results of a search and of the position, in the language of
//! GoGui's manual, "Analyze Commands".

use std::io::{self, Write};
use std::time::Duration;

use halfpoint_core::board::{Color, Point, Size};
use halfpoint_core::game::{Game, Move};
use halfpoint_core::notation::{color_letter, color_name, decimal, signed_decimal, vertex};
use halfpoint_engine::player::{
    AnalysisBounds, Basis, MoveInfo, OwnershipDetail, Report, SearchObserver,
};
use halfpoint_report::words::condition;

use super::super::analysis::vertex_or_pass;
use super::super::arguments::Arguments;
use super::super::error::{Answer, GtpError};
use super::super::picture::Picture;
use super::super::session::Session;
use super::command::Command;
use super::names::{meaning_of_pass, name_by_meaning};
use super::score::{Status, Statuses, result};
use super::state::vertices;

/// Rows of the table.
pub const COMMANDS: &[Command] = &[
    Command::new(
        "halfpoint-gfx",
        "moves | visits | line | ownership | territory | legal | status | result",
        (1, 1),
        gfx,
        "marks for GoGui's board",
    )
    .manual(
        r#"Prints marks for the board in the language of GoGui's analysis commands. `moves`, `visits` and `line` show the last search; the others show the position."#,
        r#"$ halfpoint --rules button --size 3
play b B2
=

halfpoint-gfx legal
= MARK A1 B1 C1 A2 C2 A3 B3 C3
TEXT White: button fullpass"#,
    )
    .menu(&[
        ("gfx", "Best Moves", "moves"),
        ("gfx", "Visits", "visits"),
        ("gfx", "Best Line", "line"),
        ("gfx", "Ownership", "ownership"),
        ("gfx", "Playout Territory", "territory"),
        ("gfx", "Legal Moves", "legal"),
        ("gfx", "Final Status", "status"),
        ("gfx", "Final Score", "result"),
    ]),
];

/// Draws the picture of a search for a move of `color`, one sign per line.
fn draw(picture: Picture, game: &Game, color: Color, report: &Report) -> String {
    let size = game.board().size();
    if picture.wants_ownership() && report.ownership.is_empty() {
        return String::new();
    }
    match picture {
        Picture::Moves => moves(game, color, report),
        Picture::Visits => visits(size, report),
        Picture::Line => line(game, color, report),
        Picture::Ownership => ownership(size, color, report),
        Picture::Territory => territory(size, color, report),
    }
}

/// Maximum number of moves that get a label.
const MAX_LABELS: usize = 9;
/// Minimum ownership at which a point is shown as a side's: the share of playouts at whose end it
/// was that side's, minus the share in which it was the other side's.
const OWNED: f32 = 0.5;

/// Time between two pictures of a running search.
const LIVE_EVERY: Duration = Duration::from_millis(500);

/// Returns a function that draws each report on standard error, where GoGui looks for pictures
/// while an engine thinks (its manual, "Live Graphics").
pub fn live(picture: Picture, game: &Game, color: Color) -> impl FnMut(&Report) {
    move |report| {
        let drawn = draw(picture, game, color, report);
        // The first empty line ends the picture.
        let end = if drawn.is_empty() { "\n" } else { "\n\n" };
        // Written in one piece, because the log goes to standard error too; errors are ignored,
        // because it may have no reader.
        let _ = io::stderr().write_all(format!("gogui-gfx:\n{drawn}{end}").as_bytes());
    }
}

/// Removes the last live picture before the answer; otherwise GoGui would keep it behind the next
/// picture.
pub fn clear_live() {
    let _ = io::stderr().write_all(b"gogui-gfx: CLEAR\n");
}

/// Returns the search observer that a live picture needs.
pub fn live_observer(picture: Picture, report: &mut dyn FnMut(&Report)) -> SearchObserver<'_> {
    SearchObserver {
        every: LIVE_EVERY,
        ownership: OwnershipDetail::asked(picture.wants_ownership(), false),
        report,
        is_over: &|| false,
    }
}

/// Answers a picture of a new search or of the position.
fn gfx(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let name = arguments.word(0);
    if let Some(picture) = Picture::named(name) {
        let report = think(session, picture.wants_ownership());
        let game = &session.game;
        let drawn = report.map(|report| draw(picture, game, game.to_move(), &report));
        return Ok(drawn.unwrap_or_default());
    }
    match name {
        "legal" => Ok(legal(session)),
        "status" => Ok(status(session)),
        "result" => Ok(format!("TEXT {}", result_with_condition(session))),
        _ => Err(GtpError::Expected(
            "moves, visits, line, ownership, territory, legal, status or result",
        )),
    }
}

/// Searches for as long, or for as many playouts, as for a move; returns `None` if the game is over
/// for good.
fn think(session: &Session, ownership: bool) -> Option<Report> {
    let player = &session.player;
    let bounds = AnalysisBounds {
        playouts: player.max_playouts().unwrap_or(u64::MAX),
        time: player.time_at_will(),
        banned: &[],
        stop: &session.stop,
    };
    let mut last = None;
    let mut keep = |report: &Report| last = Some(report.clone());
    let observer = SearchObserver {
        every: Duration::from_secs(3600),
        ownership: OwnershipDetail::asked(ownership, false),
        report: &mut keep,
        is_over: &|| false,
    };
    let game = session.as_agreed();
    let game = game.as_ref().unwrap_or(&session.game);
    player.analyze_within(game, bounds, None, observer);
    last
}

fn moves(game: &Game, color: Color, report: &Report) -> String {
    let size = game.board().size();
    let considered = &report.decision.considered;
    let listed = || considered.iter().take(MAX_LABELS);
    let mut lines = Vec::new();
    for (order, considered) in listed().enumerate() {
        if let Move::Place(point) = considered.mv {
            let name = vertex(size, point);
            let percent = (considered.win_rate * 100.0).round();
            lines.push(format!("LABEL {name} {percent}"));
            if order == 0 {
                lines.push(format!("COLOR green {name}"));
            }
        }
    }
    // Tokens are listed however few visits they have, because they cannot be labelled on the board.
    let tokens = considered.iter().skip(MAX_LABELS);
    let tokens = tokens.filter(|one| !matches!(one.mv, Move::Place(_)));
    let means = meaning_of_pass(game, color);
    let values = listed().chain(tokens).map(|one| value(size, means, one));
    let values: Vec<String> = values.collect();
    lines.push(format!("TEXT {}: {}", color_name(color), values.join(", ")));
    lines.join("\n")
}

/// Formats a move with its win rate and its score, and with their basis unless that is the search.
fn value(size: Size, pass_means: &str, considered: &MoveInfo) -> String {
    let name = name_by_meaning(size, &considered.mv, pass_means);
    let percent = considered.win_rate * 100.0;
    let mut text = format!("{name} {percent:.0}%");
    if let Some(score) = considered.score {
        text += &format!(" {}", signed_decimal(score, 1));
    }
    if considered.basis > Basis::Searched {
        text += &format!(" {}", considered.basis.text());
    }
    text
}

fn visits(size: Size, report: &Report) -> String {
    let considered = &report.decision.considered;
    let max_visits = considered.iter().map(|one| one.visits).max().unwrap_or(0);
    let mut shares = Vec::new();
    for considered in considered {
        if let Move::Place(point) = considered.mv {
            let share = f64::from(considered.visits) / f64::from(max_visits.max(1));
            shares.push(format!("{} {share:.2}", vertex(size, point)));
        }
    }
    let text = format!("{} visits", report.decision.visits());
    drawn([("INFLUENCE", shares.join(" ")), ("TEXT", text)])
}

fn line(game: &Game, color: Color, report: &Report) -> String {
    let size = game.board().size();
    let Some(best) = report.decision.considered.first() else {
        return String::new();
    };
    let sides = [color, color.opponent()].into_iter().cycle();
    let moves = sides.zip(&best.line).map(|(side, action)| {
        let side = color_letter(side).to_ascii_lowercase();
        format!("{side} {}", vertex_or_pass(size, *action))
    });
    let moves: Vec<String> = moves.collect();
    let text = value(size, meaning_of_pass(game, color), best);
    let text = format!("{}: {text}", color_name(color));
    drawn([("VAR", moves.join(" ")), ("TEXT", text)])
}

/// Returns the ownership of the points with Black's positive.
fn owned(color: Color, report: &Report) -> impl Iterator<Item = (Point, f32)> {
    let sign = color.sign() as f32;
    let owners = report.ownership.iter();
    owners.map(move |owner| (owner.point, owner.mean * sign))
}

fn ownership(size: Size, color: Color, report: &Report) -> String {
    let shares = owned(color, report);
    let shares = shares.map(|(point, share)| {
        let share = decimal(f64::from(share), 2);
        format!("{} {share}", vertex(size, point))
    });
    let shares: Vec<String> = shares.collect();
    let ahead: f32 = owned(color, report).map(|(_, share)| share).sum();
    let ahead = signed_decimal(f64::from(ahead), 1);
    let text = format!("Black: {ahead} points on the board");
    drawn([("INFLUENCE", shares.join(" ")), ("TEXT", text)])
}

fn territory(size: Size, color: Color, report: &Report) -> String {
    let [black, white] = Color::BOTH.map(|side| {
        let sign = side.sign() as f32;
        let theirs = owned(color, report).filter(|(_, share)| share * sign >= OWNED);
        theirs.map(|(point, _)| point).collect::<Vec<_>>()
    });
    let open = size.area() - black.len() - white.len();
    let (points, others) = (black.len(), white.len());
    let text = format!("Black: {points} points, White: {others}, open: {open}");
    drawn([
        ("BLACK", vertices(size, black)),
        ("WHITE", vertices(size, white)),
        ("TEXT", text),
    ])
}

/// Draws the points where the side to move may play, and lists its token moves.
fn legal(session: &mut Session) -> String {
    let position = session.game.position();
    let (color, size) = (position.to_move(), position.board().size());
    let tokens = position.tokens(color).into_iter();
    let mut tokens: Vec<String> = tokens.map(|(name, _)| name.to_string()).collect();
    if tokens.is_empty() {
        tokens.extend(position.plain_pass(color).ok().map(|_| "pass".to_string()));
    }
    let tokens = format!("{}: {}", color_name(color), tokens.join(" "));
    let points = vertices(size, position.placements(color));
    drawn([("MARK", points), ("TEXT", tokens)])
}

/// Formats the result, and that the game is not over if so. This is the only place in GoGui's
/// window with the right result: GoGui's own *Score* does not know tokens.
fn result_with_condition(session: &mut Session) -> String {
    let result = result(session);
    match condition(&session.game) {
        Some(condition) => format!("{result}, {}", condition.words),
        None => result,
    }
}

/// Draws territory, dead stones, stones in seki and neutral points as they are counted, and the
/// result.
fn status(session: &mut Session) -> String {
    let statuses = Statuses::of(session);
    let size = session.game.board().size();
    let of = |wanted: Status| vertices(size, statuses.points(size, wanted));
    drawn([
        ("BLACK", of(Status::Territory(Color::Black))),
        ("WHITE", of(Status::Territory(Color::White))),
        ("MARK", of(Status::Dead)),
        ("CIRCLE", of(Status::Seki)),
        ("SQUARE", of(Status::Dame)),
        ("TEXT", result_with_condition(session)),
    ])
}

/// Formats one line for each kind of sign that has any points or text.
fn drawn<const N: usize>(signs: [(&str, String); N]) -> String {
    let anywhere = signs.into_iter().filter(|(_, points)| !points.is_empty());
    let lines: Vec<String> = anywhere
        .map(|(kind, points)| format!("{kind} {points}"))
        .collect();
    lines.join("\n")
}
