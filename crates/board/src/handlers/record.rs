//! Records that the page reads and writes.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use halfpoint_core::board::Color;
use halfpoint_core::game::Game;
use halfpoint_core::rules::NamedRules;
use halfpoint_gtp::board_text;
use halfpoint_sgf::{Info, Times, write, write_tree};
use tokio::task::spawn_blocking;

use crate::extract::{Sent, SentGame};
use crate::refusal::Refusal;
use crate::server::BoardServer;
use crate::wire::{
    EndWithoutMove, RECORD_KOMI, RecordRequest, RecordText, RecordView, RequestError,
    WrittenRecord, times, tree_nodes,
};

/// Answers with the game of a record, its nodes, the names of its players, and warnings.
pub async fn read_record(
    State(server): State<Arc<BoardServer>>,
    Sent(record): Sent<RecordText>,
) -> Result<Json<RecordView>, Refusal> {
    let (bytes, rules) = (record.bytes()?, server.rules);
    let read = spawn_blocking(move || RecordView::read(&bytes, rules));
    Ok(Json(read.await??))
}

/// Answers with the record of a game, or of the nodes that come with it.
pub async fn write_record(
    State(server): State<Arc<BoardServer>>,
    SentGame(game, rules, asked): SentGame<RecordRequest>,
) -> Result<Json<WrittenRecord>, Refusal> {
    let text = board_text(&game, rules.id);
    let defaults = server.rules;
    let sgf = match asked.nodes.is_empty() {
        true => game_record(&game, rules, &asked)?,
        false => spawn_blocking(move || tree_record(&game, rules, asked, defaults)).await??,
    };
    Ok(Json(WrittenRecord { sgf, text }))
}

/// Returns the record of a game alone.
fn game_record(
    game: &Game,
    rules: NamedRules,
    asked: &RecordRequest,
) -> Result<String, RequestError> {
    let movers: Vec<Color> = game.records().iter().map(|record| record.color).collect();
    let times = recorded_times(asked, &movers)?;
    let ended = asked.game.ended.map(EndWithoutMove::result);
    let info = Info {
        result: asked.result.as_deref().or(ended),
        times: times.as_ref(),
        ..Info::default()
    };
    Ok(write(game, rules.id, &info))
}

/// Returns the record of the nodes that a request has. `defaults` are the rules with which the
/// page's records are read.
fn tree_record(
    game: &Game,
    rules: NamedRules,
    mut asked: RecordRequest,
    defaults: NamedRules,
) -> Result<String, RequestError> {
    let times = recorded_times(&asked, &[])?;
    let nodes = std::mem::take(&mut asked.nodes);
    let nodes = tree_nodes(nodes, game.board().size(), asked.game.clock.as_ref())?;
    let mut of_root = nodes.iter().take(1).flat_map(|root| &root.properties);
    let has_result = of_root.any(|(name, _)| name == "RE");
    let ended = asked.game.ended.filter(|_| !has_result);
    let info = Info {
        result: asked
            .result
            .as_deref()
            .or(ended.map(EndWithoutMove::result)),
        times: times.as_ref(),
        ..Info::default()
    };
    let defaults = (defaults.rules, RECORD_KOMI);
    Ok(write_tree(&nodes, game, rules.id, &info, defaults))
}

/// Returns the times of a record in which these players move.
fn recorded_times(asked: &RecordRequest, movers: &[Color]) -> Result<Option<Times>, RequestError> {
    let clock = asked.game.clock.as_ref();
    let times = clock.map(|clock| times(clock, &asked.clocks, movers));
    times.transpose()
}
