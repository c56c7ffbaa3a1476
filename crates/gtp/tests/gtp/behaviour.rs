//! Behaviour of the player at the end of a game under each rule set, over GTP: it keeps its
//! territory if a stone there costs a point, captures dead stones if that is free or needed, and
//! keeps spare moves and two eyes.

use halfpoint_core::board::{Color, Point};
use halfpoint_core::life::pass_alive;
use halfpoint_core::notation::parse_vertex;
use halfpoint_gtp::Session;

use crate::talk::{self, WALLS, ok};

/// [`WALLS`] without room in White's area, so that capturing A4 is the only task left.
const ONE_TASK: &str = "gogui-setup b C1 b C2 b C3 b C4 b C5 b C6 b C7 b A2 b B2 b A6 b B6 w A4 \
     w D1 w D2 w D3 w D4 w D5 w D6 w D7 w E1 w E2 w E3 w E4 w E5 w E6 w E7 \
     w F1 w F2 w F3 w F4 w F5 w F6 w F7 w G2 w G4 w G6";

/// Rules under which a stone in the own territory costs a point, because passing is free.
const FREE_PASSES: [&str; 3] = ["japanese", "korean", "black_white"];
/// Rules under which a stone in the own territory costs no more than a pass.
const STONE_PASSES: [&str; 5] = [
    "aga",
    "bga",
    "button_equivalence",
    "two_button",
    "reverse_button",
];

fn session(rules: &str, side: usize, playouts: u64, seed: u64) -> Session {
    let mut session = talk::session(rules, side, playouts, seed);
    ok(&mut session, "komi 0.5");
    session
}

fn is_over(session: &Session) -> bool {
    session.game().state().over.is_some()
}

fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "b",
        Color::White => "w",
    }
}

/// Returns the point of an answer that is a placement.
fn placed(session: &Session, answer: &str) -> Option<Point> {
    parse_vertex(session.game().board().size(), answer)
}

/// Returns the stone on a point.
fn at(session: &Session, vertex: &str) -> Option<Color> {
    let board = session.game().board();
    board.get(parse_vertex(board.size(), vertex).expect("a point"))
}

/// Plays until the game is over; `look` receives the game before each move, the side and the move.
fn play_on(session: &mut Session, most: usize, mut look: impl FnMut(&Session, Color, &str)) {
    for _ in 0..most {
        if is_over(session) {
            return;
        }
        let before = session.game().clone();
        let color = before.to_move();
        let answer = ok(session, &format!("reg_genmove {}", letter(color)));
        look(session, color, &answer);
        if answer == "resign" {
            return;
        }
        ok(session, &format!("play {} {answer}", letter(color)));
    }
    panic!("no end\n{}", ok(session, "showboard"));
}

#[test]
fn own_territory_is_not_filled_if_stones_cost_points() {
    for rules in FREE_PASSES {
        for komi in ["-30", "-1.5", "0", "0.5", "1.5", "30"] {
            for passed in [false, true] {
                let mut s = session(rules, 7, 300, 1);
                ok(&mut s, WALLS);
                ok(&mut s, &format!("komi {komi}"));
                if passed {
                    ok(&mut s, "play b pass");
                }
                let color = letter(s.game().to_move());
                let answer = ok(&mut s, &format!("genmove {color}"));
                assert_eq!(answer, "pass", "{rules}, komi {komi}, {passed}");
            }
        }
    }
}

/// Whole games: no stone is ever placed on points that own living stones enclose.
#[test]
fn no_stone_is_placed_inside_own_living_enclosures() {
    for rules in FREE_PASSES {
        for (side, seed) in [(5, 1), (5, 2), (7, 3)] {
            let mut s = session(rules, side, 200, seed);
            play_on(&mut s, 8 * side * side, |s, color, answer| {
                let own = pass_alive(s.game().board(), color);
                let thrown = placed(s, answer).is_some_and(|point| own.enclosed.contains(point));
                assert!(!thrown, "{rules} {side} {seed}: {answer}");
            });
        }
    }
}

/// Every point is judged to be Black's, but White has some chances left, which a pass would give
/// away.
#[test]
fn lost_games_are_played_on_while_there_are_chances() {
    let played = "gogui-play_sequence b C5 w E4 b C3 w D4 b C4 w D2 b C2 w D3 b D5 w C1 b B1";
    for seed in 1..6 {
        let mut s = session("chinese", 5, 500, seed);
        ok(&mut s, "komi 24");
        ok(&mut s, played);
        let answer = ok(&mut s, "genmove w");
        assert!(placed(&s, &answer).is_some(), "{seed}: {answer}");
    }
}

