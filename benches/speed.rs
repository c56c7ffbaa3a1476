//! Speed of the boards, the playouts and the search. `cargo bench` runs all benchmarks, `cargo
//! bench -- playouts` those with that word in their names.

#![forbid(unsafe_code)]

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use halfpoint_core::board::{Board, Color, Point, Size};
use halfpoint_engine::monte_carlo::Playouts;

/// Sides of the boards that are measured.
const SIDES: [usize; 3] = [9, 13, 19];

fn main() {
    divan::main();
}

/// Returns the placements of a game of random moves.
fn random_game(size: Size) -> Vec<(Color, Point)> {
    let mut playouts = Playouts::new(&Board::new(size));
    playouts.rewind();
    playouts.run(Color::Black, &mut Xoshiro256PlusPlus::seed_from_u64(1));
    playouts.moves().to_vec()
}

/// Returns the first half of the placements of a random game.
fn half_a_game(size: Size) -> Vec<(Color, Point)> {
    let mut moves = random_game(size);
    moves.truncate(moves.len() / 2);
    moves
}

/// Benchmarks of the board that the rules use.
mod board {
    use super::*;
    use halfpoint_core::game::{Game, Move};
    use halfpoint_core::half_points::HalfPoints;
    use halfpoint_core::rules;

    #[divan::bench(args = SIDES)]
    fn play_a_random_game(bencher: Bencher, side: usize) {
        let size = Size::square(side);
        let moves = random_game(size);
        bencher.counter(ItemsCount::new(moves.len())).bench(|| {
            let mut board = Board::new(size);
            for &(color, point) in &moves {
                board.play(color, point);
            }
            board
        });
    }

    /// Benchmarks the test for suicide on all empty points.
    #[divan::bench(args = SIDES)]
    fn legality_without_history(bencher: Bencher, side: usize) {
        let mut board = Board::new(Size::square(side));
        for (color, point) in half_a_game(board.size()) {
            board.play(color, point);
        }
        let counter = ItemsCount::new(board.empties().len());
        bencher.counter(counter).bench(|| {
            for &point in board.empties() {
                black_box(board.placement(Color::Black, point));
            }
        });
    }

    /// Benchmarks the list of all legal placements under positional superko, in the middle of a
    /// game.
    #[divan::bench(args = SIDES)]
    fn legality_with_superko(bencher: Bencher, side: usize) {
        let size = Size::square(side);
        let preset = rules::find("tromp_taylor").expect("a preset");
        let mut game = Game::new(preset.rules, size, HalfPoints::ZERO);
        for (color, point) in half_a_game(size) {
            // Random moves may repeat a position or come out of turn. They are left out.
            let _ = game.play(color, &Move::Place(point));
        }
        let counter = ItemsCount::new(game.board().empties().len());
        bencher
            .counter(counter)
            .bench(|| game.position().placements(Color::Black));
    }
}

/// Benchmarks of the board of the playouts, and of whole playouts from the empty board.
mod playouts {
    use super::*;

    #[divan::bench(args = SIDES)]
    fn play_a_random_game(bencher: Bencher, side: usize) {
        let size = Size::square(side);
        let moves = random_game(size);
        let mut playouts = Playouts::new(&Board::new(size));
        bencher
            .counter(ItemsCount::new(moves.len()))
            .bench_local(|| {
                playouts.rewind();
                for &(color, point) in &moves {
                    playouts.place(color, point);
                }
            });
    }

    #[divan::bench(args = SIDES)]
    fn uniformly_random(bencher: Bencher, side: usize) {
        run(bencher, Playouts::new(&Board::new(Size::square(side))));
    }

    fn run(bencher: Bencher, mut playouts: Playouts) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        bencher.counter(ItemsCount::new(1usize)).bench_local(|| {
            playouts.rewind();
            playouts.run(Color::Black, &mut rng)
        });
    }
}

/// Benchmarks of the search for the first move on an empty board.
mod search {
    use super::*;
    use halfpoint_core::game::Game;
    use halfpoint_core::half_points::HalfPoints;
    use halfpoint_core::rules;
    use halfpoint_engine::player::{MoveQuery, Player, Settings};
    use std::sync::atomic::AtomicBool;

    /// Playouts of each search.
    const PLAYOUTS: u64 = 500;

    #[divan::bench(args = SIDES, sample_count = 10, sample_size = 1)]
    fn five_hundred_playouts(bencher: Bencher, side: usize) {
        let preset = rules::find("chinese").expect("a preset");
        let game = Game::new(
            preset.rules,
            Size::square(side),
            HalfPoints::from_halves(15),
        );
        let settings = Settings {
            playouts: Some(PLAYOUTS),
            ..Settings::default()
        };
        bencher
            .counter(ItemsCount::new(PLAYOUTS))
            .with_inputs(|| Player::new(settings.clone()))
            .bench_local_values(|mut player| {
                let never = AtomicBool::new(false);
                player.choose(&game, &MoveQuery::of(Color::Black, &never), None)
            });
    }
}
