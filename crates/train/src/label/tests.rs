//! Tests with a random net, which costs little.

use std::collections::BTreeSet;
use std::sync::atomic::Ordering;

use halfpoint_core::notation::vertex;
use halfpoint_core::{Game, HalfPoints, Size};

use super::*;
use crate::ShardGame;
use crate::moves::tests::random_move;
use crate::replay::Replay;
use crate::sampling::random_of;
use crate::shard::{ShardReader, list};
use halfpoint_nn::Arithmetic;
use halfpoint_nn::sample::sample;

fn net() -> Net {
    net_of(14)
}

fn net_of(version: u32) -> Net {
    Net::new(sample(version), Arithmetic::Float).expect("a net")
}

fn labelling(draws: bool) -> Labelling {
    let variety = Variety {
        rules: Variety::all_rules(),
        sizes: "4:1,5:1,4x6:1".parse().expect("sizes"),
    };
    Labelling {
        variety,
        draws,
        records: Vec::new(),
    }
}

fn work(dir: &std::path::Path, worker: u64, workers: u64) -> WorkPart {
    WorkPart {
        dir: dir.to_path_buf(),
        kind: KIND,
        seed: 5,
        games: 4 * GAMES_PER_SHARD,
        worker,
        workers,
        threads: 1,
        shard_games: GAMES_PER_SHARD,
    }
}

/// Returns the games of all shards of a folder.
fn games_in(dir: &std::path::Path) -> Vec<ShardGame> {
    let shards = list(&[dir.to_path_buf()]).expect("shards");
    let games = shards
        .iter()
        .flat_map(|path| ShardReader::open(path).expect("a shard"));
    games.collect::<Result<_, _>>().expect("games")
}

/// Makes shards with a random net, which play every rule set, and returns their games.
pub(crate) fn games_of_sample(dir: &std::path::Path) -> Vec<ShardGame> {
    run(dir, 0, 1);
    games_in(dir)
}

fn run(dir: &std::path::Path, worker: u64, workers: u64) -> WorkProgress {
    let stop = AtomicBool::new(false);
    let (net, work) = (net(), work(dir, worker, workers));
    label(&net, &labelling(false), &work, &stop, &|_| ()).expect("shards")
}

#[test]
fn two_workers_make_the_data_of_one() {
    let (one, two) = (
        tempfile::tempdir().expect("a folder"),
        tempfile::tempdir().expect("a folder"),
    );
    run(one.path(), 0, 1);
    for worker in [1, 0] {
        assert_eq!(run(two.path(), worker, 2).shards, 2);
    }
    let games = games_in(one.path());
    assert_eq!(games_in(two.path()), games);
    let ids: BTreeSet<&str> = games.iter().map(|game| game.id.as_str()).collect();
    assert_eq!(ids.len() as u64, 4 * GAMES_PER_SHARD);
    // A shard that is missing is made again, the others stay.
    std::fs::remove_file(&list(&[two.path().into()]).expect("shards")[2]).expect("removed");
    assert_eq!(run(two.path(), 0, 1).shards, 1);
    assert_eq!(games_in(two.path()), games);
}

#[test]
fn games_can_be_replayed_and_targets_are_whole() {
    let dir = tempfile::tempdir().expect("a folder");
    run(dir.path(), 0, 1);
    let games = games_in(dir.path());
    let rules: BTreeSet<&str> = games.iter().map(|game| game.rules.as_str()).collect();
    assert!(rules.len() >= 13, "{rules:?}");
    let (mut named, mut forks_without_komi) = (0, 0);
    for record in &games {
        let start = record.start().expect("a start");
        if start.rules().last_mover_wins() {
            assert_eq!(record.komi, 0, "{}", record.id);
            forks_without_komi += usize::from(record.origin.is_some());
        }
        let mut replay = Replay::of(start);
        let mut rows = record.rows.iter().peekable();
        for index in 0..=record.moves.len() {
            let game = replay.game();
            if let Some(row) = rows.next_if(|row| row.at == index) {
                for text in row.policy.keys() {
                    let play = crate::parse_move(game, text).expect(text);
                    assert!(
                        game.position().resolve(game.to_move(), &play).is_ok(),
                        "{text}"
                    );
                }
                let sum: f32 = row.policy.values().sum();
                assert!((sum - 1.0).abs() < 0.01, "{sum}");
                assert!((row.value.iter().sum::<f32>() - 1.0).abs() < 0.001);
            }
            if index < record.moves.len() {
                let plain = game.position().plain_pass(game.to_move()).ok();
                record.play(&mut replay, index).expect("a legal move");
                let token = replay
                    .game()
                    .records()
                    .last()
                    .and_then(|last| last.action.token());
                named += usize::from(token.is_some() && token != plain);
            }
        }
        assert_eq!(rows.next(), None);
        assert!(!record.rows.is_empty());
    }
    assert!(named > 0, "no token by name");
    assert!(forks_without_komi > 0, "no fork where spare moves decide");
}

