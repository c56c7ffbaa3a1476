//! Check of a strategy without the search: it is played against every reply, until the game is over
//! or the chains that live unconditionally (Benson) decide it, by the bounds of core.
//!
//! A position that was checked need not be checked again after other earlier positions, if these
//! fulfil its [`Conditions`]: no move of the strategy is banned by them, and every reply that was
//! banned still is. Positions are compared whole, never by a hash.

use std::collections::{HashMap, HashSet};

use halfpoint_core::board::{Color, PointSet};
use halfpoint_core::bounds::proven_bounds;
use halfpoint_core::game::{Game, GameEnd, PlayedMove, Position, Terms};
use halfpoint_core::life::ReadingCache;
use halfpoint_core::rules::KoRule;
use thiserror::Error;

use super::conditions::{BoardCode, Conditions, Earlier};
use super::text::{Claim, Proof, line_key};

/// Longest line of play that is followed, in moves.
const MAX_LENGTH: usize = 2000;
/// Stack of the thread that checks, in bytes: some kilobytes for each move of a line.
const STACK: usize = MAX_LENGTH << 16;

/// Reason why a proof is refused, or cannot be checked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CheckError {
    /// The rules have no superko, or dead stones are found by reading.
    #[error(
        "proofs are for rules with a superko under which playing on costs nothing, without earlier moves, on at most {max} points",
        max = BoardCode::MAX_AREA
    )]
    NotForProofs,
    /// The strategy has no move for a position.
    #[error("no move for {0}")]
    NoMove(String),
    /// The strategy's move is illegal.
    #[error("{action} is illegal in {position}")]
    Illegal {
        /// Position with the player to move.
        position: String,
        /// Move of the strategy.
        action: String,
    },
    /// The game can end with a margin that does not fulfil the claim.
    #[error("the game can end with a margin of {margin} half-points in {position}")]
    Missed {
        /// Position at the end.
        position: String,
        /// Margin of Black, in half-points.
        margin: i32,
    },
    /// Play returns to an earlier position, or does not end.
    #[error("play can go on for ever from {0}")]
    Endless(String),
    /// Lines of the strategy were not needed.
    #[error("{0} lines are not needed")]
    Unused(usize),
    /// The rules and the comparison of whole boards disagree about a ban.
    #[error("an unexplained ban in {0}")]
    Ban(String),
    /// The search for a move ended without one.
    #[error("the search ended without a move in {0}")]
    NotFound(String),
    /// No thread could be started.
    #[error("no thread could be started: {0}")]
    NoThread(String),
}

/// Result of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Number of positions that were checked.
    pub positions: u64,
}

/// Checks that a strategy fulfils its claim against every reply in a game from its start. Takes
/// some microseconds for each position.
///
/// # Errors
/// If it does not, or if lines of it are not needed.
pub fn check(game: &Game, proof: &Proof) -> Result<Checked, CheckError> {
    let mut given = Given {
        proof,
        used: HashMap::new(),
    };
    let checked = walk(game, proof.claim, &mut given)?;
    let unused = given.unused();
    if unused > 0 {
        return Err(CheckError::Unused(unused));
    }
    Ok(checked)
}

/// Source of the moves of a strategy.
pub(super) trait Mover {
    /// Returns the move in a position that `key` names. It is asked once for each time that the
    /// position must be checked.
    fn choose(&mut self, position: &Position, key: &str) -> Result<PlayedMove, CheckError>;

    /// Hears of a move that is tried.
    fn advance(&mut self, _action: PlayedMove) {}

    /// Hears that the last move is taken back.
    fn retreat(&mut self) {}
}

/// Moves of a proof that is checked.
struct Given<'a> {
    proof: &'a Proof,
    /// For each position, how often a move was asked for.
    used: HashMap<&'a str, usize>,
}

impl Given<'_> {
    /// Returns the number of lines that were not used.
    fn unused(&self) -> usize {
        let unused = |(key, moves): (&String, &Vec<String>)| {
            moves
                .len()
                .saturating_sub(*self.used.get(key.as_str()).unwrap_or(&0))
        };
        self.proof.strategy.iter().map(unused).sum()
    }
}

