//! Tasks that wait, in the order of their priorities, and those that run.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use halfpoint_system::parallel::lock;

use super::query::Query;

/// Maximum number of tasks that wait, unless the options say otherwise.
pub(super) const MAX_WAITING: usize = 1_000_000;

/// Maximum memory of the queries that wait or run, in bytes, unless the options say otherwise:
/// that of about 300,000 games.
pub(super) const MAX_BYTES: usize = 1 << 30;

/// Memory, in bytes, that must be left beside a long line that is parsed, and beside the games of
/// all tasks that run.
pub(super) const SPARE_MEMORY: usize = 8 << 20;
/// Memory of a task that waits, in bytes: its turn, its flag and its place in the order, each with
/// what the allocator adds.
const TASK_BYTES: usize = 192;
/// Address space, in bytes, that stays free of queries and trees: the search for a move and the
/// line that is read need it.
const WORKING_SPACE: usize = 64 << 20;
/// Address space, in bytes, from which on the share of the queries grows no more: trees leave
/// about half of it.
const SHARED_SPACE: usize = 96 << 20;
/// Share of a small address space that the queries may take, as a divisor.
const SHARE_OF_QUERIES: usize = 8;
/// Share of it that a line may take before it is parsed, as a divisor.
const SHARE_OF_A_LINE: usize = 64;

/// Bounds of what waits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// Maximum number of tasks that wait.
    pub tasks: usize,
    /// Maximum memory of the queries that wait or run, in bytes.
    pub bytes: usize,
    /// Maximum length of a line, in bytes.
    pub line: usize,
}

impl Bounds {
    /// Returns the bounds for a process that may take `left` bytes more, of which trees may take
    /// `trees`. Memory that a query takes cannot be refused later, so that searches would fail.
    pub fn within(self, left: usize, trees: usize) -> Bounds {
        let beside_trees = left.saturating_sub(trees).saturating_sub(WORKING_SPACE);
        // Trees stop growing before they take it.
        let share = left.min(SHARED_SPACE) / SHARE_OF_QUERIES;
        Bounds {
            bytes: self.bytes.min(beside_trees.max(share)),
            line: self.line.min(left / SHARE_OF_A_LINE),
            ..self
        }
    }
}

/// Bound that a query would exceed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Full {
    /// [`Bounds::tasks`].
    Tasks,
    /// [`Bounds::bytes`].
    Bytes,
}

/// Query whose memory counts until its last task is done.
#[derive(Debug)]
pub(super) struct CountedQuery {
    query: Query,
    bytes: usize,
    all: Arc<AtomicUsize>,
}

impl Deref for CountedQuery {
    type Target = Query;

    fn deref(&self) -> &Query {
        &self.query
    }
}

impl Drop for CountedQuery {
    fn drop(&mut self) {
        self.all.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

/// Turn of a query that is to be analysed.
#[derive(Debug)]
pub(super) struct Task {
    /// Query that it belongs to.
    pub query: Arc<CountedQuery>,
    /// Number of moves before the position.
    pub turn: usize,
    /// Ends the search early when it becomes true.
    pub stop: Arc<AtomicBool>,
}

/// Place of a task in the order: the highest priority first, then the earliest.
type Place = (Reverse<i64>, u64);

#[derive(Default)]
struct QueueState {
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
    state: Mutex<QueueState>,
    changed: Condvar,
    /// Memory of the queries that wait or run, in bytes.
    bytes: Arc<AtomicUsize>,
}

impl Queue {
    fn state(&self) -> MutexGuard<'_, QueueState> {
        lock(&self.state)
    }

    /// Adds the turns of a query, with their priorities. A closed queue takes none.
    ///
    /// # Errors
    /// The bound that would be exceeded. No turn is added then.
    pub fn add(&self, query: Query, turns: &[(usize, i64)], bounds: Bounds) -> Result<(), Full> {
        let mut state = self.state();
        if state.closed {
            return Ok(());
        }
        if state.waiting.len() + turns.len() > bounds.tasks {
            return Err(Full::Tasks);
        }
        let bytes = query.memory() + turns.len() * TASK_BYTES;
        // Queries are added under the lock of the state, so the sum cannot grow meanwhile.
        if self.bytes.load(Ordering::Relaxed) + bytes > bounds.bytes {
            return Err(Full::Bytes);
        }
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        let query = Arc::new(CountedQuery {
            query,
            bytes,
            all: Arc::clone(&self.bytes),
        });
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
        Ok(())
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

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::super::fields::Fields;
    use super::super::query::{Asked, QueryDefaults};
    use super::*;

    fn asked(turns: &[usize]) -> Asked {
        let query = json!({
            "rules": "chinese", "boardXSize": 5, "boardYSize": 5,
            "moves": [["B", "A1"], ["W", "B2"]], "analyzeTurns": turns,
        });
        let Value::Object(fields) = query else {
            unreachable!("an object");
        };
        Query::read(
            "a".to_string(),
            Fields::new(fields),
            &QueryDefaults::default(),
        )
        .expect("a query")
    }

    #[test]
    fn a_small_address_space_bounds_queries_and_lines() {
        const MIB: usize = 1 << 20;
        let usual = Bounds {
            tasks: 9,
            bytes: 1 << 30,
            line: MIB,
        };
        for (left, bytes, line) in [
            (1 << 40, 1 << 30, MIB),
            (1024 * MIB, 704 * MIB, MIB),
            (128 * MIB, 12 * MIB, MIB),
            (16 * MIB, 2 * MIB, MIB / 4),
        ] {
            let bounds = usual.within(left, 256 * MIB);
            assert_eq!((bounds.tasks, bounds.bytes, bounds.line), (9, bytes, line));
        }
    }

    #[test]
    fn a_query_counts_until_its_last_task_is_done() {
        let queue = Queue::default();
        let memory = asked(&[0]).query.memory();
        let bounds = Bounds {
            tasks: 3,
            bytes: 2 * memory + 3 * TASK_BYTES,
            line: 0,
        };
        let add = |turns: &[usize]| {
            let Asked { query, turns, .. } = asked(turns);
            queue.add(query, &turns, bounds)
        };
        assert_eq!(add(&[0, 1]), Ok(()));
        assert_eq!(add(&[0, 1]), Err(Full::Tasks));
        assert_eq!(add(&[0]), Ok(()));
        let next = || queue.next().expect("a task");
        let first = next();
        assert_eq!(add(&[0]), Err(Full::Bytes));
        queue.done(&first);
        drop(first);
        // The other turn of the first query waits.
        assert_eq!(add(&[0]), Err(Full::Bytes));
        let second = next();
        queue.done(&second);
        drop(second);
        assert_eq!(add(&[0]), Ok(()));
        drop(queue.terminate(|_| true));
        assert_eq!(queue.bytes.load(Ordering::Relaxed), 0);
    }
}
