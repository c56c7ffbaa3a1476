//! Commands about the net: its name, and its opinion on the position.

use std::fmt::Write;

use halfpoint_core::game::Game;
use halfpoint_core::{Color, Size};
use halfpoint_nn::{History, Net, NetReader};
use serde_json::{Value, json};

use super::super::arguments::Arguments;
use super::super::error::{Answer, GtpError};
use super::super::opinion::policy;
use super::super::session::Session;
use super::command::Command;

/// Rows of the table.
pub const COMMANDS: &[Command] = &[
    Command::new(
        "kata-get-models",
        "",
        (0, 0),
        get_models,
        "the net that evaluates positions, as a JSON array; empty with --net none",
    ),
    Command::new(
        "kata-raw-nn",
        "SYMMETRY | all",
        (1, 1),
        raw_nn,
        "what the net thinks of the position without a search, seen through a symmetry (0 to 7)",
    ),
];

/// Number of symmetries of a square.
const SYMMETRIES: usize = 8;
/// Error that KataGo writes for a net that has none.
const NO_ERROR: f32 = -1.0;

/// Lists the nets in use as a JSON array, with the fields of KataGo.
fn get_models(session: &mut Session, _arguments: &Arguments<'_>) -> Answer {
    Ok(models(session.player.net()).to_string())
}

/// Returns the nets in use as a JSON array, with the fields of KataGo.
pub fn models(net: Option<&Net>) -> Value {
    let models = net.map(|net| {
        let (name, version) = net.name();
        json!({
            "name": name,
            "internalName": name,
            "maxBatchSize": 1,
            "usesHumanSLProfile": false,
            "version": version,
            "usingFP16": "false",
        })
    });
    models.into_iter().collect()
}

/// Reports the opinion of the net on the position without a search, in the form of KataGo.
fn raw_nn(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let net = session.player.net().ok_or(GtpError::NoNet)?;
    let symmetries = match arguments.word(0) {
        "all" => 0..SYMMETRIES,
        _ => {
            let number = arguments.int(0)? as usize;
            if number >= SYMMETRIES {
                return Err(GtpError::Expected("a symmetry from 0 to 7, or all,"));
            }
            number..number + 1
        }
    };
    if session.game.position().is_closed() {
        return Err(GtpError::GameOver);
    }
    let opinions = symmetries.map(|number| opinion(&session.game, net, number));
    Ok(opinions.collect::<Vec<_>>().join("\n\n"))
}

/// Returns the opinion of a net that looks at the board through a symmetry.
fn opinion(game: &Game, net: &Net, number: usize) -> String {
    let size = game.board().size();
    let mut reader = NetReader::new(net, size);
    let history = History::of(game);
    let symmetry = katago_symmetry(number, size);
    let evaluation = reader.evaluate(game.position(), &history, game.terms(), Some(symmetry));
    let white = game.to_move() == Color::White;
    // KataGo counts a draw as half a win.
    let own = [evaluation.win, evaluation.loss].map(|chance| chance + 0.5 * evaluation.draw);
    let [win, loss] = if white { own } else { [own[1], own[0]] };
    let sign = if white { 1.0 } else { -1.0 };
    let (chances, pass) = policy(game, &reader, &evaluation);
    let mut text = String::new();
    let mut line = |line: String| {
        // Writing to a text cannot fail.
        let _ = writeln!(text, "{line}");
    };
    line(format!("symmetry {number}"));
    line(format!("whiteWin {win:.6}"));
    line(format!("whiteLoss {loss:.6}"));
    line(format!("noResult {:.6}", evaluation.no_result));
    line(format!("whiteLead {:.3}", sign * evaluation.lead));
    line(format!(
        "whiteScoreSelfplay {:.3}",
        sign * evaluation.score_mean
    ));
    line(format!(
        "whiteScoreSelfplaySq {:.3}",
        evaluation.score_mean_square
    ));
    let [value, score] = match evaluation.short_term {
        Some(errors) => [errors.value, errors.score],
        None => [NO_ERROR; 2],
    };
    line(format!("shorttermWinlossError {value:.3}"));
    line(format!("shorttermScoreError {score:.3}"));
    line("policy".to_string());
    for row in chances.chunks(size.width()) {
        let row = row.iter().map(|chance| match chance {
            Some(chance) => format!("{chance:8.6} "),
            None => "    NAN ".to_string(),
        });
        line(row.collect());
    }
    line(format!("policyPass {pass:8.6} "));
    line("whiteOwnership".to_string());
    for row in evaluation.ownership.chunks(size.width()) {
        line(
            row.iter()
                .map(|owner| format!("{:9.7} ", sign * owner))
                .collect(),
        );
    }
    text.trim_end().to_string()
}

/// Returns the number that [`NetReader`] gives to a symmetry of KataGo.
///
/// KataGo mirrors the rows (1) and the columns (2), then exchanges both (4), with row 0 at the top;
/// on boards that are not square it leaves the exchange out. Our numbers mirror the columns first
/// and count rows from the bottom (`copyWithSymmetry` in KataGo's `nninputs.cpp`).
fn katago_symmetry(number: usize, size: Size) -> usize {
    let mirrored = (number & 1) << 1 | (number & 2) >> 1;
    if number & 4 == 0 || size.width() != size.height() {
        mirrored
    } else {
        4 | mirrored ^ 3
    }
}
