//! Answer of the engine to a player who offers a draw. It answers for other engines too, since GTP
//! has no such question.

use halfpoint_core::board::Color;
use halfpoint_engine::player::{Basis, Decision};

/// Winning chance below which a player takes a draw that no exact count speaks for.
const CONTENT_WITH_DRAW: f64 = 0.4;

/// Returns whether `color` accepts a draw in a position in which `mover` is to move: if an exact
/// count promises it no more, or if its winning chance is small.
pub fn accepts_draw(decision: &Decision, mover: Color, color: Color) -> bool {
    let is_mover = mover == color;
    match (decision.basis, decision.score) {
        (Basis::Counted | Basis::Proven, Some(score)) => match is_mover {
            true => score <= 0.0,
            false => score >= 0.0,
        },
        _ => match is_mover {
            true => decision.win_rate <= CONTENT_WITH_DRAW,
            false => decision.win_rate >= 1.0 - CONTENT_WITH_DRAW,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use halfpoint_core::game::Move;
    use halfpoint_engine::player::Reason;

    #[test]
    fn a_draw_is_accepted_only_by_the_side_that_expects_no_more() {
        let decision = |basis, score, win_rate| Decision {
            chosen: Move::Pass,
            playouts: 0,
            win_rate,
            score,
            basis,
            considered: Vec::new(),
            reason: Reason::Searched,
        };
        let both = |decision: Decision| {
            [Color::Black, Color::White].map(|color| accepts_draw(&decision, Color::Black, color))
        };
        // An exact count overrules the chance.
        assert_eq!(both(decision(Basis::Proven, Some(0.0), 0.9)), [true, true]);
        assert_eq!(
            both(decision(Basis::Counted, Some(0.5), 0.1)),
            [false, true]
        );
        assert_eq!(
            both(decision(Basis::Proven, Some(-3.0), 0.9)),
            [true, false]
        );
        // A proof without a margin is no count.
        assert_eq!(both(decision(Basis::Proven, None, 1.0)), [false, true]);
        assert_eq!(
            both(decision(Basis::Searched, Some(-9.0), 0.5)),
            [false, false]
        );
        assert_eq!(
            both(decision(Basis::Searched, Some(9.0), 0.2)),
            [true, false]
        );
        assert_eq!(
            both(decision(Basis::Searched, Some(0.0), 0.8)),
            [false, true]
        );
    }
}
