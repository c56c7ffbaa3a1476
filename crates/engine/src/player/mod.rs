//! The player: playouts, tree search, judging dead stones, and the time for a move.
//!
//! [`Player::choose`] searches a tree whose leaves are judged by playouts that know good shape. When only dame and
//! tokens are left, an exact search decides instead, unless the tree search found a much better move. On small
//! boards the solver is asked first, and what it proves is kept. [`Player::analyze`] reports the decision that would be made
//! at each moment, with the figures of all moves.
//! Where the last player able to move wins, settled positions are played by the count of spare moves.
//! A game that is lost beyond doubt well before the end is resigned.

mod analysis;
pub mod budget;
mod cleanup;
mod decide;
mod endgame;
mod exact;
mod eye;
mod judge;
mod known;
pub mod learning;
mod level;
mod outcome;
mod playouts;
mod report;
mod search;
mod tree;
mod ultimate;
mod verdict;

pub use eye::{is_eye, placements_but_eyes};
pub use judge::{Judgement, Ownership};
pub use level::MAX_LEVEL;
pub use playouts::Playouts;
pub use report::{Basis, Decision, MoveInfo, Reason, Report, SearchObserver};
pub use ultimate::{exact_score, outcome};

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use log::debug;

use decide::{Look, View};
use exact::{Solved, is_solvable, solve, time_to_solve};
use known::Known;
use report::Settled;
use search::{Listener, SearchRequest, SearchResult, search};
use tree::Tree;
use ultimate::proven_move;

use halfpoint_core::board::{Color, PointSet};
use halfpoint_core::game::{Game, PlayedMove, Position, Proposal, Terms, TokenKind};

/// The most search threads.
pub const MAX_THREADS: u16 = 256;
/// The largest bound on a search tree, in MiB.
pub const MAX_MEMORY_MB: u32 = 1_000_000;

/// How to play; all of it can be changed between moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Playouts a move; `None` for no limit but time.
    pub playouts: Option<u64>,
    /// Time a move when the clock gives none.
    pub time_per_move: Duration,
    /// Search threads, which share a tree; at most [`MAX_THREADS`].
    pub threads: usize,
    /// Bound on the search tree, in MiB; at most [`MAX_MEMORY_MB`].
    pub memory_mb: usize,
    /// Seed of the generator (xoshiro256++). With one thread and a number of playouts the same
    /// position gets the same move.
    pub seed: u64,
    /// Whether to think on while the opponent does.
    pub ponder: bool,
    /// Strength, 1 to [`MAX_LEVEL`]: below that the number of playouts is bounded, and the lowest levels overlook
    /// moves.
    pub level: u8,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            playouts: None,
            time_per_move: Duration::from_secs(1),
            threads: 1,
            memory_mb: 256,
            seed: 1,
            ponder: false,
            level: MAX_LEVEL,
        }
    }
}

impl Settings {
    /// The bound on playouts that the settings make together.
    #[must_use]
    pub fn most_playouts(&self) -> Option<u64> {
        let by_level = level::bounds(self.level).map(|bounds| bounds.playouts);
        self.playouts.into_iter().chain(by_level).min()
    }

    /// The share of the moves on the board that the player sees.
    fn sees(&self) -> f64 {
        level::bounds(self.level).map_or(1.0, |bounds| bounds.sees)
    }
}

/// What limits one decision.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Time for it; `None`: [`Settings::time_per_move`] unless playouts are limited.
    pub time: Option<Duration>,
}

/// The player.
#[derive(Debug)]
pub struct Player {
    settings: Settings,
    reused: Option<ReusedTree>,
    /// The last proof of the solver.
    solved: Option<Solved>,
    /// The judgement of the stones by the last analysis.
    look: Option<Look>,
}

/// The tree of an earlier position of a game, to go on with.
#[derive(Debug)]
struct ReusedTree {
    position: Position,
    /// Moves before that position.
    moves: usize,
    terms: Terms,
    tree: Tree,
}

