//! State that the threads of a search share.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Instant;

use halfpoint_core::board::{Color, Size};
use halfpoint_core::game::Terms;
use halfpoint_core::rules::Rules;
use halfpoint_system::parallel::lock;

use super::chain_status::ChainStatuses;
use super::symmetry::Images;
use super::table::{FailedTries, StoredAnswer, TranspositionTable};
use super::whole::{Entry, Part, WholeBoard};

/// Share of the memory for answers; the rest is for failed tries.
const ANSWERS_SHARE: f64 = 0.9;

/// Answers for each arrangement of stones on the points of the board: a larger table would stay
/// empty.
const ANSWERS_OF_A_BOARD: f64 = 8.0;

/// Approximate memory of the statuses of one board, including its place in the map, in bytes.
const STATUSES_BYTES: usize = 256;
/// Divisor that gives the share of the memory for statuses; the rest is for reading.
const STATUSES_SHARE: usize = 16;

/// Limits at which searches end without an answer.
#[derive(Clone, Copy, Debug, Default)]
pub struct WorkLimit {
    /// Time at which they end.
    pub deadline: Option<Instant>,
    /// Number of nodes, over all threads, at which they end.
    pub nodes: Option<u64>,
}

/// Tables, limits and counters that the threads of a search share.
pub(super) struct SharedTables {
    pub(super) rules: Rules,
    pub(super) terms: Terms,
    pub(super) images: Images,
    pub(super) table: TranspositionTable,
    pub(super) tried: FailedTries,
    /// Results of reading dead stones; `None` under rules that need no reading.
    pub(super) statuses: Option<Arc<StatusTables>>,
    /// Search for a proof that a player gets the whole board, if there is one.
    whole: OnceLock<Option<WholeBoard>>,
    /// Work of an earlier search for such a proof: whose board, which search, keys and entries.
    pub(super) earlier_whole: Mutex<Vec<(Color, Part, u64, Entry)>>,
    /// Nodes searched so far, over all threads.
    nodes: AtomicU64,
    /// Whether searches were told to stop.
    stop: AtomicBool,
    limit: WorkLimit,
    /// Lower bound of the value, in half-points; targets up to it need no answer any more.
    lower: AtomicI32,
    /// Upper bound of the value, in half-points; targets above it need no answer any more.
    upper: AtomicI32,
}

impl SharedTables {
    /// Returns empty tables of at most `memory_mb` MiB together. If dead stones must be read, half
    /// of it is for reading.
    pub(super) fn new(
        rules: Rules,
        terms: Terms,
        images: Images,
        memory_mb: usize,
        limit: WorkLimit,
    ) -> SharedTables {
        let points = images.size().area() as i32;
        // The reading may search as many situations as the game has.
        let half = memory_mb.div_ceil(2);
        let statuses = StatusTables::new(&rules, images.size(), half, limit).map(Arc::new);
        let memory_mb = statuses.as_ref().map_or(memory_mb, |_| half);
        let situations = 3f64.powi(points) * ANSWERS_OF_A_BOARD;
        let bytes = ((memory_mb << 20) as f64).min(situations * size_of::<StoredAnswer>() as f64);
        SharedTables {
            rules,
            terms,
            images,
            table: TranspositionTable::new((bytes * ANSWERS_SHARE) as usize),
            tried: FailedTries::new((bytes * (1.0 - ANSWERS_SHARE)) as usize),
            statuses,
            whole: OnceLock::new(),
            earlier_whole: Mutex::default(),
            nodes: AtomicU64::new(0),
            stop: AtomicBool::new(false),
            limit,
            lower: AtomicI32::new(i32::MIN),
            upper: AtomicI32::new(i32::MAX),
        }
    }

    /// Returns whether there is a limit of time.
    pub(super) fn has_deadline(&self) -> bool {
        self.limit.deadline.is_some()
    }

    /// Returns the nodes searched so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Adds nodes to those searched and returns their number.
    pub(super) fn add_nodes(&self, nodes: u64) -> u64 {
        self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes
    }

