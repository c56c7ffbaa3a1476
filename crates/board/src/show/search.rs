//! Decisions and reports of searches as the page shows them.

use halfpoint_core::board::Color;
use halfpoint_core::game::{Game, PlayedMove};
use halfpoint_core::notation::vertex;
use halfpoint_engine::player::{Basis, Decision, MoveInfo, PointOwnership, Report, Viewpoint};

use super::reasons;
use crate::wire::{AnalysisReport, ConsideredMove, MoveAnswer, SearchValue, move_text, token_name};

/// Maximum number of moves that an analysis shows beside token moves.
const MAX_SHOWN: usize = 12;
/// Maximum number of moves that explain a move of the engine: its own, and others.
const MAX_REASONS: usize = 4;

/// Returns the move that was decided on, and why.
pub fn decision(game: &Game, decision: &Decision) -> MoveAnswer {
    let considered = decision.considered.iter().take(MAX_REASONS);
    MoveAnswer {
        mv: move_text(game.board().size(), &decision.chosen),
        why: reasons::sentence(decision.reason),
        win_rate: decision.win_rate,
        score: decision.score,
        basis: decision.basis.text(),
        visits: decision.visits(),
        new_visits: decision.playouts,
        moves: considered.map(|info| considered_move(game, info)).collect(),
    }
}

/// Returns a report of an analysis. Chances and margins are Black's.
pub fn analysis(game: &Game, report: &Report) -> AnalysisReport {
    let decision = &report.decision;
    let considered = decision.considered.iter().enumerate();
    // Token moves are shown in any case, since their worth is what people ask for.
    let shown = considered.filter(|(index, info)| {
        *index < MAX_SHOWN || matches!(info.line.first(), Some(PlayedMove::Token(_)))
    });
    AnalysisReport {
        visits: decision.visits(),
        root: value(game, decision),
        moves: shown.map(|(_, info)| considered_move(game, info)).collect(),
        ownership: ownership(game, &report.ownership),
    }
}

/// Returns the value of a position by the decision of its mover.
pub fn value(game: &Game, decision: &Decision) -> SearchValue {
    value_of(game, decision.win_rate, decision.score, decision.basis)
}

fn value_of(game: &Game, win_rate: f64, score: Option<f64>, basis: Basis) -> SearchValue {
    let black = Viewpoint::of(Color::Black, game.to_move());
    SearchValue {
        win_rate: black.chance(win_rate),
        score: score.map(|score| black.points(score)),
        basis: basis.text(),
    }
}

fn considered_move(game: &Game, info: &MoveInfo) -> ConsideredMove {
    let size = game.board().size();
    ConsideredMove {
        mv: move_text(size, &info.mv),
        token: info.line.first().and_then(|&action| token_name(action)),
        visits: info.visits,
        value: value_of(game, info.win_rate, info.score, info.basis),
        line: info.line.iter().map(|mv| mv.text(size)).collect(),
    }
}

/// Returns the mean owner of each point, positive for Black, in hundredths.
fn ownership(game: &Game, owners: &[PointOwnership]) -> Vec<(String, f64)> {
    let size = game.board().size();
    let black = Viewpoint::of(Color::Black, game.to_move());
    let mean = |owner: &PointOwnership| {
        let mean = black.points(f64::from(owner.mean));
        (vertex(size, owner.point), (mean * 100.0).round() / 100.0)
    };
    owners.iter().map(mean).collect()
}
