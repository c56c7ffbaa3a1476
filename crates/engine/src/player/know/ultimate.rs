//! Ultimate Go where its play is exact: settled positions by the formula of spare moves, small ones
//! by search to the end.
//!
//! In a settled position the current score is known before and after each move, so that looking one
//! move ahead is correct play. Of moves that keep the score those come first that end the game
//! sooner or lose no resource: a draw that is best, a dame, a delay, territory, and at the very end
//! the last regular prisoner of the player who did not delay first. Without that prisoner the other
//! player could declare a draw.

mod solver;

use solver::Solver;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use halfpoint_core::board::{Color, PointSet, ZobristKey};
use halfpoint_core::game::{Game, GameEnd, Outcome, PlayedMove, Position, Terms, Token, TokenKind};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::life::{ReadingCache, proven_dead, seki_cached};
use halfpoint_core::score::{PointOwner, Territory};
use halfpoint_system::parallel::lock;

use crate::player::words::{Edge, ExactValue, Proven, token_edges};
use halfpoint_core::game::eye::is_eye;

/// Maximum number of positions searched for a move or a score.
const MAX_NODES: u32 = 15_000;
/// Maximum number of results that [`ExactCounts`] keeps.
const MAX_KNOWN: usize = 1024;
/// Maximum number of empty points with which a search to the end is tried.
const MAX_EMPTY: usize = 9;
/// Depths of the successive searches.
const DEPTHS: [u32; 10] = [2, 4, 6, 8, 11, 15, 20, 30, 45, 70];
/// Score, larger than any other, of a player whose opponent can no longer move.
const WON: i32 = 1 << 20;

/// Returns the best move, if it can be proven before `is_over` returns true. `None` under other
/// rules, where the position is too open, and for a colour that is not to move.
pub fn proven_move(
    position: &Position,
    color: Color,
    allowed_tokens: &[TokenKind],
    is_over: &dyn Fn() -> bool,
) -> Option<Proven> {
    if !position.rules().last_mover_wins() || color != position.to_move() {
        return None;
    }
    let mut readings = ReadingCache::new();
    settled_move(position, allowed_tokens, &mut readings, is_over)
        .or_else(|| searched_move(position, allowed_tokens, &mut readings, is_over))
}

/// Returns the result of a game as [`ExactCounts::outcome`] does, with the work of one count.
#[must_use]
pub fn outcome(game: &Game, judged: &PointSet, readings: &mut ReadingCache) -> Outcome {
    ExactCounts::default().outcome(game, judged, readings)
}

/// Counts that replace estimates by exact results, with a bound on their work.
///
/// A search to the end may take a tenth of a second, and a file has up to 100,000 games. So all
/// counts by one value of this type share a bound, and the result of a position that comes again is
/// kept. Once the bound is reached, estimates stand.
#[derive(Debug)]
pub struct ExactCounts {
    /// Number of positions that may be searched in all.
    max_nodes: u32,
    stop: Arc<AtomicBool>,
    kept: Mutex<Kept>,
}

/// State of [`ExactCounts`] that lasts from one count to the next.
#[derive(Debug)]
struct Kept {
    /// Number of positions that may still be searched.
    nodes_left: u32,
    /// Results of positions by their keys; `None` where a whole search found none.
    scores: HashMap<ZobristKey, (Position, Option<i32>)>,
}

/// Returns counts with the work of one, which nothing ends early.
impl Default for ExactCounts {
    fn default() -> ExactCounts {
        ExactCounts::new(1, Arc::default())
    }
}

impl ExactCounts {
    /// Creates counts that may search as many positions as `searches` of the longest searches do.
    /// Once `stop` is true, a search that runs ends, and none begins.
    #[must_use]
    pub fn new(searches: u32, stop: Arc<AtomicBool>) -> ExactCounts {
        let max_nodes = searches.saturating_mul(MAX_NODES);
        ExactCounts {
            max_nodes,
            stop,
            kept: Mutex::new(Kept {
                nodes_left: max_nodes,
                scores: HashMap::new(),
            }),
        }
    }

    /// Permits as much work as at the beginning.
    pub fn refill(&self) {
        self.kept().nodes_left = self.max_nodes;
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        lock(&self.kept)
    }

