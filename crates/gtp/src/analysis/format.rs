//! Format of reports, in whatever dialect.

use halfpoint_core::board::Size;
use halfpoint_core::game::PlayedMove;
use halfpoint_core::notation;
use halfpoint_core::rules::Rules;
use halfpoint_engine::player::MoveInfo;

use super::request::AnalysisRequest;
use crate::opinion::Opinion;

/// Maximum number of moves of a principal variation that are reported, unless a client sets another
/// one.
pub const MAX_VARIATION: usize = 30;

/// Format of the reports of an analysis, with what is known of its position without a search.
pub struct ReportFormat<'a> {
    /// Request of the client.
    pub request: &'a AnalysisRequest,
    /// Size of the board.
    pub size: Size,
    /// Rules of the game.
    pub rules: &'a Rules,
    /// Probability of a draw that `rootInfo` gives, if there is one.
    pub draw_chance: Option<f64>,
    /// Maximum number of moves of a variation.
    pub max_line: usize,
    /// Opinion of the net on the moves of the side that is analysed; `None` where there is none.
    pub opinion: Option<Opinion>,
}

/// Returns the first moves of the principal variation of a move, which begins with the move itself,
/// in the words that clients know: at most `max` of them.
pub fn variation(size: Size, considered: &MoveInfo, max: usize) -> Vec<String> {
    let line = considered.line.iter().take(max);
    line.map(|&action| vertex_or_pass(size, action)).collect()
}

/// Formats a move in the words that clients know: token moves and resignation become `pass`.
pub fn vertex_or_pass(size: Size, action: PlayedMove) -> String {
    match action {
        PlayedMove::Place(point) => notation::vertex(size, point),
        PlayedMove::Token(_) | PlayedMove::Resign => "pass".to_string(),
    }
}
