//! Judgement whether an opening is even.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use halfpoint_core::game::Game;
use halfpoint_core::half_points::HalfPoints;
use halfpoint_engine::player::{MoveQuery, Player, Settings};
use halfpoint_nn::Net;

/// Visits of a search by a net.
const VISITS: u64 = 100;
/// Playouts of a search without a net.
const PLAYOUTS: u64 = 2000;

/// Distance of the chance from one half that counts as even where spare moves decide: a lead in
/// moves says little about who wins.
const CHANCE_WIDTH: f64 = 0.2;

/// Search that says who is ahead after an opening.
#[derive(Debug)]
pub struct Balance {
    /// Points by which a side may at most be ahead.
    width: HalfPoints,
    /// Net that evaluates positions; `None` for playouts.
    net: Option<Arc<Net>>,
}

impl Balance {
    /// Creates the search for openings in which no side is ahead by more than `width`.
    pub fn new(width: HalfPoints, net: Option<Arc<Net>>) -> Balance {
        Balance { width, net }
    }

    /// Returns whether a search puts no side ahead by more than the width given to
    /// [`Balance::new`], komi included; `false` if it has no score. Where spare moves decide, both
    /// sides must have a chance of at least 30 % instead. The answer is deterministic unless `stop`
    /// becomes true, which ends the search early.
    pub fn is_even(&self, game: &Game, stop: &AtomicBool) -> bool {
        // A new player for each game, so that none depends on those before it.
        let mut player = Player::new(Settings::default());
        player.set_net(self.net.clone());
        let has_net = player.net().is_some();
        player.set(Settings {
            playouts: Some(if has_net { VISITS } else { PLAYOUTS }),
            ..Settings::default()
        });
        let decision = player.choose(game, &MoveQuery::of(game.to_move(), stop), None);
        if game.rules().last_mover_wins() {
            return (decision.win_rate - 0.5).abs() <= CHANCE_WIDTH;
        }
        let width = f64::from(self.width.halves()) / 2.0;
        decision.score.is_some_and(|lead| lead.abs() <= width)
    }
}
