//! The numbers that the training in Python shares with the crates.

#![forbid(unsafe_code)]

use halfpoint_nn::{UNKNOWN_TOKENS, own};
use halfpoint_train::selfplay::{self, Purpose};
use halfpoint_train::{MAX_VALUE_ERROR, label, rows};
use serde_json::{Value, json};

/// `learn/numbers.json`, which Python reads, has the numbers of the crates. Where it fails, the
/// message shows what the file has to contain.
#[test]
fn the_training_has_the_numbers_of_the_crates() {
    let numbers = json!({
        "FORMAT": own::FORMAT,
        "PLANES": own::PLANES,
        "GLOBALS": own::GLOBALS,
        "TOKENS": own::TOKENS,
        "OUTCOMES": own::OUTCOMES,
        "SCORES": own::SCORES,
        "LOGISTICS": own::LOGISTICS,
        "SCORE_POINTS": own::SCALES.score_mean,
        "SCALE_POINTS": own::SCALES.score_stdev,
        "MIN_SCALE_POINTS": short(own::MIN_SPREAD),
        "UNKNOWN_TOKENS": short(UNKNOWN_TOKENS),
        "MAX_VALUE_ERROR": MAX_VALUE_ERROR,
        "UNKNOWN_MARGIN": rows::UNKNOWN_MARGIN,
        "UNKNOWN_OWNER": rows::UNKNOWN_OWNER,
        "UNCERTAINTIES": rows::UNCERTAINTIES,
        "CERTAIN": rows::CERTAIN,
        "GAMES_PER_SHARD": {
            label::KIND: label::GAMES_PER_SHARD,
            selfplay::KIND: Purpose::Training.games_per_shard(),
        },
    });
    let committed: Value =
        serde_json::from_str(include_str!("../../../learn/numbers.json")).expect("JSON");
    assert_eq!(committed, numbers, "{numbers:#}");
}

/// Returns a number as its source has it, without the digits that 32 bits add.
fn short(number: f32) -> f64 {
    number.to_string().parse().expect("a number")
}
