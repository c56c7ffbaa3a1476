//! The search tree: nodes in one vector, children of a node side by side.

use crate::board::{Color, Point};
use crate::game::{Action, Play, Position, Token, TokenName};

/// The place of a node in the tree.
pub(super) type NodeId = u32;

/// A move in the tree: what it comes to, and whether it is said by its name rather than as a plain
/// pass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Edge {
    pub action: Action,
    pub named: bool,
}

impl Edge {
    /// The point it places a stone on.
    pub fn point(self) -> Option<Point> {
        match self.action {
            Action::Place(point) => Some(point),
            _ => None,
        }
    }

    /// The move as a player says it.
    pub fn play(self) -> Play {
        match self.action {
            Action::Place(point) => Play::Place(point),
            Action::Token(token) if self.named => Play::Token(token.name()),
            Action::Token(_) => Play::Pass,
            Action::Resign => Play::Resign,
        }
    }
}

/// After so many passes in a row plain pass is the only token: where both sides may pass on at no cost in
/// the end, as before the second button as a move, a weak search would never end the game.
const PATIENCE: u32 = 4;

/// The token moves of a position: plain pass, by its name if that is one of `kinds`, then those of
/// `kinds` that come to something else, while that can matter.
pub(super) fn token_edges(position: &Position, color: Color, kinds: &[TokenName]) -> Vec<Edge> {
    let mut tokens = position.tokens(color);
    tokens.retain(|(name, _)| kinds.contains(name));
    let plain = position.plain_pass(color).ok();
    let is_plain = |&(_, token): &(TokenName, Token)| Some(token) == plain;
    let first = plain.map(|token| Edge {
        action: Action::Token(token),
        named: tokens.iter().any(is_plain),
    });
    let passed_on = plain.is_some() && position.state().consecutive_passes >= PATIENCE;
    let others = tokens.iter().filter(|token| !is_plain(token) && !passed_on);
    let others = others.map(|&(_, token)| Edge {
        action: Action::Token(token),
        named: true,
    });
    first.into_iter().chain(others).collect()
}

/// Visits and their mean result for the player who moved into the node.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mean {
    pub visits: u32,
    pub value: f32,
}

impl Mean {
    pub fn add(&mut self, value: f32) {
        self.visits += 1;
        self.value += (value - self.value) / self.visits as f32;
    }
}

/// A position that the search has been in.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// The move that led here; `None` at the root.
    pub edge: Option<Edge>,
    /// Results of playouts through this node.
    pub own: Mean,
    /// Results of playouts in which the move came later (all moves as first).
    pub amaf: Mean,
    /// Expected margin for the player who moved here, in half-points.
    pub margin: f32,
    /// First child and number of children; none yet if the number is 0.
    pub first: NodeId,
    pub children: u16,
    /// Black's margin, in half-points, if the game is over here.
    pub ended: Option<i32>,
}

impl Node {
    fn new(edge: Option<Edge>) -> Node {
        Node {
            edge,
            own: Mean::default(),
            amaf: Mean::default(),
            margin: 0.0,
            first: 0,
            children: 0,
            ended: None,
        }
    }
}

/// Weight of AMAF results: they count as much as the real ones after that many visits (the
/// equivalence parameter of Gelly and Silver 2007).
const AMAF_EQUIVALENCE: f32 = 600.0;
/// Exploration of UCB1; low, since AMAF explores already.
const EXPLORATION: f32 = 0.04;
/// Value of a move that was never tried, even by AMAF.
const FIRST_PLAY: f32 = 0.6;
/// Token moves begin with that many results as good as their parent's: no playout tells AMAF about
/// them, and one unlucky playout must not be the last word.
const TOKEN_PRIOR: f32 = 10.0;

/// A search tree.
#[derive(Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    most: usize,
}

impl Tree {
    /// A tree of a root alone, which may grow to `memory` bytes.
    pub fn new(memory: usize) -> Tree {
        Tree {
            nodes: vec![Node::new(None)],
            most: (memory / size_of::<Node>()).max(1024),
        }
    }

    /// The tree below the root's child by that move, which becomes the root.
    pub fn below(&self, action: Action) -> Option<Tree> {
        let leads_there = |&id: &NodeId| self.node(id).edge.is_some_and(|e| e.action == action);
        let root = self.child_ids(0).find(leads_there)?;
        let mut nodes = vec![self.node(root).clone()];
        nodes[0].edge = None;
        let mut at = 0;
        while at < nodes.len() {
            let (first, children) = (nodes[at].first as usize, nodes[at].children as usize);
            if children > 0 {
                nodes[at].first = nodes.len() as NodeId;
                nodes.extend_from_slice(&self.nodes[first..first + children]);
            }
            at += 1;
        }
        Some(Tree {
            nodes,
            most: self.most,
        })
    }

    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id as usize]
    }

    pub fn child_ids(&self, id: NodeId) -> std::ops::Range<NodeId> {
        let node = self.node(id);
        node.first..node.first + NodeId::from(node.children)
    }

    /// Gives a node its children, if there is room for them.
    pub fn expand(&mut self, id: NodeId, edges: Vec<Edge>) {
        if self.nodes.len() + edges.len() > self.most {
            return;
        }
        let first = self.nodes.len() as NodeId;
        let node = self.node_mut(id);
        node.first = first;
        node.children = edges.len() as u16;
        self.nodes
            .extend(edges.into_iter().map(|edge| Node::new(Some(edge))));
    }

    /// The child to look at next: the best mix of own results, AMAF results and curiosity.
    pub fn select(&self, id: NodeId) -> Option<NodeId> {
        let log_visits = (self.node(id).own.visits.max(1) as f32).ln();
        let usual = 1.0 - self.node(id).own.value;
        let urgency = |&child: &NodeId| {
            let node = self.node(child);
            let (own, amaf) = (node.own, node.amaf);
            let n = own.visits as f32;
            let is_token = node.edge.and_then(Edge::point).is_none();
            let value = if is_token {
                (own.value * n + usual * TOKEN_PRIOR) / (n + TOKEN_PRIOR)
            } else if amaf.visits > 0 {
                let beta = (AMAF_EQUIVALENCE / (3.0 * n + AMAF_EQUIVALENCE)).sqrt();
                (1.0 - beta) * own.value + beta * amaf.value
            } else if own.visits > 0 {
                own.value
            } else {
                FIRST_PLAY
            };
            value + EXPLORATION * (log_visits / (n + 1.0)).sqrt()
        };
        let mut best = None;
        let mut most = f32::NEG_INFINITY;
        for child in self.child_ids(id) {
            let value = urgency(&child);
            if value > most {
                most = value;
                best = Some(child);
            }
        }
        best
    }

    /// Enters a playout into the AMAF results of a node's children: `won` is the result for the player
    /// who moves there, `played` who first played each point afterwards.
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
