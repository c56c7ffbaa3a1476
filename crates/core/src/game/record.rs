//! A game with the record of its moves.

use thiserror::Error;

use super::moves::{IllegalMove, Move, PlayedMove, Token};
use super::position::Position;
use super::setup::Setup;
use super::state::{GameEnd, Proposal, State};
use crate::board::{Board, Color, Point, PointSet, Size, ZobristKey};
use crate::half_points::HalfPoints;
use crate::notation::color_letter;
use crate::rules::{DeadStoneRule, EndRule, Rules};

/// One move of the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Player of the move.
    pub color: Color,
    /// Move, with the effect that it had when it was made.
    pub action: PlayedMove,
    /// Stones that the move proposed as dead.
    pub proposed: Vec<Point>,
    /// Stones that the move removed.
    removed: Vec<Point>,
    /// State before the move.
    before: State,
}

impl Record {
    /// Returns the stones that the move removed, in the order of the points.
    #[must_use]
    pub fn removed(&self) -> &[Point] {
        &self.removed
    }

    /// Returns the state before the move.
    #[must_use]
    pub fn before(&self) -> &State {
        &self.before
    }
}

/// Dead stones that both players agreed on, and the board of the agreement. Only the key of that
/// board is kept, since there may be as many agreements as moves.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Agreement {
    /// Number of moves made before the agreement.
    moves: usize,
    board: ZobristKey,
    dead: PointSet,
}

/// Move of the record that is illegal under other rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("move {number}: {reason}")]
pub struct ReplayError {
    /// Number of the move, from 1.
    pub number: usize,
    /// Player of the move.
    pub color: Color,
    /// Move as it was made under the original rules.
    pub action: PlayedMove,
    /// Reason why the move is illegal.
    pub reason: IllegalMove,
}

impl ReplayError {
    /// Returns the move with the reason: `move 12 W C3: superko`.
    #[must_use]
    pub fn text(&self, size: Size) -> String {
        let color = color_letter(self.color);
        let action = self.action.text(size);
        let reason = self.reason.reason();
        format!("move {} {color} {action}: {reason}", self.number)
    }
}

/// A game: its start, its moves and its present position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    setup: Setup,
    komi: HalfPoints,
    position: Position,
    records: Vec<Record>,
    agreements: Vec<Agreement>,
}

impl Game {
    /// Largest number of moves of a game. Further moves are refused, so that no client can fill the
    /// memory.
    pub const MAX_MOVES: usize = 100_000;

    /// Creates a game on the empty board.
    #[must_use]
    pub fn new(rules: Rules, size: Size, komi: HalfPoints) -> Game {
        Game::with_setup(rules, Setup::empty(size), komi)
    }

    /// Creates a game from a starting position.
    #[must_use]
    pub fn with_setup(rules: Rules, setup: Setup, komi: HalfPoints) -> Game {
        Game {
            position: Position::new(rules, setup.board(), setup.to_move()),
            setup,
            komi,
            records: Vec::new(),
            agreements: Vec::new(),
        }
    }

    /// Creates a game from the stones of a board, with komi 0; `None` if a chain has no liberty.
    #[must_use]
    pub fn from_board(rules: Rules, board: &Board, first: Color) -> Option<Game> {
        let stones = board.stones().collect();
        let setup = Setup::with_stones(board.size(), stones, first).ok()?;
        Some(Game::with_setup(rules, setup, HalfPoints::ZERO))
    }

    /// Returns the starting position.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Returns White's compensation.
    #[must_use]
    pub fn komi(&self) -> HalfPoints {
        self.komi
    }

    /// Changes komi; nothing else depends on it.
    pub fn set_komi(&mut self, komi: HalfPoints) {
        self.komi = komi;
    }

