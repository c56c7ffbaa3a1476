//! Large patterns: the contents of the points around a move, in growing rings.
//!
//! The rings follow Stern's distance, dx + dy + max(dx, dy), as in Stern, Herbrich and Graepel
//! (2006, *Bayesian Pattern Ranking for Move Prediction in the Game of Go*). The pattern of a ring
//! contains all points within it. Its key is invariant under rotation and reflection of the board,
//! and stones count as own or opposing stones of the player to move. If the last move is part of
//! the pattern, a second key has it marked. The dictionary holds the patterns in which strong
//! players often moved, each with its weight, learned as in [`super::priors`].

use std::sync::LazyLock;

use super::board::{EMPTY, PlayoutBoard};

/// Distance of the outermost points of each ring. The eight neighbours, up to distance 3, are
/// features of their own: see [`super::features`].
const RINGS: [usize; 6] = [4, 5, 6, 7, 8, 9];
/// Largest horizontal or vertical offset of a cell: an offset of 5 is at distance 10 or more.
const REACH: isize = 4;
/// Number of rotations and reflections of a board.
const IMAGES: usize = 8;

/// Number of kinds of content of a cell: an own stone (0), an opposing one (1), the border
/// ([`OUTSIDE`]) and the mark of the opponent's last move ([`LAST`]).
const KINDS: usize = 4;
/// Kind of a cell outside the board.
const OUTSIDE: usize = 2;
/// Kind of the mark of the opponent's last move.
const LAST: usize = 3;

/// Hash key of a pattern.
pub type Key = u32;

/// A point of a pattern, relative to the move.
struct Cell {
    dx: isize,
    dy: isize,
    /// Random numbers for each kind of content and each image of the board.
    codes: [[u64; IMAGES]; KINDS],
}

/// Cells of each ring; the first ring also holds all cells that are nearer.
static CELLS: LazyLock<[Vec<Cell>; RINGS.len()]> = LazyLock::new(cells);

/// Returns Stern's distance of a cell from the move.
fn distance(dx: isize, dy: isize) -> usize {
    let (dx, dy) = (dx.unsigned_abs(), dy.unsigned_abs());
    dx + dy + dx.max(dy)
}

/// Returns the position of a cell in each image of the board.
fn images(dx: isize, dy: isize) -> [(isize, isize); IMAGES] {
    [
        (dx, dy),
        (-dx, dy),
        (dx, -dy),
        (-dx, -dy),
        (dy, dx),
        (-dy, dx),
        (dy, -dx),
        (-dy, -dx),
    ]
}

/// Hashes a number by the finalizer of SplitMix64 (Steele, Lea and Flood 2014).
fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

/// Computes the cells of each ring.
fn cells() -> [Vec<Cell>; RINGS.len()] {
    let code = |(dx, dy): (isize, isize), kind: usize| {
        let place = ((dx + REACH) * (2 * REACH + 1) + dy + REACH) as u64;
        mixed(KINDS as u64 * place + kind as u64)
    };
    let mut inner = 0;
    RINGS.map(|outer| {
        let mut ring = Vec::new();
        for dy in -REACH..=REACH {
            for dx in -REACH..=REACH {
                if distance(dx, dy) > inner && distance(dx, dy) <= outer {
                    let codes = std::array::from_fn(|kind| images(dx, dy).map(|at| code(at, kind)));
                    ring.push(Cell { dx, dy, codes });
                }
            }
        }
        inner = outer;
        ring
    })
}

/// Calls `show` with the key of each pattern around a point, from the smallest pattern to the
/// largest, until `show` returns false. Each ring yields the key of the stones alone and, if the
/// last move lies within the ring, a key with that move marked. If `show` refuses a marked key, no
/// larger marked keys follow, only those of the stones alone.
pub fn walk<const W: usize, const N: usize>(
    field: &PlayoutBoard<W, N>,
    own: u8,
    last: usize,
    at: usize,
    mut show: impl FnMut(Key) -> bool,
) {
    let size = field.size();
    let (width, height) = (size.width() as isize, size.height() as isize);
    // Points are numbered in rows of `stride` with a border below and to the left.
    let stride = size.stride() as isize;
    let (x, y) = (at as isize % stride - 1, at as isize / stride - 1);
    let mut sums = [0u64; IMAGES];
    // Codes that mark the last move, once a ring contains it.
    let mut mark = None;
    let mut marked_too = true;
    for (ring, cells) in CELLS.iter().enumerate() {
        for cell in cells {
            let (column, row) = (x + cell.dx, y + cell.dy);
            let kind = if (0..width).contains(&column) && (0..height).contains(&row) {
                let place = (at as isize + cell.dy * stride + cell.dx) as usize;
                if place == last {
                    mark = Some(&cell.codes[LAST]);
                }
                match field.at(place) {
                    EMPTY => continue,
                    stone => usize::from(stone != own),
                }
            } else {
                OUTSIDE
            };
            add(&mut sums, &cell.codes[kind]);
        }
        if !show(key(&sums, ring)) {
            return;
        }
        if let Some(mark) = mark
            && marked_too
        {
            let mut marked = sums;
            add(&mut marked, mark);
            marked_too = show(key(&marked, ring));
        }
    }
}

