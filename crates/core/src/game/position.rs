//! A position: stones, state and the earlier positions that the ko rule needs. It determines the
//! legal moves and their effects, and is the part of a game that a search copies.

mod variants;

use super::moves::{IllegalMove, Move, PlayedMove, Token, TokenKind};
use super::state::{GameEnd, Proposal, State};
use super::superko::SuperkoHistory;
use crate::board::{Board, Color, Placement, Point, ZobristKey};
use crate::half_points::HalfPoints;
use crate::rules::{DeadStoneRule, EndRule, KoRule, Rules, SuicideRule};

/// Values that are fixed during a game and count at its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// White's compensation.
    pub komi: HalfPoints,
    /// Number of handicap stones.
    pub handicap: usize,
}

/// Stones, state and position history under one rule set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    rules: Rules,
    board: Board,
    state: State,
    history: SuperkoHistory,
}

impl Position {
    /// Creates the position at the start of a game.
    #[must_use]
    pub fn new(rules: Rules, board: Board, to_move: Color) -> Position {
        let mut position = Position {
            rules,
            state: State::new(&rules, to_move),
            history: SuperkoHistory::new((board.key(), to_move)),
            board,
        };
        position.judge_last_mover();
        position
    }

    /// Becomes a copy of another position, reusing its own memory.
    pub fn copy_from(&mut self, other: &Position) {
        self.rules = other.rules;
        self.board.copy_from(&other.board);
        self.state = other.state;
        self.history.copy_from(&other.history);
    }

    /// Returns the rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the stones.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the state apart from the stones.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Returns the player to move.
    #[must_use]
    pub fn to_move(&self) -> Color {
        self.state.to_move
    }

