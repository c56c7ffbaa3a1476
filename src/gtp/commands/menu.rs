//! The menu that GoGui shows, and the commands behind it. None of them changes the position.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::super::arguments::Arguments;
use super::super::error::Failure;
use super::super::session::Session;
use super::play::{as_agreed, play_name};
use super::score::{Status, Statuses};
use super::state::vertices;
use super::{Answer, rules};
use crate::board::{Color, Point};
use crate::game::{Play, Position};
use crate::half_points::HalfPoints;
use crate::notation::{color_name, vertex};
use crate::player::{Considered, MOST_LEVEL, Report, Settings, Watcher};
use crate::rules::PRESETS;

/// Kind, label and command of each entry. The kinds are in GoGui's manual, "Analyze Commands".
const MENU: [[&str; 3]; 16] = [
    ["gfx", "Best Moves", "halfpoint-gfx moves"],
    ["gfx", "Visits", "halfpoint-gfx visits"],
    ["gfx", "Ownership", "halfpoint-gfx ownership"],
    ["gfx", "Playout Territory", "halfpoint-gfx territory"],
    ["gfx", "Legal Moves", "halfpoint-gfx legal"],
    ["gfx", "Final Status", "halfpoint-gfx status"],
    ["hstring", "Why That Move", "halfpoint-why"],
    ["string", "What Pass Means", "halfpoint-pass_means"],
    ["hstring", "Game State", "halfpoint-state"],
    ["string", "Final Score", "final_score"],
    ["hstring", "Score", "halfpoint-score"],
    ["hstring", "Score in All Systems", "halfpoint-score all"],
    ["hstring", "Score in Words", "halfpoint-score details"],
    ["plist", "Dead Stones", "final_status_list dead"],
    ["param", "Rules", "halfpoint-param rules"],
    ["param", "Search", "halfpoint-param search"],
];

pub fn analyze_commands(_: &mut Session, _: &Arguments<'_>) -> Answer {
    Ok(MENU.map(|entry| entry.join("/")).join("\n"))
}

/// The most moves that get a label.
const MOST_LABELS: usize = 9;
/// A point is shown as somebody's if it was so at the ends of so large a share of playouts, less those in
/// which it was the other side's.
const OWNED: f32 = 0.5;

pub fn gfx(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    match arguments.word(0) {
        "moves" => Ok(moves(session)),
        "visits" => Ok(visits(session)),
        "ownership" => Ok(ownership(session)),
        "territory" => Ok(territory(session)),
        "legal" => Ok(legal(session)),
        "status" => Ok(status(session)),
        _ => Err(Failure::Expected(
            "moves, visits, ownership, territory, legal or status",
        )),
    }
}

/// What the search finds in the time, or the playouts, of a move.
fn think(session: &mut Session) -> Report {
    let settings = session.player.settings();
    let (playouts, time) = (settings.most_playouts(), settings.time_per_move);
    let stop = session.stop_flag();
    let begun = Instant::now();
    let is_over = move || {
        // Playouts are bounded below instead.
        let late = playouts.is_none() && begun.elapsed() >= time;
        late || stop.load(Ordering::SeqCst)
    };
    let mut last = Report {
        playouts: 0,
        moves: Vec::new(),
        ownership: Vec::new(),
    };
    let mut keep = |report: &Report| last = report.clone();
    let watcher = Watcher {
        every: Duration::from_secs(3600),
        ownership: true,
        tell: &mut keep,
        is_over: &is_over,
    };
    let game = as_agreed(session);
    let game = game.as_ref().unwrap_or(&session.game);
    let color = game.to_move();
    session.player.analyze(game, color, playouts, watcher);
    last
}

/// The best moves by winning chance in percent, and all of them in the status line, tokens by name.
fn moves(session: &mut Session) -> String {
    let report = think(session);
    let (position, size) = (session.game.position(), session.game.board().size());
    let color = position.to_move();
    let told = || report.moves.iter().take(MOST_LABELS);
    let mut lines = Vec::new();
    for (order, considered) in told().enumerate() {
        if let Play::Place(point) = considered.play {
            let name = vertex(size, point);
            let percent = (considered.win_rate * 100.0).round();
            lines.push(format!("LABEL {name} {percent}"));
            if order == 0 {
                lines.push(format!("COLOR green {name}"));
            }
        }
    }
    let mut values: Vec<String> = told().map(|one| value(position, one)).collect();
    // Tokens are told however few visits they had: they are not on the board.
    let tokens = report.moves.iter().skip(MOST_LABELS);
    let tokens = tokens.filter(|one| !matches!(one.play, Play::Place(_)));
    values.extend(tokens.map(|one| value(position, one)));
    lines.push(format!("TEXT {}: {}", color_name(color), values.join(", ")));
    lines.join("\n")
}

/// A move with its winning chance and its score.
fn value(position: &Position, considered: &Considered) -> String {
    let name = match considered.play {
        Play::Pass => position
            .plain_pass(position.to_move())
            .map_or("pass", |token| token.meaning())
            .to_string(),
        ref play => play_name(position.board().size(), play),
    };
    let (percent, score) = (considered.win_rate * 100.0, considered.score);
    format!("{name} {percent:.0}% {score:+.1}")
}

/// What share of the visits each point had.
fn visits(session: &mut Session) -> String {
    let report = think(session);
    let size = session.game.board().size();
    let most = report.moves.first().map_or(1, |one| one.visits);
    let mut shares = Vec::new();
    for considered in &report.moves {
        if let Play::Place(point) = considered.play {
            let share = f64::from(considered.visits) / f64::from(most);
            shares.push(format!("{} {share:.2}", vertex(size, point)));
        }
    }
    let text = format!("{} playouts", report.playouts);
    drawn([("INFLUENCE", shares.join(" ")), ("TEXT", text)])
}