impl Mover for Given<'_> {
    fn choose(&mut self, position: &Position, key: &str) -> Result<PlayedMove, CheckError> {
        let no_move = || CheckError::NoMove(key.to_string());
        let known = self.proof.strategy.get_key_value(key);
        let (known, moves) = known.ok_or_else(no_move)?;
        let used = self.used.entry(known).or_default();
        // The last move of a position is made whenever it comes up again.
        let text = moves.get(*used).or(moves.last()).ok_or_else(no_move)?;
        *used += 1;
        let size = position.board().size();
        let is_it = |action: &PlayedMove| action.text(size) == *text;
        let mut moves = position.legal_moves(position.to_move()).into_iter();
        moves.find(is_it).ok_or_else(|| CheckError::Illegal {
            position: key.to_string(),
            action: text.clone(),
        })
    }
}

/// Returns an error unless there are proofs for a game: it is at its start, its board has few
/// points, and its rules have a superko and make no move cost points.
pub(super) fn require_apt(game: &Game) -> Result<(), CheckError> {
    let rules = game.rules().exact();
    let is_apt = rules.ko != KoRule::Simple
        && !rules.playing_on_costs()
        && game.records().is_empty()
        && game.board().size().area() <= BoardCode::MAX_AREA;
    is_apt.then_some(()).ok_or(CheckError::NotForProofs)
}

/// Plays the moves of a source against every reply from the start of a game.
///
/// # Errors
/// If the claim is not fulfilled.
pub(super) fn walk(
    game: &Game,
    claim: Claim,
    mover: &mut (impl Mover + Send),
) -> Result<Checked, CheckError> {
    require_apt(game)?;
    let start = game.position().for_exact_value();
    let mut walk = Walk {
        claim,
        terms: game.terms(),
        mover,
        earlier: Vec::new(),
        on_path: HashSet::new(),
        checked: HashMap::new(),
        readings: ReadingCache::new(),
        positions: 0,
    };
    let run = || {
        walk.visit(&start)?;
        Ok(Checked {
            positions: walk.positions,
        })
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, run);
        let thread = thread.map_err(|error| CheckError::NoThread(error.to_string()))?;
        let ended = thread.join();
        ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// State of a check.
struct Walk<'a, M> {
    claim: Claim,
    terms: Terms,
    mover: &'a mut M,
    /// Positions from the start of the game, by ply. The last is the one being checked.
    earlier: Vec<Earlier>,
    /// Positions that are being checked.
    on_path: HashSet<String>,
    /// Conditions under which positions are proven.
    checked: HashMap<String, Vec<Conditions>>,
    /// Cache of the readings of sekis, for the counts.
    readings: ReadingCache,
    positions: u64,
}

