//! Commands that make moves, take them back, or list the legal ones.

use halfpoint_core::game::{IllegalMove, Move, TokenKind};
use halfpoint_core::notation;

use super::super::arguments::Arguments;
use super::super::error::{Answer, GtpError};
use super::super::session::{Session, TakeBack};
use super::command::Command;
use super::names::meaning_of_pass;

/// Rows of the table.
pub const COMMANDS: &[Command] = &[
    Command::new(
        "play",
        "COLOR MOVE",
        (2, 2),
        play,
        "play a vertex, pass, resign or a token move",
    ),
    Command::new(
        "undo",
        "",
        (0, 0),
        undo,
        "take back the last move",
    ),
    Command::new(
        "gg-undo",
        "[N]",
        (0, 1),
        undo,
        "take back the last N moves, one by default",
    ),
    Command::new(
        "halfpoint-legal",
        "[COLOR]",
        (0, 1),
        legal,
        "list the legal moves",
    )
    .manual(
        r#"Lists the legal moves of a color, by default of the color to move: points row by row from A1, then token moves by name. Plain `pass` is not listed."#,
        r#"$ halfpoint --rules button --size 2
halfpoint-legal
= A1 B1 A2 B2 button fullpass

play b button
=

halfpoint-legal w
= A1 B1 A2 B2 fullpass"#,
    ),
    Command::new(
        "halfpoint-pass_means",
        "[COLOR]",
        (0, 1),
        pass_means,
        "name the move that a plain `pass` would be now",
    )
    .manual(
        r#"Answers the token move that a plain `pass` would be for a color, by default for the color to move: `pass`, `fullpass`, `button`, `halfpass`, `delay`, `draw` or `illegal`. The answer depends on the moves before it."#,
        r#"$ halfpoint --rules half_pass --size 5
halfpoint-pass_means
= halfpass

play b pass
=

halfpoint-pass_means
= fullpass"#,
    )
    .menu(&[("string", "What Pass Means", "")]),
    Command::new(
        "halfpoint-take_back",
        "COLOR",
        (1, 1),
        take_back,
        "ask to take back the last move",
    )
    .manual(
        r#"Asks, in the name of a color, to take back the last move. The answer is `accepted`, and the move is undone, or `refused`. The option `--take-back` decides."#,
        r#"$ halfpoint --take-back opponent --size 5
play b C3
=

halfpoint-take_back b
= refused

halfpoint-take_back w
= accepted"#,
    ),
];

/// Plays a move of the client.
fn play(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let color = arguments.color(0)?;
    let mv = arguments.play(1, session.game.board().size())?;
    if let Err(illegal) = session.game.play(color, &mv) {
        return Err(refusal(session, &mv, illegal));
    }
    Ok(String::new())
}

/// Returns the reason why a move was refused. For a token move that the rules do not have, it lists
/// those that they have.
fn refusal(session: &Session, mv: &Move, illegal: IllegalMove) -> GtpError {
    let rules = session.game.rules();
    match mv {
        Move::Token(name) if illegal != IllegalMove::GameOver && !name.exists_under(rules) => {
            GtpError::NoSuchToken {
                name: *name,
                rules: session.rules_id,
                tokens: TokenKind::all_under(rules),
            }
        }
        _ => illegal.into(),
    }
}

/// Takes back the last move, or as many moves as the argument says.
fn undo(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let number = match arguments.words().len() {
        0 => 1,
        _ => arguments.int(0)? as usize,
    };
    if number > session.game.records().len() {
        return Err(GtpError::CannotUndo);
    }
    for _ in 0..number {
        session.game.undo();
    }
    Ok(String::new())
}

/// Asks in the name of a side for the last move back; the options hold the agreement about that.
fn take_back(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let asking = arguments.color(0)?;
    let last = session.game.records().last().ok_or(GtpError::CannotUndo)?;
    let agreed = match session.options.take_back {
        TakeBack::Off => false,
        TakeBack::On => true,
        TakeBack::Opponent => last.color != asking,
    };
    if !agreed {
        return Ok("refused".to_string());
    }
    session.game.undo();
    Ok("accepted".to_string())
}

/// Lists the legal placements and the token moves that may be named.
fn legal(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let position = session.game.position();
    let color = arguments.color_or(0, position.to_move())?;
    let size = position.board().size();
    let points = position.placements(color);
    let vertices = points
        .into_iter()
        .map(|point| notation::vertex(size, point));
    let tokens = position
        .tokens(color)
        .into_iter()
        .map(|(name, _)| name.to_string());
    Ok(vertices.chain(tokens).collect::<Vec<_>>().join(" "))
}

/// Answers the meaning of a plain pass.
fn pass_means(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let color = arguments.color_or(0, session.game.to_move())?;
    Ok(meaning_of_pass(&session.game, color).to_string())
}
