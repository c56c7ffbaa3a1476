//! The player: playouts, tree search, judgement of dead stones, and the time for a move.
//!
//! [`Player::choose`] searches a tree whose leaves are evaluated by playouts that know good shape.
//! When only dame and tokens are left, an exact search decides instead, unless the tree search
//! found a much better move. On small boards the solver is asked first, and its proof is kept for
//! later moves. [`Player::analyze`] reports, while a search runs, the decision that would be made
//! at that moment, with the figures of all moves. Where the last player able to move wins, settled
//! positions are played by the count of spare moves. The player resigns a game that is lost beyond
//! doubt well before its end.

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

use decide::{GameView, KeptJudgement};
use exact::{Solved, is_solvable, solve, time_to_solve};
use known::Known;
use report::Settled;
use search::{Listener, SearchRequest, SearchResult, search};
use tree::Tree;
use ultimate::proven_move;

use halfpoint_core::board::{Color, PointSet};
use halfpoint_core::game::{Game, PlayedMove, Position, Proposal, Terms, TokenKind};

/// Maximum number of search threads.
pub const MAX_THREADS: u16 = 256;
/// Maximum of [`Settings::memory_mb`], in MiB.
pub const MAX_MEMORY_MB: u32 = 1_000_000;

/// Settings of a player. All of them may be changed between moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Playouts for each move; `None` if only time limits them.
    pub playouts: Option<u64>,
    /// Time for a move when no clock gives one.
    pub time_per_move: Duration,
    /// Number of search threads, which share one tree; at most [`MAX_THREADS`].
    pub threads: usize,
    /// Bound on the memory of the search tree, in MiB; at most [`MAX_MEMORY_MB`].
    pub memory_mb: usize,
    /// Seed of the random generator (xoshiro256++). With one thread and a fixed number of playouts,
    /// equal positions get equal moves.
    pub seed: u64,
    /// Whether the player goes on searching while the opponent thinks.
    pub ponder: bool,
    /// Strength, from 1 to [`MAX_LEVEL`]. Below [`MAX_LEVEL`] the number of playouts is bounded,
    /// and at the lowest levels the player overlooks moves.
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
    /// Returns the smaller of the bounds on playouts that [`Settings::playouts`] and the level set;
    /// `None` if there is neither.
    #[must_use]
    pub fn max_playouts(&self) -> Option<u64> {
        let by_level = level::bounds(self.level).map(|bounds| bounds.playouts);
        self.playouts.into_iter().chain(by_level).min()
    }

    /// Returns the share (0 to 1) of the legal placements that the player sees at its level.
    fn sees(&self) -> f64 {
        level::bounds(self.level).map_or(1.0, |bounds| bounds.sees)
    }
}

/// Limits of one decision.
#[derive(Clone, Copy, Debug)]
pub struct MoveLimits {
    /// Time for the decision. `None` stands for [`Settings::time_per_move`], or for no limit if the
    /// number of playouts is bounded.
    pub time: Option<Duration>,
}

/// A player: its settings, and the results of earlier searches that later ones reuse.
#[derive(Debug)]
pub struct Player {
    settings: Settings,
    reused: Option<ReusedTree>,
    /// The last proof of the solver.
    solved: Option<Solved>,
    /// The judgement of the stones by the last analysis.
    judgement: Option<KeptJudgement>,
}

/// Search tree of an earlier position of a game, kept so that the next search can continue from it.
#[derive(Debug)]
struct ReusedTree {
    position: Position,
    /// Number of moves made before that position.
    moves: usize,
    terms: Terms,
    tree: Tree,
}

impl Player {
    /// Creates a player with the given settings.
    #[must_use]
    pub fn new(settings: Settings) -> Player {
        Player {
            settings,
            reused: None,
            solved: None,
            judgement: None,
        }
    }

    /// Returns the settings.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Replaces the settings.
    pub fn set(&mut self, settings: Settings) {
        self.settings = settings;
    }

    /// Discards the results of earlier searches: the tree, the proof and the judgement of stones.
    /// Without this call, the next search continues from them where its position allows it.
    pub fn clear(&mut self) {
        self.reused = None;
        self.solved = None;
        self.judgement = None;
    }

    /// Decides on a move for `color`, which need not be the side to move: a placement, a plain
    /// pass, one of `allowed_tokens` by its name, or resignation. In a closed game that is a pass,
    /// or resignation if `color` has lost for want of a move. The search ends early when `stop`
    /// becomes true. The game is not changed.
    pub fn choose(
        &mut self,
        game: &Game,
        color: Color,
        allowed_tokens: &[TokenKind],
        limits: MoveLimits,
        stop: &AtomicBool,
    ) -> Decision {
        self.choose_observed(game, color, allowed_tokens, limits, stop, None)
    }

