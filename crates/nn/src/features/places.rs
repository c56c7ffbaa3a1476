//! Places of points in planes.

use halfpoint_core::{Point, PointSet, Size};

/// Returns the place of a point in a plane: row by row from the top.
pub fn place(size: Size, point: Point) -> usize {
    let (x, y) = size.coordinates(point);
    (size.height() - 1 - y) * size.width() + x
}

/// Table of the [`place`] of each point.
pub(crate) struct Places {
    size: Size,
    /// Point of each index of a point of the board.
    points: Vec<Point>,
    /// Place of each index of a point of the board.
    places: Vec<u16>,
}

impl Places {
    /// Creates the places of a board.
    pub(crate) fn new(size: Size) -> Places {
        let mut points = vec![size.points().next(); size.array_len()];
        let mut places = vec![0; size.array_len()];
        for point in size.points() {
            points[point.index()] = Some(point);
            places[point.index()] = place(size, point) as u16;
        }
        Places {
            size,
            points: points.into_iter().flatten().collect(),
            places,
        }
    }

    /// Returns the size of the board.
    pub(crate) fn size(&self) -> Size {
        self.size
    }

    /// Returns the points by their indices; indices outside the board have any point.
    pub(crate) fn points(&self) -> &[Point] {
        &self.points
    }

    /// Returns the place of a point.
    pub(crate) fn of(&self, point: Point) -> usize {
        usize::from(self.places[point.index()])
    }

    /// Writes 1 for each point of a set into a plane.
    pub(crate) fn write(&self, points: PointSet, plane: &mut [f32]) {
        for point in points {
            plane[self.of(point)] = 1.0;
        }
    }
}
