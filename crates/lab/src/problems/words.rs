//! Sentences about problems: the goal, how a line ends, and why the natural move loses.

use halfpoint_core::board::{Color, PointSet};
use halfpoint_core::game::{Game, GameEnd, PlayedMove, Token};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::color_name;

use super::find::Problem;
use super::kind::MoveKind;
use super::solved::{SolvedMove, played};

/// Returns the goal of a problem.
#[must_use]
pub fn goal(problem: &Problem) -> String {
    let mover = color_name(problem.game.to_move());
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
    let name = color_name(mover);
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
        (MoveKind::OwnTerritory, _) => format!("fills {at} inside its own territory"),
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

/// End of a line, as far as sentences need it.
struct LineEnd {
    /// Points of the mover on the board, captures included, in half-points.
    board: i32,
    /// Points of the mover by tokens, in half-points.
    tokens: i32,
    /// Players of the first and of the last token that is worth half a point.
    holders: [Option<Color>; 2],
    /// Whether the first token is a button that was a move of its own.
    is_button: bool,
}

/// Returns the end of a line; `None` where nothing is counted.
fn end_of(problem: &Problem, line: &SolvedMove) -> Option<LineEnd> {
    let end = line.played_out(&problem.game)?;
    let sign = problem.game.to_move().sign();
    let margin = end.outcome(&PointSet::new(end.board().size())).margin()?;
    let state = end.scored_state();
    let tokens = state.ledger.margin().halves();
    let is_button = |action| {
        matches!(
            action,
            PlayedMove::Token(Token::TakeButton | Token::GiveButton)
        )
    };
    Some(LineEnd {
        board: (margin.halves() + end.komi().halves() - tokens) * sign,
        tokens: tokens * sign,
        holders: [state.first_token, state.last_token],
        is_button: end.records().iter().any(|record| is_button(record.action)),
    })
}

/// Returns one sentence on why the best move is better than the natural one.
#[must_use]
pub fn why(problem: &Problem) -> String {
    let (game, answer, natural) = (&problem.game, &problem.answer, &problem.wrong[0]);
    let mover = color_name(game.to_move());
    let (kind, natural_kind, _) = problem.kinds;
    let when = if kind.is_token() { "at once" } else { "first" };
    let first = format!("{mover} {} {when}", deed(kind, answer.action, game));
    let tried = deed(natural_kind, natural.action, game);
    format!(
        "{first}: if {mover} {tried} instead, {}.",
        refutation(problem)
    )
}

/// Returns why the natural move loses: the reply, and what it costs.
pub(super) fn refutation(problem: &Problem) -> String {
    let (answer, natural) = (&problem.answer, &problem.wrong[0]);
    let reason = match (end_of(problem, answer), end_of(problem, natural)) {
        (Some(right), Some(wrong)) => in_points(problem, &right, &wrong),
        _ => ends_apart(problem).unwrap_or_default(),
    };
    match reply(problem, natural) {
        Some(reply) => format!("{reply}, and {reason}"),
        None => reason,
    }
}

/// Returns the reply to a move, as a deed; `None` if the move ends the game.
pub(super) fn reply(problem: &Problem, one: &SolvedMove) -> Option<String> {
    let after = played(&problem.game, one.action)?;
    let &(color, action) = one.line.first()?;
    let kind = MoveKind::of(after.position(), action);
    Some(format!(
        "{} {}",
        color_name(color),
        deed(kind, action, &after)
    ))
}

/// Returns what the natural move loses, on the board and by tokens.
fn in_points(problem: &Problem, right: &LineEnd, wrong: &LineEnd) -> String {
    let mover = color_name(problem.game.to_move());
    let board = right.board - wrong.board;
    let tokens = right.tokens - wrong.tokens;
    match (board, tokens) {
        (0, lost) => format!(
            "the board counts the same, but {}",
            turned(problem, lost, right, wrong)
        ),
        (lost, 0) => format!(
            "{mover} has {} less on the board for the same tokens",
            points(lost)
        ),
        (lost, gained) if lost > 0 && gained < 0 => format!(
            "the token gains {}, less than the {} that are lost on the board",
            points(-gained),
            points(lost)
        ),
        (gained, lost) if gained < 0 => format!(
            "for {} more on the board {}",
            points(-gained),
            turned(problem, lost, right, wrong)
        ),
        (board, tokens) => format!(
            "{mover} has {} less on the board and {} less by tokens",
            points(board),
            points(tokens)
        ),
    }
}

/// Returns which token the opponent gets, or what else changes beside the board.
fn turned(problem: &Problem, lost: i32, right: &LineEnd, wrong: &LineEnd) -> String {
    let mover = problem.game.to_move();
    let [first, last] = [0, 1].map(|index| {
        let (before, after) = (right.holders[index], wrong.holders[index]);
        after.filter(|&after| before != Some(after) && after != mover)
    });
    match (first, last) {
        (Some(_), _) if problem.kinds.2 == Some(MoveKind::Button) => "that decides".to_string(),
        (Some(taker), _) if wrong.is_button => format!("{} gets the button", color_name(taker)),
        (Some(passer), None) => format!(
            "{} makes the first pass, which costs half as much as others",
            color_name(passer)
        ),
        (None, Some(passer)) => format!(
            "{} makes the last pass, which costs half as much as others",
            color_name(passer)
        ),
        _ => format!(
            "{} has to pay {} more for passes",
            color_name(mover),
            points(lost)
        ),
    }
}

/// Returns how the line of the natural move ends where nothing is counted.
fn ends_apart(problem: &Problem) -> Option<String> {
    let end = problem.wrong[0].played_out(&problem.game)?;
    match end.state().over? {
        GameEnd::NoMove(loser) => Some(format!("{} runs out of moves first", color_name(loser))),
        GameEnd::Draw => match problem.kinds.2 {
            Some(MoveKind::LastToken) => Some("the win is gone".to_string()),
            _ => Some("the game is drawn".to_string()),
        },
        GameEnd::Passes | GameEnd::Resign(_) | GameEnd::Void => None,
    }
}
