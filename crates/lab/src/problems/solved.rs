//! A position with the exact value of every legal move.

use halfpoint_core::game::{Game, PlayedMove};
use halfpoint_solver::{Line, SolverLimits, solve};

/// A legal move with all that the solver knows of it.
#[derive(Clone, Debug)]
pub struct SolvedMove {
    /// The move.
    pub action: PlayedMove,
    /// Value after it: Black's margin in half-points; 1, 0 or −1 where nothing is counted.
    pub value: i32,
    /// Best play after it, to the end of the game.
    pub line: Line,
    /// Nodes that the solver searched for it.
    pub nodes: u64,
}

impl SolvedMove {
    /// Returns the game after this move and the line; `None` if a move of them is illegal.
    #[must_use]
    pub fn played_out(&self, game: &Game) -> Option<Game> {
        let mut game = played(game, self.action)?;
        for &(_, action) in &self.line {
            game = played(&game, action)?;
        }
        Some(game)
    }
}

/// Returns the game after a move of the side to move; `None` if it is illegal.
#[must_use]
pub fn played(game: &Game, action: PlayedMove) -> Option<Game> {
    let color = game.to_move();
    let mv = game.position().move_for(color, action);
    let mut after = game.clone();
    let made = after.play(color, &mv).ok()?;
    (made == action).then_some(after)
}

/// Solves the position after a move; `None` if the limits do not suffice.
#[must_use]
pub fn solve_move(game: &Game, action: PlayedMove, limits: SolverLimits) -> Option<SolvedMove> {
    let after = played(game, action)?;
    let found = solve(&after, limits, &|_| ());
    let value = found.bounds.exact()?;
    let solved = SolvedMove {
        action,
        value,
        line: found.line,
        nodes: found.nodes,
    };
    // A line that the limits cut off is no refutation.
    let end = solved.played_out(game)?;
    end.state().over.is_some().then_some(solved)
}