impl Player {
    /// A player with those settings.
    #[must_use]
    pub fn new(settings: Settings) -> Player {
        Player {
            settings,
            reused: None,
            solved: None,
            look: None,
        }
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

    /// Forgets what earlier searches found out; else the next one goes on with what they know of its
    /// position.
    pub fn clear(&mut self) {
        self.reused = None;
        self.solved = None;
        self.look = None;
    }

    /// Decides on a move for `color` (whoever's turn it is) in a game that is not closed: a placement,
    /// plain pass, a token by one of the names in `allowed_tokens`, or resignation. Ends early when `stop`
    /// becomes true. The game is not changed.
    pub fn choose(
        &mut self,
        game: &Game,
        color: Color,
        allowed_tokens: &[TokenKind],
        limits: Limits,
        stop: &AtomicBool,
    ) -> Decision {
        self.choose_observed(game, color, allowed_tokens, limits, stop, None)
    }

    /// The same, and `observer` hears of the search, if there is one: what is proven needs none.
    pub fn choose_observed(
        &mut self,
        game: &Game,
        color: Color,
        allowed_tokens: &[TokenKind],
        limits: Limits,
        stop: &AtomicBool,
        observer: Option<SearchObserver<'_>>,
    ) -> Decision {
        let started = Instant::now();
        // Who overlooks moves overlooks others each time.
        let reused = self.reused_for(game, color);
        let reused = reused.filter(|_| self.settings.sees() >= 1.0);
        if game.position().is_closed() {
            return Decision::in_closed_game(game, color);
        }
        let playouts = self.settings.most_playouts();
        let time = limits.time.or_else(|| self.time_at_will());
        let proof = self.proof(game, color, allowed_tokens, time, stop);
        // The stones are looked at only where dead ones may be left on the board.
        let only = proof
            .as_ref()
            .filter(|_| !game.rules().agreement_saves_captures());
        if let Some(choice) = only.and_then(Settled::only_choice) {
            return told_at_once(choice, observer);
        }
        let view = self.view(game, time, limits.time.is_some(), started, &|| false);
        let known = Known::of(view, color, allowed_tokens).with_proof(proof);
        if let Some(choice) = known.choice_without_search() {
            return told_at_once(choice, observer);
        }
        let request = SearchRequest {
            mover: color,
            allowed_tokens: known.allowed_tokens(),
            check: known.check(),
            sees: self.settings.sees(),
            playouts: Some(playouts.unwrap_or(MAX_THOUGHT).min(MAX_THOUGHT)),
            deadline: time.and_then(|time| started.checked_add(time)),
            ..self.request(&known.view, stop)
        };
        let (found, tree) = self.search(&request, &known, reused, observer);
        for candidate in found.candidates.iter().take(5) {
            debug!(
                "{}: {} visits, {:.1} %",
                candidate.edge.action.text(game.board().size()),
                candidate.visits,
                candidate.win_rate * 100.0,
            );
        }
        let choice = known.choice(&found);
        if color == game.to_move() {
            self.keep(game, tree);
        }
        choice
    }

    /// The time for a move where no clock runs; `None` if playouts are bounded instead.
    fn time_at_will(&self) -> Option<Duration> {
        let is_bounded = self.settings.most_playouts().is_some();
        (!is_bounded).then_some(self.settings.time_per_move)
    }

    /// The moves that are proven to be best, as far as a part of `time` is enough to find out.
    fn proof(
        &mut self,
        game: &Game,
        color: Color,
        allowed_tokens: &[TokenKind],
        time: Option<Duration>,
        stop: &AtomicBool,
    ) -> Option<Settled> {
        if let Some(proof) = proven_move(game.position(), color, allowed_tokens) {
            return Some(proof);
        }
        if !is_solvable(game, color) {
            return None;
        }
        if !self
            .solved
            .as_ref()
            .is_some_and(|solved| solved.is_of(game))
        {
            let playouts = self.settings.most_playouts();
            let time = time_to_solve(time);
            self.solved = Some(solve(game, &self.settings, playouts, time, stop)?);
        }
        self.solved.as_ref()?.proof(allowed_tokens)
    }

    /// Searches, and tells a watcher the decisions that would be made of what is found on the way.
    fn search(
        &self,
        request: &SearchRequest<'_>,
        known: &Known<'_>,
        reused: Option<Tree>,
        observer: Option<SearchObserver<'_>>,
    ) -> (SearchResult, Tree) {
        let threads = self.settings.threads;
        let Some(observer) = observer else {
            return search(request, threads, reused, None);
        };
        let listener = Listener {
            every: observer.every,
            ownership: observer.ownership,
            tell: &mut |found| (observer.tell)(&known.report(found)),
            is_over: observer.is_over,
        };
        search(request, threads, reused, Some(listener))
    }

    /// Judges the stones with a small part of the time for a move that has `started`, but with full care
    /// when the opponent asks about them, as far as a clock allows it. With less once `is_over` says so,
    /// but with no less than an analysis of these stones took before.
    fn view<'a>(
        &self,
        game: &'a Game,
        time: Option<Duration>,
        on_clock: bool,
        started: Instant,
        is_over: &dyn Fn() -> bool,
    ) -> View<'a> {
        let by_playouts =
            |playouts: u64| Duration::from_secs_f64(playouts as f64 / PLAYOUTS_A_SECOND);
        let usual = time.or_else(|| self.settings.most_playouts().map(by_playouts));
        let asked = matches!(game.state().proposal, Proposal::Pending(_));
        let Some(usual) = usual.filter(|_| !asked || on_clock) else {
            return View::careful(game);
        };
        let important = asked || game.position().is_after_pass();
        let at_hand = match time {
            _ if !important => usual,
            // Never so much that the move itself takes longer than it may.
            Some(time) => JUDGED_IN * time,
            None => AFTER_PASS * usual,
        };
        let late = time.and_then(|time| started.checked_add(time / 2));
        let is_late = || is_over() || late.is_some_and(|late| Instant::now() >= late);
        let (playouts, effort) = (judging_playouts(at_hand), reading_effort(at_hand));
        match self.look.as_ref().filter(|look| look.is_of(game)) {
            Some(look) => look.again(game, playouts, effort, &is_late),
            None => View::of(game, playouts, effort, &is_late),
        }
    }

    /// Thinks on while the opponent is to move, until `stop` becomes true. What it finds out serves
    /// [`Player::choose`] after the opponent's move.
    pub fn ponder(&mut self, game: &Game, stop: &AtomicBool) {
        let color = game.to_move();
        let reused = self.reused_for(game, color);
        if game.position().is_closed() {
            return;
        }
        let view = View::of(game, judge::PLAYOUTS, 0.0, &|| false);
        let request = SearchRequest {
            playouts: Some(MAX_THOUGHT),
            ..self.request(&view, stop)
        };
        let (found, tree) = search(&request, self.settings.threads, reused, None);
        debug!("thought for {} playouts", found.playouts);
        self.keep(game, tree);
    }

    fn keep(&mut self, game: &Game, tree: Tree) {
        self.reused = Some(ReusedTree {
            position: game.position().clone(),
            moves: game.records().len(),
            terms: game.terms(),
            tree,
        });
    }

    /// What a search of the position would be asked: the side to move, with no limit.
    fn request<'a>(&self, view: &'a View<'_>, stop: &'a AtomicBool) -> SearchRequest<'a> {
        let position = view.game.position();
        SearchRequest {
            position,
            terms: view.game.terms(),
            dead: &view.dead,
            seki: &view.seki,
            clear: view.is_clear(),
            proposed: view.proposed.as_ref(),
            mover: position.to_move(),
            last: view.game.last_placements(),
            allowed_tokens: &[],
            check: None,
            sees: 1.0,
            seed: self.settings.seed ^ position.key().low(),
            memory: self.settings.memory_mb << 20,
            playouts: None,
            deadline: None,
            stop,
        }
    }

    /// The tree of this very position that an earlier search, some moves ago, has grown.
    fn reused_for(&mut self, game: &Game, color: Color) -> Option<Tree> {
        let reused = self.reused.take()?;
        let since = game.records().get(reused.moves..)?;
        if color != game.to_move() || reused.terms != game.terms() {
            return None;
        }
        // Points of another board would be none of this one.
        if reused.position.board().size() != game.board().size() {
            return None;
        }
        let mut position = reused.position;
        for record in since {
            let may_be_made = match record.action {
                PlayedMove::Place(point) => position.may_place(record.color, point),
                PlayedMove::Token(token) => {
                    let named = position.tokens(record.color);
                    position.plain_pass(record.color) == Ok(token)
                        || named.iter().any(|&(_, known)| known == token)
                }
                PlayedMove::Resign => false,
            };
            if !may_be_made || position.is_closed() || record.color != position.to_move() {
                return None;
            }
            position.make(record.color, record.action, |_| ());
        }
        if position != *game.position() {
            return None;
        }
        let mut actions = since.iter().map(|record| record.action);
        actions.try_fold(reused.tree, Tree::below)
    }

    /// The stones that the player takes for dead in the position as it stands. Deterministic: it
    /// depends on the stones alone.
    #[must_use]
    pub fn judge_dead(&self, game: &Game) -> PointSet {
        self.judge(game).dead
    }

    /// What the player takes for dead and for seki in the position as it stands, and of what it is not
    /// sure. Deterministic: it depends on the stones alone.
    #[must_use]
    pub fn judge(&self, game: &Game) -> Judgement {
        Judgement::of(game.board(), judge::PLAYOUTS)
    }
}

