//! Positions that searches make of a position.

use super::Position;
use crate::board::Color;
use crate::game::state::GameEnd;
use crate::game::superko::SuperkoHistory;

impl Position {
    /// Returns this position under the rules whose minimax value is the exact value of the game
    /// ([`Rules::exact`](crate::rules::Rules::exact)). They may differ in the final count alone.
    #[must_use]
    pub fn for_exact_value(&self) -> Position {
        Position {
            rules: self.rules.exact(),
            ..self.clone()
        }
    }

    /// Returns the position in which play resumes after an end by passes, because a player doubts
    /// that a stone is dead: the opponent of the last mover is to move, and two more passes end the
    /// game again.
    ///
    /// The position counts as the start of a game, so earlier positions forbid nothing.
    #[must_use]
    pub fn resumed(&self) -> Position {
        let mut state = self.state.going_on(&self.rules);
        (state.superko_start, state.run_start) = (0, 0);
        state.consecutive_passes = 0;
        state.after_full_pass = false;
        state.last_passer = None;
        Position {
            rules: self.rules,
            board: self.board.clone(),
            history: SuperkoHistory::new((self.board.key(), state.to_move)),
            state,
        }
    }

    /// Returns a copy with `number` more regular prisoners in the bowl of `color`. A player who
    /// could not move before is judged anew.
    #[must_use]
    pub fn with_prisoners(&self, color: Color, number: u16) -> Position {
        let mut position = self.clone();
        position.state.bowls.regular[color] += i32::from(number);
        if let Some(GameEnd::NoMove(_)) = position.state.over {
            position.state.over = None;
        }
        position.judge_last_mover();
        position
    }
}
