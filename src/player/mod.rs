//! The player: playouts, tree search, judging dead stones, and the time for a move.
//!
//! [`Player::choose`] searches a tree whose leaves are judged by playouts that know good shape. When only dame and
//! tokens are left, an exact search decides instead, unless the tree search found a much better move. On small
//! boards the solver is asked first, and what it proves is kept.
//! Where the last player able to move wins, settled positions are played by the count of spare moves.
//! A game that is lost beyond doubt well before the end is resigned.

pub mod budget;
mod cleanup;
mod decide;
mod endgame;
mod exact;
mod eye;
mod judge;
pub mod learning;
mod level;
mod outcome;
mod playouts;
mod search;
mod tree;
mod ultimate;

pub use eye::{is_eye, placements_but_eyes};
pub use judge::{Judgement, Ownership};
pub use level::MOST_LEVEL;
pub use playouts::Playouts;
pub use ultimate::{exact_score, outcome};

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use log::debug;

use crate::board::{Color, Point, PointSet};
use crate::game::{Action, Game, Play, Position, Proposal, Terms, TokenName};
use decide::{View, decide};
use exact::solved;
use search::{Question, search};
use tree::Tree;
use ultimate::proven_move;

/// The most search threads.
pub const MOST_THREADS: u16 = 256;
/// The largest bound on a search tree, in MiB.
pub const MOST_MEMORY_MB: u32 = 1_000_000;

/// How to play; all of it can be changed between moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Playouts a move; `None` for no limit but time.
    pub playouts: Option<u64>,
    /// Time a move when the clock gives none.
    pub time_per_move: Duration,
    /// Search threads, which share a tree; at most [`MOST_THREADS`].
    pub threads: usize,
    /// Bound on the search tree, in MiB; at most [`MOST_MEMORY_MB`].
    pub memory_mb: usize,
    /// Seed of the generator (xoshiro256++). With one thread and a number of playouts the same
    /// position gets the same move.
    pub seed: u64,
    /// Whether to think on while the opponent does.
    pub ponder: bool,
    /// Strength, 1 to [`MOST_LEVEL`]: below that the number of playouts is bounded, and the lowest levels overlook
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
            level: MOST_LEVEL,
        }
    }
}

impl Settings {
    /// Whether the number of playouts is bounded.
    #[must_use]
    pub fn is_bounded(&self) -> bool {
        self.most_playouts().is_some()
    }

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
    /// The moves that the search looked at, most visited first; none where nothing was searched.
    pub considered: Vec<Considered>,
    /// Why it is this move.
    pub reason: Reason,
}

/// Why a move was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// There is nothing else to say.
    NothingElse,
    /// It is proven that no other move does better, by search to the end or by a count of spare moves.
    Proven,
    /// Only neutral points and tokens are left, and this is best by a count of all ways to share them.
    Counted,
    /// The search looked at it most.
    Searched,
    /// The opponent passed, and no other move gains anything.
    NothingToGain,
    /// The search would take a token, which nothing forces yet: a contested point comes first.
    TokenWaits,
    /// Dead stones are captured before anybody passes, since nobody would take them off.
    Clears,
    /// It accepts the opponent's proposal of dead stones.
    Accepts,
    /// The game is not won as the board stands, and may be declared a draw.
    Draws,
    /// The game is lost beyond doubt.
    Hopeless,
}

impl Reason {
    /// The reason in words.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Reason::NothingElse => "there is nothing else to say",
            Reason::Proven => "proven: no other move does better",
            Reason::Counted => {
                "counted: only neutral points and tokens are left, and this shares them best"
            }
            Reason::Searched => "searched: the move that playouts liked best",
            Reason::NothingToGain => "the opponent passed, and no other move gains anything",
            Reason::TokenWaits => {
                "the token that playouts liked best can wait: a contested point comes first"
            }
            Reason::Clears => {
                "dead stones are captured before passing, since nobody would take them off"
            }
            Reason::Accepts => "the proposal of dead stones is accepted",
            Reason::Draws => "not won as the board stands, so a draw is declared",
            Reason::Hopeless => "lost beyond doubt",
        }
    }
}

/// What a search found out about a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Considered {
    /// The move.
    pub play: Play,
    /// Playouts that began with it.
    pub visits: u32,
    /// Winning chance of the mover, 0 to 1.
    pub win_rate: f64,
    /// Expected margin of the mover in points.
    pub score: f64,
    /// What the search expects to follow: this move, the answer, and so on.
    pub line: Vec<Action>,
}