/// Adds the code of a cell to the hash of each image.
fn add(sums: &mut [u64; IMAGES], codes: &[u64; IMAGES]) {
    for (sum, code) in sums.iter_mut().zip(codes) {
        *sum ^= code;
    }
}

/// Returns the key of a pattern: a hash of the ring and of the least of the images' hashes.
fn key(sums: &[u64; IMAGES], ring: usize) -> Key {
    let least = sums.iter().fold(u64::MAX, |least, &sum| least.min(sum));
    (mixed(least.wrapping_add(ring as u64)) >> 32) as Key
}

/// Patterns and the weight of each, as a logarithm.
#[derive(Clone, Debug)]
pub struct Dictionary {
    /// Hash table with open addressing: a pattern lies at the place that the lowest bits of its key
    /// name, or at the next free place behind it. The length is a power of two. A slot holds all of
    /// a key but its lowest byte, which the weight replaces: since both fit four bytes, a lookup is
    /// one access to memory that the caches hold.
    slots: Vec<u32>,
}

/// The patterns in use.
static DICTIONARY: LazyLock<Dictionary> =
    LazyLock::new(|| Dictionary::parse(include_bytes!("patterns.bin")));

/// Factor of weights in slots and files: a slot holds the weight times this, rounded.
const FINENESS: f32 = 32.0;
/// Bits of a slot that hold its weight.
const WEIGHT: u32 = 0xff;
/// Slot without a pattern: no weight is that low.
const GAP: u32 = i8::MIN as u8 as u32;
/// Bytes of a pattern in a file: its key, least significant byte first, and its weight, signed.
const ENTRY: usize = 5;

/// Returns the weight in a slot.
fn weight_of(slot: u32) -> i8 {
    (slot & WEIGHT) as u8 as i8
}

impl Dictionary {
    /// Returns the patterns in use.
    pub fn get() -> &'static Dictionary {
        &DICTIONARY
    }

    /// Returns a dictionary of patterns with these weights, in units of 1 / [`FINENESS`].
    fn with(entries: impl ExactSizeIterator<Item = (Key, i8)>) -> Dictionary {
        let places = (2 * entries.len() + 1).next_power_of_two();
        let mut dictionary = Dictionary {
            slots: vec![GAP; places],
        };
        for (key, weight) in entries {
            let place = dictionary.place(key);
            dictionary.slots[place] = key & !WEIGHT | u32::from(weight.max(-i8::MAX) as u8);
        }
        dictionary
    }

    /// Reads a dictionary from a file's bytes, [`ENTRY`] bytes for each pattern.
    fn parse(bytes: &[u8]) -> Dictionary {
        let (entries, _) = bytes.as_chunks::<ENTRY>();
        let entry = |&[a, b, c, d, weight]: &[u8; ENTRY]| {
            (Key::from_le_bytes([a, b, c, d]), weight.cast_signed())
        };
        Dictionary::with(entries.iter().map(entry))
    }

    /// Returns the place of a key, or the free place where it would be inserted.
    fn place(&self, key: Key) -> usize {
        let last = self.slots.len() - 1;
        let mut place = key as usize & last;
        let is_other = |slot| weight_of(slot) != i8::MIN && (slot ^ key) & !WEIGHT != 0;
        while is_other(self.slots[place]) {
            place = (place + 1) & last;
        }
        place
    }

    /// Returns the sum of the weights of the patterns around a point. Larger patterns are not
    /// looked up once a smaller one is unknown, since the dictionary holds them only together with
    /// the smaller ones.
    pub fn worth<const W: usize, const N: usize>(
        &self,
        field: &PlayoutBoard<W, N>,
        own: u8,
        last: usize,
        at: usize,
    ) -> f32 {
        let mut sum = 0;
        walk(field, own, last, at, |key| {
            let weight = weight_of(self.slots[self.place(key)]);
            let is_known = weight != i8::MIN;
            if is_known {
                sum += i32::from(weight);
            }
            is_known
        });
        sum as f32 / FINENESS
    }
}

#[cfg(test)]
mod tests {
    use super::super::Playouts;
    use super::super::board::{NOWHERE, stone};
    use super::*;
    use crate::monte_carlo::score::FinishedPlayout;
    use halfpoint_core::board::{Board, Color, Point, Size};
    use rand::SeedableRng;
    use rand::seq::{IndexedRandom, SliceRandom};
    use rand_xoshiro::Xoshiro256PlusPlus;
    use std::collections::{HashMap, HashSet};

    /// Contents of the cells around a point, the same for all images of the board.
    type Around = Vec<(isize, isize, char)>;

