//! Cutting a problem out of the board.

use super::problem::{Bits, Problem};
use crate::board::{Board, Color, Point, PointSet, Size};

/// Maximal number of points of a problem that is read.
pub(super) const MAX_POINTS: usize = Bits::BITS as usize;
/// Maximal number of empty points of a problem that is read.
const MAX_EMPTY: usize = 13;

impl Problem {
    /// Cuts out the problem of the chain with a stone on `target`; `None` if `target` is empty or
    /// the problem is too large. Stones in `wall` cannot be taken.
    pub(in crate::life) fn around(
        board: &Board,
        wall: &PointSet,
        target: Point,
    ) -> Option<Problem> {
        let size = board.size();
        let owner = board.get(target)?;
        let mut inside = PointSet::of(size, board.chain(target));
        let mut chains = vec![target];
        let mut next_chain = 0;
        while let Some(&chain) = chains.get(next_chain) {
            next_chain += 1;
            // The regions of its liberties become part of the problem.
            let liberties = board.liberties(chain);
            inside |= board.empty_points().parts_of(&liberties);
            if (inside & board.empty_points()).len() > MAX_EMPTY {
                return None;
            }
            // Weak chains beside the stones and liberties of this chain take part too.
            let near = liberties | PointSet::of(size, board.chain(chain));
            let mut beside = near.neighbours() - board.empty_points() - inside - *wall;
            while let Some(stone) = beside.first() {
                chains.push(stone);
                let members = PointSet::of(size, board.chain(stone));
                inside |= members;
                beside -= members;
            }
            if inside.len() > MAX_POINTS {
                return None;
            }
        }
        // The order of the board makes equal problems compare equal, however they were found.
        let points: Vec<Point> = inside.iter().collect();
        let mut problem = Problem::of_points(&points, size, target, owner)?;
        problem.chains = chains;
        for (i, &point) in points.iter().enumerate() {
            if let Some(color) = board.get(point) {
                problem.start[color] |= 1 << i;
            }
            for next in size.neighbours(point) {
                let is_inside = inside.contains(next);
                if let Some(color) = board.get(next).filter(|_| !is_inside) {
                    problem.wall[color] |= 1 << i;
                }
            }
        }
        Some(problem)
    }

    /// Returns a problem of `points`, which are in the order of the board, without stones and
    /// walls; `None` if `target` is not among them.
    pub(super) fn of_points(
        points: &[Point],
        size: Size,
        target: Point,
        owner: Color,
    ) -> Option<Problem> {
        let place = |point: Point| points.binary_search(&point).ok();
        let beside = |&point: &Point| {
            let places = size.neighbours(point).filter_map(place);
            places.fold(0, |set, i| set | 1 << i)
        };
        Some(Problem {
            around: points.iter().map(beside).collect(),
            wall: [0; 2],
            all: (0..points.len()).fold(0, |all, i| all | 1 << i),
            start: [0; 2],
            targets: 1 << place(target)?,
            owner,
            ground: PointSet::of(size, points.iter().copied()),
            chains: Vec::new(),
            retakes: None,
        })
    }
}
