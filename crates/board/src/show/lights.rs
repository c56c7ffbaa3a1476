//! Lights of the table of counts: the points of the board that each term of each row counts, and
//! the bowls beside the board that it counts besides.

use halfpoint_core::board::{Color, PointSet};
use halfpoint_core::life::ReadingCache;
use halfpoint_core::notation::vertex;
use halfpoint_core::score::SCORE_TERMS;
use halfpoint_report::json::term_name;
use halfpoint_report::picture::piles;
use halfpoint_report::{Recount, Table};

use super::held;
use crate::wire::{CountedLights, RowLights, TableLights, TermLights};

/// Returns the index of a value in a list, to which it is added unless it is there: most rows have
/// the same values.
fn index_in<T: PartialEq>(list: &mut Vec<T>, value: T) -> usize {
    let found = list.iter().position(|one| *one == value);
    found.unwrap_or_else(|| {
        list.push(value);
        list.len() - 1
    })
}

/// Returns for each row of a table the points of each term and the bowls of both colours. A row
/// that was not counted has neither.
pub fn lights(table: &Table, readings: &mut ReadingCache) -> TableLights {
    let mut lights = TableLights::default();
    for row in &table.rows {
        let recount = row.recount.as_ref().ok();
        let counted = recount.and_then(|recount| lit(table, recount, &mut lights, readings));
        lights.rows.push(RowLights { counted });
    }
    lights
}

fn lit(
    table: &Table,
    recount: &Recount,
    lights: &mut TableLights,
    readings: &mut ReadingCache,
) -> Option<CountedLights> {
    let piles = piles(recount)?;
    let size = recount.game.board().size();
    let points = recount.game.term_points(&table.dead, readings);
    let terms = Color::BOTH.map(|color| {
        let mut terms = Vec::new();
        for (term, words) in SCORE_TERMS {
            if let Some(set) = points.of(color, term).filter(|set| !set.is_empty()) {
                let names = PointSet::iter(set).map(|point| vertex(size, point));
                let index = index_in(&mut lights.sets, names.collect());
                terms.push((term_name(words), index));
            }
        }
        TermLights(terms)
    });
    let bowls = Color::BOTH.map(|color| {
        let picture = held::picture(color, &piles[color]);
        index_in(&mut lights.bowls, picture)
    });
    Some(CountedLights {
        terms: terms.into(),
        bowls,
    })
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
        let rows = shown["rows"].as_array().expect("rows");
        for (row, light) in rows.iter().zip(&lights.rows) {
            let terms = light.counted.as_ref().map(|counted| &counted.terms);
            for term in ["stones", "territory", "group_tax", "dead_stones"] {
                let points = |of: &TermLights| {
                    let found = of.0.iter().find(|(name, _)| name == term);
                    found.map_or(0, |&(_, index)| lights.sets[index].len())
                };
                for (color, points) in [
                    ("black", terms.map_or(0, |terms| points(&terms.black))),
                    ("white", terms.map_or(0, |terms| points(&terms.white))),
                ] {
                    let amount = row[color][term].as_f64().unwrap_or(0.0).abs();
                    assert_eq!(amount, points as f64, "{} {term}", row["rules"]);
                }
            }
        }
    }
}
