//! State of a game apart from stones and history: a small `Copy` value. A placement changes the
//! captures and the turn, and ends runs of passes; everything else is changed by token moves.

use crate::board::Color;
use crate::half_points::HalfPoints;
use crate::rules::{ButtonRule, EndRule, PassRule, Rules};
use crate::score::{Bowls, Ledger};

/// End of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameEnd {
    /// Passes, or a button that ends the game. Play may go on.
    Passes,
    /// Declared draw.
    Draw,
    /// Resignation of this player.
    Resign(Color),
    /// Repetition that leaves the game without result.
    Void,
    /// This player can neither place nor delay nor declare a draw, and has lost.
    NoMove(Color),
}

impl GameEnd {
    /// Returns whether a further move may be played.
    #[must_use]
    pub const fn may_go_on(self) -> bool {
        matches!(self, GameEnd::Passes)
    }
}

/// Location of a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Button {
    /// The rules have no button.
    None,
    /// Not used yet.
    Table,
    /// Taken, or given, by this player.
    MovedBy(Color),
}

/// Proposal of dead stones. The number is the index of the record that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Proposal {
    /// No proposal is in force.
    None,
    /// A proposal was made by the last move; the next move accepts or refuses it.
    Pending(u32),
    /// The proposal was accepted, which ended the game.
    Accepted(u32),
}

/// State of a game apart from its stones. Arrays of two are indexed by colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// Player to move.
    pub to_move: Color,
    /// Stones captured during play, by capturer; suicides count for the opponent.
    pub captures: [u32; 2],
    /// Points that token moves have given.
    pub ledger: Ledger,
    /// Prisoner bowls; empty where the rules have none.
    pub bowls: Bowls,
    /// Stones of each colour in the half-pass zone.
    pub half_pass_zone: [u32; 2],
    /// Length of the current run of passes of both players; buttons and delays are no passes.
    pub consecutive_passes: u32,
    /// Length of the current run of delays of both players.
    pub consecutive_delays: u32,
    /// Player of the first token move that counts: the first or only button, or the first pass
    /// where the rules make it special.
    pub first_token: Option<Color>,
    /// Player of the token move that ended the game, where it is worth half a point: the second
    /// button, the pass that has the button attached, or the half-pass.
    pub last_token: Option<Color>,
    /// Player of the last pass in the latest run of passes.
    pub last_passer: Option<Color>,
    /// Whether the last move was a full pass.
    pub after_full_pass: bool,
    /// Proposal of dead stones.
    pub proposal: Proposal,
    /// End of the game; `None` while it goes on.
    pub over: Option<GameEnd>,
    /// Index in the position history of the first situation that counts for superko.
    pub(super) superko_start: u32,
    /// Index in the position history of the first situation of the current run of placements.
    pub(super) run_start: u32,
    /// `consecutive_passes` and `superko_start` before the move that ended the game.
    pub(super) before_end: (u32, u32),
}

impl State {
    /// Creates the state at the start of a game.
    pub(super) fn new(rules: &Rules, to_move: Color) -> State {
        let mut bowls = Bowls::default();
        if rules.pass == PassRule::Delay {
            let k = i32::from(rules.bowl_handicap);
            bowls.regular = [1 + (-k).max(0), 1 + k.max(0)];
        }
        State {
            to_move,
            captures: [0; 2],
            ledger: Ledger::default(),
            bowls,
            half_pass_zone: [0; 2],
            consecutive_passes: 0,
            consecutive_delays: 0,
            first_token: None,
            last_token: None,
            last_passer: None,
            after_full_pass: false,
            proposal: Proposal::None,
            over: None,
            superko_start: 0,
            run_start: 0,
            before_end: (0, 0),
        }
    }

    /// Returns the location of the first, or only, button.
    #[must_use]
    pub fn button(&self, rules: &Rules) -> Button {
        let mover = match rules.buttons {
            ButtonRule::None => return Button::None,
            ButtonRule::OnLastPass => self.last_token,
            ButtonRule::Take | ButtonRule::Give | ButtonRule::OnPasses | ButtonRule::AsMoves => {
                self.first_token
            }
        };
        mover.map_or(Button::Table, Button::MovedBy)
    }

    /// Returns the number of buttons that are not used yet.
    #[must_use]
    pub fn buttons_left(&self, rules: &Rules) -> u32 {
        let first = u32::from(self.first_token.is_none());
        let last = u32::from(self.last_token.is_none());
        match rules.buttons {
            ButtonRule::None => 0,
            ButtonRule::Take | ButtonRule::Give => first,
            ButtonRule::OnLastPass => last,
            ButtonRule::OnPasses | ButtonRule::AsMoves => first + last,
        }
    }

    /// Returns the state in which a further move finds the game. It differs from `self` only after
    /// an end by passes or by a button: the move that ended the game then counts as an ordinary
    /// pass.
    #[must_use]
    pub fn going_on(&self, rules: &Rules) -> State {
        let mut state = *self;
        if self.over != Some(GameEnd::Passes) {
            return state;
        }
        state.over = None;
        let Some(mover) = self.last_token else {
            return state;
        };
        let other = mover.opponent();
        match rules.ending {
            EndRule::SecondButton => {
                state.ledger.buttons[other] -= HalfPoints::HALF;
                state.ledger.pass_stones[other] += HalfPoints::ONE;
                (state.consecutive_passes, state.superko_start) = self.before_end;
                state.consecutive_passes += 1;
                state.last_passer = Some(mover);
                state.after_full_pass = true;
            }
            EndRule::PassAfterFullPass => {
                state.ledger.half_passes[other] -= HalfPoints::HALF;
                state.half_pass_zone[mover] -= 1;
                state.ledger.pass_stones[other] += HalfPoints::ONE;
                state.after_full_pass = true;
                state.proposal = Proposal::None;
            }
            EndRule::TwoPasses | EndRule::TwoPassesWhiteLast | EndRule::LastMover => {
                match rules.buttons {
                    ButtonRule::OnPasses | ButtonRule::OnLastPass => {
                        state.ledger.buttons[mover] -= HalfPoints::HALF;
                    }
                    ButtonRule::None
                    | ButtonRule::Take
                    | ButtonRule::Give
                    | ButtonRule::AsMoves => return state,
                }
            }
        }
        state.last_token = None;
        state
    }

    /// Updates the state for a placement that captured `captured` opposing stones and removed
    /// `suicide` stones of its own colour.
    pub(super) fn placed(&mut self, rules: &Rules, color: Color, captured: u32, suicide: u32) {
        let other = color.opponent();
        self.to_move = other;
        self.captures[color] += captured;
        self.captures[other] += suicide;
        if rules.pass == PassRule::Delay {
            self.bowls.regular[color] += captured as i32;
            self.bowls.regular[other] += suicide as i32;
        }
        self.consecutive_passes = 0;
        self.consecutive_delays = 0;
        self.last_passer = None;
        self.after_full_pass = false;
        self.proposal = Proposal::None;
    }
}