    /// Returns the result of a game as [`Game::outcome`] does. Where that is an estimate of the
    /// score, a search to the end replaces it if the position is small enough.
    #[must_use]
    pub fn outcome(&self, game: &Game, judged: &PointSet, readings: &mut ReadingCache) -> Outcome {
        match game.outcome_cached(judged, readings) {
            Outcome::Counted(score) if !score.certain => {
                let estimate = score.margin().halves() / 2;
                let proven = self.score(&game.scored_position(), estimate, readings);
                Outcome::Counted(proven.map_or(score, |k| score.proven(HalfPoints::from_points(k))))
            }
            other => other,
        }
    }

    /// Returns Black's current score by search: the number of additional prisoners in White's bowl
    /// (if negative, in Black's) with which correct play ends in a draw. The search begins at
    /// `estimate`.
    ///
    /// `None` if the position is over or too large, if no number makes a draw, or if the bound on
    /// the work is reached.
    fn score(
        &self,
        position: &Position,
        estimate: i32,
        readings: &mut ReadingCache,
    ) -> Option<i32> {
        if !position.rules().last_mover_wins() || position.state().over.is_some() {
            return None;
        }
        let key = position.key();
        let given = {
            let kept = self.kept();
            if let Some((of, score)) = kept.scores.get(&key)
                && of == position
            {
                return *score;
            }
            MAX_NODES.min(kept.nodes_left)
        };
        let is_over = || self.stop.load(Ordering::Relaxed);
        let mut solver = Solver::for_position(position, readings, &is_over)?;
        solver.nodes_left = given;
        let score = solver.score(position, estimate);
        let left = solver.nodes_left;
        // A search that was stopped has none left.
        if is_over() {
            return score;
        }
        let mut kept = self.kept();
        kept.nodes_left = kept.nodes_left.saturating_sub(given - left);
        if given == MAX_NODES {
            if kept.scores.len() >= MAX_KNOWN {
                kept.scores.clear();
            }
            kept.scores.insert(key, (position.clone(), score));
        }
        score
    }
}

/// Returns Black's current score in points, if the position is settled.
fn settled_score(position: &Position, readings: &mut ReadingCache) -> Option<i32> {
    let dead = proven_dead(position.board())?;
    let score = position.count_cached(&dead, Terms::default(), readings);
    score.certain.then(|| score.margin().halves() / 2)
}

/// Returns the mover's score after a move, in points, if that is certain.
fn score_after(position: &Position, edge: Edge, readings: &mut ReadingCache) -> Option<i32> {
    let mover = position.to_move();
    let mut after = position.clone();
    after.make(mover, edge.action, |_| ());
    match after.state().over {
        Some(GameEnd::Draw) => Some(0),
        Some(GameEnd::NoMove(loser)) if loser == mover => Some(-WON),
        Some(GameEnd::NoMove(_)) => Some(WON),
        Some(_) => None,
        None => settled_score(&after, readings).map(|score| score * mover.sign()),
    }
}

/// Returns the best move of a settled position by the scores after each move. `None` if no move
/// keeps the score, as when the mover has run out of spare moves. Once `is_over` returns true, the
/// best of the moves so far is taken.
fn settled_move(
    position: &Position,
    allowed_tokens: &[TokenKind],
    readings: &mut ReadingCache,
    is_over: &dyn Fn() -> bool,
) -> Option<Proven> {
    let mover = position.to_move();
    let now = settled_score(position, readings)? * mover.sign();
    let board = position.board();
    let dead = proven_dead(board)?;
    let territory = Territory::new(board, &dead, &seki_cached(board, &dead, readings));
    let mut best: Option<(i32, u32, Edge)> = None;
    for edge in edges(position, allowed_tokens) {
        if is_over() {
            break;
        }
        let Some(score) = score_after(position, edge, readings) else {
            continue;
        };
        let rank = rank(position, edge, &territory, now);
        if best.is_none_or(|(best, first, _)| (-score, rank) < (-best, first)) {
            best = Some((score, rank, edge));
        }
    }
    let (score, _, edge) = best.filter(|&(score, ..)| score >= now)?;
    let value = match score.abs() {
        WON => ExactValue::Result(score.signum()),
        _ => ExactValue::Margin(HalfPoints::from_points(score).halves()),
    };
    Some(Proven::proof(value, [edge]))
}

