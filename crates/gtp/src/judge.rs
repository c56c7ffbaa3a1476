//! Which stones are dead when somebody asks.

use std::collections::HashMap;

use halfpoint_core::board::{Board, PointSet, Size, ZobristKey};
use halfpoint_core::game::Game;
use halfpoint_core::rules::DeadStoneRule;
use halfpoint_core::score::Territory;
use halfpoint_engine::player::{Judgement, Player};

/// Where dead stones come from when none were agreed on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DeadMode {
    /// The player judges.
    #[default]
    Auto,
    /// There are none.
    None,
}

/// Dead stones, and those of which it is a guess whether they are.
#[derive(Clone, Debug)]
pub struct Judged {
    pub dead: PointSet,
    pub unsettled: PointSet,
}

/// The most judgements that are kept.
const MAX_KNOWN: usize = 64;

/// Finds the dead stones of a game, and remembers what the player said.
#[derive(Debug, Default)]
pub struct Judge {
    /// What holds without an agreement.
    pub mode: DeadMode,
    known: HashMap<(Size, ZobristKey), Judgement>,
    /// The last board that was divided, the stones taken off it, and how.
    divided: Option<(Board, PointSet, Territory)>,
}

impl Judge {
    /// The dead stones in force in a game: those of an accepted proposal, those agreed on, or what
    /// the mode says, as the rules have it.
    pub fn dead(&mut self, player: &Player, game: &Game) -> PointSet {
        let size = game.board().size();
        if game.rules().dead != DeadStoneRule::Agreed {
            return game.counted_dead(&PointSet::new(size));
        }
        self.judged(player, game).dead
    }

    /// The dead stones that were agreed on, or what the mode says, whatever the rules make of them.
    pub fn judged(&mut self, player: &Player, game: &Game) -> Judged {
        let size = game.board().size();
        let certain = |dead: PointSet| Judged {
            dead,
            unsettled: PointSet::new(size),
        };
        if let Some(agreed) = game.agreed_dead() {
            return certain(agreed.clone());
        }
        if self.mode == DeadMode::None {
            return certain(PointSet::new(size));
        }
        // The judgement depends on the stones alone, so that it serves all rule sets.
        let key = (size, game.board().key());
        let known = self.known.get(&key).cloned();
        let judged = known.unwrap_or_else(|| {
            let judged = player.judge(game);
            if self.known.len() >= MAX_KNOWN {
                self.known.clear();
            }
            self.known.insert(key, judged.clone());
            judged
        });
        // The outcome of playing on depends on the rules and on the game.
        let judged = judged.held_against_play(game);
        Judged {
            dead: judged.dead,
            unsettled: judged.unsettled,
        }
    }

    /// The board divided once `dead` are taken off. Clients ask for every point in turn.
    pub fn territory(&mut self, board: &Board, dead: &PointSet) -> Territory {
        if let Some((of, without, territory)) = &self.divided
            && of == board
            && without == dead
        {
            return territory.clone();
        }
        let territory = Territory::new(board, dead);
        self.divided = Some((board.clone(), dead.clone(), territory.clone()));
        territory
    }

    /// Forgets what the player said.
    pub fn forget(&mut self) {
        self.known.clear();
        self.divided = None;
    }
}
