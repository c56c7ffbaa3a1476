//! The player: playouts, tree search, judging dead stones, and the clock.
//!
//! [`Player::choose`] searches a tree whose leaves are judged by random playouts. When only dame and
//! tokens are left, an exact search decides instead, unless the tree search found a much better move.
//! A game that is lost beyond doubt well before the end is resigned.

pub mod clock;
mod endgame;
mod judge;
mod playout;
mod search;
mod tree;

pub use judge::Ownership;
pub use playout::{is_eye, owner, play_out};

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use log::debug;

use crate::board::{Color, Key, PointSet};
use crate::game::{Game, Over, Play, TokenName};
use crate::half_points::HalfPoints;
use crate::rules::Counting;
use endgame::{best_move, draw_instead, settled_dame};
use search::{Candidate, Question, search};

/// How to play; all of it can be changed between moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Playouts a move; `None` for no limit but time.
    pub playouts: Option<u64>,
    /// Time a move when the clock gives none.
    pub time_per_move: Duration,
    /// Search threads, each with a tree of its own; their visits are added up.
    pub threads: usize,
    /// Bound on the search trees together, in MiB.
    pub memory_mb: usize,
    /// Seed of the generator (xoshiro256++). With one thread and a number of playouts the same
    /// position gets the same move.
    pub seed: u64,
    /// Strength, 1 to 10: below 10 the number of playouts is bounded.
    pub level: u8,
}

/// Full strength.
pub const MOST_LEVEL: u8 = 10;

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            playouts: None,
            time_per_move: Duration::from_secs(1),
            threads: 1,
            memory_mb: 256,
            seed: 1,
            level: MOST_LEVEL,
        }
    }
}

impl Settings {
    /// The bound on playouts that the settings make together: level `n` below 10 allows `25 · 2ⁿ`.
    fn most_playouts(&self) -> Option<u64> {
        let by_level = (self.level < MOST_LEVEL).then(|| 25 << self.level);
        self.playouts.into_iter().chain(by_level).min()
    }
}

/// What limits one decision.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Time for it; `None`: [`Settings::time_per_move`] unless playouts are limited.
    pub time: Option<Duration>,
}

/// A decision.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The move.
    pub play: Play,
    /// Playouts behind the decision; 0 if none were needed.
    pub playouts: u64,
    /// Winning chance of the mover, 0 to 1.
    pub win_rate: f64,
    /// Expected margin of the mover in points.
    pub score: f64,
}

/// With that much time for a move, judging the stones takes a small part of it on any board.
const ENOUGH_TIME: Duration = Duration::from_millis(400);
/// If the tree search prefers another move than the exact end by so much, the position was not as
/// settled as it looked.
const DOUBT: f32 = 0.3;
/// A draw at hand, on a board that does not count as a win, is declared unless the tree search is that
/// sure of winning.
const SURE_TO_WIN: f32 = 0.8;
/// A point is contested if neither side owns it more surely (0 to 1).
const CONTESTED: f32 = 0.8;
/// A token gives way to a placement on such a point that is worth no less than that below it.
const TOKEN_WAITS: f32 = 0.04;
/// Below that winning chance a game may be resigned …
const RESIGN_BELOW: f32 = 0.04;
/// … if the board has at least one empty point in that many …
const RESIGN_EMPTY_SHARE: usize = 6;
/// … and that many stones were placed for each ten points of the board.
const RESIGN_AFTER_TENTHS: usize = 3;

/// The player.
#[derive(Debug)]
pub struct Player {
    settings: Settings,
}

impl Player {
    /// A player with those settings.
    #[must_use]
    pub fn new(settings: Settings) -> Player {
        Player { settings }
    }

    /// The settings.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes the settings.
    pub fn set(&mut self, settings: Settings) {
        self.settings = settings;
    }

    /// Forgets everything learned in earlier searches. (Each search starts afresh: nothing yet.)
    pub fn clear(&mut self) {}

