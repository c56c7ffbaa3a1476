//! Playouts: games played to the end by uniformly random moves that fill no eye. Their results
//! evaluate the leaves of a search without a net, and show which stones survive.

mod score;

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use halfpoint_core::board::{Board, Color, Point};
use halfpoint_core::game::eye::is_eye;
use halfpoint_core::game::{Position, Terms};

use score::margin_by_area;

/// Playouts from a position: its board, and the board of the current playout.
///
/// A search makes each move of its descent here too, so that a playout starts from the leaf without
/// building a board.
pub struct Playouts {
    root: Board,
    board: Board,
    /// Point that the player to move may not take because of a ko.
    ko: Option<Point>,
    /// Placements of the last playout, in the order of play.
    moves: Vec<(Color, Point)>,
    /// Empty points that were not tried yet for the next move; kept to save allocations.
    untried: Vec<Point>,
}

impl Playouts {
    /// Returns playouts that start at `root` or after it.
    #[must_use]
    pub fn new(root: &Board) -> Playouts {
        Playouts {
            root: root.clone(),
            board: root.clone(),
            ko: None,
            moves: Vec::new(),
            untried: Vec::new(),
        }
    }

    /// Goes back to the root.
    pub fn rewind(&mut self) {
        self.board.copy_from(&self.root);
        self.ko = None;
        self.moves.clear();
    }

    /// Puts a stone on an empty point of the current position, with captures.
    pub fn place(&mut self, color: Color, point: Point) {
        self.ko = self.board.play(color, point).ko;
    }

    /// Makes a move that places nothing; it lifts the ban of a ko.
    pub fn pass(&mut self) {
        self.ko = None;
    }

    /// Plays on until two passes in a row, when only eyes and seki are empty. Returns Black's area
    /// minus White's, in points.
    ///
    /// A playout knows no superko: one that is caught in a cycle stops after 3 · area + 10 moves
    /// and is scored as it stands.
    pub fn run(&mut self, to_move: Color, rng: &mut Xoshiro256PlusPlus) -> i32 {
        let mut color = to_move;
        let mut passes = 0;
        for _ in 0..3 * self.board.size().area() + 10 {
            match self.random_move(color, rng) {
                Some(point) => {
                    self.place(color, point);
                    self.moves.push((color, point));
                    passes = 0;
                }
                None => {
                    self.pass();
                    passes += 1;
                }
            }
            if passes == 2 {
                break;
            }
            color = color.opponent();
        }
        let points = self.board.size().points();
        points.map(|at| self.owner(at).map_or(0, Color::sign)).sum()
    }

    /// Returns a random legal move that fills no eye; `None` if there is none.
    fn random_move(&mut self, color: Color, rng: &mut Xoshiro256PlusPlus) -> Option<Point> {
        self.untried.clear();
        self.untried.extend_from_slice(self.board.empties());
        while !self.untried.is_empty() {
            let place = rng.random_range(0..self.untried.len());
            let point = self.untried.swap_remove(place);
            let may = Some(point) != self.ko && self.board.keeps_liberty(color, point);
            if may && !is_eye(&self.board, color, point) {
                return Some(point);
            }
        }
        None
    }

    /// Returns the placements of the last playout, in the order of play.
    #[must_use]
    pub fn moves(&self) -> &[(Color, Point)] {
        &self.moves
    }

    /// Returns the owner of a point as the stones stand: the colour of its stone, or, if it is
    /// empty, the only colour that touches it. `None` if both colours or neither touch it.
    #[must_use]
    pub fn owner(&self, point: Point) -> Option<Color> {
        let stone = self.board.get(point);
        if stone.is_some() {
            return stone;
        }
        let around = self.board.around(point);
        let [black, white] =
            Color::BOTH.map(|color| around.iter().any(|&at| self.board.get(at) == Some(color)));
        match (black, white) {
            (true, false) => Some(Color::Black),
            (false, true) => Some(Color::White),
            (true, true) | (false, false) => None,
        }
    }

