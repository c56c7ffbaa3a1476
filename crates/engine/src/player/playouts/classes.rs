//! The eight neighbours of a point, told apart but for turning and mirroring.

use std::sync::LazyLock;

use super::board::BORDER;

/// Codes of eight neighbours that are alike but for turning and mirroring, numbered.
pub struct Classes {
    of_code: Box<[u16]>,
    /// A code of each class.
    codes: Vec<u16>,
}

static CLASSES: LazyLock<Classes> = LazyLock::new(Classes::compute);

/// Where the bits of a neighbour go when the board is turned by a quarter, and when it is mirrored. Neighbours
/// are left, right, below, above, below left, below right, above left, above right.
const TURNED: [usize; 8] = [2, 3, 1, 0, 5, 7, 4, 6];
const MIRRORED: [usize; 8] = [1, 0, 2, 3, 5, 4, 7, 6];

fn moved(code: u16, to: &[usize; 8]) -> u16 {
    (0..8).fold(0, |all, i| all | (code >> (2 * i) & 3) << (2 * to[i]))
}

/// Whether the border lies along whole sides.
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
    /// The table, computed when it is first asked for.
    pub fn get() -> &'static Classes {
        &CLASSES
    }

    /// The codes, one of each class, in the order of their numbers.
    pub fn codes(&self) -> &[u16] {
        &self.codes
    }

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

    /// The class of a code as the player with that stone sees it.
    #[inline]
    pub fn of(&self, code: u16, own: u8) -> usize {
        let code = if own == 1 {
            code
        } else {
            (code & 0x5555) << 1 | code >> 1 & 0x5555
        };
        // What cannot be is never asked for.
        (self.of_code[code as usize] as usize).min(self.codes.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_classes_of_at_most_eight_codes_that_know_their_images() {
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
