//! Knowledge of a position beside the search, and the decision that both make together.

use super::decide::{Count, View, decide};
use super::report::{Choice, Reason, Report, Settled, Value};
use super::search::Found;
use super::tree::{Edge, token_edges};
use crate::board::Color;
use crate::game::{Action, Token, TokenName};

/// Knowledge of a position beside a search of it. With the findings of a search so far it makes a decision, at any
/// time: the last one is played, the earlier ones are an analysis.
pub(super) struct Known<'a> {
    pub view: View<'a>,
    /// The moves that are proven to be best, if there is a proof.
    pub proof: Option<Settled>,
    color: Color,
    /// The tokens that the mover may call by name.
    kinds: Vec<TokenName>,
    count: Option<Count>,
    clearing: Option<Edge>,
}

impl<'a> Known<'a> {
    /// Takes from a view of the position whether only dame and tokens are left, and what is to be captured.
    pub fn of(view: View<'a>, color: Color, kinds: &[TokenName]) -> Known<'a> {
        let kinds = view.acceptable(kinds);
        Known {
            count: view.exact_end(color, &kinds),
            clearing: view.clearing(color),
            proof: None,
            color,
            kinds,
            view,
        }
    }

    /// Adds a proof, if there is one.
    pub fn with_proof(self, proof: Option<Settled>) -> Known<'a> {
        Known { proof, ..self }
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
            color,
            kinds: Vec::new(),
            count: None,
            clearing: None,
        }
    }

    /// The colour whose move is decided.
    pub fn color(&self) -> Color {
        self.color
    }

    /// The tokens that the mover may call by name.
    pub fn kinds(&self) -> &[TokenName] {
        &self.kinds
    }

    /// A move that the search is to look at in any case.
    pub fn check(&self) -> Option<Edge> {
        let counted = self.count.as_ref().map(|count| count.edge);
        counted
            .or_else(|| self.view.end_at_hand(self.color))
            .or(self.clearing)
    }

    /// The decision, after what a search has found.
    pub fn choice(&self, found: &Found) -> Choice {
        let count = self.count.as_ref();
        let choice = decide(
            &self.view,
            self.color,
            &self.kinds,
            count,
            self.clearing,
            found,
        );
        if let Some(proof) = &self.proof {
            return proof
                .instead_of(choice, found)
                .told_of(Some(found), Some(proof));
        }
        let settled = match choice.reason {
            Reason::Counted => count.map(|count| count.settled(self.color)),
            Reason::Draws => self.draw(),
            _ => None,
        };
        choice.told_of(Some(found), settled.as_ref())
    }

    /// The decision, with whose the points were.
    pub fn report(&self, found: &Found) -> Report {
        Report {
            choice: self.choice(found),
            ownership: found.ownership.clone(),
        }
    }

    /// The value of a draw that can be declared. It says nothing of other moves.
    fn draw(&self) -> Option<Settled> {
        let edges = token_edges(self.view.game.position(), self.color, &self.kinds);
        let mut edges = edges.into_iter();
        let draw = edges.find(|edge| edge.action == Action::Token(Token::Draw))?;
        Some(Settled::some_moves(vec![(draw, Value::of_margin(0))]))
    }
}
