//! The area game that is worth as much as a game under other rules, held against the scorer.

use rand::{RngExt, SeedableRng};

use halfpoint_core::board::{Color, PointSet};
use halfpoint_core::game::{AreaEquivalent, Game, Move, PlayedMove};
use halfpoint_core::life::seki;
use halfpoint_core::rules::{PRESETS, PassRule, ScoringRule, TaxRule};
use halfpoint_core::score::Territory;

use super::identities::{Manner, Rng, margin, nothing, random_game, rules, some_dead};

/// Random games of each rule set.
const GAMES: usize = 300;

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
            TaxRule::Seki => territory.seki_points(color) as i32,
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
    for preset in PRESETS
        .iter()
        .filter(|preset| preset.rules.scoring != ScoringRule::Spare)
    {
        let mut rng = Rng::seed_from_u64(33);
        for number in 0..GAMES {
            let manner = Manner {
                out_of_turn: number % 2 == 1,
                named: number % 3 == 1,
            };
            let mut game = random_game(preset.rules, &mut rng, manner);
            if game.position().is_closed() {
                continue;
            }
            pass_out(&mut game);
            let dead = game.counted_dead(&some_dead(&game, &mut rng));
            let equivalent = game.position().area_equivalent(game.terms());
            let mapped = taxed_area(&game, &dead, &equivalent) - equivalent.komi.halves();
            assert_eq!(mapped, margin(&game, &dead), "{} {number}", preset.id);
            assert!(!equivalent.button);
        }
    }
}

#[test]
fn the_equivalent_of_every_position_foretells_the_margin_where_turns_alternate() {
    let exact = |preset: &&halfpoint_core::Preset| {
        let free = preset.rules.pass == PassRule::Free;
        preset.rules.scoring == ScoringRule::Area
            || preset.rules.scoring == ScoringRule::Territory && !free
    };
    for preset in PRESETS.iter().filter(exact) {
        let mut rng = Rng::seed_from_u64(34);
        let mut checked = 0;
        for number in 0..GAMES {
            let manner = Manner {
                out_of_turn: number % 2 == 1,
                named: number % 3 == 1,
            };
            let mut game = random_game(preset.rules, &mut rng, manner);
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
                let button = if equivalent.button {
                    taker.map_or(0, Color::sign)
                } else {
                    0
                };
                let mapped = taxed_area(&end, &dead, &equivalent) - equivalent.komi.halves();
                assert_eq!(mapped + button, wanted, "{} {number}", preset.id);
                checked += 1;
            }
        }
        assert!(checked > GAMES, "{}: {checked}", preset.id);
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
        assert!(before.territory && !before.button);
        let dead = nothing(&game);
        let mapped = taxed_area(&game, &dead, &before) - before.komi.halves();
        assert_eq!(mapped, margin(&game, &dead), "{number}");
    }
}

#[test]
fn even_games_begin_with_the_komi_of_the_identities() {
    use halfpoint_core::{Board, HalfPoints, Position, Size};
    let komi = HalfPoints::from_halves(13);
    for (id, halves, button) in [
        ("chinese", 0, false),
        ("aga", 0, false),
        ("button", 0, true),
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
        assert_eq!(found.button, button, "{id}");
    }
}
