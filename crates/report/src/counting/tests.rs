//! Counts of random games under every rule set, compared with the library's.

use std::sync::Arc;

use halfpoint_core::board::{Color, Point, PointSet, Size};
use halfpoint_core::game::Outcome;
use halfpoint_core::game::{Game, Move, Setup};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::life::ReadingCache;
use halfpoint_core::rules::{PRESETS, Preset, find};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus as Rng;

use super::*;
use crate::table::Assumptions;

/// Number of games of each rule set.
const GAMES: usize = 1000;

/// Returns the start of a random game, with handicap stones or other stones in some.
fn start(preset: &Preset, rng: &mut Rng) -> Game {
    let longest = if preset.rules.count_needs_seki() {
        6
    } else {
        9
    };
    let [width, height] = std::array::from_fn(|_| rng.random_range(2..=longest));
    let size = Size::new(width, height).expect("a size");
    let mut points: Vec<Point> = size.points().collect();
    let mut some = |count: usize, rng: &mut Rng| -> Vec<Point> {
        let take = |_| points.swap_remove(rng.random_range(0..points.len()));
        (0..count).map(take).collect()
    };
    let most = size.area().min(14) / 2;
    let setup = match rng.random_range(0..4) {
        0 => Setup::with_handicap(size, &some(rng.random_range(1..=most), rng)).ok(),
        1 => {
            let count = rng.random_range(1..=most);
            let stones = some(count, rng).into_iter();
            let stones = stones.zip(Color::BOTH.into_iter().cycle()).collect();
            Setup::with_stones(size, stones, Color::White).ok()
        }
        _ => None,
    };
    let komi = HalfPoints::from_halves(rng.random_range(-20..20));
    let mut rules = preset.rules;
    if rules.scoring == ScoringRule::Spare {
        rules.bowl_handicap = rng.random_range(-3..=3);
    }
    Game::with_setup(rules, setup.unwrap_or_else(|| Setup::empty(size)), komi)
}

/// Plays a random game to its end, with any token move, and with moves out of turn in some.
fn random_game(preset: &Preset, rng: &mut Rng) -> Game {
    let mut game = start(preset, rng);
    let moves = rng.random_range(0..=game.board().size().area() * 3 / 2 + 8);
    let passes = [3, 8, 30][rng.random_range(0..3)];
    let out_of_turn = rng.random_ratio(1, 4);
    for _ in 0..moves {
        let mut color = game.to_move();
        if out_of_turn && rng.random_ratio(1, 6) {
            color = color.opponent();
        }
        let empties = game.board().empties();
        let placed = (0..8).find_map(|_| {
            let point = *empties.get(rng.random_range(0..empties.len().max(1)))?;
            game.position()
                .may_place(color, point)
                .then_some(Move::Place(point))
        });
        let token = {
            let tokens = game.position().tokens(color);
            let pick = rng.random_range(0..tokens.len().max(1));
            tokens.get(pick).map(|&(kind, _)| Move::Token(kind))
        };
        let play = match (rng.random_ratio(1, passes), placed) {
            (false, Some(placed)) => placed,
            (true, _) if rng.random_ratio(1, 4) => {
                Move::Propose(some_dead(&game, rng).iter().collect())
            }
            (true, _) if rng.random_ratio(1, 2) => token.unwrap_or(Move::Pass),
            _ => Move::Pass,
        };
        if game.play(color, &play).is_err() && game.play(color, &Move::Pass).is_err() {
            break;
        }
        if game.state().over.is_some() && rng.random_ratio(1, 3) {
            break;
        }
    }
    game
}

/// Returns a random set of whole chains.
fn some_dead(game: &Game, rng: &mut Rng) -> PointSet {
    let board = game.board();
    let heads = board
        .stones()
        .filter(|&(stone, _)| board.head(stone) == stone);
    let dead = heads.filter(|_| rng.random_ratio(1, 5));
    PointSet::of(board.size(), dead.flat_map(|(head, _)| board.chain(head)))
}

