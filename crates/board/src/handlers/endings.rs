//! Answers of the engine that plays a side to what ends a game: dead stones, and draws.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::Json;
use axum::extract::State;
use halfpoint_core::board::PointSet;
use halfpoint_core::game::Game;
use halfpoint_core::notation::vertex;

use crate::extract::SentGame;
use crate::play::consent::accepts_draw;
use crate::play::engine::PageEngine;
use crate::refusal::Refusal;
use crate::server::BoardServer;
use crate::wire::{DeadAnswer, DeadRequest, DrawAnswer, DrawOffer, player, search_time};

/// Name of the judge that is no other engine.
const OWN_NAME: &str = "halfpoint";
/// Longest time to think about a draw, in seconds.
const MAX_SECONDS: f64 = 10.0;

/// Answers whether the engine accepts a draw.
pub async fn draw(
    State(server): State<Arc<BoardServer>>,
    SentGame(game, _, offer): SentGame<DrawOffer>,
) -> Result<Json<DrawAnswer>, Refusal> {
    let color = player(&offer.color)?;
    let time = search_time(offer.seconds, MAX_SECONDS)?;
    let mover = game.to_move();
    let think = move |engine: &PageEngine, stop: &AtomicBool| engine.think(&game, time, stop);
    let decision = server.search(think).await?;
    Ok(Json(DrawAnswer {
        accepts: accepts_draw(&decision, mover, color),
    }))
}

/// Answers with the dead stones, the name of their judge, and the reason if that is not the engine
/// that was asked for.
pub async fn dead(
    State(server): State<Arc<BoardServer>>,
    SentGame(game, rules, asked): SentGame<DeadRequest>,
) -> Result<Json<DeadAnswer>, Refusal> {
    let mut note = None;
    if let Some(name) = &asked.opponent {
        let opponent = server.opponents.find(name)?;
        let permit = server.permit(opponent.free()).await?;
        match opponent.dead(permit, game.clone(), rules).await {
            Ok(list) => match list.and_then(|list| groups(&game, &list)) {
                Some(dead) => return Ok(answer(&game, &dead, name, None)),
                None => note = Some(format!("{name} does not say which stones are dead")),
            },
            Err(error) => note = Some(error.to_string()),
        }
    }
    let judge = move |engine: &PageEngine| {
        let dead = engine.judge_dead(&game);
        answer(&game, &dead, OWN_NAME, note)
    };
    server.count(judge).await
}

fn answer(game: &Game, dead: &PointSet, judge: &str, note: Option<String>) -> Json<DeadAnswer> {
    let size = game.board().size();
    Json(DeadAnswer {
        dead: dead.iter().map(|point| vertex(size, point)).collect(),
        judge: judge.to_string(),
        note,
    })
}

/// Returns the dead stones of a list with those that share their fate, as players agree on them.
/// `None` if a point of the list has no stone.
fn groups(game: &Game, list: &PointSet) -> Option<PointSet> {
    let stones: Vec<_> = list.iter().collect();
    let mut agreed = game.clone();
    agreed.agree_on_dead(&stones).ok()?;
    agreed.agreed_dead().copied()
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
