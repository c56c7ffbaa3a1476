//! Names of moves and of the meaning of a plain pass, as commands write them.

use halfpoint_core::board::{Color, Size};
use halfpoint_core::game::{Game, Move};

/// Formats a move by name, and a plain pass by its meaning.
pub fn name_by_meaning(size: Size, mv: &Move, pass_means: &str) -> String {
    match mv {
        Move::Pass => pass_means.to_string(),
        mv => mv.text(size),
    }
}

/// Returns the token move that a plain `pass` would be for a colour, or `illegal`.
pub fn meaning_of_pass(game: &Game, color: Color) -> &'static str {
    let token = game.position().plain_pass(color);
    token.map_or("illegal", |token| token.meaning())
}
