//! A [`Table`] as a JSON object with stable names.

use serde::Serialize;
use serde_json::{Map, Value, json};

use halfpoint_core::board::{Color, PointSet, Size};
use halfpoint_core::game::GameEnd;
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::{color_word, vertex};
use halfpoint_core::score::{SCORE_TERMS, ScoreBreakdown};

use super::causes::MARGIN_TERMS;
use super::facts::{GameSummary, Turns};
use super::table::{Recount, Row, Table};
use super::words::{self, Heading};

/// Returns the table of the game with number `number`, counted from 1, in `file`.
#[must_use]
pub fn object(table: &Table, heading: &Heading, file: &str, number: usize) -> Value {
    let game = &table.game;
    let size = game.board().size();
    let mut object = json!({
        "file": file,
        "game": number,
        "black": heading.players[0],
        "white": heading.players[1],
        "width": size.width(),
        "height": size.height(),
        "komi": game.komi(),
        "handicap": game.setup().handicap(),
        "moves": game.records().len(),
        "over": game.state().over.map(end_word),
        "rules": table.record.rules.id,
        "rules_named": heading.names_rules,
        "recorded": heading.result,
        "recorded_margin": heading.margin,
        "facts": facts(size, &table.facts),
    });
    for (name, value) in counts(table) {
        object[name] = value;
    }
    object
}

/// Returns the counts under all rule sets of a table, and the judgement of the stones on which they
/// rest: the part of [`object`] that needs no record.
#[must_use]
pub fn counts(table: &Table) -> Map<String, Value> {
    let size = table.game.board().size();
    let vertices =
        |points: &PointSet| -> Value { points.iter().map(|point| vertex(size, point)).collect() };
    let reference = table.reference().map(|(row, _)| row.rules.id);
    let rows = table.rows.iter().map(|row| self::row(table, row));
    let fields = [
        ("counted", json!(table.as_if())),
        ("dead", vertices(&table.dead)),
        ("proven", json!(table.proven)),
        ("unsettled", vertices(&table.unsettled)),
        ("turn_decides", vertices(&table.turn_decides)),
        ("reference", json!(reference)),
        ("rows", rows.collect()),
        ("warnings", json!(table.warnings)),
    ];
    let fields = fields.into_iter();
    fields
        .map(|(name, value)| (name.to_string(), value))
        .collect()
}

/// Returns the word for the end of a game in JSON.
#[must_use]
pub fn end_word(end: GameEnd) -> &'static str {
    match end {
        GameEnd::Passes => "passes",
        GameEnd::Draw => "draw",
        GameEnd::Resign(_) => "resign",
        GameEnd::Void => "void",
        GameEnd::NoMove(_) => "no_move",
    }
}

fn pair<T: Serialize>([black, white]: [T; 2]) -> Value {
    json!({ "black": black, "white": white })
}

fn facts(size: Size, facts: &GameSummary) -> Value {
    let last = facts.last_stone.map(|last| {
        json!({
            "color": color_word(last.color),
            "point": vertex(size, last.point),
            "dame": last.dame,
        })
    });
    json!({
        "placed": pair(facts.placed),
        "passed": pair(facts.passed),
        "first_passer": facts.first_passer.map(color_word),
        "last_passer": facts.last_passer.map(color_word),
        "last_stone": last,
        "dame_left": facts.dame_left,
        "alternating": facts.turns == Turns::Alternate,
    })
}

fn row(table: &Table, row: &Row) -> Value {
    let size = table.game.board().size();
    let mut object = Map::new();
    object.insert("rules".to_string(), row.rules.id.into());
    match &row.recount {
        Err(error) => {
            let illegal = json!({
                "move": error.number,
                "color": color_word(error.color),
                "play": error.action.text(size),
                "reason": error.reason.reason(),
            });
            object.insert("illegal".to_string(), illegal);
        }
        Ok(recount) => counted(table, row, recount, &mut object),
    }
    Value::Object(object)
}

fn counted(table: &Table, row: &Row, recount: &Recount, object: &mut Map<String, Value>) {
    let mut insert = |name: &str, value: Value| {
        object.insert(name.to_string(), value);
    };
    insert("result", recount.outcome.result_or_void().into());
    insert("margin", json!(recount.outcome.margin()));
    insert("over", json!(recount.game.state().over.map(end_word)));
    insert("added_passes", recount.added_passes.into());
    if let Some(score) = recount.score() {
        insert("certain", score.certain.into());
        for color in Color::BOTH {
            insert(color_word(color), side(&score.sides[color]));
        }
    }
    if let Some(margin) = recount.other_count {
        insert("territory_margin", json!(margin));
    }
    if let (Some((_, reference)), Some(sources)) = (table.reference(), row.sources()) {
        let difference = sources.less(reference);
        insert("difference", json!(difference.total()));
        let causes = MARGIN_TERMS.iter().filter_map(|&(cause, name)| {
            let amount = difference.amount(cause);
            (amount != HalfPoints::ZERO).then(|| (name.to_string(), json!(amount)))
        });
        insert("causes", Value::Object(causes.collect()));
        insert("why", json!(words::difference(table, row)));
    }
}

/// Returns the name of a term in JSON; `words` are those of [`SCORE_TERMS`].
#[must_use]
pub fn term_name(words: &str) -> String {
    words.replace([' ', '-'], "_")
}

/// Returns the total and the terms with a nonzero amount.
fn side(side: &ScoreBreakdown) -> Value {
    let mut object = Map::new();
    object.insert("total".to_string(), json!(side.total()));
    for (part, words) in SCORE_TERMS {
        let amount = side.part(part);
        if amount != HalfPoints::ZERO {
            object.insert(term_name(words), json!(amount));
        }
    }
    Value::Object(object)
}
