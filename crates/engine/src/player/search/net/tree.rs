//! Search tree of evaluated positions: the selection of moves by PUCT, and its statistics.
//!
//! A node gets its moves, most likely first, when its position is evaluated. The prior decides
//! between moves that were not tried, so those that were tried are always the first ones, and a
//! node exists only for each of these.

mod root;

use std::sync::Once;

use halfpoint_core::game::PlayedMove;

use crate::player::search::result::RootMove;
use crate::player::search::run::Statistics;
use crate::player::words::{Edge, SearchFigures};
use halfpoint_system::parallel::memory_is_left_beside;

/// Index of a node in the tree.
pub type NodeId = u32;

/// Weight of the prior against the mean value of a move while a node has few visits. Values go from
/// 0 to 1.
const EXPLORATION: f32 = 0.5;
/// Growth of that weight with the logarithm of the visits.
const EXPLORATION_GROWTH: f32 = 0.225;
/// Visits at which the growth sets in.
const EXPLORATION_SHIFT: f32 = 500.0;
/// Value by which a move that was not tried is assumed to be worse than its parent, times the root
/// of the probability of the moves that were tried.
const UNTRIED_LOSS: f32 = 0.1;
/// Reduction that is used at the root in place of [`UNTRIED_LOSS`].
const UNTRIED_LOSS_AT_ROOT: f32 = 0.05;
/// Share of the most visits that a move needs to be chosen by its lower confidence bound.
const MIN_SHARE_FOR_BOUND: f32 = 0.15;
/// Standard errors between the mean of a move and its lower confidence bound.
const ERRORS_TO_BOUND: f32 = 4.0;
/// Variance of the value that is assumed in addition, as if a further visit had found it.
const ASSUMED_VARIANCE: f32 = 0.05;

/// Bytes that the system's allocator adds to each allocation.
const ALLOCATION: usize = 16;
/// A full list of nodes grows by its length divided by this, so that little of it is unused.
const GROWTH_DIVISOR: usize = 8;
/// Smallest growth of the list of nodes.
const LEAST_GROWTH: usize = 64;
/// Bytes by which the tree grows between two looks at the memory that the system has left. They are
/// few beside the memory that must remain.
const LOOK_EVERY: usize = 4 << 20;
/// Smallest capacity of a list of children.
const LEAST_CHILDREN: usize = 4;

/// Result of an evaluation or of a finished game, seen by one player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NodeValue {
    /// Value by which moves are chosen, 0 to 1.
    pub utility: f32,
    /// Winning chance, draws as half a win, 0 to 1.
    pub win_rate: f32,
    /// Margin in half-points.
    pub margin: f32,
    /// Expected final score in half-points, of which the margin is the share that komi would even
    /// out.
    pub score: f32,
    /// Expected square of that score.
    pub score_square: f32,
    /// Probability of a game without a result.
    pub no_result: f32,
}

impl NodeValue {
    /// Returns the value to the opponent.
    #[must_use]
    pub fn reversed(self) -> NodeValue {
        NodeValue {
            utility: 1.0 - self.utility,
            win_rate: 1.0 - self.win_rate,
            margin: -self.margin,
            score: -self.score,
            ..self
        }
    }
}

/// Move with its probability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PriorMove {
    /// The move.
    pub edge: Edge,
    /// Probability that it is the best move.
    pub prior: f32,
}

/// Position in the tree.
#[derive(Clone, Debug, Default)]
struct NetNode {
    /// The move that led here; `None` at the root.
    edge: Option<Edge>,
    /// Visits, unfinished ones not included.
    visits: u32,
    /// Visits that are not finished yet. Each counts as lost, so that threads spread out.
    in_flight: u16,
    /// Mean value for the player who moved here.
    mean: NodeValue,
    /// Mean of the squared utility.
    square: f32,
    /// Black's margin in half-points, if the game is over here.
    ended: Option<i32>,
    /// Moves from here, most likely first; empty before the evaluation.
    moves: Box<[PriorMove]>,
    /// Nodes of the first moves.
    children: Vec<NodeId>,
}

