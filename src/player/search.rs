//! UCT: grow a tree of the moves that look best, judge its leaves by random playouts.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::playout::{is_eye, play_out};
use super::tree::{Edge, Node, NodeId, Tree, token_edges};
use crate::board::{Board, Color, Key, Point, PointSet};
use crate::game::{Action, Over, Position, Terms, TokenName};
use crate::rules::Counting;

/// A leaf gets children when it has been visited that often.
const EXPAND_AT: u32 = 2;
/// Even a search that is told to stop at once does that many playouts, if there is time, so that its
/// move is no accident.
const FEWEST_PLAYOUTS: u64 = 200;
/// Up to so many points a board has no opening; on a larger one it lasts until there is a stone to each
/// [`OPENING_SHARE`] points.
const SMALL_BOARD: usize = 16;
const OPENING_SHARE: usize = 3;
/// Share of the margin in a result; the rest is won or lost.
const MARGIN_SHARE: f32 = 0.1;

/// What is asked of a search.
pub(super) struct Question<'a> {
    pub position: &'a Position,
    pub terms: Terms,
    /// Stones judged dead at the root; they are taken off where a line ends and rules allow it.
    pub dead: &'a PointSet,
    /// Whether that judgement is beyond doubt; if not, the mover counts on nothing.
    pub clear: bool,
    /// Dead stones of the proposal that is pending, if one is.
    pub proposed: Option<&'a PointSet>,
    pub mover: Color,
    /// Token moves that the mover may call by name.
    pub kinds: &'a [TokenName],
    /// A move to look at in any case: every eighth playout begins with it.
    pub check: Option<Edge>,
    pub seed: u64,
    pub memory: usize,
    pub playouts: Option<u64>,
    pub deadline: Option<Instant>,
    pub stop: &'a AtomicBool,
}

/// What a search found out about one move.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub edge: Edge,
    pub visits: u32,
    /// Mean result for the mover, 0 to 1.
    pub value: f32,
    /// Mean margin for the mover in half-points.
    pub margin: f32,
}

impl Candidate {
    fn of(node: &Node) -> Option<Candidate> {
        Some(Candidate {
            edge: node.edge?,
            visits: node.own.visits,
            value: node.own.value,
            margin: node.margin,
        })
    }

    /// Most visited first, then best.
    fn by_visits(&self, other: &Candidate) -> std::cmp::Ordering {
        let by_value = other.value.total_cmp(&self.value);
        other.visits.cmp(&self.visits).then(by_value)
    }

    /// Adds what another search found out about the same move.
    fn add(&mut self, other: &Candidate) {
        let visits = self.visits + other.visits;
        if visits > 0 {
            let share = other.visits as f32 / visits as f32;
            self.value += (other.value - self.value) * share;
            self.margin += (other.margin - self.margin) * share;
        }
        self.visits = visits;
    }
}

/// What a search found out.
pub(super) struct Found {
    /// The moves, most visited first.
    pub candidates: Vec<Candidate>,
    pub playouts: u64,
    /// The trees, one for each thread.
    pub trees: Vec<Tree>,
}

/// Searches on several threads, each with a seed and a tree of its own, and puts together what they
/// found. `grown` are trees of the same position to go on with, if there are any.
pub(super) fn search(question: &Question<'_>, threads: usize, grown: Vec<Tree>) -> Found {
    let threads = threads.max(1) as u64;
    let question = &Question {
        playouts: question.playouts.map(|n| n.div_ceil(threads)),
        memory: question.memory / threads as usize,
        ..*question
    };
    let mut grown = grown.into_iter();
    let first = grown.next();
    let results: Vec<(Tree, u64)> = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads)
            .map(|thread| {
                let tree = grown.next();
                let seed = question.seed ^ Key::fact(u32::MAX, thread as u32).low();
                scope.spawn(move || Search::new(&Question { seed, ..*question }, tree).run())
            })
            .collect();
        // A thread that panicked has nothing to say; the others have.
        let others = others.into_iter().filter_map(|thread| thread.join().ok());
        let own = Search::new(question, first).run();
        std::iter::once(own).chain(others).collect()
    });
    let mut candidates: Vec<Candidate> = Vec::new();
    for (tree, _) in &results {
        for candidate in tree
            .child_ids(0)
            .filter_map(|id| Candidate::of(tree.node(id)))
        {
            match candidates.iter_mut().find(|c| c.edge == candidate.edge) {
                Some(known) => known.add(&candidate),
                None => candidates.push(candidate),
            }
        }
    }
    candidates.sort_by(Candidate::by_visits);
    Found {
        candidates,
        playouts: results.iter().map(|(_, playouts)| playouts).sum(),
        trees: results.into_iter().map(|(tree, _)| tree).collect(),
    }
}

