//! The position counted under every rule set, as if both players passed now.

use halfpoint_core::game::Game;
use halfpoint_core::rules::{NamedRules, PRESETS};
use halfpoint_engine::player::Player;
use halfpoint_report::{Table, json};
use serde_json::Value;

use crate::judge::Judge;

/// Returns the counts of a game under all rule sets, in the form of `halfpoint score --json`. The
/// player judges which stones are dead, which takes a few hundred playouts.
pub(super) fn scores_by_rules(
    player: &Player,
    judge: &mut Judge,
    game: &Game,
    rules: NamedRules,
) -> Value {
    let assumptions = judge.assumptions(player, game);
    let all: Vec<NamedRules> = PRESETS.iter().map(NamedRules::from).collect();
    let readings = &mut player.readings();
    let table = Table::cached(game, rules, &all, assumptions, readings);
    Value::Object(json::counts(&table))
}
