//! Keys of a board in all its symmetric images.

use halfpoint_core::board::Symmetry;
use halfpoint_core::board::{Board, Color, Point, Size, ZobristKey};

/// Largest number of images of a board that keep its shape and its colours.
pub(super) const MAX_IMAGES: usize = 8;

/// Images of one size of board that keep its shape and its colours; the first one is the board
/// itself.
pub(super) struct Images {
    images: Vec<Symmetry>,
    /// Keys of a stone in all images, by point and colour; those of unused images are 0. They lie
    /// side by side, so that a stone is added to all keys by a vector instruction or two.
    words: Vec<[[u64; MAX_IMAGES]; 2]>,
}

impl Images {
    /// Computes the symmetries of a board of this size (turned and mirrored, colours kept) and the
    /// Zobrist keys of all stones under each.
    pub(super) fn new(size: Size) -> Images {
        let images: Vec<Symmetry> = Symmetry::symmetries(size).collect();
        let mut words = vec![[[0; MAX_IMAGES]; 2]; size.array_len()];
        for point in size.points() {
            for (number, image) in images.iter().enumerate() {
                for color in Color::BOTH {
                    let key = ZobristKey::stone(color, image.point(point));
                    words[point.index()][color][number] = key.low();
                }
            }
        }
        Images { images, words }
    }

    /// Returns the number of images.
    pub(super) fn len(&self) -> usize {
        self.images.len()
    }

    /// Returns the size of the board.
    pub(super) fn size(&self) -> Size {
        self.images[0].size()
    }

    /// Returns the point to which a point goes in an image.
    pub(super) fn point(&self, image: usize, point: Point) -> Point {
        self.images[image].point(point)
    }

    /// Returns the point that goes to `point` in an image.
    pub(super) fn point_back(&self, image: usize, point: Point) -> Point {
        let mut points = self.images[image].size().points();
        points
            .find(|&from| self.point(image, from) == point)
            .unwrap_or(point)
    }

    /// Returns the keys of the stones in all images; unused entries are 0.
    pub(super) fn keys(&self, board: &Board) -> [u64; MAX_IMAGES] {
        let mut keys = [0; MAX_IMAGES];
        for (point, color) in board.stones() {
            for (key, word) in keys.iter_mut().zip(self.words[point.index()][color]) {
                *key ^= word;
            }
        }
        keys
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use halfpoint_core::notation::parse_board;

    #[test]
    fn images_of_a_position_share_their_least_key_and_others_differ() {
        let least = |rows: &[&str]| {
            let board = parse_board(rows).expect("a board");
            let images = Images::new(board.size());
            let keys = images.keys(&board);
            assert_eq!(keys[0], board.key().low());
            keys[..images.len()].iter().copied().min()
        };
        assert_eq!(least(&["X.O", "...", "..."]), least(&["..O", "...", "..X"]));
        assert_eq!(least(&["XO.", "..."]), least(&["...", ".OX"]));
        assert_ne!(least(&["X.O", "...", "..."]), least(&["X..", "..O", "..."]));
        assert_ne!(least(&["XO", ".."]), least(&["OX", "O."]));
    }

    #[test]
    fn point_back_inverts_point() {
        for size in [Size::square(3), Size::new(3, 2).expect("a size")] {
            let images = Images::new(size);
            for image in 0..images.len() {
                for point in size.points() {
                    let there = images.point(image, point);
                    assert_eq!(images.point_back(image, there), point);
                }
            }
        }
    }
}