/// Returns the rank of a move among those that keep the score; lower is better.
fn rank(position: &Position, edge: Edge, territory: &Territory, now: i32) -> u32 {
    let mover = position.to_move();
    let bowls = &position.state().bowls;
    match edge.action {
        PlayedMove::Token(Token::Draw) if now <= 0 => 0,
        PlayedMove::Token(Token::Draw) | PlayedMove::Resign => 9,
        PlayedMove::Place(point) if territory.owner(point) == PointOwner::Dame => 1,
        // Delaying with the last regular prisoner would leave the ultimate stone alone in the
        // mover's bowl, and the opponent could declare a draw. Even a client that knows only `pass`
        // can do so when it has no prisoner left to delay with.
        PlayedMove::Token(_) if bowls.ultimate_in != Some(mover) || bowls.regular[mover] > 1 => 2,
        PlayedMove::Place(point) if territory.owner(point) == PointOwner::Territory(mover) => 3,
        PlayedMove::Place(_) => 4,
        PlayedMove::Token(_) => 5,
    }
}

/// Returns all moves, the most promising first.
fn edges(position: &Position, allowed_tokens: &[TokenKind]) -> Vec<Edge> {
    let mover = position.to_move();
    let tokens = token_edges(position, mover, allowed_tokens);
    let placements = position.placements(mover).into_iter().map(Edge::place);
    let mut edges: Vec<Edge> = tokens.into_iter().chain(placements).collect();
    let board = position.board();
    edges.sort_by_key(|edge| match edge.point() {
        Some(point) if board.captures(mover, point).next().is_some() => 0,
        None => 1,
        Some(point) if !is_eye(board, mover, point) => 2,
        Some(_) => 3,
    });
    edges
}

