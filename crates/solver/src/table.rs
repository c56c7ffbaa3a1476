//! Transposition table of the solver: answers with their conditions, and the depths of failed
//! tries.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};

use serde::{Deserialize, Serialize};

use halfpoint_system::parallel::{lock, memory_is_left, memory_is_left_beside};

use super::ghi::StoredConditions;

/// Number of answers in a bucket.
const PLACES: usize = 4;

/// A proven answer to the question whether Black can reach a margin.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct StoredAnswer {
    /// Half-points that Black must reach beyond the settled margin.
    pub(super) target: i32,
    /// The answer.
    pub(super) yes: bool,
    /// Binary logarithm of the nodes that the answer took, plus one; 0 marks an empty place.
    pub(super) work: u8,
    /// Conditions of the answer on the path.
    pub(super) conditions: StoredConditions,
}

impl StoredAnswer {
    /// Returns whether this answers a question about its situation, its conditions aside.
    pub(super) fn fits(&self, target: i32) -> bool {
        self.work > 0
            && if self.yes {
                self.target >= target
            } else {
                self.target <= target
            }
    }
}

/// Answers that share an index; the keys come first, so that most lookups touch little memory.
struct Bucket {
    keys: [u64; PLACES],
    answers: [StoredAnswer; PLACES],
}

impl Default for Bucket {
    fn default() -> Bucket {
        Bucket {
            keys: [0; PLACES],
            answers: std::array::from_fn(|_| StoredAnswer {
                target: 0,
                yes: false,
                work: 0,
                conditions: StoredConditions::nothing(),
            }),
        }
    }
}

/// Number of buckets that are allocated together.
const PAGE: usize = 4;
/// Number of pages after which the table looks again whether the system has memory left.
const LOOK_EVERY: u64 = 256;

/// Memory that is kept back for the rest of the program in case the system has none left, in bytes.
const RESERVE: usize = 16 << 20;

type Page = Box<[Mutex<Bucket>; PAGE]>;

/// Table of answers, shared by threads. Memory is allocated when it is needed, since most
/// questions are small. If the system gives no more, the table goes on with the pages that it has.
pub(super) struct TranspositionTable {
    pages: Vec<OnceLock<Page>>,
    /// Memory that is released when the system has none left; no page is added after that.
    reserve: Mutex<Vec<u8>>,
    /// Bytes of the conditions of all answers.
    condition_bytes: AtomicUsize,
    /// Number of these bytes from which on conditions are [blurred](StoredConditions::blur).
    max_condition_bytes: usize,
    /// Number of pages that were asked for.
    grown: AtomicU64,
    /// Whether no page is added any more.
    is_full: AtomicBool,
}

impl TranspositionTable {
    /// Returns a table of at most about that many bytes, half of them for conditions of answers.
    pub(super) fn new(bytes: usize) -> TranspositionTable {
        let page = size_of::<[Mutex<Bucket>; PAGE]>() + size_of::<OnceLock<Page>>();
        let max_condition_bytes = bytes / 2;
        let bytes = bytes - max_condition_bytes;
        let number = (bytes / page).max(1);
        let pages = list_of(number, OnceLock::new);
        let mut reserve = Vec::new();
        // If there is no memory for the reserve, there is none for pages either.
        let is_full =
            !memory_is_left_beside(RESERVE) || reserve.try_reserve_exact(RESERVE).is_err();
        TranspositionTable {
            pages,
            reserve: Mutex::new(reserve),
            is_full: AtomicBool::new(is_full),
            condition_bytes: AtomicUsize::new(0),
            max_condition_bytes,
            grown: AtomicU64::new(0),
        }
    }

    /// Returns a page, which is allocated if it does not exist and there is memory for it.
    fn page(&self, number: usize) -> Option<&Page> {
        let place = &self.pages[number];
        if let Some(page) = place.get() {
            return Some(page);
        }
        if self.is_full.load(Ordering::Relaxed) {
            return None;
        }
        // A vector can report a failed allocation, a box cannot. Other parts of a search cannot,
        // either, so some memory stays free for them.
        let mut page = Vec::new();
        let number_of_page = self.grown.fetch_add(1, Ordering::Relaxed);
        let looks = number_of_page.is_multiple_of(LOOK_EVERY);
        if looks && !memory_is_left() || page.try_reserve_exact(PAGE).is_err() {
            self.is_full.store(true, Ordering::Relaxed);
            *lock(&self.reserve) = Vec::new();
            log::warn!("the system gives no more memory: the solver goes on with what it has");
            return None;
        }
        page.resize_with(PAGE, Mutex::default);
        let page = page.try_into().ok()?;
        // Another thread may have allocated the page first.
        Some(place.get_or_init(|| page))
    }

    /// Returns the page of a key and the bucket in it.
    fn place(&self, key: u64) -> (usize, usize) {
        let index = scaled(key, self.pages.len() * PAGE);
        (index / PAGE, index % PAGE)
    }

    /// Returns the first result of `holds` among the answers to a question.
    pub(super) fn find<T>(
        &self,
        key: u64,
        target: i32,
        holds: impl FnMut(&StoredAnswer) -> Option<T>,
    ) -> Option<T> {
        let (page, place) = self.place(key);
        let bucket = lock(&self.pages[page].get()?[place]);
        let places = (0..PLACES).filter(|&place| bucket.keys[place] == key);
        places
            .map(|place| &bucket.answers[place])
            .filter(|answer| answer.fits(target))
            .find_map(holds)
    }

