//! The root of a tree, for a search that divides its visits among the root's moves by itself.

use super::{NetTree, NodeValue, PriorMove};

/// Move at the root with its visits and its mean value to the mover.
#[derive(Clone, Copy, Debug)]
pub struct RootChild {
    pub visits: u32,
    pub mean: NodeValue,
}

impl NetTree {
    /// Returns the moves of the root in their order; empty before the evaluation.
    pub fn root_moves(&self) -> &[PriorMove] {
        &self.nodes[0].moves
    }

    /// Returns the visits of the root's move of that index.
    pub fn root_child(&self, index: usize) -> RootChild {
        let child = self.nodes[0].children.get(index);
        let node = child.map(|&id| &self.nodes[id as usize]);
        RootChild {
            visits: node.map_or(0, |node| node.visits),
            mean: node.map(|node| node.mean).unwrap_or_default(),
        }
    }

    /// Puts the moves of the root into another order, before the first visit.
    ///
    /// # Panics
    /// If the root has children.
    pub fn order_root(&mut self, order: &[usize]) {
        let root = &mut self.nodes[0];
        assert!(root.children.is_empty(), "children are parallel to moves");
        root.moves = order.iter().map(|&index| root.moves[index]).collect();
    }

    /// Has the next visits begin with the root's move of that index. Moves that have no visit yet
    /// must be chosen in their order.
    pub fn choose_at_root(&mut self, index: usize) {
        debug_assert!(index <= self.nodes[0].children.len());
        self.chosen_at_root = Some(index);
    }
}
