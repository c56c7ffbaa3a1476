//! Dead stones of the game of a session.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use halfpoint_core::board::{Board, PointSet, Size, ZobristKey};
use halfpoint_core::game::{Game, Outcome};
use halfpoint_core::life::seki_cached;
use halfpoint_core::rules::{DeadStoneRule, PRESETS};
use halfpoint_core::score::Territory;
use halfpoint_engine::player::{ExactCounts, Judgement, Player, held_against_play};
use halfpoint_report::{Assumptions, OutcomeOf};

/// Source of the dead stones if none were agreed on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DeadMode {
    /// The player judges which stones are dead.
    #[default]
    Auto,
    /// No stone is dead.
    None,
}

/// Maximum number of judgements that are kept.
const MAX_KNOWN: usize = 64;

/// Returns the function that asks for these counts.
pub fn outcomes(counts: &Arc<ExactCounts>) -> OutcomeOf {
    let counts = Arc::clone(counts);
    Arc::new(move |game, judged, readings| counts.outcome(game, judged, readings))
}

/// Finds the dead stones of a game and caches the player's judgements.
#[derive(Debug, Default)]
pub struct Judge {
    /// Source of the dead stones if none were agreed on.
    pub mode: DeadMode,
    counts: Arc<ExactCounts>,
    known: HashMap<(Size, ZobristKey), Judgement>,
    /// The last board that was divided, the dead stones taken off it, and the division.
    divided: Option<(Board, PointSet, Territory)>,
}

impl Judge {
    /// Creates a judge whose counts end early once `stop` is true.
    #[must_use]
    pub fn stopped_by(stop: &Arc<AtomicBool>) -> Judge {
        Judge {
            counts: Arc::new(ExactCounts::new(1, Arc::clone(stop))),
            ..Judge::default()
        }
    }

    /// Returns the result of a game, given its dead stones.
    pub fn outcome(&self, player: &Player, game: &Game, dead: &PointSet) -> Outcome {
        self.counts.refill();
        player.outcome_by(&self.counts, game, dead)
    }

    /// Returns the dead stones in force in a game, as its rules have it: those of an accepted
    /// proposal, those agreed on, or those of the mode.
    pub fn dead(&mut self, player: &Player, game: &Game) -> PointSet {
        let size = game.board().size();
        if game.rules().dead != DeadStoneRule::Agreed {
            return game.counted_dead(&PointSet::new(size));
        }
        self.counts.refill();
        let given = self.given_dead(game);
        given.unwrap_or_else(|| self.judgement(player, game).dead)
    }

    /// Returns the dead stones that were agreed on, or those of the mode, whatever the rules make
    /// of them, and the stones that are in doubt.
    pub fn assumptions(&mut self, player: &Player, game: &Game) -> Assumptions {
        let size = game.board().size();
        self.counts.refill();
        let outcome = outcomes(&self.counts);
        let certain = |dead: PointSet| Assumptions {
            dead,
            outcome: Arc::clone(&outcome),
            ..Assumptions::none(size)
        };
        if let Some(dead) = self.given_dead(game) {
            return certain(dead);
        }
        let judged = self.judgement(player, game);
        // The outcome of playing on depends on the rules and on the game. Tables show the counts
        // under all rule sets.
        let judged = held_against_play(judged, game, PRESETS.iter().map(|preset| preset.rules));
        Assumptions {
            unsettled: judged.unsettled,
            ..certain(judged.dead)
        }
    }

    /// Returns the dead stones that need no judgement: those agreed on; none if that is the mode.
    fn given_dead(&self, game: &Game) -> Option<PointSet> {
        let none = || (self.mode == DeadMode::None).then(|| PointSet::new(game.board().size()));
        game.agreed_dead().copied().or_else(none)
    }

    /// Returns the judgement of the stones of a game, which depends on them alone and is kept for
    /// later.
    fn judgement(&mut self, player: &Player, game: &Game) -> Judgement {
        let key = (game.board().size(), game.board().key());
        let known = self.known.get(&key).cloned();
        known.unwrap_or_else(|| {
            let judged = player.judge(game);
            if self.known.len() >= MAX_KNOWN {
                self.known.clear();
            }
            self.known.insert(key, judged.clone());
            judged
        })
    }

    /// Returns the board divided into territory after `dead` is taken off. The last division is
    /// cached, because clients ask for every point in turn.
    pub fn territory(&mut self, player: &Player, board: &Board, dead: &PointSet) -> Territory {
        if let Some((of, without, territory)) = &self.divided
            && of == board
            && without == dead
        {
            return territory.clone();
        }
        let seki = seki_cached(board, dead, &mut player.readings());
        let territory = Territory::new(board, dead, &seki);
        self.divided = Some((board.clone(), *dead, territory.clone()));
        territory
    }

    /// Forgets the judgements of the player and the last division.
    pub fn forget(&mut self) {
        self.known.clear();
        self.divided = None;
    }
}
