//! The loop of a tree search: threads, limits and reports.
//!
//! A [`Worker`] makes the visits; each [`SearchKind`] has its own.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use log::debug;

use halfpoint_core::board::{Size, ZobristKey};

use super::request::{MAX_PLAYOUTS, SearchRequest};
use super::result::{RootMove, SearchResult};
use crate::player::words::{Owned, OwnershipDetail};
use halfpoint_system::parallel::{self, lock};

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

    /// Returns the visits by which the move to choose now is ahead of every other one; 0 if it is
    /// not the most visited one.
    fn lead(&self) -> u32;

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

    /// Makes one descent in the tree, one evaluation and one update. Returns false, with the tree
    /// as it was, if there is no memory for it.
    fn visit(&mut self) -> bool;
}

/// State shared by the threads of a search. The lock of the tree is held for a step down the tree
/// or an update, never for an evaluation.
pub struct SharedSearch<T> {
    tree: Mutex<T>,
    visits: AtomicU64,
    /// Set when one thread finds that the search is over.
    end: OnceLock<SearchEnd>,
    /// Owners of the points, if they were asked for.
    owned: Option<Mutex<Owned>>,
}

/// Reason for which a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SearchEnd {
    /// All visits that were asked for have been made.
    Visits,
    /// No other move could become the most visited one.
    Decided,
    /// Another visit would have ended after the deadline.
    Deadline,
    /// The search was no longer wanted.
    Stopped,
    /// The tree has no memory for another visit.
    Full,
}

impl SearchEnd {
    /// Returns the reason in words.
    fn text(self) -> &'static str {
        match self {
            SearchEnd::Visits => "all visits made",
            SearchEnd::Decided => "decided early",
            SearchEnd::Deadline => "out of time",
            SearchEnd::Stopped => "stopped",
            SearchEnd::Full => "no memory for another visit",
        }
    }
}

/// Factor by which the visits that are left may be made faster than those before. In nine of ten
/// searches that looked decided, on 9×9 with the net of the program, it was at most 1.27 (0.5 s for
/// a move) and 1.16 (0.1 s): more and more visits meet positions that are known.
const FASTER: f64 = 1.25;
/// Time that a search must have taken, as a share of the time left, before the number of visits
/// left is estimated from its pace. The first visits are slower.
const PACE_KNOWN_AFTER: f64 = 0.05;

/// Time that one thread takes for its visits.
struct Pace {
    begun: Instant,
    visits: u32,
}

impl Pace {
    fn new() -> Pace {
        Pace {
            begun: Instant::now(),
            visits: 0,
        }
    }

    /// Returns the mean time of a visit until `now`; zero before the first one.
    fn visit(&self, now: Instant) -> Duration {
        let time = now.saturating_duration_since(self.begun);
        time.checked_div(self.visits).unwrap_or_default()
    }
}

impl<T: Statistics> SharedSearch<T> {
    /// Creates the state of a search that grows `tree`.
    pub fn new(tree: T, size: Size, ownership: OwnershipDetail) -> SharedSearch<T> {
        SharedSearch {
            tree: Mutex::new(tree),
            visits: AtomicU64::new(0),
            end: OnceLock::new(),
            owned: Owned::new(size, ownership).map(Mutex::new),
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
        lock(&self.tree)
    }

    /// Locks the owners of the points; `None` if they were not asked for.
    pub fn owned(&self) -> Option<MutexGuard<'_, Owned>> {
        self.owned.as_ref().map(lock)
    }

    /// Makes visits until the search is over.
    fn run<K: SearchKind>(&self, request: &SearchRequest<'_>, worker: &mut impl Worker) {
        let mut pace = Pace::new();
        while self.make_visit::<K>(request, worker, &mut pace) {}
    }

    /// Makes one visit unless the search is over. Returns whether it was made.
    fn make_visit<K: SearchKind>(
        &self,
        request: &SearchRequest<'_>,
        worker: &mut impl Worker,
        pace: &mut Pace,
    ) -> bool {
        if self.is_over() {
            return false;
        }
        let visits = self.visits.fetch_add(1, Ordering::Relaxed);
        if let Some(end) = self.reason_to_end::<K>(request, visits, pace) {
            self.visits.fetch_sub(1, Ordering::Relaxed);
            self.finish(end);
            return false;
        }
        if !worker.visit() {
            self.visits.fetch_sub(1, Ordering::Relaxed);
            self.finish(SearchEnd::Full);
            return false;
        }
        pace.visits = pace.visits.saturating_add(1);
        true
    }

    /// Returns whether the search is over.
    fn is_over(&self) -> bool {
        self.end.get().is_some()
    }

    /// Ends the search. The first reason is kept.
    fn finish(&self, end: SearchEnd) {
        let _ = self.end.set(end);
    }

    /// Returns the reason to end the search after that many visits of all threads, if there is one.
    fn reason_to_end<K: SearchKind>(
        &self,
        request: &SearchRequest<'_>,
        visits: u64,
        pace: &Pace,
    ) -> Option<SearchEnd> {
        if visits >= request.playouts.unwrap_or(MAX_PLAYOUTS).min(MAX_PLAYOUTS) {
            return Some(SearchEnd::Visits);
        }
        if visits.is_multiple_of(K::DECIDED_EVERY) && self.is_decided::<K>(request, visits, pace) {
            return Some(SearchEnd::Decided);
        }
        // Reading the clock after each of the fastest visits would slow them down.
        if visits == 0 || !visits.is_multiple_of(K::CLOCK_EVERY) {
            return None;
        }
        let is_last = |deadline| {
            let now = Instant::now();
            // The next look at the clock would come after this time.
            let next = pace.visit(now).saturating_mul(K::CLOCK_EVERY as u32);
            now.checked_add(next).is_none_or(|next| next >= deadline)
        };
        if request.deadline.is_some_and(is_last) {
            return Some(SearchEnd::Deadline);
        }
        let is_stopped = visits >= K::MIN_VISITS && request.stop.load(Ordering::Relaxed);
        is_stopped.then_some(SearchEnd::Stopped)
    }

