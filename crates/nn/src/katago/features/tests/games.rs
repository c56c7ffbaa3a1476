//! Inputs of short games, and of the past of games played at random.

use halfpoint_core::notation::parse_vertex;
use halfpoint_core::rules::{KoRule, Rules, TaxRule, find};
use halfpoint_core::{Color, Game, HalfPoints, Move, Size, TokenKind};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::History;
use crate::katago::features::{InputExtractor, Inputs, NetRules, NetScoring};

const CHINESE: NetRules = NetRules {
    ko: KoRule::Positional,
    multi_stone_suicide: false,
    scoring: NetScoring::Area,
    tax: TaxRule::None,
    button_on_table: false,
    komi: HalfPoints::from_points(7),
    friendly_pass_ok: true,
};

fn rules(name: &str) -> Rules {
    find(name).expect("a row of the table").rules
}

/// Plays moves of alternating players; a colour before a point, as in `W:A1`, plays out of turn.
fn game(rules: Rules, size: Size, moves: &str) -> Game {
    let mut game = Game::new(rules, size, HalfPoints::ZERO);
    for name in moves.split_whitespace() {
        let (color, name) = match name.split_once(':') {
            Some(("B", name)) => (Color::Black, name),
            Some((_, name)) => (Color::White, name),
            None => (game.to_move(), name),
        };
        let play = match name {
            "pass" => Move::Pass,
            "button" => Move::Token(TokenKind::Button),
            name => Move::Place(parse_vertex(size, name).expect("a point")),
        };
        game.play(color, &play).expect("a legal move");
    }
    game
}

fn inputs(game: &Game, rules: &NetRules) -> Inputs {
    let size = game.board().size();
    let mut inputs = Inputs::new(size);
    InputExtractor::new(size).extract(game.position(), &History::of(game), rules, &mut inputs);
    inputs
}

/// Draws a plane in rows, the top one first.
fn rows(inputs: &Inputs, size: Size, plane: usize) -> Vec<String> {
    let plane = &inputs.planes[plane * size.area()..][..size.area()];
    plane
        .chunks_exact(size.width())
        .map(|row| {
            row.iter()
                .map(|&v| if v == 1.0 { '1' } else { '.' })
                .collect()
        })
        .collect()
}

fn count(inputs: &Inputs, size: Size, plane: usize) -> usize {
    rows(inputs, size, plane).concat().matches('1').count()
}

#[test]
fn planes_of_a_rectangle_have_the_top_row_first() {
    let size = Size::new(4, 3).expect("a size");
    let game = game(rules("chinese"), size, "B1 D3 B2 A1 C3");
    let found = inputs(&game, &CHINESE);
    for (plane, wanted) in [
        (0, ["1111", "1111", "1111"]),
        (1, ["...1", "....", "1..."]),
        (2, ["..1.", ".1..", ".1.."]),
        (3, ["...1", "....", "1..."]),
        (4, ["..1.", "....", "...."]),
        (5, ["....", "....", "...."]),
        (6, ["....", "....", "...."]),
        (9, ["..1.", "....", "...."]),
        (10, ["....", "....", "1..."]),
        (11, ["....", ".1..", "...."]),
        (12, ["...1", "....", "...."]),
        (13, ["....", "....", ".1.."]),
        (14, ["...1", "....", "1..."]),
        (18, ["...1", "....", "1..."]),
        (19, ["..1.", ".1..", ".1.."]),
    ] {
        assert_eq!(rows(&found, size, plane), wanted, "plane {plane}");
    }
}

#[test]
fn a_ko_is_forbidden_for_one_move_and_a_superko_for_longer() {
    let size = Size::square(5);
    let ko = "B3 C3 A2 D2 B1 C1 E5 B2 C2";
    let found = inputs(&game(rules("chinese"), size, ko), &CHINESE);
    assert_eq!(
        rows(&found, size, 6),
        [".....", ".....", ".....", ".1...", "....."]
    );
    let later = format!("{ko} A5 pass");
    for (name, bans) in [("chinese", 0), ("aga", 0), ("japanese", 0)] {
        let found = inputs(&game(rules(name), size, &later), &CHINESE);
        assert_eq!(count(&found, size, 6), bans, "{name}");
    }
    let passes = format!("{ko} pass pass");
    for (name, bans) in [("chinese", 1), ("aga", 1), ("japanese", 0)] {
        let found = inputs(&game(rules(name), size, &passes), &CHINESE);
        assert_eq!(count(&found, size, 6), bans, "{name}");
    }
}

#[test]
fn a_friendly_pass_hides_the_past_and_the_end() {
    let size = Size::square(5);
    let played = game(rules("chinese"), size, "C3 C2 D2 pass");
    let friendly = inputs(&played, &CHINESE);
    let plain = inputs(
        &played,
        &NetRules {
            friendly_pass_ok: false,
            ..CHINESE
        },
    );
    assert_eq!((friendly.globals[0], friendly.globals[14]), (0.0, 0.0));
    assert_eq!((plain.globals[0], plain.globals[14]), (1.0, 1.0));
    let moves = |inputs: &Inputs| {
        (9..14)
            .map(|plane| count(inputs, size, plane))
            .sum::<usize>()
    };
    assert_eq!((moves(&friendly), moves(&plain)), (0, 3));
    let territory = NetRules {
        scoring: NetScoring::Territory,
        ..CHINESE
    };
    let territory = inputs(&played, &territory);
    assert_eq!((territory.globals[0], territory.globals[14]), (1.0, 1.0));
}

