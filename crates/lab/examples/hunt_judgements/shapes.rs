//! Small boards made at random from local shapes, by classes of what is hard to judge in them.

use std::fmt;

use rand::RngExt;
use rand::seq::{IndexedRandom, IteratorRandom};
use rand_xoshiro::Xoshiro256PlusPlus;

use halfpoint_core::board::{Board, Color, Point, PointSet, Size};
use halfpoint_core::life::{pass_alive, seki};

/// Widths and heights of the boards.
const SIZES: [(usize, usize); 11] = [
    (8, 2),
    (9, 2),
    (7, 3),
    (8, 3),
    (5, 4),
    (5, 5),
    (6, 4),
    (6, 5),
    (7, 4),
    (7, 5),
    (6, 6),
];
/// Maximal number of empty points of a board with enclosures, more than which the solver seldom
/// gets done.
const MAX_EMPTY: usize = 11;
/// One of how many boards is taken of those with a wall that is not proven to live.
const UNSETTLED: u32 = 50;

/// Difficulty of judging the stones of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// A capture leaves a point on which the captured side cuts, and so plays under the stones.
    UnderTheStones,
    /// A ko or two beside an eye space with stones in it.
    Kos,
    /// A shared liberty that one side cannot fill at once.
    Approach,
    /// Two or more shared regions of few points, and a seki.
    Sekis,
    /// Three to six stones in an eye space.
    Nakade,
    /// Areas of one colour each, with intruders.
    Areas,
}

impl Class {
    pub const ALL: [Class; 6] = [
        Class::UnderTheStones,
        Class::Kos,
        Class::Approach,
        Class::Sekis,
        Class::Nakade,
        Class::Areas,
    ];

    /// Returns a random board of the class; `None` if the draw is none.
    pub fn board(self, rng: &mut Xoshiro256PlusPlus) -> Option<Board> {
        let board = match self {
            Class::Areas => areas(rng)?,
            Class::Sekis => enclosures(rng, 2, 1)?,
            Class::Nakade => enclosures(rng, 1, 4)?,
            _ => {
                let number = rng.random_range(1..=2);
                enclosures(rng, number, 4)?
            }
        };
        let breathes = board
            .stones()
            .all(|(stone, _)| !board.liberties(stone).is_empty());
        (breathes && self.is_shown(&board)).then_some(board)
    }

    fn is_shown(self, board: &Board) -> bool {
        match self {
            Class::UnderTheStones => board.stones().any(|(stone, _)| cuts_under(board, stone)),
            Class::Kos => board.stones().any(|(stone, _)| is_in_ko(board, stone)),
            Class::Approach => has_approach(board),
            Class::Sekis => {
                let shared = shared_regions(board).filter(|part| part.len() <= 3);
                shared.count() >= 2 && !seki(board, &PointSet::new(board.size())).is_empty()
            }
            Class::Nakade | Class::Areas => true,
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Class::UnderTheStones => "under-the-stones",
            Class::Kos => "kos",
            Class::Approach => "approach",
            Class::Sekis => "sekis",
            Class::Nakade => "nakade",
            Class::Areas => "areas",
        })
    }
}

/// Returns whether a chain of several stones can be captured at the latest by two moves, by stones
/// that its removal leaves in several chains.
fn cuts_under(board: &Board, stone: Point) -> bool {
    let Some(color) = board.get(stone) else {
        return false;
    };
    let chain = PointSet::of(board.size(), board.chain(stone));
    let captors = chain.neighbours_in(&board.stones_of(color.opponent()));
    let heads: PointSet = PointSet::of(board.size(), captors.iter().map(|point| board.head(point)));
    chain.len() >= 3 && board.liberties(stone).len() <= 2 && heads.len() >= 2
}

/// Returns whether a single stone can be captured alone, by a stone that could be retaken.
fn is_in_ko(board: &Board, stone: Point) -> bool {
    let holds = |liberty: Point| {
        let mut beside = board.size().neighbours(liberty);
        beside.all(|next| board.get(next) == board.get(stone))
    };
    board.chain_len(stone) == 1 && board.last_liberty(stone).is_some_and(holds)
}

/// Returns whether a chain of few liberties has one, shared with the other colour, on which an
/// opposing stone could be captured at once.
fn has_approach(board: &Board) -> bool {
    board.stones().any(|(stone, color)| {
        let liberties = board.liberties(stone);
        let opponent = color.opponent();
        let cannot_fill = |point: Point| {
            let beside = board.size().neighbours(point);
            let mut friends = beside.filter(|&next| board.get(next) == Some(opponent));
            let mut after = board.clone();
            after.play(opponent, point);
            friends.next().is_some()
                && board.last_liberty(stone).is_none()
                && (after.get(point).is_none() || after.last_liberty(point).is_some())
        };
        liberties.len() <= 3 && board.chain_len(stone) >= 2 && liberties.iter().any(cannot_fill)
    })
}

/// Returns the empty regions beside which both colours have stones.
fn shared_regions(board: &Board) -> impl Iterator<Item = PointSet> {
    let stones = Color::BOTH.map(|color| board.stones_of(color));
    let regions = board.empty_points().parts();
    regions.filter(move |part| {
        let beside = part.neighbours();
        stones.iter().all(|stones| beside.intersects(stones))
    })
}

