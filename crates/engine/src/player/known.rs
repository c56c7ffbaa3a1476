//! Knowledge of a position beside the search, and the decision that both make together.

use halfpoint_core::board::Color;
use halfpoint_core::game::{PlayedMove, Token, TokenKind};

use super::decide::{Count, View, decide};
use super::report::{Decision, Reason, Report, Settled, Value};
use super::search::SearchResult;
use super::tree::{Edge, token_edges};
use super::verdict::holds_if_left;

/// A token move towards an end by passes, after which both players take the dead stones off.
struct AgreedEnd {
    edge: Edge,
    /// The count that takes the dead stones off.
    settled: Settled,
}

impl AgreedEnd {
    /// The first token move that keeps the value by `count`, if the proof would capture dead stones
    /// instead and neither side gains by refusing to have them taken off: the count comes to the
    /// proven margin, and so does play that goes on, as [`holds_if_left`] finds.
    ///
    /// `None` where the count's own choice or that token move is proven: it needs no agreement.
    fn of(view: &View<'_>, color: Color, count: &Count, proof: &Settled) -> Option<AgreedEnd> {
        let game = view.game;
        if !game.rules().agreement_saves_captures() || view.dead.is_empty() {
            return None;
        }
        let settled = count.settled(color);
        let edge = settled.keeping().find(|edge| edge.point().is_none())?;
        let is_proven = |edge: Edge| proof.keeping().any(|known| known.action == edge.action);
        let saves = settled.value == proof.value
            && !is_proven(count.edge)
            && !is_proven(edge)
            && holds_if_left(game, color, &edge.play(), &view.dead, count.margin);
        saves.then_some(AgreedEnd { edge, settled })
    }
}

/// Knowledge of a position beside a search of it. With the findings of a search so far it makes a decision, at any
/// time: the last one is played, the earlier ones are an analysis.
pub(super) struct Known<'a> {
    pub view: View<'a>,
    /// The moves that are proven to be best, if there is a proof.
    proof: Option<Settled>,
    /// The token move that leaves dead stones to an agreement, where the proof would capture them.
    agreed_end: Option<AgreedEnd>,
    color: Color,
    /// The tokens that the mover may call by name.
    allowed_tokens: Vec<TokenKind>,
    count: Option<Count>,
    clearing: Option<Edge>,
}

impl<'a> Known<'a> {
    /// Takes from a view of the position whether only dame and tokens are left, and what is to be captured.
    pub fn of(view: View<'a>, color: Color, allowed_tokens: &[TokenKind]) -> Known<'a> {
        let allowed_tokens = view.acceptable(allowed_tokens);
        Known {
            count: view.exact_end(color, &allowed_tokens),
            clearing: view.clearing(color),
            proof: None,
            agreed_end: None,
            color,
            allowed_tokens,
            view,
        }
    }

    /// Adds a proof, if there is one.
    pub fn with_proof(mut self, proof: Option<Settled>) -> Known<'a> {
        self.learn(proof);
        self
    }

    /// Takes in a proof, if there is one.
    pub fn learn(&mut self, proof: Option<Settled>) {
        let count = self.count.as_ref();
        self.agreed_end = proof
            .as_ref()
            .zip(count)
            .and_then(|(proof, count)| AgreedEnd::of(&self.view, self.color, count, proof));
        self.proof = proof;
    }

    /// Takes in what a closer view of the position says.
    pub fn look_again(&mut self, view: View<'a>) {
        let proof = self.proof.take();
        *self = Known::of(view, self.color, &[]).with_proof(proof);
    }

    /// Nothing beside the search.
    pub fn nothing(view: View<'a>, color: Color) -> Known<'a> {
        Known {
            view,
            proof: None,
            agreed_end: None,
            color,
            allowed_tokens: Vec::new(),
            count: None,
            clearing: None,
        }
    }

    /// The colour whose move is decided.
    pub fn color(&self) -> Color {
        self.color
    }

    /// The tokens that the mover may call by name.
    pub fn allowed_tokens(&self) -> &[TokenKind] {
        &self.allowed_tokens
    }

    /// A move that the search is to look at in any case.
    pub fn check(&self) -> Option<Edge> {
        let counted = self.count.as_ref().map(|count| count.edge);
        counted
            .or_else(|| self.view.end_at_hand(self.color))
            .or(self.clearing)
    }

    /// The decision, if no search is needed for it.
    pub fn choice_without_search(&self) -> Option<Decision> {
        let proof = self.proof.as_ref()?;
        let Some(end) = &self.agreed_end else {
            return proof.only_choice();
        };
        let choice = Decision::without_search(end.edge.play(), Reason::NothingToCapture);
        Some(choice.told_of(None, &[proof, &end.settled]))
    }

    /// The decision, after what a search has found.
    pub fn choice(&self, found: &SearchResult) -> Decision {
        let count = self.count.as_ref();
        let choice = decide(
            &self.view,
            self.color,
            &self.allowed_tokens,
            count,
            self.clearing,
            found,
        );
        match (&self.proof, &self.agreed_end) {
            (Some(proof), Some(end)) => {
                let choice = Decision {
                    play: end.edge.play(),
                    reason: Reason::NothingToCapture,
                    ..choice
                };
                choice.told_of(Some(found), &[proof, &end.settled])
            }
            (Some(proof), None) => {
                let preferred = self.view.captures_first(self.color, &choice.play);
                let choice = proof.instead_of(choice, preferred, found);
                choice.told_of(Some(found), &[proof])
            }
            (None, _) => {
                let settled = match choice.reason {
                    Reason::Counted => count.map(|count| count.settled(self.color)),
                    Reason::Draws => self.draw(),
                    _ => None,
                };
                choice.told_of(Some(found), settled.as_ref().as_slice())
            }
        }
    }

    /// The decision, with whose the points were.
    pub fn report(&self, found: &SearchResult) -> Report {
        Report {
            choice: self.choice(found),
            ownership: found.ownership.clone(),
        }
    }

    /// The value of a draw that can be declared. It says nothing of other moves.
    fn draw(&self) -> Option<Settled> {
        let edges = token_edges(self.view.game.position(), self.color, &self.allowed_tokens);
        let mut edges = edges.into_iter();
        let draw = edges.find(|edge| edge.action == PlayedMove::Token(Token::Draw))?;
        Some(Settled::some_moves(vec![(draw, Value::of_margin(0))]))
    }
}
