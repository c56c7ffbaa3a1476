//! Star points, for diagrams and pictures of boards.

use halfpoint_core::board::{Point, Size};

/// Returns the star points: corners, the centre, and on large boards the middles of the sides.
#[must_use]
pub fn star_points(size: Size) -> Vec<Point> {
    let corners = |side: usize| match side {
        0..7 => Vec::new(),
        7..13 => vec![2, side - 3],
        _ => vec![3, side - 4],
    };
    let middle = |side: usize| (side % 2 == 1 && side >= 5).then_some(side / 2);
    let (columns, rows) = (corners(size.width()), corners(size.height()));
    let (x, y) = (middle(size.width()), middle(size.height()));
    let mut stars: Vec<(usize, usize)> = Vec::new();
    for &column in &columns {
        stars.extend(rows.iter().map(|&row| (column, row)));
        if let Some(y) = y.filter(|_| size.height() >= 15) {
            stars.push((column, y));
        }
    }
    if let Some(x) = x {
        stars.extend(y.map(|y| (x, y)));
        if size.width() >= 15 {
            stars.extend(rows.iter().map(|&row| (x, row)));
        }
    }
    let points = stars.into_iter();
    points.filter_map(|(x, y)| size.point(x, y)).collect()
}
#[cfg(test)]
mod tests {
    use super::*;
    use halfpoint_core::notation::vertex;

    /// Returns the names of the star points.
    fn names(width: usize, height: usize) -> String {
        let size = Size::new(width, height).expect("a size");
        let mut points = star_points(size);
        points.sort_unstable();
        let names: Vec<String> = points.iter().map(|&point| vertex(size, point)).collect();
        names.join(" ")
    }

    #[test]
    fn star_points_are_those_of_usual_boards() {
        assert_eq!(names(5, 5), "C3");
        assert_eq!(names(6, 6), "");
        assert_eq!(names(9, 9), "C3 G3 E5 C7 G7");
        assert_eq!(names(13, 13), "D4 K4 G7 D10 K10");
        assert_eq!(names(19, 19), "D4 K4 Q4 D10 K10 Q10 D16 K16 Q16");
        assert_eq!(names(8, 8), "C3 F3 C6 F6");
    }
}