impl Considered {
    /// The winning chance that the move has at least, with a probability of 97.5 %: the normal approximation
    /// for as many independent playouts.
    #[must_use]
    pub fn lower_bound(&self) -> f64 {
        let variance = self.win_rate * (1.0 - self.win_rate) / f64::from(self.visits.max(1));
        (self.win_rate - 1.96 * variance.sqrt()).max(0.0)
    }
}

/// What a search has found so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Playouts so far.
    pub playouts: u64,
    /// The moves that it looked at, most visited first.
    pub moves: Vec<Considered>,
    /// For each point of the board, in their order, whose it was at the ends of playouts: from −1, always
    /// the opponent's, to 1, always the mover's. Empty unless [asked for](Watcher::ownership).
    pub ownership: Vec<(Point, f32)>,
}

/// Who hears of a search while it runs.
pub struct Watcher<'a> {
    /// Time between two reports. The first comes early, the last at the end.
    pub every: Duration,
    /// Whether to find out whose the points will be.
    pub ownership: bool,
    /// Hears of what was found.
    pub tell: &'a mut dyn FnMut(&Report),
    /// Whether nobody listens any more: then the search ends.
    pub is_over: &'a dyn Fn() -> bool,
}

/// The player.
#[derive(Debug)]
pub struct Player {
    settings: Settings,
    grown: Option<Grown>,
}

