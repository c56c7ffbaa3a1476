//! The search tree: a vector of nodes, in which the children of a node are contiguous.

use halfpoint_core::game::PlayedMove;

use crate::player::words::Edge;
use halfpoint_system::parallel::memory_is_left;

/// Index of a node in the tree.
pub type NodeId = u32;

/// A node of the tree: a position that the search has visited, or may visit next.
#[derive(Clone, Debug, Default)]
pub struct UctNode {
    /// The move that led here; `None` at the root.
    pub edge: Option<Edge>,
    /// Number of visits.
    pub visits: u32,
    /// Mean result for the player who moved here, 0 to 1.
    pub value: f32,
    /// Mean margin for that player, in half-points.
    pub margin: f32,
    /// Mean of the square of that margin.
    margin_square: f32,
    /// First child; meaningful only if [`UctNode::children`] is not 0.
    pub first: NodeId,
    /// Number of children; 0 if there are none yet.
    pub children: u16,
    /// Unfinished playouts through this node. Each counts as lost, so that threads spread out.
    pub in_flight: u16,
    /// Black's margin, in half-points, if the game is over here.
    pub ended: Option<i32>,
}

impl UctNode {
    fn new(edge: Edge) -> UctNode {
        UctNode {
            edge: Some(edge),
            ..UctNode::default()
        }
    }

    /// Enters a playout with its value to the player who moved here, 0 to 1, and that player's
    /// margin in half-points.
    pub fn add(&mut self, value: f32, margin: i32) {
        self.visits += 1;
        let visits = self.visits as f32;
        let margin = margin as f32;
        self.value += (value - self.value) / visits;
        self.margin += (margin - self.margin) / visits;
        self.margin_square += (margin * margin - self.margin_square) / visits;
    }

    /// Returns the standard deviation of the margins of playouts, in half-points.
    pub fn margin_deviation(&self) -> f32 {
        (self.margin_square - self.margin * self.margin)
            .max(0.0)
            .sqrt()
    }

    /// Returns the upper confidence bound (UCB1) of the result of this move after `all` visits to
    /// its parent: Kocsis and Szepesvári 2006, *Bandit based Monte-Carlo planning*, after Auer,
    /// Cesa-Bianchi and Fischer 2002. A move that was never tried comes first.
    fn bound(&self, all: u32) -> f32 {
        let tried = self.visits as f32 + f32::from(self.in_flight);
        if tried == 0.0 {
            return f32::INFINITY;
        }
        let mean = self.value * self.visits as f32 / tried;
        mean + EXPLORATION * ((all.max(1) as f32).ln() / tried).sqrt()
    }
}

/// Weight of the uncertainty of a move in its upper confidence bound.
const EXPLORATION: f32 = 0.4;
/// Minimum number of nodes for which a tree has room, however little memory is allowed.
const MIN_NODES: usize = 1024;
/// A search tree. The root is node 0.
#[derive(Debug)]
pub struct UctTree {
    nodes: Vec<UctNode>,
    max_nodes: usize,
}

impl UctTree {
    /// Creates a tree of a root alone, which may grow to `memory` bytes.
    pub fn new(memory: usize) -> UctTree {
        UctTree {
            nodes: vec![UctNode::default()],
            // [`UctTree::below`] needs one more index for each node.
            max_nodes: (memory / (size_of::<UctNode>() + size_of::<NodeId>()))
                .clamp(MIN_NODES, NodeId::MAX as usize),
        }
    }

    /// Returns the subtree below the root's child by `action`, which becomes the root. It reuses
    /// the memory of this tree. `None` if there is no such child, or no memory for the renumbering.
    pub fn below(mut self, action: PlayedMove) -> Option<UctTree> {
        let leads_there = |&id: &NodeId| self.node(id).edge.is_some_and(|e| e.action == action);
        let root = self.child_ids(0).find(leads_there)? as usize;
        const GONE: NodeId = NodeId::MAX;
        let mut place = Vec::new();
        place.try_reserve_exact(self.nodes.len()).ok()?;
        place.resize(self.nodes.len(), GONE);
        let mut open = vec![root];
        while let Some(at) = open.pop() {
            place[at] = 0;
            open.extend(self.child_ids(at as NodeId).map(|id| id as usize));
        }
        // The new root comes first. The others keep their order and so move to lower indices, since
        // the old root goes.
        let mut kept = 1;
        for (at, place) in place.iter_mut().enumerate() {
            if *place != GONE && at != root {
                *place = kept;
                kept += 1;
            }
        }
        let moved = |node: &UctNode| UctNode {
            first: if node.children > 0 {
                place[node.first as usize]
            } else {
                0
            },
            in_flight: 0,
            // The margins of ended games may rest on another judgement of dead stones.
            ended: None,
            ..node.clone()
        };
        let root_node = moved(&self.nodes[root]);
        for (at, &place) in place.iter().enumerate() {
            if place != GONE && at != root {
                self.nodes[place as usize] = moved(&self.nodes[at]);
            }
        }
        self.nodes[0] = root_node;
        self.nodes.truncate(kept as usize);
        self.nodes[0].edge = None;
        Some(self)
    }

