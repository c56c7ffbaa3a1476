//! The area game that is worth as much as a game under other rules, held against the scorer.

use rand::{RngExt, SeedableRng};

use halfpoint_core::board::{Color, PointSet};
use halfpoint_core::game::{AreaEquivalent, Game, Move, PlayedMove};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::life::seki;
use halfpoint_core::rules::{PRESETS, PassRule, Rules, ScoringRule, TaxRule};
use halfpoint_core::score::Territory;

use super::identities::{Manner, Rng, margin, nothing, random_game, rules, some_dead};

/// Random games of each rule set.
const GAMES: usize = 300;

/// Returns all rule sets, and `button` with other worths of the button, each with a name.
fn all_rules() -> Vec<(String, Rules)> {
    let presets = PRESETS.iter();
    let presets = presets.map(|preset| (preset.id.to_string(), preset.rules));
    let worths = [[8, 0], [3, 6], [0, 0]].map(|worth| {
        let button_worth = worth.map(HalfPoints::from_halves);
        let rules = Rules {
            button_worth,
            ..rules("button")
        };
        (format!("button worth {worth:?}"), rules)
    });
    presets.chain(worths).collect()
}

/// Returns the area margin in half-points, Black minus White, with the tax of the equivalent.
fn taxed_area(game: &Game, dead: &PointSet, equivalent: &AreaEquivalent) -> i32 {
    let territory = if equivalent.tax == TaxRule::Seki {
        Territory::new(game.board(), dead, &seki(game.board(), dead))
    } else {
        Territory::new(game.board(), dead, &nothing(game))
    };
    let of = |color| {
        let tax = match equivalent.tax {
            TaxRule::None => 0,
            TaxRule::Seki => territory.seki_eyes_of(color).len() as i32,
            TaxRule::Group => territory.group_tax(color) as i32,
        };
        (territory.stones(color) + territory.points(color)) as i32 - tax
    };
    2 * (of(Color::Black) - of(Color::White))
}

/// Passes until the game is over.
fn pass_out(game: &mut Game) {
    while game.state().over.is_none() {
        let color = game.to_move();
        game.play(color, &Move::Pass).expect("a pass is legal");
    }
}

/// Returns the index of the first record from which on turns alternate.
fn alternates_from(game: &Game) -> usize {
    let records = game.records();
    let turns = records
        .windows(2)
        .rposition(|pair| pair[0].color == pair[1].color);
    turns.map_or(0, |index| index + 1)
}

#[test]
fn the_mapped_margin_of_a_finished_game_is_that_of_the_scorer() {
    for (id, rules) in all_rules() {
        if rules.scoring == ScoringRule::Spare {
            continue;
        }
        let mut rng = Rng::seed_from_u64(33);
        for number in 0..GAMES {
            let manner = Manner {
                out_of_turn: number % 2 == 1,
                named: number % 3 == 1,
            };
            let mut game = random_game(rules, &mut rng, manner);
            if game.position().is_closed() {
                continue;
            }
            pass_out(&mut game);
            let dead = game.counted_dead(&some_dead(&game, &mut rng));
            let equivalent = game.position().area_equivalent(game.terms());
            let mapped = taxed_area(&game, &dead, &equivalent) - equivalent.komi.halves();
            assert_eq!(mapped, margin(&game, &dead), "{id} {number}");
            assert_eq!(equivalent.button, None);
        }
    }
}

#[test]
fn the_equivalent_of_every_position_foretells_the_margin_where_turns_alternate() {
    let exact = |rules: &Rules| {
        let free = rules.pass == PassRule::Free;
        rules.scoring == ScoringRule::Area || rules.scoring == ScoringRule::Territory && !free
    };
    for (id, rules) in all_rules().into_iter().filter(|(_, rules)| exact(rules)) {
        let mut rng = Rng::seed_from_u64(34);
        let mut checked = 0;
        for number in 0..GAMES {
            let manner = Manner {
                out_of_turn: number % 2 == 1,
                named: number % 3 == 1,
            };
            let mut game = random_game(rules, &mut rng, manner);
            pass_out(&mut game);
            let dead = game.counted_dead(&nothing(&game));
            let first = alternates_from(&game);
            let (wanted, taker) = (margin(&game, &dead), game.state().first_token);
            let end = game.clone();
            while game.records().len() > first {
                game.undo().expect("a record");
                let mover_moves = end.records()[game.records().len()].color == game.to_move();
                // A game that goes on after an end is judged from its last end alone.
                if game.state().over.is_some() || !mover_moves {
                    break;
                }
                let equivalent = game.position().area_equivalent(game.terms());
                let button = match (equivalent.button, taker) {
                    (Some(worth), Some(taker)) => taker.sign() * worth[taker].halves(),
                    _ => 0,
                };
                let mapped = taxed_area(&end, &dead, &equivalent) - equivalent.komi.halves();
                assert_eq!(mapped + button, wanted, "{id} {number}");
                checked += 1;
            }
        }
        assert!(checked > GAMES, "{id}: {checked}");
    }
}