    /// Adds nodes and returns whether the search for a target should go on; stops all searches at a
    /// limit.
    pub(super) fn may_go_on(&self, nodes: u64, target: i32) -> bool {
        let nodes = self.add_nodes(nodes);
        let WorkLimit {
            deadline,
            nodes: max_nodes,
        } = self.limit;
        if max_nodes.is_some_and(|max_nodes| nodes >= max_nodes)
            || deadline.is_some_and(|end| Instant::now() >= end)
        {
            self.stop();
        }
        !self.is_stopped() && self.is_open(target)
    }

    /// Returns whether the answer to a question is still wanted.
    pub(super) fn is_open(&self, target: i32) -> bool {
        let [lower, upper] = self.bounds();
        lower < target && target <= upper
    }

    /// Sets the bounds of the value, in half-points.
    pub(super) fn set_bounds(&self, [lower, upper]: [i32; 2]) {
        self.lower.store(lower, Ordering::Relaxed);
        self.upper.store(upper, Ordering::Relaxed);
    }

    /// Returns the bounds of the value, in half-points.
    pub(super) fn bounds(&self) -> [i32; 2] {
        [&self.lower, &self.upper].map(|bound| bound.load(Ordering::Relaxed))
    }

    /// Tightens the bounds by the answer to a question.
    pub(super) fn learn(&self, target: i32, yes: bool) {
        if yes {
            self.lower.fetch_max(target, Ordering::Relaxed);
        } else {
            self.upper.fetch_min(target - 1, Ordering::Relaxed);
        }
    }

    /// Returns the search for the whole board, which the first thread begins with what an earlier
    /// one found; `None` if there is none.
    pub(super) fn whole(&self, begin: impl FnOnce() -> Option<WholeBoard>) -> Option<&WholeBoard> {
        let search = self.whole.get_or_init(|| {
            let search = begin()?;
            for (side, part, key, entry) in std::mem::take(&mut *lock(&self.earlier_whole)) {
                if side == search.side() {
                    search.keep(part, key, entry);
                }
            }
            Some(search)
        });
        search.as_ref()
    }

    /// Returns the search for the whole board, if one has begun.
    pub(super) fn sought_whole(&self) -> Option<&WholeBoard> {
        self.whole.get()?.as_ref()
    }

    /// Returns the proof that a player gets the whole board, once it is found.
    pub(super) fn proven_whole(&self) -> Option<&WholeBoard> {
        self.sought_whole().filter(|search| search.is_proven())
    }

    /// Stops all searches, those of dead stones included.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(statuses) = &self.statuses {
            statuses.stop();
        }
    }

    /// Returns whether searches were told to stop.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// Statuses of chains that reading found, shared by threads.
pub(super) struct StatusTables {
    /// Tables of the searches that read.
    pub(super) shared: Arc<SharedTables>,
    /// Statuses of the chains of boards, by the keys of their
    /// [canonical boards](super::chain_status::CanonicalBoard).
    known: Mutex<HashMap<u64, ChainStatuses>>,
    /// Largest number of boards that are kept.
    max_boards: usize,
}

impl StatusTables {
    /// Returns empty tables for positions of one size under some rules; `None` if no stones need
    /// reading.
    pub(super) fn new(
        rules: &Rules,
        size: Size,
        memory_mb: usize,
        limit: WorkLimit,
    ) -> Option<StatusTables> {
        rules.playing_on_costs().then(|| {
            let rules = rules.played_out();
            let images = Images::new(size);
            let statuses_mb = memory_mb / STATUSES_SHARE;
            let terms = Terms::default();
            let shared = SharedTables::new(rules, terms, images, memory_mb - statuses_mb, limit);
            StatusTables {
                shared: Arc::new(shared),
                known: Mutex::default(),
                max_boards: (statuses_mb << 20) / STATUSES_BYTES,
            }
        })
    }

    /// Returns the known statuses of the board with that key.
    pub(super) fn find(&self, key: u64) -> Option<ChainStatuses> {
        let known = lock(&self.known);
        known.get(&key).cloned()
    }

    /// Keeps the statuses of the board with that key. A full map is cleared first.
    pub(super) fn keep(&self, key: u64, statuses: &ChainStatuses) {
        let mut known = lock(&self.known);
        if known.len() >= self.max_boards {
            known.clear();
        }
        known.insert(key, statuses.clone());
    }

    /// Ends all reading.
    pub(super) fn stop(&self) {
        self.shared.stop();
    }
}