impl NetNode {
    fn add(&mut self, value: NodeValue) {
        self.visits += 1;
        let share = 1.0 / self.visits as f32;
        let mean = &mut self.mean;
        mean.utility += (value.utility - mean.utility) * share;
        mean.win_rate += (value.win_rate - mean.win_rate) * share;
        mean.margin += (value.margin - mean.margin) * share;
        mean.score += (value.score - mean.score) * share;
        mean.score_square += (value.score_square - mean.score_square) * share;
        mean.no_result += (value.no_result - mean.no_result) * share;
        self.square += (value.utility * value.utility - self.square) * share;
    }

    /// Returns a utility below which the true value of the move is unlikely to lie.
    fn lower_bound(&self) -> f32 {
        let visits = self.visits as f32;
        let variance = (self.square - self.mean.utility * self.mean.utility).max(0.0);
        let variance = (variance * visits + ASSUMED_VARIANCE) / (visits + 1.0);
        self.mean.utility - ERRORS_TO_BOUND * (variance / visits.max(1.0)).sqrt()
    }

    /// Returns the further figures of the move that led here.
    fn figures(&self) -> SearchFigures {
        let mean = &self.mean;
        let variance = (mean.score_square - mean.score * mean.score).max(0.0);
        SearchFigures {
            value: mean.utility,
            value_bound: Some(self.lower_bound()),
            score_deviation: variance.sqrt() / 2.0,
            selfplay_score: Some(mean.score / 2.0),
            no_result: Some(mean.no_result),
        }
    }

    /// Returns the bytes that the moves and the children take beside the node.
    fn heap(&self) -> usize {
        allocated(self.moves.len() * size_of::<PriorMove>())
            + allocated(self.children.capacity() * size_of::<NodeId>())
    }
}

/// Returns the bytes of an allocation of that size; an empty one takes none.
fn allocated(size: usize) -> usize {
    match size {
        0 => 0,
        _ => size + ALLOCATION,
    }
}

/// Test for memory that the system has left beside that many bytes for others.
#[derive(Clone, Copy, Debug)]
struct MemoryLeft {
    test: fn(usize) -> bool,
    others: usize,
}

/// Search tree. The root is node 0.
#[derive(Debug)]
pub struct NetTree {
    nodes: Vec<NetNode>,
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
}

impl NetTree {
    /// Creates a tree of a root alone, which may grow to `memory` bytes, as long as the system has
    /// memory left beside `others` bytes that the cache of evaluations may take. The root has its
    /// moves and children in any case.
    pub fn new(memory: usize, others: usize) -> NetTree {
        NetTree {
            nodes: vec![NetNode::default()],
            heap: 0,
            max_memory: memory,
            granted: 0,
            memory_is_left: MemoryLeft {
                test: memory_is_left_beside,
                others,
            },
            forced: 0,
            chosen_at_root: None,
        }
    }

    /// Returns the number of nodes.
    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the bytes in use.
    fn memory(&self) -> usize {
        self.nodes.capacity() * size_of::<NetNode>() + self.heap
    }

    /// Returns the nodes by which the list grows when it is full.
    fn growth(&self) -> usize {
        (self.nodes.len() / GROWTH_DIVISOR).max(LEAST_GROWTH)
    }

    /// Adds a node and returns its index; `None` if there are no more indices, or the system gives
    /// no more memory.
    fn push(&mut self, node: NetNode) -> Option<NodeId> {
        let id = NodeId::try_from(self.nodes.len()).ok()?;
        if self.nodes.len() == self.nodes.capacity() {
            self.nodes.try_reserve_exact(self.growth()).ok()?;
        }
        self.nodes.push(node);
        Some(id)
    }

