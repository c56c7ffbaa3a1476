//! Hunts for judgements of dead stones, and for counts of ends, that are certain and wrong.
//!
//! Makes small boards at random, by classes of local shapes, has the stones judged with the net of
//! the program, and has the solver play on from there under area counting, with either side to
//! move. Give or take the points that are nobody's yet, the count without the dead stones must lie
//! between the two values.
//!
//! Counts of ends are those of dame and tokens, on which a decision would rest; they are compared
//! with the value of play under a rule set with or without buttons.
//!
//! Prints a line for each finding, which is of one of four kinds: `wrong`, a judgement as above;
//! `caught`, as wrong, but put in doubt by the check against play, for which few boards are small
//! enough; `open`, a value further from the count than the points that are nobody's allow, so that
//! the side to move decides on something; `count`, a count of an end that is not the value of play.
//! At the end come the numbers of each class.
//!
//! `hunt_judgements SEED SECONDS [CLASS]`

#![forbid(unsafe_code)]

mod shapes;

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use halfpoint_core::board::{Board, Color};
use halfpoint_core::game::{Game, Move};
use halfpoint_core::life::ReadingCache;
use halfpoint_core::notation::board_rows;
use halfpoint_core::rules::find;
use halfpoint_core::score::Territory;
use halfpoint_engine::player::{Care, Judgement, Ownership, counted_end, held_against_play};
use halfpoint_nn::{Arithmetic, Net};
use halfpoint_solver::{SolverLimits, value_at, value_resumed};

use shapes::Class;

/// Playouts for a judgement, as many as `final_score` makes.
const PLAYOUTS: u32 = 150;
/// Maximal number of nodes of the solver for a value. Boards that take more are passed over.
const NODES: u64 = 30_000;
/// One of how many boards in doubt at first is judged with more effort. Few of these become
/// certain.
const SECOND_LOOKS: u32 = 8;

/// The net that judges with the playouts.
static NET: LazyLock<Net> = LazyLock::new(|| Net::embedded(Arithmetic::Int8).expect("a net"));

/// Returns the game with these stones after two passes, so that `first` is to move if it goes on.
fn passed_out(board: &Board, first: Color) -> Option<Game> {
    let rules = find("chinese")?.rules;
    let mut game = Game::from_board(rules, board, first)?;
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
    /// The judgement is certain, at least before it is held against play.
    Solved(Comparison),
}

/// Count of a judgement and the values of play, all in half-points.
struct Comparison {
    counted: i32,
    /// Values with White and with Black to move.
    values: [i32; 2],
    /// Worth of the points that are nobody's.
    slack: i32,
    /// Whether the judgement is certain once it is held against play.
    holds: bool,
    in_seki: usize,
}

impl Comparison {
    /// Returns the kind of a finding; `None` if the judgement agrees with play.
    fn finding(&self) -> Option<&'static str> {
        let [white, black] = self.values;
        let range = |low, high| (low - self.slack..=high + self.slack).contains(&self.counted);
        match (range(white, black), self.holds) {
            (false, true) => Some("wrong"),
            (false, false) => Some("caught"),
            (true, true) if !range(black, white) => Some("open"),
            (true, _) => None,
        }
    }
}

fn compare(board: &Board, rng: &mut Xoshiro256PlusPlus) -> Option<Verdict> {
    let game = passed_out(board, Color::Black)?;
    let first = Ownership::of(board, Care::FULL, Some(&NET), &mut ReadingCache::new());
    if !first.is_clear() && !rng.random_ratio(1, SECOND_LOOKS) {
        return Some(Verdict::Doubtful);
    }
    let judged = Judgement::with_net(board, PLAYOUTS, Some(&NET), &mut ReadingCache::new());
    if !judged.is_certain() {
        return Some(Verdict::Doubtful);
    }
    let mut values = [0; 2];
    for (value, first) in values.iter_mut().zip([Color::White, Color::Black]) {
        let game = passed_out(board, first)?;
        match value_resumed(&game, limits()).exact() {
            Some(exact) => *value = exact,
            None => return Some(Verdict::Unsolved),
        }
    }
    let territory = Territory::new(board, &judged.dead, &judged.seki);
    let counted = game.position().count(&judged.dead, game.terms()).margin();
    Some(Verdict::Solved(Comparison {
        counted: counted.halves(),
        values,
        slack: 2 * territory.dame() as i32,
        in_seki: judged.seki.len(),
        holds: held_against_play(judged, &game, []).is_certain(),
    }))
}

