//! The decision on a move: the move, its figures and their source, the other moves, and the reason.
//!
//! Play, analysis, the reasons of a decision and pictures all use a [`Decision`], so that no two of
//! them give different figures for one move.

use halfpoint_core::board::Color;
use halfpoint_core::game::{Game, GameEnd, Move, PlayedMove};
use halfpoint_core::rules::Rules;

use super::owners::PointOwnership;

/// Source of the figures of a move, in ascending order of certainty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Basis {
    /// The ends of playouts, or the evaluations of a net.
    Searched,
    /// A count of all ways to share the neutral points and tokens that are left, under a judgement
    /// of the stones.
    Counted,
    /// A search to the end of the game, or the count of spare moves in a settled position.
    Proven,
}

impl Basis {
    /// Returns the word for it in replies to clients.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Basis::Searched => "searched",
            Basis::Counted => "counted",
            Basis::Proven => "proven",
        }
    }
}

/// A decision of the player: a move, its figures and the reason.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The move.
    pub chosen: Move,
    /// Playouts, or visits with a net, of this search alone; 0 if none were needed. The figures
    /// rest on more of them where the tree of an earlier search was reused: see
    /// [`Decision::visits`].
    pub playouts: u64,
    /// Winning chance of the mover, 0 to 1.
    pub win_rate: f64,
    /// Margin of the mover in points, expected or exact; `None` where the result is proven and
    /// nothing is counted.
    pub score: Option<f64>,
    /// Source of these figures.
    pub basis: Basis,
    /// The moves that were searched, and those that are settled without a search. The chosen move
    /// comes first (the best one if the choice is to resign), then those that are settled to be as
    /// good, then the others, most visited first. No figure exceeds those of a settled position.
    pub considered: Vec<MoveInfo>,
    /// The reason for the move.
    pub reason: Reason,
}

impl Decision {
    /// Returns the number of playouts on which the figures rest: those of this search, and those of
    /// earlier ones that visited this position. It is the sum of the visits to all moves.
    #[must_use]
    pub fn visits(&self) -> u64 {
        let visits = self.considered.iter().map(|one| u64::from(one.visits));
        visits.sum()
    }

    /// Returns whether an exact margin assumes that dead stones are removed without being captured;
    /// `None` where nothing is counted exactly.
    #[must_use]
    pub fn removes_dead(&self, rules: &Rules) -> Option<bool> {
        self.score?;
        match self.basis {
            Basis::Searched => None,
            Basis::Counted => Some(rules.removes_dead()),
            Basis::Proven => Some(rules.exact().removes_dead()),
        }
    }

    /// Returns the decision with the best move in place of a resignation, and its figures as they
    /// are. Only where no move is legal does the resignation stay.
    #[must_use]
    pub fn playing_on(mut self) -> Decision {
        if let (Move::Resign, Some(best)) = (&self.chosen, self.considered.first()) {
            self.chosen = best.mv.clone();
            self.reason = Reason::Searched;
        }
        self
    }

    /// Returns a decision with neutral figures, for a move about which nothing was found out.
    pub(in crate::player) fn without_search(mv: Move, reason: Reason) -> Decision {
        Decision {
            chosen: mv,
            playouts: 0,
            win_rate: 0.5,
            score: Some(0.0),
            basis: Basis::Searched,
            considered: Vec::new(),
            reason,
        }
    }

    /// Returns the decision in a game in which nothing more can be played: a pass, or resignation
    /// if `color` has lost for want of a move.
    pub(in crate::player) fn in_closed_game(game: &Game, color: Color) -> Decision {
        let lost = matches!(game.state().over, Some(GameEnd::NoMove(loser)) if loser == color);
        let mv = if lost { Move::Resign } else { Move::Pass };
        Decision::without_search(mv, Reason::NothingElse)
    }
}

