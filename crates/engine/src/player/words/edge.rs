//! Moves as the player considers them, and the token moves of a position.

use halfpoint_core::board::{Color, Point};
use halfpoint_core::game::{Move, PlayedMove, Position, Token, TokenKind};

/// A move that is considered: its action, and whether it is said by its name rather than as a plain
/// pass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// Effect of the move.
    pub action: PlayedMove,
    /// Whether the move is said by its name.
    pub named: bool,
}

impl Edge {
    /// Returns the placement of a stone.
    pub fn place(point: Point) -> Edge {
        Edge {
            action: PlayedMove::Place(point),
            named: false,
        }
    }

    /// Returns the point on which the move places a stone; `None` for passes, tokens and
    /// resignation.
    pub fn point(self) -> Option<Point> {
        self.action.point()
    }

    /// Returns the token move; `None` for placements and resignation.
    pub fn token(self) -> Option<Token> {
        self.action.token()
    }

    /// Returns the move as a player says it.
    pub fn as_move(self) -> Move {
        match self.action {
            PlayedMove::Place(point) => Move::Place(point),
            PlayedMove::Token(token) if self.named => Move::Token(token.name()),
            PlayedMove::Token(_) => Move::Pass,
            PlayedMove::Resign => Move::Resign,
        }
    }
}

/// Number of consecutive passes from which on the plain pass is the only token. Where both sides
/// may keep passing at no cost in the end, as before the second button as a move, a weak search
/// would never end the game otherwise.
const MAX_PASSES: u32 = 4;

/// Returns the token moves of a position that the search considers. First the plain pass, under its
/// name if that is one of `allowed_tokens`; then those of `allowed_tokens` with another effect,
/// unless [`MAX_PASSES`] is exceeded.
pub fn token_edges(position: &Position, color: Color, allowed_tokens: &[TokenKind]) -> Vec<Edge> {
    let mut edges = Vec::new();
    add_token_edges(position, color, allowed_tokens, &mut edges);
    edges
}

/// Adds the token moves of [`token_edges`] to `edges`.
pub fn add_token_edges(
    position: &Position,
    color: Color,
    allowed_tokens: &[TokenKind],
    edges: &mut Vec<Edge>,
) {
    let tokens = || {
        let all = position.tokens_iter(color);
        all.filter(|(name, _)| allowed_tokens.contains(name))
    };
    let plain = position.plain_pass(color).ok();
    let is_plain = |&(_, token): &(TokenKind, Token)| Some(token) == plain;
    edges.extend(plain.map(|token| Edge {
        action: PlayedMove::Token(token),
        named: tokens().any(|one| is_plain(&one)),
    }));
    let passed_on = plain.is_some() && position.state().consecutive_passes >= MAX_PASSES;
    let others = tokens().filter(|token| !is_plain(token) && !passed_on);
    edges.extend(others.map(|(_, token)| Edge {
        action: PlayedMove::Token(token),
        named: true,
    }));
}
