//! Cut-outs with a boundary that is the worst case for one side, the prover.
//!
//! Such a cut-out may leave out any part of the board. A chain of the prover's opponent that has a
//! liberty or a friendly chain outside cannot be taken; empty points outside are the opponent's; a
//! chain of the prover has the liberties inside and no others. So a proof inside holds on the whole
//! board. A failure proves nothing.

use super::cut::MAX_POINTS;
use super::problem::Problem;
use crate::board::{Board, Color, Point, PointSet};

/// Maximal number of empty points of a cut-out that is read.
const MAX_EMPTY: usize = 16;
/// Maximal number of points of a region that is taken in for an owner who wants two eyes.
const MAX_EYE_SPACE: usize = 8;

/// Extent of a cut-out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::life) enum Reach {
    /// Only the points that the target can use: its regions, those of its friends there, and one
    /// liberty of each of the prover's chains that has none of its own inside.
    Near,
    /// Also outer liberties of the prover's chains, at most this number of each.
    Liberties(usize),
}

/// Cut-out that is being put together.
struct Cut<'a> {
    board: &'a Board,
    wall: &'a PointSet,
    prover: Color,
    /// Set of the points inside.
    inside: PointSet,
    /// List of the points inside.
    points: Vec<Point>,
    /// Number of the empty points inside.
    empties: usize,
    /// One stone of each chain inside.
    chains: Vec<Point>,
}

impl Problem {
    /// Cuts out a problem around the chain with a stone on `target` that is the worst case for
    /// `prover`; `None` if `target` is empty or the problem is too large. Stones in `wall` cannot
    /// be taken.
    pub(in crate::life) fn against(
        board: &Board,
        wall: &PointSet,
        target: Point,
        prover: Color,
        reach: Reach,
    ) -> Option<Problem> {
        let owner = board.get(target)?;
        let mut cut = Cut {
            board,
            wall,
            prover,
            inside: PointSet::new(board.size()),
            points: Vec::new(),
            empties: 0,
            chains: Vec::new(),
        };
        cut.add_chain(target);
        if owner == prover {
            cut.add_eye_space()?;
        } else {
            cut.add_room()?;
        }
        cut.add_provers();
        if owner != prover {
            cut.add_liberties(match reach {
                Reach::Near => 0,
                Reach::Liberties(number) => number,
            });
        }
        cut.problem(target, owner)
    }
}