    /// Returns whether the tree may grow by that many bytes. Once the system has too little memory
    /// left, the tree keeps its size, and the search goes on in it.
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
        false
    }

    /// Returns the bytes by which the list of nodes and that of a node's children grow with one
    /// more child.
    fn child_growth(&self, id: NodeId) -> usize {
        let list = match self.nodes.len() < self.nodes.capacity() {
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

    /// Returns whether a node may get one child more, as far as the bound on the tree goes.
    fn has_room_below(&self, id: NodeId) -> bool {
        id == 0 || self.memory() + self.child_growth(id) <= self.max_memory
    }

    /// Returns whether the position of a node was evaluated.
    pub fn is_expanded(&self, id: NodeId) -> bool {
        !self.nodes[id as usize].moves.is_empty()
    }

    /// Returns Black's margin in half-points, if the game is over in a node and was counted.
    pub fn ended(&self, id: NodeId) -> Option<i32> {
        self.nodes[id as usize].ended
    }

    /// Notes Black's margin, in half-points, of a node in which the game is over.
    pub fn set_ended(&mut self, id: NodeId, margin: i32) {
        self.nodes[id as usize].ended = Some(margin);
    }

    /// Gives a node its moves, if it has none and there is room. The moves are put in order.
    pub fn expand(&mut self, id: NodeId, moves: &mut [PriorMove]) {
        let size = allocated(size_of_val(moves));
        if self.is_expanded(id) || id != 0 && !self.may_grow(size) {
            return;
        }
        // A stable sort would allocate.
        moves.sort_unstable_by(|one, other| other.prior.total_cmp(&one.prior));
        self.heap += size;
        self.nodes[id as usize].moves = (&*moves).into();
    }

    /// Makes the moves `forced` the next ones of the root that are tried, and asks for a visit to
    /// each before others are compared. Moves that the root lacks are added with their prior.
    pub fn force_at_root(&mut self, forced: &[PriorMove]) {
        let root = &mut self.nodes[0];
        let before = root.heap();
        let mut next = root.children.len();
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
        if id != 0 && !self.may_grow(self.child_growth(id)) {
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

    /// Returns the index of the move with the best sum of mean value and exploration: PUCT of Rosin
    /// 2011 (*Multi-armed bandits with episode context*) in the form of Silver et al. 2017
    /// (*Mastering the game of Go without human knowledge*), with a weight that grows slowly. Where
    /// there is no room for another child, only moves that were tried are compared.
    fn select(&self, id: NodeId) -> Option<usize> {
        if id == 0 && self.chosen_at_root.is_some() {
            return self.chosen_at_root;
        }
        let node = &self.nodes[id as usize];
        let tried = node.children.len();
        if id == 0 && tried < self.forced {
            return Some(tried);
        }
        let visits = node.visits as f32;
        let weight = EXPLORATION
            + EXPLORATION_GROWTH * ((visits + EXPLORATION_SHIFT) / EXPLORATION_SHIFT).ln();
        let explore = weight * (visits + f32::from(node.in_flight)).max(1.0).sqrt();
        let mut best: Option<usize> = None;
        let mut most = f32::NEG_INFINITY;
        let mut tried_prior = 0.0;
        for (index, (&child, one)) in node.children.iter().zip(&node.moves).enumerate() {
            let child = &self.nodes[child as usize];
            tried_prior += one.prior;
            let visits = child.visits as f32;
            let all = visits + f32::from(child.in_flight);
            let mean = child.mean.utility * visits / all.max(1.0);
            let urgency = mean + explore * one.prior / (1.0 + all);
            if urgency > most {
                (most, best) = (urgency, Some(index));
            }
        }
        let untried = node.moves.get(tried);
        if let Some(one) = untried.filter(|_| self.has_room_below(id)) {
            let loss = if id == 0 {
                UNTRIED_LOSS_AT_ROOT
            } else {
                UNTRIED_LOSS
            };
            let parent = 1.0 - node.mean.utility;
            let mean = (parent - loss * tried_prior.min(1.0).sqrt()).max(0.0);
            if mean + explore * one.prior > most {
                best = Some(tried);
            }
        }
        best
    }

    /// Enters a value, seen by the player who moved into the node.
    pub fn add(&mut self, id: NodeId, value: NodeValue) {
        let node = &mut self.nodes[id as usize];
        node.in_flight = node.in_flight.saturating_sub(1);
        node.add(value);
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
        Some(kept)
    }

    /// Discards the margins of games that ended in the tree, which rest on the stones that were
    /// judged dead.
    pub fn forget_ends(&mut self) {
        self.nodes.iter_mut().for_each(|node| node.ended = None);
    }
}

impl Statistics for NetTree {
    /// Returns the visits of the root's most and second most visited moves.
    fn most_visits(&self) -> [u32; 2] {
        let mut most = [0; 2];
        for &child in &self.nodes[0].children {
            let visits = self.nodes[child as usize].visits;
            if visits > most[0] {
                most = [visits, most[0]];
            } else {
                most[1] = most[1].max(visits);
            }
        }
        most
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
        let mut found: Vec<(Option<&NetNode>, RootMove)> = (ids.into_iter().zip(&root.moves))
            .map(|(id, one)| {
                let node = id.map(|id| &self.nodes[id as usize]);
                let mean = node.map(|node| node.mean).unwrap_or_default();
                let visits = node.map_or(0, |node| node.visits);
                let line = id.filter(|_| visits > 0).map(|id| self.line_from(id));
                let root_move = RootMove {
                    edge: one.edge,
                    visits,
                    value: mean.utility,
                    win_rate: mean.win_rate,
                    margin: mean.margin,
                    line: line.unwrap_or_default(),
                    figures: node.map(NetNode::figures).unwrap_or_default(),
                    ownership: Vec::new(),
                };
                (node, root_move)
            })
            .collect();
        found.sort_by(|(_, one), (_, other)| one.by_visits(other));
        let most = found.first().map_or(0, |(_, one)| one.visits) as f32;
        let bound = |node: &Option<&NetNode>| {
            let node = node.filter(|node| node.visits as f32 >= MIN_SHARE_FOR_BOUND * most)?;
            (node.visits > 0).then(|| node.lower_bound())
        };
        let bounds = found
            .iter()
            .enumerate()
            .filter_map(|(index, (node, _))| bound(node).map(|bound| (index, bound)));
        let best = bounds.max_by(|(_, one), (_, other)| one.total_cmp(other));
        if let Some((best, _)) = best {
            found[..=best].rotate_right(1);
        }
        found.into_iter().map(|(_, root_move)| root_move).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

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
        let value = NodeValue {
            utility: worth(at),
            win_rate: worth(at),
            ..NodeValue::default()
        };
        tree.add(child, value);
        tree.add(0, value.reversed());
        at
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
        assert_eq!(visit(&mut tree, |_| 0.0), point(0));
        assert_eq!(visit(&mut tree, |_| 0.0), point(4));
        assert_eq!(visit(&mut tree, |_| 0.0), point(1));
        tree.force_at_root(&[prior(2, 0.3)]);
        assert_eq!(visit(&mut tree, |_| 0.0), point(2));
        assert_eq!(tree.candidates().len(), 4);
    }

    /// Visits a leaf by the best moves and gives it `moves`; returns the length of its path.
    fn grow(tree: &mut NetTree, moves: &[PriorMove]) -> usize {
        let mut path = vec![0];
        while let Some((child, _)) = tree.descend(path[path.len() - 1]) {
            path.push(child);
            if !tree.is_expanded(child) {
                break;
            }
        }
        tree.expand(path[path.len() - 1], &mut moves.to_vec());
        path.iter()
            .for_each(|&id| tree.add(id, NodeValue::default()));
        path.len()
    }

    #[test]
    fn a_full_tree_keeps_to_its_memory_and_is_still_visited() {
        const MEMORY: usize = 100_000;
        let moves: Vec<PriorMove> = (0..5).map(|x| prior(x, 0.2)).collect();
        let mut tree = NetTree::new(MEMORY, 0);
        tree.expand(0, &mut moves.clone());
        (0..2000).for_each(|_| {
            grow(&mut tree, &moves);
        });
        let full = tree.len();
        let heap: usize = tree.nodes.iter().map(NetNode::heap).sum();
        assert_eq!(tree.heap, heap);
        for _ in 0..2000 {
            assert!(grow(&mut tree, &moves) > 1);
            assert!(tree.memory() <= MEMORY, "{}", tree.memory());
        }
        assert!(tree.memory() > MEMORY * 4 / 5, "{}", tree.memory());
        assert!(tree.len() <= full + 1, "{} after {full}", tree.len());
        assert_eq!(tree.visits(), 4000);
        let action = tree.candidates()[0].edge.action;
        let below = tree.below(action).expect("a tree");
        let heap: usize = below.nodes.iter().map(NetNode::heap).sum();
        assert_eq!(below.heap, heap);
        assert!(below.memory() <= MEMORY);
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
        for visits in 1..=100_000 {
            grow(&mut tree, &moves);
            assert_eq!(tree.visits(), visits);
            if LOOKS.load(Ordering::Relaxed) > 2 {
                full = full.min(tree.memory());
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
