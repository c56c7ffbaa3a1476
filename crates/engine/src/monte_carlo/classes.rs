//! Classes of the eight neighbours of a point: codes that are equal up to rotation and reflection.

use std::sync::LazyLock;

use super::board::BORDER;

/// Numbered classes of codes of eight neighbours, equal up to rotation and reflection.
pub struct Classes {
    /// Class of each code; `u16::MAX` for a code that no board can have.
    of_code: Box<[u16]>,
    /// One code of each class, by class number.
    codes: Vec<u16>,
}

static CLASSES: LazyLock<Classes> = LazyLock::new(Classes::compute);

/// Neighbour to which each neighbour moves when the board is rotated by a quarter turn. Neighbours
/// are numbered left, right, below, above, below left, below right, above left, above right.
const TURNED: [usize; 8] = [2, 3, 1, 0, 5, 7, 4, 6];
/// Neighbour to which each neighbour moves when the board is reflected left to right, numbered as
/// in [`TURNED`].
const MIRRORED: [usize; 8] = [1, 0, 2, 3, 5, 4, 7, 6];

/// Returns a code with its neighbours moved.
fn moved(code: u16, to: &[usize; 8]) -> u16 {
    (0..8).fold(0, |all, i| all | (code >> (2 * i) & 3) << (2 * to[i]))
}

/// Returns whether a board can have this code: the border covers whole sides of the 3×3 square.
fn is_possible(code: u16) -> bool {
    let border = |i: usize| code >> (2 * i) & 3 == u16::from(BORDER);
    let sides = [[4, 0, 6], [5, 1, 7], [4, 2, 5], [6, 3, 7]];
    let out = |corner: usize| {
        sides
            .iter()
            .any(|side| side.contains(&corner) && border(side[1]))
    };
    (4..8).all(|corner| border(corner) == out(corner))
}

impl Classes {
    /// Returns the table, which is computed on first use.
    pub fn get() -> &'static Classes {
        &CLASSES
    }

    /// Returns one code of each class, by class number.
    pub fn codes(&self) -> &[u16] {
        &self.codes
    }

    /// Computes the table from all 65,536 codes.
    fn compute() -> Classes {
        let mut of_code = vec![u16::MAX; 1 << 16].into_boxed_slice();
        let mut codes = Vec::new();
        for code in 0..=u16::MAX {
            if of_code[code as usize] != u16::MAX || !is_possible(code) {
                continue;
            }
            let class = codes.len() as u16;
            codes.push(code);
            let mut image = code;
            for _ in 0..4 {
                of_code[image as usize] = class;
                of_code[moved(image, &MIRRORED) as usize] = class;
                image = moved(image, &TURNED);
            }
        }
        Classes { of_code, codes }
    }

    /// Returns the class of a code from the view of the player whose stone is `own`.
    #[inline]
    pub fn of(&self, code: u16, own: u8) -> usize {
        let code = if own == 1 {
            code
        } else {
            (code & 0x5555) << 1 | code >> 1 & 0x5555
        };
        // The bound avoids a panic for impossible codes, which do not occur.
        (self.of_code[code as usize] as usize).min(self.codes.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_hold_one_to_eight_codes_and_all_their_images() {
        let classes = Classes::get();
        let mut sizes = vec![0; classes.codes.len()];
        for code in (0..=u16::MAX).filter(|&code| is_possible(code)) {
            let class = classes.of(code, 1);
            sizes[class] += 1;
            for to in [&TURNED, &MIRRORED] {
                assert_eq!(classes.of(moved(code, to), 1), class);
            }
        }
        assert!(sizes.iter().all(|&size| (1..=8).contains(&size)));
    }
}
