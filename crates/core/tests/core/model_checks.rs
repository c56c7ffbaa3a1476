//! The reference model, checked with the worked examples and the identities of the rules.

use crate::model;

use model::{Model, ModelMove, RULES, Setup};

fn board(width: usize, height: usize) -> Setup {
    Setup {
        width,
        height,
        ..Setup::default()
    }
}

fn point(name: &str) -> (usize, usize) {
    let letter = name.as_bytes()[0];
    let x = letter - b'A' - u8::from(letter > b'I');
    (x as usize, name[1..].parse::<usize>().unwrap() - 1)
}

const NAMES: [&str; 6] = ["button", "halfpass", "fullpass", "delay", "draw", "resign"];

/// Plays `B:C3`, `W:pass`, `B:button`, `B:propose(A1,B2)` or `undo`; a move with `!reason` must be
/// refused for that reason.
fn play(game: &mut Model, text: &str) {
    for word in text.split_whitespace() {
        if word == "undo" {
            assert!(game.undo());
            continue;
        }
        let (word, reason) = match word.split_once('!') {
            Some((word, reason)) => (word, Err(reason.replace('_', " "))),
            None => (word, Ok(())),
        };
        let (colour, name) = word.split_once(':').unwrap();
        let mv = if name == "pass" {
            ModelMove::Pass
        } else if let Some(stones) = name.strip_prefix("propose(") {
            let stones = stones.trim_end_matches(')').split(',');
            ModelMove::Propose(stones.filter(|s| !s.is_empty()).map(point).collect())
        } else if let Some(name) = NAMES.into_iter().find(|&n| n == name) {
            ModelMove::Named(name)
        } else {
            let (x, y) = point(name);
            ModelMove::Place(x, y)
        };
        let got = game.play(colour == "B", mv).map_err(str::to_string);
        assert_eq!(got, reason, "{word}");
    }
}

fn game(rules: &str, setup: Setup, moves: &str) -> Model {
    let mut game = Model::new(rules, setup, 0);
    play(&mut game, moves);
    game
}

const COLUMNS: &str = "B:B1 W:C1 B:B2 W:C2 B:B3 W:C3 B:B4 W:C4 B:B5 W:C5";
const DAMES: &str = "B:B1 W:D1 B:B2 W:D2 B:B3 W:D3 B:B4 W:D4 B:B5 W:D5 B:C1 W:C2 B:C3 W:C4 B:C5";

#[test]
fn example_a_has_the_stated_result_under_every_rule_set() {
    for rules in RULES {
        let game = game(rules, board(5, 5), &format!("{COLUMNS} B:pass W:pass"));
        let expected = match rules {
            "button" | "button_equivalence" => "W+4.5",
            "reverse_button" => "W+5.5",
            // Black's pass takes the button, which is worth nothing to Black.
            _ => "W+5",
        };
        assert_eq!(game.final_score(&[]), expected, "{rules}");
    }
}

#[test]
fn example_b_has_the_stated_result_under_every_rule_set() {
    for rules in RULES {
        let game = game(rules, board(5, 5), &format!("{DAMES} W:pass B:pass"));
        let expected = match rules {
            "tromp_taylor" | "chinese" | "new_zealand" | "aga" | "bga" | "stone_scoring"
            | "ing" => "B+1",
            "button" | "white_button" | "button_equivalence" | "reverse_button" => "B+0.5",
            _ => "0",
        };
        assert_eq!(game.final_score(&[]), expected, "{rules}");
    }
}

#[test]
fn example_d_ends_even_with_an_even_ledger() {
    let games = [
        (
            "two_button_moves",
            "B:button W:C1 B:A1 W:pass B:pass W:pass",
        ),
        (
            "two_button_moves",
            "B:A1 W:C1 B:pass W:pass B:pass W:button",
        ),
        ("two_button", "B:pass W:C1 B:A1 W:pass B:pass"),
        ("two_button", "B:A1 W:C1 B:pass W:pass"),
    ];
    for (rules, moves) in games {
        let game = game(rules, board(7, 7), moves);
        assert_eq!(game.over(), Some("passes"), "{rules} {moves}");
        let (black, white) = game.ledger();
        assert_eq!(black, white, "{rules} {moves}");
        assert_eq!(game.margin(&[]), 0, "{rules} {moves}");
        assert_eq!(game.two_button_other_count(&[]), 0, "{rules} {moves}");
    }
}

