//! Names of moves and of the meaning of a plain pass, as commands write them.

use halfpoint_core::board::{Color, Size};
use halfpoint_core::game::{Game, Move};
use halfpoint_core::notation;

/// Formats a move as `genmove` answers it.
pub fn move_name(size: Size, mv: &Move) -> String {
    match mv {
        Move::Place(point) => notation::vertex(size, *point),
        Move::Token(name) => name.to_string(),
        Move::Pass | Move::Propose(_) => "pass".to_string(),
        Move::Resign => "resign".to_string(),
    }
}

/// Formats a move by name, and a plain pass by its meaning.
pub fn name_by_meaning(size: Size, mv: &Move, pass_means: &str) -> String {
    match mv {
        Move::Pass => pass_means.to_string(),
        mv => move_name(size, mv),
    }
}

/// Returns the token move that a plain `pass` would be for a colour, or `illegal`.
pub fn meaning_of_pass(game: &Game, color: Color) -> &'static str {
    let token = game.position().plain_pass(color);
    token.map_or("illegal", |token| token.meaning())
}
