//! Cleaning up: the opponent's dead stones are captured without losing any own stone; then the
//! player passes.
//!
//! A server asks for this when the players disagree about dead stones: afterwards all stones that
//! are left count as alive, under any rules. Under territory rules with free passes the moves may
//! cost points of the player's own territory, as they do when a disagreement is played out on any
//! board.

use std::sync::atomic::AtomicBool;

use halfpoint_core::board::{Board, Color, Point, PointSet};
use halfpoint_core::game::{Game, Move, Position, Terms, Token};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::life::pass_alive;
use halfpoint_core::rules::{self, DeadStoneRule, Rules};
use halfpoint_core::score::Territory;

use super::eye::is_eye;
use super::search::{SearchRequest, search};
use super::{Decision, MoveLimits, Player, Reason};

/// Number of playouts that test a move whose safety is not proven.
const PLAYOUTS: u64 = 400;
/// Maximum number of moves that are examined by search.
const MAX_LOOKED_AT: usize = 8;
/// Value by which a safe move may be worse than passing, which allows for chance.
const SAFE: f32 = 0.05;

impl Player {
    /// Decides on a move for `color` that captures dead stones of the opponent or takes liberties
    /// from them, without filling an eye or losing anything; a pass when no such move is left. Dead
    /// stones are those agreed on, where the rules know agreements, or else those that the player
    /// judges dead. The player's own dead stones are given up.
    ///
    /// Where a pass costs the right to go on (`ultimate` without a prisoner to delay with), the
    /// game goes on as [`Player::choose`] plays it. The game is not changed.
    pub fn clean_up(
        &mut self,
        game: &Game,
        color: Color,
        limits: MoveLimits,
        stop: &AtomicBool,
    ) -> Decision {
        let position = game.position();
        if position.is_closed() {
            return Decision::in_closed_game(game, color);
        }
        let agreed = game
            .agreed_dead()
            .filter(|_| game.rules().dead == DeadStoneRule::Agreed);
        let dead = agreed.cloned().unwrap_or_else(|| self.judge_dead(game));
        let cleaner = Cleaner {
            position,
            color,
            dead: &dead,
        };
        let next = cleaner.proven_move();
        if let Some(point) = next.or_else(|| cleaner.likely_move(self, stop)) {
            return Decision::without_search(Move::Place(point), Reason::Clears);
        }
        match position.plain_pass(color) {
            Err(_) | Ok(Token::Draw) => self.choose(game, color, &[], limits, stop),
            Ok(_) => Decision::without_search(Move::Pass, Reason::NothingToGain),
        }
    }
}

/// Returns a move that brings the capture of a dead stone of the opponent nearer and after which
/// all living stones of `color` live even if only the opponent moves from then on; `None` if there
/// is no such move.
pub(super) fn safe_capture(position: &Position, color: Color, dead: &PointSet) -> Option<Point> {
    Cleaner {
        position,
        color,
        dead,
    }
    .proven_move()
}

struct Cleaner<'a> {
    position: &'a Position,
    color: Color,
    dead: &'a PointSet,
}