    /// Decides on a move for `color` (whoever's turn it is) in a game that is not closed: a placement,
    /// plain pass, a token by one of the names in `kinds`, or resignation. Ends early when `stop`
    /// becomes true. The game is not changed.
    pub fn choose(
        &mut self,
        game: &Game,
        color: Color,
        kinds: &[TokenName],
        limits: Limits,
        stop: &AtomicBool,
    ) -> Choice {
        let started = Instant::now();
        let settings = &self.settings;
        let position = game.position();
        if position.is_closed() {
            let lost = matches!(game.state().over, Some(Over::NoMove(loser)) if loser == color);
            return Choice::without_search(if lost { Play::Resign } else { Play::Pass });
        }
        let terms = game.terms();
        let playouts = settings.most_playouts();
        let time = limits
            .time
            .or_else(|| playouts.is_none().then_some(settings.time_per_move));
        let ownership = Ownership::of(game.board(), judging_playouts(time));
        let dead = match game.agreed_dead() {
            Some(agreed) => agreed.clone(),
            None => ownership.dead(),
        };
        let exact = settled_dame(position, &ownership, &dead)
            .and_then(|dame| best_move(position, color, kinds, terms, &dead, &dame));
        let proposed = game.proposed_dead();
        let question = Question {
            position,
            terms,
            dead: &dead,
            clear: game.agreed_dead().is_some() || ownership.is_clear(),
            proposed: proposed.as_ref(),
            mover: color,
            kinds,
            check: exact.map(|(edge, _)| edge),
            seed: settings.seed ^ position.key().low(),
            memory: (settings.memory_mb << 20) / settings.threads.max(1),
            playouts,
            deadline: time.and_then(|time| started.checked_add(time)),
            stop,
        };
        let (candidates, playouts) = search_threads(&question, settings.threads);
        let Some(best) = candidates.first() else {
            return Choice::without_search(Play::Resign);
        };
        for candidate in candidates.iter().take(5) {
            debug!("{candidate:?}");
        }
        if let Some((edge, margin)) = exact {
            let found = candidates.iter().find(|c| c.edge == edge);
            let behind = found.map_or(0.0, |found| best.value - found.value);
            debug!("only dame and tokens are left: {edge:?}, {margin} halves, {behind} behind");
            if behind < DOUBT {
                let margin = margin * color.sign();
                return Choice {
                    play: edge.play(),
                    playouts,
                    win_rate: [0.0, 0.5, 1.0][(margin.signum() + 1) as usize],
                    score: HalfPoints::from_halves(margin).points(),
                };
            }
        }
        // A token that nothing forces waits for the contested points.
        let contested = |c: &&Candidate| {
            let doubtful = |p| ownership.of_point(color, p).abs() < CONTESTED;
            c.edge.point().is_some_and(doubtful) && c.value > best.value - TOKEN_WAITS
        };
        let unforced = exact.is_none() && best.edge.point().is_none() && !position.is_after_pass();
        let best = match candidates.iter().find(contested) {
            Some(placement) if unforced => placement,
            _ => best,
        };
        let mut choice = Choice {
            play: best.edge.play(),
            playouts,
            win_rate: f64::from(best.value),
            score: f64::from(best.margin) / 2.0,
        };
        if best.value < SURE_TO_WIN
            && let Some(draw) = draw_instead(position, color, kinds, terms, &dead)
        {
            choice.play = draw.play();
        } else if best.value < RESIGN_BELOW && may_resign(game) {
            choice.play = Play::Resign;
        }
        choice
    }

    /// The stones that the player takes for dead in the position as it stands. Deterministic: it
    /// depends on the stones alone.
    #[must_use]
    pub fn judge_dead(&self, game: &Game) -> PointSet {
        Ownership::of(game.board(), judge::PLAYOUTS).dead()
    }
}

impl Choice {
    fn without_search(play: Play) -> Choice {
        Choice {
            play,
            playouts: 0,
            win_rate: 0.5,
            score: 0.0,
        }
    }
}

/// Playouts to spend on the question what is alive: fewer when there is hardly time for the search.
fn judging_playouts(time: Option<Duration>) -> u32 {
    let share = time.map_or(1.0, |time| time.as_secs_f64() / ENOUGH_TIME.as_secs_f64());
    (f64::from(judge::PLAYOUTS) * share.min(1.0)) as u32
}

/// A lost game is resigned only in its middle: not before it has begun in earnest, and near the end
/// it is played out. Where nothing is counted, any time will do: there is no count to play out for.
fn may_resign(game: &Game) -> bool {
    let area = game.board().size().area();
    let stones = area - game.board().empties().len();
    if game.rules().counting == Counting::Spare {
        return game.records().len() >= area;
    }
    stones * 10 >= area * RESIGN_AFTER_TENTHS
        && game.board().empties().len() * RESIGN_EMPTY_SHARE >= area
}

/// The same search on several threads with seeds of their own, put together by move.
fn search_threads(question: &Question<'_>, threads: usize) -> (Vec<Candidate>, u64) {
    if threads <= 1 {
        return search(question);
    }
    let share = |index: u64| Question {
        seed: question.seed ^ Key::fact(u32::MAX, index as u32).low(),
        playouts: question.playouts.map(|n| n.div_ceil(threads as u64)),
        ..*question
    };
    let results: Vec<_> = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..threads as u64)
            .map(|index| {
                let question = share(index);
                scope.spawn(move || search(&question))
            })
            .collect();
        // A thread that panicked has nothing to say; the others have.
        handles.into_iter().filter_map(|h| h.join().ok()).collect()
    });
    let playouts = results.iter().map(|(_, playouts)| playouts).sum();
    let mut together: Vec<Candidate> = Vec::new();
    for candidate in results.into_iter().flat_map(|(candidates, _)| candidates) {
        match together.iter_mut().find(|c| c.edge == candidate.edge) {
            Some(known) => known.add(&candidate),
            None => together.push(candidate),
        }
    }
    together.sort_by(Candidate::by_visits);
    (together, playouts)
}
