//! Dead stones at the end of a game, as the engine that plays a side judges them.

use std::sync::Arc;

use axum::extract::State;
use axum::routing::post;
use axum::{Json, Router};
use halfpoint_core::board::PointSet;
use halfpoint_core::game::Game;
use halfpoint_core::notation::vertex;
use serde::Deserialize;
use serde_json::{Value, json};

use super::api::{Refusal, Server, game_of};
use super::engine::Engine;
use super::game::GameText;
use super::sent::Sent;

/// Name of the judge that is no other engine.
const OWN_NAME: &str = "halfpoint";

/// Returns the route of the request.
pub fn routes() -> Router<Arc<Server>> {
    Router::new().route("/api/dead", post(dead))
}

/// Request for the dead stones of a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    game: GameText,
    /// Name of another engine that judges.
    opponent: Option<String>,
}

/// Answers with the dead stones, the name of their judge, and the reason if that is not the engine
/// that was asked for. Dead stones of the game that was sent are not looked at.
async fn dead(
    State(server): State<Arc<Server>>,
    Sent(mut asked): Sent<Asked>,
) -> Result<Json<Value>, Refusal> {
    asked.game.dead = None;
    let (game, rules) = game_of(&asked.game)?;
    let mut note = None;
    if let Some(name) = &asked.opponent {
        let opponent = server.opponents.find(name).map_err(Refusal::because)?;
        let permit = server.permit(opponent.free()).await?;
        match opponent.dead(permit, game.clone(), rules).await {
            Ok(list) => match list.and_then(|list| groups(&game, &list)) {
                Some(dead) => return Ok(Json(answer(&game, &dead, name, None))),
                None => note = Some(format!("{name} does not say which stones are dead")),
            },
            Err(error) => note = Some(error.to_string()),
        }
    }
    let judge = move |engine: &Engine| {
        let dead = engine.judge_dead(&game);
        answer(&game, &dead, OWN_NAME, note)
    };
    server.count(judge).await.map(Json)
}

/// Returns the dead stones of a list with those that share their fate, as players agree on them.
/// `None` if a point of the list has no stone.
fn groups(game: &Game, list: &PointSet) -> Option<PointSet> {
    let stones: Vec<_> = list.iter().collect();
    let mut agreed = game.clone();
    agreed.agree_on_dead(&stones).ok()?;
    agreed.agreed_dead().copied()
}

fn answer(game: &Game, dead: &PointSet, judge: &str, note: Option<String>) -> Value {
    let size = game.board().size();
    let names: Vec<String> = dead.iter().map(|point| vertex(size, point)).collect();
    json!({ "dead": names, "judge": judge, "note": note })
}

#[cfg(test)]
mod tests {
    use super::*;

    use halfpoint_core::board::Size;
    use halfpoint_core::game::Move;
    use halfpoint_core::half_points::HalfPoints;
    use halfpoint_core::notation::parse_vertex;
    use halfpoint_core::rules::PRESETS;

    #[test]
    fn a_list_is_completed_to_groups_and_refused_if_it_names_an_empty_point() {
        let size = Size::square(5);
        let point = |name: &str| parse_vertex(size, name).expect("a point");
        let mut game = Game::new(PRESETS[1].rules, size, HalfPoints::ZERO);
        for name in ["B1", "A4", "B2", "A5", "B3", "E1", "B4", "E5", "B5"] {
            game.play(game.to_move(), &Move::Place(point(name)))
                .expect("legal");
        }
        let of = |names: &[&str]| PointSet::of(size, names.iter().map(|&name| point(name)));
        assert_eq!(groups(&game, &of(&["A5"])), Some(of(&["A4", "A5"])));
        assert_eq!(groups(&game, &of(&[])), Some(of(&[])));
        assert_eq!(groups(&game, &of(&["A5", "C3"])), None);
    }
}
