//! The report of a position: the move that the player decides on, the other moves, and the source
//! of the figures of each.
//!
//! Play, analysis, the reasons of a decision and pictures all use a [`Decision`], so that no two of
//! them give different figures for one move. Proven figures replace counted ones, and these replace
//! those of playouts.

use std::cmp::Reverse;
use std::time::Duration;

use halfpoint_core::board::Point;
use halfpoint_core::game::{Move, PlayedMove};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::rules::Rules;

use super::search::{RootMove, SearchResult};
use super::tree::Edge;

/// Source of the figures of a move, in ascending order of certainty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Basis {
    /// The ends of playouts.
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
    pub play: Move,
    /// Playouts of this search alone; 0 if none were needed. The figures rest on more of them where
    /// the tree of an earlier search was reused: see [`Decision::visits`].
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

    /// Returns a decision with neutral figures, for a move about which nothing was found out.
    pub(super) fn without_search(mv: Move, reason: Reason) -> Decision {
        Decision {
            play: mv,
            playouts: 0,
            win_rate: 0.5,
            score: Some(0.0),
            basis: Basis::Searched,
            considered: Vec::new(),
            reason,
        }
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
    /// The search visited it most.
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
                "counted: only neutral points and tokens are left, and this shares them best"
            }
            Reason::NothingToCapture => {
                "counted: dead stones need not be captured, as the margin without them is the proven one"
            }
            Reason::Searched => "searched: the move that playouts liked best",
            Reason::NothingToGain => "the opponent passed, and no other move gains anything",
            Reason::TokenWaits => {
                "the token that playouts liked best can wait: a contested point comes first"
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
    pub play: Move,
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
}

impl MoveInfo {
    fn of(candidate: &RootMove) -> MoveInfo {
        MoveInfo {
            play: candidate.edge.play(),
            visits: candidate.visits,
            win_rate: f64::from(candidate.win_rate),
            score: Some(f64::from(candidate.margin) / 2.0),
            basis: Basis::Searched,
            line: candidate.line.clone(),
        }
    }

    /// Returns the entry of a move with which no playout began.
    fn unvisited(edge: Edge) -> MoveInfo {
        MoveInfo {
            play: edge.play(),
            visits: 0,
            win_rate: 0.0,
            score: None,
            basis: Basis::Searched,
            line: vec![edge.action],
        }
    }

    /// Returns the move as the game records it, which does not depend on the name by which it is
    /// called.
    fn action(&self) -> Option<PlayedMove> {
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

/// The decision that would be made now, from the result of a search so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The decision.
    pub decision: Decision,
    /// For each point of the board, in their order, its owner at the ends of playouts: from −1
    /// (always the opponent) to 1 (always the mover). Empty unless [asked
    /// for](SearchObserver::ownership), and where nothing was searched.
    pub ownership: Vec<(Point, f32)>,
}

/// An observer that gets reports of a search while it runs.
pub struct SearchObserver<'a> {
    /// Time between two reports. The first comes earlier, the last at the end.
    pub every: Duration,
    /// Whether reports contain the ownership of the points.
    pub ownership: bool,
    /// Called with each report.
    pub report: &'a mut dyn FnMut(&Report),
    /// Returns whether the search should end because reports are no longer wanted.
    pub is_over: &'a dyn Fn() -> bool,
}

/// Figures of a move, or of a position, that are known without playouts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SettledValue {
    /// 0, 0.5 or 1 for the mover.
    pub win_rate: f64,
    /// Exact margin of the mover in points; `None` where nothing is counted.
    pub score: Option<f64>,
}

impl SettledValue {
    /// Returns the figures of a margin of the mover, in half-points.
    pub fn of_margin(halves: i32) -> SettledValue {
        SettledValue {
            score: Some(HalfPoints::from_halves(halves).points()),
            ..SettledValue::of_result(halves)
        }
    }

    /// Returns the figures of a result alone: `sign` is positive if the mover wins, 0 for a draw.
    pub fn of_result(sign: i32) -> SettledValue {
        SettledValue {
            win_rate: f64::from(sign.signum() + 1) / 2.0,
            score: None,
        }
    }
}

/// Facts about a position that need no playouts: a proof or a count.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Settled {
    /// Source of the facts: counted or proven.
    pub basis: Basis,
    /// Value of the position for the mover, which some of the moves keep and none exceeds; `None`
    /// if only the values of some moves are known.
    pub value: Option<SettledValue>,
    /// The moves whose value is known.
    pub moves: Vec<(Edge, SettledValue)>,
}

impl Settled {
    /// Creates the proven values of some moves, which say nothing about the others.
    pub fn some_moves(moves: Vec<(Edge, SettledValue)>) -> Settled {
        Settled {
            basis: Basis::Proven,
            value: None,
            moves,
        }
    }

