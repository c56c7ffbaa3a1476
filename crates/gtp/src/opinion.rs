//! Opinion of a net on a position before any search.

use std::sync::Arc;

use halfpoint_core::board::{Point, Size};
use halfpoint_core::game::{Game, PlayedMove, Token};
use halfpoint_nn::{Evaluation, History, Net, NetReader};

/// Opinion of a net on a position before any search.
pub(crate) struct Opinion {
    /// Outputs of the net.
    pub evaluation: Arc<Evaluation>,
    /// Probability of each point, row by row from the top; `None` where a placement is illegal.
    pub placements: Vec<Option<f32>>,
    /// Probability of a plain pass.
    pub pass: f32,
}

impl Opinion {
    /// Evaluates a position for the side to move.
    pub fn of(game: &Game, net: &Net) -> Opinion {
        let mut reader = NetReader::new(net, game.board().size());
        let history = History::of(game);
        let evaluation = reader.evaluate(game.position(), &history, game.terms(), None);
        let (placements, pass) = policy(game, &reader, &evaluation);
        Opinion {
            evaluation,
            placements,
            pass,
        }
    }

    /// Returns the probability of a move that was searched.
    pub fn prior(&self, size: Size, action: PlayedMove) -> f32 {
        match action {
            PlayedMove::Place(point) => self.placements[place(size, point)].unwrap_or(0.0),
            PlayedMove::Token(_) | PlayedMove::Resign => self.pass,
        }
    }
}

/// Returns the index of a point in lists that go row by row from the top.
fn place(size: Size, point: Point) -> usize {
    let (x, y) = size.coordinates(point);
    (size.height() - 1 - y) * size.width() + x
}

/// Returns the probability of each point, row by row from the top, and that of a pass; `None` where
/// a placement is illegal.
pub(crate) fn policy(
    game: &Game,
    reader: &NetReader<'_>,
    evaluation: &Evaluation,
) -> (Vec<Option<f32>>, f32) {
    let legal: Vec<Point> = game.position().placements(game.to_move());
    let plain = game.position().plain_pass(game.to_move()).ok();
    let tokens: Vec<Token> = plain.into_iter().collect();
    let found = reader.chances(evaluation, &legal, &tokens, plain);
    let pass = found.tokens.first().copied().unwrap_or_default();
    let mut chances = vec![None; game.board().size().area()];
    for (point, chance) in legal.into_iter().zip(found.placements) {
        chances[reader.place(point)] = Some(chance);
    }
    (chances, pass)
}
