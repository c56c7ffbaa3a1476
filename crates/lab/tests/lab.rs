//! The positions and formulas of the laboratory, held to the solver and the player.

#![forbid(unsafe_code)]

use std::str::FromStr;

use halfpoint_core::notation::BoardSize;
use halfpoint_core::rules::find;
use halfpoint_engine::player::Settings;
use halfpoint_lab::late::{Late, try_player};
use halfpoint_lab::positions::compare;
use halfpoint_solver::{Current, SolverLimits, moves, solve};

fn limits() -> SolverLimits {
    SolverLimits {
        memory_mb: 64,
        ..SolverLimits::default()
    }
}

/// The positions on which the player is tested are legal games with the stated values.
#[test]
fn late_positions_have_the_stated_values() {
    let lines = include_str!("../../../gtp-tests/late.jsonl").lines();
    let limits = limits();
    let mut checked = 0;
    for line in lines {
        let late: Late = serde_json::from_str(line).expect("a position");
        let game = late.game().expect("a legal game");
        assert_eq!(moves(game.position()).len(), late.best.1, "{line}");
        assert!(late.best.0 < late.best.1, "{line}");
        let is_quick = ["chinese", "button", "half_pass"].contains(&&late.rules[..]);
        if late.width * late.height > 9 || !is_quick {
            // The others take longer than a test should.
            continue;
        }
        let found = solve(&game, limits, &|_| ());
        assert_eq!(found.bounds.exact(), Some(late.value), "{line}");
        let best = found.all_best().expect("all best moves");
        assert_eq!(best.len(), late.best.0, "{line}");
        checked += 1;
    }
    assert!(checked >= 5, "{checked} checked");
}

/// On small boards the player asks the solver, and plays by its answer, under every rule set.
#[test]
fn the_player_keeps_proven_values() {
    let lines = include_str!("../../../gtp-tests/late.jsonl").lines();
    let all = lines.map(|line| serde_json::from_str::<Late>(line).expect("a position"));
    let small: Vec<Late> = all.filter(|late| late.width * late.height <= 9).collect();
    // Enough playouts for the solver to finish each of them.
    let settings = Settings {
        playouts: Some(20_000),
        ..Settings::default()
    };
    let tried = try_player(&small, &settings, None, limits(), 2, &|_, _| ());
    for (late, tried) in small.iter().zip(tried) {
        let tried = tried.expect("a legal game");
        assert_eq!(tried.value, Some(late.value), "{late:?}: {tried:?}");
    }
    assert!(small.len() >= 60, "{}", small.len());
}

/// In settled positions the formula for the current score agrees with search.
#[test]
fn current_scores_of_settled_boards_follow_the_formula() {
    let rules = find("ultimate").expect("a rule set").rules;
    let limits = SolverLimits::default();
    let mut settled = 0;
    for board in ["2x2", "1x4", "1x5"] {
        let size = BoardSize::from_str(board).expect("a size").0;
        let boards = halfpoint_lab::all_boards(size);
        for one in
            halfpoint_lab::score::compare(rules, &boards, true, limits, 2, &|_, _| ()).compared
        {
            assert_eq!(one.search, Current::Score(one.formula), "{:?}", one.board);
            settled += 1;
        }
    }
    assert_eq!(settled, 84);
}

/// On 2×3 a player who plays best by area, and passes where that is best, plays best with two
/// buttons, too. With one button he does not.
#[test]
fn best_moves_by_area_are_best_with_two_buttons_and_not_with_one() {
    let rules = ["chinese", "two_button", "button"];
    let rules = rules.map(|name| find(name).expect("a rule set").rules);
    let size = BoardSize::from_str("2x3").expect("a size").0;
    let boards = halfpoint_lab::all_boards(size);
    let found = compare(rules[0], &rules, &boards, limits(), 2, &|_, _| ());
    let (mut worse, mut all_worse) = ([0; 3], [0; 3]);
    for position in &found {
        let worth: Vec<_> = position.worth.iter().flatten().collect();
        assert_eq!(worth.len(), 3, "{position:?}");
        for (index, under) in worth.iter().enumerate() {
            let best = under.are_best(worth[0]);
            worse[index] += usize::from(best.contains(&false));
            all_worse[index] += usize::from(!best.contains(&true));
        }
    }
    assert_eq!(
        (found.len(), worse, all_worse),
        (51, [0, 0, 10], [0, 0, 10])
    );
}
