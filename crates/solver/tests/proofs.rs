//! Proofs of values: strategies that the solver finds, checked by the rules alone.

use halfpoint_core::board::{Color, Point, Size};
use halfpoint_core::game::{Game, Setup};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::rules::{KoRule, NamedRules, PRESETS};
use halfpoint_solver::proof::{CheckError, Claim, Proof, ProofText, Strategy, check, prove};
use halfpoint_solver::{SolverLimits, plain};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Nodes of the plain model, which suffice for 1×3 under every rule set and for 2×2 under some.
const PLAIN_NODES: u64 = 200_000;

/// Returns a game under a rule set on an empty board.
fn game(rules: &NamedRules, width: usize, height: usize, first: Color) -> Game {
    let size = Size::new(width, height).expect("a size");
    let setup = Setup::with_stones(size, Vec::new(), first).expect("an empty board");
    Game::with_setup(rules.rules, setup, HalfPoints::ZERO)
}

/// Returns a proof of the value of a game.
fn proof_of(game: &Game, rules: &NamedRules) -> ProofText {
    prove(game, rules, SolverLimits::default(), &|_| ()).expect("a proof")
}

/// Returns the rule sets that proofs are for.
fn provable() -> Vec<NamedRules> {
    let named = PRESETS.iter().map(NamedRules::from);
    let is_provable = |named: &NamedRules| {
        named.rules.ko != KoRule::Simple && !named.rules.exact().playing_on_costs()
    };
    named.filter(is_provable).collect()
}

#[test]
fn proofs_hold_under_every_rule_set_after_they_were_written_and_read() {
    let rules = provable();
    assert!(rules.len() >= 10, "{} rule sets", rules.len());
    let mut compared = 0;
    for named in &rules {
        for (width, height) in [(1, 3), (2, 2)] {
            let game = game(named, width, height, Color::Black);
            let written = proof_of(&game, named).to_string();
            let read: ProofText = written.parse().expect("a proof that was written");
            assert_eq!(read.to_string(), written);
            assert_eq!(read.game.rules(), game.rules(), "{named}");
            let value = plain::value(&game, PLAIN_NODES);
            compared += usize::from(value.is_some());
            for proof in &read.proofs {
                let margin = value.unwrap_or(proof.claim.margin);
                assert_eq!(proof.claim.margin, margin, "{named}, {width}×{height}");
                check(&read.game, proof).expect("a proof that holds");
            }
        }
    }
    assert!(compared >= rules.len(), "{compared} values compared");
}

#[test]
fn proofs_of_handicap_games_include_whites_bonus() {
    let rules: NamedRules = "aga".parse().expect("a rule set");
    let size = Size::new(2, 3).expect("a size");
    let points: Vec<Point> = size.points().take(2).collect();
    let setup = Setup::with_handicap(size, &points).expect("two stones");
    let game = Game::with_setup(rules.rules, setup, HalfPoints::ZERO);
    let text = proof_of(&game, &rules).to_string();
    assert!(text.contains("\nkomi 1\n"), "{text:.200}");
    let read: ProofText = text.parse().expect("a proof");
    for proof in &read.proofs {
        check(&read.game, proof).expect("it holds");
    }
}

#[test]
fn lines_that_are_missing_or_altered_or_too_many_are_refused() {
    let chinese = provable().into_iter().find(|named| named.id == "chinese");
    let chinese = chinese.expect("a row of the table");
    let game = game(&chinese, 3, 2, Color::Black);
    for proof in proof_of(&game, &chinese).proofs {
        assert!(check(&game, &proof).is_ok());
        for key in proof.strategy.keys() {
            let mut without = proof.clone();
            let moves = without.strategy.remove(key).expect("a line");
            assert_eq!(
                check(&game, &without),
                Err(CheckError::NoMove(key.clone())),
                "{key}"
            );
            let other = key.replacen('.', "X", 1);
            if other != *key && !proof.strategy.contains_key(&other) {
                without.strategy.insert(other, moves.clone());
                assert!(check(&game, &without).is_err(), "{key}");
            }
            let mut illegal = proof.clone();
            let end = illegal
                .strategy
                .get_mut(key)
                .and_then(|moves| moves.last_mut());
            *end.expect("a move") = "Z9".to_string();
            assert!(matches!(
                check(&game, &illegal),
                Err(CheckError::Illegal { .. })
            ));
        }
        let mut longer = proof.clone();
        longer
            .strategy
            .insert("...|.XO b".into(), vec!["A1".into()]);
        assert_eq!(check(&game, &longer), Err(CheckError::Unused(1)));
    }
}

