//! The engine behind the page: judgements of dead stones, moves, and analyses.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use halfpoint_core::board::{Color, PointSet};
use halfpoint_core::game::{Game, PlayedMove, TokenKind};
use halfpoint_core::life::ReadingCache;
use halfpoint_core::notation::vertex;
use halfpoint_core::rules::NamedRules;
use halfpoint_engine::nn::Net;
use halfpoint_engine::player::{
    Decision, MoveInfo, MoveLimits, OwnershipDetail, Player, PointOwner, Report, SearchObserver,
    Settings,
};
use halfpoint_gtp::Judge;
use halfpoint_report::Assumptions;
use serde_json::{Value, json};

use super::game::move_text;
use super::reasons;
use super::sessions::{Purpose, Sessions};
use super::view;

/// Time between two reports of an analysis.
const REPORT_EVERY: Duration = Duration::from_millis(250);
/// Maximum number of moves that an analysis shows beside token moves.
const MAX_SHOWN: usize = 12;
/// Maximum number of moves that explain a move of the engine: its own, and others.
const MAX_REASONS: usize = 4;

/// The engine of a server. Its methods block, and may be called from several threads.
pub struct Engine {
    settings: Settings,
    net: Option<Arc<Net>>,
    judging: Mutex<Judging>,
    /// Players that stay with their pages.
    pub sessions: Sessions,
}

/// Player that judges stones, with the judgements that are kept.
struct Judging {
    player: Player,
    judge: Judge,
}

impl Engine {
    /// Creates an engine whose searches have these settings.
    pub fn new(settings: Settings, net: Option<Arc<Net>>) -> Engine {
        let judging = Judging {
            player: Player::new(settings.clone()),
            judge: Judge::default(),
        };
        Engine {
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

    /// Counts a game under every rule set, as [`view::count`] returns it. Stones that were not
    /// agreed on are judged.
    pub fn count(&self, game: &Game, rules: NamedRules) -> Value {
        self.assuming(game, |assumptions, readings| {
            view::count(game, rules, assumptions, readings)
        })
    }

    /// Calls a function with the stones of a game that are judged dead.
    pub fn assuming<T>(
        &self,
        game: &Game,
        function: impl FnOnce(Assumptions, &mut ReadingCache) -> T,
    ) -> T {
        let mut judging = self.judging.lock().unwrap_or_else(PoisonError::into_inner);
        let Judging { player, judge } = &mut *judging;
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
            time_per_move: time,
            seed: rand::random(),
            ..self.settings.clone()
        });
        let limits = MoveLimits { time: Some(time) };
        player.choose(game, game.to_move(), &TokenKind::ALL, limits, stop)
    }

    /// Chooses a move for the side to move, any token move included, at a level and within a time.
    /// Goes on from the last search of the page, if it has an id. Ends early when `stop` becomes
    /// true.
    pub fn choose(&self, game: &Game, search: &MoveSearch, stop: &AtomicBool) -> Value {
        let settings = Settings {
            level: search.level,
            time_per_move: search.time,
            seed: rand::random(),
            ..self.settings.clone()
        };
        let color = game.to_move();
        let limits = MoveLimits {
            time: Some(search.time),
        };
        let new = || self.player(settings.clone());
        let page = search.page.as_deref();
        let decision = self
            .sessions
            .with(page, Purpose::Moves(color), new, |player| {
                player.set(settings.clone());
                player.choose(game, color, &TokenKind::ALL, limits, stop)
            });
        json!({
            "move": move_text(game.board().size(), &decision.chosen),
            "why": reasons::sentence(decision.reason),
            "winRate": decision.win_rate,
            "score": decision.score,
            "basis": decision.basis.text(),
            "visits": decision.visits(),
            "newVisits": decision.playouts,
            "moves": decision
                .considered
                .iter()
                .take(MAX_REASONS)
                .map(|info| considered_move(game, info))
                .collect::<Vec<_>>(),
        })
    }

    /// Returns Black's chance and margin after a short search.
    pub fn value(&self, game: &Game, time: Duration, stop: &AtomicBool) -> Value {
        figures(game, &self.think(game, time, stop))
    }

    /// Searches for the side that is not to move, until `stop` becomes true, so that its next move
    /// on that page goes on from there.
    pub fn ponder(&self, game: &Game, page: &str, stop: &AtomicBool) {
        let purpose = Purpose::Moves(game.to_move().opponent());
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
        send: &dyn Fn(Value) -> bool,
    ) {
        let new = || {
            self.player(Settings {
                seed: rand::random(),
                ..self.settings.clone()
            })
        };
        let run = |player: &mut Player| analyze_with(player, game, time, send);
        self.sessions.with(page, Purpose::Analysis, new, run);
    }
}

