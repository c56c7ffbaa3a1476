//! Boards of few points as sets of bits, on which a search takes a fraction of the time.

use std::ops::Deref;

use halfpoint_core::board::{Board, Color, Point, Size, Symmetry};

use crate::order;

/// Largest number of points: the stones of both colours, a ko and the player to move are one key.
pub(super) const MAX_POINTS: usize = 26;
/// Number in place of a point: no ko, or a pass.
pub(super) const NOWHERE: u8 = 31;
/// Number of points of half a board, for the tables of images.
const HALF: usize = MAX_POINTS / 2;
/// Largest number of images of a board that keep its shape.
const MAX_IMAGES: usize = 8;
/// Largest number of chains of one colour, and of enclosures, on a board.
const MAX_PARTS: usize = MAX_POINTS;
/// Number of points beside no own stone with which no board is held, for a quick answer. Boards
/// that are held with more would need as many enclosures.
const TOO_MANY_INNER: u32 = 7;

/// Stones of the player who may get the whole board and of the other one, as sets of points, and
/// the point that a simple ko bans ([`NOWHERE`] if there is none).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stones {
    pub(super) own: u32,
    pub(super) other: u32,
    pub(super) ko: u8,
}

impl Stones {
    /// Returns the number of stones of the player who may get the whole board.
    pub(super) fn number(self) -> u8 {
        self.own.count_ones() as u8
    }

    /// Returns a key of the stones, the ko and the player to move, in which no two differ.
    pub(super) fn key(self, is_own_turn: bool) -> u64 {
        let stones = u64::from(self.own) | u64::from(self.other) << MAX_POINTS;
        stones | u64::from(self.ko) << (2 * MAX_POINTS) | u64::from(is_own_turn) << 63
    }
}

/// Stones after a placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Placed {
    /// Stones of the player who made it.
    mover: u32,
    /// Stones of the other one.
    waiting: u32,
    /// Point on which a simple ko bans the other one.
    ko: u8,
}

/// A short list of sets.
pub(super) struct Sets {
    sets: [u32; MAX_PARTS],
    len: usize,
}

impl Deref for Sets {
    type Target = [u32];

    fn deref(&self) -> &[u32] {
        &self.sets[..self.len]
    }
}

/// The points of one size of board, numbered row by row.
pub(super) struct Grid {
    size: Size,
    points: Vec<Point>,
    /// All points.
    all: u32,
    /// Points with a neighbour to the left, and to the right.
    has_left: u32,
    has_right: u32,
    /// For each image of the board, the number of each point in it.
    numbers: Vec<[u8; 32]>,
    /// For each set of points of the first and of the second half, its images; where there are
    /// fewer, they come again.
    images: [Vec<[u32; MAX_IMAGES]>; 2],
}

impl Grid {
    /// Returns the points of a size; `None` if they are too many.
    pub(super) fn new(size: Size) -> Option<Grid> {
        if size.area() > MAX_POINTS {
            return None;
        }
        let points: Vec<Point> = size.points().collect();
        let number = |point| points.iter().position(|&other| other == point).unwrap_or(0);
        let column = |number: usize| size.coordinates(points[number]).0;
        let numbers: Vec<[u8; 32]> = Symmetry::symmetries(size)
            .map(|image| {
                let mut numbers = [NOWHERE; 32];
                for (from, &point) in points.iter().enumerate() {
                    numbers[from] = number(image.point(point)) as u8;
                }
                numbers
            })
            .collect();
        let image = |first: usize, set: usize, numbers: &[u8; 32]| {
            let on =
                (first..points.len().min(first + HALF)).filter(|at| set >> (at - first) & 1 == 1);
            set_of(on.map(|at| usize::from(numbers[at])))
        };
        let images_of = |first: usize| {
            let sets = 0..1 << points.len().saturating_sub(first).min(HALF);
            let all =
                |set| std::array::from_fn(|at| image(first, set, &numbers[at % numbers.len()]));
            sets.map(all).collect()
        };
        let images = [images_of(0), images_of(HALF)];
        Some(Grid {
            size,
            all: set_of(0..points.len()),
            has_left: set_of((0..points.len()).filter(|&at| column(at) > 0)),
            has_right: set_of((0..points.len()).filter(|&at| column(at) + 1 < size.width())),
            points,
            numbers,
            images,
        })
    }

