//! Tests on random games: composition of margins, agreement of both ways of counting, and pictures.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus as Rng;

use halfpoint_core::board::{Color, Point, PointSet, Size};
use halfpoint_core::game::{Game, Move, Setup};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::life::{ReadingCache, seki_cached};
use halfpoint_core::notation::color_name;
use halfpoint_core::rules::{NamedRules, PRESETS, Rules, find};
use halfpoint_core::score::{Final, Ledger, ScoreTerm, count};

use super::*;

/// Number of random games of a test.
const GAMES: u64 = 150;

/// Kind of the first position of a game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Start {
    Empty,
    Handicap,
    SetUp,
}

fn start(rng: &mut Rng, start: Start) -> Setup {
    let side = |rng: &mut Rng| rng.random_range(3..=7);
    let size = Size::new(side(rng), side(rng)).expect("a size");
    let mut points: Vec<Point> = size.points().collect();
    let mut stones = Vec::new();
    for _ in 0..rng.random_range(1..=4) {
        stones.push(points.swap_remove(rng.random_range(0..points.len())));
    }
    match start {
        Start::Empty => Setup::empty(size),
        Start::Handicap => Setup::with_handicap(size, &stones).expect("few stones"),
        Start::SetUp => {
            let colors = stones.into_iter().enumerate();
            let stones = colors.map(|(index, point)| (point, Color::BOTH[index % 2]));
            let setup =
                Setup::with_stones(size, stones.collect(), Color::BOTH[rng.random_range(0..2)]);
            setup.unwrap_or_else(|_| Setup::empty(size))
        }
    }
}

/// Plays a random game. Only if `loose`, some moves are out of turn and some token moves are by
/// name.
fn game(rules: Rules, seed: u64, loose: bool) -> Game {
    let mut rng = Rng::seed_from_u64(seed);
    let starts = [Start::Empty, Start::Handicap, Start::SetUp];
    let start_with = starts[rng.random_range(0..if loose { 3 } else { 2 })];
    let setup = start(&mut rng, start_with);
    let komi = HalfPoints::from_halves(rng.random_range(-15..16));
    let mut game = Game::with_setup(rules, setup, komi);
    let passes = [2, 6, 25][rng.random_range(0..3)];
    for _ in 0..rng.random_range(0..game.board().size().area() * 2) {
        let mut color = game.to_move();
        if loose && rng.random_ratio(1, 8) {
            color = color.opponent();
        }
        let points = game.position().placements(color);
        let mv = if points.is_empty() || rng.random_ratio(1, passes) {
            let names = game.position().tokens(color);
            match names.is_empty() || !loose || rng.random_ratio(1, 2) {
                true => Move::Pass,
                false => Move::Token(names[rng.random_range(0..names.len())].0),
            }
        } else {
            Move::Place(points[rng.random_range(0..points.len())])
        };
        if game.play(color, &mv).is_err() {
            break;
        }
    }
    game
}

/// Chooses whole chains at random.
fn some_dead(game: &Game, seed: u64) -> PointSet {
    let mut rng = Rng::seed_from_u64(seed);
    let board = game.board();
    let heads = board
        .stones()
        .filter(|&(stone, _)| board.head(stone) == stone);
    let dead = heads
        .filter(|_| rng.random_ratio(1, 4))
        .flat_map(|(head, _)| board.chain(head));
    PointSet::of(board.size(), dead)
}

/// Returns the table of a random game under every rule set.
fn random_table(preset: &'static halfpoint_core::rules::Preset, seed: u64, loose: bool) -> Table {
    let game = game(preset.rules, seed, loose);
    let assumptions = Assumptions {
        dead: some_dead(&game, seed),
        ..Assumptions::none(game.board().size())
    };
    let all: Vec<NamedRules> = PRESETS.iter().map(NamedRules::from).collect();
    Table::new(&game, preset.into(), &all, assumptions)
}

fn counted(table: &Table) -> impl Iterator<Item = (&Row, HalfPoints, &Sources)> {
    table.rows.iter().filter_map(|row| {
        let margin = row.recount.as_ref().ok()?.score()?.margin();
        Some((row, margin, row.sources()?))
    })
}

#[test]
fn terms_add_up_to_margins_and_differences_for_all_rule_sets() {
    let mut pairs = 0;
    for seed in 0..GAMES {
        let preset = &PRESETS[seed as usize % PRESETS.len()];
        let table = random_table(preset, seed, true);
        for (one, margin, sources) in counted(&table) {
            let id = one.rules.id;
            assert_eq!(sources.total(), margin, "{id}, seed {seed}");
            assert_eq!(
                sources.amount(MarginTerm::Other),
                HalfPoints::ZERO,
                "{id}, seed {seed}"
            );
            for (other, less, other_sources) in counted(&table) {
                let difference = sources.less(other_sources);
                let sum: HalfPoints = difference.iter().map(|(_, amount)| amount).sum();
                assert_eq!(
                    sum,
                    margin - less,
                    "{id} and {}, seed {seed}",
                    other.rules.id
                );
                assert_eq!(difference.amount(MarginTerm::Board), HalfPoints::ZERO);
                pairs += 1;
            }
        }
    }
    assert!(pairs > GAMES * 100);
}

