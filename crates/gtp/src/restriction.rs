//! Restrictions of the moves that a search considers: those to avoid, or the only ones allowed.

use halfpoint_core::board::Color;
use halfpoint_core::game::{Game, PlayedMove, Token};

use super::location::Location;

/// Restriction of the moves that are searched for a player. It holds for the first move of a search
/// alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Restriction {
    /// Player whose moves are restricted.
    pub player: Color,
    /// The moves that are named.
    pub moves: Vec<Location>,
    /// Whether the moves are the only ones allowed; otherwise they are avoided.
    pub only: bool,
}

impl Restriction {
    /// Returns whether the restriction keeps its player from a move.
    fn bans(&self, game: &Game, action: PlayedMove) -> bool {
        self.names(game, action) != self.only
    }

    fn names(&self, game: &Game, action: PlayedMove) -> bool {
        let mut moves = self.moves.iter();
        moves.any(|location| match (location, action) {
            (Location::Point(point), PlayedMove::Place(other)) => *point == other,
            (Location::Point(_), _) => false,
            (_, PlayedMove::Token(_)) => {
                game.position().resolve(self.player, &location.as_move()) == Ok(action)
            }
            _ => false,
        })
    }
}

/// Returns the legal moves of `color` that the restrictions keep it from.
pub(crate) fn banned(restrictions: &[Restriction], game: &Game, color: Color) -> Vec<PlayedMove> {
    split(restrictions, game, color).0
}

/// Returns whether the restrictions leave `color` a move that a search considers: a placement or
/// the plain pass.
pub(crate) fn leave_a_move(restrictions: &[Restriction], game: &Game, color: Color) -> bool {
    let (banned, allowed) = split(restrictions, game, color);
    let pass = game.position().plain_pass(color).map(PlayedMove::Token);
    let is_considered = |action: &PlayedMove| match action {
        PlayedMove::Place(_) => true,
        PlayedMove::Token(_) | PlayedMove::Resign => pass == Ok(*action),
    };
    banned.is_empty() || allowed.iter().any(is_considered)
}

/// Returns the legal moves of `color` that are banned, and the others; no moves at all where no
/// restriction concerns it.
fn split(
    restrictions: &[Restriction],
    game: &Game,
    color: Color,
) -> (Vec<PlayedMove>, Vec<PlayedMove>) {
    let own: Vec<&Restriction> = restrictions
        .iter()
        .filter(|one| one.player == color)
        .collect();
    if own.is_empty() {
        return Default::default();
    }
    let position = game.position();
    let placements = position.placements_iter(color).map(PlayedMove::Place);
    let named: Vec<Token> = position
        .tokens_iter(color)
        .map(|(_, token)| token)
        .collect();
    // A plain pass may be one of the tokens that have a name.
    let pass = position.plain_pass(color).ok();
    let pass = pass.filter(|token| !named.contains(token));
    let tokens = named.into_iter().chain(pass).map(PlayedMove::Token);
    let all = placements.chain(tokens);
    all.partition(|&action| own.iter().any(|one| one.bans(game, action)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use halfpoint_core::board::Size;
    use halfpoint_core::game::TokenKind;
    use halfpoint_core::half_points::HalfPoints;
    use halfpoint_core::rules::find;

    #[test]
    fn restrictions_hold_for_their_player_and_a_pass_is_what_it_means() {
        let rules = find("button").expect("a rule set").rules;
        let size = Size::square(2);
        let game = Game::new(rules, size, HalfPoints::ZERO);
        let corner = Location::read(size, "A1").expect("a point");
        let count = |only, moves: &[Location], color| {
            let restriction = Restriction {
                player: Color::Black,
                moves: moves.to_vec(),
                only,
            };
            let restrictions = [restriction];
            let left = leave_a_move(&restrictions, &game, color);
            (banned(&restrictions, &game, color).len(), left)
        };
        let pass = Location::Pass;
        let button = Location::Token(TokenKind::Button);
        let full = Location::Token(TokenKind::FullPass);
        let draw = Location::Token(TokenKind::Draw);
        for (only, moves, number) in [
            (false, vec![corner], 1),
            // The pass takes the button, so the two are one move.
            (false, vec![pass], 1),
            (false, vec![button, pass], 1),
            (false, vec![corner, full, draw], 2),
            (true, vec![corner], 5),
            (true, vec![corner, pass], 4),
        ] {
            assert_eq!(
                count(only, &moves, Color::Black),
                (number, true),
                "{moves:?}"
            );
            assert_eq!(count(only, &moves, Color::White), (0, true), "{moves:?}");
        }
        assert_eq!(count(true, &[draw], Color::Black), (6, false));
        // No search considers another token than the plain pass.
        assert_eq!(count(true, &[full], Color::Black), (5, false));
    }
}
