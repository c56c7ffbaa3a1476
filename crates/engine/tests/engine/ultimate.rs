//! Ultimate Go played to its end: whether the player gets from every opponent the result that the
//! score promised, and which small positions a search decides.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use halfpoint_core::board::{Color, PointSet, Size};
use halfpoint_core::game::{Game, GameEnd, Move, Outcome, Position, Setup, Terms, TokenKind};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::life::{ReadingCache, proven_dead};
use halfpoint_core::notation::parse_vertex;
use halfpoint_core::rules::{Rules, find};
use halfpoint_engine::player::{Basis, MoveQuery, Player, Settings, outcome};

type Rng = Xoshiro256PlusPlus;

fn rules() -> Rules {
    find("ultimate").expect("a rule set").rules
}

fn player(seed: u64) -> Player {
    Player::new(Settings {
        playouts: Some(100),
        seed,
        ..Settings::default()
    })
}

/// Returns a random legal move, a delay with a probability of `delays` tenths.
fn random_play(game: &Game, delays: u32, rng: &mut Rng) -> Move {
    let color = game.to_move();
    let points = game.position().placements(color);
    let may_pass = game.position().plain_pass(color).is_ok();
    if may_pass && (points.is_empty() || rng.random_range(0..10) < delays) {
        return Move::Pass;
    }
    Move::Place(points[rng.random_range(0..points.len())])
}

/// Returns Black's current score in points, if the formula is certain of it.
fn settled(position: &Position) -> Option<i32> {
    let dead = proven_dead(position.board())?;
    let score = position.count(&dead, Terms::default());
    score.certain.then(|| score.margin().halves() / 2)
}

/// Returns a diagram of the stones, with the player to move, the bowls and the moves.
fn diagram(game: &Game) -> String {
    let size = game.board().size();
    let mut text = String::new();
    for y in (0..size.height()).rev() {
        for x in 0..size.width() {
            let stone = size.point(x, y).and_then(|point| game.board().get(point));
            text.push(stone.map_or('.', |c| if c == Color::Black { 'X' } else { 'O' }));
        }
        text.push('\n');
    }
    let moves: Vec<_> = game.records().iter().map(|r| r.action).collect();
    format!(
        "\n{text}{:?} {:?} {moves:?}",
        game.to_move(),
        game.state().bowls
    )
}

/// Plays on until the score is certain. Returns false if the game ends before that.
fn play_until_settled(game: &mut Game, player: &mut Player) -> bool {
    let never = AtomicBool::new(false);
    for _ in 0..200 {
        if game.state().over.is_some() {
            return false;
        }
        if settled(game.position()).is_some() {
            return true;
        }
        let color = game.to_move();
        let decision = player.choose(game, &MoveQuery::of(color, &never), None);
        game.play(color, &decision.chosen).expect("legal");
    }
    false
}

/// Returns 1 if that colour won, −1 if it lost, 0 for a draw.
fn result(game: &Game, color: Color) -> i32 {
    match game.state().over {
        Some(GameEnd::Draw) => 0,
        Some(GameEnd::NoMove(loser) | GameEnd::Resign(loser)) => {
            if loser == color {
                -1
            } else {
                1
            }
        }
        other => panic!("no end: {other:?}"),
    }
}

fn play_out_against(
    start: &Game,
    color: Color,
    kinds: &[TokenKind],
    mut opponent: impl FnMut(&Game) -> Move,
) -> Game {
    let never = AtomicBool::new(false);
    let mut player = player(1);
    let mut game = start.clone();
    for _ in 0..1500 {
        if game.position().is_closed() {
            break;
        }
        let to_move = game.to_move();
        let mv = if to_move == color {
            let query = MoveQuery {
                allowed_tokens: kinds,
                ..MoveQuery::of(color, &never)
            };
            player.choose(&game, &query, None).chosen
        } else {
            opponent(&game)
        };
        game.play(to_move, &mv).expect("legal");
    }
    game
}

