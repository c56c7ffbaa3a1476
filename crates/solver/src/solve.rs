//! Questions about one game: its value, the moves that keep it, and a line of best play.

mod everything;
mod line;

use everything::Everything;
use line::{BestMoves, find_best, find_line, nodes_a_move};

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::Builder;
use std::time::{Duration, Instant};

use halfpoint_core::board::Color;
use halfpoint_core::game::{Game, PlayedMove, Position, Terms};
use halfpoint_core::half_points::HalfPoints;

use super::question::{BOTH, SearchEnded, SolverGoal};
use super::saved::{SavedWork, SavedWorkError};
use super::search::{Searcher, tokens};
use super::shared::{SharedTables, WorkLimit};
use super::symmetry::Images;
use super::whole::WholeBoard;
use halfpoint_core::bounds::score_bounds;
use halfpoint_system::parallel;

/// Resources that a search may use.
#[derive(Clone, Copy, Debug)]
pub struct SolverLimits {
    /// Time that it may take; `None` for no limit.
    pub time: Option<Duration>,
    /// Nodes that it may search, exceeded by at most about a thousand for each thread and each
    /// question, and as many to read dead stones where that takes search. With one thread and no
    /// limit of time, the same question has the same answer.
    pub nodes: Option<u64>,
    /// Memory for tables, in MiB.
    pub memory_mb: usize,
    /// Number of threads.
    pub threads: usize,
}

impl Default for SolverLimits {
    fn default() -> SolverLimits {
        SolverLimits {
            time: None,
            nodes: None,
            memory_mb: 256,
            threads: 1,
        }
    }
}

/// Proven bounds of a value: Black's margin in half-points; where nothing is counted, 1 if Black
/// wins, 0 for a draw and −1 if White wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueBounds {
    /// Lower bound of the value.
    pub lower: i32,
    /// Upper bound of the value.
    pub upper: i32,
}

impl ValueBounds {
    /// Returns the value, if it is known.
    #[must_use]
    pub fn exact(&self) -> Option<i32> {
        (self.lower == self.upper).then_some(self.lower)
    }
}

/// A line of play.
pub type Line = Vec<(Color, PlayedMove)>;

/// Progress of a search.
#[derive(Clone, Copy, Debug)]
pub struct SolverProgress {
    /// Bounds proven so far.
    pub bounds: ValueBounds,
    /// Nodes searched so far.
    pub nodes: u64,
    /// Number of moves within which the search for the whole board looks for a way to it, captures
    /// not counted; `None` if it does not search.
    pub depth_of_whole: Option<u8>,
}

/// Result of [`solve`].
#[derive(Clone, Debug)]
pub struct Solution {
    /// Bounds of the value.
    pub bounds: ValueBounds,
    /// Moves that are proven to keep the value; none if it is not known, or if the game is over.
    pub best: Vec<PlayedMove>,
    /// Moves that may keep the value, too: there was no time to decide them.
    pub undecided: Vec<PlayedMove>,
    /// A line of best play, to the end or as far as the limits allowed, and at most 200 moves.
    pub line: Line,
    /// Whether that line ends the game.
    pub line_ends: bool,
    /// Nodes searched.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
}

impl Solution {
    /// Returns all moves that keep the value, none if the game is over; `None` if the limits did
    /// not allow to find them all.
    #[must_use]
    pub fn all_best(&self) -> Option<&[PlayedMove]> {
        let are_known = self.bounds.exact().is_some() && self.undecided.is_empty();
        are_known.then_some(&self.best)
    }
}

/// Returns empty tables for a game.
pub(super) fn shared(game: &Game, limits: SolverLimits, start: Instant) -> Arc<SharedTables> {
    shared_for(
        &game.position().for_exact_value(),
        game.terms(),
        limits,
        start,
    )
}

