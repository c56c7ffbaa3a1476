//! The player, which leads from the position by evaluation and search to a decision.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use log::debug;

use halfpoint_core::board::{Color, Point, PointSet, Size};
use halfpoint_core::game::{Game, Move, Outcome, PlayedMove, Position, Proposal};
use halfpoint_core::life::ReadingCache;

use super::decide::{decide, decide_without_search};
use super::figures::only_decision;
use super::judge::{Care, Judgement, PLAYOUTS, expected_time};
use super::know::{
    ExactCounts, GameView, JudgedStones, Known, Solved, is_solvable, outcome, proven_move, solve,
    time_to_solve,
};
use super::search::{Listener, ReusedTree, SearchRequest, SearchResult, SearchTree, search, vary};
use super::words::{Decision, MoveQuery, Proven, Reason, Report, SearchObserver, Settings};
use halfpoint_nn::History;
use halfpoint_nn::Net;
use halfpoint_system::parallel::lock;

/// Number of moves that are logged after a search.
const LOGGED_MOVES: usize = 5;

/// A player: its settings, and the results of earlier searches that later ones reuse.
#[derive(Debug)]
pub struct Player {
    settings: Settings,
    /// Net that evaluates positions; without one, playouts do.
    net: Option<Arc<Net>>,
    reused: Option<ReusedTree>,
    /// The last proof of the solver.
    pub(super) solved: Option<Solved>,
    /// The judgement of the stones by the last analysis.
    pub(super) judgement: Option<JudgedStones>,
    /// Answers of earlier readings. An analysis judges on a thread of its own, hence the lock.
    readings: Mutex<ReadingCache>,
}

/// Evaluation of a position without a search.
enum Unsearched<'a> {
    /// The decision, which needs no search.
    Decided(Decision),
    /// The knowledge with which the search begins.
    Open(Box<Known<'a>>),
}

impl Player {
    /// Creates a player with the given settings.
    #[must_use]
    pub fn new(settings: Settings) -> Player {
        Player {
            settings,
            net: None,
            reused: None,
            solved: None,
            judgement: None,
            readings: Mutex::default(),
        }
    }

    /// Returns the settings.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Evaluates positions by `net` from now on, or by playouts.
    pub fn set_net(&mut self, net: Option<Arc<Net>>) {
        self.net = net;
        self.reused = None;
    }

    /// Returns the net of the player; `None` without one.
    #[must_use]
    pub fn net(&self) -> Option<&Net> {
        self.net.as_deref()
    }

    /// Returns the net of the player, to be given to another one.
    pub(super) fn shared_net(&self) -> Option<Arc<Net>> {
        self.net.clone()
    }

    /// Returns the bound on the playouts of a move, or on the visits of a search with a net; `None`
    /// if only time limits them.
    #[must_use]
    pub fn max_playouts(&self) -> Option<u64> {
        self.settings.max_playouts(self.net.is_some())
    }

    /// Returns the time for a move when no clock gives one; `None` if there is no limit.
    #[must_use]
    pub fn time_at_will(&self) -> Option<Duration> {
        self.settings.time_at_will(self.net.is_some())
    }

    /// Replaces the settings.
    pub fn set(&mut self, settings: Settings) {
        self.settings = settings;
    }

