//! Moves as nodes give them.

use std::str::FromStr;

use halfpoint_core::board::{Color, Point, Size};
use halfpoint_core::game::{Game, IllegalMove, Move, TokenKind};

use super::error::{SgfError, bad_value};
use super::nodes::Property;
use super::notes::Notes;
use super::points::is_pass;
use super::setup::point;

/// Move as a node gives it.
pub(super) enum Written {
    Place(Point),
    Pass,
    Resign,
}

/// Values of `HPM`, for error messages.
const TOKENS: &str = "button, halfpass, fullpass, delay, draw or propose:aa:bb";

/// Reads the value of `B` or `W`.
pub(super) fn written(
    size: Size,
    property: &Property,
    notes: &mut Notes,
) -> Result<Written, SgfError> {
    let name = &property.name;
    let text = property
        .alone()
        .ok_or_else(|| bad_value(name, &property.whole(), "one value"))?;
    let word = |word| text.eq_ignore_ascii_case(word);
    if text.is_empty() || word("pass") || is_pass(size, text) {
        return Ok(Written::Pass);
    }
    if word("resign") {
        return Ok(Written::Resign);
    }
    Ok(Written::Place(point(size, name, text, notes)?))
}

/// Returns the move for a pass with the value `token` of `HPM`.
pub(super) fn token_move(
    game: &Game,
    color: Color,
    token: &str,
    notes: &mut Notes,
) -> Result<Move, SgfError> {
    let bad = || bad_value("HPM", token, TOKENS);
    let mut words = token.split(':').map(str::trim);
    let word = words.next().unwrap_or_default();
    if word.eq_ignore_ascii_case("propose") {
        let stone = |word| point(game.board().size(), "HPM", word, notes);
        return Ok(Move::Propose(words.map(stone).collect::<Result<_, _>>()?));
    }
    let name = TokenKind::from_str(word).map_err(|()| bad())?;
    if words.next().is_some() {
        return Err(bad());
    }
    let named = Move::Token(name);
    // A named pass that the rules do not have means the plain pass if that is the pass with this
    // name.
    let plainly = || {
        game.position()
            .plain_pass(color)
            .is_ok_and(|t| t.name() == name)
    };
    let nameless = |reason: IllegalMove| reason != IllegalMove::GameOver && plainly();
    match game.position().resolve(color, &named) {
        Err(reason) if nameless(reason) => Ok(Move::Pass),
        _ => Ok(named),
    }
}