    /// Returns Black's margin, in half-points, if play goes on from `position` as in the playout
    /// that was just run there, and ends with its `area`, Black minus White in points.
    #[must_use]
    pub fn margin(&self, position: &Position, area: i32, terms: Terms) -> i32 {
        let last = || last_needed(&self.board, &self.moves);
        margin_by_area(position, area, &self.board, last, terms)
    }
}

/// Returns the colour of the last move of a playout that players would have made before they pass;
/// `None` if no move was needed.
///
/// Of the stones that still stand at the end, these are needed: stones that touch the other colour,
/// and stones that connect a chain which would be in atari if all unneeded stones were left out.
/// The other moves fill territory.
fn last_needed(end: &Board, moves: &[(Color, Point)]) -> Option<Color> {
    let size = end.size();
    let touches = |color: Color, point| {
        let mut around = size.neighbours(point);
        around.any(|next| end.get(next) == Some(color.opponent()))
    };
    let staying = || {
        let moves = moves.iter().rev();
        moves.filter(|&&(color, point)| end.get(point) == Some(color))
    };
    let mut is_spare = vec![false; size.array_len()];
    for &(color, point) in staying() {
        is_spare[point.index()] = !touches(color, point);
    }
    let kept = end.stones().filter(|(point, _)| !is_spare[point.index()]);
    let without = Board::with_stones(size, kept);
    let mut in_atari = vec![false; size.array_len()];
    for (stone, _) in without.stones() {
        if let Some(liberty) = without.last_liberty(stone) {
            in_atari[liberty.index()] = true;
        }
    }
    let mut needed =
        staying().filter(|(_, point)| !is_spare[point.index()] || in_atari[point.index()]);
    needed.next().map(|&(color, _)| color)
}

#[cfg(test)]
mod tests {
    use super::*;
    use halfpoint_core::board::Size;
    use halfpoint_core::notation::parse_board;
    use rand::SeedableRng;

    #[test]
    fn playouts_fill_the_board_except_for_eyes_and_seki() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        for (width, height) in [(1, 1), (2, 2), (5, 5), (7, 13), (13, 13), (25, 25)] {
            let size = Size::new(width, height).expect("a size");
            let mut playouts = Playouts::new(&Board::new(size));
            for _ in 0..10 {
                playouts.rewind();
                playouts.run(Color::Black, &mut rng);
                assert!(playouts.moves.len() <= 3 * size.area() + 10);
                assert!(playouts.board.empties().len() < size.area().max(3) / 2 + 2);
                for &point in playouts.board.empties() {
                    let fills = |color| is_eye(&playouts.board, color, point);
                    let may = |color| playouts.board.keeps_liberty(color, point);
                    let over = playouts.moves.len() < 3 * size.area();
                    let open = Color::BOTH.map(|color| may(color) && !fills(color));
                    let is_ko = playouts.ko == Some(point);
                    assert!(!over || is_ko || open == [false; 2], "{point:?}");
                }
            }
        }
    }

    /// Without C6 a stone would be in atari, D4 fills territory and E3 is a dame.
    #[test]
    fn dame_and_connections_are_needed_but_filled_territory_is_not() {
        let board = parse_board(&["X.XOO.", "OXXXXO", "OOX.XO", ".OXX.O", "OOX.XO", ".OXXXO"]);
        let mut board = board.expect("a board");
        let at = |x, y| board.size().point(x, y).expect("on the board");
        let [connection, dame, fill] = [
            (Color::Black, at(1, 5)),
            (Color::White, at(4, 2)),
            (Color::Black, at(3, 3)),
        ];
        for (color, point) in [connection, dame, fill] {
            board.play(color, point);
        }
        let last = |moves: &[(Color, Point)]| last_needed(&board, moves);
        assert_eq!(last(&[connection, dame, fill]), Some(Color::White));
        assert_eq!(last(&[dame, connection, fill]), Some(Color::Black));
        assert_eq!(last(&[fill]), None);
        assert_eq!(last(&[]), None);
    }
}
