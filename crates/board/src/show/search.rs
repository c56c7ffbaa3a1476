//! Decisions and reports of searches as the page shows them.

use halfpoint_core::board::Color;
use halfpoint_core::game::{Game, GameEnd, PlayedMove, Record};
use halfpoint_core::notation::vertex;
use halfpoint_engine::player::{Basis, Decision, MoveInfo, PointOwnership, Report, Viewpoint};

use super::reasons;
use crate::wire::{
    AnalysisReport, ConsideredMove, GraphValue, MoveAnswer, SearchValue, move_text, token_name,
};

/// Maximum number of moves that an analysis shows beside token moves.
const MAX_SHOWN: usize = 12;
/// Maximum number of moves that explain a move of the engine: its own, and others.
const MAX_REASONS: usize = 4;
/// Maximum number of moves of a line in a graph.
const MAX_GRAPH_LINE: usize = 8;

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

/// Returns the value of a position by the decision of its mover. A game that was won without a
/// count is worth what the winner has.
pub fn value(game: &Game, decision: &Decision) -> SearchValue {
    let black = match game.state().over {
        Some(GameEnd::Resign(loser) | GameEnd::NoMove(loser)) => f64::from(loser == Color::White),
        Some(GameEnd::Draw | GameEnd::Void) => 0.5,
        Some(GameEnd::Passes) | None => {
            return value_of(game, decision.win_rate, decision.score, decision.basis);
        }
    };
    SearchValue {
        win_rate: black,
        score: None,
        basis: decision.basis.text(),
    }
}

/// Returns the value of a position of a game by the decision of its mover, with the best move.
/// `next` is the move that the game has there.
pub fn graph_value(position: &Game, next: Option<&Record>, decision: &Decision) -> GraphValue {
    let next = next.filter(|next| next.color == position.to_move());
    let is_valued = |info: &&MoveInfo| info.visits > 0 || info.basis > Basis::Searched;
    let considered = decision.considered.iter().filter(is_valued);
    let mut played = considered.filter(|info| info.line.first() == next.map(|next| &next.action));
    let short = |info: &MoveInfo| {
        let mut shown = considered_move(position, info);
        shown.line.truncate(MAX_GRAPH_LINE);
        shown
    };
    GraphValue {
        number: position.records().len(),
        value: value(position, decision),
        best: decision.considered.first().map(short),
        played: next.and_then(|_| played.next()).map(short),
    }
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

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    use halfpoint_core::board::Size;
    use halfpoint_core::game::Move;
    use halfpoint_core::half_points::HalfPoints;
    use halfpoint_core::rules::PRESETS;
    use halfpoint_engine::player::Settings;

    use super::*;
    use crate::play::engine::PageEngine;
    use crate::wire::read_move;

    /// Returns an engine without a net that makes this many playouts.
    fn engine(playouts: u64) -> PageEngine {
        let settings = Settings {
            playouts: Some(playouts),
            memory_mb: 16,
            ..Settings::default()
        };
        PageEngine::new(settings, None)
    }

    #[test]
    fn a_game_that_was_resigned_is_won() {
        let engine = engine(10);
        let stop = AtomicBool::new(false);
        for (loser, chance) in [(Color::Black, 0.0), (Color::White, 1.0)] {
            let mut game = Game::new(PRESETS[0].rules, Size::square(3), HalfPoints::ZERO);
            game.play(loser, &Move::Resign).expect("a legal move");
            let decision = engine.think(&game, Duration::from_secs(60), &stop);
            let found = value(&game, &decision);
            assert_eq!((found.win_rate, found.score), (chance, None), "{loser:?}");
        }
    }

    #[test]
    fn a_graph_values_the_best_move_and_that_of_the_game_for_black() {
        let engine = engine(200);
        let size = Size::square(5);
        let mut game = Game::new(PRESETS[1].rules, size, HalfPoints::from_points(20));
        let pass = read_move(size, "pass").expect("a move");
        game.play(Color::Black, &pass).expect("a legal move");
        let stop = AtomicBool::new(false);
        let decision = engine.think(&game, Duration::from_secs(60), &stop);
        let mut visited = decision.considered.iter().filter(|info| info.visits > 0);
        let wanted = visited.next_back().expect("a move");
        let mut longer = game.clone();
        longer.play(Color::White, &wanted.mv).expect("a legal move");
        let next = longer.records()[1].clone();

        let graph = graph_value(&game, Some(&next), &decision);
        assert_eq!(graph.number, 1);
        for (shown, info) in [
            (&graph.best, &decision.considered[0]),
            (&graph.played, wanted),
        ] {
            let shown = shown.as_ref().expect("a move");
            assert_eq!(shown.mv, move_text(size, &info.mv));
            assert!((shown.value.win_rate - (1.0 - info.win_rate)).abs() < 1e-9);
            assert_eq!(shown.line.len(), info.line.len().min(MAX_GRAPH_LINE));
        }
        // A move that was played out of turn is none of this search.
        let mut wrong = next;
        wrong.color = Color::Black;
        assert!(graph_value(&game, Some(&wrong), &decision).played.is_none());
        assert!(graph_value(&game, None, &decision).played.is_none());
    }
}