#[test]
fn the_past_ends_at_a_move_out_of_turn_and_at_the_end_of_a_game() {
    let size = Size::square(5);
    let shown = |moves: &str| {
        let found = inputs(&game(rules("chinese"), size, moves), &CHINESE);
        let planes = (9..14).map(|plane| count(&found, size, plane) as f32);
        let passes = found.globals[..5].iter().copied();
        planes
            .zip(passes)
            .map(|(stone, pass)| stone + 2.0 * pass)
            .collect::<Vec<_>>()
    };
    assert_eq!(shown("A1 B2 C3 D4 E5 A5"), [1.0; 5]);
    assert_eq!(shown("A1 B2 W:C3 D4 E5"), [1.0, 1.0, 1.0, 0.0, 0.0]);
    assert_eq!(shown("A1 B2 C3 pass pass"), [2.0, 0.0, 0.0, 0.0, 0.0]);
    assert_eq!(shown("A1 B2 C3 pass pass D4 A5"), [1.0, 1.0, 2.0, 0.0, 0.0]);
    assert_eq!(shown("A1 B2 pass D4"), [1.0, 2.0, 1.0, 1.0, 0.0]);
}

#[test]
fn a_button_is_shown_and_taking_it_ends_nothing() {
    let size = Size::square(5);
    let rules_told = NetRules {
        button_on_table: true,
        ..CHINESE
    };
    let before = inputs(&game(rules("button"), size, "C3"), &rules_told);
    assert_eq!((before.globals[17], before.globals[14]), (1.0, 0.0));
    let after = inputs(&game(rules("button"), size, "C3 button"), &CHINESE);
    assert_eq!(
        (after.globals[17], after.globals[0], after.globals[14]),
        (0.0, 1.0, 0.0)
    );
    let plain = NetRules {
        friendly_pass_ok: false,
        ..CHINESE
    };
    let passed = inputs(&game(rules("button"), size, "C3 button pass"), &plain);
    assert_eq!(passed.globals[14], 1.0);
}

#[test]
fn rules_and_komi_are_seen_from_the_player_to_move() {
    let size = Size::square(3);
    let black = game(rules("chinese"), size, "");
    let white = game(rules("chinese"), size, "B2");
    // On nine points a draw needs an odd komi.
    for (halves, of_white, of_black) in [
        (13, -0.5, 0.5),
        (14, 0.0, 0.0),
        (15, 0.5, -0.5),
        (16, 0.0, 0.0),
        (1000, 0.0, 0.0),
        (-1000, 0.0, 0.0),
    ] {
        let told = NetRules {
            komi: HalfPoints::from_halves(halves),
            ..CHINESE
        };
        let komi = (halves as f32 / 2.0).clamp(-29.0, 29.0) / 20.0;
        let (white, black) = (inputs(&white, &told).globals, inputs(&black, &told).globals);
        assert_eq!((white[5], white[18]), (komi, of_white), "{halves}");
        assert_eq!((black[5], black[18]), (-komi, of_black), "{halves}");
    }
    let told = NetRules {
        ko: KoRule::Situational,
        multi_stone_suicide: true,
        scoring: NetScoring::Territory,
        tax: TaxRule::Group,
        ..CHINESE
    };
    let found = inputs(&white, &told);
    assert_eq!(found.globals[6..12], [1.0, -0.5, 1.0, 1.0, 1.0, 1.0]);
    assert_eq!(found.globals[18], 0.0);
    assert_eq!(count(&found, size, 18) + count(&found, size, 19), 0);
}

#[test]
fn a_history_brought_forward_is_that_of_the_game() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    for name in [
        "tromp_taylor",
        "japanese",
        "button",
        "half_pass",
        "two_button_moves",
    ] {
        let size = Size::new(rng.random_range(3..=6), 4).expect("a size");
        let mut game = Game::new(rules(name), size, HalfPoints::ZERO);
        let mut position = game.position().clone();
        let mut history = History::new(game.board());
        let mut extractor = InputExtractor::new(size);
        let mut kept = Inputs::new(size);
        for _ in 0..150 {
            let color = game.to_move();
            let places = game.position().placements(color);
            let play = if places.is_empty() || rng.random_ratio(1, 9) {
                Move::Pass
            } else {
                Move::Place(places[rng.random_range(0..places.len())])
            };
            let Ok(action) = game.play(color, &play) else {
                break;
            };
            history.make(&mut position, color, action);
            assert_eq!(history, History::of(&game), "{name}");
            extractor.extract(&position, &history, &CHINESE, &mut kept);
            assert_eq!(kept, inputs(&game, &CHINESE), "{name}");
        }
    }
}

/// An extractor for areas under suicide shows under every rules the areas that the rules with
/// suicide have. In random games on small boards they differ from those without it.
#[test]
fn areas_can_be_those_under_suicide_whatever_the_rules_say() {
    let size = Size::square(4);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let legal = NetRules {
        multi_stone_suicide: true,
        ..CHINESE
    };
    let mut differ = 0;
    for _ in 0..300 {
        let mut game = Game::new(rules("chinese"), size, HalfPoints::ZERO);
        for _ in 0..30 {
            let places = game.position().placements(game.to_move());
            let Some(&place) = places.choose(&mut rng) else {
                break;
            };
            game.play(game.to_move(), &Move::Place(place))
                .expect("a legal move");
            let mut extractor = InputExtractor::new(size).with_areas_under_suicide(true);
            let mut shown = Inputs::new(size);
            let history = History::of(&game);
            extractor.extract(game.position(), &history, &CHINESE, &mut shown);
            let (with, without) = (inputs(&game, &legal), inputs(&game, &CHINESE));
            for plane in [18, 19] {
                let rows = |inputs: &Inputs| rows(inputs, size, plane);
                assert_eq!(rows(&shown), rows(&with));
                differ += usize::from(rows(&shown) != rows(&without));
            }
        }
    }
    assert!(differ > 0);
}