    /// Creates a proof that these moves, of which there is at least one, keep the value of the
    /// position.
    pub fn proof(value: SettledValue, moves: impl IntoIterator<Item = Edge>) -> Settled {
        Settled {
            basis: Basis::Proven,
            value: Some(value),
            moves: moves.into_iter().map(|edge| (edge, value)).collect(),
        }
    }

    /// Returns the decision for the only move whose value is known; `None` if there are several.
    pub fn only_decision(&self) -> Option<Decision> {
        match self.moves[..] {
            [(edge, _)] => {
                let decision = Decision::without_search(edge.play(), Reason::Proven);
                Some(decision.with_figures(None, &[self]))
            }
            _ => None,
        }
    }

    /// Returns a decision that keeps the value: the first of the `preferred` moves that does, or
    /// else the one that the search visited most. A resignation stands if the game is proven to be
    /// lost.
    pub fn instead_of(
        &self,
        decision: Decision,
        preferred: Vec<Move>,
        found: &SearchResult,
    ) -> Decision {
        let is_lost = self.value.is_some_and(|value| value.win_rate == 0.0);
        if decision.play == Move::Resign && is_lost {
            return decision;
        }
        let proven: Vec<Move> = self.keeping().map(|edge| edge.play()).collect();
        let liked = found.candidates.iter().map(|liked| liked.edge.play());
        let play = preferred
            .into_iter()
            .chain(liked)
            .chain(proven.clone())
            .find(|play| proven.contains(play));
        Decision {
            play: play.unwrap_or(decision.play),
            reason: Reason::Proven,
            ..decision
        }
    }

    /// Returns the moves that are known to keep the value of the position, in their order.
    pub fn keeping(&self) -> impl Iterator<Item = Edge> {
        let keep =
            |&(edge, value): &(Edge, SettledValue)| (Some(value) == self.value).then_some(edge);
        self.moves.iter().filter_map(keep)
    }

    /// Replaces the figures of playouts by the settled ones. Returns false if this move is not
    /// settled.
    fn correct(&self, considered: &mut MoveInfo) -> bool {
        let mut moves = self.moves.iter();
        let known = moves.find(|(edge, _)| considered.action() == Some(edge.action));
        let Some((edge, value)) = known else {
            return false;
        };
        considered.play = edge.play();
        considered.win_rate = value.win_rate;
        considered.score = value.score;
        considered.basis = self.basis;
        true
    }

    /// Bounds the figures of playouts by the value of the position, so that no move that is not
    /// settled is shown as better than that.
    fn bound(&self, considered: &mut MoveInfo) {
        let Some(most) = self.value else {
            return;
        };
        considered.win_rate = considered.win_rate.min(most.win_rate);
        if let (Some(score), Some(most)) = (&mut considered.score, most.score) {
            *score = score.min(most);
        }
    }
}

impl Decision {
    /// Gives a decision its moves and figures: those of the search, corrected by the `settled`
    /// facts, of which the surest come first.
    pub(super) fn with_figures(
        mut self,
        found: Option<&SearchResult>,
        settled: &[&Settled],
    ) -> Decision {
        let candidates = found.map_or(&[][..], |found| &found.candidates);
        let edges = || {
            let moves = settled.iter().flat_map(|settled| &settled.moves);
            moves.map(|&(edge, _)| edge)
        };
        let visited = candidates.iter().filter(|candidate| candidate.visits > 0);
        let mut considered: Vec<MoveInfo> = visited.map(MoveInfo::of).collect();
        for edge in edges() {
            if considered
                .iter()
                .all(|one| one.action() != Some(edge.action))
            {
                considered.push(MoveInfo::unvisited(edge));
            }
        }
        for one in &mut considered {
            if !settled.iter().any(|settled| settled.correct(one)) {
                settled.iter().for_each(|settled| settled.bound(one));
            }
        }
        let all = edges().chain(candidates.iter().map(|candidate| candidate.edge));
        let mut named = all.filter(|edge| edge.play() == self.play);
        let chosen = named.next().map(|edge| edge.action);
        let keeping = settled.iter().flat_map(|settled| settled.keeping());
        let keeping: Vec<PlayedMove> = keeping.map(|edge| edge.action).collect();
        considered.sort_by_key(|one| {
            let is_chosen = chosen.is_some() && one.action() == chosen;
            let keeps = one.action().is_some_and(|action| keeping.contains(&action));
            (!is_chosen, !keeps, Reverse(one.visits))
        });
        if let Some(first) = considered.first() {
            self.win_rate = first.win_rate;
            self.score = first.score;
            self.basis = first.basis;
        }
        self.considered = considered;
        self
    }
}
