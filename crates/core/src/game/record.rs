//! A game with its record.

use thiserror::Error;

use super::moves::{IllegalMove, Move, PlayedMove, Token};
use super::position::{Position, Terms};
use super::setup::Setup;
use super::state::{GameEnd, Proposal, State};
use crate::board::{Board, Color, Point, PointSet, Size, ZobristKey};
use crate::half_points::HalfPoints;
use crate::notation::{self, color_letter};
use crate::rules::{DeadStoneRule, Rules, ScoringRule};
use crate::score::Score;

/// One move of the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Who moved.
    pub color: Color,
    /// What the move was when it was made.
    pub action: PlayedMove,
    /// Dead stones that it proposed.
    pub proposed: Vec<Point>,
    /// Stones that it removed.
    removed: Vec<Point>,
    /// The state before it.
    before: State,
}

/// Dead stones that both sides agreed on, and the board they were agreed for: its key alone, since there
/// may be as many of these as moves.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Agreement {
    /// Moves made when it was reached.
    moves: usize,
    board: ZobristKey,
    dead: PointSet,
}

/// A move of the record that other rules do not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("move {number}: {reason}")]
pub struct ReplayError {
    /// Counted from 1.
    pub number: usize,
    /// Who made it.
    pub color: Color,
    /// What it was.
    pub action: PlayedMove,
    /// Why it is illegal there.
    pub reason: IllegalMove,
}

impl ReplayError {
    /// The move and the reason: `move 12 W C3: superko`.
    #[must_use]
    pub fn text(&self, size: Size) -> String {
        let color = color_letter(self.color);
        let action = self.action.text(size);
        let reason = self.reason.reason();
        format!("move {} {color} {action}: {reason}", self.number)
    }
}

/// How a game came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The board was counted.
    Counted(Score),
    /// This player won without counting: the other one resigned or could not move.
    Won(Color),
    /// A draw was declared.
    Draw,
    /// The rules give no result.
    Void,
}

impl Outcome {
    /// Black's margin, if the board was counted or the game drawn.
    #[must_use]
    pub fn margin(&self) -> Option<HalfPoints> {
        match self {
            Outcome::Counted(score) => Some(score.margin()),
            Outcome::Draw => Some(HalfPoints::ZERO),
            Outcome::Won(_) | Outcome::Void => None,
        }
    }

    /// +1 if Black has won, −1 if White has, 0 if nobody has.
    #[must_use]
    pub fn sign(&self) -> i32 {
        match self {
            Outcome::Won(color) => color.sign(),
            other => other.margin().unwrap_or_default().halves().signum(),
        }
    }

    /// The result as GTP's `final_score` gives it: `B+3.5`, `W+R`, `0`; a void game is `0`.
    #[must_use]
    pub fn result(&self) -> String {
        match self {
            Outcome::Won(Color::Black) => "B+R".to_string(),
            Outcome::Won(Color::White) => "W+R".to_string(),
            other => notation::result(other.margin().unwrap_or_default()),
        }
    }

    /// [`Outcome::result`], but `Void` for a void game.
    #[must_use]
    pub fn result_or_void(&self) -> String {
        match self {
            Outcome::Void => "Void".to_string(),
            other => other.result(),
        }
    }
}

/// The end of a game that a count rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountedEnd {
    /// The players ended the game, by two delays in a row where the rules have delays.
    Played,
    /// Play goes on; it is counted as if both passed from here on.
    PassedOut,
    /// Play goes on under rules where passing ends nothing; the position is counted as it stands.
    AsItStands,
}

/// A game: where it started, what was played, where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    setup: Setup,
    komi: HalfPoints,
    position: Position,
    records: Vec<Record>,
    agreements: Vec<Agreement>,
}

/// More passes than any rule set needs to end a game.
const PASSES_TO_END: usize = 8;

impl Game {
    /// The most moves a game may have; what is beyond is refused, so that no client can fill the
    /// memory.
    pub const MAX_MOVES: usize = 100_000;

    /// A game on the empty board.
    #[must_use]
    pub fn new(rules: Rules, size: Size, komi: HalfPoints) -> Game {
        Game::with_setup(rules, Setup::empty(size), komi)
    }

    /// A game from a position.
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

    /// Where the game started.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// White's compensation.
    #[must_use]
    pub fn komi(&self) -> HalfPoints {
        self.komi
    }

    /// Changes komi; nothing else depends on it.
    pub fn set_komi(&mut self, komi: HalfPoints) {
        self.komi = komi;
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        self.position.rules()
    }

    /// The stones now.
    #[must_use]
    pub fn board(&self) -> &Board {
        self.position.board()
    }

    /// Everything beside the stones, now.
    #[must_use]
    pub fn state(&self) -> &State {
        self.position.state()
    }

    /// Who is to move.
    #[must_use]
    pub fn to_move(&self) -> Color {
        self.position.to_move()
    }