/// Bounds of the solver for a value.
fn limits() -> SolverLimits {
    SolverLimits {
        nodes: Some(NODES),
        memory_mb: 8,
        threads: 1,
        ..SolverLimits::default()
    }
}

/// Rule sets under which ends are counted: those of area, where it costs no points to capture dead
/// stones. With a button it costs the move, so boards with dead stones are left out there.
const COUNTED: [&str; 3] = ["chinese", "button", "two_button"];

/// Count of an end, and its value by play, both in half-points.
struct End {
    rules: &'static str,
    first: Color,
    counted: i32,
    value: i32,
}

/// Returns the count of a board under a random rule set, with a random side to move, and its value;
/// `None` if more than dame and tokens is left, or the solver has no value.
fn count(board: &Board, rng: &mut Xoshiro256PlusPlus) -> Option<End> {
    let (rules, first) = (*COUNTED.choose(rng)?, *Color::BOTH.choose(rng)?);
    let game = Game::from_board(find(rules)?.rules, board, first)?;
    let counted = counted_end(&game, PLAYOUTS, Some(&NET))?;
    let judged = || Ownership::of(board, Care::FULL, Some(&NET), &mut ReadingCache::new());
    if rules != COUNTED[0] && !judged().dead().is_empty() {
        return None;
    }
    let value = value_at(game.position(), game.terms(), limits()).exact()?;
    Some(End {
        rules,
        first,
        counted,
        value,
    })
}

/// Numbers of boards of a class.
#[derive(Clone, Copy, Default)]
struct Tally {
    doubtful: u32,
    unsolved: u32,
    /// Certain and solved; with stones in seki.
    solved: [u32; 2],
    wrong: u32,
    caught: u32,
    open: u32,
    /// Ends that are counted and solved; with another value.
    ends: [u32; 2],
}

impl Tally {
    /// Adds a count, and prints it if play comes to another value.
    fn add_count(&mut self, class: Class, board: &Board, end: &End) {
        self.ends[0] += 1;
        if end.counted != end.value {
            self.ends[1] += 1;
            let End {
                rules,
                first,
                counted,
                value,
            } = end;
            let rows = board_rows(board).join("/");
            println!("count {class} {rows} {rules} {first:?} counted {counted}, played {value}");
        }
    }

    /// Adds a verdict on a board of a class, and prints it if it is a finding.
    fn add(&mut self, class: Class, board: &Board, verdict: &Verdict) {
        match verdict {
            Verdict::Doubtful => self.doubtful += 1,
            Verdict::Unsolved => self.unsolved += 1,
            Verdict::Solved(comparison) => {
                self.solved[0] += 1;
                self.solved[1] += u32::from(comparison.in_seki > 0);
                let Some(kind) = comparison.finding() else {
                    return;
                };
                *match kind {
                    "wrong" => &mut self.wrong,
                    "caught" => &mut self.caught,
                    _ => &mut self.open,
                } += 1;
                let ([white, black], counted) = (comparison.values, comparison.counted);
                let rows = board_rows(board).join("/");
                println!("{kind} {class} {rows} counted {counted}, played {white} to {black}");
            }
        }
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize| arguments.get(at).and_then(|text| text.parse().ok());
    let mut classes = Class::ALL.to_vec();
    if let Some(name) = arguments.get(2) {
        classes.retain(|class| class.to_string() == *name);
    }
    let (Some(seed), Some(seconds), false) = (number(0), number(1), classes.is_empty()) else {
        eprintln!("usage: hunt_judgements SEED SECONDS [CLASS]");
        std::process::exit(2);
    };
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut tallies = vec![Tally::default(); classes.len()];
    while Instant::now() < end {
        for (&class, tally) in classes.iter().zip(&mut tallies) {
            let board = std::iter::repeat_with(|| class.board(&mut rng))
                .flatten()
                .next();
            let Some(board) = board else { continue };
            if let Some(verdict) = compare(&board, &mut rng) {
                tally.add(class, &board, &verdict);
            }
            if let Some(end) = count(&board, &mut rng) {
                tally.add_count(class, &board, &end);
            }
        }
    }
    for (class, tally) in classes.iter().zip(tallies) {
        let Tally {
            doubtful,
            unsolved,
            solved: [solved, seki],
            wrong,
            caught,
            open,
            ends: [counted, miscounted],
        } = tally;
        println!(
            "seed {seed}, {class}: {solved} certain and solved ({seki} with seki), {wrong} wrong, {caught} \
             caught, {open} open; {doubtful} doubtful, {unsolved} unsolved; {counted} ends counted and solved, \
             {miscounted} wrong"
        );
    }
}
