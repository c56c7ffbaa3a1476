//! A position: stones, state and the positions that repetition looks back to. All that is needed
//! to know what can be played next and what it does; what a search copies.

use super::moves::{IllegalMove, Move, PlayedMove, Token, TokenKind};
use super::state::{GameEnd, Proposal, State};
use crate::board::{Board, Color, Placement, Point, PointSet, ZobristKey};
use crate::half_points::HalfPoints;
use crate::rules::{DeadStoneRule, EndRule, KoRule, Rules, ScoringRule, SuicideRule, TaxRule};
use crate::score::{Final, Score, count, seki};

/// What stays the same during a game and counts at its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// White's compensation.
    pub komi: HalfPoints,
    /// Number of handicap stones.
    pub handicap: usize,
}

/// A board position that came up, with the player to move in it.
type Seen = (ZobristKey, Color);

/// Stones, state and what repetition looks back to, under some rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    rules: Rules,
    board: Board,
    state: State,
    seen: Vec<Seen>,
}

impl Position {
    /// The position at the start of a game.
    #[must_use]
    pub fn new(rules: Rules, board: Board, to_move: Color) -> Position {
        let mut position = Position {
            rules,
            state: State::new(&rules, to_move),
            seen: vec![(board.key(), to_move)],
            board,
        };
        position.judge_last_mover();
        position
    }

    /// Becomes a copy of another position, with the memory it has.
    pub fn copy_from(&mut self, other: &Position) {
        self.rules = other.rules;
        self.board.copy_from(&other.board);
        self.state = other.state;
        self.seen.clone_from(&other.seen);
    }

    /// A copy of the position under rules that differ from its own in the count at the end alone.
    pub(super) fn with_rules(&self, rules: Rules) -> Position {
        Position {
            rules,
            ..self.clone()
        }
    }

    /// The position in which play goes on after an end by passes because somebody doubts a dead stone: the opponent of the
    /// last mover is to move, and two passes more end the game again. Earlier positions ban nothing in it: it stands for the
    /// start of a game.
    #[must_use]
    pub fn resumed(&self) -> Position {
        let mut state = self.state.going_on(&self.rules);
        (state.ban_start, state.run_start) = (0, 0);
        state.consecutive_passes = 0;
        state.after_full_pass = false;
        state.last_passer = None;
        Position {
            rules: self.rules,
            board: self.board.clone(),
            seen: vec![(self.board.key(), state.to_move)],
            state,
        }
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The stones.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Everything else.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Who is to move.
    #[must_use]
    pub fn to_move(&self) -> Color {
        self.state.to_move
    }

    /// Whether no further move may be played.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.state.over.is_some_and(|over| !over.may_go_on())
    }

