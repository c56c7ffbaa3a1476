//! Probability of a draw.

use halfpoint_core::board::Color;
use halfpoint_core::game::{Game, Terms};
use halfpoint_core::half_points::HalfPoints;

use halfpoint_nn::{History, Net, NetKind, NetReader};

/// Returns the probability of a draw according to a net. One of KataGo counts draws as half a
/// win, so it is asked by how much Black's winning chance falls from a komi half a point less
/// to one half a point more.
///
/// `None` in a finished game, and where half a point of komi or a
/// button on the table rules a draw out. Costs one or two evaluations.
#[must_use]
pub fn draw_chance(net: &Net, game: &Game) -> Option<f64> {
    let position = game.position();
    let terms = game.terms();
    let equivalent = position.area_equivalent(terms);
    if position.state().over.is_some() || !equivalent.may_be_drawn() {
        return None;
    }
    let mut reader = NetReader::new(net, game.board().size());
    let history = History::of(game);
    if net.kind() == NetKind::Own {
        let evaluation = reader.evaluate(position, &history, terms, None);
        return Some(f64::from(evaluation.draw));
    }
    let mut black_wins = |komi| {
        let terms = Terms { komi, ..terms };
        // Both are seen by one symmetry, so that its error cancels out.
        let evaluation = reader.evaluate(position, &history, terms, Some(0));
        let wins = f64::from(evaluation.win_rate());
        match position.to_move() {
            Color::Black => wins,
            Color::White => 1.0 - wins,
        }
    };
    let [less, more] = [-1, 1].map(|half| terms.komi + HalfPoints::from_halves(half));
    Some((black_wins(less) - black_wins(more)).max(0.0))
}
