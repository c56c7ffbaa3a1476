//! Cleaning up: the opponent's dead stones are captured without losing any own stone; then the
//! player passes.
//!
//! A server asks for this when the players disagree about dead stones: afterwards all stones that
//! are left count as alive, under any rules. Under territory rules with free passes the moves may
//! cost points of the player's own territory, as they do when a disagreement is played out on any
//! board.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use halfpoint_core::board::{Color, Point, PointSet};
use halfpoint_core::game::{Game, Move, Position, Terms, Token};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::life::seki;
use halfpoint_core::rules::{CHINESE, DeadStoneRule, Rules};
use halfpoint_core::score::Territory;

use super::choose::Player;
use super::know::Capture;
use super::search::{SearchRequest, search};
use super::words::{Decision, MoveQuery, Reason, Settings};

/// Number of playouts that test a move whose safety is not proven.
const PLAYOUTS: u64 = 400;
/// Maximum number of moves that are examined by search.
const MAX_LOOKED_AT: usize = 8;
/// Value by which a safe move may be worse than passing, which allows for chance.
const SAFE: f32 = 0.05;

/// Decides on a move for `color` that captures dead stones of the opponent or takes liberties
/// from them, without filling an eye or losing anything; a pass when no such move is left. Dead
/// stones are those agreed on, where the rules know agreements, or else those that the player
/// judges dead. The player's own dead stones are given up.
///
/// Where a pass costs the right to go on (`ultimate` without a prisoner to delay with), the
/// game goes on as [`Player::choose`] plays it. The game is not changed.
pub fn clean_up(
    player: &mut Player,
    game: &Game,
    color: Color,
    time: Option<Duration>,
    stop: &AtomicBool,
) -> Decision {
    let position = game.position();
    if position.is_closed() {
        return Decision::in_closed_game(game, color);
    }
    let agreed = game
        .agreed_dead()
        .filter(|_| game.rules().dead == DeadStoneRule::Agreed);
    let dead = agreed.cloned().unwrap_or_else(|| player.judge_dead(game));
    let capture = Capture {
        position,
        color,
        dead: &dead,
    };
    let next = capture.proven_move();
    if let Some(point) = next.or_else(|| likely_move(&capture, player.settings(), stop)) {
        return Decision::without_search(Move::Place(point), Reason::Clears);
    }
    match position.plain_pass(color) {
        Err(_) | Ok(Token::Draw) => {
            let query = MoveQuery {
                time,
                ..MoveQuery::of(color, stop)
            };
            player.choose(game, &query, None)
        }
        Ok(_) => Decision::without_search(Move::Pass, Reason::NothingToGain),
    }
}

/// Returns the first move that is safe according to a search, which counts it as safe if it is
/// worth at least the pass less [`SAFE`].
fn likely_move(capture: &Capture<'_>, settings: &Settings, stop: &AtomicBool) -> Option<Point> {
    let mut worth_of_pass = None;
    let worth = |point| worth(capture, point, settings, stop);
    capture
        .moves()
        .into_iter()
        .take(MAX_LOOKED_AT)
        .find(|&point| {
            let pass = *worth_of_pass.get_or_insert_with(|| worth(None));
            worth(Some(point)) >= pass - SAFE
        })
}

/// Returns how likely (0 to 1) all dead stones are captured and all others kept if the opponent
/// moves after the move at `point`, or after a pass if that is `None`. A tree search finds it,
/// under area counting with a komi at which nothing less wins.
fn worth(
    capture: &Capture<'_>,
    point: Option<Point>,
    settings: &Settings,
    stop: &AtomicBool,
) -> f32 {
    let standing = || Some(capture.position.board().clone());
    let Some(board) = point.map_or_else(standing, |point| capture.after(point)) else {
        return 0.0;
    };
    let opponent = capture.color.opponent();
    // The stones count as they stand, by area.
    let rules = Rules {
        dead: DeadStoneRule::None,
        ..CHINESE.rules
    };
    let start = Position::new(rules, board, opponent);
    let terms = Terms {
        komi: komi_for_all(capture),
        handicap: 0,
    };
    let none = PointSet::new(start.board().size());
    let request = SearchRequest {
        seed: settings.seed ^ start.key().low(),
        memory: settings.memory_mb << 20,
        playouts: Some(PLAYOUTS),
        ..SearchRequest::new(&start, terms, (none, none), stop)
    };
    let (found, _) = search(&request, 1, None, None);
    found
        .candidates
        .first()
        .map_or(0.0, |best| 1.0 - best.value)
}

/// Returns the komi that leaves the player half a point ahead when all dead stones are gone. An
/// odd dame may go to either side.
fn komi_for_all(capture: &Capture<'_>) -> HalfPoints {
    let board = capture.position.board();
    let territory = Territory::new(board, capture.dead, &seki(board, capture.dead));
    let area = |color: Color| territory.area(color) as i32;
    let margin = 2 * (area(Color::Black) - area(Color::White));
    let slack = 1 + 2 * (territory.dame() % 2) as i32;
    HalfPoints::from_halves(margin - slack * capture.color.sign())
}
