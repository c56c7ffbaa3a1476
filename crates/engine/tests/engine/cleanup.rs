//! Cleaning up after a game: no points are lost by it.

use std::sync::atomic::AtomicBool;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use halfpoint_core::board::{Board, Color, PointSet};
use halfpoint_core::game::{Game, Move};
use halfpoint_core::rules::find;
use halfpoint_engine::player::{Judgement, Player, Settings, clean_up};

use super::nakade::Nakade;

/// Playouts for a judgement, as many as `final_score` makes.
const PLAYOUTS: u32 = 150;
/// Maximal size, in points, of the boards.
const MAX_POINTS: usize = 36;

/// Returns Black's area less White's, in half-points, once the `dead` stones are removed.
fn area(board: &Board, dead: &PointSet) -> i32 {
    let game = game_after(board, "chinese");
    let count = game.position().count(dead, game.terms());
    count.margin().halves()
}

/// Returns the game that both players have ended by a pass.
fn game_after(board: &Board, rules: &str) -> Game {
    let rules = find(rules).expect("a rule set").rules;
    let mut game = Game::from_board(rules, board, Color::Black).expect("a game");
    while game.state().over.is_none() {
        game.play(game.to_move(), &Move::Pass).expect("a pass");
    }
    game
}

/// Has both sides clean up until neither has anything left to do, and returns the last board and
/// the number of moves.
fn cleaned_up(mut game: Game) -> (Board, usize) {
    let mut player = Player::new(Settings::default());
    let never = AtomicBool::new(false);
    let (mut moves, mut passes) = (0, 0);
    while passes < 2 {
        let color = game.to_move();
        let decision = clean_up(&mut player, &game, color, None, &never);
        let is_pass = decision.chosen == Move::Pass;
        passes = if is_pass { passes + 1 } else { 0 };
        moves += usize::from(!is_pass);
        assert!(moves < 200, "no end: {:?}", game.board());
        game.play(color, &decision.chosen).expect("a legal move");
    }
    (game.board().clone(), moves)
}

#[test]
fn cleaning_up_loses_no_points_whatever_was_filled_by_a_nakade() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let (mut sekis, mut others, mut captures) = (0, 0, 0);
    while sekis < 6 || others < 6 {
        let Some(nakade) = Nakade::random(&mut rng) else {
            continue;
        };
        let board = &nakade.board;
        if board.size().area() > MAX_POINTS {
            continue;
        }
        let judged = Judgement::of(board, PLAYOUTS);
        let count = if judged.seki.is_empty() {
            &mut others
        } else {
            &mut sekis
        };
        if !judged.is_certain() || *count == 6 {
            continue;
        }
        *count += 1;
        for rules in ["chinese", "japanese"] {
            let (after, moves) = cleaned_up(game_after(board, rules));
            captures += moves;
            // All stones that are left count as alive.
            let none = PointSet::new(board.size());
            let (was, is) = (area(board, &judged.dead), area(&after, &none));
            assert_eq!(was, is, "{rules}: {} became {after:?}", nakade.rows());
        }
    }
    assert!(captures > 0);
}
