//! Pairing: the next two players with their colours, komi and handicap.
//!
//! The next game is for the player with the fewest games. Its opponent is the one nearest in rank;
//! among equals the one that it has met least often, then the one with the fewest games. Remaining
//! ties are broken by lot. All lots come from the seed of the ladder and the number of the game, so
//! the same history always continues in the same way.

use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::rules::GameType;

use super::history::{Guess, Parity};
use super::state::{Ladder, Player};
use halfpoint_arena::log::record::Sides;
use halfpoint_arena::plan::schedule::game_seed;

/// Game to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arranged {
    /// Number of the game: the lowest free one.
    pub game: u32,
    /// Seed of the engines.
    pub seed: u64,
    /// Indices of the players in the ladder.
    pub players: Sides<usize>,
    /// Game type, which follows from the difference of the ranks.
    pub game_type: GameType,
    /// Komi in half-points.
    pub komi: HalfPoints,
    /// How the colours were guessed; `None` if the ranks decided them.
    pub guess: Option<Guess>,
}

/// Returns the next game beside those being played; `None` if no two free players can play.
#[must_use]
pub fn next(ladder: &Ladder, playing: &[Arranged]) -> Option<Arranged> {
    let numbers: Vec<u32> = playing.iter().map(|game| game.game).collect();
    let game = ladder.free_number(&numbers);
    let seed = game_seed(ladder.config().seed, game);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let players = ladder.players();
    let lots: Vec<u64> = players.iter().map(|_| rng.next_u64()).collect();
    let is_playing = |index: usize| {
        playing
            .iter()
            .any(|game| game.players.black == index || game.players.white == index)
    };
    let is_free = |index: &usize| {
        let player = &players[*index];
        !player.left && player.member.engine.is_some() && !is_playing(*index)
    };
    let mut free: Vec<usize> = (0..players.len()).filter(is_free).collect();
    free.sort_by_key(|&index| (players[index].games(), lots[index]));
    let max_stones = ladder.config().most_stones();
    for &one in &free {
        let mut others: Vec<usize> = free.iter().copied().filter(|&other| other != one).collect();
        others.sort_by_key(|&other| {
            let distance = players[one].rank().distance(players[other].rank());
            let games = players[other].games();
            (distance, ladder.met(one, other), games, lots[other])
        });
        for other in others {
            let (rank, other_rank) = (players[one].rank(), players[other].rank());
            // The ranks are too far apart for the handicap that the board allows.
            let Some(game_type) = GameType::between(rank, other_rank, max_stones) else {
                continue;
            };
            let (sides, guess) = match rank == other_rank {
                true => guess(players, one, other, &mut rng),
                false => (lower_first(players, one, other), None),
            };
            let size = ladder.config().size.0;
            return Some(Arranged {
                game,
                seed,
                players: sides,
                game_type,
                komi: game_type.komi(size.width(), size.height()),
                guess,
            });
        }
    }
    None
}

/// Gives Black to the player of the lower rank.
fn lower_first(players: &[Player], one: usize, other: usize) -> Sides<usize> {
    let (black, white) = match players[one].rank() < players[other].rank() {
        true => (one, other),
        false => (other, one),
    };
    Sides { black, white }
}

/// Draws an owner, who chooses odd or even, and has the partner guess. A right guess gives the
/// partner Black.
fn guess(
    players: &[Player],
    one: usize,
    other: usize,
    rng: &mut impl Rng,
) -> (Sides<usize>, Option<Guess>) {
    let mut parity = || match rng.random::<bool>() {
        true => Parity::Odd,
        false => Parity::Even,
    };
    let (chosen, guessed) = (parity(), parity());
    let (owner, partner) = match rng.random::<bool>() {
        true => (one, other),
        false => (other, one),
    };
    let (black, white) = match chosen == guessed {
        true => (partner, owner),
        false => (owner, partner),
    };
    let guess = Guess {
        owner: players[owner].member.name.clone(),
        chosen,
        guessed,
    };
    (Sides { black, white }, Some(guess))
}

