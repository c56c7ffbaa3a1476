//! Benchmark of the player: its speed, and a signature that shows whether it still plays the same
//! moves.

use std::fmt::Write;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use halfpoint_core::board::{Board, Color, Size};
use halfpoint_core::game::{Game, Move};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::vertex;
use halfpoint_core::rules::{PRESETS, Preset};
use halfpoint_engine::monte_carlo::Playouts;
use halfpoint_engine::player::{MoveQuery, Player, Settings, Threads};
use halfpoint_system::parallel::processor_time;

/// Settings of a benchmark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BenchOptions {
    /// Duration of each measurement of speed: processor time for playouts, wall-clock time for the
    /// search. Zero leaves the speeds out.
    pub time: Duration,
    /// Seed of the random-number generators; the recorded signature is that of seed 1.
    pub seed: u64,
}

/// Runs the benchmark and returns the lines to print.
///
/// They are the playouts per second of processor time on 9×9, 13×13 and 19×19, alone and inside the
/// search; then the signature.
#[must_use]
pub fn run(options: &BenchOptions) -> String {
    let mut report = String::new();
    if !options.time.is_zero() {
        for side in [9, 13, 19] {
            let empty = Board::new(Size::square(side));
            let alone = playouts_per_second(Playouts::new(&empty), options);
            let inside = search_per_second(side, options);
            // Writing to a string cannot fail.
            let _ = writeln!(
                report,
                "{side}x{side}: {alone:.0} playouts/s, {inside:.0} in search"
            );
        }
    }
    let _ = writeln!(report, "signature: {:016x}", signature(options.seed));
    report
}

/// Returns the playouts from the empty board per second of processor time.
fn playouts_per_second(mut playouts: Playouts, options: &BenchOptions) -> f64 {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(options.seed);
    let started = time_used();
    let mut number = 0;
    loop {
        for _ in 0..64 {
            playouts.rewind();
            playouts.run(Color::Black, &mut rng);
        }
        number += 64;
        let taken = time_used().saturating_sub(started);
        if taken >= options.time {
            return f64::from(number) / taken.as_secs_f64();
        }
    }
}

/// Returns the playouts per second of processor time of a search on the empty board.
fn search_per_second(side: usize, options: &BenchOptions) -> f64 {
    let game = Game::new(
        PRESETS[1].rules,
        Size::square(side),
        HalfPoints::from_halves(15),
    );
    let mut player = Player::new(Settings {
        threads: Threads::Fixed(1),
        seed: options.seed,
        ..Settings::default()
    });
    let started = time_used();
    let never = AtomicBool::new(false);
    let query = MoveQuery {
        time: Some(options.time),
        ..MoveQuery::of(Color::Black, &never)
    };
    let decision = player.choose(&game, &query, None);
    decision.playouts as f64 / time_used().saturating_sub(started).as_secs_f64()
}

/// Returns the processor time that this process has used; where the system does not report it, the
/// time since the first call.
fn time_used() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    processor_time().unwrap_or_else(|| START.elapsed())
}

/// Returns a hash of the moves, playouts and results of short games of self-play on 5×5, one under
/// each rule set. It depends on nothing but the seed: it changes when the rules, the playouts or
/// the search change what is played.
#[must_use]
pub fn signature(seed: u64) -> u64 {
    signature_under(&PRESETS, seed)
}

fn signature_under(presets: &[Preset], seed: u64) -> u64 {
    let mut hash = Fnv::default();
    for preset in presets {
        let mut game = Game::new(preset.rules, Size::square(5), preset.usual_komi);
        let mut player = Player::new(Settings {
            playouts: Some(150),
            seed,
            ..Settings::default()
        });
        for _ in 0..40 {
            if game.state().over.is_some() {
                break;
            }
            let color = game.to_move();
            let never = AtomicBool::new(false);
            let decision = player.choose(&game, &MoveQuery::of(color, &never), None);
            let said = match decision.chosen {
                Move::Place(point) => vertex(game.board().size(), point),
                ref other => format!("{other:?}"),
            };
            hash.add(said.as_bytes());
            hash.add(&decision.playouts.to_le_bytes());
            if game.play(color, &decision.chosen).is_err() {
                hash.add(b"illegal");
                break;
            }
        }
        let judged = player.judge_dead(&game);
        hash.add(game.outcome(&judged).result().as_bytes());
    }
    hash.0
}

/// Hash FNV-1a (Fowler, Noll, Vo). Its algorithm is fixed; that of the standard library's hash is
/// not.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signature_depends_on_the_seed_alone() {
        let few = &PRESETS[..3];
        assert_eq!(signature_under(few, 1), signature_under(few, 1));
        assert_ne!(signature_under(few, 1), signature_under(few, 2));
    }
}