#[test]
fn the_player_gets_the_result_of_a_settled_score() {
    let mut settled_games = 0;
    for side in 3..=6 {
        for seed in 0..6 {
            let mut start = Game::new(rules(), Size::square(side), HalfPoints::ZERO);
            if !play_until_settled(&mut start, &mut player(seed)) {
                continue;
            }
            settled_games += 1;
            let promised = settled(start.position()).expect("settled").signum();
            for color in Color::BOTH {
                for delays in [0, 2, 10] {
                    let mut rng = Rng::seed_from_u64(seed);
                    let game = play_out_against(&start, color, &[TokenKind::Draw], |game| {
                        random_play(game, delays, &mut rng)
                    });
                    assert!(
                        result(&game, color) >= promised * color.sign(),
                        "{seed} {color:?} {delays}: {promised}, {}{}",
                        diagram(&start),
                        diagram(&game)
                    );
                }
            }
        }
    }
    assert!(settled_games > 4, "{settled_games}");
}

fn from(size: (usize, usize), black: &str, white: &str, to_move: Color) -> Game {
    let size = Size::new(size.0, size.1).expect("a size");
    let mut stones = Vec::new();
    for (color, names) in [(Color::Black, black), (Color::White, white)] {
        for name in names.split_whitespace() {
            stones.push((parse_vertex(size, name).expect("a point"), color));
        }
    }
    let setup = Setup::with_stones(size, stones, to_move).expect("liberties");
    Game::with_setup(rules(), setup, HalfPoints::ZERO)
}

#[test]
fn the_player_keeps_its_last_prisoner() {
    // White has 1 point more than Black. When Black has delayed, White's prisoner is the last move.
    let mut game = from(
        (5, 5),
        "B1 B2 B3 B4 B5 A2 A4",
        "C1 C2 C3 C4 C5 D2 D4 E2 E4",
        Color::Black,
    );
    let before = settled(game.position()).expect("settled");
    assert!(before < 0, "{before}");
    game.play(Color::Black, &Move::Pass).expect("a delay");
    let never = AtomicBool::new(false);
    let decision = player(1).choose(&game, &MoveQuery::of(Color::White, &never), None);
    assert!(matches!(decision.chosen, Move::Place(_)), "{decision:?}");
}

#[test]
fn most_small_positions_are_decided_by_search() {
    let mut known = 0;
    for (size, black, white) in [
        ((1, 1), "", ""),
        ((2, 1), "", ""),
        ((3, 1), "", ""),
        ((4, 1), "", ""),
        ((5, 1), "", ""),
        ((2, 2), "", ""),
        ((3, 2), "A2 B1", "C1"),
        ((3, 3), "A2 B2 C2", "A1 B1"),
        ((6, 2), "A2 B1 B2", "D1 D2 E2 F1 F2"),
    ] {
        let game = from(size, black, white, Color::Black);
        let none = PointSet::new(game.board().size());
        let Outcome::Counted(score) = outcome(&game, &none, &mut ReadingCache::new()) else {
            panic!("not over");
        };
        eprintln!("{size:?} {black}: {} {}", score.certain, score.margin());
        known += u32::from(score.certain);
    }
    assert!(known > 5);
}

#[test]
fn a_stopped_player_searches_for_no_proof() {
    let proven = |stop: bool| {
        let sizes = [(3, 1), (4, 1), (5, 1), (2, 2), (3, 2)];
        let proven = sizes.into_iter().filter(|&(width, height)| {
            let game = from((width, height), "", "", Color::Black);
            let stop = AtomicBool::new(stop);
            // On a busy machine a proof takes longer than what a few playouts are given.
            let query = MoveQuery {
                time: Some(Duration::from_secs(60)),
                ..MoveQuery::of(Color::Black, &stop)
            };
            let decision = player(1).choose(&game, &query, None);
            decision.basis == Basis::Proven
        });
        proven.count()
    };
    let counts = [true, false].map(proven);
    // A move that ends the game at once is proven to win without a search.
    assert!(counts[0] < counts[1], "{counts:?}");
}
