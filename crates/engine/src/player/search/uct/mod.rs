//! UCT: a tree search that expands the most promising moves and evaluates its leaves by playouts.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use halfpoint_core::board::Color;
use halfpoint_core::game::{Position, TokenKind};

mod tree;

pub use tree::UctTree;

use super::request::SearchRequest;
use super::result::{MARGIN_SHARE, RootMove};
use super::run::{SearchKind, SharedSearch, Statistics, Worker};
use crate::monte_carlo::Playouts;
use crate::player::words::{Edge, SearchFigures, token_edges};
use halfpoint_core::game::eye::placements_but_eyes;
use tree::NodeId;

/// Number of visits from which on a leaf gets children.
const EXPAND_AT: u32 = 2;
/// Maximum number of points of a board without an opening. On a larger board the opening lasts
/// until there is a stone to each [`OPENING_SHARE`] points.
const SMALL_BOARD: usize = 16;
/// Number of points of the board for each stone at which the opening of a larger board ends.
const OPENING_SHARE: usize = 3;

impl Statistics for UctTree {
    fn candidates(&self) -> Vec<RootMove> {
        let children = self.child_ids(0);
        let mut candidates: Vec<RootMove> = children.filter_map(|id| root_move(id, self)).collect();
        candidates.sort_by(RootMove::by_visits);
        candidates
    }

    fn lead(&self) -> u32 {
        let (mut first, mut second) = (0, 0);
        for id in self.child_ids(0) {
            let visits = self.node(id).visits;
            if visits > first {
                (first, second) = (visits, first);
            } else {
                second = second.max(visits);
            }
        }
        first - second
    }

    fn visits(&self) -> u64 {
        let visits = self.child_ids(0).map(|id| self.node(id).visits);
        visits.map(u64::from).sum()
    }
}

/// Returns the result for a child of the root.
fn root_move(id: NodeId, tree: &UctTree) -> Option<RootMove> {
    let node = tree.node(id);
    let line = match node.visits {
        0 => Vec::new(),
        _ => tree.line_from(id),
    };
    Some(RootMove {
        edge: node.edge?,
        visits: node.visits,
        value: node.value,
        win_rate: node.value,
        margin: node.margin,
        line,
        figures: SearchFigures {
            value: node.value,
            score_deviation: node.margin_deviation() / 2.0,
            ..SearchFigures::default()
        },
        ownership: Vec::new(),
    })
}

/// Returns whether to consider token moves at this point of the game. In an opening they are never
/// worth it, but a few unlucky playouts of every other move would favour them. Small boards have no
/// opening.
fn is_time_for_tokens(position: &Position) -> bool {
    let board = position.board();
    let area = board.size().area();
    let stones = area - board.empties().len();
    area <= SMALL_BOARD || stones * OPENING_SHARE >= area || position.is_after_pass()
}

/// Tree search whose leaves are evaluated by playouts.
pub struct Uct<'a> {
    /// Position and limits.
    pub request: &'a SearchRequest<'a>,
}

impl SearchKind for Uct<'_> {
    type Tree = UctTree;
    type Worker<'s>
        = UctWorker<'s>
    where
        Self: 's;

    const MIN_VISITS: u64 = 200;
    const CLOCK_EVERY: u64 = 8;
    const DECIDED_EVERY: u64 = 64;

    fn worker<'s>(&'s self, shared: &'s SharedSearch<UctTree>, seed: u64) -> UctWorker<'s> {
        UctWorker::new(self.request, shared, seed)
    }
}

/// One thread of a search by playouts.
pub struct UctWorker<'a> {
    request: &'a SearchRequest<'a>,
    shared: &'a SharedSearch<UctTree>,
    rng: Xoshiro256PlusPlus,
    // Reused from playout to playout to save allocations.
    position: Position,
    playouts: Playouts,
    path: Vec<(NodeId, Color)>,
}

