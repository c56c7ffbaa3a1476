//! Search tree of evaluated positions, and its statistics.
//!
//! A node gets its moves, most likely first, when its position is evaluated. The prior decides
//! between moves that were not tried, so those that were tried are always the first ones, and a
//! node exists only for each of these.

mod bias;
mod memory;
mod node;
mod root;
mod selection;

use halfpoint_core::game::PlayedMove;

use crate::player::search::result::RootMove;
use crate::player::search::run::Statistics;
use crate::player::words::Edge;
use halfpoint_system::parallel::memory_is_left_beside;

pub use bias::Pattern;
use bias::{BiasPart, BiasTable};
use memory::MemoryLeft;
pub use node::NodeValue;
use node::{NetNode, allocated};

/// Index of a node in the tree.
pub type NodeId = u32;

/// Move with its probability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PriorMove {
    /// The move.
    pub edge: Edge,
    /// Probability that it is the best move.
    pub prior: f32,
}

/// Search tree. The root is node 0.
#[derive(Debug)]
pub struct NetTree {
    nodes: Vec<NetNode>,
    /// Nodes that are not in use.
    free: Vec<NodeId>,
    /// Bytes that the moves and children of all nodes take.
    heap: usize,
    /// Bound on the bytes of the tree.
    max_memory: usize,
    /// Bytes up to which the tree may grow without another look at the system's memory.
    granted: usize,
    /// Returns whether the system has memory left beside what others are going to take.
    memory_is_left: MemoryLeft,
    /// Number of the root's first moves that each get a visit before others are compared.
    forced: usize,
    /// Index of the root's move that the next visit makes; `None` to select one.
    chosen_at_root: Option<usize>,
    /// Errors of evaluations by pattern.
    bias: BiasTable,
}

impl NetTree {
    /// Creates a tree of a root alone, which may grow to `memory` bytes, as long as the system has
    /// memory left beside `others` bytes that the cache of evaluations may take. The root has its
    /// moves and children in any case.
    pub fn new(memory: usize, others: usize) -> NetTree {
        NetTree {
            nodes: vec![NetNode::default()],
            free: Vec::new(),
            heap: 0,
            max_memory: memory,
            granted: 0,
            memory_is_left: MemoryLeft {
                test: memory_is_left_beside,
                others,
            },
            forced: 0,
            chosen_at_root: None,
            bias: BiasTable::new(),
        }
    }

    /// Returns the number of nodes.
    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns whether a node has its moves. One that was evaluated may have forgotten them.
    pub fn is_expanded(&self, id: NodeId) -> bool {
        !self.nodes[id as usize].moves.is_empty()
    }

    /// Returns whether a node has a value: a visit to it is finished.
    pub fn is_visited(&self, id: NodeId) -> bool {
        self.nodes[id as usize].visits > 0
    }

    /// Returns Black's margin in half-points, if the game is over in a node and was counted.
    pub fn ended(&self, id: NodeId) -> Option<i32> {
        self.nodes[id as usize].ended
    }

    /// Notes Black's margin, in half-points, of a node in which the game is over.
    pub fn set_ended(&mut self, id: NodeId, margin: i32) {
        self.nodes[id as usize].ended = Some(margin);
    }

    /// Gives a node its moves, if it has none and there is room or can be made. The moves are put
    /// in order.
    pub fn expand(&mut self, id: NodeId, moves: &mut [PriorMove]) {
        let size = allocated(size_of_val(moves));
        if self.is_expanded(id) || id != 0 && !self.make_room(|_| size) {
            return;
        }
        // A stable sort would allocate.
        moves.sort_unstable_by(|one, other| other.prior.total_cmp(&one.prior));
        self.heap += size;
        self.nodes[id as usize].moves = (&*moves).into();
    }

