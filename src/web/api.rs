//! Requests of the page, and their answers.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::body::Body;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router, middleware};
use halfpoint_core::board::Color;
use halfpoint_core::excerpt::message;
use halfpoint_core::game::Game;
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::rules::NamedRules;
use halfpoint_engine::clock::{Clock, TimeSystem};
use halfpoint_engine::player::{MAX_LEVEL, budget};
use halfpoint_gtp::board_text;
use halfpoint_sgf::{Info, read, write};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::task::spawn_blocking;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;

use super::analysis::{self, AnalysisSocket};
use super::assets;
use super::clock::{self, Sides};
use super::consent;
use super::counting;
use super::engine::{Engine, MoveSearch};
use super::exact;
use super::game::{Ended, GameText, recorded_resignation};
use super::graph;
use super::guard::{self, Guard};
use super::judgement;
use super::keys::{self, Keys};
use super::learn;
use super::opponent::{MoveTime, Opponents};
use super::sent::{Sent, SentGame};
use super::sessions;
use super::setup;
use super::times::{recorded_clock, times};
use super::view;

/// Maximum length of a request, in bytes.
const MAX_REQUEST: usize = 1 << 20;
/// Longest time of a move or an analysis, in seconds.
const MAX_SECONDS: f64 = 600.0;
/// Number of reports of an analysis that may wait for a slow reader.
const MAX_WAITING: usize = 4;

/// State that all requests share.
pub struct Server {
    /// The engine.
    pub engine: Engine,
    /// Permits of the searches that may run at once; others wait.
    pub searches: Arc<Semaphore>,
    /// Permit of the count that runs; others wait.
    pub counts: Arc<Semaphore>,
    /// Places of those that wait.
    pub waiting: Semaphore,
    /// Part that answers the protocol of KataGo's analysis engine; `None` to leave it out.
    pub analysis: Option<AnalysisSocket>,
    /// Other engines.
    pub opponents: Opponents,
    /// Game with which the page begins, and its settings.
    pub start: Value,
    /// Rules of records that name none.
    pub rules: NamedRules,
}

impl Server {
    /// Waits until a search may run, and returns its permit. A client that goes gives up its place.
    ///
    /// # Errors
    /// If too many wait already.
    pub async fn search_permit(&self) -> Result<OwnedSemaphorePermit, Refusal> {
        self.permit(&self.searches).await
    }

    /// Runs a search on a thread of its own as soon as one may run. The search is told to stop when
    /// the client goes.
    ///
    /// # Errors
    /// If too many wait already, or the search panics.
    pub async fn search<T: Send + 'static>(
        self: &Arc<Server>,
        search: impl FnOnce(&Engine, &AtomicBool) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let permit = self.search_permit().await?;
        let stop = Arc::new(AtomicBool::new(false));
        let _stop = StopOnDrop(Arc::clone(&stop));
        let server = Arc::clone(self);
        blocking(permit, move || search(&server.engine, &stop)).await
    }

    /// Runs a count or a judgement of dead stones on a thread of its own as soon as it may run.
    ///
    /// # Errors
    /// If too many wait already, or the count panics.
    pub async fn count<T: Send + 'static>(
        self: &Arc<Server>,
        count: impl FnOnce(&Engine) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let permit = self.permit(&self.counts).await?;
        let server = Arc::clone(self);
        blocking(permit, move || count(&server.engine)).await
    }

    /// Waits for a permit of a semaphore. A client that goes gives up its place.
    ///
    /// # Errors
    /// If too many wait already.
    pub async fn permit(&self, of: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, Refusal> {
        let Ok(_place) = self.waiting.try_acquire() else {
            let reason = "too many searches wait already: try again later";
            return Err(Refusal(StatusCode::SERVICE_UNAVAILABLE, reason.to_string()));
        };
        Arc::clone(of)
            .acquire_owned()
            .await
            .map_err(Refusal::because)
    }
}