    /// Decides on a move like [`Player::choose`], and reports the search to `observer`, if there is
    /// one. A decision that needs no search is reported once.
    pub fn choose_observed(
        &mut self,
        game: &Game,
        color: Color,
        allowed_tokens: &[TokenKind],
        limits: MoveLimits,
        stop: &AtomicBool,
        observer: Option<SearchObserver<'_>>,
    ) -> Decision {
        let started = Instant::now();
        // A player that overlooks moves must draw them anew for each move, so it gets no earlier
        // tree.
        let reused = self.reused_for(game, color);
        let reused = reused.filter(|_| self.settings.sees() >= 1.0);
        if game.position().is_closed() {
            return Decision::in_closed_game(game, color);
        }
        let playouts = self.settings.max_playouts();
        let time = limits.time.or_else(|| self.time_at_will());
        let proof = self.proof(game, color, allowed_tokens, time, stop);
        // The view, which judges the stones, is needed only where dead ones may be left on the
        // board.
        let only = proof
            .as_ref()
            .filter(|_| !game.rules().agreement_saves_captures());
        if let Some(decision) = only.and_then(Settled::only_decision) {
            return reported_at_once(decision, observer);
        }
        let view = self.view(game, time, limits.time.is_some(), started, &|| false);
        let known = Known::of(view, color, allowed_tokens).with_proof(proof);
        if let Some(decision) = known.decision_without_search() {
            return reported_at_once(decision, observer);
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
        let decision = known.decision(&found);
        if color == game.to_move() {
            self.keep(game, tree);
        }
        decision
    }

    /// Returns the time for a move when no clock runs; `None` if the number of playouts is bounded
    /// instead.
    fn time_at_will(&self) -> Option<Duration> {
        let is_bounded = self.settings.max_playouts().is_some();
        (!is_bounded).then_some(self.settings.time_per_move)
    }

    /// Returns the moves that are proven to be best; `None` if the solver does not finish in its
    /// part of `time`, or is not asked about such a position. Keeps the last proof of the solver.
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
            let playouts = self.settings.max_playouts();
            let time = time_to_solve(time);
            self.solved = Some(solve(game, &self.settings, playouts, time, stop)?);
        }
        self.solved.as_ref()?.proof(allowed_tokens)
    }

    /// Searches, and reports to `observer` the decisions that would be made from the result so far.
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
            report: &mut |found| (observer.report)(&known.report(found)),
            is_over: observer.is_over,
        };
        search(request, threads, reused, Some(listener))
    }

    /// Judges the stones within a small part of the time for a move whose search began at
    /// `started`. A pending proposal of dead stones is judged with full care, unless the game is
    /// `on_clock`. Judging is cut short when `is_over` returns true or half of `time` has passed,
    /// but the judgement kept from an analysis of these stones is never replaced by a poorer one.
    fn view<'a>(
        &self,
        game: &'a Game,
        time: Option<Duration>,
        on_clock: bool,
        started: Instant,
        is_over: &dyn Fn() -> bool,
    ) -> GameView<'a> {
        let by_playouts =
            |playouts: u64| Duration::from_secs_f64(playouts as f64 / PLAYOUTS_A_SECOND);
        let usual = time.or_else(|| self.settings.max_playouts().map(by_playouts));
        let asked = matches!(game.state().proposal, Proposal::Pending(_));
        let Some(usual) = usual.filter(|_| !asked || on_clock) else {
            return GameView::careful(game);
        };
        let important = asked || game.position().is_after_pass();
        let at_hand = match time {
            _ if !important => usual,
            // A limited move must not take longer than its limit.
            Some(time) => JUDGED_IN * time,
            None => AFTER_PASS * usual,
        };
        let late = time.and_then(|time| started.checked_add(time / 2));
        let is_late = || is_over() || late.is_some_and(|late| Instant::now() >= late);
        let (playouts, effort) = (judging_playouts(at_hand), reading_effort(at_hand));
        match self.judgement.as_ref().filter(|kept| kept.is_of(game)) {
            Some(kept) => kept.again(game, playouts, effort, &is_late),
            None => GameView::of(game, playouts, effort, &is_late),
        }
    }

    /// Searches while the opponent is to move, until `stop` becomes true. The tree is kept for
    /// [`Player::choose`] after the opponent's move.
    pub fn ponder(&mut self, game: &Game, stop: &AtomicBool) {
        let color = game.to_move();
        let reused = self.reused_for(game, color);
        if game.position().is_closed() {
            return;
        }
        let view = GameView::of(game, judge::PLAYOUTS, 0.0, &|| false);
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

    /// Returns a search request for the side to move without limits on time and playouts. Callers
    /// override single fields.
    fn request<'a>(&self, view: &'a GameView<'_>, stop: &'a AtomicBool) -> SearchRequest<'a> {
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

    /// Takes the kept tree and returns its part below the current position; `None` if the position
    /// of that tree does not lead to the current one by the moves recorded since, or if komi, rules
    /// or side to move differ.
    fn reused_for(&mut self, game: &Game, color: Color) -> Option<Tree> {
        let reused = self.reused.take()?;
        let since = game.records().get(reused.moves..)?;
        if color != game.to_move() || reused.terms != game.terms() {
            return None;
        }
        // Points of a larger board would be out of range on this one.
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

    /// Returns the stones that the player judges dead. Deterministic: the result depends on the
    /// stones alone.
    #[must_use]
    pub fn judge_dead(&self, game: &Game) -> PointSet {
        self.judge(game).dead
    }

    /// Returns the stones that the player judges dead and in seki, and those about which it is not
    /// sure. Deterministic: the result depends on the stones alone.
    #[must_use]
    pub fn judge(&self, game: &Game) -> Judgement {
        Judgement::of(game.board(), judge::PLAYOUTS)
    }
}

