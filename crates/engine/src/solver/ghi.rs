//! What a verdict rests on.

/// The most plies of the path that a verdict may rest on.
pub(super) const MAX_PLIES: usize = 6;
/// Words of the filter.
const WORDS: usize = 4;

/// A set of positions that may have strangers in it but leaves none out (Bloom 1970).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Filter([u64; WORDS]);

impl Filter {
    fn place(class: u64) -> (usize, u64) {
        ((class >> 6) as usize % WORDS, 1 << (class & 63))
    }

    /// Adds a position.
    fn insert(&mut self, class: u64) {
        let (word, bit) = Filter::place(class);
        self.0[word] |= bit;
    }

    /// Whether a position may be in.
    fn may_contain(&self, class: u64) -> bool {
        let (word, bit) = Filter::place(class);
        self.0[word] & bit != 0
    }

    fn add(&mut self, other: &Filter) {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine |= theirs;
        }
    }

    fn is_empty(&self) -> bool {
        self.0 == [0; WORDS]
    }
}

/// What must not be banned: the positions that the winner's placements make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Free {
    made: Filter,
    /// The fewest stones on one of them.
    fewest: u16,
}

impl Free {
    pub(super) const NOTHING: Free = Free {
        made: Filter([0; WORDS]),
        fewest: u16::MAX,
    };

    /// Adds a position: the hash that all its images share, and its stones.
    pub(super) fn insert(&mut self, class: u64, stones: u16) {
        self.made.insert(class);
        self.fewest = self.fewest.min(stones);
    }

    /// Whether it may hold a position.
    pub(super) fn may_contain(&self, class: u64, stones: u16) -> bool {
        stones >= self.fewest && self.made.may_contain(class)
    }

    fn add(&mut self, other: &Free) {
        self.made.add(&other.made);
        self.fewest = self.fewest.min(other.fewest);
    }

    /// Whether nothing is in.
    pub(super) fn is_empty(&self) -> bool {
        self.made.is_empty()
    }
}

/// What a verdict rests on, while the path to it is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Needs {
    /// What the winner's placements make.
    pub(super) free: Free,
    plies: [u16; MAX_PLIES],
    number: u8,
    /// Whether there were more plies than there is room for.
    too_many: bool,
}

impl Needs {
    pub(super) const NOTHING: Needs = Needs {
        free: Free::NOTHING,
        plies: [0; MAX_PLIES],
        number: 0,
        too_many: false,
    };

    /// The plies of the path whose positions must have come up; `None` if there are too many to tell.
    pub(super) fn plies(&self) -> Option<&[u16]> {
        (!self.too_many).then_some(&self.plies[..usize::from(self.number)])
    }

    /// Rests on a ply of the path.
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

    /// Rests on more than can be told.
    pub(super) fn insert_untold(&mut self) {
        self.too_many = true;
    }

    /// Rests on what another verdict does besides.
    pub(super) fn add(&mut self, other: &Needs) {
        self.free.add(&other.free);
        self.too_many |= other.too_many;
        for &ply in &other.plies[..usize::from(other.number)] {
            self.insert_ply(usize::from(ply));
        }
    }

    /// Leaves the plies from `first` on out: they lie behind, and always will where this is looked up.
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
    fn plies_are_kept_once_and_bounded() {
        let mut needs = Needs::NOTHING;
        for ply in [3, 5, 3, 8] {
            needs.insert_ply(ply);
        }
        assert_eq!(needs.plies(), Some(&[3, 5, 8][..]));
        needs.forget_from(5);
        assert_eq!(needs.plies(), Some(&[3][..]));
        for ply in 0..9 {
            needs.insert_ply(ply);
        }
        assert_eq!(needs.plies(), None);
        let mut needs = Needs::NOTHING;
        needs.insert_untold();
        assert_eq!(needs.plies(), None);
    }

    #[test]
    fn what_was_put_in_is_found() {
        let mut free = Free::NOTHING;
        assert!(!free.may_contain(7, 3));
        free.insert(7, 3);
        assert!(free.may_contain(7, 3));
        assert!(!free.may_contain(7, 2));
        assert!(!free.may_contain(8, 3));
    }
}
