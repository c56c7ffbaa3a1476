//! Positions that searches make of a position.

use super::Position;
use crate::board::Color;
use crate::game::state::GameEnd;

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
    /// that a stone is dead: the opponent of the last mover is to move, two more passes end the
    /// game again, and earlier positions forbid what they forbade.
    #[must_use]
    pub fn resumed(&self) -> Position {
        let mut state = self.state.going_on(&self.rules);
        state.consecutive_passes = 0;
        state.after_full_pass = false;
        state.last_passer = None;
        Position {
            state,
            ..self.clone()
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
