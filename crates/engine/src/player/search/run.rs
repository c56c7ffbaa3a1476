//! The loop of a tree search: threads, limits and reports.
//!
//! A [`Worker`] makes the visits; each [`SearchKind`] has its own.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use halfpoint_core::board::{Size, ZobristKey};

use super::request::SearchRequest;
use super::result::{RootMove, SearchResult};
use crate::player::words::{Owned, OwnershipDetail};
use halfpoint_system::parallel;

/// Listener to a search, in the terms of the search. See
/// [`SearchObserver`](crate::player::SearchObserver).
pub struct Listener<'a> {
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
pub trait Statistics {
    /// Returns the moves at the root, the one to choose first.
    fn candidates(&self) -> Vec<RootMove>;

    /// Returns the visits of the root's most and second most visited moves.
    fn most_visits(&self) -> [u32; 2];

    /// Returns the visits of all moves at the root.
    fn visits(&self) -> u64;
}

/// Kind of tree search: its tree, its threads and its pace.
pub trait SearchKind: Sync {
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
    fn worker<'s>(&'s self, shared: &'s SharedSearch<Self::Tree>, seed: u64) -> Self::Worker<'s>;
}

/// One thread of a search.
pub trait Worker {
    /// Gives the root its moves. A root that has some already gets those tokens that may be named
    /// now.
    fn expand_root(&mut self);

    /// Makes one descent in the tree, one evaluation and one update.
    fn visit(&mut self);
}

/// State shared by the threads of a search. The lock of the tree is held for a step down the tree
/// or an update, never for an evaluation.
pub struct SharedSearch<T> {
    tree: Mutex<T>,
    visits: AtomicU64,
    /// Set when one thread finds that the search is over.
    finished: AtomicBool,
    /// Owners of the points, if they were asked for.
    owned: Option<Mutex<Owned>>,
    started: Instant,
}

impl<T: Statistics> SharedSearch<T> {
    /// Creates the state of a search that grows `tree`.
    pub fn new(tree: T, size: Size, ownership: OwnershipDetail) -> SharedSearch<T> {
        SharedSearch {
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
    fn run<K: SearchKind>(&self, request: &SearchRequest<'_>, worker: &mut impl Worker) {
        while !self.is_finished::<K>(request) {
            worker.visit();
        }
        self.finished.store(true, Ordering::Relaxed);
    }

    /// Returns whether the search is over. If it is not, counts one more visit.
    fn is_finished<K: SearchKind>(&self, request: &SearchRequest<'_>) -> bool {
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
    fn is_decided<K: SearchKind>(&self, request: &SearchRequest<'_>, visits: u64) -> bool {
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
    shared: &'a SharedSearch<T>,
    listener: Listener<'w>,
    due: Instant,
}

impl<'a, 'w, T: Statistics> Reporter<'a, 'w, T> {
    fn new(
        request: &'a SearchRequest<'a>,
        shared: &'a SharedSearch<T>,
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
    fn look<K: SearchKind>(&mut self) -> bool {
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
    fn watch<K: SearchKind>(&mut self) {
        while !self.look::<K>() {
            std::thread::sleep(WAIT);
        }
    }

    /// Makes visits until the search is over, and reports in between. Used where no other thread is
    /// left to report.
    fn run<K: SearchKind>(&mut self, worker: &mut impl Worker) {
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
pub fn search_as<K: SearchKind>(
    kind: &K,
    request: &SearchRequest<'_>,
    threads: usize,
    tree: K::Tree,
    listener: Option<Listener<'_>>,
) -> (SearchResult, K::Tree) {
    let size = request.position.board().size();
    let ownership = listener.as_ref().map(|listener| listener.ownership);
    let ownership = ownership.unwrap_or_default();
    let shared = SharedSearch::new(tree, size, ownership);
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