#[test]
fn passes_have_the_stated_effect_and_names() {
    let rows: [(&str, &str, &str, &[&str]); 20] = [
        ("chinese", "", "pass", &[]),
        ("bga", "", "fullpass", &["fullpass"]),
        ("two_button", "B:pass", "fullpass", &["fullpass"]),
        ("reverse_button", "", "fullpass", &["fullpass"]),
        ("reverse_button", "B:pass W:pass", "fullpass", &["fullpass"]),
        ("button", "", "button", &["button", "fullpass"]),
        ("button", "B:pass", "pass", &["fullpass"]),
        ("white_button", "", "button", &["button", "fullpass"]),
        ("white_button", "B:pass", "pass", &["fullpass"]),
        ("ing", "", "pass", &[]),
        ("button_equivalence", "B:pass", "fullpass", &["fullpass"]),
        (
            "two_button_moves",
            "B:fullpass W:fullpass",
            "button",
            &["button", "fullpass"],
        ),
        (
            "two_button_moves",
            "B:pass W:pass",
            "fullpass",
            &["fullpass"],
        ),
        (
            "two_button_moves",
            "B:pass W:pass B:pass",
            "button",
            &["button", "fullpass"],
        ),
        (
            "two_button_moves",
            "B:pass W:pass B:pass W:pass",
            "button",
            &["button", "fullpass"],
        ),
        ("half_pass", "", "halfpass", &["halfpass"]),
        ("half_pass", "B:pass", "fullpass", &["fullpass"]),
        (
            "half_pass",
            "B:propose()",
            "fullpass",
            &["halfpass", "fullpass"],
        ),
        (
            "half_pass",
            "B:pass W:pass B:pass",
            "halfpass",
            &["halfpass"],
        ),
        ("ultimate", "B:pass W:pass", "draw", &["draw"]),
    ];
    for (rules, moves, means, names) in rows {
        let game = game(rules, board(5, 5), moves);
        let black = game.to_move_black();
        assert_eq!(game.pass_means(black), means, "{rules} {moves}");
        assert_eq!(game.token_names(black), names, "{rules} {moves}");
    }
}

#[test]
fn play_after_the_end_rereads_the_last_token() {
    let mut two = game("two_button", board(5, 5), "B:pass W:pass");
    assert_eq!(two.ledger(), (3, 3));
    play(&mut two, "B:C3");
    assert_eq!((two.over(), two.ledger()), (None, (3, 2)));
    play(&mut two, "undo B:pass");
    assert_eq!((two.over(), two.ledger()), (Some("passes"), (4, 4)));
    assert_eq!(two.consecutive_passes(), 3);

    let mut half = game("half_pass", board(5, 5), "B:pass W:pass B:pass");
    assert_eq!((half.ledger(), half.half_pass_zone()), ((2, 2), (2, 0)));
    play(&mut half, "W:C3");
    assert_eq!((half.ledger(), half.half_pass_zone()), ((2, 3), (1, 0)));

    let mut moves = game(
        "two_button_moves",
        board(5, 5),
        "B:pass W:pass B:pass W:pass",
    );
    assert_eq!((moves.ledger(), moves.over()), ((3, 3), Some("passes")));
    assert_eq!(moves.consecutive_passes(), 0);
    play(&mut moves, "B:fullpass");
    assert_eq!((moves.ledger(), moves.over()), ((4, 5), None));
    assert_eq!(moves.consecutive_passes(), 4);
    play(&mut moves, "B:button!no_button W:pass B:pass");
    assert_eq!((moves.ledger(), moves.over()), ((6, 6), Some("passes")));

    let mut table = game("button", board(5, 5), "B:fullpass W:fullpass");
    assert_eq!((table.over(), table.margin(&[])), (Some("passes"), 0));
    play(&mut table, "B:button");
    assert_eq!((table.over(), table.margin(&[])), (None, 1));
    play(&mut table, "W:button!no_button W:resign B:C3!game_over");
    assert_eq!(table.final_score(&[]), "B+R");
}