/// Search for a move, as a page asks for it.
pub struct MoveSearch {
    /// Strength.
    pub level: u8,
    /// Time.
    pub time: Duration,
    /// Id of the page.
    pub page: Option<String>,
}

/// Analyses a position with a player.
fn analyze_with(player: &mut Player, game: &Game, time: Duration, send: &dyn Fn(Value) -> bool) {
    let started = Instant::now();
    let unwanted = AtomicBool::new(false);
    let mut report = |report: &Report| {
        if !send(analysis(game, report)) {
            unwanted.store(true, Ordering::Relaxed);
        }
    };
    let observer = SearchObserver {
        every: REPORT_EVERY,
        ownership: OwnershipDetail::Position,
        report: &mut report,
        is_over: &|| unwanted.load(Ordering::Relaxed) || started.elapsed() >= time,
    };
    player.analyze(game, game.to_move(), None, observer);
}

/// Returns a report of an analysis. Chances and margins are Black's.
fn analysis(game: &Game, report: &Report) -> Value {
    let decision = &report.decision;
    let considered = decision.considered.iter().enumerate();
    // Token moves are shown in any case, since their worth is what people ask for.
    let shown = considered.filter(|(index, info)| {
        *index < MAX_SHOWN || matches!(info.line.first(), Some(PlayedMove::Token(_)))
    });
    let moves: Vec<Value> = shown.map(|(_, info)| considered_move(game, info)).collect();
    json!({
        "visits": decision.visits(),
        "root": figures(game, decision),
        "moves": moves,
        "ownership": ownership(game, &report.ownership),
    })
}

fn figures(game: &Game, decision: &Decision) -> Value {
    json!({
        "winRate": chance_of_black(game, decision.win_rate),
        "score": decision.score.map(|score| margin_of_black(game, score)),
        "basis": decision.basis.text(),
    })
}

fn considered_move(game: &Game, info: &MoveInfo) -> Value {
    let size = game.board().size();
    let line: Vec<String> = info.line.iter().map(|mv| mv.text(size)).collect();
    let token = match info.line.first() {
        Some(PlayedMove::Token(token)) => Some(token.name().in_words()),
        _ => None,
    };
    json!({
        "move": move_text(size, &info.mv),
        "token": token,
        "visits": info.visits,
        "winRate": chance_of_black(game, info.win_rate),
        "score": info.score.map(|score| margin_of_black(game, score)),
        "basis": info.basis.text(),
        "line": line,
    })
}

fn chance_of_black(game: &Game, mover: f64) -> f64 {
    match game.to_move() {
        Color::Black => mover,
        Color::White => 1.0 - mover,
    }
}

fn margin_of_black(game: &Game, mover: f64) -> f64 {
    match game.to_move() {
        Color::Black => mover,
        Color::White => -mover,
    }
}

/// Returns the mean owner of each point, from −1 (White) to 1 (Black).
fn ownership(game: &Game, owners: &[PointOwner]) -> Value {
    let size = game.board().size();
    let owners = owners.iter().map(|owner| {
        let mean = margin_of_black(game, f64::from(owner.mean));
        (
            vertex(size, owner.point),
            json!((mean * 100.0).round() / 100.0),
        )
    });
    Value::Object(owners.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    use halfpoint_core::board::Size;
    use halfpoint_core::game::Move;
    use halfpoint_core::half_points::HalfPoints;
    use halfpoint_core::rules::PRESETS;

    use super::super::game::read_move;

    #[test]
    fn a_page_goes_on_from_its_last_search() {
        let settings = Settings {
            playouts: Some(300),
            memory_mb: 16,
            ..Settings::default()
        };
        let engine = Engine::new(settings, None);
        let size = Size::square(9);
        let stop = AtomicBool::new(false);
        for (page, goes_on) in [(Some("a".to_string()), true), (None, false)] {
            let search = MoveSearch {
                level: halfpoint_engine::player::MAX_LEVEL,
                time: Duration::from_secs(60),
                page,
            };
            let mut game = Game::new(PRESETS[0].rules, size, HalfPoints::ZERO);
            let first = engine.choose(&game, &search, &stop);
            let line = first["moves"][0]["line"].as_array().expect("a line");
            for text in line.iter().take(2) {
                let mv = text.as_str().and_then(|text| read_move(size, text));
                game.play(game.to_move(), &mv.unwrap_or(Move::Pass))
                    .expect("a legal move");
            }
            let second = engine.choose(&game, &search, &stop);
            let more = second["visits"].as_u64() > second["newVisits"].as_u64();
            assert_eq!(more, goes_on, "{second}");
        }
    }
}
