//! Course of a finished game in words, for the lines of matches and ladders.

use halfpoint_arena::log::record::GameRecord;
use halfpoint_core::notation;

/// Returns the end of the line about a game: its moves, its seconds, and its fault and note, if
/// there are any.
pub(super) fn course(record: &GameRecord) -> String {
    let mut line = format!(" after {} moves, {:.1} s", record.moves, record.seconds);
    if let Some(fault) = &record.fault {
        let side = notation::color_word(fault.side);
        line.push_str(&format!("; {side}: {:?}: {}", fault.kind, fault.text));
    }
    if let Some(note) = &record.note {
        line.push_str(&format!("; {note}"));
    }
    line
}
