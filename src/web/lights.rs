//! Lights of the table of counts: the points of the board that each term of each row counts, and
//! the bowls beside the board that it counts besides.

use halfpoint_core::board::{Color, PointSet};
use halfpoint_core::life::ReadingCache;
use halfpoint_core::notation::{color_word, vertex};
use halfpoint_core::score::SCORE_TERMS;
use halfpoint_report::json::term_name;
use halfpoint_report::picture::{bowls, piles};
use halfpoint_report::{Recount, Table};
use serde_json::{Map, Value, json};

/// Sets of points and pictures, each kept once, since most rows have the same ones.
#[derive(Default)]
struct Pool {
    kept: Vec<Value>,
}

impl Pool {
    /// Returns the index of a value, which is added unless it is there.
    fn index(&mut self, value: Value) -> usize {
        match self.kept.iter().position(|one| *one == value) {
            Some(index) => index,
            None => {
                self.kept.push(value);
                self.kept.len() - 1
            }
        }
    }
}

/// Returns for each row of a table the points of each term, as indices of `sets`, and the bowls of
/// both colours, as indices of `bowls`. A row that was not counted has neither.
pub fn lights(table: &Table, readings: &mut ReadingCache) -> Value {
    let (mut sets, mut pictures) = (Pool::default(), Pool::default());
    let rows: Vec<Value> = table
        .rows
        .iter()
        .map(|row| match &row.recount {
            Ok(recount) => lit(table, recount, [&mut sets, &mut pictures], readings),
            Err(_) => json!({}),
        })
        .collect();
    json!({ "rows": rows, "sets": sets.kept, "bowls": pictures.kept })
}

fn lit(
    table: &Table,
    recount: &Recount,
    [sets, pictures]: [&mut Pool; 2],
    readings: &mut ReadingCache,
) -> Value {
    let Some(piles) = piles(recount) else {
        return json!({});
    };
    let size = recount.game.board().size();
    let points = recount.game.term_points(&table.dead, readings);
    let mut object = Map::new();
    for color in Color::BOTH {
        let mut terms = Map::new();
        for (term, words) in SCORE_TERMS {
            if let Some(set) = points.of(color, term).filter(|set| !set.is_empty()) {
                let names = PointSet::iter(set).map(|point| vertex(size, point));
                let index = sets.index(names.collect());
                terms.insert(term_name(words), index.into());
            }
        }
        object.insert(color_word(color).to_string(), Value::Object(terms));
    }
    let drawn = Color::BOTH.map(|color| pictures.index(bowls(color, &piles[color]).into()));
    object.insert("bowls".to_string(), json!(drawn));
    Value::Object(object)
}

#[cfg(test)]
mod tests {
    use halfpoint_core::board::Size;
    use halfpoint_core::game::{Game, Move};
    use halfpoint_core::half_points::HalfPoints;
    use halfpoint_core::rules::{NamedRules, PRESETS};
    use halfpoint_report::{Assumptions, json};

    use super::*;

    #[test]
    fn each_term_of_each_row_lights_as_many_points_as_it_counts() {
        let size = Size::square(5);
        let all: Vec<NamedRules> = PRESETS.iter().map(NamedRules::from).collect();
        let mut game = Game::new(all[0].rules, size, HalfPoints::ZERO);
        for y in 0..5 {
            for x in [1, 3] {
                let point = size.point(x, y).expect("a point");
                game.play(game.to_move(), &Move::Place(point))
                    .expect("legal");
            }
        }
        let table = Table::new(&game, all[0], &all, Assumptions::none(size));
        let lights = lights(&table, &mut ReadingCache::new());
        let shown = json::counts(&table);
        for (row, light) in shown["rows"]
            .as_array()
            .expect("rows")
            .iter()
            .zip(lights["rows"].as_array().expect("rows"))
        {
            for color in ["black", "white"] {
                for term in ["stones", "territory", "group_tax", "dead_stones"] {
                    let amount = row[color][term].as_f64().unwrap_or(0.0).abs();
                    let points = match light[color][term].as_u64() {
                        Some(index) => lights["sets"][index as usize]
                            .as_array()
                            .map_or(0, Vec::len),
                        None => 0,
                    };
                    assert_eq!(amount, points as f64, "{} {term}", row["rules"]);
                }
            }
        }
    }
}
