//! The engine behind the page: judgements of dead stones, moves, and analyses.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use halfpoint_core::board::PointSet;
use halfpoint_core::game::{Game, TokenKind};
use halfpoint_core::life::ReadingCache;
use halfpoint_engine::player::{
    Decision, MoveQuery, OwnershipDetail, Player, Report, SearchObserver, Settings,
};
use halfpoint_gtp::Judge;
use halfpoint_nn::Net;
use halfpoint_report::Assumptions;
use halfpoint_system::parallel::lock;

use super::sessions::{PlayerPurpose, Sessions};

/// Time between two reports of an analysis.
const REPORT_EVERY: Duration = Duration::from_millis(250);

/// The engine of a server. Its methods block, and may be called from several threads.
pub struct PageEngine {
    settings: Settings,
    net: Option<Arc<Net>>,
    judging: Mutex<StoneJudge>,
    /// Players that stay with their pages.
    pub sessions: Sessions,
}

/// Player that judges stones, with the judgements that are kept.
struct StoneJudge {
    player: Player,
    judge: Judge,
}

/// Returns the question for any move of the side to move, tokens included, within a time.
fn any_move<'a>(game: &Game, time: Duration, stop: &'a AtomicBool) -> MoveQuery<'a> {
    MoveQuery {
        allowed_tokens: &TokenKind::ALL,
        time: Some(time),
        ..MoveQuery::of(game.to_move(), stop)
    }
}

impl PageEngine {
    /// Creates an engine whose searches have these settings.
    pub fn new(settings: Settings, net: Option<Arc<Net>>) -> PageEngine {
        let judging = StoneJudge {
            player: Player::new(settings.clone()),
            judge: Judge::default(),
        };
        PageEngine {
            settings,
            net,
            judging: Mutex::new(judging),
            sessions: Sessions::default(),
        }
    }

    /// Returns the number of threads of a search.
    pub fn threads(&self) -> usize {
        self.settings.threads()
    }

    /// Calls a function with the stones of a game that are judged dead.
    pub fn assuming<T>(
        &self,
        game: &Game,
        function: impl FnOnce(Assumptions, &mut ReadingCache) -> T,
    ) -> T {
        let mut judging = lock(&self.judging);
        let StoneJudge { player, judge } = &mut *judging;
        let assumptions = judge.assumptions(player, game);
        function(assumptions, &mut player.readings())
    }

    fn player(&self, settings: Settings) -> Player {
        let mut player = Player::new(settings);
        player.set_net(self.net.clone());
        player
    }

    /// Returns the stones that are judged dead.
    pub fn judge_dead(&self, game: &Game) -> PointSet {
        self.assuming(game, |assumptions, _| assumptions.dead)
    }

    /// Returns the decision of the side to move after a search at full strength.
    pub fn think(&self, game: &Game, time: Duration, stop: &AtomicBool) -> Decision {
        let mut player = self.player(Settings {
            time_per_move: Some(time),
            seed: rand::random(),
            ..self.settings.clone()
        });
        player.choose(game, &any_move(game, time, stop), None)
    }

    /// Chooses a move for the side to move, any token move included, at a level and within a time.
    /// Goes on from the last search of the page, if it has an id. Ends early when `stop` becomes
    /// true.
    pub fn choose(&self, game: &Game, search: &MoveSearch, stop: &AtomicBool) -> Decision {
        let settings = Settings {
            level: search.level,
            time_per_move: Some(search.time),
            seed: rand::random(),
            ..self.settings.clone()
        };
        let query = MoveQuery {
            carries_over: search.carries_over,
            ..any_move(game, search.time, stop)
        };
        let new = || self.player(settings.clone());
        let page = search.page.as_deref();
        let purpose = PlayerPurpose::Moves(query.color);
        let decision = self.sessions.with(page, purpose, new, |player| {
            player.set(settings.clone());
            player.choose(game, &query, None)
        });
        match search.resigns {
            true => decision,
            false => decision.playing_on(),
        }
    }

    /// Searches for the side that is not to move, until `stop` becomes true, so that its next move
    /// on that page goes on from there.
    pub fn ponder(&self, game: &Game, page: &str, stop: &AtomicBool) {
        let purpose = PlayerPurpose::Moves(game.to_move().opponent());
        let new = || self.player(self.settings.clone());
        let run = |player: &mut Player| player.ponder(game, stop);
        self.sessions.with(Some(page), purpose, new, run);
    }