    /// Returns the present position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        self.position.rules()
    }

    /// Returns the present stones.
    #[must_use]
    pub fn board(&self) -> &Board {
        self.position.board()
    }

    /// Returns the present state apart from the stones.
    #[must_use]
    pub fn state(&self) -> &State {
        self.position.state()
    }

    /// Returns the player to move.
    #[must_use]
    pub fn to_move(&self) -> Color {
        self.position.to_move()
    }

    /// Returns the moves made so far.
    #[must_use]
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// Plays a move and returns its effect.
    ///
    /// # Errors
    /// If the move is illegal, or the game has [`Game::MAX_MOVES`] moves already; resignation is
    /// possible even then. The game stays unchanged.
    pub fn play(&mut self, color: Color, play: &Move) -> Result<PlayedMove, IllegalMove> {
        let action = self.position.resolve(color, play)?;
        if self.records.len() >= Self::MAX_MOVES && action != PlayedMove::Resign {
            return Err(IllegalMove::TooLong);
        }
        let mut record = Record {
            color,
            action,
            proposed: Vec::new(),
            removed: Vec::new(),
            before: *self.position.state(),
        };
        self.position
            .make(color, action, |point| record.removed.push(point));
        self.position.share_history();
        // The order of removal depends on how the chains were built; equal games must have equal
        // records.
        record.removed.sort_unstable();
        if let Move::Propose(stones) = play {
            self.position.note_proposal(self.records.len() as u32);
            record.proposed = self.sharing_fate(stones).iter().collect();
        }
        self.records.push(record);
        Ok(action)
    }

    /// Returns for each move whether it proposed dead stones. The states are read, since a proposal
    /// without stones leaves no other trace.
    #[must_use]
    pub fn proposals(&self) -> Vec<bool> {
        let mut proposes = vec![false; self.records.len()];
        if self.rules().dead == DeadStoneRule::Proposed {
            let later = self.records.iter().skip(1).map(Record::before);
            let after = later.chain([self.state()]);
            for (index, (proposes, state)) in proposes.iter_mut().zip(after).enumerate() {
                *proposes = state.proposal == Proposal::Pending(index as u32);
            }
        }
        proposes
    }

    /// Takes the last move back and returns it; `None` at the start.
    pub fn undo(&mut self) -> Option<Record> {
        let record = self.records.pop()?;
        self.position
            .unmake(record.color, record.action, &record.removed, record.before);
        let moves = self.records.len();
        let board = self.position.board().key();
        self.agreements
            .retain(|a| a.moves <= moves || a.board == board);
        Some(record)
    }

    /// Takes moves back until this number of them is left; none if there are no more than that.
    pub fn undo_to(&mut self, moves: usize) {
        while self.records.len() > moves {
            self.undo();
        }
    }

    /// Returns the agreed dead stones in force: those of the last agreement, if no stone was placed
    /// since and the board is still the one that was agreed on. `None` without such an agreement.
    #[must_use]
    pub fn agreed_dead(&self) -> Option<&PointSet> {
        let placed = |record: &Record| matches!(record.action, PlayedMove::Place(_));
        let last = self.agreements.last()?;
        let since = self.records.get(last.moves..).unwrap_or_default();
        (!since.iter().any(placed) && last.board == self.board().key()).then_some(&last.dead)
    }

    /// Records an agreement on dead stones for the present board. Each point stands for every stone
    /// of its colour in that enclosed territory.
    ///
    /// # Errors
    /// If a point is empty.
    pub fn agree_on_dead(&mut self, stones: &[Point]) -> Result<(), IllegalMove> {
        if stones
            .iter()
            .any(|&stone| self.board().get(stone).is_none())
        {
            return Err(IllegalMove::NoStone);
        }
        let agreement = Agreement {
            moves: self.records.len(),
            board: self.board().key(),
            dead: self.sharing_fate(stones),
        };
        // The new agreement replaces the one in force, which could never come back into force.
        if self.agreed_dead().is_some() {
            self.agreements.pop();
        }
        self.agreements.retain(|a| a.moves < agreement.moves);
        self.agreements.push(agreement);
        Ok(())
    }

    /// Removes every agreement.
    pub fn forget_agreements(&mut self) {
        self.agreements.clear();
    }

    /// Returns the stones that are dead or alive together with `stones`, as players agree on them
    /// and propose them: all stones of the colour of each that can be reached from it without
    /// crossing a stone of the other colour.
    #[must_use]
    pub fn sharing_fate(&self, stones: &[Point]) -> PointSet {
        let (board, size) = (self.board(), self.board().size());
        let mut marked = PointSet::new(size);
        for &stone in stones {
            let Some(color) = board.get(stone) else {
                continue;
            };
            let open = !board.stones_of(color.opponent());
            marked |= open.part(stone) & board.stones_of(color);
        }
        marked
    }

    /// Returns the dead stones of the pending or accepted proposal, if there is one.
    #[must_use]
    pub fn proposed_dead(&self) -> Option<PointSet> {
        self.proposed_in(self.state())
    }

    /// Returns the dead stones of the proposal that is pending or accepted in a state to which this
    /// game has led or can lead by passes.
    pub(super) fn proposed_in(&self, state: &State) -> Option<PointSet> {
        let number = match state.proposal {
            Proposal::None => return None,
            Proposal::Pending(number) | Proposal::Accepted(number) => number as usize,
        };
        let record = self.records.get(number)?;
        let points = record.proposed.iter().copied();
        Some(PointSet::of(self.board().size(), points))
    }

    /// Replays the moves under other rules: placements unchanged, every token move as a plain pass,
    /// without proposals and resignation. Agreements on dead stones are kept.
    ///
    /// # Errors
    /// Returns the first move that is illegal under those rules.
    pub fn under(&self, rules: Rules) -> Result<Game, ReplayError> {
        let mut game = Game::with_setup(rules, self.setup.clone(), self.komi);
        for (index, record) in self.records.iter().enumerate() {
            let play = match record.action {
                PlayedMove::Place(point) => Move::Place(point),
                PlayedMove::Token(_) => Move::Pass,
                PlayedMove::Resign => continue,
            };
            game.play(record.color, &play)
                .map_err(|reason| ReplayError {
                    number: index + 1,
                    color: record.color,
                    action: record.action,
                    reason,
                })?;
        }
        game.agreements.clone_from(&self.agreements);
        Ok(game)
    }

    /// Returns the start of the game with another player to move first, and its agreements.
    #[must_use]
    pub fn moving_first(&self, color: Color) -> Game {
        let setup = self.setup.clone().moving_first(color);
        let mut game = Game::with_setup(*self.rules(), setup, self.komi);
        game.agreements.clone_from(&self.agreements);
        game
    }

    /// Returns the game under these rules: as it stands if they are its own, else as
    /// [`Game::under`] replays it.
    ///
    /// # Errors
    /// Returns the first move that is illegal under those rules.
    pub fn into_rules(self, rules: Rules) -> Result<Game, ReplayError> {
        match rules == *self.rules() {
            true => Ok(self),
            false => self.under(rules),
        }
    }

    /// Returns the points of the last two moves, the last one first; `None` for a move that placed
    /// no stone.
    #[must_use]
    pub fn last_placements(&self) -> [Option<Point>; 2] {
        let mut latest = self
            .records()
            .iter()
            .rev()
            .map(|record| record.action.point());
        [latest.next().flatten(), latest.next().flatten()]
    }

    /// Returns the token of the move with that index as it counts now; `None` for other moves. A
    /// button or half-pass that ended the game is a stone pass once play has gone on
    /// ([`State::going_on`]).
    #[must_use]
    pub fn token_that_counts(&self, index: usize) -> Option<Token> {
        let token = self.records.get(index)?.action.token()?;
        let ends_by_token = match self.rules().ending {
            EndRule::SecondButton | EndRule::PassAfterFullPass => true,
            EndRule::TwoPasses | EndRule::TwoPassesWhiteLast | EndRule::LastMover => false,
        };
        let had_ended = || {
            let mut after = self.clone();
            after.undo_to(index + 1);
            after.state().over == Some(GameEnd::Passes)
        };
        let goes_on = index + 1 < self.records.len();
        match ends_by_token && goes_on && had_ended() {
            true => Some(Token::StonePass),
            false => Some(token),
        }
    }
}