impl Cleaner<'_> {
    fn board(&self) -> &Board {
        self.position.board()
    }

    /// Returns the first move that is proven to be safe.
    fn proven_move(&self) -> Option<Point> {
        let mut moves = self.moves().into_iter();
        moves.find(|&point| self.is_proven_safe(point))
    }

    /// Returns the first move that is safe according to a search, which counts it as safe if it is
    /// worth at least the pass less [`SAFE`].
    fn likely_move(&self, player: &Player, stop: &AtomicBool) -> Option<Point> {
        let mut worth_of_pass = None;
        let worth = |point| self.worth(point, player, stop);
        self.moves().into_iter().take(MAX_LOOKED_AT).find(|&point| {
            let pass = *worth_of_pass.get_or_insert_with(|| worth(None));
            worth(Some(point)) >= pass - SAFE
        })
    }

    /// Returns the moves that bring a capture nearer, in this order: captures; liberties of the
    /// dead chains, those with the fewest first; liberties on which the placed stone would be in
    /// atari; other points next to those liberties.
    fn moves(&self) -> Vec<Point> {
        let (board, size) = (self.board(), self.board().size());
        let mut ranked: Vec<(usize, usize, Point)> = Vec::new();
        let mut near = PointSet::new(size);
        for stone in self.dead.iter() {
            if board.get(stone) != Some(self.color.opponent()) || board.head(stone) != stone {
                continue;
            }
            let liberties = board.liberties(stone);
            let number = liberties.iter().count();
            for point in liberties.iter() {
                near.insert(point);
                let Some(after) = self.after(point) else {
                    continue;
                };
                let rank = match (number, after.last_liberty(point)) {
                    (1, _) => 0,
                    (_, None) => 1,
                    (_, Some(_)) => 2,
                };
                ranked.push((rank, number, point));
            }
        }
        for point in size.points() {
            let is_near = || size.neighbours(point).any(|next| near.contains(next));
            let free = |board: &Board| board.last_liberty(point).is_none();
            if !near.contains(point) && is_near() && self.after(point).as_ref().is_some_and(free) {
                ranked.push((3, 0, point));
            }
        }
        ranked.sort_unstable();
        let mut moves: Vec<Point> = Vec::new();
        for (_, _, point) in ranked {
            if !moves.contains(&point) {
                moves.push(point);
            }
        }
        moves
    }

    /// Returns the board after a move; `None` if it is illegal, fills an eye or is suicide.
    fn after(&self, point: Point) -> Option<Board> {
        if !self.position.may_place(self.color, point) || is_eye(self.board(), self.color, point) {
            return None;
        }
        let mut after = self.board().clone();
        after.play(self.color, point);
        after.get(point).is_some().then_some(after)
    }

    /// Returns whether all living stones of the player live after a move even if only the opponent
    /// moves from then on.
    fn is_proven_safe(&self, point: Point) -> bool {
        let Some(after) = self.after(point) else {
            return false;
        };
        let alive = pass_alive(&after, self.color).stones;
        let mut stones = self.board().stones();
        stones.all(|(point, color)| {
            color != self.color || self.dead.contains(point) || alive.contains(point)
        })
    }

    /// Returns how likely (0 to 1) all dead stones are captured and all others kept if the opponent
    /// moves after the move at `point`, or after a pass if that is `None`. A tree search finds it,
    /// under area counting with a komi at which nothing less wins.
    fn worth(&self, point: Option<Point>, player: &Player, stop: &AtomicBool) -> f32 {
        let Some(board) = point.map_or_else(|| Some(self.board().clone()), |p| self.after(p))
        else {
            return 0.0;
        };
        let opponent = self.color.opponent();
        let start = Position::new(self.plain_rules(), board, opponent);
        let none = PointSet::new(start.board().size());
        let request = SearchRequest {
            position: &start,
            terms: Terms {
                komi: self.komi_for_all(),
                handicap: 0,
            },
            dead: &none,
            seki: &none,
            clear: true,
            proposed: None,
            mover: opponent,
            last: [point, None],
            allowed_tokens: &[],
            check: None,
            sees: 1.0,
            seed: player.settings.seed ^ start.key().low(),
            memory: player.settings.memory_mb << 20,
            playouts: Some(PLAYOUTS),
            deadline: None,
            stop,
        };
        let (found, _) = search(&request, 1, None, None);
        found
            .candidates
            .first()
            .map_or(0.0, |best| 1.0 - best.value)
    }

    /// Returns rules that count by area the stones as they stand.
    fn plain_rules(&self) -> Rules {
        let chinese = rules::find("chinese").map(|preset| preset.rules);
        Rules {
            dead: DeadStoneRule::None,
            ..chinese.unwrap_or(*self.position.rules())
        }
    }

    /// Returns the komi that leaves the player half a point ahead when all dead stones are gone. An
    /// odd dame may go to either side.
    fn komi_for_all(&self) -> HalfPoints {
        let territory = Territory::new(self.board(), self.dead);
        let area = |color: Color| territory.area(color) as i32;
        let margin = 2 * (area(Color::Black) - area(Color::White));
        let slack = 1 + 2 * (territory.dame() % 2) as i32;
        HalfPoints::from_halves(margin - slack * self.color.sign())
    }
}