    /// Reads a move: what it comes to now.
    ///
    /// # Errors
    /// If it is illegal.
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
            Placement::SuicideRule { stones } => {
                if stones == 1 || self.rules.suicide == SuicideRule::Forbidden {
                    return Err(IllegalMove::SuicideRule);
                }
            }
            Placement::Alive => (),
        }
        // Until stones are removed, no earlier position has the stone that stays on this point.
        if placement == Placement::Alive && state.captures == [0; 2] {
            return Ok(());
        }
        if !self.repeats(state, color, point) {
            Ok(())
        } else if self.rules.ko == KoRule::Simple {
            Err(IllegalMove::Ko)
        } else {
            Err(IllegalMove::Superko)
        }
    }

    /// Whether the repetition rule bans a placement that is legal by the stones.
    fn repeats(&self, state: &State, color: Color, point: Point) -> bool {
        let first = state.ban_start as usize;
        let now = self.seen.len();
        let banned = match self.rules.ko {
            KoRule::Simple => &self.seen[first.max(now.saturating_sub(2))..now.max(1) - 1],
            KoRule::Positional | KoRule::Situational => &self.seen[first..],
        };
        if banned.is_empty() {
            return false;
        }
        let after = self.board.key_after(color, point);
        let next = color.opponent();
        let by_turn = self.rules.ko == KoRule::Situational;
        banned
            .iter()
            .rev()
            .any(|&(key, to_move)| key == after && (!by_turn || to_move == next))
    }

    /// The same position with more regular prisoners in a player's bowl; what else happened stays.
    #[must_use]
    pub fn with_prisoners(&self, color: Color, number: u16) -> Position {
        let mut position = self.clone();
        position.state.bowls.regular[color] += i32::from(number);
        if let Some(GameEnd::NoMove(_)) = position.state.over {
            position.state.over = None;
        }
        position.judge_last_mover();
        position
    }

    /// Whether the last move was a pass or a delay; a button is none.
    #[must_use]
    pub fn is_after_pass(&self) -> bool {
        self.state.consecutive_passes + self.state.consecutive_delays > 0
    }

    /// Whether a stone may be placed.
    #[must_use]
    pub fn may_place(&self, color: Color, point: Point) -> bool {
        !self.is_closed()
            && self
                .check_placement(&self.state.going_on(&self.rules), color, point)
                .is_ok()
    }

    /// Where stones may be placed, in the order of the points.
    #[must_use]
    pub fn placements(&self, color: Color) -> Vec<Point> {
        if self.is_closed() {
            return Vec::new();
        }
        let state = self.state.going_on(&self.rules);
        let points = self.board.size().points();
        points
            .filter(|&point| self.check_placement(&state, color, point).is_ok())
            .collect()
    }

    /// What plain `pass` would be.
    ///
    /// # Errors
    /// If there is no pass.
    pub fn plain_pass(&self, color: Color) -> Result<Token, IllegalMove> {
        if self.is_closed() {
            return Err(IllegalMove::GameOver);
        }
        self.state
            .going_on(&self.rules)
            .plain_pass(&self.rules, color)
    }

    /// The token moves that may be called by name, with what they come to.
    #[must_use]
    pub fn tokens(&self, color: Color) -> Vec<(TokenKind, Token)> {
        if self.is_closed() {
            return Vec::new();
        }
        let state = self.state.going_on(&self.rules);
        TokenKind::ALL
            .into_iter()
            .filter_map(|name| Some((name, state.token(&self.rules, color, name).ok()?)))
            .collect()
    }

    /// Makes a move that [`Position::resolve`] gave, telling each stone removed. Returns the point at
    /// which the opponent could take a simple ko back.
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
                self.seen.push((self.board.key(), self.state.to_move));
                self.judge_void();
            }
            PlayedMove::Token(token) => {
                let after = self.seen.len() as u32;
                self.state.make(&self.rules, color, token, after);
                self.seen.push((self.board.key(), self.state.to_move));
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

    /// Counts the board as it stands. `dead` are the stones to take off: see
    /// [`Position::counted_dead`].
    #[must_use]
    pub fn count(&self, dead: &PointSet, terms: Terms) -> Score {
        self.count_with(&self.state, dead, None, terms)
    }

    /// [`Position::count`] where it is known which stones are in seki, as in a search from a position in
    /// which that was read.
    #[must_use]
    pub fn count_knowing(&self, seki: &PointSet, dead: &PointSet, terms: Terms) -> Score {
        // Spare moves are counted only where there is no seki at all.
        let seki = Some(seki).filter(|_| self.rules.scoring != ScoringRule::Spare);
        self.count_with(&self.state, dead, seki, terms)
    }

    /// The stones in seki once `dead` are off the board, if the count depends on that; else none.
    #[must_use]
    pub fn seki(&self, dead: &PointSet) -> PointSet {
        match self.rules.tax {
            TaxRule::Seki => seki(&self.board, dead),
            TaxRule::None | TaxRule::Group => PointSet::new(self.board.size()),
        }
    }

    /// The same with an earlier state of the same stones.
    pub(super) fn count_with(
        &self,
        state: &State,
        dead: &PointSet,
        seki: Option<&PointSet>,
        terms: Terms,
    ) -> Score {
        let komi = match self.rules.scoring {
            ScoringRule::Spare => HalfPoints::ZERO,
            _ => terms.komi,
        };
        count(
            &self.rules,
            &Final {
                board: &self.board,
                dead,
                seki,
                captures: state.captures,
                ledger: state.ledger,
                handicap: terms.handicap,
                komi,
                last_passer: state.last_passer,
                bowls: state.bowls,
                to_move: state.to_move,
            },
        )
    }

    /// The dead stones that count if the game ends here: `judged` where the rules let players agree on
    /// them, `proposed` if that proposal was accepted; of either what is still there.
    #[must_use]
    pub fn counted_dead(&self, judged: &PointSet, proposed: Option<&PointSet>) -> PointSet {
        let accepted = matches!(self.state.proposal, Proposal::Accepted(_));
        let dead = match self.rules.dead {
            DeadStoneRule::Agreed => Some(judged),
            DeadStoneRule::Proposed if accepted => proposed,
            DeadStoneRule::None | DeadStoneRule::Proposed => None,
        };
        let points = dead.into_iter().flat_map(PointSet::iter);
        let there = points.filter(|&point| self.board.get(point).is_some());
        PointSet::of(self.board.size(), there)
    }

    /// Puts a position back to what it was before a move.
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
            self.seen.pop();
        }
        self.state = before;
    }

    /// Notes that the pass just made proposed dead stones.
    pub(super) fn note_proposal(&mut self, record: u32) {
        self.state.proposal = Proposal::Pending(record);
    }

    /// Under simple ko, the third time of a position within one run of placements voids the game.
    fn judge_void(&mut self) {
        if self.rules.ko != KoRule::Simple {
            return;
        }
        let run = &self.seen[self.state.run_start as usize..];
        let times = |now| run.iter().filter(|&seen| seen == now).count();
        if run.last().is_some_and(|now| times(now) >= 3) {
            self.state.over = Some(GameEnd::Void);
        }
    }

    /// Where the last mover wins, a player who cannot move has lost.
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

    /// A key of everything that matters for what may follow, but for bans by earlier positions: the
    /// stones, the turn and the state of the tokens.
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
