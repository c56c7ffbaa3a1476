//! The solver compared with a search without tables, and with published values.

#![forbid(unsafe_code)]

use std::str::FromStr;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use halfpoint_core::board::Symmetry;
use halfpoint_core::board::{Color, PointSet, Size};
use halfpoint_core::bounds::score_bounds;
use halfpoint_core::game::{Button, Game, Move, PlayedMove, Position, Setup};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::BoardSize;
use halfpoint_core::rules::{KoRule, NamedRules, PRESETS, Rules, ScoringRule, find};
use halfpoint_solver::{
    Current, DeadStones, Solution, SolverLimits, WorkLimit, current_score, move_values, moves,
    plain, solve, value_resumed,
};

fn size(text: &str) -> Size {
    BoardSize::from_str(text).expect("a size").0
}

fn rules(id: &str, ko: KoRule) -> Rules {
    Rules {
        ko,
        ..find(id).expect("a rule set").rules
    }
}

fn empty(rules: Rules, size: Size, first: Color) -> Game {
    let setup = Setup::empty(size).moving_first(first);
    Game::with_setup(rules, setup, HalfPoints::ZERO)
}

fn limits(threads: usize) -> SolverLimits {
    SolverLimits {
        memory_mb: 64,
        threads,
        ..SolverLimits::default()
    }
}

fn solved(game: &Game, threads: usize) -> Solution {
    solve(game, limits(threads), &|_| ())
}

fn value(game: &Game) -> i32 {
    solved(game, 1).bounds.exact().expect("a value")
}

/// Plays random moves, none of which ends the game.
fn wander(game: &mut Game, moves: usize, rng: &mut Xoshiro256PlusPlus) {
    for _ in 0..moves {
        let color = game.to_move();
        let mut plays: Vec<Move> = game
            .position()
            .placements(color)
            .into_iter()
            .map(Move::Place)
            .collect();
        if plays.is_empty() || rng.random_ratio(1, 5) {
            plays = vec![Move::Pass];
            let tokens = game.position().tokens(color);
            plays.extend(tokens.into_iter().map(|(name, _)| Move::Token(name)));
        }
        let mv = plays.choose(rng).expect("a move");
        if game.play(color, mv).is_ok() && game.state().over.is_some() {
            game.undo();
        }
    }
}

/// Returns every rule set, and common ones with other ko rules.
fn all_rules() -> Vec<(String, Rules)> {
    let presets = PRESETS
        .iter()
        .map(|preset| (preset.id.to_string(), preset.rules));
    let kos = [KoRule::Simple, KoRule::Situational]
        .map(|ko| (format!("{ko:?} chinese"), rules("chinese", ko)));
    let suicide = rules("new_zealand", KoRule::Positional);
    let suicide = [("Positional new_zealand".to_string(), suicide)];
    presets.chain(kos).chain(suicide).collect()
}

#[test]
fn empty_boards_have_the_values_of_the_search_without_tables() {
    for (id, rules) in all_rules() {
        for board in ["1", "1x2", "1x3"] {
            for first in Color::BOTH {
                let game = empty(rules, size(board), first);
                let plain = plain::value(&game, 5_000_000);
                let plain = plain.unwrap_or_else(|| panic!("{id}, {board}: too many nodes"));
                assert_eq!(value(&game), plain, "{id}, {board}, {first:?} first");
            }
        }
    }
}

/// Compares the value of a game with the best one after its moves, and with the value that two
/// threads find.
fn compare_with_moves(id: &str, game: &Game) {
    let found = value(game);
    let by_two = solved(game, 2).bounds.exact();
    assert_eq!(by_two, Some(found), "{id}: two threads {game:?}");
    let gain = |value: i32| value * game.to_move().sign();
    let values = moves(game.position()).into_iter().map(|action| {
        let mut after = game.clone();
        play(&mut after, action);
        gain(value(&after))
    });
    assert_eq!(values.max(), Some(gain(found)), "{id} {game:?}");
}

/// In this game situations have occurred twice, so that one more occurrence makes it void. Bounds
/// and answers that knew nothing of that gave values of up to seven points too many.
#[test]
fn a_game_that_may_become_void_has_the_value_of_its_best_move() {
    for id in ["chinese", "japanese"] {
        let mut game = empty(rules(id, KoRule::Simple), size("1x7"), Color::Black);
        for (ply, row) in "13465645450642501302130206541213".chars().enumerate() {
            let y = row.to_digit(10).expect("a row") as usize;
            let point = game.board().size().point(0, y).expect("a point");
            play(&mut game, PlayedMove::Place(point));
            if ply >= 28 {
                compare_with_moves(id, &game);
            }
        }
        assert!(game.position().is_near_void());
    }
}

