//! Shards of games with targets, from which nets are trained.

use std::path::Path;

use halfpoint_system::checksum::line_of;
use halfpoint_train::ShardGame;
use halfpoint_train::rows::{Packing, rows_of};
use halfpoint_train::shard::ShardReader;
use serde_json::Value;

use super::sgf::message;

/// Checks the reading of an unpacked shard: first as it is, then with the right checksum in each
/// line that is an object.
///
/// # Panics
/// If a property does not hold.
pub fn shard(data: &[u8]) {
    read(data);
    let lines = data.split(|&byte| byte == b'\n');
    let values = lines.filter_map(|line| serde_json::from_slice::<Value>(line).ok());
    let marked: Vec<u8> = values
        .filter_map(|value| line_of(&value).ok())
        .flatten()
        .collect();
    read(&marked);
}

fn read(lines: &[u8]) {
    for game in ShardReader::new(Path::new("shard"), lines) {
        match game {
            Ok(game) => check(&game),
            Err(error) => message(&error.to_string()),
        }
    }
}

/// Checks that a game is written and read back, and gives as many rows as it has, or none.
fn check(game: &ShardGame) {
    let line = line_of(game).expect("an object");
    let mut back = ShardReader::new(Path::new("shard"), &line[..]);
    let back = back.next().expect("a line").expect("our own line");
    assert_eq!(back, *game);
    let packing = Packing {
        teacher: None,
        symmetries: true,
        seed: line.len() as u64,
        result_share: 0.6,
        threads: 1,
    };
    match rows_of(game, &packing) {
        Ok(rows) => assert_eq!(rows, game.rows.len()),
        Err(error) => message(&error.to_string()),
    }
}
