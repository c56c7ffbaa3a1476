//! Pictures on the board in the words of GoGui's manual, "Analyze Commands": of what a search finds, and of the
//! position as it stands.

use std::io::{self, Write};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use halfpoint_core::board::{Color, Point, Size};
use halfpoint_core::game::{Game, Move};
use halfpoint_core::notation::{color_letter, color_name, decimal, signed_decimal, vertex};
use halfpoint_engine::player::{Basis, MoveInfo, Report, SearchObserver};
use halfpoint_report::words::condition;

use super::super::analysis::vertex_or_pass;
use super::super::arguments::Arguments;
use super::super::error::GtpError;
use super::super::session::Session;
use super::Answer;
use super::play::{as_agreed, meaning_of_pass, name_by_meaning};
use super::score::{Status, Statuses, result};
use super::state::vertices;

/// A picture of what a search has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picture {
    /// The best moves by winning chance in percent, and all of them in the status line, tokens by name.
    Moves,
    /// What share of the visits each point had.
    Visits,
    /// What the search expects to be played.
    Line,
    /// Whose the points were at the ends of playouts: 1 is Black's, −1 White's.
    Ownership,
    /// The points that were mostly one side's.
    Territory,
}

impl Picture {
    /// All of them, by name.
    pub const ALL: [(&'static str, Picture); 5] = [
        ("moves", Picture::Moves),
        ("visits", Picture::Visits),
        ("line", Picture::Line),
        ("ownership", Picture::Ownership),
        ("territory", Picture::Territory),
    ];

    /// The picture of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Picture> {
        let mut all = Picture::ALL.iter();
        all.find(|(known, _)| *known == name)
            .map(|(_, picture)| *picture)
    }

    /// The name of a picture.
    #[must_use]
    pub fn name(self) -> &'static str {
        let mut all = Picture::ALL.iter();
        all.find(|(_, picture)| *picture == self)
            .map_or("", |(name, _)| name)
    }

    /// Whether it shows whose the points are.
    fn wants_ownership(self) -> bool {
        matches!(self, Picture::Ownership | Picture::Territory)
    }

    /// The picture of a search for a move of `color`, a sign a line.
    fn draw(self, game: &Game, color: Color, report: &Report) -> String {
        let size = game.board().size();
        if self.wants_ownership() && report.ownership.is_empty() {
            return String::new();
        }
        match self {
            Picture::Moves => moves(game, color, report),
            Picture::Visits => visits(size, report),
            Picture::Line => line(game, color, report),
            Picture::Ownership => ownership(size, color, report),
            Picture::Territory => territory(size, color, report),
        }
    }
}

/// The most moves that get a label.
const MAX_LABELS: usize = 9;
/// A point is shown as somebody's if it was so at the ends of so large a share of playouts, less those in
/// which it was the other side's.
const OWNED: f32 = 0.5;

/// Between two pictures of a search that goes on.
const LIVE_EVERY: Duration = Duration::from_millis(500);

/// Draws each report on standard error, where GoGui looks for it while an engine thinks (its manual, "Live
/// Graphics").
pub fn live(picture: Picture, game: &Game, color: Color) -> impl FnMut(&Report) {
    move |report| {
        let drawn = picture.draw(game, color, report);
        // The first empty line ends it.
        let end = if drawn.is_empty() { "\n" } else { "\n\n" };
        // In one piece, for the log goes there too. Nobody may be listening.
        let _ = io::stderr().write_all(format!("gogui-gfx:\n{drawn}{end}").as_bytes());
    }
}

/// Takes the last picture away again, before the answer: GoGui would leave it behind what it shows next.
pub fn clear_live() {
    let _ = io::stderr().write_all(b"gogui-gfx: CLEAR\n");
}

/// Hears of a search what a picture of it needs.
pub fn live_watcher(picture: Picture, tell: &mut dyn FnMut(&Report)) -> SearchObserver<'_> {
    SearchObserver {
        every: LIVE_EVERY,
        ownership: picture.wants_ownership(),
        tell,
        is_over: &|| false,
    }
}

