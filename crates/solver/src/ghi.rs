//! Conditions of an answer on the path to a position (graph-history interaction).

use serde::{Deserialize, Serialize};

/// Largest number of plies of the path on which an answer may depend.
const MAX_PLIES: usize = 16;
/// Number of words of a filter. The positions of large answers are many, and with few words nearly
/// every path seems to meet one of them: with 4, 16 and 64 words 4×4 under positional superko takes
/// 10.0, 1.5 and 1.0 million nodes.
const WORDS: usize = 64;

/// A set of positions that may seem to contain others but never misses one (Bloom 1970).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Filter {
    /// Bits of the words that are not 0.
    used: u64,
    words: [u64; WORDS],
}

impl Filter {
    /// The empty set.
    const EMPTY: Filter = Filter {
        used: 0,
        words: [0; WORDS],
    };

    /// Adds a position.
    fn insert(&mut self, class: u64) {
        let (word, bit) = word_and_bit(class);
        self.used |= 1 << word;
        self.words[word] |= bit;
    }

    /// Adds all positions of another set.
    fn add(&mut self, other: &Filter) {
        self.add_words(other.used, |word, _| other.words[word]);
    }

    /// Adds the words that `used` names. `words` gets the number of a word and its place among
    /// those that are used.
    fn add_words(&mut self, used: u64, words: impl Fn(usize, usize) -> u64) {
        self.used |= used;
        for (place, word) in ones(used).enumerate() {
            self.words[word] |= words(word, place);
        }
    }
}

/// Returns the word of a filter and the bit for a position.
fn word_and_bit(class: u64) -> (usize, u64) {
    ((class >> 6) as usize % WORDS, 1 << (class & 63))
}

/// Returns the numbers of the bits that are set.
fn ones(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (bits != 0).then(|| bits.trailing_zeros() as usize);
        bits &= bits.wrapping_sub(1);
        bit
    })
}

/// Positions that must not be banned: those that the winner's placements make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct UnbannedPositions {
    /// The positions, by the hash that all images share.
    made: Filter,
    /// Smallest number of stones in one of these positions.
    min_stones: u16,
    /// Smallest number of the winner's stones in further positions, which captures that are not
    /// searched make.
    min_own: u16,
}

impl UnbannedPositions {
    /// No position.
    pub(super) const NOTHING: UnbannedPositions = UnbannedPositions {
        made: Filter::EMPTY,
        min_stones: u16::MAX,
        min_own: u16::MAX,
    };

    /// Adds a position: the hash that all its images share, and the number of its stones.
    pub(super) fn insert(&mut self, class: u64, stones: u16) {
        self.made.insert(class);
        self.min_stones = self.min_stones.min(stones);
    }

    /// Adds all positions with at least that many stones of the winner.
    pub(super) fn insert_own(&mut self, stones: u16) {
        self.min_own = self.min_own.min(stones);
    }

    /// Adds all positions of another set.
    fn add(&mut self, other: &UnbannedPositions) {
        self.made.add(&other.made);
        self.min_stones = self.min_stones.min(other.min_stones);
        self.min_own = self.min_own.min(other.min_own);
    }
}

/// Conditions of an answer in a table: those of [`PathConditions`] in the memory that they need.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct StoredConditions {
    /// Whether a line of the answer ends in a game that is worth 0 whatever was gained before.
    void: bool,
    /// Number of the memories.
    number: u8,
    /// Smallest number of stones in a position that must not be banned, and of the winner's stones
    /// in further ones.
    min_stones: u16,
    min_own: u16,
    /// Words of the filter of these positions that are not 0.
    used: u64,
    /// Memories of the situations that must have occurred, then the used words; without these, any
    /// position may be one that must not be banned.
    words: Box<[u64]>,
}

impl StoredConditions {
    /// No conditions.
    pub(super) fn nothing() -> StoredConditions {
        StoredConditions {
            void: false,
            number: 0,
            min_stones: u16::MAX,
            min_own: u16::MAX,
            used: 0,
            words: Box::default(),
        }
    }

    /// Returns whether the memories that are counted are there: what a file holds may not be sound.
    pub(super) fn is_sound(&self) -> bool {
        usize::from(self.number) <= self.words.len()
    }

    /// Returns the memories of situations that must have occurred before.
    pub(super) fn memories(&self) -> &[u64] {
        &self.words[..usize::from(self.number)]
    }

