//! Tests of the statistics and their text.

use halfpoint_core::half_points::HalfPoints;

use super::text::halves;
use super::*;
use crate::client::FaultKind;
use crate::log::record::{FaultRecord, Sides, Usage};
use crate::plan::config::EngineConfig;
use crate::stats::pairs::Pairs;
use crate::stats::sprt::Sprt;

fn config(names: &[&str], games: u32) -> MatchConfig {
    let engine = |name: &&str| EngineConfig::parse(&format!("{name}=internal")).expect("an engine");
    MatchConfig {
        games,
        engines: names.iter().map(engine).collect(),
        ..MatchConfig::default()
    }
}

fn record(pair: u32, black: &str, white: &str, verdict: Verdict) -> GameRecord {
    let usage = |seconds, playouts| Usage {
        moves: 25,
        seconds,
        longest: seconds / 10.0,
        playouts,
        peak_memory: playouts.map(|_| 34 << 20),
    };
    let sides = |name: &str| match name {
        "a" => usage(2.5, Some(25_000)),
        _ => usage(1.25, None),
    };
    GameRecord {
        game: 0,
        pair,
        engines: Sides {
            black: black.to_string(),
            white: white.to_string(),
        },
        verdict,
        result: String::new(),
        margin: None,
        end: End::Passes,
        basis: None,
        scores: Sides::default(),
        disputed: false,
        explained: false,
        note: None,
        fault: None,
        moves: 52,
        opening_moves: 2,
        opening: String::new(),
        opening_checksum: None,
        seed: 1,
        settings: None,
        usage: Sides {
            black: sides(black),
            white: sides(white),
        },
        started: 0,
        seconds: 4.0,
    }
}

/// Returns twelve games: a pair for each number of points, a pair with a void game.
fn twelve() -> Vec<GameRecord> {
    use Verdict::{Black, Draw, Void, White};
    let results = [
        (Black, White),
        (Black, Draw),
        (Black, Black),
        (White, Draw),
        (White, Black),
        (Black, Void),
    ];
    let mut records = Vec::new();
    for (pair, (first, second)) in results.into_iter().enumerate() {
        records.push(record(pair as u32, "a", "b", first));
        records.push(record(pair as u32, "b", "a", second));
    }
    records
}

#[test]
fn pairs_do_not_depend_on_the_order_of_their_games() {
    let config = config(&["a", "b"], 13);
    let mut records = twelve();
    records.push(record(6, "a", "b", Verdict::White));
    let summary = Summary::of(&config, &records);
    let pairing = &summary.pairings[0];
    assert_eq!(pairing.pairs, Pairs([1; 5]));
    assert_eq!(
        (
            pairing.black.wins,
            pairing.black.draws,
            pairing.black.losses
        ),
        (4, 0, 3)
    );
    assert_eq!(
        (
            pairing.white.wins,
            pairing.white.draws,
            pairing.white.losses
        ),
        (1, 2, 2)
    );
    assert_eq!(
        (summary.games, summary.scheduled, summary.void),
        (13, 14, 1)
    );
    assert_eq!(summary.engines[1].tally, pairing.tally().reversed());
    assert_eq!(pairing.elo(), pairing.pairs.elo());
    // The order in which the games of a pair finish does not matter.
    records.reverse();
    let reversed = Summary::of(&config, &records);
    assert_eq!(reversed.pairings[0].pairs, Pairs([1; 5]));
}

#[test]
fn without_a_complete_pair_elo_is_computed_from_games() {
    let mut summary = Summary::new(&config(&["a", "b"], 10));
    assert_eq!(summary.pairings[0].elo(), None);
    assert_eq!(summary.line(), "0/10  a 0 – 0 b");
    summary.add(&record(0, "b", "a", Verdict::White));
    assert_eq!(summary.pairings[0].elo(), summary.pairings[0].tally().elo());
    assert_eq!(summary.line(), "1/10  a 1 – 0 b  Elo +∞ (−234 to +∞)");
}

#[test]
fn invalid_records_are_counted_apart_and_extreme_values_accepted() {
    let mut summary = Summary::new(&config(&["a", "b"], 4));
    for record in [
        record(0, "a", "c", Verdict::Black),
        record(0, "a", "a", Verdict::Black),
        record(0, "", "b", Verdict::Black),
    ] {
        summary.add(&record);
    }
    assert_eq!((summary.games, summary.strangers), (0, 3));
    // Twice the same colour, then the other colour, which completes the pair, then two more games.
    for (black, white) in [("a", "b"), ("a", "b"), ("b", "a"), ("b", "a"), ("a", "b")] {
        let mut odd = record(0, black, white, Verdict::Black);
        odd.usage.black.seconds = f64::NAN;
        odd.usage.white.longest = f64::INFINITY;
        odd.usage.white.playouts = Some(u64::MAX);
        odd.usage.white.peak_memory = Some(u64::MAX);
        odd.moves = u32::MAX;
        summary.add(&odd);
    }
    assert_eq!(summary.pairings[0].pairs, Pairs([0, 0, 1, 0, 0]));
    assert_eq!(summary.pairings[0].tally().games(), 5);
    assert!(!summary.to_string().is_empty());
    let nobody = Summary::of(&MatchConfig::default(), &twelve());
    assert_eq!((nobody.games, nobody.strangers), (0, 12));
    assert!(!nobody.to_string().is_empty() && !nobody.line().is_empty());
    assert_eq!([0.0, 0.5, 3.0, 31.5].map(halves), ["0", "½", "3", "31½"]);
}