/// Whose the points were at the ends of playouts: 1 is Black's, −1 White's.
fn owned(session: &mut Session) -> Vec<(Point, f32)> {
    let sign = session.game.to_move().sign() as f32;
    let report = think(session);
    let by_black = report.ownership.into_iter();
    by_black
        .map(|(point, share)| (point, share * sign))
        .collect()
}

fn ownership(session: &mut Session) -> String {
    let owned = owned(session);
    let size = session.game.board().size();
    let shares = owned.iter();
    let shares = shares.map(|&(point, share)| format!("{} {share:.2}", vertex(size, point)));
    let shares: Vec<String> = shares.collect();
    drawn([("INFLUENCE", shares.join(" "))])
}

fn territory(session: &mut Session) -> String {
    let owned = owned(session);
    let size = session.game.board().size();
    let of = |sign: f32| {
        let is_theirs = move |&&(_, share): &&(Point, f32)| share * sign >= OWNED;
        let points = owned.iter().filter(is_theirs).map(|&(point, _)| point);
        vertices(size, points)
    };
    drawn([("TERRITORY_BLACK", of(1.0)), ("TERRITORY_WHITE", of(-1.0))])
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

/// Territory, dead stones, stones in seki and neutral points, as they are counted.
fn status(session: &mut Session) -> String {
    let statuses = Statuses::of(session);
    let size = session.game.board().size();
    let of = |wanted: Status| {
        let points = size
            .points()
            .filter(|&point| statuses.status(point) == wanted);
        vertices(size, points)
    };
    drawn([
        ("TERRITORY_BLACK", of(Status::Territory(Color::Black))),
        ("TERRITORY_WHITE", of(Status::Territory(Color::White))),
        ("MARK", of(Status::Dead)),
        ("CIRCLE", of(Status::Seki)),
        ("SQUARE", of(Status::Dame)),
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

pub fn param(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let (name, value) = (arguments.word(1), arguments.word(2));
    match (arguments.word(0), arguments.words().len()) {
        ("rules", 1) => Ok(rules_params(session)),
        ("search", 1) => Ok(search_params(session.player.settings())),
        ("rules", 3) => set_rules_param(session, name, value),
        ("search", 3) => {
            let settings = changed(session.player.settings(), name, value)?;
            session.player.set(settings);
            Ok(String::new())
        }
        _ => Err(Failure::Expected(
            "rules or search, or one of them with a name and a value",
        )),
    }
}

fn rules_params(session: &Session) -> String {
    let ids: Vec<&str> = PRESETS.iter().map(|preset| preset.id).collect();
    let mut ids = ids.join("/");
    if !PRESETS.iter().any(|preset| preset.id == session.rules_id) {
        ids += &format!("/{}", session.rules_id);
    }
    format!(
        "[list/{ids}] rules {}\n[string] komi {}",
        session.rules_id,
        session.game.komi()
    )
}

fn set_rules_param(session: &mut Session, name: &str, value: &str) -> Answer {
    match name {
        "rules" if value == session.rules_id => Ok(String::new()),
        "rules" => rules::set_rules(session, &Arguments::new(value)),
        "komi" => {
            let komi: HalfPoints = value.parse()?;
            session.game.set_komi(komi);
            Ok(String::new())
        }
        _ => Err(Failure::Expected("rules or komi")),
    }
}

/// What stands for no bound on playouts.
const NO_BOUND: &str = "none";

fn search_params(settings: &Settings) -> String {
    let levels: Vec<String> = (1..=MOST_LEVEL).map(|level| level.to_string()).collect();
    let playouts = settings.playouts;
    let playouts = playouts.map_or(NO_BOUND.to_string(), |number| number.to_string());
    format!(
        "[string] playouts {playouts}\n[string] time_per_move {}\n[string] threads {}\n\
         [list/{}] level {}\n[string] seed {}",
        settings.time_per_move.as_secs_f64(),
        settings.threads,
        levels.join("/"),
        settings.level,
        settings.seed
    )
}

/// The most search threads.
const MOST_THREADS: usize = 256;
/// The longest time for a move, in seconds: a day.
const LONGEST_TIME: f64 = 86_400.0;

/// The settings with a change.
fn changed(settings: &Settings, name: &str, value: &str) -> Result<Settings, Failure> {
    let number = || {
        value
            .parse::<u64>()
            .map_err(|_| Failure::Expected("number"))
    };
    let mut settings = settings.clone();
    match name {
        "playouts" if value == NO_BOUND => settings.playouts = None,
        "playouts" => settings.playouts = Some(number()?.max(1)),
        "time_per_move" => {
            let seconds: f64 = value.parse().map_err(|_| Failure::Expected("seconds"))?;
            let is_good = (0.0..=LONGEST_TIME).contains(&seconds);
            settings.time_per_move = is_good
                .then(|| Duration::from_secs_f64(seconds))
                .ok_or(Failure::Expected("seconds up to a day"))?;
        }
        "threads" => settings.threads = (number()? as usize).clamp(1, MOST_THREADS),
        "level" => settings.level = number()?.clamp(1, u64::from(MOST_LEVEL)) as u8,
        "seed" => settings.seed = number()?,
        _ => {
            return Err(Failure::Expected(
                "playouts, time_per_move, threads, level or seed",
            ));
        }
    }
    Ok(settings)
}
