//! The desk at which people count: the board with its stones, the bowls, buttons, and komi.
//!
//! It is a model of things, not of rules: stones may lie where no game could put them, since people
//! fill territory and move stones together when they count.

use halfpoint_core::board::{Board, Color, Point, PointSet, Size};
use halfpoint_core::half_points::HalfPoints;

/// Place of a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ButtonPlace {
    /// In front of a player, who gets its worth.
    With(Color),
    /// On a point of territory, of which it covers half.
    On(Point),
}

/// A button on the desk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeskButton {
    /// Its place.
    pub place: ButtonPlace,
    /// Its worth to the player who has it.
    pub worth: HalfPoints,
}

/// Stones of a player that lie in heaps of ten beside the board, and those that are left over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Heaps {
    /// Heaps of ten stones.
    pub tens: u32,
    /// Stones beside them, fewer than ten.
    pub loose: u32,
}

/// Things on the desk. Arrays of two are indexed by colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Desk {
    size: Size,
    stones: Vec<Option<Color>>,
    /// Points that are marked as nobody's.
    pub nobodys: PointSet,
    /// Stones in each player's bowl, by their colour.
    pub bowls: [[u32; 2]; 2],
    /// Stones in the half-pass zone.
    pub zone: [u32; 2],
    /// Buttons that somebody has. Those on the table and those put away are not on the desk.
    pub buttons: Vec<DeskButton>,
    /// Points that each player has been given: komi and White's bonus for handicap stones.
    pub given: [HalfPoints; 2],
    /// Player who is a move ahead, since the other one has to make the next move.
    pub ahead: Option<Color>,
    /// Stones in heaps of ten.
    pub heaps: [Heaps; 2],
    /// Prisoners that were laid beside each player's bowl so that correct play ends in a draw,
    /// where a search has found how many that takes. They are the score then.
    pub balance: Option<[u32; 2]>,
    /// Whether a draw has been declared.
    pub drawn: bool,
}

impl Desk {
    /// Puts the stones of a board on a desk with nothing else on it.
    #[must_use]
    pub fn new(board: &Board) -> Desk {
        let size = board.size();
        let mut stones = vec![None; size.array_len()];
        for (point, color) in board.stones() {
            stones[point.index()] = Some(color);
        }
        Desk {
            size,
            stones,
            nobodys: PointSet::new(size),
            bowls: [[0; 2]; 2],
            zone: [0; 2],
            buttons: Vec::new(),
            given: [HalfPoints::ZERO; 2],
            ahead: None,
            heaps: [Heaps::default(); 2],
            balance: None,
            drawn: false,
        }
    }

    /// Returns the size of the board.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the stone on a point.
    #[must_use]
    pub fn stone(&self, point: Point) -> Option<Color> {
        self.stones[point.index()]
    }

    /// Returns whether a button lies on a point.
    #[must_use]
    pub fn has_button(&self, point: Point) -> bool {
        self.buttons
            .iter()
            .any(|button| button.place == ButtonPlace::On(point))
    }

    /// Puts a stone on a point.
    pub fn put(&mut self, point: Point, color: Color) {
        self.stones[point.index()] = Some(color);
    }

    /// Takes the stone on a point away, if there is one, and returns its colour.
    pub fn take(&mut self, point: Point) -> Option<Color> {
        self.stones[point.index()].take()
    }

    /// Takes the stones of a colour off the board and lays them in heaps of ten.
    pub fn heap_up(&mut self, color: Color) {
        for point in self.size.points() {
            if self.stone(point) == Some(color) {
                self.take(point);
                let heaps = &mut self.heaps[color];
                heaps.loose += 1;
                if heaps.loose == 10 {
                    *heaps = Heaps {
                        tens: heaps.tens + 1,
                        loose: 0,
                    };
                }
            }
        }
    }

    /// Returns the maximal sets of connected points without a stone, with the colours of the stones
    /// beside each.
    #[must_use]
    pub fn regions(&self) -> Vec<(Vec<Point>, [bool; 2])> {
        let mut seen = vec![false; self.stones.len()];
        let mut regions = Vec::new();
        for start in self.size.points() {
            if seen[start.index()] || self.stone(start).is_some() {
                continue;
            }
            seen[start.index()] = true;
            let (mut points, mut touches, mut next) = (vec![start], [false; 2], 0);
            while let Some(&point) = points.get(next) {
                next += 1;
                for beside in self.size.neighbours(point) {
                    match self.stone(beside) {
                        Some(color) => touches[color] = true,
                        None if !seen[beside.index()] => {
                            seen[beside.index()] = true;
                            points.push(beside);
                        }
                        None => (),
                    }
                }
            }
            regions.push((points, touches));
        }
        regions
    }

    /// Returns the points without a stone that only one colour surrounds, marked points excepted,
    /// in the order of the board.
    #[must_use]
    pub fn surrounded(&self, color: Color) -> Vec<Point> {
        let mut only = [false; 2];
        only[color] = true;
        let regions = self.regions().into_iter();
        let own = regions.filter(|(points, touches)| {
            *touches == only && !points.iter().any(|&point| self.nobodys.contains(point))
        });
        let mut points: Vec<Point> = own.flat_map(|(points, _)| points).collect();
        points.sort_unstable();
        points
    }
}
