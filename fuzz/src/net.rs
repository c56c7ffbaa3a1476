//! Files of nets, KataGo's and our own.

use halfpoint_core::board::Size;
use halfpoint_core::game::Game;
use halfpoint_core::half_points::HalfPoints;
use halfpoint_nn::{Arithmetic, History, Net, NetKind, NetReader, Network, own, read};

use super::preset;
use super::sgf::message;

/// Points of the board whose evaluation is counted: that of the positions by which a net is tried.
const POINTS: usize = 81;
/// Multiplications up to which a net is evaluated.
const MAX_OPERATIONS: usize = 100_000 * POINTS;

/// Checks the reading of a file and the net in it. Its length chooses rules and board.
///
/// # Panics
/// If a property does not hold.
pub fn net(data: &[u8]) {
    let network = match read(data) {
        Ok(network) => network,
        Err(error) => return message(&error.to_string()),
    };
    if network.kind == NetKind::Own {
        let bytes = own::write(&network).expect("a net of our own");
        assert_eq!(read(&bytes[..]).expect("our own file"), network);
    }
    if network.operations(POINTS) > MAX_OPERATIONS {
        return;
    }
    for arithmetic in [Arithmetic::Int8, Arithmetic::Float] {
        evaluate(network.clone(), arithmetic, data.len());
    }
}

/// Checks that what a net says of an empty board are probabilities and numbers.
fn evaluate(network: Network, arithmetic: Arithmetic, length: usize) {
    let net = match Net::new(network, arithmetic) {
        Ok(net) => net,
        Err(error) => return message(&error.to_string()),
    };
    let size = Size::square(2 + length % 3);
    let game = Game::new(preset(length as u8).rules, size, HalfPoints::HALF);
    let position = game.position();
    let mut reader = NetReader::new(&net, size);
    let found = reader.evaluate(position, &History::of(&game), game.terms(), None);
    let sum = found.win + found.draw + found.loss + found.no_result;
    assert!((sum - 1.0).abs() < 1e-4, "{found:?}");
    let mut numbers = vec![found.lead, found.score_mean, found.score_mean_square];
    numbers.extend(found.policy.iter().chain(&found.ownership));
    assert!(numbers.iter().all(|number| number.is_finite()), "{found:?}");
    let points = position.placements(game.to_move());
    let tokens = position.token_effects(game.to_move());
    let plain = position.plain_pass(game.to_move()).ok();
    let chances = reader.chances(&found, &points, &tokens, plain);
    let sum: f32 = chances.placements.iter().chain(&chances.tokens).sum();
    assert!((sum - 1.0).abs() < 1e-3, "{chances:?}");
}