/// A decision without a search, which a watcher hears of once.
fn told_at_once(choice: Decision, observer: Option<SearchObserver<'_>>) -> Decision {
    if let Some(observer) = observer {
        (observer.tell)(&Report {
            choice: choice.clone(),
            ownership: Vec::new(),
        });
    }
    choice
}

/// Where only playouts are bounded, a move is meant to take about as long as that many a second do.
const PLAYOUTS_A_SECOND: f64 = 10_000.0;
/// With that much time for a move, judging the stones takes a small part of it on any board.
const ENOUGH_TIME: Duration = Duration::from_millis(500);
/// With that much time for a move, reading within its usual bounds (up to a second) does.
const TIME_TO_READ: Duration = Duration::from_secs(5);

/// No search goes on for longer than so many playouts, whatever clocks and settings say: then counts of them
/// would not fit any more.
const MAX_THOUGHT: u64 = 1 << 30;
/// Even with hardly any time so many playouts are spent on it.
const MIN_JUDGING: u32 = 60;
/// After a pass, when the game may end, judging may take so many times its usual part.
const AFTER_PASS: u32 = 8;
/// … but of that many times where there is a limit, since the move must not take longer than it may.
const JUDGED_IN: u32 = 2;

/// Playouts to spend on the question what is alive: fewer when there is hardly time for the search.
fn judging_playouts(time: Duration) -> u32 {
    let playouts = f64::from(judge::PLAYOUTS) * share(time, ENOUGH_TIME);
    (playouts as u32).max(MIN_JUDGING)
}