    /// Locks the player's cache of readings. Those who count a board that the player has judged
    /// save time by it. A player that is to judge or to choose waits until the lock is gone.
    pub fn readings(&self) -> MutexGuard<'_, ReadingCache> {
        lock(&self.readings)
    }

    /// Discards the results of earlier searches: the tree, the proof, the judgement of stones, and
    /// what was read for it.
    /// Without this call, the next search continues from them where its position allows it.
    pub fn clear(&mut self) {
        self.reused = None;
        self.solved = None;
        self.judgement = None;
        self.readings().clear();
    }

    /// Decides on a move: a placement, a plain pass, one of the allowed tokens by its name, or
    /// resignation. In a closed game that is a pass, or resignation if the player who is asked has
    /// lost for want of a move. The game is not changed. The search is reported to `observer`, if
    /// there is one; a decision that needs no search is reported once.
    ///
    /// The search goes on from the tree of the last one, unless moves are banned or drawn, and its
    /// tree is kept, unless moves are banned or it is not the turn of the player who is asked. A
    /// decision without a search keeps no tree.
    pub fn choose(
        &mut self,
        game: &Game,
        query: &MoveQuery<'_>,
        observer: Option<SearchObserver<'_>>,
    ) -> Decision {
        let started = Instant::now();
        let bounds = self.settings.level_bounds(self.net.is_some());
        let is_drawn = bounds.temperature > 0.0;
        // A player that draws moves must do so anew for each move, so it gets no earlier tree.
        let reused = match query.is_free() {
            true => self.reused_for(game, query.color),
            false => None,
        };
        let reused = reused.filter(|_| !is_drawn);
        if game.position().is_closed() {
            return Decision::in_closed_game(game, query.color);
        }
        let known = match self.evaluate(game, query, started) {
            Unsearched::Decided(decision) => return reported_at_once(decision, observer),
            Unsearched::Open(known) => known,
        };
        let request = SearchRequest {
            // A drawn move is the only one that is visited, unless the end has been counted.
            check: match is_drawn {
                true => known.counted(),
                false => known.check(),
            },
            temperature: bounds.temperature,
            ends_early: query.carries_over,
            playouts: self.max_playouts(),
            deadline: (query.time.or_else(|| self.time_at_will()))
                .and_then(|time| started.checked_add(time)),
            ..self.request(&known, query.stop)
        };
        let (mut found, tree) = self.search(&request, &known, reused, observer);
        log_best(&found, game.board().size());
        if self.net.is_some() && query.is_free() && !is_drawn {
            vary(&mut found, game.board(), self.seed_at(game.position()));
        }
        if query.is_free() && query.color == game.to_move() {
            self.keep(game, tree);
        }
        match unconsidered(game, query).filter(|_| found.candidates.is_empty()) {
            Some(point) => Decision::without_search(Move::Place(point), Reason::NothingElse),
            None => decide(&known, &found),
        }
    }

    /// Evaluates the position of `game` without a search: asks for a proof, and judges the stones.
    fn evaluate<'a>(
        &mut self,
        game: &'a Game,
        query: &MoveQuery<'a>,
        started: Instant,
    ) -> Unsearched<'a> {
        let proof = self.proof(game, query);
        // The stones are judged only where dead ones may be left on the board.
        let only = proof
            .as_ref()
            .filter(|_| !game.rules().agreement_saves_captures());
        if let Some(decision) = only.and_then(only_decision) {
            return Unsearched::Decided(decision);
        }
        let is_over = || query.stop.load(Ordering::Relaxed);
        let view = self.view(game, query.time, started, &is_over);
        let known = Known::of(view, query.color, query.allowed_tokens, query.banned);
        let known = known.with_proof(proof);
        match decide_without_search(&known) {
            Some(decision) => Unsearched::Decided(decision),
            None => Unsearched::Open(Box::new(known)),
        }
    }

    /// Returns the moves that are proven to be best; `None` if the solver does not finish in its
    /// part of the time, is not asked about such a position, or moves are banned. Keeps the last
    /// proof of the solver.
    pub(super) fn proof(&mut self, game: &Game, query: &MoveQuery<'_>) -> Option<Proven> {
        if !query.is_free() {
            return None;
        }
        let (color, allowed_tokens) = (query.color, query.allowed_tokens);
        let time = query.time.or_else(|| self.time_at_will());
        let time = time_to_solve(time, game.board().size().area());
        let late = time.and_then(|time| Instant::now().checked_add(time));
        let is_over = || {
            query.stop.load(Ordering::Relaxed) || late.is_some_and(|late| Instant::now() >= late)
        };
        if let Some(proof) = proven_move(game.position(), color, allowed_tokens, &is_over) {
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
            let playouts = self.max_playouts();
            self.solved = Some(solve(game, &self.settings, playouts, time, query.stop)?);
        }
        self.solved.as_ref()?.proof(allowed_tokens)
    }

    /// Searches, and reports to `observer` the decisions that would be made from the result so far.
    pub(super) fn search(
        &self,
        request: &SearchRequest<'_>,
        known: &Known<'_>,
        reused: Option<SearchTree>,
        observer: Option<SearchObserver<'_>>,
    ) -> (SearchResult, SearchTree) {
        let threads = self.settings.threads();
        let Some(observer) = observer else {
            return search(request, threads, reused, None);
        };
        let listener = Listener {
            every: observer.every,
            ownership: observer.ownership,
            report: &mut |found| {
                (observer.report)(&Report {
                    decision: decide(known, found),
                    ownership: found.ownership.clone(),
                });
            },
            is_over: observer.is_over,
        };
        search(request, threads, reused, Some(listener))
    }

    /// Judges the stones within a small part of the `time` for a move whose search began at
    /// `started`, or of the usual time if no clock runs. A pending proposal of dead stones is then
    /// judged with full care. Judging is cut short when `is_over` returns true or half of the time
    /// has passed, but the judgement kept from an analysis of these stones is never replaced by a
    /// poorer one.
    pub(super) fn view<'a>(
        &self,
        game: &'a Game,
        clock: Option<Duration>,
        started: Instant,
        is_over: &dyn Fn() -> bool,
    ) -> GameView<'a> {
        let time = clock.or_else(|| self.time_at_will());
        let bound = self.max_playouts();
        let usual = time.or_else(|| bound.map(expected_time));
        let asked = matches!(game.state().proposal, Proposal::Pending(_));
        let Some(usual) = usual.filter(|_| !asked || clock.is_some()) else {
            return GameView::careful(game, self.net(), &mut self.readings());
        };
        let late = time.and_then(|time| started.checked_add(time / 2));
        let is_late = || is_over() || late.is_some_and(|late| Instant::now() >= late);
        let may_end = asked || game.position().is_after_pass();
        let care = Care::for_move(usual, time, may_end);
        let (net, mut readings) = (self.net(), self.readings());
        match self.judgement.as_ref().filter(|kept| kept.is_of(game)) {
            Some(kept) => kept.again(game, care, net, &mut readings, &is_late),
            None => GameView::of(game, care, net, &mut readings, &is_late),
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
        let is_over = || stop.load(Ordering::Relaxed);
        let view = GameView::of(
            game,
            Care::GLANCE,
            self.net(),
            &mut self.readings(),
            &is_over,
        );
        let known = Known::only(view, color, &[]);
        let (found, tree) = self.search(&self.request(&known, stop), &known, reused, None);
        debug!("thought for {} playouts", found.playouts);
        self.keep(game, tree);
    }

    /// Keeps the tree that was grown from the position of `game`.
    pub(super) fn keep(&mut self, game: &Game, tree: SearchTree) {
        self.reused = Some(ReusedTree::new(game, tree));
    }

    /// Returns the request of a search for the move that `known` is about, without limits on time
    /// and playouts. Callers override single fields.
    pub(super) fn request<'a>(
        &'a self,
        known: &'a Known<'_>,
        stop: &'a AtomicBool,
    ) -> SearchRequest<'a> {
        let view = &known.view;
        let position = view.game.position();
        let judged = (view.stones.dead, view.stones.seki);
        SearchRequest {
            clear: view.is_clear(),
            proposed: view.game.proposed_dead(),
            mover: known.color,
            allowed_tokens: &known.allowed_tokens,
            banned: known.banned,
            check: known.check(),
            seed: self.seed_at(position),
            memory: self.settings.memory_mb << 20,
            net: self.net().map(|net| (net, History::of(view.game))),
            ..SearchRequest::new(position, view.game.terms(), judged, stop)
        }
    }

    /// Returns the seed of the random numbers for a move in a position.
    fn seed_at(&self, position: &Position) -> u64 {
        self.settings.seed ^ position.key().low()
    }

    /// Takes the kept tree and returns its part below the current position, if there is one.
    pub(super) fn reused_for(&mut self, game: &Game, color: Color) -> Option<SearchTree> {
        self.reused.take()?.below(game, color)
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
        let net = self.net();
        Judgement::with_net(game.board(), PLAYOUTS, net, &mut self.readings())
    }

    /// Returns the result of a game as [`outcome`] does, with the player's cache of readings.
    #[must_use]
    pub fn outcome(&self, game: &Game, judged: &PointSet) -> Outcome {
        outcome(game, judged, &mut self.readings())
    }

    /// Returns the result of a game as `counts` find it, with the player's cache of readings.
    #[must_use]
    pub fn outcome_by(&self, counts: &ExactCounts, game: &Game, judged: &PointSet) -> Outcome {
        counts.outcome(game, judged, &mut self.readings())
    }
}

/// Returns a legal placement that is not banned, where moves are: a search considers none that
/// fills an eye of its own.
fn unconsidered(game: &Game, query: &MoveQuery<'_>) -> Option<Point> {
    let mut others = game.position().placements_iter(query.color);
    let allowed = |&point: &Point| !query.banned.contains(&PlayedMove::Place(point));
    (!query.is_free()).then(|| others.find(allowed))?
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

/// Logs the moves that a search visited most.
fn log_best(found: &SearchResult, size: Size) {
    for candidate in found.candidates.iter().take(LOGGED_MOVES) {
        debug!(
            "{}: {} visits, {:.1} %",
            candidate.edge.action.text(size),
            candidate.visits,
            candidate.win_rate * 100.0,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
        let stop = AtomicBool::new(false);
        let query = MoveQuery::of(Color::Black, &stop);
        let decision = Player::new(settings).choose(&game, &query, None);
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
        let query = MoveQuery::of(Color::White, &stop);
        let decision = pondered(&start).choose(&game, &query, None);
        assert!(game.play(Color::White, &decision.chosen).is_ok());
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
