//! Memory of the tree: its bound, and the parts that it forgets when it is full.
//!
//! A full tree forgets what follows its least visited positions, and keeps their values. Such a
//! position is evaluated again when it is visited next, and its subtree grows anew. So a search may
//! go on for hours within its memory, and every visit that it counts has evaluated a position.

use std::sync::Once;

use super::node::{NetNode, allocated};
use super::{NetTree, NodeId};

/// A full list of nodes grows by its length divided by this, so that little of it is unused.
const GROWTH_DIVISOR: usize = 8;
/// Smallest growth of the list of nodes.
const LEAST_GROWTH: usize = 64;
/// Bytes by which the tree grows between two looks at the memory that the system has left. They are
/// few beside the memory that must remain.
pub(super) const LOOK_EVERY: usize = 4 << 20;
/// Smallest capacity of a list of children.
const LEAST_CHILDREN: usize = 4;
/// A full tree forgets at least the memory of all moves and children divided by this, if it can.
const FORGOTTEN_DIVISOR: usize = 3;

/// Test for memory that the system has left beside that many bytes for others.
#[derive(Clone, Copy, Debug)]
pub struct MemoryLeft {
    pub test: fn(usize) -> bool,
    pub others: usize,
}

impl NetTree {
    /// Returns the bytes in use.
    pub(super) fn memory(&self) -> usize {
        self.nodes.capacity() * size_of::<NetNode>() + self.heap
    }

    /// Returns the nodes by which the list grows when it is full.
    fn growth(&self) -> usize {
        (self.nodes.len() / GROWTH_DIVISOR).max(LEAST_GROWTH)
    }

    /// Adds a node and returns its index; `None` if there are no more indices, or the system gives
    /// no more memory.
    pub(super) fn push(&mut self, node: NetNode) -> Option<NodeId> {
        if let Some(id) = self.free.pop() {
            self.nodes[id as usize] = node;
            return Some(id);
        }
        let id = NodeId::try_from(self.nodes.len()).ok()?;
        if self.nodes.len() == self.nodes.capacity() {
            self.nodes.try_reserve_exact(self.growth()).ok()?;
        }
        self.nodes.push(node);
        Some(id)
    }

    /// Makes room, by forgetting, for as many bytes as `needed` asks for, which forgetting may
    /// change. Returns whether there is room now.
    pub(super) fn make_room(&mut self, needed: impl Fn(&NetTree) -> usize) -> bool {
        loop {
            let bytes = needed(self);
            if self.may_grow(bytes) {
                return true;
            }
            if !self.forget_least_visited() {
                return false;
            }
        }
    }

    /// Returns whether the tree may grow by that many bytes. Once the system has too little memory
    /// left, the tree keeps its size.
    fn may_grow(&mut self, bytes: usize) -> bool {
        let wanted = self.memory() + bytes;
        if wanted > self.max_memory {
            return false;
        }
        if bytes == 0 || wanted <= self.granted {
            return true;
        }
        let MemoryLeft { test, others } = self.memory_is_left;
        if test(others + bytes) {
            self.granted = wanted + LOOK_EVERY;
            return true;
        }
        // A lack stays, and trees follow one another in milliseconds.
        static TOLD: Once = Once::new();
        let nodes = self.nodes.len();
        TOLD.call_once(|| {
            log::warn!("the system gives no more memory: the tree stays at {nodes} nodes");
        });
        self.max_memory = self.memory();
        self.granted = self.max_memory;
        false
    }

    /// Returns the bytes by which the list of nodes and that of a node's children grow with one
    /// more child.
    pub(super) fn child_growth(&self, id: NodeId) -> usize {
        let list = match self.nodes.len() < self.nodes.capacity() || !self.free.is_empty() {
            true => 0,
            false => self.growth() * size_of::<NetNode>(),
        };
        let children = &self.nodes[id as usize].children;
        // A full list of children doubles; until it has moved, the old one is held as well.
        let more = match children.len() < children.capacity() {
            true => 0,
            false => allocated((children.capacity() + LEAST_CHILDREN) * size_of::<NodeId>()),
        };
        list + more
    }

    /// Forgets what follows the least visited positions, as far as [`FORGOTTEN_DIVISOR`] asks.
    /// Returns whether there was anything to forget. What follows a position that is being visited
    /// is kept.
    fn forget_least_visited(&mut self) -> bool {
        let may_go = |node: &NetNode| node.in_flight == 0 && node.heap() > 0;
        let mut sizes: Vec<(u32, usize)> = self.nodes[1..]
            .iter()
            .filter(|node| may_go(node))
            .map(|node| (node.visits, node.heap()))
            .collect();
        sizes.sort_unstable();
        let wanted = self.heap / FORGOTTEN_DIVISOR;
        let mut sum = 0;
        let limit = sizes.iter().find(|&&(_, bytes)| {
            sum += bytes;
            sum >= wanted
        });
        let Some(&(limit, _)) = limit.or(sizes.last()) else {
            return false;
        };
        for id in 1..self.nodes.len() {
            let node = &self.nodes[id];
            if node.visits <= limit && may_go(node) {
                self.forget_below(id as NodeId);
            }
        }
        true
    }

    /// Forgets what follows a position, and keeps its value.
    fn forget_below(&mut self, id: NodeId) {
        let node = &mut self.nodes[id as usize];
        self.heap -= node.heap();
        node.moves = Box::default();
        let mut gone = std::mem::take(&mut node.children);
        while let Some(id) = gone.pop() {
            let mut node = std::mem::take(&mut self.nodes[id as usize]);
            self.heap -= node.heap();
            self.bias.forget(&mut node.bias);
            gone.extend(&node.children);
            self.free.push(id);
        }
    }
}
