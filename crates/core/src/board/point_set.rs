//! Sets of points as bits.

use std::fmt;
use std::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

use super::point::{MAX_INDEX, MAX_SIDE, Point, Size};

/// Words of a set: one bit for each index of a point of the largest board. The border has indices
/// too, so a shift by one or by a row leads from the edge of the board to the border, and never to
/// the other edge.
const WORDS: usize = MAX_INDEX.div_ceil(64);

// A neighbour's bit lies in its own word or in the next one.
const _: () = assert!(MAX_SIDE + 1 < 64);

/// A set of points of a board of one [`Size`]: a copyable bit set of 96 bytes.
///
/// Sets of one size are combined with `&`, `|`, `^` and `-`; `!` is the complement on the board.
/// To combine sets of different sizes is a mistake, which debug builds refuse.
///
/// ```
/// use halfpoint_core::{PointSet, Size};
///
/// let size = Size::square(9);
/// let corner = size.point(0, 0).expect("on the board");
/// let set = PointSet::of(size, [corner]);
/// assert_eq!((!set).len(), 80);
/// assert_eq!(set.neighbours().len(), 2);
/// assert!((set & set.neighbours()).is_empty());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PointSet {
    words: [u64; WORDS],
    size: Size,
}

impl PointSet {
    /// Makes the empty set on a board of that size.
    #[must_use]
    pub const fn new(size: Size) -> PointSet {
        PointSet {
            words: [0; WORDS],
            size,
        }
    }

    /// Makes the set of all points of a board.
    #[must_use]
    pub fn all(size: Size) -> PointSet {
        let mut set = PointSet::new(size);
        let row = (1u64 << size.width()) - 1;
        for y in 1..=size.height() {
            let start = y * size.stride() + 1;
            let (word, shift) = (start / 64, start % 64);
            set.words[word] |= row << shift;
            if shift + size.width() > 64 {
                set.words[word + 1] |= row >> (64 - shift);
            }
        }
        set
    }

    /// Makes a set of points. An iterator does not know the size of the board, so this takes the
    /// place of [`FromIterator`].
    #[must_use]
    pub fn of(size: Size, points: impl IntoIterator<Item = Point>) -> PointSet {
        let mut set = PointSet::new(size);
        set.extend(points);
        set
    }

    /// Size of the board.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Adds a point and returns whether it is new.
    pub const fn insert(&mut self, point: Point) -> bool {
        let (word, bit) = place(point);
        let is_new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        is_new
    }

    /// Removes a point.
    pub const fn remove(&mut self, point: Point) {
        let (word, bit) = place(point);
        self.words[word] &= !bit;
    }

    /// Returns whether a point is a member.
    #[must_use]
    pub const fn contains(&self, point: Point) -> bool {
        let (word, bit) = place(point);
        self.words[word] & bit != 0
    }