#[test]
fn games_that_may_become_void_have_the_values_of_the_search_without_tables() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(31);
    let simple = all_rules().into_iter();
    let simple: Vec<_> = simple
        .filter(|(_, rules)| rules.ko == KoRule::Simple)
        .collect();
    let mut compared = 0;
    while compared < 150 {
        let (id, rules) = simple.choose(&mut rng).expect("rules");
        let boards = ["1x4", "1x5", "2x2", "1x6", "2x3", "1x7"];
        let board = boards.choose(&mut rng).expect("a board");
        let mut game = empty(*rules, size(board), Color::Black);
        for _ in 0..60 {
            let color = game.to_move();
            let placements = game.position().placements(color);
            let Some(&point) = placements.choose(&mut rng) else {
                break;
            };
            play(&mut game, PlayedMove::Place(point));
            if game.state().over.is_some() {
                game.undo();
                break;
            }
        }
        if game.position().is_near_void() && compare_game(id, &game, 10_000).is_some() {
            compare_with_moves(id, &game);
            compared += 1;
        }
    }
}

/// Result of a comparison.
struct Compared {
    /// Whether the solver found the value, and not only bounds of it.
    is_exact: bool,
    /// Whether a superko banned a placement.
    has_ban: bool,
}

/// Compares the solver and the bounds with the search without tables in a random position of a
/// game, whose history makes superko bans; `None` if the search without tables takes more than
/// `nodes`.
fn compare(
    id: &str,
    rules: Rules,
    board: &str,
    nodes: u64,
    rng: &mut Xoshiro256PlusPlus,
) -> Option<Compared> {
    let mut game = empty(rules, size(board), Color::Black);
    let moves = rng.random_range(2..=4 * game.board().size().area());
    wander(&mut game, moves, rng);
    compare_game(id, &game, nodes)
}

/// Compares the solver and the bounds with the search without tables, as [`compare`] does.
fn compare_game(id: &str, game: &Game, nodes: u64) -> Option<Compared> {
    let plain = plain::value(game, nodes)?;
    let found = halfpoint_solver::value(game, limits(1));
    let position = game.position().for_exact_value();
    let [least, most] = score_bounds(&position, game.terms()).map(HalfPoints::halves);
    for [least, most] in [[found.lower, found.upper], [least, most]] {
        assert!(
            least <= plain && plain <= most,
            "{id}: {plain}, not {least} to {most} {game:?}"
        );
    }
    let color = game.to_move();
    let stones_allow =
        |point| game.board().placement(color, point) == halfpoint_core::board::Placement::Alive;
    let empties = game.board().empties().iter();
    let allowed = empties.filter(|&&point| stones_allow(point)).count();
    Some(Compared {
        is_exact: found.exact().is_some(),
        has_ban: allowed > game.position().placements(color).len(),
    })
}

#[test]
fn positions_have_the_values_of_the_search_without_tables() {
    for (id, rules) in all_rules() {
        // Each rule set has its own games, independent of the other rule sets.
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
        let (mut compared, mut banned) = (0, 0);
        for round in 0..960 {
            // Under some rule sets bans are rare in positions that are quickly searched.
            if round >= 240 && banned >= 3 {
                break;
            }
            let board = ["1x4", "2x2", "1x5", "2x3", "1x6", "3x3"][round % 6];
            let Some(found) = compare(&id, rules, board, 3_000, &mut rng) else {
                continue;
            };
            assert!(found.is_exact, "{id}, {board}, round {round}: no value");
            banned += usize::from(found.has_ban);
            compared += 1;
        }
        assert!(
            compared >= 40 && banned >= 3,
            "{id}: {compared} compared, {banned} with bans"
        );
    }
}

