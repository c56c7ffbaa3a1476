//! Choice of the moves of a game that is labelled.

use halfpoint_core::game::Game;
use halfpoint_core::{Move, PlayedMove};
use rand::RngExt;
use rand::seq::IndexedRandom;

use super::super::end::proposal;
use super::super::moves::token_move;
use super::super::sampling::{Random, fading, pick};
use super::targets::Judged;
use halfpoint_nn::NetReader;

/// Chance of a random placement instead of one by the policy.
const RANDOM_PLACEMENT: f64 = 0.01;
/// Chance of a token that needs a name, where there is one.
const NAMED_TOKEN: f64 = 0.03;
/// Chance of a plain pass at any time.
const EARLY_PASS: f64 = 0.003;
/// Chance that a pass that may propose dead stones does.
const PROPOSAL: f64 = 0.4;
/// Chance that a proposal is accepted.
const ACCEPTANCE: f64 = 0.4;

/// Share of games that are given up once they are decided, without a result. The positions of
/// others are worth more than theirs.
const GIVEN_UP: f64 = 0.7;
/// Number of decided positions in a row after which that happens.
const DECIDED_MOVES: usize = 6;

/// Manner in which the moves of one game are drawn.
pub(super) struct Style {
    /// Temperature of the policy at the start of the game.
    early: f32,
    /// Temperature to which it falls.
    late: f32,
    /// Number of decided positions in a row after which the game is given up.
    patience: usize,
}

impl Style {
    /// Returns whether the game is given up after so many decided positions in a row.
    pub(super) fn gives_up(&self, decided: usize) -> bool {
        decided >= self.patience
    }

    /// Draws the manner of a game.
    pub(super) fn of(random: &mut Random) -> Style {
        Style {
            early: random.random_range(0.5..1.3),
            late: random.random_range(0.2..0.7),
            patience: match random.random_bool(GIVEN_UP) {
                true => DECIDED_MOVES,
                false => usize::MAX,
            },
        }
    }

    /// Draws a move; `None` if there is none.
    pub(super) fn choose(
        &self,
        game: &Game,
        judged: &Judged,
        reader: &NetReader<'_>,
        random: &mut Random,
    ) -> Option<Move> {
        let action = self.action(game, judged, random)?;
        match action {
            PlayedMove::Place(point) => Some(Move::Place(point)),
            PlayedMove::Token(token) => {
                let play = token_move(game, token)?;
                let proposes = random.random_bool(PROPOSAL);
                let proposal = proposes
                    .then(|| proposal(game, &judged.evaluation, reader))
                    .flatten();
                Some(match (&play, proposal) {
                    (Move::Pass, Some(stones)) => Move::Propose(stones),
                    _ => play,
                })
            }
            PlayedMove::Resign => None,
        }
    }

    fn action(&self, game: &Game, judged: &Judged, random: &mut Random) -> Option<PlayedMove> {
        if let Some(action) = by_chance(game, judged, random) {
            return Some(action);
        }
        let moves: Vec<(PlayedMove, f32)> = judged.moves().collect();
        let power = 1.0 / fading(self.early, self.late, game);
        let weights: Vec<f32> = (judged.placements.iter().map(|&(_, chance)| chance))
            .chain(judged.pass.map(|(_, chance)| chance))
            .map(|chance| chance.powf(power))
            .collect();
        pick(&weights, random).map(|index| moves[index].0)
    }
}

/// Draws a move without the policy, at times.
fn by_chance(game: &Game, judged: &Judged, random: &mut Random) -> Option<PlayedMove> {
    let accepts = game.proposed_dead().is_some() && random.random_bool(ACCEPTANCE);
    if (accepts || random.random_bool(NAMED_TOKEN))
        && let Some(&(token, _)) = judged.named.choose(random)
        && (accepts || !ends(game, PlayedMove::Token(token)))
    {
        return Some(PlayedMove::Token(token));
    }
    if random.random_bool(EARLY_PASS)
        && let Some((token, _)) = judged.pass
        && !ends(game, PlayedMove::Token(token))
    {
        return Some(PlayedMove::Token(token));
    }
    if random.random_bool(RANDOM_PLACEMENT) {
        let placement = judged.placements.choose(random);
        return placement.map(|&(point, _)| PlayedMove::Place(point));
    }
    None
}

/// Returns whether a move ends the game.
fn ends(game: &Game, action: PlayedMove) -> bool {
    let mut position = game.position().clone();
    position.make(game.to_move(), action, |_| ());
    position.state().over.is_some()
}