    /// Returns whether the set has no member.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.used().iter().all(|&word| word == 0)
    }

    /// Number of members.
    #[must_use]
    pub fn len(&self) -> usize {
        let ones = self.used().iter().map(|word| word.count_ones() as usize);
        ones.sum()
    }

    /// Member with the smallest index, the first one in the order A1 B1 …; `None` if there is none.
    #[must_use]
    pub fn first(&self) -> Option<Point> {
        let word = self.used().iter().position(|&word| word != 0)?;
        let bit = self.words[word].trailing_zeros() as usize;
        Some(Point::new(word * 64 + bit))
    }

    /// Returns whether every member is a member of `other`.
    #[must_use]
    pub fn is_subset(&self, other: &PointSet) -> bool {
        let mut words = self.used().iter().zip(&other.words);
        words.all(|(a, b)| a & !b == 0)
    }

    /// Returns whether a point is a member of both sets.
    #[must_use]
    pub fn intersects(&self, other: &PointSet) -> bool {
        let mut words = self.used().iter().zip(&other.words);
        words.any(|(a, b)| a & b != 0)
    }

    /// Iterates over the members by rising index, that is in the order A1 B1 ….
    #[must_use]
    pub fn iter(&self) -> PointSetIter {
        PointSetIter {
            words: self.words,
            word: 0,
            end: words_of(self.size),
        }
    }

    /// Returns the points of the board that have a neighbour in the set. Members without a
    /// neighbour in the set are not among them.
    #[must_use]
    pub fn neighbours(&self) -> PointSet {
        self.neighbours_in(&PointSet::all(self.size))
    }

    /// Returns the points of `within` that have a neighbour in the set.
    #[must_use]
    pub fn neighbours_in(&self, within: &PointSet) -> PointSet {
        let mut found = PointSet::new(self.size);
        let stride = self.size.stride();
        for at in 0..words_of(self.size) {
            let word = self.words[at];
            let below = if at > 0 { self.words[at - 1] } else { 0 };
            let above = if at + 1 < WORDS {
                self.words[at + 1]
            } else {
                0
            };
            let beside = beside(word, stride)
                | below >> 63
                | below >> (64 - stride)
                | above << 63
                | above << (64 - stride);
            found.words[at] = beside & within.words[at];
        }
        found
    }

    /// Returns the connected part of the set that contains `seed`; the empty set if `seed` is no
    /// member.
    ///
    /// Spreads a word at a time: 64 points in about ten instructions, and only words in which
    /// something is new are looked at again.
    #[must_use]
    pub fn part(&self, seed: Point) -> PointSet {
        let mut found = PointSet::new(self.size);
        if self.contains(seed) {
            found.insert(seed);
            self.flood(&mut found, 1 << place(seed).0);
        }
        found
    }

    /// Returns the points of the set that are connected in it with a member of `seeds`.
    #[must_use]
    pub fn parts_of(&self, seeds: &PointSet) -> PointSet {
        let mut found = *self & *seeds;
        let words = found.used().iter().enumerate();
        let open = words.fold(0, |open, (at, &word)| open | u32::from(word != 0) << at);
        self.flood(&mut found, open);
        found
    }

    /// Iterates over the maximal connected parts of the set, in the order of their first points.
    pub fn parts(&self) -> impl Iterator<Item = PointSet> + use<> {
        let mut rest = *self;
        std::iter::from_fn(move || {
            let part = rest.part(rest.first()?);
            rest -= part;
            Some(part)
        })
    }

    /// Adds to `found` the points of the set that are connected in it with `found`. Bit `i` of
    /// `open` says that members of word `i` may have neighbours that are not found.
    fn flood(&self, found: &mut PointSet, mut open: u32) {
        let stride = self.size.stride();
        while open != 0 {
            let at = open.trailing_zeros() as usize;
            open &= open - 1;
            let mut word = found.words[at];
            let mut new = word;
            while new != 0 {
                new = beside(new, stride) & self.words[at] & !word;
                word |= new;
            }
            found.words[at] = word;
            if at + 1 < WORDS {
                let up = word >> 63 | word >> (64 - stride);
                let new = up & self.words[at + 1] & !found.words[at + 1];
                found.words[at + 1] |= new;
                open |= u32::from(new != 0) << (at + 1);
            }
            if at > 0 {
                let down = word << 63 | word << (64 - stride);
                let new = down & self.words[at - 1] & !found.words[at - 1];
                found.words[at - 1] |= new;
                open |= u32::from(new != 0) << (at - 1);
            }
        }
    }

    /// Returns the words that points of the board can be in.
    fn used(&self) -> &[u64] {
        &self.words[..words_of(self.size)]
    }

    fn combine(self, other: PointSet, combine: impl Fn(u64, u64) -> u64) -> PointSet {
        debug_assert_eq!(self.size, other.size, "sets of one board");
        PointSet {
            words: std::array::from_fn(|at| combine(self.words[at], other.words[at])),
            size: self.size,
        }
    }
}

/// Word and bit of a point.
const fn place(point: Point) -> (usize, u64) {
    (point.index() / 64, 1 << (point.index() % 64))
}

/// Number of words that the points of a board need.
const fn words_of(size: Size) -> usize {
    size.array_len().div_ceil(64)
}

/// Neighbours of the points of a word, as far as they are in it.
const fn beside(word: u64, stride: usize) -> u64 {
    word << 1 | word >> 1 | word << stride | word >> stride
}

impl Extend<Point> for PointSet {
    fn extend<T: IntoIterator<Item = Point>>(&mut self, points: T) {
        for point in points {
            self.insert(point);
        }
    }
}

impl BitAnd for PointSet {
    type Output = PointSet;
    fn bitand(self, other: PointSet) -> PointSet {
        self.combine(other, |a, b| a & b)
    }
}

