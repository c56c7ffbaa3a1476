//! Judgement of a net on the moves of a position.

use std::sync::Arc;

use halfpoint_core::game::{Game, PlayedMove, Token};
use halfpoint_nn::{History, Net, NetReader};

/// Net by which moves are judged.
pub(super) struct Judge {
    net: Arc<Net>,
}

impl Judge {
    pub(super) fn new(net: Arc<Net>) -> Judge {
        Judge { net }
    }

    /// Returns all legal moves of the side to move with the probabilities that the net gives them,
    /// the likeliest first.
    pub(super) fn policy(&self, game: &Game) -> Vec<(PlayedMove, f32)> {
        let mut reader = NetReader::new(&self.net, game.board().size());
        let position = game.position();
        let color = game.to_move();
        let seen = reader.evaluate(position, &History::of(game), game.terms(), None);
        let points = position.placements(color);
        let tokens: Vec<Token> = position.token_effects(color);
        let plain = position.plain_pass(color).ok();
        let chances = reader.chances(&seen, &points, &tokens, plain);
        let placed = points.into_iter().map(PlayedMove::Place);
        let placed = placed.zip(chances.placements);
        let tokens = tokens.into_iter().map(PlayedMove::Token);
        let mut all: Vec<_> = placed.chain(tokens.zip(chances.tokens)).collect();
        all.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        all
    }
}
