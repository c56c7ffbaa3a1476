//! Knowledge of a position besides the search.

use halfpoint_core::board::Color;
use halfpoint_core::game::{GameEnd, PlayedMove, Token, TokenKind};

use super::confirm::holds_if_left;
use super::endgame::EndCount;
use super::game_view::GameView;
use crate::player::words::{Edge, ExactValue, Proven, token_edges};

/// A token move towards an end by passes, after which both players remove the dead stones.
pub struct AgreedEnd {
    /// The token move.
    pub edge: Edge,
    /// The count that removes the dead stones.
    pub count: Proven,
}

impl AgreedEnd {
    /// Returns the first token move that keeps the value by `count`, if the proof would capture
    /// dead stones instead and neither side gains by refusing to have them removed. That holds if
    /// the count comes to the proven margin, and so does further play, according to
    /// [`holds_if_left`].
    ///
    /// Returns `None` where the choice of the count or that token move is itself proven: it needs
    /// no agreement.
    fn of(view: &GameView<'_>, color: Color, count: &Proven, proof: &Proven) -> Option<AgreedEnd> {
        let game = view.game;
        if !game.rules().agreement_saves_captures() || view.stones.dead.is_empty() {
            return None;
        }
        let margin = count.margin()? * color.sign();
        let edge = count.keeping().find(|edge| edge.point().is_none())?;
        let is_proven = |edge: Edge| proof.keeping().any(|known| known.action == edge.action);
        let saves = count.value == proof.value
            && !is_proven(count.best()?)
            && !is_proven(edge)
            && holds_if_left(game, color, &edge.as_move(), &view.stones.dead, margin);
        saves.then(|| AgreedEnd {
            edge,
            count: count.clone(),
        })
    }
}

/// Returns a proof without the token moves that end the game with a worse result for `color`, the
/// mover, than is proven: by the rules of a proof nothing is removed that was not captured, but
/// players remove the stones that they judge dead. `None` if no move is left.
fn without_disputed_ends(mut proof: Proven, view: &GameView<'_>, color: Color) -> Option<Proven> {
    let (game, dead) = (view.game, &view.stones.dead);
    if !game.rules().agreement_saves_captures() || dead.is_empty() {
        return Some(proof);
    }
    let counted_after = |edge: Edge| {
        let mut after = game.clone();
        after.play(color, &edge.as_move()).ok()?;
        let is_ended = after.state().over == Some(GameEnd::Passes);
        let margin = is_ended.then(|| after.outcome(dead).margin())??;
        Some(margin.halves() * color.sign())
    };
    proof.moves.retain(|&(edge, value)| {
        let counted = match edge.point() {
            Some(_) => None,
            None => counted_after(edge),
        };
        let both = counted.zip(value.margin());
        both.is_none_or(|(counted, proven)| counted >= proven)
    });
    (!proof.moves.is_empty()).then_some(proof)
}

/// Knowledge of a position besides a search of it. Together with the result of the search so far it
/// allows a decision at any time: the last decision is played, earlier ones are reported by an
/// analysis.
pub struct Known<'a> {
    /// The game with a judgement of its stones.
    pub view: GameView<'a>,
    /// The moves that are proven to be best, if there is a proof.
    pub proof: Option<Proven>,
    /// The token move that leaves dead stones to an agreement where the proof would capture them.
    pub agreed_end: Option<AgreedEnd>,
    /// The colour whose move is decided.
    pub color: Color,
    /// The tokens that the mover may name.
    pub allowed_tokens: Vec<TokenKind>,
    /// The count of all ways to share what is left, if that is only dame and tokens.
    pub count: Option<EndCount>,
    /// The capture of dead stones to be made, if there is one.
    pub clearing: Option<Edge>,
    /// Moves that are not considered. A proof and a count would not regard this, so none is known
    /// where the list is not empty.
    pub banned: &'a [PlayedMove],
}

impl<'a> Known<'a> {
    /// Creates the knowledge that a view of the position provides: the count if only dame and
    /// tokens are left, and the capture of dead stones to be made. Where moves are banned, it is
    /// empty except for the view.
    pub fn of(
        view: GameView<'a>,
        color: Color,
        allowed_tokens: &[TokenKind],
        banned: &'a [PlayedMove],
    ) -> Known<'a> {
        if !banned.is_empty() {
            return Known::only(view, color, banned);
        }
        let allowed_tokens = view.acceptable(allowed_tokens);
        Known {
            count: view.exact_end(color, &allowed_tokens),
            clearing: view.clearing(color),
            allowed_tokens,
            ..Known::only(view, color, &[])
        }
    }

    /// Returns this knowledge with a proof, if there is one.
    pub fn with_proof(mut self, proof: Option<Proven>) -> Known<'a> {
        self.learn(proof);
        self
    }

    /// Replaces the proof.
    pub fn learn(&mut self, proof: Option<Proven>) {
        let proof = proof.and_then(|proof| without_disputed_ends(proof, &self.view, self.color));
        let count = self.count.as_ref();
        self.agreed_end = proof
            .as_ref()
            .zip(count)
            .and_then(|(proof, count)| AgreedEnd::of(&self.view, self.color, &count.moves, proof));
        self.proof = proof;
    }

    /// Replaces the view by a more careful one, and keeps the proof. No token may be named.
    pub fn look_again(&mut self, view: GameView<'a>) {
        let proof = self.proof.take();
        *self = Known::of(view, self.color, &[], self.banned).with_proof(proof);
    }

    /// Creates knowledge that is empty except for the view and the moves that are not considered.
    pub fn only(view: GameView<'a>, color: Color, banned: &'a [PlayedMove]) -> Known<'a> {
        Known {
            view,
            proof: None,
            agreed_end: None,
            color,
            allowed_tokens: Vec::new(),
            count: None,
            clearing: None,
            banned,
        }
    }

    /// Returns the move that the search must examine in any case: the counted one, the pass that
    /// may end the game, or a capture of dead stones. A banned move is none.
    pub fn check(&self) -> Option<Edge> {
        let counted = self.counted();
        counted
            .or_else(|| self.view.end_at_hand(self.color))
            .or(self.clearing)
            .filter(|edge| self.may(edge))
    }

    /// Returns the counted move; `None` if anything but dame and tokens is left, or it is banned.
    pub fn counted(&self) -> Option<Edge> {
        let count = self.count.as_ref()?;
        count.moves.best().filter(|edge| self.may(edge))
    }

    /// Returns whether a move may be considered.
    pub fn may(&self, edge: &Edge) -> bool {
        !self.banned.contains(&edge.action)
    }

    /// Returns the declaration of a draw, where it is legal and may be named.
    pub fn draw_edge(&self) -> Option<Edge> {
        let edges = token_edges(self.view.game.position(), self.color, &self.allowed_tokens);
        let mut edges = edges.into_iter();
        edges.find(|edge| edge.token() == Some(Token::Draw))
    }

    /// Returns the value of a draw that can be declared. It says nothing about other moves.
    pub fn draw(&self) -> Option<Proven> {
        let draw = self.draw_edge()?;
        Some(Proven::some_moves(vec![(draw, ExactValue::Margin(0))]))
    }
}
