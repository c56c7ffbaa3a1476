//! Commands about results.

use super::super::arguments::Arguments;
use super::super::error::{Failure, replay_row};
use super::super::session::Session;
use super::Answer;
use super::rules::unknown;
use super::state::vertices;
use crate::board::{Board, Color, Point, PointSet};
use crate::game::{Game, Outcome, Over};
use crate::half_points::HalfPoints;
use crate::notation;
use crate::rules::{self, PRESETS, Preset, Tax};
use crate::score::{PARTS, PointOwner, Score, Side, Territory};

pub fn final_score(session: &mut Session, _: &Arguments<'_>) -> Answer {
    let dead = session.dead();
    Ok(session.game.outcome(&dead).result())
}

/// What a point is when the game is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    Alive,
    Seki,
    Dead,
    Territory(Color),
    Dame,
}

impl Status {
    const ALL: [(&'static str, Status); 6] = [
        ("alive", Status::Alive),
        ("seki", Status::Seki),
        ("dead", Status::Dead),
        ("black_territory", Status::Territory(Color::Black)),
        ("white_territory", Status::Territory(Color::White)),
        ("dame", Status::Dame),
    ];

    fn name(self) -> &'static str {
        let is_this = |(_, status): &&(&str, Status)| *status == self;
        Status::ALL
            .iter()
            .find(is_this)
            .map_or("", |(name, _)| name)
    }
}

/// The board as it is counted.
struct Statuses<'a> {
    board: &'a Board,
    dead: PointSet,
    territory: Territory,
    tax: Tax,
}

impl Statuses<'_> {
    fn of(game: &Game, dead: PointSet) -> Statuses<'_> {
        Statuses {
            board: game.board(),
            territory: Territory::new(game.board(), &dead),
            dead,
            tax: game.rules().tax,
        }
    }

    fn status(&self, point: Point) -> Status {
        if self.dead.contains(point) {
            return Status::Dead;
        }
        match self.territory.owner(point) {
            PointOwner::Stone(color) if self.in_seki(color, point) => Status::Seki,
            PointOwner::Stone(_) => Status::Alive,
            PointOwner::Territory(color) => Status::Territory(color),
            PointOwner::SekiEye(color) if self.tax != Tax::Seki => Status::Territory(color),
            PointOwner::SekiEye(_)
            | PointOwner::Dame
            | PointOwner::SekiLiberty
            | PointOwner::Nobody => Status::Dame,
        }
    }

    /// Whether a chain stands in seki: by its eye, or by a shared liberty while it has no eye.
    fn in_seki(&self, color: Color, stone: Point) -> bool {
        let size = self.board.size();
        let around = || {
            self.board
                .chain(stone)
                .flat_map(|point| size.neighbours(point))
        };
        let touches = |owner: PointOwner| around().any(|p| self.territory.owner(p) == owner);
        touches(PointOwner::SekiEye(color))
            || (touches(PointOwner::SekiLiberty) && !touches(PointOwner::Territory(color)))
    }
}

pub fn final_status(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let point = arguments.vertex(0, session.game.board().size())?;
    let dead = session.dead();
    Ok(Statuses::of(&session.game, dead)
        .status(point)
        .name()
        .to_string())
}

pub fn final_status_list(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let wanted = arguments.word(0);
    let (_, wanted) = Status::ALL
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case(wanted))
        .ok_or(Failure::Expected(
            "alive, seki, dead, black_territory, white_territory or dame",
        ))?;
    let dead = session.dead();
    let statuses = Statuses::of(&session.game, dead);
    let board = session.game.board();
    let size = board.size();
    let points: Vec<Point> = size
        .points()
        .filter(|&p| statuses.status(p) == *wanted)
        .collect();
    if !matches!(wanted, Status::Alive | Status::Seki | Status::Dead) {
        return Ok(vertices(size, points));
    }
    // Stones are told chain by chain.
    let mut listed = PointSet::new(size);
    let mut chains = Vec::new();
    for &stone in &points {
        if !listed.contains(stone) {
            let chain = PointSet::of(size, board.chain(stone));
            chain.iter().for_each(|member| {
                listed.insert(member);
            });
            chains.push(vertices(size, chain.iter()));
        }
    }
    Ok(chains.join("\n"))
}

pub fn score(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let name = arguments.text();
    if name.is_empty() {
        let dead = session.dead();
        return Ok(row(session.rules_id, &session.game, &dead));
    }
    if name.eq_ignore_ascii_case("all") {
        let rows = PRESETS.iter().map(|preset| {
            rescore(session, preset).unwrap_or_else(|text| format!("{}\t? {text}", preset.id))
        });
        return Ok(rows.collect::<Vec<_>>().join("\n"));
    }
    let preset = rules::find(name).ok_or_else(|| unknown(name))?;
    rescore(session, preset).map_err(|text| Failure::Replay {
        id: preset.id.to_string(),
        text,
    })
}

/// The row of the present game under other rules, or the move that is illegal there.
fn rescore(session: &mut Session, preset: &Preset) -> Result<String, String> {
    if preset.has(session.game.rules()) {
        let dead = session.dead();
        return Ok(row(preset.id, &session.game, &dead));
    }
    let size = session.game.board().size();
    let game = session
        .game
        .under(preset.rules)
        .map_err(|error| replay_row(size, &error))?;
    let dead = session.judge.dead(&session.player, &game);
    Ok(row(preset.id, &game, &dead))
}

/// Id, result, Black's points, White's points, and how they are made up.
fn row(id: &str, game: &Game, dead: &PointSet) -> String {
    let outcome = game.outcome(dead);
    let (black, white, text) = match &outcome {
        Outcome::Counted(score) => {
            let total = |color: Color| score.sides[color].total().to_string();
            (total(Color::Black), total(Color::White), made_up(score))
        }
        Outcome::Won(winner) => {
            let loser = notation::color_word(winner.opponent());
            let what = match game.state().over {
                Some(Over::NoMove(_)) => "cannot move",
                _ => "resigned",
            };
            ("-".to_string(), "-".to_string(), format!("{loser} {what}"))
        }
        Outcome::Draw => (
            "-".to_string(),
            "-".to_string(),
            "draw declared".to_string(),
        ),
        Outcome::Void => {
            let text = "no result: a position came for the third time";
            ("-".to_string(), "-".to_string(), text.to_string())
        }
    };
    format!(
        "{id}\t{}\t{black}\t{white}\t{text}",
        outcome.result_or_void()
    )
}

fn made_up(score: &Score) -> String {
    let [black, white] = &score.sides;
    let estimate = if score.certain { "" } else { "; estimate" };
    format!("Black: {}; White: {}{estimate}", sum(black), sum(white))
}

/// `13 stones + 2 territory - 2 group tax`; `0` if there is nothing.
fn sum(side: &Side) -> String {
    let mut text = String::new();
    for (part, words) in PARTS {
        let amount = side.part(part);
        if amount == HalfPoints::ZERO {
            continue;
        }
        let sign = match (text.is_empty(), amount < HalfPoints::ZERO) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        text.push_str(&format!("{sign}{} {words}", amount.abs()));
    }
    if text.is_empty() {
        "0".to_string()
    } else {
        text
    }
}