/// Counts random games of a rule set, and returns how many had a count, and how many steps.
fn check(preset: &Preset, games: usize, seed: u64) -> [usize; 2] {
    let mut rng = Rng::seed_from_u64(seed);
    let (mut counted, mut made) = (0, 0);
    while counted < games {
        let mut game = random_game(preset, &mut rng);
        let dead = some_dead(&game, &mut rng);
        if rng.random_ratio(1, 2) {
            let stones: Vec<Point> = dead.iter().collect();
            game.agree_on_dead(&stones).expect("stones of the board");
        }
        let dead = *game.agreed_dead().unwrap_or(&dead);
        let readings = &mut ReadingCache::new();
        let assumptions = Assumptions::none(game.board().size());
        let recount = Recount::new(&game, &dead, &assumptions, readings);
        let steps = counting(&recount, readings);
        assert_eq!(steps.is_some(), recount.score().is_some(), "{}", preset.id);
        let Some(steps) = steps else { continue };
        counted += 1;
        made += steps.len();
        let last = steps.last().expect("a step");
        let told = || {
            let moves = recount.game.records().iter().map(|record| {
                format!(
                    "{:?} {}",
                    record.color,
                    record.action.text(game.board().size())
                )
            });
            let sentences: Vec<&str> = steps.iter().map(|step| step.sentence.as_str()).collect();
            format!(
                "{}: {:?}\n{}",
                preset.id,
                moves.collect::<Vec<_>>(),
                sentences.join("\n")
            )
        };
        let number = tally(&last.desk, last.way).margin();
        assert_eq!(Some(number), recount.outcome.margin(), "{}", told());
        check_steps(&steps, &told);
    }
    [counted, made]
}

/// Checks that no stone is lost or made in secret, and that filling and moving change no margin.
fn check_steps(steps: &[Step], told: &dyn Fn() -> String) {
    for pair in steps.windows(2) {
        let [before, after] = [&pair[0], &pair[1]];
        assert_eq!(after.tally, tally(&after.desk, after.way));
        let keeps = [
            "puts",
            "moved together",
            "go back to the box",
            "half-pass zone",
            "heaps of ten",
            "laid beside the board",
        ];
        if keeps.iter().any(|words| after.sentence.contains(words)) {
            let [before, after] = [before, after].map(|step| step.tally.margin());
            assert_eq!(before, after, "{}", told());
        }
        assert!(after.sentence.ends_with('.'), "{}", after.sentence);
        for color in Color::BOTH {
            let now = after.desk.heaps[color];
            if now != before.desk.heaps[color] && now != Heaps::default() {
                assert_eq!(heaped(after, color), on_board(before, color), "{}", told());
            }
        }
    }
}

fn on_board(step: &Step, color: Color) -> usize {
    let points = step.desk.size().points();
    points
        .filter(|&point| step.desk.stone(point) == Some(color))
        .count()
}

/// Returns the number of stones of a colour in heaps, of which none may be left on the board.
fn heaped(step: &Step, color: Color) -> usize {
    let heaps = step.desk.heaps[color];
    assert!(on_board(step, color) == 0 && heaps.loose < 10);
    (10 * heaps.tens + heaps.loose) as usize
}

#[test]
fn the_number_on_the_desk_is_that_of_the_library() {
    for (index, preset) in PRESETS.iter().enumerate() {
        let [counted, made] = check(preset, GAMES, index as u64);
        println!("{}: {counted} games, {made} steps", preset.id);
    }
}

/// Creates a game on 5×5 from the diagram of its stones, from the top row down.
fn set_up(rules: &str, rows: [&str; 5]) -> Game {
    let size = Size::square(5);
    let stones = rows.iter().rev().enumerate().flat_map(|(y, row)| {
        row.chars().enumerate().filter_map(move |(x, letter)| {
            let color = match letter {
                'X' => Color::Black,
                'O' => Color::White,
                _ => return None,
            };
            Some((size.point(x, y).expect("a point"), color))
        })
    });
    let setup = Setup::with_stones(size, stones.collect(), Color::Black).expect("liberties");
    let rules = find(rules).expect("a rule set").rules;
    Game::with_setup(rules, setup, HalfPoints::ZERO)
}

