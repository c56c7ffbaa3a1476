//! The sixteen images of a position (turned, mirrored, colours reversed), and a representative one
//! for judgements, so that a judgement that breaks ties by the order of points agrees for all of
//! them.

use super::color::Color;
use super::point::{Point, Size};
use super::point_set::PointSet;
use super::stones::Board;

/// One of the eight symmetries of a board and perhaps a change of colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry {
    from: Size,
    mirror_x: bool,
    mirror_y: bool,
    turn: bool,
    reverse: bool,
}

impl Symmetry {
    /// Returns all sixteen symmetries of a board of a size. Where the sides of the board differ,
    /// half of the images lie on a board of the other shape.
    pub fn all(from: Size) -> impl Iterator<Item = Symmetry> {
        (0..16u8).map(move |number| Symmetry {
            from,
            mirror_x: number & 1 != 0,
            mirror_y: number & 2 != 0,
            turn: number & 4 != 0,
            reverse: number & 8 != 0,
        })
    }

    /// Returns the symmetries that leave the shape of the board and the colours as they are, the
    /// identity first.
    pub fn symmetries(of: Size) -> impl Iterator<Item = Symmetry> {
        Symmetry::all(of).filter(move |image| image.size() == of && !image.reverse)
    }

    /// Returns the symmetry that leaves the points where they are and exchanges the colours.
    #[must_use]
    pub fn reversal(of: Size) -> Symmetry {
        Symmetry {
            from: of,
            mirror_x: false,
            mirror_y: false,
            turn: false,
            reverse: true,
        }
    }

    /// Returns the size of the image.
    #[must_use]
    pub fn size(self) -> Size {
        let (width, height) = (self.from.width(), self.from.height());
        if self.turn {
            Size::new(height, width).unwrap_or(self.from)
        } else {
            self.from
        }
    }

    /// Returns the image of a point.
    #[must_use]
    pub fn point(self, point: Point) -> Point {
        let (mut x, mut y) = self.from.coordinates(point);
        if self.mirror_x {
            x = self.from.width() - 1 - x;
        }
        if self.mirror_y {
            y = self.from.height() - 1 - y;
        }
        if self.turn {
            std::mem::swap(&mut x, &mut y);
        }
        // On the board by construction.
        self.size().point(x, y).unwrap_or(point)
    }

    /// Returns the image of a colour.
    #[must_use]
    pub fn color(self, color: Color) -> Color {
        if self.reverse { !color } else { color }
    }

    /// Returns the image of a position.
    #[must_use]
    pub fn board(self, board: &Board) -> Board {
        let stones = board.stones();
        Board::with_stones(
            self.size(),
            stones.map(|(point, color)| (self.point(point), self.color(color))),
        )
    }

    /// Returns the image of a set of points.
    #[must_use]
    pub fn set(self, set: &PointSet) -> PointSet {
        PointSet::of(self.size(), set.iter().map(|point| self.point(point)))
    }

    /// Returns the points that have their image in a set.
    #[must_use]
    pub fn set_back(self, set: &PointSet) -> PointSet {
        let points = self.from.points();
        PointSet::of(self.from, points.filter(|&p| set.contains(self.point(p))))
    }
}

/// Returns the symmetries that lead to the representative of a position and of the stones marked in
/// it: several, if the position has a symmetry of its own; never none.
#[must_use]
pub fn to_representative(board: &Board, marked: &PointSet) -> Vec<Symmetry> {
    let mut best: Option<Vec<u8>> = None;
    let mut images = Vec::new();
    for image in Symmetry::all(board.size()) {
        let size = image.size();
        let mut code = vec![0u8; size.array_len() + 1];
        code[0] = size.width() as u8;
        for (point, color) in board.stones() {
            let mark = if marked.contains(point) { 2 } else { 0 };
            code[image.point(point).index() + 1] = 1 + image.color(color) as u8 + mark;
        }
        match &best {
            Some(known) if *known < code => continue,
            Some(known) if *known == code => (),
            _ => {
                images.clear();
                best = Some(code);
            }
        }
        images.push(image);
    }
    images
}

/// Returns the points that belong to a judgement of the representative in any image, such as those
/// in doubt.
#[must_use]
pub fn in_any(images: &[Symmetry], judged: &PointSet) -> PointSet {
    let images = images.iter().map(|image| image.set_back(judged));
    images.reduce(|all, image| all | image).unwrap_or(*judged)
}

/// Returns the points on which all images of a judgement of the representative agree.
#[must_use]
pub fn agreed(images: &[Symmetry], judged: &PointSet) -> PointSet {
    let mut images = images.iter();
    let Some(first) = images.next() else {
        return *judged;
    };
    let mut common = first.set_back(judged);
    for image in images {
        let members: Vec<Point> = common.iter().collect();
        for point in members {
            if !judged.contains(image.point(point)) {
                common.remove(point);
            }
        }
    }
    common
}
