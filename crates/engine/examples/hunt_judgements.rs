//! Hunts for judgements of dead stones that are certain and wrong.
//!
//! Makes small boards at random, has the stones judged, and has the solver play on from there under
//! area counting. The count without the dead stones must lie between the values with White and with
//! Black to move, give or take the points that are nobody's yet. Prints each board for which it
//! does not, and at the end what was compared.
//!
//! `hunt_judgements SEED SECONDS`

#![forbid(unsafe_code)]

use std::time::{Duration, Instant};

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use halfpoint_core::board::{Board, Color, Point, Size};
use halfpoint_core::game::{Game, Move};
use halfpoint_core::rules::find;
use halfpoint_core::score::Territory;
use halfpoint_engine::lab::game_from;
use halfpoint_engine::player::Judgement;
use halfpoint_engine::solver::{SolverLimits, value_at};

/// Playouts for a judgement, as many as `final_score` makes.
const PLAYOUTS: u32 = 150;
/// Maximal number of nodes of the solver for a value. Boards that take more are passed over.
const NODES: u64 = 200_000;
/// Widths and heights of the boards.
const SIZES: [(usize, usize); 6] = [(5, 4), (5, 5), (6, 4), (6, 5), (7, 4), (6, 6)];

/// Returns a board of a few areas of one colour each, with empty points and intruders; `None` if a
/// chain has no liberty.
fn random_board(rng: &mut Xoshiro256PlusPlus) -> Option<Board> {
    let &(width, height) = SIZES.choose(rng)?;
    let size = Size::new(width, height).ok()?;
    let points: Vec<Point> = size.points().collect();
    let areas = rng.random_range(2..=5);
    let centres: Vec<(Point, Color)> = (0..areas)
        .filter_map(|area| Some((*points.choose(rng)?, Color::BOTH[area % 2])))
        .collect();
    let distance = |a: Point, b: Point| {
        let ((x, y), (v, w)) = (size.coordinates(a), size.coordinates(b));
        x.abs_diff(v) + y.abs_diff(w)
    };
    let (intruders, empty) = (rng.random_range(0..20), rng.random_range(12..28));
    let mut stones = Vec::new();
    for &point in &points {
        let near = centres.iter().min_by_key(|(at, _)| distance(*at, point))?;
        let color = match rng.random_ratio(intruders, 100) {
            true => near.1.opponent(),
            false => near.1,
        };
        if !rng.random_ratio(empty, 100) {
            stones.push((point, color));
        }
    }
    let board = Board::with_stones(size, stones);
    let breathes = |(stone, _)| !board.liberties(stone).is_empty();
    let is_fair = board.stones().all(breathes);
    is_fair.then_some(board)
}

/// Returns the game with these stones after two passes, so that `first` is to move if it goes on.
fn passed_out(board: &Board, first: Color) -> Option<Game> {
    let rules = find("chinese")?.rules;
    let mut game = game_from(rules, board, first)?;
    for color in [first, first.opponent()] {
        game.play(color, &Move::Pass).ok()?;
    }
    Some(game)
}

/// Judgement of a board, compared with play.
enum Verdict {
    /// The stones are in doubt.
    Doubtful,
    /// The solver has no value.
    Unsolved,
    /// Count of the judgement, and values with White and with Black to move, in half-points, then
    /// what the points that are nobody's are worth.
    Certain([i32; 3], i32),
}

fn compare(board: &Board) -> Option<Verdict> {
    let game = passed_out(board, Color::Black)?;
    let judged = Judgement::of(board, PLAYOUTS).held_against_play(&game);
    if !judged.is_certain() {
        return Some(Verdict::Doubtful);
    }
    let counted = game.position().count(&judged.dead, game.terms()).margin();
    let limits = SolverLimits {
        nodes: Some(NODES),
        memory_mb: 8,
        threads: 1,
        ..SolverLimits::default()
    };
    let mut values = [counted.halves(); 3];
    for (value, first) in values[1..].iter_mut().zip([Color::White, Color::Black]) {
        let game = passed_out(board, first)?;
        match value_at(&game.position().resumed(), game.terms(), limits).exact() {
            Some(exact) => *value = exact,
            None => return Some(Verdict::Unsolved),
        }
    }
    let territory = Territory::new(board, &judged.dead, &judged.seki);
    Some(Verdict::Certain(values, 2 * territory.dame() as i32))
}

/// Returns the rows of a board, the top row first, with a stroke between them.
fn rows(board: &Board) -> String {
    let size = board.size();
    let letter = |x, y| match size.point(x, y).and_then(|point| board.get(point)) {
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
        None => '.',
    };
    let row = |y| (0..size.width()).map(|x| letter(x, y)).collect();
    let rows: Vec<String> = (0..size.height()).rev().map(row).collect();
    rows.join("/")
}

fn main() {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse().ok());
    let (Some(Some(seed)), Some(Some(seconds))) = (numbers.next(), numbers.next()) else {
        eprintln!("usage: hunt_judgements SEED SECONDS");
        std::process::exit(2);
    };
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut certain, mut wrong, mut doubtful, mut unsolved) = (0, 0, 0, 0);
    while Instant::now() < end {
        let Some(board) = random_board(&mut rng) else {
            continue;
        };
        match compare(&board) {
            None => {}
            Some(Verdict::Doubtful) => doubtful += 1,
            Some(Verdict::Unsolved) => unsolved += 1,
            Some(Verdict::Certain([counted, white, black], slack)) => {
                certain += 1;
                if !(white - slack..=black + slack).contains(&counted) {
                    wrong += 1;
                    println!(
                        "{} counted {counted}, played {white} to {black}",
                        rows(&board)
                    );
                }
            }
        }
    }
    println!(
        "seed {seed}: {certain} certain, {wrong} of them wrong; {doubtful} doubtful, {unsolved} \
         unsolved"
    );
}