    /// Makes the moves `forced` the next ones of the root that are tried, after the most likely
    /// one, and asks for a visit to each before others are compared. Moves that the root lacks are
    /// added with their prior.
    pub fn force_at_root(&mut self, forced: &[PriorMove]) {
        let root = &mut self.nodes[0];
        let before = root.heap();
        // Without any visit the most likely move comes before those that are only examined.
        let mut next = root.children.len().max(1).min(root.moves.len());
        let mut moves = root.moves.to_vec();
        for &one in forced {
            let place = moves.iter().position(|m| m.edge.action == one.edge.action);
            let one = match place {
                Some(place) if place < next => continue,
                Some(place) => moves.remove(place),
                None => one,
            };
            moves.insert(next, one);
            next += 1;
        }
        root.moves = moves.into();
        self.heap = self.heap + root.heap() - before;
        self.forced = next;
    }

    /// Goes from a node to the child that is visited next, which is made if it is new. `None` if
    /// the node has no moves, or there is no memory for the child.
    pub fn descend(&mut self, id: NodeId) -> Option<(NodeId, Edge)> {
        let index = self.select(id)?;
        let node = &self.nodes[id as usize];
        let (edge, child) = (node.moves[index].edge, node.children.get(index).copied());
        let child = match child {
            Some(child) => child,
            None => self.add_child(id, edge)?,
        };
        self.nodes[child as usize].in_flight += 1;
        Some((child, edge))
    }

    /// Adds the node of the next move of a node; `None` if there is no memory for it.
    fn add_child(&mut self, id: NodeId, edge: Edge) -> Option<NodeId> {
        if id != 0 && !self.make_room(|tree| tree.child_growth(id)) {
            return None;
        }
        let child = self.push(NetNode {
            edge: Some(edge),
            ..NetNode::default()
        })?;
        let node = &mut self.nodes[id as usize];
        let before = node.heap();
        node.children.push(child);
        self.heap += node.heap() - before;
        Some(child)
    }

    /// Notes the evaluation of a node, seen by the player who moved there by that pattern. Returns
    /// it with the error taken out that the net tends to make there.
    pub fn evaluated(
        &mut self,
        id: NodeId,
        value: NodeValue,
        pattern: Option<Pattern>,
    ) -> NodeValue {
        let node = &mut self.nodes[id as usize];
        node.evaluated = value.utility;
        node.bias = BiasPart::new(pattern);
        node.corrected = (value.utility + self.bias.correction(&node.bias)).clamp(0.0, 1.0);
        NodeValue {
            utility: node.corrected,
            ..value
        }
    }

    /// Enters a value, seen by the player who moved into the node, and learns from it how good the
    /// evaluation of the node was.
    pub fn add(&mut self, id: NodeId, value: NodeValue) {
        self.end_flight(id);
        let node = &mut self.nodes[id as usize];
        node.add(value);
        // The first visit is the evaluation itself.
        if node.visits > 1 {
            let (visits, below) = (node.visits as f32, node.visits as f32 - 1.0);
            let mean_below = (node.mean.utility * visits - node.corrected) / below;
            (self.bias).learn(&mut node.bias, mean_below - node.evaluated, below);
        }
    }

    /// Takes a visit to a node out of those that are not finished yet.
    pub fn end_flight(&mut self, id: NodeId) {
        let node = &mut self.nodes[id as usize];
        node.in_flight = node.in_flight.saturating_sub(1);
    }

    /// Returns the line of most visits from a node on, its own move first, with the visits of each.
    fn line_from(&self, id: NodeId) -> Vec<(PlayedMove, u32)> {
        let mut line = Vec::new();
        let mut next = Some(&self.nodes[id as usize]);
        while let Some((node, edge)) = next.and_then(|node| Some((node, node.edge?))) {
            line.push((edge.action, node.visits));
            let children = node.children.iter().map(|&id| &self.nodes[id as usize]);
            let visited = children.filter(|child| child.visits > 0);
            next = visited.max_by_key(|child| child.visits);
        }
        line
    }

