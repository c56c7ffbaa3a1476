//! Reading against an exhaustive solver that shares no code with it.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;
use crate::board::{Board, Color, Point, PointSet};
use crate::notation::parse_board;

// Other tests use other parts of it.
#[allow(dead_code)]
#[path = "../../../tests/core/model/local.rs"]
mod local;

use local::{Answer as Fate, Ko, Local};

const BUDGET: u32 = 20_000;
const LIMIT: usize = 10_000;
const KOS: [Ko; 3] = [Ko::Simple, Ko::Positional, Ko::Situational];

/// A board, the points on which both sides play (`*`), and the chains elsewhere, which cannot be
/// taken.
struct Cut {
    board: Board,
    rows: Vec<String>,
    region: Vec<String>,
    wall: PointSet,
}

impl Cut {
    fn new(rows: Vec<String>, region: Vec<String>) -> Cut {
        let texts: Vec<&str> = rows.iter().map(String::as_str).collect();
        let board = parse_board(&texts).expect("a board");
        let size = board.size();
        let is_outside = |point: Point| {
            let (x, y) = size.coordinates(point);
            region[region.len() - 1 - y].as_bytes()[x] != b'*'
        };
        let stones = board.stones().map(|(stone, _)| stone);
        let wall = PointSet::of(
            size,
            stones.filter(|&stone| board.chain(stone).any(is_outside)),
        );
        Cut {
            board,
            rows,
            region,
            wall,
        }
    }

    fn of(rows: &[(&str, &str)]) -> Cut {
        let column = |text: fn(&(&str, &str)) -> String| rows.iter().map(text).collect();
        Cut::new(column(|row| row.0.into()), column(|row| row.1.into()))
    }

    /// Returns the problem of a chain if the whole region takes part in it.
    fn problem(&self, target: Point) -> Option<Problem> {
        let size = self.board.size();
        let inside = size.points().filter(|&point| {
            let (x, y) = size.coordinates(point);
            self.region[self.region.len() - 1 - y].as_bytes()[x] == b'*'
                && !self.wall.contains(point)
        });
        let problem = Problem::around(&self.board, &self.wall, target)?;
        (problem.around.len() == inside.count()).then_some(problem)
    }

    /// Returns the stones of the attacker's chains beside a target, one of each, that are not
    /// joined to the wall, and whether others stand there which are.
    fn captors(&self, target: Point) -> (Vec<Point>, bool) {
        let size = self.board.size();
        let own = PointSet::of(size, self.board.chain(target));
        let beside = own.neighbours() - self.board.empty_points() - own;
        let mut weak: Vec<Point> = Vec::new();
        for stone in (beside - self.wall).iter() {
            if !weak
                .iter()
                .any(|&other| self.board.chain(other).any(|member| member == stone))
            {
                weak.push(stone);
            }
        }
        (weak, beside.intersects(&self.wall))
    }

    /// Returns the answers of the exhaustive solver under each ko rule, if the `captor` has to stay
    /// on the board.
    fn fates(&self, target: Point, captor: Option<Point>, first: Color) -> [Fate; 3] {
        let size = self.board.size();
        let place = |point: Point| {
            let (x, y) = size.coordinates(point);
            (x, self.rows.len() - 1 - y)
        };
        let captor = captor.map(place);
        let rows: Vec<&str> = self.rows.iter().map(String::as_str).collect();
        let region: Vec<&str> = self.region.iter().map(String::as_str).collect();
        let local = Local::new(&rows, &region);
        let black = first == Color::Black;
        KOS.map(|ko| local.fate(place(target), captor, black, ko, LIMIT))
    }
}

/// Returns whether the chain is taken, with the certainty of the answer.
fn is_taken(problem: &Problem, first: Color) -> Option<ReadingAnswer> {
    let ask = |check| problem.solve(Goal::Capture, first, check, &mut BUDGET.clone());
    let answer = ask(Check::Reached)?;
    if answer.reached {
        Some(answer)
    } else {
        ask(Check::NotReached)
    }
}

/// Returns two letters, if the attacker moves first and if the owner does: `C` for captured and `K`
/// for kept if all ko rules agree, else `?`.
fn read(rows: &[(&str, &str)], x: usize, y: usize) -> String {
    let cut = Cut::of(rows);
    let target = cut.board.size().point(x, y).expect("a point");
    let problem = cut.problem(target).expect("a problem of that region");
    let letter = |first: Color| match is_taken(&problem, first) {
        Some(answer) if answer.certain && answer.reached => 'C',
        Some(answer) if answer.certain => 'K',
        _ => '?',
    };
    let sides = [problem.owner.opponent(), problem.owner];
    sides.map(letter).iter().collect()
}