/// Returns empty tables for a position under the rules of an exact value.
fn shared_for(
    position: &Position,
    terms: Terms,
    limits: SolverLimits,
    start: Instant,
) -> Arc<SharedTables> {
    let limit = WorkLimit {
        deadline: limits.time.and_then(|time| start.checked_add(time)),
        nodes: limits.nodes,
    };
    let images = Images::new(position.board().size());
    let memory_mb = limits.memory_mb - everything::memory_mb(position, limits);
    let rules = *position.rules();
    Arc::new(SharedTables::new(rules, terms, images, memory_mb, limit))
}

/// Returns proven bounds of the minimax value of a game from its current position on, under
/// [`Rules::exact`](halfpoint_core::Rules::exact). Earlier positions ban moves, other than in
/// [`value_at`].
#[must_use]
pub fn value(game: &Game, limits: SolverLimits) -> ValueBounds {
    let shared = shared(game, limits, Instant::now());
    find_value_of(&shared, game, limits, &|_| ())
}

/// Returns bounds of the value of a game in which play resumes after its end by passes
/// ([`Position::resumed`]).
#[must_use]
pub fn value_resumed(game: &Game, limits: SolverLimits) -> ValueBounds {
    let resumed = game.position().resumed().for_exact_value();
    let shared = shared_for(&resumed, game.terms(), limits, Instant::now());
    find_value(
        &shared,
        &resumed,
        game.terms(),
        limits,
        &|| Searcher::resumed(&shared, game),
        &|_| (),
    )
}

/// Returns bounds of the value of a position as the start of a game: no earlier position bans a
/// move.
#[must_use]
pub fn value_at(position: &Position, terms: Terms, limits: SolverLimits) -> ValueBounds {
    let start = position.for_exact_value();
    let shared = shared_for(&start, terms, limits, Instant::now());
    let begin = || Searcher::at(&shared, &start, SolverGoal::Margin);
    find_value(&shared, &start, terms, limits, &begin, &|_| ())
}

/// Largest delay before a search notices that it was told to stop.
const STOP_NOTICED: Duration = Duration::from_millis(5);

/// Returns the minimax value of a game from its current position on and the moves that are proven
/// to keep it within the limits; `None` if the limits did not allow to find the value. Ends early
/// when `stop` becomes true.
#[must_use]
pub fn best_moves(
    game: &Game,
    limits: SolverLimits,
    stop: &AtomicBool,
) -> Option<(i32, Vec<PlayedMove>)> {
    // The thread that watches it might notice only after a tiny board is searched.
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    let shared = shared(game, limits, Instant::now());
    let threads = limits.threads.max(1);
    unless_stopped(&shared, stop, || {
        let value = find_value_of(&shared, game, limits, &|_| ()).exact()?;
        let moves = find_best(&shared, game, threads, value, u64::MAX, &|| ());
        Some((value, moves.kept))
    })
    .flatten()
}

/// Does `work` with a second thread that ends its searches when `stop` becomes true; `None` if
/// there is no such thread, without which nothing could end them early.
fn unless_stopped<T>(
    shared: &SharedTables,
    stop: &AtomicBool,
    work: impl FnOnce() -> T,
) -> Option<T> {
    // Dropped when the work ends, in whatever way.
    let (working, ended) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        let watch = move || {
            while let Err(RecvTimeoutError::Timeout) = ended.recv_timeout(STOP_NOTICED) {
                if stop.load(Ordering::Relaxed) {
                    return shared.stop();
                }
            }
        };
        Builder::new().spawn_scoped(scope, watch).ok()?;
        let _working = working;
        Some(work())
    })
}

/// Returns every legal move of a game, token moves included, with bounds of the minimax value that
/// the game has after it; none when the game is over. Bounds that the limits left apart, or that
/// `stop` did by becoming true, are proven all the same. Proposals of dead stones are left out.
#[must_use]
pub fn move_values(
    game: &Game,
    limits: SolverLimits,
    stop: &AtomicBool,
) -> Vec<(PlayedMove, ValueBounds)> {
    let shared = shared(game, limits, Instant::now());
    shared.set_bounds([i32::MIN, i32::MAX]);
    let threads = limits.threads.max(1);
    let begin = || Searcher::new(&shared, game);
    let moves = legal_moves(game.position());
    let value = |searcher: &mut Searcher, &action: &PlayedMove| {
        searcher.advance(action);
        let bounds = value_here(searcher, game.terms());
        searcher.retreat();
        (action, bounds)
    };
    let found = unless_stopped(&shared, stop, || {
        parallel::map_with(threads, &moves, begin, value)
    });
    found.unwrap_or_default()
}

