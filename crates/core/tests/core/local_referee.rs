//! The exhaustive local solver, checked with well-known positions and with plain recursion.

#[path = "model/local.rs"]
mod local;

use local::{Answer, Ko, Local};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const KOS: [Ko; 3] = [Ko::Simple, Ko::Positional, Ko::Situational];
const LIMIT: usize = 200_000;

/// Returns one answer per ko rule, with the attacker and with the owner moving first: `C` for
/// captured, `K` for kept.
fn answers(rows: &[&str], region: &[&str], target: (usize, usize)) -> [String; 3] {
    let local = Local::new(rows, region);
    let is_black = rows[target.1].as_bytes()[target.0] == b'X';
    KOS.map(|ko| {
        let letter = |black_first| match local.answer(target, black_first, ko, LIMIT) {
            Answer::Captured => 'C',
            Answer::Kept => 'K',
            Answer::Unknown => '?',
        };
        [letter(!is_black), letter(is_black)].iter().collect()
    })
}

#[test]
fn a_chain_with_two_eyes_lives_and_one_with_one_eye_dies() {
    let region = ["*****.", "*****.", "......"];
    let two = answers(&[".X.XO.", "XXXXO.", "OOOOO."], &region, (1, 0));
    assert_eq!(two, ["KK"; 3]);
    let one = answers(&["..XXO.", "XXXXO.", "OOOOO."], &region, (2, 0));
    assert_eq!(one, ["CC"; 3]);
}

#[test]
fn three_points_in_a_row_are_settled_by_the_first_to_move() {
    let three = answers(
        &["...XO.", "XXXXO.", "OOOOO."],
        &["*****.", "*****.", "......"],
        (3, 0),
    );
    assert_eq!(three, ["CK"; 3]);
}

#[test]
fn a_ko_is_won_by_the_first_to_move() {
    let ko = answers(&["XXO.", "X.XO", "XXO."], &["....", ".**.", "...."], (2, 1));
    assert_eq!(ko, ["CK"; 3]);
}

#[test]
fn a_captor_that_dies_has_captured_nothing() {
    let rows = [".XXX.", "XXOOO", "X.O.X", "XXOOX", ".XO.X", "XXOOO"];
    let region = ["....*", "..***", ".****", "..***", "..***", "..***"];
    // Points outside the region are liberties that cannot be filled: White then lives.
    let held = ["....*", "..***", "..***", "..***", "..***", "..***"];
    let answers = |region: &[&str]| {
        let local = Local::new(&rows, region);
        let answer = |ko, black| local.fate((4, 3), Some((2, 2)), black, ko, LIMIT);
        KOS.map(|ko| [answer(ko, true), answer(ko, false)])
    };
    assert_eq!(answers(&region), [[Answer::Kept; 2]; 3]);
    assert_eq!(answers(&held), [[Answer::Captured; 2]; 3]);
}

#[test]
fn a_shared_liberty_is_a_seki() {
    let seki = answers(
        &["XX.OX.", "X.OOXX", "XXOOX.", "OOXXXX", "O.OX.X", "OOOX.X"],
        &["****..", "****..", "****..", "......", "......", "......"],
        (0, 0),
    );
    assert_eq!(seki, ["KK"; 3]);
}

/// Returns whether the attacker takes the target, by recursion over whole games that store their
/// boards.
fn recursion(
    game: &mut Vec<(String, bool)>,
    width: usize,
    target: usize,
    ko: Ko,
    owner: u8,
    passed: bool,
) -> bool {
    let (board, black) = game.last().expect("a start").clone();
    if board.as_bytes()[target] != owner {
        return true;
    }
    let attacks = black != (owner == b'X');
    for point in 0..board.len() {
        let Some(after) = place(&board, width, point, black) else {
            continue;
        };
        let banned = game.iter().any(|(earlier, to_move)| {
            *earlier == after && (ko == Ko::Positional || *to_move != black)
        });
        if banned {
            continue;
        }
        game.push((after, !black));
        let taken = recursion(game, width, target, ko, owner, false);
        game.pop();
        if taken == attacks {
            return attacks;
        }
    }
    if passed {
        return false;
    }
    game.push((board, !black));
    let taken = recursion(game, width, target, ko, owner, true);
    game.pop();
    taken
}

/// Places a stone on a whole board given as text; `None` if the point is occupied or the move is
/// suicide.
fn place(board: &str, width: usize, point: usize, black: bool) -> Option<String> {
    let own = if black { b'X' } else { b'O' };
    let mut after = board.as_bytes().to_vec();
    if after[point] != b'.' {
        return None;
    }
    after[point] = own;
    let stays = breathing(&after, width);
    for at in 0..after.len() {
        if !stays[at] && after[at] != own {
            after[at] = b'.';
        }
    }
    breathing(&after, width)[point].then(|| String::from_utf8(after).expect("letters"))
}

/// Returns for each point whether it is empty or connected over stones of its colour to an empty
/// point.
fn breathing(board: &[u8], width: usize) -> Vec<bool> {
    let near = |at: usize, other: usize| {
        (at % width).abs_diff(other % width) + (at / width).abs_diff(other / width) == 1
    };
    let mut found: Vec<bool> = board.iter().map(|&c| c == b'.').collect();
    loop {
        let joins = |at: usize, other: usize| {
            near(at, other) && found[other] && (board[other] == b'.' || board[other] == board[at])
        };
        let all = 0..board.len();
        let new: Vec<usize> = all
            .clone()
            .filter(|&at| !found[at] && all.clone().any(|other| joins(at, other)))
            .collect();
        if new.is_empty() {
            return found;
        }
        new.into_iter().for_each(|at| found[at] = true);
    }
}

#[test]
fn superko_answers_equal_those_of_plain_recursion() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut count = [0; 2];
    for _ in 0..400 {
        let (width, height) = [(4, 1), (5, 1), (2, 2), (3, 2)][rng.random_range(0..4)];
        let stones: String = (0..width * height)
            .map(|_| ['.', '.', 'X', 'O'][rng.random_range(0..4)])
            .collect();
        let Some(target) = stones.find(['X', 'O']) else {
            continue;
        };
        if breathing(stones.as_bytes(), width).contains(&false) {
            continue;
        }
        let rows: Vec<&str> = (0..height)
            .map(|y| &stones[y * width..(y + 1) * width])
            .collect();
        let stars = "*".repeat(width);
        let local = Local::new(&rows, &vec![stars.as_str(); height]);
        for ko in [Ko::Positional, Ko::Situational] {
            for black_first in [false, true] {
                let mut game = vec![(stones.clone(), black_first)];
                let owner = stones.as_bytes()[target];
                let expected = recursion(&mut game, width, target, ko, owner, false);
                let found = local.answer((target % width, target / width), black_first, ko, LIMIT);
                let name = [Answer::Kept, Answer::Captured][usize::from(expected)];
                assert_eq!(found, name, "{rows:?} {ko:?} {black_first}");
                count[usize::from(expected)] += 1;
            }
        }
    }
    assert!(count.iter().all(|&n| n > 100), "{count:?}");
}