/// Returns the letters of [`read`] as the solver finds them, under the simple, the positional and
/// the situational rule.
fn solved(rows: &[(&str, &str)], x: usize, y: usize) -> [String; 3] {
    let cut = Cut::of(rows);
    let target = cut.board.size().point(x, y).expect("a point");
    let owner = cut.board.get(target).expect("a stone");
    let [attacked, defended] =
        [owner.opponent(), owner].map(|first| cut.fates(target, None, first));
    [0, 1, 2].map(|rule| {
        let letter = |fate: Fate| match fate {
            Fate::Captured => 'C',
            Fate::Kept => 'K',
            Fate::Unknown => '?',
        };
        [attacked[rule], defended[rule]]
            .map(letter)
            .iter()
            .collect()
    })
}

#[test]
fn a_ko_that_its_owner_may_not_fill_is_no_certain_life() {
    let rows = [
        ("XXOOX", "..**."),
        ("X.XOX", ".***."),
        ("XXOOX", "..**."),
        ("XO.OX", ".***."),
        ("XOOOX", ".***."),
        ("XXXXX", "....."),
    ];
    // White takes the ko, and is dead once Black retakes it: after a pass under simple ko, where
    // that pass does not end the game, and never under superko, except after a change elsewhere.
    assert_eq!(solved(&rows, 3, 4), ["CK"; 3]);
    assert_eq!(read(&rows, 3, 4), "C?");
}

#[test]
fn two_kos_are_no_eye_where_the_attacker_may_fill_one() {
    let rows = [
        ("XXOOX", "..**."),
        ("XO.OX", ".***."),
        ("XXOOX", "..**."),
        ("X.XOX", ".***."),
        ("XXOOX", "..**."),
        ("XO.OX", ".***."),
        ("XOOOX", ".***."),
        ("XXXXX", "....."),
    ];
    assert_eq!(solved(&rows, 3, 6), ["CC"; 3]);
    assert_eq!(read(&rows, 3, 6), "CC");
}

#[test]
fn a_double_ko_between_groups_with_an_eye_is_a_seki() {
    let rows = [
        ("OXXXOOOX", ".******."),
        ("OXX.XOOX", ".******."),
        ("OX.XO.OX", ".******."),
        ("OXXO.OOX", ".******."),
        ("OXXXOOOX", ".******."),
        ("OOOOXXXX", "........"),
    ];
    for (x, y) in [(1, 1), (6, 1)] {
        assert_eq!(read(&rows, x, y), "KK");
    }
}

#[test]
fn a_triple_ko_is_not_certain() {
    let rows = [
        ("OXXOOX", ".****."),
        ("OX.XOX", ".****."),
        ("OXXOOX", ".****."),
        ("OX.XOX", ".****."),
        ("OXXOOX", ".****."),
        ("OXO.OX", ".****."),
        ("OXXOOX", ".****."),
        ("OOOXXX", "......"),
    ];
    // Black to move captures White. If White begins, neither side gets out of the cycle, and Black
    // makes the move that superko bans.
    assert_eq!(read(&rows, 1, 1), "?K");
}

/// Between living walls, the two-stone ko of eternal life is Black's: whoever moves first, White's
/// stone falls and Black's does not.
#[test]
fn a_two_stone_ko_between_living_groups_belongs_to_the_side_with_the_larger_part() {
    let rows = [
        ("OXXXOOOX", "........"),
        ("OXO.X.OX", "..****.."),
        ("OXXXOOOX", "........"),
    ];
    assert_eq!(solved(&rows, 2, 1), ["CC"; 3]);
    assert_eq!(read(&rows, 2, 1), "CC");
    assert_eq!(solved(&rows, 4, 1), ["KK"; 3]);
    assert_eq!(read(&rows, 4, 1), "KK");
}

#[test]
fn a_round_robin_ko_is_not_certain() {
    let rows = [
        ("OXXXOOOX", ".******."),
        ("OXO.X.OX", ".******."),
        ("OXXXOOOX", ".******."),
        ("OXX.XOOX", ".******."),
        ("OXXXOOOX", ".******."),
        ("OXX.XOOX", ".******."),
        ("OXXXOOOX", ".******."),
        ("OXXO.OOX", ".******."),
        ("OXXXOOOX", ".******."),
        ("OOOOXXXX", "........"),
    ];
    // As in a triple ko, Black to move captures White, and if White begins the rules differ. The
    // exhaustive solver takes too long here.
    assert_eq!(read(&rows, 1, 1), "?K");
    assert_eq!(read(&rows, 6, 1), "C?");
}