/// The tree of an earlier position of a game, to go on with.
#[derive(Debug)]
struct Grown {
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
            grown: None,
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
        self.grown = None;
    }

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
        self.choose_watched(game, color, kinds, limits, stop, None)
    }

    /// The same, and `watcher` hears of the search, if there is one: what is proven needs none.
    pub fn choose_watched(
        &mut self,
        game: &Game,
        color: Color,
        kinds: &[TokenName],
        limits: Limits,
        stop: &AtomicBool,
        watcher: Option<Watcher<'_>>,
    ) -> Choice {
        let started = Instant::now();
        // Who overlooks moves overlooks others each time.
        let grown = self.grown_for(game, color);
        let grown = grown.filter(|_| self.settings.sees() >= 1.0);
        if game.position().is_closed() {
            return Choice::in_closed_game(game, color);
        }
        if let Some(proven) = proven_move(game.position(), color, kinds) {
            return Choice::proven(&proven);
        }
        let playouts = self.settings.most_playouts();
        let at_will = || self.settings.time_per_move;
        let time = limits.time.or_else(|| playouts.is_none().then(at_will));
        let known = solved(game, color, kinds, &self.settings, time, stop);
        if let Some(choice) = known.as_ref().and_then(exact::Exact::only_choice) {
            return choice;
        }
        let view = self.view(game, time, limits.time.is_some(), started);
        let kinds = &view.acceptable(kinds)[..];
        let exact = view.exact_end(color, kinds);
        let clearing = view.clearing(color);
        let question = Question {
            mover: color,
            kinds,
            check: exact
                .map(|(edge, _)| edge)
                .or_else(|| view.end_at_hand(color))
                .or(clearing),
            sees: self.settings.sees(),
            playouts: Some(playouts.unwrap_or(MOST_THOUGHT).min(MOST_THOUGHT)),
            deadline: time.and_then(|time| started.checked_add(time)),
            ..self.question(&view, stop)
        };
        let found = search(&question, self.settings.threads, grown, watcher);
        let choice = decide(&view, color, kinds, exact, clearing, &found);
        let choice = match known {
            Some(known) => known.instead_of(choice, &found),
            None => choice,
        };
        if color == game.to_move() {
            self.keep(game, found.tree);
        }
        choice
    }

    /// Judges the stones with a small part of the time for a move that has `started`, but with full care
    /// when the opponent asks about them, as far as a clock allows it.
    fn view<'a>(
        &self,
        game: &'a Game,
        time: Option<Duration>,
        on_clock: bool,
        started: Instant,
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
        View::of(
            game,
            judging_playouts(at_hand),
            reading_effort(at_hand),
            late,
        )
    }

    /// Thinks on while the opponent is to move, until `stop` becomes true. What it finds out serves
    /// [`Player::choose`] after the opponent's move.
    pub fn ponder(&mut self, game: &Game, stop: &AtomicBool) {
        self.think(game, game.to_move(), judge::PLAYOUTS, None, stop, None);
    }

    /// Looks at the moves of a colour, for so many playouts if there is a number, until the watcher says that
    /// it is over. What it finds out serves [`Player::choose`].
    pub fn analyze(
        &mut self,
        game: &Game,
        color: Color,
        playouts: Option<u64>,
        watcher: Watcher<'_>,
    ) {
        let never = AtomicBool::new(false);
        self.think(
            game,
            color,
            ANALYSIS_JUDGING,
            playouts,
            &never,
            Some(watcher),
        );
    }

    fn think(
        &mut self,
        game: &Game,
        color: Color,
        judging: u32,
        playouts: Option<u64>,
        stop: &AtomicBool,
        watcher: Option<Watcher<'_>>,
    ) {
        let grown = self.grown_for(game, color);
        if game.position().is_closed() {
            return;
        }
        let view = View::of(game, judging, 0.0, None);
        let question = Question {
            mover: color,
            playouts: playouts.or(Some(MOST_THOUGHT)),
            ..self.question(&view, stop)
        };
        let found = search(&question, self.settings.threads, grown, watcher);
        debug!("thought for {} playouts", found.playouts);
        if color == game.to_move() {
            self.keep(game, found.tree);
        }
    }

    fn keep(&mut self, game: &Game, tree: Tree) {
        self.grown = Some(Grown {
            position: game.position().clone(),
            moves: game.records().len(),
            terms: game.terms(),
            tree,
        });
    }

    /// What a search of the position would be asked: the side to move, with no limit.
    fn question<'a>(&self, view: &'a View<'_>, stop: &'a AtomicBool) -> Question<'a> {
        let position = view.game.position();
        Question {
            position,
            terms: view.game.terms(),
            dead: &view.dead,
            seki: &view.seki,
            clear: view.is_clear(),
            proposed: view.proposed.as_ref(),
            mover: position.to_move(),
            last: view.game.last_placements(),
            kinds: &[],
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
    fn grown_for(&mut self, game: &Game, color: Color) -> Option<Tree> {
        let grown = self.grown.take()?;
        let since = game.records().get(grown.moves..)?;
        if color != game.to_move() || grown.terms != game.terms() {
            return None;
        }
        // Points of another board would be none of this one.
        if grown.position.board().size() != game.board().size() {
            return None;
        }
        let mut position = grown.position;
        for record in since {
            let may_be_made = match record.action {
                Action::Place(point) => position.may_place(record.color, point),
                Action::Token(token) => {
                    let named = position.tokens(record.color);
                    position.plain_pass(record.color) == Ok(token)
                        || named.iter().any(|&(_, known)| known == token)
                }
                Action::Resign => false,
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
        actions.try_fold(grown.tree, Tree::below)
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

/// Where only playouts are bounded, a move is meant to take about as long as that many a second do.
const PLAYOUTS_A_SECOND: f64 = 10_000.0;
/// With that much time for a move, judging the stones takes a small part of it on any board.
const ENOUGH_TIME: Duration = Duration::from_millis(500);
/// With that much time for a move, reading within its usual bounds (up to a second) does.
const TIME_TO_READ: Duration = Duration::from_secs(5);

/// No search goes on for longer than so many playouts, whatever clocks and settings say: then counts of them
/// would not fit any more.
const MOST_THOUGHT: u64 = 1 << 30;
/// Playouts spent on it before an analysis, whose first report is waited for.
const ANALYSIS_JUDGING: u32 = 100;
/// Even with hardly any time so many playouts are spent on it.
const FEWEST_JUDGING: u32 = 60;
/// After a pass, when the game may end, judging may take so many times its usual part.
const AFTER_PASS: u32 = 8;
/// … but of that many times where there is a limit, since the move must not take longer than it may.
const JUDGED_IN: u32 = 2;

/// Playouts to spend on the question what is alive: fewer when there is hardly time for the search.
fn judging_playouts(time: Duration) -> u32 {
    let playouts = f64::from(judge::PLAYOUTS) * share(time, ENOUGH_TIME);
    (playouts as u32).max(FEWEST_JUDGING)
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
    use crate::board::Size;
    use crate::half_points::HalfPoints;
    use crate::rules::PRESETS;

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
            game.play(Color::Black, &Play::Place(point)).expect("legal");
            game.play(Color::White, &Play::Pass).expect("legal");
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
        game.play(Color::Black, &Play::Place(point)).expect("legal");
        let grown = pondered(&start).grown_for(&game, Color::White);
        assert!(grown.is_some());
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
        let place = Play::Place(point);
        let nothing = |game: &Game, color| pondered(&start).grown_for(game, color).is_none();
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
        other.play(Color::White, &Play::Pass).expect("legal");
        assert!(nothing(&other, Color::Black));
        // Moves of a larger board than the one it was about.
        let rules = *start.rules();
        let mut larger = Game::new(rules, Size::square(19), HalfPoints::ZERO);
        let far = larger.board().size().point(16, 15).expect("a point");
        larger.play(Color::Black, &Play::Place(far)).expect("legal");
        assert!(nothing(&larger, Color::White));
        let mut cleared = pondered(&start);
        cleared.clear();
        assert!(cleared.grown.is_none());
    }
}