impl BitOr for PointSet {
    type Output = PointSet;
    fn bitor(self, other: PointSet) -> PointSet {
        self.combine(other, |a, b| a | b)
    }
}

impl BitXor for PointSet {
    type Output = PointSet;
    fn bitxor(self, other: PointSet) -> PointSet {
        self.combine(other, |a, b| a ^ b)
    }
}

impl Sub for PointSet {
    type Output = PointSet;
    fn sub(self, other: PointSet) -> PointSet {
        self.combine(other, |a, b| a & !b)
    }
}

impl Not for PointSet {
    type Output = PointSet;
    fn not(self) -> PointSet {
        PointSet::all(self.size) - self
    }
}

impl BitAndAssign for PointSet {
    fn bitand_assign(&mut self, other: PointSet) {
        *self = *self & other;
    }
}

impl BitOrAssign for PointSet {
    fn bitor_assign(&mut self, other: PointSet) {
        *self = *self | other;
    }
}

impl BitXorAssign for PointSet {
    fn bitxor_assign(&mut self, other: PointSet) {
        *self = *self ^ other;
    }
}

impl SubAssign for PointSet {
    fn sub_assign(&mut self, other: PointSet) {
        *self = *self - other;
    }
}

impl IntoIterator for PointSet {
    type Item = Point;
    type IntoIter = PointSetIter;
    fn into_iter(self) -> PointSetIter {
        self.iter()
    }
}

impl IntoIterator for &PointSet {
    type Item = Point;
    type IntoIter = PointSetIter;
    fn into_iter(self) -> PointSetIter {
        self.iter()
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set()
            .entries(self.iter().map(|point| self.size.coordinates(point)))
            .finish()
    }
}

/// Iterator over the members of a [`PointSet`].
#[derive(Clone, Debug)]
pub struct PointSetIter {
    words: [u64; WORDS],
    word: usize,
    end: usize,
}

impl Iterator for PointSetIter {
    type Item = Point;

