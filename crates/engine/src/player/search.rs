//! UCT: a tree search that expands the most promising moves and evaluates its leaves by playouts.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use halfpoint_core::board::{Color, Point, PointSet, Size, ZobristKey};
use halfpoint_core::game::{GameEnd, PlayedMove, Position, Terms, TokenKind};
use halfpoint_core::rules::ScoringRule;

use super::eye::placements_but_eyes;
use super::outcome::Outcomes;
use super::playouts::{Playouts, Prior};
use super::tree::{Edge, NodeId, Tree, token_edges};
use crate::parallel;

/// Maximum number of playouts of any search, whatever clocks and settings allow. The counts of
/// visits would overflow beyond it.
pub(super) const MAX_PLAYOUTS: u64 = 1 << 30;

/// Number of visits from which on a leaf gets children.
const EXPAND_AT: u32 = 2;
/// Minimum number of playouts if time allows, even for a search that is stopped at once, so that
/// its move is not accidental.
const MIN_PLAYOUTS: u64 = 200;
/// Maximum number of points of a board without an opening. On a larger board the opening lasts
/// until there is a stone to each [`OPENING_SHARE`] points.
const SMALL_BOARD: usize = 16;
/// Number of points of the board for each stone at which the opening of a larger board ends.
const OPENING_SHARE: usize = 3;

/// Request to a search: a position, its judgement, and limits.
pub(super) struct SearchRequest<'a> {
    /// Position at the root.
    pub position: &'a Position,
    /// Komi and handicap, which the count of a finished game needs.
    pub terms: Terms,
    /// Stones judged dead at the root. They are removed where a line ends and the rules allow it.
    pub dead: &'a PointSet,
    /// Whether that judgement is beyond doubt. If not, the search assumes the worse of both results
    /// for the mover: with the dead stones removed, and with none removed.
    pub clear: bool,
    /// Stones in seki at the root, where that counts.
    pub seki: &'a PointSet,
    /// Dead stones of the pending proposal, if there is one.
    pub proposed: Option<&'a PointSet>,
    /// Player whose move is searched for; not necessarily the side to move.
    pub mover: Color,
    /// Point of the opponent's last move, and of the mover's move before that, if those were
    /// placements.
    pub last: [Option<Point>; 2],
    /// Token moves that the mover may name.
    pub allowed_tokens: &'a [TokenKind],
    /// A move to examine in any case: every eighth playout begins with it.
    pub check: Option<Edge>,
    /// Share (0 to 1) of the placements that the mover sees.
    pub sees: f64,
    /// Seed of the random generator of the first thread.
    pub seed: u64,
    /// Bound on the memory of the tree, in bytes.
    pub memory: usize,
    /// Maximum number of playouts; `None` for no bound.
    pub playouts: Option<u64>,
    /// Time at which the search ends; `None` for no bound.
    pub deadline: Option<Instant>,
    /// Ends the search early when it becomes true.
    pub stop: &'a AtomicBool,
}

/// Result of a search for one move at the root.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    /// The move.
    pub edge: Edge,
    /// Playouts that began with it, those of earlier searches included.
    pub visits: u32,
    /// Mean result for the mover, 0 to 1, by which moves are compared.
    pub value: f32,
    /// Mean result for the mover with draws as half a win: its expected winning chance.
    pub win_rate: f32,
    /// Mean margin for the mover, in half-points.
    pub margin: f32,
    /// The move and those that are expected to follow it; empty if it was not visited.
    pub line: Vec<PlayedMove>,
}

impl RootMove {
    fn of(id: NodeId, tree: &Tree) -> Option<RootMove> {
        let node = tree.node(id);
        let line = match node.own.visits {
            0 => Vec::new(),
            _ => tree.line_from(id),
        };
        Some(RootMove {
            edge: node.edge?,
            visits: node.own.visits,
            value: node.own.value,
            win_rate: node.own.value - node.beyond_half,
            margin: node.margin,
            line,
        })
    }

    /// Orders moves by visits, then by value, in descending order.
    fn by_visits(&self, other: &RootMove) -> std::cmp::Ordering {
        let by_value = other.value.total_cmp(&self.value);
        other.visits.cmp(&self.visits).then(by_value)
    }
}