/// Returns all moves that a player may make, proposals of dead stones left out.
fn legal_moves(position: &Position) -> Vec<PlayedMove> {
    let mut found = moves(position);
    if position.state().over.is_none() {
        let pass = position.plain_pass(position.to_move());
        let pass = pass.into_iter().map(PlayedMove::Token);
        // An idle pass is legal, although an exact search need not try it.
        let idle: Vec<PlayedMove> = pass.filter(|pass| !found.contains(pass)).collect();
        found.extend(idle);
    }
    found
}

/// Halves the range of the value of the searcher's position until it is known, or no answer comes.
fn value_here(searcher: &mut Searcher, terms: Terms) -> ValueBounds {
    let [mut lower, mut upper] = widest(searcher.position(), terms);
    while lower < upper {
        let target = (i64::from(lower) + (i64::from(upper) - i64::from(lower) + 1) / 2) as i32;
        match searcher.ask(target, u64::MAX) {
            Some(true) => lower = target,
            Some(false) => upper = target - 1,
            None => break,
        }
    }
    ValueBounds { lower, upper }
}

/// Solves a game from its current position on. `report` is called with the progress from time to
/// time.
#[must_use]
pub fn solve(
    game: &Game,
    limits: SolverLimits,
    report: &(dyn Fn(SolverProgress) + Sync),
) -> Solution {
    let start = Instant::now();
    solve_in(&shared(game, limits, start), game, limits, report, start)
}

/// Least time between two writings of the work of a search.
const SAVED_EVERY: Duration = Duration::from_secs(120);

/// Solves a game as [`solve`] does. What the search finds is kept in a file, every few minutes and
/// at the end; if the file exists, the search goes on with what an earlier one kept there.
///
/// # Errors
/// If the file cannot be read or made, or is not that of a search of this game.
pub fn solve_saving(
    game: &Game,
    limits: SolverLimits,
    report: &(dyn Fn(SolverProgress) + Sync),
    file: &Path,
) -> Result<Solution, SavedWorkError> {
    let start = Instant::now();
    let shared = shared(game, limits, start);
    let saved = SavedWork::open(file, game, &shared)?;
    Ok(saved.during(&shared, SAVED_EVERY, || {
        solve_in(&shared, game, limits, report, start)
    }))
}

/// Solves a game with these tables. The time begins at `start`.
fn solve_in(
    shared: &Arc<SharedTables>,
    game: &Game,
    limits: SolverLimits,
    report: &(dyn Fn(SolverProgress) + Sync),
    start: Instant,
) -> Solution {
    let threads = limits.threads.max(1);
    let bounds = find_value_of(shared, game, limits, report);
    let mut moves = BestMoves::default();
    let (mut line, mut line_ends) = (Vec::new(), false);
    if let Some(value) = bounds.exact() {
        let nodes = nodes_a_move(shared, game);
        let tell = || {
            report(SolverProgress {
                bounds,
                nodes: shared.nodes(),
                depth_of_whole: None,
            });
        };
        moves = find_best(shared, game, threads, value, nodes, &tell);
        (line, line_ends) = find_line(shared, game, value, nodes);
    }
    Solution {
        bounds,
        best: moves.kept,
        undecided: moves.undecided,
        line,
        line_ends,
        nodes: shared.nodes(),
        time: start.elapsed(),
    }
}

/// Returns bounds of the value that the position proves by itself, in half-points.
fn widest(position: &Position, terms: Terms) -> [i32; 2] {
    score_bounds(position, terms).map(HalfPoints::halves)
}

