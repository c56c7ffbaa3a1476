//! Hash keys of positions (Zobrist 1970: the exclusive-or of one random word for each stone).

use super::color::Color;
use super::point::{MAX_INDEX, Point};
use std::fmt;
use std::ops::{BitXor, BitXorAssign};

/// Hash of a set of stones. 128 bits: two different positions of one game, or of one search, never
/// collide in practice, so equal keys are taken as equal positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ZobristKey(u128);

impl ZobristKey {
    /// Key of the empty board.
    pub const EMPTY: ZobristKey = ZobristKey(0);

    /// Returns the word of one stone.
    #[must_use]
    pub fn stone(color: Color, point: Point) -> ZobristKey {
        ZobristKey(STONES[point.index()][color])
    }

    /// Returns a key for a fact outside the board (the side to move, a button, …), spread over all
    /// bits.
    #[must_use]
    pub fn feature(kind: u32, value: u32) -> ZobristKey {
        let seed = (u64::from(kind) << 32) | u64::from(value);
        let (low, state) = splitmix(seed ^ 0x5851_f42d_4c95_7f2d);
        let (high, _) = splitmix(state);
        ZobristKey((u128::from(high) << 64) | u128::from(low))
    }

    /// Returns the low 64 bits, enough for a table index or a short print.
    #[must_use]
    pub fn low(self) -> u64 {
        self.0 as u64
    }
}

/// Writes all 128 bits in hexadecimal digits.
impl fmt::Display for ZobristKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032X}", self.0)
    }
}

impl BitXor for ZobristKey {
    type Output = ZobristKey;
    fn bitxor(self, other: ZobristKey) -> ZobristKey {
        ZobristKey(self.0 ^ other.0)
    }
}

impl BitXorAssign for ZobristKey {
    fn bitxor_assign(&mut self, other: ZobristKey) {
        self.0 ^= other.0;
    }
}

/// One step of SplitMix64 (Steele, Lea, Flood 2014): the output and the next state.
const fn splitmix(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ (z >> 31), state)
}

static STONES: [[u128; 2]; MAX_INDEX] = stone_words();

const fn stone_words() -> [[u128; 2]; MAX_INDEX] {
    let mut words = [[0; 2]; MAX_INDEX];
    let mut state = 0x6861_6c66_706f_696e; // "halfpoin"
    let mut index = 0;
    while index < MAX_INDEX {
        let mut color = 0;
        while color < 2 {
            let (low, next) = splitmix(state);
            let (high, next) = splitmix(next);
            state = next;
            words[index][color] = ((high as u128) << 64) | low as u128;
            color += 1;
        }
        index += 1;
    }
    words
}
