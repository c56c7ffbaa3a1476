//! Records that the page reads and writes.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use halfpoint_core::board::Color;
use halfpoint_gtp::board_text;
use halfpoint_sgf::{Info, write};

use crate::extract::{Sent, SentGame};
use crate::refusal::Refusal;
use crate::server::BoardServer;
use crate::wire::{EndWithoutMove, RecordRequest, RecordText, RecordView, WrittenRecord, times};

/// Answers with the game of a record, the names of its players, and warnings.
pub async fn read_record(
    State(server): State<Arc<BoardServer>>,
    Sent(record): Sent<RecordText>,
) -> Result<Json<RecordView>, Refusal> {
    Ok(Json(RecordView::read(record.sgf.as_bytes(), server.rules)?))
}

/// Answers with the record of a game.
pub async fn write_record(
    SentGame(game, rules, asked): SentGame<RecordRequest>,
) -> Result<Json<WrittenRecord>, Refusal> {
    let movers: Vec<Color> = game.records().iter().map(|record| record.color).collect();
    let clock = asked.game.clock.as_ref();
    let times = clock
        .map(|clock| times(clock, &asked.clocks, &movers))
        .transpose()?;
    let info = Info {
        result: asked.game.ended.map(EndWithoutMove::result),
        times: times.as_ref(),
        ..Info::default()
    };
    Ok(Json(WrittenRecord {
        sgf: write(&game, rules.id, &info),
        text: board_text(&game, rules.id),
    }))
}
