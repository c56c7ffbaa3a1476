//! Conditions of an answer on the path to a position (graph-history interaction).

/// Largest number of plies of the path on which an answer may depend.
pub(super) const MAX_PLIES: usize = 6;
/// Number of words of a filter.
const WORDS: usize = 4;

/// A set of positions that may seem to contain others but never misses one (Bloom 1970).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Filter([u64; WORDS]);

impl Filter {
    /// Returns the word and the bit of a position.
    fn place(class: u64) -> (usize, u64) {
        ((class >> 6) as usize % WORDS, 1 << (class & 63))
    }

    /// Adds a position.
    fn insert(&mut self, class: u64) {
        let (word, bit) = Filter::place(class);
        self.0[word] |= bit;
    }

    /// Returns whether a position may be in the set.
    fn may_contain(&self, class: u64) -> bool {
        let (word, bit) = Filter::place(class);
        self.0[word] & bit != 0
    }

    /// Adds all positions of another set.
    fn add(&mut self, other: &Filter) {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine |= theirs;
        }
    }

    /// Returns whether the set is empty.
    fn is_empty(&self) -> bool {
        self.0 == [0; WORDS]
    }
}

/// Positions that must not be banned: those that the winner's placements make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct UnbannedPositions {
    /// The positions, by the hash that all images share.
    made: Filter,
    /// Smallest number of stones in one of these positions.
    min_stones: u16,
}

impl UnbannedPositions {
    /// No position.
    pub(super) const NOTHING: UnbannedPositions = UnbannedPositions {
        made: Filter([0; WORDS]),
        min_stones: u16::MAX,
    };

    /// Adds a position: the hash that all its images share, and the number of its stones.
    pub(super) fn insert(&mut self, class: u64, stones: u16) {
        self.made.insert(class);
        self.min_stones = self.min_stones.min(stones);
    }

    /// Returns whether it may contain a position.
    pub(super) fn may_contain(&self, class: u64, stones: u16) -> bool {
        stones >= self.min_stones && self.made.may_contain(class)
    }

    /// Adds all positions of another set.
    fn add(&mut self, other: &UnbannedPositions) {
        self.made.add(&other.made);
        self.min_stones = self.min_stones.min(other.min_stones);
    }

    /// Returns whether there is no position.
    pub(super) fn is_empty(&self) -> bool {
        self.made.is_empty()
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
    pub(super) fn plies(&self) -> Option<&[u16]> {
        (!self.too_many).then_some(&self.plies[..usize::from(self.number)])
    }

    /// Adds the condition that the position at a ply of the path has occurred.
    pub(super) fn insert_ply(&mut self, ply: usize) {
        let ply = ply as u16;
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

    /// Returns whether the answer rests on the worth of a void game.
    pub(super) fn rests_on_void(&self) -> bool {
        self.void
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
        for ply in 0..9 {
            conditions.insert_ply(ply);
        }
        assert_eq!(conditions.plies(), None);
        let mut conditions = PathConditions::NOTHING;
        conditions.insert_unkept();
        assert_eq!(conditions.plies(), None);
        conditions.insert_void();
        conditions.forget_path();
        assert_eq!(conditions.plies(), Some(&[][..]));
        assert!(conditions.rests_on_void());
    }

    #[test]
    fn unbanned_positions_contain_every_inserted_one() {
        let mut free = UnbannedPositions::NOTHING;
        assert!(!free.may_contain(7, 3));
        free.insert(7, 3);
        assert!(free.may_contain(7, 3));
        assert!(!free.may_contain(7, 2));
        assert!(!free.may_contain(8, 3));
    }
}