#[test]
fn a_proposal_counts_only_if_the_next_move_accepts_it() {
    let stones = "B:A1 W:E5 B:C3";
    let mut game = game("half_pass", board(5, 5), &format!("{stones} W:propose(E5)"));
    // Passing out declines the proposal: a half-pass, a full pass and a half-pass.
    assert_eq!(game.margin(&[(0, 0)]), 0);
    play(&mut game, "B:halfpass");
    assert_eq!(game.over(), Some("passes"));
    // Territory is 23 points, there is one prisoner, and the ledger is even.
    assert_eq!(game.margin(&[]), 48);
    assert_eq!(game.at(4, 4), Some(false));
    play(&mut game, "W:pass");
    assert_eq!((game.over(), game.ledger()), (Some("passes"), (2, 2)));
    assert_eq!(game.margin(&[]), 0);
    play(
        &mut game,
        "undo undo B:fullpass W:propose()!not_now W:fullpass!not_now W:pass",
    );
    assert_eq!((game.over(), game.margin(&[])), (Some("passes"), 0));
}

const KO: &str = "B:B1 W:C1 B:A2 W:D2 B:B3 W:C3 B:C2 W:B2";

#[test]
fn kos_are_banned_and_buttons_lift_the_ban() {
    for rules in RULES {
        let reason = match rules {
            "japanese" | "korean" | "black_white" => "ko",
            _ => "superko",
        };
        let mut game = game(rules, board(5, 5), &format!("{KO} B:C2!{reason}"));
        assert_eq!(game.captures(), (0, 1));
        play(&mut game, &format!("B:E5 W:E4 B:C2 W:B2!{reason}"));
    }
    // A button lifts the ban, a pass does not; a pass does lift a simple ko.
    let lifted = format!("{KO} B:button W:D5 B:C2");
    for rules in ["button", "button_equivalence", "two_button_moves"] {
        game(rules, board(5, 5), &lifted);
    }
    game(
        "aga",
        board(5, 5),
        &format!("{KO} B:pass W:pass B:C2!superko"),
    );
    game("japanese", board(5, 5), &format!("{KO} B:pass W:pass B:C2"));
    // The bans that the second button lifted return when play goes on.
    let ended = format!("B:button W:E5 {KO} B:fullpass W:fullpass");
    game(
        "two_button_moves",
        board(5, 5),
        &format!("{ended} B:C2!superko"),
    );
    game(
        "two_button_moves",
        board(5, 5),
        &format!("{ended} B:button B:C2!superko"),
    );
}

#[test]
fn suicide_of_chains_is_legal_under_three_rule_sets_only() {
    for rules in RULES {
        let one = "W:A2 W:B1 B:A1!suicide";
        game(rules, board(5, 5), one);
        let mut game = game(rules, board(5, 5), "W:A3 W:B2 W:C1 B:A1 B:B1 W:D5");
        match rules {
            "tromp_taylor" | "new_zealand" | "ing" => {
                play(&mut game, "B:A2");
                assert_eq!(game.captures(), (0, 3));
                assert_eq!(game.at(0, 0), None);
            }
            _ => play(&mut game, "B:A2!suicide"),
        }
    }
}