/// Result of a search, final or so far.
pub(super) struct SearchResult {
    /// The moves, most visited first.
    pub candidates: Vec<RootMove>,
    /// Playouts of this search alone.
    pub playouts: u64,
    /// For each point its owner at the ends of playouts, from −1 (the opponent) to 1 (the mover);
    /// empty if it was not asked for.
    pub ownership: Vec<(Point, f32)>,
}

impl SearchResult {
    /// Returns the result for a move, independent of the name by which it is called.
    pub fn of(&self, action: PlayedMove) -> Option<&RootMove> {
        let mut candidates = self.candidates.iter();
        candidates.find(|candidate| candidate.edge.action == action)
    }
}

/// Returns the moves at the root of a tree, most visited first.
fn candidates(tree: &Tree) -> Vec<RootMove> {
    let children = tree.child_ids(0);
    let mut candidates: Vec<RootMove> = children.filter_map(|id| RootMove::of(id, tree)).collect();
    candidates.sort_by(RootMove::by_visits);
    candidates
}

/// Listener to a search, in the terms of the search. See [`SearchObserver`](super::SearchObserver).
pub(super) struct Listener<'a> {
    /// Time between two reports.
    pub every: Duration,
    /// Whether to collect the ownership of the points.
    pub ownership: bool,
    /// Called with each report.
    pub report: &'a mut dyn FnMut(&SearchResult),
    /// Returns whether the search should end.
    pub is_over: &'a dyn Fn() -> bool,
}

/// State shared by the threads of a search. The lock of the tree is held for a step down the tree
/// or an update, never for a playout.
struct Shared {
    tree: Mutex<Tree>,
    playouts: AtomicU64,
    /// Set when one thread finds that the search is over.
    finished: AtomicBool,
    /// Owners of the points at the ends of playouts, if they were asked for.
    owned: Option<Mutex<Owned>>,
    started: Instant,
}

/// Number of playouts in which each point was Black's less those in which it was White's, by index.
struct Owned {
    playouts: u32,
    balance: Vec<i32>,
}

impl Owned {
    fn of(size: Size) -> Owned {
        Owned {
            playouts: 0,
            balance: vec![0; size.array_len()],
        }
    }

    /// Adds the end of a playout.
    fn add(&mut self, size: Size, playouts: &Playouts) {
        self.playouts += 1;
        for point in size.points() {
            self.balance[point.index()] += playouts.owner(point).map_or(0, Color::sign);
        }
    }

    /// Returns the ownership of each point for `color`, from −1 to 1.
    fn by_point(&self, size: Size, color: Color) -> Vec<(Point, f32)> {
        let playouts = self.playouts.max(1) as f32;
        let share = |point: Point| (self.balance[point.index()] * color.sign()) as f32 / playouts;
        size.points().map(|point| (point, share(point))).collect()
    }
}

impl Shared {
    /// Returns the result so far.
    fn found(&self, request: &SearchRequest<'_>) -> SearchResult {
        let size = request.position.board().size();
        let by_point = |owned: &Mutex<Owned>| {
            let owned = owned.lock().unwrap_or_else(PoisonError::into_inner);
            owned.by_point(size, request.mover)
        };
        SearchResult {
            candidates: candidates(&self.tree()),
            playouts: self.playouts.load(Ordering::Relaxed),
            ownership: self.owned.as_ref().map(by_point).unwrap_or_default(),
        }
    }

    /// Locks the tree. A poisoned lock is ignored: a thread that panicked can have left no more
    /// than a few numbers of the tree half changed.
    fn tree(&self) -> MutexGuard<'_, Tree> {
        self.tree.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Time until the first report.
const FIRST_REPORT: Duration = Duration::from_millis(30);
/// Interval at which the reporting thread checks whether the search has ended.
const WAIT: Duration = Duration::from_millis(2);

/// Reports a search at intervals.
struct Reporter<'a, 'w> {
    request: &'a SearchRequest<'a>,
    shared: &'a Shared,
    listener: Listener<'w>,
    due: Instant,
}

impl<'a, 'w> Reporter<'a, 'w> {
    fn new(
        request: &'a SearchRequest<'a>,
        shared: &'a Shared,
        listener: Listener<'w>,
    ) -> Reporter<'a, 'w> {
        let due = Instant::now() + FIRST_REPORT.min(listener.every);
        Reporter {
            request,
            shared,
            listener,
            due,
        }
    }