#[test]
fn sending_two_and_returning_one_takes_nothing() {
    let region = "****.....";
    let rows = [
        ("....X....", "........."),
        ("....X....", "........."),
        ("XXXXXXXXX", "........."),
        ("OOOOOOOOO", "........."),
        ("OOOO.....", "........."),
        ("XXXOO.O..", "***......"),
        (".X.XO.O..", region),
        ("XOXXO.O..", region),
        (".O.XO.O..", region),
    ];
    let cut = Cut::of(&rows);
    for (x, y) in [(1, 0), (0, 1), (2, 1), (1, 2), (2, 3)] {
        let target = cut.board.size().point(x, y).expect("a point");
        let problem = cut.problem(target).expect("a problem of that region");
        for first in Color::BOTH {
            let answer = is_taken(&problem, first).expect("an answer");
            assert!(answer.certain && !answer.reached, "{x} {y} {first:?}");
        }
    }
}

/// Returns a region in the corner of a board that is full of stones elsewhere.
fn random_cut(rng: &mut Xoshiro256PlusPlus) -> Cut {
    let (width, height) = [(3, 3), (4, 2), (2, 4), (3, 2), (2, 3)][rng.random_range(0..5)];
    let left = rng.random_range(0..2);
    let (black, filled) = (rng.random_range(0..100), rng.random_range(35..75));
    let mut rows = Vec::new();
    let mut region = Vec::new();
    for y in 0..height + 2 {
        let is_inside = |x: usize| x >= left && x < left + width && y >= 2;
        rows.push(
            (0..width + 3)
                .map(|x| match is_inside(x) {
                    true if !rng.random_ratio(filled, 100) => '.',
                    true => ['X', 'O'][rng.random_range(0..2)],
                    false if rng.random_ratio(black, 100) => 'X',
                    false => 'O',
                })
                .collect(),
        );
        let stars = (0..width + 3).map(|x| if is_inside(x) { '*' } else { '.' });
        region.push(stars.collect());
    }
    Cut::new(rows, region)
}

#[test]
fn no_certain_answer_is_wrong() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(31);
    let (mut taken, mut kept, mut spared, mut open) = (0, 0, 0, 0);
    for _ in 0..600 {
        let cut = random_cut(&mut rng);
        let board = &cut.board;
        let breathes = |stone: Point| !board.liberties(stone).is_empty();
        let mut inside = board
            .stones()
            .filter(|(stone, _)| !cut.wall.contains(*stone));
        let Some((target, owner)) = inside.next() else {
            continue;
        };
        if !breathes(target) || !inside.all(|(stone, _)| breathes(stone)) {
            continue;
        }
        let Some(problem) = cut.problem(target) else {
            continue;
        };
        for first in Color::BOTH {
            // `fates` ask for the capture alone, which is necessary, and enough where the captor is
            // joined to the wall. Elsewhere the captor has to stay on the board, too: `lasting`.
            let fates = cut.fates(target, None, first);
            let (captors, are_helped) = cut.captors(target);
            let lasting = match (&captors[..], are_helped) {
                ([], true) => fates,
                (&[captor], false) => cut.fates(target, Some(captor), first),
                _ => [Fate::Unknown; 3],
            };
            let stands = problem.solve(
                Goal::Independence,
                first,
                Check::Reached,
                &mut BUDGET.clone(),
            );
            let stands = stands.is_some_and(|answer| answer.certain && answer.reached);
            let Some(answer) = is_taken(&problem, first).filter(|answer| answer.certain) else {
                open += 1;
                continue;
            };
            for ((fate, lasting), ko) in fates.into_iter().zip(lasting).zip(KOS) {
                let told = || format!("{owner:?}, {first:?} first, {ko:?}: {:#?}", cut.rows);
                assert!(!stands || fate != Fate::Captured, "independent: {}", told());
                match (answer.reached, fate, lasting) {
                    (true, Fate::Kept, _) | (false, _, Fate::Captured) => panic!("{}", told()),
                    (true, Fate::Captured, _) => taken += 1,
                    (false, Fate::Kept, _) => kept += 1,
                    (false, _, Fate::Kept) => spared += 1,
                    _ => (),
                }
            }
        }
    }
    assert!(spared > 10, "{spared} spared since the captor would die");
    assert!(taken > 100 && kept > 100, "{taken} taken, {kept} kept");
    assert!(open * 20 < taken + kept, "{open} open");
}
