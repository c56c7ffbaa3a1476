//! Strategies found by the solver.

use std::collections::HashMap;

use halfpoint_core::board::Color;
use halfpoint_core::game::{Game, PlayedMove, Position};
use halfpoint_core::rules::NamedRules;
use thiserror::Error;

use super::check::{CheckError, Mover, require_apt, walk};
use super::text::{Claim, Proof, ProofText, Strategy};
use crate::search::Searcher;
use crate::solve::{SolverLimits, SolverProgress, find_value_of, keeps, shared};

/// Number of positions between two reports.
const REPORTED: u64 = 1000;

/// Reason why there is no proof.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ProofError {
    /// The limits did not allow to find the value.
    #[error("the limits did not allow to find the value")]
    NoValue,
    /// A strategy did not pass its check.
    #[error(transparent)]
    Check(#[from] CheckError),
}

/// Progress of [`prove`].
#[derive(Clone, Copy, Debug)]
pub enum ProofProgress {
    /// The value is being found.
    Value(SolverProgress),
    /// A strategy of a player is being found, and has this many lines.
    Strategy(Color, u64),
}

/// Finds the value of a game from its start and the strategies with which each side reaches it.
/// They are checked while they are found; [`check`](super::check) does so again without the solver.
/// `limits` apply to the value and to the strategies together.
///
/// # Errors
/// If the value or a strategy is not found within the limits, or the rules are not
/// [fit for proofs](CheckError::NotForProofs).
pub fn prove(
    game: &Game,
    rules: &NamedRules,
    limits: SolverLimits,
    report: &(dyn Fn(ProofProgress) + Sync),
) -> Result<ProofText, ProofError> {
    require_apt(game)?;
    let shared = shared(game, limits, std::time::Instant::now());
    let in_value = |progress| report(ProofProgress::Value(progress));
    let bounds = find_value_of(&shared, game, limits, &in_value);
    let margin = bounds.exact().ok_or(ProofError::NoValue)?;
    shared.set_bounds([i32::MIN, i32::MAX]);
    let mut proofs = Vec::new();
    for side in Color::BOTH {
        let claim = Claim { side, margin };
        let mut finder = StrategyFinder {
            claim,
            searcher: Searcher::new(&shared, game),
            moves: HashMap::new(),
            lines: 0,
            report,
        };
        walk(game, claim, &mut finder)?;
        let strategy = finder.strategy(game);
        proofs.push(Proof { claim, strategy });
    }
    Ok(ProofText {
        game: game.clone(),
        rules_id: rules.id,
        proofs,
    })
}

/// Moves that the solver finds for a strategy.
struct StrategyFinder<'a> {
    claim: Claim,
    searcher: Searcher,
    /// For each position, the moves made there, in the order in which they were asked for.
    moves: HashMap<String, Vec<PlayedMove>>,
    lines: u64,
    report: &'a (dyn Fn(ProofProgress) + Sync),
}

impl StrategyFinder<'_> {
    /// Returns whether a move fulfils the claim.
    fn is_right(&mut self, action: PlayedMove) -> bool {
        self.searcher.advance(action);
        let (side, margin) = (self.claim.side, self.claim.margin);
        let is_reached = keeps(&mut self.searcher, side, margin, u64::MAX);
        self.searcher.retreat();
        is_reached == Some(true)
    }

    /// Returns the moves as texts, without those that the last one of a position repeats.
    fn strategy(self, game: &Game) -> Strategy {
        let size = game.board().size();
        let texts = |(key, mut moves): (String, Vec<PlayedMove>)| {
            while let [.., before, last] = moves[..]
                && before == last
            {
                moves.pop();
            }
            (key, moves.iter().map(|action| action.text(size)).collect())
        };
        self.moves.into_iter().map(texts).collect()
    }
}

impl Mover for StrategyFinder<'_> {
    fn choose(&mut self, position: &Position, key: &str) -> Result<PlayedMove, CheckError> {
        // Other earlier positions may ban the move that was made here before.
        let before = self.moves.get(key).and_then(|moves| moves.last().copied());
        let legal =
            before.filter(|action| position.legal_moves(position.to_move()).contains(action));
        let again = legal.filter(|&action| self.is_right(action));
        let Claim { side, margin } = self.claim;
        let found = again.or_else(|| self.searcher.keeping_move(side, margin));
        let action = found.ok_or_else(|| CheckError::NotFound(key.to_string()))?;
        self.moves.entry(key.to_string()).or_default().push(action);
        self.lines += 1;
        if self.lines.is_multiple_of(REPORTED) {
            (self.report)(ProofProgress::Strategy(self.claim.side, self.lines));
        }
        Ok(action)
    }

    fn advance(&mut self, action: PlayedMove) {
        self.searcher.advance(action);
    }

    fn retreat(&mut self) {
        self.searcher.retreat();
    }
}
