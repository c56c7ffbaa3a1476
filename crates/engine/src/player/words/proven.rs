//! Figures that are known without playouts, and how they correct those of a search: proven figures
//! replace counted ones, and these replace those of playouts.

use std::cmp::Reverse;

use halfpoint_core::game::{Move, PlayedMove};
use halfpoint_core::half_points::HalfPoints;

use super::decision::{Basis, Decision, MoveInfo, Reason};
use super::search::{RootMove, SearchResult};
use super::tree::Edge;

/// Figures of a move, or of a position, that are known without playouts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SettledValue {
    /// Win rate of the mover: 0, 0.5 or 1.
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
                let decision = Decision::without_search(edge.as_move(), Reason::Proven);
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
        if decision.chosen == Move::Resign && is_lost {
            return decision;
        }
        let proven: Vec<Move> = self.keeping().map(|edge| edge.as_move()).collect();
        let liked = found.candidates.iter().map(|liked| liked.edge.as_move());
        let chosen = preferred
            .into_iter()
            .chain(liked)
            .chain(proven.clone())
            .find(|mv| proven.contains(mv));
        Decision {
            chosen: chosen.unwrap_or(decision.chosen),
            reason: Reason::Proven,
            ..decision
        }
    }

    /// Returns the moves that are known to keep the value of the position, in the order of `moves`;
    /// none if the value of the position is not known.
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
        considered.mv = edge.as_move();
        considered.win_rate = value.win_rate;
        considered.score = value.score;
        considered.basis = self.basis;
        considered.figures = None;
        true
    }

    /// Bounds the figures of playouts by the value of the position, so that no move that is not
    /// settled is shown as better than that.
    fn bound(&self, considered: &mut MoveInfo) {
        let Some(upper) = self.value else {
            return;
        };
        considered.win_rate = considered.win_rate.min(upper.win_rate);
        if let (Some(score), Some(upper)) = (&mut considered.score, upper.score) {
            *score = score.min(upper);
        }
    }
}

impl MoveInfo {
    fn of(candidate: &RootMove) -> MoveInfo {
        MoveInfo {
            mv: candidate.edge.as_move(),
            visits: candidate.visits,
            win_rate: f64::from(candidate.win_rate),
            score: Some(f64::from(candidate.margin) / 2.0),
            basis: Basis::Searched,
            line: candidate.line.iter().map(|&(action, _)| action).collect(),
            line_visits: candidate.line.iter().map(|&(_, visits)| visits).collect(),
            figures: Some(candidate.figures),
            ownership: candidate.ownership.clone(),
        }
    }

    /// Returns the entry of a move with which no playout began.
    fn unvisited(edge: Edge) -> MoveInfo {
        MoveInfo {
            mv: edge.as_move(),
            visits: 0,
            win_rate: 0.0,
            score: None,
            basis: Basis::Searched,
            line: vec![edge.action],
            line_visits: vec![0],
            figures: None,
            ownership: Vec::new(),
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
        let mut named = all.filter(|edge| edge.as_move() == self.chosen);
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
