//! Moves of a game in the form that engines are told.

use halfpoint_core::board::Color;
use halfpoint_core::game::{Game, PlayedMove};

/// Move of a game in the form that engines are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordedMove {
    /// Colour of the player.
    pub color: Color,
    /// Move that was played.
    pub action: PlayedMove,
    /// Whether a plain pass would have been the same move in that position.
    pub plain: bool,
}

impl RecordedMove {
    /// Returns the last move of a game; `None` if no move was played.
    #[must_use]
    pub fn last_of(game: &Game) -> Option<RecordedMove> {
        let mut before = game.clone();
        let record = before.undo()?;
        let plain = match record.action {
            PlayedMove::Token(token) => before.position().plain_pass(record.color) == Ok(token),
            PlayedMove::Place(_) | PlayedMove::Resign => false,
        };
        Some(RecordedMove {
            color: record.color,
            action: record.action,
            plain,
        })
    }
}

/// Returns the moves of a game in order.
#[must_use]
pub fn moves(game: &Game) -> Vec<RecordedMove> {
    let mut game = game.clone();
    let mut moves = Vec::new();
    while let Some(last) = RecordedMove::last_of(&game) {
        moves.push(last);
        game.undo();
    }
    moves.reverse();
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use halfpoint_core::board::Size;
    use halfpoint_core::game::{Move, TokenKind};
    use halfpoint_core::half_points::HalfPoints;
    use halfpoint_core::rules::find;

    #[test]
    fn moves_record_whether_a_plain_pass_is_equivalent() {
        let rules = find("button").expect("rules").rules;
        let size = Size::square(3);
        let mut game = Game::new(rules, size, HalfPoints::ZERO);
        let centre = Move::Place(size.point(1, 1).expect("the centre"));
        for mv in [
            Move::Token(TokenKind::FullPass),
            centre,
            Move::Pass,
            Move::Token(TokenKind::FullPass),
        ] {
            game.play(game.to_move(), &mv).expect("legal");
        }
        let moves = moves(&game);
        let plain: Vec<bool> = moves.iter().map(|played| played.plain).collect();
        // The first pass leaves the button on the table, the second one takes it.
        assert_eq!(plain, [false, false, true, true]);
        assert_eq!(RecordedMove::last_of(&game), moves.last().copied());
    }
}