    /// The moves so far.
    #[must_use]
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If it is illegal, or the game has [`Game::MAX_MOVES`]; the game stays as it is.
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
        // Equal games have equal records, however their chains came to be built.
        record.removed.sort_unstable();
        if let Move::Propose(stones) = play {
            self.position.note_proposal(self.records.len() as u32);
            record.proposed = self.enclosed_with(stones).iter().collect();
        }
        self.records.push(record);
        Ok(action)
    }

    /// For each move whether it proposed dead stones. A proposal without stones leaves no trace but in the state.
    #[must_use]
    pub fn proposals(&self) -> Vec<bool> {
        let mut proposes = vec![false; self.records.len()];
        if self.rules().dead == DeadStoneRule::Proposed {
            let mut game = self.clone();
            for index in (0..proposes.len()).rev() {
                proposes[index] = game.state().proposal == Proposal::Pending(index as u32);
                game.undo();
            }
        }
        proposes
    }

    /// Takes the last move back; `None` at the start.
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

    /// The agreed dead stones in force, if there are any: those agreed on for the board as it
    /// stands, since the last placement.
    #[must_use]
    pub fn agreed_dead(&self) -> Option<&PointSet> {
        let placed = |record: &Record| matches!(record.action, PlayedMove::Place(_));
        let last = self.agreements.last()?;
        let since = self.records.get(last.moves..).unwrap_or_default();
        (!since.iter().any(placed) && last.board == self.board().key()).then_some(&last.dead)
    }

    /// Agrees on dead stones for the board as it stands; each point stands for every stone of its
    /// colour in that enclosed territory.
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
            dead: self.enclosed_with(stones),
        };
        // One that is in force never comes back: this one holds wherever it would.
        if self.agreed_dead().is_some() {
            self.agreements.pop();
        }
        self.agreements.retain(|a| a.moves < agreement.moves);
        self.agreements.push(agreement);
        Ok(())
    }

    /// Forgets every agreement.
    pub fn forget_agreements(&mut self) {
        self.agreements.clear();
    }

    /// All stones of the same colour that can be reached from each of `stones` without crossing a
    /// stone of the other colour.
    fn enclosed_with(&self, stones: &[Point]) -> PointSet {
        let (board, size) = (self.board(), self.board().size());
        let mut marked = PointSet::new(size);
        for &stone in stones {
            let Some(color) = board.get(stone) else {
                continue;
            };
            let mut reached = PointSet::new(size);
            let mut open = vec![stone];
            while let Some(at) = open.pop() {
                if board.get(at) == Some(color.opponent()) || !reached.insert(at) {
                    continue;
                }
                if board.get(at) == Some(color) {
                    marked.insert(at);
                }
                open.extend(size.neighbours(at));
            }
        }
        marked
    }

    /// The dead stones of the proposal that is pending or accepted, if one is.
    #[must_use]
    pub fn proposed_dead(&self) -> Option<PointSet> {
        let number = match self.state().proposal {
            Proposal::None => return None,
            Proposal::Pending(number) | Proposal::Accepted(number) => number as usize,
        };
        let record = self.records.get(number)?;
        let points = record.proposed.iter().copied();
        Some(PointSet::of(self.board().size(), points))
    }

    /// The game with as many plain passes more as it needs to end. Last-mover games, and games that
    /// are over, stay as they are.
    #[must_use]
    pub fn passed_out(&self) -> Game {
        let mut game = self.clone();
        if game.rules().scoring == ScoringRule::Spare {
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

    /// The end that [`Game::outcome`] counts by.
    #[must_use]
    pub fn counted_end(&self) -> CountedEnd {
        if self.state().over.is_some() || self.state().consecutive_delays >= 2 {
            CountedEnd::Played
        } else if self.rules().scoring == ScoringRule::Spare {
            CountedEnd::AsItStands
        } else {
            CountedEnd::PassedOut
        }
    }

    /// The dead stones that count at the end: of `judged` those that the rules let players agree
    /// on, or those of an accepted proposal.
    #[must_use]
    pub fn counted_dead(&self, judged: &PointSet) -> PointSet {
        let proposed = self.proposed_dead();
        self.position.counted_dead(judged, proposed.as_ref())
    }

    /// Komi and handicap.
    #[must_use]
    pub fn terms(&self) -> Terms {
        Terms {
            komi: self.komi,
            handicap: self.setup.handicap(),
        }
    }

    /// The result, if play stops here: a game that is not over is passed out. `judged` are the dead
    /// stones, agreed on or judged; they count where the rules take dead stones off.
    #[must_use]
    pub fn outcome(&self, judged: &PointSet) -> Outcome {
        match self.state().over {
            Some(GameEnd::Resign(loser) | GameEnd::NoMove(loser)) => {
                return Outcome::Won(loser.opponent());
            }
            Some(GameEnd::Draw) => return Outcome::Draw,
            Some(GameEnd::Void) => return Outcome::Void,
            Some(GameEnd::Passes) | None => (),
        }
        let game = self.passed_out();
        let dead = game.counted_dead(judged);
        let state = game.scored_state();
        Outcome::Counted(game.position.count_with(state, &dead, None, game.terms()))
    }

    /// The state that is counted: that before a closing run of two or more delays, by which
    /// clients that know only `pass` say that they have finished; else the present one.
    fn scored_state(&self) -> &State {
        let delays = self.state().consecutive_delays as usize;
        match self.records.len().checked_sub(delays) {
            Some(first) if delays >= 2 => &self.records[first].before,
            _ => self.state(),
        }
    }

    /// The same moves read under other rules: placements as they were, every token move as a plain
    /// pass, proposals and a resignation dropped, agreements on dead stones kept.
    ///
    /// # Errors
    /// The first move that is illegal there.
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

    /// Where the last move and the one before it placed stones, the last one first.
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

    /// The token of the last move, if it was one.
    #[must_use]
    pub fn last_token_move(&self) -> Option<Token> {
        match self.records.last()?.action {
            PlayedMove::Token(token) => Some(token),
            _ => None,
        }
    }
}
