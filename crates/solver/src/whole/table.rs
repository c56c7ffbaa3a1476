//! Table of what is known about situations of the question who gets the whole board.

use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::{Deserialize, Serialize};
use zerocopy::FromZeros;

use halfpoint_system::parallel::memory_is_left_beside;

/// Number of entries that share an index.
const PLACES: usize = 4;
/// Largest depth of a search.
pub(super) const MAX_DEPTH: u8 = 63;

/// Answer of a search for a situation.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Outcome {
    /// The player gets the whole board, and each board that his placements make has at least that
    /// many of his stones.
    Whole(u8),
    /// The other player has a group that lives for ever, or will.
    Hopeless,
    /// Not decided within that many moves.
    Open(u8),
}

/// Answer and move that are kept of a situation.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub(crate) struct Entry {
    pub(super) outcome: Outcome,
    /// The move that decided it, or the one to try first; [`NOWHERE`](super::grid::NOWHERE) for
    /// none.
    pub(super) best: u8,
    /// Binary logarithm of the nodes that it took, plus one.
    pub(crate) work: u8,
}

impl Entry {
    /// Returns the entry of a key in a word: kind, number of stones or depth, move and work, a byte
    /// each, and a mark of the key.
    fn packed(self, key: u64) -> u64 {
        let (kind, number) = match self.outcome {
            Outcome::Open(depth) => (0, depth),
            Outcome::Hopeless => (1, 0),
            Outcome::Whole(least) => (2, least),
        };
        let entry = u32::from_le_bytes([kind, number, self.best, self.work]);
        u64::from(entry) | u64::from(mark(key)) << 32
    }

    /// Returns the entry in such a word; `None` if it is not one of that key.
    fn unpacked(word: u64, key: u64) -> Option<Entry> {
        let [kind, number, best, work, ..] = word.to_le_bytes();
        let outcome = match kind {
            0 => Outcome::Open(number),
            1 => Outcome::Hopeless,
            _ => Outcome::Whole(number),
        };
        (word >> 32 == u64::from(mark(key))).then_some(Entry {
            outcome,
            best,
            work,
        })
    }
}

/// Returns a mark of a key that its entry carries: two threads that write to one place may leave
/// the key of one with the entry of the other.
fn mark(key: u64) -> u32 {
    // The multiplier is that of Fibonacci hashing (Knuth, The Art of Computer Programming 3, 6.4).
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as u32
}

/// Returns the work of the entry in a word; 0 if there is none.
fn work(word: u64) -> u8 {
    (word >> 24) as u8
}

/// Returns a key with its bits mixed: the finaliser of MurmurHash3 (A. Appleby).
pub(super) fn mixed(key: u64) -> u64 {
    let mut hash = key ^ key >> 33;
    hash = hash.wrapping_mul(0xff51_afd7_ed55_8ccd);
    hash ^= hash >> 33;
    hash = hash.wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    hash ^ hash >> 33
}

/// Places that share an index: their keys, then their entries.
type Bucket = [AtomicU64; 2 * PLACES];

/// Keys of situations, which are whole situations and no hashes, and their entries. A key of 0
/// marks an empty place. Threads share it.
pub(super) struct Table {
    buckets: Vec<Bucket>,
}

impl Table {
    /// Returns an empty table of at most about that many bytes. The system gives the memory when it
    /// is needed.
    pub(super) fn new(bytes: usize) -> Table {
        let is_left = memory_is_left_beside(bytes);
        let number = if is_left {
            bytes / size_of::<Bucket>()
        } else {
            0
        };
        let buckets = Bucket::new_vec_zeroed(number.max(1));
        Table {
            buckets: buckets.unwrap_or_default(),
        }
    }

    /// Returns the bucket of a key; `None` if the system gave no memory.
    fn bucket(&self, key: u64) -> Option<&Bucket> {
        let number = (u128::from(mixed(key)) * self.buckets.len() as u128) >> 64;
        self.buckets.get(number as usize)
    }

    /// Has the processor fetch the places of these keys side by side.
    pub(super) fn fetch(&self, keys: &[u64]) {
        let first = |&key: &u64| self.bucket(key).map_or(0, |bucket| read(&bucket[0]));
        black_box(keys.iter().map(first).fold(0, |sum, word| sum ^ word));
    }

    /// Returns what is kept of a situation.
    pub(super) fn find(&self, key: u64) -> Option<Entry> {
        let bucket = self.bucket(key)?;
        let place = bucket[..PLACES].iter().position(|kept| read(kept) == key)?;
        Entry::unpacked(read(&bucket[PLACES + place]), key)
    }

    /// Returns all entries with their keys.
    pub(super) fn entries(&self) -> impl Iterator<Item = (u64, Entry)> {
        let of_bucket = |bucket: &Bucket| {
            let words: [u64; 2 * PLACES] = std::array::from_fn(|at| read(&bucket[at]));
            (0..PLACES).filter_map(move |place| {
                let key = Some(words[place]).filter(|&key| key != 0)?;
                Some((key, Entry::unpacked(words[PLACES + place], key)?))
            })
        };
        self.buckets.iter().flat_map(of_bucket)
    }

    /// Keeps an entry in place of an older one of its situation, or of the one that took least
    /// work.
    pub(super) fn keep(&self, key: u64, entry: Entry) {
        let Some(bucket) = self.bucket(key) else {
            return;
        };
        let same = bucket[..PLACES].iter().position(|kept| read(kept) == key);
        let place = same.unwrap_or_else(|| {
            let work = |&place: &usize| work(read(&bucket[PLACES + place]));
            (0..PLACES).min_by_key(work).unwrap_or(0)
        });
        bucket[place].store(key, Ordering::Relaxed);
        bucket[PLACES + place].store(entry.packed(key), Ordering::Relaxed);
    }
}

/// Returns a word that threads share. Each is complete by itself, so no order is needed.
fn read(word: &AtomicU64) -> u64 {
    word.load(Ordering::Relaxed)
}

#[cfg(test)]
mod tests {
    use super::super::grid::NOWHERE;
    use super::*;

    #[test]
    fn entries_come_back_and_those_of_least_work_go() {
        let table = Table::new(1);
        let entry = |work| Entry {
            outcome: Outcome::Open(MAX_DEPTH),
            best: NOWHERE,
            work,
        };
        for work in [7, 3, 9, 5] {
            table.keep(u64::from(work), entry(work));
        }
        for outcome in [Outcome::Whole(3), Outcome::Hopeless, Outcome::Open(12)] {
            let kept = Entry {
                outcome,
                ..entry(4)
            };
            table.keep(4, kept);
            assert_eq!(table.find(4), Some(kept));
        }
        let left = [3, 5, 7, 9].map(|key| table.find(key).is_some());
        assert_eq!(left, [false, true, true, true]);
    }

    #[test]
    fn the_entry_of_another_key_is_none() {
        let entry = Entry {
            outcome: Outcome::Whole(3),
            best: 4,
            work: 5,
        };
        assert_eq!(Entry::unpacked(entry.packed(7), 7), Some(entry));
        assert_eq!(Entry::unpacked(entry.packed(7), 8), None);
    }
}
