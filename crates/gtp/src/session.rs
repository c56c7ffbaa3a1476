//! A session: the settings of a client, the game, and the player.

use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use thiserror::Error;

use halfpoint_core::board::{Color, PointSet, Size};
use halfpoint_core::game::{Game, Outcome, Setup, Token};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::rules::{self, Rules};
use halfpoint_engine::clock::Clock;
use halfpoint_engine::player::{Decision, Player, Settings, budget};
use halfpoint_nn::Net;

use super::analysis::{AnalysisRequest, MAX_VARIATION};
use super::error::{GtpError, replay_text};
use super::judge::{DeadMode, Judge};
use super::picture::Picture;
use crate::files::Access;

/// Agreement made before the game about taking back the last move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TakeBack {
    /// No side may take a move back.
    #[default]
    Off,
    /// Either side may take back the last move, whoever made it; the engine always consents.
    On,
    /// Only the opponent of the side that made the last move may have it taken back.
    Opponent,
}

/// The error for a text that is not `on`, `off` or `opponent`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not on, off or opponent")]
pub struct ParseTakeBackError;

impl FromStr for TakeBack {
    type Err = ParseTakeBackError;

    fn from_str(text: &str) -> Result<TakeBack, ParseTakeBackError> {
        match text {
            "off" => Ok(TakeBack::Off),
            "on" => Ok(TakeBack::On),
            "opponent" => Ok(TakeBack::Opponent),
            _ => Err(ParseTakeBackError),
        }
    }
}

/// Initial settings of a session.
#[derive(Clone, Debug)]
pub struct Options {
    /// The rules.
    pub rules: Rules,
    /// Id of the rules.
    pub rules_id: &'static str,
    /// Komi, in half-points.
    pub komi: HalfPoints,
    /// Size of the board.
    pub size: Size,
    /// Whether clients cannot change the rules.
    pub lock_rules: bool,
    /// Agreement about taking back moves.
    pub take_back: TakeBack,
    /// Picture of the search that is drawn on standard error while the player thinks.
    pub live: Option<Picture>,
    /// Whether a line about each move goes to standard error, in the form in which the bridge of
    /// OGS puts it into the chat.
    pub ogs_chat: bool,
    /// Files that clients may name.
    pub files: Access,
    /// Time after the end of a search until the answer has reached the client, at most: it is kept
    /// back of the time for a move.
    pub lag: Duration,
    /// Settings of the player.
    pub settings: Settings,
    /// Net that evaluates positions for the player; without one, playouts do.
    pub net: Option<Arc<Net>>,
}

impl Options {
    /// Returns the options of a session on 19×19 under a preset, with its usual komi.
    #[must_use]
    pub fn of(preset: &'static rules::Preset) -> Options {
        Options {
            rules: preset.rules,
            rules_id: preset.id,
            komi: preset.usual_komi,
            size: Size::square(19),
            lock_rules: false,
            take_back: TakeBack::Off,
            live: None,
            ogs_chat: false,
            files: Access::Anywhere,
            lag: budget::USUAL_LAG,
            settings: Settings::default(),
            net: None,
        }
    }
}

/// Returns the options of a session on 19×19 under Chinese rules.
impl Default for Options {
    fn default() -> Options {
        Options::of(rules::CHINESE)
    }
}

/// A decision of the player, with the facts that are needed to report it later.
#[derive(Clone, Debug)]
pub(super) struct LastDecision {
    pub(super) decision: Decision,
    pub(super) color: Color,
    /// The token move that was chosen, if it was one.
    pub(super) token: Option<Token>,
    /// Meaning of a plain pass at the time of the decision.
    pub(super) pass_means: &'static str,
    /// Whether its exact margin has dead stones removed; `None` if it has no exact margin.
    pub(super) removes_dead: Option<bool>,
    /// Game before the move.
    pub(super) game: Game,
}

/// The state that commands read and change.
#[derive(Debug)]
pub struct Session {
    pub(super) options: Options,
    pub(super) game: Game,
    pub(super) rules_id: &'static str,
    pub(super) judge: Judge,
    pub(super) clock: Clock,
    pub(super) player: Player,
    pub(super) stop: Arc<AtomicBool>,
    /// Ends a search that may be cancelled.
    pub(super) cancel: Arc<AtomicBool>,
    pub(super) thinking: Duration,
    /// Maximum time for a move beside the clock; `None` for no such bound.
    pub(super) max_time: Option<Duration>,
    /// Whether the player may resign.
    pub(super) may_resign: bool,
    /// Maximum number of moves of a variation that is reported.
    pub(super) max_line: usize,
    pub(super) live: Option<Picture>,
    /// Whether the client was warned that its clock leaves too little time to search.
    pub(super) warned_of_time: bool,
    /// Last decision of the player.
    pub(super) last_decision: Option<LastDecision>,
    /// An analysis that was asked for and has not been run.
    pub(super) request: Option<AnalysisRequest>,
    pub(super) quit: bool,
    /// Whether the last command was a move of the engine, so that the opponent is thinking.
    pub(super) opponent_thinks: bool,
}