#[cfg(test)]
mod tests {
    use super::super::config::{LadderConfig, Member};
    use super::super::history::{Entry, LadderGame};
    use super::*;
    use crate::state::{MAX_PLAYERS, StateError};
    use halfpoint_arena::log::record::Verdict;
    use halfpoint_arena::plan::config::{EngineConfig, MAX_GAMES};
    use halfpoint_core::board::{Color, Size};
    use halfpoint_core::notation::BoardSize;

    fn ladder(ranks: &[&str], side: usize) -> Ladder {
        let config = LadderConfig {
            size: BoardSize(Size::square(side)),
            ..LadderConfig::default()
        };
        let mut ladder = Ladder::new(config).expect("a ladder");
        for (index, rank) in ranks.iter().enumerate() {
            let name = format!("p{index}");
            let engine = EngineConfig::parse(&format!("{name}=internal")).expect("an engine");
            let member = match *rank {
                "guest" => Member::guest(name, Some(engine)),
                rank => Member {
                    name,
                    rank: rank.parse().expect("a rank"),
                    guest: false,
                    engine: Some(engine),
                },
            };
            ladder.apply(Entry::Player(member)).expect("a player");
        }
        ladder
    }

    fn finish(ladder: &mut Ladder, arranged: &Arranged, verdict: Verdict) {
        let game = finished(ladder, arranged, verdict);
        ladder.apply(Entry::Game(Box::new(game))).expect("a game");
    }

    /// Returns the end of a game.
    fn finished(ladder: &Ladder, arranged: &Arranged, verdict: Verdict) -> LadderGame {
        let of = |side: usize| &ladder.players()[side];
        let sides = &arranged.players;
        LadderGame {
            game: arranged.game,
            players: Sides {
                black: of(sides.black).member.name.clone(),
                white: of(sides.white).member.name.clone(),
            },
            ranks: Sides {
                black: of(sides.black).rank(),
                white: of(sides.white).rank(),
            },
            game_type: arranged.game_type,
            guess: arranged.guess.clone(),
            komi: arranged.komi,
            verdict,
            result: match verdict {
                Verdict::Black => "B+R",
                Verdict::White => "W+R",
                Verdict::Draw => "0",
                Verdict::Void => "Void",
                Verdict::Unclear => "?",
            }
            .to_string(),
            standings: ladder.rated(sides, arranged.game_type, verdict),
            ended: 0,
            record: None,
        }
    }

    /// Since no number is there twice, the number of games is bounded, too.
    #[test]
    fn a_ladder_has_a_bounded_number_of_games_and_players() {
        let mut ladder = ladder(&["1d", "1d"], 9);
        let arranged = next(&ladder, &[]).expect("a game");
        let mut game = finished(&ladder, &arranged, Verdict::Black);
        game.game = MAX_GAMES;
        let refused = ladder.apply(Entry::Game(Box::new(game.clone())));
        assert_eq!(refused, Err(StateError::Number(MAX_GAMES)));
        game.game -= 1;
        assert_eq!(ladder.apply(Entry::Game(Box::new(game))), Ok(()));
        let player = |number| Entry::Player(Member::guest(format!("g{number}"), None));
        for number in 2..MAX_PLAYERS {
            assert_eq!(ladder.apply(player(number)), Ok(()));
        }
        assert_eq!(ladder.apply(player(MAX_PLAYERS)), Err(StateError::Crowded));
    }

    #[test]
    fn kind_colours_and_komi_follow_from_the_ranks() {
        for (ranks, side, kind, komi, black) in [
            (["5k", "5k"], 19, "ho_sun", "6.5", None),
            (["5k", "5k"], 9, "ho_sun", "0.5", None),
            (["5k", "4k"], 19, "jung_sun", "0.5", Some(0)),
            (["1d", "2k"], 19, "jung_sun", "0.5", Some(1)),
            (["1d", "3k"], 19, "handicap 3", "0.5", Some(1)),
            (["guest", "9d"], 19, "handicap 25", "0.5", Some(0)),
            (["guest", "9d"], 13, "handicap 9", "0.5", Some(0)),
            (["guest", "18k"], 9, "ho_sun", "0.5", None),
            (["guest", "17k"], 9, "jung_sun", "0.5", Some(0)),
        ] {
            let game = next(&ladder(&ranks, side), &[]).expect("a game");
            assert_eq!(game.game_type.to_string(), kind, "{ranks:?}");
            assert_eq!(game.komi.to_string(), komi, "{ranks:?}");
            match black {
                Some(black) => assert_eq!(game.players.black, black, "{ranks:?}"),
                None => assert!(game.guess.is_some()),
            }
            assert_eq!(game.guess.is_some(), black.is_none(), "{ranks:?}");
        }
    }