    /// Returns the part of the tree below the root's move `action`; `None` if it was not visited.
    pub fn below(mut self, action: PlayedMove) -> Option<NetTree> {
        let leads_there = |&&id: &&NodeId| {
            self.nodes[id as usize]
                .edge
                .is_some_and(|edge| edge.action == action)
        };
        let root = *self.nodes[0].children.iter().find(leads_there)?;
        let mut kept = NetTree {
            memory_is_left: self.memory_is_left,
            bias: self.bias,
            ..NetTree::new(self.max_memory, 0)
        };
        kept.nodes.clear();
        // Breadth first: the children of a node lie behind it.
        let mut sources = vec![root];
        let mut next = 0;
        while let Some(&source) = sources.get(next) {
            let mut node = std::mem::take(&mut self.nodes[source as usize]);
            node.in_flight = 0;
            // The margins of ended games rest on a judgement of dead stones that may change.
            node.ended = None;
            for child in &mut node.children {
                sources.push(*child);
                *child = sources.len() as NodeId - 1;
            }
            kept.heap += node.heap();
            kept.push(node)?;
            next += 1;
        }
        kept.nodes[0].edge = None;
        for node in &mut self.nodes {
            kept.bias.forget(&mut node.bias);
        }
        Some(kept)
    }

    /// Discards the margins of games that ended in the tree, which rest on the stones that were
    /// judged dead.
    pub fn forget_ends(&mut self) {
        self.nodes.iter_mut().for_each(|node| node.ended = None);
    }
}

impl Statistics for NetTree {
    fn lead(&self) -> u32 {
        let Some(chosen) = self.chosen() else {
            return 0;
        };
        let visits = |index: usize| self.root_child(index).visits;
        let others = (0..self.nodes[0].children.len()).filter(|&index| index != chosen);
        let most = others.map(visits).max().unwrap_or(0);
        visits(chosen).saturating_sub(most)
    }

    fn visits(&self) -> u64 {
        let children = self.nodes[0].children.iter();
        let visits = children.map(|&child| self.nodes[child as usize].visits);
        visits.map(u64::from).sum()
    }

