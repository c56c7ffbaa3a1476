//! Conditions on the earlier positions of a game, under which a checked position stays checked.

use halfpoint_core::board::{Board, Color};
use halfpoint_core::game::Position;
use halfpoint_core::rules::KoRule;

/// Number of bits of a [`BoardFilter`].
const FILTER_BITS: usize = 4096;
/// Odd factor that spreads the codes of boards over the bits of a filter (2¹²⁸ divided by the
/// golden ratio).
const SPREAD: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;

/// A position as superko sees it: the stones, as a number to base three, and under situational
/// superko the player to move. Equal codes are equal positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct BoardCode {
    stones: u128,
    to_move: Option<Color>,
}

impl BoardCode {
    /// Largest board whose stones the code can hold: 3⁸⁰ < 2¹²⁸.
    pub(super) const MAX_AREA: usize = 80;

    /// Returns the code of a board with a player to move.
    pub(super) fn new(board: &Board, to_move: Color, ko: KoRule) -> BoardCode {
        let digit = |point| board.get(point).map_or(0, |color| 1 + color as u128);
        BoardCode {
            stones: (board.size().points()).fold(0, |code, point| 3 * code + digit(point)),
            to_move: match ko {
                KoRule::Situational => Some(to_move),
                KoRule::Positional | KoRule::Simple => None,
            },
        }
    }

    /// Returns the bit of the board in a filter.
    fn bit(self) -> usize {
        (self.stones.wrapping_mul(SPREAD) >> (u128::BITS - FILTER_BITS.ilog2())) as usize
    }
}

/// A position of the game so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Earlier {
    pub(super) code: BoardCode,
    /// Number of stones.
    pub(super) stones: u16,
    /// Number of stones of the player of the claim.
    pub(super) own_stones: u16,
}

impl Earlier {
    /// Returns what is kept of a position for a claim of a player.
    pub(super) fn of(position: &Position, side: Color) -> Earlier {
        let board = position.board();
        Earlier {
            code: BoardCode::new(board, position.to_move(), position.rules().ko),
            stones: (board.size().area() - board.empties().len()) as u16,
            own_stones: board.stones_of(side).len() as u16,
        }
    }
}

/// A set of boards that may seem to contain more than it does, which only makes a check do more.
#[derive(Clone, Debug, PartialEq, Eq)]
struct BoardFilter(Box<[u64; FILTER_BITS / 64]>);

impl BoardFilter {
    fn insert(&mut self, code: BoardCode) {
        self.0[code.bit() / 64] |= 1 << (code.bit() % 64);
    }

    fn may_contain(&self, code: BoardCode) -> bool {
        self.0[code.bit() / 64] >> (code.bit() % 64) & 1 != 0
    }

    fn add(&mut self, other: &BoardFilter) {
        for (word, more) in self.0.iter_mut().zip(other.0.iter()) {
            *word |= more;
        }
    }
}

/// Conditions under which a position is proven, whatever else was played before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Conditions {
    /// Earlier positions that ban replies of the opponent, in ascending order.
    needed: Vec<BoardCode>,
    /// Boards that moves of the strategy make: none of them may have occurred.
    made: BoardFilter,
    /// Smallest number of stones on one of these boards.
    min_stones: u16,
    /// No earlier board may have as many stones of the player, who makes such boards by captures.
    own_stones: u16,
}

impl Conditions {
    /// Returns no condition.
    pub(super) fn none() -> Conditions {
        Conditions {
            needed: Vec::new(),
            made: BoardFilter(Box::new([0; FILTER_BITS / 64])),
            min_stones: u16::MAX,
            own_stones: u16::MAX,
        }
    }

    /// Adds that an earlier position must have occurred.
    pub(super) fn need(&mut self, code: BoardCode) {
        if let Err(place) = self.needed.binary_search(&code) {
            self.needed.insert(place, code);
        }
    }

    /// Removes an earlier position from those that must have occurred: it is the position itself.
    pub(super) fn forget(&mut self, code: BoardCode) {
        self.needed.retain(|&needed| needed != code);
    }

    /// Adds that a board must not have occurred.
    pub(super) fn make(&mut self, board: Earlier) {
        self.made.insert(board.code);
        self.min_stones = self.min_stones.min(board.stones);
    }

    /// Adds that no board with as many stones of the player may have occurred.
    pub(super) fn bound_own_stones(&mut self, own_stones: u16) {
        self.own_stones = self.own_stones.min(own_stones);
    }

    /// Adds the conditions of a position that may follow.
    pub(super) fn add(&mut self, other: &Conditions) {
        other.needed.iter().for_each(|&code| self.need(code));
        self.made.add(&other.made);
        self.min_stones = self.min_stones.min(other.min_stones);
        self.bound_own_stones(other.own_stones);
    }

    /// Returns whether the conditions hold after these positions.
    pub(super) fn hold_after(&self, earlier: &[Earlier]) -> bool {
        let is_free = |earlier: &Earlier| {
            let is_made = earlier.stones >= self.min_stones && self.made.may_contain(earlier.code);
            earlier.own_stones < self.own_stones && !is_made
        };
        let has_occurred = |&code: &BoardCode| earlier.iter().any(|earlier| earlier.code == code);
        earlier.iter().all(is_free) && self.needed.iter().all(has_occurred)
    }
}
