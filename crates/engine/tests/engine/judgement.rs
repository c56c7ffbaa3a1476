//! Boards on which reading answers each question alone, but not all of them together.

use halfpoint_core::board::{Board, Color, Point, PointSet};
use halfpoint_core::notation::{parse_board, parse_vertex};
use halfpoint_core::{Game, Size, rules};
use halfpoint_engine::player::{Judgement, counted_end};

/// Playouts for a judgement, as many as `final_score` makes.
const PLAYOUTS: u32 = 150;

fn board(rows: &str) -> Board {
    let rows: Vec<&str> = rows.split('/').collect();
    parse_board(&rows).expect("a board")
}

fn points(size: Size, names: &str) -> PointSet {
    let point = |name| -> Point { parse_vertex(size, name).expect("a vertex") };
    PointSet::of(size, names.split(' ').map(point))
}

/// A chain lives because its owner answers a move at it, and its neighbour would be dead if it
/// needed no answer. The same move threatens to save the neighbour. The solver's values differ by
/// the side to move.
#[test]
fn a_wall_that_has_to_answer_a_move_decides_no_other_fight() {
    for (rows, unsettled) in [
        ("OOXOO/.O.O./.OXXX/XO.OX", "C2 D2 E2 E1 D3 D4 E4"),
        (
            ".OOXOOO/O.OXXX./.OOOX.O/O.OOOXX/OOOOOOO",
            "D4 E3 E4 E5 F5 G5",
        ),
        ("OOXOO/XOXOX/.OX.X/.XXOX", "D4 E4 D3 E3 E2"),
    ] {
        let board = board(rows);
        let judged = Judgement::of(&board, PLAYOUTS);
        let doubted = points(board.size(), unsettled);
        assert!(doubted.is_subset(&judged.unsettled), "{rows}: {judged:?}");
    }
}

/// Once these stones are captured, their owner moves first where they stood. Smaller blocks leave
/// no room for two eyes.
#[test]
fn stones_over_room_for_two_eyes_are_in_doubt() {
    let blocks = [
        (".X.X.OOOOO", true),
        (".X.X.OO", false),
        (
            "OOO.XXX/OOOXX.X/OOOXXXX/XXXXX.X/XXXXXXX/X.X.X.X/XXXXXXX",
            false,
        ),
        (
            "OOOO.XXX/OOOOXX.X/OOOOXXXX/OOOOXX.X/XXXXXXXX/X.X.X.XX/XXXXXXXX/XXXXXXXX",
            true,
        ),
    ];
    for (rows, is_in_doubt) in blocks {
        let board = board(rows);
        let white = board.stones_of(Color::White);
        let judged = Judgement::of(&board, PLAYOUTS);
        assert_eq!(judged.dead, white, "{rows}");
        assert_eq!(judged.is_certain(), !is_in_doubt, "{rows}: {judged:?}");
    }
}

/// Reading is cut off by the weak stones outside, and White lives by moving first on A10.
#[test]
fn a_group_around_a_space_of_six_points_is_in_doubt() {
    let board = board(
        "XXXX....XO.../OOOX....XOOOO/..OX....XO.../.XOX....XOOOO/..OX....XO.../OOOX........./\
         XXXX........./............./........XO.../........XOOOO/........XO.../........XOOOO/\
         ........XO...",
    );
    let group = points(board.size(), "A8 B8 C8 C9 C10 C11 C12 B12 A12");
    let judged = Judgement::of(&board, PLAYOUTS);
    assert!(group.is_subset(&judged.unsettled), "{judged:?}");
}

/// Positions in which dame are not all that is left, though no stone is in doubt: a connection that
/// is still to be made, points of which one is worth more than the others, a race that is won by
/// liberties which are dame, a corner that is cut off beside dead stones, and a group that White
/// makes a seki of by moving first on B9. The first two have other values, which the solver finds.
#[test]
fn ends_with_more_than_plain_dame_are_not_counted() {
    for rows in [
        ".XXOO./XX.OOO/.XXOO./XX.OOO/.XO.O.",
        ".XX..OOO./XXXXXOOOO/.X.XXO.O./XXXX.OOOO/.X.X.O.O./XXXX.OOOO/.X.X.O.O./XXXX.OOOO/.X.X.O.O.",
        ".X.X.XOOO.OO./.X.XXXOOO.OO./.X.XOOX.O.OO./.X.XOOX.O.OO./.X.XOOX.O.OO./.X.XO.X.O.OO./\
         .X..O.X.O.OO./.X.XO.X.O.OO./.X.XOOX.O.OO./.X.XOOX.O.OO./.X.XOOX.O.OO./.X.XXXOOO.OO./\
         .X.X.XOOO.OO.",
        ".O.OOOOOOOOOOOOOOOO/OOOOOOOOOOOOOOOOOOO/OOOOOOOOOOOOOOOOOO./OOOXXXXXXXXXXXXXXXX/\
         XXOXXXXXXXXXXXXXXXX/.X.X...XXXXXXXXXXXX/.XX.OO.............",
        "..XOO.X.X/...XOOXX./XXX.XOXXX/XOXXXOX.X/XOOXOOOOX/XXOO..O.O/XO..O..O./O.O....O./...O.....",
    ] {
        assert_eq!(counted(rows), None, "{rows}");
    }
    // With the connection made, the two dame are shared; with few dame all are tried.
    assert_eq!(counted(".XXOO./XX.OOO/.XXOO./XX.OOO/.XOOO."), Some(-8));
    assert_eq!(
        counted(".XX..OOO/XXXXXOOO/.X.XXO.O/XXXX.OOO/.X.X.O.O"),
        Some(16)
    );
}