#[test]
fn the_first_bound_that_is_crossed_decides_the_test() {
    let mut config = config(&["a", "b"], 1000);
    config.sprt = Some(Sprt {
        elo1: 100.0,
        ..Sprt::default()
    });
    let mut records = Vec::new();
    for pair in 0..100 {
        let (first, second) = match pair {
            0..20 => (Verdict::Black, Verdict::White),
            _ => (Verdict::White, Verdict::Black),
        };
        records.push(record(pair, "a", "b", first));
        records.push(record(pair, "b", "a", second));
    }
    let summary = Summary::of(&config, &records);
    assert_eq!(summary.verdict(), Some(Hypothesis::H1));
    assert!(summary.line().ends_with("H1 accepted"));
    records.reverse();
    let reversed = Summary::of(&config, &records);
    assert_eq!(reversed.verdict(), Some(Hypothesis::H0));
    let llr = |summary: &Summary| summary.test.map(|test| test.llr);
    assert_eq!(llr(&summary), llr(&reversed));
    // With three engines there is no test.
    config
        .engines
        .push(EngineConfig::parse("c=internal").expect("an engine"));
    assert!(Summary::of(&config, &records).test.is_none());
}

#[test]
fn text_for_two_engines_shows_tables_and_the_test() {
    let mut config = config(&["a", "b"], 20);
    config.sprt = Some(Sprt::default());
    let mut records = twelve();
    (records[0].margin, records[0].basis) =
        (Some(HalfPoints::from_points(8)), Some(ResultBasis::Count));
    (records[1].margin, records[1].basis) = (
        Some(HalfPoints::from_points(-3)),
        Some(ResultBasis::SameDead),
    );
    records[1].disputed = true;
    records[2].end = End::Resign;
    records[4].end = End::Fault;
    records[4].fault = Some(FaultRecord {
        side: Color::White,
        kind: FaultKind::Crash,
        text: String::new(),
        stderr: Vec::new(),
    });
    let summary = Summary::of(&config, &records);
    let expected = "\
12 of 20 games, 1 void, 1 disputed

       games  score              share               Elo
a – b     11  6 – 5  54.5 % (17 to 83)  0 (−273 to +273)

       as Black  as White  pairs 0  ½  1  1½  2  points ahead
a – b     4 – 2     2 – 3        1  1  1   1  1    +5.5 ± 3.5

   moves  s/move  longest  playouts/move  playouts/s   MiB   faults
a    300   0.100    0.250           1000       10000  34.0        –
b    300   0.050    0.125              –           –     –  crash 1

Intervals are those of 95 %, by the empirical likelihood of pairs of games.

ended by passes 10, resign 1, fault 1; 52 moves a game
counted by count 1, same dead 1
SPRT 0..20 (α 0.05, β 0.05): LLR −0.01 (−2.94 to +2.94), going on";
    let text = summary.to_string();
    assert_eq!(text, expected, "\n{text}");
    let line = "12/20  a 6 – 5 b  1 void  1 disputed  Elo 0 (−273 to +273)  LLR −0.01";
    assert_eq!(summary.line(), line);
}

#[test]
fn text_for_three_engines_has_one_row_per_pairing() {
    let mut records = twelve();
    records.push(record(6, "c", "b", Verdict::Black));
    records.push(record(7, "a", "c", Verdict::Unclear));
    let summary = Summary::of(&config(&["a", "b", "c"], 6), &records);
    assert_eq!(summary.line(), "14/18  a 6  b 5  c 1  1 void  1 unclear");
    let text = summary.to_string();
    assert!(text.starts_with("14 of 18 games, 1 void, 1 unclear\n\n"));
    assert_eq!(
        text.lines()
            .filter(|line| line.starts_with("a – c "))
            .count(),
        2
    );
    assert_eq!(summary.ratings().len(), 3);
}

/// The second engine wins the one pair that counts, the first one all games as Black that stand
/// alone, since those as White are void.
#[test]
fn differences_are_those_of_single_games_where_most_stand_alone() {
    use Verdict::{Black, Void, White};
    for (alone, method) in [(2, Method::Pairs), (3, Method::Games)] {
        let mut records = vec![record(0, "a", "b", White), record(0, "b", "a", Black)];
        for pair in 1..=alone {
            records.push(record(pair, "a", "b", Black));
            records.push(record(pair, "b", "a", Void));
        }
        let summary = Summary::of(&config(&["a", "b"], 20), &records);
        let pairing = &summary.pairings[0];
        assert_eq!(pairing.method(), method);
        let elo = pairing.elo().expect("games").value;
        assert_eq!(elo > 0.0, method == Method::Games, "{elo}");
    }
}