#[test]
fn triple_ko_is_void() {
    // Kos 0 and 1 belong to White, ko 2 to Black. Black takes 0, White 2, Black 1, White 0, Black 2
    // and White 1, which restores the position.
    let mut setup = board(4, 9);
    for k in 0..3 {
        let y = 3 * k;
        setup.black.extend([(1, y), (0, y + 1), (1, y + 2)]);
        setup.white.extend([(2, y), (3, y + 1), (2, y + 2)]);
        if k < 2 {
            setup.white.push((1, y + 1));
        } else {
            setup.black.push((2, y + 1));
        }
    }
    let mut game = Model::new("japanese", setup, 13);
    let cycle = "B:C2 W:B8 B:C5 W:B2 B:C8 W:B5";
    play(&mut game, cycle);
    assert_eq!(game.over(), None);
    let mut broken = game.clone();
    play(&mut game, cycle);
    assert_eq!(game.over(), Some("void"));
    assert_eq!(game.final_score(&[]), "0");
    assert_eq!(game.pass_means(true), "illegal");
    assert!(game.legal_points(true).is_empty());
    play(&mut game, "B:pass!game_over undo");
    assert_eq!(game.over(), None);
    // A pass by each side interrupts the run of placements.
    play(&mut broken, "B:pass W:A1 undo undo");
    play(&mut broken, "B:pass B:C2 W:B8 B:C5 W:B2 B:C8 W:B5");
    assert_eq!(broken.over(), None);
}

#[test]
fn ultimate_ends_by_draw_or_without_legal_move() {
    let mut game = game("ultimate", board(1, 1), "");
    assert_eq!(game.token_names(true), ["delay"]);
    assert!(game.legal_points(true).is_empty());
    play(&mut game, "B:pass");
    assert_eq!(
        (game.bowls(), game.ultimate_stone_in()),
        ((0, 1), Some(false))
    );
    assert_eq!(game.pass_means(true), "illegal");
    play(&mut game, "W:pass");
    assert_eq!(game.pass_means(true), "draw");
    play(&mut game, "B:draw W:pass!game_over undo");
    assert_eq!(game.over(), None);

    let mut setup = board(1, 1);
    setup.bowl_handicap = 1;
    let mut game = Model::new("ultimate", setup, 0);
    play(&mut game, "B:delay W:draw!no_draw W:delay");
    assert_eq!(game.over(), Some("no_move"));
    assert_eq!(game.final_score(&[]), "W+R");
    play(&mut game, "B:delay!game_over undo");
    assert_eq!(game.over(), None);
}

#[test]
fn ultimate_scores_count_spare_moves() {
    let score = |moves: &str| {
        let game = game("ultimate", board(5, 5), &format!("{COLUMNS} {moves}"));
        game.final_score(&[])
    };
    assert_eq!(score(""), "W+5");
    // Black has 0 + 5 − 2, White 1 + 10 − 2, and Black one more, since White is to move.
    assert_eq!(score("B:delay"), "W+5");
    assert_eq!(score("B:delay W:D1"), "W+5");
    // White holds no regular prisoner, so Black can draw at once.
    assert_eq!(score("B:delay W:delay B:A1"), "0");
    assert_eq!(score("B:delay W:delay"), "W+5");
    assert_eq!(score("B:delay W:delay B:draw"), "0");
    // A dead stone counts two: its point A3 and the prisoner.
    assert_eq!(
        game("ultimate", board(5, 5), &format!("{COLUMNS} W:A3")).final_score(&[(0, 2)]),
        "W+4"
    );
}

#[test]
fn territory_counts_only_beside_one_colour() {
    // Black holds column B, White column C, D1 and D3, on a 4×3 board: A1 to A3 are Black's
    // territory, D2 is White's.
    let setup = Setup {
        black: vec![(1, 0), (1, 1), (1, 2)],
        white: vec![(2, 0), (2, 1), (2, 2), (3, 2), (3, 0)],
        ..board(4, 3)
    };
    let mut game = Model::new("japanese", setup, 0);
    play(&mut game, "B:pass W:pass");
    // No region is neutral, so all territory counts: three points against one.
    assert_eq!(game.margin(&[]), 4);
    // A white stone on A1 makes the left side neutral, so that Black has no territory.
    play(&mut game, "W:A1");
    assert_eq!(game.passed_out().margin(&[]), -2);
    assert_eq!(game.margin(&[(0, 0)]), 2 * (3 + 1 - 1));
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % n
    }
}