/// Returns the routes of the server. Requests need a session, but for the files of the page and for
/// what gives a session; the WebSocket has keys of its own.
pub fn routes(server: Arc<Server>, keys: Arc<Keys>, guard: Guard) -> Router {
    let api = Router::new()
        .route("/api/start", get(start))
        .route("/api/view", post(show))
        .route("/api/count", post(count))
        .route("/api/move", post(choose))
        .route("/api/analyze", post(analyze))
        .route("/api/read", post(read_record))
        .route("/api/write", post(write_record))
        .merge(clock::routes())
        .merge(consent::routes())
        .merge(counting::routes())
        .merge(graph::routes())
        .merge(judgement::routes())
        .merge(sessions::routes())
        .merge(exact::routes())
        .merge(learn::routes())
        .merge(setup::routes());
    let admitted = middleware::from_fn_with_state(Arc::clone(&keys), keys::admit);
    let to_socket = middleware::from_fn_with_state(Arc::clone(&keys), keys::admit_to_socket);
    api.route_layer(admitted)
        .merge(analysis::routes().route_layer(to_socket))
        .with_state(server)
        .layer(DefaultBodyLimit::max(MAX_REQUEST))
        .merge(keys::routes(keys))
        .merge(assets::routes())
        .layer(middleware::from_fn_with_state(guard, guard::check))
}

/// An answer that tells why a request cannot be carried out.
pub struct Refusal(pub StatusCode, pub String);

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        // The reason may echo a name of the request, which has up to a megabyte.
        let reason = message(&self.1.replace(char::is_control, " "));
        (self.0, Json(json!({ "error": reason }))).into_response()
    }
}

impl Refusal {
    /// Returns the refusal of a request that makes no sense, with the reason.
    pub fn because(reason: impl ToString) -> Refusal {
        Refusal(StatusCode::UNPROCESSABLE_ENTITY, reason.to_string())
    }
}

/// Reads a game.
///
/// # Errors
/// If the game is impossible.
pub fn game_of(text: &GameText) -> Result<(Game, NamedRules), Refusal> {
    text.read().map_err(Refusal::because)
}

/// Reads a time for a search.
///
/// # Errors
/// If it is nothing, or more than `max` seconds.
pub fn time_of(seconds: f64, max: f64) -> Result<Duration, Refusal> {
    match seconds > 0.0 && seconds <= max {
        true => Ok(Duration::from_secs_f64(seconds)),
        false => Err(Refusal::because(format!(
            "seconds must be a number from 0 to {max}"
        ))),
    }
}

/// Answers with a line of JSON for each value that is sent.
pub fn lines(values: mpsc::Receiver<Value>) -> Response {
    let lines = ReceiverStream::new(values).map(|value| Ok::<_, Infallible>(format!("{value}\n")));
    let headers = [(CONTENT_TYPE, "application/x-ndjson")];
    (headers, Body::from_stream(lines)).into_response()
}

/// Runs a function that takes long on a thread of its own, which keeps the permit until the
/// function returns: a client that goes drops this future, but not the thread.
///
/// # Errors
/// If the function panics.
pub async fn blocking<T: Send + 'static>(
    permit: OwnedSemaphorePermit,
    function: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Refusal> {
    let run = move || {
        let _permit = permit;
        function()
    };
    spawn_blocking(run).await.map_err(|error| {
        log::error!("{error}");
        Refusal(
            StatusCode::INTERNAL_SERVER_ERROR,
            "the engine failed".to_string(),
        )
    })
}

async fn start(State(server): State<Arc<Server>>) -> Json<Value> {
    Json(server.start.clone())
}

async fn show(Sent(text): Sent<GameText>) -> Result<Json<Value>, Refusal> {
    let (game, rules) = game_of(&text)?;
    let mut seen = view::view(&game, &rules);
    if let Some(ended) = text.ended {
        seen["over"] = ended.words().into();
    }
    if let Some(clock) = &text.clock {
        seen["clock"] = clock::view(&clock.read().map_err(Refusal::because)?);
    }
    Ok(Json(seen))
}

async fn count(
    State(server): State<Arc<Server>>,
    SentGame(game, rules): SentGame,
) -> Result<Json<Value>, Refusal> {
    let counted = move |engine: &Engine| engine.count(&game, rules);
    server.count(counted).await.map(Json)
}

/// Request for a move or an analysis.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Search {
    game: GameText,
    /// Time in seconds.
    seconds: f64,
    /// Strength of a move, from 1 to [`MAX_LEVEL`].
    level: Option<u8>,
    /// Name of another engine that makes the move.
    opponent: Option<String>,
    /// Id of the page, whose last search is gone on from.
    page: Option<String>,
}

