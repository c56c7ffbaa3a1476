//! Agreement with the player on dead stones, and play without an agreement: capturing dead stones,
//! and playing on.

use halfpoint_core::rules::PRESETS;
use halfpoint_gtp::Session;

use crate::talk::{self, WALLS, ok};

/// The stones of [`WALLS`] that are alive.
const ALL: [&str; 24] = [
    "C1", "C2", "C3", "C4", "C5", "C6", "C7", "A2", "B2", "A6", "B6", "D1", "D2", "D3", "D4", "D5",
    "D6", "D7", "E2", "F2", "G2", "E6", "F6", "G6",
];

fn session(rules: &str, side: usize) -> Session {
    talk::session(rules, side, 200, 1)
}

fn walls(rules: &str) -> Session {
    let mut session = session(rules, 7);
    ok(&mut session, WALLS);
    session
}

fn stones(session: &mut Session) -> String {
    ["alive", "seki", "dead"]
        .map(|status| ok(session, &format!("final_status_list {status}")))
        .join(" ")
}

fn has(list: &str, vertex: &str) -> bool {
    list.split_whitespace().any(|word| word == vertex)
}

#[test]
fn proposal_is_accepted_only_if_it_lists_exactly_the_dead_stones() {
    for (proposal, right) in [
        ("A4 F4", true),
        ("A4", false),
        ("", false),
        ("A4 D1 F4", false),
    ] {
        let mut s = walls("half_pass");
        ok(&mut s, &format!("halfpoint-propose_dead b {proposal}"));
        let answer = ok(&mut s, "halfpoint-genmove w halfpass fullpass");
        assert_eq!(answer == "halfpass", right, "{proposal}: {answer}");
        let over = ok(&mut s, "halfpoint-state").contains(r#""over":"passes""#);
        assert_eq!(over, right, "{proposal}");
        if right {
            assert!(has(&ok(&mut s, "final_status_list dead"), "A4"));
            ok(&mut s, "undo");
            assert_eq!(ok(&mut s, "halfpoint-dead"), "");
        }
        // Unless the token move is named, there is no way to accept.
        let mut s = walls("half_pass");
        ok(&mut s, &format!("halfpoint-propose_dead b {proposal}"));
        assert_ne!(ok(&mut s, "genmove w"), "halfpass");
        assert!(!ok(&mut s, "halfpoint-state").contains(r#""over":"passes""#));
    }
}

#[test]
fn agreed_dead_stones_belong_to_a_position() {
    let mut s = walls("japanese");
    assert_eq!(ok(&mut s, "halfpoint-dead A4"), "A4");
    ok(&mut s, "play b pass");
    ok(&mut s, "play w pass");
    ok(&mut s, "play b B4");
    ok(&mut s, "halfpoint-dead none");
    ok(&mut s, "halfpoint-dead F4");
    ok(&mut s, "undo");
    ok(&mut s, "halfpoint-dead auto");
    assert_eq!(ok(&mut s, "halfpoint-dead"), "A4 F4");
}

/// Makes moves by turns until both sides have passed in a row, and returns the number of moves
/// before the last.
fn clean_up(s: &mut Session, mut next: impl FnMut(&mut Session, &str) -> String) -> usize {
    let mut passes = 0;
    for number in 0..200 {
        let color = ["b", "w"][number % 2];
        let answer = next(s, color);
        passes = if answer == "pass" { passes + 1 } else { 0 };
        if passes == 2 {
            return number;
        }
    }
    panic!("no end\n{}", ok(s, "showboard"));
}

#[test]
fn cleanup_captures_all_dead_stones_under_every_rule_set() {
    for preset in &PRESETS {
        for stubborn in ["", "b", "w"] {
            let mut s = walls(preset.id);
            let by_area = |s: &mut Session| {
                let row = ok(s, "halfpoint-score chinese");
                row.split('\t').nth(1).expect("a result").to_string()
            };
            let before = by_area(&mut s);
            clean_up(&mut s, |s, color| {
                if color != stubborn {
                    return ok(s, &format!("kgs-genmove_cleanup {color}"));
                }
                if ok(s, &format!("halfpoint-pass_means {color}")) != "illegal" {
                    ok(s, &format!("play {color} pass"));
                }
                "pass".to_string()
            });
            let left = stones(&mut s);
            assert_eq!(
                has(&left, "A4"),
                stubborn == "b",
                "{} {stubborn}",
                preset.id
            );
            assert_eq!(
                has(&left, "F4"),
                stubborn == "w",
                "{} {stubborn}",
                preset.id
            );
            for stone in ALL {
                assert!(has(&left, stone), "{} {stubborn}: {stone}", preset.id);
            }
            if preset.id == "chinese" {
                assert_eq!(before, by_area(&mut s));
            }
        }
    }
}

#[test]
fn cleanup_of_finished_games_keeps_the_score() {
    for (side, games) in [(5, 5), (7, 2), (9, 1)] {
        for seed in 0..games {
            let mut s = session("chinese", side);
            ok(&mut s, &format!("set_random_seed {seed}"));
            let mut passes = 0;
            for number in 0..400 {
                let color = ["b", "w"][number % 2];
                let answer = ok(&mut s, &format!("genmove {color}"));
                passes = if answer == "pass" { passes + 1 } else { 0 };
                if passes == 2 || answer == "resign" {
                    break;
                }
            }
            if passes < 2 {
                continue;
            }
            let game = s.game().clone();
            let dead = ok(&mut s, "final_status_list dead");
            let proven = halfpoint_core::life::proven_dead(game.board());
            let before = ok(&mut s, "final_score");
            let board = ok(&mut s, "showboard");
            clean_up(&mut s, |s, color| {
                ok(s, &format!("kgs-genmove_cleanup {color}"))
            });
            if proven.is_some() {
                let after = ok(&mut s, "final_score");
                assert_eq!(
                    before,
                    after,
                    "{board}\n{dead}\n{}",
                    ok(&mut s, "showboard")
                );
                assert_eq!(ok(&mut s, "final_status_list dead"), "", "{board}");
            }
        }
    }
}

/// Passes until the game is over.
fn pass_out(s: &mut Session) {
    for number in 0..6 {
        if ok(s, "halfpoint-state").contains(r#""over":"passes""#) {
            return;
        }
        ok(s, &format!("play {} pass", ["b", "w"][number % 2]));
    }
    panic!("no end");
}

#[test]
fn play_after_the_end_loses_no_living_stone() {
    for preset in PRESETS.iter().filter(|preset| preset.id != "ultimate") {
        let mut s = walls(preset.id);
        pass_out(&mut s);
        for number in 0..60 {
            let answer = ok(&mut s, &format!("genmove {}", ["w", "b"][number % 2]));
            assert_ne!(answer, "resign", "{}", preset.id);
            if number > 2 && ok(&mut s, "halfpoint-state").contains(r#""over":"passes""#) {
                break;
            }
            assert!(number < 59, "{}: no end", preset.id);
        }
        let left = stones(&mut s);
        for stone in ALL {
            assert!(has(&left, stone), "{}: {stone}", preset.id);
        }
    }
}

#[test]
fn threat_after_the_end_is_answered() {
    for preset in PRESETS.iter().filter(|preset| preset.id != "ultimate") {
        let mut s = session(preset.id, 5);
        // White is ahead as long as the four points E1 to E4 give two eyes.
        ok(&mut s, "komi 9.5");
        ok(
            &mut s,
            "gogui-setup b A2 b B2 b B1 b C2 b C1 b C3 b C4 b B4 b A4 b C5 \
             w D1 w D2 w D3 w D4 w D5 w E5",
        );
        pass_out(&mut s);
        ok(&mut s, "play b E2");
        assert_eq!(ok(&mut s, "genmove w"), "E3", "{}", preset.id);
    }
}

#[test]
fn stones_not_agreed_to_be_dead_are_captured() {
    // White is 1 point behind if F4 stands, and ahead if it is captured.
    let mut s = talk::session_with_net("chinese", 7, 200, 1);
    ok(&mut s, WALLS);
    ok(&mut s, "komi -6");
    ok(&mut s, "halfpoint-dead none");
    ok(&mut s, "play b pass");
    assert_ne!(ok(&mut s, "genmove w"), "pass");
    // Agreed to be dead, the stone counts as captured.
    let mut s = walls("chinese");
    ok(&mut s, "komi -6");
    ok(&mut s, "play b pass");
    assert_eq!(ok(&mut s, "genmove w"), "pass");
}
