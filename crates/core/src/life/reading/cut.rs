//! Cutting a problem out of the board.

use super::{Bits, Problem};
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
        let mut members = PointSet::new(size);
        let mut empties = 0;
        let mut points = Vec::new();
        let mut chains = vec![target];
        for stone in board.chain(target) {
            members.insert(stone);
            points.push(stone);
        }
        let mut next_chain = 0;
        while let Some(&chain) = chains.get(next_chain) {
            next_chain += 1;
            // The regions of its liberties become part of the problem.
            for liberty in board.liberties(chain).iter() {
                if members.contains(liberty) {
                    continue;
                }
                for point in board.empty_points().part(liberty) {
                    members.insert(point);
                    points.push(point);
                    empties += 1;
                }
                if empties > MAX_EMPTY {
                    return None;
                }
            }
            // Weak chains beside the stones and liberties of this chain take part too.
            let of_chain: Vec<Point> = board.chain(chain).collect();
            let near: Vec<Point> = of_chain
                .into_iter()
                .chain(board.liberties(chain).iter())
                .flat_map(|p| size.neighbours(p))
                .collect();
            for stone in near {
                if board.get(stone).is_none() || members.contains(stone) || wall.contains(stone) {
                    continue;
                }
                chains.push(stone);
                for member in board.chain(stone) {
                    members.insert(member);
                    points.push(member);
                }
                if points.len() > MAX_POINTS {
                    return None;
                }
            }
        }
        if points.len() > MAX_POINTS {
            return None;
        }
        // The order of the board makes equal problems compare equal, however they were found.
        points.sort_unstable();
        let mut problem = Problem::of_points(&points, size, target, owner)?;
        problem.chains = chains;
        for (i, &point) in points.iter().enumerate() {
            if let Some(color) = board.get(point) {
                problem.start[color] |= 1 << i;
            }
            for next in size.neighbours(point) {
                let is_inside = members.contains(next);
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
            target: place(target)? as u32,
            owner,
            chains: Vec::new(),
        })
    }
}
