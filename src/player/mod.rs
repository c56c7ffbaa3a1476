//! The player: playouts, tree search, judging dead stones, and the time for a move.
//!
//! [`Player::choose`] searches a tree whose leaves are judged by playouts that know good shape. When only dame and
//! tokens are left, an exact search decides instead, unless the tree search found a much better move.
//! Where the last player able to move wins, settled positions are played by the count of spare moves.
//! A game that is lost beyond doubt well before the end is resigned.

pub mod budget;
mod cleanup;
mod decide;
mod endgame;
mod eye;
mod judge;
pub mod learning;
mod playouts;
mod search;
mod tree;
mod ultimate;

pub use eye::{is_eye, placements_but_eyes};
pub use judge::{Judgement, Ownership};
pub use playouts::Playouts;
pub use ultimate::{exact_score, outcome};

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use log::debug;

use crate::board::{Color, PointSet};
use crate::game::{Action, Game, Play, Position, Proposal, Terms, TokenName};
use decide::{View, decide};
use search::{Question, search};
use tree::Tree;
use ultimate::proven_move;

/// How to play; all of it can be changed between moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Playouts a move; `None` for no limit but time.
    pub playouts: Option<u64>,
    /// Time a move when the clock gives none.
    pub time_per_move: Duration,
    /// Search threads, which share a tree.
    pub threads: usize,
    /// Bound on the search tree, in MiB.
    pub memory_mb: usize,
    /// Seed of the generator (xoshiro256++). With one thread and a number of playouts the same
    /// position gets the same move.
    pub seed: u64,
    /// Whether to think on while the opponent does.
    pub ponder: bool,
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
    /// The moves that the search looked at, most visited first; none where nothing was searched.
    pub considered: Vec<Considered>,
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
        let started = Instant::now();
        let grown = self.grown_for(game, color);
        if game.position().is_closed() {
            return Choice::in_closed_game(game, color);
        }
        if let Some(proven) = proven_move(game.position(), color, kinds) {
            return Choice::proven(&proven);
        }
        let playouts = self.settings.most_playouts();
        let at_will = || self.settings.time_per_move;
        let time = limits.time.or_else(|| playouts.is_none().then(at_will));
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
            playouts,
            deadline: time.and_then(|time| started.checked_add(time)),
            ..self.question(&view, stop)
        };
        let found = search(&question, self.settings.threads, grown);
        let choice = decide(&view, color, kinds, exact, clearing, &found);
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
        let color = game.to_move();
        let grown = self.grown_for(game, color);
        if game.position().is_closed() {
            return;
        }
        let view = View::of(game, judge::PLAYOUTS, 0.0, None);
        let found = search(&self.question(&view, stop), self.settings.threads, grown);
        debug!("pondered for {} playouts", found.playouts);
        self.keep(game, found.tree);
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
        let mut cleared = pondered(&start);
        cleared.clear();
        assert!(cleared.grown.is_none());
    }
}