impl Session {
    /// Creates a session with a game that has not begun.
    #[must_use]
    pub fn new(options: Options) -> Session {
        let mut player = Player::new(options.settings.clone());
        player.set_net(options.net.clone());
        let stop = Arc::default();
        Session {
            game: Game::new(options.rules, options.size, options.komi),
            rules_id: options.rules_id,
            judge: Judge::stopped_by(&stop),
            clock: Clock::default(),
            player,
            stop,
            cancel: Arc::default(),
            thinking: Duration::ZERO,
            max_time: None,
            may_resign: true,
            max_line: MAX_VARIATION,
            live: options.live,
            warned_of_time: false,
            last_decision: None,
            request: None,
            quit: false,
            opponent_thinks: false,
            options,
        }
    }

    /// Returns the flag that ends a running search when it becomes true. The session never changes
    /// it.
    #[must_use]
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Returns the flag that cancels a running search that may be cancelled
    /// (`kata-search_cancellable`, `kata-search_analyze_cancellable`) when it becomes true. The
    /// session never changes it.
    #[must_use]
    pub fn cancel_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.cancel)
    }

    /// Returns whether the client has asked to quit.
    #[must_use]
    pub fn has_quit(&self) -> bool {
        self.quit
    }

    /// Returns whether the session should ponder until the next line comes.
    #[must_use]
    pub fn wants_to_ponder(&self) -> bool {
        self.options.settings.ponder && self.opponent_thinks
    }

    /// Returns whether the last command was an analysis; [`Session::analyze`] then has to be called
    /// to complete its answer.
    #[must_use]
    pub fn is_to_analyze(&self) -> bool {
        self.request.is_some()
    }

    /// Ponders in the opponent's time until `stop` becomes true.
    pub fn ponder(&mut self, stop: &AtomicBool) {
        let agreed = self.as_agreed();
        let game = agreed.as_ref().unwrap_or(&self.game);
        self.player.ponder(game, stop);
    }

    /// Returns the game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Begins a game from a position, with the rules and komi in force.
    pub(super) fn begin(&mut self, setup: Setup) {
        self.judge.mode = DeadMode::Auto;
        self.last_decision = None;
        self.clock.restart();
        self.set_up(setup);
    }

    /// Replaces the position; the clock runs on, and the mode of dead stones and the last decision
    /// stay.
    pub(super) fn set_up(&mut self, setup: Setup) {
        self.game = Game::with_setup(*self.game.rules(), setup, self.game.komi());
    }

    /// Replays the game under other rules. If these rules are in force already, only their name
    /// changes.
    pub(super) fn change_rules(&mut self, rules: Rules, id: &'static str) -> Result<(), GtpError> {
        if rules != *self.game.rules() {
            self.game = self.game.under(rules).map_err(|error| GtpError::Replay {
                id: id.to_string(),
                text: replay_text(self.game.board().size(), &error),
            })?;
        }
        self.rules_id = id;
        Ok(())
    }

    /// Returns the id of rules: `wanted` if it fits, otherwise the id in force if it fits,
    /// otherwise any that does.
    pub(super) fn name_of(&self, rules: &Rules, wanted: Option<&'static str>) -> &'static str {
        rules::id_of(rules, wanted.into_iter().chain([self.rules_id]))
    }

    /// Returns the dead stones in force.
    pub(super) fn dead(&mut self) -> PointSet {
        self.judge.dead(&self.player, &self.game)
    }

    /// Returns the result of the game, based on the dead stones in force.
    pub(super) fn outcome(&mut self) -> Outcome {
        let dead = self.dead();
        self.judge.outcome(&self.player, &self.game, &dead)
    }

    /// Returns a copy of the game with the agreement that no stone is dead if the mode says so and
    /// no other agreement was made; otherwise `None`.
    pub(super) fn as_agreed(&self) -> Option<Game> {
        let none = self.judge.mode == DeadMode::None && self.game.agreed_dead().is_none();
        none.then(|| {
            let mut game = self.game.clone();
            // An empty list names no empty point.
            let _ = game.agree_on_dead(&[]);
            game
        })
    }

    /// Forgets the judgements and the searches of the player.
    pub(super) fn forget(&mut self) {
        self.judge.forget();
        self.player.clear();
    }
}