#[test]
fn area_and_territory_agree_when_turns_alternate() {
    let mut agreed = 0;
    for id in ["aga", "bga", "button"] {
        let preset = find(id).expect("a preset");
        for seed in 0..GAMES {
            let table = random_table(preset, seed, seed % 2 == 0);
            let recount = table.record.recount.as_ref().expect("its own rules");
            let turns = table.facts.turns;
            let margin = recount.score().expect("a count").margin();
            let named = table.game.records().iter().any(|record| {
                record.action
                    == halfpoint_core::game::PlayedMove::Token(halfpoint_core::game::Token::Pass)
            });
            // Under `button`, a full pass with the button on the table has no counterpart when the
            // button is given.
            if turns == Turns::Alternate && !(id == "button" && named && seed % 2 == 0) {
                assert_eq!(recount.other_count, Some(margin), "{id}, seed {seed}");
                agreed += 1;
            }
        }
    }
    assert!(agreed > GAMES);
}

#[test]
fn alternating_moves_cancel_between_area_and_pass_stones() {
    // Section 5.6 of the rules, term by term: stones, handicap stones and passes add up to White's
    // bonus, so that only the button makes a difference.
    let (aga, give) = (find("aga").expect("a preset"), find("button_equivalence"));
    let give = give.expect("a preset");
    let wanted = [NamedRules::from(aga), NamedRules::from(give)];
    for seed in 0..GAMES {
        let game = game(aga.rules, seed, false);
        let nothing = Assumptions::none(game.board().size());
        let table = Table::new(&game, aga.into(), &wanted, nothing);
        let (Some(area), Some(territory)) = (table.rows[0].sources(), table.rows[1].sources())
        else {
            continue;
        };
        let difference = territory.less(area);
        let moves: HalfPoints = [
            MarginTerm::Stones,
            MarginTerm::HandicapStones,
            MarginTerm::PassStones,
            MarginTerm::ExtraStone,
            MarginTerm::Buttons,
            MarginTerm::Bonus,
        ]
        .into_iter()
        .map(|cause| difference.amount(cause))
        .sum();
        assert_eq!(moves, difference.total(), "seed {seed}");
        let taken = match table.rows[1]
            .recount
            .as_ref()
            .map(|r| r.game.state().first_token)
        {
            Ok(Some(color)) => color.sign(),
            _ => 0,
        };
        // Giving the button saves half of a pass stone.
        assert_eq!(difference.total().halves(), taken, "seed {seed}");
    }
}

#[test]
fn margin_terms_are_listed_in_order_of_their_values() {
    for (index, (cause, _)) in MARGIN_TERMS.iter().enumerate() {
        assert_eq!(*cause as usize, index);
    }
}

#[test]
fn pictures_of_all_board_sizes_are_complete_and_escaped() {
    let chinese = find("chinese").expect("a preset");
    for (width, height) in [(1, 1), (2, 2), (2, 25), (9, 13), (25, 25)] {
        let size = Size::new(width, height).expect("a size");
        let mut game = Game::new(chinese.rules, size, HalfPoints::ZERO);
        if let Some(point) = size.points().next().filter(|_| size.area() > 1) {
            game.play(Color::Black, &Move::Place(point)).expect("legal");
        }
        let assumptions = Assumptions::none(size);
        let table = Table::new(&game, chinese.into(), &[], assumptions);
        let heading = words::Heading {
            title: "a < b & \"c\"\u{1}".to_string(),
            players: [Some("<Black>".to_string()), None],
            ..words::Heading::default()
        };
        let svg = picture::svg(&table, &heading);
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        assert!(svg.contains("<title>a &lt; b &amp; &quot;c&quot;</title>"));
        assert!(svg.contains("&lt;Black&gt;") && !svg.contains("<Black>"));
        // One path command `M` or more for each line of the board.
        let lines = svg.matches(['M']).count();
        assert!(lines >= width + height, "{width}x{height}");
    }
}