    /// Returns the stones of a board without a ko, those of a colour as the first ones; `None` if
    /// the board has another size.
    pub(super) fn stones(&self, board: &Board, own: Color) -> Option<Stones> {
        let set = |color| {
            let points = self.points.iter().enumerate();
            let points = points.filter(|&(_, &point)| board.get(point) == Some(color));
            set_of(points.map(|(number, _)| number))
        };
        (board.size() == self.size).then(|| Stones {
            own: set(own),
            other: set(own.opponent()),
            ko: NOWHERE,
        })
    }

    /// Returns the number of points.
    pub(super) fn area(&self) -> usize {
        self.points.len()
    }

    /// Returns a point of the board by its number.
    pub(super) fn point(&self, number: u8) -> Option<Point> {
        self.points.get(usize::from(number)).copied()
    }

    /// Returns the distance of a point from the edges, summed over both axes.
    pub(super) fn lines_inside(&self, number: u8) -> u32 {
        order::lines_inside(self.size, self.points[usize::from(number)]) as u32
    }

    /// Returns all points.
    pub(super) fn all(&self) -> u32 {
        self.all
    }

    /// Returns the empty points.
    pub(super) fn empty(&self, stones: Stones) -> u32 {
        self.all & !(stones.own | stones.other)
    }

    /// Returns all points beside a set, points of the set included if they are beside one another.
    pub(super) fn beside(&self, set: u32) -> u32 {
        let width = self.size.width();
        let rows = set << width | set >> width;
        ((set & self.has_right) << 1 | (set & self.has_left) >> 1 | rows) & self.all
    }

    /// Returns the points of a set that are connected with those of `seed` in it.
    fn part(&self, seed: u32, within: u32) -> u32 {
        let mut part = seed & within;
        loop {
            let more = (part | self.beside(part)) & within;
            if more == part {
                return part;
            }
            part = more;
        }
    }

    /// Returns the connected parts of a set.
    pub(super) fn parts(&self, set: u32) -> Sets {
        let mut found = Sets {
            sets: [0; MAX_PARTS],
            len: 0,
        };
        let mut rest = set;
        while rest != 0 {
            let part = self.part(rest & rest.wrapping_neg(), set);
            found.sets[found.len] = part;
            found.len += 1;
            rest &= !part;
        }
        found
    }

    /// Returns the last liberties of chains: of those among `stones` that have only one.
    pub(super) fn last_liberties(&self, stones: u32, empty: u32) -> u32 {
        let (mut found, mut rest) = (0, stones);
        while rest != 0 {
            let chain = self.part(rest & rest.wrapping_neg(), stones);
            rest &= !chain;
            let liberties = self.beside(chain) & empty;
            if liberties.is_power_of_two() {
                found |= liberties;
            }
        }
        found
    }

    /// Returns the stones after a placement on an empty point; `None` if it is suicide that is not
    /// allowed, or of a single stone.
    fn place(&self, mover: u32, waiting: u32, at: u8, may_suicide: bool) -> Option<Placed> {
        let stone = 1 << at;
        let empty = self.all & !(mover | waiting | stone);
        let around = self.beside(stone);
        let (mut taken, mut rest) = (0, around & waiting);
        while rest != 0 {
            let chain = self.part(rest & rest.wrapping_neg(), waiting);
            rest &= !chain;
            if self.beside(chain) & empty == 0 {
                taken |= chain;
            }
        }
        let mut mover = mover | stone;
        if taken == 0 && around & empty == 0 {
            let chain = self.part(stone, mover);
            if self.beside(chain) & empty == 0 {
                if !may_suicide || chain == stone {
                    return None;
                }
                mover &= !chain;
            }
        }
        let is_ko = taken.count_ones() == 1 && around & (mover | empty) == 0;
        Some(Placed {
            mover,
            waiting: waiting & !taken,
            ko: if is_ko {
                taken.trailing_zeros() as u8
            } else {
                NOWHERE
            },
        })
    }

    /// Returns the stones after a placement of the player who may get the whole board; `None` if it
    /// is banned or suicide.
    pub(super) fn after_own(&self, stones: Stones, at: u8) -> Option<Stones> {
        let placed =
            (at != stones.ko).then(|| self.place(stones.own, stones.other, at, false))??;
        Some(Stones {
            own: placed.mover,
            other: placed.waiting,
            ko: placed.ko,
        })
    }