    /// Reports if that is due, and ends a search that is no longer wanted. Returns whether the
    /// search is over. The final report is made by [`search`] when all threads have stopped.
    fn look(&mut self) -> bool {
        let shared = self.shared;
        let playouts = shared.playouts.load(Ordering::Relaxed);
        if playouts >= MIN_PLAYOUTS && (self.listener.is_over)() {
            shared.finished.store(true, Ordering::Relaxed);
        }
        let finished = shared.finished.load(Ordering::Relaxed);
        if !finished && Instant::now() >= self.due {
            (self.listener.report)(&shared.found(self.request));
            self.due = Instant::now() + self.listener.every;
        }
        finished
    }

    /// Reports a search on other threads until it is over.
    fn watch(&mut self) {
        while !self.look() {
            std::thread::sleep(WAIT);
        }
    }
}

/// Searches on several threads, each with its own seed, in one tree. `reused` is a tree of the same
/// position from which to continue, if there is one. The final result is reported, too.
pub(super) fn search(
    request: &SearchRequest<'_>,
    threads: usize,
    reused: Option<Tree>,
    listener: Option<Listener<'_>>,
) -> (SearchResult, Tree) {
    let shared = Shared {
        tree: Mutex::new(reused.unwrap_or_else(|| Tree::new(request.memory))),
        playouts: AtomicU64::new(0),
        finished: AtomicBool::new(false),
        owned: listener
            .as_ref()
            .filter(|listener| listener.ownership)
            .map(|_| Mutex::new(Owned::of(request.position.board().size()))),
        started: Instant::now(),
    };
    let mut own = Search::new(request, &shared, request.seed);
    own.expand_root();
    let own = Mutex::new(own);
    let mut reporter = listener.map(|listener| Reporter::new(request, &shared, listener));
    std::thread::scope(|scope| {
        let shared = &shared;
        let own = || own.lock().unwrap_or_else(PoisonError::into_inner);
        // With a listener, this thread only reports, and another one searches.
        let watches = reporter.is_some() && parallel::begin(scope, move || own().run());
        // If the system gives no further threads, the search runs on fewer.
        let _ = (1..threads).all(|thread| {
            let seed = request.seed ^ ZobristKey::feature(u32::MAX, thread as u32).low();
            parallel::begin(scope, move || Search::new(request, shared, seed).run())
        });
        match &mut reporter {
            None => own().run(),
            Some(reporter) if watches => reporter.watch(),
            Some(reporter) => own().run_and_report(reporter),
        }
    });
    let found = shared.found(request);
    if let Some(reporter) = reporter {
        (reporter.listener.report)(&found);
    }
    let tree = shared.tree.into_inner();
    (found, tree.unwrap_or_else(PoisonError::into_inner))
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

/// One thread of a search.
struct Search<'a> {
    request: &'a SearchRequest<'a>,
    shared: &'a Shared,
    rng: Xoshiro256PlusPlus,
    outcomes: Outcomes,
    // Reused from playout to playout to save allocations.
    position: Position,
    playouts: Playouts,
    path: Vec<(NodeId, Color)>,
    played: Vec<Option<Color>>,
}

impl<'a> Search<'a> {
    fn new(request: &'a SearchRequest<'a>, shared: &'a Shared, seed: u64) -> Search<'a> {
        let board = request.position.board();
        Search {
            request,
            shared,
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            outcomes: Outcomes::new(),
            position: request.position.clone(),
            playouts: Playouts::new(board),
            path: Vec::new(),
            played: vec![None; board.size().array_len()],
        }
    }

    /// Gives the root its children. A root that has children already gets those tokens that may be
    /// named now.
    fn expand_root(&mut self) {
        let (mover, allowed_tokens) = (self.request.mover, self.request.allowed_tokens);
        if self.shared.tree().child_ids(0).is_empty() {
            self.playouts.rewind(self.request.last);
            let mut edges = self.edges(mover, allowed_tokens);
            self.overlook(&mut edges);
            self.shared.tree().expand(0, edges);
        } else if !allowed_tokens.is_empty() {
            let tokens = token_edges(self.request.position, mover, allowed_tokens);
            let tokens = tokens.into_iter().map(|edge| (edge, Prior::default()));
            self.shared.tree().add_to_root(tokens.collect());
        }
    }

    /// Removes the placements that the mover does not see. At least one is always seen.
    fn overlook(&mut self, edges: &mut Vec<(Edge, Prior)>) {
        let sees = self.request.sees;
        if sees >= 1.0 {
            return;
        }
        // The order of the placements is random, so keeping the first is fair.
        let mut is_first = true;
        edges.retain(|(edge, _)| {
            std::mem::take(&mut is_first) || edge.point().is_none() || self.rng.random_bool(sees)
        });
    }

    /// Runs playouts until the search is over.
    fn run(&mut self) {
        while !self.is_finished() {
            self.playout();
        }
        self.shared.finished.store(true, Ordering::Relaxed);
    }

    /// Runs playouts until the search is over, and reports in between. Used where no other thread
    /// is left to report.
    fn run_and_report(&mut self, reporter: &mut Reporter<'_, '_>) {
        while !reporter.look() {
            if self.is_finished() {
                self.shared.finished.store(true, Ordering::Relaxed);
            } else {
                self.playout();
            }
        }
    }

    /// Returns whether the search is over. If it is not, counts one more playout.
    fn is_finished(&self) -> bool {
        let request = self.request;
        if self.shared.finished.load(Ordering::Relaxed) {
            return true;
        }
        let playouts = self.shared.playouts.fetch_add(1, Ordering::Relaxed);
        let is_over = request.playouts.is_some_and(|max| playouts >= max)
            || playouts.is_multiple_of(64) && self.is_decided(playouts)
            // Reading the clock after each of the fastest playouts would slow them down.
            || playouts.is_multiple_of(8) && playouts > 0 && {
                let late = |end| Instant::now() >= end;
                request.deadline.is_some_and(late)
                    || playouts >= MIN_PLAYOUTS && request.stop.load(Ordering::Relaxed)
            };
        if is_over {
            self.shared.playouts.fetch_sub(1, Ordering::Relaxed);
        }
        is_over
    }

    /// Returns whether no other move can reach the visits of the first in the playouts that are
    /// left.
    fn is_decided(&self, playouts: u64) -> bool {
        if playouts < MIN_PLAYOUTS || self.request.check.is_some() {
            return false;
        }
        let by_number = self.request.playouts.map(|max| max - playouts);
        let by_time = self.request.deadline.map(|end| {
            let left = end.saturating_duration_since(Instant::now());
            let share = left.as_secs_f64() / self.shared.started.elapsed().as_secs_f64();
            (share * playouts as f64) as u64
        });
        let Some(left) = by_number.into_iter().chain(by_time).min() else {
            return false;
        };
        let tree = self.shared.tree();
        let (mut first, mut second) = (0, 0);
        for id in tree.child_ids(0) {
            let visits = tree.node(id).own.visits;
            if visits > first {
                (first, second) = (visits, first);
            } else {
                second = second.max(visits);
            }
        }
        u64::from(first - second) > left
    }

    /// Returns the moves to consider in the current position: placements that fill no own eye, the
    /// plain pass, and those of `allowed_tokens` that are possible.
    fn edges(&mut self, color: Color, allowed_tokens: &[TokenKind]) -> Vec<(Edge, Prior)> {
        let position = &self.position;
        // Where spare moves decide, filling a surplus eye is one of them.
        let mut points = match position.rules().scoring {
            ScoringRule::Spare => position.placements(color),
            _ => placements_but_eyes(position, color),
        };
        points.shuffle(&mut self.rng);
        let priors = self.playouts.priors(color, &points);
        let place = |point| Edge {
            action: PlayedMove::Place(point),
            named: false,
        };
        let mut edges: Vec<(Edge, Prior)> = points.into_iter().map(place).zip(priors).collect();
        if edges.is_empty() || is_time_for_tokens(position) {
            let tokens = token_edges(position, color, allowed_tokens);
            edges.extend(tokens.into_iter().map(|edge| (edge, Prior::default())));
        }
        edges
    }

    /// Makes one descent in the tree, one playout and one update.
    fn playout(&mut self) {
        self.position.copy_from(self.request.position);
        self.path.clear();
        let mut color = self.request.mover;
        self.playouts.rewind(self.request.last);
        let mut ended = None;
        let check = self.request.check;
        let mut next = self.shared.tree().descend(0, check);
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
            if node.children == 0 && node.own.visits >= EXPAND_AT {
                drop(tree);
                let edges = self.edges(color, &[]);
                tree = self.shared.tree();
                tree.expand(child, edges);
            }
            next = tree.descend(child, None);
        }
        self.played.fill(None);
        let margin = match ended {
            Some(margin) => margin,
            None => {
                let area = self.playouts.run(color, &mut self.rng);
                if let Some(owned) = &self.shared.owned {
                    let mut owned = owned.lock().unwrap_or_else(PoisonError::into_inner);
                    owned.add(self.position.board().size(), &self.playouts);
                }
                for &(color, point) in self.playouts.moves() {
                    self.played[point as usize].get_or_insert(color);
                }
                let terms = self.request.terms;
                self.playouts.margin(&self.position, area, terms)
            }
        };
        self.update(margin);
    }