    /// Returns the pattern around a point by an independent, slow way: the least of the sorted
    /// lists of cells of all images.
    fn around(board: &Board, own: Color, last: Option<Point>, at: Point, reach: usize) -> Around {
        let size = board.size();
        let (x, y) = size.coordinates(at);
        let content = |dx: isize, dy: isize| {
            let column = x.checked_add_signed(dx);
            let point = column
                .zip(y.checked_add_signed(dy))
                .and_then(|(x, y)| size.point(x, y));
            let Some(point) = point else { return '#' };
            match board.get(point) {
                _ if last == Some(point) => '!',
                Some(color) if color == own => 'X',
                Some(_) => 'O',
                None => '.',
            }
        };
        let image = |turn: usize| {
            let mut cells = Around::new();
            for dx in -9..=9 {
                for dy in -9..=9 {
                    if distance(dx, dy) <= reach && (dx, dy) != (0, 0) {
                        let (to_x, to_y) = images(dx, dy)[turn];
                        cells.push((to_x, to_y, content(dx, dy)));
                    }
                }
            }
            cells.sort_unstable();
            cells
        };
        (0..IMAGES).map(image).min().expect("there are images")
    }

    #[test]
    fn keys_are_equal_exactly_where_slow_patterns_are_equal() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut known: HashMap<(usize, Key), Around> = HashMap::new();
        let mut all: HashSet<(usize, Around)> = HashSet::new();
        let mut again = 0;
        for round in 0..60 {
            let size = [Size::square(9), Size::square(7), Size::square(4)][round % 3];
            let mut playouts = Playouts::new(&Board::new(size));
            playouts.run(Color::Black, &mut rng);
            let mut stones: Vec<(Point, Color)> = playouts.board().stones().collect();
            stones.shuffle(&mut rng);
            stones.truncate(stones.len() / 3);
            let last = stones.first().map(|&(point, _)| point);
            let own = stones.first().map_or(Color::Black, |(_, c)| c.opponent());
            let board = Board::with_stones(size, stones.iter().copied());
            let field: PlayoutBoard<2, 128> = PlayoutBoard::new(&board).expect("small enough");
            for &at in board.empties().sample(&mut rng, 8) {
                let mut keys = Vec::new();
                walk(
                    &field,
                    stone(own),
                    last.map_or(0, Point::index),
                    at.index(),
                    |key| {
                        keys.push(key);
                        true
                    },
                );
                let mut slow = Vec::new();
                for reach in RINGS {
                    slow.push((reach, around(&board, own, None, at, reach)));
                    let marked = around(&board, own, last, at, reach);
                    if marked.iter().any(|&(_, _, content)| content == '!') {
                        slow.push((reach, marked));
                    }
                }
                assert_eq!(keys.len(), slow.len());
                for (key, (reach, around)) in keys.into_iter().zip(slow) {
                    let is_new = all.insert((reach, around.clone()));
                    match known.insert((reach, key), around.clone()) {
                        Some(before) => assert_eq!(before, around),
                        None => assert!(is_new, "two keys for {around:?}"),
                    }
                    again += usize::from(!is_new);
                }
            }
        }
        assert!(all.len() > 500 && again > 50, "{} {again}", all.len());
    }

    #[test]
    fn a_dictionary_has_the_patterns_of_its_bytes_with_their_weights_and_no_others() {
        let keys: Vec<Key> = (0..1000)
            .map(|i| (mixed(i) >> 32) as Key)
            .chain([0, Key::MAX])
            .collect();
        let weight = |i: usize| (i % 255) as i8;
        let entry = |(i, key): (usize, &Key)| {
            let [a, b, c, d] = key.to_le_bytes();
            [a, b, c, d, weight(i).cast_unsigned()]
        };
        let bytes: Vec<u8> = keys.iter().enumerate().flat_map(entry).collect();
        let dictionary = Dictionary::parse(&bytes);
        let found = |key| weight_of(dictionary.slots[dictionary.place(key)]);
        for (i, &key) in keys.iter().enumerate() {
            assert_eq!(found(key), weight(i).max(-i8::MAX), "{key}");
        }
        assert!((2000..3000).all(|i| found((mixed(i) >> 32) as Key) == i8::MIN));
    }

    #[test]
    fn a_corner_point_is_worth_more_than_an_edge_point() {
        let bytes = include_bytes!("patterns.bin");
        assert_eq!(bytes.len() % ENTRY, 0);
        let board = Board::with_stones(
            Size::square(19),
            [(
                Size::square(19).point(15, 15).expect("on the board"),
                Color::Black,
            )],
        );
        let field: PlayoutBoard<7, 448> = PlayoutBoard::new(&board).expect("small enough");
        let worth = |x, y| {
            let at = board.size().point(x, y).expect("on the board").index();
            Dictionary::get().worth(&field, stone(Color::White), NOWHERE, at)
        };
        assert!(worth(3, 3) > worth(0, 9));
    }
}
