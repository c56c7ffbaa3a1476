//! The search tree of an earlier position, from which the next search continues.

use halfpoint_core::board::{Color, PointSet};
use halfpoint_core::game::{Game, PlayedMove, Position, Record, Terms};

use super::trees::SearchTree;

/// Search tree of an earlier position of a game, kept so that the next search can continue from it.
#[derive(Debug)]
pub struct ReusedTree {
    position: Position,
    /// Number of moves made before that position.
    moves: usize,
    terms: Terms,
    /// Dead stones that were agreed on, by which the ends in the tree are counted.
    agreed: Option<PointSet>,
    tree: SearchTree,
}

impl ReusedTree {
    /// Creates the memory of a tree that was grown from the position of `game`.
    pub fn new(game: &Game, tree: SearchTree) -> ReusedTree {
        ReusedTree {
            position: game.position().clone(),
            moves: game.records().len(),
            terms: game.terms(),
            agreed: game.agreed_dead().copied(),
            tree,
        }
    }

    /// Returns the part of the tree below the current position of `game`; `None` if the tree does
    /// not lead there, or has no such part.
    pub fn below(self, game: &Game, color: Color) -> Option<SearchTree> {
        let since = self.leads_to(game, color)?;
        let mut actions = since.iter().map(|record| record.action);
        actions.try_fold(self.tree, SearchTree::below)
    }

    /// Returns the moves by which the position of the tree leads to the current one of `game`;
    /// `None` if the moves recorded since do not lead there, or if komi, rules, side to move or
    /// agreed dead stones differ.
    pub fn leads_to<'a>(&self, game: &'a Game, color: Color) -> Option<&'a [Record]> {
        let since = game.records().get(self.moves..)?;
        let agreed = game.agreed_dead().copied();
        if color != game.to_move() || self.terms != game.terms() || self.agreed != agreed {
            return None;
        }
        // Points of a larger board would be out of range on this one.
        if self.position.board().size() != game.board().size() {
            return None;
        }
        let mut position = self.position.clone();
        for record in since {
            let may_be_made = match record.action {
                PlayedMove::Place(point) => position.may_place(record.color, point),
                PlayedMove::Token(token) => {
                    let named = position.tokens(record.color);
                    position.plain_pass(record.color) == Ok(token)
                        || named.iter().any(|&(_, known)| known == token)
                }
                PlayedMove::Resign => false,
            };
            if !may_be_made || position.is_closed() || record.color != position.to_move() {
                return None;
            }
            position.make(record.color, record.action, |_| ());
        }
        (position == *game.position()).then_some(since)
    }
}
