//! Tasks that wait, in the order of their priorities, and those that run.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::query::Query;

/// Maximum number of tasks that wait, unless the options say otherwise.
pub(super) const MAX_WAITING: usize = 1_000_000;

/// Turn of a query that is to be analysed.
#[derive(Debug)]
pub(super) struct Task {
    /// Query that it belongs to.
    pub query: Arc<Query>,
    /// Number of moves before the position.
    pub turn: usize,
    /// Ends the search early when it becomes true.
    pub stop: Arc<AtomicBool>,
}

/// Place of a task in the order: the highest priority first, then the earliest.
type Place = (Reverse<i64>, u64);

#[derive(Default)]
struct State {
    waiting: BTreeMap<Place, Arc<Task>>,
    running: Vec<Arc<Task>>,
    /// Number of tasks that were ever added.
    added: u64,
    /// Whether no further task will be added.
    closed: bool,
    /// Whether all tasks have been carried out.
    finished: bool,
}

/// Tasks shared by the thread that reads queries and those that search.
#[derive(Default)]
pub(super) struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

impl Queue {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds the turns of a query, with their priorities. Returns false, and adds none, if more than
    /// `max_waiting` would wait. A closed queue takes none.
    pub fn add(&self, query: Query, turns: &[(usize, i64)], max_waiting: usize) -> bool {
        let query = Arc::new(query);
        let mut state = self.state();
        if state.closed {
            return true;
        }
        if state.waiting.len() + turns.len() > max_waiting {
            return false;
        }
        for &(turn, priority) in turns {
            let task = Arc::new(Task {
                query: Arc::clone(&query),
                turn,
                stop: Arc::default(),
            });
            let place = (Reverse(priority), state.added);
            state.added += 1;
            state.waiting.insert(place, task);
        }
        self.changed.notify_all();
        true
    }

    /// Waits for the next task, which runs from now on; `None` if there will be none.
    pub fn next(&self) -> Option<Arc<Task>> {
        let mut state = self.state();
        loop {
            if let Some((_, task)) = state.waiting.pop_first() {
                state.running.push(Arc::clone(&task));
                return Some(task);
            }
            if state.closed {
                return None;
            }
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Removes a task that has run.
    pub fn done(&self, task: &Arc<Task>) {
        let mut state = self.state();
        state.running.retain(|other| !Arc::ptr_eq(task, other));
    }

    /// Stops the running tasks that are `meant`, and returns those that waited.
    pub fn terminate(&self, meant: impl Fn(&Task) -> bool) -> Vec<Arc<Task>> {
        let mut state = self.state();
        let running = state.running.iter().filter(|task| meant(task));
        running.for_each(|task| task.stop.store(true, Ordering::Relaxed));
        let mut removed = Vec::new();
        state.waiting.retain(|_, task| {
            let is_meant = meant(task);
            removed.extend(is_meant.then(|| Arc::clone(task)));
            !is_meant
        });
        removed
    }

    /// Declares that no further task will be added.
    pub fn close(&self) {
        self.state().closed = true;
        self.changed.notify_all();
    }

    /// Returns whether no further task will be added.
    pub fn is_closed(&self) -> bool {
        self.state().closed
    }

    /// Declares that all tasks have been carried out.
    pub fn finish(&self) {
        self.state().finished = true;
    }

    /// Returns whether all tasks have been carried out.
    pub fn is_finished(&self) -> bool {
        self.state().finished
    }
}