impl Search {
    fn time(&self) -> Result<Duration, Refusal> {
        time_of(self.seconds, MAX_SECONDS)
    }

    /// Returns the time for a move: as over GTP the engine manages that of a clock itself.
    fn time_for_move(&self, game: &Game) -> Result<Duration, Refusal> {
        let Some(clock) = &self.game.clock else {
            return self.time();
        };
        let clock = clock.read().map_err(Refusal::because)?;
        let (area, moves) = (game.board().size().area(), game.records().len());
        let budget = budget::for_move(&clock, game.to_move(), area, moves);
        let longest = Duration::from_secs_f64(MAX_SECONDS);
        budget.map_or_else(|| self.time(), |budget| Ok(budget.min(longest)))
    }

    /// Returns the clock of the game, or one that gives the time to each move: in whole seconds,
    /// which all engines read.
    fn clock(&self) -> Result<Clock, Refusal> {
        match &self.game.clock {
            Some(clock) => clock.read().map_err(Refusal::because),
            None => {
                let time = Duration::from_secs_f64(self.time()?.as_secs_f64().ceil());
                Ok(Clock::new(TimeSystem::gtp(Duration::ZERO, time, 1)))
            }
        }
    }

    fn level(&self) -> Result<u8, Refusal> {
        match self.level.unwrap_or(MAX_LEVEL) {
            level @ 1..=MAX_LEVEL => Ok(level),
            _ => Err(Refusal::because(format!("level must be 1 to {MAX_LEVEL}"))),
        }
    }
}

/// Sets a flag when it is dropped: a request whose client has gone is dropped, and its search ends.
pub struct StopOnDrop(pub Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

async fn choose(
    State(server): State<Arc<Server>>,
    Sent(search): Sent<Search>,
) -> Result<Json<Value>, Refusal> {
    let (game, rules) = game_of(&search.game)?;
    let (clock, level) = (search.clock()?, search.level()?);
    if let Some(name) = &search.opponent {
        let opponent = server.opponents.find(name).map_err(Refusal::because)?;
        let time = MoveTime {
            clock,
            is_of_game: search.game.clock.is_some(),
        };
        let permit = server.permit(opponent.free()).await?;
        let answer = opponent.choose(permit, game, rules, time).await;
        return answer.map(Json).map_err(Refusal::because);
    }
    let time = search.time_for_move(&game)?;
    let wanted = MoveSearch {
        level,
        time,
        page: search.page,
    };
    let choose = move |engine: &Engine, stop: &AtomicBool| engine.choose(&game, &wanted, stop);
    server.search(choose).await.map(Json)
}

/// Answers with a line of JSON for each report, until the time is over or the client goes.
async fn analyze(
    State(server): State<Arc<Server>>,
    Sent(search): Sent<Search>,
) -> Result<Response, Refusal> {
    let (game, _) = game_of(&search.game)?;
    let time = search.time()?;
    let permit = server.search_permit().await?;
    let (sender, receiver) = mpsc::channel::<Value>(MAX_WAITING);
    tokio::spawn(async move {
        let analysis = move || {
            let send = |report: Value| match sender.try_send(report) {
                // A slow reader misses reports.
                Err(mpsc::error::TrySendError::Full(_)) | Ok(()) => true,
                Err(mpsc::error::TrySendError::Closed(_)) => false,
            };
            let page = search.page.as_deref();
            server.engine.analyze(&game, page, time, &send);
        };
        // A failure is in the log, and ends the answer.
        let _ = blocking(permit, analysis).await;
    });
    Ok(lines(receiver))
}

/// Request to read a record.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Record {
    /// Text of an SGF file.
    sgf: String,
}

/// Answers with the game of a record, the names of its players, and warnings.
async fn read_record(
    State(server): State<Arc<Server>>,
    Sent(record): Sent<Record>,
) -> Result<Json<Value>, Refusal> {
    record_of(record.sgf.as_bytes(), server.rules)
        .map(Json)
        .map_err(Refusal::because)
}

