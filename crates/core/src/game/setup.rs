//! Starting positions: placed stones and handicap.

use thiserror::Error;

use crate::board::{Board, Color, Point, Size};
use crate::rules::{GameType, Stones};

/// Position that a game starts from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    size: Size,
    stones: Vec<(Point, Color)>,
    handicap: usize,
    to_move: Color,
}

/// Reason why a position cannot start a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SetupError {
    /// A chain has no liberty.
    #[error("a chain has no liberty")]
    NoLiberty,
    /// A point occurs twice.
    #[error("repeated vertex")]
    Repeated,
    /// The number of handicap stones cannot be placed.
    #[error("invalid number of stones")]
    BadNumber,
    /// The board has no points for a handicap of the server.
    #[error("a board of {width}x{height} has no points for {number} handicap stones")]
    NoPoints {
        /// Number of handicap stones.
        number: usize,
        /// Number of columns.
        width: usize,
        /// Number of rows.
        height: usize,
    },
}

impl Setup {
    /// Returns the empty board with Black to move.
    #[must_use]
    pub fn empty(size: Size) -> Setup {
        Setup {
            size,
            stones: Vec::new(),
            handicap: 0,
            to_move: Color::Black,
        }
    }

    /// Creates a starting position of stones of either colour, which are neither moves nor
    /// handicap.
    ///
    /// # Errors
    /// If a point occurs twice or a chain has no liberty.
    pub fn with_stones(
        size: Size,
        stones: Vec<(Point, Color)>,
        to_move: Color,
    ) -> Result<Setup, SetupError> {
        let setup = Setup {
            size,
            stones,
            handicap: 0,
            to_move,
        };
        setup.check()?;
        Ok(setup)
    }

    /// Creates a starting position of black handicap stones, with White to move.
    ///
    /// # Errors
    /// If there is no stone, a point occurs twice or a chain has no liberty.
    pub fn with_handicap(size: Size, points: &[Point]) -> Result<Setup, SetupError> {
        if points.is_empty() {
            return Err(SetupError::BadNumber);
        }
        let stones = points.iter().map(|&point| (point, Color::Black)).collect();
        let mut setup = Setup::with_stones(size, stones, Color::White)?;
        setup.handicap = points.len();
        Ok(setup)
    }

    /// Creates the starting position of a game type: the empty board, or the stones of
    /// [`server_handicap`].
    ///
    /// # Errors
    /// If the board has no points for the handicap.
    pub fn of_game_type(size: Size, kind: GameType) -> Result<Setup, SetupError> {
        match kind {
            GameType::HoSun | GameType::JungSun => Ok(Setup::empty(size)),
            GameType::Handicap(stones) => {
                Setup::with_handicap(size, &server_handicap(size, stones)?)
            }
        }
    }

    /// Returns the position with another player to move first.
    #[must_use]
    pub fn moving_first(mut self, color: Color) -> Setup {
        self.to_move = color;
        self
    }

    /// Returns the size of the board.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the stones.
    #[must_use]
    pub fn stones(&self) -> &[(Point, Color)] {
        &self.stones
    }

    /// Returns the number of handicap stones.
    #[must_use]
    pub fn handicap(&self) -> usize {
        self.handicap
    }

    /// Returns the player who moves first.
    #[must_use]
    pub fn to_move(&self) -> Color {
        self.to_move
    }

    /// Returns the board.
    #[must_use]
    pub fn board(&self) -> Board {
        Board::with_stones(self.size, self.stones.iter().copied())
    }

    fn check(&self) -> Result<(), SetupError> {
        let board = self.board();
        if board.stones().count() != self.stones.len() {
            return Err(SetupError::Repeated);
        }
        if board
            .stones()
            .any(|(point, _)| board.liberties(point).is_empty())
        {
            return Err(SetupError::NoLiberty);
        }
        Ok(())
    }
}

