//! The result of a game, and the end that a count is based on.

use std::borrow::Cow;

use super::moves::{Move, PlayedMove};
use super::position::{Position, Terms};
use super::record::{Game, Record};
use super::state::{GameEnd, State};
use crate::board::{Color, PointSet};
use crate::half_points::HalfPoints;
use crate::life::ReadingCache;
use crate::notation;
use crate::score::{Score, TermPoints};

/// Result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Score of a counted board.
    Counted(Score),
    /// Win of this player without counting: the opponent resigned or could not move.
    Won(Color),
    /// Declared draw.
    Draw,
    /// No result.
    Void,
}

impl Outcome {
    /// Returns Black's margin if the board was counted or the game drawn, else `None`.
    #[must_use]
    pub fn margin(&self) -> Option<HalfPoints> {
        match self {
            Outcome::Counted(score) => Some(score.margin()),
            Outcome::Draw => Some(HalfPoints::ZERO),
            Outcome::Won(_) | Outcome::Void => None,
        }
    }

    /// Returns +1 for a win of Black, −1 for a win of White, and 0 otherwise.
    #[must_use]
    pub fn sign(&self) -> i32 {
        match self {
            Outcome::Won(color) => color.sign(),
            other => other.margin().unwrap_or_default().halves().signum(),
        }
    }

    /// Returns the result in the form of GTP's `final_score`: `B+3.5`, `W+R`, `0`. A void game is
    /// `0`.
    #[must_use]
    pub fn result(&self) -> String {
        match self {
            Outcome::Won(Color::Black) => "B+R".to_string(),
            Outcome::Won(Color::White) => "W+R".to_string(),
            other => notation::result(other.margin().unwrap_or_default()),
        }
    }

    /// Returns [`Outcome::result`], but `Void` for a void game.
    #[must_use]
    pub fn result_or_void(&self) -> String {
        match self {
            Outcome::Void => "Void".to_string(),
            other => other.result(),
        }
    }
}

/// End of the game that a count is based on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountedEnd {
    /// Play has ended: the game is over, or the last two moves were delays.
    Played,
    /// Play goes on; the game is counted as if both players passed from here on.
    PassedOut,
    /// Play goes on under rules where passing ends nothing; the position is counted as it stands.
    AsItStands,
}

/// Number of passes that ends a game under every rule set, with room to spare.
const PASSES_TO_END: usize = 8;

impl Game {
    /// Returns the game after as many further plain passes as it needs to end. Games that are over,
    /// and games under last-mover rules, are returned unchanged.
    #[must_use]
    pub fn passed_out(&self) -> Game {
        let mut game = self.clone();
        if game.rules().last_mover_wins() {
            return game;
        }
        for _ in 0..PASSES_TO_END {
            if game.state().over.is_some() {
                break;
            }
            let color = game.to_move();
            if game.play(color, &Move::Pass).is_err() {
                break;
            }
        }
        game
    }

    /// Returns the position of [`Game::passed_out`], without a copy of the record.
    fn position_passed_out(&self) -> Cow<'_, Position> {
        let mut position = Cow::Borrowed(self.position());
        if self.rules().last_mover_wins() {
            return position;
        }
        for _ in 0..PASSES_TO_END {
            if position.state().over.is_some() {
                break;
            }
            let color = position.to_move();
            let Ok(pass) = position.plain_pass(color) else {
                break;
            };
            position
                .to_mut()
                .make(color, PlayedMove::Token(pass), |_| ());
        }
        position
    }

    /// Returns the end on which the count of [`Game::outcome`] is based: played, passed out, or the
    /// position as it stands.
    #[must_use]
    pub fn counted_end(&self) -> CountedEnd {
        if self.state().over.is_some() || self.state().consecutive_delays >= 2 {
            CountedEnd::Played
        } else if self.rules().last_mover_wins() {
            CountedEnd::AsItStands
        } else {
            CountedEnd::PassedOut
        }
    }

    /// Returns the dead stones that count at the end: `judged` where the rules let players agree on
    /// dead stones, else those of an accepted proposal.
    #[must_use]
    pub fn counted_dead(&self, judged: &PointSet) -> PointSet {
        let proposed = self.proposed_dead();
        self.position().counted_dead(judged, proposed.as_ref())
    }

    /// Returns komi and handicap.
    #[must_use]
    pub fn terms(&self) -> Terms {
        Terms {
            komi: self.komi(),
            handicap: self.setup().handicap(),
        }
    }

    /// Returns the result if play stops here; a game that is not over is first passed out.
    ///
    /// `judged` are the dead stones, agreed on or judged; they count where the rules remove dead
    /// stones.
    #[must_use]
    pub fn outcome(&self, judged: &PointSet) -> Outcome {
        self.outcome_cached(judged, &mut ReadingCache::new())
    }

    /// Returns the result as [`Game::outcome`] does, and keeps what the count reads in a cache of
    /// the caller's.
    #[must_use]
    pub fn outcome_cached(&self, judged: &PointSet, readings: &mut ReadingCache) -> Outcome {
        match self.state().over {
            Some(GameEnd::Resign(loser) | GameEnd::NoMove(loser)) => {
                return Outcome::Won(loser.opponent());
            }
            Some(GameEnd::Draw) => return Outcome::Draw,
            Some(GameEnd::Void) => return Outcome::Void,
            Some(GameEnd::Passes) | None => (),
        }
        let end = self.position_passed_out();
        let proposed = self.proposed_in(end.state());
        let dead = end.counted_dead(judged, proposed.as_ref());
        let state = self.scored_state_at(&end);
        Outcome::Counted(end.count_state(state, &dead, self.terms(), readings))
    }

    /// Finds the points of the board that each term of the count counts, as the game stands or is
    /// passed out; `judged` are the dead stones as for [`Game::outcome`].
    #[must_use]
    pub fn term_points(&self, judged: &PointSet, readings: &mut ReadingCache) -> TermPoints {
        let end = self.position_passed_out();
        let proposed = self.proposed_in(end.state());
        let dead = end.counted_dead(judged, proposed.as_ref());
        end.term_points(self.scored_state_at(&end), &dead, readings)
    }

    /// Returns the state to count. A closing run of two or more delays is left out, since clients
    /// that know only `pass` declare by it that they have finished.
    #[must_use]
    pub fn scored_state(&self) -> &State {
        self.scored_state_at(self.position())
    }

    /// Returns the state to count at the end of the game, be it played or passed out.
    fn scored_state_at<'a>(&'a self, end: &'a Position) -> &'a State {
        match self.closing_delays() {
            [] => end.state(),
            [first, ..] => first.before(),
        }
    }

    /// Returns the closing run of two or more delays; empty if there is none.
    fn closing_delays(&self) -> &[Record] {
        let delays = self.state().consecutive_delays as usize;
        let first = self.records().len().checked_sub(delays);
        let delays = first
            .filter(|_| delays >= 2)
            .map(|first| &self.records()[first..]);
        delays.unwrap_or_default()
    }

    /// Returns the position of [`Game::scored_state`]: that before a closing run of two or more
    /// delays.
    #[must_use]
    pub fn scored_position(&self) -> Position {
        let mut position = self.position().clone();
        for record in self.closing_delays().iter().rev() {
            let (color, action) = (record.color, record.action);
            position.unmake(color, action, record.removed(), *record.before());
        }
        position
    }
}
