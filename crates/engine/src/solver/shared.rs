//! State that the threads of a search share.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering};
use std::time::Instant;

use halfpoint_core::game::Terms;
use halfpoint_core::rules::Rules;

use super::dead::Readings;
use super::symmetry::Images;
use super::table::{StoredAnswer, TranspositionTable, Tried};

/// Share of the memory for answers; the rest is for failed tries.
const ANSWERS_SHARE: f64 = 0.9;

/// Answers for each arrangement of stones on the points of the board: a larger table would stay
/// empty.
const ANSWERS_OF_A_BOARD: f64 = 8.0;

/// Limits at which searches end without an answer.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bound {
    /// Time at which they end.
    pub deadline: Option<Instant>,
    /// Number of nodes, over all threads, at which they end.
    pub nodes: Option<u64>,
}

/// Tables, limits and counters that the threads of a search share.
pub(super) struct Shared {
    pub(super) rules: Rules,
    pub(super) terms: Terms,
    pub(super) images: Images,
    pub(super) table: TranspositionTable,
    pub(super) tried: Tried,
    /// Results of reading dead stones, where that takes search.
    pub(super) readings: Option<Arc<Readings>>,
    /// Nodes searched so far, over all threads.
    nodes: AtomicU64,
    /// Whether searches were told to stop.
    stop: AtomicBool,
    bound: Bound,
    /// Lower bound of the value, in half-points; targets up to it need no answer any more.
    lower: AtomicI32,
    /// Upper bound of the value, in half-points; targets above it need no answer any more.
    upper: AtomicI32,
}

impl Shared {
    /// Returns empty tables of at most `memory_mb` MiB together. If dead stones must be read, half
    /// of it is for reading.
    pub(super) fn new(
        rules: Rules,
        terms: Terms,
        images: Images,
        memory_mb: usize,
        bound: Bound,
    ) -> Shared {
        let points = images.size().area() as i32;
        // The reading may search as many situations as the game has.
        let half = memory_mb.div_ceil(2);
        let readings = Readings::new(&rules, images.size(), half, bound).map(Arc::new);
        let memory_mb = readings.as_ref().map_or(memory_mb, |_| half);
        let situations = 3f64.powi(points) * ANSWERS_OF_A_BOARD;
        let bytes = ((memory_mb << 20) as f64).min(situations * size_of::<StoredAnswer>() as f64);
        Shared {
            rules,
            terms,
            images,
            table: TranspositionTable::new((bytes * ANSWERS_SHARE) as usize),
            tried: Tried::new((bytes * (1.0 - ANSWERS_SHARE)) as usize),
            readings,
            nodes: AtomicU64::new(0),
            stop: AtomicBool::new(false),
            bound,
            lower: AtomicI32::new(i32::MIN),
            upper: AtomicI32::new(i32::MAX),
        }
    }

    /// Returns whether there is a limit of time.
    pub(super) fn has_deadline(&self) -> bool {
        self.bound.deadline.is_some()
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
        let Bound {
            deadline,
            nodes: max_nodes,
        } = self.bound;
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

    /// Stops all searches, those of dead stones included.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(readings) = &self.readings {
            readings.stop();
        }
    }

    /// Returns whether searches were told to stop.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