    /// Discards the margins of games that ended in the tree, which rest on the stones that were
    /// judged dead.
    pub fn forget_ends(&mut self) {
        self.nodes.iter_mut().for_each(|node| node.ended = None);
    }

    /// Adds children to a root that has some.
    pub fn add_to_root(&mut self, edges: Vec<Edge>) {
        let known: Vec<UctNode> = self.child_ids(0).map(|id| self.node(id).clone()).collect();
        let is_known = |edge: &Edge| {
            let mut edges = known.iter().filter_map(|node| node.edge);
            edges.any(|known| known.action == edge.action)
        };
        let new: Vec<Edge> = edges.into_iter().filter(|edge| !is_known(edge)).collect();
        if new.is_empty() {
            return;
        }
        let first = self.nodes.len() as NodeId;
        let new = new.into_iter().map(UctNode::new);
        self.nodes.extend(known.into_iter().chain(new));
        self.nodes[0].first = first;
        self.nodes[0].children = (self.nodes.len() - first as usize) as u16;
    }

    /// Returns a node.
    pub fn node(&self, id: NodeId) -> &UctNode {
        &self.nodes[id as usize]
    }

    /// Returns a node for modification.
    pub fn node_mut(&mut self, id: NodeId) -> &mut UctNode {
        &mut self.nodes[id as usize]
    }

    /// Returns the ids of the children of a node.
    pub fn child_ids(&self, id: NodeId) -> std::ops::Range<NodeId> {
        let node = self.node(id);
        node.first..node.first + NodeId::from(node.children)
    }

    /// Returns the line of most visits from a node on, its own move first, with the visits of each.
    pub fn line_from(&self, id: NodeId) -> Vec<(PlayedMove, u32)> {
        let mut line = Vec::new();
        let mut next = Some(id);
        while let Some(node) = next.map(|id| self.node(id))
            && let Some(edge) = node.edge
        {
            line.push((edge.action, node.visits));
            let visited = next.into_iter().flat_map(|id| self.child_ids(id));
            let visited = visited.filter(|&id| self.node(id).visits > 0);
            next = visited.max_by_key(|&id| self.node(id).visits);
        }
        line
    }

    /// Returns whether `more` nodes fit. If the system gives no more memory, the tree keeps its
    /// size, and the search goes on in it.
    fn has_room_for(&mut self, more: usize) -> bool {
        let wanted = self.nodes.len() + more;
        if wanted > self.max_nodes {
            return false;
        }
        let room = self.nodes.capacity();
        if wanted <= room {
            return true;
        }
        let larger = (2 * room).max(wanted).min(self.max_nodes);
        let given = self
            .nodes
            .try_reserve_exact(larger - self.nodes.len())
            .is_ok();
        if given && (larger <= MIN_NODES || memory_is_left()) {
            return true;
        }
        if given {
            self.nodes.shrink_to(room);
        }
        log::warn!("the system gives no more memory: the tree stays at {room} nodes");
        self.max_nodes = self.nodes.len();
        false
    }

    /// Gives a node its children, if it has none and there is room for them.
    pub fn expand(&mut self, id: NodeId, edges: Vec<Edge>) {
        if self.node(id).children > 0 || !self.has_room_for(edges.len()) {
            return;
        }
        let first = self.nodes.len() as NodeId;
        let node = self.node_mut(id);
        node.first = first;
        node.children = edges.len() as u16;
        self.nodes.extend(edges.into_iter().map(UctNode::new));
    }

    /// Returns the child at which to continue, and its move. Every eighth playout continues with
    /// `check`, if that is given.
    pub fn descend(&mut self, id: NodeId, check: Option<Edge>) -> Option<(NodeId, Edge)> {
        let due = check.filter(|_| self.node(id).visits.is_multiple_of(8));
        let checked = due.and_then(|edge| {
            let mut children = self.child_ids(id);
            children.find(|&child| {
                self.node(child)
                    .edge
                    .is_some_and(|e| e.action == edge.action)
            })
        });
        let child = checked.or_else(|| self.select(id))?;
        let node = self.node_mut(child);
        node.in_flight += 1;
        Some((child, node.edge?))
    }

    /// Returns the child to visit next: the first of those with the highest bound.
    fn select(&self, id: NodeId) -> Option<NodeId> {
        let all = self.node(id).visits;
        let bound = |&child: &NodeId| self.node(child).bound(all);
        self.child_ids(id)
            .reduce(|best, child| match bound(&child) > bound(&best) {
                true => child,
                false => best,
            })
    }
}