/// Returns Black's margin by the count of an end, in half-points, if there is one: Chinese rules,
/// Black to move.
fn counted(rows: &str) -> Option<i32> {
    let rules = rules::find("chinese").expect("a row").rules;
    let game = Game::from_board(rules, &board(rows), Color::Black).expect("a game");
    counted_end(&game, PLAYOUTS, None)
}

/// White makes a seki by moving first on B7, and on B8: dead stones take away room, so eight empty
/// points beside them are no life.
#[test]
fn dead_stones_in_a_space_of_eight_points_are_in_doubt() {
    for (rows, dead) in [
        (
            "..XOOOOOO/..XXOOO.O/..OXOOOOO/..OXOOOOO/\
             XXXXOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/.OO.OOOOO",
            "C6 C7",
        ),
        (
            "..O.XOOOO/...XXOOOO/..XXOOOOO/XOXOOOOOO/\
             XXXOOO.OO/OOOOOOOOO/.OOOOOOOO/OOOOOOO.O/OOOOOOOOO",
            "B6 C9",
        ),
    ] {
        let board = board(rows);
        let judged = Judgement::of(&board, PLAYOUTS);
        let doubted = points(board.size(), dead);
        assert!(doubted.is_subset(&judged.unsettled), "{rows}: {judged:?}");
        assert_eq!(counted(rows), None, "{rows}");
    }
}

/// White's threat to cut on D4 takes the room that Black's answer to the next one on E3 needs.
#[test]
fn two_links_in_one_territory_are_not_counted() {
    let rows = "OOOOOOOOO/O.OOOOOOO/OOXOOOOOO/OXXXXXXXO/\
                OX....XOO/OOX...XOO/OOOX.XXO./OOOXOXOOO/OOOX.XOO.";
    assert_eq!(counted(rows), None);
}

/// The groups around a seki have few points each and are no walls at first, so the seki is read
/// once they are found to live.
#[test]
fn a_seki_between_small_living_groups_is_seen() {
    let board = board(
        "OOO.XXXXX/.OOXXXXX./.OOXXXXX./.OOXXXXX./.OOXXXXX./.OOXXXXX./\
         .OXOOXXX./.OX.OXXX./OOX.OXXXX/XXX.OOOXX/..X.O.OXX",
    );
    let judged = Judgement::of(&board, PLAYOUTS);
    for name in ["A2", "E2"] {
        let stone = parse_vertex(board.size(), name).expect("a vertex");
        assert!(judged.seki.contains(stone), "{name}: {judged:?}");
    }
}

/// With seven shared liberties the seki is too large to be read.
#[test]
fn a_seki_that_is_too_hard_to_read_is_in_doubt() {
    for rows in [
        "OOO.XXXX.X./..OXXXXX.X./.OOXXXXXXX./.OOXXXXXXX./.OXOOXXXXX./.OX.OXXXXX./\
         .OX.OXXX.X./.OX.OXXX.X./.OX.OXXX.X./OOX.OXXXXXX/XXX.OOOXXXX/..X.O.OXXXX",
        // Black's eye has a dead stone in it.
        "OOO.XXXXX.X./..OXXXXXX.X./.OOXXXXXXXX./.OOXXXXXXXX./.OOXXXXXXXX./.OOXXXXXXXX./.OXOOXXXXXX./\
         .OX.OXXXXXX./.OX.OXXXX.X./.OX.OXXXX.X./.OX.OXXXX.X./OOX.OXXXXXXX/XXX.OOOXXXXX/.O.XO.OXXXXX",
    ] {
        let board = board(rows);
        let judged = Judgement::of(&board, PLAYOUTS);
        for name in ["C2", "E2"] {
            let stone = parse_vertex(board.size(), name).expect("a vertex");
            let is_seen = judged.seki.contains(stone) || judged.unsettled.contains(stone);
            assert!(is_seen, "{rows} {name}: {judged:?}");
        }
    }
}
