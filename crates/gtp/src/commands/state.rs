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
use super::command::Command;

/// The fields of `halfpoint-state` in their order, with their meaning.
const STATE_FIELDS: &[(&str, &str)] = &[
    ("rules", "id of the rule set, or `custom`"),
    ("width", "points from left to right"),
    ("height", "points from bottom to top"),
    ("komi", "White's compensation, in points"),
    ("to_move", "color to move"),
    ("moves", "number of moves so far, token moves included"),
    (
        "over",
        "end of the game: `passes`, `draw`, `resign`, `void` or `no_move`; `null` if it goes on",
    ),
    ("captures", "stones that each color captured in play"),
    ("ledger", "points that token moves have given each color"),
    (
        "button",
        "place of the first or only button: `table`, or the color that took, gave or got it; `none` if the rules have no button",
    ),
    ("buttons_left", "number of buttons on the table"),
    (
        "half_pass_zone",
        "stones of each color in the half-pass zone",
    ),
    ("bowl", "`ultimate`: regular prisoners in each bowl"),
    (
        "ultimate_stone_in",
        "`ultimate`: the color in whose bowl the ultimate stone is, or `null`",
    ),
    (
        "consecutive_passes",
        "passes in a row up to now, those with a button included; a button move or a delay is no pass",
    ),
    (
        "first_token",
        "color that took, gave or got the first or only button, or made the first half-pass; `null` before that, and under `reverse_button`",
    ),
    (
        "last_token",
        "color that ended the game with the second button, the button on the last pass, or a half-pass; else `null`",
    ),
    (
        "proposal",
        "`half_pass`: stones proposed as dead, while the proposal waits or once it is accepted; else `null`",
    ),
    ("dead", "dead stones in force"),
    (
        "hash",
        "hash of the position and of all state that affects later moves",
    ),
];

/// Rows of the table.
pub const COMMANDS: &[Command] = &[
    Command::new(
        "showboard",
        "",
        (0, 0),
        showboard,
        "show the board and the state of the game as text",
    ),
    Command::new(
        "halfpoint-state",
        "",
        (0, 0),
        state,
        "the state of the game as JSON",
    )
    .manual_with_fields(
        r#"Prints the state of the game as one line of JSON. Points are decimal numbers; pairs are `{"black":…,"white":…}`; colors are `"black"` and `"white"`."#,
        STATE_FIELDS,
        r#"$ halfpoint --rules two_button --komi 6.5 --size 5
play b C3
=

play w pass
=

halfpoint-state
= {"rules":"two_button","width":5,"height":5,"komi":6.5,"to_move":"black","moves":2,"over":null,"captures":{"black":0,"white":0},"ledger":{"black":1,"white":0.5},"button":"white","buttons_left":1,"half_pass_zone":{"black":0,"white":0},"bowl":{"black":0,"white":0},"ultimate_stone_in":null,"consecutive_passes":1,"first_token":"white","last_token":null,"proposal":null,"dead":[],"hash":"[..]"}"#,
    )
    ,
];
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
fn state(session: &mut Session, _: &Arguments<'_>) -> Answer {
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
fn showboard(session: &mut Session, _: &Arguments<'_>) -> Answer {
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
