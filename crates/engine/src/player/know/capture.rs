//! Moves that bring the capture of the opponent's dead stones nearer.

use halfpoint_core::board::{Board, Color, Point, PointSet};
use halfpoint_core::game::Position;
use halfpoint_core::life::pass_alive;

use halfpoint_core::game::eye::is_eye;

/// Dead stones of the opponent of `color` that are to be captured.
#[derive(Clone, Copy)]
pub struct Capture<'a> {
    /// The position.
    pub position: &'a Position,
    /// The player who captures.
    pub color: Color,
    /// All dead stones, those of `color` included, which are given up.
    pub dead: &'a PointSet,
}

impl Capture<'_> {
    fn board(&self) -> &Board {
        self.position.board()
    }

    /// Returns the first move after which all living stones of the player are proven to live even
    /// if only the opponent moves from then on; `None` if there is no such move.
    pub fn proven_move(&self) -> Option<Point> {
        let mut moves = self.moves().into_iter();
        moves.find(|&point| self.is_proven_safe(point))
    }

    /// Returns the moves that bring a capture nearer, in this order: captures; liberties of the
    /// dead chains, those with the fewest first; liberties on which the placed stone would be in
    /// atari; other points next to those liberties.
    pub fn moves(&self) -> Vec<Point> {
        let (board, size) = (self.board(), self.board().size());
        let mut ranked: Vec<(usize, usize, Point)> = Vec::new();
        let mut near = PointSet::new(size);
        for stone in self.dead.iter() {
            if board.get(stone) != Some(self.color.opponent()) || board.head(stone) != stone {
                continue;
            }
            let liberties = board.liberties(stone);
            let number = liberties.iter().count();
            for point in liberties.iter() {
                near.insert(point);
                let Some(after) = self.after(point) else {
                    continue;
                };
                let rank = match (number, after.last_liberty(point)) {
                    (1, _) => 0,
                    (_, None) => 1,
                    (_, Some(_)) => 2,
                };
                ranked.push((rank, number, point));
            }
        }
        for point in size.points() {
            let is_near = || size.neighbours(point).any(|next| near.contains(next));
            let free = |board: &Board| board.last_liberty(point).is_none();
            if !near.contains(point) && is_near() && self.after(point).as_ref().is_some_and(free) {
                ranked.push((3, 0, point));
            }
        }
        ranked.sort_unstable();
        let mut moves: Vec<Point> = Vec::new();
        for (_, _, point) in ranked {
            if !moves.contains(&point) {
                moves.push(point);
            }
        }
        moves
    }

    /// Returns the board after a move; `None` if it is illegal, fills an eye or is suicide.
    pub fn after(&self, point: Point) -> Option<Board> {
        if !self.position.may_place(self.color, point) || is_eye(self.board(), self.color, point) {
            return None;
        }
        let mut after = self.board().clone();
        after.play(self.color, point);
        after.get(point).is_some().then_some(after)
    }

    /// Returns whether all living stones of the player live after a move even if only the opponent
    /// moves from then on.
    fn is_proven_safe(&self, point: Point) -> bool {
        let Some(after) = self.after(point) else {
            return false;
        };
        let alive = pass_alive(&after, self.color).stones;
        let mut stones = self.board().stones();
        stones.all(|(point, color)| {
            color != self.color || self.dead.contains(point) || alive.contains(point)
        })
    }
}
