//! Ownership of the points, collected while a search runs.

use std::collections::HashMap;

use halfpoint_core::board::{Color, Point, Size};
use halfpoint_core::game::PlayedMove;

/// Positions whose ownership a search collects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum OwnershipDetail {
    /// None: collecting costs a little time.
    #[default]
    None,
    /// The position that is searched.
    Position,
    /// That position, and the one after each of its moves.
    Moves,
}

impl OwnershipDetail {
    /// Returns the detail that answers two wishes: the position itself, and its moves.
    #[must_use]
    pub fn asked(position: bool, moves: bool) -> OwnershipDetail {
        match (position, moves) {
            (_, true) => OwnershipDetail::Moves,
            (true, false) => OwnershipDetail::Position,
            (false, false) => OwnershipDetail::None,
        }
    }
}

/// Owner of a point over the evaluations of a search: those of a net, or the ends of playouts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointOwnership {
    /// The point.
    pub point: Point,
    /// Mean owner, from −1 (always the opponent) to 1 (always the mover).
    pub mean: f32,
    /// Standard deviation of the owner among the evaluations, from 0 to 1.
    pub deviation: f32,
}

/// Sums over evaluations of the owner of each point, by index, from −1 (White) to 1 (Black).
#[derive(Clone, Debug)]
struct OwnerTally {
    evaluations: u32,
    /// Sum of the owners and of their squares. Numbers of 32 bits would not count beyond 2^24.
    sums: Vec<[f64; 2]>,
}

impl OwnerTally {
    fn new(size: Size) -> OwnerTally {
        OwnerTally {
            evaluations: 0,
            sums: vec![[0.0; 2]; size.array_len()],
        }
    }

    fn add(&mut self, owners: impl Iterator<Item = (Point, f32)>) {
        self.evaluations += 1;
        for (point, owner) in owners {
            let owner = f64::from(owner);
            let [sum, square] = &mut self.sums[point.index()];
            *sum += owner;
            *square += owner * owner;
        }
    }

    fn by_point(&self, size: Size, color: Color) -> Vec<PointOwnership> {
        let share = 1.0 / f64::from(self.evaluations.max(1));
        let owner = |point: Point| {
            let [sum, square] = self.sums[point.index()].map(|sum| sum * share);
            PointOwnership {
                point,
                mean: (sum * f64::from(color.sign())) as f32,
                deviation: (square - sum * sum).max(0.0).sqrt() as f32,
            }
        };
        size.points().map(owner).collect()
    }
}

/// Ownership that a search has collected so far.
#[derive(Debug)]
pub struct Owned {
    size: Size,
    position: OwnerTally,
    /// Tally of the evaluations that began with a move; `None` if they are not asked for.
    moves: Option<HashMap<PlayedMove, OwnerTally>>,
}

impl Owned {
    /// Creates an empty collection; `None` if nothing is to be collected.
    pub fn new(size: Size, detail: OwnershipDetail) -> Option<Owned> {
        (detail > OwnershipDetail::None).then(|| Owned {
            size,
            position: OwnerTally::new(size),
            moves: (detail == OwnershipDetail::Moves).then(HashMap::new),
        })
    }

    /// Adds the owners that an evaluation found, from −1 (White) to 1 (Black). `first` is the move
    /// that led to it from the position; `None` if that position itself was evaluated.
    pub fn add(
        &mut self,
        first: Option<PlayedMove>,
        owners: impl Iterator<Item = (Point, f32)> + Clone,
    ) {
        self.position.add(owners.clone());
        if let (Some(moves), Some(first)) = (&mut self.moves, first) {
            let tally = moves.entry(first);
            tally
                .or_insert_with(|| OwnerTally::new(self.size))
                .add(owners);
        }
    }

    /// Returns the owners of all points for `color`; empty if nothing was evaluated.
    pub fn of_position(&self, color: Color) -> Vec<PointOwnership> {
        match self.position.evaluations {
            0 => Vec::new(),
            _ => self.position.by_point(self.size, color),
        }
    }

    /// Returns the owners of all points for `color` after a move; empty if it was not evaluated, or
    /// if moves were not asked for.
    pub fn after(&self, action: PlayedMove, color: Color) -> Vec<PointOwnership> {
        let tally = self.moves.as_ref().and_then(|moves| moves.get(&action));
        tally.map_or_else(Vec::new, |tally| tally.by_point(self.size, color))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn owners_are_averaged_with_their_deviation_for_either_side() {
        let size = Size::new(2, 1).expect("a size");
        let [a, b] = [0, 1].map(|x| size.point(x, 0).expect("a point"));
        let first = PlayedMove::Place(a);
        let mut owned = Owned::new(size, OwnershipDetail::Moves).expect("a collection");
        assert!(owned.of_position(Color::Black).is_empty());
        for (first, owners) in [
            (None, [0.0, 0.5]),
            (Some(first), [1.0, -1.0]),
            (Some(first), [0.5, -1.0]),
        ] {
            owned.add(first, [a, b].into_iter().zip(owners));
        }
        let close = |found: &[PointOwnership], wanted: [(f32, f32); 2]| {
            for (found, (mean, deviation)) in found.iter().zip(wanted) {
                let distance = (found.mean - mean).abs() + (found.deviation - deviation).abs();
                assert!(distance < 1e-5, "{found:?}, not {mean} and {deviation}");
            }
            assert_eq!(found.len(), 2);
        };
        close(
            &owned.of_position(Color::White),
            [
                (-0.5, (1.25_f32 / 3.0 - 0.25).sqrt()),
                (0.5, 0.5_f32.sqrt()),
            ],
        );
        close(
            &owned.after(first, Color::Black),
            [(0.75, 0.25), (-1.0, 0.0)],
        );
        assert!(owned.after(PlayedMove::Place(b), Color::Black).is_empty());
        assert!(Owned::new(size, OwnershipDetail::None).is_none());
        let mut alone = Owned::new(size, OwnershipDetail::Position).expect("a collection");
        alone.add(Some(first), [(a, 1.0), (b, 1.0)].into_iter());
        assert!(alone.after(first, Color::Black).is_empty());
    }
}