    /// Analyses the moves of the side to move for at most `time`, and calls `send` with reports
    /// until it returns false. Goes on from the last analysis of the page, if it has an id.
    pub fn analyze(
        &self,
        game: &Game,
        page: Option<&str>,
        time: Duration,
        send: &dyn Fn(&Report) -> bool,
    ) {
        let new = || {
            self.player(Settings {
                seed: rand::random(),
                ..self.settings.clone()
            })
        };
        let run = |player: &mut Player| analyze_with(player, game, time, send);
        self.sessions.with(page, PlayerPurpose::Analysis, new, run);
    }
}

/// Search for a move, as a page asks for it.
pub struct MoveSearch {
    /// Strength.
    pub level: u8,
    /// Time.
    pub time: Duration,
    /// Whether time that is left over serves later moves.
    pub carries_over: bool,
    /// Id of the page.
    pub page: Option<String>,
    /// Whether the move may be a resignation, which otherwise remains only where no move is legal.
    pub resigns: bool,
}

/// Analyses a position with a player.
fn analyze_with(player: &mut Player, game: &Game, time: Duration, send: &dyn Fn(&Report) -> bool) {
    let started = Instant::now();
    let unwanted = AtomicBool::new(false);
    let mut report = |report: &Report| {
        if !send(report) {
            unwanted.store(true, Ordering::Relaxed);
        }
    };
    let observer = SearchObserver {
        every: REPORT_EVERY,
        ownership: OwnershipDetail::Position,
        report: &mut report,
        is_over: &|| unwanted.load(Ordering::Relaxed) || started.elapsed() >= time,
    };
    player.analyze(game, game.to_move(), &[], observer);
}

#[cfg(test)]
mod tests {
    use super::*;

    use halfpoint_core::board::{Color, Size};
    use halfpoint_core::game::{Move, Setup};
    use halfpoint_core::half_points::HalfPoints;
    use halfpoint_core::rules::PRESETS;

    /// In the middle of a game, with everything contested, White is a hundred points behind.
    #[test]
    fn an_engine_that_may_not_resign_plays_on() {
        let size = Size::square(9);
        let points = size.points().enumerate();
        let places = points.map(|(index, point)| (point, index % 9, index / 9));
        let stones = places.filter(|(_, x, y)| (x + 2 * y) % 3 == 0);
        let stones = stones.map(|(point, x, y)| (point, Color::BOTH[(x + y) % 2]));
        let setup = Setup::with_stones(size, stones.collect(), Color::White).expect("a setup");
        let game = Game::with_setup(PRESETS[1].rules, setup, HalfPoints::from_points(-100));
        let settings = Settings {
            playouts: Some(300),
            memory_mb: 16,
            ..Settings::default()
        };
        let engine = PageEngine::new(settings, None);
        for resigns in [true, false] {
            let search = MoveSearch {
                level: halfpoint_engine::player::MAX_LEVEL,
                time: Duration::from_secs(60),
                carries_over: false,
                page: None,
                resigns,
            };
            let decision = engine.choose(&game, &search, &AtomicBool::new(false));
            assert_eq!(decision.chosen == Move::Resign, resigns, "{decision:?}");
            assert!(!decision.considered.is_empty());
        }
    }

    #[test]
    fn a_page_goes_on_from_its_last_search() {
        let settings = Settings {
            playouts: Some(4000),
            memory_mb: 16,
            ..Settings::default()
        };
        let engine = PageEngine::new(settings, None);
        let size = Size::square(9);
        let stop = AtomicBool::new(false);
        for (page, goes_on) in [(Some("a".to_string()), true), (None, false)] {
            let search = MoveSearch {
                level: halfpoint_engine::player::MAX_LEVEL,
                time: Duration::from_secs(60),
                carries_over: false,
                page,
                resigns: true,
            };
            let mut game = Game::new(PRESETS[0].rules, size, HalfPoints::ZERO);
            let first = engine.choose(&game, &search, &stop);
            for &action in first.considered[0].line.iter().take(2) {
                let mv = game.position().move_for(game.to_move(), action);
                game.play(game.to_move(), &mv).expect("a legal move");
            }
            let second = engine.choose(&game, &search, &stop);
            let more = second.visits() > second.playouts;
            assert_eq!(more, goes_on, "{second:?}");
        }
    }
}