#[test]
fn free_passes_keep_the_margin_where_both_sides_place_as_many_stones() {
    let mut rng = Rng::seed_from_u64(35);
    for number in 0..GAMES {
        let manner = Manner {
            out_of_turn: true,
            named: false,
        };
        let mut game = random_game(rules("japanese"), &mut rng, manner);
        if game.state().over.is_some() {
            continue;
        }
        let before = game.position().area_equivalent(game.terms());
        let placed = |game: &Game| {
            let records = game.records().iter();
            let placed = records.filter(|record| matches!(record.action, PlayedMove::Place(_)));
            placed.map(|record| record.color.sign()).sum::<i32>()
        };
        let placed_before = placed(&game);
        for _ in 0..6 {
            let color = game.to_move();
            let points = game.position().placements(color);
            if points.is_empty() || game.position().is_closed() {
                break;
            }
            let point = points[rng.random_range(0..points.len())];
            game.play(color, &Move::Place(point)).expect("legal");
        }
        if game.position().is_closed() || placed(&game) != placed_before {
            continue;
        }
        assert!(before.territory && before.button.is_none());
        let dead = nothing(&game);
        let mapped = taxed_area(&game, &dead, &before) - before.komi.halves();
        assert_eq!(mapped, margin(&game, &dead), "{number}");
    }
}

#[test]
fn even_games_begin_with_the_komi_of_the_identities() {
    use halfpoint_core::{Board, Position, Size};
    let komi = HalfPoints::from_halves(13);
    for (id, halves, button) in [
        ("chinese", 0, false),
        ("aga", 0, false),
        ("ing", 0, false),
        ("button", 0, true),
        ("white_button", 0, true),
        ("button_equivalence", 0, true),
        ("two_button", 1, true),
        ("two_button_moves", 1, true),
        ("half_pass", 1, true),
        ("reverse_button", 1, false),
        ("japanese", 0, false),
    ] {
        let board = Board::new(Size::square(9));
        let position = Position::new(rules(id), board, Color::Black);
        let terms = halfpoint_core::game::Terms { komi, handicap: 0 };
        let found = position.area_equivalent(terms);
        assert_eq!(found.komi, komi + HalfPoints::from_halves(halves), "{id}");
        assert_eq!(found.button.is_some(), button, "{id}");
    }
}

#[test]
fn the_usual_button_with_another_komi_stands_for_a_button_of_any_worth() {
    use halfpoint_core::{Board, Position, Size};
    for (black, white) in (0..=8).flat_map(|black| (0..=8).map(move |white| (black, white))) {
        let rules = Rules {
            button_worth: [black, white].map(HalfPoints::from_halves),
            ..rules("button")
        };
        for komi in [13, 14] {
            let board = Board::new(Size::square(9));
            let position = Position::new(rules, board, Color::Black);
            let terms = halfpoint_core::game::Terms {
                komi: HalfPoints::from_halves(komi),
                handicap: 0,
            };
            let found = position.area_equivalent(terms);
            let true_margins = [black - komi, -white - komi];
            assert_eq!(found.besides_area(), true_margins);
            let (usual_komi, button) = found.with_usual_button();
            assert_eq!(button, black + white > 0);
            let half = i32::from(button);
            let usual = [half, -half].map(|button| button - usual_komi.halves());
            let [of_black, of_white] = [0, 1].map(|taker| usual[taker] - true_margins[taker]);
            let what = format!("{black}, {white}, komi {komi}");
            // The swing between the takers is that of half a point, the middle stays.
            assert_eq!(of_black - of_white, 2 * half - black - white, "{what}");
            let middle = of_black + of_white;
            assert_eq!(middle.abs(), (black + white) % 2, "{what}");
            // A draw is possible in one of the two games if it is in the other.
            let drawn = usual.iter().any(|margin| margin % 2 == 0);
            if (black + white) % 2 != 0 {
                assert!(drawn && found.may_be_drawn(), "{what}");
            }
            if black + white <= 2 && (black + white) % 2 == 0 {
                assert_eq!(usual, true_margins, "{what}");
            }
        }
    }
    // Under `white_button` at komi 7 Black, having taken the button, is a draw at a lead of 7.
    let rules = rules("white_button");
    let position = Position::new(rules, Board::new(Size::square(9)), Color::Black);
    let usual = |halves| {
        let komi = HalfPoints::from_halves(halves);
        let terms = halfpoint_core::game::Terms { komi, handicap: 0 };
        let (komi, button) = position.area_equivalent(terms).with_usual_button();
        (komi.halves(), button)
    };
    assert_eq!([usual(14), usual(13)], [(15, true), (13, true)]);
}
