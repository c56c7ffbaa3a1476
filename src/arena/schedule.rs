//! Which games are played: a list that depends on the settings alone.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::config::MatchConfig;

/// A game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Planned {
    /// Its number, from 0.
    pub game: u32,
    /// The pair of games with one opening and both colours that it belongs to.
    pub pair: u32,
    /// The number of its opening.
    pub opening: u32,
    /// Black among the engines of the match.
    pub black: usize,
    /// White among them.
    pub white: usize,
    /// The seed for the engines: positive, and small enough for any of them.
    pub seed: u64,
}

/// All games of a match, of all shards, in their order: round by round, each two engines once with
/// both colours in each.
#[must_use]
pub fn schedule(config: &MatchConfig) -> Vec<Planned> {
    let engines = config.engines.len();
    let pairings: Vec<(usize, usize)> = (0..engines)
        .flat_map(|first| (first + 1..engines).map(move |second| (first, second)))
        .collect();
    let rounds = config.games.div_ceil(2);
    let mut games = Vec::new();
    for opening in 0..rounds {
        for &(first, second) in &pairings {
            let pair = (games.len() / 2) as u32;
            for (black, white) in [(first, second), (second, first)] {
                let game = games.len() as u32;
                games.push(Planned {
                    game,
                    pair,
                    opening,
                    black,
                    white,
                    seed: game_seed(config.seed, game),
                });
            }
        }
    }
    games
}

/// The games of the part that is played here.
#[must_use]
pub fn own_part(config: &MatchConfig) -> Vec<Planned> {
    let mut games = schedule(config);
    games.retain(|planned| config.shard.is_none_or(|shard| shard.has(planned.pair)));
    games
}

/// A seed from that of the match: engines read it as a signed number of 32 bits, and some take 0 for
/// "from the clock".
pub(super) fn game_seed(seed: u64, game: u32) -> u64 {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let salt: u64 = rng.random();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(salt ^ u64::from(game));
    rng.random_range(1..(1 << 31))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::config::EngineConfig;
    use super::*;

    fn config(engines: usize, games: u32) -> MatchConfig {
        let engine = |n| EngineConfig::parse(&format!("e{n}=internal")).expect("an engine");
        MatchConfig {
            games,
            engines: (0..engines).map(engine).collect(),
            ..MatchConfig::default()
        }
    }

    #[test]
    fn each_two_meet_with_both_colours_and_one_opening() {
        let games = schedule(&config(4, 5));
        assert_eq!(games.len(), 6 * 6);
        for (index, two) in games.chunks(2).enumerate() {
            assert_eq!((two[0].pair, two[1].pair), (index as u32, index as u32));
            assert_eq!((two[0].black, two[0].white), (two[1].white, two[1].black));
            assert_eq!(two[0].opening, two[1].opening);
        }
        let met: BTreeSet<_> = games
            .iter()
            .map(|g| (g.black, g.white, g.opening))
            .collect();
        assert_eq!(met.len(), games.len());
        let seeds: BTreeSet<_> = games.iter().map(|g| g.seed).collect();
        assert_eq!(seeds.len(), games.len());
    }

    #[test]
    fn shards_share_all_games() {
        let mut config = config(3, 14);
        let all = schedule(&config);
        let mut shared = Vec::new();
        for part in ["1/4", "2/4", "3/4", "4/4"] {
            config.shard = Some(part.parse().expect("a part"));
            let part = own_part(&config);
            assert!(part.chunks(2).all(|two| two[0].pair == two[1].pair));
            shared.extend(part);
        }
        shared.sort_by_key(|planned| planned.game);
        assert_eq!(shared, all);
    }

    #[test]
    fn another_seed_gives_other_games() {
        let one = schedule(&config(2, 4));
        let mut other = config(2, 4);
        other.seed = 2;
        assert!(
            one.iter()
                .zip(schedule(&other))
                .all(|(a, b)| a.seed != b.seed)
        );
    }
}
