//! Schedule of a match: each game is computed from its number and the settings alone.
//!
//! No list is built, so that a match of a million games costs no memory before it is played.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::config::{MatchConfig, Shard};

/// Game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Planned {
    /// Number of the game, from 0.
    pub game: u32,
    /// Number of the game's pair. A pair is two games with one opening and exchanged colours.
    pub pair: u32,
    /// Number of the opening.
    pub opening: u32,
    /// Index of Black's engine.
    pub black: usize,
    /// Index of White's engine.
    pub white: usize,
    /// Seed for the engines: positive, and below 2³¹, so that every engine accepts it.
    pub seed: u64,
}

/// All games of a match, of all shards, in order. In each round, each two engines meet twice, with
/// exchanged colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    engines: usize,
    pairings: u64,
    rounds: u32,
    seed: u64,
    shard: Option<Shard>,
}

impl Schedule {
    /// Creates the schedule of a match, in constant time.
    #[must_use]
    pub fn of(config: &MatchConfig) -> Schedule {
        Schedule {
            engines: config.engines.len(),
            pairings: config.pairings(),
            rounds: config.rounds(),
            seed: config.seed,
            shard: config.shard,
        }
    }

    /// Returns the number of games of all shards. It can exceed
    /// [`MAX_GAMES`](super::config::MAX_GAMES) for settings that were not validated.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.pairs().saturating_mul(2)
    }

    fn pairs(&self) -> u64 {
        self.pairings.saturating_mul(u64::from(self.rounds))
    }

    /// Returns the number of games of the shard of this process.
    #[must_use]
    pub fn own_games(&self) -> u64 {
        let pairs = self.pairs();
        let own = self.shard.map_or(pairs, |shard| shard.pairs_of(pairs));
        own.saturating_mul(2)
    }

    /// Returns the game with this number, in any shard; `None` if the match has fewer games.
    #[must_use]
    pub fn get(&self, game: u32) -> Option<Planned> {
        if u64::from(game) >= self.games() {
            return None;
        }
        let pair = game / 2;
        let (opening, pairing) = (
            u64::from(pair) / self.pairings,
            u64::from(pair) % self.pairings,
        );
        let (first, second) = self.pairing(pairing as usize);
        let (black, white) = match game % 2 {
            0 => (first, second),
            _ => (second, first),
        };
        Some(Planned {
            game,
            pair,
            opening: opening as u32,
            black,
            white,
            seed: game_seed(self.seed, game),
        })
    }

    /// Returns the two engines of a pairing: 0 and 1, 0 and 2, and so on, then 1 and 2.
    fn pairing(&self, mut number: usize) -> (usize, usize) {
        let mut first = 0;
        loop {
            let others = self.engines - 1 - first;
            if number < others {
                return (first, first + 1 + number);
            }
            number -= others;
            first += 1;
        }
    }

    /// Returns whether a game belongs to the shard of this process.
    #[must_use]
    pub fn is_own(&self, game: &Planned) -> bool {
        self.shard.is_none_or(|shard| shard.has(game.pair))
    }

    /// Returns the games of the shard of this process, computed lazily.
    pub fn own(self) -> impl Iterator<Item = Planned> + Send {
        (0..=u32::MAX)
            .map_while(move |game| self.get(game))
            .filter(move |game| self.is_own(game))
    }
}

/// Derives the seed of a game from that of the match. It is in 1..2³¹: engines parse it as a signed
/// 32-bit number, and some take 0 as "from the clock".
pub fn game_seed(seed: u64, game: u32) -> u64 {
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

    fn all(config: &MatchConfig) -> Vec<Planned> {
        Schedule::of(config).own().collect()
    }

    #[test]
    fn each_pairing_plays_both_colours_from_one_opening() {
        let games = all(&config(4, 5));
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
    fn shards_partition_the_schedule() {
        let mut config = config(3, 14);
        let whole = all(&config);
        let mut shared = Vec::new();
        for part in ["1/4", "2/4", "3/4", "4/4"] {
            config.shard = Some(part.parse().expect("a part"));
            let part = all(&config);
            assert_eq!(Schedule::of(&config).own_games(), part.len() as u64);
            assert!(part.chunks(2).all(|two| two[0].pair == two[1].pair));
            shared.extend(part);
        }
        shared.sort_by_key(|planned| planned.game);
        assert_eq!(shared, whole);
    }

    #[test]
    fn game_seeds_depend_on_the_match_seed() {
        let one = all(&config(2, 4));
        let mut other = config(2, 4);
        other.seed = 2;
        assert!(one.iter().zip(all(&other)).all(|(a, b)| a.seed != b.seed));
    }

    /// Compares every game with an explicit list of the rounds.
    #[test]
    fn computed_games_equal_the_listed_rounds() {
        for engines in [2, 3, 5] {
            let config = config(engines, 6);
            let mut listed = Vec::new();
            for opening in 0..3 {
                for first in 0..engines {
                    for second in first + 1..engines {
                        listed.push((opening, first, second));
                        listed.push((opening, second, first));
                    }
                }
            }
            let schedule = Schedule::of(&config);
            assert_eq!(schedule.games(), listed.len() as u64);
            for (game, expected) in listed.iter().enumerate() {
                let planned = schedule.get(game as u32).expect("a game");
                let found = (planned.opening, planned.black, planned.white);
                assert_eq!(found, *expected);
            }
            assert_eq!(schedule.get(listed.len() as u32), None);
        }
    }

    /// A list of these games would take 170 gigabytes.
    #[test]
    fn huge_schedules_need_no_memory() {
        let schedule = Schedule::of(&config(2, u32::MAX));
        assert_eq!(schedule.games(), 1 << 32);
        let last = schedule.get(u32::MAX).expect("a game");
        assert_eq!(
            (last.game, last.opening, last.black),
            (u32::MAX, (1 << 31) - 1, 1)
        );
        assert_eq!(schedule.own().take(3).count(), 3);
        for engines in [0, 1] {
            assert_eq!(Schedule::of(&config(engines, 10)).own().count(), 0);
        }
    }
}