    /// Returns whether a line ends in a game that is worth 0 whatever was gained before.
    pub(super) fn rests_on_void(&self) -> bool {
        self.void
    }

    /// Returns whether some positions must not be banned.
    pub(super) fn needs_unbanned(&self) -> bool {
        self.used != 0 || self.min_own != u16::MAX
    }

    /// Returns whether a position may be one of those that must not be banned: by its class, and by
    /// the number of its stones and of the winner's.
    pub(super) fn may_need_unbanned(&self, class: u64, stones: u16, own: u16) -> bool {
        if own >= self.min_own {
            return true;
        }
        let (word, bit) = word_and_bit(class);
        if stones < self.min_stones || self.used & 1 << word == 0 {
            return false;
        }
        let place = (self.used & ((1 << word) - 1)).count_ones() as usize;
        let word = self.words.get(usize::from(self.number) + place);
        word.is_none_or(|word| word & bit != 0)
    }

    /// Forgets which positions must not be banned, so that any position may be one of them. The
    /// answer then takes less memory and is used less often.
    pub(super) fn blur(&mut self) {
        if self.needs_unbanned() {
            self.words = self.memories().into();
            self.used = u64::MAX;
        }
    }

    /// Returns whether there are no conditions.
    pub(super) fn is_nothing(&self) -> bool {
        self.words.is_empty() && self.min_own == u16::MAX && !self.void
    }

    /// Returns the bytes of memory besides this object's own.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.words)
    }
}

/// Conditions of an answer while the path to its position is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct PathConditions {
    /// Positions that the winner's placements make, and that must not be banned.
    pub(super) free: UnbannedPositions,
    /// Plies of the path whose positions must have occurred; the first `number` are in use.
    plies: [u16; MAX_PLIES],
    number: u8,
    /// Whether there were more plies than fit in.
    too_many: bool,
    /// Whether a line of the answer ends in a game that is worth 0 whatever was gained before: a
    /// void or a drawn one.
    void: bool,
}

impl PathConditions {
    /// No conditions.
    pub(super) const NOTHING: PathConditions = PathConditions {
        free: UnbannedPositions::NOTHING,
        plies: [0; MAX_PLIES],
        number: 0,
        too_many: false,
        void: false,
    };

    /// Returns the plies of the path whose positions must have occurred; `None` if there are too
    /// many to keep.
    fn plies(&self) -> Option<&[u16]> {
        (!self.too_many).then_some(&self.plies[..usize::from(self.number)])
    }

    /// Returns the conditions as a table keeps them; `memory` gives the memory of a ply. `None` if
    /// they cannot be kept.
    pub(super) fn stored(&self, memory: impl Fn(usize) -> u64) -> Option<StoredConditions> {
        let plies = self.plies()?;
        let UnbannedPositions {
            made,
            min_stones,
            min_own,
        } = &self.free;
        let used = ones(made.used).map(|word| made.words[word]);
        let number = plies.len() + made.used.count_ones() as usize;
        let mut words = Vec::new();
        words.try_reserve_exact(number).ok()?;
        words.extend(plies.iter().map(|&ply| memory(usize::from(ply))));
        words.extend(used);
        Some(StoredConditions {
            void: self.void,
            number: self.number,
            min_stones: *min_stones,
            min_own: *min_own,
            used: made.used,
            words: words.into_boxed_slice(),
        })
    }

    /// Adds the positions that must not be banned for a stored answer.
    pub(super) fn add_unbanned(&mut self, stored: &StoredConditions) {
        let words = &stored.words[usize::from(stored.number)..];
        self.free.made.add_words(stored.used, |_, place| {
            words.get(place).map_or(u64::MAX, |&word| word)
        });
        self.free.min_stones = self.free.min_stones.min(stored.min_stones);
        self.free.insert_own(stored.min_own);
    }

    /// Adds the condition that the position at a ply of the path has occurred.
    pub(super) fn insert_ply(&mut self, ply: usize) {
        let Ok(ply) = u16::try_from(ply) else {
            self.too_many = true;
            return;
        };
        let known = &self.plies[..usize::from(self.number)];
        if known.contains(&ply) {
            return;
        }
        if known.len() == MAX_PLIES {
            self.too_many = true;
        } else {
            self.plies[known.len()] = ply;
            self.number += 1;
        }
    }