/// No moves, random ones included, prove what is false.
#[test]
fn false_claims_are_refused_with_any_moves() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(31);
    let words = [
        "A1", "A2", "B1", "B2", "C1", "C2", "pass", "fullpass", "button", "halfpass",
    ];
    for named in provable() {
        let game = game(&named, 3, 2, Color::White);
        for proof in proof_of(&game, &named).proofs {
            for _ in 0..20 {
                let Proof {
                    mut claim,
                    strategy,
                } = proof.clone();
                claim.margin += claim.side.sign();
                let needed = |key: String| {
                    let (rest, margin) = key.rsplit_once(',').expect("facts");
                    let margin: i32 = margin.parse().expect("a margin");
                    format!("{rest},{}", margin + claim.side.sign())
                };
                let strategy = strategy.into_iter().map(|(key, mut moves)| {
                    if rng.random_bool(0.2) {
                        moves = vec![(*words.choose(&mut rng).expect("a word")).to_string()];
                    }
                    (needed(key), moves)
                });
                let strategy = strategy.collect();
                assert!(check(&game, &Proof { claim, strategy }).is_err(), "{named}");
            }
        }
    }
}

#[test]
fn rules_without_superko_and_games_with_moves_have_no_proofs() {
    let japanese = NamedRules::from(halfpoint_core::rules::find("japanese").expect("a row"));
    let chinese = NamedRules::from(halfpoint_core::rules::find("chinese").expect("a row"));
    let mut begun = game(&chinese, 2, 2, Color::Black);
    let point = begun.board().size().points().next().expect("a point");
    let place = halfpoint_core::game::Move::Place(point);
    begun.play(Color::Black, &place).expect("a legal move");
    for (game, named) in [
        (game(&japanese, 2, 2, Color::Black), japanese),
        (begun, chinese),
    ] {
        let found = prove(&game, &named, SolverLimits::default(), &|_| ());
        assert_eq!(
            found.expect_err("no proof"),
            CheckError::NotForProofs.into(),
            "{named}"
        );
    }
}

#[test]
fn texts_that_are_no_proofs_name_the_line() {
    let chinese = NamedRules::from(halfpoint_core::rules::find("chinese").expect("a row"));
    let text = proof_of(&game(&chinese, 2, 2, Color::Black), &chinese).to_string();
    let lines: Vec<&str> = text.lines().collect();
    for number in 0..lines.len() {
        let mut altered = lines.clone();
        altered[number] = "?";
        let error = altered
            .join("\n")
            .parse::<ProofText>()
            .expect_err("no proof");
        assert!(
            error
                .to_string()
                .starts_with(&format!("line {}: ", number + 1))
        );
        let cut = lines[..number].join("\n");
        let is_whole = cut.parse::<ProofText>().is_ok_and(|text| {
            text.proofs
                .iter()
                .all(|proof| check(&text.game, proof).is_ok())
                && text.proofs.len() < 2
        });
        assert!(
            cut.parse::<ProofText>().is_err() || is_whole,
            "{number} lines"
        );
    }
}

/// Claims that no margin fits are refused, in a text and as values, as is a text without a claim.
#[test]
fn claims_beyond_all_margins_are_refused() {
    let named: NamedRules = "chinese".parse().expect("rules");
    let game = game(&named, 2, 2, Color::Black);
    for (side, extreme) in [(Color::Black, i32::MAX), (Color::White, i32::MIN)] {
        let claim = Claim {
            side,
            margin: side.sign() * 1000,
        };
        for margin in [claim.margin, extreme] {
            let claim = Claim { side, margin };
            assert!(!claim.is_met_by(0) && !claim.is_met_by(-margin.signum() * 8));
        }
        let strategy = Strategy::new();
        assert!(check(&game, &Proof { claim, strategy }).is_err());
    }
    let text = proof_of(&game, &named).to_string();
    let header = text.split("claim").next().expect("a header");
    let is_read = |text: &str| text.parse::<ProofText>().is_ok();
    assert!(is_read(&text) && !is_read(header));
    for claim in ["black 2147483647 0", "white -2147483648 0"] {
        assert!(!is_read(&format!("{header}claim {claim}\n")), "{claim}");
    }
}
