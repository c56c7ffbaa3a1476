//! Figures of a decision: those of the search, corrected by what is known without it. Proven
//! figures replace counted ones, and these replace those of the search.

use std::cmp::Reverse;

use halfpoint_core::game::{Move, PlayedMove};

use super::search::{RootMove, SearchResult};
use super::words::{Basis, Decision, Edge, MoveInfo, Proven, Reason};

/// Returns the decision for a move that a search found.
pub(super) fn from_search(candidate: &RootMove, found: &SearchResult, reason: Reason) -> Decision {
    Decision {
        playouts: found.playouts,
        ..Decision::without_search(candidate.edge.as_move(), reason)
    }
}

/// Returns the decision for the only move whose value is known; `None` if there are several.
pub(super) fn only_decision(proven: &Proven) -> Option<Decision> {
    match proven.moves[..] {
        [(edge, _)] => {
            let decision = Decision::without_search(edge.as_move(), Reason::Proven);
            Some(with_figures(decision, None, &[proven]))
        }
        _ => None,
    }
}

/// Returns a decision that keeps the value: the first of the `preferred` moves that does, or
/// else the one that the search visited most. A resignation stands if the game is proven to be
/// lost.
pub(super) fn instead_of(
    decision: Decision,
    proof: &Proven,
    preferred: Vec<Move>,
    found: &SearchResult,
) -> Decision {
    if decision.chosen == Move::Resign && proof.is_lost() {
        return decision;
    }
    let proven: Vec<Move> = proof.keeping().map(|edge| edge.as_move()).collect();
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

/// Gives a decision its moves and figures: those of the search, corrected by what is `proven`, of
/// which the surest comes first.
pub(super) fn with_figures(
    mut decision: Decision,
    found: Option<&SearchResult>,
    proven: &[&Proven],
) -> Decision {
    let candidates = found.map_or(&[][..], |found| &found.candidates);
    let edges = || {
        let moves = proven.iter().flat_map(|proven| &proven.moves);
        moves.map(|&(edge, _)| edge)
    };
    let visited = candidates.iter().filter(|candidate| candidate.visits > 0);
    let mut considered: Vec<MoveInfo> = visited.map(searched).collect();
    for edge in edges() {
        if considered
            .iter()
            .all(|one| one.action() != Some(edge.action))
        {
            considered.push(unvisited(edge));
        }
    }
    for one in &mut considered {
        if !proven.iter().any(|proven| correct(one, proven)) {
            proven.iter().for_each(|proven| bound(one, proven));
        }
    }
    let all = edges().chain(candidates.iter().map(|candidate| candidate.edge));
    let mut named = all.filter(|edge| edge.as_move() == decision.chosen);
    let chosen = named.next().map(|edge| edge.action);
    let keeping = proven.iter().flat_map(|proven| proven.keeping());
    let keeping: Vec<PlayedMove> = keeping.map(|edge| edge.action).collect();
    considered.sort_by_key(|one| {
        let is_chosen = chosen.is_some() && one.action() == chosen;
        let keeps = one.action().is_some_and(|action| keeping.contains(&action));
        (!is_chosen, !keeps, Reverse(one.visits))
    });
    if let Some(first) = considered.first() {
        decision.win_rate = first.win_rate;
        decision.score = first.score;
        decision.basis = first.basis;
    }
    decision.considered = considered;
    decision
}

/// Replaces the figures of a search by the proven ones. Returns false if this move is not
/// proven.
fn correct(considered: &mut MoveInfo, proven: &Proven) -> bool {
    let mut moves = proven.moves.iter();
    let known = moves.find(|(edge, _)| considered.action() == Some(edge.action));
    let Some((edge, value)) = known else {
        return false;
    };
    considered.mv = edge.as_move();
    considered.win_rate = value.win_rate();
    considered.score = value.score();
    considered.basis = proven.basis;
    considered.figures = None;
    true
}

/// Bounds the figures of a search by the value of the position, so that no move that is not
/// proven is shown as better than that.
fn bound(considered: &mut MoveInfo, proven: &Proven) {
    let Some(upper) = proven.value else {
        return;
    };
    considered.win_rate = considered.win_rate.min(upper.win_rate());
    if let (Some(score), Some(upper)) = (&mut considered.score, upper.score()) {
        *score = score.min(upper);
    }
}

/// Returns the entry of a move with the figures of the search.
fn searched(candidate: &RootMove) -> MoveInfo {
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
