//! Which stones are dead when somebody asks.

use std::collections::HashMap;

use crate::board::{Key, PointSet, Size};
use crate::game::Game;
use crate::player::Player;
use crate::rules::{Dead, Rules};

/// Where dead stones come from when none were agreed on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DeadMode {
    /// The player judges.
    #[default]
    Auto,
    /// There are none.
    None,
}

/// The most judgements that are kept.
const MOST_KNOWN: usize = 64;

/// Finds the dead stones of a game, and remembers what the player said.
#[derive(Debug, Default)]
pub struct Judge {
    /// What holds without an agreement.
    pub mode: DeadMode,
    known: HashMap<(Rules, Size, Key), PointSet>,
}

impl Judge {
    /// The dead stones in force in a game: those of an accepted proposal, those agreed on, or what
    /// the mode says, as the rules have it.
    pub fn dead(&mut self, player: &Player, game: &Game) -> PointSet {
        let size = game.board().size();
        if game.rules().dead != Dead::Agreed {
            return game.counted_dead(&PointSet::new(size));
        }
        if let Some(agreed) = game.agreed_dead() {
            return agreed.clone();
        }
        if self.mode == DeadMode::None {
            return PointSet::new(size);
        }
        let key = (*game.rules(), size, game.position().key());
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let judged = player.judge_dead(game);
        if self.known.len() >= MOST_KNOWN {
            self.known.clear();
        }
        self.known.insert(key, judged.clone());
        judged
    }

    /// Forgets what the player said.
    pub fn forget(&mut self) {
        self.known.clear();
    }
}