/// Returns the best move by search to the end; `None` if that is too far, or the game is lost.
fn searched_move(
    position: &Position,
    allowed_tokens: &[TokenKind],
    readings: &mut ReadingCache,
    is_over: &dyn Fn() -> bool,
) -> Option<Proven> {
    let mut solver = Solver::for_position(position, readings, is_over)?;
    let mover = position.to_move();
    let after: Vec<(Edge, Position)> = edges(position, allowed_tokens)
        .into_iter()
        .map(|edge| {
            let mut after = position.clone();
            after.make(mover, edge.action, |_| ());
            (edge, after)
        })
        .collect();
    for depth in DEPTHS {
        let mut best: Option<(i32, Edge)> = None;
        let mut upper = -1;
        for (edge, after) in &after {
            let lower = best.map_or(-1, |(result, _)| result);
            let path = Solver::path_after(ZobristKey::EMPTY, after, *edge);
            let (low, high) = solver.bounds(after, (-1, -lower), path, depth);
            upper = upper.max(-low);
            if -high > lower {
                best = Some((-high, *edge));
            }
            if high == -1 {
                break;
            }
        }
        let (result, edge) = match best {
            Some(best) if best.0 == 1 || best.0 == upper => best,
            _ if solver.nodes_left > 0 => continue,
            _ => return None,
        };
        return Some(Proven::proof(ExactValue::Result(result), [edge]));
    }
    None
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use halfpoint_core::board::Size;
    use halfpoint_core::game::{Move, Setup};
    use halfpoint_core::rules::{Rules, find};
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// Returns a position of these stones without history, with some more prisoners and up to three
    /// delays. On so small a board a position of the history could be worth a move, since it must
    /// not come back.
    fn without_past(position: &Position, rng: &mut Xoshiro256PlusPlus) -> Position {
        let board = position.board();
        let stones = board.stones().collect();
        let setup = Setup::with_stones(board.size(), stones, Color::Black).expect("liberties");
        let rules = Rules {
            bowl_handicap: rng.random_range(-2..=2),
            ..*position.rules()
        };
        let first = Color::BOTH[rng.random_range(0..2)];
        let mut game = Game::with_setup(rules, setup.moving_first(first), HalfPoints::ZERO);
        for _ in 0..rng.random_range(0..4) {
            if game.position().plain_pass(game.to_move()).is_ok() {
                game.play(game.to_move(), &Move::Pass).expect("a delay");
            }
        }
        game.position().clone()
    }

    /// Returns how many positions of random games on a board have a settled score that a search
    /// finds within its bound, and checks that both are equal.
    fn compared_scores(size: Size, seed: u64) -> u32 {
        let rules = find("ultimate").expect("a rule set").rules;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let readings = &mut ReadingCache::new();
        let mut compared = 0;
        for _ in 0..70 {
            let board = Setup::empty(size).board();
            let mut position = Position::new(rules, board, Color::Black);
            for _ in 0..3 * size.area() {
                let color = position.to_move();
                let points = position.placements(color);
                if points.is_empty() || position.state().over.is_some() {
                    break;
                }
                let point = points[rng.random_range(0..points.len())];
                position.make(color, PlayedMove::Place(point), |_| ());
                let few = position.board().empties().len() <= 7;
                if !few || settled_score(&position, readings).is_none() {
                    continue;
                }
                let position = without_past(&position, &mut rng);
                if position.state().over.is_some() {
                    continue;
                }
                let Some(score) = settled_score(&position, readings) else {
                    continue;
                };
                let solver = Solver::for_position(&position, readings, &|| false);
                let mut solver = solver.expect("a small one");
                solver.counts = false;
                if let Some(exact) = solver.score(&position, score) {
                    assert_eq!(score, exact, "{position:?}");
                    compared += 1;
                }
            }
        }
        compared
    }

    #[test]
    fn the_score_formula_agrees_with_search() {
        let boards = [(3, 3), (4, 2), (5, 2), (4, 3), (6, 2), (5, 3)];
        let compared: u32 = std::thread::scope(|scope| {
            let searches = boards.map(|(width, height)| {
                let size = Size::new(width, height).expect("a size");
                scope.spawn(move || compared_scores(size, size.area() as u64))
            });
            let searches = searches.map(|search| search.join().expect("equal scores"));
            searches.into_iter().sum()
        });
        assert!(compared > 50, "{compared} positions");
    }

    /// Returns the empty position of a board on which a search to the end does not find a result.
    fn too_hard() -> Game {
        let rules = find("ultimate").expect("a rule set").rules;
        Game::new(rules, Size::square(3), HalfPoints::ZERO)
    }

    /// A search asks whether it is over once for each position that it comes to, so the number of
    /// questions is its work.
    #[test]
    fn a_search_to_the_end_stops_when_it_is_over() {
        let game = too_hard();
        let asked = Cell::new(0);
        let search = |limit: u32| {
            asked.set(0);
            let is_over = || {
                asked.set(asked.get() + 1);
                asked.get() > limit
            };
            let proof = proven_move(game.position(), Color::Black, &[], &is_over);
            (proof.is_some(), asked.get())
        };
        let (_, whole) = search(u32::MAX);
        assert!(whole > MAX_NODES, "{whole} positions");
        let (is_proven, cut) = search(1_000);
        assert!(!is_proven);
        assert!(cut < 2_000, "{cut} positions");
    }

    /// Returns how many positions a count of a game takes from the bound on the work.
    fn work(counts: &ExactCounts, game: &Game) -> u32 {
        let before = counts.kept().nodes_left;
        let none = PointSet::new(game.board().size());
        let _ = counts.outcome(game, &none, &mut ReadingCache::new());
        before - counts.kept().nodes_left
    }

    #[test]
    fn counts_share_a_bound_and_keep_results() {
        let hard = too_hard();
        let mut others = hard.board().size().points().map(|point| {
            let mut game = hard.clone();
            game.play(Color::Black, &Move::Place(point)).expect("legal");
            game
        });
        let counts = ExactCounts::new(2, Arc::default());
        assert_eq!(work(&counts, &hard), MAX_NODES);
        assert_eq!(work(&counts, &hard), 0);
        let all: u32 = others.by_ref().map(|game| work(&counts, &game)).sum();
        assert_eq!(all, MAX_NODES);
        counts.refill();
        assert_eq!(work(&counts, &hard), 0);
        let stopped = ExactCounts::new(1, Arc::new(AtomicBool::new(true)));
        assert_eq!(work(&stopped, &hard), 0);
    }
}