    #[test]
    fn a_right_guess_gives_black() {
        let mut ladder = ladder(&["5k", "5k"], 9);
        let (mut right, mut black, mut owners) = (0, 0, 0);
        for _ in 0..200 {
            let game = next(&ladder, &[]).expect("a game");
            let guess = game.guess.clone().expect("a guess");
            let name_of = |index: usize| ladder.players()[index].member.name.as_str();
            let is_right = guess.chosen == guess.guessed;
            assert_eq!(name_of(game.players.black) != guess.owner, is_right);
            right += u32::from(is_right);
            black += u32::from(game.players.black == 0);
            owners += u32::from(guess.owner == "p0");
            finish(&mut ladder, &game, Verdict::Void);
        }
        for count in [right, black, owners] {
            assert!((70..=130).contains(&count), "{count} of 200");
        }
    }

    #[test]
    fn near_ranks_are_preferred_and_every_player_plays() {
        let ladder_of = || ladder(&["1d", "10k", "11k", "1k", "9k", "2d"], 19);
        let mut played = ladder_of();
        for _ in 0..30 {
            let game = next(&played, &[]).expect("a game");
            let ranks: Vec<_> = Color::BOTH
                .map(|color| played.players()[*game.players.of(color)].rank())
                .into();
            assert!(ranks[0].distance(ranks[1]) <= 2, "{game:?}");
            finish(&mut played, &game, Verdict::Draw);
        }
        let games: Vec<u32> = played.players().iter().map(Player::games).collect();
        // A player with neighbours in rank on both sides plays more, but every player plays.
        assert!(games.iter().all(|&count| count >= 7), "{games:?}");
        // Without a player of similar rank, a handicap game is arranged.
        let alone = ladder(&["18k", "1d"], 19);
        let game = next(&alone, &[]).expect("a game");
        assert!(!game.game_type.is_rated());
        // Pairing depends only on the seed and the history.
        let mut again = ladder_of();
        for expected in played.games() {
            let game = next(&again, &[]).expect("a game");
            assert_eq!(game.guess, expected.guess);
            finish(&mut again, &game, Verdict::Draw);
        }
        assert_eq!(again, played);
    }

    #[test]
    fn no_player_plays_two_games_at_a_time() {
        let mut ladder = ladder(&["5k"; 5], 9);
        let first = next(&ladder, &[]).expect("a game");
        let second = next(&ladder, std::slice::from_ref(&first)).expect("a game");
        assert_eq!((first.game, second.game), (0, 1));
        let both = [first.clone(), second.clone()];
        let mut players: Vec<usize> = both
            .iter()
            .flat_map(|game| [game.players.black, game.players.white])
            .collect();
        players.sort_unstable();
        players.dedup();
        assert_eq!(players.len(), 4);
        assert_eq!(next(&ladder, &both), None);
        // The number of a game that was lost is used again.
        finish(&mut ladder, &second, Verdict::Black);
        assert_eq!(next(&ladder, &[]).map(|game| game.game), Some(0));
    }

    #[test]
    fn no_game_is_arranged_that_needs_too_many_handicap_stones() {
        let small = ladder(&["18k", "1d", "15k"], 5);
        assert_eq!(next(&small, &[]), None);
        let near = ladder(&["18k", "1d", "16k"], 5);
        let game = next(&near, &[]).expect("a game");
        assert_eq!((game.players.black, game.players.white), (0, 2));
    }

    #[test]
    fn a_player_who_has_left_plays_no_more() {
        let mut ladder = ladder(&["5k", "5k"], 9);
        ladder
            .apply(Entry::Left("p1".to_string()))
            .expect("a player");
        assert_eq!(next(&ladder, &[]), None);
        assert!(ladder.apply(Entry::Left("p1".to_string())).is_err());
    }
}
