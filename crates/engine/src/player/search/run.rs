//! The loop of a tree search: requests, results, threads, limits and reports.
//!
//! A [`Worker`] makes the visits; each [`Kind`] of search has its own.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use halfpoint_core::board::{Color, Point, PointSet, Size, ZobristKey};
use halfpoint_core::game::{PlayedMove, Position, Terms, TokenKind};

use super::decision::SearchFigures;
use super::owners::{Owned, OwnershipDetail, PointOwner};
use super::tree::Edge;
use crate::nn::History;
use crate::nn::Net;
use crate::parallel;

/// Maximum number of playouts of any search, whatever clocks and settings allow. The counts of
/// visits would overflow beyond it.
pub(super) const MAX_PLAYOUTS: u64 = 1 << 30;

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
    /// Moves that the search does not make at the root.
    pub banned: &'a [PlayedMove],
    /// Whether to make all playouts, even if no other move can become the most visited one. Where
    /// their number has no bound either, a search by a net examines every token move.
    pub whole: bool,
    /// A move to examine in any case: every eighth playout begins with it.
    pub check: Option<Edge>,
    /// Temperature at which placements are drawn from the policy of the net; 0 to take the most
    /// likely ones. Above 0 the search examines no token for its name alone.
    pub temperature: f32,
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
    /// Net that evaluates the leaves, and the past of the position; `None` for playouts.
    pub net: Option<(&'a Net, History)>,
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
    /// The move and those that are expected to follow it, each with the visits of the position
    /// after it; empty if it was not visited.
    pub line: Vec<(PlayedMove, u32)>,
    /// Further figures.
    pub figures: SearchFigures,
    /// Owners of the points after the move, if they were asked for.
    pub ownership: Vec<PointOwner>,
}

impl RootMove {
    /// Orders moves by visits, then by value, in descending order.
    pub fn by_visits(&self, other: &RootMove) -> std::cmp::Ordering {
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
    /// Owners of the points for the mover; empty if they were not asked for.
    pub ownership: Vec<PointOwner>,
}

impl SearchResult {
    /// Returns the result for a move, independent of the name by which it is called.
    pub fn of(&self, action: PlayedMove) -> Option<&RootMove> {
        let mut candidates = self.candidates.iter();
        candidates.find(|candidate| candidate.edge.action == action)
    }
}

/// Listener to a search, in the terms of the search. See [`SearchObserver`](super::SearchObserver).
pub(super) struct Listener<'a> {
    /// Time between two reports.
    pub every: Duration,
    /// Positions whose ownership is collected.
    pub ownership: OwnershipDetail,
    /// Called with each report.
    pub report: &'a mut dyn FnMut(&SearchResult),
    /// Returns whether the search should end.
    pub is_over: &'a dyn Fn() -> bool,
}

/// Statistics of a search tree that its loop and its result need.
pub(super) trait Statistics {
    /// Returns the moves at the root, the one to choose first.
    fn candidates(&self) -> Vec<RootMove>;

    /// Returns the visits of the root's most and second most visited moves.
    fn most_visits(&self) -> [u32; 2];

    /// Returns the visits of all moves at the root.
    fn visits(&self) -> u64;
}

/// Kind of tree search: its tree, its threads and its pace.
pub(super) trait Kind: Sync {
    /// Tree that the threads share.
    type Tree: Statistics + Send;
    /// One thread of the search.
    type Worker<'s>: Worker + Send
    where
        Self: 's;

    /// Minimum number of visits if time allows, even for a search that is stopped at once, so that
    /// its move is not accidental.
    const MIN_VISITS: u64;
    /// Visits between two looks at the clock.
    const CLOCK_EVERY: u64;
    /// Visits between two checks whether the search is decided.
    const DECIDED_EVERY: u64;

    /// Creates a thread with a seed of its random generator.
    fn worker<'s>(&'s self, shared: &'s Shared<Self::Tree>, seed: u64) -> Self::Worker<'s>;
}

/// One thread of a search.
pub(super) trait Worker {
    /// Gives the root its moves. A root that has some already gets those tokens that may be named
    /// now.
    fn expand_root(&mut self);

    /// Makes one descent in the tree, one evaluation and one update.
    fn visit(&mut self);
}

/// State shared by the threads of a search. The lock of the tree is held for a step down the tree
/// or an update, never for an evaluation.
pub(super) struct Shared<T> {
    tree: Mutex<T>,
    visits: AtomicU64,
    /// Set when one thread finds that the search is over.
    finished: AtomicBool,
    /// Owners of the points, if they were asked for.
    owned: Option<Mutex<Owned>>,
    started: Instant,
}

impl<T: Statistics> Shared<T> {
    /// Creates the state of a search that grows `tree`.
    pub fn new(tree: T, size: Size, ownership: OwnershipDetail) -> Shared<T> {
        Shared {
            tree: Mutex::new(tree),
            visits: AtomicU64::new(0),
            finished: AtomicBool::new(false),
            owned: Owned::new(size, ownership).map(Mutex::new),
            started: Instant::now(),
        }
    }

    /// Returns the result so far.
    fn found(&self, request: &SearchRequest<'_>) -> SearchResult {
        let mut found = SearchResult {
            candidates: self.tree().candidates(),
            playouts: self.visits.load(Ordering::Relaxed),
            ownership: Vec::new(),
        };
        if let Some(owned) = self.owned() {
            found.ownership = owned.of_position(request.mover);
            for one in &mut found.candidates {
                one.ownership = owned.after(one.edge.action, request.mover);
            }
        }
        found
    }

