//! Properties of an empty point that depend on its eight neighbours alone: eyes, eye spaces and the
//! 3×3 patterns in which a move is good.
//!
//! The patterns are those of MoGo (Gelly, Wang, Munos and Teytaud 2006, *Modification of UCT with
//! Patterns in Monte-Carlo Go*).

use std::sync::LazyLock;

use super::board::{BORDER, EMPTY};

/// Size of the largest eye space that has a vital point.
pub const MAX_NAKADE: usize = 6;

/// Flag: the point is an eye of Black that should not be filled. The next higher bit is White's.
const EYE: u8 = 1;
/// Flag: the point is deep in the territory of Black. The next higher bit is White's.
const INSIDE: u8 = 4;
/// Flag: the stones around the point make a pattern in which a move on it is good shape.
const PATTERN: u8 = 16;

/// Flag: the point is not part of a small eye space of one colour.
const OPEN: u8 = 32;

/// Patterns, as three rows around the point in the middle. `X` and `O` are stones of either colour,
/// `x` is no `X` and `o` is no `O` (but on the board), `.` is empty, `?` is anything, `#` is the
/// border.
const PATTERNS: [&str; 13] = [
    // Hane: around the end of an opposing stone, between two, or beside one's own.
    "XOX ... ???",
    "XO. ... ?.?",
    "XO? X.. x.?",
    ".O. X.. ...",
    // Open cuts, and one that is protected by a peep.
    "XO? O.o ?o?",
    "XO? O.X ???",
    "?X? O.O ooo",
    "OX? o.O ???",
    // At the edge: chasing, blocking, stretching down and cutting.
    "X.? O.? ###",
    "OX? X.O ###",
    "?X? x.O ###",
    "?XO x.x ###",
    "?OX X.O ###",
];

/// Flags of each code of eight neighbours. A code holds two bits for each neighbour; the `stone` of
/// a question is the colour that is asked about, in such bits.
pub struct Shapes {
    flags: Box<[u8; 1 << 16]>,
}

static SHAPES: LazyLock<Shapes> = LazyLock::new(Shapes::compute);

impl Shapes {
    /// Returns the table, which is computed on first use.
    pub fn get() -> &'static Shapes {
        &SHAPES
    }

    /// Returns whether an empty point is an eye that its owner should not fill: all four neighbours
    /// are own stones or border, and the opponent does not hold enough diagonals to make the eye
    /// false (two, or one at the edge).
    #[inline]
    pub fn is_eye(&self, code: u16, stone: u8) -> bool {
        self.flags[code as usize] & EYE << (stone - 1) != 0
    }

    /// Returns whether a point has own stones or the border on at least three sides and no opposing
    /// stone among its eight neighbours: a move there would only fill own territory.
    #[inline]
    pub fn is_inside(&self, code: u16, stone: u8) -> bool {
        self.flags[code as usize] & INSIDE << (stone - 1) != 0
    }

    /// Returns whether the stones around a point match one of the patterns.
    #[inline]
    pub fn is_pattern(&self, code: u16) -> bool {
        self.flags[code as usize] & PATTERN != 0
    }

    /// Returns whether the neighbours of an empty point show that it is in no eye space for which a
    /// vital point is looked for: it is joined to too many other empty points, or stones of both
    /// colours border on them.
    #[inline]
    pub fn is_open(&self, code: u16) -> bool {
        self.flags[code as usize] & OPEN != 0
    }

    /// Computes the table from all 65,536 codes.
    fn compute() -> Shapes {
        let mut flags = vec![0u8; 1 << 16].into_boxed_slice();
        for (code, flags) in flags.iter_mut().enumerate() {
            let at = |i: usize| (code >> (2 * i)) as u8 & 3;
            let is_joined = |i: usize| i < 4 || BESIDE[i - 4].iter().any(|&side| at(side) == EMPTY);
            let joined = |content: u8| (0..8).filter(|&i| at(i) == content && is_joined(i)).count();
            if 1 + joined(EMPTY) > MAX_NAKADE || joined(1) > 0 && joined(2) > 0 {
                *flags |= OPEN;
            }
            for stone in [1, 2] {
                let closed = (0..4)
                    .filter(|&i| at(i) == stone || at(i) == BORDER)
                    .count();
                if closed >= 3 && (0..8).all(|i| at(i) != 3 - stone) {
                    *flags |= INSIDE << (stone - 1);
                }
                if (0..4).all(|i| at(i) == stone || at(i) == BORDER) {
                    let enemies = (4..8).filter(|&i| at(i) == 3 - stone).count();
                    let at_edge = (4..8).any(|i| at(i) == BORDER);
                    if enemies + usize::from(at_edge) < 2 {
                        *flags |= EYE << (stone - 1);
                    }
                }
            }
        }
        for text in PATTERNS {
            for pattern in images(text) {
                for code in codes(&pattern) {
                    flags[code] |= PATTERN;
                }
            }
        }
        let flags = flags.try_into().unwrap_or_else(|_| Box::new([0; 1 << 16]));
        Shapes { flags }
    }
}

