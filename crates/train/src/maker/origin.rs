//! Starts of the games of a shard.

use halfpoint_core::game::Game;
use halfpoint_core::rules::{NamedRules, Rules, id_of};
use halfpoint_core::{HalfPoints, IllegalMove, Move, Point};

use super::MAX_PRISONERS;
use crate::moves::{move_text, texts_of};
use crate::replay::Replay;

/// Shares of the games that go on from earlier ones.
pub(crate) struct Shares {
    /// Forks at any position.
    pub(crate) forks: f64,
    /// Starts near the end, counted in another way.
    pub(crate) endings: f64,
}

/// Way in which a game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// At an empty board, or one with handicap stones.
    Board,
    /// At any position of an earlier game.
    Fork,
    /// Near the end of an earlier game.
    Ending,
    /// At a position of a record.
    Record,
}

impl Origin {
    /// Returns the word that a record has for it; `None` for the usual way.
    pub(crate) const fn word(self) -> Option<&'static str> {
        match self {
            Origin::Board => None,
            Origin::Fork => Some("fork"),
            Origin::Ending => Some("ending"),
            Origin::Record => Some("record"),
        }
    }
}

/// Game at the position from which its targets begin.
pub(crate) struct Start {
    pub(crate) named: NamedRules,
    pub(crate) origin: Origin,
    pub(crate) replay: Replay,
    /// Texts of the moves so far.
    pub(crate) moves: Vec<String>,
    /// Placements of a record that come next; empty if the game follows none.
    pub(crate) followed: Vec<Point>,
}

/// Game that was made, from which others may fork.
pub(crate) struct Made {
    pub(crate) game: Game,
    pub(crate) moves: Vec<String>,
}

impl Made {
    /// Returns the game after its first `kept` moves, perhaps under other rules. `None` if they are
    /// illegal under these, or the game has ended.
    pub(crate) fn after(&self, kept: usize, other: Option<NamedRules>) -> Option<Start> {
        let mut game = self.game.clone();
        while game.records().len() > kept {
            game.undo();
        }
        let mut moves = self.moves[..kept].to_vec();
        let mut named = NamedRules {
            rules: *game.rules(),
            id: id_of(game.rules(), None::<&str>),
        };
        if let Some(other) = other {
            named = other;
            game = game.under(named.rules).ok()?;
            moves = texts_of(&game);
        }
        game.state().over.is_none().then(|| Start {
            named,
            origin: Origin::Fork,
            replay: Replay::of(game),
            moves,
            followed: Vec::new(),
        })
    }
}

/// Returns the parts of rules by which they count an ending: territory or area, seki, dead stones,
/// what a pass is, buttons and their worth, and the end of the game.
pub(crate) fn ending_of(rules: &Rules) -> impl PartialEq + use<> {
    let Rules {
        scoring,
        tax,
        dead,
        pass,
        buttons,
        button_worth,
        ending,
        ..
    } = *rules;
    (scoring, tax, dead, pass, buttons, button_worth, ending)
}

impl Start {
    /// Begins a new game. Where spare moves decide, White gets prisoners in place of komi, or Black
    /// where komi is negative.
    pub(crate) fn new(mut named: NamedRules, mut game: Game) -> Start {
        if game.rules().last_mover_wins() {
            named.rules.bowl_handicap =
                (game.komi().halves() / 2).clamp(-MAX_PRISONERS, MAX_PRISONERS) as i16;
            game = Game::with_setup(named.rules, game.setup().clone(), HalfPoints::ZERO);
        }
        Start {
            named,
            origin: Origin::Board,
            replay: Replay::of(game),
            moves: Vec::new(),
            followed: Vec::new(),
        }
    }

    /// Plays a move of the player to move.
    ///
    /// # Errors
    /// If it is illegal. The game stays unchanged.
    pub(crate) fn play(&mut self, play: &Move) -> Result<(), IllegalMove> {
        let action = self.replay.play(play)?;
        let size = self.replay.game().board().size();
        self.moves.push(move_text(size, play, action));
        Ok(())
    }
}