/// Whether a token move may be worth a thought: in an opening it never is, and a few unlucky playouts of
/// every other move would bring it up. Small boards have no opening.
fn is_time_for_tokens(position: &Position) -> bool {
    let board = position.board();
    let area = board.size().area();
    let stones = area - board.empties().len();
    area <= SMALL_BOARD || stones * OPENING_SHARE >= area || position.is_after_pass()
}

struct Search<'a> {
    question: &'a Question<'a>,
    root: Position,
    tree: Tree,
    rng: Xoshiro256PlusPlus,
    // Kept between playouts for their memory.
    position: Position,
    board: Board,
    path: Vec<(NodeId, Color)>,
    played: Vec<Option<Color>>,
}

impl<'a> Search<'a> {
    fn new(question: &'a Question<'a>, grown: Option<Tree>) -> Search<'a> {
        let root = question.position.clone();
        let board = root.board().canonical();
        let mut search = Search {
            question,
            position: root.clone(),
            tree: grown.unwrap_or_else(|| Tree::new(question.memory)),
            rng: Xoshiro256PlusPlus::seed_from_u64(question.seed),
            path: Vec::new(),
            played: vec![None; board.size().array_len()],
            board,
            root,
        };
        if search.tree.child_ids(0).is_empty() {
            let edges = search.edges(question.mover, question.kinds);
            search.tree.expand(0, edges);
        }
        search
    }

    /// Searches to the end; the tree and the number of playouts.
    fn run(mut self) -> (Tree, u64) {
        let mut playouts = 0;
        while !self.is_finished(playouts) {
            self.playout();
            playouts += 1;
        }
        (self.tree, playouts)
    }

    fn is_finished(&self, playouts: u64) -> bool {
        if self.question.playouts.is_some_and(|most| playouts >= most) {
            return true;
        }
        // The clock is not looked at after each of the fastest playouts.
        if playouts.is_multiple_of(8) && playouts > 0 {
            let late = |end| Instant::now() >= end;
            return self.question.deadline.is_some_and(late)
                || playouts >= FEWEST_PLAYOUTS && self.question.stop.load(Ordering::Relaxed);
        }
        false
    }

    /// The moves worth a look in the present position: placements that fill no own eye, plain pass,
    /// and tokens by the names given.
    fn edges(&mut self, color: Color, kinds: &[TokenName]) -> Vec<Edge> {
        let position = &self.position;
        let board = position.board();
        // Where spare moves are all that counts, an eye too many is one of them.
        let fill_eyes = position.rules().counting == Counting::Spare;
        let mut edges: Vec<Edge> = position
            .placements(color)
            .into_iter()
            .filter(|&point| fill_eyes || !is_eye(board, color, point))
            .map(|point| Edge {
                action: Action::Place(point),
                named: false,
            })
            .collect();
        edges.shuffle(&mut self.rng);
        if edges.is_empty() || is_time_for_tokens(position) {
            edges.extend(token_edges(position, color, kinds));
        }
        edges
    }

    /// One descent, one playout, one update.
    fn playout(&mut self) {
        self.position.copy_from(&self.root);
        self.path.clear();
        let mut color = self.question.mover;
        let mut ko = None;
        let mut ended = None;
        let mut next = self.checked_child().or_else(|| self.tree.select(0));
        while let Some(child) = next {
            let Some(edge) = self.tree.node(child).edge else {
                break;
            };
            ko = self.position.make(color, edge.action, |_| ());
            self.path.push((child, color));
            color = self.position.to_move();
            ended = self.ending(child);
            if ended.is_some() {
                break;
            }
            let node = self.tree.node(child);
            if node.children == 0 && node.own.visits >= EXPAND_AT {
                let edges = self.edges(color, &[]);
                self.tree.expand(child, edges);
            }
            next = self.tree.select(child);
        }
        self.played.fill(None);
        let margin = match ended {
            Some(margin) => margin,
            None => {
                self.board.copy_from(self.position.board());
                let played = &mut self.played;
                let played_out =
                    play_out(&mut self.board, color, ko, &mut self.rng, |color, point| {
                        played[point.index()].get_or_insert(color);
                    });
                self.position
                    .margin_by_area(&played_out, &self.board, self.question.terms)
            }
        };
        self.update(margin);
    }

    /// The root's child to be looked at in any case, when it is due.
    fn checked_child(&self) -> Option<NodeId> {
        let check = self.question.check?;
        if !self.tree.node(0).own.visits.is_multiple_of(8) {
            return None;
        }
        let mut children = self.tree.child_ids(0);
        children.find(|&child| self.tree.node(child).edge == Some(check))
    }

    /// Black's margin if the game is over in the present position.
    fn ending(&mut self, id: NodeId) -> Option<i32> {
        let over = self.position.state().over?;
        if let Some(margin) = self.tree.node(id).ended {
            return Some(margin);
        }
        // As much as the whole board: more than any count.
        let all = 2 * self.position.board().size().area() as i32;
        let margin = match over {
            Over::Passes => {
                let judged = self.margin_without(&self.still_dead());
                if self.question.clear {
                    judged
                } else {
                    // The opponent may not agree that anything is dead.
                    let none = PointSet::new(self.root.board().size());
                    let sign = self.question.mover.sign();
                    (judged * sign).min(self.margin_without(&none) * sign) * sign
                }
            }
            Over::Draw | Over::Void => 0,
            Over::Resign(loser) | Over::NoMove(loser) => -loser.sign() * all,
        };
        self.tree.node_mut(id).ended = Some(margin);
        Some(margin)
    }

    /// Black's margin in the present position with those stones taken off, as far as rules allow it.
    fn margin_without(&self, judged: &PointSet) -> i32 {
        let dead = self.position.counted_dead(judged, self.question.proposed);
        self.position
            .count(&dead, self.question.terms)
            .margin()
            .halves()
    }

    /// Those of the stones judged dead at the root that have not changed since.
    fn still_dead(&self) -> PointSet {
        let (now, then) = (self.position.board(), self.root.board());
        let still = |&point: &Point| now.get(point) == then.get(point);
        PointSet::of(now.size(), self.question.dead.iter().filter(still))
    }

    /// Enters a margin (Black's, in half-points) into every node on the path.
    fn update(&mut self, margin: i32) {
        let area = self.position.board().size().area() as f32;
        let won = match margin {
            0 => 0.5,
            1.. => 1.0,
            _ => 0.0,
        };
        let by = 0.5 + 0.5 * (margin as f32 / area).clamp(-1.0, 1.0);
        let black = (1.0 - MARGIN_SHARE) * won + MARGIN_SHARE * by;
        let result = |color: Color| match color {
            Color::Black => black,
            Color::White => 1.0 - black,
        };
        let mut parent: NodeId = 0;
        let before = self.question.mover.opponent();
        self.tree.node_mut(0).own.add(result(before));
        // Backwards, so that `played` holds what came after each node, the nearest on top.
        let path = std::mem::take(&mut self.path);
        for (index, &(id, color)) in path.iter().enumerate().rev() {
            let node = self.tree.node_mut(id);
            node.own.add(result(color));
            let for_mover = (margin * color.sign()) as f32;
            node.margin += (for_mover - node.margin) / node.own.visits as f32;
            if let Some(point) = node.edge.and_then(Edge::point) {
                self.played[point.index()] = Some(color);
            }
            parent = if index == 0 { 0 } else { path[index - 1].0 };
            self.tree
                .update_amaf(parent, color, result(color), &self.played);
        }
        debug_assert_eq!(parent, 0);
        self.path = path;
    }
}