/// Returns a board of a `number` of eye spaces, each with stones of the other colour and a ring
/// around it, and of walls, which leave the rings at most so many `liberties`.
fn enclosures(rng: &mut Xoshiro256PlusPlus, number: usize, liberties: usize) -> Option<Board> {
    let &(width, height) = SIZES.choose(rng)?;
    let size = Size::new(width, height).ok()?;
    let mut free = PointSet::all(size);
    let mut stones: Vec<(Point, Color)> = Vec::new();
    let mut rings = Vec::new();
    let spaces = if number == 1 { 4..=7 } else { 2..=5 };
    for _ in 0..number {
        let color = *Color::BOTH.choose(rng)?;
        let points = rng.random_range(spaces.clone());
        let eye = eye_space(rng, free, points)?;
        let ring = eye.neighbours_in(&free) - eye;
        let corners = diagonal(&eye) & (free - eye - ring);
        // At most two points stay empty, or the stones inside are three to six.
        let inside = eye.len() - rng.random_range(1..=2).min(eye.len() - 1);
        let inner = eye.iter().sample(rng, inside);
        stones.extend(inner.into_iter().map(|point| (point, color.opponent())));
        stones.extend(ring.iter().map(|point| (point, color)));
        for corner in corners.iter() {
            match rng.random_range(0..10) {
                0..6 => stones.push((corner, color)),
                6..8 => stones.push((corner, color.opponent())),
                _ => {}
            }
        }
        free -= eye | ring | corners;
        rings.push((ring, color));
    }
    // Eyes of the walls, which nothing else reaches, and liberties of the rings.
    let far = free
        - rings.iter().fold(PointSet::new(size), |near, (ring, _)| {
            near | ring.neighbours()
        });
    let numbers = [rng.random_range(0..=4), rng.random_range(0..=liberties)];
    let mut holes = PointSet::of(size, far.iter().sample(rng, numbers[0]));
    holes |= PointSet::of(size, (free - far).iter().sample(rng, numbers[1]));
    let intruders = rng.random_range(0..12);
    let mut walls = Vec::new();
    for point in free - holes {
        let (_, near) = rings
            .iter()
            .min_by_key(|(ring, _)| ring.iter().map(|at| distance(size, at, point)).min())?;
        match rng.random_ratio(intruders, 100) {
            true => stones.push((point, *near)),
            false => walls.push((point, near.opponent())),
        }
    }
    let board = Board::with_stones(size, stones.into_iter().chain(walls.iter().copied()));
    let living = Color::BOTH.map(|color| pass_alive(&board, color).stones);
    let is_settled = walls
        .iter()
        .all(|&(point, color)| living[color].contains(point));
    let is_fair =
        board.empties().len() <= MAX_EMPTY && (is_settled || rng.random_ratio(1, UNSETTLED));
    is_fair.then_some(board)
}

/// Returns a connected set of free points, often in a corner or at a side; `None` if there is no
/// room.
fn eye_space(rng: &mut Xoshiro256PlusPlus, free: PointSet, points: usize) -> Option<PointSet> {
    let size = free.size();
    let near = |side: usize, rng: &mut Xoshiro256PlusPlus| match rng.random_range(0..3) {
        0 => 0,
        1 => side - 1,
        _ => rng.random_range(0..side),
    };
    let start = size.point(near(size.width(), rng), near(size.height(), rng))?;
    let mut eye = PointSet::of(size, free.contains(start).then_some(start));
    while eye.len() < points {
        eye.insert((eye.neighbours_in(&free) - eye).iter().choose(rng)?);
    }
    Some(eye)
}

/// Returns the points one step across from a set.
fn diagonal(set: &PointSet) -> PointSet {
    let size = set.size();
    let is_across = |point: &Point| set.iter().any(|other| distance_across(size, *point, other));
    PointSet::of(size, size.points().filter(is_across))
}

fn distance_across(size: Size, a: Point, b: Point) -> bool {
    let ((x, y), (v, w)) = (size.coordinates(a), size.coordinates(b));
    x.abs_diff(v) == 1 && y.abs_diff(w) == 1
}

fn distance(size: Size, a: Point, b: Point) -> usize {
    let ((x, y), (v, w)) = (size.coordinates(a), size.coordinates(b));
    x.abs_diff(v) + y.abs_diff(w)
}

/// Returns a board of a few areas of one colour each, with empty points and intruders.
fn areas(rng: &mut Xoshiro256PlusPlus) -> Option<Board> {
    let &(width, height) = SIZES.choose(rng)?;
    let size = Size::new(width, height).ok()?;
    let points: Vec<Point> = size.points().collect();
    let areas = rng.random_range(2..=5);
    let centres: Vec<(Point, Color)> = (0..areas)
        .filter_map(|area| Some((*points.choose(rng)?, Color::BOTH[area % 2])))
        .collect();
    let (intruders, empty) = (rng.random_range(0..20), rng.random_range(12..28));
    let mut stones = Vec::new();
    for &point in &points {
        let near = centres
            .iter()
            .min_by_key(|(at, _)| distance(size, *at, point))?;
        let color = match rng.random_ratio(intruders, 100) {
            true => near.1.opponent(),
            false => near.1,
        };
        if !rng.random_ratio(empty, 100) {
            stones.push((point, color));
        }
    }
    Some(Board::with_stones(size, stones))
}