pub fn gfx(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let name = arguments.word(0);
    if let Some(picture) = Picture::named(name) {
        let report = think(session, picture.wants_ownership());
        let game = &session.game;
        let drawn = report.map(|report| picture.draw(game, game.to_move(), &report));
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

/// Searches for the time, or the playouts, of a move; `None` if the game is over for good.
fn think(session: &mut Session, ownership: bool) -> Option<Report> {
    let settings = session.player.settings();
    let (playouts, time) = (settings.most_playouts(), settings.time_per_move);
    let stop = session.stop_flag();
    let begun = Instant::now();
    let is_over = move || {
        // Playouts are bounded below instead.
        let late = playouts.is_none() && begun.elapsed() >= time;
        late || stop.load(Ordering::SeqCst)
    };
    let mut last = None;
    let mut keep = |report: &Report| last = Some(report.clone());
    let observer = SearchObserver {
        every: Duration::from_secs(3600),
        ownership,
        tell: &mut keep,
        is_over: &is_over,
    };
    let game = as_agreed(session);
    let game = game.as_ref().unwrap_or(&session.game);
    let color = game.to_move();
    session.player.analyze(game, color, playouts, observer);
    last
}

fn moves(game: &Game, color: Color, report: &Report) -> String {
    let size = game.board().size();
    let considered = &report.choice.considered;
    let told = || considered.iter().take(MAX_LABELS);
    let mut lines = Vec::new();
    for (order, considered) in told().enumerate() {
        if let Move::Place(point) = considered.play {
            let name = vertex(size, point);
            let percent = (considered.win_rate * 100.0).round();
            lines.push(format!("LABEL {name} {percent}"));
            if order == 0 {
                lines.push(format!("COLOR green {name}"));
            }
        }
    }
    // Tokens are told however few visits they had: they are not on the board.
    let tokens = considered.iter().skip(MAX_LABELS);
    let tokens = tokens.filter(|one| !matches!(one.play, Move::Place(_)));
    let means = meaning_of_pass(game, color);
    let values = told().chain(tokens).map(|one| value(size, means, one));
    let values: Vec<String> = values.collect();
    lines.push(format!("TEXT {}: {}", color_name(color), values.join(", ")));
    lines.join("\n")
}

/// A move with its winning chance and its score, and what they rest on unless it is the search.
fn value(size: Size, pass_means: &str, considered: &MoveInfo) -> String {
    let name = name_by_meaning(size, &considered.play, pass_means);
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
    let considered = &report.choice.considered;
    let most = considered.iter().map(|one| one.visits).max().unwrap_or(0);
    let mut shares = Vec::new();
    for considered in considered {
        if let Move::Place(point) = considered.play {
            let share = f64::from(considered.visits) / f64::from(most.max(1));
            shares.push(format!("{} {share:.2}", vertex(size, point)));
        }
    }
    let text = format!("{} visits", report.choice.visits());
    drawn([("INFLUENCE", shares.join(" ")), ("TEXT", text)])
}

fn line(game: &Game, color: Color, report: &Report) -> String {
    let size = game.board().size();
    let Some(best) = report.choice.considered.first() else {
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

/// Shares of points with Black's positive.
fn owned(color: Color, report: &Report) -> impl Iterator<Item = (Point, f32)> {
    let sign = color.sign() as f32;
    let shares = report.ownership.iter();
    shares.map(move |&(point, share)| (point, share * sign))
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

/// Where the side to move may play, and which tokens it may use.
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

/// The result, and that the game is not over, if so. GoGui's own *Score* knows no tokens, so that this is
/// the place in its window where the result stands.
fn result_with_condition(session: &mut Session) -> String {
    let result = result(session);
    match condition(&session.game) {
        Some(condition) => format!("{result}, {}", condition.words),
        None => result,
    }
}

/// Territory, dead stones, stones in seki and neutral points, as they are counted, and the result.
fn status(session: &mut Session) -> String {
    let statuses = Statuses::of(session);
    let size = session.game.board().size();
    let of = |wanted: Status| vertices(size, statuses.points(size, wanted));
    drawn([
        ("BLACK", of(Status::Territory(Color::Black))),
        ("WHITE", of(Status::Territory(Color::White))),
        ("MARK", of(Status::DeadStoneRule)),
        ("CIRCLE", of(Status::Seki)),
        ("SQUARE", of(Status::Dame)),
        ("TEXT", result_with_condition(session)),
    ])
}

/// A line for each kind of sign that is somewhere.
fn drawn<const N: usize>(signs: [(&str, String); N]) -> String {
    let anywhere = signs.into_iter().filter(|(_, points)| !points.is_empty());
    let lines: Vec<String> = anywhere
        .map(|(kind, points)| format!("{kind} {points}"))
        .collect();
    lines.join("\n")
}
