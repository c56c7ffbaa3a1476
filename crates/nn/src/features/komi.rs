//! Komi as nets see it.

use halfpoint_core::{Color, HalfPoints};

/// Points by which komi may exceed the number of points of the board; a larger one is cut.
const KOMI_MARGIN: i32 = 20;

/// Points in one unit of the input.
pub(crate) const KOMI_UNIT: f32 = 20.0;

/// Returns komi in half-points as a player sees it on a board of `area` points: positive if it is
/// the player's, cut where it is too large to matter.
pub(crate) fn komi_seen(komi: HalfPoints, player: Color, area: usize) -> i32 {
    let limit = 2 * (area as i32 + KOMI_MARGIN);
    (-player.sign() * komi.halves()).clamp(-limit, limit)
}

/// Returns the half-points of komi that a player does not [see](komi_seen): what was cut.
pub(crate) fn komi_unseen(komi: HalfPoints, player: Color, area: usize) -> i32 {
    -player.sign() * komi.halves() - komi_seen(komi, player, area)
}

/// Returns the wave by which komi near one that allows a draw is worth more than its points: 0 at a
/// komi that allows a draw on a board of `area` points without seki, ½ half a point above it, −½
/// half a point below it. `komi` is in half-points, seen from the player to move.
pub(crate) fn komi_wave(komi: i32, area: usize) -> f32 {
    match (komi - 2 * (area as i32 % 2)).rem_euclid(4) {
        1 => 0.5,
        3 => -0.5,
        _ => 0.0,
    }
}