impl Cut<'_> {
    fn add_chain(&mut self, stone: Point) {
        if self.inside.contains(stone) {
            return;
        }
        self.chains.push(stone);
        for member in self.board.chain(stone) {
            self.inside.insert(member);
            self.points.push(member);
        }
    }

    fn add_empty(&mut self, points: impl IntoIterator<Item = Point>) {
        for point in points {
            if self.inside.insert(point) {
                self.points.push(point);
                self.empties += 1;
            }
        }
    }

    /// Returns the stones beside `points` that are neither inside nor of the wall.
    fn beside(&self, points: impl IntoIterator<Item = Point>) -> Vec<(Point, Color)> {
        let size = self.board.size();
        let near = points.into_iter().flat_map(|point| size.neighbours(point));
        near.filter(|&next| !self.inside.contains(next) && !self.wall.contains(next))
            .filter_map(|next| Some((next, self.board.get(next)?)))
            .collect()
    }

    fn is_small(&self) -> bool {
        self.empties <= MAX_EMPTY && self.points.len() <= MAX_POINTS
    }

    /// Adds, for a target that is to be taken, the regions of its liberties, the friendly chains
    /// beside them, the regions of those, and so on.
    fn add_room(&mut self) -> Option<()> {
        let prover = self.prover;
        self.add_regions(usize::MAX, |_, _, color| color != prover)
    }

    /// Adds, for a target that is to live, the small regions of its liberties, the friendly chains
    /// beside them, and opposing chains there with liberties in small regions alone.
    fn add_eye_space(&mut self) -> Option<()> {
        self.add_regions(MAX_EYE_SPACE, |cut, stone, color| {
            color == cut.prover || cut.has_little_room(stone)
        })
    }

    /// Adds the regions of at most `max_points` points at the liberties of the chains inside, and
    /// the chains beside them for which `takes_part` holds, until nothing is left to add; `None` if
    /// the cut-out gets too large.
    fn add_regions(
        &mut self,
        max_points: usize,
        takes_part: impl Fn(&Cut<'_>, Point, Color) -> bool,
    ) -> Option<()> {
        let mut next = 0;
        while let Some(&chain) = self.chains.get(next) {
            next += 1;
            for liberty in self.board.liberties(chain).iter() {
                if self.inside.contains(liberty) {
                    continue;
                }
                let room = self.board.empty_points().part(liberty);
                if room.len() > max_points {
                    continue;
                }
                self.add_empty(room);
                if !self.is_small() {
                    return None;
                }
                for (stone, color) in self.beside(room) {
                    if takes_part(self, stone, color) {
                        self.add_chain(stone);
                    }
                }
            }
        }
        Some(())
    }

    fn has_little_room(&self, stone: Point) -> bool {
        let liberties = self.board.liberties(stone);
        liberties
            .iter()
            .all(|liberty| self.board.empty_points().part(liberty).len() <= MAX_EYE_SPACE)
    }

    /// Adds the prover's chains that touch points inside.
    fn add_provers(&mut self) {
        let mut next = 0;
        while let Some(&point) = self.points.get(next) {
            next += 1;
            // A stone that touches only a chain of the prover is left out.
            if self.board.get(point) == Some(self.prover) {
                continue;
            }
            for (stone, color) in self.beside([point]) {
                if color == self.prover {
                    self.add_chain(stone);
                }
            }
        }
    }

    /// Adds outer liberties of the prover's chains as single points with the opponent on their
    /// outer sides: at most `number` of each chain, and at least one if the chain has none inside.
    fn add_liberties(&mut self, number: usize) {
        for chain in self.chains.clone() {
            if self.board.get(chain) != Some(self.prover) {
                continue;
            }
            let liberties: Vec<Point> = self.board.liberties(chain).iter().collect();
            let is_inside = |point: &&Point| self.inside.contains(**point);
            let has_one = liberties.iter().any(|point| is_inside(&point));
            let outer = liberties.iter().filter(|point| !is_inside(point));
            let wanted = if has_one { number } else { number.max(1) };
            let outer: Vec<Point> = outer.copied().take(wanted).collect();
            if self.empties + outer.len() <= MAX_EMPTY {
                self.add_empty(outer);
            }
        }
    }

    /// Returns whether all liberties of an opponent's chain are inside, so that it can be taken
    /// there.
    fn is_whole(&self, stone: Point) -> bool {
        let liberties = self.board.liberties(stone);
        liberties.iter().all(|point| self.inside.contains(point))
    }

    fn problem(mut self, target: Point, owner: Color) -> Option<Problem> {
        let (board, size) = (self.board, self.board.size());
        if !self.is_small() {
            return None;
        }
        let other = self.prover.opponent();
        self.points.sort_unstable();
        let mut problem = Problem::of_points(&self.points, size, target, owner)?;
        problem.chains = self.chains.clone();
        for (i, &point) in self.points.iter().enumerate() {
            if let Some(color) = board.get(point) {
                problem.start[color] |= 1 << i;
            }
            for next in size.neighbours(point) {
                if self.inside.contains(next) {
                    continue;
                }
                let known = board.get(next).filter(|_| self.wall.contains(next));
                problem.wall[known.unwrap_or(other)] |= 1 << i;
            }
        }
        for &chain in &self.chains {
            let is_provers = board.get(chain) == Some(self.prover);
            let held = if is_provers {
                // A chain without a liberty inside could be taken by moves outside, so it must not
                // capture.
                let liberties = board.liberties(chain);
                let has_one = liberties.iter().any(|point| self.inside.contains(point));
                if has_one || self.wall.contains(chain) {
                    continue;
                }
                let stones: Vec<Point> = board.chain(chain).collect();
                let beside = stones.iter().flat_map(|&point| size.neighbours(point));
                beside
                    .filter(|&next| board.get(next) == Some(other))
                    .collect()
            } else if self.is_whole(chain) && !self.wall.contains(chain) {
                continue;
            } else {
                vec![chain]
            };
            for stone in held {
                if let Ok(i) = self.points.binary_search(&stone) {
                    problem.wall[other] |= 1 << i;
                }
            }
        }
        Some(problem)
    }
}

