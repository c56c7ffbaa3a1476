//! Tests with a random net, which costs little.

use std::collections::BTreeSet;
use std::path::Path;

use halfpoint_core::HalfPoints;
use halfpoint_core::board::Color;
use halfpoint_core::game::GameEnd;

use super::*;
use crate::ShardGame;
use crate::replay::Replay;
use crate::shard::{ShardReader, list};
use halfpoint_nn::sample::sample;
use halfpoint_nn::{Arithmetic, History};

/// Plays 30 games of every rule set on small boards, from which a net learns.
fn play(dir: &Path, worker: u64, workers: u64) -> Vec<ShardGame> {
    let net = Net::new(sample(8), Arithmetic::Float).expect("a net");
    play_for(&net, Purpose::Training, dir, worker, workers)
}

/// Plays three shards of games of every rule set on small boards for a purpose.
fn play_for(net: &Net, purpose: Purpose, dir: &Path, worker: u64, workers: u64) -> Vec<ShardGame> {
    let settings = SelfPlay {
        purpose,
        variety: Variety {
            rules: Variety::all_rules(),
            sizes: "3:1,4:1,3x4:1".parse().expect("sizes"),
        },
        visits: 12,
        fast_visits: 4,
        full_share: 0.5,
    };
    let work = WorkPart {
        dir: dir.to_path_buf(),
        kind: KIND,
        seed: 7,
        games: 3 * purpose.games_per_shard(),
        worker,
        workers,
        threads: 1,
        shard_games: purpose.games_per_shard(),
    };
    let stop = AtomicBool::new(false);
    self_play(net, &settings, &work, &stop, &|_| ()).expect("shards");
    let shards = list(&[dir.to_path_buf()]).expect("shards");
    let games = shards
        .iter()
        .flat_map(|path| ShardReader::open(path).expect("a shard"));
    games.collect::<Result<_, _>>().expect("games")
}

#[test]
fn games_are_replayed_to_their_results() {
    let dir = tempfile::tempdir().expect("a folder");
    let games = play(dir.path(), 0, 1);
    let rules: BTreeSet<&str> = games.iter().map(|game| game.rules.as_str()).collect();
    assert!(rules.len() > 8, "{rules:?}");
    let mut counted = 0;
    for record in &games {
        let mut replay = Replay::of(record.start().expect("a start"));
        let mut rows = record.rows.iter().peekable();
        for index in 0..record.moves.len() {
            if let Some(row) = rows.next_if(|row| row.at == index) {
                assert!((row.policy.values().sum::<f32>() - 1.0).abs() < 0.01);
                assert!((row.value.iter().sum::<f32>() - 1.0).abs() < 0.001);
            }
            record.play(&mut replay, index).expect("a legal move");
        }
        assert_eq!(rows.next(), None);
        let game = replay.game();
        if let Some(margin) = record.result.margin
            && !game.rules().playing_on_costs()
        {
            let nothing = PointSet::new(game.board().size());
            let outcome = game.outcome(&nothing);
            assert_eq!(outcome.margin().map(|margin| margin.halves()), Some(margin));
            counted += 1;
        }
    }
    assert!(counted > 10, "{counted}");
}

#[test]
fn some_games_begin_from_an_ending_that_other_rules_count() {
    let dir = tempfile::tempdir().expect("a folder");
    let games = play(dir.path(), 0, 1);
    let (mut endings, mut rows) = (0, 0);
    for (number, game) in games.iter().enumerate() {
        if game.origin.as_deref() != Some("ending") {
            continue;
        }
        endings += 1;
        rows += game.rows.len();
        let first = number - number % Purpose::Training.games_per_shard() as usize;
        // Its first moves are those of a game of the shard under other rules; tokens may differ.
        let placements = |game: &ShardGame, count: usize| -> Vec<String> {
            let vertex = |text: &&String| text.starts_with(|c: char| c.is_ascii_uppercase());
            game.moves
                .iter()
                .take(count)
                .filter(vertex)
                .cloned()
                .collect()
        };
        let shares = |earlier: &ShardGame| {
            let kept = earlier.moves.len() * 7 / 10;
            earlier.rules != game.rules && placements(earlier, kept) == placements(game, kept)
        };
        assert!(games[first..number].iter().any(shares), "{}", game.id);
        let start = game.rows.first().map_or(usize::MAX, |row| row.at);
        assert!(start > 0);
    }
    assert!(endings > 1 && rows > 0, "{endings} {rows}");
}

#[test]
fn two_workers_make_the_data_of_one() {
    let [one, two] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let games = play(one.path(), 0, 1);
    play(two.path(), 1, 2);
    assert_eq!(play(two.path(), 0, 2), games);
}

#[test]
fn measured_games_approach_the_even_komi_of_one_class() {
    let [one, two, three] = [(); 3].map(|()| tempfile::tempdir().expect("a folder"));
    let net = Net::embedded(Arithmetic::Int8).expect("a net");
    let games = play_for(&net, Purpose::Measurement, one.path(), 0, 1);
    let shard = Purpose::Measurement.games_per_shard() as usize;
    assert_eq!(games.len(), 3 * shard);
    for games in games.chunks(shard) {
        let class = |game: &ShardGame| {
            let rules = game.start().map(|start| *start.rules()).expect("a start");
            (rules.scoring, rules.buttons, game.width, game.height)
        };
        for pair in games.windows(2) {
            let id = &pair[1].id;
            assert!(
                pair[1].origin.is_none() && pair[1].handicap.is_empty(),
                "{id}"
            );
            assert_eq!(class(&pair[0]), class(&pair[1]), "{id}");
            let change = pair[1].komi - pair[0].komi;
            match pair[0].result.outcome.as_deref() {
                Some("B") => assert!(change >= 0, "{id}"),
                Some("W") => assert!(change <= 0, "{id}"),
                _ => assert_eq!(change, 0, "{id}"),
            }
        }
    }
    assert_eq!(
        play_for(&net, Purpose::Measurement, two.path(), 0, 1),
        games
    );
    let learned = play(three.path(), 0, 1);
    assert!(learned.iter().any(|game| game.origin.is_some()));
}

#[test]
fn a_declared_draw_has_no_margin() {
    let named: NamedRules = "ultimate".parse().expect("rules");
    let mut game = Game::new(named.rules, Size::square(3), HalfPoints::ZERO);
    while game.state().over.is_none() {
        game.play(game.to_move(), &Move::Pass).expect("a pass");
    }
    assert_eq!(game.state().over, Some(GameEnd::Draw));
    let net = Net::new(sample(8), Arithmetic::Float).expect("a net");
    let variety = Variety {
        rules: vec![named],
        sizes: "3:1".parse().expect("sizes"),
    };
    let result = GameMaker::new(&net, &variety).result(&game, &History::of(&game), false);
    assert_eq!(
        (result.margin, result.outcome.as_deref()),
        (None, Some("0"))
    );
}

#[test]
fn where_spare_moves_decide_white_gets_prisoners_in_place_of_komi() {
    let named: NamedRules = "ultimate".parse().expect("rules");
    for (komi, more) in [(3, [1, 4]), (-2, [3, 1]), (30, [1, 21])] {
        let komi = HalfPoints::from_points(komi);
        let start = Start::new(named, Game::new(named.rules, Size::square(5), komi));
        let bowls = &start.replay.game().state().bowls;
        let both = [Color::Black, Color::White].map(|color| bowls.regular[color]);
        assert_eq!(both, more);
    }
}