/// Reads the game of a record as the page takes it.
///
/// # Errors
/// If the record cannot be read.
pub fn record_of(sgf: &[u8], rules: NamedRules) -> Result<Value, String> {
    let loaded = read(sgf, rules.rules, HalfPoints::ZERO, None).map_err(|e| e.to_string())?;
    let id = loaded
        .rules_id
        .unwrap_or(match *loaded.game.rules() == rules.rules {
            true => rules.id,
            false => halfpoint_core::rules::CUSTOM,
        });
    let rules = NamedRules {
        rules: *loaded.game.rules(),
        id,
    };
    let times = recorded_clock(&loaded.times, loaded.game.records().len());
    let mut text = GameText {
        ended: Ended::of_record(loaded.recorded, &loaded.game),
        clock: times.clock,
        ..GameText::write(&loaded.game, &rules)
    };
    text.moves
        .extend(recorded_resignation(loaded.recorded, &loaded.game));
    let warnings: Vec<String> = loaded.warnings.into_iter().chain(times.warning).collect();
    Ok(json!({
        "game": text,
        "clocks": times.after,
        "players": { "black": loaded.black, "white": loaded.white },
        "result": loaded.result,
        "warnings": warnings,
    }))
}

/// Request for the record of a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    game: GameText,
    /// Time that each side has left after each move; the list may be shorter than the game.
    #[serde(default)]
    clocks: Vec<Option<Sides>>,
}

/// Answers with the record of a game.
async fn write_record(Sent(written): Sent<Written>) -> Result<Json<Value>, Refusal> {
    let Written { game: text, clocks } = written;
    let (game, rules) = game_of(&text)?;
    let movers: Vec<Color> = game.records().iter().map(|record| record.color).collect();
    let clock = text.clock.as_ref();
    let times = clock
        .map(|clock| times(clock, &clocks, &movers))
        .transpose()
        .map_err(Refusal::because)?;
    let info = Info {
        result: text.ended.map(Ended::result),
        times: times.as_ref(),
        ..Info::default()
    };
    let sgf = write(&game, rules.id, &info);
    let board = board_text(&game, rules.id);
    Ok(Json(json!({ "sgf": sgf, "text": board })))
}

#[cfg(test)]
mod tests {
    use super::*;

    use tokio::sync::oneshot;

    use super::super::local::options;
    use super::super::{block_on, server};

    /// Requests whose client has gone must not let more searches run at once than may: a search
    /// takes a while to notice its flag, or has steps that do not look at it.
    #[test]
    fn a_search_keeps_its_permit_when_its_client_goes() {
        let server = Arc::new(server(options()).expect("a server"));
        let all = server.searches.available_permits();
        let (started, is_started) = oneshot::channel();
        let (release, released) = std::sync::mpsc::channel::<()>();
        let asked = Arc::clone(&server);
        let test = async {
            let request = tokio::spawn(async move {
                let search = move |_: &Engine, stop: &AtomicBool| {
                    let _ = started.send(());
                    let _ = released.recv();
                    stop.load(Ordering::Relaxed)
                };
                asked.search(search).await.map_err(|refusal| refusal.1)
            });
            is_started.await.expect("a search");
            request.abort();
            assert!(request.await.is_err(), "the request is dropped");
            assert_eq!(server.searches.available_permits(), all - 1);
            drop(release);
            while server.searches.available_permits() < all {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        };
        block_on(test).expect("a runtime");
    }

    #[test]
    fn no_clock_gives_a_move_more_than_the_longest_time() {
        let search = |clock: &str| -> Search {
            let game = r#"{"rules":"button","width":5,"height":5,"komi":0,"clock":CLOCK}"#;
            let game = game.replace("CLOCK", clock);
            let text = format!(r#"{{"game":{game},"seconds":1.5}}"#);
            serde_json::from_str(&text).expect("a search")
        };
        let time = |clock: &str| {
            let search = search(clock);
            let game = search.game.read().expect("a game").0;
            let time = search.time_for_move(&game).map_err(|refusal| refusal.1);
            time.expect("a time").as_secs_f64()
        };
        assert_eq!(time("null"), 1.5);
        assert_eq!(time(r#"{"system":"none"}"#), 1.5);
        assert!(time(r#"{"system":"absolute 600"}"#) < 600.0);
        for system in [
            "absolute 2147483647",
            "byoyomi 0 2000000000 5",
            "canadian 0 2000000000 1",
            "fischer 2000000000 2000000000",
            "move 2000000000",
        ] {
            let clock = format!(r#"{{"system":"{system}"}}"#);
            assert_eq!(time(&clock), MAX_SECONDS, "{system}");
        }
    }
}
