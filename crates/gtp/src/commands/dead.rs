//! Commands about dead stones.

use halfpoint_core::game::Move;

use super::super::arguments::Arguments;
use super::super::error::Answer;
use super::super::judge::DeadMode;
use super::super::session::Session;
use super::command::{ANY, Command};
use super::state::vertices;

/// Rows of the table.
pub const COMMANDS: &[Command] = &[
    Command::new(
        "halfpoint-dead",
        "[auto | none | VERTEX...]",
        (0, ANY),
        dead,
        "set the dead stones, or choose who judges them",
    )
    .manual(
        r#"Sets the dead stones and answers the list in force. Without arguments it only answers.

- `VERTEX...` names dead stones on which both players agree. A vertex stands for its chain and for all stones of that color in the same enclosed territory. The list holds until the next placement; undo restores it.
- `auto` (the setting at the start) lets the engine judge.
- `none` declares that nothing is dead.

`auto` and `none` last until `clear_board` or a new board size."#,
        r#"$ halfpoint --rules japanese --komi 0 --size 5
gogui-setup b B1 b B2 b B3 b B4 b B5 w C1 w C2 w C3 w C4 w C5 w A3
=

halfpoint-dead none
=

final_score
= W+10

halfpoint-dead A3
= A3

final_score
= W+4"#,
    ),
    Command::new(
        "halfpoint-propose_dead",
        "COLOR [VERTEX...]",
        (1, ANY),
        propose_dead,
        "half_pass: make the first pass and propose dead stones",
    )
    .manual(
        r#"Only under `half_pass`: makes the first pass of the game and proposes that these stones are dead. The list may be empty. If the opponent answers `halfpass`, the proposal is accepted and the game is over. Any other move declines it."#,
        r#"$ halfpoint --rules half_pass --komi 0 --size 5
gogui-setup b B1 b B2 b B3 b B4 b B5 w C1 w C2 w C3 w C4 w C5 w A3
=

halfpoint-propose_dead b A3
=

halfpoint-legal w
= A1 D1 E1 A2 D2 E2 D3 E3 A4 D4 E4 A5 D5 E5 halfpass fullpass

play w halfpass
=

final_score
= W+4"#,
    ),
];

/// Sets the dead stones that were agreed on, or their source, and answers the dead stones in force.
fn dead(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let size = session.game.board().size();
    match arguments.words() {
        [] => (),
        [mode] if mode.eq_ignore_ascii_case("auto") => say(session, DeadMode::Auto),
        [mode] if mode.eq_ignore_ascii_case("none") => say(session, DeadMode::None),
        _ => session.game.agree_on_dead(&arguments.vertices(0, size)?)?,
    }
    Ok(vertices(size, session.dead().iter()))
}

fn say(session: &mut Session, mode: DeadMode) {
    session.judge.mode = mode;
    session.game.forget_agreements();
}

/// Passes together with a proposal of dead stones.
fn propose_dead(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let color = arguments.color(0)?;
    let stones = arguments.vertices(1, session.game.board().size())?;
    session.game.play(color, &Move::Propose(stones))?;
    Ok(String::new())
}
