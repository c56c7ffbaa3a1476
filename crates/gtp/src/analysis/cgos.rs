//! The JSON of `cgos-genmove_analyze`, which CGOS shows beside a move.
//!
//! The fields are those that the client of CGOS makes of other engines' reports (`gtpengine.py` in
//! the repository zakki/cgos). Figures are those of the side that moves.

use halfpoint_engine::player::{MoveInfo, Report};
use serde_json::{Map, Value, json};

use super::format::{ReportFormat, variation};

/// Signs of owners: the first is the opponent's, the last the mover's, the middle one nobody's.
const SIGNS: &[u8; 63] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+";

/// Formats a report as one line of JSON; returns `None` if no move has been searched.
pub(super) fn line(format: &ReportFormat<'_>, report: &Report) -> Option<String> {
    let decision = &report.decision;
    let moves = decision.considered.iter();
    let moves: Vec<Value> = moves.map(|one| info(format, one)).collect();
    if moves.is_empty() {
        return None;
    }
    let mut fields = figures(decision.win_rate, decision.score);
    fields.insert("visits".to_string(), json!(decision.visits()));
    fields.insert("moves".to_string(), Value::Array(moves));
    // The points of a board come row by row, the lowest one first.
    let rows = report.ownership.chunks(format.size.width()).rev();
    let owners: String = rows.flatten().map(|owner| sign(owner.mean)).collect();
    if !owners.is_empty() {
        fields.insert("ownership".to_string(), json!(owners));
    }
    Some(Value::Object(fields).to_string())
}

fn info(format: &ReportFormat<'_>, considered: &MoveInfo) -> Value {
    let line = variation(format.size, considered, format.max_line);
    let mut fields = figures(considered.win_rate, considered.score);
    fields.insert("move".to_string(), json!(line.first()));
    fields.insert("visits".to_string(), json!(considered.visits));
    if let (Some(opinion), Some(&action)) = (&format.opinion, considered.line.first()) {
        let prior = opinion.prior(format.size, action);
        fields.insert("prior".to_string(), number(prior.into()));
    }
    // The variation follows the move here.
    if let Some(rest) = line.get(1..).filter(|rest| !rest.is_empty()) {
        fields.insert("pv".to_string(), json!(rest.join(" ")));
    }
    Value::Object(fields)
}

fn figures(win_rate: f64, score: Option<f64>) -> Map<String, Value> {
    let mut fields = Map::new();
    fields.insert("winrate".to_string(), number(win_rate));
    if let Some(score) = score {
        fields.insert("score".to_string(), number(score));
    }
    fields
}

/// Returns a figure as a JSON number with up to four decimals.
fn number(value: f64) -> Value {
    // Adding zero turns −0 into 0.
    json!((value * 1e4).round() / 1e4 + 0.0)
}

/// Returns the sign of an owner from −1 to 1.
fn sign(owner: f32) -> char {
    let share = ((owner + 1.0) / 2.0).clamp(0.0, 1.0);
    let last = SIGNS.len() - 1;
    // A share that is no number would be the opponent's.
    char::from(SIGNS[((share * last as f32).round() as usize).min(last)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn owners_have_the_signs_of_the_wiki() {
        for (owner, expected) in [(-1.0, 'A'), (0.0, 'f'), (1.0, '+'), (2.0, '+'), (-9.0, 'A')] {
            assert_eq!(sign(owner), expected, "{owner}");
        }
    }
}
