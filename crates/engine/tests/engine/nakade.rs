//! The judgement of eye spaces filled by the opponent (nakade), compared with the exhaustive local
//! solver: a captor that dies of the capture has captured nothing, and both sides live in seki.

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use halfpoint_core::Size;
use halfpoint_core::board::{Board, Color, Point, PointSet};
use halfpoint_core::life::{ReadingCache, pass_alive};
use halfpoint_engine::player::Judgement;

// Other tests use other parts of it.
#[allow(dead_code)]
#[path = "../../../core/tests/core/model/local.rs"]
mod local;

use local::{Answer, Ko, Local};

/// Playouts for a judgement, as many as `final_score` makes.
const PLAYOUTS: u32 = 150;
/// Maximal number of boards and states of the referee.
const LIMIT: usize = 5_000;
const KOS: [Ko; 3] = [Ko::Simple, Ko::Positional, Ko::Situational];

/// Chain with one eye space, in which the opponent has stones, inside a living wall of the
/// opponent.
pub(crate) struct Nakade {
    pub board: Board,
    /// Points on which both sides can play.
    open: PointSet,
    /// A stone of each chain in the eye space.
    inner: Vec<Point>,
    /// A stone of the chain around the eye space.
    ring: Point,
}

/// Points at most one step away from a set, along the lines and across.
fn around(set: &PointSet) -> PointSet {
    let once = *set | set.neighbours();
    let size = set.size();
    let diagonal = size.points().filter(|&point| {
        let (x, y) = size.coordinates(point);
        set.iter().any(|other| {
            let (a, b) = size.coordinates(other);
            x.abs_diff(a) <= 1 && y.abs_diff(b) <= 1
        })
    });
    once | PointSet::of(size, diagonal)
}

impl Nakade {
    /// Returns a random one; `None` if the draw does not fit on the board.
    pub fn random(rng: &mut Xoshiro256PlusPlus) -> Option<Nakade> {
        let (width, height) =
            *[(5, 6), (6, 6), (7, 7), (8, 6), (9, 9), (13, 13), (19, 19)].choose(rng)?;
        let size = Size::new(width, height).ok()?;
        let captor = *Color::BOTH.choose(rng)?;
        let stones = *[3, 3, 3, 4, 4, 5, 6].choose(rng)?;
        let space = stones + rng.random_range(1..=2);
        // Eye spaces of random shape, often in a corner or at a side.
        let near = |side: usize, rng: &mut Xoshiro256PlusPlus| match rng.random_range(0..3) {
            0 => 0,
            1 => side - 1,
            _ => rng.random_range(0..side),
        };
        let (x, y) = (near(width, rng), near(height, rng));
        let mut eye = PointSet::of(size, size.point(x, y));
        while eye.len() < space {
            let beside: Vec<Point> = (eye.neighbours() - eye).iter().collect();
            eye.insert(*beside.choose(rng)?);
        }
        let ring = around(&eye) - eye;
        let outside = !(ring | eye);
        if outside.len() < 3 {
            return None;
        }
        // Liberties of the ring, and eyes of the wall which nothing else reaches.
        let mut beside: Vec<Point> = (outside & ring.neighbours()).iter().collect();
        beside.shuffle(rng);
        beside.truncate(rng.random_range(0..=5));
        let liberties = PointSet::of(size, beside);
        let far = outside - ring.neighbours() - liberties.neighbours();
        let mut far: Vec<Point> = far.iter().collect();
        far.shuffle(rng);
        far.truncate(2 + size.area() / 30);
        let eyes = PointSet::of(size, far);
        let mut inner: Vec<Point> = eye.iter().collect();
        inner.shuffle(rng);
        inner.truncate(stones);
        let inner = PointSet::of(size, inner);
        let other = captor.opponent();
        let wall = outside - liberties - eyes;
        let stones = (ring.iter().map(|point| (point, captor)))
            .chain(inner.iter().map(|point| (point, other)))
            .chain(wall.iter().map(|point| (point, other)));
        let board = Board::with_stones(size, stones);
        let has_liberties = |stone: Point| !board.liberties(stone).is_empty();
        let is_fair = board.stones().all(|(stone, _)| has_liberties(stone))
            && (wall - pass_alive(&board, other).stones).is_empty()
            && ring.parts().count() == 1;
        let ring = ring.first()?;
        is_fair.then(|| Nakade {
            inner: inner.parts().filter_map(|chain| chain.first()).collect(),
            open: eye | liberties | PointSet::of(size, board.chain(ring)),
            board,
            ring,
        })
    }

