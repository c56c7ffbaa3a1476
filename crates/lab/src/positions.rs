//! Values of positions under several rule sets.

use halfpoint_core::board::{Board, Color};
use halfpoint_core::game::{Game, PlayedMove, Token};
use halfpoint_core::rules::Rules;

use super::{Counted, map_counted, to_move_by_stones};
use halfpoint_solver::{SolverLimits, moves, solve};

/// Value of a position under a rule set.
#[derive(Clone, Debug)]
pub struct PositionWorth {
    /// Black's margin in half-points; 1, 0 or −1 where nothing is counted.
    pub value: i32,
    /// All moves that keep the value.
    pub best: Vec<PlayedMove>,
    /// Number of legal moves.
    pub moves: usize,
}

impl PositionWorth {
    /// Returns whether a token move is among the best.
    #[must_use]
    pub fn token_is_best(&self) -> bool {
        self.best.iter().any(|action| action.token().is_some())
    }

    /// Returns whether taking or giving a button is among the best moves.
    #[must_use]
    pub fn button_is_best(&self) -> bool {
        let is_button = |action: &PlayedMove| {
            let token = action.token();
            matches!(token, Some(Token::TakeButton | Token::GiveButton))
        };
        self.best.iter().any(is_button)
    }

    /// Returns for each move of a player who plays best by other rules whether it is best by these.
    /// That player passes where a pass is best, and otherwise makes any of the best placements. His
    /// pass counts as any token move, since he does not know them.
    #[must_use]
    pub fn are_best(&self, by_others: &PositionWorth) -> Vec<bool> {
        let place = |action: &PlayedMove| action.point();
        let best: Vec<_> = self.best.iter().map(place).collect();
        let mut made: Vec<_> = by_others.best.iter().map(place).collect();
        if made.contains(&None) {
            made = vec![None];
        }
        made.iter()
            .map(|move_made| best.contains(move_made))
            .collect()
    }
}

/// A position under several rule sets.
#[derive(Clone, Debug)]
pub struct ComparedPosition {
    /// The stones.
    pub board: Board,
    /// Side to move.
    pub to_move: Color,
    /// Whether nothing is left to do under area counting: either side to move may pass. `None` if
    /// solving took too long.
    pub settled: Option<bool>,
    /// Values under the rule sets, in the order in which these were given; `None` if solving took
    /// too long.
    pub worth: Vec<Option<PositionWorth>>,
}

fn worth(
    rules: Rules,
    board: &Board,
    to_move: Color,
    limits: SolverLimits,
) -> Option<PositionWorth> {
    let game = Game::from_board(rules, board, to_move)?;
    let found = solve(&game, limits, &|_| ());
    Some(PositionWorth {
        value: found.bounds.exact()?,
        best: found.all_best()?.to_vec(),
        moves: moves(game.position()).len(),
    })
}

/// Compares `rules` on the boards with as many black as white stones, Black to move, and on those
/// with one black stone more, White to move. `area` is the rule set that determines whether a
/// position is settled. The positions are `counted` as they are done.
#[must_use]
pub fn compare(
    area: Rules,
    rules: &[Rules],
    boards: &[Board],
    limits: SolverLimits,
    threads: usize,
    counted: Counted<'_>,
) -> Vec<ComparedPosition> {
    let items: Vec<(&Board, Color)> = boards
        .iter()
        .filter_map(|board| Some((board, to_move_by_stones(board)?)))
        .collect();
    map_counted(threads, &items, counted, |&(board, to_move)| {
        let may_pass = |color| Some(worth(area, board, color, limits)?.token_is_best());
        let [black, white] = Color::BOTH.map(may_pass);
        ComparedPosition {
            board: board.clone(),
            to_move,
            settled: match (black, white) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            },
            worth: rules
                .iter()
                .map(|&rules| worth(rules, board, to_move, limits))
                .collect(),
        }
    })
}
