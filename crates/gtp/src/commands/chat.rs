//! The line about a move that the bridge of OGS puts into the chat of a game.

use std::io::{self, Write};

use halfpoint_core::board::Size;
use halfpoint_engine::player::Decision;

use super::super::analysis::variation;

/// Writes the line to standard error, if there is one. A failure to write is ignored, since nothing
/// depends on the line.
pub fn tell(size: Size, decision: &Decision, max_line: usize) {
    if let Some(line) = line(size, decision, max_line) {
        let _ = writeln!(io::stderr(), "{line}");
    }
}

/// Returns the line, in the form of KataGo; `None` if nothing was searched. `MALKOVICH` is the part
/// of the chat that players do not see before the end of their game.
///
/// KataGo's form has a score. Where nothing is counted the line is plain chat.
fn line(size: Size, decision: &Decision, max_line: usize) -> Option<String> {
    let best = decision.considered.first()?;
    let line = variation(size, best, max_line);
    // The bridge reads the first letter of each move.
    if line.is_empty() {
        return None;
    }
    let score = decision.score.map(|score| {
        let deviation = best.figures.map_or(0.0, |figures| figures.score_deviation);
        // Adding zero turns −0 into 0.
        let score = (score * 10.0).round() / 10.0 + 0.0;
        format!(" ScoreLead {score:.1} ScoreStdev {deviation:.1}")
    });
    Some(format!(
        "MALKOVICH:Visits {} Winrate {:.2}%{} PV {}",
        decision.visits(),
        decision.win_rate * 100.0,
        score.unwrap_or_default(),
        line.join(" ")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use halfpoint_core::game::{Move, PlayedMove, Token};
    use halfpoint_engine::player::{Basis, MoveInfo, Reason, SearchFigures};

    #[test]
    fn the_line_has_the_form_of_katago() {
        let size = Size::square(9);
        let point = size.point(2, 3).expect("a point");
        let figures = SearchFigures {
            score_deviation: 12.34,
            ..SearchFigures::default()
        };
        let line_of = |score, figures, moves: &[PlayedMove]| {
            let decision = Decision {
                chosen: Move::Resign,
                playouts: 0,
                win_rate: 0.0321,
                score,
                basis: Basis::Searched,
                considered: vec![MoveInfo {
                    mv: Move::Place(point),
                    visits: 40,
                    win_rate: 0.0321,
                    score,
                    basis: Basis::Searched,
                    line: moves.to_vec(),
                    line_visits: Vec::new(),
                    figures,
                    ownership: Vec::new(),
                }],
                reason: Reason::Hopeless,
            };
            line(size, &decision, 2)
        };
        let moves = [
            PlayedMove::Place(point),
            PlayedMove::Token(Token::TakeButton),
            PlayedMove::Place(point),
        ];
        for (score, figures, expected) in [
            (
                Some(-0.04),
                Some(figures),
                "MALKOVICH:Visits 40 Winrate 3.21% ScoreLead 0.0 ScoreStdev 12.3 PV C4 pass",
            ),
            (
                Some(-8.5),
                None,
                "MALKOVICH:Visits 40 Winrate 3.21% ScoreLead -8.5 ScoreStdev 0.0 PV C4 pass",
            ),
            (None, None, "MALKOVICH:Visits 40 Winrate 3.21% PV C4 pass"),
        ] {
            assert_eq!(line_of(score, figures, &moves).as_deref(), Some(expected));
        }
        assert_eq!(line_of(None, None, &[]), None);
    }
}