    /// Adds the condition that a void game, which is worth 0, answers the question as it does here.
    pub(super) fn insert_void(&mut self) {
        self.void = true;
    }

    /// Removes all conditions on earlier positions.
    pub(super) fn forget_path(&mut self) {
        *self = PathConditions {
            void: self.void,
            ..PathConditions::NOTHING
        };
    }

    /// Adds a condition that cannot be kept, so that the answer cannot be kept either.
    pub(super) fn insert_unkept(&mut self) {
        self.too_many = true;
    }

    /// Adds the conditions of another answer.
    pub(super) fn add(&mut self, other: &PathConditions) {
        self.free.add(&other.free);
        self.too_many |= other.too_many;
        self.void |= other.void;
        for &ply in &other.plies[..usize::from(other.number)] {
            self.insert_ply(usize::from(ply));
        }
    }

    /// Removes the plies from `first` on, which occur only at or after the position of the answer:
    /// wherever the answer is looked up, they are no condition on the past.
    pub(super) fn forget_from(&mut self, first: usize) {
        let mut kept = 0;
        for index in 0..usize::from(self.number) {
            if usize::from(self.plies[index]) < first {
                self.plies[kept] = self.plies[index];
                kept += 1;
            }
        }
        self.number = kept as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_ply_is_kept_once_and_their_number_is_bounded() {
        let mut conditions = PathConditions::NOTHING;
        for ply in [3, 5, 3, 8] {
            conditions.insert_ply(ply);
        }
        assert_eq!(conditions.plies(), Some(&[3, 5, 8][..]));
        conditions.forget_from(5);
        assert_eq!(conditions.plies(), Some(&[3][..]));
        for ply in 0..=MAX_PLIES {
            conditions.insert_ply(ply + 4);
        }
        assert_eq!(conditions.plies(), None);
        assert!(conditions.stored(|_| 0).is_none());
        let mut conditions = PathConditions::NOTHING;
        conditions.insert_unkept();
        assert_eq!(conditions.plies(), None);
        conditions.insert_void();
        conditions.forget_path();
        assert_eq!(conditions.plies(), Some(&[][..]));
        assert!(conditions.stored(|_| 0).expect("few plies").rests_on_void());
    }

    #[test]
    fn stored_conditions_contain_every_inserted_one() {
        let stored = |conditions: &PathConditions| conditions.stored(|ply| 100 + ply as u64);
        let mut conditions = PathConditions::NOTHING;
        let nothing = stored(&conditions).expect("no plies");
        assert!(nothing.is_nothing() && !nothing.needs_unbanned());
        assert!(!nothing.may_need_unbanned(7, 3, 2));
        let classes = [7, 7 << 6, 63, 63 << 6 | 9, 1 << 20 | 64];
        for class in classes {
            conditions.free.insert(class, 3);
        }
        conditions.insert_ply(4);
        let one = stored(&conditions).expect("a ply");
        let mut both = PathConditions::NOTHING;
        both.free.insert(12345, 5);
        both.add_unbanned(&one);
        let both = stored(&both).expect("no plies");
        assert_eq!((one.memories(), both.memories()), (&[104][..], &[][..]));
        for class in classes {
            assert!(one.may_need_unbanned(class, 3, 2) && both.may_need_unbanned(class, 3, 2));
            assert!(
                !one.may_need_unbanned(class, 2, 2) && !one.may_need_unbanned(class ^ 32, 3, 2)
            );
        }
        assert!(both.may_need_unbanned(12345, 5, 2) && !one.may_need_unbanned(12345, 5, 2));
        assert_eq!(one.bytes(), 8 * (1 + 4));
        let mut blurred = one.clone();
        blurred.blur();
        assert!(blurred.bytes() == 8 && blurred.may_need_unbanned(54321, 3, 2));
        assert!(!blurred.may_need_unbanned(54321, 2, 2));
        let mut captures = PathConditions::NOTHING;
        captures.free.insert_own(4);
        let captures = stored(&captures).expect("no plies");
        assert!(captures.needs_unbanned() && !captures.is_nothing());
        assert!(captures.may_need_unbanned(9, 5, 4) && !captures.may_need_unbanned(9, 5, 3));
        let mut again = PathConditions::NOTHING;
        again.add_unbanned(&blurred);
        assert!(
            stored(&again)
                .expect("no plies")
                .may_need_unbanned(54321, 3, 2)
        );
    }
}