#[test]
fn resumed_games_have_the_values_of_the_search_without_tables() {
    for (id, rules) in all_rules() {
        if rules.last_mover_wins() {
            continue;
        }
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
        let mut compared = 0;
        for round in 0..60 {
            let board = ["1x4", "2x2", "1x5", "2x3"][round % 4];
            let mut game = empty(rules, size(board), Color::Black);
            let moves = rng.random_range(2..=4 * game.board().size().area());
            wander(&mut game, moves, &mut rng);
            while game.state().over.is_none() {
                let color = game.to_move();
                game.play(color, &Move::Pass).expect("a pass");
            }
            let Some(plain) = plain::value_resumed(&game, 3_000) else {
                continue;
            };
            let found = value_resumed(&game, limits(1)).exact();
            assert_eq!(found, Some(plain), "{id}, {board}: {game:?}");
            compared += 1;
        }
        assert!(compared >= 10, "{id}: {compared} compared");
    }
}

/// Returns every rule set that can be put together from parts in JSON, with one ko rule.
fn all_combinations() -> Vec<Rules> {
    const PARTS: [(&str, &[&str]); 8] = [
        ("scoring", &[r#""AREA""#, r#""TERRITORY""#, r#""SPARE""#]),
        ("tax", &[r#""NONE""#, r#""SEKI""#, r#""ALL""#]),
        ("dead", &[r#""AGREED""#, r#""NONE""#, r#""PROPOSED""#]),
        ("suicide", &["false", "true"]),
        (
            "pass",
            &[
                r#""FREE""#,
                r#""STONE""#,
                r#""HALF_THEN_STONE""#,
                r#""DELAY""#,
            ],
        ),
        (
            "buttons",
            &[
                r#""NONE""#,
                r#""TAKE""#,
                r#""GIVE""#,
                r#""ON_PASSES""#,
                r#""ON_LAST_PASS""#,
                r#""AS_MOVES""#,
            ],
        ),
        (
            "ending",
            &[
                r#""TWO_PASSES""#,
                r#""TWO_PASSES_WHITE_LAST""#,
                r#""PASS_AFTER_FULL_PASS""#,
                r#""SECOND_BUTTON""#,
                r#""LAST_MOVER""#,
            ],
        ),
        ("buttonWorth", &["1", r#"{"black":8,"white":3}"#]),
    ];
    let mut texts = vec![r#""ko":"POSITIONAL""#.to_string()];
    for (field, values) in PARTS {
        let with_each = |text: &String| -> Vec<String> {
            let value = |value: &&str| format!(r#"{text},"{field}":{value}"#);
            values.iter().map(value).collect()
        };
        texts = texts.iter().flat_map(with_each).collect();
    }
    let parsed = texts.iter().map(|text| format!("{{{text}}}").parse());
    let fitting = parsed.filter_map(|named: Result<NamedRules, _>| named.ok());
    fitting.map(|named| named.rules).collect()
}

#[test]
fn rules_of_any_parts_have_the_values_of_the_search_without_tables() {
    let all = all_combinations();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
    let mut compared = 0;
    for rules in &all {
        let id = format!("{rules:?}");
        for _ in 0..4 {
            let boards = ["1x4", "1x5", "2x2", "1x6", "2x3", "1x7", "3x3", "2x5"];
            let board = boards.choose(&mut rng).expect("a board");
            if let Some(found) = compare(&id, *rules, board, 1_000, &mut rng) {
                assert!(found.is_exact, "{id}, {board}: no value");
                compared += 1;
            }
        }
    }
    assert!(all.len() > 150, "{} rule sets", all.len());
    assert!(compared > 500, "{compared} compared");
}

#[test]
fn boards_of_living_chains_have_the_values_of_the_search_without_tables() {
    let boards = [
        ["X..", "XXX", ".X."],
        ["X..", "XXX", ".XX"],
        [".XO", "XX.", ".XO"],
    ];
    let mut compared = 0;
    for rules in all_combinations() {
        let id = format!("{rules:?}");
        for rows in boards {
            for first in Color::BOTH {
                let game = with_stones(rules, &rows, first);
                compared += usize::from(compare_game(&id, &game, 2_000).is_some());
            }
        }
    }
    assert!(compared > 300, "{compared} compared");
}

/// Takes about two hours in a release build:
/// `cargo test --release --package halfpoint-solver -- --ignored --nocapture`. Once in twenty
/// thousand positions, where dead stones are removed, the solver ends with bounds.
#[test]
#[ignore = "long"]
fn a_hundred_thousand_positions_have_the_values_of_the_search_without_tables() {
    let compare_all = || {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(72);
        let boards = [
            "1x4", "2x2", "1x5", "2x3", "1x6", "3x3", "1x7", "2x4", "1x8", "2x5", "3x4",
        ];
        let (mut compared, mut banned, mut open) = (0, 0, 0);
        while compared < 100_000 {
            let before = compared;
            for (id, rules) in all_rules() {
                let board = boards.choose(&mut rng).expect("a board");
                if let Some(found) = compare(&id, rules, board, 20_000, &mut rng) {
                    banned += usize::from(found.has_ban);
                    open += usize::from(!found.is_exact);
                    compared += 1;
                }
            }
            if before / 1000 < compared / 1000 {
                eprintln!("{compared} compared, {banned} with bans, {open} without a value");
            }
        }
        assert!(open < 100, "{open} without a value");
    };
    in_deep_stack(compare_all);
}

/// Runs a test on a thread with a large stack: the search without tables goes as deep as there are
/// nodes.
fn in_deep_stack(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(256 << 20);
    let thread = thread.spawn(test).expect("a thread");
    thread.join().expect("no difference");
}

fn with_stones(rules: Rules, rows: &[&str], first: Color) -> Game {
    let board = halfpoint_core::notation::parse_board(rows).expect("a board");
    let setup = Setup::with_stones(board.size(), board.stones().collect(), first);
    Game::with_setup(rules, setup.expect("a position"), HalfPoints::ZERO)
}

/// Black takes three stones and has room for two eyes, but a stone that White then places inside
/// cannot be captured in play, since superko bans that. Played out it is B+1, not the whole board.
#[test]
fn stones_that_cannot_be_captured_in_play_count() {
    let rules = find("aga").expect("a rule set").rules;
    let mut game = with_stones(rules, &["OOO.X."], Color::White);
    let found = solved(&game, 1);
    assert_eq!(found.bounds.exact(), Some(2));
    for (color, action) in found.line {
        let mv = match action {
            PlayedMove::Place(point) => Move::Place(point),
            _ => Move::Pass,
        };
        game.play(color, &mv).expect("a legal move");
    }
    let nothing = PointSet::new(game.board().size());
    let margin = game.outcome(&nothing).margin().expect("a count");
    assert_eq!(margin.halves(), 2, "{game:?}");
}

/// Whether a rule set removes dead stones at the end follows from its fields, so that it also holds
/// for custom rules.
#[test]
fn dead_stones_are_removed_only_where_playing_on_costs() {
    for preset in &PRESETS {
        let exact = preset.rules.exact();
        assert_eq!(exact.validate(), Ok(()), "{}", preset.id);
        let costs = ["japanese", "korean", "black_white"].contains(&preset.id);
        assert_eq!(exact.removes_dead(), costs, "{}", preset.id);
    }
    let own = r#"{"scoring":"TERRITORY","ko":"SITUATIONAL","tax":"NONE","friendlyPassOk":true,"dead":"AGREED"}"#;
    let costly: NamedRules = own.parse().expect("rules");
    assert!(costly.rules.exact().removes_dead());
    let free = Rules {
        scoring: ScoringRule::Area,
        ..costly.rules
    };
    assert!(!free.exact().removes_dead());
}

/// Sending two, returning one: White extends D1 to E1, Black takes both stones from C1, White takes
/// that one back at D1, Black passes, and White sends two again.
#[test]
fn sending_two_returning_one_is_judged_by_the_bans_of_the_rules() {
    let rows = [".O.O.X."];
    // Number of these moves that each ko rule allows: the third takes back, the fifth sends again.
    let moves = ["W E1", "B C1", "W D1", "B pass", "W E1"];
    let expected = [
        (KoRule::Positional, 2),
        (KoRule::Situational, 4),
        (KoRule::Simple, 5),
    ];
    for (ko, legal) in expected {
        for id in ["chinese", "button_equivalence", "two_button", "japanese"] {
            let rules = rules(id, ko);
            let mut game = with_stones(rules, &rows, Color::White);
            let mut made = 0;
            for said in moves {
                let (color, what) = said.split_once(' ').expect("a move");
                let color = halfpoint_core::notation::parse_color(color).expect("a colour");
                let mv = match what {
                    "pass" => Move::Pass,
                    point => {
                        let point =
                            halfpoint_core::notation::parse_vertex(game.board().size(), point);
                        Move::Place(point.expect("a point"))
                    }
                };
                if game.play(color, &mv).is_err() {
                    break;
                }
                made += 1;
            }
            let lifts = game.state().button(&rules) != Button::None && id != "two_button";
            // Black's pass takes the button, which lifts the bans.
            let wanted = if lifts && legal == 4 { 5 } else { legal };
            assert_eq!(made, wanted, "{id}, {ko:?}");
        }
    }
}

/// Under simple ko the sender loses a prisoner in each round of the cycle, so he cannot go on for
/// ever. E1 must not count as alive by that cycle.
#[test]
fn stones_do_not_live_by_losing_a_prisoner_a_round() {
    let rules = find("japanese").expect("a rule set").rules;
    let game = with_stones(rules, &["..X.O"], Color::Black);
    let mut reading = DeadStones::new(&rules, game.board().size(), WorkLimit::default());
    let dead = reading.of(game.position()).expect("no limit");
    let stone = game.board().size().point(4, 0).expect("a point");
    assert!(dead.contains(stone) && dead.iter().count() == 1, "{dead:?}");
    // Four points and a prisoner.
    assert_eq!(value(&game), 10);
    if let Some(is_dead) = plain::is_dead(&rules, game.board(), stone, 100_000) {
        assert!(is_dead);
    }
}

/// Each best move leads to the value, and each other move to less, according to the search without
/// tables.
#[test]
fn all_best_moves_are_found() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
    let mut compared = 0;
    for (id, rules) in all_rules() {
        for round in 0..10 {
            let board = ["2x2", "1x5", "1x4"][round % 3];
            let mut game = empty(rules, size(board), Color::Black);
            wander(&mut game, rng.random_range(3..=16), &mut rng);
            let found = solved(&game, 2);
            let value = found.bounds.exact().expect("a value");
            let best = found.all_best().expect("no limit");
            let color = game.to_move();
            for point in game.position().placements(color) {
                let mut after = game.clone();
                after
                    .play(color, &Move::Place(point))
                    .expect("a legal move");
                let Some(plain) = plain::value(&after, 3_000) else {
                    continue;
                };
                let is_best = best.contains(&PlayedMove::Place(point));
                assert_eq!(is_best, plain == value, "{id}: {game:?}");
                compared += 1;
            }
        }
    }
    assert!(compared > 80, "{compared} moves");
}

/// Where the limits end a search after the value is found, each best move is named as such or as
/// undecided.
#[test]
fn a_search_that_is_cut_short_names_the_moves_it_has_not_decided() {
    let mut cut_short = 0;
    for (id, rules) in all_rules() {
        let game = empty(rules, size("2x3"), Color::Black);
        let whole = solved(&game, 1);
        let best = whole.all_best().expect("no limit");
        for sixteenth in 1..16 {
            let limits = SolverLimits {
                nodes: Some(whole.nodes * sixteenth / 16),
                ..limits(1)
            };
            let part = solve(&game, limits, &|_| ());
            if part.bounds.exact().is_none() {
                assert!(part.best.is_empty() && part.all_best().is_none(), "{id}");
                continue;
            }
            assert!(part.best.iter().all(|mv| best.contains(mv)), "{id}");
            let named: Vec<_> = part.best.iter().chain(&part.undecided).collect();
            assert!(best.iter().all(|mv| named.contains(&mv)), "{id}");
            assert_eq!(part.all_best().is_some(), part.undecided.is_empty(), "{id}");
            cut_short += usize::from(!part.undecided.is_empty());
        }
    }
    assert!(cut_short > 10, "{cut_short} searches");
}

#[test]
fn progress_tells_the_depth_of_the_search_for_the_whole_board() {
    let rules = find("chinese").expect("a rule set").rules;
    let game = empty(rules, size("4x5"), Color::Black);
    let limits = SolverLimits {
        nodes: Some(600_000),
        ..limits(1)
    };
    let depths = Mutex::new(Vec::new());
    let found = solve(&game, limits, &|progress| {
        let mut depths = depths.lock().expect("no panic");
        depths.extend(progress.depth_of_whole);
    });
    assert_eq!(found.bounds.exact(), None);
    let depths = depths.into_inner().expect("no panic");
    assert!(depths.last() > Some(&10), "{depths:?}");
}

/// The dead stones are those that a search without tables finds, chain by chain. They depend
/// neither on the orientation of the board nor on the colours.
#[test]
fn dead_stones_are_those_of_the_plain_search() {
    in_deep_stack(compare_dead_stones);
}

/// Compares the dead stones of random positions on small boards.
fn compare_dead_stones() {
    let rules = find("japanese").expect("a rule set").rules;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
    let mut found = [0; 2];
    for board in ["1x5", "2x2", "2x3", "2x4", "3x3"] {
        let size = size(board);
        let mut reading = DeadStones::new(&rules, size, WorkLimit::default());
        for _ in 0..50 {
            let mut game = empty(rules, size, Color::Black);
            wander(&mut game, rng.random_range(3..12), &mut rng);
            let board = game.board();
            let dead = reading.of(game.position()).expect("no limit");
            for (stone, _) in board.stones() {
                if board.head(stone) != stone {
                    continue;
                }
                let points = board.chain(stone);
                let fates: Option<Vec<bool>> = points
                    .map(|point| plain::is_dead(&rules, board, point, 10_000))
                    .collect();
                if let Some(fates) = fates {
                    assert!(fates.contains(&dead.contains(stone)), "{game:?}");
                    found[usize::from(dead.contains(stone))] += 1;
                }
            }
            // Both axes mirrored, colours exchanged.
            let image = Symmetry::all(size).nth(11).expect("an image");
            let turned = image.board(board);
            let turned = Position::new(rules, turned, Color::Black);
            let mut afresh = DeadStones::new(&rules, size, WorkLimit::default());
            let there = afresh.of(&turned).expect("no limit");
            assert_eq!(there, image.set(&dead), "{game:?}");
        }
    }
    assert!(found[0] > 30 && found[1] > 30, "{found:?}");
}

/// A line of best play is legal, and ends with the value.
#[test]
fn best_play_ends_with_the_value() {
    for (id, rules) in all_rules() {
        for board in ["1x4", "2x2", "1x5"] {
            let mut game = empty(rules, size(board), Color::Black);
            let found = solved(&game, 2);
            for (color, action) in &found.line {
                let mv = match *action {
                    PlayedMove::Place(point) => Move::Place(point),
                    PlayedMove::Token(token) => Move::Token(token.name()),
                    PlayedMove::Resign => Move::Resign,
                };
                let plain_pass = game.position().plain_pass(*color).map(PlayedMove::Token);
                let mv = if plain_pass == Ok(*action) {
                    Move::Pass
                } else {
                    mv
                };
                game.play(*color, &mv).expect("a legal move");
            }
            let value = found.bounds.exact();
            assert_eq!(found.line_ends, game.state().over.is_some(), "{id}");
            // A cyclic line has no end.
            let Some(over) = game.state().over else {
                assert!(
                    value == Some(0) && rules.ko == KoRule::Simple,
                    "{id}, {board}"
                );
                continue;
            };
            let mut reading = DeadStones::new(&rules, game.board().size(), WorkLimit::default());
            let dead = reading.of(game.position()).expect("no limit");
            let outcome = game.outcome(&dead);
            match outcome.margin() {
                Some(margin) if over.may_go_on() => {
                    assert_eq!(Some(margin.halves()), value, "{id}, {board}")
                }
                _ => assert_eq!(Some(outcome.sign()), value, "{id}, {board}"),
            }
        }
    }
}

/// Area counting under superko, Black first, in points: van der Werf, van den Herik and Uiterwijk
/// 2003 (*Solving Go on Small Boards*), Tromp's tables of 1×n and 2×n, and others.
#[test]
fn values_under_area_counting_are_the_published_ones() {
    let published = [
        ("1x2", 0),
        ("1x3", 3),
        ("1x4", 4),
        ("1x5", 0),
        ("1x6", 1),
        ("1x7", 2),
        ("1x8", 3),
        ("2x2", 1),
        ("2x3", 0),
        ("2x4", 8),
        ("2x5", 10),
        ("3x3", 9),
        ("3x4", 4),
    ];
    for (board, points) in published {
        for id in ["chinese", "new_zealand", "tromp_taylor"] {
            if id != "chinese" && size(board).area() > 7 {
                // The chains that may be given up make the search long.
                continue;
            }
            let rules = find(id).expect("a rule set").rules;
            let game = empty(rules, size(board), Color::Black);
            assert_eq!(value(&game), 2 * points, "{id}, {board}");
        }
    }
}

#[test]
fn values_under_territory_counting_are_the_published_ones() {
    for (board, points) in [("2x2", 0), ("3x3", 8)] {
        let game = empty(
            find("japanese").expect("a rule set").rules,
            size(board),
            Color::Black,
        );
        assert_eq!(value(&game), 2 * points, "{board}");
    }
}

#[test]
fn images_of_a_position_have_one_value() {
    let rules = find("button").expect("a rule set").rules;
    let value_of = |rows: &[&str]| {
        let board = halfpoint_core::notation::parse_board(rows).expect("a board");
        let stones = board.stones().collect();
        let setup = Setup::with_stones(board.size(), stones, Color::White).expect("a position");
        value(&Game::with_setup(rules, setup, HalfPoints::ZERO))
    };
    let first = value_of(&["X..", ".O.", "..."]);
    assert_eq!(first, value_of(&["...", ".O.", "..X"]));
    assert_eq!(first, value_of(&["..X", ".O.", "..."]));
}

#[test]
fn only_spare_moves_have_a_current_score() {
    let of = |id: &str| {
        let rules = find(id).expect("a rule set").rules;
        let game = empty(rules, size("1x4"), Color::White);
        current_score(&game, 0, SolverLimits::default())
    };
    assert_eq!(of("ultimate"), Some(Current::Score(-1)));
    assert_eq!(of("button"), None);
}

/// Where the rules treat both sides alike, the values with White first are the negated ones.
#[test]
fn reversed_colours_reverse_the_value() {
    for id in ["chinese", "japanese", "button", "half_pass", "ultimate"] {
        let rules = find(id).expect("a rule set").rules;
        for board in ["1x3", "1x4", "1x5", "2x2", "2x3"] {
            let [black, white] = Color::BOTH.map(|first| value(&empty(rules, size(board), first)));
            assert_eq!(black, -white, "{id}, {board}");
        }
    }
}

/// Plays a move that the solver names.
fn play(game: &mut Game, action: PlayedMove) {
    let color = game.to_move();
    let mv = game.position().move_for(color, action);
    assert_eq!(game.play(color, &mv), Ok(action));
}

/// Each move has the value of the game after it, found by a search of its own; the best of them is
/// the value of the game, and the moves that `solve` names are among those that have it.
#[test]
fn every_move_has_the_value_of_the_game_after_it_under_every_rule_set() {
    let limits = SolverLimits::default();
    let goes_on = AtomicBool::new(false);
    for preset in &PRESETS {
        for (size, first) in [("2", Color::Black), ("2x3", Color::White)] {
            let mut game = empty(preset.rules, self::size(size), first);
            for ply in 0..3 {
                let solution = solved(&game, 1);
                let value_of_game = solution.bounds.exact().expect("a value");
                let found = solution.all_best().expect("all best moves");
                let values = move_values(&game, limits, &goes_on);
                let place = format!("{} on {size}, move {ply}", preset.id);
                let mover = game.to_move();
                for (action, bounds) in &values {
                    let mut after = game.clone();
                    play(&mut after, *action);
                    assert_eq!(
                        *bounds,
                        halfpoint_solver::value(&after, limits),
                        "{place}: {action:?}"
                    );
                }
                let exact = values
                    .iter()
                    .map(|(_, bounds)| bounds.exact().expect("a value"));
                let best = match mover {
                    Color::Black => exact.max(),
                    Color::White => exact.min(),
                };
                let Some(best) = best else {
                    break;
                };
                assert_eq!(best, value_of_game, "{place}");
                let mut keeping: Vec<PlayedMove> = values
                    .iter()
                    .filter(|(_, bounds)| bounds.exact() == Some(best))
                    .map(|(action, _)| *action)
                    .collect();
                keeping.retain(|action| moves(game.position()).contains(action));
                for action in &keeping {
                    assert!(found.contains(action), "{place}: {action:?}");
                }
                assert_eq!(found.len(), keeping.len(), "{place}");
                play(&mut game, keeping[ply % keeping.len()]);
            }
        }
    }
}

#[test]
fn a_stopped_search_for_the_values_of_moves_leaves_true_bounds() {
    let game = empty(rules("button", KoRule::Positional), size("3"), Color::Black);
    let limits = SolverLimits::default();
    let values = move_values(&game, limits, &AtomicBool::new(true));
    let exact = move_values(&game, limits, &AtomicBool::new(false));
    assert_eq!(values.len(), exact.len());
    for ((action, bounds), (same, value)) in values.iter().zip(&exact) {
        assert_eq!(action, same);
        let value = value.exact().expect("a value");
        assert!((bounds.lower..=bounds.upper).contains(&value), "{action:?}");
    }
}
