//! Positions by which the scales of an 8-bit net are calibrated.

use halfpoint_core::game::{Game, Move};
use halfpoint_core::rules::PRESETS;
use halfpoint_core::{HalfPoints, Size};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::features::History;
use super::int8::CalibrationInput;
use super::network::NetKind;
use super::reference::BoardSize;
use super::view::View;
use halfpoint_core::game::eye::placements_but_eyes;

/// Side of the board and number of random moves of each position.
const POSITIONS: [(usize, usize); 6] = [(9, 0), (9, 12), (9, 40), (9, 75), (13, 60), (7, 30)];
/// Komi of a round through the positions, in areas of the board: with a large one the values inside
/// a net are largest.
const KOMIS: [i32; 3] = [0, 1, -1];
/// Random moves that are looked at for each move of a game: the one next to the last move is made.
const CHOICES: usize = 3;

/// Returns the inputs of a kind of net in a few positions of games played at random, from the
/// opening to the end.
/// They are equal at each call.
#[must_use]
pub fn calibration_inputs(kind: NetKind) -> Vec<CalibrationInput> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(8);
    let positions = KOMIS
        .into_iter()
        .flat_map(|areas| POSITIONS.map(|(side, moves)| (areas, side, moves)));
    positions
        .enumerate()
        .map(|(number, (areas, side, moves))| {
            let size = Size::square(side);
            let preset = &PRESETS[number % PRESETS.len()];
            let area = HalfPoints::from_points(areas * size.area() as i32);
            let komi = area + HalfPoints::from_halves(random.random_range(-10..30));
            let game = Game::new(preset.rules, size, komi);
            inputs_of(kind, &played_on(game, moves, &mut random))
        })
        .collect()
}

/// Returns a game under the first rule set of the table after some random moves that fill no eyes
/// and stay close together: a position to try a net in. Equal seeds give equal games.
#[must_use]
pub fn random_game(size: Size, moves: usize, seed: u64) -> Game {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let preset = &PRESETS[0];
    let komi = preset.usual_komi;
    played_on(Game::new(preset.rules, size, komi), moves, &mut random)
}

fn played_on(mut game: Game, moves: usize, random: &mut Xoshiro256PlusPlus) -> Game {
    for _ in 0..moves {
        make_move(&mut game, random);
    }
    game
}

/// Makes a random move that fills no eye and lies close to the last one.
fn make_move(game: &mut Game, random: &mut Xoshiro256PlusPlus) {
    let color = game.to_move();
    let points = placements_but_eyes(game.position(), color);
    let size = game.board().size();
    let last = game.last_placements()[0].map(|point| size.coordinates(point));
    let distance = |point| {
        let (x, y) = size.coordinates(point);
        last.map_or(0, |(to_x, to_y)| x.abs_diff(to_x) + y.abs_diff(to_y))
    };
    let choices = (0..CHOICES).filter_map(|_| points.choose(random).copied());
    let mv = choices
        .min_by_key(|&point| distance(point))
        .map_or(Move::Pass, Move::Place);
    // The move is legal by construction; if it were not, the position would stay as it is.
    let _ = game.play(color, &mv);
}

fn inputs_of(kind: NetKind, game: &Game) -> CalibrationInput {
    let size = game.board().size();
    let mut view = View::new(kind, false, size);
    view.look(game.position(), &History::of(game), game.terms());
    let unturned: Vec<u16> = (0..size.area() as u16).collect();
    let (mut planes, mut globals) = (Vec::new(), Vec::new());
    view.write(&unturned, &mut planes, &mut globals);
    CalibrationInput {
        size: BoardSize {
            width: size.width(),
            height: size.height(),
        },
        planes,
        globals,
    }
}
