//! A game with the past that a net is shown.

use halfpoint_core::game::{Game, Position};
use halfpoint_core::{IllegalMove, Move, PlayedMove};

use halfpoint_nn::History;

/// Game that is played on together with its [`History`].
#[derive(Clone, Debug)]
pub struct Replay {
    game: Game,
    history: History,
    /// Memory for the position before a move.
    before: Position,
}

impl Replay {
    /// Goes on with a game.
    pub fn of(game: Game) -> Replay {
        Replay {
            history: History::of(&game),
            before: game.position().clone(),
            game,
        }
    }

    /// Returns the game so far.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns what a net is told of the moves before.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Returns the game alone.
    pub fn into_game(self) -> Game {
        self.game
    }

    /// Plays a move of the player to move.
    ///
    /// # Errors
    /// If it is illegal. The game stays unchanged.
    pub fn play(&mut self, play: &Move) -> Result<PlayedMove, IllegalMove> {
        let color = self.game.to_move();
        self.before.copy_from(self.game.position());
        let action = self.game.play(color, play)?;
        if matches!(play, Move::Propose(_)) {
            // The record alone knows the stones of a proposal.
            self.history = History::of(&self.game);
        } else {
            self.history.make(&mut self.before, color, action);
        }
        Ok(action)
    }
}

#[cfg(test)]
mod tests {
    use halfpoint_core::rules::PRESETS;
    use halfpoint_core::{HalfPoints, Size};

    use super::super::moves::tests::random_move;
    use super::super::sampling::random_of;
    use super::*;

    #[test]
    fn the_history_of_random_games_is_that_of_their_records() {
        let mut random = random_of(2, 2);
        for preset in &PRESETS {
            for _ in 0..20 {
                let game = Game::new(preset.rules, Size::square(4), HalfPoints::ZERO);
                let mut replay = Replay::of(game);
                for _ in 0..60 {
                    let Some(play) = random_move(replay.game(), &mut random) else {
                        break;
                    };
                    replay.play(&play).expect("a legal move");
                    assert_eq!(*replay.history(), History::of(replay.game()));
                }
            }
        }
    }
}