/// The two sides that are adjacent to each corner, numbered as neighbours in a code.
const BESIDE: [[usize; 2]; 4] = [[0, 2], [1, 2], [0, 3], [1, 3]];

/// Position of each neighbour of a code in a pattern of three rows.
const PLACES: [usize; 8] = [3, 5, 7, 1, 6, 8, 0, 2];

/// Returns the codes that match a pattern.
fn codes(pattern: &[u8; 9]) -> Vec<usize> {
    let mut codes = vec![0];
    for (i, &place) in PLACES.iter().enumerate() {
        let contents: &[u8] = match pattern[place] {
            b'X' => &[1],
            b'O' => &[2],
            b'.' => &[EMPTY],
            b'x' => &[EMPTY, 2],
            b'o' => &[EMPTY, 1],
            b'#' => &[BORDER],
            _ => &[EMPTY, 1, 2, BORDER],
        };
        codes = codes
            .iter()
            .flat_map(|code| {
                contents
                    .iter()
                    .map(move |&content| code | usize::from(content) << (2 * i))
            })
            .collect();
    }
    codes
}

/// Returns the 16 images of a pattern: rotations, reflections and exchange of colours.
fn images(text: &str) -> Vec<[u8; 9]> {
    let mut cells = [b'?'; 9];
    for (cell, byte) in cells.iter_mut().zip(text.bytes().filter(|&b| b != b' ')) {
        *cell = byte;
    }
    let turned = |cells: [u8; 9]| [6, 3, 0, 7, 4, 1, 8, 5, 2].map(|i: usize| cells[i]);
    let mirrored = |cells: [u8; 9]| [2, 1, 0, 5, 4, 3, 8, 7, 6].map(|i: usize| cells[i]);
    let exchanged = |cells: [u8; 9]| {
        cells.map(|cell| match cell {
            b'X' => b'O',
            b'O' => b'X',
            b'x' => b'o',
            b'o' => b'x',
            other => other,
        })
    };
    let mut all = Vec::new();
    for start in [cells, mirrored(cells)] {
        let mut image = start;
        for _ in 0..4 {
            all.push(image);
            all.push(exchanged(image));
            image = turned(image);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::monte_carlo::board::{PlayoutBoard, stone, testing::random_board};
    use halfpoint_core::board::Color;
    use halfpoint_core::game::eye::is_eye;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn is_eye_agrees_with_boards() {
        let shapes = Shapes::get();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut eyes = 0;
        for _ in 0..300 {
            let board = random_board(60, &mut rng);
            let field = PlayoutBoard::<2, 128>::new(&board).expect("small");
            for &point in board.empties() {
                for color in Color::BOTH {
                    let found = shapes.is_eye(field.code(point.index()), stone(color));
                    assert_eq!(found, is_eye(&board, color, point));
                    eyes += usize::from(found);
                }
            }
        }
        assert!(eyes > 100, "{eyes} eyes");
    }

    /// Returns the code of the point in the middle of three rows.
    fn code(rows: &str) -> u16 {
        let cells: Vec<u8> = rows.bytes().filter(|&b| b != b' ').collect();
        PLACES.iter().enumerate().fold(0, |code, (i, &place)| {
            let content = match cells[place] {
                b'X' => 1,
                b'O' => 2,
                b'#' => BORDER,
                _ => EMPTY,
            };
            code | u16::from(content) << (2 * i)
        })
    }

    #[test]
    fn patterns_match_in_every_image() {
        let shapes = Shapes::get();
        for rows in ["XOX ... ...", "X.. O.. X..", "..O ..X ..O", "... ... OXO"] {
            assert!(shapes.is_pattern(code(rows)), "{rows}");
        }
        assert!(shapes.is_pattern(code("X.. O.. ###")));
        assert!(shapes.is_pattern(code("### O.. X..")));
        assert!(!shapes.is_pattern(code("... ... ...")));
        assert!(!shapes.is_pattern(code("XXX X.X XXX")));
    }
}