/// Returns bounds of the minimax value of a game from its current position on.
pub(super) fn find_value_of(
    shared: &Arc<SharedTables>,
    game: &Game,
    limits: SolverLimits,
    report: &(dyn Fn(SolverProgress) + Sync),
) -> ValueBounds {
    let position = game.position().for_exact_value();
    let begin = || Searcher::new(shared, game);
    find_value(shared, &position, game.terms(), limits, &begin, report)
}

/// Returns bounds of the value of a position; `begin` returns a search at that position.
fn find_value(
    shared: &Arc<SharedTables>,
    position: &Position,
    terms: Terms,
    limits: SolverLimits,
    begin: &(dyn Fn() -> Searcher + Sync),
    report: &(dyn Fn(SolverProgress) + Sync),
) -> ValueBounds {
    shared.set_bounds(widest(position, terms));
    let progress = || {
        let [lower, upper] = shared.bounds();
        SolverProgress {
            bounds: ValueBounds { lower, upper },
            nodes: shared.nodes(),
            depth_of_whole: shared.sought_whole().and_then(WholeBoard::depth),
        }
    };
    report(progress());
    let threads = limits.threads.max(1);
    parallel::on_threads(threads, |thread| {
        let mut searcher = begin();
        let mut all = Everything::new(&searcher, shared, limits, thread);
        let mut nodes = FIRST_NODES;
        while let Some(target) = next_target(shared.bounds(), thread, threads) {
            if let Some(question) = &mut all
                && !question.pursue(&mut searcher, nodes, &|| report(progress()))
            {
                all = None;
            }
            if shared.is_open(target) {
                let nodes = all.as_ref().map_or(u64::MAX, |_| nodes);
                match searcher.ask_for(target, &BOTH, nodes) {
                    Ok(Some(yes)) => shared.learn(target, yes),
                    Ok(None) => (),
                    // Out of time, or deeper than any search goes.
                    Err(SearchEnded) if shared.is_open(target) => shared.stop(),
                    Err(SearchEnded) => (),
                }
            }
            nodes = nodes.saturating_mul(2);
            if shared.is_stopped() {
                break;
            }
            report(progress());
        }
    });
    progress().bounds
}

/// Nodes of the first attempt at the question whether the player to move gets everything; each
/// further one doubles them.
const FIRST_NODES: u64 = 1 << 14;

/// Returns the target of one of the threads, which divide the range between the bounds among them;
/// `None` if the value is known. One thread alone asks for the middle of a range around zero and
/// for a quarter of another one, at the end nearer to zero, where most values lie.
fn next_target([lower, upper]: [i32; 2], thread: usize, threads: usize) -> Option<i32> {
    if lower >= upper {
        return None;
    }
    let (lower, upper) = (i64::from(lower), i64::from(upper));
    let (part, parts) = match (lower + upper).signum() {
        _ if threads > 1 => (thread as i64 + 1, threads as i64 + 1),
        0 => (1, 2),
        1 => (1, 4),
        _ => (3, 4),
    };
    let range = upper - lower;
    let step = (range * part + parts - 1) / parts;
    Some((lower + step.clamp(1, range)) as i32)
}

/// Returns whether the move that `mover` just made keeps `value`; `None` if `nodes` did not
/// suffice, or the search ended without an answer.
pub(super) fn keeps(searcher: &mut Searcher, mover: Color, value: i32, nodes: u64) -> Option<bool> {
    match mover {
        Color::Black => searcher.ask(value, nodes),
        Color::White => searcher.ask(value + 1, nodes).map(|more| !more),
    }
}

/// Returns the moves that an exact search tries, placements first; none when the game is over.
/// Proposals of dead stones are left out, and passes that need no try (`is_idle_pass` in
/// `bounds.rs` of the core).
#[must_use]
pub fn moves(position: &Position) -> Vec<PlayedMove> {
    if position.state().over.is_some() {
        return Vec::new();
    }
    let placements = position.placements(position.to_move());
    let tokens = tokens(position).into_iter().map(PlayedMove::Token);
    placements
        .into_iter()
        .map(PlayedMove::Place)
        .chain(tokens)
        .collect()
}