/// Returns the points of GTP's `fixed_handicap` for 2 to 9 stones (GTP 2 draft, section 4.1.1).
///
/// They lie on the fourth line from 13 lines on, on the third line below. Boards with a side of
/// even length or with a smallest side of 7 have at most 4, smaller boards none.
///
/// # Errors
/// If the number of stones cannot be placed on that board.
pub fn fixed_handicap(size: Size, number: usize) -> Result<Vec<Point>, SetupError> {
    let sides = [size.width(), size.height()];
    let smallest = sides[0].min(sides[1]);
    let most = match smallest {
        0..7 => 0,
        7 => 4,
        _ if sides.iter().any(|side| side % 2 == 0) => 4,
        _ => 9,
    };
    if number < 2 || number > most {
        return Err(SetupError::BadNumber);
    }
    let line = |side: usize| if side >= 13 { 3 } else { 2 };
    let low = sides.map(line);
    let high = [sides[0] - 1 - low[0], sides[1] - 1 - low[1]];
    let mid = [sides[0] / 2, sides[1] / 2];
    let corners = [
        (low[0], low[1]),
        (high[0], high[1]),
        (low[0], high[1]),
        (high[0], low[1]),
    ];
    let mut points: Vec<(usize, usize)> = corners[..number.min(4)].to_vec();
    if number >= 6 {
        points.extend([(low[0], mid[1]), (high[0], mid[1])]);
    }
    if number >= 8 {
        points.extend([(mid[0], low[1]), (mid[0], high[1])]);
    }
    if number >= 5 && number % 2 == 1 {
        points.push((mid[0], mid[1]));
    }
    let point = |(x, y)| size.point(x, y).ok_or(SetupError::BadNumber);
    points.into_iter().map(point).collect()
}

/// Returns the points of a server's handicap. Up to 9 stones they are those of [`fixed_handicap`].
///
/// On 19×19 there are three more: 13 stones on the nine star points and G7, N7, G13 and N13; 25 on
/// the grid of the columns D G K N Q and the rows 4 7 10 13 16; and 21 on that grid without G7, N7,
/// G13 and N13.
///
/// # Errors
/// If the board has no points for that number.
pub fn server_handicap(size: Size, stones: Stones) -> Result<Vec<Point>, SetupError> {
    let number = stones.number();
    let (width, height) = (size.width(), size.height());
    let none = SetupError::NoPoints {
        number,
        width,
        height,
    };
    if number <= 9 {
        return fixed_handicap(size, number).map_err(|_| none);
    }
    if (width, height) != (19, 19) {
        return Err(none);
    }
    const GRID: [usize; 5] = [3, 6, 9, 12, 15];
    let is_star = |at: usize| at % 6 == 3;
    let is_taken = |x: usize, y: usize| match (is_star(x), is_star(y)) {
        (true, true) => true,
        // G7, N7, G13 and N13: 13 stones are the stars and these, 21 stones all points but these.
        (false, false) => number != 21,
        _ => number >= 21,
    };
    let points = GRID
        .into_iter()
        .flat_map(|y| GRID.map(|x| (x, y)))
        .filter(|&(x, y)| is_taken(x, y));
    points.map(|(x, y)| size.point(x, y).ok_or(none)).collect()
}

/// Returns the largest handicap of the server that a board has points for; 0 if there is none.
#[must_use]
pub fn most_server_handicap(size: Size) -> usize {
    let numbers = Stones::OFFERED.into_iter().filter_map(Stones::new);
    let mut numbers = numbers.rev();
    let most = numbers.find(|&stones| server_handicap(size, stones).is_ok());
    most.map_or(0, Stones::number)
}

/// Returns points for any number of handicap stones: as many of [`fixed_handicap`] as there are,
/// then each further stone as far as possible from the edge and from the other stones.
///
/// # Errors
/// If the board has no room for them (one point must stay empty), or the number is below 2.
pub fn free_handicap_points(size: Size, number: usize) -> Result<Vec<Point>, SetupError> {
    if number < 2 || number >= size.area() {
        return Err(SetupError::BadNumber);
    }
    let mut points = (2..=number)
        .rev()
        .find_map(|n| fixed_handicap(size, n).ok())
        .unwrap_or_default();
    while points.len() < number {
        let room = |point: &Point| {
            let (x, y) = size.coordinates(*point);
            let edge = (x + 1)
                .min(y + 1)
                .min(size.width() - x)
                .min(size.height() - y);
            let nearest = points.iter().map(|&other| {
                let (a, b) = size.coordinates(other);
                x.abs_diff(a) + y.abs_diff(b)
            });
            (nearest.min().unwrap_or(usize::MAX).min(2 * edge), edge)
        };
        let free = size.points().filter(|point| !points.contains(point));
        match free.first_max_by_key(room) {
            Some(point) => points.push(point),
            None => return Err(SetupError::BadNumber),
        }
    }
    Ok(points)
}