    /// Returns copies of the answers with their keys, one bucket at a time.
    pub(super) fn answers(&self) -> impl Iterator<Item = (u64, StoredAnswer)> {
        let pages = self.pages.iter().filter_map(OnceLock::get);
        pages.flat_map(|page| page.iter()).flat_map(|bucket| {
            let bucket = lock(bucket);
            let kept = (0..PLACES).filter(|&place| bucket.answers[place].work > 0);
            let copies = kept.map(|place| (bucket.keys[place], bucket.answers[place].clone()));
            copies.collect::<Vec<_>>()
        })
    }

    /// Keeps an answer, in place of one that it makes redundant or of the one that took the least
    /// work.
    pub(super) fn keep(&self, key: u64, mut answer: StoredAnswer) {
        if self.condition_bytes.load(Ordering::Relaxed) >= self.max_condition_bytes {
            answer.conditions.blur();
        }
        let (page, place) = self.place(key);
        let Some(page) = self.page(page) else {
            return;
        };
        let mut bucket = lock(&page[place]);
        let worth = |place: usize| {
            let old = &bucket.answers[place];
            let is_needless = answer.conditions.is_nothing()
                && old.yes == answer.yes
                && bucket.keys[place] == key
                && answer.fits(old.target);
            if is_needless { 0 } else { old.work }
        };
        if let Some(place) = (0..PLACES).min_by_key(|&place| worth(place)) {
            bucket.keys[place] = key;
            let old = std::mem::replace(&mut bucket.answers[place], answer);
            let (more, less) = (
                bucket.answers[place].conditions.bytes(),
                old.conditions.bytes(),
            );
            self.condition_bytes.fetch_add(more, Ordering::Relaxed);
            self.condition_bytes.fetch_sub(less, Ordering::Relaxed);
        }
    }
}

/// Bit of the stored depth that marks a try in which the depth ended a line.
const CUT_OFF: u16 = 1 << 15;

/// A search that ended without an answer.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
pub(super) struct Try {
    /// Hash of the path to the situation in which the question was asked, 31 bits.
    pub(super) asked_at: u32,
    /// Depth of the search, less than 2^15.
    pub(super) depth: u16,
    /// Whether the depth ended a line.
    pub(super) cut_off: bool,
    /// Code of the move to try first; 0 for none.
    pub(super) best: u16,
}

/// Table of failed tries, shared by threads without locks. If two threads write one entry at a
/// time, it may get mixed up; a mixed entry matches no key.
pub(super) struct FailedTries {
    entries: Vec<[AtomicU64; 2]>,
}

impl FailedTries {
    /// Returns a table of about that many bytes.
    pub(super) fn new(bytes: usize) -> FailedTries {
        let number = (bytes / size_of::<[AtomicU64; 2]>()).max(1);
        FailedTries {
            entries: list_of(number, Default::default),
        }
    }

    /// Returns the failed try of a question.
    pub(super) fn find(&self, request: u64) -> Option<Try> {
        let entry = &self.entries[scaled(request, self.entries.len())];
        let (found, tried) = try_of(entry)?;
        (found == request).then_some(tried)
    }

    /// Returns the failed tries with their questions.
    pub(super) fn tries(&self) -> impl Iterator<Item = (u64, Try)> {
        self.entries.iter().filter_map(try_of)
    }

    /// Stores a failed try of a question.
    pub(super) fn note(&self, request: u64, tried: Try) {
        let cut_off = if tried.cut_off { CUT_OFF } else { 0 };
        let data = u64::from(tried.asked_at) << 33
            | 1 << 32
            | u64::from(tried.depth | cut_off) << 16
            | u64::from(tried.best);
        let [check, place] = &self.entries[scaled(request, self.entries.len())];
        check.store(request ^ data, Ordering::Relaxed);
        place.store(data, Ordering::Relaxed);
    }
}

/// Returns the question of an entry and its failed try; `None` if the entry is empty.
fn try_of([check, data]: &[AtomicU64; 2]) -> Option<(u64, Try)> {
    let data = data.load(Ordering::Relaxed);
    let request = check.load(Ordering::Relaxed) ^ data;
    (data != 0).then_some((
        request,
        Try {
            asked_at: (data >> 33) as u32,
            depth: (data >> 16) as u16 & !CUT_OFF,
            cut_off: (data >> 16) as u16 & CUT_OFF != 0,
            best: data as u16,
        },
    ))
}

/// Bytes up to which a list is made without a look at the memory left: most searches are small.
const SMALL_LIST: usize = 1 << 20;

/// Returns a list of that length, or of a half, a quarter or less of it if the system would have
/// too little memory left beside it.
fn list_of<T>(length: usize, item: impl FnMut() -> T) -> Vec<T> {
    let mut list = Vec::new();
    let mut length = length;
    let leaves_enough = |length: usize| {
        let bytes = length.saturating_mul(size_of::<T>());
        bytes <= SMALL_LIST || memory_is_left_beside(bytes)
    };
    while length > 1 && !(leaves_enough(length) && list.try_reserve_exact(length).is_ok()) {
        length /= 2;
    }
    list.resize_with(length, item);
    list
}

/// Returns an index below `length` for a key.
fn scaled(key: u64, length: usize) -> usize {
    ((u128::from(key.wrapping_mul(0x9e37_79b9_7f4a_7c15)) * length as u128) >> 64) as usize
}