    /// Returns whether the game has ended for good, so that no further move is legal.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.state.over.is_some_and(|over| !over.may_go_on())
    }

    /// Determines the effect that a move has now.
    ///
    /// # Errors
    /// If the move is illegal.
    pub fn resolve(&self, color: Color, play: &Move) -> Result<PlayedMove, IllegalMove> {
        if self.is_closed() {
            return Err(IllegalMove::GameOver);
        }
        let state = self.state.going_on(&self.rules);
        match play {
            Move::Place(point) => {
                self.check_placement(&state, color, *point)?;
                Ok(PlayedMove::Place(*point))
            }
            Move::Pass => state.plain_pass(&self.rules, color).map(PlayedMove::Token),
            Move::Token(name) => state
                .token(&self.rules, color, *name)
                .map(PlayedMove::Token),
            Move::Propose(stones) => {
                let first_pass = state.first_token.is_none();
                if self.rules.dead != DeadStoneRule::Proposed || !first_pass {
                    return Err(IllegalMove::NotNow);
                }
                if stones.iter().any(|&stone| self.board.get(stone).is_none()) {
                    return Err(IllegalMove::NoStone);
                }
                state
                    .token(&self.rules, color, TokenKind::HalfPass)
                    .map(PlayedMove::Token)
            }
            Move::Resign => Ok(PlayedMove::Resign),
        }
    }

    fn check_placement(
        &self,
        state: &State,
        color: Color,
        point: Point,
    ) -> Result<(), IllegalMove> {
        let placement = self.board.placement(color, point);
        match placement {
            Placement::Occupied => return Err(IllegalMove::Occupied),
            Placement::Suicide { stones } => {
                if stones == 1 || self.rules.suicide == SuicideRule::Forbidden {
                    return Err(IllegalMove::Suicide);
                }
            }
            Placement::Alive => (),
        }
        // As long as no stone was removed, no earlier position has the stone that this move places.
        if placement == Placement::Alive && state.captures == [0; 2] {
            return Ok(());
        }
        let after = || self.board.key_after(color, point);
        let (rule, start) = (self.rules.ko, state.superko_start as usize);
        if !(self.history).forbids(rule, start, color.opponent(), after) {
            return Ok(());
        }
        Err(match rule {
            KoRule::Simple => IllegalMove::Ko,
            KoRule::Positional | KoRule::Situational => IllegalMove::Superko,
        })
    }

    /// Returns the index of the first situation that counts for repetition, from 0 at the start of
    /// the game.
    #[must_use]
    pub fn superko_start(&self) -> usize {
        self.state.superko_start as usize
    }

    /// Returns whether the last move was a pass or a delay; a button is neither.
    #[must_use]
    pub fn is_after_pass(&self) -> bool {
        self.state.consecutive_passes + self.state.consecutive_delays > 0
    }

    /// Returns whether a stone may be placed.
    #[must_use]
    pub fn may_place(&self, color: Color, point: Point) -> bool {
        !self.is_closed()
            && self
                .check_placement(&self.state.going_on(&self.rules), color, point)
                .is_ok()
    }

    /// Returns whether the ko rule alone forbids a placement.
    #[must_use]
    pub fn is_banned_by_ko(&self, color: Color, point: Point) -> bool {
        !self.is_closed()
            && matches!(
                self.check_placement(&self.state.going_on(&self.rules), color, point),
                Err(IllegalMove::Ko | IllegalMove::Superko)
            )
    }

    /// Returns whether a plain pass of the player to move is legal and ends the game.
    #[must_use]
    pub fn pass_ends_game(&self) -> bool {
        let color = self.to_move();
        self.plain_pass(color).is_ok_and(|token| {
            let mut state = self.state.going_on(&self.rules);
            state.make(&self.rules, color, token, self.history.len() as u32);
            state.over.is_some()
        })
    }

    /// Returns the points on which stones may be placed, in ascending order.
    #[must_use]
    pub fn placements(&self, color: Color) -> Vec<Point> {
        self.placements_iter(color).collect()
    }

    /// Returns the points of [`Position::placements`] without a list of them.
    pub fn placements_iter(&self, color: Color) -> impl Iterator<Item = Point> {
        let state = self.state.going_on(&self.rules);
        let points = (!self.is_closed()).then(|| self.board.size().points());
        points
            .into_iter()
            .flatten()
            .filter(move |&point| self.check_placement(&state, color, point).is_ok())
    }

    /// Returns the effect of plain `pass`.
    ///
    /// # Errors
    /// If the rules leave no pass, or the game has ended for good.
    pub fn plain_pass(&self, color: Color) -> Result<Token, IllegalMove> {
        if self.is_closed() {
            return Err(IllegalMove::GameOver);
        }
        self.state
            .going_on(&self.rules)
            .plain_pass(&self.rules, color)
    }

    /// Returns the move by which a player makes an action here. A token move is a plain pass where
    /// that has its effect, since not every pass has a name that may be used.
    #[must_use]
    pub fn move_for(&self, color: Color, action: PlayedMove) -> Move {
        match action {
            PlayedMove::Place(point) => Move::Place(point),
            PlayedMove::Token(token) if self.plain_pass(color) == Ok(token) => Move::Pass,
            PlayedMove::Token(token) => Move::Token(token.name()),
            PlayedMove::Resign => Move::Resign,
        }
    }

    /// Returns the effects of all token moves that are possible, each once, that of a plain pass
    /// first.
    #[must_use]
    pub fn token_effects(&self, color: Color) -> Vec<Token> {
        let mut found: Vec<Token> = self.plain_pass(color).into_iter().collect();
        for (_, token) in self.tokens_iter(color) {
            if !found.contains(&token) {
                found.push(token);
            }
        }
        found
    }

    /// Returns all legal moves of a player, placements first; proposals of dead stones, which have
    /// the effect of a pass, are left out.
    #[must_use]
    pub fn legal_moves(&self, color: Color) -> Vec<PlayedMove> {
        let placements = self.placements_iter(color).map(PlayedMove::Place);
        let tokens = self.token_effects(color).into_iter();
        placements.chain(tokens.map(PlayedMove::Token)).collect()
    }

    /// Returns the token moves that are possible by name, with their effects.
    #[must_use]
    pub fn tokens(&self, color: Color) -> Vec<(TokenKind, Token)> {
        self.tokens_iter(color).collect()
    }

    /// Returns the moves of [`Position::tokens`] without a list of them.
    pub fn tokens_iter(&self, color: Color) -> impl Iterator<Item = (TokenKind, Token)> {
        let state = self.state.going_on(&self.rules);
        let kinds = (!self.is_closed()).then_some(TokenKind::ALL);
        kinds
            .into_iter()
            .flatten()
            .filter_map(move |name| Some((name, state.token(&self.rules, color, name).ok()?)))
    }

    /// Makes a move that [`Position::resolve`] returned, and calls `removed` for each stone that it
    /// removes. Returns the point at which the opponent could retake a simple ko.
    pub fn make(
        &mut self,
        color: Color,
        action: PlayedMove,
        removed: impl FnMut(Point),
    ) -> Option<Point> {
        let mut ko = None;
        if action != PlayedMove::Resign {
            self.state = self.state.going_on(&self.rules);
        }
        match action {
            PlayedMove::Place(point) => {
                let played = self.board.play_with(color, point, removed);
                ko = played.ko;
                self.state.placed(
                    &self.rules,
                    color,
                    played.captured as u32,
                    played.suicide as u32,
                );
                self.history.push((self.board.key(), self.state.to_move));
                self.judge_void();
            }
            PlayedMove::Token(token) => {
                let after = self.history.len() as u32;
                self.state.make(&self.rules, color, token, after);
                self.history.push((self.board.key(), self.state.to_move));
            }
            PlayedMove::Resign => {
                self.state.over = Some(GameEnd::Resign(color));
                self.state.to_move = color.opponent();
                return None;
            }
        }
        self.judge_last_mover();
        ko
    }

    /// Restores the position before a move, given the stones that it removed and the state before
    /// it.
    pub(super) fn unmake(
        &mut self,
        color: Color,
        action: PlayedMove,
        removed: &[Point],
        before: State,
    ) {
        if let PlayedMove::Place(point) = action {
            self.board.unplay(color, point, removed);
        }
        if action != PlayedMove::Resign {
            self.history.pop();
        }
        self.state = before;
    }

    /// Lets later copies of the position share the earlier ones, so that a copy takes no longer
    /// however many moves there have been.
    pub fn share_history(&mut self) {
        self.history.share();
    }

    /// Marks the pass just made as a proposal of dead stones, made by the record of that index.
    pub(super) fn note_proposal(&mut self, record: u32) {
        self.state.proposal = Proposal::Pending(record);
    }

    /// Ends the game without result under simple ko, if a position occurs for the third time within
    /// one run of placements.
    fn judge_void(&mut self) {
        let start = self.state.run_start as usize;
        if self.history.is_void(self.rules.ko, start) {
            self.state.over = Some(GameEnd::Void);
        }
    }

    /// Returns whether placements alone may end the game without result: under simple ko, a
    /// position has occurred twice within this run of placements.
    #[must_use]
    pub fn is_near_void(&self) -> bool {
        let start = self.state.run_start as usize;
        self.history.is_near_void(self.rules.ko, start)
    }

    /// Ends the game under last-mover rules, if the player to move has no legal move and so has
    /// lost.
    fn judge_last_mover(&mut self) {
        if self.rules.ending != EndRule::LastMover || self.state.over.is_some() {
            return;
        }
        let color = self.state.to_move;
        if self.state.plain_pass(&self.rules, color).is_err()
            && !self
                .board
                .size()
                .points()
                .any(|point| self.may_place(color, point))
        {
            self.state.over = Some(GameEnd::NoMove(color));
        }
    }

    /// Returns a key of everything that the further game depends on, except what
    /// superko forbids: stones, turn and tokens.
    #[must_use]
    pub fn key(&self) -> ZobristKey {
        let s = &self.state;
        let color = |c: Option<Color>| c.map_or(0, |c| 1 + c as u32);
        let facts = [
            s.to_move as u32,
            color(s.first_token),
            color(s.last_token),
            s.consecutive_passes.min(3),
            u32::from(s.after_full_pass) + 2 * u32::from(s.proposal != Proposal::None),
            (s.ledger.margin().halves() + 0x4000) as u32,
            (s.bowls.regular[0] + 0x4000) as u32,
            (s.bowls.regular[1] + 0x4000) as u32,
            color(s.bowls.ultimate_in),
            u32::from(s.over.is_some()),
            s.captures[0].wrapping_sub(s.captures[1]),
        ];
        let mut key = self.board.key();
        for (kind, value) in facts.into_iter().enumerate() {
            key ^= ZobristKey::feature(kind as u32, value);
        }
        key
    }
}