#[cfg(test)]
mod tests {
    use super::super::problem::{Check, Goal};
    use super::*;
    use crate::notation::{parse_board, parse_vertex};

    /// Returns whether the prover is shown to reach `goal` for the corner chain at `target`, with
    /// opponents in the open around it, of which the ones on `walls` are known to live.
    fn proves(rows: &[&str], target: &str, goal: Goal, reach: Reach, walls: &[&str]) -> bool {
        let board = parse_board(rows).expect("a board");
        let point = |name: &&str| parse_vertex(board.size(), name).expect("a point");
        let target = point(&target);
        let owner = board.get(target).expect("a stone");
        let chains = walls.iter().flat_map(|name| board.chain(point(name)));
        let wall = PointSet::of(board.size(), chains);
        let around = Problem::around(&board, &wall, target);
        assert!(
            around.is_none() || !walls.is_empty(),
            "small enough to be read whole"
        );
        let prover = match goal {
            Goal::Capture => owner.opponent(),
            Goal::Independence => owner,
        };
        let cut = Problem::against(&board, &wall, target, prover, reach).expect("a cut-out");
        let answer = cut.solve(goal, prover.opponent(), Check::Reached, &mut 10_000);
        answer.is_some_and(|answer| answer.reached && answer.certain)
    }

    const DEAD: [&str; 6] = [
        "..XO....", "XXXO....", "OOOO....", "........", "........", "........",
    ];

    #[test]
    fn a_dead_corner_is_dead_if_its_captors_in_the_open_live() {
        let reach = Reach::Liberties(3);
        assert!(proves(&DEAD, "C6", Goal::Capture, reach, &["D6", "A4"]));
        // Nothing is known of the captors: White may have to capture four stones in the corner and
        // then die.
        assert!(!proves(&DEAD, "C6", Goal::Capture, reach, &[]));
    }

    #[test]
    fn who_captures_seven_stones_in_the_open_lives() {
        let large = [
            "..XXXO..", "XXXXXO..", "OOOOOO..", "........", "........", "........",
        ];
        assert!(proves(
            &large,
            "C6",
            Goal::Capture,
            Reach::Liberties(3),
            &[]
        ));
    }

    #[test]
    fn captors_with_one_liberty_prove_nothing() {
        assert!(!proves(&DEAD, "C6", Goal::Capture, Reach::Near, &[]));
    }

    #[test]
    fn a_corner_that_reaches_a_friend_outside_is_not_dead() {
        let open = [
            "..XO....", "XXXO....", "OOXX....", ".OO.....", "........", "........",
        ];
        let board = parse_board(&open).expect("a board");
        let target = parse_vertex(board.size(), "C6").expect("a point");
        let wall = PointSet::new(board.size());
        let cut = Problem::against(&board, &wall, target, Color::White, Reach::Near);
        assert!(cut.is_none(), "its liberties lie in the open");
    }

    #[test]
    fn an_owner_lives_on_small_eyes_though_all_around_is_open() {
        let two = [
            ".X.XO...", "XXXXO...", "OOOO....", "........", "........", "........",
        ];
        assert!(proves(&two, "A5", Goal::Independence, Reach::Near, &[]));
        let three = [
            "...XO...", "XXXXO...", "OOOO....", "........", "........", "........",
        ];
        assert!(!proves(&three, "A5", Goal::Independence, Reach::Near, &[]));
        let four = [
            "....XO..", "XXXXXO..", "OOOOO...", "........", "........", "........",
        ];
        assert!(proves(&four, "A5", Goal::Independence, Reach::Near, &[]));
    }
}
