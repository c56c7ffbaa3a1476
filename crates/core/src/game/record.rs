//! A game with the record of its moves.

use std::borrow::Cow;

use thiserror::Error;

use super::moves::{IllegalMove, Move, PlayedMove, Token};
use super::position::{Position, Terms};
use super::setup::Setup;
use super::state::{GameEnd, Proposal, State};
use crate::board::{Board, Color, Point, PointSet, Size, ZobristKey};
use crate::half_points::HalfPoints;
use crate::life::ReadingCache;
use crate::notation::{self, color_letter};
use crate::rules::{DeadStoneRule, Rules};
use crate::score::{Score, TermPoints};

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

/// A game: its start, its moves and its present position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    setup: Setup,
    komi: HalfPoints,
    position: Position,
    records: Vec<Record>,
    agreements: Vec<Agreement>,
}

/// Number of passes that ends a game under every rule set, with room to spare.
const PASSES_TO_END: usize = 8;

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
    fn proposed_in(&self, state: &State) -> Option<PointSet> {
        let number = match state.proposal {
            Proposal::None => return None,
            Proposal::Pending(number) | Proposal::Accepted(number) => number as usize,
        };
        let record = self.records.get(number)?;
        let points = record.proposed.iter().copied();
        Some(PointSet::of(self.board().size(), points))
    }

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
        let mut position = Cow::Borrowed(&self.position);
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
        self.position.counted_dead(judged, proposed.as_ref())
    }

    /// Returns komi and handicap.
    #[must_use]
    pub fn terms(&self) -> Terms {
        Terms {
            komi: self.komi,
            handicap: self.setup.handicap(),
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
        self.scored_state_at(&self.position)
    }

    /// Returns the state to count at the end of the game, be it played or passed out.
    fn scored_state_at<'a>(&'a self, end: &'a Position) -> &'a State {
        match self.closing_delays() {
            [] => end.state(),
            [first, ..] => &first.before,
        }
    }

    /// Returns the closing run of two or more delays; empty if there is none.
    fn closing_delays(&self) -> &[Record] {
        let delays = self.state().consecutive_delays as usize;
        let first = self.records.len().checked_sub(delays);
        let delays = first
            .filter(|_| delays >= 2)
            .map(|first| &self.records[first..]);
        delays.unwrap_or_default()
    }

    /// Returns the position of [`Game::scored_state`]: that before a closing run of two or more
    /// delays.
    #[must_use]
    pub fn scored_position(&self) -> Position {
        let mut position = self.position.clone();
        for record in self.closing_delays().iter().rev() {
            let (color, action) = (record.color, record.action);
            position.unmake(color, action, &record.removed, record.before);
        }
        position
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

    /// Returns the points of the last two moves, the last one first; `None` for a move that placed
    /// no stone.
    #[must_use]
    pub fn last_placements(&self) -> [Option<Point>; 2] {
        let mut latest = self
            .records()
            .iter()
            .rev()
            .map(|record| match record.action {
                PlayedMove::Place(point) => Some(point),
                PlayedMove::Token(_) | PlayedMove::Resign => None,
            });
        [latest.next().flatten(), latest.next().flatten()]
    }

    /// Returns the token of the last move if it was a token move.
    #[must_use]
    pub fn last_token_move(&self) -> Option<Token> {
        match self.records.last()?.action {
            PlayedMove::Token(token) => Some(token),
            _ => None,
        }
    }
}