fn sentences(game: &Game) -> Vec<String> {
    let size = game.board().size();
    let none = PointSet::new(size);
    let dead = *game.agreed_dead().unwrap_or(&none);
    let readings = &mut ReadingCache::new();
    let recount = Recount::new(game, &dead, &Assumptions::none(size), readings);
    let steps = counting(&recount, readings).expect("a count");
    steps.into_iter().map(|step| step.sentence).collect()
}

const EMPTY_WALLS: [&str; 5] = [".XO.."; 5];
const WALLS: [&str; 5] = [".XO..", ".XO..", "OXO..", ".XO..", ".XO.."];

#[test]
fn territory_is_counted_by_putting_prisoners_in() {
    let mut game = set_up("japanese", WALLS);
    let dead = game.board().size().point(0, 2).expect("a point");
    game.agree_on_dead(&[dead]).expect("a stone");
    assert_eq!(
        sentences(&game),
        [
            "The game as if both passed now: territory and prisoners are counted.",
            "The dead stones are taken off the board: 1 white stone into Black's bowl.",
            "Black puts 1 white stone into White's territory.",
            "White's stones are moved together, so that the free points lie in rows: 9.",
            "What is left is counted. Black has 5, White has 9: W+4.",
        ]
    );
}

#[test]
fn area_and_territory_are_compared_where_they_agree() {
    let said = sentences(&set_up("button_equivalence", EMPTY_WALLS));
    let has = |words: &str| said.iter().any(|sentence| sentence.contains(words));
    assert!(has("By area the button is taken, not given"), "{said:#?}");
    assert!(
        has("Black passes last, so White hands over one stone more."),
        "{said:#?}"
    );
    assert!(has("covers half of a point"), "{said:#?}");
    assert_eq!(
        said.last().map(String::as_str),
        Some("Both ways come to one number: W+4.5.")
    );
}

#[test]
fn area_is_counted_in_heaps_of_ten() {
    let said = sentences(&set_up(
        "chinese",
        [".XO..", ".XO..", ".XO..", ".XO..", ".X.O."],
    ));
    assert_eq!(
        said[1..],
        [
            "One colour is enough to count. 5 points of Black's territory are filled with black \
             stones. 1 point is nobody's: half a point to each side.",
            "Black's stones are laid in heaps of ten: 1 heap of ten. Black has 10.5 with that \
             share, half of the board is 12.5.",
            "Black has 10.5, White has 14.5: W+4.",
        ]
    );
}

/// Gives every position that is not settled the score B+3, as a search might.
fn searched(game: &Game, dead: &PointSet, readings: &mut ReadingCache) -> Outcome {
    match game.outcome_cached(dead, readings) {
        Outcome::Counted(score) if !score.certain => {
            Outcome::Counted(score.proven(HalfPoints::from_points(3)))
        }
        other => other,
    }
}

#[test]
fn prisoners_laid_beside_a_bowl_are_the_score_that_a_search_found() {
    let preset = find("ultimate").expect("a rule set");
    let mut rng = Rng::seed_from_u64(5);
    let mut seen = 0;
    for _ in 0..200 {
        let game = random_game(preset, &mut rng);
        let size = game.board().size();
        let assumptions = Assumptions {
            outcome: Arc::new(searched),
            ..Assumptions::none(size)
        };
        let readings = &mut ReadingCache::new();
        let recount = Recount::new(&game, &PointSet::new(size), &assumptions, readings);
        let Some(steps) = counting(&recount, readings) else {
            continue;
        };
        let last = steps.last().expect("a step");
        let number = tally(&last.desk, last.way).margin();
        assert_eq!(Some(number), recount.outcome.margin());
        if last.desk.balance.is_some() {
            assert_eq!(last.desk.balance, Some([0, 3]));
            seen += 1;
        }
    }
    assert!(seen > 50, "{seen} positions");
}

#[test]
fn groups_keep_two_points_under_a_group_tax() {
    let said = sentences(&set_up(
        "stone_scoring",
        [".XO..", ".XO..", ".XO..", ".XO..", ".XO.."],
    ));
    assert!(said[1].starts_with("Black fills 3 points of territory. 2 points stay free"));
    assert_eq!(
        said.last().map(String::as_str),
        Some("Black has 8, White has 13: W+5.")
    );
}
