//! Sentences about problems: the goal, how a line ends, and why the natural move loses.

use halfpoint_core::board::{Color, PointSet};
use halfpoint_core::game::{Game, GameEnd, PlayedMove, Token};
use halfpoint_core::half_points::HalfPoints;

use super::find::Problem;
use super::kind::MoveKind;
use super::solved::{SolvedMove, played};

/// Returns the name of a color at the beginning of a sentence or in it.
const fn proper(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

/// Returns the goal of a problem.
#[must_use]
pub fn goal(problem: &Problem) -> String {
    let mover = proper(problem.game.to_move());
    let counts = problem.game.rules().has_komi();
    match (counts, problem.answer.value) {
        (true, _) => format!(
            "{mover} to play and win by half a point (komi {}).",
            problem.game.komi()
        ),
        (false, 0) => format!("{mover} to play and draw."),
        (false, _) => format!("{mover} to play and win."),
    }
}

/// Returns how a value ends the game for the side to move.
#[must_use]
pub fn ending(game: &Game, value: i32) -> String {
    let mover = game.to_move();
    let gain = value * mover.sign();
    let name = proper(mover);
    if gain == 0 {
        return "a draw".to_string();
    }
    let wins = if gain > 0 { "wins" } else { "loses" };
    match game.rules().has_komi() {
        true => format!("{name} {wins} by {}", points(gain.abs())),
        false => format!("{name} {wins}"),
    }
}

/// Returns a number of half-points in words.
fn points(halves: i32) -> String {
    match halves {
        1 => "half a point".to_string(),
        2 => "one point".to_string(),
        halves => format!("{} points", HalfPoints::from_halves(halves)),
    }
}

/// Returns a move as a deed of its player: `takes the button`, `captures at C3`.
fn deed(kind: MoveKind, action: PlayedMove, game: &Game) -> String {
    let at = action.text(game.board().size());
    match (kind, action) {
        (_, PlayedMove::Token(token)) => token_deed(kind, token).to_string(),
        (MoveKind::Ko, _) => format!("takes the ko at {at}"),
        (MoveKind::Capture, _) => format!("captures at {at}"),
        (MoveKind::Rescue, _) => format!("saves a chain at {at}"),
        (MoveKind::Atari, _) => format!("gives atari at {at}"),
        (MoveKind::Dame, _) => format!("takes the dame {at}"),
        (MoveKind::OwnTerritory, _) => format!("fills {at} at home"),
        (MoveKind::TheirTerritory, _) => format!("plays {at} inside"),
        _ => format!("plays {at}"),
    }
}

const fn token_deed(kind: MoveKind, token: Token) -> &'static str {
    match (kind, token) {
        (_, Token::Draw) => "declares a draw",
        (MoveKind::LastToken, _) => "ends the game by a pass",
        (_, Token::TakeButton | Token::GiveButton) => "takes the button",
        (_, Token::HalfPass) => "makes the half-pass",
        (_, Token::Delay | Token::UltimateDelay) => "delays",
        (_, Token::Pass | Token::StonePass) => "passes",
    }
}

/// Points of the mover in half-points at the end of a line: on the board, and by tokens.
struct Ledgered {
    board: i32,
    tokens: i32,
}

fn ledgered(problem: &Problem, line: &SolvedMove) -> Option<Ledgered> {
    let end = line.played_out(&problem.game)?;
    let sign = problem.game.to_move().sign();
    let margin = end.outcome(&PointSet::new(end.board().size())).margin()?;
    let tokens = end.scored_state().ledger.margin().halves();
    Some(Ledgered {
        board: (margin.halves() + end.komi().halves() - tokens) * sign,
        tokens: tokens * sign,
    })
}

/// Returns one sentence on why the best move is better than the natural one.
#[must_use]
pub fn why(problem: &Problem) -> String {
    let (game, answer, natural) = (&problem.game, &problem.answer, &problem.wrong[0]);
    let mover = proper(game.to_move());
    let (kind, natural_kind, reply_kind) = problem.kinds;
    let first = format!("{mover} {} first", deed(kind, answer.action, game));
    let tried = format!("if {mover} {}", deed(natural_kind, natural.action, game));
    let reply = reply(problem, reply_kind).unwrap_or_else(|| "the game is over".to_string());
    let reason = match (ledgered(problem, answer), ledgered(problem, natural)) {
        (Some(right), Some(wrong)) => in_points(&right, &wrong),
        _ => ends_apart(problem).unwrap_or_default(),
    };
    format!("{first}; {tried}, {reply}, and {reason}.")
}

/// Returns the reply to the natural move.
fn reply(problem: &Problem, kind: Option<MoveKind>) -> Option<String> {
    let natural = &problem.wrong[0];
    let after = played(&problem.game, natural.action)?;
    let &(color, action) = natural.line.first()?;
    Some(format!("{} {}", proper(color), deed(kind?, action, &after)))
}

/// Returns what the natural move loses, on the board and by tokens.
fn in_points(right: &Ledgered, wrong: &Ledgered) -> String {
    let board = right.board - wrong.board;
    let tokens = right.tokens - wrong.tokens;
    match (board, tokens) {
        (0, lost) => format!(
            "the board is worth as much, but the tokens {} less",
            points(lost)
        ),
        (lost, 0) => format!(
            "the tokens are worth as much, but the board {} less",
            points(lost)
        ),
        (lost, gained) if lost > 0 && gained < 0 => format!(
            "the tokens bring {} more, but the board {} less",
            points(-gained),
            points(lost)
        ),
        (gained, lost) if gained < 0 => format!(
            "the board brings {} more, but the tokens {} less",
            points(-gained),
            points(lost)
        ),
        (board, tokens) => format!(
            "the board is worth {} less and the tokens {} less",
            points(board),
            points(tokens)
        ),
    }
}

/// Returns how the lines end where nothing is counted.
fn ends_apart(problem: &Problem) -> Option<String> {
    let end = problem.wrong[0].played_out(&problem.game)?;
    match end.state().over? {
        GameEnd::NoMove(loser) => Some(format!("{} runs out of moves", proper(loser))),
        GameEnd::Draw => Some("the game is drawn".to_string()),
        GameEnd::Passes | GameEnd::Resign(_) | GameEnd::Void => None,
    }
}