    /// Locks the tree. A poisoned lock is ignored: a thread that panicked can have left no more
    /// than a few numbers of the tree half changed.
    pub fn tree(&self) -> MutexGuard<'_, T> {
        self.tree.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Locks the owners of the points; `None` if they were not asked for.
    pub fn owned(&self) -> Option<MutexGuard<'_, Owned>> {
        let owned = self.owned.as_ref()?;
        Some(owned.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Makes visits until the search is over.
    fn run<K: Kind>(&self, request: &SearchRequest<'_>, worker: &mut impl Worker) {
        while !self.is_finished::<K>(request) {
            worker.visit();
        }
        self.finished.store(true, Ordering::Relaxed);
    }

    /// Returns whether the search is over. If it is not, counts one more visit.
    fn is_finished<K: Kind>(&self, request: &SearchRequest<'_>) -> bool {
        if self.finished.load(Ordering::Relaxed) {
            return true;
        }
        let visits = self.visits.fetch_add(1, Ordering::Relaxed);
        let is_over = request.playouts.is_some_and(|max| visits >= max)
            || visits.is_multiple_of(K::DECIDED_EVERY) && self.is_decided::<K>(request, visits)
            // Reading the clock after each of the fastest visits would slow them down.
            || visits.is_multiple_of(K::CLOCK_EVERY) && visits > 0 && {
                let late = |end| Instant::now() >= end;
                request.deadline.is_some_and(late)
                    || visits >= K::MIN_VISITS && request.stop.load(Ordering::Relaxed)
            };
        if is_over {
            self.visits.fetch_sub(1, Ordering::Relaxed);
        }
        is_over
    }

    /// Returns whether no other move can reach the visits of the first in the visits that are left.
    fn is_decided<K: Kind>(&self, request: &SearchRequest<'_>, visits: u64) -> bool {
        if visits < K::MIN_VISITS || request.whole || request.check.is_some() {
            return false;
        }
        let by_number = request.playouts.map(|max| max - visits);
        let by_time = request.deadline.map(|end| {
            let left = end.saturating_duration_since(Instant::now());
            let share = left.as_secs_f64() / self.started.elapsed().as_secs_f64();
            (share * visits as f64) as u64
        });
        let Some(left) = by_number.into_iter().chain(by_time).min() else {
            return false;
        };
        let [first, second] = self.tree().most_visits();
        u64::from(first - second) > left
    }
}

/// Time until the first report.
const FIRST_REPORT: Duration = Duration::from_millis(30);
/// Interval at which the reporting thread checks whether the search has ended.
const WAIT: Duration = Duration::from_millis(2);

/// Reports a search at intervals.
struct Reporter<'a, 'w, T> {
    request: &'a SearchRequest<'a>,
    shared: &'a Shared<T>,
    listener: Listener<'w>,
    due: Instant,
}

impl<'a, 'w, T: Statistics> Reporter<'a, 'w, T> {
    fn new(
        request: &'a SearchRequest<'a>,
        shared: &'a Shared<T>,
        listener: Listener<'w>,
    ) -> Reporter<'a, 'w, T> {
        let due = Instant::now() + FIRST_REPORT.min(listener.every);
        Reporter {
            request,
            shared,
            listener,
            due,
        }
    }

    /// Reports if that is due, and ends a search that is no longer wanted. Returns whether the
    /// search is over. The final report is made by [`search_as`] when all threads have stopped.
    fn look<K: Kind>(&mut self) -> bool {
        let shared = self.shared;
        let visits = shared.visits.load(Ordering::Relaxed);
        if visits >= K::MIN_VISITS && (self.listener.is_over)() {
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
    fn watch<K: Kind>(&mut self) {
        while !self.look::<K>() {
            std::thread::sleep(WAIT);
        }
    }

    /// Makes visits until the search is over, and reports in between. Used where no other thread is
    /// left to report.
    fn run<K: Kind>(&mut self, worker: &mut impl Worker) {
        while !self.look::<K>() {
            if self.shared.is_finished::<K>(self.request) {
                self.shared.finished.store(true, Ordering::Relaxed);
            } else {
                worker.visit();
            }
        }
    }
}

/// Searches in `tree` by a kind of search.
pub(super) fn search_as<K: Kind>(
    kind: &K,
    request: &SearchRequest<'_>,
    threads: usize,
    tree: K::Tree,
    listener: Option<Listener<'_>>,
) -> (SearchResult, K::Tree) {
    let size = request.position.board().size();
    let ownership = listener.as_ref().map(|listener| listener.ownership);
    let ownership = ownership.unwrap_or_default();
    let shared = Shared::new(tree, size, ownership);
    let mut own = kind.worker(&shared, request.seed);
    own.expand_root();
    let own = Mutex::new(own);
    let mut reporter = listener.map(|listener| Reporter::new(request, &shared, listener));
    std::thread::scope(|scope| {
        let shared = &shared;
        let own = || own.lock().unwrap_or_else(PoisonError::into_inner);
        // With a listener, this thread only reports, and another one searches.
        let watches = reporter.is_some()
            && parallel::begin(scope, move || shared.run::<K>(request, &mut *own()));
        // If the system gives no further threads, the search runs on fewer.
        let _ = (1..threads).all(|thread| {
            let seed = request.seed ^ ZobristKey::feature(u32::MAX, thread as u32).low();
            parallel::begin(scope, move || {
                shared.run::<K>(request, &mut kind.worker(shared, seed));
            })
        });
        match &mut reporter {
            None => shared.run::<K>(request, &mut *own()),
            Some(reporter) if watches => reporter.watch::<K>(),
            Some(reporter) => reporter.run::<K>(&mut *own()),
        }
    });
    drop(own);
    let found = shared.found(request);
    if let Some(reporter) = reporter {
        (reporter.listener.report)(&found);
    }
    let tree = shared.tree.into_inner();
    (found, tree.unwrap_or_else(PoisonError::into_inner))
}
