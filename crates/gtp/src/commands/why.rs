//! The command that explains the last decision in words and numbers.

use halfpoint_core::board::Size;
use halfpoint_core::game::{Move, Token};
use halfpoint_core::notation::{color_name, decimal, removal};
use halfpoint_engine::player::{Basis, MoveInfo, draw_chance};
use halfpoint_report::{Tense, token_deed};

use super::super::arguments::Arguments;
use super::super::error::{Answer, GtpError};
use super::super::session::{LastDecision, Session};
use super::command::Command;
use super::names::name_by_meaning;

/// Rows of the table.
pub const COMMANDS: &[Command] = &[
    Command::new(
        "halfpoint-why",
        "",
        (0, 0),
        why,
        "explain the last generated move",
    )
    .manual(
        r#"Explains the last generated move: a sentence, then a line for each fact (name and value), then a line for each move that the search considered, token moves by name. For an exact margin, `count` says `dead stones removed` or `nothing removed that was not captured`. With a net, `draw_chance` is the probability of a draw, where one is possible."#,
        r#"$ halfpoint --rules button --komi 0 --size 5 --playouts 2000
gogui-play_sequence b C1 w D1 b C2 w D2 b C3 w D3 b C4 w D4 b C5 w D5
=

genmove b
= pass

halfpoint-why
= Black passes: takes the button.
reason counted: only neutral points and tokens seem to be left, and this shares them best
move pass
visits [..]"#,
    )
    .menu(&[("hstring", "Why That Move", "")]),
];

/// Maximum number of moves that are listed.
const MAX_MOVES: usize = 8;
/// Maximum number of moves of a principal variation that are listed.
const MAX_VARIATION: usize = 12;

/// Answers a sentence, a line for each fact (its name and its value), and a line for each move that
/// was searched.
///
/// `visits` is the number of playouts, or of visits with a net, that the figures rest on,
/// `new_playouts` the number of those that were made for this decision; the others come from
/// searches for earlier moves, from analysis and from pondering. A decision that rests on no
/// playouts has no lines of figures.
fn why(session: &mut Session, _: &Arguments<'_>) -> Answer {
    let last = session.last_decision.as_ref().ok_or(GtpError::NoDecision)?;
    let size = session.game.board().size();
    let decision = &last.decision;
    let mut lines = vec![
        format!("{} {}.", color_name(last.color), deed(size, last)),
        format!("reason {}", decision.reason.text()),
        format!("move {}", decision.chosen.text(size)),
        format!("visits {}", decision.visits()),
        format!("new_playouts {}", decision.playouts),
    ];
    if !decision.considered.is_empty() {
        let (basis, win_rate) = (decision.basis.text(), decision.win_rate);
        lines.push(format!("basis {basis}"));
        lines.push(format!("win_rate {win_rate:.3}"));
        let is_searched = decision.basis == Basis::Searched;
        let net = session.player.net().filter(|_| is_searched);
        let draw = net.and_then(|net| draw_chance(net, &last.game));
        lines.extend(draw.map(|chance| format!("draw_chance {chance:.3}")));
        let score = decision
            .score
            .map(|score| format!("score {}", decimal(score, 1)));
        lines.extend(score);
        let removes = last.removes_dead;
        lines.extend(removes.map(|removes| format!("count {}", removal(removes))));
    }
    let considered = decision.considered.iter().take(MAX_MOVES);
    lines.extend(considered.map(|considered| candidate(size, last, considered)));
    Ok(lines.join("\n"))
}

/// Formats the action of the player as a predicate.
fn deed(size: Size, last: &LastDecision) -> String {
    let token = last.token.unwrap_or(Token::Pass);
    let deed = token_deed(token, Tense::Present);
    match &last.decision.chosen {
        Move::Place(_) => format!("plays {}", last.decision.chosen.text(size)),
        Move::Resign => "resigns".to_string(),
        Move::Pass | Move::Propose(_) if token != Token::Pass => format!("passes: {deed}"),
        Move::Pass | Move::Propose(_) | Move::Token(_) => deed.to_string(),
    }
}

/// Formats a move that was searched, with its principal variation.
fn candidate(size: Size, last: &LastDecision, considered: &MoveInfo) -> String {
    let name = name_by_meaning(size, &considered.mv, last.pass_means);
    let line = considered.line.iter().take(MAX_VARIATION);
    let line: Vec<String> = line.map(|action| action.text(size)).collect();
    let score = considered.score.map_or(String::new(), |score| {
        format!(" score {}", decimal(score, 1))
    });
    format!(
        "candidate {name} visits {} basis {} win_rate {:.3}{score} line {}",
        considered.visits,
        considered.basis.text(),
        considered.win_rate,
        line.join(" ")
    )
}
