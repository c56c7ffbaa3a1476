//! What rule sets make of the same positions: all those of a small board to which a game without captures
//! may lead.

use halfpoint_core::board::{Board, Color, Size};
use halfpoint_core::game::{PlayedMove, Token};
use halfpoint_core::rules::Rules;

use super::{all_boards, game_from, to_move_by_stones, token_of};
use crate::parallel;
use crate::solver::{Limits, moves, solve};

/// What a rule set makes of a position.
#[derive(Clone, Debug)]
pub struct Worth {
    /// Black's margin in half-points, or who wins.
    pub value: i32,
    /// All moves that keep it.
    pub best: Vec<PlayedMove>,
    /// How many moves there are.
    pub moves: usize,
}

impl Worth {
    /// Whether a token move is among the best.
    #[must_use]
    pub fn token_is_best(&self) -> bool {
        self.best.iter().any(|action| token_of(action).is_some())
    }

    /// Whether taking or giving a button is among the best moves.
    #[must_use]
    pub fn button_is_best(&self) -> bool {
        let is_button = |action| {
            matches!(
                token_of(action),
                Some(Token::TakeButton | Token::GiveButton)
            )
        };
        self.best.iter().any(is_button)
    }
}

/// A position under several rule sets.
#[derive(Clone, Debug)]
pub struct Compared {
    /// The stones.
    pub board: Board,
    /// Who is to move.
    pub to_move: Color,
    /// Whether by area nothing is left to do: whoever is to move may pass; `None` if it took too long.
    pub settled: Option<bool>,
    /// What each rule set makes of it, in the order in which they were given; `None` if it took too long.
    pub worth: Vec<Option<Worth>>,
}

fn worth(rules: Rules, board: &Board, to_move: Color, limits: Limits) -> Option<Worth> {
    let game = game_from(rules, board, to_move)?;
    let found = solve(&game, limits, &|_| ());
    let value = found.bounds.exact()?;
    // None at all: there was no time to find them.
    let is_known = !found.best.is_empty() || game.state().over.is_some();
    is_known.then(|| Worth {
        value,
        best: found.best,
        moves: moves(game.position()).len(),
    })
}

/// Compares `rules` on all positions of a board in which as many stones of both colours stand, or one black
/// stone more, and the turn fits. `area` is the rule set that says what is settled.
#[must_use]
pub fn compare(
    area: Rules,
    rules: &[Rules],
    size: Size,
    limits: Limits,
    threads: usize,
) -> Vec<Compared> {
    let boards = all_boards(size);
    let items: Vec<(&Board, Color)> = boards
        .iter()
        .filter_map(|board| Some((board, to_move_by_stones(board)?)))
        .collect();
    parallel::map(threads, &items, |&(board, to_move)| {
        let may_pass = |color| Some(worth(area, board, color, limits)?.token_is_best());
        let [black, white] = Color::BOTH.map(may_pass);
        Compared {
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
