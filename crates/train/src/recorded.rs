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
    /// places nothing. `None` if Black does not begin by a placement, or the game begins with
    /// handicap or other set-up stones: its moves without them make positions that nobody played.
    #[must_use]
    pub fn of(game: &Game) -> Option<RecordedGame> {
        if !game.setup().stones().is_empty() {
            return None;
        }
        let records = game.records().iter();
        let alternate = records.zip(Color::BOTH.into_iter().cycle());
        let point = |(record, color): (&Record, Color)| match record.action {
            PlayedMove::Place(point) if record.color == color => Some(point),
            _ => None,
        };
        let points: Vec<Point> = alternate.map_while(point).collect();
        let size = game.board().size();
        (!points.is_empty()).then_some(RecordedGame { size, points })
    }
}

#[cfg(test)]
mod tests {
    use halfpoint_core::game::Setup;
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
            assert_eq!(RecordedGame::of(&game), Some(RecordedGame { size, points }));
        }
    }

    #[test]
    fn games_that_do_not_begin_on_an_empty_board_with_black_are_left_out() {
        let size = Size::square(5);
        let point = |text| parse_vertex(size, text).expect("a vertex");
        let rules = PRESETS[0].rules;
        let empty = Game::new(rules, size, HalfPoints::ZERO);
        let handicap = Setup::with_handicap(size, &[point("B2"), point("D4")]).expect("a handicap");
        let handicap = Game::with_setup(rules, handicap, HalfPoints::ZERO);
        for (start, color) in [
            (&empty, Color::White),
            (&handicap, Color::White),
            (&handicap, Color::Black),
        ] {
            let mut game = start.clone();
            game.play(color, &Move::Place(point("C3"))).expect("legal");
            assert_eq!(RecordedGame::of(&game), None);
        }
        assert_eq!(RecordedGame::of(&empty), None);
    }
}
