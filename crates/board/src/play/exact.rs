//! Exact values of all moves on small boards, from the solver.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use halfpoint_core::board::Color;
use halfpoint_core::game::{Game, PlayedMove};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::rules::ScoringRule;
use halfpoint_solver::{SolverLimits, ValueBounds, bounds_text, move_values, removal_text};

use crate::wire::{ExactAnswer, ExactMove, move_text, token_name};

/// Largest number of points of a board whose moves are solved. The page shows its switch for these.
pub const MAX_POINTS: usize = 16;
/// Longest time of a search.
const MAX_TIME: Duration = Duration::from_secs(10);
/// Largest number of nodes of a search, about what its time allows on a fast machine.
const MAX_NODES: u64 = 50_000_000;
/// Memory for the tables of a search, in MiB.
const MEMORY_MB: usize = 64;

/// Returns the limits of a search on this number of threads.
pub fn limits(threads: usize) -> SolverLimits {
    SolverLimits {
        time: Some(MAX_TIME),
        nodes: Some(MAX_NODES),
        memory_mb: MEMORY_MB,
        threads,
    }
}

/// Returns the value of every legal move, the best first. Ends early when `stop` becomes true.
pub fn values(game: &Game, limits: SolverLimits, stop: &AtomicBool) -> ExactAnswer {
    let started = Instant::now();
    let mut found = move_values(game, limits, stop);
    // The surest of two bounds for the mover comes first.
    found.sort_by_key(|(_, bounds)| match game.to_move() {
        Color::Black => (-bounds.lower, -bounds.upper),
        Color::White => (bounds.upper, bounds.lower),
    });
    let is_finished = found.iter().all(|(_, bounds)| bounds.exact().is_some());
    let best = found.first().and_then(|(_, bounds)| bounds.exact());
    let moves = found.iter().map(|(action, bounds)| {
        let is_best = is_finished && bounds.exact() == best;
        move_value(game, *action, *bounds, is_best)
    });
    ExactAnswer {
        moves: moves.collect(),
        finished: is_finished,
        seconds: started.elapsed().as_secs_f64(),
        count: removal_text(game.rules()),
    }
}

fn move_value(game: &Game, action: PlayedMove, bounds: ValueBounds, is_best: bool) -> ExactMove {
    let scoring = game.rules().scoring;
    let mv = game.position().move_for(game.to_move(), action);
    ExactMove {
        mv: move_text(game.board().size(), &mv),
        token: token_name(action),
        best: is_best,
        value: bounds.exact(),
        short: short(scoring, bounds),
        text: bounds_text(scoring, bounds),
    }
}

/// Returns a value as it fits on a point: Black's margin, or a letter for the winner where nothing
/// is counted; a question mark where it is not known.
fn short(scoring: ScoringRule, bounds: ValueBounds) -> String {
    match (bounds.exact(), scoring) {
        (None, _) => "?".to_string(),
        (Some(0), ScoringRule::Spare) => "=".to_string(),
        (Some(1..), ScoringRule::Spare) => "B".to_string(),
        (Some(_), ScoringRule::Spare) => "W".to_string(),
        (Some(halves @ 1..), _) => format!("+{}", HalfPoints::from_halves(halves)),
        (Some(halves), _) => HalfPoints::from_halves(halves)
            .to_string()
            .replace('-', "−"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use halfpoint_core::rules::{NamedRules, PRESETS};
    use halfpoint_lab::values::of_empty_board;

    /// The page shows what the laboratory's tables have, under every rule set.
    #[test]
    fn the_best_values_are_those_of_the_laboratory() {
        let limits = SolverLimits::default();
        let size = halfpoint_core::board::Size::square(2);
        for preset in &PRESETS {
            let rules = NamedRules::from(preset);
            let solved = of_empty_board(rules.rules, size, limits);
            let game = Game::new(rules.rules, size, HalfPoints::ZERO);
            let shown = values(&game, limits, &AtomicBool::new(false));
            assert!(shown.finished, "{rules}");
            let moves = &shown.moves;
            let value = solved.first[0].bounds.exact().expect("a value");
            assert_eq!(moves[0].value, Some(value), "{rules}");
            let best = moves.iter().filter(|one| one.best).count();
            let all = solved.first[0].all_best().map(<[_]>::len);
            assert_eq!(Some(best), all, "{rules}");
            let tokens = moves.iter().filter(|one| one.token.is_some()).count();
            assert_eq!(moves.len() - tokens, 4, "{rules}: a value for each point");
            assert!(tokens > 0, "{rules}: token moves have values");
        }
    }
}
