//! Transposition table of the solver: answers with their conditions, and the depths of failed
//! tries.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use halfpoint_system::parallel::{memory_is_left, memory_is_left_beside};

use super::ghi::{MAX_PLIES, PathConditions, UnbannedPositions};

/// Number of answers in a bucket.
const PLACES: usize = 4;

/// A proven answer to the question whether Black can reach a margin.
#[derive(Clone, Copy)]
pub(super) struct StoredAnswer {
    /// Key that all images of the situation share.
    pub(super) key: u64,
    /// Half-points that Black must reach beyond the settled margin.
    pub(super) target: i32,
    /// The answer.
    pub(super) yes: bool,
    /// Binary logarithm of the nodes that the answer took, plus one; 0 marks an empty place.
    pub(super) work: u8,
    /// Whether a line of the answer ends in a game that is worth 0 whatever was gained before.
    pub(super) rests_on_void: bool,
    /// Number of memories in use.
    number: u8,
    /// Positions that must not be banned.
    pub(super) free: UnbannedPositions,
    /// Earlier situations that must have occurred, as [memories](super::path::Path::memory).
    memories: [u64; MAX_PLIES],
}

impl StoredAnswer {
    /// An empty place.
    const NONE: StoredAnswer = StoredAnswer {
        key: 0,
        target: 0,
        yes: false,
        work: 0,
        rests_on_void: false,
        number: 0,
        free: UnbannedPositions::NOTHING,
        memories: [0; MAX_PLIES],
    };

    /// Returns an answer that depends on the situations with these
    /// [memories](super::path::Path::memory), of which there are at most [`MAX_PLIES`], and on the
    /// `conditions` that are no situations.
    pub(super) fn new(
        key: u64,
        target: i32,
        yes: bool,
        work: u8,
        conditions: &PathConditions,
        rests_on: impl Iterator<Item = u64>,
    ) -> StoredAnswer {
        let mut answer = StoredAnswer {
            key,
            target,
            yes,
            work,
            free: conditions.free,
            rests_on_void: conditions.rests_on_void(),
            ..StoredAnswer::NONE
        };
        for (place, memory) in answer.memories.iter_mut().zip(rests_on) {
            *place = memory;
            answer.number += 1;
        }
        answer
    }

    /// Returns the memories of situations that must have occurred before.
    pub(super) fn memories(&self) -> &[u64] {
        &self.memories[..usize::from(self.number)]
    }

    /// Returns whether this is the answer to a question, its conditions aside.
    pub(super) fn fits(&self, key: u64, target: i32) -> bool {
        self.key == key
            && self.work > 0
            && if self.yes {
                self.target >= target
            } else {
                self.target <= target
            }
    }

    /// Returns whether the answer has no conditions.
    fn rests_on_nothing(&self) -> bool {
        self.number == 0 && self.free.is_empty() && !self.rests_on_void
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
            answers: [StoredAnswer::NONE; PLACES],
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
    /// Number of pages that were asked for.
    grown: AtomicU64,
    /// Whether no page is added any more.
    is_full: AtomicBool,
}

impl TranspositionTable {
    /// Returns a table of at most about that many bytes.
    pub(super) fn new(bytes: usize) -> TranspositionTable {
        let page = size_of::<[Mutex<Bucket>; PAGE]>() + size_of::<OnceLock<Page>>();
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
            let mut reserve = self.reserve.lock().unwrap_or_else(PoisonError::into_inner);
            *reserve = Vec::new();
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
        let bucket = self.pages[page].get()?[place].lock();
        let bucket = bucket.unwrap_or_else(PoisonError::into_inner);
        let places = (0..PLACES).filter(|&place| bucket.keys[place] == key);
        places
            .map(|place| &bucket.answers[place])
            .filter(|answer| answer.fits(key, target))
            .find_map(holds)
    }

    /// Keeps an answer, in place of one that it makes redundant or of the one that took the least
    /// work.
    pub(super) fn keep(&self, answer: StoredAnswer) {
        let (page, place) = self.place(answer.key);
        let Some(page) = self.page(page) else {
            return;
        };
        let bucket = page[place].lock();
        let mut bucket = bucket.unwrap_or_else(PoisonError::into_inner);
        let needless = |old: &StoredAnswer| {
            answer.rests_on_nothing()
                && old.yes == answer.yes
                && old.key == answer.key
                && answer.fits(old.key, old.target)
        };
        let worth = |old: &StoredAnswer| if needless(old) { 0 } else { old.work };
        let least = (0..PLACES).min_by_key(|&place| worth(&bucket.answers[place]));
        if let Some(place) = least {
            bucket.keys[place] = answer.key;
            bucket.answers[place] = answer;
        }
    }
}

/// Bit of the stored depth that marks a try in which the depth ended a line.
const CUT_OFF: u16 = 1 << 15;

/// A search that ended without an answer.
#[derive(Clone, Copy, Debug)]
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
        let [check, data] = &self.entries[scaled(request, self.entries.len())];
        let data = data.load(Ordering::Relaxed);
        (check.load(Ordering::Relaxed) ^ data == request && data != 0).then_some(Try {
            asked_at: (data >> 33) as u32,
            depth: (data >> 16) as u16 & !CUT_OFF,
            cut_off: (data >> 16) as u16 & CUT_OFF != 0,
            best: data as u16,
        })
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