/// Counts a recounted game again, with a change of what is counted.
fn counted_with(recount: &Recount, change: impl Fn(&mut Final<'_>)) -> HalfPoints {
    let game = &recount.game;
    let state = game.scored_state();
    let seki = seki_cached(game.board(), &recount.dead, &mut ReadingCache::new());
    let mut end = Final {
        board: game.board(),
        dead: &recount.dead,
        seki: &seki,
        captures: state.captures,
        ledger: state.ledger,
        handicap: game.setup().handicap(),
        komi: game.komi(),
        last_passer: state.last_passer,
        bowls: state.bowls,
        to_move: state.to_move,
    };
    change(&mut end);
    count(game.rules(), &end).margin()
}

#[test]
fn what_a_verdict_names_has_decided_the_game_under_every_rule_set() {
    let mut named = std::collections::BTreeMap::new();
    let games = PRESETS.iter().flat_map(|preset| {
        // Reading seki takes long.
        let number = if preset.rules.count_needs_seki() {
            GAMES / 10
        } else {
            GAMES
        };
        (0..number).map(move |seed| (preset, seed))
    });
    for (preset, seed) in games {
        let game = game(preset.rules, seed, seed % 3 == 0);
        let nothing = Assumptions::none(game.board().size());
        let dead = some_dead(&game, seed);
        let recount = &Recount::new(&game, &dead, &nothing, &mut ReadingCache::new());
        let found = verdict(recount, None);
        let sentence = found.sentence();
        let id = format!("{}, seed {seed}: {sentence}", preset.id);
        assert!(!sentence.contains(".5") && !sentence.contains('+'), "{id}");
        let sign = recount.outcome.sign();
        for color in Color::BOTH {
            let is_winner = found.text.contains(color_name(color));
            assert_eq!(is_winner, sign == color.sign(), "{id}");
        }
        let zero = [HalfPoints::ZERO; 2];
        let Some(score) = recount.score() else {
            assert_eq!(found.decider, DecidingTerm::End, "{id}");
            continue;
        };
        assert_eq!(counted_with(recount, |_| ()), score.margin(), "{id}");
        let without = |term| match term {
            ScoreTerm::Buttons => counted_with(recount, |end| end.ledger.buttons = zero),
            ScoreTerm::PassStones => counted_with(recount, |end| end.ledger.pass_stones = zero),
            ScoreTerm::HalfPasses => counted_with(recount, |end| end.ledger.half_passes = zero),
            ScoreTerm::ExtraStone => counted_with(recount, |end| end.last_passer = None),
            ScoreTerm::Komi => counted_with(recount, |end| end.komi = HalfPoints::ZERO),
            ScoreTerm::Bonus => counted_with(recount, |end| end.handicap = 0),
            ScoreTerm::Turn => counted_with(recount, |end| end.to_move = end.to_move.opponent()),
            // The other side has a prisoner more, but for the count of what is on the board.
            ScoreTerm::DrawAtHand => {
                assert_eq!(sign, 0, "{id}");
                let [black, white] = score.sides;
                black.part(term) - white.part(term)
            }
            other => panic!("{id}: {other:?}"),
        };
        let is_other = |term| without(term).halves().signum() != sign;
        match found.decider {
            DecidingTerm::Term(term) => {
                assert!(is_other(term), "{id}");
                *named.entry((preset.id, term as u8)).or_insert(0) += 1;
            }
            DecidingTerm::Sum => {
                assert!(
                    !is_other(ScoreTerm::Komi) && !is_other(ScoreTerm::Bonus),
                    "{id}"
                );
                let none = counted_with(recount, |end| {
                    end.ledger = Ledger::default();
                    end.last_passer = None;
                });
                assert!(
                    none.halves().signum() == sign
                        || ![
                            ScoreTerm::Buttons,
                            ScoreTerm::ExtraStone,
                            ScoreTerm::HalfPasses,
                            ScoreTerm::PassStones,
                        ]
                        .into_iter()
                        .any(is_other),
                    "{id}"
                );
            }
            DecidingTerm::End => panic!("{id}: the game was counted"),
        }
        let moved = |text: &str| {
            let color = Color::BOTH.into_iter().find(|&color| {
                found
                    .because
                    .starts_with(&format!("{} {text}", color_name(color)))
            })?;
            Some(color)
        };
        let state = recount.game.state();
        for (deed, mover) in [
            ("took the button", state.first_token),
            ("gave the button", state.first_token),
            ("would take the button", state.first_token),
            ("passed last", state.last_passer),
            ("would pass last", state.last_passer),
        ] {
            if let Some(color) = moved(deed) {
                assert_eq!(mover, Some(color), "{id}");
            }
        }
    }
    let is_named = |id, term| named.contains_key(&(id, term as u8));
    for id in [
        "button",
        "white_button",
        "button_equivalence",
        "reverse_button",
    ] {
        assert!(is_named(id, ScoreTerm::Buttons), "{id}: {named:?}");
    }
    for id in ["two_button", "two_button_moves", "half_pass"] {
        assert!(is_named(id, ScoreTerm::PassStones), "{id}: {named:?}");
    }
    assert!(
        is_named("button_equivalence", ScoreTerm::ExtraStone),
        "{named:?}"
    );
    assert!(
        PRESETS.iter().all(|preset| {
            preset.rules.last_mover_wins() || is_named(preset.id, ScoreTerm::Komi)
        })
    );
}
