//! Counting as people do it: the steps of a game's count with their pictures.

use std::sync::Arc;

use axum::extract::State;
use axum::routing::post;
use axum::{Json, Router};
use halfpoint_core::board::Color;
use halfpoint_core::game::Game;
use halfpoint_core::life::ReadingCache;
use halfpoint_core::notation::result;
use halfpoint_core::rules::NamedRules;
use halfpoint_report::counting::{Step, counting};
use halfpoint_report::picture::{bowls, desk, desk_piles};
use halfpoint_report::{Assumptions, Table};
use serde_json::{Value, json};

use super::api::{Refusal, Server};
use super::engine::Engine;
use super::sent::SentGame;
use super::view;

/// Returns the route of the request.
pub fn routes() -> Router<Arc<Server>> {
    Router::new().route("/api/counting", post(count))
}

/// Answers with the steps by which people count the game that was sent.
async fn count(
    State(server): State<Arc<Server>>,
    SentGame(game, rules): SentGame,
) -> Result<Json<Value>, Refusal> {
    let steps = move |engine: &Engine| {
        engine.assuming(&game, |assumptions, readings| {
            steps(&game, rules, assumptions, readings)
        })
    };
    server.count(steps).await.map(Json)
}

/// Returns the steps in JSON; there are none if nothing is counted. `assumptions` are the dead
/// stones if none were agreed on.
fn steps(
    game: &Game,
    rules: NamedRules,
    assumptions: Assumptions,
    readings: &mut ReadingCache,
) -> Value {
    let table = Table::cached(game, rules, &[], assumptions, readings);
    let recount = table.record.recount.as_ref().ok();
    let steps = recount.and_then(|recount| counting(recount, readings));
    let steps: Vec<Value> = steps.unwrap_or_default().iter().map(step).collect();
    json!({ "steps": steps })
}

fn step(step: &Step) -> Value {
    let piles = desk_piles(step);
    let [black, white] = step.tally.sides;
    json!({
        "sentence": step.sentence,
        "board": view::board(&desk(step)),
        "bowls": Color::BOTH.map(|color| bowls(color, &piles[color])),
        "black": black,
        "white": white,
        "result": result(step.tally.margin()),
    })
}

#[cfg(test)]
mod tests {
    use halfpoint_core::board::Size;
    use halfpoint_core::half_points::HalfPoints;
    use halfpoint_core::rules::PRESETS;

    use super::*;

    #[test]
    fn every_rule_set_has_steps_with_pictures() {
        for preset in &PRESETS {
            let size = Size::square(3);
            let game = Game::new(preset.rules, size, HalfPoints::from_halves(3));
            let rules = NamedRules::from(preset);
            let assumptions = Assumptions::none(size);
            let shown = steps(&game, rules, assumptions, &mut ReadingCache::new());
            let all = shown["steps"].as_array().expect("steps");
            assert!(all.len() > 1, "{}", preset.id);
            for step in all {
                assert_eq!(step["board"]["width"], all[0]["board"]["width"]);
                for svg in [&step["board"]["svg"], &step["bowls"][0], &step["bowls"][1]] {
                    let svg = svg.as_str().expect("a picture");
                    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
                }
            }
        }
    }
}
