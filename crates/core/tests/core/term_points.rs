//! Points that the terms of a score count: as many as the term says, under every rule set.

use halfpoint_core::board::{Color, PointSet};
use halfpoint_core::game::Outcome;
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::life::ReadingCache;
use halfpoint_core::rules::{PRESETS, TaxRule};
use halfpoint_core::score::{SCORE_TERMS, ScoreTerm, Territory};
use rand::SeedableRng;

use super::identities::{Manner, Rng, random_game, some_dead};

#[test]
fn terms_count_as_many_points_as_they_name() {
    let mut rng = Rng::seed_from_u64(91);
    let manner = Manner {
        out_of_turn: false,
        named: true,
    };
    for preset in &PRESETS {
        // To read seki takes most of the time.
        let games = if preset.rules.count_needs_seki() {
            25
        } else {
            100
        };
        for _ in 0..games {
            let game = random_game(preset.rules, &mut rng, manner);
            let dead = some_dead(&game, &mut rng);
            let Outcome::Counted(score) = game.outcome(&dead) else {
                continue;
            };
            let points = game.term_points(&dead, &mut ReadingCache::new());
            for color in Color::BOTH {
                let mut owned = PointSet::new(game.board().size());
                for (term, words) in SCORE_TERMS {
                    let Some(set) = points.of(color, term) else {
                        continue;
                    };
                    let amount = HalfPoints::from_points(set.len() as i32);
                    let part = score.sides[color].part(term);
                    assert_eq!(part.abs(), amount, "{}, {words}", preset.id);
                    match term {
                        ScoreTerm::Stones | ScoreTerm::Territory => {
                            assert!(!owned.intersects(set), "{}: {words}", preset.id);
                            owned |= *set;
                        }
                        ScoreTerm::Tax => assert!(set.is_subset(&owned), "{}", preset.id),
                        _ => (),
                    }
                }
            }
        }
    }
}

#[test]
fn taxed_points_are_as_many_as_the_group_tax() {
    let mut rng = Rng::seed_from_u64(92);
    let manner = Manner {
        out_of_turn: true,
        named: false,
    };
    let stone_scoring = super::identities::rules("stone_scoring");
    assert_eq!(stone_scoring.tax, TaxRule::Group);
    for _ in 0..500 {
        let game = random_game(stone_scoring, &mut rng, manner);
        let dead = some_dead(&game, &mut rng);
        let none = PointSet::new(game.board().size());
        let territory = Territory::new(game.board(), &dead, &none);
        for color in Color::BOTH {
            let taxed = territory.taxed(color);
            assert_eq!(taxed.len(), territory.group_tax(color));
            assert!(taxed.is_subset(&territory.points_of(color)));
        }
    }
}