    /// Returns the moves at the root: the one with the best lower confidence bound first, then the
    /// most visited ones.
    fn candidates(&self) -> Vec<RootMove> {
        let root = &self.nodes[0];
        let mut ids: Vec<Option<NodeId>> = root.children.iter().map(|&id| Some(id)).collect();
        ids.resize(root.moves.len(), None);
        let mut found: Vec<RootMove> = (ids.into_iter().zip(&root.moves))
            .map(|(id, one)| {
                let node = id.map(|id| &self.nodes[id as usize]);
                let mean = node.map(|node| node.mean).unwrap_or_default();
                let visits = node.map_or(0, |node| node.visits);
                let line = id.filter(|_| visits > 0).map(|id| self.line_from(id));
                RootMove {
                    edge: one.edge,
                    visits,
                    value: mean.utility,
                    win_rate: mean.win_rate,
                    margin: mean.margin,
                    line: line.unwrap_or_default(),
                    figures: node.map(NetNode::figures).unwrap_or_default(),
                    ownership: Vec::new(),
                }
            })
            .collect();
        if let Some(chosen) = self.chosen() {
            found[..=chosen].rotate_right(1);
            found[1..].sort_by(RootMove::by_visits);
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::memory::LOOK_EVERY;
    use super::*;
    use halfpoint_core::{Point, Size};

    fn point(x: usize) -> Point {
        Size::square(5).point(x, 0).expect("a point")
    }

    fn place(x: usize) -> PlayedMove {
        PlayedMove::Place(point(x))
    }

    fn prior(x: usize, prior: f32) -> PriorMove {
        PriorMove {
            edge: Edge {
                action: place(x),
                named: false,
            },
            prior,
        }
    }

    /// Makes a visit to a child of the root that is worth `worth(x)` to the player who moved there.
    fn visit(tree: &mut NetTree, worth: impl Fn(Point) -> f32) -> Point {
        let (child, edge) = tree.descend(0).expect("a move");
        let at = edge.point().expect("a placement");
        let value = self::worth(worth(at));
        tree.add(child, value);
        tree.add(0, value.reversed());
        at
    }

    fn worth(win_rate: f32) -> NodeValue {
        NodeValue {
            utility: win_rate,
            win_rate,
            ..NodeValue::default()
        }
    }

    fn expanded() -> NetTree {
        let mut tree = NetTree::new(1 << 20, 0);
        tree.expand(0, &mut [prior(0, 0.1), prior(1, 0.6), prior(2, 0.3)]);
        tree
    }

    #[test]
    fn the_likeliest_move_is_tried_first_and_the_best_one_most() {
        let mut tree = expanded();
        let worth = |at: Point| if at == point(2) { 0.9 } else { 0.2 };
        assert_eq!(visit(&mut tree, worth), point(1));
        (0..200).for_each(|_| {
            visit(&mut tree, worth);
        });
        let best = &tree.candidates()[0];
        assert_eq!(best.edge.action, place(2));
        assert!(
            best.visits > 150 && (best.win_rate - 0.9).abs() < 1e-4,
            "{best:?}"
        );
        let visits: u32 = tree.candidates().iter().map(|one| one.visits).sum();
        assert_eq!(visits, 201);
    }

    #[test]
    fn forced_moves_get_a_visit_each_before_others_are_compared() {
        let mut tree = expanded();
        tree.force_at_root(&[prior(0, 0.1), prior(4, 0.0)]);
        let order = [1, 0, 4, 2];
        for x in &order[..3] {
            assert_eq!(visit(&mut tree, |_| 0.0), point(*x));
        }
        tree.force_at_root(&[prior(2, 0.3)]);
        assert_eq!(visit(&mut tree, |_| 0.0), point(order[3]));
        assert_eq!(tree.candidates().len(), 4);
    }

    #[test]
    fn the_first_move_leads_only_where_it_is_the_most_visited_one() {
        let mut tree = expanded();
        (0..60).for_each(|_| {
            visit(&mut tree, |_| 0.5);
        });
        let visits = |tree: &NetTree| -> Vec<u32> {
            tree.candidates().iter().map(|one| one.visits).collect()
        };
        let before = visits(&tree);
        assert_eq!(tree.lead(), before[0] - before[1]);
        // A move of fewer visits that turns out to be good is chosen, and leads nobody.
        let child = tree.nodes[0].children[1];
        for _ in 0..10 {
            tree.add(child, worth(1.0));
        }
        let after = visits(&tree);
        assert!(after[0] < after[1], "{after:?}");
        assert_eq!(tree.lead(), 0);
    }

    /// Visits a leaf by the best moves, is given its win rate and gives it `moves`, all of that
    /// again where the tree has forgotten what follows. Returns the number of evaluations; `None`
    /// if there was no memory.
    fn grow(tree: &mut NetTree, moves: &[PriorMove], win_rate: f32) -> Option<usize> {
        let (mut path, mut evaluations) = (vec![0], 0);
        loop {
            let Some((child, _)) = tree.descend(path[path.len() - 1]) else {
                path.iter().for_each(|&id| tree.end_flight(id));
                return None;
            };
            path.push(child);
            if tree.is_expanded(child) {
                continue;
            }
            evaluations += 1;
            tree.expand(child, &mut moves.to_vec());
            if !tree.is_visited(child) {
                for (depth, &id) in path.iter().rev().enumerate() {
                    let value = worth(win_rate);
                    tree.add(
                        id,
                        if depth % 2 == 0 {
                            value
                        } else {
                            value.reversed()
                        },
                    );
                }
                return Some(evaluations);
            }
        }
    }

    #[test]
    fn a_full_tree_keeps_to_its_memory_and_evaluates_a_position_at_each_visit() {
        const MEMORY: usize = 100_000;
        const VISITS: u32 = 6000;
        let moves: Vec<PriorMove> = (0..5).map(|x| prior(x, 0.2)).collect();
        let mut tree = NetTree::new(MEMORY, 0);
        tree.expand(0, &mut moves.clone());
        for visit in 0..VISITS {
            let win_rate = (visit * 37 % 101) as f32 / 101.0;
            assert!(grow(&mut tree, &moves, win_rate) > Some(0));
            assert!(tree.memory() <= MEMORY, "{}", tree.memory());
        }
        for node in &tree.nodes {
            let below = node.children.iter();
            let below: u32 = below.map(|&id| tree.nodes[id as usize].visits).sum();
            assert!(below <= node.visits, "{below} of {}", node.visits);
        }
        let heap: usize = tree.nodes.iter().map(NetNode::heap).sum();
        assert_eq!(tree.heap, heap);
        assert!(
            tree.nodes.len() < VISITS as usize / 2,
            "{}",
            tree.nodes.len()
        );
        assert_eq!(tree.visits(), u64::from(VISITS));
        let action = tree.candidates()[0].edge.action;
        let below = tree.below(action).expect("a tree");
        let heap: usize = below.nodes.iter().map(NetNode::heap).sum();
        assert_eq!(below.heap, heap);
        assert!(below.memory() <= MEMORY);
    }

    /// A tree whose root alone takes the memory counts no visit.
    #[test]
    fn without_any_room_a_visit_is_refused() {
        let moves: Vec<PriorMove> = (0..5).map(|x| prior(x, 0.2)).collect();
        let mut tree = NetTree::new(1, 0);
        tree.expand(0, &mut moves.clone());
        let made = (0..100).filter(|_| grow(&mut tree, &moves, 0.5).is_some());
        let made = made.count() as u64;
        assert_eq!(made, 5, "a visit to each move of the root");
        assert_eq!(tree.visits(), made);
        assert!(tree.nodes.iter().all(|node| node.in_flight == 0));
    }

    #[test]
    fn a_tree_stops_growing_when_the_system_has_no_more_memory() {
        static LOOKS: AtomicUsize = AtomicUsize::new(0);
        /// Bytes that the cache may take.
        const OTHERS: usize = 1000;
        // Such long lists of moves take most of the memory, so that the list of nodes has room left
        // when no more is given.
        let moves: Vec<PriorMove> = (0..60).map(|x| prior(x % 5, 0.02)).collect();
        let mut tree = NetTree::new(1 << 30, OTHERS);
        tree.memory_is_left.test =
            |bytes| bytes > OTHERS && LOOKS.fetch_add(1, Ordering::Relaxed) < 2;
        tree.expand(0, &mut moves.clone());
        let mut full = usize::MAX;
        for visits in 1..=60_000 {
            assert!(grow(&mut tree, &moves, 0.5).is_some());
            assert_eq!(tree.visits(), visits);
            if LOOKS.load(Ordering::Relaxed) > 2 {
                full = full.min(tree.max_memory);
                assert!(tree.memory() <= full, "{visits}");
            }
        }
        assert!(full > LOOK_EVERY * 3 / 2 && full < LOOK_EVERY * 3, "{full}");
        assert_eq!(LOOKS.load(Ordering::Relaxed), 3);
    }

    #[test]
    fn the_tree_below_a_move_keeps_its_statistics() {
        let mut tree = expanded();
        (0..20).for_each(|_| {
            visit(&mut tree, |_| 0.5);
        });
        let (child, _) = tree.descend(0).expect("a move");
        let action = tree.nodes[child as usize].edge.expect("a move").action;
        tree.expand(child, &mut [prior(3, 0.7), prior(4, 0.3)]);
        let (grandchild, _) = tree.descend(child).expect("a move");
        tree.add(
            grandchild,
            NodeValue {
                utility: 0.25,
                ..NodeValue::default()
            },
        );
        let visits = tree.nodes[child as usize].visits;
        let below = tree.below(action).expect("a tree");
        assert_eq!(below.nodes.len(), 2);
        assert_eq!(below.nodes[0].visits, visits);
        assert!(below.nodes[0].edge.is_none() && below.nodes[0].in_flight == 0);
        let found = below.candidates();
        assert_eq!((found[0].edge.action, found[0].visits), (place(3), 1));
        assert!((found[0].value - 0.25).abs() < 1e-6);
        assert!(below.below(place(0)).is_none());
    }

    #[test]
    fn threads_spread_out_over_moves_that_are_alike() {
        let mut tree = NetTree::new(1 << 20, 0);
        tree.expand(0, &mut [prior(0, 0.5), prior(1, 0.5)]);
        let first = tree.descend(0).expect("a move").0;
        let second = tree.descend(0).expect("a move").0;
        assert_ne!(first, second);
    }
}
