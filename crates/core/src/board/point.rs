//! Points and board sizes.

use thiserror::Error;

/// Maximal length of a side of a board, in lines.
pub const MAX_SIDE: usize = 25;

/// One more than the largest index of a point, border included.
pub(super) const MAX_INDEX: usize = (MAX_SIDE + 2) * (MAX_SIDE + 1) + 1;

/// A point of a board of one [`Size`]: an index into rows with a border of one column and two
/// rows around them, so that every point has four neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u16);

impl Point {
    pub(super) const fn new(index: usize) -> Point {
        Point(index as u16)
    }

    /// Returns the index, for arrays of [`Size::array_len`] entries.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Width and height of a board, 1 to [`MAX_SIDE`] each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    width: u8,
    height: u8,
}

/// Error: a side is outside 1 to [`MAX_SIDE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a side must have 1 to {MAX_SIDE} lines")]
pub struct SizeError;

impl Size {
    /// Creates the size of a board of `width` columns and `height` rows.
    ///
    /// # Errors
    ///
    /// If a side is not 1 to [`MAX_SIDE`].
    pub const fn new(width: usize, height: usize) -> Result<Size, SizeError> {
        if width >= 1 && width <= MAX_SIDE && height >= 1 && height <= MAX_SIDE {
            Ok(Size {
                width: width as u8,
                height: height as u8,
            })
        } else {
            Err(SizeError)
        }
    }

    /// Creates the size of a square board.
    ///
    /// # Panics
    ///
    /// If `side` is not 1 to [`MAX_SIDE`]; for constants in code, not for input.
    #[must_use]
    pub const fn square(side: usize) -> Size {
        match Size::new(side, side) {
            Ok(size) => size,
            Err(_) => panic!("a side must have 1 to 25 lines"),
        }
    }

    /// Returns the number of columns.
    #[must_use]
    pub const fn width(self) -> usize {
        self.width as usize
    }

    /// Returns the number of rows.
    #[must_use]
    pub const fn height(self) -> usize {
        self.height as usize
    }

    /// Returns the number of points.
    #[must_use]
    pub const fn area(self) -> usize {
        self.width() * self.height()
    }

    /// Returns the distance between the indices of two vertical neighbours.
    #[must_use]
    pub const fn stride(self) -> usize {
        self.width() + 1
    }

    /// Returns the length of an array that any point of the board, border included, can index.
    #[must_use]
    pub const fn array_len(self) -> usize {
        (self.height() + 2) * self.stride() + 1
    }

    /// Returns the point in column `x` and row `y`, counted from 0 at the lower left, if it is on
    /// the board.
    #[must_use]
    pub const fn point(self, x: usize, y: usize) -> Option<Point> {
        if x < self.width() && y < self.height() {
            Some(Point::new((y + 1) * self.stride() + x + 1))
        } else {
            None
        }
    }

    /// Returns the column and row of a point of this board, counted from 0 at the lower left.
    #[must_use]
    pub const fn coordinates(self, point: Point) -> (usize, usize) {
        let index = point.index();
        (index % self.stride() - 1, index / self.stride() - 1)
    }

    /// Returns all points in the order A1 B1 … A2 B2 ….
    pub fn points(self) -> impl Iterator<Item = Point> + Clone {
        let stride = self.stride();
        (1..=self.height())
            .flat_map(move |row| (1..stride).map(move |column| Point::new(row * stride + column)))
    }

    /// Returns the neighbours of a point that are on the board.
    pub fn neighbours(self, point: Point) -> impl Iterator<Item = Point> + Clone {
        let (x, y) = self.coordinates(point);
        let (width, height) = (self.width(), self.height());
        [
            (x.wrapping_sub(1), y),
            (x + 1, y),
            (x, y.wrapping_sub(1)),
            (x, y + 1),
        ]
        .into_iter()
        .filter(move |&(x, y)| x < width && y < height)
        .map(move |(x, y)| Point::new((y + 1) * (width + 1) + x + 1))
    }
}