    fn next(&mut self) -> Option<Point> {
        while self.word < self.end {
            let bits = &mut self.words[self.word];
            if *bits != 0 {
                let bit = bits.trailing_zeros() as usize;
                *bits &= *bits - 1;
                return Some(Point::new(self.word * 64 + bit));
            }
            self.word += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    /// The slow model of a set: one flag for each point of the board, in the order of the points.
    #[derive(Clone, Debug, PartialEq)]
    struct Model {
        size: Size,
        flags: Vec<bool>,
    }

    impl Model {
        fn random(size: Size, rng: &mut Xoshiro256PlusPlus) -> Model {
            let percent = rng.random_range(0..=100);
            let flags = (0..size.area()).map(|_| rng.random_ratio(percent, 100));
            Model {
                size,
                flags: flags.collect(),
            }
        }

        fn has(&self, x: usize, y: usize) -> bool {
            self.flags[y * self.size.width() + x]
        }

        fn points(&self) -> Vec<Point> {
            let points = self.size.points().zip(&self.flags);
            points
                .filter(|&(_, &is_in)| is_in)
                .map(|(p, _)| p)
                .collect()
        }

        fn set(&self) -> PointSet {
            PointSet::of(self.size, self.points())
        }

        fn with(&self, other: &Model, op: fn(bool, bool) -> bool) -> Model {
            let pairs = self.flags.iter().zip(&other.flags);
            Model {
                size: self.size,
                flags: pairs.map(|(&a, &b)| op(a, b)).collect(),
            }
        }

        fn neighbours(&self) -> Model {
            let (width, height) = (self.size.width(), self.size.height());
            let mut flags = Vec::new();
            for y in 0..height {
                for x in 0..width {
                    flags.push(
                        x > 0 && self.has(x - 1, y)
                            || x + 1 < width && self.has(x + 1, y)
                            || y > 0 && self.has(x, y - 1)
                            || y + 1 < height && self.has(x, y + 1),
                    );
                }
            }
            Model { flags, ..*self }
        }

        /// Returns the members connected with `seeds`, found by growing them until nothing changes.
        fn connected(&self, seeds: &Model) -> Model {
            let mut found = self.with(seeds, |a, b| a && b);
            loop {
                let grown = found.neighbours().with(&found, |a, b| a || b);
                let grown = grown.with(self, |a, b| a && b);
                if grown == found {
                    return found;
                }
                found = grown;
            }
        }
    }

    /// Returns all squares, and rectangles that are as thin or as wide as possible.
    fn sizes() -> Vec<Size> {
        let squares = (1..=MAX_SIDE).map(|side| (side, side));
        let thin = (1..=MAX_SIDE).flat_map(|side| [(1, side), (side, 1), (2, side), (side, 2)]);
        let wide = (1..=MAX_SIDE).flat_map(|side| [(MAX_SIDE, side), (side, MAX_SIDE)]);
        let sizes = squares.chain(thin).chain(wide);
        sizes
            .map(|(width, height)| Size::new(width, height).expect("a size"))
            .collect()
    }

    #[test]
    fn operators_agree_with_the_model_on_all_sizes() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for size in sizes() {
            for _ in 0..8 {
                let (a, b) = (Model::random(size, &mut rng), Model::random(size, &mut rng));
                let (x, y) = (a.set(), b.set());
                assert_eq!(x & y, a.with(&b, |a, b| a && b).set());
                assert_eq!(x | y, a.with(&b, |a, b| a || b).set());
                assert_eq!(x ^ y, a.with(&b, |a, b| a != b).set());
                assert_eq!(x - y, a.with(&b, |a, b| a && !b).set());
                assert_eq!(!x, a.with(&b, |a, _| !a).set());
                assert_eq!(x == y, a == b);
                let both = a.with(&b, |a, b| a && b);
                assert_eq!(x.intersects(&y), both.flags.contains(&true));
                assert_eq!(x.is_subset(&y), both == a);
                let mut changed = x;
                changed &= y;
                changed ^= x;
                changed |= y;
                changed -= x;
                assert_eq!(changed, y - x);
            }
        }
    }

    #[test]
    fn members_agree_with_the_model_on_all_sizes() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        for size in sizes() {
            assert_eq!(PointSet::all(size).iter().collect::<Vec<_>>(), {
                size.points().collect::<Vec<_>>()
            });
            for _ in 0..8 {
                let mut model = Model::random(size, &mut rng);
                let mut set = model.set();
                for (at, point) in size.points().enumerate() {
                    if rng.random_ratio(1, 2) {
                        assert_eq!(set.insert(point), !model.flags[at]);
                        model.flags[at] = true;
                    } else {
                        set.remove(point);
                        model.flags[at] = false;
                    }
                    assert_eq!(set.contains(point), model.flags[at]);
                }
                let points = model.points();
                assert_eq!(set.len(), points.len());
                assert_eq!(set.is_empty(), points.is_empty());
                assert_eq!(set.first(), points.first().copied());
                assert_eq!(set.into_iter().collect::<Vec<_>>(), points);
            }
        }
    }

    #[test]
    fn neighbours_and_parts_agree_with_the_model_on_all_sizes() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        for size in sizes() {
            for _ in 0..8 {
                let (a, b) = (Model::random(size, &mut rng), Model::random(size, &mut rng));
                let (x, y) = (a.set(), b.set());
                assert_eq!(x.neighbours(), a.neighbours().set(), "{size:?} {x:?}");
                assert_eq!(x.neighbours_in(&y), a.neighbours().set() & y);
                assert_eq!(
                    x.parts_of(&y),
                    a.connected(&b).set(),
                    "{size:?} {x:?} {y:?}"
                );
                let mut seen = PointSet::new(size);
                for part in x.parts() {
                    let first = part.first().expect("a part has a point");
                    assert_eq!(x.first().map(|_| (x - seen).first()), Some(Some(first)));
                    let mut seed = a.with(&a, |_, _| false);
                    let at = size.points().position(|point| point == first);
                    seed.flags[at.expect("on the board")] = true;
                    assert_eq!(part, a.connected(&seed).set(), "{size:?} {x:?}");
                    seen |= part;
                }
                assert_eq!(seen, x);
            }
        }
    }

    #[test]
    fn a_point_outside_the_set_has_no_part() {
        let size = Size::square(3);
        let corner = size.point(0, 0).expect("on the board");
        let set = PointSet::of(size, size.points().skip(1));
        assert!(set.part(corner).is_empty());
        assert_eq!(set.part(size.point(1, 0).expect("on the board")), set);
    }
}
