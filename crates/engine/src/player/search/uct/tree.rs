//! The search tree: a vector of nodes, in which the children of a node are contiguous.

use halfpoint_core::board::Color;
use halfpoint_core::game::PlayedMove;

use super::outcome::Worth;
use crate::monte_carlo::Prior;
use crate::player::words::Edge;
use halfpoint_system::parallel::memory_is_left;

/// Index of a node in the tree.
pub type NodeId = u32;

/// Number of visits and their mean result for the player who moved into the node.
#[derive(Clone, Copy, Debug, Default)]
pub struct MeanResult {
    /// Number of visits.
    pub visits: u32,
    /// Mean result, 0 to 1.
    pub value: f32,
}

impl MeanResult {
    /// Adds a result, 0 to 1.
    pub fn add(&mut self, value: f32) {
        self.visits += 1;
        self.value += (value - self.value) / self.visits as f32;
    }
}

/// A node of the tree: a position that the search has visited, or may visit next.
#[derive(Clone, Debug)]
pub struct UctNode {
    /// The move that led here; `None` at the root.
    pub edge: Option<Edge>,
    /// Results of playouts through this node.
    pub own: MeanResult,
    /// Part of their mean that comes from draws counting for more (or less) than a half.
    pub beyond_half: f32,
    /// Estimates of the move before it was tried.
    pub prior: Prior,
    /// Results of playouts in which the move came later (all moves as first).
    pub amaf: MeanResult,
    /// Expected margin for the player who moved here, in half-points.
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
    fn new(edge: Option<Edge>, prior: Prior) -> UctNode {
        UctNode {
            edge,
            prior,
            own: MeanResult::default(),
            beyond_half: 0.0,
            amaf: MeanResult::default(),
            margin: 0.0,
            margin_square: 0.0,
            first: 0,
            children: 0,
            in_flight: 0,
            ended: None,
        }
    }

    /// Enters a playout with its value to the player who moved here, and that player's margin in
    /// half-points.
    pub fn add(&mut self, worth: Worth, margin: i32) {
        self.own.add(worth.value);
        let visits = self.own.visits as f32;
        self.beyond_half += (worth.beyond_half - self.beyond_half) / visits;
        let margin = margin as f32;
        self.margin += (margin - self.margin) / visits;
        self.margin_square += (margin * margin - self.margin_square) / visits;
    }

    /// Returns the standard deviation of the margins of playouts, in half-points.
    pub fn margin_deviation(&self) -> f32 {
        (self.margin_square - self.margin * self.margin)
            .max(0.0)
            .sqrt()
    }
}

/// Number of visits after which AMAF results, if there are plenty of them, count for half of the
/// value of a move (Silver 2009, *Reinforcement Learning and Simulation-Based Search in Computer
/// Go*, with the bias left as one constant).
const AMAF_EQUIVALENCE: f32 = 8000.0;
/// Weight of the prior probability of a move. It is multiplied by that probability and the root of
/// the visits to the parent, and divided by the visits to the move plus one (after Rosin 2011,
/// *Multi-armed bandits with episode context*, in the form of Silver et al. 2016, *Mastering the
/// game of Go with deep neural networks and tree search*). Found by matches; see
/// `docs/notebook/tried.md`.
const LIKELY_FIRST: f32 = 0.1;
/// Number of assumed initial results of token moves, as good as the value of their parent. Playouts
/// give no AMAF results for tokens, and one unlucky playout must not exclude them.
const TOKEN_PRIOR: f32 = 10.0;

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
            nodes: vec![UctNode::new(None, Prior::default())],
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
    pub fn add_to_root(&mut self, edges: Vec<(Edge, Prior)>) {
        let known: Vec<UctNode> = self.child_ids(0).map(|id| self.node(id).clone()).collect();
        let is_known = |action| {
            known
                .iter()
                .filter_map(|node| node.edge)
                .any(|e| e.action == action)
        };
        let new: Vec<UctNode> = edges
            .into_iter()
            .filter(|(edge, _)| !is_known(edge.action))
            .map(|(edge, prior)| UctNode::new(Some(edge), prior))
            .collect();
        if new.is_empty() {
            return;
        }
        let first = self.nodes.len() as NodeId;
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
            line.push((edge.action, node.own.visits));
            let visited = next.into_iter().flat_map(|id| self.child_ids(id));
            let visited = visited.filter(|&id| self.node(id).own.visits > 0);
            next = visited.max_by_key(|&id| self.node(id).own.visits);
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
    pub fn expand(&mut self, id: NodeId, edges: Vec<(Edge, Prior)>) {
        if self.node(id).children > 0 || !self.has_room_for(edges.len()) {
            return;
        }
        let first = self.nodes.len() as NodeId;
        let node = self.node_mut(id);
        node.first = first;
        node.children = edges.len() as u16;
        let nodes = edges.into_iter();
        self.nodes
            .extend(nodes.map(|(edge, prior)| UctNode::new(Some(edge), prior)));
    }

    /// Returns the child at which to continue, and its move. Every eighth playout continues with
    /// `check`, if that is given.
    pub fn descend(&mut self, id: NodeId, check: Option<Edge>) -> Option<(NodeId, Edge)> {
        let due = check.filter(|_| self.node(id).own.visits.is_multiple_of(8));
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

    /// Returns the child to visit next: the one with the best mix of own results, prior and AMAF
    /// results, plus its bonus for a high prior probability.
    fn select(&self, id: NodeId) -> Option<NodeId> {
        let parent = self.node(id).own;
        let usual = 1.0 - parent.value;
        let explore = LIKELY_FIRST * (parent.visits as f32).sqrt();
        // A token that answers a token may end the game. It is tried at once, and its result is
        // then exact.
        let after_token = self.node(id).edge.is_some_and(|e| e.point().is_none());
        let urgency = |&child: &NodeId| {
            let node = self.node(child);
            let (own, amaf) = (node.own, node.amaf);
            let in_flight = f32::from(node.in_flight);
            let n = own.visits as f32 + in_flight;
            let is_token = node.edge.and_then(Edge::point).is_none();
            if is_token && after_token && n == 0.0 {
                f32::INFINITY
            } else if node.ended.is_some() {
                own.value * own.visits as f32 / n
            } else if is_token {
                (own.value * own.visits as f32 + usual * TOKEN_PRIOR) / (n + TOKEN_PRIOR)
            } else {
                let visits = n + node.prior.visits;
                let mean = (own.value * own.visits as f32 + node.prior.wins) / visits.max(1.0);
                let a = amaf.visits as f32;
                let beta = a / (a + visits + visits * a / AMAF_EQUIVALENCE);
                (1.0 - beta) * mean + beta * amaf.value + explore * node.prior.chance / (1.0 + n)
            }
        };
        let mut best = None;
        let mut max = f32::NEG_INFINITY;
        for child in self.child_ids(id) {
            let value = urgency(&child);
            if value > max {
                max = value;
                best = Some(child);
            }
        }
        best
    }

    /// Enters a playout into the AMAF results of a node's children. `won` is the result for the
    /// player who moves there, `played` the colour that first played on each point afterwards.
    pub fn update_amaf(&mut self, id: NodeId, mover: Color, won: f32, played: &[Option<Color>]) {
        for child in self.child_ids(id) {
            let node = self.node_mut(child);
            let point = node.edge.and_then(Edge::point);
            if point.is_some_and(|point| played[point.index()] == Some(mover)) {
                node.amaf.add(won);
            }
        }
    }
}
