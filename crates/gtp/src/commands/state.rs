//! Commands that show the position.

use serde_json::{Map, Value, json};

use halfpoint_core::board::{Color, Point, PointSet, Size};
use halfpoint_core::game::{Button, Game, GameEnd, PlayedMove};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation;
use halfpoint_report::json::end_word;
use halfpoint_report::{last_token_line, pass_line, star_points, token_lines};

use super::super::arguments::Arguments;
use super::super::error::Answer;
use super::super::session::Session;
pub use halfpoint_core::notation::vertices;

fn pair(value: impl Fn(Color) -> Value) -> Value {
    json!({"black": value(Color::Black), "white": value(Color::White)})
}

/// Converts half-points to points: an integer where possible, otherwise a number with a fraction.
fn points(value: HalfPoints) -> Value {
    if value.halves() % 2 == 0 {
        Value::from(value.halves() / 2)
    } else {
        Value::from(value.points())
    }
}

fn color(color: Option<Color>) -> Value {
    color.map_or(Value::Null, |color| notation::color_word(color).into())
}

fn list(size: Size, points: impl IntoIterator<Item = Point>) -> Value {
    points
        .into_iter()
        .map(|p| notation::vertex(size, p))
        .collect()
}

fn button(game: &Game) -> &'static str {
    match game.state().button(game.rules()) {
        Button::None => "none",
        Button::Table => "table",
        Button::MovedBy(color) => notation::color_word(color),
    }
}

/// Lists the stones of a proposal that waits for an answer or was accepted.
fn proposal(game: &Game) -> Value {
    let size = game.board().size();
    game.proposed_dead()
        .map_or(Value::Null, |stones| list(size, stones.iter()))
}

/// Answers the state of the game as JSON.
pub fn state(session: &mut Session, _: &Arguments<'_>) -> Answer {
    let dead = session.dead();
    let game = &session.game;
    let (state, size) = (game.state(), game.board().size());
    let fields = [
        ("rules", session.rules_id.into()),
        ("width", size.width().into()),
        ("height", size.height().into()),
        ("komi", points(game.komi())),
        ("to_move", notation::color_word(game.to_move()).into()),
        ("moves", game.records().len().into()),
        ("over", state.over.map(end_word).into()),
        ("captures", pair(|c| state.captures[c].into())),
        ("ledger", pair(|c| points(state.ledger.total(c)))),
        ("button", button(game).into()),
        ("buttons_left", state.buttons_left(game.rules()).into()),
        ("half_pass_zone", pair(|c| state.half_pass_zone[c].into())),
        ("bowl", pair(|c| state.bowls.regular[c].into())),
        ("ultimate_stone_in", color(state.bowls.ultimate_in)),
        ("consecutive_passes", state.consecutive_passes.into()),
        ("first_token", color(state.first_token)),
        ("last_token", color(state.last_token)),
        ("proposal", proposal(game)),
        ("dead", list(size, dead.iter())),
        (
            "hash",
            format!("{:016x}", game.position().key().low()).into(),
        ),
    ];
    let object: Map<String, Value> = fields
        .into_iter()
        .map(|(name, value)| (name.to_string(), value))
        .collect();
    Ok(Value::from(object).to_string())
}

/// Answers the position as a diagram with a few lines below it.
pub fn showboard(session: &mut Session, _: &Arguments<'_>) -> Answer {
    Ok(format!("\n{}", board_text(&session.game, session.rules_id)))
}

/// Returns the position of a game as a diagram with a few lines below it, which is the answer of
/// `showboard`.
pub fn board_text(game: &Game, rules_id: &str) -> String {
    let mut lines = diagram(game);
    let state = game.state();
    let name = notation::color_word;
    lines.push(format!("{rules_id}, komi {}", game.komi()));
    let turn = match state.over {
        None => format!("{} to move", name(game.to_move())),
        Some(GameEnd::Passes) => format!("over by passes, {} to move", name(game.to_move())),
        Some(GameEnd::Draw) => "over, a draw was declared".to_string(),
        Some(GameEnd::Resign(loser)) => format!("over, {} resigned", name(loser)),
        Some(GameEnd::NoMove(loser)) => format!("over, {} cannot move", name(loser)),
        Some(GameEnd::Void) => "over without result".to_string(),
    };
    let moves = match game.records().len() {
        1 => "1 move".to_string(),
        number => format!("{number} moves"),
    };
    lines.push(format!("{moves}, {turn}"));
    let [black, white] = state.captures;
    lines.push(format!("captures: black {black}, white {white}"));
    lines.extend(token_lines(game));
    lines.extend(last_token_line(game));
    // After the end a pass ends nothing, although one may still be made.
    if state.over.is_none() {
        lines.push(pass_line(game, game.to_move()));
    }
    lines.join("\n")
}

/// Draws the board with coordinates; the last stone stands in brackets.
fn diagram(game: &Game) -> Vec<String> {
    let (board, size) = (game.board(), game.board().size());
    let last = match game.records().last().map(|record| record.action) {
        Some(PlayedMove::Place(point)) => Some(point),
        _ => None,
    };
    let stars = PointSet::of(size, star_points(size));
    let columns: Vec<String> = (0..size.width())
        .map(|x| notation::column(x).to_string())
        .collect();
    let header = format!("   {}", columns.join(" "));
    let mut lines = vec![header.clone()];
    for y in (0..size.height()).rev() {
        let mut line = format!("{:2}", y + 1);
        let mut between = ' ';
        for point in (0..size.width()).filter_map(|x| size.point(x, y)) {
            let is_last = Some(point) == last;
            line.push(if is_last { '(' } else { between });
            line.push(match board.get(point) {
                Some(Color::Black) => 'X',
                Some(Color::White) => 'O',
                None if stars.contains(point) => '+',
                None => '.',
            });
            between = if is_last { ')' } else { ' ' };
        }
        lines.push(format!("{line}{between}{}", y + 1));
    }
    lines.push(header);
    lines
}