    /// Returns Black's margin, in half-points, if the game is over in the current position.
    fn ending(&mut self, id: NodeId) -> Option<i32> {
        let over = self.position.state().over?;
        if let Some(margin) = self.shared.tree().node(id).ended {
            return Some(margin);
        }
        // The margin of the whole board, which no count exceeds.
        let all = 2 * self.position.board().size().area() as i32;
        let margin = match over {
            GameEnd::Passes => {
                let judged = self.margin_without(&self.still_dead());
                if self.request.clear {
                    judged
                } else {
                    // The opponent may not agree that any stone is dead.
                    let none = PointSet::new(self.request.position.board().size());
                    let sign = self.request.mover.sign();
                    (judged * sign).min(self.margin_without(&none) * sign) * sign
                }
            }
            GameEnd::Draw | GameEnd::Void => 0,
            GameEnd::Resign(loser) | GameEnd::NoMove(loser) => -loser.sign() * all,
        };
        self.shared.tree().node_mut(id).ended = Some(margin);
        Some(margin)
    }

    /// Returns Black's margin in the current position, in half-points, with the `judged` stones
    /// removed as far as the rules allow it.
    fn margin_without(&self, judged: &PointSet) -> i32 {
        let dead = self.position.counted_dead(judged, self.request.proposed);
        self.position
            .count_knowing(self.request.seki, &dead, self.request.terms)
            .margin()
            .halves()
    }