    /// Returns whether the move to choose now is the most visited one, and no other can reach its
    /// visits in those that are left.
    fn is_decided<K: SearchKind>(
        &self,
        request: &SearchRequest<'_>,
        visits: u64,
        pace: &Pace,
    ) -> bool {
        if !request.ends_early || visits < K::MIN_VISITS || request.check.is_some() {
            return false;
        }
        let by_number = request.playouts.map(|max| max - visits);
        let by_time = request.deadline.map(|deadline| {
            let now = Instant::now();
            let left = deadline.saturating_duration_since(now).as_secs_f64();
            let used = now.saturating_duration_since(pace.begun).as_secs_f64();
            if used < left * PACE_KNOWN_AFTER {
                return u64::MAX;
            }
            (left / used * visits as f64 * FASTER) as u64
        });
        let Some(left) = by_number.into_iter().chain(by_time).min() else {
            return false;
        };
        u64::from(self.tree().lead()) > left
    }
}

/// Time until the first report.
const FIRST_REPORT: Duration = Duration::from_millis(30);
/// Visits for which a report waits for the owners of the points, where these are asked for. Visits
/// that end in decided positions evaluate nothing.
const OWNERS_KNOWN_AFTER: u64 = 16;
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
            shared.finish(SearchEnd::Stopped);
        }
        let is_over = shared.is_over();
        if !is_over && Instant::now() >= self.due {
            let found = shared.found(self.request);
            // In a tree that is reused, the first evaluation may still be on its way.
            let lacks_owners = shared.owned.is_some() && found.ownership.is_empty();
            if !lacks_owners || visits >= OWNERS_KNOWN_AFTER {
                (self.listener.report)(&found);
                self.due = Instant::now() + self.listener.every;
            }
        }
        is_over
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
        let mut pace = Pace::new();
        while !self.look::<K>() {
            self.shared.make_visit::<K>(self.request, worker, &mut pace);
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
    let started = Instant::now();
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
        let own = || lock(&own);
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
    let end = shared.end.get();
    debug!(
        "{} visits in {:.3} s: {}",
        found.playouts,
        started.elapsed().as_secs_f64(),
        end.map_or("", |end| end.text()),
    );
    if end == Some(&SearchEnd::Full) {
        log::warn!(
            "the search ends after {} visits: its tree has no more memory (--memory)",
            found.playouts
        );
    }
    if let Some(reporter) = reporter {
        (reporter.listener.report)(&found);
    }
    let tree = shared.tree.into_inner();
    (found, tree.unwrap_or_else(PoisonError::into_inner))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;

    use halfpoint_core::board::PointSet;
    use halfpoint_core::game::Game;
    use halfpoint_core::half_points::HalfPoints;
    use halfpoint_core::rules::PRESETS;

    /// Tree of which only the lead of its first move is known.
    struct Lead(u32);

    impl Statistics for Lead {
        fn candidates(&self) -> Vec<RootMove> {
            Vec::new()
        }

        fn lead(&self) -> u32 {
            self.0
        }

        fn visits(&self) -> u64 {
            0
        }
    }

    struct NoSearch;

    impl SearchKind for NoSearch {
        type Tree = Lead;
        type Worker<'s> = NoSearch;
        const MIN_VISITS: u64 = 2;
        const CLOCK_EVERY: u64 = 1;
        const DECIDED_EVERY: u64 = 4;

        fn worker<'s>(&'s self, _: &'s SharedSearch<Lead>, _: u64) -> NoSearch {
            NoSearch
        }
    }

    impl Worker for NoSearch {
        fn expand_root(&mut self) {}

        fn visit(&mut self) -> bool {
            true
        }
    }

    /// Returns the end of a search by one thread that has made a number of visits in ten seconds
    /// and has `left` seconds left. The first move has a `lead` of visits.
    fn end(visits: u32, left: f64, lead: u32) -> Option<SearchEnd> {
        let game = Game::new(PRESETS[1].rules, Size::square(5), HalfPoints::ZERO);
        let stop = AtomicBool::new(false);
        let none = PointSet::new(Size::square(5));
        let now = Instant::now();
        let request = SearchRequest {
            deadline: Some(now + Duration::from_secs_f64(left)),
            ends_early: true,
            ..SearchRequest::new(game.position(), game.terms(), (none, none), &stop)
        };
        let pace = Pace {
            begun: now.checked_sub(Duration::from_secs(10)).expect("a time"),
            visits,
        };
        let shared = SharedSearch::new(Lead(lead), Size::square(5), OwnershipDetail::None);
        shared.reason_to_end::<NoSearch>(&request, u64::from(visits), &pace)
    }

    #[test]
    fn no_visit_begins_that_would_end_after_the_deadline() {
        // A visit takes 5 s.
        assert_eq!(end(2, 4.9, 0), Some(SearchEnd::Deadline));
        assert_eq!(end(2, 50.0, 0), None);
        // The first visit is always made.
        assert_eq!(end(0, 0.0, 0), None);
    }

    #[test]
    fn a_search_is_decided_when_no_other_move_can_overtake_the_first() {
        // 1,000 visits are left at this pace, or up to 1,250.
        assert_eq!(end(1000, 10.0, 1300), Some(SearchEnd::Decided));
        assert_eq!(end(1000, 10.0, 1100), None);
        // Nothing is said about the pace yet.
        assert_eq!(end(1000, 1000.0, 1_000_000), None);
    }
}