/// Plays a random game of up to 59 moves, with alternating turns and occasional passes. It may go
/// on after an end.
fn random_game(random: &mut Random, rules: &str, setup: Setup, plain: bool) -> Model {
    let mut game = Model::new(rules, setup, 2 * random.below(9) as i32 - 3);
    for _ in 0..random.below(60) {
        let black = game.to_move_black();
        let points = game.legal_points(black);
        let names = game.token_names(black);
        if points.is_empty() || random.below(8) == 0 {
            if !plain && !names.is_empty() {
                let name = names[random.below(names.len())];
                game.play(black, ModelMove::Named(name)).unwrap();
            } else if game.play(black, ModelMove::Pass).is_err() {
                break;
            }
        } else {
            let (x, y) = points[random.below(points.len())];
            game.play(black, ModelMove::Place(x, y)).unwrap();
        }
        if game.over().is_some() && random.below(2) == 0 {
            break;
        }
    }
    game
}

#[test]
fn margins_follow_from_area_and_tokens() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    for _ in 0..150 {
        for rules in [
            "button",
            "button_equivalence",
            "two_button",
            "reverse_button",
            "two_button_moves",
            "half_pass",
        ] {
            let mut setup = board(4, 3);
            if random.below(3) == 0 {
                setup.black = vec![(0, 0), (2, 1)];
                setup.handicap = 2;
                setup.white_first = true;
            }
            let plain = random.below(2) == 0;
            let handicap = setup.handicap as i32;
            let game = random_game(&mut random, rules, setup.clone(), plain).passed_out();
            // Area is read from a game under Tromp-Taylor rules that starts from the final board,
            // without komi and ledger.
            let mut stones = setup;
            stones.white_first = false;
            stones.black.clear();
            stones.handicap = 0;
            for y in 0..stones.height {
                for x in 0..stones.width {
                    match game.at(x, y) {
                        Some(true) => stones.black.push((x, y)),
                        Some(false) => stones.white.push((x, y)),
                        None => {}
                    }
                }
            }
            let area = Model::new("tromp_taylor", stones, 0).margin(&[]);
            let sign = |black| if black { 1 } else { -1 };
            let (first, last) = game.first_and_last_token().unwrap();
            let m = 2 * game.move_difference();
            let (b, w) = game.ledger();
            match rules {
                "button" => {
                    if plain {
                        assert_eq!(game.margin(&[]), game.fourth_form_margin(&[]), "{game:?}");
                    }
                    let bonus = if handicap > 0 { 2 * (handicap - 1) } else { 0 };
                    assert_eq!(game.margin(&[]) + game.komi(), area + b - w - bonus);
                }
                "button_equivalence" => {
                    if plain {
                        assert_eq!(game.margin(&[]), game.fourth_form_margin(&[]), "{game:?}");
                        let bonus = if handicap > 0 { 2 * (handicap - 1) } else { 0 };
                        let button = sign(first);
                        assert_eq!(game.margin(&[]) + game.komi(), area + button - bonus);
                    }
                }
                "reverse_button" => {
                    assert_eq!(
                        game.margin(&[]) + game.komi(),
                        area - m + sign(last),
                        "{game:?}"
                    );
                }
                _ => {
                    if plain || rules != "two_button_moves" {
                        assert_eq!(
                            game.margin(&[]) + game.komi(),
                            area - m + sign(first) + sign(last),
                            "{rules} {game:?}"
                        );
                    }
                    if rules == "two_button" || (plain && rules == "two_button_moves") {
                        assert_eq!(game.margin(&[]), game.two_button_other_count(&[]));
                    }
                }
            }
        }
    }
}

#[test]
fn random_games_can_be_scored_and_taken_back() {
    let mut random = Random(88_172_645_463_325_252);
    for rules in RULES {
        for i in 0..40 {
            let mut setup = board(3 + i % 2, 3);
            setup.bowl_handicap = i as i32 % 3 - 1;
            let mut game = random_game(&mut random, rules, setup, i % 3 == 0);
            game.final_score(&[]);
            while game.undo() {}
            assert_eq!(game.ledger(), (0, 0));
            assert!(!game.undo());
        }
    }
}