/// Only Black has something to capture, and White passes: each of Black's stones in its own
/// territory costs a point, and so does each pass of White. As long as the stone is not agreed to
/// be dead it has to be captured, and that costs nothing.
#[test]
fn disputed_dead_stones_are_captured_if_that_is_free() {
    for rules in STONE_PASSES {
        let mut s = talk::session_with_net(rules, 7, 400, 1);
        ok(&mut s, ONE_TASK);
        // Black is ahead if the stone is captured, and behind if it stays. (Stones of a setup are
        // not moves, so that area and territory do not agree here.)
        let by_area = ["aga", "bga"].contains(&rules);
        ok(&mut s, ["komi 4.5", "komi -8.5"][usize::from(by_area)]);
        let agreed = ok(&mut s, "final_score");
        ok(&mut s, "halfpoint-dead none");
        let mut stones = 0;
        for _ in 0..20 {
            if is_over(&s) {
                break;
            }
            stones += u32::from(ok(&mut s, "genmove b") != "pass");
            if !is_over(&s) {
                ok(&mut s, "play w pass");
            }
        }
        assert!(stones >= 3, "{rules}: {stones} stones");
        assert_eq!(at(&s, "A4"), None, "{rules}");
        let score = ok(&mut s, "final_score");
        assert!(score.starts_with("B+"), "{rules}: {score}");
        if by_area {
            assert_eq!(score, agreed, "{rules}");
        }
    }
}

/// Black captures first where it is ahead in any case, and where only capturing wins.
#[test]
fn half_pass_captures_dead_stones_before_passing() {
    let mut s = session("half_pass", 7, 400, 1);
    ok(&mut s, ONE_TASK);
    ok(&mut s, "komi -8.5");
    let first = ok(&mut s, "genmove b");
    assert!(["A3", "A5", "B4"].contains(&&*first), "{first}");
    let mut s = session("half_pass", 7, 400, 1);
    ok(&mut s, ONE_TASK);
    ok(&mut s, "komi 4.5");
    play_on(&mut s, 100, |_, _, _| ());
    assert_eq!(at(&s, "A4"), None);
    assert_eq!(at(&s, "C4"), Some(Color::Black));
    assert_eq!(at(&s, "D4"), Some(Color::White));
    assert!(ok(&mut s, "final_score").starts_with("B+"));
}

/// The side with fewer spare moves resigns or draws in the end, and both groups still have two
/// eyes.
#[test]
fn ultimate_keeps_two_eyes_to_the_end() {
    for seed in 1..4 {
        // With a few hundred playouts a group is sometimes lost to an invasion.
        let mut s = session("ultimate", 5, 1000, seed);
        ok(
            &mut s,
            "gogui-play_sequence b B1 w C1 b B2 w C2 b B3 w C3 b B4 w C4 b B5 w C5",
        );
        let start = s.game().clone();
        play_on(&mut s, 200, |_, _, _| ());
        let board = s.game().board();
        for (point, color) in start.board().stones() {
            assert_eq!(board.get(point), Some(color), "{seed}");
        }
    }
}

/// Black's B column and White's walls on 5×7, with a white stone on A4 inside Black's area.
const INTRUDER: &str = "gogui-setup b B1 b B2 b B3 b B4 b B5 b B6 b B7 w C1 w C2 w C3 w C4 w C5 w C6 w C7 \
     w D1 w D2 w D3 w D4 w D5 w D6 w D7 w A4";

/// A stone that stays by agreement is captured before it counts, though that costs a point, and
/// what was searched before the agreement is forgotten.
#[test]
fn stones_that_are_agreed_to_live_are_captured() {
    let mut s = talk::session_with_net("japanese", 5, 300, 1);
    for command in ["boardsize 5 7", "komi -3", INTRUDER, "gogui-setup_player w"] {
        ok(&mut s, command);
    }
    ok(&mut s, "play w pass");
    assert_eq!(ok(&mut s, "reg_genmove b"), "pass");
    ok(&mut s, "halfpoint-dead none");
    let answer = ok(&mut s, "genmove b");
    assert!(["A3", "A5"].contains(&&*answer), "{answer}");
    // The search of a capture that wins is not given up for a pass that loses.
    ok(&mut s, &format!("{INTRUDER} b A3"));
    for command in ["gogui-setup_player w", "halfpoint-dead none", "play w pass"] {
        ok(&mut s, command);
    }
    assert_eq!(ok(&mut s, "genmove b"), "A5");
}

/// The bowls take the place of komi, so that a name of rules keeps them.
#[test]
fn a_name_of_rules_keeps_the_bowls() {
    let mut s = session("ultimate", 5, 10, 1);
    ok(&mut s, "kata-set-rule bowlHandicap 2");
    let before = ok(&mut s, "final_score");
    ok(&mut s, "kata-set-rules ultimate");
    assert_eq!(ok(&mut s, "final_score"), before);
}
