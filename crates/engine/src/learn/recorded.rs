//! Games of other players, whose positions are judged.

use halfpoint_core::board::Color;
use halfpoint_core::game::{Game, Record};
use halfpoint_core::{PlayedMove, Point, Size};

/// Placements of a recorded game from an empty board, in turn from Black on.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedGame {
    /// Size of the board.
    pub size: Size,
    /// Point of each placement.
    pub points: Vec<Point>,
}

impl RecordedGame {
    /// Returns the placements of a game up to the first move that breaks the order of turns or
    /// places nothing.
    #[must_use]
    pub fn of(game: &Game) -> RecordedGame {
        let records = game.records().iter();
        let alternate = records.zip(Color::BOTH.into_iter().cycle());
        let point = |(record, color): (&Record, Color)| match record.action {
            PlayedMove::Place(point) if record.color == color => Some(point),
            _ => None,
        };
        RecordedGame {
            size: game.board().size(),
            points: alternate.map_while(point).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use halfpoint_core::notation::parse_vertex;
    use halfpoint_core::rules::PRESETS;
    use halfpoint_core::{HalfPoints, Move};

    use super::*;

    #[test]
    fn placements_end_with_the_first_pass_or_move_out_of_turn() {
        let size = Size::square(5);
        let point = |text| parse_vertex(size, text).expect("a vertex");
        let mut game = Game::new(PRESETS[0].rules, size, HalfPoints::ZERO);
        let place = |game: &mut Game, color, text| {
            game.play(color, &Move::Place(point(text))).expect("legal");
        };
        place(&mut game, Color::Black, "C3");
        place(&mut game, Color::White, "D4");
        let mut passed = game.clone();
        passed.play(Color::Black, &Move::Pass).expect("legal");
        place(&mut game, Color::White, "B2");
        for game in [game, passed] {
            let points = vec![point("C3"), point("D4")];
            assert_eq!(RecordedGame::of(&game), RecordedGame { size, points });
        }
    }
}