    /// Returns whether a chain is captured for good, under every ko rule, if the attacker moves
    /// first and if its owner does; `None` if that is not known or the rules differ.
    fn fate(&self, target: Point, captor: Option<Point>) -> Option<[bool; 2]> {
        let size = self.board.size();
        let rows = self.rows();
        let rows: Vec<&str> = rows.split('/').collect();
        let place = |point: Point| {
            let (x, y) = size.coordinates(point);
            (x, rows.len() - 1 - y)
        };
        let region: Vec<String> = (0..rows.len())
            .map(|y| {
                let mark = |x| {
                    size.point(x, rows.len() - 1 - y)
                        .is_some_and(|p| self.open.contains(p))
                };
                (0..rows[0].len())
                    .map(|x| if mark(x) { '*' } else { '.' })
                    .collect()
            })
            .collect();
        let region: Vec<&str> = region.iter().map(String::as_str).collect();
        let local = Local::new(&rows, &region);
        let owner_is_black = self.board.get(target) == Some(Color::Black);
        let answer = |black_first| {
            let answers =
                KOS.map(|ko| local.fate(place(target), captor.map(place), black_first, ko, LIMIT));
            let first = answers[0];
            let agree = answers.iter().all(|&answer| answer == first);
            (agree && first != Answer::Unknown).then_some(first == Answer::Captured)
        };
        Some([answer(!owner_is_black)?, answer(owner_is_black)?])
    }

    /// Returns the rows of the board, the top row first, with a stroke between them.
    pub fn rows(&self) -> String {
        let size = self.board.size();
        let (width, height) = (size.width(), size.height());
        let row = |y: usize| -> String {
            let letter = |x: usize| match size.point(x, y).and_then(|point| self.board.get(point)) {
                Some(Color::Black) => 'X',
                Some(Color::White) => 'O',
                None => '.',
            };
            (0..width).map(letter).collect()
        };
        let rows: Vec<String> = (0..height).rev().map(row).collect();
        rows.join("/")
    }
}

/// Numbers of chains by how they are judged.
#[derive(Debug, Default)]
struct Tally {
    chains: usize,
    right: usize,
    certain: usize,
    in_seki: usize,
    wrong: Vec<String>,
}

/// Judges `number` random positions from a seed.
fn judge(seed: u64, number: usize) -> Tally {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut tally = Tally::default();
    let mut readings = ReadingCache::new();
    let mut judged = 0;
    while judged < number {
        let Some(nakade) = Nakade::random(&mut rng) else {
            continue;
        };
        // The solver judges the ring, too, whatever becomes of the chains inside.
        let Some(ring) = nakade.fate(nakade.ring, None) else {
            continue;
        };
        let fates = nakade
            .inner
            .iter()
            .map(|&chain| nakade.fate(chain, Some(nakade.ring)));
        let Some(fates) = fates.collect::<Option<Vec<_>>>() else {
            continue;
        };
        judged += 1;
        let judgement = Judgement::with_net(&nakade.board, PLAYOUTS, None, &mut readings);
        let chains = nakade.inner.iter().copied().zip(fates.iter().copied());
        for (chain, fate) in chains.chain([(nakade.ring, ring)]) {
            let is_dead = judgement.dead.contains(chain);
            let is_certain = !judgement.unsettled.contains(chain);
            let is_settled = fate[0] == fate[1];
            tally.chains += 1;
            tally.right += usize::from(!is_settled || is_dead == fate[0]);
            tally.certain += usize::from(is_certain);
            tally.in_seki += usize::from(judgement.seki.contains(chain));
            if is_certain && (!is_settled || is_dead != fate[0]) {
                tally.wrong.push(format!(
                    "{chain:?} {fate:?} dead {is_dead}: {}",
                    nakade.rows()
                ));
            }
        }
    }
    tally
}

#[test]
fn a_capture_after_which_the_captor_dies_is_none() {
    let tally = judge(1, 100);
    println!("{tally:#?}");
    assert!(
        tally.wrong.is_empty(),
        "certain and wrong: {:#?}",
        tally.wrong
    );
    assert!(tally.right * 100 >= tally.chains * 95, "{tally:?}");
    assert!(tally.in_seki >= 3, "{tally:?}");
}