/// Reports a decision made without a search once to `observer`, and returns it.
fn reported_at_once(decision: Decision, observer: Option<SearchObserver<'_>>) -> Decision {
    if let Some(observer) = observer {
        (observer.report)(&Report {
            decision: decision.clone(),
            ownership: Vec::new(),
        });
    }
    decision
}

/// Assumed speed, in playouts a second. It turns a bound on playouts into the time that such a move
/// is expected to take.
const PLAYOUTS_A_SECOND: f64 = 10_000.0;
/// Time for a move from which on the stones are judged by all of [`judge::PLAYOUTS`]; with less, by
/// a proportional share. On any board those take a small part of this time.
const ENOUGH_TIME: Duration = Duration::from_millis(500);
/// Time for a move from which on reading may use all of its usual bounds (up to a second); with
/// less, a proportional share.
const TIME_TO_READ: Duration = Duration::from_secs(5);

/// Maximum number of playouts of any search, whatever clocks and settings allow. The counts of
/// visits would overflow beyond it.
const MAX_THOUGHT: u64 = 1 << 30;
/// Minimum number of playouts for judging stones, however short the time.
const MIN_JUDGING: u32 = 60;
/// Factor on the time that judging takes for its basis when it matters (after a pass, when the game
/// may end, or with a proposal pending) and time is not limited.
const AFTER_PASS: u32 = 8;
/// Factor used in place of [`AFTER_PASS`] where time is limited, since the move must not take
/// longer than its limit.
const JUDGED_IN: u32 = 2;

/// Returns the number of playouts for judging the stones when `time` is available for the move.
fn judging_playouts(time: Duration) -> u32 {
    let playouts = f64::from(judge::PLAYOUTS) * share(time, ENOUGH_TIME);
    (playouts as u32).max(MIN_JUDGING)
}

/// Returns the share (0 to 1) of its usual bounds that reading may use when `time` is available for
/// the move.
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

    /// Returns a player that has pondered briefly on the position of `game`.
    fn pondered(game: &Game) -> Player {
        let mut player = Player::new(Settings::default());
        player.ponder(game, &AtomicBool::new(true));
        player
    }

    /// With komi as large as the board, Black can reach a draw at best. The search pursues the draw
    /// as it would a win, but reports it as half a win.
    #[test]
    fn a_draw_is_reported_as_half_a_win_where_no_win_is_possible() {
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
        let limits = MoveLimits { time: None };
        let stop = AtomicBool::new(false);
        let decision = Player::new(settings).choose(&game, Color::Black, &[], limits, &stop);
        assert!((0.4..=0.5).contains(&decision.win_rate), "{decision:?}");
        let searched = decision.considered.first().expect("a search");
        assert!((0.4..=0.5).contains(&searched.win_rate), "{searched:?}");
    }

    #[test]
    fn pondering_is_reused_after_the_next_move() {
        let size = Size::square(5);
        let start = Game::new(PRESETS[1].rules, size, HalfPoints::ZERO);
        let point = size.point(2, 2).expect("the centre");
        let mut game = start.clone();
        game.play(Color::Black, &Move::Place(point)).expect("legal");
        let reused = pondered(&start).reused_for(&game, Color::White);
        assert!(reused.is_some());
        let stop = AtomicBool::new(true);
        let limits = MoveLimits { time: None };
        let decision = pondered(&start).choose(&game, Color::White, &[], limits, &stop);
        assert!(game.play(Color::White, &decision.play).is_ok());
    }

    #[test]
    fn pondering_is_not_reused_for_unrelated_positions() {
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
        // A move on a larger board than that of the kept tree.
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
