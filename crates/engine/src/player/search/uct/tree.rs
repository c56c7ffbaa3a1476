//! The search tree: a vector of nodes, in which the children of a node are contiguous.

use halfpoint_core::board::{Color, Point};
use halfpoint_core::game::{Move, PlayedMove, Position, Token, TokenKind};

use super::outcome::Worth;
use super::playouts::Prior;
use crate::parallel::memory_is_left;

/// Index of a node in the tree.
pub(super) type NodeId = u32;

/// A move in the tree: its action, and whether it is said by its name rather than as a plain pass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Edge {
    /// Effect of the move.
    pub action: PlayedMove,
    /// Whether the move is said by its name.
    pub named: bool,
}

impl Edge {
    /// Returns the point on which the move places a stone; `None` for passes, tokens and
    /// resignation.
    pub fn point(self) -> Option<Point> {
        match self.action {
            PlayedMove::Place(point) => Some(point),
            _ => None,
        }
    }

    /// Returns the token move; `None` for placements and resignation.
    pub fn token(self) -> Option<Token> {
        match self.action {
            PlayedMove::Token(token) => Some(token),
            _ => None,
        }
    }

    /// Returns the move as a player says it.
    pub fn as_move(self) -> Move {
        match self.action {
            PlayedMove::Place(point) => Move::Place(point),
            PlayedMove::Token(token) if self.named => Move::Token(token.name()),
            PlayedMove::Token(_) => Move::Pass,
            PlayedMove::Resign => Move::Resign,
        }
    }
}

/// Number of consecutive passes from which on the plain pass is the only token. Where both sides
/// may keep passing at no cost in the end, as before the second button as a move, a weak search
/// would never end the game otherwise.
const PATIENCE: u32 = 4;

/// Returns the token moves of a position that the search considers. First the plain pass, under its
/// name if that is one of `allowed_tokens`; then those of `allowed_tokens` with another effect,
/// unless [`PATIENCE`] is exceeded.
pub(super) fn token_edges(
    position: &Position,
    color: Color,
    allowed_tokens: &[TokenKind],
) -> Vec<Edge> {
    let mut edges = Vec::new();
    add_token_edges(position, color, allowed_tokens, &mut edges);
    edges
}

/// Adds the token moves of [`token_edges`] to `edges`.
pub(super) fn add_token_edges(
    position: &Position,
    color: Color,
    allowed_tokens: &[TokenKind],
    edges: &mut Vec<Edge>,
) {
    let tokens = || {
        let all = position.tokens_iter(color);
        all.filter(|(name, _)| allowed_tokens.contains(name))
    };
    let plain = position.plain_pass(color).ok();
    let is_plain = |&(_, token): &(TokenKind, Token)| Some(token) == plain;
    edges.extend(plain.map(|token| Edge {
        action: PlayedMove::Token(token),
        named: tokens().any(|one| is_plain(&one)),
    }));
    let passed_on = plain.is_some() && position.state().consecutive_passes >= PATIENCE;
    let others = tokens().filter(|token| !is_plain(token) && !passed_on);
    edges.extend(others.map(|(_, token)| Edge {
        action: PlayedMove::Token(token),
        named: true,
    }));
}

/// Number of visits and their mean result for the player who moved into the node.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mean {
    /// Number of visits.
    pub visits: u32,
    /// Mean result, 0 to 1.
    pub value: f32,
}

impl Mean {
    /// Adds a result, 0 to 1.
    pub fn add(&mut self, value: f32) {
        self.visits += 1;
        self.value += (value - self.value) / self.visits as f32;
    }
}

/// A node of the tree: a position that the search has visited, or may visit next.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// The move that led here; `None` at the root.
    pub edge: Option<Edge>,
    /// Results of playouts through this node.
    pub own: Mean,
    /// Part of their mean that comes from draws counting for more (or less) than a half.
    pub beyond_half: f32,
    /// Estimates of the move before it was tried.
    pub prior: Prior,
    /// Results of playouts in which the move came later (all moves as first).
    pub amaf: Mean,
    /// Expected margin for the player who moved here, in half-points.
    pub margin: f32,
    /// Mean of the square of that margin.
    margin_square: f32,
    /// First child; meaningful only if [`Node::children`] is not 0.
    pub first: NodeId,
    /// Number of children; 0 if there are none yet.
    pub children: u16,
    /// Unfinished playouts through this node. Each counts as lost, so that threads spread out.
    pub in_flight: u16,
    /// Black's margin, in half-points, if the game is over here.
    pub ended: Option<i32>,
}

impl Node {
    fn new(edge: Option<Edge>, prior: Prior) -> Node {
        Node {
            edge,
            prior,
            own: Mean::default(),
            beyond_half: 0.0,
            amaf: Mean::default(),
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
pub(super) struct Tree {
    nodes: Vec<Node>,
    max_nodes: usize,
}

impl Tree {
    /// Creates a tree of a root alone, which may grow to `memory` bytes.
    pub fn new(memory: usize) -> Tree {
        Tree {
            nodes: vec![Node::new(None, Prior::default())],
            // [`Tree::below`] needs one more index for each node.
            max_nodes: (memory / (size_of::<Node>() + size_of::<NodeId>()))
                .clamp(MIN_NODES, NodeId::MAX as usize),
        }
    }

    /// Returns the subtree below the root's child by `action`, which becomes the root. It reuses
    /// the memory of this tree. `None` if there is no such child, or no memory for the renumbering.
    pub fn below(mut self, action: PlayedMove) -> Option<Tree> {
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
        let moved = |node: &Node| Node {
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
        let known: Vec<Node> = self.child_ids(0).map(|id| self.node(id).clone()).collect();
        let is_known = |action| {
            known
                .iter()
                .filter_map(|node| node.edge)
                .any(|e| e.action == action)
        };
        let new: Vec<Node> = edges
            .into_iter()
            .filter(|(edge, _)| !is_known(edge.action))
            .map(|(edge, prior)| Node::new(Some(edge), prior))
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
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    /// Returns a node for modification.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
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
            .extend(nodes.map(|(edge, prior)| Node::new(Some(edge), prior)));
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