    /// Returns the stones after a placement of the other player; `None` if it is banned, or suicide
    /// that is not allowed.
    pub(super) fn after_other(&self, stones: Stones, at: u8, may_suicide: bool) -> Option<Stones> {
        let is_free = at != stones.ko;
        let placed = is_free.then(|| self.place(stones.other, stones.own, at, may_suicide))??;
        Some(Stones {
            own: placed.waiting,
            other: placed.mover,
            ko: placed.ko,
        })
    }

    /// Returns whether these stones hold the whole board, as `held` of `halfpoint_core::life` says:
    /// each chain has two enclosures of which all points are beside it, and each enclosure has at
    /// most one point that is beside none.
    pub(super) fn is_all_held(&self, own: u32) -> bool {
        let outside = self.all & !own;
        let inner = outside & !self.beside(own);
        if inner.count_ones() >= TOO_MANY_INNER {
            return false;
        }
        let enclosures = self.parts(outside);
        let has_room = |&set: &u32| (set & inner).count_ones() > 1;
        if enclosures.len < 2 || enclosures.iter().any(has_room) {
            return false;
        }
        let chains = self.parts(own);
        chains.iter().all(|&chain| {
            let beside = self.beside(chain);
            enclosures.iter().filter(|&set| set & !beside == 0).count() >= 2
        })
    }

    /// Returns whether the first player has a chain that lives even if he always passes.
    pub(super) fn lives(&self, stones: u32, others: u32) -> bool {
        self.living(stones, others) != 0
    }

    /// Returns the chains of the first player that live even if he always passes (Benson 1976).
    pub(super) fn living(&self, stones: u32, others: u32) -> u32 {
        let outside = self.all & !stones;
        let empty = outside & !others;
        let enclosures = self.parts(outside);
        if enclosures.len < 2 {
            return 0;
        }
        let chains = self.parts(stones);
        let (mut living, mut safe) = (stones, set_of(0..enclosures.len));
        loop {
            let before = (living, safe);
            for &chain in chains.iter() {
                let beside = self.beside(chain);
                let is_vital = |&(at, set): &(usize, &u32)| {
                    safe >> at & 1 == 1 && set & beside != 0 && set & empty & !beside == 0
                };
                if enclosures.iter().enumerate().filter(is_vital).count() < 2 {
                    living &= !chain;
                }
            }
            if living == 0 {
                return 0;
            }
            let beside = self.beside(stones & !living);
            for (at, &set) in enclosures.iter().enumerate() {
                if set & beside != 0 {
                    safe &= !(1 << at);
                }
            }
            if (living, safe) == before {
                return living;
            }
        }
    }

    /// Returns whether a set of points is too small for a group to live there, by a rough test: no
    /// two points are eyes of a chain that has all the others.
    pub(super) fn is_too_small(&self, set: u32) -> bool {
        let are_eyes = |one: u8, other: u8| self.lives(set & !(1 << one | 1 << other), 0);
        let has_eyes =
            |one: u8| numbers(set & !(u32::MAX >> (31 - one))).any(|two| are_eyes(one, two));
        !numbers(set).any(has_eyes)
    }

    /// Returns the key that all images of a situation share, and the image that has it.
    pub(super) fn canonical(&self, stones: Stones, is_own_turn: bool) -> (u64, usize) {
        let images = |set: u32| {
            let [first, second] = &self.images;
            let (first, second) = (
                &first[set as usize & ((1 << HALF) - 1)],
                &second[set as usize >> HALF],
            );
            let image: [u32; MAX_IMAGES] = std::array::from_fn(|at| first[at] | second[at]);
            image
        };
        let (own, other) = (images(stones.own), images(stones.other));
        let keys = self.numbers.iter().enumerate().map(|(image, numbers)| {
            let stones = Stones {
                own: own[image],
                other: other[image],
                ko: numbers[usize::from(stones.ko)],
            };
            (stones.key(is_own_turn), image)
        });
        keys.min().unwrap_or((stones.key(is_own_turn), 0))
    }

    /// Returns the number of a point in an image.
    pub(super) fn point_in(&self, at: u8, image: usize) -> u8 {
        self.numbers[image][usize::from(at)]
    }

    /// Returns the number of the point that has this number in an image.
    pub(super) fn point_back(&self, at: u8, image: usize) -> u8 {
        let numbers = &self.numbers[image][..self.points.len()];
        let found = numbers.iter().position(|&number| number == at);
        found.map_or(NOWHERE, |number| number as u8)
    }
}