/// Reason for the choice of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// No other move or answer is possible.
    NothingElse,
    /// A search to the end or a count of spare moves proves that no other move does better.
    Proven,
    /// Only neutral points and tokens are left, and this is best by a count of all ways to share
    /// them.
    Counted,
    /// Dead stones need not be captured: the count without them is the proven margin.
    NothingToCapture,
    /// The search thinks it best.
    Searched,
    /// The opponent passed, and no other move gains anything.
    NothingToGain,
    /// The search would take a token, which nothing forces yet: a contested point comes first.
    TokenWaits,
    /// Dead stones are captured before anyone passes, since passes would not remove them.
    Clears,
    /// The move accepts the opponent's proposal of dead stones.
    Accepts,
    /// The game is not won as the board stands, and may be declared a draw.
    Draws,
    /// The game is lost beyond doubt.
    Hopeless,
}

impl Reason {
    /// Returns the reason in words.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Reason::NothingElse => "there is nothing else to say",
            Reason::Proven => "proven: no other move does better",
            Reason::Counted => {
                "counted: only neutral points and tokens seem to be left, and this shares them best"
            }
            Reason::NothingToCapture => {
                "counted: dead stones need not be captured, as the margin without them is the proven one"
            }
            Reason::Searched => "searched: the move that the search liked best",
            Reason::NothingToGain => "the opponent passed, and no other move gains anything",
            Reason::TokenWaits => {
                "the token that the search liked best can wait: a contested point comes first"
            }
            Reason::Clears => {
                "dead stones are captured before passing, since nobody would take them off"
            }
            Reason::Accepts => "the proposal of dead stones is accepted",
            Reason::Draws => "not won as the board stands, so a draw is declared",
            Reason::Hopeless => "lost beyond doubt",
        }
    }
}

/// A move that was considered, and its figures.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveInfo {
    /// The move.
    pub mv: Move,
    /// Playouts that began with it, those of earlier searches included.
    pub visits: u32,
    /// Winning chance of the mover, 0 to 1.
    pub win_rate: f64,
    /// Margin of the mover in points, expected or exact; `None` where the result is proven and
    /// nothing is counted.
    pub score: Option<f64>,
    /// Source of these figures.
    pub basis: Basis,
    /// Principal variation: this move, the answer, and so on.
    pub line: Vec<PlayedMove>,
    /// Visits of the position after each move of [`MoveInfo::line`].
    pub line_visits: Vec<u32>,
    /// Further figures of the search; `None` where the figures are settled.
    pub figures: Option<SearchFigures>,
    /// Owner of each point after this move. Empty unless [asked
    /// for](super::SearchObserver::ownership), and where nothing was evaluated.
    pub ownership: Vec<PointOwnership>,
}

/// Further figures of a move that was searched, for the mover.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SearchFigures {
    /// Mean of the value by which the search compares moves, 0 to 1: nine tenths of it are the
    /// winning chance, the rest is the margin on a curve.
    pub value: f32,
    /// Bound above which that value probably is; `None` where playouts evaluate.
    pub value_bound: Option<f32>,
    /// Standard deviation of the final margin, in points: over the ends of playouts, or over what a
    /// net expects of all evaluated positions, its own doubt about each included.
    pub score_deviation: f32,
    /// Mean of the final margin, in points, that a net expects of games against itself; `None`
    /// where playouts evaluate.
    pub selfplay_score: Option<f32>,
    /// Mean probability, by a net, that the game ends without a result; `None` where playouts
    /// evaluate.
    pub no_result: Option<f32>,
}

impl MoveInfo {
    /// Returns the move as the game records it, which does not depend on the name by which it is
    /// called.
    pub(in crate::player) fn action(&self) -> Option<PlayedMove> {
        self.line.first().copied()
    }

    /// Returns a lower bound of the winning chance: the exact chance where it is settled, or else
    /// the bound that holds with a probability of 97.5 % by the normal approximation for as many
    /// independent playouts.
    #[must_use]
    pub fn lower_bound(&self) -> f64 {
        if self.basis > Basis::Searched {
            return self.win_rate;
        }
        let variance = self.win_rate * (1.0 - self.win_rate) / f64::from(self.visits.max(1));
        (self.win_rate - 1.96 * variance.sqrt()).max(0.0)
    }
}
