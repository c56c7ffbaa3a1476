//! The value of the empty board, and best play on it.

use halfpoint_core::board::{Color, Size};
use halfpoint_core::game::{Game, Setup, Token};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::rules::Rules;
use halfpoint_solver::{Solution, SolverLimits, solve};

/// Solutions of the empty board under some rules.
#[derive(Clone, Debug)]
pub struct EmptyBoardValue {
    /// Solutions with Black to move and with White to move.
    pub first: [Solution; 2],
}

/// Solves the empty board with either side to move.
#[must_use]
pub fn of_empty_board(rules: Rules, size: Size, limits: SolverLimits) -> EmptyBoardValue {
    let first = Color::BOTH.map(|color| {
        let setup = Setup::empty(size).moving_first(color);
        let game = Game::with_setup(rules, setup, HalfPoints::ZERO);
        solve(&game, limits, &|_| ())
    });
    EmptyBoardValue { first }
}

impl EmptyBoardValue {
    /// Returns the token moves of best play with Black to move, each with the number of the move.
    #[must_use]
    pub fn tokens(&self) -> Vec<(usize, Color, Token)> {
        let moves = self.first[0].line.iter().enumerate();
        moves
            .filter_map(|(index, (color, action))| Some((index + 1, *color, action.token()?)))
            .collect()
    }
}