/// Returns the numbers in a set, in ascending order.
pub(super) fn numbers(set: u32) -> impl Iterator<Item = u8> {
    let next = |&rest: &u32| Some(rest & rest.wrapping_sub(1));
    std::iter::successors(Some(set), next)
        .take_while(|&rest| rest != 0)
        .map(|rest| rest.trailing_zeros() as u8)
}

/// Returns the set of some numbers below 32.
pub(super) fn set_of(numbers: impl Iterator<Item = usize>) -> u32 {
    numbers.fold(0, |set, number| set | 1 << number)
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use halfpoint_core::game::{PlayedMove, Position};
    use halfpoint_core::life::{held, pass_alive};
    use halfpoint_core::rules::{KoRule, Rules, SuicideRule, find};

    use super::*;

    /// Returns a board with random stones, all of which have liberties.
    fn random_board(size: Size, rng: &mut Xoshiro256PlusPlus) -> Board {
        let mut board = Board::new(size);
        for point in size.points() {
            let color = match rng.random_range(0..5) {
                0 | 1 => Color::Black,
                2 | 3 => Color::White,
                _ => continue,
            };
            if board.keeps_liberty(color, point) && board.captures(color, point).next().is_none() {
                board.play(color, point);
            }
        }
        board
    }

    #[test]
    fn boards_of_bits_agree_with_those_of_the_rules() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let (mut kos, mut suicides, mut held_boards, mut alive) = (0, 0, 0, 0);
        for (width, height) in [(1, 9), (2, 3), (3, 3), (3, 5), (4, 6), (5, 5), (2, 13)] {
            let size = Size::new(width, height).expect("a size");
            let grid = Grid::new(size).expect("few points");
            for round in 0..400 {
                let board = random_board(size, &mut rng);
                let stones = grid.stones(&board, Color::Black).expect("its size");
                let may_suicide = round % 2 == 0;
                let chinese = find("chinese").expect("a rule set").rules;
                let rules = Rules {
                    ko: KoRule::Simple,
                    suicide: match may_suicide {
                        true => SuicideRule::Multi,
                        false => SuicideRule::Forbidden,
                    },
                    ..chinese
                };
                for color in Color::BOTH {
                    for at in (0..size.area() as u8).filter(|at| grid.empty(stones) >> at & 1 == 1)
                    {
                        let found = match color {
                            Color::Black if may_suicide => continue,
                            Color::Black => grid.after_own(stones, at),
                            Color::White => grid.after_other(stones, at, may_suicide),
                        };
                        let mut position = Position::new(rules, board.clone(), color);
                        let point = grid.point(at).expect("a point");
                        let is_legal = position.placements(color).contains(&point);
                        assert_eq!(found.is_some(), is_legal, "{color:?} {at} {board:?}");
                        let Some(found) = found else {
                            continue;
                        };
                        let ko = position.make(color, PlayedMove::Place(point), |_| ());
                        let wanted = grid
                            .stones(position.board(), Color::Black)
                            .expect("its size");
                        assert_eq!([found.own, found.other], [wanted.own, wanted.other]);
                        assert_eq!(grid.point(found.ko), ko, "{color:?} {at} {board:?}");
                        kos += usize::from(ko.is_some());
                        suicides += usize::from(position.board().get(point).is_none());
                    }
                    let holds = held(&board, color);
                    let all = holds.stones.len() + holds.enclosed.len() == size.area();
                    let own = grid.stones(&board, color).expect("its size");
                    assert_eq!(grid.is_all_held(own.own), all, "{color:?} {board:?}");
                    let lives = !pass_alive(&board, color).stones.is_empty();
                    assert_eq!(grid.lives(own.own, own.other), lives, "{color:?} {board:?}");
                    held_boards += usize::from(all);
                    alive += usize::from(lives);
                }
                for image in Symmetry::symmetries(size) {
                    let turned = grid
                        .stones(&image.board(&board), Color::Black)
                        .expect("its size");
                    let keys = [stones, turned].map(|stones| grid.canonical(stones, true));
                    assert_eq!(keys[0].0, keys[1].0, "{board:?}");
                }
                let (_, image) = grid.canonical(stones, true);
                let back = |at| grid.point_back(grid.point_in(at, image), image);
                assert!((0..size.area() as u8).all(|at| back(at) == at));
            }
        }
        let seen = [kos, suicides, held_boards, alive];
        assert!(seen.iter().all(|&seen| seen > 20), "{seen:?}");
    }
}