impl<M: Mover> Walk<'_, M> {
    /// Checks a position after the earlier ones and returns the conditions under which it is
    /// proven.
    fn visit(&mut self, position: &Position) -> Result<Conditions, CheckError> {
        self.earlier.push(Earlier::of(position, self.claim.side));
        let result = self.visit_last(position);
        self.earlier.pop();
        result
    }

    /// Checks the last position of the path.
    fn visit_last(&mut self, position: &Position) -> Result<Conditions, CheckError> {
        let key = line_key(position, self.claim);
        if let Some(over) = position.state().over {
            return self.at_end(position, over, key);
        }
        if let Some(conditions) = self.proven_by_life(position) {
            return Ok(conditions);
        }
        let earlier = self.before_last(position);
        let mut known = self.checked.get(&key).into_iter().flatten();
        if let Some(known) = known.find(|known| known.hold_after(earlier)) {
            return Ok(known.clone());
        }
        if self.earlier.len() > MAX_LENGTH || !self.on_path.insert(key.clone()) {
            return Err(CheckError::Endless(key));
        }
        self.positions += 1;
        let mut conditions = if position.to_move() == self.claim.side {
            self.own_move(position, &key)?
        } else {
            self.every_reply(position, &key)?
        };
        self.on_path.remove(&key);
        conditions.forget(self.earlier[self.earlier.len() - 1].code);
        self.checked
            .entry(key)
            .or_default()
            .push(conditions.clone());
        Ok(conditions)
    }

    /// Returns the positions before the last one of the path that superko looks at there.
    fn before_last(&self, position: &Position) -> &[Earlier] {
        let last = self.earlier.len() - 1;
        &self.earlier[position.superko_start().min(last)..last]
    }

    /// Returns whether a position occurred since superko began to count.
    fn has_occurred(&self, code: BoardCode, superko_start: usize) -> bool {
        let mut earlier = self.earlier[superko_start..].iter();
        earlier.any(|earlier| earlier.code == code)
    }

    /// Judges the end of the game.
    fn at_end(
        &mut self,
        position: &Position,
        over: GameEnd,
        key: String,
    ) -> Result<Conditions, CheckError> {
        let mut conditions = Conditions::none();
        let margin = match over {
            GameEnd::Draw | GameEnd::Void => 0,
            GameEnd::Resign(loser) => -loser.sign(),
            GameEnd::NoMove(loser) => {
                self.need_bans(position, loser, &key, &mut conditions)?;
                -loser.sign()
            }
            GameEnd::Passes => {
                let nothing = PointSet::new(position.board().size());
                let readings = &mut self.readings;
                let score = position.count_cached(&nothing, self.terms, readings);
                score.margin().halves()
            }
        };
        if self.claim.is_met_by(margin) {
            Ok(conditions)
        } else {
            Err(CheckError::Missed {
                position: key,
                margin,
            })
        }
    }

    /// Returns the conditions under which unconditionally alive chains prove the claim, if they do.
    fn proven_by_life(&self, position: &Position) -> Option<Conditions> {
        let side = self.claim.side;
        let bounds = proven_bounds(position, self.terms);
        let mut conditions = Conditions::none();
        if self.claim.is_met_by(bounds.margins[side]) {
            return Some(conditions);
        }
        let captures = bounds.by_captures?;
        conditions.bound_own_stones(captures.own_stones[side]);
        let is_proven = self.claim.is_met_by(captures.margins[side])
            && conditions.hold_after(self.before_last(position));
        is_proven.then_some(conditions)
    }

    /// Makes the move of the strategy.
    fn own_move(&mut self, position: &Position, key: &str) -> Result<Conditions, CheckError> {
        let action = self.mover.choose(position, key)?;
        let mut after = position.clone();
        after.make(position.to_move(), action, |_| ());
        let mut conditions = self.after(position, &after, action)?;
        if matches!(action, PlayedMove::Place(_)) {
            let made = Earlier::of(&after, self.claim.side);
            if self.has_occurred(made.code, after.superko_start()) {
                return Err(CheckError::Ban(key.to_string()));
            }
            conditions.make(made);
        }
        Ok(conditions)
    }

    /// Makes every legal reply. Those that earlier positions ban rest on these.
    fn every_reply(&mut self, position: &Position, key: &str) -> Result<Conditions, CheckError> {
        let mut conditions = Conditions::none();
        for action in position.legal_moves(position.to_move()) {
            let mut after = position.clone();
            after.make(position.to_move(), action, |_| ());
            let below = self.after(position, &after, action)?;
            conditions.add(&below);
        }
        self.need_bans(position, position.to_move(), key, &mut conditions)?;
        Ok(conditions)
    }

    /// Checks the position after a move and returns its conditions on the positions before it.
    fn after(
        &mut self,
        position: &Position,
        after: &Position,
        action: PlayedMove,
    ) -> Result<Conditions, CheckError> {
        self.mover.advance(action);
        let below = self.visit(after);
        self.mover.retreat();
        let below = below?;
        // After a move with which superko begins anew, earlier positions ban nothing.
        let is_anew = after.superko_start() > position.superko_start();
        Ok(if is_anew { Conditions::none() } else { below })
    }

    /// Adds the earlier positions that ban placements of a player.
    fn need_bans(
        &self,
        position: &Position,
        color: Color,
        key: &str,
        conditions: &mut Conditions,
    ) -> Result<(), CheckError> {
        for &point in position.board().empties() {
            if !position.is_banned_by_ko(color, point) {
                continue;
            }
            let mut board = position.board().clone();
            board.play(color, point);
            let code = BoardCode::new(&board, color.opponent(), position.rules().ko);
            if !self.has_occurred(code, position.superko_start()) {
                return Err(CheckError::Ban(key.to_string()));
            }
            conditions.need(code);
        }
        Ok(())
    }
}
