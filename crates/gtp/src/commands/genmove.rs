//! Commands that search for a move.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use halfpoint_core::board::Color;
use halfpoint_core::excerpt::excerpt;
use halfpoint_core::game::{GameEnd, IllegalMove, Move, PlayedMove, TokenKind};
use halfpoint_core::notation;
use halfpoint_engine::player::{Decision, MoveQuery, SearchObserver, budget, clean_up};

use super::super::analysis::AfterSearch;
use super::super::arguments::Arguments;
use super::super::error::{Answer, GtpError};
use super::super::session::{LastDecision, Session};
use super::chat;
use super::command::{ANY, Command};
use super::gfx;
use super::names::{meaning_of_pass, name_by_meaning};

/// Rows of the table.
pub const COMMANDS: &[Command] = &[
    Command::new(
        "genmove",
        "COLOR",
        (1, 1),
        genmove,
        "decide on a move and play it",
    ),
    Command::new(
        "reg_genmove",
        "COLOR",
        (1, 1),
        reg_genmove,
        "decide on a move without playing it",
    ),
    Command::new(
        "kata-search",
        "COLOR",
        (1, 1),
        kata_search,
        "as genmove, without playing the move",
    ),
    Command::new(
        "kata-search_cancellable",
        "COLOR",
        (1, 1),
        kata_search_cancellable,
        "as kata-search; any later line ends it with the answer `cancelled`",
    ),
    Command::new(
        "kgs-genmove_cleanup",
        "COLOR",
        (1, 1),
        genmove_cleanup,
        "as genmove, but capture dead stones before passing",
    ),
    Command::new(
        "halfpoint-genmove",
        "COLOR [KIND...]",
        (1, ANY),
        genmove_of_kinds,
        "as genmove, with token moves answered by name",
    )
    .manual(
        r#"Works as `genmove`, but may answer the token moves that are named as KIND. A client names the kinds that it understands. Without a kind no move is played: the answer lists the kinds of the rules in force, one a line. An unknown kind is an error."#,
        r#"$ halfpoint --rules button --komi 0 --size 5 --playouts 2000
gogui-play_sequence b C1 w D1 b C2 w D2 b C3 w D3 b C4 w D4 b C5 w D5
=

halfpoint-genmove b
= button
fullpass

halfpoint-genmove b button
= button

halfpoint-genmove w spring
? unknown kind spring; kinds: button, fullpass"#,
    ),
];

/// Decides on a move and plays it; token moves are answered as `pass`.
fn genmove(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    search(session, MoveRequest::of(arguments.color(0)?), None)
}

/// Decides on a move on the clock without playing it.
fn kata_search(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let request = MoveRequest {
        after: AfterSearch::Answer,
        ..MoveRequest::of(arguments.color(0)?)
    };
    search(session, request, None)
}

/// Decides on a move on the clock without playing it; later input cancels the search.
fn kata_search_cancellable(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let request = MoveRequest {
        after: AfterSearch::AnswerUnlessCancelled,
        ..MoveRequest::of(arguments.color(0)?)
    };
    search(session, request, None)
}

/// Decides on a move and plays it; the token moves that are named may be answered by name. Without
/// names, lists the token moves that exist under the rules.
fn genmove_of_kinds(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let color = arguments.color(0)?;
    let words = &arguments.words()[1..];
    let existing = TokenKind::all_under(session.game.rules());
    if words.is_empty() {
        let names: Vec<&str> = existing.iter().map(|name| name.as_str()).collect();
        return Ok(names.join("\n"));
    }
    let kind = |word: &&str| {
        word.parse::<TokenKind>()
            .map_err(|()| GtpError::UnknownKind {
                word: excerpt(word),
                tokens: existing.clone(),
            })
    };
    let allowed_tokens: Vec<TokenKind> = words.iter().map(kind).collect::<Result<_, _>>()?;
    let request = MoveRequest {
        allowed_tokens: &allowed_tokens,
        ..MoveRequest::of(color)
    };
    search(session, request, None)
}

/// The move that a client asks for.
#[derive(Clone, Copy, Debug)]
pub struct MoveRequest<'a> {
    /// Player who makes it.
    pub color: Color,
    /// Token moves that may be answered by name.
    pub allowed_tokens: &'a [TokenKind],
    /// Moves that are not considered. No token is answered by name if there are any.
    pub banned: &'a [PlayedMove],
    /// Use of the move.
    pub after: AfterSearch,
}

impl MoveRequest<'_> {
    /// Returns the wish for any move of a player, which is played.
    pub fn of(color: Color) -> MoveRequest<'static> {
        MoveRequest {
            color,
            allowed_tokens: &[],
            banned: &[],
            after: AfterSearch::Play,
        }
    }
}

/// Decides on a move on the clock, and plays it if that is wanted; `observer` receives reports of
/// the search.
pub fn search(
    session: &mut Session,
    request: MoveRequest<'_>,
    observer: Option<SearchObserver<'_>>,
) -> Answer {
    decide(session, request.color, request.after, |session, time| {
        choose(session, request, time, observer)
    })
}

/// Decides on a move that captures dead stones, or on a pass if there are none, and plays it.
fn genmove_cleanup(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let color = arguments.color(0)?;
    decide(session, color, AfterSearch::Play, |session, time| {
        let Session {
            player, game, stop, ..
        } = session;
        let decision = clean_up(player, game, color, time, stop);
        keep_decision(session, color, decision)
    })
}

/// Answer to a search that was cancelled.
const CANCELLED: &str = "cancelled";