/// The model versions have different numbers, and draws are judged by two evaluations.
#[test]
fn rows_have_what_the_net_says_of_its_uncertainty() {
    for (version, draws) in [(8, true), (9, false), (10, true), (14, true), (14, false)] {
        let dir = tempfile::tempdir().expect("a folder");
        let work = WorkPart {
            games: 1,
            shard_games: 5,
            ..work(dir.path(), 0, 1)
        };
        let stop = AtomicBool::new(false);
        let net = net_of(version);
        label(&net, &labelling(draws), &work, &stop, &|_| ()).expect("a shard");
        let games = games_in(dir.path());
        let rows: Vec<&RowRecord> = games.iter().flat_map(|game| &game.rows).collect();
        assert!(rows.len() > 20, "{version}: {}", rows.len());
        for row in rows {
            let has_errors = version >= 9;
            assert!(row.deviation.is_some_and(|points| points > 0.0));
            assert_eq!(row.value_error.is_some(), has_errors, "{version}");
            assert_eq!(row.score_error.is_some(), has_errors, "{version}");
        }
    }
}

/// The outputs are just within what the evaluator takes for a number.
#[test]
fn a_net_with_extreme_weights_makes_shards_that_can_be_read() {
    for output in [9e5, -9e5] {
        let mut network = sample(14);
        network.value.score_bias.fill(output);
        let net = Net::new(network, Arithmetic::Float).expect("a net");
        let dir = tempfile::tempdir().expect("a folder");
        let work = WorkPart {
            games: 1,
            shard_games: 2,
            ..work(dir.path(), 0, 1)
        };
        let stop = AtomicBool::new(false);
        label(&net, &labelling(false), &work, &stop, &|_| ()).expect("a shard");
        let games = games_in(dir.path());
        let mut rows = games.iter().flat_map(|game| &game.rows);
        assert!(rows.any(|row| row.lead.abs() > 9e5));
    }
}

#[test]
fn a_stopped_run_leaves_whole_shards() {
    let dir = tempfile::tempdir().expect("a folder");
    let stop = AtomicBool::new(false);
    let report = |_| stop.store(true, Ordering::Relaxed);
    let work = work(dir.path(), 0, 1);
    let done = label(&net(), &labelling(true), &work, &stop, &report).expect("shards");
    assert_eq!((done.shards, done.games), (1, GAMES_PER_SHARD));
    assert_eq!(games_in(dir.path()).len() as u64, GAMES_PER_SHARD);
}

/// Returns a game of random placements on 5×5; `None` if it has none.
fn random_game(random: &mut Random) -> Option<RecordedGame> {
    let rules = halfpoint_core::rules::PRESETS[0].rules;
    let mut game = Game::new(rules, Size::square(5), HalfPoints::ZERO);
    while game.records().len() < 40
        && let Some(play) = random_move(&game, random)
        && let Move::Place(_) = play
    {
        game.play(game.to_move(), &play).expect("a legal move");
    }
    RecordedGame::of(&game)
}

#[test]
fn stretches_of_records_are_judged() {
    let mut random = random_of(3, 3);
    let games = std::iter::repeat_with(|| random_game(&mut random)).flatten();
    let records: Vec<RecordedGame> = games.filter(|game| game.points.len() > 5).take(4).collect();
    let labelling = Labelling {
        records: records.clone(),
        ..labelling(false)
    };
    let dir = tempfile::tempdir().expect("a folder");
    let stop = AtomicBool::new(false);
    label(&net(), &labelling, &work(dir.path(), 0, 1), &stop, &|_| ()).expect("shards");
    let known: Vec<Vec<String>> = (records.iter())
        .map(|game| {
            (game.points.iter())
                .map(|&p| vertex(game.size, p))
                .collect()
        })
        .collect();
    let (mut rules, mut followed) = (BTreeSet::new(), 0);
    for game in games_in(dir.path()) {
        let begins = |moves: &Vec<String>| moves.starts_with(&game.moves);
        if game.width == 5 && known.iter().any(begins) {
            followed += 1;
            rules.insert(game.rules.clone());
            assert!((1..=STRETCH + 1).contains(&game.rows.len()));
            let rows: Vec<usize> = game.rows.iter().map(|row| row.at).collect();
            let end = game.moves.len();
            assert_eq!(rows, (end + 1 - rows.len()..=end).collect::<Vec<_>>());
            assert_eq!(game.result, ResultRecord::default());
        }
    }
    assert!(followed as u64 > 2 * GAMES_PER_SHARD, "{followed}");
    assert!(rules.len() >= 10, "{rules:?}");
}
