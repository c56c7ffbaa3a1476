//! Table of what is known about situations of the question who gets the whole board.

use std::hint::black_box;

use serde::{Deserialize, Serialize};

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
    /// Returns the entry in a word: kind, number of stones or depth, move and work, a byte each.
    fn packed(self) -> u64 {
        let (kind, number) = match self.outcome {
            Outcome::Open(depth) => (0, depth),
            Outcome::Hopeless => (1, 0),
            Outcome::Whole(least) => (2, least),
        };
        u64::from_le_bytes([kind, number, self.best, self.work, 0, 0, 0, 0])
    }

    /// Returns the entry in such a word.
    fn unpacked(word: u64) -> Entry {
        let [kind, number, best, work, ..] = word.to_le_bytes();
        let outcome = match kind {
            0 => Outcome::Open(number),
            1 => Outcome::Hopeless,
            _ => Outcome::Whole(number),
        };
        Entry {
            outcome,
            best,
            work,
        }
    }
}

/// Keys of situations, which are whole situations and no hashes, and their entries. A key of 0
/// marks an empty place.
pub(super) struct Table {
    buckets: Vec<[u64; 2 * PLACES]>,
}

impl Table {
    /// Returns an empty table of at most about that many bytes. The system gives the memory when it
    /// is needed.
    pub(super) fn new(bytes: usize) -> Table {
        let is_left = memory_is_left_beside(bytes);
        let buckets = if is_left {
            bytes / size_of::<[u64; 2 * PLACES]>()
        } else {
            0
        };
        Table {
            buckets: vec![[0; 2 * PLACES]; buckets.max(1)],
        }
    }

    /// Returns the number of the bucket of a key.
    fn bucket(&self, key: u64) -> usize {
        // The finaliser of MurmurHash3 (A. Appleby).
        let mut hash = key ^ key >> 33;
        hash = hash.wrapping_mul(0xff51_afd7_ed55_8ccd);
        hash ^= hash >> 33;
        hash = hash.wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        hash ^= hash >> 33;
        ((u128::from(hash) * self.buckets.len() as u128) >> 64) as usize
    }

    /// Has the processor fetch the places of these keys side by side.
    pub(super) fn fetch(&self, keys: &[u64]) {
        let first = |&key: &u64| self.buckets[self.bucket(key)][0];
        black_box(keys.iter().map(first).fold(0, |sum, word| sum ^ word));
    }

    /// Returns what is kept of a situation.
    pub(super) fn find(&self, key: u64) -> Option<Entry> {
        let bucket = &self.buckets[self.bucket(key)];
        let place = bucket[..PLACES].iter().position(|&kept| kept == key)?;
        Some(Entry::unpacked(bucket[PLACES + place]))
    }

    /// Returns all entries with their keys.
    pub(super) fn entries(&self) -> impl Iterator<Item = (u64, Entry)> {
        let of_bucket = |bucket: &[u64; 2 * PLACES]| {
            let bucket = *bucket;
            (0..PLACES).map(move |place| (bucket[place], Entry::unpacked(bucket[PLACES + place])))
        };
        let all = self.buckets.iter().flat_map(of_bucket);
        all.filter(|&(key, _)| key != 0)
    }

    /// Keeps an entry in place of an older one of its situation, or of the one that took least
    /// work.
    pub(super) fn keep(&mut self, key: u64, entry: Entry) {
        let number = self.bucket(key);
        let bucket = &mut self.buckets[number];
        let same = bucket[..PLACES].iter().position(|&kept| kept == key);
        let place = same.unwrap_or_else(|| {
            let work = |&place: &usize| match bucket[place] {
                0 => 0,
                _ => Entry::unpacked(bucket[PLACES + place]).work,
            };
            (0..PLACES).min_by_key(work).unwrap_or(0)
        });
        bucket[place] = key;
        bucket[PLACES + place] = entry.packed();
    }
}

#[cfg(test)]
mod tests {
    use super::super::grid::NOWHERE;
    use super::*;

    #[test]
    fn entries_come_back_and_those_of_least_work_go() {
        let mut table = Table::new(1);
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
}