/// Maximum by key that prefers the first of equal elements; the standard library returns the last.
trait FirstMax: Iterator + Sized {
    fn first_max_by_key<K: Ord>(self, key: impl Fn(&Self::Item) -> K) -> Option<Self::Item> {
        self.reduce(|best, next| if key(&next) > key(&best) { next } else { best })
    }
}

impl<I: Iterator> FirstMax for I {}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(size: Size, points: &[Point]) -> Vec<(usize, usize)> {
        points.iter().map(|&p| size.coordinates(p)).collect()
    }

    #[test]
    fn fixed_handicap_gives_star_points_or_refuses() {
        let nineteen = Size::square(19);
        let nine = fixed_handicap(nineteen, 9).expect("nine stones");
        assert_eq!(nine.len(), 9);
        assert!(names(nineteen, &nine).contains(&(9, 9)));
        let two = fixed_handicap(nineteen, 2).expect("two stones");
        assert_eq!(names(nineteen, &two), [(3, 3), (15, 15)]);
        assert!(fixed_handicap(nineteen, 10).is_err());
        assert!(fixed_handicap(nineteen, 1).is_err());
        assert!(fixed_handicap(Size::square(7), 5).is_err());
        assert!(fixed_handicap(Size::square(8), 5).is_err());
        assert!(fixed_handicap(Size::square(6), 2).is_err());
        let nine_lines = fixed_handicap(Size::square(9), 4).expect("four stones");
        assert_eq!(
            names(Size::square(9), &nine_lines),
            [(2, 2), (6, 6), (2, 6), (6, 2)]
        );
    }

    /// Returns the points of a server's handicap as vertices.
    fn server(side: usize, number: usize) -> Result<Vec<String>, SetupError> {
        let size = Size::square(side);
        let stones = Stones::new(number).expect("a number that is offered");
        let mut points = server_handicap(size, stones)?;
        assert_eq!(points.len(), number);
        points.sort();
        points.dedup();
        assert_eq!(points.len(), number, "no point twice");
        let named = |&point: &Point| crate::notation::vertex(size, point);
        Ok(points.iter().map(named).collect())
    }

    #[test]
    fn server_handicap_gives_the_listed_points() {
        let thirteen = "D4 K4 Q4 G7 N7 D10 K10 Q10 G13 N13 D16 K16 Q16";
        let twenty_one =
            "D4 G4 K4 N4 Q4 D7 K7 Q7 D10 G10 K10 N10 Q10 D13 K13 Q13 D16 G16 K16 N16 Q16";
        let twenty_five = "D4 G4 K4 N4 Q4 D7 G7 K7 N7 Q7 D10 G10 K10 N10 Q10 \
                           D13 G13 K13 N13 Q13 D16 G16 K16 N16 Q16";
        for (number, vertices) in [(13, thirteen), (21, twenty_one), (25, twenty_five)] {
            let expected: Vec<String> = vertices.split(' ').map(str::to_string).collect();
            assert_eq!(server(19, number), Ok(expected), "{number}");
            for side in [9, 13, 18, 21, 25] {
                let error = SetupError::NoPoints {
                    number,
                    width: side,
                    height: side,
                };
                assert_eq!(server(side, number), Err(error));
            }
        }
        for side in [9, 13, 19] {
            for number in [2, 3, 4, 5, 6, 7, 9] {
                let fixed = fixed_handicap(Size::square(side), number).expect("stones");
                let stones = Stones::new(number).expect("a number that is offered");
                assert_eq!(server_handicap(Size::square(side), stones), Ok(fixed));
            }
        }
        let error = server(6, 2).expect_err("no room").to_string();
        assert_eq!(error, "a board of 6x6 has no points for 2 handicap stones");
        for (side, most) in [
            (19, 25),
            (13, 9),
            (9, 9),
            (8, 4),
            (7, 4),
            (6, 0),
            (25, 9),
            (2, 0),
        ] {
            assert_eq!(most_server_handicap(Size::square(side)), most, "{side}");
        }
    }

    #[test]
    fn free_handicap_fills_boards_up_to_one_empty_point() {
        for side in 2..8 {
            let size = Size::square(side);
            for number in 2..size.area() {
                let points = free_handicap_points(size, number).expect("room");
                assert_eq!(points.len(), number);
                assert!(
                    Setup::with_handicap(size, &points).is_ok(),
                    "{side} {number}"
                );
            }
            assert!(free_handicap_points(size, size.area()).is_err());
        }
    }
}