impl<'a> UctWorker<'a> {
    fn new(
        request: &'a SearchRequest<'a>,
        shared: &'a SharedSearch<UctTree>,
        seed: u64,
    ) -> UctWorker<'a> {
        let board = request.position.board();
        UctWorker {
            request,
            shared,
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            position: request.position.clone(),
            playouts: Playouts::new(board),
            path: Vec::new(),
        }
    }

    /// Removes the banned moves from those of the root. If none is left, token moves that are not
    /// banned are considered, whatever the stage of the game.
    fn drop_banned(&mut self, edges: &mut Vec<Edge>) {
        let request = self.request;
        let may = |edge: &Edge| !request.banned.contains(&edge.action);
        edges.retain(may);
        if edges.is_empty() {
            let tokens = token_edges(request.position, request.mover, request.allowed_tokens);
            edges.extend(tokens.into_iter().filter(may));
        }
    }

    /// Returns the moves to consider in the current position, in random order: placements that fill
    /// no own eye, the plain pass, and those of `allowed_tokens` that are possible.
    fn edges(&mut self, color: Color, allowed_tokens: &[TokenKind]) -> Vec<Edge> {
        let position = &self.position;
        // Where spare moves decide, filling a surplus eye is one of them.
        let mut points = match position.rules().last_mover_wins() {
            true => position.placements(color),
            false => placements_but_eyes(position, color),
        };
        points.shuffle(&mut self.rng);
        let mut edges: Vec<Edge> = points.into_iter().map(Edge::place).collect();
        if edges.is_empty() || is_time_for_tokens(position) {
            edges.extend(token_edges(position, color, allowed_tokens));
        }
        edges
    }

    /// Returns Black's margin, in half-points, if the game is over in the current position.
    fn ending(&mut self, id: NodeId) -> Option<i32> {
        let over = self.position.state().over?;
        if let Some(margin) = self.shared.tree().node(id).ended {
            return Some(margin);
        }
        let margin = self.request.margin_at_end(&self.position, over);
        self.shared.tree().node_mut(id).ended = Some(margin);
        Some(margin)
    }

    /// Enters a margin (Black's, in half-points) into every node on the path.
    fn update(&mut self, margin: i32) {
        let area = self.position.board().size().area();
        let mut tree = self.shared.tree();
        let mut enter = |id, color: Color, in_flight| {
            let margin = margin * color.sign();
            let node = tree.node_mut(id);
            node.in_flight -= in_flight;
            node.add(value(margin, area), margin);
        };
        // The root is not on the path, and no playout is in flight to it.
        enter(0, self.request.mover.opponent(), 0);
        for &(id, color) in &self.path {
            enter(id, color, 1);
        }
    }
}

/// Returns the value (0 to 1) of a margin in half-points on a board of `area` points: mostly
/// whether it wins, a little by how much.
fn value(margin: i32, area: usize) -> f32 {
    let won = 0.5 * (margin.signum() + 1) as f32;
    let by = 0.5 + 0.5 * (margin as f32 / area as f32).clamp(-1.0, 1.0);
    (1.0 - MARGIN_SHARE) * won + MARGIN_SHARE * by
}

impl Worker for UctWorker<'_> {
    fn expand_root(&mut self) {
        let (mover, allowed_tokens) = (self.request.mover, self.request.allowed_tokens);
        if self.shared.tree().child_ids(0).is_empty() {
            let mut edges = self.edges(mover, allowed_tokens);
            self.drop_banned(&mut edges);
            self.shared.tree().expand(0, edges);
        } else if !allowed_tokens.is_empty() {
            let tokens = token_edges(self.request.position, mover, allowed_tokens);
            self.shared.tree().add_to_root(tokens);
        }
    }

    fn visit(&mut self) -> bool {
        self.position.copy_from(self.request.position);
        self.path.clear();
        let mut color = self.request.mover;
        self.playouts.rewind();
        let mut ended = None;
        let check = self.request.check;
        let mut next = self.shared.tree().descend(0, check);
        let first = next.map(|(_, edge)| edge.action);
        while let Some((child, edge)) = next {
            self.position.make(color, edge.action, |_| ());
            match edge.point() {
                Some(point) => self.playouts.place(color, point),
                None => self.playouts.pass(),
            }
            self.path.push((child, color));
            color = self.position.to_move();
            ended = self.ending(child);
            if ended.is_some() {
                break;
            }
            let mut tree = self.shared.tree();
            let node = tree.node(child);
            if node.children == 0 && node.visits >= EXPAND_AT {
                drop(tree);
                let edges = self.edges(color, &[]);
                tree = self.shared.tree();
                tree.expand(child, edges);
            }
            next = tree.descend(child, None);
        }
        let margin = match ended {
            Some(margin) => margin,
            None => {
                let area = self.playouts.run(color, &mut self.rng);
                if let Some(mut owned) = self.shared.owned() {
                    let owner = |point| self.playouts.owner(point).map_or(0, Color::sign) as f32;
                    let points = self.position.board().size().points();
                    owned.add(first, points.map(|point| (point, owner(point))));
                }
                let terms = self.request.terms;
                self.playouts.margin(&self.position, area, terms)
            }
        };
        self.update(margin);
        true
    }
}