fn decide(
    session: &mut Session,
    color: Color,
    after: AfterSearch,
    choose: impl FnOnce(&mut Session, Option<Duration>) -> Decision,
) -> Answer {
    let begin = Instant::now();
    let size = session.game.board().size();
    if let Some(mv) = forced(session, color)? {
        return Ok(mv.text(size));
    }
    let moves = session.game.records().len();
    let lag = session.options.lag;
    let time = budget::for_move(&session.clock, color, size.area(), moves, lag);
    let time = time.into_iter().chain(session.max_time).min();
    let before = session.last_decision.take();
    let decision = choose(session, time);
    let (visits, mv) = (decision.visits(), decision.chosen);
    if after == AfterSearch::Play {
        session.game.play(color, &mv)?;
    }
    let used = begin.elapsed();
    session.thinking += used;
    session.clock.spend(color, used);
    if after == AfterSearch::AnswerUnlessCancelled && session.cancel.load(Ordering::SeqCst) {
        session.last_decision = before;
        return Ok(CANCELLED.to_string());
    }
    warn_of_time(session, time, visits);
    session.opponent_thinks = after == AfterSearch::Play;
    if let Some(last) = session
        .last_decision
        .as_ref()
        .filter(|_| session.options.ogs_chat)
    {
        chat::tell(size, &last.decision, session.max_line);
    }
    Ok(mv.text(size))
}

/// Visits of a move below which it is hardly more than the first guess of the net or of playouts.
const FEW_VISITS: u64 = 10;

/// Logs a warning, once for a session, if the `time` for a move was too short to search for it.
/// A move without any visits needed no search.
fn warn_of_time(session: &mut Session, time: Option<Duration>, visits: u64) {
    let max = session.player.max_playouts().unwrap_or(u64::MAX);
    let is_short = (1..FEW_VISITS.min(max)).contains(&visits);
    if session.warned_of_time || !is_short || session.stop.load(Ordering::SeqCst) {
        return;
    }
    let Some(time) = time.or(session.player.time_at_will()) else {
        return;
    };
    session.warned_of_time = true;
    log::warn!(
        "{:.3} s for a move allowed no more than {visits} visits, so moves are first guesses: \
         give more time, a faster net (--net) or more threads (--threads), or keep less back (--lag {})",
        time.as_secs_f64(),
        session.options.lag.as_secs_f64(),
    );
}

/// Decides on a move without playing it and without the clock.
fn reg_genmove(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let begin = Instant::now();
    let color = arguments.color(0)?;
    let mv = match forced(session, color)? {
        Some(mv) => mv,
        None => {
            let request = MoveRequest {
                after: AfterSearch::Answer,
                ..MoveRequest::of(color)
            };
            choose(session, request, session.max_time, None).chosen
        }
    };
    session.thinking += begin.elapsed();
    Ok(mv.text(session.game.board().size()))
}

/// Returns the only possible answer in a game that is over for good, in which no move is searched
/// or played; `None` if a move can be searched.
///
/// # Errors
/// If the game ended by a declared draw or by resignation, or if the opponent cannot move.
pub fn forced(session: &Session, color: Color) -> Result<Option<Move>, GtpError> {
    match session.game.state().over {
        None | Some(GameEnd::Passes) => Ok(None),
        Some(GameEnd::Void) => Ok(Some(Move::Pass)),
        Some(GameEnd::NoMove(loser)) if loser == color => Ok(Some(Move::Resign)),
        Some(GameEnd::NoMove(_) | GameEnd::Draw | GameEnd::Resign(_)) => {
            Err(IllegalMove::GameOver.into())
        }
    }
}

fn choose(
    session: &mut Session,
    request: MoveRequest<'_>,
    time: Option<Duration>,
    observer: Option<SearchObserver<'_>>,
) -> Decision {
    let game = session.as_agreed();
    let game = game.as_ref().unwrap_or(&session.game);
    let color = request.color;
    let stop = match request.after {
        AfterSearch::AnswerUnlessCancelled => &session.cancel,
        AfterSearch::Play | AfterSearch::Answer => &session.stop,
    };
    let player = &mut session.player;
    let query = MoveQuery {
        color,
        allowed_tokens: request.allowed_tokens,
        banned: request.banned,
        time,
        carries_over: time.is_some() && session.clock.carries_over(color),
        stop,
    };
    let mut search = |observer: Option<SearchObserver<'_>>| player.choose(game, &query, observer);
    let decision = match (observer, session.live) {
        (None, Some(picture)) => {
            let mut draw = gfx::live(picture, game, color);
            let decision = search(Some(gfx::live_observer(picture, &mut draw)));
            gfx::clear_live();
            decision
        }
        (observer, _) => search(observer),
    };
    keep_decision(session, color, decision)
}

/// Logs a decision and keeps it as the last one.
fn keep_decision(session: &mut Session, color: Color, mut decision: Decision) -> Decision {
    if !session.may_resign {
        decision = decision.playing_on();
    }
    let pass_means = meaning_of_pass(&session.game, color);
    log::info!(
        "{} {}: {} visits, {:.1} %, {} ({})",
        notation::color_word(color),
        name_by_meaning(session.game.board().size(), &decision.chosen, pass_means),
        decision.visits(),
        decision.win_rate * 100.0,
        decision
            .score
            .map_or("no count".to_string(), |score| notation::signed_decimal(
                score, 1
            )),
        decision.basis.text(),
    );
    let token = match session.game.position().resolve(color, &decision.chosen) {
        Ok(PlayedMove::Token(token)) => Some(token),
        _ => None,
    };
    session.last_decision = Some(LastDecision {
        decision: decision.clone(),
        color,
        token,
        pass_means,
        removes_dead: decision.removes_dead(session.game.rules()),
        game: session.game.clone(),
    });
    decision
}