/// The share of its usual bounds that reading may spend.
fn reading_effort(time: Duration) -> f64 {
    share(time, TIME_TO_READ)
}

fn share(time: Duration, of: Duration) -> f64 {
    (time.as_secs_f64() / of.as_secs_f64()).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use halfpoint_core::board::Size;
    use halfpoint_core::game::Move;
    use halfpoint_core::half_points::HalfPoints;
    use halfpoint_core::rules::PRESETS;

    /// A player that has pondered a little on an empty board, Black to move.
    fn pondered(game: &Game) -> Player {
        let mut player = Player::new(Settings::default());
        player.ponder(game, &AtomicBool::new(true));
        player
    }

    /// At a komi as large as the board Black can hope for no more than a draw: it looks for that one as hard as for a
    /// win, and calls it half a win.
    #[test]
    fn where_nobody_wins_a_draw_is_told_as_half_a_win() {
        let size = Size::square(5);
        let mut game = Game::new(PRESETS[1].rules, size, HalfPoints::from_halves(50));
        for y in 1..4 {
            let point = size.point(2, y).expect("on the board");
            game.play(Color::Black, &Move::Place(point)).expect("legal");
            game.play(Color::White, &Move::Pass).expect("legal");
        }
        let settings = Settings {
            playouts: Some(400),
            ..Settings::default()
        };
        let limits = Limits { time: None };
        let stop = AtomicBool::new(false);
        let choice = Player::new(settings).choose(&game, Color::Black, &[], limits, &stop);
        assert!((0.4..=0.5).contains(&choice.win_rate), "{choice:?}");
        let searched = choice.considered.first().expect("a search");
        assert!((0.4..=0.5).contains(&searched.win_rate), "{searched:?}");
    }

    #[test]
    fn pondering_serves_the_position_after_the_next_move() {
        let size = Size::square(5);
        let start = Game::new(PRESETS[1].rules, size, HalfPoints::ZERO);
        let point = size.point(2, 2).expect("the centre");
        let mut game = start.clone();
        game.play(Color::Black, &Move::Place(point)).expect("legal");
        let reused = pondered(&start).reused_for(&game, Color::White);
        assert!(reused.is_some());
        let stop = AtomicBool::new(true);
        let limits = Limits { time: None };
        let choice = pondered(&start).choose(&game, Color::White, &[], limits, &stop);
        assert!(game.play(Color::White, &choice.play).is_ok());
    }

    #[test]
    fn pondering_serves_no_position_that_it_does_not_lead_to() {
        let size = Size::square(5);
        let start = Game::new(PRESETS[1].rules, size, HalfPoints::ZERO);
        let point = size.point(2, 2).expect("the centre");
        let place = Move::Place(point);
        let nothing = |game: &Game, color| pondered(&start).reused_for(game, color).is_none();
        assert!(!nothing(&start, Color::Black));
        let mut game = start.clone();
        game.play(Color::White, &place).expect("out of turn");
        assert!(nothing(&game, Color::Black));
        let mut game = start.clone();
        game.play(Color::Black, &place).expect("legal");
        assert!(nothing(&game, Color::Black));
        game.set_komi(HalfPoints::ONE);
        assert!(nothing(&game, Color::White));
        game.set_komi(HalfPoints::ZERO);
        assert!(!nothing(&game, Color::White));
        let mut other = game.under(PRESETS[0].rules).expect("legal there");
        assert!(nothing(&other, Color::White));
        other = game;
        other.play(Color::White, &Move::Pass).expect("legal");
        assert!(nothing(&other, Color::Black));
        // Moves of a larger board than the one it was about.
        let rules = *start.rules();
        let mut larger = Game::new(rules, Size::square(19), HalfPoints::ZERO);
        let far = larger.board().size().point(16, 15).expect("a point");
        larger.play(Color::Black, &Move::Place(far)).expect("legal");
        assert!(nothing(&larger, Color::White));
        let mut cleared = pondered(&start);
        cleared.clear();
        assert!(cleared.reused.is_none());
    }
}