    /// Returns those of the stones judged dead at the root that have not changed since.
    fn still_dead(&self) -> PointSet {
        let (now, then) = (self.position.board(), self.request.position.board());
        let still = |&point: &Point| now.get(point) == then.get(point);
        PointSet::of(now.size(), self.request.dead.iter().filter(still))
    }

    /// Enters a margin (Black's, in half-points) into every node on the path.
    fn update(&mut self, margin: i32) {
        let area = self.position.board().size().area();
        let black = self.outcomes.add(margin, area);
        let worth = |color: Color| match color {
            Color::Black => black,
            Color::White => black.to_white(),
        };
        let mut tree = self.shared.tree();
        let before = self.request.mover.opponent();
        tree.node_mut(0).add(worth(before), margin * before.sign());
        // Going backwards, `played` holds the moves after each node, the earliest of each point.
        for (index, &(id, color)) in self.path.iter().enumerate().rev() {
            let node = tree.node_mut(id);
            node.in_flight -= 1;
            node.add(worth(color), margin * color.sign());
            if let Some(point) = node.edge.and_then(Edge::point) {
                self.played[point.index()] = Some(color);
            }
            let parent = if index == 0 {
                0
            } else {
                self.path[index - 1].0
            };
            tree.update_amaf(parent, color, worth(color).value, &self.played);
        }
    }
}
